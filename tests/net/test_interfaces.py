"""What counts as an interface on which people may be found."""

from __future__ import annotations

import sys
from ipaddress import IPv4Address, IPv6Address
from types import SimpleNamespace

import pytest

from net.discovery.interfaces import Interface, InterfaceAddress, InterfaceKind, kind_of, look, usable


def v4(ip: str, prefix: int) -> InterfaceAddress:
    return InterfaceAddress(IPv4Address(ip), prefix)


@pytest.mark.parametrize(
    ("address", "broadcast"),
    [
        (v4("192.168.1.23", 24), "192.168.1.255"),
        (v4("10.1.2.3", 8), "10.255.255.255"),
        (v4("172.16.5.9", 30), "172.16.5.11"),
        (v4("127.0.0.1", 8), "127.255.255.255"),
        (v4("10.0.0.1", 31), None),
        (v4("10.0.0.1", 32), None),
        (InterfaceAddress(IPv6Address("fe80::1"), 64), None),
    ],
)
def test_the_directed_broadcast_address(address: InterfaceAddress, broadcast: str | None) -> None:
    assert address.broadcast == broadcast


@pytest.mark.parametrize(
    ("address", "other", "is_neighbour"),
    [
        (v4("192.168.1.23", 24), "192.168.1.200", True),
        (v4("192.168.1.23", 24), "192.168.2.200", False),
        (v4("10.0.0.1", 32), "10.0.0.1", True),
        (v4("10.0.0.1", 32), "10.0.0.2", False),
        (v4("10.0.0.1", 0), "9.9.9.9", True),
        (InterfaceAddress(IPv6Address("fe80::1"), 64), "10.0.0.1", False),
    ],
)
def test_neighbours_lie_in_the_same_network(address: InterfaceAddress, other: str, is_neighbour: bool) -> None:
    assert address.is_neighbour(IPv4Address(other)) is is_neighbour


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("192.168.1.23", "192.168.1.23"),
        ("0.0.0.0", None),
        ("224.0.0.1", None),
        (("fe80::1", 0, 2), "fe80::1"),
        (("fe80:4::1", 0, 0), "fe80::1"),  # as BSD systems write the fourth interface into it
        (("fd00::2", 0, 0), None),
        (("2001:db8::1", 0, 0), None),
        (("::1", 0, 0), None),
    ],
)
def test_addresses_of_use(given: str | tuple[str, int, int], expected: str | None) -> None:
    address = usable(given, 24)
    assert (None if address is None else str(address.ip)) == expected


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("eth0", InterfaceKind.OTHER),
        ("enp3s0", InterfaceKind.OTHER),
        ("Ethernet", InterfaceKind.OTHER),
        ("wlp2s0", InterfaceKind.WIRELESS),
        ("Wi-Fi Intel(R) Wi-Fi 6 AX201", InterfaceKind.WIRELESS),
        ("tun0", InterfaceKind.VPN),
        ("wg0", InterfaceKind.VPN),
        ("utun3", InterfaceKind.VPN),
        ("Ethernet 3 TAP-Windows Adapter V9", InterfaceKind.VPN),
        ("docker0", InterfaceKind.VIRTUAL),
        ("vEthernet (WSL)", InterfaceKind.VIRTUAL),
        ("VirtualBox Host-Only Network", InterfaceKind.VIRTUAL),
    ],
)
def test_kinds_by_name(name: str, kind: InterfaceKind) -> None:
    assert kind_of(name, [v4("10.0.0.1", 24)]) is kind
    assert kind_of(name, [v4("127.0.0.1", 8)]) is InterfaceKind.LOOPBACK


def adapter(name: str, ips: list[tuple[object, int]], index: int | None = 1) -> SimpleNamespace:
    return SimpleNamespace(
        name=f"{{{name}}}",
        nice_name=f"{name} chip",
        index=index,
        ips=[SimpleNamespace(ip=ip, network_prefix=prefix, nice_name=name) for ip, prefix in ips],
    )


def pretend(monkeypatch: pytest.MonkeyPatch, get_adapters: object) -> None:
    monkeypatch.setitem(sys.modules, "ifaddr", SimpleNamespace(get_adapters=get_adapters))


def test_interfaces_with_an_address_of_use_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [
        adapter("Ethernet", [("192.168.1.23", 24), (("fe80::1", 0, 3), 64), (("fd00::2", 0, 0), 64)], 3),
        adapter("global only", [(("2001:db8::1", 0, 0), 64)]),
        adapter("empty", []),
        adapter("eth0:1", [("10.0.0.5", 8)], None),
    ]
    pretend(monkeypatch, lambda: adapters)
    assert look() == (
        Interface(
            "Ethernet", 3, InterfaceKind.OTHER, (v4("192.168.1.23", 24), InterfaceAddress(IPv6Address("fe80::1"), 64))
        ),
        Interface("eth0:1", 0, InterfaceKind.OTHER, (v4("10.0.0.5", 8),)),
    )


@pytest.mark.parametrize("error", [OSError(1, "no"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "a name")])
def test_a_system_that_does_not_tell_is_one_without_interfaces(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse() -> object:
        raise error

    pretend(monkeypatch, refuse)
    assert look() == ()


def test_this_machine_is_looked_at_without_a_word_of_complaint() -> None:
    for interface in look():
        assert interface.name
        assert interface.addresses
        is_loopback = any(address.ip.is_loopback for address in interface.addresses)
        assert (interface.kind is InterfaceKind.LOOPBACK) == is_loopback
