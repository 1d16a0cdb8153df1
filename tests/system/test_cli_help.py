"""Help is instant, made for people, and errors of usage say what to do."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arpent.cli.app import main
from arpent.cli.mistakes import COMING
from farm.command import arpent, environment

OPTIONS = (
    "--user-agent",
    "--robots-token",
    "--pause",
    "--max-delay",
    "--budget",
    "--max-files",
    "--scope",
    "--timeout",
    "--proxy",
    "--header",
    "--resolve",
    "--allow-private",
    "--concurrency",
    "--log",
    "--report",
    "--store",
    "--format",
    "--now",
    "--quiet",
    "--verbose",
    "--no-color",
)
HEAVY = ("pyarrow", "numpy", "aiohttp", "lxml", "xml2arrow", "tldextract")


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["urls", "--help"], ["changed", "--help"], ["nosuch"]],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys, json\n"
        "from arpent.cli.app import main\n"
        f"main({arguments!r})\n"
        "sys.stderr.write('\\n' + json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(  # noqa: S603 -- our own program
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        timeout=30,
        env=environment(),
    )
    loaded = json.loads(done.stderr.splitlines()[-1])
    assert [name for name in HEAVY if name in loaded] == []


def test_verbs_are_listed_as_the_questions_that_they_answer() -> None:
    text = arpent("--help").stdout.decode()
    for part in ("urls", "changed", "demo", "Which URLs does this site publish?"):
        assert part in text
    assert text.index("urls ") < text.index("changed ") < text.index("demo ")


@pytest.mark.parametrize("verb", ["urls", "changed"])
def test_help_of_a_verb_groups_options_and_gives_examples(verb: str) -> None:
    text = arpent(verb, "--help").stdout.decode()
    for part in (
        "Output",
        "Manners",
        "Network",
        "Scope",
        "Examples:",
        f"arpent {verb}",
    ):
        assert part in text
    for option in OPTIONS:
        assert option in text


def test_version_is_told() -> None:
    assert arpent("--version").stdout.strip() == b"0.1.0"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["urls"], "TARGET"),
        (["urls", "e.com", "--paus", "3"], "did you mean --pause?"),
        (["urls", "e.com", "--pause", "-1"], "--pause): give seconds"),
        (["urls", "e.com", "--budget", "many"], "--budget"),
        (["urls", "e.com", "--format", "xml"], "parquet"),
        (["urls", "e.com", "--report", "-"], "-o FILE"),
        (["urls", "e.com", "-o", "x.xlsx"], ".xlsx"),
        (["urls", "not a host"], "not a host"),
        (["urls", "ftp://e.com/"], "ftp"),
        (["urls", "e.com", "--resolve", "e.com:80:nowhere"], "--resolve"),
        (["urls", "e.com", "--header", "Host: x"], "Host"),
        (["changed", "e.com"], "--since"),
        (["changed", "e.com", "--since", "soon"], "30m"),
        (["example.com"], "arpent urls example.com"),
        (["url", "example.com"], "urls"),
        (["changed", "a.com", "b.com", "--since", "2d"], "changed takes one site"),
        (["changed", "a.com", "--since", "-2d"], "write 2d"),
        (["changed", "-", "--since", "2d"], "not a file"),
        (["changed", "@f", "--since", "2d"], "not a file"),
        (["demo", "x"], "demo takes no target"),
        (["help"], "arpent --help"),
        (["help", "urls"], "arpent --help"),
        (["-V"], "arpent --version"),
        (["frobnicate"], "arpent --version"),
        (["urls", "e.com", "--base", "foo"], "--base 'foo'"),
        (["urls", "."], "is a directory"),
        (["urls", "@nope.txt"], "there is no such file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_ends_with_2_and_says_what_to_do(
    arguments: list[str], told: str, tmp_path: Path
) -> None:
    done = arpent(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert told in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("verb", COMING)
def test_a_verb_that_is_coming_is_not_there_yet(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, "example.com"]) == 2
    assert f"{verb!r} is not there yet in this version" in capsys.readouterr().err


def test_verbs_that_are_coming_are_those_of_the_readme() -> None:
    readme = Path(__file__).parents[2] / "README.md"
    line = next(
        text for text in readme.read_text().splitlines() if text.startswith("Coming:")
    )
    assert tuple(re.findall(r"`(\w+)`", line)) == COMING


def test_wrong_value_names_the_variable_or_the_file(tmp_path: Path) -> None:
    done = arpent("urls", "e.com", more={"ARPENT_PAUSE": "slow"})
    assert (done.returncode, b"ARPENT_PAUSE" in done.stderr) == (2, True)
    (tmp_path / "arpent.toml").write_text("puase = 1")
    done = arpent("urls", "e.com", cwd=tmp_path)
    assert (done.returncode, b"arpent.toml" in done.stderr) == (2, True)


def test_completion_is_installed_where_the_shell_looks(tmp_path: Path) -> None:
    done = arpent(
        "--install-completion",
        "--shell",
        "bash",
        "--output",
        tmp_path / "arpent",
        more={"HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert "urls" in (tmp_path / "arpent").read_text()


def test_no_verb_shows_the_help() -> None:
    assert b"Which URLs" in arpent().stdout
