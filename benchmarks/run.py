"""`make bench`: everything measured in turn, told as ratios, kept in build/bench.json.

python -m benchmarks.run [parse] [site] [polite] [import] [--quick]
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.measure import ROOT, run
from benchmarks.parts import Bench, measure_import, measure_parse
from benchmarks.parts_network import measure_polite, measure_site
from benchmarks.site import free_port, serving
from benchmarks.tables import Results

__all__ = ["main"]

_PARTS: Final[dict[str, Callable[[Bench, Results], None]]] = {
    "parse": measure_parse,
    "site": measure_site,
    "polite": measure_polite,
    "import": measure_import,
}
_RESULT: Final = ROOT / "build" / "bench.json"


def main() -> int:
    """Measure, tell, keep, and return 1 when a count or a promise was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(_PARTS)}; all if none")
    parser.add_argument(
        "--quick", action="store_true", default=os.environ.get("BENCH") == "quick"
    )
    asked = parser.parse_args()
    unknown = set(asked.parts) - set(_PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    results = Results(machine=_machine(), versions=_versions())
    results.say_where()
    with TemporaryDirectory(prefix="arpent-bench-") as place:
        folder, port = Path(place) / "documents", free_port()
        origin = f"http://site.example.com:{port}"
        run((sys.executable, "-m", "benchmarks.fixtures", str(folder), origin))
        with serving(port, folder) as server:
            bench = Bench(folder, origin, server, quick=asked.quick)
            for part in asked.parts or _PARTS:
                _PARTS[part](bench, results)
    results.say_bars()
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(results.as_json(), indent=2) + "\n")
    return 1 if results.wrong else 0


def _machine() -> dict[str, Any]:
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1),
    }


def _processor() -> str:
    """Return the processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.machine()


def _versions() -> dict[str, str]:
    peers = run((".bench/bin/python", "-m", "benchmarks.peers", "versions", "-")).told
    arpent = subprocess.run(
        (sys.executable, "-c", "import arpent; print(arpent.__version__)"),
        capture_output=True,
        text=True,
        check=True,
    )
    return {"arpent": arpent.stdout.strip(), **peers}


if __name__ == "__main__":
    sys.exit(main())
