"""Two sites that say no: AP to an identified client, Reuters in its robots.txt.

Models of measured sites under invented names; the ways of refusing are parameters.
"""

from datetime import datetime
from typing import Final

import numpy as np

from arpent.demo.replies import (
    NOT_FOUND,
    Answer,
    Asked,
    Reply,
    Site,
    html,
    robots,
    xml,
)
from arpent.demo.writing import page, slug, url, urlset

__all__ = ["REFUSALS", "REUTERS_ROBOTS", "ap", "reuters"]

_CHALLENGE: Final = page(
    "Just a moment...",
    body="<noscript>Enable JavaScript and cookies to continue</noscript>"
    '<form id="challenge-form" action="/cdn-cgi/challenge" method="post"></form>',
)
_LISTS: Final = (
    "/sitemap.xml",
    "/news-sitemap-content.xml",
    "/video-sitemap.xml",
    "/hub-sitemap.xml",
    "/author-sitemap.xml",
)

REFUSALS: Final[dict[str, Reply]] = {
    "403": html(page("Access denied"), status=403),
    "401": Reply(status=401, headers=(("WWW-Authenticate", 'Basic realm="newsroom"'),)),
    "429": Reply(status=429, headers=(("Retry-After", "120"),)),
    "403-challenge": html(_CHALLENGE, status=403),
    "200-challenge": html(_CHALLENGE),
    "503": html(page("Service unavailable"), status=503),
}
"""The ways in which ap.sim can refuse."""


def ap(
    _rng: np.random.Generator, _now: datetime, *, refusal: str = "403"
) -> tuple[Site, ...]:
    """Return ap.sim: robots.txt allows all, then everything is refused.

    Args:
        refusal: One of `REFUSALS`.
    """
    home = "http://ap.sim"
    return (
        Site(
            host="ap.sim",
            what="an agency: its robots.txt allows us, its server does not",
            answers={
                "/robots.txt": robots(
                    "User-agent: *",
                    "Disallow: /search",
                    "",
                    *(f"Sitemap: {home}{path}" for path in _LISTS),
                )
            },
            otherwise=REFUSALS[refusal],
        ),
    )


_NAMED: Final = (
    "User-agent: Googlebot",
    "User-agent: Googlebot-News",
    "User-agent: Bingbot",
    "Allow: /",
    "Disallow: /search",
    "",
    "User-agent: Applebot",
    "Allow: /",
    "",
    "User-agent: facebookexternalhit",
    "User-agent: Twitterbot",
    "Allow: /",
    "",
    "User-agent: DuckDuckBot",
    "Allow: /",
    "",
    "User-agent: Slurp",
    "Crawl-delay: 10",
    "",
    "User-agent: archive.org_bot",
    "Disallow: /graphics/",
    "",
)
_NOBODY: Final = ("User-agent: *", "Disallow: /", "")
_MAPS: Final = (
    "Sitemap: http://reuters.sim/arc/outboundfeeds/sitemap-index/?outputType=xml",
    "Sitemap: http://reuters.sim/arc/outboundfeeds/news-sitemap/?outputType=xml",
)
_WORDS: Final = (*_NAMED, *_NOBODY, *_MAPS)

REUTERS_ROBOTS: Final[dict[str, Answer]] = {
    "plain": robots(*_WORDS, newline="\r\n"),
    "bom": robots(*_WORDS, newline="\r\n", bom=True),
    "names-us": robots("User-agent: arpent", "Allow: /", "", *_WORDS, newline="\r\n"),
    "names-mozilla": robots(
        "User-agent: Mozilla", "Allow: /", "", *_WORDS, newline="\r\n"
    ),
    "404": NOT_FOUND,
    "500": html(page("Internal error"), status=500),
    "403": html(page("Access denied"), status=403),
    "silent": Reply().but(silent=True),
}
"""What reuters.sim can answer for its robots.txt."""


def reuters(
    rng: np.random.Generator, _now: datetime, *, rules: str = "plain"
) -> tuple[Site, ...]:
    """Return reuters.sim: robots.txt names a few crawlers and shuts out all others.

    Args:
        rng: Draws the articles behind the door.
        rules: One of `REUTERS_ROBOTS`.
    """
    home = "http://reuters.sim"
    behind = [url(f"{home}/world/{slug(rng, 5)}-2026-11-20/") for _ in range(30)]

    def feeds(asked: Asked, _moment: datetime) -> Reply:
        return xml(urlset(behind)) if "/news-sitemap/" in asked.path else NOT_FOUND

    return (
        Site(
            host="reuters.sim",
            what="an agency: its robots.txt shuts out all but a few named crawlers",
            answers={
                "/robots.txt": REUTERS_ROBOTS[rules],
                "/": html(page("Reuters of the Field")),
            },
            otherwise=feeds,
        ),
    )
