"""Which format goes where: from `--format` and `-o` to a sink and its file.

Knows names of formats and endings. One idea: everything that can be refused is refused
before the first request.
"""

import os
import stat
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from arpent.cli.files import PartFile
from arpent.errors import UsageError

if TYPE_CHECKING:
    from arpent.cli.sinks import Sink

__all__ = ["Format", "Output", "choose_format", "open_sink"]


class Format(StrEnum):
    """How results are written."""

    URLS = "urls"
    JSONL = "jsonl"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    TABLE = "table"


_ENDINGS: Final = {
    ".txt": Format.URLS,
    ".urls": Format.URLS,
    ".lst": Format.URLS,
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".json": Format.JSON,
    ".csv": Format.CSV,
    ".parquet": Format.PARQUET,
    ".pq": Format.PARQUET,
}


def choose_format(name: str | None, path: str | None, default: Format) -> Format:
    """Return the format: as named, else by the file's ending, else the default.

    Raises:
        UsageError: The ending names no format, or Parquet would go to a terminal.
    """
    if name is not None:
        return Format(name)
    if path is None or path == "-":
        return default
    ending = PurePath(path).suffix.lower()
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    if not ending:
        return default
    raise UsageError(
        f"-o {path}: the ending {ending!r} names no format; "
        f"use {', '.join(_ENDINGS)}, or say --format {'|'.join(Format)}"
    )


class Output:
    """Standard output or a file, and whether it is a terminal or a pipe."""

    def __init__(self, path: str | None) -> None:
        """Open the place.

        Args:
            path: A file; None or `-` is standard output.

        Raises:
            StoreError: The file cannot be written.
        """
        self._part = None if path in {None, "-"} else PartFile(str(path))
        self.terminal = self._part is None and sys.stdout.isatty()
        self.piped = self._part is None and _is_pipe(sys.stdout)

    @property
    def stream(self) -> BinaryIO:
        """The binary stream to write to."""
        return self._part.file if self._part else sys.stdout.buffer

    @property
    def is_file(self) -> bool:
        """Say whether it is a file."""
        return self._part is not None

    def flush(self) -> None:
        """Send on what is buffered, where somebody may wait for it."""
        if self._part is None:
            sys.stdout.buffer.flush()

    def keep(self, *, whole: bool) -> str | None:
        """Finish, and return the name of the file, if it is one."""
        if self._part is None:
            sys.stdout.buffer.flush()
            return None
        return self._part.keep() if whole else self._part.keep_partial()

    def clear_partial(self) -> str | None:
        """Remove what an interrupted run left beside the file, and return its name."""
        return self._part.clear_partial() if self._part else None

    def drop(self) -> None:
        """Throw away what was not kept."""
        if self._part is not None:
            self._part.drop()


def _is_pipe(stream: TextIO) -> bool:
    """Say whether somebody else reads it, who may write to our terminal."""
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # a stream without a file
        return False


def open_sink(
    kind: Format, out: Output, *, targets: Sequence[str], csv_raw: bool = False
) -> "Sink":
    """Return the sink of a format on an output.

    Raises:
        UsageError: Parquet would go to a terminal.
    """
    stream, terminal = out.stream, out.terminal
    match kind:
        case Format.URLS:
            from arpent.cli import sinks

            return sinks.UrlSink(stream, terminal=terminal)
        case Format.TABLE:
            from arpent.cli import sinks

            return sinks.TableSink(stream)
        case Format.JSONL:
            from arpent.cli import sinks_json

            return sinks_json.JsonLinesSink(stream)
        case Format.JSON:
            from arpent.cli import sinks_json

            return sinks_json.JsonSink(stream, targets)
        case Format.CSV:
            from arpent.cli import sinks_csv

            return sinks_csv.CsvSink(stream, terminal=terminal, raw=csv_raw)
        case Format.PARQUET:
            if terminal:
                raise UsageError("parquet is no text; write it to a file with -o FILE")
            from arpent.cli.sinks_parquet import ParquetSink

            return ParquetSink(stream)
