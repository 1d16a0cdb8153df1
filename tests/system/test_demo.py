"""`arpent demo`: the real client against the simulated sites, in under 30 seconds."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest

from arpent.demo.show import TOUR, main
from arpent.settings import Settings

PROGRAM = """
from arpent.demo.show import main
main(pause_s=0.05, seed=0, serve=True, no_color=True)
"""


@pytest.fixture(scope="module")
def told() -> str:
    """Run the tour once and return what it printed."""
    started = time.monotonic()
    done = subprocess.run(  # noqa: S603 -- our own program
        [
            sys.executable,
            "-W",
            "error",
            "-c",
            PROGRAM.replace("True, no", "False, no").replace("0.05", "0.01"),
        ],
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert time.monotonic() - started < 30
    return done.stdout.decode()


def part(told: str, host: str) -> str:
    """Return the block of one site."""
    found = re.search(rf"^{re.escape(host)}  .*?\n\n", told, re.DOTALL | re.MULTILINE)
    assert found, host
    return found.group()


def test_every_site_of_the_tour_has_its_block(told: str) -> None:
    assert all(part(told, host) for host in TOUR)


def test_urls_are_shown_with_their_dates_and_origin(told: str) -> None:
    block = part(told, "honest.sim")
    assert "  read  480 URLs, 100% dated, 5 documents, 6 requests" in block
    rows = re.findall(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  http://honest\.sim/\S+  in sitemap-\S+", block
    )
    assert len(rows) == 3


def test_refusals_are_told_as_refusals(told: str) -> None:
    assert "  refused  0 URLs" in part(told, "ap.sim")
    assert re.search(r"  disallowed  0 URLs, .*1 request,", part(told, "reuters.sim"))


def test_nothing_of_the_hostile_site_was_followed_inside(told: str) -> None:
    block = part(told, "hostile.sim")
    assert "refused-address: http://169.254.169.254/" in block
    assert "refused-scheme: file:///etc/passwd" in block
    assert "\x1b" not in told


def test_both_logs_agree_and_the_pause_was_kept(told: str) -> None:
    found = re.search(
        r"own log: (\d+) requests \(our log: (\d+)\), robots.txt always first, "
        r"shortest gap ([0-9.]+) s \(pause 0.01 s\)",
        told,
    )
    assert found
    assert found[1] == found[2]
    assert float(found[3]) >= 0.01


def test_next_command_is_told(told: str) -> None:
    assert "arpent demo --serve" in told


def test_pause_below_zero_is_refused() -> None:
    from arpent.errors import InvalidSettings  # noqa: PLC0415 -- one use

    with pytest.raises(InvalidSettings, match="pause"):
        main(pause_s=-1, seed=0, serve=False, no_color=True)


def test_serving_prints_a_command_that_works_and_ends_with_ctrl_c() -> None:
    with subprocess.Popen(  # noqa: S603 -- our own program
        [sys.executable, "-W", "error", "-c", PROGRAM],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        command = next(line for line in process.stdout if line.startswith("arpent "))
        found = re.findall(r"'(\*\.sim:\d+:127\.0\.0\.1:\d+)'", command)
        assert [one.split(":")[1] for one in found] == ["80", "443"]
        rules = next(line for line in process.stdout if "ARPENT_RESOLVE=" in line)
        pause = next(process.stdout)
        exported = dict(
            word.partition("=")[::2]
            for line in (rules, pause)
            for word in shlex.split(line.removeprefix("export "))
        )
        settings = Settings.load({}, exported, None)
        assert settings.resolve == tuple(found)
        assert settings.pause_s == 0.05
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 0
        assert process.stdout.read().rstrip().endswith("closed")
