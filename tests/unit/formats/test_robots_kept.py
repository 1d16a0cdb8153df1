"""Which robots.txt kept from an earlier run hold, and how they are asked again."""

from datetime import UTC, datetime, timedelta

import pytest

from arpent.formats.robots_kept import KeptRobots
from arpent.terms.events import Robots, Stopped
from arpent.terms.exchange import Headers, Request, Response, Step, Validators
from arpent.terms.policy import Policy
from arpent.terms.report import StoppedBy
from arpent.walk import Walk
from replay import START, Server, play, robots, sitemap, urls_of

URL = "https://ferme.example/robots.txt"
THEN = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


def answer(body: str = "User-agent: *\nDisallow: /x\n", **fields: str) -> Response:
    named = tuple((name.replace("_", "-"), value) for name, value in fields.items())
    return Response(
        request=Request(url=URL, step=Step.ROBOTS),
        status=200,
        headers=Headers(named),
        body=body.encode(),
        started_at=THEN,
    )


def lasts(response: Response, seconds: float) -> bool:
    kept = KeptRobots({URL: response})
    return kept.fresh(URL, THEN + timedelta(seconds=seconds)) is not None


@pytest.mark.parametrize(
    ("says", "seconds"),
    [
        ("", 86_400),
        ("max-age=60", 60),
        ('public, Max-Age = "60"', 60),
        ("max-age=99999999999", 86_400),
        ("max-age=soon", 86_400),
        ("s-no-store-like=1", 86_400),
    ],
)
def test_copy_holds_for_a_day_or_a_shorter_max_age(says: str, seconds: int) -> None:
    kept = answer(cache_control=says)
    assert lasts(kept, seconds - 1)
    assert not lasts(kept, seconds)


@pytest.mark.parametrize(
    "says", ["no-store", "private,no-cache", "max-age=9, NO-STORE"]
)
def test_copy_that_may_not_be_kept_is_not_used(says: str) -> None:
    assert not lasts(answer(cache_control=says), 1)


def test_copy_from_the_future_is_not_used() -> None:
    assert not lasts(answer(), -1)


def test_address_that_was_never_asked_has_no_copy() -> None:
    kept = KeptRobots()
    assert (kept.fresh(URL, THEN), kept.rules(URL), kept.validators(URL)) == (None,) * 3


def test_validators_are_those_of_the_copy_else_its_moment() -> None:
    dated = "Sun, 01 Nov 2026 12:00:00 GMT"
    made = {
        "tag": KeptRobots({URL: answer(etag='"a"')}).validators(URL),
        "date": KeptRobots({URL: answer(last_modified="then")}).validators(URL),
        "moment": KeptRobots({URL: answer()}).validators(URL),
    }
    assert made == {
        "tag": Validators(etag='"a"'),
        "date": Validators(last_modified="then"),
        "moment": Validators(last_modified=dated),
    }


def test_walk_with_a_fresh_copy_asks_for_the_sitemap_at_once() -> None:
    copy = answer("Sitemap: https://ferme.example/s.xml\n")
    walk = Walk("https://ferme.example", now=START, kept_robots={URL: copy})
    server = Server({"https://ferme.example/s.xml": sitemap("https://ferme.example/a")})
    assert isinstance(walk.begin()[0], Robots)
    assert urls_of(play(walk, server)) == {"https://ferme.example/a"}
    assert server.asked == ["https://ferme.example/s.xml"]


def test_walk_that_a_fresh_copy_forbids_asks_for_nothing() -> None:
    copy = answer("User-agent: *\nDisallow: /\n")
    policy = Policy(guess=False)
    walk = Walk(
        "https://ferme.example", policy=policy, now=START, kept_robots={URL: copy}
    )
    assert walk.wanted() == ()
    last = walk.begin()[-1]
    assert isinstance(last, Stopped)
    assert last.reason is StoppedBy.DISALLOWED


def test_fresh_copy_of_another_host_holds_there_too() -> None:
    other = "https://autre.example"
    copy = answer("User-agent: *\nDisallow: /s.xml\n")
    walk = Walk(
        "https://ferme.example", now=START, kept_robots={f"{other}/robots.txt": copy}
    )
    server = Server(
        {
            URL: robots(f"Sitemap: {other}/s.xml", f"Sitemap: {other}/t.xml"),
            f"{other}/t.xml": sitemap(f"{other}/a"),
        }
    )
    assert urls_of(play(walk, server)) == {f"{other}/a"}
    assert server.asked == [URL, f"{other}/t.xml"]
