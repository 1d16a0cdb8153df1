"""The verbs from Python, against the simulated sites."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import arpent
from arpent.demo.server import Farm
from arpent.terms.exchange import LogRow
from arpent.terms.report import Progress, StoppedBy


@pytest.fixture
def options(farm: Farm) -> dict[str, Any]:
    return {"resolve": tuple(farm.resolve), "pause_s": 0.0, "timeout_s": 10.0}


def test_urls_streams_entries_with_date_and_origin(options: dict[str, Any]) -> None:
    stream = arpent.urls("honest.sim", **options)
    entries = list(stream)
    assert len(entries) == stream.report.urls == 480
    assert all(e.lastmod and e.lastmod.tzinfo is UTC for e in entries)
    assert {e.sitemap for e in entries} <= {s.url for s in stream.report.sitemaps}
    assert stream.report.stopped_by is StoppedBy.DONE
    assert stream.report.complete


def test_leaving_a_stream_early_closes_everything(
    options: dict[str, Any], farm: Farm
) -> None:
    stream = iter(arpent.urls("big.sim", **options))
    first = next(stream)
    assert first.url.startswith("http://big.sim/")
    stream.close()  # type: ignore[attr-defined]
    asked = len(farm.log("big.sim"))
    assert asked <= 4


def test_documents_come_as_columns(options: dict[str, Any]) -> None:
    listed = list(arpent.urls("honest.sim", **options).documents())
    assert [len(one.entries) > 0 for one in listed] == [True] * 4
    assert sum(len(one.entries) for one in listed) == 480


def test_the_async_twin_gives_the_same_entries(options: dict[str, Any]) -> None:
    async def collect() -> list[arpent.Entry]:
        return [entry async for entry in arpent.urls_async("honest.sim", **options)]

    assert asyncio.run(collect()) == list(arpent.urls("honest.sim", **options))


def test_a_workspace_works_inside_a_running_loop(options: dict[str, Any]) -> None:
    async def notebook() -> int:
        with arpent.open(**options) as workspace:
            return sum(1 for _ in workspace.urls("honest.sim"))

    assert asyncio.run(notebook()) == 480


def test_changed_gives_three_lists_that_add_up(options: dict[str, Any]) -> None:
    since = datetime.now(UTC) - timedelta(days=30)  # noqa: DTZ005, TID251, RUF100
    changes = arpent.changed("honest.sim", since=since, **options)
    total = len(changes.changed) + len(changes.undated) + changes.unchanged
    assert changes.total == total == 480
    dates = [entry.lastmod for entry in changes.changed]
    assert dates == sorted(dates, reverse=True)  # type: ignore[type-var]
    assert changes.dates.tell_changes


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("batch.sim", "suspect-batch"),
        ("frozen.sim", "frozen"),
        ("future.sim", "future"),
        ("generation.sim", "generation"),
        ("publication.sim", "publication"),
        ("undated.sim", "missing"),
    ],
)
def test_changed_says_at_once_that_dates_mean_nothing(
    options: dict[str, Any], host: str, kind: str
) -> None:
    since = datetime(2020, 1, 1, tzinfo=UTC)
    changes = arpent.changed(host, since=since, **options)
    assert changes.dates.kind == kind
    assert not changes.dates.tell_changes


def test_a_moment_without_zone_is_refused(options: dict[str, Any]) -> None:
    naive = datetime(2026, 1, 1)  # noqa: DTZ001
    with pytest.raises(arpent.UsageError, match="time zone"):
        arpent.changed("honest.sim", since=naive, **options)


def test_watchers_see_each_request_and_the_progress(
    options: dict[str, Any], farm: Farm
) -> None:
    rows: list[LogRow] = []
    told: list[Progress] = []
    with arpent.open(**options) as workspace:
        stream = workspace.urls("honest.sim", watch=rows.append, progress=told.append)
        count = sum(1 for _ in stream)
    sent = [row.url for row in rows if row.sent]
    assert sent == [f"http://honest.sim{v.target}" for v in farm.log("honest.sim")]
    assert told[-1].urls == count
    assert told[-1].files_read == told[-1].files_known == 5


def test_scope_host_leaves_out_what_lies_elsewhere(options: dict[str, Any]) -> None:
    everything = {e.url for e in arpent.urls("crosshost.sim", **options)}
    host = {e.url for e in arpent.urls("crosshost.sim", scope="host", **options)}
    site = {e.url for e in arpent.urls("crosshost.sim", scope="site", **options)}
    assert host < everything
    assert host <= site <= everything


def test_all_sightings_repeat_what_is_listed_twice(tmp_path: Path) -> None:
    text = "https://kelp.test/a\nhttps://kelp.test/b\nhttps://kelp.test/a\n"
    file = tmp_path / "list.txt"
    file.write_text(text)
    assert [e.url for e in arpent.urls(str(file))] == [
        "https://kelp.test/a",
        "https://kelp.test/b",
    ]
    assert len(list(arpent.urls(str(file), all_sightings=True))) == 3


def test_a_local_file_is_read_with_no_request(farm: Farm, tmp_path: Path) -> None:
    file = tmp_path / "sitemap.xml"
    file.write_text("<urlset><url><loc>/a</loc></url></urlset>")
    with arpent.open() as workspace:
        stream = workspace.urls(str(file), base="https://kelp.test/d/sitemap.xml")
        (entry,) = stream
    assert entry.url == "https://kelp.test/a"
    assert {"loc-relative", "path-out-of-scope"} <= set(entry.marks)
    assert stream.report.requests == 0
    assert not farm.log()


def test_options_that_cannot_be_used_are_refused_with_their_name() -> None:
    with pytest.raises(arpent.InvalidSettings, match="pause"):
        arpent.urls("kelp.test", pause_s=-1)


def test_a_misspelt_option_is_refused_with_the_right_name() -> None:
    with pytest.raises(arpent.UsageError, match="did you mean pause_s"):
        arpent.urls("kelp.test", pause=1)


def test_readers_of_bytes_need_no_network() -> None:
    document = arpent.read_sitemap(
        b"<urlset><url><loc>http://kelp.test/</loc></url></urlset>",
        url="http://kelp.test/sitemap.xml",
    )
    assert [entry.url for entry in document.entries] == ["http://kelp.test/"]
    robots = arpent.read_robots(
        b"User-agent: *\nDisallow: /a", url="http://kelp.test/robots.txt"
    )
    assert not robots.allows("http://kelp.test/a", "arpent")
    feed = arpent.read_feed(
        b'<rss version="2.0"><channel><item><link>http://kelp.test/1</link></item>'
        b"</channel></rss>",
        url="http://kelp.test/feed",
    )
    assert len(feed.entries) == 1


@pytest.mark.parametrize("name", arpent.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(arpent, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = arpent.nonsense
