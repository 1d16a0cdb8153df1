"""What a stranger wrote is harmless where it is shown."""

import pytest

from arpent.cli.escape import one_line, visible

HOSTILE = {
    "title": "\x1b]0;owned\x07",
    "clear": "\x1b[2J",
    "csi of one byte": "\x9b2J",
    "reversed": "\u202egpj.exe",
    "zero width": "ex\u200bample",
    "delete": "a\x7fb",
    "line separator": "a\u2028b",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_nothing_that_acts_reaches_a_terminal(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert "\\" in shown


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\x85b", "a\u2028b", "a\x1cb"])
def test_no_text_breaks_its_line(text: str) -> None:
    assert len(one_line(text).splitlines()) == 1


def test_letters_of_all_scripts_stay() -> None:
    text = "https://example.com/日本語/ü/می‌خواهم"
    assert one_line(text) == text
    assert visible("日本語 ü") == "日本語 ü"
