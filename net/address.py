"""Where somebody can be reached: an IP address and a TCP port, as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

DEFAULT_PORT = 27183
"""The TCP port that is tried first, and meant where none is written."""


class BadAddressError(ValueError):
    """The text is not an address; one sentence why."""


@dataclass(frozen=True, slots=True)
class Address:
    """An IP address (an IPv6 one may carry its interface, `fe80::1%eth0`) and a port. `str` gives `IP:port` or
    `[v6]:port`."""

    host: str
    port: int

    @property
    def is_v6(self) -> bool:
        """Whether it is an IPv6 address."""
        return ":" in self.host

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if self.is_v6 else f"{self.host}:{self.port}"


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """The address that `IP`, `IP:port`, `[v6]`, `[v6]:port` or a bare IPv6 address names. Raises BadAddressError.

    Names are not looked up: on a network of neighbours few have any, and looking one up can take a minute.
    """
    text = text.strip()
    if not text:
        raise BadAddressError("no address: write it as 192.168.1.40:27183 or [fe80::1]:27183")
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise BadAddressError(f"{text[:60]!r} is not written as [IPv6]:port")
        port = rest[1:]
        has_port = bool(rest)
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
        has_port = True
    else:
        host, port, has_port = text, "", False
    return Address(_host(host), _port(port) if has_port else default_port)


def _host(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        raise BadAddressError(f"{text[:60]!r} is not an IP address such as 192.168.1.40 or [fe80::1]") from None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_unspecified or address.is_multicast:
        raise BadAddressError(f"nobody can be reached at {text[:60]}")
    return str(address)


def _port(text: str) -> int:
    # str.isdigit also takes digits of other scripts
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65_535):
        raise BadAddressError(f"{text[:20]!r} is not a port: a number from 1 to 65535")
    return int(text)
