"""Content codings come off within the limit, and lies are seen through."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable
from hashlib import shake_256

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from zlib_ng import zlib_ng

from arpent.formats.codings import Zstd
from arpent.formats.decode import ACCEPT_ENCODING, ContentDecoder, Decoded
from arpent.terms.exchange import Fault

PLAIN = (
    b"<?xml version='1.0'?><urlset><url><loc>https://kelp.test/</loc></url></urlset>"
)
LIMIT = 1 << 20
ENGINES = pytest.mark.parametrize("engine", [zlib, zlib_ng], ids=["zlib", "zlib_ng"])


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


def brotli_of(data: bytes) -> bytes:
    packed: bytes = brotli.compress(data, quality=5)
    return packed


def zstd_of(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli_of,
    "zstd": zstd_of,
    "identity": bytes,
    "": bytes,
}
CODINGS = pytest.mark.parametrize("coding", list(PACK))
REAL = pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])


def decode(
    codings: str, body: bytes, limit: int = LIMIT, *, size: int = 1 << 16
) -> Decoded:
    decoder = ContentDecoder(codings, limit)
    for at in range(0, len(body), size):
        decoder.feed(body[at : at + size])
    return decoder.finish()


def rules(decoded: Decoded) -> list[str]:
    return [found.rule for found in decoded.findings]


@CODINGS
@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_each_coding_is_taken_off_whatever_the_chunks(coding: str, size: int) -> None:
    decoded = decode(coding, PACK[coding](PLAIN), size=size)
    assert decoded == Decoded(body=PLAIN)


def test_accept_encoding_names_what_is_decoded() -> None:
    assert ACCEPT_ENCODING == "gzip, deflate, br, zstd"


def test_deflate_without_its_zlib_header_is_read() -> None:
    assert decode("deflate", raw_deflate(PLAIN)).body == PLAIN


def test_codings_come_off_in_reverse_order() -> None:
    body = zstd_of(brotli_of(gzip.compress(PLAIN)))
    assert decode("gzip, BR ,zstd", body) == Decoded(body=PLAIN)


def test_four_codings_are_refused() -> None:
    decoded = decode("gzip, gzip, gzip, gzip", PLAIN)
    assert (decoded.fault, rules(decoded)) == (Fault.ENCODING, ["encoding-refused"])


def test_unknown_coding_is_a_fault_that_keeps_the_bytes() -> None:
    decoded = decode("compress", PLAIN)
    assert (decoded.fault, decoded.body) == (Fault.ENCODING, PLAIN)
    assert "compress" in decoded.detail
    assert rules(decoded) == ["encoding-refused"]


@REAL
@pytest.mark.parametrize("size", [1, 1 << 16])
@pytest.mark.parametrize(
    "plain", [PLAIN, b"User-agent: *\nDisallow:\n", "\ufeffhttps://k.test/é".encode()]
)
def test_plain_body_under_a_coding_passes_with_a_finding(
    coding: str, size: int, plain: bytes
) -> None:
    decoded = decode(coding, plain, size=size)
    assert (decoded.body, decoded.fault) == (plain, None)
    assert rules(decoded) == ["encoding-lie"]


@pytest.mark.parametrize("coding", ["deflate", "br", "zstd"])
def test_gzip_under_another_name_passes_for_the_next_to_read(coding: str) -> None:
    packed = gzip.compress(PLAIN)
    decoded = decode(coding, packed)
    assert (decoded.body, rules(decoded)) == (packed, ["encoding-lie"])


@CODINGS
def test_empty_body_is_no_fault(coding: str) -> None:
    assert decode(coding, b"") == Decoded(body=b"")


def test_gzip_members_are_read_one_after_the_other() -> None:
    body = gzip.compress(b"one ") + gzip.compress(b"") + gzip.compress(b"two")
    for size in (1, 5, 1000):
        assert decode("gzip", body, size=size) == Decoded(body=b"one two")


def test_zstd_frames_are_read_and_skipped_ones_stepped_over() -> None:
    skipped = b"\x50\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"extra"
    body = zstd_of(b"one ") + skipped + zstd_of(b"two")
    for size in (1, 5, 1000):
        assert decode("zstd", body, size=size) == Decoded(body=b"one two")


@REAL
@pytest.mark.parametrize("size", [1, 3, 1 << 16])
@pytest.mark.parametrize("tail", [b"\n", b"\0" * 600, b"<!-- cached -->"])
def test_bytes_after_the_data_are_a_finding(
    coding: str, size: int, tail: bytes
) -> None:
    decoded = decode(coding, PACK[coding](PLAIN) + tail, size=size)
    assert (decoded.body, decoded.fault) == (PLAIN, None)
    assert rules(decoded) == ["gzip-trailing-bytes"]
    assert f"{len(tail):,} bytes" in decoded.findings[0].message


def noise(count: int) -> bytes:
    return b"".join(
        f"https://kelp.test/{n * 7919 % 104_729}/{n * n}\n".encode()
        for n in range(count)
    )


@REAL
def test_cut_body_gives_what_came(coding: str) -> None:
    plain = noise(20_000)
    packed = PACK[coding](plain)
    decoded = decode(coding, packed[: len(packed) * 3 // 4])
    assert decoded.fault is Fault.PROTOCOL
    assert rules(decoded) == ["gzip-cut"]
    assert plain.startswith(decoded.body)
    assert len(decoded.body) > len(plain) // 3


def test_damaged_brotli_gives_all_that_came_before() -> None:
    packer = brotli.Compressor(quality=5)
    body = packer.process(PLAIN) + packer.flush() + b"\xff" * 9  # padding must be zero
    for size in (1, 1 << 16):
        decoded = decode("br", body, size=size)
        assert (decoded.body, decoded.fault) == (PLAIN, Fault.ENCODING)
        assert rules(decoded) == ["gzip-broken"]


def test_long_brotli_that_is_damaged_loses_little() -> None:
    plain = shake_256(b"seed").digest(3 << 20)
    packer = brotli.Compressor(quality=1)
    body = packer.process(plain) + packer.flush() + b"\xff" * 9
    decoded = decode("br", body, 4 << 20)
    assert decoded.fault is Fault.ENCODING
    assert plain.startswith(decoded.body)
    assert len(decoded.body) > len(plain) - 1024


def test_bytes_after_damage_are_passed_over() -> None:
    packer = brotli.Compressor(quality=5)
    body = packer.process(PLAIN) + packer.flush() + b"\xff" * 2000
    decoded = decode("br", body, size=100)
    assert (decoded.body, decoded.fault) == (PLAIN, Fault.ENCODING)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_utf_16_text_under_a_coding_passes(coding: str) -> None:
    body = "<urlset>".encode("utf-16")
    decoded = decode(coding, body)
    assert (decoded.body, rules(decoded)) == (body, ["encoding-lie"])


def test_short_body_that_is_neither_text_nor_zstd_is_a_fault() -> None:
    assert decode("zstd", bytes(range(9))).fault is Fault.ENCODING
    assert decode("zstd", bytes(range(3))).fault is Fault.PROTOCOL


def test_zstd_frame_is_read_byte_by_byte() -> None:
    plain = bytes(100_000)
    stream = Zstd()
    out = [b"".join(stream.steps(bytes([byte]))) for byte in zstd_of(plain)]
    assert b"".join(out) == plain
    assert stream.ends_whole()


def test_coding_in_the_middle_is_limited_too() -> None:
    inner = gzip.compress(PLAIN) + bytes(20 << 20)  # all of it trails the inner one
    decoded = decode("gzip, gzip", gzip.compress(inner))
    assert (decoded.body, decoded.fault) == (PLAIN, Fault.TOO_LARGE)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "zstd"])
def test_damaged_body_gives_what_came_before(coding: str) -> None:
    plain = noise(20_000)
    packed = bytearray(PACK[coding](plain))
    middle = len(packed) * 3 // 4
    packed[middle : middle + 64] = b"\xff" * 64
    decoded = decode(coding, bytes(packed))
    assert decoded.fault is Fault.ENCODING
    assert rules(decoded) == ["gzip-broken"]
    assert decoded.body[: len(plain) // 3] == plain[: len(plain) // 3]


@CODINGS
def test_body_of_exactly_the_limit_is_whole(coding: str) -> None:
    packed = PACK[coding](PLAIN)
    assert decode(coding, packed, len(PLAIN)) == Decoded(body=PLAIN)
    over = decode(coding, packed, len(PLAIN) - 1)
    assert (over.body, over.fault) == (PLAIN[:-1], Fault.TOO_LARGE)


def bomb(codings: list[str], size: int) -> bytes:
    if codings[0] == "gzip":
        packer = zlib.compressobj(9, wbits=31)
        block = bytes(1 << 20)
        body = b"".join(packer.compress(block) for _ in range(size >> 20))
        body += packer.flush()
    else:
        body = PACK[codings[0]](bytes(size))
    for coding in codings[1:]:
        body = PACK[coding](body)
    return body


@pytest.mark.parametrize(
    "codings",
    [["gzip"], ["deflate"], ["br"], ["zstd"], ["gzip", "gzip"], ["br", "gzip"]],
)
def test_bomb_stops_at_the_limit(codings: list[str]) -> None:
    body = bomb(codings, 64 << 20)
    tracemalloc.start()
    decoder = ContentDecoder(", ".join(codings), LIMIT)
    decoder.feed(body)
    assert decoder.full
    decoded = decoder.finish()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(decoded.body), decoded.fault) == (LIMIT, Fault.TOO_LARGE)
    assert peak < 8 * LIMIT


def test_zstd_window_above_8_mib_is_refused() -> None:
    parameters = zstandard.ZstdCompressionParameters.from_level(3, window_log=27)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    body = packer.compress(noise(1000)) + packer.flush()
    assert decode("zstd", body).fault is Fault.ENCODING


def test_data_that_decompress_to_nothing_end_at_the_limit() -> None:
    decoder = ContentDecoder("gzip", 1000)
    decoder.feed(gzip.compress(b"")[:10])
    for _ in range(20):
        decoder.feed(b"\x00\x00\x00\xff\xff" * 1000)  # empty stored blocks
    assert decoder.full
    assert decoder.finish().fault is Fault.TOO_LARGE


def test_endless_tiny_members_and_blocks_end() -> None:
    member = gzip.compress(b"")
    assert decode("gzip", member * 150_000, 50 << 20).fault is Fault.ENCODING
    frame = b"\x28\xb5\x2f\xfd\x00\x00" + b"\x00\x00\x00" * 300_000
    assert decode("zstd", frame, 50 << 20).fault is Fault.ENCODING


def test_zstd_block_beyond_the_standard_is_refused() -> None:
    block = (200_000 << 3 | 1 << 1 | 1).to_bytes(3, "little") + b"a"
    assert decode("zstd", b"\x28\xb5\x2f\xfd\x00\x58" + block).fault is Fault.ENCODING


@ENGINES
@given(data=st.binary(max_size=2000), cut=st.integers(0, 2000), flip=st.integers(0, 9))
def test_any_gzip_bytes_decode_alike(
    engine: object, data: bytes, cut: int, flip: int
) -> None:
    packed = bytearray(gzip.compress(data * 3, mtime=0))
    if flip:
        packed[flip * len(packed) // 10] ^= 1 << flip % 8
    packed = packed[: max(3, cut)]
    wanted = decode("gzip", bytes(packed))
    decoder = ContentDecoder("gzip", LIMIT, engine=engine)  # type: ignore[arg-type]
    for at in range(0, len(packed), 11):
        decoder.feed(bytes(packed[at : at + 11]))
    decoded = decoder.finish()
    assert decoded.body == wanted.body
    assert (decoded.fault, rules(decoded)) == (wanted.fault, rules(wanted))


@given(
    codings=st.lists(st.sampled_from(["gzip", "deflate", "br", "zstd", "junk"])),
    body=st.binary(max_size=300),
)
def test_any_bytes_decode_without_an_exception(codings: list[str], body: bytes) -> None:
    magic = {"gzip": b"\x1f\x8b\x08", "zstd": b"\x28\xb5\x2f\xfd"}
    start = magic.get(codings[-1], b"") if codings else b""
    for whole in (body, start + body):
        assert len(decode(", ".join(codings), whole, 100).body) <= 100
