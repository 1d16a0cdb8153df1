"""The command line as users run it: a process of its own, asking the farm."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from arpent.demo.server import Farm

__all__ = ["arpent", "asking", "environment", "started"]

_LIMIT_S = 60


def environment(**more: str) -> dict[str, str]:
    """Return a plain environment: no proxies, no settings of our own, no colour."""
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "COVERAGE_PROCESS_START")
    plain = {name: os.environ[name] for name in kept if name in os.environ}
    return plain | {"PYTHONUTF8": "1"} | more


def arpent(
    *arguments: str | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    more: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end."""
    return subprocess.run(  # noqa: S603 -- our own command
        [sys.executable, "-m", "arpent", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=_LIMIT_S,
        check=False,
        cwd=cwd,
        env=environment(**(more or {})),
    )


def started(*arguments: str | Path, cwd: Path | None = None) -> subprocess.Popen[bytes]:
    """Start the command and return the process."""
    return subprocess.Popen(  # noqa: S603 -- our own command
        [sys.executable, "-m", "arpent", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment(),
    )


def asking(farm: Farm, pause_s: float = 0) -> list[str]:
    """Return the options that send the command to the farm."""
    rules = [part for rule in farm.resolve for part in ("--resolve", rule)]
    return [*rules, "--pause", f"{pause_s}"]
