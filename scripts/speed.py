"""Writes the figures of the last `make bench` into the README, with date and machine.

Figures come from build/bench.json and from nowhere else.

    python -m scripts.speed
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

__all__ = ["main", "speed"]

_ROOT: Final = Path(__file__).resolve().parents[1]
_FROM, _TO = "<!-- bench -->\n", "<!-- end -->"
_SHOWN: Final = {"CPU ms", "CPU s", "wall s", "x ours", "x ideal", "peak MB"}
_LARGE: Final = 100


def speed(kept: dict[str, Any]) -> str:
    """Return the section: where and when, tables, and which bars hold."""
    return "\n".join([*_where(kept), *_tables(kept["tables"]), *_bars(kept["bars"])])


def _where(kept: dict[str, Any]) -> Iterator[str]:
    machine, versions = kept["machine"], dict(kept["versions"])
    yield (
        f"Measured by `make bench` on {machine['date']}: {machine['processor']}, "
        f"{machine['cores']} cores, {machine['system']}, Python {machine['python']}, "
        f"load {machine['load']} when it began."
    )
    peers = ", ".join(f"{n} {v}" for n, v in versions.items() if n != "arpent")
    yield f"Peers: {peers}."
    yield "Fresh processes in turn, medians; CPU time counts.\n"


def _tables(tables: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    for title, rows in tables.items():
        first, *others = rows[0]
        columns = [first, *(c for c in others if c in _SHOWN)]
        if len(columns) == 1:
            continue
        yield f"{title[:1].upper()}{title[1:]}:\n"
        yield "| " + " | ".join(columns) + " |"
        yield "|---" + "|---:" * (len(columns) - 1) + "|"
        for row in rows:
            yield "| " + " | ".join(_cell(row[c]) for c in columns) + " |"
        yield ""


def _bars(bars: list[dict[str, Any]]) -> Iterator[str]:
    yield "| bar | measured | wanted | |\n|---|---:|---:|---|"
    for bar in bars:
        sign = "at most" if bar["most"] else "at least"
        kept = "holds" if bar["holds"] else "missed"
        measured = _cell(float(bar["value"]))
        yield f"| {bar['name']} | {measured} | {sign} {bar['bound']:g} | {kept} |"
    yield ""


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= _LARGE else f"{value:.3g}"
    return "-" if value is None else str(value)


def main() -> int:
    """Replace the section of the README."""
    kept = json.loads((_ROOT / "build" / "bench.json").read_text(encoding="utf-8"))
    readme = _ROOT / "README.md"
    before, begin, rest = readme.read_text(encoding="utf-8").partition(_FROM)
    _, end, after = rest.partition(_TO)
    if not begin or not end:
        sys.stderr.write(f"README.md has no section from {_FROM.strip()} to {_TO}\n")
        return 1
    readme.write_text(f"{before}{begin}{speed(kept)}{end}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
