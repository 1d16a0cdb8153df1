"""Compression bombs: small on the wire, cut at the limit, never whole in memory.

The peak is read from the kernel's own mark of this process: the one of getrusage is
inherited from the process that started it, however large that is.
"""

import asyncio
import gzip
import json
import subprocess
import sys
from pathlib import Path

import brotli
import pytest
import zstandard

from arpent.terms.exchange import Fault
from system.fetching import run
from system.hostile_server import HostileServer, plays, whole

BOMB_BYTES = 512 << 20
LIMIT_BYTES = 52_428_800
PEAK_BYTES = 200 << 20

CHILD = """
import asyncio, json, re, sys
from pathlib import Path
from system.fetching import ask, client
async def main():
    async with client() as own:
        answer = await own.fetch(ask(sys.argv[1], limit_bytes=int(sys.argv[2])))
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
    print(json.dumps([answer.fault, len(answer.body), peak * 1024, answer.elapsed_s]))
asyncio.run(main())
"""


def zeros_in_gzip() -> bytes:
    return gzip.compress(bytes(BOMB_BYTES), 1)


def zeros_in_brotli() -> bytes:
    packer = brotli.Compressor(quality=5)
    step = bytes(1 << 20)
    pieces: list[bytes] = [packer.process(step) for _ in range(512)]
    return b"".join([*pieces, packer.finish()])


def zeros_in_zstd() -> bytes:
    return zstandard.ZstdCompressor().compress(bytes(BOMB_BYTES))


BOMBS = {
    "gzip": zeros_in_gzip,
    "gzip, gzip": lambda: gzip.compress(zeros_in_gzip()),
    "br": zeros_in_brotli,
    "zstd": zeros_in_zstd,
}


@pytest.mark.parametrize("coding", BOMBS)
def test_bomb_is_cut_at_the_limit_in_little_memory(coding: str) -> None:
    bomb = BOMBS[coding]()

    async def work() -> list[object]:
        play = plays(whole(bomb, f"Content-Encoding: {coding}"))
        async with HostileServer(play) as server:
            return await in_a_child(server.url(), LIMIT_BYTES)

    fault, length, peak, elapsed_s = run(work)
    assert (fault, length) == (Fault.TOO_LARGE, LIMIT_BYTES)
    assert isinstance(peak, int)
    assert peak < PEAK_BYTES
    assert isinstance(elapsed_s, float)
    assert elapsed_s < 5


async def in_a_child(url: str, limit_bytes: int) -> list[object]:
    """Fetch in a process of its own; return fault, length, peak memory, seconds."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        CHILD,
        url,
        str(limit_bytes),
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(Path(__file__).parents[1])},
    )
    out, _ = await child.communicate()
    assert child.returncode == 0
    told = json.loads(out)
    assert isinstance(told, list)
    return told
