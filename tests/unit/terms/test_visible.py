import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpent.terms.visible import one_line, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;owned\x07", r"\x1b]0;owned\x07"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b31m", r"\x9b31m"),
        ("a\r\nb\tc\x7f", r"a\r\nb\tc\x7f"),
        ("a\u202egnp.exe", r"a\u202egnp.exe"),
        ("zero\u200bwidth\ufeff", r"zero\u200bwidth\ufeff"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("lone\ud800", r"lone\ud800"),
    ],
)
def test_what_acts_unseen_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_what_can_be_seen_stays() -> None:
    text = "http://bücher.example/畑の技術/é?a=[bold]&b=\\x1b 🌾"
    assert visible(text) == text


@given(st.text())
def test_no_control_or_format_character_is_left(text: str) -> None:
    left = {unicodedata.category(char) for char in visible(text)}
    assert left.isdisjoint({"Cc", "Cs"})


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\x85b", "a\u2028b", "a\x1cb"])
def test_no_text_breaks_its_line(text: str) -> None:
    assert len(one_line(text).splitlines()) == 1


def test_letters_of_all_scripts_stay_in_a_line() -> None:
    text = "https://example.com/日本語/ü/می‌خواهم"
    assert one_line(text) == text
