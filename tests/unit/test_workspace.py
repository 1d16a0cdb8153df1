"""What a workspace makes, seen without any network."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arpent.errors import StoreError, UsageError
from arpent.settings import Settings
from arpent.terms.report import StoppedBy
from arpent.workspace import AsyncWorkspace, Workspace, is_at_hand
from replay import urlset

BODY = urlset("https://kelp.test/1", "https://kelp.test/2", "https://sea.test/3")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "s.xml"
    path.write_bytes(BODY)
    return str(path)


def test_only_files_that_exist_are_at_hand(file: str) -> None:
    assert is_at_hand(file)
    assert is_at_hand("-")
    assert not is_at_hand("example.com")
    assert not is_at_hand(f"file://{file}")
    assert not is_at_hand("a\0b")
    assert not is_at_hand("x" * 10_000)


def test_a_file_is_listed_document_by_document_or_entry_by_entry(file: str) -> None:
    with Workspace() as workspace:
        (listed,) = workspace.urls(file).documents()
        assert len(listed.entries) == 3
        stream = workspace.urls(file)
        assert [entry.sitemap for entry in stream] == [file] * 3
        assert stream.report.stopped_by is StoppedBy.DONE
        assert stream.report.requests == 0


def test_a_scope_knows_registrable_domains(tmp_path: Path) -> None:
    path = tmp_path / "s.xml"
    path.write_bytes(urlset("https://a.co.uk/1", "https://w.b.co.uk/2"))
    settings = Settings(scope="site")  # type: ignore[arg-type]
    with Workspace(settings) as workspace:
        given = workspace.urls(str(path), base="https://b.co.uk/s.xml")
        assert [entry.url for entry in given] == ["https://w.b.co.uk/2"]


def test_a_stream_closes_its_workspace_when_it_ends_or_is_left(file: str) -> None:
    workspace = Workspace()
    assert len(list(workspace.stream(file))) == 3
    left = iter(workspace.stream(file))
    next(left)
    left.close()  # type: ignore[attr-defined]
    workspace.close()
    workspace.close()


def test_a_file_that_cannot_be_read_is_our_own_failure(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", fail)
    with Workspace() as workspace, pytest.raises(StoreError, match="Permission"):
        workspace.urls(file)


def test_a_moment_without_zone_is_refused() -> None:
    with Workspace() as workspace, pytest.raises(UsageError, match="time zone"):
        workspace.changed("kelp.test", since=datetime(2026, 1, 1))  # noqa: DTZ001


def test_now_is_the_moment_given_and_goes_on() -> None:
    moment = datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)
    with Workspace(Settings(now=moment)) as workspace:
        first, second = workspace.now(), workspace.now()
    assert moment <= first <= second < moment + timedelta(minutes=1)
    assert Workspace(now=lambda: moment).now() == moment


def test_the_workspace_for_code_that_awaits_lists_the_same(file: str) -> None:
    async def collect() -> list[str]:
        async with AsyncWorkspace() as workspace:
            listing = workspace.urls(file)
            return [e.url async for listed in listing for e in listed.entries]

    with Workspace() as workspace:
        assert asyncio.run(collect()) == [e.url for e in workspace.urls(file)]
