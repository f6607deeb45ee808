"""Addresses as people write them."""

from __future__ import annotations

import pytest

from net.address import DEFAULT_PORT, Address, BadAddressError, parse_address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.40:27183", "192.168.1.40", 27183),
        ("192.168.1.40", "192.168.1.40", DEFAULT_PORT),
        (" 10.0.0.1:1 ", "10.0.0.1", 1),
        ("[fe80::1]:80", "fe80::1", 80),
        ("[::1]", "::1", DEFAULT_PORT),
        ("::1", "::1", DEFAULT_PORT),
        ("fe80::1%eth0", "fe80::1%eth0", DEFAULT_PORT),
        ("[fe80::1%3]:65535", "fe80::1%3", 65535),
        ("[::ffff:10.0.0.1]:5", "10.0.0.1", 5),
        ("2001:DB8:0:0::1", "2001:db8::1", DEFAULT_PORT),
    ],
)
def test_what_is_an_address(text: str, host: str, port: int) -> None:
    address = parse_address(text)
    assert address == Address(host, port)
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "anna",
        "anna.local:27183",
        "192.168.1:80",
        "192.168.1.400",
        "1.2.3.4:",
        "1.2.3.4:0",
        "1.2.3.4:65536",
        "1.2.3.4:+80",
        "1.2.3.4:8 0",
        "1.2.3.4:٣",
        "1.2.3.4:80:90",
        "[::1",
        "[::1]80",
        "[::1]:",
        "[1.2.3.4:5",
        ":80",
        "0.0.0.0:80",
        "[::]:80",
        "224.0.0.1:80",
        "ff02::1",
        "1.2.3.4\n:80",
        "x" * 10_000,
    ],
)
def test_what_is_none(text: str) -> None:
    with pytest.raises(BadAddressError) as caught:
        parse_address(text)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 200


def test_another_port_may_be_meant() -> None:
    assert parse_address("10.0.0.1", 5).port == 5
