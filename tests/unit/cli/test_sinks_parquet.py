"""Parquet with real types."""

import io
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from arpent.cli.columns import as_columns
from arpent.cli.sinks_parquet import SCHEMA, ParquetSink
from arpent.terms.entries import Entry

MOMENT = datetime(2024, 1, 2, 3, 4, 5, 123_456, tzinfo=UTC)


def read(*documents: list[Entry]) -> pq.ParquetFile:
    out = io.BytesIO()
    sink = ParquetSink(out)
    for rows in documents:
        sink.write("t", *as_columns(rows))
    sink.end([])
    return pq.ParquetFile(io.BytesIO(out.getvalue()))


def test_types_are_real() -> None:
    schema = read([Entry(url="u", lastmod=MOMENT)]).schema_arrow
    assert schema.field("lastmod").type == pa.timestamp("us", "UTC")
    assert schema.field("marks").type.value_type == pa.string()
    assert pa.types.is_struct(schema.field("news").type)
    assert pa.types.is_struct(schema.field("images").type.value_type)
    assert schema.names == SCHEMA.names


def test_values_come_back_as_they_were() -> None:
    entry = Entry(
        url="https://e.com/é",
        lastmod=MOMENT,
        lastmod_text="2024",
        lastmod_precision="year",
        sitemap="https://e.com/s.xml",
        marks=("loc-relative",),
        changefreq="daily",
        priority="0.1",
        news={"publication": "P", "genres": "Blog"},
        images=({"loc": "https://e.com/i.png"},),
        videos=({"title": "V", "tag": ["x", "y"], "price": 1.5},),
        alternates=({"hreflang": "fr", "href": "https://e.com/fr"},),
        title="T",
        published="now",
    )
    row: dict[str, Any] = (
        read([entry, Entry(url="u", sitemap="s")]).read().to_pylist()[0]
    )
    assert row["lastmod"] == MOMENT
    assert row["lastmod_precision"] == "year"
    assert row["marks"] == ["loc-relative"]
    assert row["news"]["publication"] == "P"
    assert row["news"]["other"] == [("genres", ["Blog"])]
    assert row["images"][0]["loc"] == "https://e.com/i.png"
    assert dict(row["videos"][0]["other"]) == {"tag": ["x", "y"], "price": ["1.5"]}
    assert row["alternates"] == [{"hreflang": "fr", "href": "https://e.com/fr"}]
    assert (row["title"], row["published"]) == ("T", "now")


def test_absent_values_are_null() -> None:
    row = read([Entry(url="u", sitemap="s")]).read().to_pylist()[0]
    assert [name for name, value in row.items() if value is not None] == [
        "url",
        "sitemap",
    ]


def test_large_documents_are_row_groups_and_small_ones_share_one() -> None:
    large = [Entry(url=f"u{n}") for n in range(20_000)]
    small = [Entry(url="s")]
    file = read(large, small, small, small)
    sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert sizes == [20_000, 3]
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_no_rows_are_a_table_with_its_columns() -> None:
    table = read().read()
    assert (table.num_rows, table.column_names) == (0, SCHEMA.names)
