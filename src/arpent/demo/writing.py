"""Writes the documents of the simulated sites: sitemaps, indexes, feeds, pages.

Knows what each format looks like. Must not know any site, and must not be clever: a
document with a flaw is made by its own site, from a good one.
"""

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from typing import Final

import numpy as np

from arpent.demo.replies import Asked, Body

__all__ = [
    "NEWS",
    "Item",
    "alternate",
    "always",
    "atom",
    "gz",
    "index",
    "json_feed",
    "links",
    "news",
    "page",
    "rdf",
    "rss",
    "slug",
    "titled",
    "url",
    "urlset",
    "w3c",
]

NEWS: Final = "http://www.google.com/schemas/sitemap-news/0.9"
_SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_VOCABULARY: Final = """
    amber barley beacon birch bramble brook cedar chalk clay clover copper coral creek
    dune ember fallow fern field flint garden granite grove harbor hazel heath hedge
    heron hollow iris ivory juniper kestrel ladder lantern larch lichen linden lupin
    maple marsh meadow mill mint moor moss nettle oak orchard osier otter pebble pine
    plough poplar quarry quartz quince reed ridge river rowan rye sable saffron sage
    sedge slate spruce stone stubble sward tarn thistle thorn thyme timber valley vetch
    walnut weir willow wren yarrow yew
"""
_WORDS: Final = _VOCABULARY.split()


@dataclass(frozen=True, slots=True)
class Item:
    """One article of a feed."""

    link: str
    title: str
    at: datetime


def slug(rng: np.random.Generator, words: int = 3) -> str:
    """Return some words joined by hyphens, drawn from the generator."""
    return "-".join(_WORDS[i] for i in rng.integers(0, len(_WORDS), words))


def titled(text: str) -> str:
    """Return a slug as a title."""
    return text.replace("-", " ").capitalize()


def w3c(moment: datetime) -> str:
    """Return a moment in the form of a sitemap, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S+00:00")


def gz(body: bytes, level: int = 6) -> bytes:
    """Return the bytes as a .gz file, the same on every run."""
    machine = zlib.compressobj(level, zlib.DEFLATED, 31)
    return machine.compress(body) + machine.flush()


def always(body: bytes) -> Body:
    """Return a body that is the same whoever asks and whenever."""

    def same(_asked: Asked, _now: datetime) -> bytes:
        return body

    return same


def url(loc: str, lastmod: str | None = None, more: str = "") -> str:
    """Return one `url` element; `more` is XML that goes into it."""
    dated = f"<lastmod>{lastmod}</lastmod>" if lastmod is not None else ""
    return f"<url><loc>{escape(loc)}</loc>{dated}{more}</url>\n"


def news(name: str, title: str, at: datetime, language: str = "en") -> str:
    """Return the news element of one article."""
    return (
        f"<news:news><news:publication><news:name>{escape(name)}</news:name>"
        f"<news:language>{language}</news:language></news:publication>"
        f"<news:publication_date>{w3c(at)}</news:publication_date>"
        f"<news:title>{escape(title)}</news:title></news:news>"
    )


def urlset(entries: Iterable[str], **namespaces: str) -> bytes:
    """Return a urlset of `url` elements; keywords declare further prefixes."""
    more = "".join(f' xmlns:{name}="{uri}"' for name, uri in namespaces.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="{_SITEMAP}"{more}>\n{"".join(entries)}</urlset>\n'
    ).encode()


def index(children: Iterable[tuple[str, str | None]]) -> bytes:
    """Return an index of (address, lastmod or None)."""
    rows = "".join(
        f"<sitemap><loc>{escape(loc)}</loc>"
        + (f"<lastmod>{at}</lastmod>" if at else "")
        + "</sitemap>\n"
        for loc, at in children
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<sitemapindex xmlns="{_SITEMAP}">\n{rows}</sitemapindex>\n'
    ).encode()


def rss(title: str, home: str, items: Sequence[Item]) -> bytes:
    """Return an RSS 2.0 feed."""
    rows = "".join(
        f"<item><title>{escape(i.title)}</title><link>{escape(i.link)}</link>"
        f"<guid>{escape(i.link)}</guid><pubDate>{format_datetime(i.at)}</pubDate>"
        "</item>\n"
        for i in items
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
        f"<title>{escape(title)}</title><link>{escape(home)}</link>"
        f"<description>{escape(title)}</description>\n{rows}</channel></rss>\n"
    ).encode()


def rdf(title: str, home: str, items: Sequence[Item], charset: str = "utf-8") -> bytes:
    """Return an RSS 1.0 feed in a charset that its prolog names."""
    listed = "".join(f'<rdf:li rdf:resource="{escape(i.link)}"/>' for i in items)
    rows = "".join(
        f'<item rdf:about="{escape(i.link)}"><title>{escape(i.title)}</title>'
        f"<link>{escape(i.link)}</link><dc:date>{w3c(i.at)}</dc:date></item>\n"
        for i in items
    )
    return (
        f'<?xml version="1.0" encoding="{charset}"?>\n'
        '<rdf:RDF xmlns="http://purl.org/rss/1.0/" '
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'<channel rdf:about="{escape(home)}"><title>{escape(title)}</title>'
        f"<link>{escape(home)}</link><description>{escape(title)}</description>"
        f"<items><rdf:Seq>{listed}</rdf:Seq></items></channel>\n{rows}</rdf:RDF>\n"
    ).encode(charset)


def atom(title: str, home: str, items: Sequence[Item]) -> bytes:
    """Return an Atom feed."""
    rows = "".join(
        f"<entry><title>{escape(i.title)}</title><id>{escape(i.link)}</id>"
        f'<link rel="alternate" href="{escape(i.link)}"/>'
        f"<updated>{w3c(i.at)}</updated></entry>\n"
        for i in items
    )
    newest = w3c(max(i.at for i in items))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{escape(title)}</title>'
        f"<id>{escape(home)}</id><updated>{newest}</updated>\n{rows}</feed>\n"
    ).encode()


def json_feed(title: str, home: str, items: Sequence[Item]) -> bytes:
    """Return a JSON Feed 1.1."""
    return json.dumps(
        {
            "version": "https://jsonfeed.org/version/1.1",
            "title": title,
            "home_page_url": home,
            "items": [
                {
                    "id": i.link,
                    "url": i.link,
                    "title": i.title,
                    "content_text": i.title,
                    "date_modified": w3c(i.at),
                }
                for i in items
            ],
        }
    ).encode()


def alternate(href: str, kind: str, title: str = "") -> str:
    """Return a link element that announces another form of the site."""
    return (
        f'<link rel="alternate" type="{kind}" '
        f'title="{escape(title)}" href="{escape(href)}">\n'
    )


def links(hrefs: Iterable[str]) -> str:
    """Return a list of links whose texts are their addresses."""
    rows = "".join(
        f'<li><a href="{escape(href)}">{escape(href)}</a>\n' for href in hrefs
    )
    return f"<ul>\n{rows}</ul>\n"


def page(
    title: str, *, head: str = "", body: str = "", charset: str = "utf-8"
) -> bytes:
    """Return an HTML page; `head` and `body` are HTML."""
    return (
        f'<!doctype html>\n<html><head><meta charset="{charset}">'
        f"<title>{escape(title)}</title>\n{head}</head>\n"
        f"<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    ).encode(charset, "xmlcharrefreplace")
