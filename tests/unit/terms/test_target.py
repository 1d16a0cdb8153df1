import pytest

from arpent.errors import UsageError
from arpent.terms.target import read_target


@pytest.mark.parametrize(
    ("text", "origins", "path"),
    [
        ("kelp.test", ["https://kelp.test", "http://kelp.test"], None),
        ("https://kelp.test/", ["https://kelp.test"], None),
        ("http://kelp.test", ["http://kelp.test"], None),
        ("kelp.test/s.xml", ["https://kelp.test", "http://kelp.test"], "/s.xml"),
        ("http://kelp.test/?x=1", ["http://kelp.test"], "/?x=1"),
        ("localhost:8000", ["https://localhost:8000", "http://localhost:8000"], None),
        ("127.0.0.1:80/a", ["https://127.0.0.1:80", "http://127.0.0.1"], "/a"),
        ("[::1]:9/a", ["https://[::1]:9", "http://[::1]:9"], "/a"),
        (
            "  bücher.test  ",
            ["https://xn--bcher-kva.test", "http://xn--bcher-kva.test"],
            None,
        ),
    ],
)
def test_targets_are_sites_or_documents_with_the_origins_to_try(
    text: str, origins: list[str], path: str | None
) -> None:
    target = read_target(text)
    assert [str(origin) for origin in target.origins] == origins
    assert target.path == path


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "nowhere",
        "no such file.xml",
        "ftp://kelp.test/",
        "http://",
        "a@b.test",
        "?x",
    ],
)
def test_texts_that_name_nothing_are_refused_with_advice(text: str) -> None:
    with pytest.raises(UsageError):
        read_target(text)


def test_robots_txt_as_target_is_known_as_such() -> None:
    assert read_target("https://kelp.test/robots.txt").is_robots
    assert not read_target("https://kelp.test/a/robots.txt").is_robots
