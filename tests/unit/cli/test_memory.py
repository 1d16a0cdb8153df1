"""Arrow and all threads use one heap, unless the user chose otherwise."""

import subprocess
import sys

import pytest

from farm.command import environment

PROGRAM = """
from arpent.cli.memory import share_one_heap
share_one_heap()
import pyarrow
print(pyarrow.default_memory_pool().backend_name)
"""


@pytest.mark.parametrize(
    ("chosen", "used"),
    [({}, "system"), ({"ARROW_DEFAULT_MEMORY_POOL": "mimalloc"}, "mimalloc")],
    ids=["ours", "theirs"],
)
def test_heap_is_the_one_of_the_system_unless_chosen(
    chosen: dict[str, str], used: str
) -> None:
    done = subprocess.run(  # noqa: S603 -- our own program
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        check=True,
        timeout=30,
        env=environment(**chosen),
    )
    assert done.stdout.decode().strip() == used


@pytest.mark.parametrize("verb", ["urls", "changed"])
def test_heap_is_chosen_before_arrow_is_loaded(verb: str) -> None:
    program = (
        "import sys\n"
        "from arpent.cli.app import main\n"
        f"main([{verb!r}, 'not a host', *(['--since', '1d'] * ({verb!r} != 'urls'))])\n"
        "import pyarrow\n"
        "print(pyarrow.default_memory_pool().backend_name)\n"
    )
    done = subprocess.run(  # noqa: S603 -- our own program
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        timeout=30,
        env=environment(),
    )
    assert done.stdout.decode().strip() == "system"
