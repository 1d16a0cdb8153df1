"""Both workspaces offer the same verbs, asked for in the same way."""

import inspect
from typing import Any, Final

import pytest

import arpent

_OF_PLAIN_CODE: Final = {
    "close",  # an async workspace is closed by leaving its block
    "stream",  # for `arpent.urls`: a stream that closes its workspace
}


def _public(kind: type) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(kind).items()
        if inspect.isfunction(value) and not name.startswith("_")
    }


def test_both_have_the_same_verbs() -> None:
    plain, awaiting = _public(arpent.Workspace), _public(arpent.AsyncWorkspace)
    assert plain.keys() - _OF_PLAIN_CODE == awaiting.keys()


@pytest.mark.parametrize("verb", _public(arpent.AsyncWorkspace))
def test_the_verb_takes_the_same_arguments_in_both(verb: str) -> None:
    plain = inspect.signature(getattr(arpent.Workspace, verb))
    awaiting = inspect.signature(getattr(arpent.AsyncWorkspace, verb))
    assert list(plain.parameters.values()) == list(awaiting.parameters.values())


def test_both_are_made_in_the_same_way() -> None:
    plain = inspect.signature(arpent.Workspace)
    assert plain.parameters == inspect.signature(arpent.AsyncWorkspace).parameters


@pytest.mark.parametrize("name", ["urls", "urls_async", "changed"])
def test_arguments_after_the_first_are_keywords(name: str) -> None:
    first, *rest = inspect.signature(getattr(arpent, name)).parameters.values()
    assert first.kind is first.POSITIONAL_OR_KEYWORD
    assert {part.kind for part in rest} <= {first.KEYWORD_ONLY, first.VAR_KEYWORD}
