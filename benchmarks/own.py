"""Arpent's side: one job a process, by its public names where there are any.

python -m benchmarks.own JOB ARGUMENT
"""

import asyncio
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path

from benchmarks.sizes import HOST_FILES, HOSTS
from benchmarks.timing import job

__all__ = ["JOBS"]

_ADDRESS = "http://site.example.com/sitemap.xml"
_ACCELERATORS = ("xml2arrow", "zlib_ng", "zlib_ng.zlib_ng")


def columns(path: str) -> None:
    """Read a document into columns: addresses and moments."""
    from arpent import read_sitemap

    body = Path(path).read_bytes()
    job(lambda: len(read_sitemap(body, url=_ADDRESS, extensions=False).entries))


def extensions(path: str) -> None:
    """Read a document into columns, with what its extensions say."""
    from arpent import read_sitemap

    body = Path(path).read_bytes()
    job(lambda: len(read_sitemap(body, url=_ADDRESS).entries))


def entries(path: str) -> None:
    """Read a document into Python objects, one an entry."""
    from arpent import read_sitemap

    body = Path(path).read_bytes()
    job(lambda: len(list(read_sitemap(body, url=_ADDRESS, extensions=False).entries)))


def unaided(path: str) -> None:
    """Read a document into columns on a machine without the accelerators."""
    for name in _ACCELERATORS:
        sys.modules[name] = None  # type: ignore[assignment]
    columns(path)


def tolerant(path: str) -> None:
    """Read a document into columns on the path that forgives everything."""
    from arpent import read_sitemap

    body = Path(path).read_bytes()
    job(
        lambda: len(
            read_sitemap(body, url=_ADDRESS, extensions=False, accelerate=False).entries
        )
    )


def accelerator(path: str) -> None:
    """Run the accelerator alone: the limit of what stands on it."""
    from xml2arrow import XmlToArrowParser

    body = Path(path).read_bytes()
    with as_file(files("arpent.formats") / "xml_fast.yaml") as place:
        parser = XmlToArrowParser(str(place))
    job(lambda: int(parser.parse(body)["rows"].num_rows))


def scan(path: str) -> None:
    """Look at each byte once: the limit of the machine."""
    body = Path(path).read_bytes()
    job(lambda: body.count(b"<"), times=5)


def fetcher(port: str) -> None:
    """Fetch the small files of every host, without reading them."""
    from arpent.http.client import Client
    from arpent.terms.resolve import ResolveTable

    table = ResolveTable.parse((f"*:80:127.0.0.1:{port}",))

    async def run() -> int:
        async with Client(
            now=lambda: datetime.now(UTC),
            user_agent="arpent-bench",
            concurrency=HOSTS,
            resolve=table,
        ) as client:
            got = await asyncio.gather(*(_one_host(client, n) for n in range(HOSTS)))
        return sum(got)

    job(lambda: asyncio.run(run()), times=1)


async def _one_host(client: object, number: int) -> int:
    from arpent.http.client import Client
    from arpent.terms.exchange import Request, Response, Step

    assert isinstance(client, Client)
    good = 0
    for file in range(HOST_FILES):
        address = f"http://small-{number}.example.com/{file}.xml"
        request = Request(url=address, step=Step.SITEMAP, pause_s=0.2)
        answer = await client.fetch(request)
        good += isinstance(answer, Response) and bool(answer.body)
    return good


JOBS: dict[str, Callable[[str], None]] = {
    "columns": columns,
    "extensions": extensions,
    "entries": entries,
    "unaided": unaided,
    "tolerant": tolerant,
    "accelerator": accelerator,
    "scan": scan,
    "fetcher": fetcher,
}

if __name__ == "__main__":
    JOBS[sys.argv[1]](sys.argv[2])
