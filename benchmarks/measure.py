"""Runs fresh processes one after another, and keeps what each of them cost.

Knows processes and medians. Must not know what is measured. Needs nothing but Python,
and stays small: a child's memory is never below that of the process that starts it.
"""

import json
import os
import resource
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from typing import Any, Final

__all__ = ["ROOT", "Candidate", "Sample", "Samples", "interleave", "run"]

ROOT: Final = Path(__file__).resolve().parents[1]
_TIMEOUT_S: Final = 240.0
_LOOK_S: Final = 0.002


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that is measured.

    Attributes:
        name: As the table calls it.
        command: What is run.
        rounds: How often at most; None is as often as all others.
    """

    name: str
    command: tuple[str, ...]
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """What one process cost.

    Attributes:
        process_cpu_s: Processor seconds of the whole process, its start too.
        peak_mb: Most memory it had.
        told: What it said of its own job, if anything.
    """

    wall_s: float
    process_cpu_s: float
    peak_mb: float
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Samples:
    """All samples of one candidate."""

    name: str
    all: list[Sample] = field(default_factory=list)

    def middle(self, name: str) -> float:
        """Return the median of a figure: of the process, or of what it told."""
        return median(
            float(s.told[name]) if name in s.told else float(getattr(s, name))
            for s in self.all
        )

    @property
    def count(self) -> int:
        """How many things the job found."""
        return int(self.all[0].told.get("count", 0))


class JobFailed(Exception):
    """A measured process that did not end well."""


def run(command: Sequence[str], *, env: Mapping[str, str] | None = None) -> Sample:
    """Run one process to its end.

    Args:
        command: Program and arguments; it runs in the project's folder.
        env: Variables to set beside those of this process.

    Raises:
        JobFailed: It ended badly or took too long; the message ends in its last words.
    """
    with TemporaryFile("w+") as said, TemporaryFile("w+") as complaint:
        started = time.perf_counter()
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=complaint,
        ) as process:
            usage = _wait(process, started + _TIMEOUT_S)
        wall_s = time.perf_counter() - started
        if process.returncode:
            complaint.seek(0)
            last = complaint.read()[-800:]
            raise JobFailed(f"{' '.join(command)}: {process.returncode}\n{last}")
        said.seek(0)
        return Sample(
            wall_s=wall_s,
            process_cpu_s=usage.ru_utime + usage.ru_stime,
            peak_mb=usage.ru_maxrss / 1024,
            told=_last_object(said.read()),
        )


def _wait(process: subprocess.Popen[bytes], until: float) -> resource.struct_rusage:
    """Wait for a process, and return what it used; end it when it takes too long."""
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage
        if time.perf_counter() > until:
            process.kill()
        time.sleep(_LOOK_S)


def _last_object(said: str) -> dict[str, Any]:
    """Return the last JSON object that was printed, or an empty one."""
    lines = [line for line in said.splitlines() if line.startswith("{")]
    return dict(json.loads(lines[-1])) if lines else {}


def interleave(candidates: Iterable[Candidate], rounds: int) -> dict[str, Samples]:
    """Measure all candidates in turn, some rounds long."""
    kept = {c.name: (c, Samples(c.name)) for c in candidates}
    for turn in range(rounds):
        for candidate, samples in kept.values():
            if turn < (candidate.rounds or rounds):
                samples.all.append(run(candidate.command))
    return {name: samples for name, (_, samples) in kept.items()}
