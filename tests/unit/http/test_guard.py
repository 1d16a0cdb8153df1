import socket

import pytest

from arpent.http.guard import (
    Guard,
    RefusedAddress,
    is_loopback_name,
    is_public,
    literal,
    port_is_open,
)

PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.1",
    "192.0.1.1",
    "192.167.1.1",
    "198.17.0.1",
    "198.20.0.1",
    "223.255.255.255",
    "2001:4860:4860::8888",
    "2606:4700::1111",
    "2a00:1450:4001:81b::200e",
    "2620:fe::fe",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::8.8.8.8",
    "64:ff9b:1:808:8:800::",
    "2002:808:808::1",
]
NOT_PUBLIC = [
    "0.0.0.0",  # noqa: S104 -- an address, nothing is bound
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::10.0.0.1",
    "64:ff9b:1:7f00:0:100::",
    "64:ff9b:1::",
    "64:ff9b:1:808:8:800:7f00:1",
    "64:ff9b:2::8.8.8.8",
    "100::1",
    "2001::",
    "2001:0:7f00:1:0:0:f7f7:f7f7",  # Teredo: the server is private
    "2001:0:808:808:0:0:80ff:fffe",  # Teredo: the client is 127.0.0.1
    "2001:2::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "2002:c0a8:101::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1111%eth0",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
    "",
    "example.com",
    "127.1",
    "8.8.8.8:80",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_global_unicast_address_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_any_other_address_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_teredo_between_public_addresses_is_public() -> None:
    assert is_public("2001:0:808:808:0:0:f7f7:f7f7")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "127.0.1",
        "0x7f.1",
        "0X7F000001",
        "0177.0.0.1",
        "2130706433",
    ],
)
def test_odd_spellings_are_read_as_resolvers_read_them(host: str) -> None:
    address = literal(host)
    assert address is not None
    assert address.is_loopback


@pytest.mark.parametrize(
    "host",
    ["example.com", "1.example", "face.b00c", "a", "1e100.net", "x.1", "256.1.1.1"],
)
def test_names_are_no_literal_addresses(host: str) -> None:
    assert literal(host) is None


def test_address_in_brackets_is_literal() -> None:
    assert str(literal("[2001:db8::1]")) == "2001:db8::1"


@pytest.mark.parametrize("port", [80, 443, 1024, 3000, 8080, 8443, 65_535])
def test_web_and_unprivileged_ports_are_open(port: int) -> None:
    assert port_is_open(port)


@pytest.mark.parametrize("port", [0, 1, 22, 25, 81, 110, 444, 993, 1023, 65_536])
def test_privileged_ports_are_not_open(port: int) -> None:
    assert not port_is_open(port)


@pytest.mark.parametrize("port", [1719, 2049, 4190, 5060, 6000, 6667, 6697, 10_080])
def test_ports_that_browsers_block_are_not_open(port: int) -> None:
    assert not port_is_open(port)


def test_guard_makes_no_socket_for_a_private_address() -> None:
    told: list[tuple[str, bool]] = []
    guard = Guard(allow_all=False, note=lambda *seen: told.append(seen))
    with pytest.raises(RefusedAddress, match=r"10\.0\.0\.1 is not a public address"):
        guard((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 80)))
    assert told == [("10.0.0.1", False)]


def test_guard_makes_a_socket_for_any_address_when_all_are_allowed() -> None:
    guard = Guard(allow_all=True)
    with guard((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 80))) as made:
        assert made.family is socket.AF_INET


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.9"]
)
def test_loopback_is_known_by_name(host: str) -> None:
    assert is_loopback_name(host)


@pytest.mark.parametrize("host", ["localhost.example", "notlocalhost", "10.0.0.1"])
def test_other_names_are_no_loopback(host: str) -> None:
    assert not is_loopback_name(host)
