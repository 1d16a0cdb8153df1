"""Dictionaries of structured fields (RFC 9651), as some header fields and lines hold.

Knows the grammar, and no meaning of any key. The one idea: the whole parses or nothing
does, which is what the standard asks for.
"""

import re
from typing import Final

__all__ = ["Token", "read_dictionary"]

_KEY: Final = re.compile(r"[a-z*][a-z0-9_\-.*]*")
_TOKEN: Final = re.compile(r"[A-Za-z*][!#$%&'*+\-.^_`|~0-9A-Za-z:/]*")
_OTHER: Final = re.compile(
    r"-?[0-9]{1,12}\.[0-9]{1,3}|-?[0-9]{1,15}"  # decimal, integer
    r'|"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"'  # string
    r"|:[A-Za-z0-9+/=]*:"  # bytes
    r"|\?[01]|@-?[0-9]{1,15}"  # boolean, date
    r'|%"(?:[\x20-\x21\x23\x24\x26-\x7e]|%[0-9a-f]{2})*"'  # display string
)
_COMMA: Final = re.compile(r"[ \t]*,[ \t]*")
_SPACES: Final = re.compile(" *")


class Token(str):
    """A value that is a token; values of any other type are given as None."""

    __slots__ = ()


class _Broken(Exception):
    """The text does not follow the grammar."""


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Take what matches here, if anything does."""
        found = pattern.match(self._text, self._at)
        if found is None:
            return None
        self._at = found.end()
        return found.group()

    def skip(self, char: str) -> bool:
        """Take a character, if it stands here."""
        there = self._text.startswith(char, self._at)
        self._at += there
        return there

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return self._at >= len(self._text)

    def separated(self) -> bool:
        """Take a comma that something follows; say whether it, or the end, was here."""
        if self.ended:
            return True
        return self.take(_COMMA) is not None and not self.ended

    def key(self) -> str:
        """Take a key."""
        key = self.take(_KEY)
        if key is None:
            raise _Broken
        return key

    def bare(self) -> Token | None:
        """Take a bare item."""
        token = self.take(_TOKEN)
        if token is not None:
            return Token(token)
        if self.take(_OTHER) is None:
            raise _Broken
        return None

    def parameters(self) -> None:
        """Take parameters; none has a meaning here."""
        while self.skip(";"):
            self.take(_SPACES)
            self.key()
            if self.skip("="):
                self.bare()

    def value(self) -> Token | None:
        """Take an item or an inner list, with its parameters."""
        if not self.skip("("):
            item = self.bare()
            self.parameters()
            return item
        self.take(_SPACES)
        while not self.skip(")"):
            self.bare()
            self.parameters()
            if not self.take(_SPACES) and not self._text.startswith(")", self._at):
                raise _Broken
        self.parameters()
        return None


def read_dictionary(text: str) -> dict[str, Token | None] | None:
    """Read a dictionary; of a key that is repeated the last value counts.

    Returns:
        Each key with its token, or None where the value is of another type; None in
        place of a dictionary when the text is no dictionary.

    Source: RFC 9651 section 4.2.2.
    """
    reader = _Reader(text.strip(" "))
    members: dict[str, Token | None] = {}
    try:
        while not reader.ended:
            key = reader.key()
            members.pop(key, None)
            if reader.skip("="):
                members[key] = reader.value()
            else:  # no value stands for true, which is no token
                reader.parameters()
                members[key] = None
            if not reader.separated():
                return None
    except _Broken:
        return None
    return members
