"""One test for each step of the order in which encodings are believed."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpent.formats.charset import PIECE_BYTES
from arpent.formats.decode import Text, declared_encoding, decode_text

WORDS = "<urlset>https://kelp.test/café/été-à-Zürich</urlset>"
JAPANESE = "<loc>https://kelp.test/日本語のページ</loc>"


def read(
    body: bytes, declared: str | None = None, header_charset: str | None = None
) -> Text:
    return decode_text(body, declared=declared, header_charset=header_charset)


def rules(text: Text) -> list[str]:
    return [found.rule for found in text.findings]


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_byte_order_mark_wins_over_every_claim(mark: bytes, encoding: str) -> None:
    text = read(mark + WORDS.encode(encoding), "iso-8859-1", "windows-1252")
    assert (text.text, text.encoding, text.bad) == (WORDS, encoding, False)
    assert "xml-encoding-lie" in rules(text)


@pytest.mark.parametrize(
    "encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
)
@pytest.mark.parametrize("words", [WORDS, "https://kelp.test/é\n"])
def test_zero_bytes_show_utf_16_and_32_without_a_mark(
    encoding: str, words: str
) -> None:
    text = read(words.encode(encoding), "utf-8", "utf-8")
    assert (text.text, text.encoding) == (words, encoding)
    assert rules(text) == ["xml-encoding-lie", "xml-not-utf8"]


def test_declared_escapes_are_read_although_they_are_utf_8_too() -> None:
    text = read(JAPANESE.encode("iso2022_jp"), "ISO-2022-JP")
    assert (text.text, text.encoding) == (JAPANESE, "iso2022_jp")


@pytest.mark.parametrize("declared", ["UTF-16", "iso-8859-1", "GBK", "utf8mb4"])
def test_utf_8_wins_over_a_declaration_that_lies(declared: str) -> None:
    text = read(WORDS.encode(), declared, "iso-8859-1")
    assert (text.text, text.encoding) == (WORDS, "utf-8")
    assert rules(text) == ["xml-encoding-lie"]


@pytest.mark.parametrize("declared", [None, "utf-8", "UTF8", "us-ascii", "ISO-8859-1"])
def test_ascii_agrees_with_every_8_bit_declaration(declared: str | None) -> None:
    assert read(b"<urlset/>", declared) == Text(text="<urlset/>", encoding="utf-8")


@pytest.mark.parametrize(
    ("declared", "encoding", "words"),
    [
        ("ISO-8859-1", "iso8859-1", WORDS),
        ("windows-1252", "cp1252", "<loc>“é€”</loc>"),
        ("Shift_JIS", "cp932", JAPANESE),
        ("EUC-JP", "euc_jp", JAPANESE),
        ("GBK", "gb18030", "<loc>https://kelp.test/中文网页</loc>"),
        ("koi8-r", "koi8-r", "<loc>https://kelp.test/страница</loc>"),
    ],
)
def test_declaration_is_believed_when_the_bytes_fit(
    declared: str, encoding: str, words: str
) -> None:
    text = read(words.encode(encoding), declared, "iso-8859-15")
    assert (text.text, text.encoding, text.bad) == (words, encoding, False)
    assert rules(text) == ["xml-not-utf8"]


def test_latin_1_with_signs_where_it_has_controls_is_windows_1252() -> None:
    text = read("<loc>“é”</loc>".encode("cp1252"), "iso-8859-1")
    assert (text.text, text.encoding) == ("<loc>“é”</loc>", "cp1252")
    assert rules(text) == ["xml-not-utf8"]


def test_header_is_believed_after_a_declaration_that_does_not_fit() -> None:
    text = read(WORDS.encode("iso-8859-1"), "utf-8", "ISO-8859-1")
    assert (text.text, text.encoding) == (WORDS, "iso8859-1")
    assert rules(text) == ["xml-encoding-lie", "xml-not-utf8"]


def test_declaration_wins_over_the_header() -> None:
    text = read("<loc>страница</loc>".encode("koi8-r"), "koi8-r", "iso-8859-1")
    assert text.text == "<loc>страница</loc>"


def test_bytes_of_no_claimed_encoding_are_replaced_and_reported() -> None:
    text = read(b"<loc>caf\xe9</loc><loc>b\xfa</loc>", "utf-8")
    assert (text.text, text.bad) == ("<loc>caf\ufffd</loc><loc>b\ufffd</loc>", True)
    assert rules(text) == ["xml-bad-bytes"]
    assert (text.findings[0].count, text.findings[0].where.byte) == (2, 8)


def test_one_bad_byte_does_not_turn_utf_8_into_latin_1() -> None:
    body = WORDS.encode() + b"<loc>\xff</loc>"
    for declared, header in ((None, "iso-8859-1"), ("iso-8859-1", None)):
        text = read(body, declared, header)
        assert text.text == WORDS + "<loc>\ufffd</loc>"
        assert text.encoding == "utf-8"


@pytest.mark.parametrize(
    "label", ["unicode_escape", "punycode", "utf-7", "zlib", "idna", "", "\0", "é" * 99]
)
def test_claims_that_are_no_encodings_of_text_are_not_followed(label: str) -> None:
    text = read(rb"caf\u00e9+AOk- xn--caf-dma", label, label)
    assert text.text == r"caf\u00e9+AOk- xn--caf-dma"


@pytest.mark.parametrize(
    ("body", "declared"),
    [
        (b"<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "ISO-8859-1"),
        (b'\xef\xbb\xbf\n<?xml version="1.0"  encoding = "utf-8" ?><a/>', "utf-8"),
        ('<?xml version="1.0" encoding="UTF-16"?>'.encode("utf-16"), "UTF-16"),
        ('<?xml version="1.0" encoding="UTF-16"?>'.encode("utf-16-be"), "UTF-16"),
        (b"<?xml version='1.0'?><a encoding='x'/>", None),
        (b"<a/>", None),
        (b"", None),
    ],
)
def test_declaration_is_found_in_any_encoding(
    body: bytes, declared: str | None
) -> None:
    assert declared_encoding(body) == declared


@given(
    body=st.binary(max_size=200),
    declared=st.sampled_from([None, "utf-8", "utf-16", "latin1", "gbk", "iso-2022-jp"]),
    header=st.sampled_from([None, "big5", "koi8-r", "utf-32", "?"]),
)
def test_any_bytes_are_read_without_an_exception(
    body: bytes, declared: str | None, header: str | None
) -> None:
    text = read(body, declared, header)
    assert text.bad == ("xml-bad-bytes" in rules(text))
    declared_encoding(body)


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "gb18030", "euc_jp"])
def test_character_across_two_steps_is_read_as_one(encoding: str) -> None:
    text = "a" * (PIECE_BYTES - 1) + "中" * 9
    read = decode_text(text.encode(encoding), declared=encoding, header_charset=None)
    assert (read.text == text, read.bad) == (True, False)


def test_most_of_a_long_text_decides_what_it_is() -> None:
    body = "é".encode() * PIECE_BYTES + b"\xe9" * (PIECE_BYTES // 4)
    read = decode_text(body, declared="iso-8859-1", header_charset=None)
    assert (read.encoding, read.bad) == ("utf-8", True)
