"""What the program sees of the network, and what may keep people from seeing each other: codes and values, no texts.

The texts are the screen's, in the person's language; each code says what its hint carries.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Final

from net.discovery.interfaces import InterfaceKind
from net.discovery.peer_table import MOST_PEERS, DiscoveredPeer, HeardBeacon

if TYPE_CHECKING:
    from net.discovery.multicast import MulticastPath  # the sockets, which whoever shows a diagnosis needs none of

ENOUGH_SENT = 3
"""Datagrams after which silence on an interface means something."""
ENOUGH_S = 5.0
"""Seconds after which silence of everybody means something."""


class LinkState(enum.Enum):
    """How discovery is doing."""

    STARTING = "starting"
    ONLINE = "online"
    NO_NETWORK = "no network"
    """No interface but loopback: people on this machine alone can be found."""
    PORT_TAKEN = "port taken"
    """Another program keeps the port to itself. People are still found by asking them, if nothing blocks the
    answers."""
    FAILED = "failed"
    """A fault of ours; connecting by address still works."""
    CLOSED = "closed"


class HintCode(enum.Enum):
    """What may be wrong, the gravest first; in brackets the values of the hint."""

    FAILED = "failed"
    """Discovery has stopped by a fault (error)."""
    NO_NETWORK = "no-network"
    """Not connected to any network."""
    PORT_TAKEN = "port-taken"
    """Another program keeps the port to itself (port)."""
    SENDING_FORBIDDEN = "sending-forbidden"
    """The system forbids sending: a firewall on this machine (interface, address, error)."""
    SENDING_FAILS = "sending-fails"
    """Sending fails: the cable, the wireless or the interface is down (interface, address, error)."""
    NO_GROUP = "no-group"
    """The system does not let the group be joined (interface, address, error)."""
    OWN_UNHEARD = "own-unheard"
    """Even our own datagrams don't come back: a firewall on this machine drops what comes in (interface, address,
    sent)."""
    NO_ADDRESS_GIVEN = "no-address-given"
    """The interface gave itself an address because nobody else did (interface, address)."""
    GROUP_BLOCKED = "group-blocked"
    """Answers arrive, what is sent to everybody does not: broadcast and multicast are filtered
    (interface, address)."""
    ALONE = "alone"
    """Nobody on another machine was heard: nobody is there, or guest isolation, or a firewall over there (seconds)."""
    VPN = "vpn"
    """A VPN may lead the way out of the local network (interface)."""
    OTHER_VERSION = "other-version"
    """People whose version of the program can't play with ours (names)."""
    OLDER_PROGRAM = "older-program"
    """Programs of a release before signed beacons, which can't be listed (addresses)."""
    REFUSED = "refused"
    """What was refused since the start: beacons that were copied or forged, lines of another key than that of the
    person called, what blocked people have asked, moves and ends that nobody had signed, blocked people who wanted to
    watch (beacons, lines, blocked, moves, watchers)."""
    FLOOD = "flood"
    """Far too much comes in; most of it is dropped (dropped)."""
    CROWDED = "crowded"
    """More people than are listed (most)."""


@dataclass(frozen=True, slots=True)
class RefusedCounts:
    """What was refused elsewhere than here: lines, invitations of the blocked, moves, watchers."""

    lines: int = 0
    blocked: int = 0
    moves: int = 0
    watchers: int = 0


@dataclass(frozen=True, slots=True)
class NetworkHint:
    """One thing to check, with the values that its text needs."""

    code: HintCode
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PathReport:
    """What was seen at one address of one interface; counts of datagrams since it came up.

    `sent` and `errors` went out or failed to; `direct` came in for this program alone, `group` for everybody;
    `own_heard` are our own that came back. `trouble` and `deaf` are the symbols of the system's errors in sending and
    in joining the group, None while there are none.
    """

    interface: str
    kind: InterfaceKind
    address: str
    broadcast: str | None
    sent: int
    errors: int
    direct: int
    group: int
    own_heard: int
    trouble: str | None
    deaf: str | None

    @classmethod
    def of(cls, path: MulticastPath) -> PathReport:
        """The report of a path as it is now."""
        return cls(
            interface=path.interface.name,
            kind=path.interface.kind,
            address=str(path.address.ip),
            broadcast=path.address.broadcast,
            sent=path.sent,
            errors=path.errors,
            direct=path.direct,
            group=path.group,
            own_heard=path.own_heard,
            trouble=path.trouble,
            deaf=path.deaf,
        )


@dataclass(frozen=True, slots=True)
class Observation:
    """All that the diagnosis is drawn from. `counts` is how many datagrams met which end; `is_flooded` whether the
    shared port was left unread for too much within the last seconds; `older` where programs that don't sign yet were
    heard; `error` the fault behind `LinkState.FAILED`."""

    state: LinkState
    port: int
    running_s: float
    paths: tuple[PathReport, ...]
    peers: tuple[DiscoveredPeer, ...]
    counts: Mapping[HeardBeacon, int]
    is_flooded: bool = False
    older: tuple[str, ...] = ()
    error: str = ""

    @property
    def address(self) -> str | None:
        """The address to tell others for connecting by hand: IPv4 of a real interface if there is one."""
        usable = [path for path in self.paths if path.kind is not InterfaceKind.LOOPBACK]
        order = (InterfaceKind.OTHER, InterfaceKind.WIRELESS, InterfaceKind.VPN, InterfaceKind.VIRTUAL)
        usable.sort(key=lambda path: (":" in path.address, path.trouble is not None, order.index(path.kind)))
        return usable[0].address if usable else None


_FALSE = (HeardBeacon.FORGED, HeardBeacon.ELSEWHERE)
"""Not `STALE`: a network that reorders makes it too."""


_NOTHING: Final = RefusedCounts()


def hints(seen: Observation, refused: RefusedCounts = _NOTHING) -> tuple[NetworkHint, ...]:
    """What the person may check, the gravest first; nothing if all is well."""
    if seen.state is LinkState.FAILED:
        return (NetworkHint(HintCode.FAILED, {"error": seen.error}),)
    found: list[NetworkHint] = []
    outward = [path for path in seen.paths if path.kind is not InterfaceKind.LOOPBACK]
    if not outward and seen.state is not LinkState.STARTING:
        found.append(NetworkHint(HintCode.NO_NETWORK))
    if seen.state is LinkState.PORT_TAKEN:
        found.append(NetworkHint(HintCode.PORT_TAKEN, {"port": seen.port}))
    for path in outward:
        found.extend(_hints_of(path, seen))
    if outward and seen.running_s >= ENOUGH_S and not _has_elsewhere(seen.peers, seen.paths):
        found.append(NetworkHint(HintCode.ALONE, {"seconds": int(seen.running_s)}))
        vpns = dict.fromkeys(path.interface for path in outward if path.kind is InterfaceKind.VPN)
        found.extend(NetworkHint(HintCode.VPN, {"interface": name}) for name in vpns)
    strangers = [peer.label for peer in seen.peers if not peer.compatible]
    if strangers:
        found.append(NetworkHint(HintCode.OTHER_VERSION, {"names": ", ".join(strangers)}))
    if seen.older:
        found.append(NetworkHint(HintCode.OLDER_PROGRAM, {"addresses": ", ".join(seen.older)}))
    beacons = sum(seen.counts.get(end, 0) for end in _FALSE)
    if beacons or refused != _NOTHING:
        found.append(NetworkHint(HintCode.REFUSED, {"beacons": beacons, **asdict(refused)}))
    if seen.is_flooded:
        found.append(NetworkHint(HintCode.FLOOD, {"dropped": seen.counts.get(HeardBeacon.FLOOD, 0)}))
    if seen.counts.get(HeardBeacon.FULL, 0):
        found.append(NetworkHint(HintCode.CROWDED, {"most": MOST_PEERS}))
    order = list(HintCode)
    return tuple(sorted(found, key=lambda hint: order.index(hint.code)))


def _hints_of(path: PathReport, seen: Observation) -> list[NetworkHint]:
    """What is wrong at one address."""
    where = {"interface": path.interface, "address": path.address}
    found: list[NetworkHint] = []
    if path.trouble in ("EPERM", "EACCES"):
        found.append(NetworkHint(HintCode.SENDING_FORBIDDEN, {**where, "error": path.trouble}))
    elif path.trouble is not None:
        found.append(NetworkHint(HintCode.SENDING_FAILS, {**where, "error": path.trouble}))
    if path.address.startswith("169.254."):
        found.append(NetworkHint(HintCode.NO_ADDRESS_GIVEN, where))
    if seen.state is LinkState.PORT_TAKEN or seen.is_flooded:
        return found  # not being heard has its reason there
    if path.deaf is not None:
        found.append(NetworkHint(HintCode.NO_GROUP, {**where, "error": path.deaf}))
    elif path.sent >= ENOUGH_SENT and path.own_heard == 0:
        found.append(NetworkHint(HintCode.OWN_UNHEARD, {**where, "sent": path.sent}))
    if path.direct > 0 and path.group == 0 and seen.running_s >= ENOUGH_S:
        found.append(NetworkHint(HintCode.GROUP_BLOCKED, where))
    return found


def _has_elsewhere(peers: Sequence[DiscoveredPeer], paths: Sequence[PathReport]) -> bool:
    """Whether anybody was heard from another machine."""
    own = {path.address for path in paths}
    return any(address.partition("%")[0] not in own for peer in peers for address in peer.addresses)
