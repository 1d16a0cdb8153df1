"""Seen URLs are a set of texts, and fingerprints keep their specification."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from arpent.terms.seen import SeenUrls, fingerprints

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.sampled_from(["", "a", "https://kelp.test/", "https://kelp.test/a", "é" * 2100]),
)
WORD_MASK = (1 << 64) - 1


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD_MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD_MASK
    return x ^ x >> 31


def reference(text: bytes) -> int:
    if len(text) > 4096:
        blocks = [text[at : at + 4096] for at in range(0, len(text), 4096)]
        return reference(b"".join(reference(b).to_bytes(8, "little") for b in blocks))
    h = len(text) * 0x9E3779B97F4A7C15 & WORD_MASK
    for at in range(0, len(text), 8):
        h = mix(h ^ int.from_bytes(text[at : at + 8], "little"))
    return h


@given(st.lists(TEXTS), st.integers(0, 3), st.integers(0, 3))
def test_fingerprints_follow_their_specification(
    texts: list[str], head: int, tail: int
) -> None:
    column = pa.array(["x"] * head + texts + ["yy"] * tail, pa.string())
    column = column.slice(head, len(texts))
    assert fingerprints(column).tolist() == [reference(t.encode()) for t in texts]


@given(st.lists(st.lists(TEXTS, max_size=12), max_size=12))
def test_seen_urls_are_a_set(batches: list[list[str]]) -> None:
    seen, known = SeenUrls(), set[str]()
    for batch in batches:
        wanted = []
        for text in batch:
            wanted.append(text not in known)
            known.add(text)
        assert seen.add(pa.array(batch, pa.string())).tolist() == wanted
    assert len(seen) == len(known)
