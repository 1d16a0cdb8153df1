"""A signal in the middle of an import ends the command as a shell tells it."""

import pytest

from arpent.__main__ import _stopped_by


def wrapped(inner: BaseException) -> BaseException:
    outer = RuntimeError("Error calling __set_name__")
    outer.__cause__ = inner
    return outer


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), 130),
        (wrapped(KeyboardInterrupt()), 130),
        (SystemExit(143), 143),
        (wrapped(SystemExit(143)), 143),
        (RuntimeError("a mistake of ours"), None),
        (wrapped(ValueError("a mistake of ours")), None),
        (SystemExit("words"), None),
    ],
    ids=repr,
)
def test_what_a_signal_raised_is_found(error: BaseException, code: int | None) -> None:
    assert _stopped_by(error) == code
