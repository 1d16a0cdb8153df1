"""However a run ends, it ends soon, tells the truth and leaves no half file."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from arpent.demo.replies import Faults, Reply
from arpent.demo.server import Farm
from farm.command import arpent, asking, environment, started
from farm.simulated import one_site

SOON_S = 2.0
"""A second, and what a busy machine may add."""


def wait_for(path: Path, lines: int) -> None:
    """Wait until a log has so many rows."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.02)
    pytest.fail(f"{path.name} has not {lines} rows after 20 s")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_signal_ends_soon_keeps_what_was_read_and_reports_it(
    farm: Farm, tmp_path: Path, number: int, code: int
) -> None:
    log, report, out = (tmp_path / n for n in ("log", "report", "out.jsonl"))
    out.write_text("of yesterday\n")
    process = started(
        *("urls", "big.sim", "-o", out, "--log", log, "--report", report),
        *asking(farm, pause_s=1),
    )
    wait_for(log, 4)
    time.sleep(0.3)
    sent_at = time.monotonic()
    process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert time.monotonic() - sent_at < SOON_S
    assert process.returncode == code, errors
    assert b"Traceback" not in errors
    told = json.loads(report.read_text())
    kept = (tmp_path / "out.jsonl.partial").read_text().splitlines()
    assert told["stopped_by"] == "interrupted"
    assert told["urls"] == len(kept) > 0
    assert not told["complete"]
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert told["requests"] == sum(row["sent"] for row in rows)
    assert len(farm.log("big.sim")) == told["requests"]
    assert out.read_text() == "of yesterday\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        *("log", "out.jsonl", "out.jsonl.partial", "report"),
    ]


@pytest.mark.parametrize(
    "faults", [Faults(delay_s=20), Faults(head_rate=2), Faults(body_rate=2)], ids=repr
)
def test_signal_while_a_slow_server_answers_ends_soon(
    farm: Farm, tmp_path: Path, faults: Faults
) -> None:
    log = tmp_path / "log"
    late = Reply(body=b"User-agent: *\nAllow: /\n", faults=faults)
    farm.add(one_site("late.sim", **{"robots.txt": late}))
    process = started("urls", "http://late.sim", "--log", log, *asking(farm))
    time.sleep(2)
    assert process.poll() is None
    sent_at = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert time.monotonic() - sent_at < SOON_S
    assert process.returncode == 130, errors


def test_signal_while_nobody_reads_the_output_ends_soon(farm: Farm) -> None:
    process = started("urls", "big.sim", "--format", "jsonl", *asking(farm))
    assert process.stdout is not None
    process.stdout.read(10)  # the pipe is full soon, and stays so
    time.sleep(0.5)
    sent_at = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=10)
    assert time.monotonic() - sent_at < SOON_S
    assert process.returncode == 130
    process.communicate(timeout=10)


def test_signal_while_standard_input_is_awaited_ends_soon() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "arpent", "urls", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=SOON_S)
    assert process.returncode == 130
    process.communicate(timeout=10)


def test_second_signal_ends_at_once(farm: Farm, tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = started("urls", "big.sim", "--log", log, *asking(farm, pause_s=1))
    wait_for(log, 2)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert process.returncode == 130


@pytest.mark.parametrize("name", ["urls", "jsonl", "json", "csv", "table"])
def test_reader_that_leaves_ends_the_run_quietly(farm: Farm, name: str) -> None:
    process = started("urls", "big.sim", "--format", name, *asking(farm))
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=20) == 0
    assert errors == b""


@pytest.mark.parametrize("wait_s", [0.0, 0.4, 0.7, 0.8, 0.9, 1.0, 1.1, 1.3])
def test_kill_at_any_moment_leaves_no_half_file_under_the_name(
    farm: Farm, tmp_path: Path, wait_s: float
) -> None:
    out = tmp_path / "out.parquet"
    process = started("urls", "big.sim", "-o", out, *asking(farm, pause_s=0.05))
    time.sleep(wait_s)
    process.kill()
    process.communicate(timeout=10)
    if out.exists():
        assert pq.read_table(out).num_rows == 20_000
    assert all(
        path.name == out.name or path.name.endswith(".part")
        for path in tmp_path.iterdir()
    )


def test_part_left_behind_does_not_stand_in_the_way(farm: Farm, tmp_path: Path) -> None:
    (tmp_path / "out.txt.1-0.part").write_text("of a run that was killed")
    out = tmp_path / "out.txt"
    assert arpent("urls", "guess.sim", "-o", out, *asking(farm)).returncode == 0
    assert len(out.read_text().splitlines()) == 80


@pytest.mark.parametrize("more", [["-v"], []], ids=["verbose", "plain"])
def test_a_run_that_is_done_clears_what_an_interrupted_one_left(
    farm: Farm, tmp_path: Path, more: list[str]
) -> None:
    out, stale = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    stale.write_text("half")
    done = arpent("urls", "guess.sim", "-o", out, *more, *asking(farm))
    assert done.returncode == 0
    assert not stale.exists()
    assert (b"left by an interrupted run" in done.stderr) is bool(more)


def test_a_run_that_found_nobody_clears_nothing(tmp_path: Path) -> None:
    out, stale = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    stale.write_text("half")
    done = arpent("urls", "http://127.0.0.1:9", "--pause", "0", "-o", out)
    assert done.returncode == 4
    assert stale.read_text() == "half"
