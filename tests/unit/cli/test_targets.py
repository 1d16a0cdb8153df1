"""What is typed as TARGET and as WHEN."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arpent.cli.targets import (
    check_site,
    looks_like_a_file,
    read_since,
    read_targets,
    refuse_folder,
)
from arpent.errors import UsageError

NOW = datetime(2024, 5, 6, 12, tzinfo=UTC)


def test_list_gives_one_target_a_line_without_blanks_and_comments(
    tmp_path: Path,
) -> None:
    file = tmp_path / "sites.txt"
    file.write_text("\ufeffa.example\n\n# not this\n  b.example  \r\na.example\n")
    assert read_targets(["c.example", f"@{file}", "-"]) == [
        "c.example",
        "a.example",
        "b.example",
        "-",
    ]


def test_list_without_targets_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sites.txt"
    file.write_text("# nothing\n")
    with pytest.raises(UsageError, match="no target"):
        read_targets([f"@{file}"])


def test_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"@.*none\.txt: there is no such file"):
        read_targets([f"@{tmp_path}/none.txt"])
    with pytest.raises(UsageError, match="directory"):
        read_targets([f"@{tmp_path}"])


def test_list_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sites.txt"
    file.write_bytes(b"\xff\xfea\x00")
    with pytest.raises(UsageError, match="UTF-8"):
        read_targets([f"@{file}"])


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("6h", datetime(2024, 5, 6, 6, tzinfo=UTC)),
        ("2d", datetime(2024, 5, 4, 12, tzinfo=UTC)),
        ("30m", datetime(2024, 5, 6, 11, 30, tzinfo=UTC)),
        ("1w", datetime(2024, 4, 29, 12, tzinfo=UTC)),
        ("1.5H", datetime(2024, 5, 6, 10, 30, tzinfo=UTC)),
        ("2024-01-02", datetime(2024, 1, 2, tzinfo=UTC)),
        ("2024-01-02T03:04:05Z", datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("2024-01-02T03:04:05+02:00", datetime(2024, 1, 2, 1, 4, 5, tzinfo=UTC)),
        ("2024-01-02T03:04", datetime(2024, 1, 2, 3, 4, tzinfo=UTC)),
    ],
)
def test_when_is_a_moment_a_date_or_a_span(text: str, moment: datetime) -> None:
    assert read_since(text, now=NOW) == moment


@pytest.mark.parametrize("text", ["", "yesterday", "2d3h", "-2d", "9" * 30 + "w", "13"])
def test_when_that_means_no_moment_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--since"):
        read_since(text, now=NOW)


def test_a_span_with_a_sign_is_told_without_one() -> None:
    with pytest.raises(UsageError, match=r"write 2d$"):
        read_since("-2d", now=NOW)


def test_names_with_the_ending_of_a_list_look_like_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    for name in ("a.xml", "a.xml.gz", "A.TXT", "a.csv", "here/a.json", "./a.rss"):
        assert looks_like_a_file(name), name
    for name in ("e.com", "e.com/a.xml", "https://e.com/a.xml", "here", "a\0b/c.xml"):
        assert not looks_like_a_file(name), name


def test_a_directory_is_refused_unless_it_may_be_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    (tmp_path / "e.com").mkdir()
    refuse_folder("e.com")
    refuse_folder("nowhere")
    for name in (".", "here", "here/", str(tmp_path)):
        with pytest.raises(UsageError, match="is a directory"):
            refuse_folder(name)


def test_changed_takes_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.xml").write_text("<urlset/>")
    (tmp_path / "e.com").write_text("")
    check_site("e.org")
    check_site("https://e.com")
    for name in ("a.xml", "-", "@sites.txt", "e.com", "."):
        with pytest.raises(UsageError, match="changed takes a site or the URL"):
            check_site(name)
    with pytest.raises(UsageError, match=r"https://e\.com$"):
        check_site("e.com")
