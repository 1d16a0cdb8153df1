import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from arpent.terms.rules import MARKS, RULES, Rule, Severity
from pages import ROOT

_SOURCE: Final = ROOT / "src" / "arpent"
_CATALOGUE: Final = _SOURCE / "terms" / "rules.py"
_NAMING: Final = {"finding", "_note", "mark_bits", "_finding", "alert"}
_WAITING: Final = {
    "file-too-large",
    "hreflang-incomplete",
    "xml-forbidden-char",
}
"""Rules that no reader tells: they wait for the verb `check`."""


def _trees() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(_SOURCE.rglob("*.py")):
        if path != _CATALOGUE:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def _texts() -> set[str]:
    """Return every text constant of the source that could be the id of a rule."""
    return {
        node.value
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _named() -> Iterator[tuple[str, str]]:
    """Yield each id that is passed to what makes a finding or a mark, and its place."""
    for path, tree in _trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func
            name = getattr(called, "attr", getattr(called, "id", ""))
            wanted = node.args[1:2] if name == "marked" else node.args[:1]
            if name in _NAMING or name == "marked":
                yield from (
                    (part.value, f"{path.name}:{node.lineno}")
                    for part in wanted
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_rule_says_where_it_comes_from_and_what_to_do(rule: Rule) -> None:
    assert rule.summary
    assert rule.clause
    assert rule.remedy
    assert rule.severity in Severity
    assert not rule.summary.endswith(".")
    assert not rule.remedy.endswith(".")


def test_ids_are_lower_case_words_joined_by_hyphens() -> None:
    odd = [name for name in RULES if not name.replace("-", "").isalnum()]
    assert odd == []
    assert [name for name in RULES if name != name.lower()] == []


def test_every_mark_is_a_rule() -> None:
    assert set(MARKS) <= RULES.keys()
    assert len(set(MARKS)) == len(MARKS)


def test_marks_fit_into_the_bits_that_hold_them() -> None:
    assert len(MARKS) <= 64


def test_every_rule_that_the_source_names_is_in_the_catalogue() -> None:
    named = list(_named())
    assert named, "nothing names a rule: this test looks in the wrong place"
    assert [(name, place) for name, place in named if name not in RULES] == []


def test_every_rule_that_a_page_names_is_in_the_catalogue() -> None:
    family = re.compile(
        r"`((?:xml|ns|gzip|loc|lastmod|index|file|txt|tag)-[a-z0-9-]+)`"
    )
    pages = (ROOT / "docs").rglob("*.md")
    named = {name for page in pages for name in family.findall(page.read_text("utf-8"))}
    assert named
    assert named - RULES.keys() == set()


def test_rules_that_nothing_tells_are_listed() -> None:
    assert set(RULES) - _texts() <= _WAITING
    assert set(RULES) >= _WAITING
