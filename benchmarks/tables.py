"""What was measured, as tables and as JSON; which bars hold, and what was wrong."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

__all__ = ["Bar", "Results"]

_LARGE: Final = 100
"""From here on a figure is shown without decimals."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A promise about a figure.

    Attributes:
        value: What was measured.
        bound: At least this, or at most this when `most` is true.
    """

    name: str
    value: float
    bound: float
    most: bool = False

    @property
    def holds(self) -> bool:
        """Say whether the promise is kept."""
        return self.value <= self.bound if self.most else self.value >= self.bound


@dataclass(slots=True)
class Results:
    """All tables and bars of one run."""

    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    bars: list[Bar] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def table(self, title: str, rows: Sequence[dict[str, Any]]) -> None:
        """Keep a table and print it; all rows have the same columns."""
        self.tables[title] = list(rows)
        columns = list(rows[0])
        cells = [columns] + [[_cell(row[c]) for c in columns] for row in rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
        _say(f"\n{title}\n")
        for row in cells:
            first, *rest = (c.rjust(w) for c, w in zip(row, widths, strict=True))
            _say("  " + "  ".join([first.strip().ljust(widths[0]), *rest]))

    def bar(self, name: str, value: float, *, least: float) -> None:
        """Keep a figure that must be at least this."""
        self.bars.append(Bar(name, value, least))

    def roof(self, name: str, value: float, *, most: float) -> None:
        """Keep a figure that must be at most this."""
        self.bars.append(Bar(name, value, most, most=True))

    def check(self, name: str, *, held: bool) -> None:
        """Keep what was wrong."""
        if not held:
            self.wrong.append(name)

    def say_where(self) -> None:
        """Print the machine and the versions."""
        _say(", ".join(f"{key} {value}" for key, value in self.machine.items()))
        _say(", ".join(f"{key} {value}" for key, value in self.versions.items()))

    def say_bars(self) -> None:
        """Print which bars hold, and what was wrong."""
        _say("\nbars\n")
        width = max((len(bar.name) for bar in self.bars), default=0)
        for bar in self.bars:
            word = "at most" if bar.most else "at least"
            kept = "holds" if bar.holds else "MISSED"
            _say(
                f"  {bar.name:{width}}  {bar.value:8.2f}  {word} {bar.bound:g}  {kept}"
            )
        for name in self.wrong:
            _say(f"  WRONG: {name}")

    def as_json(self) -> dict[str, Any]:
        """Return everything as one JSON object."""
        return {
            "machine": dict(self.machine),
            "versions": dict(self.versions),
            "tables": self.tables,
            "bars": [asdict(bar) | {"holds": bar.holds} for bar in self.bars],
            "wrong": self.wrong,
        }


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= _LARGE else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
