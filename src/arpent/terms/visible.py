"""Text from strangers made safe to look at: what acts unseen is shown as an escape.

A terminal obeys control characters, and an eye is deceived by characters without
width or with a direction of their own. Each becomes its escape; all else stays. Where
lines are read by programs, only what ends a line or controls a device does.
"""

import re
from typing import Final

__all__ = ["one_line", "visible"]

_UNSEEN: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\u00ad\u061c\u180e"  # soft hyphen, Arabic letter mark, Mongolian separator
    "\u115f\u1160\u3164\uffa0\u17b4\u17b5"  # fillers and inherent vowels
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # zero width, separators, bidi
    "\ufeff\ufff0-\ufffb"  # byte order mark, interlinear annotation
    "\U000e0000-\U000e0fff"  # tags, variation selectors
    "\ud800-\udfff"  # lone surrogates, which no terminal can be sent
    "]"
)
_BREAKS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NAMED: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_TWO_DIGITS: Final = 0xFF
_FOUR_DIGITS: Final = 0xFFFF


def visible(text: str) -> str:
    r"""Return the text with each unseen character as `\xNN`, `\uNNNN` or `\UNNNNNNNN`.

    Source: ECMA-48 (control functions); Unicode Technical Report 36, section 3.1.
    """
    return _UNSEEN.sub(_escape, text)


def one_line(text: str) -> str:
    """Return a text that cannot break a line nor control a device."""
    return _BREAKS.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    code = ord(character)
    if code <= _TWO_DIGITS:
        return _NAMED.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code <= _FOUR_DIGITS else f"\\U{code:08x}"
