"""The peers' side: each does what it is made for, in its own environment.

Every name is led to this machine, before anything that resolves names is loaded. Where
a peer leaves dates as text, ciso8601 reads them; nothing else is added to its work.

    python -m benchmarks.peers JOB ARGUMENT
"""

import json
import socket
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.sizes import FILES
from benchmarks.timing import job

__all__ = ["JOBS"]

_ADDRESS = "http://site.example.com/sitemap.xml"
_NAMES = ("ultimate-sitemap-parser", "scrapy", "advertools", "trafilatura", "lxml")
_real = socket.getaddrinfo


def _here(host: Any, *rest: Any, **named: Any) -> Any:
    """Resolve every name to this machine."""
    return _real("127.0.0.1" if host else host, *rest, **named)


socket.getaddrinfo = _here
socket.gethostbyname = lambda _: "127.0.0.1"


def scrapy_parse(path: str) -> None:
    """Read a document with the reader of Scrapy's spider."""
    from ciso8601 import parse_datetime
    from scrapy.utils.sitemap import Sitemap

    body = Path(path).read_bytes()

    def read() -> int:
        rows = [(row["loc"], parse_datetime(row["lastmod"])) for row in Sitemap(body)]
        return len(rows)

    job(read)


def usp_parse(path: str) -> None:
    """Read a document with ultimate-sitemap-parser."""
    from usp.tree import sitemap_from_str

    text = Path(path).read_text(encoding="utf-8")

    def read() -> int:
        pages = sitemap_from_str(text).all_pages()
        return len([(page.url, page.last_modified) for page in pages])

    job(read)


def advertools_parse(path: str) -> None:
    """Read a document with advertools, which wants a file."""
    from advertools import sitemap_to_df

    job(lambda: len(sitemap_to_df(Path(path).as_uri())))


def trafilatura_parse(path: str) -> None:
    """Read a document with trafilatura: addresses only, it reads no dates."""
    from trafilatura.sitemaps import SitemapObject

    text = Path(path).read_text(encoding="utf-8")

    def read() -> int:
        site = SitemapObject("http://site.example.com", "example.com", [])
        site.content, site.current_url = text, _ADDRESS
        site.process()
        return len(site.urls)

    job(read)


def scrapy_site(origin: str) -> None:
    """Crawl a site's sitemaps with Scrapy, counting addresses and fetching no page."""
    from scrapy.crawler import CrawlerProcess
    from scrapy.spiders import SitemapSpider

    count = 0

    class Locs(SitemapSpider):  # type: ignore[misc]
        name = "locs"
        sitemap_urls = (f"{origin}/robots.txt",)

        def sitemap_filter(self, entries: Any) -> Any:
            nonlocal count
            if entries.type == "sitemapindex":
                yield from entries
                return
            for _ in entries:
                count += 1

    def crawl() -> int:
        quiet = {
            "LOG_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "ROBOTSTXT_OBEY": False,
            "DOWNLOAD_DELAY": 0,
        }
        process = CrawlerProcess(settings=quiet)
        process.crawl(Locs)
        process.start()
        return count

    job(crawl, times=1)


def usp_site(origin: str) -> None:
    """Walk a site's sitemaps with ultimate-sitemap-parser."""
    from usp.tree import sitemap_tree_for_homepage

    def walk() -> int:
        tree = sitemap_tree_for_homepage(f"{origin}/", use_known_paths=False)
        return sum(1 for _ in tree.all_pages())

    job(walk, times=1)


def advertools_site(origin: str) -> None:
    """Read a site's sitemaps with advertools."""
    from advertools import sitemap_to_df

    job(lambda: len(sitemap_to_df(f"{origin}/robots.txt")), times=1)


def trafilatura_site(origin: str) -> None:
    """Search a site's sitemaps with trafilatura, without its pause and its guard."""
    from copy import deepcopy

    from trafilatura.settings import DEFAULT_CONFIG
    from trafilatura.sitemaps import sitemap_search

    config = deepcopy(DEFAULT_CONFIG)
    config["DEFAULT"]["SSRF_PROTECTION"] = "off"

    def search() -> int:
        found = sitemap_search(
            f"{origin}/index-{FILES}.xml", sleep_time=0, external=True, config=config
        )
        return len(found)

    job(search, times=1)


def versions(_: str) -> None:
    """Tell the versions that are measured."""
    sys.stdout.write(json.dumps({name: version(name) for name in _NAMES}) + "\n")


JOBS: dict[str, Callable[[str], None]] = {
    "scrapy-parse": scrapy_parse,
    "usp-parse": usp_parse,
    "advertools-parse": advertools_parse,
    "trafilatura-parse": trafilatura_parse,
    "scrapy-site": scrapy_site,
    "usp-site": usp_site,
    "advertools-site": advertools_site,
    "trafilatura-site": trafilatura_site,
    "versions": versions,
}

if __name__ == "__main__":
    JOBS[sys.argv[1]](sys.argv[2])
