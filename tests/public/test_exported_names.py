import re
from typing import Final

import pytest

import arpent
from pages import ROOT

_DOCUMENTED: Final = re.compile(
    r"^(?:\.\. auto(?:function|class|exception|data):: |```\{py:data\} )arpent\.(\w+)",
    re.MULTILINE,
)


def test_public_names_are_sorted_and_unique() -> None:
    assert arpent.__all__ == sorted(set(arpent.__all__))


def test_every_public_name_can_be_loaded() -> None:
    missing = [name for name in arpent.__all__ if not hasattr(arpent, name)]
    assert missing == []


def test_the_package_shows_its_public_names_only() -> None:
    assert dir(arpent) == arpent.__all__


def test_a_name_that_is_not_public_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'utils'"):
        arpent.__getattr__("utils")


def test_the_reference_documents_exactly_the_public_names() -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    assert sorted(_DOCUMENTED.findall(page)) == arpent.__all__


def test_every_public_name_says_what_it_is() -> None:
    silent = [
        name
        for name in arpent.__all__
        if name != "__version__" and not getattr(arpent, name).__doc__
    ]
    assert silent == []
