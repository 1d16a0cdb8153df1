"""URLs one a line, and the table."""

import io
from datetime import UTC, datetime

import pytest

from arpent.cli.columns import as_columns
from arpent.cli.sinks import TableSink, UrlSink
from arpent.terms.entries import Entries, Entry
from arpent.terms.visible import visible


def lines(*urls: str, terminal: bool = False) -> list[str]:
    out = io.BytesIO()
    UrlSink(out, terminal=terminal).write("t", *as_columns(Entry(url=u) for u in urls))
    text = out.getvalue().decode()
    assert text.endswith("\n")
    return text[:-1].split("\n")


def test_one_url_a_line_in_order() -> None:
    urls = [f"https://example.com/{n}" for n in range(40_000)]
    assert lines(*urls) == urls


def test_non_ascii_urls_are_written_as_published() -> None:
    assert lines("https://example.com/日本", "https://example.com/a") == [
        "https://example.com/日本",
        "https://example.com/a",
    ]


@pytest.mark.parametrize("terminal", [True, False])
def test_a_url_with_a_line_break_stays_on_one_line(*, terminal: bool) -> None:
    shown = lines(
        "https://e.com/a\nhttps://evil.com/", "https://e.com/b", terminal=terminal
    )
    assert shown == [
        "https://e.com/a" + visible("\n") + "https://evil.com/",
        "https://e.com/b",
    ]


def test_bidirectional_controls_are_escaped_on_a_terminal_only() -> None:
    url = "https://e.com/\u202egpj"
    assert lines(url, terminal=True) == [r"https://e.com/\u202egpj"]
    assert lines(url) == [url]


def test_no_entries_write_nothing() -> None:
    out = io.BytesIO()
    sink = UrlSink(out)
    sink.write("t", "https://e.com/s.xml", Entries.none())
    sink.end([])
    assert out.getvalue() == b""


def test_table_shows_dates_marks_and_no_escape_sequence() -> None:
    out = io.BytesIO()
    rows = [
        Entry(url="https://e.com/[red]a\x1b[2J", marks=("host-mismatch",)),
        Entry(url="https://e.com/b", lastmod=datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)),
    ]
    TableSink(out).write("t", *as_columns(rows))
    first, second = out.getvalue().decode().splitlines()
    assert first.split() == ["-", r"https://e.com/[red]a\x1b[2J", "[host-mismatch]"]
    assert second == "2024-01-02T03:04:05Z  https://e.com/b"
