"""What every measured process tells: processor time, count and memory of one job."""

import json
import resource
import sys
import time
from collections.abc import Callable

__all__ = ["job", "peak_kb"]


def peak_kb() -> int:
    """Return the most memory that this process has had, in kB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def job(work: Callable[[], int], *, times: int = 2) -> None:
    """Do a job some times, and print the best time as one line of JSON.

    Args:
        work: Returns how many things it found.
        times: How often; the first time also warms caches.
    """
    before = peak_kb()
    best_cpu = best_wall = float("inf")
    count = 0
    for _ in range(times):
        cpu, wall = time.process_time(), time.perf_counter()
        count = work()
        best_cpu = min(best_cpu, time.process_time() - cpu)
        best_wall = min(best_wall, time.perf_counter() - wall)
    told = {
        "cpu_s": best_cpu,
        "wall_s": best_wall,
        "count": count,
        "over_import_kb": peak_kb() - before,
    }
    sys.stdout.write(json.dumps(told) + "\n")
