import pytest

from arpent.formats.structured import read_dictionary


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("", {}),
        ("a=n", {"a": "n"}),
        ("a=n, b=y", {"a": "n", "b": "y"}),
        ("a=n\t,\tb=y", {"a": "n", "b": "y"}),
        ("a", {"a": None}),
        ("a;x=1", {"a": None}),
        ("a=n;x;y=?1", {"a": "n"}),
        ("a=y, a", {"a": None}),
        ("a, b=n, a=y", {"b": "n", "a": "y"}),
        ('a="n"', {"a": None}),
        ("a=1", {"a": None}),
        ("a=-1.5", {"a": None}),
        ("a=:aGk=:", {"a": None}),
        ("a=?0", {"a": None}),
        ("a=@1659578233", {"a": None}),
        ('a=%"f%c3%bc"', {"a": None}),
        ('a=(b "c";d 1);e', {"a": None}),
        ("a=()", {"a": None}),
        ("*a_-.1=x/y:z", {"*a_-.1": "x/y:z"}),
    ],
)
def test_dictionaries_are_read(text: str, members: dict[str, str | None]) -> None:
    assert read_dictionary(text) == members


@pytest.mark.parametrize(
    "text",
    [
        "A=n",
        "a=n,",
        "a=n b=y",
        ",",
        "a=",
        'a="x',
        "a=(b",
        "a=(b,c)",
        "a=n;",
        "é=n",
        "a==n",
    ],
)
def test_what_breaks_the_grammar_is_no_dictionary(text: str) -> None:
    assert read_dictionary(text) is None
