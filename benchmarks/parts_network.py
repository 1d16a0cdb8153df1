"""The parts over HTTP on this machine: one large site, and many small polite hosts."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.measure import ROOT, Candidate, Samples, interleave, run
from benchmarks.parts import PEER, Bench
from benchmarks.site import widths
from benchmarks.sizes import FILES, HOST_FILES, HOSTS, LATENCY_S, PAUSE_S, URLS
from benchmarks.tables import Results

__all__ = ["measure_polite", "measure_site"]

_ARPENT: Final = str(Path(sys.executable).with_name("arpent"))
_FEW: Final = 2
_SLOW: Final = ("advertools", "trafilatura", "usp")
_FETCHER: Final = (sys.executable, "-m", "benchmarks.own", "fetcher")


def measure_site(bench: Bench, results: Results) -> None:
    """List a large site with the real command line and with the peers, in turn."""
    whole, few = f"arpent, {FILES} files", f"arpent, {_FEW} files"
    candidates = [
        Candidate(few, _urls(bench, few, f"{bench.origin}/index-{_FEW}.xml")),
        Candidate(whole, _urls(bench, whole, f"{bench.origin}/")),
        Candidate("scrapy, locs only", (*PEER, "scrapy-site", bench.origin), rounds=3),
    ]
    if not bench.quick:
        candidates += [
            Candidate(p, (*PEER, f"{p}-site", bench.origin), rounds=1) for p in _SLOW
        ]
    read = interleave(candidates, bench.rounds)
    total = FILES * URLS
    found = {whole: _found(bench, whole), few: _found(bench, few)}
    held = found == {whole: total, few: _FEW * URLS}
    results.check("site: all URLs in arpent's reports", held=held)
    for name in read.keys() - found.keys():
        results.check(f"site, {name}: all URLs", held=read[name].count == total)
    ours, scrapy = read[whole], read["scrapy, locs only"]
    _site_table(bench, results, read, found)
    cpu = ours.middle("process_cpu_s")
    results.bar("site, times scrapy", scrapy.middle("process_cpu_s") / cpu, least=6)
    results.roof("site, peak MB", ours.middle("peak_mb"), most=200)
    start = run((_ARPENT, "urls", "--help")).process_cpu_s
    scaling = (cpu - start) / (read[few].middle("process_cpu_s") - start)
    results.roof(f"site, {FILES} files / {_FEW}: CPU", scaling, most=11)
    grown = ours.middle("peak_mb") - read[few].middle("peak_mb")
    per_url = grown * 1_048_576 / (total - _FEW * URLS)
    results.roof("site, memory: bytes a URL more", per_url, most=16)
    results.roof("site, s to the first URL", _first_url(bench), most=1)


def _site_table(
    bench: Bench, results: Results, read: dict[str, Samples], found: dict[str, int]
) -> None:
    cpu = read[next(iter(found))].middle("process_cpu_s")
    rows: list[dict[str, Any]] = [
        {
            "tool": name,
            "wall s": samples.middle("wall_s"),
            "CPU s": samples.middle("process_cpu_s"),
            "x ours": samples.middle("process_cpu_s") / cpu,
            "peak MB": samples.middle("peak_mb"),
            "found": found.get(name, samples.count),
        }
        for name, samples in read.items()
    ]
    if bench.quick:
        rows.append(dict.fromkeys(rows[0]) | {"tool": "(others: in the full run)"})
    title = f"site: robots.txt, index, {FILES} x {URLS:,} URLs in gzip"
    results.table(f"{title}; arpent parses dates and writes Parquet", rows)


def _urls(bench: Bench, name: str, target: str) -> tuple[str, ...]:
    out = str(bench.folder.parent / "urls.parquet")
    places = ("-o", out, "--report", str(_report(bench, name)))
    return (*_listing(bench, target), *places)


def _report(bench: Bench, name: str) -> Path:
    return bench.folder.parent / f"report of {name}.json"


def _found(bench: Bench, name: str) -> int:
    return int(json.loads(_report(bench, name).read_text(encoding="utf-8"))["urls"])


def _listing(bench: Bench, target: str) -> tuple[str, ...]:
    resolve = f"*:{bench.server.port}:127.0.0.1"
    options = ("--quiet", "--pause", "0", "--resolve", resolve)
    return (_ARPENT, "urls", target, *options)


def _first_url(bench: Bench) -> float:
    """Return seconds from the first urlset's arrival to the first URL on a pipe."""
    bench.server.log()
    command = (*_listing(bench, f"{bench.origin}/"), "--format", "jsonl")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        if process.stdout is None or not process.stdout.readline():
            raise OSError("no URL came")
        came = time.monotonic()
        process.stdout.close()
        process.wait(timeout=60)
    files = [v for v in bench.server.log() if v.path.endswith(".xml.gz")]
    return came - files[0].answered_s


def measure_polite(bench: Bench, results: Results) -> None:
    """List many small hosts politely; then fetch from them without reading."""
    bench.server.log()
    rounds = 1 if bench.quick else 3
    ideal = (HOST_FILES + 1) * LATENCY_S + HOST_FILES * PAUSE_S
    rows = [_polite_round(bench, results, ideal) for _ in range(rounds)]
    results.table(
        f"polite: {HOSTS} hosts, robots.txt and {HOST_FILES} files each, "
        f"{LATENCY_S * 1000:.0f} ms latency, --pause {PAUSE_S:g}",
        rows,
    )
    over = sorted(float(row["x ideal"]) for row in rows)[len(rows) // 2]
    results.roof("polite, times the ideal", over, most=1.15)
    job = Candidate("fetcher", (*_FETCHER, str(bench.server.port)))
    fetched = interleave([job], rounds)["fetcher"]
    total = HOSTS * HOST_FILES
    results.check("fetcher: every file came", held=fetched.count == total)
    results.roof(f"fetcher, CPU s a {total:,}", fetched.middle("cpu_s"), most=0.6)
    bench.server.log()


def _polite_round(bench: Bench, results: Results, ideal: float) -> dict[str, Any]:
    out = bench.folder.parent
    targets, log = out / "hosts.txt", out / "log.jsonl"
    targets.write_text("".join(f"http://small-{n}.example.com\n" for n in range(HOSTS)))
    command = (
        *(_ARPENT, "urls", f"@{targets}", "--quiet", "--pause", str(PAUSE_S)),
        *("--concurrency", str(HOSTS), "--log", str(log)),
        *("--resolve", f"*:80:127.0.0.1:{bench.server.port}"),
        *("-o", str(out / "polite.jsonl")),
    )
    sample = run(command)
    visits = bench.server.log()
    gap, wall = widths(visits)
    sent = sum(json.loads(row)["sent"] for row in log.read_text().splitlines())
    wanted = HOSTS * (HOST_FILES + 1)
    results.check("polite: every document was asked for", held=len(visits) == wanted)
    results.check("polite: the log has every request", held=sent == len(visits))
    results.check("polite: no gap below the pause", held=gap >= PAUSE_S)
    return {
        "requests": len(visits),
        "wall s": wall,
        "ideal s": ideal,
        "x ideal": wall / ideal,
        "shortest gap s": gap,
        "CPU s": sample.process_cpu_s,
        "peak MB": sample.peak_mb,
    }
