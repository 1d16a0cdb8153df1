"""Coverage-guided fuzzing of the rooms that read strangers' bytes (`make fuzz`).

One invariant: any bytes give a value, never an exception, and in bounded time. Each
room is fuzzed in a process of its own, for a bounded number of seconds.

    python fuzz/run.py [--seconds 60] [reader|robots|decoder|dates|page ...]
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import atheris

ROOMS = ("reader", "robots", "decoder", "dates", "page")

_URLSET = (
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>'
    b"<loc>http://kelp.test/a?b=1&amp;c=2</loc>"
    b"<lastmod>2026-01-02T03:04:05Z</lastmod></url></urlset>"
)
_RSS = b'<rss version="2.0"><channel><item><guid>http://k.test/</guid></item></channel></rss>'
_ATOM = (
    b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/a"/></entry></feed>'
)
_ROBOTS = (
    b"User-agent: *\nDisallow: /a*b$\nAllow: /a\nCrawl-delay: 2\nSitemap: /s.xml\n"
    b"Content-Signal: ai-train=no\nRequest-rate: 1/5\n"
)

SEEDS = {
    "reader": (
        _URLSET,
        b"<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>",
        _RSS,
        _ATOM,
        b'{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"/a"}]}',
        b"http://kelp.test/a\nhttp://kelp.test/b\n",
        b"<!DOCTYPE html><html><head><title>x</title></head></html>",
    ),
    "robots": (_ROBOTS,),
    "decoder": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x04\x00", b"PK\x03\x04"),
    "dates": (b"2026-01-02T03:04:05.678+09:00", b"Tue, 03 Jun 2003 09:39:21 GMT"),
    "page": (b'<html><head><base href="/b"><link rel=sitemap href=a></head></html>',),
}


def fuzz(room: str) -> None:
    """Fuzz one room in this process, with what is left of the arguments."""
    with atheris.instrument_imports(include=["arpent"]):
        from arpent.formats.dates import read_date
        from arpent.formats.page import read_page
        from arpent.formats.robots import read_robots
        from arpent.formats.sitemap import read_sitemap
        from arpent.formats.unpack import unpack

    url = "https://kelp.test/s.xml"

    def one(data: bytes) -> None:
        if room == "reader":
            document = read_sitemap(data, url=url)
            assert len(list(document.entries)) == len(document.entries)
        elif room == "robots":
            robots = read_robots(data, url="https://kelp.test/robots.txt")
            robots.allows("https://kelp.test/a/b?c=d", "arpent")
            robots.crawl_delay("arpent")
        elif room == "decoder":
            assert len(unpack(data, limit_bytes=100_000).body) <= 100_000
        elif room == "dates":
            read_date(data.decode("utf-8", "replace"))
        else:
            read_page(data, url=url)

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


def main() -> int:
    """Fuzz each room for a bounded time; the exit code says whether one failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    chosen = parser.parse_args()
    if unknown := set(chosen.rooms) - set(ROOMS):
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    failed = []
    for room in chosen.rooms or ROOMS:
        with tempfile.TemporaryDirectory() as folder:
            for n, seed in enumerate(SEEDS[room]):
                (Path(folder) / f"seed{n}").write_bytes(seed)
            command = [
                sys.executable,
                __file__,
                "--room",
                room,
                f"-max_total_time={chosen.seconds}",
                "-timeout=10",
                "-rss_limit_mb=1024",
                "-max_len=65536",
                f"-artifact_prefix={folder}/",
                folder,
            ]
            sys.stdout.write(f"-- {room}: {chosen.seconds} s\n")
            sys.stdout.flush()
            done = subprocess.run(  # noqa: S603 -- our own file and arguments
                command, check=False, timeout=chosen.seconds + 120
            )
            if done.returncode:
                failed.append(room)
    sys.stdout.write(f"failed: {', '.join(failed)}\n" if failed else "all held\n")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--room"]:
        name = sys.argv[2]
        del sys.argv[1:3]
        fuzz(name)
    sys.exit(main())
