"""`arpent changed` against the farm."""

import json
from pathlib import Path

import pytest

from arpent.demo.server import Farm
from farm.command import arpent, asking

SINCE = ("--since", "2000-01-01")


def test_three_lists_add_up(farm: Farm) -> None:
    done = arpent("changed", "partial.sim", *SINCE, "--format", "json", *asking(farm))
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert list(answer) == [
        *("site", "since", "total", "changed", "undated", "unchanged", "dates"),
    ]
    assert answer["since"] == "2000-01-01T00:00:00Z"
    parts = len(answer["changed"]), len(answer["undated"]), answer["unchanged"]
    assert sum(parts) == answer["total"] > 0
    assert parts[0] > 0
    assert parts[1] > 0


def test_people_see_three_lists(farm: Farm) -> None:
    text = arpent("changed", "partial.sim", *SINCE, *asking(farm)).stdout.decode()
    assert text.index("Changed: ") < text.index("Undated") < text.index("Unchanged: ")


def test_worthless_dates_are_said_at_once(farm: Farm) -> None:
    text = arpent("changed", "undated.sim", *SINCE, *asking(farm)).stdout.decode()
    assert "BEWARE" in text.splitlines()[1]


@pytest.mark.parametrize("name", ["jsonl", "csv", "urls", "json", "parquet"])
def test_verdict_and_counts_are_told_wherever_the_lists_go(
    farm: Farm, tmp_path: Path, name: str
) -> None:
    out = tmp_path / "changed"
    arguments = ("undated.sim", *SINCE, "--format", name, "-o", out)
    told = arpent("changed", *arguments, *asking(farm)).stderr.decode()
    assert "BEWARE: no URL here has a date" in told
    assert "0 changed since 2000-01-01T00:00:00Z, 10,236 undated" in told
    assert "0 unchanged" in told


def test_verdict_is_told_once(farm: Farm, tmp_path: Path) -> None:
    shown = arpent("changed", "undated.sim", *SINCE, *asking(farm))
    assert (shown.stdout + shown.stderr).count(b"BEWARE") == 1
    piped = arpent(
        "changed", "honest.sim", *SINCE, "--format", "urls", *asking(farm)
    ).stderr
    assert b"480 changed since" in piped
    assert b"BEWARE" not in piped
    file = arpent("changed", "undated.sim", *SINCE, *asking(farm), "-o", tmp_path / "t")
    assert file.stderr.count(b"BEWARE") == 1


def test_nothing_new_is_done(farm: Farm) -> None:
    since = ("--since", "2100-01-01")
    done = arpent("changed", "honest.sim", *since, "--format", "urls", *asking(farm))
    assert (done.returncode, done.stdout) == (0, b"")


def test_undated_entries_go_to_a_file_of_their_own(farm: Farm, tmp_path: Path) -> None:
    out, rest = tmp_path / "changed.jsonl", tmp_path / "undated.txt"
    arguments = ("partial.sim", *SINCE, "-o", out, "--undated", rest)
    done = arpent("changed", *arguments, *asking(farm))
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert rows
    assert all("lastmod" in row for row in rows)
    undated = rest.read_text().splitlines()
    assert undated
    assert not set(undated) & {row["url"] for row in rows}


def test_refusal_is_3(farm: Farm) -> None:
    assert arpent("changed", "ap.sim", *SINCE, *asking(farm)).returncode == 3
