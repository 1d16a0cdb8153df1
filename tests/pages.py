"""The pages of the project, and the examples that stand in them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["PAGES", "ROOT", "Example", "examples", "name_of"]

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = tuple(sorted((ROOT / "docs").rglob("*.md"))) + tuple(
    sorted(ROOT.glob("*.md"))
)
_FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """One fenced block of a page, with the line that it starts at."""

    language: str
    text: str
    line: int


def examples(page: Path) -> Iterator[Example]:
    """Yield the fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        line = text.count("\n", 0, found.start(2)) + 1
        yield Example(found[1], found[2], line)


def name_of(page: Path) -> str:
    """Return the name of a page, from the root of the project."""
    return page.relative_to(ROOT).as_posix()
