"""The summary is wrapped at words, and the live line fits the terminal."""

import re

import pytest
from rich.text import Text

from arpent.cli.terminal import Terminal
from arpent.terms.report import Progress

STYLE = re.compile(r"\x1b\[[0-9;]*[a-zA-Z]")
WORDS = "sentences that are longer than the terminal are wrapped between their words"


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "TTY_COMPATIBLE": "1",
        "FORCE_COLOR": "1",
        "TERM": "xterm",
        "COLUMNS": "60",
    }.items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("narrow")
def test_long_values_are_wrapped_at_words_under_their_column(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Terminal(no_color=True).rows([Text(f"  warning   {WORDS}")])
    lines = STYLE.sub("", capsys.readouterr().err).splitlines()
    assert len(lines) == 2
    assert all(len(line) <= 60 for line in lines)
    assert lines[1].startswith(" " * 12 + lines[1].strip()[0])
    assert " ".join(" ".join(lines).split()) == f"warning {WORDS}"


@pytest.mark.usefixtures("narrow")
def test_a_long_address_is_whole_although_it_is_broken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = "https://e.com/" + "x" * 200
    Terminal(no_color=True).rows([Text(f"  missing   404: {address}")])
    lines = STYLE.sub("", capsys.readouterr().err).splitlines()
    assert "".join(line.strip() for line in lines).endswith(address)


def test_nothing_is_wrapped_where_no_terminal_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Terminal().rows([Text(f"  warning   {WORDS * 3}")])
    assert capsys.readouterr().err == f"  warning   {WORDS * 3}\n"


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize(("width", "bar"), [(200, 24), (96, 12), (80, 0), (64, 0)])
def test_the_bar_gives_way_before_the_words(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    bar: int,
) -> None:
    monkeypatch.setenv("COLUMNS", f"{width}")
    terminal = Terminal(no_color=True)
    far = Progress(
        target="e.com",
        files_read=12,
        files_known=1_234,
        urls=1_234_567,
        bytes=9_999_999,
        eta_s=3_000,
        host="news.e.com",
    )
    terminal.progress(far)
    terminal.end()
    line = STYLE.sub("", capsys.readouterr().err)
    for part in ("12 of 1,234 files", "1,234,567 URLs", "50 min left", "news.e.com"):
        assert part in line
    assert len(line.strip()) < width
    assert line.count("━") == bar


@pytest.mark.usefixtures("narrow")
def test_nothing_is_drawn_while_a_reader_may_write(
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = Terminal()
    with terminal.away():
        terminal.draw()
        assert capsys.readouterr().err == ""
