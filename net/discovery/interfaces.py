"""The network interfaces of this machine, as far as finding people on them goes."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface, IPv6Address


class InterfaceKind(enum.Enum):
    """What an interface seems to be, judged by its name: nothing hangs on it but hints for the person."""

    LOOPBACK = "loopback"
    WIRELESS = "wireless"
    VPN = "vpn"
    VIRTUAL = "virtual"
    """Of a virtual machine or container host."""
    OTHER = "other"
    """A cable, or anything else."""


@dataclass(frozen=True, slots=True)
class InterfaceAddress:
    """One address of an interface: IPv4 with its prefix, or link-local IPv6."""

    ip: IPv4Address | IPv6Address
    prefix: int

    @property
    def broadcast(self) -> str | None:
        """The directed broadcast address; None for IPv6 and for networks too small to have one."""
        if isinstance(self.ip, IPv6Address) or self.prefix > 30:
            return None
        return str(IPv4Interface((int(self.ip), self.prefix)).network.broadcast_address)

    def is_neighbour(self, ip: IPv4Address) -> bool:
        """Whether an IPv4 address lies in the network of this one."""
        shift = 32 - self.prefix
        return isinstance(self.ip, IPv4Address) and int(self.ip) >> shift == int(ip) >> shift


@dataclass(frozen=True, slots=True)
class Interface:
    """An interface with at least one address. `index` is the system's number for it, 0 if it gives none."""

    name: str
    index: int
    kind: InterfaceKind
    addresses: tuple[InterfaceAddress, ...]


_KINDS = (
    # Names of Linux, BSD and macOS drivers, and the names that Windows and the makers give.
    (
        InterfaceKind.VPN,
        r"^(tun|tap|wg|utun|ppp|ipsec|zt|nordlynx|proton)|vpn|wireguard|tailscale|zerotier|hamachi|tap-",
    ),
    (InterfaceKind.VIRTUAL, r"^(docker|br-|veth|virbr|vmnet|vboxnet|vnet|lxc|lxd|cni|podman|bridge)|virtual|vethernet"),
    (InterfaceKind.WIRELESS, r"^(wl|ath|ra\d)|wi-?fi|wlan|wireless|airport|无线"),
)


def kind_of(name: str, addresses: Iterable[InterfaceAddress] = ()) -> InterfaceKind:
    """What an interface with this name and these addresses seems to be."""
    if any(address.ip.is_loopback for address in addresses):
        return InterfaceKind.LOOPBACK
    return next((kind for kind, pattern in _KINDS if re.search(pattern, name, re.IGNORECASE)), InterfaceKind.OTHER)


def look() -> tuple[Interface, ...]:
    """The interfaces with an IPv4 or a link-local IPv6 address as they are now; none if the system does not tell."""
    # Imported here because importing it starts a program (ctypes looks for the C library): 40 ms that only the
    # network's own thread has to wait.
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except (OSError, UnicodeDecodeError):
        return ()
    found = []
    for adapter in adapters:
        addresses = tuple(address for ip in adapter.ips if (address := usable(ip.ip, ip.network_prefix)) is not None)
        if addresses:
            # Windows calls the adapter by the name of its chip; the connection has the name that people see.
            name = adapter.ips[0].nice_name
            found.append(
                Interface(name, adapter.index or 0, kind_of(f"{name} {adapter.nice_name}", addresses), addresses)
            )
    return tuple(found)


def usable(ip: str | tuple[str, int, int], prefix: int) -> InterfaceAddress | None:
    """An address as ifaddr gives it, if people can be found by it."""
    if isinstance(ip, str):
        address = IPv4Address(ip)
        return None if address.is_unspecified or address.is_multicast else InterfaceAddress(address, prefix)
    link_local = IPv6Address(ip[0])
    if not link_local.is_link_local:
        return None
    # BSD systems keep the number of the interface in the third and fourth byte, which are zero on the wire.
    return InterfaceAddress(IPv6Address(int(link_local) & ~(0xFFFF << 96)), prefix)
