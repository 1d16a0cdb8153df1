"""Lends another environment the libraries of this one, but not what is editable here.

A path in a `.pth` file is searched for modules, and its own `.pth` files are not read:
so the project itself is only found there when it was installed there. Coverage of
child processes starts from a `.pth` file too, and is lent by a line of its own.

    python -m scripts.libraries OTHER_PYTHON
"""

import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

__all__ = ["lend"]

_ASK: Final = "import sysconfig; print(sysconfig.get_path('purelib'))"
_COVERAGE: Final = (
    "import os; os.environ.get('COVERAGE_PROCESS_CONFIG') "
    "and __import__('coverage').process_startup()"
)


def lend(python: str) -> Path:
    """Write the file into the environment of another Python, and return its path."""
    asked = subprocess.run(  # noqa: S603 -- a Python that make has made
        [python, "-c", _ASK], capture_output=True, text=True, check=True
    )
    place = Path(asked.stdout.strip()) / "libraries.pth"
    place.write_text(f"{sysconfig.get_path('purelib')}\n{_COVERAGE}\n", "utf-8")
    return place


if __name__ == "__main__":
    lend(sys.argv[1])
