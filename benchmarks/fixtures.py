"""Draws the documents that are measured from a seed, into a folder.

Knows what a large sitemap looks like. Must not know who reads it. Run as a process of
its own, so that the process that measures stays small.

    python -m benchmarks.fixtures FOLDER ORIGIN
"""

import json
import sys
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.sizes import FILES, IMAGE_URLS, IMAGES_EACH, NEWS_URLS, URLS

__all__ = ["write"]

_SEED: Final = 20_261_201
_START: Final = datetime(2025, 1, 1, tzinfo=UTC)
_YEAR_S: Final = 31_536_000
_WORD_LIST: Final = """
    amber basin copper delta ember fjord garnet harbor island juniper kelp lagoon
    meadow nectar orchid prairie quartz river saffron timber umber valley willow
    yarrow zephyr
"""
_WORDS: Final = _WORD_LIST.split()
_SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_GOOGLE: Final = "http://www.google.com/schemas/sitemap"
_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NEWS: Final = (
    "    <news:news>\n"
    "      <news:publication>\n"
    "        <news:name>The Daily Survey</news:name>\n"
    "        <news:language>en</news:language>\n"
    "      </news:publication>\n"
    "      <news:publication_date>{date}</news:publication_date>\n"
    "      <news:title>What {one} &amp; {other} have in common</news:title>\n"
    "    </news:news>\n"
)


class Draw:
    """Words, numbers and moments from one seed."""

    def __init__(self, number: int) -> None:
        """Start anew for a document's number."""
        self._rng = np.random.Generator(np.random.PCG64([_SEED, number]))

    def words(self, rows: int, each: int) -> list[list[str]]:
        """Return some words for each row."""
        drawn = self._rng.integers(0, len(_WORDS), (rows, each)).tolist()
        return [[_WORDS[i] for i in row] for row in drawn]

    def moments(self, rows: int) -> list[str]:
        """Return a moment of the year for each row, as W3C writes it."""
        seconds = self._rng.integers(0, _YEAR_S, rows).tolist()
        return [(_START + timedelta(seconds=s)).isoformat() for s in seconds]


def locs(origin: str, number: int, rows: int) -> list[str]:
    """Return addresses of about 95 characters, each once in all documents."""
    words = Draw(number).words(rows, 8)
    return [
        f"{origin}/{w[0]}/{w[1]}/{number:03d}{row:05d}/{'-'.join(w[2:])}.html"
        for row, w in enumerate(words)
    ]


def plain(origin: str, number: int, rows: int = URLS) -> bytes:
    """Return a urlset with loc, lastmod, changefreq and priority."""
    dates = Draw(number + 10_000).moments(rows)
    entries = (
        f"  <url>\n    <loc>{loc}</loc>\n    <lastmod>{date}</lastmod>\n"
        "    <changefreq>weekly</changefreq>\n    <priority>0.8</priority>\n  </url>\n"
        for loc, date in zip(locs(origin, number, rows), dates, strict=True)
    )
    return _urlset(entries)


def images(origin: str) -> bytes:
    """Return a urlset with images in each entry."""
    dates = Draw(20_000).moments(IMAGE_URLS)
    entries = (
        f"  <url>\n    <loc>{loc}</loc>\n    <lastmod>{date}</lastmod>\n"
        + "".join(
            f"    <image:image>\n      <image:loc>{loc[:-5]}-{n}.jpg</image:loc>\n"
            "    </image:image>\n"
            for n in range(IMAGES_EACH)
        )
        + "  </url>\n"
        for loc, date in zip(locs(origin, 900, IMAGE_URLS), dates, strict=True)
    )
    return _urlset(entries, f' xmlns:image="{_GOOGLE}-image/1.1"')


def news(origin: str) -> bytes:
    """Return a news sitemap."""
    draw = Draw(30_000)
    dates, words = draw.moments(NEWS_URLS), draw.words(NEWS_URLS, 2)
    entries = (
        f"  <url>\n    <loc>{loc}</loc>\n    <lastmod>{date}</lastmod>\n"
        + _NEWS.format(date=date, one=w[0], other=w[1])
        + "  </url>\n"
        for loc, date, w in zip(locs(origin, 901, NEWS_URLS), dates, words, strict=True)
    )
    return _urlset(entries, f' xmlns:news="{_GOOGLE}-news/0.9"')


def _urlset(entries: Iterator[str], more: str = "") -> bytes:
    head = f'{_DECLARATION}<urlset xmlns="{_SITEMAP}"{more}>\n'
    return (head + "".join(entries) + "</urlset>\n").encode()


def index(origin: str, folder: str, files: int) -> bytes:
    """Return an index of a site's files, each with its date."""
    dates = Draw(40_000).moments(files)
    rows = "".join(
        f"  <sitemap>\n    <loc>{origin}/{folder}/{n}.xml.gz</loc>\n"
        f"    <lastmod>{date}</lastmod>\n  </sitemap>\n"
        for n, date in enumerate(dates)
    )
    body = f'{_DECLARATION}<sitemapindex xmlns="{_SITEMAP}">\n{rows}</sitemapindex>\n'
    return body.encode()


def write(folder: Path, origin: str) -> dict[str, int]:
    """Write every document, and return the sizes in bytes."""
    site = folder / "files"
    site.mkdir(parents=True)
    for number in range(FILES):
        pressed = zlib.compressobj(6, wbits=31)
        body = pressed.compress(plain(origin, number)) + pressed.flush()
        (site / f"{number}.xml.gz").write_bytes(body)
    documents = {
        "plain.xml": plain(origin, 0),
        "images.xml": images(origin),
        "news.xml": news(origin),
        f"index-{FILES}.xml": index(origin, "files", FILES),
        "index-2.xml": index(origin, "files", 2),
    }
    for name, body in documents.items():
        (folder / name).write_bytes(body)
    sizes = {name: len(body) for name, body in documents.items()}
    return sizes | {"0.xml.gz": (site / "0.xml.gz").stat().st_size}


if __name__ == "__main__":
    place, address = sys.argv[1:]
    sys.stdout.write(json.dumps(write(Path(place), address)) + "\n")
