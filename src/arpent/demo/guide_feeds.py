"""Three sites that announce a feed on their home page: Verge, TechCrunch, ITmedia.

Models of measured sites under invented names; each trap of theirs is a parameter.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from arpent.demo.replies import NOT_FOUND, Site, html, robots, xml
from arpent.demo.writing import (
    NEWS,
    Item,
    alternate,
    atom,
    index,
    links,
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

__all__ = ["itmedia", "techcrunch", "verge"]

_RSS: Final = "application/rss+xml"


def _items(
    rng: np.random.Generator, now: datetime, home: str, path: str, count: int
) -> list[Item]:
    """Return articles, newest first, some minutes to hours apart."""
    gaps = np.cumsum(rng.integers(240, 9_000, count))
    made = []
    for gap in gaps.tolist():
        name = slug(rng)
        number = int(rng.integers(100_000, 999_999))
        link = f"{home}{path.format(number=number, slug=name)}"
        made.append(Item(link, titled(name), now - timedelta(seconds=gap)))
    return made


def _listed(items: Sequence[Item]) -> list[str]:
    return [url(item.link, w3c(item.at)) for item in items]


def verge(
    rng: np.random.Generator, now: datetime, *, spelling: str = "plain"
) -> tuple[Site, ...]:
    """Return verge.sim: a feed announced on the home page.

    Args:
        rng: Draws the articles.
        now: When the site opens.
        spelling: How the link is written: `plain`, `odd` (several words in rel, upper
            case, parameters in type, no quotes) or `base` (relative to a base element).
    """
    home = "http://verge.sim"
    items = _items(rng, now, home, "/{number}/{slug}", 60)
    heads = {
        "plain": alternate("/rss/index.xml", _RSS, "All posts"),
        "odd": "<LINK REL=ALTERNATE TYPE=application/atom+xml HREF=/rss/index.xml>"
        '<link rel="alternate home" href="/rss/index.xml" '
        'type="application/rss+xml; charset=utf-8">',
        "base": f'<base href="{home}/rss/">' + alternate("index.xml", _RSS),
    }
    listed = links(item.link for item in items[:20])
    return (
        Site(
            host="verge.sim",
            what="a magazine: announces its feed, lists its articles in a sitemap",
            answers={
                "/robots.txt": robots(
                    "User-agent: *",
                    "Disallow: /search",
                    "Disallow: /api/",
                    "Disallow: /users/*/settings",
                    "",
                    f"Sitemap: {home}/sitemaps/posts.xml",
                ),
                "/": html(
                    page("The Verge of the Field", head=heads[spelling], body=listed)
                ),
                "/rss/index.xml": xml(atom("The Verge of the Field", home, items[:30])),
                "/sitemaps/posts.xml": xml(urlset(_listed(items))),
            },
        ),
    )


def techcrunch(
    rng: np.random.Generator, now: datetime, *, comments_first: bool = False
) -> tuple[Site, ...]:
    """Return techcrunch.sim: WordPress, whose home page announces four alternates.

    Args:
        rng: Draws the articles.
        now: When the site opens.
        comments_first: The feed of comments is announced before that of articles.
    """
    home = "http://techcrunch.sim"
    items = _items(rng, now, home, "/2026/11/{slug}-{number}/", 200)
    head = _wordpress_head(home, comments_first=comments_first)
    older, newer = items[100:], items[:100]
    described = [
        url(i.link, None, news("Tech Furrow", i.title, i.at)) for i in items[:40]
    ]
    return (
        Site(
            host="techcrunch.sim",
            what="a WordPress magazine: an index by age and a news sitemap",
            answers={
                "/robots.txt": robots(
                    "User-agent: *",
                    "Disallow: /wp-admin/",
                    "Allow: /wp-admin/admin-ajax.php",
                    f"Sitemap: {home}/sitemap_index.xml",
                    f"Sitemap: {home}/news-sitemap.xml",
                ),
                "/": html(page("Tech Furrow", head=head)),
                "/feed/": xml(rss("Tech Furrow", home, items[:20]), kind=_RSS),
                "/comments/feed/": xml(rss("Comments", home, items[5:9]), kind=_RSS),
                "/sitemap_index.xml": xml(
                    index(
                        (f"{home}/post-sitemap{n}.xml", w3c(part[0].at))
                        for n, part in ((1, older), (2, newer))
                    )
                ),
                "/post-sitemap1.xml": xml(urlset(_listed(older))),
                "/post-sitemap2.xml": xml(urlset(_listed(newer))),
                "/news-sitemap.xml": xml(urlset(described, news=NEWS)),
            },
        ),
    )


def _wordpress_head(home: str, *, comments_first: bool) -> str:
    """Return the four alternates of a WordPress page; two of them are no feeds."""
    feeds = [
        alternate(f"{home}/feed/", _RSS, "Tech Furrow » Feed"),
        alternate(f"{home}/comments/feed/", _RSS, "Tech Furrow » Comments Feed"),
    ]
    if comments_first:
        feeds.reverse()
    card = f"{home}/wp-json/oembed/1.0/embed?url={home}/"
    return "".join(
        (
            *feeds,
            alternate(f"{home}/wp-json/wp/v2/pages/2", "application/json"),
            alternate(card, "application/json+oembed"),
        )
    )


def itmedia(
    rng: np.random.Generator, now: datetime, *, feed_charset: str = "euc-jp"
) -> tuple[Site, ...]:
    """Return itmedia.sim and rss.itmedia.sim: the announced feed is on another host.

    Args:
        rng: Draws the articles.
        now: When the site opens.
        feed_charset: Charset of the feed, named in its prolog.
    """
    home = "http://itmedia.sim"
    items = [
        Item(item.link, f"畑の技術 {n}: {item.title}", item.at)
        for n, item in enumerate(
            _items(rng, now, home, "/news/articles/{number}.html", 40)
        )
    ]
    feed = "http://rss.itmedia.sim/rss/1.0/news.xml"
    return (
        Site(
            host="itmedia.sim",
            what="a Japanese magazine in Shift_JIS; its feed lives on another host",
            answers={
                "/robots.txt": robots(
                    "User-agent: *",
                    "Disallow: /bin/",
                    f"Sitemap: {home}/sitemap.xml",
                ),
                "/": html(
                    page(
                        "畑の技術情報",
                        head=alternate(feed, _RSS, "最新記事"),
                        body=links(item.link for item in items[:10]),
                        charset="shift_jis",
                    )
                ),
                "/sitemap.xml": xml(urlset(_listed(items))),
            },
        ),
        _feeds_of_itmedia(rdf("畑の技術情報", home, items, feed_charset)),
    )


def _feeds_of_itmedia(feed: bytes) -> Site:
    return Site(
        host="rss.itmedia.sim",
        what="the feeds of itmedia.sim, RSS 1.0, without a robots.txt",
        answers={
            "/robots.txt": NOT_FOUND,
            "/rss/1.0/news.xml": xml(feed, kind="text/xml"),
        },
    )
