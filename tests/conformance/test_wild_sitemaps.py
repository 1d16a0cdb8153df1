"""The reader against documents of the wild, each with what it is known to hold."""

import json
from typing import Any

import pytest

from arpent.formats.sitemap import read_sitemap
from arpent.terms.documents import Child
from arpent.terms.entries import Entry
from corpora import CORPUS, needs_corpus

UNREADABLE = {"unknown", "error", "html", "urlset"}


def expectations() -> list[dict[str, Any]]:
    if CORPUS is None:
        return []
    lines = (CORPUS / "sitemaps" / "expected.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [row for row in rows if row["kind"] != "robots"]


@needs_corpus
@pytest.mark.parametrize("extensions", [True, False], ids=["extensions", "plain"])
@pytest.mark.parametrize("accelerate", [True, False], ids=["fast", "tolerant"])
@pytest.mark.parametrize("row", expectations(), ids=lambda row: row["file"])
def test_wild_document_is_read_as_known(
    row: dict[str, Any], *, accelerate: bool, extensions: bool
) -> None:
    assert CORPUS is not None
    body = (CORPUS / "sitemaps" / row["file"]).read_bytes()
    document = read_sitemap(
        body, url=row["file"], accelerate=accelerate, extensions=extensions
    )
    listed: tuple[Child | Entry, ...] = document.sitemaps or tuple(document.entries)
    if row["kind"] == "invalid":
        assert document.kind.value in UNREADABLE
        assert not document.complete
    else:
        assert document.kind.value == row["kind"]
    assert len(listed) == row["urls"]
    if row["first_loc"] is not None:
        assert listed[0].url == row["first_loc"]
    if row["first_lastmod"] is not None:
        assert listed[0].lastmod_text == row["first_lastmod"]
