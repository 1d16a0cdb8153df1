"""The options that verbs share, with their help.

Knows spellings, groups and words for people; the meaning and the range of a value
belong to `Settings`. One idea: a dataclass a group, flattened into each verb.
"""

import os
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_type_hints

from cyclopts import Group, Parameter

from arpent.settings import Settings

__all__ = ["Common", "FormatName", "OutputOptions", "known_options"]

_D: Final = Settings()
_OUTPUT: Final = Group("Output", sort_key=1)
_MANNERS: Final = Group("Manners", sort_key=2)
_SCOPE: Final = Group("Scope", sort_key=3)
_NETWORK: Final = Group("Network", sort_key=4)
_OTHER: Final = Group("Other", sort_key=5)
_CONFIG: Final = "arpent.toml"

FormatName = Literal["urls", "jsonl", "json", "csv", "parquet", "table"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """Where results, reports and logs go, and how much is told."""

    output: Annotated[
        str | None,
        Parameter(
            name=["--output", "-o"],
            group=_OUTPUT,
            metavar="FILE",
            allow_leading_hyphen=True,
            help="write results there, whole or not at all; its ending says the format",
        ),
    ] = None
    format: Annotated[
        FormatName | None,
        Parameter(
            name="--format",
            group=_OUTPUT,
            metavar="NAME",
            help="how results are written",
        ),
    ] = None
    csv_raw: Annotated[
        bool,
        Parameter(
            name="--csv-raw",
            group=_OUTPUT,
            help="leave cells as they are that a spreadsheet would take for formulas",
        ),
    ] = False
    report: Annotated[
        str | None,
        Parameter(
            name="--report",
            group=_OUTPUT,
            metavar="FILE",
            allow_leading_hyphen=True,
            help="write the whole report as JSON (- is standard output, with -o)",
        ),
    ] = None
    log: Annotated[
        str | None,
        Parameter(
            name="--log",
            group=_OUTPUT,
            metavar="FILE",
            help="write one JSON object per request, as they come",
        ),
    ] = None
    quiet: Annotated[
        bool,
        Parameter(
            name=["--quiet", "-q"], group=_OUTPUT, help="no progress and no summary"
        ),
    ] = False
    verbose: Annotated[
        bool,
        Parameter(name=["--verbose", "-v"], group=_OUTPUT, help="tell each request"),
    ] = False
    no_color: Annotated[
        bool,
        Parameter(name="--no-color", group=_OUTPUT, help="plain text (also NO_COLOR)"),
    ] = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Common:
    """What every verb that fetches understands; None is not given."""

    user_agent: Annotated[
        str | None,
        Parameter(
            name="--user-agent",
            group=_MANNERS,
            metavar="TEXT",
            help="say who asks; robots.txt is matched on the token all the same",
        ),
    ] = None
    robots_token: Annotated[
        str | None,
        Parameter(
            name="--robots-token",
            group=_MANNERS,
            metavar="TOKEN",
            help=f"product token that robots.txt is matched on ({_D.robots_token})",
        ),
    ] = None
    pause_s: Annotated[
        str | None,
        Parameter(
            name="--pause",
            group=_MANNERS,
            metavar="SECONDS",
            allow_leading_hyphen=True,
            help=f"least time between two requests to one host ({_D.pause_s})",
        ),
    ] = None
    max_delay_s: Annotated[
        str | None,
        Parameter(
            name="--max-delay",
            group=_MANNERS,
            metavar="SECONDS",
            allow_leading_hyphen=True,
            help=f"leave a host whose Crawl-delay is longer ({_D.max_delay_s:g})",
        ),
    ] = None
    budget: Annotated[
        str | None,
        Parameter(
            name="--budget",
            group=_MANNERS,
            metavar="N",
            allow_leading_hyphen=True,
            help="most requests per host, redirects too (unlimited)",
        ),
    ] = None
    max_files: Annotated[
        str | None,
        Parameter(
            name="--max-files",
            group=_SCOPE,
            metavar="N",
            allow_leading_hyphen=True,
            help=f"most sitemap files per site, newest first ({_D.max_files:,})",
        ),
    ] = None
    scope: Annotated[
        str | None,
        Parameter(
            name="--scope",
            group=_SCOPE,
            metavar="all|host|site",
            help=(
                "give every entry, those of the sitemap's host, or those of its "
                f"registrable domain ({_D.scope})"
            ),
        ),
    ] = None
    timeout_s: Annotated[
        str | None,
        Parameter(
            name="--timeout",
            group=_NETWORK,
            metavar="SECONDS",
            allow_leading_hyphen=True,
            help=f"most time for one whole exchange ({_D.timeout_s:g})",
        ),
    ] = None
    proxy: Annotated[
        str | None,
        Parameter(
            name="--proxy",
            group=_NETWORK,
            metavar="URL",
            help="HTTP, HTTPS or SOCKS proxy (else the usual variables)",
        ),
    ] = None
    headers: Annotated[
        tuple[str, ...],
        Parameter(
            name="--header",
            group=_NETWORK,
            metavar="'NAME: VALUE'",
            help="send a header to the hosts of the targets only; repeatable",
        ),
    ] = ()
    resolve: Annotated[
        tuple[str, ...],
        Parameter(
            name="--resolve",
            group=_NETWORK,
            metavar="HOST:PORT:ADDRESS[:PORT]",
            help="connect there in place of asking DNS; * and *.suffix; repeatable",
        ),
    ] = ()
    allow_private: Annotated[
        bool,
        Parameter(
            name="--allow-private",
            group=_NETWORK,
            help="let documents lead to private addresses too",
        ),
    ] = False
    concurrency: Annotated[
        str | None,
        Parameter(
            name="--concurrency",
            group=_NETWORK,
            metavar="N",
            allow_leading_hyphen=True,
            help=f"hosts in parallel, one request each ({_D.concurrency})",
        ),
    ] = None
    store: Annotated[
        str | None,
        Parameter(
            name="--store",
            group=_OTHER,
            metavar="PLACE",
            help="where inventory and state live (verbs that keep any)",
        ),
    ] = None
    now: Annotated[
        str | None,
        Parameter(
            name="--now",
            group=_OTHER,
            metavar="MOMENT",
            help="take this RFC 3339 moment as now, for replays",
        ),
    ] = None
    config: Annotated[
        Path | None,
        Parameter(
            name="--config",
            group=_OTHER,
            metavar="FILE",
            help=f"read options from a TOML file (./{_CONFIG} when it is there)",
        ),
    ] = None

    def settings(self) -> Settings:
        """Return the settings: options, else environment, else file, else defaults.

        Raises:
            InvalidSettings: A value cannot be used.
        """
        file = self.config or (Path(_CONFIG) if Path(_CONFIG).is_file() else None)
        typed: dict[str, Any] = {
            name: value
            for name, value in vars(self).items()
            if name != "config" and value is not False
        }
        return Settings.load(typed, os.environ, file)


def known_options() -> list[str]:
    """Return the spellings of all shared options."""
    hints = chain.from_iterable(
        get_type_hints(group, include_extras=True).values()
        for group in (OutputOptions, Common)
    )
    parameters = (part for hint in hints for part in hint.__metadata__)
    return [name for parameter in parameters for name in parameter.name]
