"""Every example of the documentation runs, and prints what the page says it prints.

`python` blocks of a page run in order and share their names. `console` blocks are
commands after `$ ` with what they print; a line of `...` stands for any lines, `...`
within a line for any text, and `[exit N]` for an exit code other than 0. The simulated
sites answer both. A block of `text` that shows `arpent` is parsed and not run.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from arpent.cli.app import make_app
from arpent.demo.server import Farm
from farm.command import environment
from pages import PAGES, Example, examples, name_of

_LIMIT_S: Final = 60
_EXIT: Final = re.compile(r"\[exit (\d+)\]")
_RUN: Final = {"python", "console"}
_SHOWN: Final = {"text", "sh", "console"}
_COMMAND: Final = re.compile(r"^(?:\$ )?(?:[\w./]*/)?arpent (.+)$", re.MULTILINE)
_AFTER: Final = re.compile(r"(?<=\s)[<>|].*$|\s{2,}\S.*$")


def _pages_with(languages: set[str]) -> list[Any]:
    return [
        pytest.param(page, id=name_of(page))
        for page in PAGES
        if any(example.language in languages for example in examples(page))
    ]


@pytest.mark.parametrize("page", _pages_with(_RUN))
def test_examples_of_the_page_run(
    page: Path, farm: Farm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "example"}
    for example in examples(page):
        place = f"{name_of(page)}:{example.line}"
        if example.language == "python":
            blank = "\n" * (example.line - 1)
            exec(compile(blank + example.text, str(page), "exec"), names)  # noqa: S102
        elif example.language == "console":
            for command, printed in _commands(example):
                _run(command, printed, farm, place)


def _commands(example: Example) -> Iterator[tuple[str, str]]:
    """Yield each command of a block with the text that it is said to print."""
    for part in re.split(r"^\$ ", example.text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def _run(command: str, printed: str, farm: Farm, place: str) -> None:
    codes = _EXIT.findall(printed)
    ran = subprocess.run(  # noqa: S603 -- the commands of our own pages
        ["/bin/sh", "-c", command],
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
        check=False,
        env=environment(
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            ARPENT_RESOLVE=" ".join(farm.resolve),
            ARPENT_PAUSE="0.02",
            ARPENT_NOW=farm.clock.now().isoformat(),
        ),
    )
    seen = ran.stdout + ran.stderr
    assert ran.returncode == (int(codes[0]) if codes else 0), f"{place}: {seen[-900:]}"
    said = _EXIT.sub("", printed).strip()
    if said:
        shown = f"{place}:\n{said}\n-- but it printed:\n{seen[:900]}\n{seen[-900:]}"
        assert _pattern(said).fullmatch(f"{seen.strip()}\n"), shown


def _pattern(said: str) -> re.Pattern[str]:
    """Return what matches the text, with `...` lines for any number of lines."""
    dots = re.escape("...")
    lines = (re.escape(line.rstrip()) for line in said.splitlines())
    parts = ("(?:.*\n)*" if p == dots else p.replace(dots, ".*") + "\n" for p in lines)
    return re.compile("".join(parts))


@pytest.mark.parametrize("page", _pages_with(_SHOWN))
def test_commands_shown_on_the_page_are_understood(page: Path) -> None:
    app = make_app()
    for example in examples(page):
        if example.language not in _SHOWN:
            continue
        for shown in _COMMAND.findall(example.text):
            words = shlex.split(_AFTER.sub("", shown), comments=True)
            if _is_a_call(words, shown):
                app.parse_args(words, exit_on_error=False, print_error=False)


def _is_a_call(words: list[str], shown: str) -> bool:
    """Say whether a line calls a verb; usage, help and lists of verbs do not."""
    usage = "..." in shown or "[" in words[-1]
    named = len(words) == 1 and words[0] != "demo"
    return not usage and not named and not {"--help", "--version"} & set(words)


def test_an_example_that_prints_something_else_is_noticed(farm: Farm) -> None:
    with pytest.raises(AssertionError):
        _run("arpent urls multilang.sim -q", "http://multilang.sim/other", farm, "here")
    with pytest.raises(AssertionError):
        _run("arpent urls reuters.sim", "...", farm, "here")


def test_dots_stand_for_any_lines_and_for_none() -> None:
    assert _pattern("a\n...\nb").fullmatch("a\nb\n")
    assert _pattern("a\n...\nb").fullmatch("a\n1\n2\nb\n")
    assert _pattern("...\nb").fullmatch("1\nb\n")
    assert _pattern("a\n...").fullmatch("a\n")
    assert _pattern("...").fullmatch("a\nb\n")
    assert _pattern("a ... c").fullmatch("a b c\n")
    assert not _pattern("a\n...\nb").fullmatch("a\n1\n2\n")
