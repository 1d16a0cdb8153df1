"""Options as typed values, each with the place it came from.

Knows names, ranges and sources of settings; reads no file but the one it is given and
no environment but the mapping it is given. One idea: every value passes the same check
whether it was typed, exported, written into a file or passed by code, and a value that
cannot be used is refused with the name of its source.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from arpent.errors import InvalidSettings
from arpent.settings_values import (
    as_flag,
    as_headers,
    as_moment,
    as_proxy,
    as_resolve,
    as_scope,
    as_text,
    as_token,
    seconds,
    whole,
)
from arpent.terms.policy import Policy, Scope
from arpent.version import __version__

__all__ = ["OPTIONS", "PROJECT_URL", "Option", "Settings"]

PROJECT_URL: Final = "https://arpent.dev"
"""Where a site owner reads who asked; the one place that names it."""

_POLICY: Final = Policy()


@dataclass(frozen=True, slots=True)
class Option:
    """How one setting is called outside of code, and how its value is read.

    Attributes:
        name: As an option (`--NAME`), as a key of the file; the variable of the
            environment is `ARPENT_NAME` with underscores.
        read: Turns a written or typed value into the value that is kept; raises
            `ValueError` with the remedy.
        several: The separator of several values in the environment, if any.
    """

    name: str
    read: Callable[[Any], Any]
    several: str | None = None

    @property
    def variable(self) -> str:
        """Return the variable of the environment that sets it."""
        return "ARPENT_" + self.name.upper().replace("-", "_")


OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "user_agent": Option("user-agent", as_text),
        "robots_token": Option("robots-token", as_token),
        "pause_s": Option("pause", seconds(least=0)),
        "max_delay_s": Option("max-delay", seconds(least=0)),
        "budget": Option("budget", whole(least=1)),
        "max_files": Option("max-files", whole(least=1)),
        "scope": Option("scope", as_scope),
        "timeout_s": Option("timeout", seconds(least=0.001)),
        "proxy": Option("proxy", as_proxy),
        "headers": Option("header", as_headers, several="\n"),
        "resolve": Option("resolve", as_resolve, several=" "),
        "allow_private": Option("allow-private", as_flag),
        "concurrency": Option("concurrency", whole(least=1, most=10_000)),
        "store": Option("store", as_text),
        "now": Option("now", as_moment),
    }
)
"""Field of `Settings` -> its option."""

_PASSWORD: Final = re.compile(r"//.*@")
_MAY_BE_ABSENT: Final = frozenset({"budget", "proxy", "store", "now"})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Every option that verbs share; the defaults are those of the command line.

    Attributes:
        user_agent: Says who asks; never changes how robots.txt is matched.
        robots_token: Product token that robots.txt is matched on.
        pause_s: Least seconds between two exchanges with one host.
        max_delay_s: A longer Crawl-delay ends the host, in seconds.
        budget: Requests per host; None is no bound.
        max_files: Sitemap files read per site.
        scope: Which entries are given.
        timeout_s: Deadline of one exchange, in seconds.
        proxy: Address of a proxy; None leaves it to the environment.
        headers: Names and values that are sent to the hosts of the targets.
        resolve: Rules `HOST:PORT:ADDRESS[:PORT]`.
        allow_private: Content may lead to private addresses.
        concurrency: Hosts in parallel.
        store: Where inventory and state live.
        now: The moment taken as now; None is the clock's.
        sources: Field -> where its value came from; absent for a default.

    Raises:
        InvalidSettings: A value cannot be used; the message names its source.
    """

    user_agent: str = f"Mozilla/5.0 (compatible; arpent/{__version__}; +{PROJECT_URL})"
    robots_token: str = _POLICY.robots_token
    pause_s: float = _POLICY.pause_s
    max_delay_s: float = _POLICY.max_delay_s
    budget: int | None = _POLICY.budget
    max_files: int = _POLICY.max_files
    scope: Scope = _POLICY.scope
    timeout_s: float = _POLICY.timeout_s
    proxy: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    resolve: tuple[str, ...] = ()
    allow_private: bool = _POLICY.allow_private
    concurrency: int = 64
    store: str | None = None
    now: datetime | None = None
    sources: Mapping[str, str] = field(
        default_factory=dict, repr=False, compare=False, hash=False
    )

    def __post_init__(self) -> None:
        """Check every value, whatever its source."""
        for name, option in OPTIONS.items():
            value = getattr(self, name)
            if value is None and name in _MAY_BE_ABSENT:
                continue
            try:
                object.__setattr__(self, name, option.read(value))
            except ValueError as error:
                raise InvalidSettings(
                    option.name,
                    _shown(value),
                    reason=str(error),
                    source=self.sources.get(name, "argument"),
                ) from error

    @classmethod
    def load(
        cls,
        options: Mapping[str, Any],
        environment: Mapping[str, str],
        file: Path | None = None,
    ) -> "Settings":
        """Return the settings: option, else environment, else file, else default.

        Args:
            options: Field -> value as typed; None and empty lists count as not given.
            environment: Variables; those that no setting reads are left alone.
            file: A TOML file whose keys are the names of the options.

        Raises:
            InvalidSettings: A value cannot be used, a key is unknown, or the file
                cannot be read; the message names the source.
        """
        written = _from_file(file)
        exported = _from_environment(environment)
        typed = {k: v for k, v in options.items() if v is not None and v != ()}
        sources = (
            dict.fromkeys(written, str(file))
            | {name: f"environment {OPTIONS[name].variable}" for name in exported}
            | {name: f"option --{OPTIONS[name].name}" for name in typed}
        )
        return cls(**(written | exported | typed), sources=sources)

    def source_of(self, name: str) -> str:
        """Return where the value of a field came from; `default` for a default."""
        if name not in OPTIONS:
            raise KeyError(name)
        default = next(f.default for f in fields(self) if f.name == name)
        given = "argument" if getattr(self, name) != default else "default"
        return self.sources.get(name, given)

    def policy(self) -> Policy:
        """Return how a walk behaves under these settings."""
        return Policy(
            robots_token=self.robots_token,
            pause_s=self.pause_s,
            max_delay_s=self.max_delay_s,
            budget=self.budget,
            max_files=self.max_files,
            timeout_s=self.timeout_s,
            robots_timeout_s=min(self.timeout_s, _POLICY.robots_timeout_s),
            scope=self.scope,
            allow_private=self.allow_private,
        )


def _shown(value: object) -> object:
    """Return a value as a message may show it: without a password, one for one."""
    if isinstance(value, str):
        return _PASSWORD.sub("//...@", value)
    if isinstance(value, tuple | list) and len(value) == 1:
        return _shown(value[0])
    return value


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        text = environment.get(option.variable, "")
        if not text.strip():
            continue
        if option.several is None:
            found[name] = text
        else:
            parts = text.split(option.several)
            found[name] = tuple(part.strip() for part in parts if part.strip())
    return found


def _from_file(file: Path | None) -> dict[str, Any]:
    """Read a TOML file of settings.

    Raises:
        InvalidSettings: It cannot be read, or has a key that no setting has.
    """
    if file is None:
        return {}
    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidSettings(
            "config", str(file), reason=f"cannot be read: {reason}", source=str(file)
        ) from error
    field_of = {option.name: name for name, option in OPTIONS.items()}
    for key, value in written.items():
        if key not in field_of:
            raise InvalidSettings(
                key,
                value,
                reason=f"no such setting; known are {', '.join(sorted(field_of))}",
                source=str(file),
            )
    return {field_of[key]: value for key, value in written.items()}
