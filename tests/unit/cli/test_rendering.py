"""The answer of `changed` for people."""

from datetime import UTC, datetime

from arpent.cli.rendering import changes_for_people
from arpent.terms.changes import Changes, Dates
from arpent.terms.entries import Entry

NOW = datetime(2024, 5, 6, tzinfo=UTC)


def answer(kind: str = "hint", undated: int = 1) -> str:
    return changes_for_people(
        Changes(
            site="e.com",
            since=NOW,
            total=undated + 4,
            changed=(Entry(url="https://e.com/new\x1b[2J", lastmod=NOW),),
            undated=tuple(Entry(url=f"https://e.com/u{n}") for n in range(undated)),
            unchanged=3,
            dates=Dates(kind=kind, sentence="what the dates mean"),
        )
    )


def test_three_lists_stand_apart() -> None:
    text = answer()
    order = ["Changed: 1", "e.com/new", "Undated", "e.com/u0", "Unchanged: 3"]
    places = [text.index(part) for part in order]
    assert places == sorted(places)


def test_worthless_dates_are_told_before_the_lists() -> None:
    text = answer("generation")
    assert text.index("BEWARE: what the dates mean") < text.index("Changed")
    assert "BEWARE" not in answer("hint")


def test_long_lists_of_undated_say_how_many_are_hidden() -> None:
    text = answer(undated=150)
    assert "and 50 more; --undated FILE" in text


def test_text_of_the_site_is_escaped() -> None:
    assert "\x1b" not in answer()
