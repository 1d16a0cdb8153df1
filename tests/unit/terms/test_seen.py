"""First sightings are told from repeated ones, in little memory."""

import tracemalloc

import numpy as np
import pyarrow as pa
import pytest

from arpent.terms.columns import text_buffer
from arpent.terms.seen import SeenUrls, fingerprints


def column(*texts: str) -> pa.StringArray:
    return pa.array(texts, pa.string())


def numbered(start: int, stop: int) -> pa.StringArray:
    return pa.array(np.arange(start, stop)).cast(pa.string())


def test_first_of_equal_urls_is_the_first_sighting() -> None:
    seen = SeenUrls()
    assert seen.add(column("a", "b", "a", "a", "b")).tolist() == [1, 1, 0, 0, 0]
    assert seen.add(column("c", "b", "c")).tolist() == [1, 0, 0]
    assert len(seen) == 3


def test_one_url_at_a_time_is_the_same_set() -> None:
    seen = SeenUrls()
    assert [seen.add_one(url) for url in ("a", "b", "a", "")] == [
        True,
        True,
        False,
        True,
    ]
    assert not seen.add(column("b", "")).any()


def test_nothing_added_is_nothing_seen() -> None:
    seen = SeenUrls()
    assert seen.add(column()).tolist() == []
    assert len(seen) == 0


def test_empty_and_zero_bytes_differ() -> None:
    assert len(set(fingerprints(column("", "\0", "\0\0", "a", "a\0")).tolist())) == 5


def test_batches_larger_than_the_working_size_are_one_batch() -> None:
    seen = SeenUrls()
    urls = pa.concat_arrays([numbered(0, 100_000), numbered(50_000, 150_000)])
    first = seen.add(urls)
    assert first[:100_000].all()
    assert not first[100_000:150_000].any()
    assert first[150_000:].all()
    assert len(seen) == 150_000


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_every_layout_of_text_gives_the_same_fingerprints(kind: pa.DataType) -> None:
    words = ["https://kelp.test/é", "", "x" * 9000, "https://kelp.test/"]
    wanted = fingerprints(column(*words)).tolist()
    padded = pa.array(["before", *words, "after"], kind)
    assert fingerprints(padded.slice(1, 4)).tolist() == wanted
    chunks = pa.chunked_array([padded.slice(1, 2), padded.slice(3, 2)])
    assert fingerprints(chunks).tolist() == wanted


def test_buffer_that_ends_with_its_text_is_not_read_past() -> None:
    text = b"https://kelp.test/abc"
    bounds = np.array([0, 18, 21], np.int32)
    tight = pa.StringArray.from_buffers(2, pa.py_buffer(bounds), pa.py_buffer(text))
    same = column("https://kelp.test/", "abc")
    assert fingerprints(tight).tolist() == fingerprints(same).tolist()


def test_fingerprints_never_change() -> None:
    # Stored ones would lose their meaning: these numbers are the specification's.
    prints = fingerprints(column("", "https://kelp.test/", "é" * 3000)).tolist()
    assert prints == [0, 5123755789154573811, 17207968845374228047]


def test_fingerprints_of_similar_urls_differ_in_half_of_their_bits() -> None:
    prints = fingerprints(
        pa.array([f"https://kelp.test/a/{n}" for n in range(20_000)], pa.string())
    )
    assert len(np.unique(prints)) == 20_000
    flips = np.bitwise_count(prints[1:] ^ prints[:-1])
    assert 31.5 < float(flips.mean()) < 32.5
    counts = np.bincount((prints >> np.uint64(60)).astype(np.int64), minlength=16)
    assert counts.min() > 1000


def test_memory_stays_below_16_bytes_a_url() -> None:
    count, batch = 1_000_000, 50_000
    seen = SeenUrls()
    tracemalloc.start()
    peaks = []
    for start in range(0, count, batch):
        seen.add(numbered(start, start + batch))
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    assert len(seen) == count
    scratch = peaks[0]  # of one batch, whatever the size of the set
    assert peaks[-1] < 16 * count + scratch


def test_fingerprints_crowded_by_intent_are_still_told_apart() -> None:
    seen = SeenUrls()
    crowd = np.arange(200_000, dtype=np.uint64) + np.uint64(1 << 63)
    for at in range(0, 200_000, 50_000):
        assert seen._add(crowd[at : at + 50_000]).all()  # noqa: SLF001
    assert not seen._add(crowd[::7]).any()  # noqa: SLF001


def test_buffer_of_an_empty_column_is_empty() -> None:
    data, edges = text_buffer(pa.array(["", "", None], pa.string()))
    assert (len(data), edges.tolist()) == (0, [0, 0, 0, 0])
    data, edges = text_buffer(pa.chunked_array([], pa.string()))
    assert (len(data), edges.tolist()) == (0, [0])
