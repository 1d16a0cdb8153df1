import subprocess
import sys
from typing import Final

import pytest

from farm.command import environment

_HEAVY: Final = {"aiohttp", "pyarrow", "numpy", "lxml", "tldextract"}
_WATCH: Final = """
import sys
opened = []
def watch(event, arguments):
    if event.startswith("socket."):
        opened.append(event)
sys.addaudithook(watch)
"""
_TELL: Final = """
print(" ".join(sorted({name.partition(".")[0] for name in sys.modules})))
print(" ".join(opened))
"""


def _after(code: str) -> tuple[set[str], list[str]]:
    """Return the packages that are loaded and the sockets touched by some code."""
    ran = subprocess.run(  # noqa: S603 -- this Python
        [sys.executable, "-c", _WATCH + code + _TELL],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=environment(),
    )
    *_, loaded, opened = ran.stdout.split("\n")[:-1]
    return set(loaded.split()), opened.split()


def test_importing_arpent_loads_nothing_heavy() -> None:
    loaded, _ = _after("import arpent")
    assert loaded & (_HEAVY | {"rich", "cyclopts", "asyncio"}) == set()


def test_importing_arpent_opens_no_socket() -> None:
    _, opened = _after("import arpent")
    assert opened == []


def test_loading_every_public_name_opens_no_socket() -> None:
    _, opened = _after("import arpent\nfor n in arpent.__all__: getattr(arpent, n)")
    assert opened == []


@pytest.mark.parametrize("words", [["--help"], ["urls", "--help"], ["--version"]])
def test_help_loads_neither_network_nor_tables(words: list[str]) -> None:
    code = f"""
from arpent.cli.app import main
try:
    main({words!r})
except SystemExit:
    pass
"""
    loaded, opened = _after(code)
    assert loaded & (_HEAVY - {"tldextract"}) == set()
    assert opened == []
