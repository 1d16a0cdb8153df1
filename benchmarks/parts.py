"""The parts that need no network: reading one document, and importing the package."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.measure import Candidate, Samples, interleave
from benchmarks.site import Served
from benchmarks.sizes import IMAGE_URLS, NEWS_URLS, URLS
from benchmarks.tables import Results

__all__ = ["PEER", "Bench", "measure_import", "measure_parse"]

PEER: Final = (".bench/bin/python", "-m", "benchmarks.peers")
_OWN: Final = (sys.executable, "-m", "benchmarks.own")
_PEERS: Final = ("scrapy", "advertools", "trafilatura", "usp")
_OURS: Final = {
    "arpent, columns": "columns",
    "arpent, with extensions": "extensions",
    "arpent, entries": "entries",
    "arpent, no accelerators": "unaided",
    "arpent, tolerant path": "tolerant",
}
_LIMITS: Final = {"xml2arrow alone": "accelerator", "one look at each byte": "scan"}


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the documents are, and who serves them.

    Attributes:
        quick: One round of everything, and of the slow peers none.
    """

    folder: Path
    origin: str
    server: Served
    quick: bool

    @property
    def rounds(self) -> int:
        """How often a short job is measured."""
        return 1 if self.quick else 5


def measure_parse(bench: Bench, results: Results) -> None:
    """Read one document: ours, the peers and the limits, in turn."""
    plain = _read(bench, "plain.xml", _OURS | _LIMITS)
    _table(results, f"plain: {URLS:,} URLs, bytes to addresses and moments", plain)
    for name in (*_OURS, *_PEERS):
        results.check(f"plain, {name}: all URLs", held=plain[name].count == URLS)
    scrapy, usp = _cpu(plain["scrapy"]), _cpu(plain["usp"])
    columns = _cpu(plain["arpent, columns"])
    results.bar("columns, times scrapy", scrapy / columns, least=10)
    results.bar("columns, times usp", usp / columns, least=40)
    entries, unaided = plain["arpent, entries"], plain["arpent, no accelerators"]
    results.bar("entries, times scrapy", scrapy / _cpu(entries), least=5)
    results.bar("no accelerators, times scrapy", scrapy / _cpu(unaided), least=1.3)
    few = {name: _OURS[name] for name in list(_OURS)[:2]}
    images = _read(bench, "images.xml", few)
    _table(results, f"images: {IMAGE_URLS:,} URLs of 8 images each", images)
    news = _read(bench, "news.xml", few)
    _table(results, f"news: {NEWS_URLS:,} URLs", news)


def _read(bench: Bench, name: str, ours: dict[str, str]) -> dict[str, Samples]:
    path = str(bench.folder / name)
    candidates = [Candidate(n, (*_OWN, job, path)) for n, job in ours.items()]
    candidates += [Candidate(p, (*PEER, f"{p}-parse", path)) for p in _PEERS]
    return interleave(candidates, bench.rounds)


def _cpu(samples: Samples) -> float:
    return samples.middle("cpu_s")


def _table(results: Results, title: str, read: dict[str, Samples]) -> None:
    ours = _cpu(read["arpent, columns"])
    rows = [
        {
            "reader": name,
            "CPU ms": _cpu(samples) * 1000,
            "x ours": _cpu(samples) / ours,
            "MB over import": samples.middle("over_import_kb") / 1024,
            "found": samples.count,
        }
        for name, samples in sorted(read.items(), key=lambda pair: _cpu(pair[1]))
    ]
    results.table(title, rows)


def measure_import(bench: Bench, results: Results) -> None:
    """Start Python with and without the package."""
    arpent = str(Path(sys.executable).with_name("arpent"))
    starts = interleave(
        [
            Candidate("python alone", (sys.executable, "-c", "pass")),
            Candidate("import arpent", (sys.executable, "-c", "import arpent")),
            Candidate("arpent --version", (arpent, "--version")),
            Candidate("arpent --help", (arpent, "--help")),
        ],
        3 if bench.quick else 9,
    )
    bare = min(s.wall_s for s in starts["python alone"].all)
    rows = [
        {
            "start": name,
            "ms, best": min(s.wall_s for s in samples.all) * 1000,
            "CPU ms": samples.middle("process_cpu_s") * 1000,
            "peak MB": samples.middle("peak_mb"),
        }
        for name, samples in starts.items()
    ]
    results.table("starting", rows)
    best = min(s.wall_s for s in starts["import arpent"].all)
    results.roof("import arpent, ms beyond Python", (best - bare) * 1000, most=150)
