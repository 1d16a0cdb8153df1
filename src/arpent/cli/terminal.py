"""What is told to a person while a run goes on: one live line, and notes above it.

Knows the terminal; knows no web. One idea: the live line is erased before anything
else is written, by a lock that every writer takes. Nothing is drawn where standard
error is no terminal.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.text import Text

from arpent.terms.exchange import LogRow
from arpent.terms.report import Progress
from arpent.terms.visible import visible

__all__ = ["VALUE_COLUMN", "Terminal", "bytes_text", "span_text"]

VALUE_COLUMN: Final = 12
"""Where the value of a line of the summary begins, after its label."""

_ERASE: Final = "\r\x1b[2K"
_FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_BARS: Final = (24, 12, 6, 0)
"""Lengths of the bar, the first that leaves room for the words."""
_NARROW: Final = 40
"""Columns below which nothing is indented as far as the value column."""
_EVERY_S: Final = 0.1
_KILO: Final = 1000.0
_MINUTE: Final = 60
_HOUR: Final = 3600


class Terminal:
    """Standard error, with a live line on it when it is a terminal."""

    def __init__(
        self, *, quiet: bool = False, verbose: bool = False, no_color: bool = False
    ) -> None:
        """Draw nothing yet.

        Args:
            quiet: Tell errors only.
            verbose: Tell each request.
            no_color: Write plain text, as NO_COLOR does.
        """
        self.console = Console(
            stderr=True, no_color=no_color or None, highlight=False, emoji=False
        )
        self._quiet, self._verbose = quiet, verbose
        self._live = (
            self.console.is_terminal and not self.console.is_dumb_terminal and not quiet
        )
        self._lock = threading.RLock()
        self._seen: dict[str, Progress] = {}
        self._targets = 0
        self._done = 0
        self._drawn = False
        self._drawn_at = 0.0
        self._away = 0

    @property
    def verbose(self) -> bool:
        """Say whether more than the usual is to be told."""
        return self._verbose and not self._quiet

    def begin(self, targets: int) -> None:
        """Say how many targets there are."""
        self._targets = targets
        self.draw()

    def progress(self, progress: Progress) -> None:
        """Take how far one run has come."""
        self._seen[progress.target] = progress
        self.draw()

    def done(self, target: str) -> None:  # noqa: ARG002 -- told for symmetry with progress
        """Take that one run has ended."""
        self._done += 1

    def request(self, row: LogRow) -> None:
        """Tell one request, when asked to."""
        if self._verbose:
            self.say(request_line(row))

    def say(self, text: str | Text, style: str = "") -> None:
        """Print a line above the live line."""
        with self.aside():
            line = Text(text, style=style) if isinstance(text, str) else text
            self.console.print(line, soft_wrap=True)

    def note(self, text: str | Text, style: str = "") -> None:
        """Print a line, unless told to be quiet."""
        if not self._quiet:
            self.say(text, style)

    def rows(self, lines: Iterable[Text]) -> None:
        """Print lines of the summary, unless told to be quiet.

        On a terminal they are wrapped at words, under the column of their values;
        elsewhere a line is a line, whatever its length.
        """
        for line in lines:
            for piece in self._wrapped(line) if self.console.is_terminal else (line,):
                self.note(piece)

    def _wrapped(self, line: Text) -> Iterator[Text]:
        width = self.console.width
        labelled = line.plain.startswith("  ") and width >= _NARROW
        column = VALUE_COLUMN if labelled else 0
        hanging = column or min(4, width // 4)
        label, value = line[:column], line[column:]
        room = max(width - hanging, 1)
        for place, piece in enumerate(value.wrap(self.console, room, overflow="fold")):
            piece.rstrip()
            yield Text.assemble(Text(" " * hanging) if place else label, piece)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Draw nothing while something is written that may reach the same terminal.

        Unlike `aside` it holds no lock: what is written may wait for its reader for
        ever, and notes are told all the same.
        """
        self._away += 1
        self.erase()
        try:
            yield
        finally:
            self._drawn_at = time.monotonic()  # its reader writes first
            self._away -= 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Erase the live line, and keep it away while something else is written."""
        with self._lock:
            self.erase()
            yield

    def erase(self) -> None:
        """Erase the live line."""
        with self._lock:
            if self._drawn:
                self.console.file.write(_ERASE)
                self.console.file.flush()
                self._drawn = False

    def end(self) -> None:
        """Draw no more."""
        self.erase()
        self._live = False

    def draw(self) -> None:
        """Draw the live line, at most ten times a second."""
        if not self._live:
            return
        moment = time.monotonic()
        if moment - self._drawn_at < _EVERY_S or not self._lock.acquire(blocking=False):
            return
        try:
            if self._away:
                return
            self._drawn_at = moment
            self.console.file.write(_ERASE)
            self.console.print(
                self._line(moment), end="", no_wrap=True, overflow="ellipsis"
            )
            self.console.file.flush()
            self._drawn = True
        finally:
            self._lock.release()

    def _line(self, moment: float) -> Text:
        seen = list(self._seen.values())
        read = sum(p.files_read for p in seen)
        known = sum(p.files_known for p in seen)
        left = [p.eta_s for p in seen if p.eta_s]
        size = bytes_text(sum(p.bytes for p in seen))
        parts = [
            f"{read:,} of {known:,} files",
            f"{sum(p.urls for p in seen):,} URLs",
            size,
        ]
        if left:
            parts.append(f"about {span_text(max(left))} left")
        if self._targets > 1:
            parts.insert(0, f"{self._done:,} of {self._targets:,} targets")
        frame = _FRAMES[int(moment * 10) % len(_FRAMES)]
        name = visible(seen[-1].host or seen[-1].target) if seen else "asking"
        share = read / known if known else 0.0
        few = [part.removeprefix("about ") for part in parts if part != size]
        forms = [*((parts, bar) for bar in _BARS), (few, 0)]
        lines = [_progress_line(frame, form, bar, share, name) for form, bar in forms]
        fits = (line for line in lines if line.cell_len < self.console.width)
        return next(fits, lines[-1])


def _progress_line(
    frame: str, parts: list[str], bar: int, share: float, name: str
) -> Text:
    """Return the live line, with a bar of so many columns."""
    filled = round(bar * share)
    return Text.assemble(
        (f"{frame} ", "cyan"),
        ("━" * filled, "cyan"),
        ("━" * (bar - filled), "bright_black"),
        f"{'  ' if bar else ''}{' · '.join(parts)}",
        (f"  {name}", "dim"),
    )


def request_line(row: LogRow) -> Text:
    """Return one request as a line for people."""
    if row.sent:
        cost = f"{bytes_text(row.bytes):>9} {row.ms:>6,} ms"
    else:
        cost = f"{'not sent':>19}"
    good = isinstance(row.status, int) and row.status < 400  # noqa: PLR2004 -- HTTP's line between answers and errors
    return Text.assemble(
        (f"{row.at:%H:%M:%S} ", "dim"),
        (f"{row.step.value:<8}", "cyan"),
        (f"{row.status!s:>16} ", "green" if good else "yellow"),
        f"{cost}  {visible(row.url)}",
    )


def bytes_text(number: int) -> str:
    """Return a size for people, in units of 1,000."""
    size = float(number)
    for unit in ("B", "kB", "MB"):
        if size < _KILO:
            return f"{size:.0f} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= _KILO
    return f"{size:.1f} GB"


def span_text(length_s: float) -> str:
    """Return a length of time for people."""
    if length_s < 10:  # noqa: PLR2004 -- below, a tenth of a second tells something
        return f"{length_s:.1f} s"
    if length_s < 2 * _MINUTE:
        return f"{length_s:.0f} s"
    if length_s < 2 * _HOUR:
        return f"{length_s / _MINUTE:.0f} min"
    return f"{length_s / _HOUR:.1f} h"
