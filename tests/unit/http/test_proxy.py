import pytest

from arpent.errors import InvalidSettings
from arpent.http.proxy import Proxies


def chosen(environment: dict[str, str], url: str, *, by_hand: bool = False) -> str:
    scheme, _, rest = url.partition("://")
    host, _, port = rest.rpartition(":")
    proxy = Proxies.of(None, environment).choose(
        scheme, host, int(port), by_hand=by_hand
    )
    return str(proxy)


def test_each_scheme_has_its_variable_and_all_proxy_stands_in() -> None:
    environment = {
        "HTTP_PROXY": "http://one:1",
        "ALL_PROXY": "socks5h://three:3",
    }
    assert chosen(environment, "http://a.example:80") == "http://one:1"
    assert chosen(environment, "https://a.example:443") == "socks5h://three:3"


def test_lower_case_wins_even_when_empty() -> None:
    environment = {"HTTPS_PROXY": "http://upper:1", "https_proxy": "http://lower:2"}
    assert chosen(environment, "https://a.example:443") == "http://lower:2"
    environment["https_proxy"] = ""
    assert chosen(environment, "https://a.example:443") == "None"


def test_proxy_without_scheme_speaks_http_on_its_usual_port() -> None:
    assert chosen({"http_proxy": "box"}, "http://a.example:80") == "http://box:80"


@pytest.mark.parametrize(
    ("spared", "url"),
    [
        ("*", "http://a.example:80"),
        ("example", "http://a.example:80"),
        (".a.example", "http://a.example:80"),
        ("*.example", "http://a.example:80"),
        ("x, A.EXAMPLE", "http://a.example:80"),
        ("a.example:80", "http://a.example:80"),
        ("192.0.2.1", "http://192.0.2.1:80"),
        ("192.0.2.0/24", "http://192.0.2.9:80"),
        ("2001:db8::/32", "http://[2001:db8::9]:80"),
        ("[2001:db8::9]:80", "http://[2001:db8::9]:80"),
        ("2001:db8:0::9", "http://[2001:db8::9]:80"),
    ],
)
def test_no_proxy_spares_hosts_domains_and_networks(spared: str, url: str) -> None:
    assert chosen({"http_proxy": "http://p:1", "no_proxy": spared}, url) == "None"


@pytest.mark.parametrize(
    ("spared", "url"),
    [
        ("", "http://a.example:80"),
        ("b.example", "http://a.example:80"),
        ("a.example", "http://nota.example:80"),
        ("a.example:81", "http://a.example:80"),
        ("192.0.2.0/24", "http://a.example:80"),
        ("192.0.2.0/99", "http://192.0.2.1:80"),
        ("2.1", "http://192.0.2.1:80"),
        ("., *.", "http://a.example:80"),
    ],
)
def test_no_proxy_spares_nothing_else(spared: str, url: str) -> None:
    found = chosen({"http_proxy": "http://p:1", "no_proxy": spared}, url)
    assert found == "http://p:1"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_loopback_never_uses_the_environment(host: str) -> None:
    assert chosen({"http_proxy": "http://p:1"}, f"http://{host}:80") == "None"


def test_host_given_by_hand_never_uses_the_environment() -> None:
    environment = {"http_proxy": "http://p:1"}
    assert chosen(environment, "http://a.sim:80", by_hand=True) == "None"


def test_typed_proxy_holds_for_everything() -> None:
    proxies = Proxies.of("socks5://[::1]:9", {"no_proxy": "*", "http_proxy": "x://"})
    proxy = proxies.choose("http", "localhost", 80, by_hand=True)
    assert str(proxy) == "socks5://[::1]:9"


def test_credentials_are_decoded_and_never_shown() -> None:
    proxy = Proxies.of("http://ann:p%40ss@box:3128", {}).typed
    assert proxy is not None
    assert (proxy.user, proxy.password) == ("ann", "p@ss")
    assert str(proxy) == "http://box:3128"


@pytest.mark.parametrize(
    ("scheme", "resolves"),
    [("socks4", False), ("socks4a", True), ("socks5", False), ("socks5h", True)],
)
def test_h_and_a_leave_names_to_the_proxy(scheme: str, resolves: bool) -> None:  # noqa: FBT001
    proxy = Proxies.of(f"{scheme}://box", {}).typed
    assert proxy is not None
    assert proxy.is_socks
    assert (proxy.resolves_names, proxy.port) == (resolves, 1080)


@pytest.mark.parametrize("text", ["ftp://box", "http://", "http://box:x", "socks6://b"])
def test_unusable_proxy_is_explained_with_its_source(text: str) -> None:
    with pytest.raises(InvalidSettings, match="--proxy"):
        Proxies.of(text, {})
    with pytest.raises(InvalidSettings, match="HTTP_PROXY"):
        Proxies.of(None, {"HTTP_PROXY": text})


def test_password_is_not_printed_in_an_error() -> None:
    with pytest.raises(InvalidSettings) as caught:
        Proxies.of("ftp://ann:secret@box", {})
    assert "secret" not in str(caught.value)
