"""`arpent urls` against the farm: formats, targets, reports, logs and exit codes."""

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from arpent.demo.replies import Reply
from arpent.demo.server import Farm
from farm.command import arpent, asking
from farm.simulated import one_site

SITEMAP = (
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    b"<url><loc>https://e.com/a?x=1&amp;y=2</loc><lastmod>2024-01-02</lastmod></url>"
    b"<url><loc>/b</loc></url></urlset>"
)


def test_urls_of_a_site_go_to_standard_output_and_all_else_to_standard_error(
    farm: Farm,
) -> None:
    done = arpent("urls", "honest.sim", *asking(farm))
    assert done.returncode == 0
    urls = done.stdout.decode().splitlines()
    assert len(urls) == len(set(urls)) == 480
    assert all(url.startswith("http://honest.sim/") for url in urls)
    assert b"480 URLs" in done.stderr
    assert b"\x1b" not in done.stdout + done.stderr


def test_quiet_tells_nothing(farm: Farm) -> None:
    assert arpent("urls", "guess.sim", "-q", *asking(farm)).stderr == b""


def test_all_formats_hold_the_same_rows(farm: Farm, tmp_path: Path) -> None:
    names = ["u.txt", "u.jsonl", "u.json", "u.csv", "u.parquet"]
    for name in names:
        done = arpent("urls", "multilang.sim", "-o", tmp_path / name, *asking(farm))
        assert (done.returncode, done.stdout) == (0, b"")
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(names)
    urls = (tmp_path / "u.txt").read_text().splitlines()
    rows = [json.loads(t) for t in (tmp_path / "u.jsonl").read_text().splitlines()]
    whole = json.loads((tmp_path / "u.json").read_text())
    cells = list(csv.DictReader(io.StringIO((tmp_path / "u.csv").read_text())))
    table = pq.read_table(tmp_path / "u.parquet").to_pylist()
    assert len(urls) == 40
    for found in (rows, whole["entries"], cells, table):
        assert [row["url"] for row in found] == urls
    assert whole["entries"] == rows
    assert whole["report"]["urls"] == 40
    assert rows[0]["alternates"] == table[0]["alternates"]
    assert rows[0]["news"]["title"] == table[0]["news"]["title"]


def test_several_targets_share_one_output_and_one_report(
    farm: Farm, tmp_path: Path
) -> None:
    sites = tmp_path / "sites.txt"
    sites.write_text("# two\nhonest.sim\n\nguess.sim\n")
    report = tmp_path / "report.json"
    done = arpent("urls", f"@{sites}", "ap.sim", "--report", report, *asking(farm))
    assert done.returncode == 3, "the largest code: one of them refused"
    assert len(done.stdout.splitlines()) == 480 + 80
    told = json.loads(report.read_text())
    assert [r["target"] for r in told] == ["honest.sim", "guess.sim", "ap.sim"]
    assert [r["stopped_by"] for r in told] == ["done", "done", "refused"]


def test_json_of_several_targets_is_an_array(farm: Farm) -> None:
    done = arpent("urls", "honest.sim", "guess.sim", "--format", "json", *asking(farm))
    told = json.loads(done.stdout)
    assert [(one["target"], len(one["entries"])) for one in told] == [
        ("honest.sim", 480),
        ("guess.sim", 80),
    ]


def test_report_goes_to_standard_output_when_results_do_not(
    farm: Farm, tmp_path: Path
) -> None:
    out = tmp_path / "out.txt"
    done = arpent("urls", "guess.sim", "-o", out, "--report", "-", *asking(farm))
    report = json.loads(done.stdout)
    assert report["urls"] == len(out.read_text().splitlines()) == 80


def test_log_rows_that_were_sent_are_the_log_of_the_server(
    farm: Farm, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    arpent("urls", "broken.sim", "--log", log, *asking(farm))
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    sent = [row for row in rows if row["sent"]]
    assert len(sent) == len(farm.log("broken.sim"))
    assert rows[0]["step"] == "robots"
    assert set(rows[0]) == {
        *("at", "sent", "step", "method", "url"),
        *("status", "bytes", "ms", "waited_ms", "from"),
    }


@pytest.mark.parametrize(
    ("site", "code"),
    [("honest.sim", 0), ("ap.sim", 3), ("127.0.0.1:1", 4)],
)
def test_exit_code_says_how_it_ended(farm: Farm, site: str, code: int) -> None:
    assert arpent("urls", site, *asking(farm)).returncode == code


def test_nothing_found_is_1_and_a_budget_is_5(farm: Farm) -> None:
    farm.add(one_site("bare.sim", **{"robots.txt": Reply(body=b"")}))
    assert arpent("urls", "bare.sim", *asking(farm)).returncode == 1
    done = arpent("urls", "honest.sim", "--budget", "3", *asking(farm))
    assert done.returncode == 5
    assert len(done.stdout.splitlines()) > 0


def test_robots_that_forbids_all_is_3(farm: Farm) -> None:
    body = b"User-agent: *\nDisallow: /\n"
    farm.add(one_site("closed.sim", **{"robots.txt": Reply(body=body)}))
    done = arpent("urls", "closed.sim", *asking(farm))
    assert (done.returncode, done.stdout) == (3, b"")
    assert len(farm.log("closed.sim")) == 1


def rows_of(done: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_local_file_and_standard_input_are_read_alone(tmp_path: Path) -> None:
    file = tmp_path / "s.xml.gz"
    file.write_bytes(gzip.compress(SITEMAP))
    base = ("--base", "https://e.com/sitemap.xml", "--format", "jsonl")
    from_file = rows_of(arpent("urls", file, *base))
    from_pipe = rows_of(arpent("urls", "-", *base, stdin=SITEMAP))
    assert from_file == from_pipe
    assert [row["url"] for row in from_file] == [
        "https://e.com/a?x=1&y=2",
        "https://e.com/b",
    ]
    assert from_file[0]["lastmod"] == "2024-01-02T00:00:00Z"
    assert from_file[0]["lastmod_precision"] == "day"
    assert from_file[1]["marks"] == ["loc-relative"]


def test_targets_may_come_from_standard_input() -> None:
    done = arpent("urls", "@-", stdin=b"# none\n")
    assert (done.returncode, b"no target" in done.stderr) == (2, True)


def test_same_url_is_given_once_unless_all_sightings_are_asked_for(
    tmp_path: Path,
) -> None:
    file = tmp_path / "urls.txt"
    file.write_text("https://e.com/a\nhttps://e.com/a\n")
    assert len(arpent("urls", file).stdout.splitlines()) == 1
    assert len(arpent("urls", file, "--all").stdout.splitlines()) == 2


def test_url_with_a_line_break_stays_on_its_line(tmp_path: Path) -> None:
    file = tmp_path / "s.xml"
    file.write_bytes(SITEMAP.replace(b"/b", b"https://e.com/b&#10;https://evil.com/"))
    done = arpent("urls", file)
    assert len(done.stdout.splitlines()) == 2


def test_output_to_a_folder_that_is_not_there_asks_for_nothing(
    farm: Farm, tmp_path: Path
) -> None:
    done = arpent("urls", "honest.sim", "-o", tmp_path / "no" / "x.txt", *asking(farm))
    assert done.returncode == 6
    assert b"does not exist; make it first" in done.stderr
    assert farm.log() == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("name", ["--log", "--report", "-o"])
def test_full_disk_is_6_without_a_traceback(farm: Farm, name: str) -> None:
    done = arpent("urls", "honest.sim", name, "/dev/full", *asking(farm))
    assert done.returncode == 6
    assert b"no space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_list_that_is_not_there_is_2() -> None:
    done = arpent("urls", "@/nowhere/sites.txt")
    assert done.returncode == 2
    assert b"there is no such file" in done.stderr


def test_list_that_cannot_be_read_is_6(tmp_path: Path) -> None:
    loop = tmp_path / "sites.txt"
    loop.symlink_to(loop)
    assert arpent("urls", f"@{loop}").returncode == 6


def test_requests_are_told_one_by_one_when_asked_to(farm: Farm) -> None:
    done = arpent("urls", "guess.sim", "-v", *asking(farm))
    assert b"http://guess.sim/robots.txt" in done.stderr
