"""Three sites to be followed through their sitemaps: Nikkei, Asahi, Yomiuri.

Models of measured sites under invented names. None announces a feed, and all nine
usual feed addresses answer 404 (one of Asahi's 403).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from arpent.demo.replies import (
    NOT_FOUND,
    Asked,
    Reply,
    Site,
    html,
    robots,
    xml,
)
from arpent.demo.writing import (
    NEWS,
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

__all__ = ["asahi", "nikkei", "yomiuri"]

_DAY: Final = 86_400
_SECTIONS: Final = 184
_TOPIC_NAMES: Final = """
    business economy markets technology politics world science society sports culture
    opinion local health travel education energy
"""
_TOPICS: Final = _TOPIC_NAMES.split()
_DESK_NAMES: Final = """
    national business politics international culture sports science shimbun
"""
_DESKS: Final = _DESK_NAMES.split()


def nikkei(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return nikkei.sim: a directory of sections that claims to be a news sitemap."""
    home = "http://nikkei.sim"
    sections = _sections(rng)
    odd = [
        f"{home}/promotion/2026/campaign.html",
        f"{home}/info/contact.html?from=map",
        f"{home}/article/DGXZQOUC010001R01C26A1000000/",
    ]
    locs = [f"{home}{path}" for path in sections] + odd
    fresh = rng.integers(60, _DAY - 3_600, 157).tolist()
    old = rng.integers(2 * _DAY, 90 * _DAY, len(locs) - 157).tolist()
    ages = rng.permutation(np.array(fresh + old)).tolist()
    directory = [
        url(loc, w3c(now - timedelta(seconds=age)))
        for loc, age in zip(locs, ages, strict=True)
    ]
    services = [url(f"{home}/service/{slug(rng, 2)}.html") for _ in range(60)]
    numbers = rng.permutation(900_000) + 100_000
    articles = [f"/article/DGXZQOUC{n}R01C26A2000000/" for n in numbers[:20].tolist()]

    def elsewhere(asked: Asked, _now: datetime) -> Reply:
        if asked.target not in sections:
            return NOT_FOUND
        return html(page(titled(asked.target.strip("/")), body=links(articles[:12])))

    return (
        Site(
            host="nikkei.sim",
            what="a daily: one undated sitemap of services, one of sections that "
            "calls itself news",
            answers={
                "/robots.txt": robots(
                    "User-agent: *",
                    "Disallow: /login",
                    "Disallow: /search",
                    f"Sitemap: {home}/service_sitemap.xml",
                    f"Sitemap: {home}/sections_sitemap.xml",
                ),
                "/": html(page("Nikkei of the Field", body=links(articles))),
                "/service_sitemap.xml": xml(urlset(services)),
                "/sections_sitemap.xml": xml(urlset(directory, news=NEWS)),
                "/business/startups/": html(
                    page("Startups", body=links(_startups(sections, articles)))
                ),
            },
            otherwise=elsewhere,
        ),
    )


def _sections(rng: np.random.Generator) -> list[str]:
    """Return 184 section paths, `/business/startups/` among them."""
    paths = dict.fromkeys(["/business/startups/", *(f"/{t}/" for t in _TOPICS)])
    while len(paths) < _SECTIONS:
        topic = _TOPICS[int(rng.integers(0, len(_TOPICS)))]
        paths[f"/{topic}/{slug(rng, 1)}/"] = None
    return list(paths)


def _startups(sections: list[str], articles: list[str]) -> list[str]:
    """Return the 271 distinct links of the startups page; 22 are of articles."""
    kept = [*articles, "/prime/DGXZQOTG100001Q6A1000000/", "/telling/DGXZTS00012340R0/"]
    other = ["/login", "/search", "/markets/chart/nk225/", "/markets/fx/usdjpy/"]
    other += [f"/theme/?dw={n:07d}" for n in range(40)]
    other += [f"/tag/tg{n:03d}/" for n in range(60)]
    other += sections
    return kept + list(dict.fromkeys(other))[: 271 - len(kept)]


def asahi(
    rng: np.random.Generator, now: datetime, *, refusal_s: float = 0.3
) -> tuple[Site, ...]:
    """Return asahi.sim: an index of news sitemaps, one a desk.

    Args:
        rng: Draws the articles.
        now: When the site opens.
        refusal_s: Seconds before `/rss` answers 403.
    """
    home = "http://asahi.sim"
    answers: dict[str, Reply] = {}
    children: list[tuple[str, str | None]] = []
    for desk in _DESKS:
        rows, newest = _desk(rng, now, home, desk)
        answers[f"/sitemap_{desk}.xml"] = xml(urlset(rows, news=NEWS))
        children.append((f"{home}/sitemap_{desk}.xml", w3c(newest)))
    refusal = html(page("403 Forbidden"), status=403)
    answers |= {
        "/robots.txt": robots(
            "User-agent: *", "Disallow: /ajax/", f"Sitemap: {home}/sitemap.xml"
        ),
        "/": html(page("Asahi of the Field", body=links(f"/{d}/" for d in _DESKS))),
        "/sitemap.xml": xml(index(children)),
        "/rss": refusal.but(delay_s=refusal_s),
    }
    return (
        Site(
            host="asahi.sim",
            what="a daily: an index of news sitemaps, one for each desk",
            answers=answers,
        ),
    )


def _desk(
    rng: np.random.Generator, now: datetime, home: str, desk: str
) -> tuple[list[str], datetime]:
    rows = []
    moments = [
        now - timedelta(seconds=s)
        for s in np.cumsum(rng.integers(300, 6_000, 40)).tolist()
    ]
    for moment in moments:
        mark = "".join(rng.choice(list("0123456789FKLMTU"), 6).tolist())
        number = int(rng.integers(1_000, 9_999))
        loc = f"{home}/articles/AST1{mark}T1F{desk[:3].upper()}{number}M.html"
        rows.append(
            url(loc, None, news("Asahi of the Field", titled(slug(rng)), moment, "ja"))
        )
    return rows, moments[0]


def yomiuri(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return yomiuri.sim: a plain news sitemap, behind an older, useless index."""
    home = "http://yomiuri.sim"
    archive = [url(f"{home}/{slug(rng, 1)}/{slug(rng, 1)}/") for _ in range(50)]
    archive += [url(f"{home}/pluralphoto/?id={n}") for n in range(50)]
    recent: list[str] = []
    for seconds in np.cumsum(rng.integers(60, 900, 300)).tolist():
        moment = now - timedelta(seconds=seconds)
        topic = _TOPICS[int(rng.integers(0, len(_TOPICS)))]
        number = int(rng.integers(50_000, 59_999))
        loc = f"{home}/{topic}/{moment:%Y%m%d}-OYT1T{number}{len(recent):03d}/"
        text = news("Yomiuri of the Field", titled(slug(rng)), moment, "ja")
        recent.append(url(loc, None, text))
    return (
        Site(
            host="yomiuri.sim",
            what="a daily: an undated archive first, then 300 news articles",
            answers={
                "/robots.txt": robots(
                    "User-agent: *",
                    "Disallow: /y_ajax/",
                    f"Sitemap: {home}/sitemap.xml",
                    f"Sitemap: {home}/sitemap-news-latest.xml",
                ),
                "/": html(page("Yomiuri of the Field", body=links(_front()))),
                "/sitemap.xml": xml(index([(f"{home}/sitemap-archive.xml", None)])),
                "/sitemap-archive.xml": xml(urlset(archive)),
                "/sitemap-news-latest.xml": xml(urlset(recent, news=NEWS)),
            },
        ),
    )


def _front() -> Iterable[str]:
    return (f"/{topic}/" for topic in _TOPICS)
