"""Runs `arpent urls` against a site that means harm, and measures what it costs.

The site announces the attack between two honest sitemaps. Whatever the attack, the
honest entries must come, both logs must agree, and time and memory must be small.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arpent.demo.replies import Answer, Reply, Site, robots, xml
from arpent.demo.server import Farm
from arpent.demo.wire import Visit
from farm.command import environment

__all__ = [
    "HOME",
    "HONEST",
    "Outcome",
    "attack",
    "index",
    "run",
    "text_of",
    "to_the_farm",
    "urlset",
]

HOME = "http://mal.sim"
HONEST = [f"{HOME}/honest/{n}.html" for n in range(6)]
PEAK_BYTES = 200 << 20
_LIMIT_S = 60

# A process of its own measures: what Linux tells of a child's peak counts its parent's
# memory at the time of the fork too, so that parent must be small.
_MEASURE = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
open(sys.argv[1], "w").write(str(peak))
sys.exit(code)
"""


@dataclass(kw_only=True)
class Outcome:
    """What a run printed, wrote and cost."""

    code: int
    out: bytes = field(repr=False)
    errors: str = field(repr=False)
    rows: list[dict[str, Any]]
    report: dict[str, Any]
    peak_bytes: int
    seconds: float
    visits: list[Visit] = field(repr=False, default_factory=list)

    @property
    def urls(self) -> list[str]:
        return self.out.decode().splitlines()

    @property
    def rules(self) -> set[str]:
        found = [*self.report["findings"]]
        for row in self.report["sitemaps"]:
            found += row["findings"]
        return {one["rule"] for one in found}

    def row(self, path: str) -> dict[str, Any]:
        """Return the row of the report of one sitemap."""
        (only,) = (r for r in self.report["sitemaps"] if r["url"] == f"{HOME}{path}")
        assert isinstance(only, dict)
        return only

    def asked(self, host: str = "mal.sim") -> list[str]:
        return [visit.target for visit in self.visits if visit.host == host]

    @property
    def hosts(self) -> set[str]:
        return {visit.host for visit in self.visits}


def urlset(*locs: str, inside: str = "", before: str = "") -> Reply:
    """Return a sitemap of these addresses (as they stand in XML)."""
    return xml(text_of(*locs, inside=inside, before=before).encode())


def text_of(*locs: str, inside: str = "", before: str = "") -> str:
    """Return the text of a sitemap; `inside` stands after its entries."""
    entries = "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{before}'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{entries}{inside}</urlset>"
    )


def index(*locs: str) -> Reply:
    """Return an index of these addresses (as they stand in XML)."""
    entries = "".join(f"<sitemap><loc>{loc}</loc></sitemap>\n" for loc in locs)
    return xml(
        (
            '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex '
            'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
            f"{entries}</sitemapindex>"
        ).encode()
    )


def to_the_farm(farm: Farm) -> list[str]:
    """Return the options that lead the names of simulated sites there, no others."""
    rules = (f"*.sim:{port}:127.0.0.1:{farm.port}" for port in (80, 443))
    return [part for rule in rules for part in ("--resolve", rule)]


def run(
    farm: Farm,
    *arguments: str,
    more: Mapping[str, str] | None = None,
    pause_s: float = 0,
) -> Outcome:
    """Run `arpent urls` with these arguments, led to the farm, and measure it."""
    with tempfile.TemporaryDirectory() as folder:
        log, report, peak = (Path(folder, n) for n in ("log", "report", "peak"))
        began = time.monotonic()
        done = subprocess.run(  # noqa: S603 -- our own command
            [
                *(sys.executable, "-I", "-S", "-c", _MEASURE, str(peak)),
                *(sys.executable, "-m", "arpent", "urls", *arguments),
                *("--log", str(log), "--report", str(report)),
                *to_the_farm(farm),
                *("--pause", f"{pause_s}"),
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_LIMIT_S,
            check=False,
            env=environment(**(more or {})),
        )
        seconds = time.monotonic() - began
        assert report.exists(), done.stderr.decode()
        text = log.read_text(encoding="ascii")
        return Outcome(
            code=done.returncode,
            out=done.stdout,
            errors=done.stderr.decode(),
            rows=[json.loads(line) for line in text.splitlines()],
            report=json.loads(report.read_text(encoding="ascii")),
            peak_bytes=int(peak.read_text()) * 1024,
            seconds=seconds,
            visits=farm.log(),
        )


def attack(  # noqa: PLR0913 -- one keyword for each thing that a site can do
    answers: Mapping[str, Answer],
    *options: str,
    announced: Sequence[str] | None = None,
    others: Sequence[Site] = (),
    otherwise: Answer | None = None,
    within_s: float = 10,
    code: int = 0,
    honest: bool = True,
    more: Mapping[str, str] | None = None,
) -> Outcome:
    """Attack a run by what these addresses answer, and check what always holds.

    Args:
        answers: By path.
        options: Further options of the command.
        announced: Values of Sitemap lines; the paths of `answers` when None.
        others: Sites beside it.
        otherwise: The answer for all other paths.
        within_s: Most seconds that the run may take.
        code: Its exit code.
        honest: The honest entries must come.
        more: Of the environment.
    """
    lines = [f"{HOME}{path}" for path in answers] if announced is None else announced
    first, last = f"{HOME}/first.xml", f"{HOME}/last.xml"
    own: dict[str, Answer] = {
        "/robots.txt": robots(
            "User-agent: *", "Disallow: /no/", *_announce(first, *lines, last)
        ),
        "/first.xml": urlset(*HONEST[:3]),
        "/last.xml": urlset(*HONEST[3:]),
        **answers,
    }
    site = Site(host="mal.sim", answers=own)
    if otherwise is not None:
        site = Site(host="mal.sim", answers=own, otherwise=otherwise)
    with Farm([site, *others]) as farm:
        outcome = run(farm, HOME, *options, more=more)
    assert "Traceback" not in outcome.errors
    assert outcome.code == code, outcome.errors
    assert outcome.peak_bytes < PEAK_BYTES, f"{outcome.peak_bytes >> 20} MiB"
    assert outcome.seconds < within_s + _load_s()
    assert not honest or set(HONEST) <= set(outcome.urls)
    sent = [row for row in outcome.rows if row["sent"]]
    assert len(sent) == len(outcome.visits) == outcome.report["requests"]
    return outcome


def _announce(*values: str) -> list[str]:
    return [f"Sitemap: {value}" for value in values]


def _load_s() -> float:
    """Return what a busy machine may add, in seconds."""
    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    return min(20.0, 2.0 * waiting)
