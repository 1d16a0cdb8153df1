"""On a terminal: progress, colour when wanted, and nothing that a site could steer."""

import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arpent.demo.server import Farm
from farm.command import asking, environment

STYLE = re.compile(rb"\x1b\[[0-9;]*m")
ERASE = b"\x1b[2K"

HOSTILE = (
    "https://e.com/\x1b]0;owned\x07",
    "https://e.com/\x1b[2J",
    "https://e.com/\u009b2J",
    "https://e.com/\u202egpj.exe",
    "https://e.com/[red]x[/red]",
)


def on_a_terminal(*arguments: str | Path, **more: str) -> bytes:
    """Run the command with all output on a pseudo-terminal, and return that."""
    return of_a_terminal(sys.executable, "-m", "arpent", *arguments, **more)


def of_a_terminal(*command: str | Path, **more: str) -> bytes:
    """Run a program with all output on a pseudo-terminal, and return that."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # noqa: S603 -- our own command
        [*map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=environment(**{"TERM": "xterm-256color", "COLUMNS": "100"} | more),
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    process.wait(timeout=20)
    return shown


@pytest.mark.parametrize("name", ["urls", "csv", "jsonl", "json", "table"])
def test_text_of_a_site_never_reaches_the_terminal_unescaped(
    tmp_path: Path, name: str
) -> None:
    file = tmp_path / "list.txt"
    file.write_text("\n".join(HOSTILE))
    shown = on_a_terminal("urls", file, "--format", name, "-v")
    rest = STYLE.sub(b"", shown).replace(b"\r" + ERASE, b"")
    text = rest.decode()
    for bad in ("\x1b", "\x07", "\x9b", "\u202e"):
        assert bad not in text
    assert "[red]x[/red]" in text
    assert "owned" in text


def test_name_of_a_target_is_escaped_too() -> None:
    shown = on_a_terminal("urls", "bad\x1b]0;owned\x07host/x")
    assert b"\x1b]" not in shown
    assert b"owned" in shown


def test_progress_is_drawn_and_erased(farm: Farm) -> None:
    shown = on_a_terminal("urls", "big.sim", "-o", "/dev/null", *asking(farm, 0.2))
    assert ERASE in shown
    assert b"files" in shown
    assert b"20,000 URLs" in shown


def test_results_are_whole_lines_between_progress(farm: Farm) -> None:
    shown = on_a_terminal("urls", "honest.sim", *asking(farm, 0.1))
    lines = shown.replace(b"\r" + ERASE, b"\n").replace(b"\r", b"").split(b"\n")
    urls = [line for line in lines if line.startswith(b"http://honest.sim/")]
    assert len(urls) == 480
    assert all(b"\x1b" not in line for line in urls)


def test_quiet_draws_nothing(farm: Farm) -> None:
    shown = on_a_terminal("urls", "guess.sim", "-q", *asking(farm))
    assert b"\x1b" not in shown


@pytest.mark.parametrize("how", ["option", "environment"])
def test_no_colour_when_none_is_wanted(farm: Farm, how: str) -> None:
    arguments = ["--no-color"] if how == "option" else []
    more = {} if how == "option" else {"NO_COLOR": "1"}
    shown = on_a_terminal("urls", "guess.sim", *arguments, *asking(farm), **more)
    colours = re.findall(rb"\x1b\[[0-9;]*[39][0-7][0-9;]*m", shown)
    assert colours == []
    coloured = on_a_terminal("urls", "guess.sim", *asking(farm))
    assert re.findall(rb"\x1b\[[0-9;]*[39][0-7][0-9;]*m", coloured)


def test_parquet_is_not_printed_to_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("https://e.com/")
    assert b"-o FILE" in on_a_terminal("urls", file, "--format", "parquet")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("urls", "big.sim"), b"http://big.sim/"),
        (("changed", "honest.sim", "--since", "2000-01-01"), b"honest.sim since"),
    ],
    ids=["urls", "changed"],
)
def test_a_reader_on_the_same_terminal_finds_a_clean_line(
    farm: Farm, words: tuple[str, ...], first: bytes
) -> None:
    command = [sys.executable, "-m", "arpent", *words, *asking(farm, 0.2)]
    shown = of_a_terminal("/bin/sh", "-c", f"{shlex.join(command)} | head -n 2")
    rows = [STYLE.sub(b"", row).strip(b"\r") for row in shown.split(b"\n")]
    place = next(n for n, row in enumerate(rows) if first in row)
    assert ERASE in rows[place]
    assert rows[place].rsplit(ERASE, 1)[-1].startswith(first)


def test_the_summary_is_wrapped_at_words_of_a_narrow_terminal(farm: Farm) -> None:
    arguments = ("urls", "broken.sim", "-o", "/dev/null", *asking(farm))
    shown = on_a_terminal(*arguments, COLUMNS="60")
    rest = STYLE.sub(b"", shown).rsplit(ERASE, 1)[-1].decode()
    lines = [line.rstrip("\r") for line in rest.splitlines()]
    assert max(map(len, lines)) <= 60
    assert "            compress it again" in lines
