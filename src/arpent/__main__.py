"""`python -m arpent`, and the command `arpent`.

Signals that come before a run has begun end the process without a word: nothing was
asked, and there is nothing to keep.
"""

import gc
import signal
import sys
from typing import Final

__all__ = ["main"]

_OBJECTS: Final = 200_000
"""Objects between two looks for garbage: imports make 65,000, and leave none."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGTERM, _terminated)
    gc.set_threshold(_OBJECTS)
    try:
        from arpent.cli.app import main as run  # noqa: PLC0415 -- after the first signal

        code = run()
    except BaseException as error:
        stopped = _stopped_by(error)
        if stopped is None:
            raise
        code = stopped
    gc.freeze()  # or each object is looked at once more while the process ends
    sys.exit(code)


def _terminated(number: int, frame: object) -> None:
    del frame
    sys.exit(128 + number)


def _stopped_by(error: BaseException | None) -> int | None:
    """Return the exit code of the signal that an error comes from, if one did.

    What a signal raises in the middle of an import may come out as another error.
    """
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return 128 + signal.SIGINT
        if isinstance(error, SystemExit) and isinstance(error.code, int):
            return error.code
        error = error.__cause__ or error.__context__
    return None


if __name__ == "__main__":
    main()
