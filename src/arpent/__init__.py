"""arpent surveys what a web site publishes about itself.

Every URL, every date, every feed; which of it to believe; and what to fetch next. The
names below are the public ones; each is loaded when it is first used, so that
`import arpent` is fast and touches no network.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from arpent.version import __version__

if TYPE_CHECKING:
    from arpent.api import changed, open, open_async, urls, urls_async  # noqa: A004
    from arpent.errors import (
        ArpentError,
        InvalidSettings,
        InvalidUrl,
        StoreError,
        UsageError,
    )
    from arpent.formats.robots import Robots, read_robots
    from arpent.formats.sitemap import read_feed, read_sitemap
    from arpent.settings import Settings
    from arpent.terms.changes import Changes
    from arpent.terms.documents import Document
    from arpent.terms.entries import Entry
    from arpent.terms.findings import Finding
    from arpent.terms.policy import Policy
    from arpent.terms.report import Report
    from arpent.walk import Walk
    from arpent.workspace import AsyncWorkspace, Workspace

__all__ = [
    "ArpentError",
    "AsyncWorkspace",
    "Changes",
    "Document",
    "Entry",
    "Finding",
    "InvalidSettings",
    "InvalidUrl",
    "Policy",
    "Report",
    "Robots",
    "Settings",
    "StoreError",
    "UsageError",
    "Walk",
    "Workspace",
    "__version__",
    "changed",
    "open",
    "open_async",
    "read_feed",
    "read_robots",
    "read_sitemap",
    "urls",
    "urls_async",
]

_HOMES: Final = {
    "arpent.api": ("changed", "open", "open_async", "urls", "urls_async"),
    "arpent.errors": (
        "ArpentError",
        "InvalidSettings",
        "InvalidUrl",
        "StoreError",
        "UsageError",
    ),
    "arpent.formats.robots": ("Robots", "read_robots"),
    "arpent.formats.sitemap": ("read_feed", "read_sitemap"),
    "arpent.settings": ("Settings",),
    "arpent.terms.changes": ("Changes",),
    "arpent.terms.documents": ("Document",),
    "arpent.terms.entries": ("Entry",),
    "arpent.terms.findings": ("Finding",),
    "arpent.terms.policy": ("Policy",),
    "arpent.terms.report": ("Report",),
    "arpent.walk": ("Walk",),
    "arpent.workspace": ("AsyncWorkspace", "Workspace"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'arpent' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
