"""What holds for every file of the project."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pages import PAGES, ROOT, name_of

_FOLDERS: Final = ("src", "tests", "docs", "scripts", "benchmarks", "fuzz")
_TEXT: Final = {".py", ".md", ".toml", ".lock", ".txt", ".svg", ".html", ".css"}
_MACHINE: Final = re.compile(r"(?<![\w.:/-])/(?:wor[k]|roo[t]|hom[e])/\w")
_LINES: Final = 400
_FUNCTION_LINES: Final = 50


def _files() -> Iterator[Path]:
    tops = [path for path in ROOT.iterdir() if path.is_file()]
    below = [path for folder in _FOLDERS for path in (ROOT / folder).rglob("*")]
    for path in sorted({*tops, *below}):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix in _TEXT:
            yield path


def _modules() -> list[Path]:
    return [path for path in _files() if path.suffix == ".py"]


def test_no_file_names_a_path_of_one_machine() -> None:
    named = [
        f"{name_of(path)}: {found[0]}"
        for path in _files()
        for found in _MACHINE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert named == []


def test_the_lock_names_no_host() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "--hash=sha256:" in lock
    assert re.findall(r"^.*(?:://|index-url|find-links).*$", lock, re.MULTILINE) == []


def test_no_module_is_long() -> None:
    long = {
        name_of(path): lines
        for path in _modules()
        if "tests" not in path.parts
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > _LINES
    }
    assert long == {}


def test_no_function_is_long() -> None:
    long = [
        f"{name_of(path)}:{node.lineno} {node.name}"
        for path in _modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > _FUNCTION_LINES
        and not _mostly_words(node)
    ]
    assert long == []


def _mostly_words(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Say whether a function is short but for its signature and its docstring."""
    first, *rest = node.body
    return not rest or (node.end_lineno or 0) - first.lineno + 1 <= _FUNCTION_LINES


@pytest.mark.parametrize("path", sorted((ROOT / "src").rglob("*.py")), ids=name_of)
def test_every_module_opens_with_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_each_dependency_has_its_line_of_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"].values()
    named = [*project["project"]["dependencies"], *(p for g in groups for p in g)]
    names = {re.split(r"[\[>=<]", part)[0] for part in named if isinstance(part, str)}
    page = ROOT / "docs" / "design" / "0002-building-blocks.md"
    reasons = set(
        re.findall(r"^\| `([\w-]+)` \|", page.read_text("utf-8"), re.MULTILINE)
    )
    assert reasons == names


def test_pages_keep_one_sentence_a_line() -> None:
    several = re.compile(r"^(?![|`>#%\s-])[^`|]*[a-z]{3}\. [A-Z][a-z]", re.MULTILINE)
    found = [
        f"{name_of(page)}: {line[0]}"
        for page in PAGES
        if page.parent.name != "reference" and page.parent != ROOT
        for line in several.finditer(page.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_links_between_files_lead_somewhere() -> None:
    link = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
    broken = [
        f"{name_of(page)}: {target}"
        for page in PAGES
        for target in link.findall(page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert broken == []
