"""The sockets of discovery: one that hears the group for each family, one that speaks for each address of this machine.

    group socket (IPv4, IPv6)   bound to the shared port. Broadcast and multicast reach every instance on this machine
                                through it. Never spoken to directly: Linux would hand that to one instance alone.
    path (one an address)       bound to that address and a port of its own. Speaks to the group by its own interface,
                                and is what others answer to.

Nothing here raises for what the network does: a failure is counted at its path and shown by `net.discovery.diagnosis`.
"""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Any

from net.discovery.beacons import GROUP_V4, GROUP_V6, LONGEST_DATAGRAM
from net.discovery.interfaces import Interface, InterfaceAddress, InterfaceKind
from net.discovery.peer_table import DatagramSource
from net.discovery.rate_limiter import TokenBucket

MOST_PATHS = 40
"""A container host has a hundred interfaces; the ones where people may be come first."""
READ_RATE = 1000.0
READ_BURST = 256
"""Datagrams a second that are taken from one socket at all, and at once: 64 people who all answer fit, and a flood
costs one hundredth of a core; the rest is dropped by the system."""

_BATCH = 64
_REST_S = 0.05
_ORDER = (
    InterfaceKind.LOOPBACK,
    InterfaceKind.OTHER,
    InterfaceKind.WIRELESS,
    InterfaceKind.VPN,
    InterfaceKind.VIRTUAL,
)
_IN_USE = (errno.EADDRINUSE, errno.EACCES)  # Windows says the second where another program wants the port for itself


class MulticastPath:
    """One address of one interface, with the socket that speaks from there and what was counted on it.

    `sent` and `errors` count datagrams out; `direct` those that came to this socket, `group` those of others that the
    group socket heard from this interface's network, and `own_heard` our own ones that it heard. `trouble` is the
    symbol of the last error (`ENETUNREACH`), None while all is well; `deaf` the same for joining the group.
    """

    def __init__(self, interface: Interface, address: InterfaceAddress) -> None:
        self.interface = interface
        self.address = address
        self.socket: socket.socket | None = None
        self.source: DatagramSource | None = None
        self.sent = 0
        self.errors = 0
        self.direct = 0
        self.group = 0
        self.own_heard = 0
        self.trouble: str | None = None
        self.deaf: str | None = None

    @property
    def is_v4(self) -> bool:
        return isinstance(self.address.ip, IPv4Address)

    def open(self) -> tuple[socket.socket, DatagramSource] | None:
        """Try to get the socket, and where it speaks from; failing that, note why."""
        ip, index = self.address.ip, self.interface.index
        spoken = socket.socket(socket.AF_INET if self.is_v4 else socket.AF_INET6, socket.SOCK_DGRAM)
        try:
            spoken.setblocking(False)
            # One hop for everything: nobody beyond this network can be made a target of our answers.
            if isinstance(ip, IPv4Address):
                spoken.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
                spoken.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, 1)
                spoken.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
                spoken.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
                spoken.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, ip.packed)
                spoken.bind((str(ip), 0))
            else:
                spoken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_UNICAST_HOPS, 1)
                spoken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 1)
                spoken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
                spoken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
                spoken.bind((str(ip), 0, 0, index))
        except OSError as error:
            spoken.close()
            self._note(error)
            return None
        self.socket = spoken
        self.source = source_of(spoken.getsockname())
        self.trouble = None
        return spoken, self.source

    def shout(self, data: bytes, port: int) -> None:
        """Send to everybody on this interface's network."""
        if not self.is_v4:
            self._send(data, (GROUP_V6, port, 0, self.interface.index))
            return
        # Both: some access points lose multicast, some networks and systems lose broadcast. It counts as one trouble
        # only if both fail: loopback has no broadcast on some systems, a VPN has no multicast.
        arrived = [self._send(data, (GROUP_V4, port))]
        if self.address.broadcast is not None:
            arrived.append(self._send(data, (self.address.broadcast, port)))
        if any(arrived):
            self.trouble = None

    def tell(self, data: bytes, source: DatagramSource) -> None:
        """Send to one source."""
        self._send(data, (source.address, source.port))

    def _send(self, data: bytes, to: tuple[str, int] | tuple[str, int, int, int]) -> bool:
        if self.socket is None:
            return False
        try:
            self.socket.sendto(data, to)
        except OSError as error:
            self._note(error)
            return False
        self.sent += 1
        self.trouble = None
        return True

    def _note(self, error: OSError) -> None:
        self.errors += 1
        self.trouble = symbol(error)


@dataclass(frozen=True, slots=True)
class Datagram:
    """One that has arrived. `path` is the one it came by, None if that can't be told; `to_group` says whether it was
    for everybody; `is_own` that one of our own paths sent it."""

    data: bytes
    source: DatagramSource
    path: MulticastPath | None
    to_group: bool
    is_own: bool


class ReceivingSocket:
    """A socket that is listened to. `path` is None for a group socket."""

    def __init__(self, heard: socket.socket, path: MulticastPath | None) -> None:
        self.socket = heard
        self.path = path
        self.budget = TokenBucket(READ_RATE, READ_BURST)
        self.rests_until = 0.0


class MulticastSockets:
    """All sockets of one instance, kept in step with the interfaces."""

    def __init__(self, port: int, selector: selectors.BaseSelector) -> None:
        self.port = port
        self.paths: tuple[MulticastPath, ...] = ()
        """Replaced, never changed: other threads may read it."""
        self.is_port_taken = False
        """Whether another program keeps the shared port to itself."""
        self.flooded_at = -float("inf")
        """When a group socket was last left unread because too much came in."""
        self._selector = selector
        self._resting: list[ReceivingSocket] = []
        self._ears: dict[socket.socket, ReceivingSocket] = {}
        self._groups: dict[int, socket.socket] = {}
        self._own: dict[DatagramSource, MulticastPath] = {}

    def refresh(self, interfaces: Sequence[Interface]) -> bool:
        """Follow the interfaces as they are now, and try again what failed before. Returns whether a path has come
        up."""
        self._open_groups()
        wanted = {
            (interface, address): None
            for interface in sorted(interfaces, key=lambda interface: _ORDER.index(interface.kind))
            for address in interface.addresses
        }
        kept = {(path.interface, path.address): path for path in self.paths}
        for key, path in kept.items():
            if key not in wanted:
                self._close_path(path)
        self.paths = tuple(kept.get(key) or MulticastPath(*key) for key in list(wanted)[:MOST_PATHS])
        has_new = False
        for path in self.paths:
            if path.socket is None and (opened := path.open()) is not None:
                has_new = True
                spoken, source = opened
                self._own[source] = path
                self._listen(spoken, path)
            # Each time, for all: a group that one path has left may have been another's too.
            self._join(path)
        return has_new

    @property
    def is_whole(self) -> bool:
        """Whether every socket that there should be is there and can send."""
        return not self.is_port_taken and all(path.socket and path.trouble is None for path in self.paths)

    def shout(self, data_from: Callable[[str], bytes]) -> None:
        """Send to everybody on every interface's network what `data_from` makes for each of our addresses."""
        for path in self.paths:
            if path.socket is not None:
                path.shout(data_from(str(path.address.ip)), self.port)

    def receive(self, ear: ReceivingSocket, now: float) -> Iterator[Datagram]:
        """What has arrived there, as far as the budget reaches; an ear that is tired rests for a while."""
        allowed = ear.budget.left(now)
        if allowed == 0:
            self._rest(ear, now)
        read = 0
        while read < min(allowed, _BATCH):
            try:
                data, address = ear.socket.recvfrom(LONGEST_DATAGRAM + 1)
            except BlockingIOError:
                break
            except OSError as error:
                # Windows reports here that an earlier datagram found nobody, or that this one is too long.
                read += 1
                if ear.path is not None:
                    ear.path.errors += 1
                    ear.path.trouble = symbol(error)
                continue
            read += 1
            source = source_of(address)
            own = self._own.get(source)
            if own is not None:
                own.own_heard += 1
                yield Datagram(data, source, own, ear.path is None, is_own=True)
                continue
            path = ear.path or self.path_to(source)
            if path is not None and ear.path is None:
                path.group += 1
            elif path is not None:
                path.direct += 1
            yield Datagram(data, source, path, ear.path is None, is_own=False)
        ear.budget.spend(read)

    def tell(self, data_from: Callable[[str], bytes], source: DatagramSource, path: MulticastPath | None) -> None:
        """Send to one source by this path, or by the group socket if it is not known which path leads there, what
        `data_from` makes for our address on the way."""
        if path is not None and path.socket is not None:
            path.tell(data_from(str(path.address.ip)), source)
            return
        group = self._groups.get(socket.AF_INET6 if ":" in source.address else socket.AF_INET)
        if group is not None:
            with contextlib.suppress(OSError):  # there is no path to count it at, and an answer may get lost
                group.sendto(data_from(_own_address_towards(source)), (source.address, source.port))

    def path_to(self, source: DatagramSource) -> MulticastPath | None:
        """The path on whose network a source lies, None if there is none."""
        ip, _, zone = source.address.partition("%")
        if ":" in ip:
            return next((path for path in self.paths if not path.is_v4 and str(path.interface.index) == zone), None)
        return next((path for path in self.paths if path.address.is_neighbour(IPv4Address(ip))), None)

    def wake_rested(self, now: float) -> float:
        """Listen again where the rest is over. Returns when the next rest ends, infinity if nobody rests."""
        next_end = float("inf")
        for ear in self._resting.copy():
            if ear.rests_until <= now:
                self._resting.remove(ear)
                self._selector.register(ear.socket, selectors.EVENT_READ, ear)
            else:
                next_end = min(next_end, ear.rests_until)
        return next_end

    def close(self) -> None:
        """Close every socket."""
        for path in self.paths:
            self._close_path(path)
        for group in self._groups.values():
            self._close(group)
        self.paths = ()
        self._groups.clear()

    def _open_groups(self) -> None:
        self.is_port_taken = False
        for family, any_address in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
            if family in self._groups:
                continue
            try:
                group = socket.socket(family, socket.SOCK_DGRAM)
            except OSError:
                continue  # a system without this family
            try:
                group.setblocking(False)
                group.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if hasattr(socket, "SO_REUSEPORT"):
                    group.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                if family == socket.AF_INET:
                    group.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, 1)
                else:
                    group.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                    group.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_UNICAST_HOPS, 1)
                group.bind((any_address, self.port))
            except OSError as error:
                group.close()
                self.is_port_taken |= error.errno in _IN_USE
                continue
            self._groups[family] = group
            self._listen(group, None)

    def _join(self, path: MulticastPath) -> None:
        group = self._groups.get(socket.AF_INET if path.is_v4 else socket.AF_INET6)
        if group is None:
            path.deaf = symbol(OSError(errno.EADDRINUSE)) if self.is_port_taken else None
            return
        try:
            _membership(group, path, join=True)
            path.deaf = None
        except OSError as error:
            path.deaf = None if error.errno == errno.EADDRINUSE else symbol(error)  # in use: already a member

    def _close_path(self, path: MulticastPath) -> None:
        group = self._groups.get(socket.AF_INET if path.is_v4 else socket.AF_INET6)
        if group is not None:
            with contextlib.suppress(OSError):  # the system has left the group already where the interface is gone
                _membership(group, path, join=False)
        if path.socket is not None:
            self._close(path.socket)
            path.socket = None  # an answer may still be due on this path
        if path.source is not None:
            self._own.pop(path.source, None)

    def _listen(self, heard: socket.socket, path: MulticastPath | None) -> None:
        ear = self._ears[heard] = ReceivingSocket(heard, path)
        self._selector.register(heard, selectors.EVENT_READ, ear)

    def _close(self, heard: socket.socket) -> None:
        ear = self._ears.pop(heard)
        if ear in self._resting:
            self._resting.remove(ear)
        else:
            self._selector.unregister(heard)
        heard.close()

    def _rest(self, ear: ReceivingSocket, now: float) -> None:
        ear.rests_until = now + _REST_S
        self._selector.unregister(ear.socket)
        self._resting.append(ear)
        if ear.path is None:
            self.flooded_at = now


def _own_address_towards(source: DatagramSource) -> str:
    """The address from which the system would send there; nothing is sent. Raises OSError."""
    with socket.socket(socket.AF_INET6 if ":" in source.address else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((source.address, source.port))
        return str(probe.getsockname()[0])


def source_of(address: tuple[Any, ...]) -> DatagramSource:
    """The source that a socket address stands for."""
    zone = f"%{address[3]}" if len(address) == 4 and address[3] else ""
    return DatagramSource(address[0].partition("%")[0] + zone, address[1])


def symbol(error: OSError) -> str:
    """The symbolic name of a system error, such as `ENETUNREACH`."""
    return errno.errorcode.get(error.errno or 0, type(error).__name__)


def _membership(group: socket.socket, path: MulticastPath, join: bool) -> None:
    """Join or leave the group on the interface of a path. Raises OSError."""
    ip = path.address.ip
    if isinstance(ip, IPv4Address):
        option = socket.IP_ADD_MEMBERSHIP if join else socket.IP_DROP_MEMBERSHIP
        group.setsockopt(socket.IPPROTO_IP, option, IPv4Address(GROUP_V4).packed + ip.packed)
    else:
        option = socket.IPV6_JOIN_GROUP if join else socket.IPV6_LEAVE_GROUP
        request = IPv6Address(GROUP_V6).packed + struct.pack("@I", path.interface.index)
        group.setsockopt(socket.IPPROTO_IPV6, option, request)
