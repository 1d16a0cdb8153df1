"""Sites whose lastmod is true, false or missing: one for each way of lying.

Knows what each site claims and what really changes there. Must not know how anyone
finds out.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from arpent.demo.replies import Answer, Asked, Reply, Site, gzipped, html, robots, xml
from arpent.demo.world import World, draw_world
from arpent.demo.writing import (
    NEWS,
    gz,
    index,
    links,
    news,
    page,
    slug,
    titled,
    url,
    urlset,
    w3c,
)

__all__ = [
    "batch",
    "forgetful",
    "frozen",
    "future",
    "generation",
    "honest",
    "lazy",
    "partial",
    "publication",
    "undated",
]

UNDATED_URLS: Final = 10_236
_PARTS: Final = ("shop/tools", "shop/seeds", "blog/2025", "blog/2026")


def _names(rng: np.random.Generator, count: int) -> tuple[str, ...]:
    return tuple(f"{slug(rng)}-{n}" for n in range(count))


def _living(
    host: str, what: str, parts: dict[str, World], *, zipped: bool
) -> tuple[Site, ...]:
    """Return a site of pages that change, with an index of one sitemap a part."""
    home = f"http://{host}"
    ending = ".xml.gz" if zipped else ".xml"

    def child(part: str) -> str:
        return f"/sitemap-{part.replace('/', '-')}{ending}"

    def contents(_asked: Asked, now: datetime) -> bytes:
        return index(
            (
                f"{home}{child(part)}",
                w3c(max(world.lastmod(n, now) for n in range(len(world.names)))),
            )
            for part, world in parts.items()
        )

    answers: dict[str, Answer] = {
        "/robots.txt": robots(
            "User-agent: *", "Disallow: /cart", f"Sitemap: {home}/sitemap.xml"
        ),
        "/": html(page(titled(host), body=links(f"/{part}/" for part in parts))),
        "/sitemap.xml": xml(contents),
    }
    pages: dict[str, tuple[World, int]] = {}
    for part, world in parts.items():
        listing = _listing(f"{home}/{part}", world, zipped=zipped)
        answers[child(part)] = gzipped(listing) if zipped else xml(listing)
        pages |= {
            f"/{part}/{name}.html": (world, n) for n, name in enumerate(world.names)
        }
    missing = Site(host=host).otherwise

    def article(asked: Asked, now: datetime) -> Reply:
        if asked.path not in pages:
            return missing if isinstance(missing, Reply) else missing(asked, now)
        return _article(*pages[asked.path], now)

    return (Site(host=host, what=what, answers=answers, otherwise=article),)


def _listing(
    prefix: str, world: World, *, zipped: bool
) -> Callable[[Asked, datetime], bytes]:
    def body(_asked: Asked, now: datetime) -> bytes:
        rows = (
            url(f"{prefix}/{name}.html", w3c(world.lastmod(n, now)))
            for n, name in enumerate(world.names)
        )
        return gz(urlset(rows)) if zipped else urlset(rows)

    return body


def _article(world: World, number: int, now: datetime) -> Reply:
    name, version = world.names[number], world.version(number, now)
    changed = world.changed_at(number, now)
    card = (
        '<script type="application/ld+json">{"@context":"https://schema.org",'
        f'"@type":"Article","headline":"{titled(name)}",'
        f'"dateModified":"{w3c(changed)}"}}</script>'
    )
    words = " ".join(
        titled(slug(np.random.Generator(np.random.PCG64([number, version, k]))))
        for k in range(12)
    )
    body = html(
        page(titled(name), head=card, body=f"<p>Edition {version}. {words}.</p>")
    )
    return Reply(
        content_type=body.content_type,
        body=body.body,
        tagged=True,
        last_modified=changed,
    )


def honest(
    rng: np.random.Generator, now: datetime, *, pages: int = 120
) -> tuple[Site, ...]:
    """Return honest.sim: a shop and a blog whose lastmod is true to the second.

    Args:
        rng: Draws pages and changes.
        now: When the site opens.
        pages: Pages in each of its four gzip sitemaps.
    """
    parts = {part: draw_world(rng, now, _names(rng, pages)) for part in _PARTS}
    what = "a shop with a blog: four gzip sitemaps, dates true to the second"
    return _living("honest.sim", what, parts, zipped=True)


def lazy(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return lazy.sim: its lastmod moves ten times for each real change."""
    world = draw_world(
        rng, now, _names(rng, 200), per_day=0.02, told=0.95, false_per_day=0.2
    )
    what = "a catalogue whose dates move at every touch of a template"
    return _living("lazy.sim", what, {"items": world}, zipped=False)


def forgetful(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return forgetful.sim: its lastmod moves for 15 % of the changes only."""
    world = draw_world(rng, now, _names(rng, 200), per_day=0.1, told=0.15)
    what = "a wiki that mostly forgets to say that a page changed"
    return _living("forgetful.sim", what, {"wiki": world}, zipped=False)


def _plain(host: str, what: str, body: Answer) -> tuple[Site, ...]:
    """Return a site of one sitemap and nothing else worth telling."""
    return (
        Site(
            host=host,
            what=what,
            answers={
                "/robots.txt": robots(
                    "User-agent: *", "Disallow:", f"Sitemap: http://{host}/sitemap.xml"
                ),
                "/": html(page(titled(host))),
                "/sitemap.xml": body,
            },
        ),
    )


def _locs(rng: np.random.Generator, host: str, count: int) -> list[str]:
    return [f"http://{host}/{slug(rng)}-{n}.html" for n in range(count)]


def generation(rng: np.random.Generator, _now: datetime) -> tuple[Site, ...]:
    """Return generation.sim: every lastmod is the moment at which it was asked."""
    locs = _locs(rng, "generation.sim", 400)

    def body(_asked: Asked, now: datetime) -> bytes:
        return urlset(url(loc, w3c(now)) for loc in locs)

    what = "a site that dates every page with the moment of the request"
    return _plain("generation.sim", what, xml(body))


def batch(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return batch.sim: 600 entries at two instants, a second apart."""
    locs = _locs(rng, "batch.sim", 600)
    moment = now - timedelta(days=200, minutes=7)
    dates = [moment] * 345 + [moment + timedelta(seconds=1)] * 255
    rows = [url(loc, w3c(at)) for loc, at in zip(locs, dates, strict=True)]
    what = "600 pages, all dated by one migration, at two instants"
    return _plain("batch.sim", what, xml(urlset(rows)))


def undated(rng: np.random.Generator, _now: datetime) -> tuple[Site, ...]:
    """Return undated.sim: 10,236 URLs and not one date."""
    rows = [url(loc) for loc in _locs(rng, "undated.sim", UNDATED_URLS)]
    what = f"an archive of {UNDATED_URLS:,} pages without a date"
    return _plain("undated.sim", what, xml(urlset(rows)))


def future(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return future.sim: four dates in ten lie weeks ahead."""
    rows = []
    for n, loc in enumerate(_locs(rng, "future.sim", 200)):
        days = int(rng.integers(2, 300))
        away = timedelta(days=days if n % 5 < 2 else -days)  # noqa: PLR2004 -- 2 in 5
        rows.append(url(loc, w3c(now + away)))
    what = "a calendar that takes the date of the event for that of the page"
    return _plain("future.sim", what, xml(urlset(rows)))


def frozen(rng: np.random.Generator, _now: datetime) -> tuple[Site, ...]:
    """Return frozen.sim: every date is the beginning of some machine's time."""
    starts = ("1970-01-01T00:00:00+00:00", "0001-01-01T00:00:00")
    rows = [
        url(loc, starts[int(rng.random() < 0.3)])  # noqa: PLR2004 -- 3 in 10
        for loc in _locs(rng, "frozen.sim", 150)
    ]
    what = "a site whose empty date column is published as a date"
    return _plain("frozen.sim", what, xml(urlset(rows)))


def partial(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return partial.sim: a third of the entries are dated, in several forms."""
    forms = ("%Y-%m-%d", "%Y-%m", "%Y-%m-%dT%H:%M+02:00", "%Y-%m-%dT%H:%M:%S.250Z")
    rows = []
    for n, loc in enumerate(_locs(rng, "partial.sim", 240)):
        at = now - timedelta(minutes=int(rng.integers(100, 500_000)))
        rows.append(url(loc, at.strftime(forms[n % 4]) if n % 3 == 0 else None))
    what = "a site that dates one page in three, each in another form"
    return _plain("partial.sim", what, xml(urlset(rows)))


def publication(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return publication.sim: lastmod repeats the date of publication."""
    rows = []
    for loc in _locs(rng, "publication.sim", 160):
        at = now - timedelta(minutes=int(rng.integers(5, 2_800)))
        rows.append(url(loc, w3c(at), news("Publication", titled(slug(rng)), at)))
    what = "a news site whose lastmod never leaves the date of publication"
    return _plain("publication.sim", what, xml(urlset(rows, news=NEWS)))
