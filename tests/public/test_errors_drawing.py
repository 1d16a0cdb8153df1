import inspect
import re
from typing import Final

from arpent import errors

_ROW: Final = re.compile(
    r"^    (?P<stem>[| ]*(?:\|--|`--) )?(?P<name>[A-Z]\w+)"
    r"(?:\s+(?:the caller's mistake; )?(?:\(also (?P<also>\w+)\))?)?"
    r"\s*(?P<parts>(?:\.\w+ ?)*)"
)


def _drawn() -> dict[str, tuple[str | None, str | None, tuple[str, ...]]]:
    """Return each drawn class: its parent, its other base, and its attributes."""
    drawn: dict[str, tuple[str | None, str | None, tuple[str, ...]]] = {}
    above: list[str] = []
    for line in inspect.cleandoc(errors.__doc__ or "").splitlines():
        found = _ROW.match(line)
        if not found:
            continue
        depth = len(found["stem"] or "") // 4
        parent = above[depth - 1] if depth else None
        above[depth:] = [found["name"]]
        parts = tuple(re.findall(r"\.(\w+)", found["parts"]))
        drawn[found["name"]] = (parent, found["also"], parts)
    return drawn


def _classes() -> dict[str, type[Exception]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, errors.ArpentError)
    }


def test_the_tree_that_is_drawn_names_every_error() -> None:
    assert sorted(_drawn()) == sorted(_classes()) == errors.__all__


def test_each_error_has_the_parents_that_are_drawn() -> None:
    for name, (parent, also, _) in _drawn().items():
        bases = [base.__name__ for base in _classes()[name].__bases__]
        assert bases == [base for base in (parent or "Exception", also) if base]


def test_each_error_carries_the_attributes_that_are_drawn() -> None:
    for name, (_, _, parts) in _drawn().items():
        made = inspect.getsource(_classes()[name])
        own = re.findall(r"self\.(\w+) = ", made)
        assert sorted(own) == sorted(parts), name
