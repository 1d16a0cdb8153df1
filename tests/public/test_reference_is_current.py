import re
from collections.abc import Callable

import pytest
from scripts.cli_page import options_of, verbs
from scripts.reference import PAGES as GENERATED

from arpent.settings import OPTIONS
from pages import PAGES, ROOT, examples, name_of


@pytest.mark.parametrize(("name", "make"), GENERATED.items(), ids=GENERATED)
def test_the_page_is_what_the_code_generates(
    name: str, make: Callable[[], str]
) -> None:
    written = (ROOT / name).read_text(encoding="utf-8")
    assert written == make(), f"{name} is out of date: run make reference"


@pytest.mark.parametrize("verb", verbs())
def test_the_verb_has_a_how_to(verb: str) -> None:
    folder = "tutorial" if verb == "demo" else "how-to"
    shown = re.compile(rf"^(?:\$ )?(?:[\w./]*/)?arpent {verb}\b", re.MULTILINE)
    found = [
        name_of(page)
        for page in PAGES
        if page.parent.name == folder
        and any(shown.search(example.text) for example in examples(page))
    ]
    assert found, f"no page of docs/{folder} shows arpent {verb}"


def test_every_setting_is_an_option_of_each_verb_that_fetches() -> None:
    for name in ("urls", "changed"):
        known = {spelt for part in options_of(verbs()[name]) for spelt in part.names}
        missing = [o.name for o in OPTIONS.values() if f"--{o.name}" not in known]
        assert missing == [], name


def test_every_page_is_reached_from_the_first() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    unreached = [
        name
        for page in PAGES
        if (name := name_of(page)).startswith("docs/") and name != "docs/index.md"
        if name.removeprefix("docs/").removesuffix(".md") not in index
    ]
    assert unreached == []
