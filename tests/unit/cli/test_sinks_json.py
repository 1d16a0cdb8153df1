"""JSON lines and JSON documents say what the entries say."""

import io
import json
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from arpent.cli.columns import as_columns
from arpent.cli.reports import entry_as_json
from arpent.cli.sinks_json import JsonLinesSink, JsonSink, json_rows
from arpent.terms.entries import Entries, Entry
from arpent.terms.report import Report
from arpent.terms.rules import MARKS

NOW = datetime(2024, 5, 6, tzinfo=UTC)
FULL = Entry(
    url='https://e.com/"quoted"\\\n\x7f\u2028é',
    lastmod=datetime(2024, 1, 2, 3, 4, 5, 120_000, tzinfo=UTC),
    lastmod_text="2024-01-02T03:04:05.12Z",
    lastmod_precision="fraction",
    sitemap="https://e.com/s.xml",
    marks=("loc-relative", "robots-disallowed"),
    changefreq="daily",
    priority="0.5",
    news={"publication": "The Times", "language": "en"},
    images=({"loc": "https://e.com/i.png"},),
    videos=({"title": "A", "tag": ["x", "y"]},),
    alternates=({"hreflang": "fr", "href": "https://e.com/fr"},),
    title="T",
    published="2024",
)

texts = st.text(st.characters(codec="utf-8"), max_size=20)
records = st.lists(
    st.dictionaries(texts, texts, min_size=1, max_size=2), max_size=2
).map(tuple)
entries = st.builds(
    Entry,
    url=texts,
    lastmod=st.none()
    | st.datetimes(
        datetime(1900, 1, 1),  # noqa: DTZ001 -- Hypothesis adds the zone
        timezones=st.just(UTC),
    ),
    lastmod_text=st.none() | texts,
    lastmod_precision=st.sampled_from([None, "year", "day", "second", "fraction"]),
    sitemap=texts,
    marks=st.lists(st.sampled_from(MARKS), unique=True, max_size=3).map(
        lambda names: tuple(sorted(names, key=MARKS.index))
    ),
    changefreq=st.none() | texts,
    priority=st.none() | texts,
    news=st.none() | st.dictionaries(texts, texts, min_size=1, max_size=2),
    images=records,
    videos=records,
    alternates=records,
    title=st.none() | texts.filter(bool),
    published=st.none() | texts.filter(bool),
)


def written(*rows: Entry) -> list[Any]:
    out = io.BytesIO()
    JsonLinesSink(out).write("t", *as_columns(rows))
    assert out.getvalue().isascii()
    return [json.loads(line) for line in out.getvalue().split(b"\n")[:-1]]


@given(st.lists(entries, max_size=5))
def test_columns_and_single_entries_give_the_same_records(rows: list[Entry]) -> None:
    got = [json.loads(text) for text in json_rows(*as_columns(rows)).to_pylist()]
    assert got == [entry_as_json(row) for row in rows]


def test_full_record_has_every_field_as_promised() -> None:
    assert written(FULL) == [
        {
            "url": FULL.url,
            "lastmod": "2024-01-02T03:04:05.12Z",
            "lastmod_text": "2024-01-02T03:04:05.12Z",
            "lastmod_precision": "fraction",
            "sitemap": "https://e.com/s.xml",
            "marks": ["loc-relative", "robots-disallowed"],
            "changefreq": "daily",
            "priority": "0.5",
            "news": {"publication": "The Times", "language": "en"},
            "images": [{"loc": "https://e.com/i.png"}],
            "videos": [{"title": "A", "tag": ["x", "y"]}],
            "alternates": [{"hreflang": "fr", "href": "https://e.com/fr"}],
            "title": "T",
            "published": "2024",
        }
    ]


def test_absent_fields_are_left_out() -> None:
    assert written(Entry(url="https://e.com/", sitemap="s")) == [
        {"url": "https://e.com/", "sitemap": "s"}
    ]


def test_delete_is_escaped_too() -> None:
    out = io.BytesIO()
    JsonLinesSink(out).write("t", *as_columns([FULL]))
    assert b"\x7f" not in out.getvalue()


def test_slices_keep_rows_and_their_extensions() -> None:
    rows = [Entry(url=f"u{n}", sitemap=f"s{n}", title=f"t{n}") for n in range(40_000)]
    got = written(*rows)
    assert [(r["url"], r["sitemap"], r["title"]) for r in got] == [
        (f"u{n}", f"s{n}", f"t{n}") for n in range(40_000)
    ]


def test_slice_of_an_array_is_read_where_it_begins() -> None:
    column = pa.array(["\n", "a", "b"]).slice(1)
    listed_by, part = as_columns([Entry(url="x"), Entry(url="y")])
    got = json_rows(column, part)
    assert [json.loads(t)["sitemap"] for t in got.to_pylist()] == ["a", "b"]
    assert len(listed_by) == 2


def report(target: str) -> Report:
    return Report(target=target, origin=None, started_at=NOW, finished_at=NOW)


def test_one_target_is_one_object_with_its_report() -> None:
    out = io.BytesIO()
    sink = JsonSink(out, ["a"])
    sink.write("a", "s", as_columns([Entry(url="1")])[1])
    sink.write("a", "s", as_columns([Entry(url="2")])[1])
    sink.end([report("a")])
    got = json.loads(out.getvalue())
    assert [e["url"] for e in got["entries"]] == ["1", "2"]
    assert (got["target"], got["report"]["target"]) == ("a", "a")


def test_several_targets_are_an_array_in_their_order_however_they_come() -> None:
    out = io.BytesIO()
    sink = JsonSink(out, ["a", "b", "c"])
    for target, url in (("b", "1"), ("a", "2"), ("b", "3")):
        sink.write(target, "s", as_columns([Entry(url=url)])[1])
    sink.end([report(target) for target in "abc"])
    got = json.loads(out.getvalue())
    assert [(o["target"], [e["url"] for e in o["entries"]]) for o in got] == [
        ("a", ["2"]),
        ("b", ["1", "3"]),
        ("c", []),
    ]


def test_nothing_found_is_a_whole_document_still() -> None:
    out = io.BytesIO()
    sink = JsonSink(out, ["a"])
    sink.write("a", "s", Entries.none())
    sink.end([report("a")])
    assert json.loads(out.getvalue())["entries"] == []
