"""The verbs as free functions: no workspace to make, no store needed."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import fields
from datetime import datetime
from difflib import get_close_matches
from typing import Any

from arpent.bridge import UrlStream
from arpent.errors import UsageError
from arpent.settings import Settings
from arpent.terms.changes import Changes
from arpent.terms.entries import Entry
from arpent.workspace import AsyncWorkspace, Workspace

__all__ = ["changed", "open", "open_async", "urls", "urls_async"]


def _settings(options: Mapping[str, Any]) -> Settings:
    """Return options as settings; a name that is none is the caller's mistake."""
    known = [field.name for field in fields(Settings)]
    for name in options:
        if name not in known:
            close = get_close_matches(name, known, n=1, cutoff=0.5)
            hint = (
                f"did you mean {close[0]}?"
                if close
                else f"known are {', '.join(known)}"
            )
            raise UsageError(f"no option is called {name!r}: {hint}")
    return Settings(**options)


def urls(target: str, *, all_sightings: bool = False, **options: Any) -> UrlStream:
    """List every URL that a site publishes.

    Args:
        target: A site, the URL of a document, or a local file.
        all_sightings: Give a URL each time it is listed, not only once.
        **options: Fields of `Settings`, such as `pause_s`, `budget` or `resolve`.

    Returns:
        An iterable of `Entry` that streams as documents arrive; its `documents()`
        gives whole documents as columns, its `report` is true at any moment.

    Raises:
        UsageError: The target or an option cannot be used.
    """
    workspace = Workspace(_settings(options))
    return workspace.stream(target, all_sightings=all_sightings)


async def urls_async(
    target: str, *, all_sightings: bool = False, **options: Any
) -> AsyncIterator[Entry]:
    """List every URL that a site publishes, for code that awaits; see `urls`."""
    async with AsyncWorkspace(_settings(options)) as workspace:
        async for listed in workspace.urls(target, all_sightings=all_sightings):
            for entry in listed.entries.iterate(listed.sitemap):
                yield entry


def changed(target: str, *, since: datetime, **options: Any) -> Changes:
    """Ask which URLs of a site say that they changed since a moment.

    Args:
        target: A site or the URL of a document.
        since: Aware moment.
        **options: Fields of `Settings`.

    Raises:
        UsageError: The target, the moment or an option cannot be used.
    """
    with Workspace(_settings(options)) as workspace:
        return workspace.changed(target, since=since)


def open(**options: Any) -> Workspace:  # noqa: A001 -- read as arpent.open
    """Open a workspace for plain code.

    Args:
        **options: Fields of `Settings`.
    """
    return Workspace(_settings(options))


def open_async(**options: Any) -> AsyncWorkspace:
    """Open a workspace for code that awaits.

    Args:
        **options: Fields of `Settings`.
    """
    return AsyncWorkspace(_settings(options))
