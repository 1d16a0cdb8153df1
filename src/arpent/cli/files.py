"""Files that are there whole or not at all.

Knows folders, names and renames; knows no formats. One idea: everything is written to
a sibling with another name, and takes its own name in one step when it is whole. What
is killed at any moment leaves the old file, the new one, or a `.part` beside it.
"""

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from arpent.errors import StoreError

__all__ = ["PartFile", "check_place", "open_log", "write_whole"]

_TRIES: Final = 100


class PartFile:
    """A file under way. A context manager that throws away what was not kept.

    Devices and pipes (`/dev/stdout`, a FIFO) are written directly.
    """

    def __init__(self, path: str) -> None:
        """Open the part beside the file.

        Raises:
            StoreError: The folder is missing, is none, or may not be written.
        """
        self.path = path
        self._real = Path(os.path.realpath(path))
        self._part: Path | None = None
        try:
            self._mode = _mode_of(self._real)
            if self._mode is not None and not stat.S_ISREG(self._mode):
                self.file: BinaryIO = self._real.open("wb")
            else:
                self._part, self.file = _open_part(self._real)
            self._begun_ns = os.fstat(self.file.fileno()).st_mtime_ns
        except OSError as error:
            raise StoreError(path, _why(error, self._real)) from error

    def keep(self) -> str:
        """Give the file its name, and return that.

        Raises:
            StoreError: The disk is full, or the file cannot be put in place.
        """
        return self._settle(self._real, sure=True)

    def keep_partial(self) -> str:
        """Give what was written the name `FILE.partial`, and return that."""
        return self._settle(self._partial, sure=False)

    def clear_partial(self) -> str | None:
        """Remove the `FILE.partial` that an earlier run left, and return its name.

        Only a regular file is removed, no link, and none that was written since this
        file was begun.
        """
        if self._mode is not None and not stat.S_ISREG(self._mode):
            return None
        with suppress(OSError):  # what cannot be removed stays: it harms nobody
            found = self._partial.lstat()
            if stat.S_ISREG(found.st_mode) and found.st_mtime_ns < self._begun_ns:
                self._partial.unlink()
                return f"{self.path}.partial"
        return None

    @property
    def _partial(self) -> Path:
        return self._real.with_name(self._real.name + ".partial")

    def _settle(self, name: Path, *, sure: bool) -> str:
        """Close the part and rename it; `sure` waits until the disk has it."""
        try:
            self.file.flush()
            if self._part is None:
                self.file.close()
                return self.path
            if sure:
                os.fsync(self.file.fileno())
            self.file.close()
            if self._mode is not None:
                self._part.chmod(stat.S_IMODE(self._mode))
            self._part.replace(name)
        except OSError as error:
            raise StoreError(self.path, _why(error, self._real)) from error
        self._part = None
        return self.path if name == self._real else f"{self.path}.partial"

    def drop(self) -> None:
        """Throw away what was written, unless it was kept."""
        with suppress(OSError):  # a disk that was full is full still: it was told
            self.file.close()
        if self._part is not None:
            self._part.unlink(missing_ok=True)
            self._part = None

    def __enter__(self) -> Self:
        """Use the file."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Throw away what was not kept."""
        self.drop()


def check_place(path: str) -> None:
    """Refuse a place early where no file can be written; what is there stays.

    Raises:
        StoreError: The folder is missing, is none, or may not be written.
    """
    with suppress(OSError):  # told better by the attempt below
        mode = _mode_of(Path(os.path.realpath(path)))
        if mode is not None and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            return  # a pipe that is opened and closed has ended for its reader
    PartFile(path).drop()


def write_whole(path: str, content: bytes) -> None:
    """Write a small file whole.

    Raises:
        StoreError: It cannot be written.
    """
    with PartFile(path) as part:
        try:
            part.file.write(content)
        except OSError as error:
            raise StoreError(path, _why(error, Path(path))) from error
        part.keep()


def open_log(path: str) -> tuple[Callable[[bytes], None], Callable[[], None]]:
    """Open a file that grows line by line, each line on disk as it comes.

    Returns:
        What writes one line, and what closes the file.

    Raises:
        StoreError: It cannot be opened; the writer raises it when it cannot write.
    """
    try:
        file = Path(path).open("wb", buffering=0)  # noqa: SIM115 -- closed by the caller
    except OSError as error:
        raise StoreError(path, _why(error, Path(path))) from error

    def write(line: bytes) -> None:
        try:
            file.write(line)
        except OSError as error:
            raise StoreError(path, _why(error, Path(path))) from error

    return write, file.close


def _mode_of(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _open_part(real: Path) -> tuple[Path, BinaryIO]:
    """Create a sibling that did not exist, following no link."""
    if real.is_dir():
        raise IsADirectoryError(21, "it is a folder; name a file in it")
    for number in range(_TRIES):
        part = real.with_name(f"{real.name[:200]}.{os.getpid()}-{number}.part")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        try:
            handle = os.open(part, flags | getattr(os, "O_BINARY", 0), 0o666)
        except FileExistsError:
            continue
        return part, os.fdopen(handle, "wb", buffering=1 << 17)
    raise FileExistsError(17, f"{_TRIES} unfinished .part files stand beside it")


def _why(error: OSError, path: Path) -> str:
    """Return what went wrong, with what to do where it is plain."""
    if isinstance(error, FileNotFoundError):
        return f"the folder {str(path.parent)!r} does not exist; make it first"
    return (error.strerror or str(error)).lower()
