"""Sites that differ in where their lists are found: guessed, linked, fed, elsewhere.

Also the large one and the one that uses every extension. Knows how publishers
announce things; must not know how anyone looks for them.
"""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

import numpy as np

from arpent.demo.replies import (
    NOT_FOUND,
    Answer,
    Asked,
    Reply,
    Site,
    gzipped,
    html,
    robots,
    text,
    xml,
)
from arpent.demo.writing import (
    NEWS,
    Item,
    alternate,
    atom,
    gz,
    index,
    json_feed,
    news,
    page,
    rdf,
    rss,
    slug,
    titled,
    url,
    urlset,
    w3c,
)

__all__ = ["big", "crosshost", "feeds", "guess", "linked", "multilang"]

_OPEN: Final = ("User-agent: *", "Disallow:")


def _some(rng: np.random.Generator, now: datetime, home: str, count: int) -> list[str]:
    return [
        url(
            f"{home}/{slug(rng)}-{n}.html",
            w3c(now - timedelta(minutes=int(rng.integers(10, 90_000)))),
        )
        for n in range(count)
    ]


def guess(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return guess.sim: robots.txt lists nothing, `/sitemap_index.xml` is there."""
    home = "http://guess.sim"
    names = ("posts", "pages")
    answers: dict[str, Answer] = {
        f"/{name}-sitemap.xml": xml(urlset(_some(rng, now, f"{home}/{name}", 40)))
        for name in names
    }
    answers |= {
        "/robots.txt": robots("User-agent: *", "Disallow: /wp-admin/"),
        "/": html(page("Guess")),
        "/sitemap_index.xml": xml(
            index((f"{home}/{name}-sitemap.xml", w3c(now)) for name in names)
        ),
    }
    what = "a site that announces no sitemap, yet has one at a usual address"
    return (Site(host="guess.sim", what=what, answers=answers),)


def linked(
    rng: np.random.Generator, now: datetime, *, by: str = "both"
) -> tuple[Site, ...]:
    """Return linked.sim: only its home page says where the sitemaps are.

    Args:
        rng: Draws the pages.
        now: When the site opens.
        by: `link` (a link element), `header` (a Link field) or `both`, each for
            another sitemap.
    """
    home = "http://linked.sim"
    head = '<link rel="sitemap" type="application/xml" href="/maps/pages.xml">\n'
    field = ("Link", '</maps/notes.xml>; rel="sitemap"; type="application/xml"')
    front = Reply(
        content_type="text/html; charset=utf-8",
        headers=(field,) if by in {"header", "both"} else (),
        body=page("Linked", head=head if by in {"link", "both"} else ""),
    )
    answers: dict[str, Answer] = {
        "/robots.txt": robots(*_OPEN),
        "/": front,
        "/maps/pages.xml": xml(urlset(_some(rng, now, home, 25))),
        "/maps/notes.xml": xml(urlset(_some(rng, now, f"{home}/notes", 15))),
    }
    what = "a site whose sitemaps are named by its home page alone"
    return (Site(host="linked.sim", what=what, answers=answers),)


def big(
    rng: np.random.Generator,
    now: datetime,
    *,
    files: int = 4,
    urls: int = 5_000,
    host: str = "big.sim",
) -> tuple[Site, ...]:
    """Return big.sim: an index of gzip sitemaps, made when first asked for and kept.

    Args:
        rng: Gives each file its own generator: the order of asking changes nothing.
        now: When the site opens.
        files: Number of sitemaps.
        urls: Entries in each of them.
        host: Name of the host, when many of a kind are wanted.
    """
    home = f"http://{host}"
    seeds = rng.spawn(files)
    states = [seed.bit_generator.state for seed in seeds]

    @lru_cache(maxsize=files)
    def packed(number: int) -> bytes:
        seeds[number].bit_generator.state = states[number]
        return gz(_many(seeds[number], now, f"{home}/s{number}", urls), level=1)

    def sitemap(asked: Asked, _now: datetime) -> Reply:
        number = asked.path.removeprefix("/sitemap-").removesuffix(".xml.gz")
        if not number.isdigit() or int(number) >= files:
            return NOT_FOUND
        return gzipped(packed(int(number)))

    children = (
        (f"{home}/sitemap-{n}.xml.gz", w3c(now - timedelta(hours=n)))
        for n in range(files)
    )
    answers: dict[str, Answer] = {
        "/robots.txt": robots(*_OPEN, f"Sitemap: {home}/sitemap.xml"),
        "/": html(page("Big")),
        "/sitemap.xml": xml(index(children)),
    }
    what = f"a large site: {files} gzip sitemaps of {urls:,} pages each"
    return (Site(host=host, what=what, answers=answers, otherwise=sitemap),)


def _many(rng: np.random.Generator, now: datetime, prefix: str, count: int) -> bytes:
    """Return a urlset of many entries, quickly."""
    names = [slug(rng, 4) for _ in range(97)]
    ages = rng.integers(0, 2 * 365 * 86_400, count)
    seconds = np.datetime64(now.replace(tzinfo=None), "s") - ages
    dates = np.datetime_as_string(seconds).tolist()
    rows = "".join(
        f"<url><loc>{prefix}/{names[n % 97]}/{n}.html</loc>"
        f"<lastmod>{date}Z</lastmod></url>\n"
        for n, date in enumerate(dates)
    )
    return urlset([rows])


def multilang(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return multilang.sim: hreflang, images, videos and news on its entries."""
    home = "http://multilang.sim"
    tongues = ("en", "fr", "pt-BR", "x-default")
    rows = []
    for n in range(40):
        name, at = slug(rng), now - timedelta(hours=int(rng.integers(1, 40)))
        more = "".join(
            f'<xhtml:link rel="alternate" hreflang="{tongue}" '
            f'href="{home}/{tongue.lower()}/{name}"/>'
            for tongue in tongues
        )
        if n % 2 == 0:
            more += (
                f"<image:image><image:loc>{home}/img/{name}.jpg</image:loc>"
                f"</image:image>"
            )
        if n % 5 == 0:
            more += _video(home, name)
        if n % 4 == 0:
            more += news("Multilang", titled(name), at, "fr")
        rows.append(url(f"{home}/fr/{name}", w3c(at), more))
    google = "http://www.google.com/schemas"
    body = urlset(
        rows,
        xhtml="http://www.w3.org/1999/xhtml",
        image=f"{google}/sitemap-image/1.1",
        video=f"{google}/sitemap-video/1.1",
        news=NEWS,
    )
    answers: dict[str, Answer] = {
        "/robots.txt": robots(*_OPEN, f"Sitemap: {home}/sitemap.xml"),
        "/": html(page("Multilang")),
        "/sitemap.xml": xml(body),
    }
    what = "a site in three languages, with images, videos and news"
    return (Site(host="multilang.sim", what=what, answers=answers),)


def _video(home: str, name: str) -> str:
    return (
        f"<video:video><video:thumbnail_loc>{home}/img/{name}.png"
        f"</video:thumbnail_loc><video:title>{titled(name)}</video:title>"
        f"<video:description>{titled(name)}, filmed.</video:description>"
        f"<video:content_loc>{home}/film/{name}.mp4</video:content_loc>"
        f"<video:duration>90</video:duration></video:video>"
    )


def feeds(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return feeds.sim: each kind of feed and a text list, all announced."""
    home = "http://feeds.sim"

    def items(part: str, count: int) -> list[Item]:
        names = [slug(rng) for _ in range(count)]
        return [
            Item(
                f"{home}/{part}/{name}-{n}", titled(name), now - timedelta(hours=5 * n)
            )
            for n, name in enumerate(names)
        ]

    atom_type, rss_type = "application/atom+xml", "application/rss+xml"
    documents: dict[str, Reply] = {
        "/rss.xml": xml(rss("Feeds", home, items("rss", 12)), kind=rss_type),
        "/rdf.xml": xml(rdf("Feeds", home, items("rdf", 11)), kind="text/xml"),
        "/atom.xml": xml(atom("Feeds", home, items("atom", 10)), kind=atom_type),
        "/feed.json": Reply(
            content_type="application/feed+json",
            body=json_feed("Feeds", home, items("json", 9)),
        ),
        "/urls.txt": text("".join(f"{i.link}\n" for i in items("text", 8)).encode()),
    }
    head = "".join(
        alternate(path, reply.content_type or "", path)
        for path, reply in documents.items()
        if path != "/urls.txt"
    )
    answers: dict[str, Answer] = {
        **documents,
        "/robots.txt": robots(*_OPEN, *(f"Sitemap: {home}{p}" for p in documents)),
        "/": html(page("Feeds", head=head)),
    }
    what = "a site that lists its pages in four kinds of feed and a text file"
    return (Site(host="feeds.sim", what=what, answers=answers),)


def crosshost(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return crosshost.sim and cdn.crosshost.sim: part of the lists live elsewhere."""
    home, cdn = "http://crosshost.sim", "http://cdn.crosshost.sim"
    own = [*_some(rng, now, home, 20), *_some(rng, now, f"{cdn}/media", 5)]
    far = [
        *_some(rng, now, home, 10),
        *_some(rng, now, f"{cdn}/media", 10),
        *_some(rng, now, f"{cdn}/private", 3),
    ]
    children = [
        f"{home}/sitemap-own.xml",
        f"{cdn}/sitemap-far.xml",
        f"{cdn}/private/sitemap.xml",
    ]
    return (
        Site(
            host="crosshost.sim",
            what="a site that keeps a sitemap and some pages on a second host",
            answers={
                "/robots.txt": robots(*_OPEN, f"Sitemap: {home}/sitemap.xml"),
                "/": html(page("Crosshost")),
                "/sitemap.xml": xml(index((loc, w3c(now)) for loc in children)),
                "/sitemap-own.xml": xml(urlset(own)),
            },
        ),
        Site(
            host="cdn.crosshost.sim",
            what="the second host of crosshost.sim, with rules of its own",
            answers={
                "/robots.txt": robots("User-agent: *", "Disallow: /private/"),
                "/sitemap-far.xml": xml(urlset(far)),
                "/private/sitemap.xml": xml(urlset(_some(rng, now, cdn, 5))),
            },
        ),
    )
