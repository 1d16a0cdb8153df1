"""The reader against tables of small documents: our own, and the shared one."""

import base64
import json
from typing import Any

import pytest

from arpent.formats.decode import ContentDecoder
from arpent.formats.sitemap import read_sitemap
from conformance.reader_cases import BASE, CASES, Case
from corpora import CORPUS, needs_corpus


@pytest.mark.parametrize("accelerate", [True, False], ids=["fast", "tolerant"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_document_is_read_as_meant(case: Case, *, accelerate: bool) -> None:
    document = read_sitemap(
        case.body, url=BASE, content_type=case.content_type, accelerate=accelerate
    )
    entries = list(document.entries)
    assert tuple(entry.url for entry in entries) == case.urls
    assert document.kind is case.kind
    assert tuple(child.url for child in document.sitemaps) == case.children
    assert document.complete is case.complete
    rules = {found.rule for found in document.findings}
    assert set(case.rules) <= rules
    if case.clean:
        assert not document.findings
    for url, marks in case.marks.items():
        for entry in entries:
            if entry.url == url:
                assert set(marks) <= set(entry.marks)
                assert marks or not entry.marks


def test_ids_are_unique() -> None:
    ids = [case.id for case in CASES]
    assert len(set(ids)) == len(ids)


MORE = {"bad_utf8", "utf8_declared_latin1_actual"}
"""Cases where one more entry, marked, is right."""


def shared() -> list[dict[str, Any]]:
    if CORPUS is None:
        return []
    lines = (CORPUS / "reader-cases.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def followed(body: bytes, url: str, content_type: str, seen: set[str]) -> list[str]:
    """Return the pages of a document and of its children, in order."""
    assert CORPUS is not None
    children = json.loads((CORPUS / "reader-cases-children.json").read_text("utf-8"))
    if url in seen:
        return []
    seen.add(url)
    document = read_sitemap(body, url=url, content_type=content_type)
    found = [entry.url for entry in document.entries]
    for child in document.sitemaps:
        if child.url in children:
            found += followed(children[child.url].encode(), child.url, "", seen)
    return list(dict.fromkeys(found))


@needs_corpus
@pytest.mark.parametrize("case", shared(), ids=lambda case: case["id"])
def test_shared_case_is_read_as_meant(case: dict[str, Any]) -> None:
    body = base64.b64decode(case["body_b64"])
    coding = case["headers"].get("Content-Encoding", "")
    decoder = ContentDecoder(coding, 1 << 20)
    decoder.feed(body)
    body = decoder.finish().body
    found = followed(body, case["url"], case["content_type"], set())
    expected = case["expected"]
    if expected is None:
        assert found is not None
    elif case["id"] in MORE:
        assert set(expected) < set(found)
        assert len(found) == len(expected) + 1
        document = read_sitemap(body, url=case["url"])
        assert [len(entry.marks) > 0 for entry in document.entries] == [
            entry.url not in expected for entry in document.entries
        ]
    else:
        assert sorted(found) == sorted(expected)
