"""Text that came from a site, made harmless for terminals and for lines.

Knows which characters act instead of showing. One idea: such a character is replaced
by its visible escape, so that nothing is lost and nothing is obeyed.
"""

import re
from typing import Final

__all__ = ["one_line", "visible"]

_BREAKS: Final = "\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_HIDDEN: Final = (
    "\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)
_LINE: Final = re.compile(f"[{_BREAKS}]")
_TERMINAL: Final = re.compile(f"[{_BREAKS}{_HIDDEN}]")
_SHORT: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_BYTE: Final = 0xFF
_BASIC_PLANE: Final = 0xFFFF


def visible(text: str) -> str:
    """Return a text that may be printed to a terminal.

    C0, DEL, C1, line separators, bidirectional controls and characters of no width
    become visible escapes.
    """
    return text if text.isascii() and text.isprintable() else _TERMINAL.sub(_show, text)


def one_line(text: str) -> str:
    """Return a text that cannot break a line nor steer a terminal by controls."""
    return text if text.isascii() and text.isprintable() else _LINE.sub(_show, text)


def _show(found: re.Match[str]) -> str:
    character = found.group()
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    if code <= _BYTE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _BASIC_PLANE else f"\\U{code:08x}"
