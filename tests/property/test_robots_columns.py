"""Law: what columns say of many URLs is what one by one says of each."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from arpent.errors import InvalidUrl
from arpent.formats.robots import read_robots
from arpent.formats.robots_columns import disallowed
from arpent.terms.urls import Origin, origin_of, request_form

ORIGIN = Origin("https", "h.example", 443)
ALPHABET = "ab/*$?=.%é'"

rules = st.lists(
    st.tuples(
        st.sampled_from(["Allow", "Disallow"]), st.text(ALPHABET + "26eEf", max_size=7)
    ),
    max_size=9,
)
paths = st.text(ALPHABET + "26eEf\\#~ ", max_size=12)
origins = st.sampled_from(
    [
        "https://h.example",
        "https://h.example:443",
        "HTTPS://H.example",
        "http://h.example",
        "https://i.example",
        "https://h.example.",
        "https://u@h.example",
        "h.example",
        "",
    ]
)
urls = st.lists(
    st.builds(lambda origin, path: f"{origin}/{path}", origins, paths)
    | st.builds(lambda path: f"https://h.example/{path}", paths)
    | st.text(st.characters(codec="utf-8"), max_size=8),
    max_size=30,
)


def of_origin(url: str) -> bool:
    if url.startswith("https://h.example/"):
        return True
    try:
        return origin_of(request_form(url)) == ORIGIN
    except InvalidUrl:
        return False


@given(rules, urls)
def test_columns_agree_with_one_by_one(
    lines: list[tuple[str, str]], published: list[str]
) -> None:
    body = "User-agent: *\n" + "\n".join(f"{verb}: /{path}" for verb, path in lines)
    robots = read_robots(body.encode())
    mask = disallowed(pa.array(published, pa.string()), robots, origin=ORIGIN)
    assert mask.tolist() == [
        of_origin(url) and not robots.allows(url) for url in published
    ]
