import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpent.errors import InvalidUrl
from arpent.terms.urls import Origin, origin_of, request_form, resolve


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("HTTP://Kelp.Test/A b?x=é#f", "http://kelp.test/A%20b?x=%C3%A9"),
        (" \n https://kelp.test/a \t", "https://kelp.test/a"),
        ("https://kelp.test:443/a", "https://kelp.test/a"),
        ("https://faß.test/", "https://xn--fa-hia.test/"),
        ("https://kelp.test/a%2Fb%C3%A9", "https://kelp.test/a%2Fb%C3%A9"),
        ("https://kelp.test", "https://kelp.test/"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/"),
    ],
)
def test_request_form_is_ascii_and_keeps_path_and_query(
    written: str, asked: str
) -> None:
    assert request_form(written) == asked


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kelp.test/a",
        "//kelp.test/a",
        "ftp://kelp.test/a",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "http:///a",
        "http:/a",
        "http://",
        "http://user:secret@kelp.test/",
        "http://good.test\\@127.0.0.1/",
        "http://kelp.test\t.evil/",
        "http://ke lp.test/",
        "http://kelp.test/\r\nHost: evil",
        "http://kelp.test/\x00",
        "http://kelp.test:99999/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://0/",
    ],
)
def test_addresses_that_may_not_be_requested_are_refused(text: str) -> None:
    with pytest.raises(InvalidUrl):
        request_form(text)


def test_host_that_is_checked_is_the_host_that_is_asked() -> None:
    assert origin_of(request_form("http://ⓛocalhost/")).host == "localhost"
    assert origin_of(request_form("http://１２７.0.0.1/")).host == "127.0.0.1"


def test_credentials_of_a_redirect_are_dropped_when_asked_for() -> None:
    form = request_form("https://u:p@kelp.test/r.txt?x#y", drop_userinfo=True)
    assert form == "https://kelp.test/r.txt?x"


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("/a", "https://kelp.test/a"),
        ("a.xml", "https://kelp.test/d/a.xml"),
        ("//other.test/a", "https://other.test/a"),
        ("../a", "https://kelp.test/a"),
        ("HTTP://Kelp.Test/%7Ea/", "HTTP://Kelp.Test/%7Ea/"),
        ("http://[bad", "http://[bad"),
    ],
)
def test_references_are_resolved_and_absolute_texts_left_alone(
    text: str, whole: str
) -> None:
    assert resolve(text, "https://kelp.test/d/s.xml") == whole


def test_default_ports_are_left_out_of_an_origin_and_others_kept() -> None:
    assert str(Origin("https", "kelp.test", 443)) == "https://kelp.test"
    assert str(Origin("http", "kelp.test", 443)) == "http://kelp.test:443"


@given(st.text(max_size=60))
def test_any_text_gives_an_address_or_a_refusal_and_forms_are_stable(text: str) -> None:
    try:
        form = request_form("http://kelp.test/" + text)
    except InvalidUrl:
        return
    assert form.isascii()
    assert request_form(form) == form
