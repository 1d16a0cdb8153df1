"""Sites that are broken without meaning harm: bad files, soft 404s, slow hosts.

Knows what breaks in the wild. Must not know how a reader copes.
"""

from datetime import datetime, timedelta
from typing import Final

import numpy as np

from arpent.demo.replies import (
    Answer,
    Faults,
    Framing,
    Reply,
    Site,
    Turns,
    gzipped,
    html,
    moved,
    robots,
    text,
    xml,
)
from arpent.demo.writing import gz, index, page, slug, titled, url, urlset, w3c

__all__ = ["broken", "faults", "slow", "soft404"]


def _rows(rng: np.random.Generator, now: datetime, home: str, count: int) -> list[str]:
    return [
        url(
            f"{home}/{slug(rng)}-{n}.html",
            w3c(now - timedelta(minutes=int(rng.integers(10, 90_000)))),
        )
        for n in range(count)
    ]


def broken(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return broken.sim: an index whose children break, each in its own way."""
    home = "http://broken.sim"

    def listed(part: str, count: int) -> bytes:
        return urlset(_rows(rng, now, f"{home}/{part}", count))

    whole = gz(listed("cut", 400))
    ampersand = urlset(
        [*_rows(rng, now, f"{home}/bare", 3), url(f"{home}/bare/?a=1&b=2")]
    ).replace(b"&amp;", b"&")
    warning = (
        b"<br />\n<b>Warning</b>: Undefined variable $map in <b>/srv/map.php</b>"
        b" on line <b>41</b><br />\n"
    )
    twice = gzipped(gz(listed("double", 25)))
    answers: dict[str, Answer] = {
        "/cut.xml.gz": gzipped(whole[: len(whole) * 2 // 3]),
        "/ampersand.xml": xml(ampersand),
        "/warning.xml": xml(warning + listed("warning", 12)),
        "/page.xml": html(page("Our shop", body="<p>Welcome!")),
        "/loop.xml": xml(index([(f"{home}/sitemap.xml", None)])),
        "/double.xml.gz": Reply(
            content_type=twice.content_type, body=twice.body, codings=("gzip",)
        ),
        "/empty.xml": xml(b""),
        "/good.xml": xml(listed("good", 30)),
    }
    children = [*answers, "/missing.xml", "/sitemap.xml"]
    answers |= {
        "/robots.txt": robots(
            "User-agent: *", "Disallow:", f"Sitemap: {home}/sitemap.xml"
        ),
        "/": html(page("Broken")),
        "/sitemap.xml": xml(index([(f"{home}{path}", None) for path in children])),
    }
    return (
        Site(
            host="broken.sim",
            what="an index of ten children, nine of them broken, each in its own way",
            answers=answers,
        ),
    )


def soft404(_rng: np.random.Generator, _now: datetime) -> tuple[Site, ...]:
    """Return soft404.sim: whatever is asked for, the answer is the same page, 200."""
    return (
        Site(
            host="soft404.sim",
            what="a site that answers every address with the same page",
            answers={"/robots.txt": robots("User-agent: *", "Disallow: /private/")},
            otherwise=html(page("Oops", body="<p>We could not find that page.")),
        ),
    )


def slow(
    rng: np.random.Generator, now: datetime, *, delay_s: float = 2, far_s: float = 600
) -> tuple[Site, ...]:
    """Return slow.sim and sloth.sim: a Crawl-delay to wait for, and one too long.

    Args:
        rng: Draws the pages.
        now: When the sites open.
        delay_s: Crawl-delay of slow.sim, in seconds.
        far_s: Crawl-delay of sloth.sim, in seconds.
    """
    made = []
    for host, delay in (("slow.sim", delay_s), ("sloth.sim", far_s)):
        home = f"http://{host}"
        made.append(
            Site(
                host=host,
                what=f"a small server that asks for {delay:g} s between requests",
                answers={
                    "/robots.txt": robots(
                        "User-agent: *",
                        f"Crawl-delay: {delay:g}",
                        f"Sitemap: {home}/sitemap.xml",
                    ),
                    "/": html(page(titled(host))),
                    "/sitemap.xml": xml(urlset(_rows(rng, now, home, 20))),
                },
            )
        )
    return tuple(made)


_BAD_WIRES: Final[dict[str, Faults]] = {
    "/late.xml": Faults(delay_s=0.5),
    "/drip-head.xml": Faults(head_rate=20),
    "/drip-body.xml": Faults(body_rate=200),
    "/cut.xml": Faults(cut_after=300),
    "/reset.xml": Faults(reset=True),
    "/reset-late.xml": Faults(reset=True, cut_after=300),
    "/silent.xml": Faults(silent=True),
    "/long-length.xml": Faults(lengths=(1_000_000,)),
    "/short-length.xml": Faults(lengths=(200,)),
    "/two-lengths.xml": Faults(lengths=(200, 300)),
    "/chunked.xml": Faults(framing=Framing.CHUNKED),
    "/bad-chunk.xml": Faults(framing=Framing.BAD_CHUNK),
    "/unframed.xml": Faults(framing=Framing.CLOSE),
    "/interim.xml": Faults(interim=3),
    "/endless-interim.xml": Faults(interim=1_000_000_000),
    "/endless.xml": Faults(endless=True),
    "/long-header.xml": Faults(header_bytes=1_048_576),
    "/many-headers.xml": Faults(header_count=20_000),
    "/nonsense.xml": Faults(raw=b"220 smtp.sim ESMTP\r\n"),
}


def faults(rng: np.random.Generator, now: datetime) -> tuple[Site, ...]:
    """Return faults.sim: one address for each thing that can go wrong on the wire.

    Its robots.txt lists nothing: ask for the addresses one by one.
    """
    good = xml(urlset(_rows(rng, now, "http://faults.sim", 8)))
    answers: dict[str, Answer] = {
        path: Reply(content_type=good.content_type, body=good.body, faults=fault)
        for path, fault in _BAD_WIRES.items()
    }
    for coding in ("gzip", "deflate", "raw-deflate", "br", "zstd"):
        answers[f"/{coding}.xml"] = Reply(body=good.body, codings=(coding,))
    answers |= {
        "/robots.txt": robots("User-agent: *", "Disallow:"),
        "/gzip-twice.xml": Reply(body=good.body, codings=("gzip", "gzip")),
        "/gzip-lie.xml": Reply(body=good.body, says_coding="gzip"),
        "/gzip-unsaid.xml": Reply(body=good.body, codings=("gzip",), says_coding=""),
        "/unknown-coding.xml": Reply(body=good.body, says_coding="zorp"),
        "/partial.xml": Reply(status=206, body=good.body),
        "/busy.xml": Turns((_busy(503, 1), good)),
        "/throttled.xml": Turns((_busy(429, 1), _busy(429, 1), good)),
        "/busy-for-long.xml": _busy(503, 3_600),
        "/hop-0": good,
        "/circle-a": moved("/circle-b"),
        "/circle-b": moved("/circle-a"),
        "/self": moved("/self", status=301),
        "/to-file": moved("file:///etc/passwd"),
        "/to-loopback": moved("http://127.0.0.1:22/"),
        "/nowhere": Reply(status=302),
    }
    answers |= {f"/hop-{n}": moved(f"/hop-{n - 1}") for n in range(1, 21)}
    what = "one address for each thing that can go wrong on the wire"
    return (Site(host="faults.sim", what=what, answers=answers),)


def _busy(status: int, seconds: int) -> Reply:
    reply = text(b"come back later\n", status=status)
    return Reply(
        status=reply.status,
        content_type=reply.content_type,
        headers=(("Retry-After", str(seconds)),),
        body=reply.body,
    )
