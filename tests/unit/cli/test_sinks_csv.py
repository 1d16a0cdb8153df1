"""CSV that a spreadsheet may open."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpent.cli.columns import as_columns
from arpent.cli.sinks_csv import COLUMNS, CsvSink, safe_cell
from arpent.terms.entries import Entry

FORMULA = re.compile(r"(^|[\r\n])[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]")


def rows(
    *entries: Entry, raw: bool = False, terminal: bool = False
) -> list[dict[str, str]]:
    out = io.BytesIO()
    sink = CsvSink(out, raw=raw, terminal=terminal)
    sink.write("t", *as_columns(entries))
    sink.end([])
    text = io.StringIO(out.getvalue().decode(), newline="")
    return list(csv.DictReader(text, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        " =1",
        "\u00a0=1",
        "\t=1",
        "\tx",
        "\rx",
        "\nx",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20x",
        "\ufeff=1",
        "\u3000=1",
        '=HYPERLINK("https://evil.example","x")',
    ],
)
def test_cell_that_starts_a_formula_gets_an_apostrophe(text: str) -> None:
    assert safe_cell(text) == f"'{text}"
    entry = Entry(url="https://e.com/", title=text)
    assert rows(entry)[0]["title"] == f"'{text}"
    assert rows(entry, raw=True)[0]["title"] == text


def test_formula_after_an_inner_line_break_gets_one_too() -> None:
    assert safe_cell("a\n=1\r\n +2\nok") == "a\n'=1\r\n' +2\nok"


@pytest.mark.parametrize("text", ["a=b", "1-2", "https://e.com/?a=b", "", "'=1"])
def test_other_cells_stay(text: str) -> None:
    assert safe_cell(text) == text


@given(st.lists(st.text(max_size=12), min_size=1, max_size=4))
def test_no_cell_ever_starts_a_formula(texts: list[str]) -> None:
    entries = [
        Entry(
            url=f"https://e.com/{n}",
            changefreq=text.encode("utf-8", "replace").decode(),
        )
        for n, text in enumerate(texts)
    ]
    for row in rows(*entries):
        assert not FORMULA.search(row["changefreq"])


def test_columns_are_the_fields_of_the_record() -> None:
    entry = Entry(
        url="https://e.com/?a=1,2",
        lastmod_text='say "when"',
        sitemap="https://e.com/s.xml",
        marks=("loc-relative", "host-mismatch"),
        images=({"loc": "https://e.com/i.png"},),
    )
    row = rows(entry)[0]
    assert tuple(row) == COLUMNS
    assert row["url"] == entry.url
    assert row["lastmod_text"] == entry.lastmod_text
    assert row["marks"] == "loc-relative host-mismatch"
    assert row["images"] == '[{"loc":"https://e.com/i.png"}]'
    assert row["news"] == ""


def test_no_rows_leave_the_header() -> None:
    out = io.BytesIO()
    CsvSink(out).end([])
    assert out.getvalue().decode().strip() == ",".join(COLUMNS)


def test_terminal_gets_no_escape_sequence() -> None:
    row = rows(Entry(url="https://e.com/\x1b[2J"), terminal=True)[0]
    assert row["url"] == r"https://e.com/\x1b[2J"
