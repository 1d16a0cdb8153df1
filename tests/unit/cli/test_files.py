"""Files are there whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from arpent.cli.files import PartFile, check_place, open_log, write_whole
from arpent.errors import StoreError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with PartFile(str(path)) as part:
        part.file.write(b"a")
        assert not path.exists()
        assert [n.endswith(".part") for n in names(tmp_path)] == [True]
        part.keep()
    assert names(tmp_path) == ["out.txt"]
    assert path.read_bytes() == b"a"


def test_old_file_stays_when_the_new_one_fails(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    with PartFile(str(path)) as part:
        part.file.write(b"new")
    assert names(tmp_path) == ["out.txt"]
    assert path.read_text() == "old"


def test_what_was_interrupted_has_a_name_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with PartFile(str(path)) as part:
        part.file.write(b"half")
        assert part.keep_partial() == f"{path}.partial"
    assert names(tmp_path) == ["out.txt.partial"]


def test_mode_of_the_old_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(str(path), b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_link_stays_a_link_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real" / "out.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(str(link), b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_two_parts_of_one_file_do_not_meet(tmp_path: Path) -> None:
    path = str(tmp_path / "out.txt")
    with PartFile(path) as one, PartFile(path) as two:
        one.file.write(b"one")
        two.file.write(b"two")
        one.keep()
        two.keep()
    assert Path(path).read_bytes() == b"two"


def test_link_laid_in_wait_at_the_name_of_the_part_is_not_followed(
    tmp_path: Path,
) -> None:
    victim = tmp_path / "victim"
    (tmp_path / f"out.txt.{os.getpid()}-0.part").symlink_to(victim)
    write_whole(str(tmp_path / "out.txt"), b"x")
    assert not victim.exists()


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no\b.*does not exist; make it first"):
        PartFile(str(tmp_path / "no" / "out.txt"))


def test_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="folder"):
        PartFile(str(tmp_path))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_full_disk_is_told() -> None:
    with pytest.raises(StoreError, match="no space left"):
        write_whole("/dev/full", b"x")


def test_device_is_written_directly() -> None:
    write_whole("/dev/null", b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_log_line_is_on_disk_as_it_comes(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write, close = open_log(str(path))
    write(b"one\n")
    assert path.read_bytes() == b"one\n"
    close()


def test_log_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        open_log(str(tmp_path / "no" / "log"))


def test_place_is_checked_without_leaving_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    check_place(str(path))
    assert names(tmp_path) == []
    path.write_text("old")
    check_place(str(path))
    assert path.read_text() == "old"
    for bad in (tmp_path, tmp_path / "missing" / "x", path / "x"):
        with pytest.raises(StoreError, match=bad.name):
            check_place(str(bad))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipe_is_not_opened_to_be_checked(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    check_place(str(pipe))  # to open it would wait for a reader


def test_what_an_interrupted_run_left_is_cleared_by_a_whole_one(
    tmp_path: Path,
) -> None:
    path, stale = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    stale.write_text("half")
    os.utime(stale, (1, 1))
    with PartFile(str(path)) as part:
        part.keep()
        assert part.clear_partial() == f"{path}.partial"
        assert part.clear_partial() is None
    assert names(tmp_path) == ["out.txt"]


def test_links_folders_and_new_files_are_not_cleared(tmp_path: Path) -> None:
    path, stale = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    other = tmp_path / "other"
    other.write_text("mine")
    os.utime(other, (1, 1))
    stale.symlink_to(other)
    with PartFile(str(path)) as part:
        part.keep()
        assert part.clear_partial() is None
        stale.unlink()
        stale.mkdir()
        assert part.clear_partial() is None
        stale.rmdir()
        stale.write_text("a log of this run")
        os.utime(stale, (2_000_000_000, 5_000_000_000))
        assert part.clear_partial() is None
    assert names(tmp_path) == ["other", "out.txt", "out.txt.partial"]
