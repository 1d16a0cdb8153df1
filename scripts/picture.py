"""The picture of the floors, drawn from the import contracts themselves."""

import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final

__all__ = ["floors", "picture"]

_ROOT: Final = Path(__file__).resolve().parents[1]
_WIDTH, _HEIGHT, _GAP, _LEFT = 620, 34, 6, 10
_STYLE: Final = (
    "text{font:14px system-ui,sans-serif;fill:#1b2733}"
    ".note{font-size:12px;fill:#51616f}"
    ".room{fill:#e8eef3;stroke:#7b8b99}"
    ".pure{fill:#e3f2e6;stroke:#5f9470}"
    ".ground{fill:#fff}"
)


def _contracts() -> dict[str, dict[str, Any]]:
    settings = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {c["id"]: c for c in settings["tool"]["importlinter"]["contracts"]}


def floors() -> list[list[tuple[str, bool]]]:
    """Return the floors from the top: rooms, and whether each is of the pure core."""
    contracts = _contracts()
    pure = {m.removeprefix("arpent.") for m in contracts["pure"]["source_modules"]}
    return [
        [(room.strip(), room.strip() in pure) for room in layer.split("|")]
        for layer in contracts["floors"]["layers"]
    ]


def picture() -> str:
    """Return the picture as SVG."""
    rows = floors()
    height = len(rows) * (_HEIGHT + _GAP) + 2 * _LEFT
    title = "The floors of arpent: a room imports only from floors below it"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'role="img" aria-label="{title}"><title>{title}</title>'
        f"<style>{_STYLE}</style>\n"
        f'<rect class="ground" width="{_WIDTH}" height="{height}"/>\n'
        + "".join(_floor(n, row) for n, row in enumerate(rows))
        + "</svg>\n"
    )


def _floor(number: int, rooms: list[tuple[str, bool]]) -> str:
    top = _LEFT + number * (_HEIGHT + _GAP)
    return "".join(_rooms(top, rooms))


def _rooms(top: int, rooms: list[tuple[str, bool]]) -> Iterator[str]:
    whole = _WIDTH - 2 * _LEFT
    width = (whole - _GAP * (len(rooms) - 1)) / len(rooms)
    for place, (room, pure) in enumerate(rooms):
        left = _LEFT + place * (width + _GAP)
        kind = "pure" if pure else "room"
        yield (
            f'<rect class="{kind}" x="{left:.0f}" y="{top}" width="{width:.0f}" '
            f'height="{_HEIGHT}" rx="5"/>'
            f'<text x="{left + 12:.0f}" y="{top + 22}">{escape(room)}</text>\n'
        )
        note = "pure: no clock, no network, no files" if pure else ""
        if note and len(rooms) == 1:
            yield (
                f'<text class="note" text-anchor="end" x="{left + width - 12:.0f}" '
                f'y="{top + 22}">{note}</text>\n'
            )
