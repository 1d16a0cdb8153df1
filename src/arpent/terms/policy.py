"""What may be spent (budget), what is never passed (limits), and how a walk behaves."""

from dataclasses import dataclass
from enum import StrEnum

from arpent.errors import InvalidSettings

__all__ = ["Limits", "Policy", "Scope"]


class Scope(StrEnum):
    """Which entries are given."""

    ALL = "all"
    HOST = "host"
    SITE = "site"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Hard safety bounds; bytes are counted after decompression.

    Attributes:
        origins: Most origins (scheme, host and port) that one walk asks anything of, so
            that a document cannot send it to thousands of hosts.
    """

    document_bytes: int = 52_428_800
    page_bytes: int = 8_388_608
    robots_bytes: int = 512_000
    redirects: int = 10
    robots_redirects: int = 5
    index_depth: int = 5
    xml_depth: int = 32
    url_chars: int = 65_536
    compression_layers: int = 3
    origins: int = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a walk behaves; the defaults are those of the command line.

    Attributes:
        robots_token: Product token that robots.txt is matched on.
        pause_s: Least seconds between two exchanges with one host.
        max_delay_s: A longer Crawl-delay ends the host.
        budget: Requests per host, redirect hops too; None is no bound.
        max_files: Sitemap files read per site.
        timeout_s: Deadline of one exchange; robots.txt has at most 20 s of it.
        retry_after_s: Longest Retry-After that is waited for, once.
        allow_private: Content may lead to private addresses.
        guess: Usual addresses are tried where robots.txt declares nothing that works.
    """

    robots_token: str = "arpent"  # noqa: S105 -- the token of RFC 9309, no secret
    pause_s: float = 1.0
    max_delay_s: float = 120.0
    budget: int | None = None
    max_files: int = 1_000
    timeout_s: float = 45.0
    robots_timeout_s: float = 20.0
    retry_after_s: float = 60.0
    scope: Scope = Scope.ALL
    allow_private: bool = False
    guess: bool = True
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        """Refuse bounds that cannot be meant."""
        for name in ("pause_s", "max_delay_s", "retry_after_s"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise InvalidSettings(
                    name,
                    getattr(self, name),
                    reason="give seconds, 0 or more",
                    source="policy",
                )
        for name in ("timeout_s", "robots_timeout_s", "max_files"):
            if not 0 < getattr(self, name) < float("inf"):
                raise InvalidSettings(
                    name,
                    getattr(self, name),
                    reason="give a number above 0",
                    source="policy",
                )
        if self.budget is not None and self.budget < 1:
            raise InvalidSettings(
                "budget", self.budget, reason="give 1 request or more", source="policy"
            )
