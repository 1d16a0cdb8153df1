"""Where one run writes: results, report and log, opened and closed together.

Knows places; knows no verb. One idea: two things never go to one place, and what fails
on our side is told apart from what the web does.
"""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arpent.cli.files import check_place, open_log, write_whole
from arpent.cli.options import OutputOptions
from arpent.cli.outputs import Format, Output, choose_format, open_sink
from arpent.cli.reports import log_row_as_json, report_as_json
from arpent.cli.terminal import Terminal
from arpent.errors import StoreError, UsageError
from arpent.terms.exchange import LogRow
from arpent.terms.report import Report

if TYPE_CHECKING:
    from arpent.cli.sinks import Sitemap
    from arpent.terms.entries import Entries

__all__ = ["OutputFailed", "RequestLog", "Results", "check_places", "write_report"]

_STDOUT: Final = "standard output"


class OutputFailed(StoreError):
    """The place that all results go to failed: nothing more can be kept."""


def check_places(options: OutputOptions, *others: str | None) -> None:
    """Refuse places that would mix two things, or could not take a report at the end.

    Raises:
        UsageError: Report and results would share standard output, or two of the
            files are one.
        StoreError: The report could not be written.
    """
    if options.report == "-" and options.output in {None, "-"}:
        raise UsageError(
            "--report - takes standard output; send the results elsewhere with -o FILE"
        )
    files = [
        Path(name).resolve()
        for name in (options.output, options.report, options.log, *others)
        if name not in {None, "-"} and name is not None
    ]
    twice = [str(file) for file in files if files.count(file) > 1 and file.is_file()]
    named = [str(file) for file in files if files.count(file) > 1 and not file.exists()]
    if twice or named:
        raise UsageError(
            f"{(twice or named)[0]} is named for two things; name two files"
        )
    if options.report not in {None, "-"} and options.report is not None:
        check_place(options.report)


class Results:
    """The results of a run: a sink on standard output or a file."""

    def __init__(
        self,
        options: OutputOptions,
        terminal: Terminal,
        *,
        targets: Sequence[str],
        default: Format = Format.URLS,
    ) -> None:
        """Open the place.

        Raises:
            UsageError: The format and the place do not go together.
            StoreError: The file cannot be written.
        """
        self.format = choose_format(options.format, options.output, default)
        self._name = options.output if options.output not in {None, "-"} else _STDOUT
        self._terminal = terminal
        self._said = False
        self.out = Output(options.output)
        try:
            self._sink = open_sink(
                self.format, self.out, targets=targets, csv_raw=options.csv_raw
            )
        except BaseException:
            self.out.drop()
            raise

    def put(self, target: str, sitemap: "Sitemap", entries: "Entries") -> None:
        """Write entries, and send them on.

        Raises:
            OutputFailed: The place cannot take them.
            BrokenPipeError: Nobody reads standard output any more.
        """
        self._attempt(lambda: self._sink.write(target, sitemap, entries))

    def say(self, text: str) -> None:
        """Write a text that is the whole result; the sink then adds nothing.

        Raises:
            OutputFailed: The place cannot take it.
            BrokenPipeError: Nobody reads standard output any more.
        """
        self._said = True
        self._attempt(lambda: self.out.stream.write(text.encode()))

    def end(self, reports: Sequence[Report]) -> None:
        """Finish the format.

        Raises:
            OutputFailed: The place cannot take it.
            BrokenPipeError: Nobody reads standard output any more.
        """
        if not self._said:
            self._attempt(lambda: self._sink.end(reports))

    def _attempt(self, work: Callable[[], Any]) -> None:
        """Write something to the place, and send it on."""
        try:
            with self._undisturbed():
                work()
                self.out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise OutputFailed(str(self._name), reason) from error

    def _undisturbed(self) -> AbstractContextManager[None]:
        """Keep the live line away while results go to the same terminal."""
        if self.out.terminal:
            return self._terminal.aside()
        return self._terminal.away() if self.out.piped else nullcontext()


class RequestLog:
    """The log of requests; its first failure is kept, and stops the run."""

    def __init__(self, path: str | None, *, on_failure: Callable[[], None]) -> None:
        """Open the log.

        Raises:
            StoreError: It cannot be written.
        """
        self.failed: StoreError | None = None
        self._on_failure = on_failure
        self._file = open_log(path) if path else None

    def row(self, row: LogRow) -> None:
        """Write one row."""
        if self._file is None or self.failed is not None:
            return
        write, _ = self._file
        try:
            write(json.dumps(log_row_as_json(row)).encode() + b"\n")
        except StoreError as error:
            self.failed = error
            self._on_failure()

    def close(self) -> None:
        """Close the log."""
        if self._file is not None:
            _, close = self._file
            close()


def write_report(path: str | None, reports: Sequence[Report]) -> None:
    """Write the report of one target, or the reports of several as an array.

    Raises:
        StoreError: The file cannot be written.
    """
    if path is None:
        return
    values = [report_as_json(report) for report in reports]
    text = json.dumps(values[0] if len(values) == 1 else values, indent=1)
    content = text.encode() + b"\n"
    if path == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_whole(path, content)
