"""Files come out of their own compression, whatever their name."""

import gzip
import zlib
from types import ModuleType

import pytest
from zlib_ng import zlib_ng

from arpent.formats.decode import Unpacked, unpack

PLAIN = b"<urlset><url><loc>https://kelp.test/</loc></url></urlset>"
LIMIT = 1 << 20
ENGINES = pytest.mark.parametrize("engine", [zlib, zlib_ng], ids=["zlib", "zlib_ng"])


def rules(unpacked: Unpacked) -> list[str]:
    return sorted(found.rule for found in unpacked.findings)


def layered(body: bytes, layers: int) -> bytes:
    for _ in range(layers):
        body = gzip.compress(body)
    return body


def test_plain_file_is_given_as_it_is() -> None:
    unpacked = unpack(PLAIN, limit_bytes=LIMIT, url="https://kelp.test/s.xml")
    assert unpacked == Unpacked(body=PLAIN)
    assert unpacked.body is PLAIN


@ENGINES
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_up_to_three_layers_come_off(engine: ModuleType, layers: int) -> None:
    body = layered(PLAIN, layers)
    unpacked = unpack(body, limit_bytes=LIMIT, engine=engine)
    assert (unpacked.body, unpacked.layers) == (PLAIN, layers)
    assert unpacked.complete
    assert rules(unpacked) == ([] if layers == 1 else ["gzip-double"])


def test_fourth_layer_stays_on() -> None:
    unpacked = unpack(layered(PLAIN, 4), limit_bytes=LIMIT)
    assert gzip.decompress(unpacked.body) == PLAIN
    assert not unpacked.complete
    assert rules(unpacked) == ["gzip-double", "gzip-too-many-layers"]


@ENGINES
def test_concatenated_members_and_what_trails_them(engine: ModuleType) -> None:
    body = gzip.compress(b"a") + gzip.compress(b"b") + b"\0junk"
    unpacked = unpack(body, limit_bytes=LIMIT, engine=engine)
    assert (unpacked.body, unpacked.complete) == (b"ab", True)
    assert rules(unpacked) == ["gzip-trailing-bytes"]


@ENGINES
def test_cut_file_gives_all_that_inflates(engine: ModuleType) -> None:
    plain = b"".join(f"<loc>{n * n * 31}</loc>".encode() for n in range(30_000))
    body = gzip.compress(plain)
    unpacked = unpack(body[:-8], limit_bytes=LIMIT, engine=engine)
    assert unpacked.body == plain  # only the trailer is missing
    assert (unpacked.complete, rules(unpacked)) == (False, ["gzip-cut"])
    half = unpack(body[: len(body) // 2], limit_bytes=LIMIT, engine=engine)
    assert plain.startswith(half.body)
    assert len(half.body) > len(plain) // 3


@ENGINES
def test_wrong_checksum_keeps_the_whole_text(engine: ModuleType) -> None:
    plain = b"".join(f"<loc>{n * n * 31}</loc>".encode() for n in range(30_000))
    body = bytearray(gzip.compress(plain))
    body[-8] ^= 1
    unpacked = unpack(bytes(body), limit_bytes=LIMIT, engine=engine)
    assert unpacked.body == plain
    assert (unpacked.complete, rules(unpacked)) == (False, ["gzip-broken"])


def test_both_engines_stop_at_the_same_damage() -> None:
    plain = b"".join(f"<loc>{n * n * 31}</loc>".encode() for n in range(30_000))
    packed = gzip.compress(plain)
    for at in range(1000, len(packed), len(packed) // 40):
        body = bytearray(packed)
        body[at : at + 8] = b"\xff\x00\xaa\x55" * 2
        one = unpack(bytes(body), limit_bytes=LIMIT, engine=zlib)
        other = unpack(bytes(body), limit_bytes=LIMIT, engine=zlib_ng)
        assert one.body == other.body
        assert rules(one) == rules(other) == ["gzip-broken"]
        assert len(one.body) > 100


@ENGINES
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_bomb_stops_at_the_limit(engine: ModuleType, layers: int) -> None:
    body = layered(bytes(20 << 20), layers)
    unpacked = unpack(body, limit_bytes=LIMIT, engine=engine)
    assert len(unpacked.body) == LIMIT
    assert not unpacked.complete
    assert "file-over-limit" in rules(unpacked)


def test_layer_in_the_middle_is_limited_too() -> None:
    inner = gzip.compress(PLAIN) + bytes(20 << 20)  # all of it trails the inner layer
    unpacked = unpack(gzip.compress(inner), limit_bytes=LIMIT)
    assert unpacked.body == PLAIN
    assert not unpacked.complete
    assert "file-over-limit" in rules(unpacked)


def test_plain_file_over_the_limit_is_cut() -> None:
    unpacked = unpack(PLAIN, limit_bytes=10)
    assert (unpacked.body, unpacked.complete) == (PLAIN[:10], False)
    assert rules(unpacked) == ["file-over-limit"]


def test_file_of_exactly_the_limit_is_whole() -> None:
    assert unpack(PLAIN, limit_bytes=len(PLAIN)).complete
    assert unpack(gzip.compress(PLAIN), limit_bytes=len(PLAIN)).complete


def test_zip_is_kept_and_reported() -> None:
    unpacked = unpack(b"PK\x03\x04rest", limit_bytes=LIMIT)
    assert unpacked.body == b"PK\x03\x04rest"
    assert rules(unpacked) == ["zip-not-allowed"]


@pytest.mark.parametrize(
    ("url", "body", "expected"),
    [
        ("https://kelp.test/s.xml.GZ?v=1", PLAIN, ["gzip-name-mismatch"]),
        (
            "https://kelp.test/s.xml",
            gzip.compress(PLAIN, mtime=0),
            ["gzip-name-mismatch"],
        ),
        ("https://kelp.test/s.xml.gz", gzip.compress(PLAIN, mtime=0), []),
        ("https://kelp.test/s.xml?x=.gz", PLAIN, []),
        ("https://[kelp.test/s.xml.gz", gzip.compress(PLAIN, mtime=0), []),
        ("https://kelp.test/s.xml.gz", b"", []),
    ],
)
def test_name_and_bytes_are_compared(
    url: str, body: bytes, expected: list[str]
) -> None:
    assert rules(unpack(body, limit_bytes=LIMIT, url=url)) == expected


@pytest.mark.parametrize("body", [b"", b"\x1f", b"\x1f\x8b", b"\x1f\x8b\x08"])
def test_first_bytes_of_gzip_alone_do_not_fail(body: bytes) -> None:
    unpacked = unpack(body, limit_bytes=LIMIT)
    assert unpacked.complete is (len(body) < 2)


@pytest.mark.parametrize("said", [0, 1, 3 << 20, (3 << 20) + 1, 0xFFFF_FFFF])
def test_a_length_that_is_said_wrongly_loses_nothing(said: int) -> None:
    content = bytes(range(256)) * (3 << 12)
    body = gzip.compress(content, 1)[:-4] + said.to_bytes(4, "little")
    unpacked = unpack(body, limit_bytes=8 << 20)
    assert unpacked.body == content
    assert unpacked.complete == (said == len(content))
