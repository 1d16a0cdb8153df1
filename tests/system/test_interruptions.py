"""Runs that are killed or stopped at any moment, drawn with a seed.

A file under its own name is whole; a report and a log say what the server's log says.
"""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from arpent.demo.replies import Answer, Site, robots
from arpent.demo.server import Farm
from farm.attacked import HOME, run, to_the_farm, urlset
from farm.command import arpent, started

FILES, EACH = 12, 6_000
TOTAL = FILES * EACH
YESTERDAY = "of yesterday\n"
SOON_S = 2.0
"""A second, and what a busy machine may add."""
FORMS = ("csv", "jsonl", "parquet")


@pytest.fixture(scope="module")
def large() -> Iterator[Farm]:
    """Serve a site of many sitemaps."""
    names = [f"/{n}.xml" for n in range(FILES)]
    answers: dict[str, Answer] = {
        name: urlset(*(f"{HOME}{name}/{n}.html" for n in range(EACH))) for name in names
    }
    answers["/robots.txt"] = robots(*(f"Sitemap: {HOME}{name}" for name in names))
    with Farm([Site(host="mal.sim", answers=answers)]) as farm:
        yield farm


def rows_in(file: Path) -> int:
    """Return how many rows a whole file holds; fails on one that is not whole."""
    match file.suffix:
        case ".parquet":
            count: int = pq.read_table(file).num_rows
            return count
        case ".jsonl":
            return len([json.loads(line) for line in file.read_text().splitlines()])
        case _:
            text = file.read_text()
            assert text.endswith("\n")
            return text.count("\n") - 1


def moments(seed: int, count: int, longest_s: float) -> list[float]:
    rng = np.random.Generator(np.random.PCG64(seed))
    return [float(moment) for moment in rng.uniform(0.1, longest_s, count)]


def took(farm: Farm, file: Path) -> float:
    """Return how long a run that nobody stops takes, start to end."""
    began = time.monotonic()
    done = arpent("urls", HOME, "-q", "-o", file, *quick(farm))
    assert done.returncode == 0, done.stderr
    assert rows_in(file) == TOTAL
    return time.monotonic() - began


def quick(farm: Farm, pause_s: float = 0.0) -> list[str]:
    return [*to_the_farm(farm), "--pause", f"{pause_s}"]


@pytest.mark.parametrize("form", FORMS)
def test_kill_leaves_the_whole_file_or_a_part_of_another_name(
    large: Farm, tmp_path: Path, form: str
) -> None:
    longest_s = 1.2 * took(large, tmp_path / f"first.{form}")
    for n, moment_s in enumerate(moments(FORMS.index(form), 4, longest_s)):
        folder = tmp_path / str(n)
        folder.mkdir()
        out = folder / f"out.{form}"
        out.write_text(YESTERDAY)
        process = started("urls", HOME, "-q", "-o", out, *quick(large))
        try:
            process.wait(timeout=moment_s)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate(timeout=10)
        untouched = out.read_bytes() == YESTERDAY.encode()
        assert untouched or rows_in(out) == TOTAL
        others = [path.name for path in folder.iterdir() if path != out]
        assert all(name.startswith(f"out.{form}.") for name in others)
        assert all(name.endswith(".part") for name in others)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_stop_at_any_moment_is_soon_and_tells_the_truth(
    large: Farm, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    """The first moments fall into the start, the last ones into the writing."""
    for n, moment_s in enumerate([0.02, 0.15, 0.3, *moments(code, 4, 2.5)]):
        large.forget()
        log, report, out = (tmp_path / f"{n}.{x}" for x in ("log", "report", "jsonl"))
        process = started(
            *("urls", HOME, "-o", out, "--log", log, "--report", report),
            *quick(large, pause_s=0.1),
        )
        try:
            process.wait(timeout=moment_s)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        sent_at = time.monotonic()
        _, errors = process.communicate(timeout=10)
        assert time.monotonic() - sent_at < SOON_S
        if not log.exists() and b"__main__.py" not in errors:
            continue  # Python itself was starting, and knew nothing of us
        assert b"Traceback" not in errors
        late = {0, -number} if out.exists() else set()  # Python itself was ending
        assert process.returncode in {code, *late}
        if process.returncode == code:
            partial = tmp_path / f"{n}.jsonl.partial"
            check_books(large, log, report, out if out.exists() else partial)
        assert process.returncode != 0 or out.exists()


def check_books(farm: Farm, log: Path, report: Path, partial: Path) -> None:
    """Compare what a run told before it ended with the server's log."""
    lines = log.read_text().splitlines() if log.exists() else []
    rows = [json.loads(line) for line in lines]
    sent = [row["url"] for row in rows if row["sent"]]
    assert sent == [f"{HOME}{visit.target}" for visit in farm.log()]
    if not report.exists():
        assert sent == []
        return
    told = json.loads(report.read_text())
    ended = told["stopped_by"], told["complete"]
    assert ended in {("interrupted", False), ("done", True)}  # it may have been done
    assert told["requests"] == len(sent)
    kept = partial.read_text().splitlines() if partial.exists() else []
    assert told["urls"] == len([json.loads(line) for line in kept])


def test_pipe_that_is_closed_after_a_line_ends_the_run_quietly(large: Farm) -> None:
    process = started("urls", HOME, *quick(large, pause_s=0.1))
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith(b"http://mal.sim/")
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=10) == 0


@pytest.mark.parametrize("place", ["no/out.jsonl", "folder.csv", "file/out.csv"])
def test_place_that_cannot_be_written_is_6_and_named_before_anything_is_asked(
    large: Farm, tmp_path: Path, place: str
) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").write_text("")
    large.forget()
    done = arpent("urls", HOME, "-o", tmp_path / place, *quick(large))
    assert done.returncode == 6
    assert place.encode() in done.stderr
    assert b"Traceback" not in done.stderr
    assert large.log() == []


def test_whole_run_takes_the_place_of_the_file_of_yesterday(
    large: Farm, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text(YESTERDAY)
    outcome = run(large, HOME, "-o", str(out))
    assert (outcome.code, rows_in(out)) == (0, TOTAL)
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
