"""Which format goes where, and what is refused before any request."""

from pathlib import Path

import pytest

from arpent.cli.options import OutputOptions
from arpent.cli.outputs import Format, choose_format
from arpent.cli.results import check_places
from arpent.errors import UsageError


@pytest.mark.parametrize(
    ("name", "path", "chosen"),
    [
        (None, None, Format.URLS),
        (None, "-", Format.URLS),
        (None, "a.jsonl", Format.JSONL),
        (None, "a.ndjson", Format.JSONL),
        (None, "a.JSON", Format.JSON),
        (None, "a.csv", Format.CSV),
        (None, "a.parquet", Format.PARQUET),
        (None, "a.txt", Format.URLS),
        (None, "folder.d/a", Format.URLS),
        ("csv", "a.json", Format.CSV),
        ("jsonl", None, Format.JSONL),
    ],
)
def test_format_is_as_named_else_by_the_ending(
    name: str | None, path: str | None, chosen: Format
) -> None:
    assert choose_format(name, path, Format.URLS) is chosen


def test_unknown_ending_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"\.xlsx.*\.parquet.*--format"):
        choose_format(None, "a.xlsx", Format.URLS)


def test_report_on_standard_output_needs_results_elsewhere() -> None:
    with pytest.raises(UsageError, match="-o FILE"):
        check_places(OutputOptions(report="-"))
    check_places(OutputOptions(report="-", output="a.txt"))


@pytest.mark.parametrize(
    "options",
    [
        OutputOptions(output="a.json", report="a.json"),
        OutputOptions(output="a.json", log="./a.json"),
        OutputOptions(report="a.json", log="x/../a.json"),
    ],
)
def test_one_file_for_two_things_is_refused(
    options: OutputOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    with pytest.raises(UsageError, match="two"):
        check_places(options)


def test_one_device_may_take_two_things() -> None:
    check_places(OutputOptions(output="/dev/null", log="/dev/null"))
