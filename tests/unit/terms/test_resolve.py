import re

import pytest

from arpent.terms.resolve import ResolveTable

TABLE = ResolveTable.parse(
    [
        "*:80:127.0.0.1",
        "*.sim:80:127.0.0.2:8002",
        "*.deep.sim:80:127.0.0.3",
        "shop.deep.sim:80:[::1]:8004",
        "Bücher.example:443:127.0.0.5",
        "[2001:db8::1]:80:127.0.0.6:8006",
        "192.0.2.1:80:127.0.0.7",
    ]
)


@pytest.mark.parametrize(
    ("host", "port", "found"),
    [
        ("shop.deep.sim", 80, ("::1", 8004)),
        ("SHOP.deep.sim.", 80, ("::1", 8004)),
        ("other.deep.sim", 80, ("127.0.0.3", 80)),
        ("a.b.deep.sim", 80, ("127.0.0.3", 80)),
        ("deep.sim", 80, ("127.0.0.2", 8002)),
        ("sim", 80, ("127.0.0.1", 80)),
        ("example.com", 80, ("127.0.0.1", 80)),
        ("example.com", 443, None),
        ("xn--bcher-kva.example", 443, ("127.0.0.5", 443)),
        ("[2001:db8::1]", 80, ("127.0.0.6", 8006)),
        ("2001:db8::1", 80, ("127.0.0.6", 8006)),
        ("192.0.2.1", 80, ("127.0.0.7", 80)),
        ("10.0.0.1", 80, None),
        ("[::1]", 80, None),
        ("127.1", 80, None),
    ],
)
def test_exact_host_beats_suffix_beats_star_and_stars_match_names_only(
    host: str, port: int, found: tuple[str, int] | None
) -> None:
    assert TABLE.lookup(host, port) == found


def test_empty_table_knows_nothing() -> None:
    assert ResolveTable.parse([]).lookup("example.com", 80) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("example.com", "give HOST:PORT:ADDRESS"),
        ("example.com:80", "give HOST:PORT:ADDRESS"),
        ("example.com:80:::1", "IPv6 in brackets"),
        ("example.com:http:127.0.0.1", "give HOST:PORT"),
        ("example.com:80:other.example", "no IP address"),
        ("example.com:80:127.1", "no IP address"),
        ("example.com:0:127.0.0.1", "port 0"),
        ("example.com:80:127.0.0.1:70000", "port 70000"),
        ("a.*.example:80:127.0.0.1", "star"),
        ("*.192.0.2.1:80:127.0.0.1", "star"),
        ("exa mple:80:127.0.0.1", "no host name"),
        ("", "give HOST:PORT:ADDRESS"),
    ],
)
def test_unusable_text_is_explained(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        ResolveTable.parse([text])
