"""The public names as users type them: checked by mypy, never run."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import assert_type

import arpent
from arpent.bridge import UrlStream
from arpent.terms.exchange import Request
from arpent.terms.report import Listed


def lists_urls() -> None:
    stream = arpent.urls("example.com", pause_s=2.0, budget=100)
    assert_type(stream, UrlStream)
    for entry in stream:
        assert_type(entry, arpent.Entry)
        assert_type(entry.url, str)
        assert_type(entry.lastmod, datetime | None)
        assert_type(entry.marks, tuple[str, ...])
    assert_type(stream.documents(), Iterator[Listed])
    assert_type(stream.report, arpent.Report)


async def lists_urls_while_waiting() -> None:
    stream = arpent.urls_async("example.com", all_sightings=True)
    assert_type(stream, AsyncIterator[arpent.Entry])
    async for entry in stream:
        assert_type(entry.sitemap, str | None)


def asks_what_changed() -> None:
    changes = arpent.changed("example.com", since=datetime(2026, 1, 1, tzinfo=UTC))
    assert_type(changes, arpent.Changes)
    assert_type(changes.changed, tuple[arpent.Entry, ...])
    assert_type(changes.unchanged, int)
    assert_type(changes.dates.tell_changes, bool)


def keeps_a_workspace() -> None:
    with arpent.open(concurrency=8) as workspace:
        assert_type(workspace, arpent.Workspace)
        assert_type(workspace.urls("example.com"), UrlStream)
        since = datetime(2026, 1, 1, tzinfo=UTC)
        assert_type(workspace.changed("example.com", since=since), arpent.Changes)
        assert_type(workspace.now(), datetime)


async def keeps_a_workspace_while_waiting() -> None:
    async with arpent.open_async(user_agent="acme") as workspace:
        assert_type(workspace, arpent.AsyncWorkspace)
        async for listed in workspace.urls("example.com"):
            assert_type(listed.sitemap, str)
            assert_type(len(listed.entries), int)


def reads_bytes(body: bytes) -> None:
    document = arpent.read_sitemap(body, url="https://example.com/sitemap.xml")
    assert_type(document, arpent.Document)
    assert_type(document.findings, tuple[arpent.Finding, ...])
    assert_type(document.complete, bool)
    assert_type(arpent.read_feed(body, url="https://example.com/f"), arpent.Document)
    robots = arpent.read_robots(body, url="https://example.com/robots.txt")
    assert_type(robots, arpent.Robots)
    assert_type(robots.allows("https://example.com/a", "arpent"), bool)
    assert_type(robots.crawl_delay("arpent"), float | None)
    assert_type(robots.sitemaps, tuple[str, ...])


def drives_a_walk() -> None:
    walk = arpent.Walk("https://example.com", policy=arpent.Policy(max_files=5))
    assert_type(walk.wanted(), tuple[Request, ...])


def catches_mistakes() -> str:
    try:
        arpent.Settings(pause_s=-1.0)
    except arpent.InvalidSettings as error:
        assert_type(error.source, str)
        return error.name
    except arpent.InvalidUrl as error:
        return error.reason
    except arpent.StoreError as error:
        return error.path
    except (arpent.UsageError, arpent.ArpentError) as error:
        return str(error)
    return arpent.__version__
