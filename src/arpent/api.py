"""The verbs as free functions: no workspace to make, no store needed."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from arpent.bridge import UrlStream
from arpent.settings import Settings
from arpent.terms.changes import Changes
from arpent.terms.entries import Entry
from arpent.workspace import AsyncWorkspace, Workspace

__all__ = ["changed", "open", "open_async", "urls", "urls_async"]


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
    workspace = Workspace(Settings(**options))
    return workspace.stream(target, all_sightings=all_sightings)


async def urls_async(
    target: str, *, all_sightings: bool = False, **options: Any
) -> AsyncIterator[Entry]:
    """List every URL that a site publishes, for code that awaits; see `urls`."""
    async with AsyncWorkspace(Settings(**options)) as workspace:
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
    with Workspace(Settings(**options)) as workspace:
        return workspace.changed(target, since=since)


def open(**options: Any) -> Workspace:  # noqa: A001 -- read as arpent.open
    """Open a workspace for plain code.

    Args:
        **options: Fields of `Settings`.
    """
    return Workspace(Settings(**options))


def open_async(**options: Any) -> AsyncWorkspace:
    """Open a workspace for code that awaits.

    Args:
        **options: Fields of `Settings`.
    """
    return AsyncWorkspace(Settings(**options))
