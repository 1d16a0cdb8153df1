import sys

import pytest

import arpent


def test_closed_standard_input_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(arpent.StoreError, match="standard input: closed"):
        list(arpent.urls("-"))
