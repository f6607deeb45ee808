"""Who is here: datagrams in, a list of people out. No sockets, no clock, no randomness: time is an argument.

All times are seconds of one monotonic clock. Everything that grows with what strangers send has a bound.

A datagram is believed if its signature is right, and it is not a copy: it comes from the address that it was signed
for, its count is higher than what was heard of this sender (a question may be a little late, once), and whoever is not
listed yet has given a fresh token back.
Signatures are looked at last and, of newcomers, not oftener than `NEWCOMER_RATE`: each costs 0.1 ms.
"""

from __future__ import annotations

import enum
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from net.discovery.beacons import (
    Beacon,
    BeaconError,
    Card,
    Kind,
    OlderBeaconError,
    Status,
    decode,
    is_genuine,
    packed,
)
from net.discovery.rate_limiter import DatagramLimits, TokenBucket
from net.sanitize import substitute_name

GONE_AFTER_S = 3.5
"""A peer not heard for this long is gone."""
MOST_PEERS = 64
MOST_PEERS_AT_ONE_ADDRESS = 16
"""One machine that invents people leaves room for the others."""
NEWCOMER_RATE = 100.0
NEWCOMER_BURST = 160
"""Signatures from where nobody was heard yet that are looked at in a second on the long run, and at once: one address
gets only half as many datagrams read, and 64 people who all answer a hi, directly and to the group, fit."""

_MOST_SOURCES = 8
"""Sources kept of one peer: it has one for each of its interfaces and families that reach us."""
_SOURCE_GONE_AFTER_S = 12.0
"""A source not heard for this long is no longer an address of the peer. More than twice the 5 s between two
announcements outside the lobby: what is asked for in between comes from one source alone."""
_MOST_OLDER = 8
"""Addresses of older programs that are kept ..."""
_OLDER_FOR_S = 60.0
"""... for this long."""
_OVERTAKEN_MOST = 64
"""A question that so many words of its sender have overtaken is too old to be answered."""
_WINDOW = (1 << _OVERTAKEN_MOST) - 1
_MOST_DEPARTED = 256
_DEPARTED_FOR_S = 10.0


@dataclass(frozen=True, slots=True)
class DatagramSource:
    """Where a datagram came from: the address as text, a link-local one with the number of the interface (`fe80::1%2`),
    and the port."""

    address: str
    port: int


@dataclass(frozen=True, slots=True)
class DiscoveredPeer:
    """Another instance of the program on this network. `instance` is its id, the one that it says hello with, and `key`
    the public key that it has proved to hold: whoever answers a call with another one is somebody else.

    `label` is what to show: the name, with a suffix where somebody else bears it already. `addresses` are those that
    its datagrams came from, the best to connect to first, and `port` is its TCP port. `compatible` says whether the
    two programs have a version of the protocol in common. `first_heard` and `status_since` are times of the clock that
    the peer table is given; `round_trip_s` is the way there and back as last measured, None before the first
    measurement.
    """

    key: str
    instance: str
    name: str
    label: str
    addresses: tuple[str, ...]
    port: int
    status: Status
    game: str
    compatible: bool
    first_heard: float
    status_since: float
    round_trip_s: float | None


class HeardBeacon(enum.Enum):
    """What became of a datagram."""

    PEER = "taken"
    OWN = "one of our own"
    FLOOD = "dropped unread: its source, its address or all newcomers together have sent too much within a second"
    MALFORMED = "not a beacon"
    OLDER = "from a release that did not sign"
    FULL = "from somebody new, but there are too many people already"
    LATE = "from somebody who has said bye, or a bye from somebody who is not here"
    ELSEWHERE = "from another address than it was signed for"
    AGAIN = "the same once more, as broadcast and multicast bring it"
    STALE = "older than what was heard of this sender already"
    FORGED = "not signed by the key that it names"
    UNPROVED = "from somebody new who has still to answer a question of ours"


class _PeerEntry:
    """A peer as the peer table keeps it."""

    def __init__(self, card: Card, label: str, now: float) -> None:
        self.card = card
        self.label = label
        self.first_heard = now
        self.status_since = now
        self.last_heard = now
        self.last_asked = now
        self.measured_at = -float("inf")
        self.round_trip_s: float | None = None
        self.count = 0  # the highest
        self._heard = 0  # bit n: the one n below the highest was heard
        self.sources: dict[DatagramSource, float] = {}  # when last heard from there; in the order of the first time
        self.counts: dict[DatagramSource, int] = {}  # the highest from there

    def was_heard_at(self, address: str) -> bool:
        return any(source.address == address for source in self.sources)

    def note_count(self, count: int) -> None:
        """This count was heard; the highest may change."""
        ahead = count - self.count
        if ahead > 0:
            self.count = count
            self._heard = (self._heard << ahead | 1) & _WINDOW if ahead < _OVERTAKEN_MOST else 1
        else:
            self._heard |= 1 << -ahead

    def may_be_overtaken(self, count: int) -> bool:
        """Whether a count below the highest was not heard yet and is recent (a window as in RFC 4303, 3.4.3)."""
        below = self.count - count
        return below < _OVERTAKEN_MOST and not self._heard >> below & 1


class PeerTable:
    """The people on this network as one instance knows them. `own` is its own card, `has_asked` tells whether a token
    stood in a hi of ours a moment ago (token, now)."""

    def __init__(self, own: Card, has_asked: Callable[[int, float], bool]) -> None:
        self.own = own
        self._has_asked = has_asked
        self.counts: dict[HeardBeacon, int] = dict.fromkeys(HeardBeacon, 0)
        """How many datagrams met which end."""
        self._entries: dict[str, _PeerEntry] = {}
        self._owners: dict[DatagramSource, str] = {}  # every source of every entry, and whose it was last
        self._departed: OrderedDict[str, float] = OrderedDict()
        self._gate = DatagramLimits()
        self._newcomers = TokenBucket(NEWCOMER_RATE, NEWCOMER_BURST)
        self._older: tuple[tuple[str, float], ...] = ()  # replaced, never changed: other threads may read it
        self._shown: tuple[DiscoveredPeer, ...] | None = ()

    def hear(self, data: bytes, source: DatagramSource, now: float) -> tuple[HeardBeacon, Beacon | None]:
        """Take in a datagram. Returns what became of it, and the beacon in it if it is to be answered: it was believed,
        or its sender has still to be asked for a proof."""
        heard, beacon = self._hear(data, source, now)
        self.counts[heard] += 1
        return heard, beacon

    def _hear(self, data: bytes, source: DatagramSource, now: float) -> tuple[HeardBeacon, Beacon | None]:
        if not self._gate.lets_through(source.address, source.port, source in self._owners, now):
            return HeardBeacon.FLOOD, None
        try:
            beacon = decode(data)
        except OlderBeaconError:
            self._note_older(source.address, now)
            return HeardBeacon.OLDER, None
        except BeaconError:
            return HeardBeacon.MALFORMED, None
        entry = self._entries.get(beacon.card.instance)
        refusal = self._refusal(beacon, entry, source, now)
        if refusal is None and not is_genuine(data):
            refusal = HeardBeacon.FORGED
        if refusal is not None:
            return refusal, None
        if beacon.kind is Kind.BYE:
            assert entry is not None
            self._remove(entry)
            self._note_departure(beacon.card.instance, now)
            return HeardBeacon.PEER, beacon
        if entry is None:
            if not self._has_asked(beacon.token, now) or beacon.kind is Kind.HI:
                return HeardBeacon.UNPROVED, beacon
            entry = self._entries[beacon.card.instance] = _PeerEntry(beacon.card, self._label(beacon.card), now)
            self._shown = None
        if beacon.count < entry.count:  # a question that another word has overtaken
            entry.note_count(beacon.count)
            return HeardBeacon.PEER, beacon
        if beacon.count > entry.count:
            entry.note_count(beacon.count)
            entry.last_heard = now
            if beacon.card != entry.card:
                self._rewrite(entry, beacon.card, now)
        self._note_source(entry, source, beacon.count, now)
        return HeardBeacon.PEER, beacon

    def _refusal(
        self, beacon: Beacon, entry: _PeerEntry | None, source: DatagramSource, now: float
    ) -> HeardBeacon | None:
        """Why a datagram is not believed, as far as that can be told without its signature."""
        if beacon.card.instance == self.own.instance:
            return HeardBeacon.OWN
        if packed(beacon.address) != packed(source.address):
            return HeardBeacon.ELSEWHERE
        if self._has_departed(beacon.card.instance, now):
            return HeardBeacon.LATE
        if entry is None:
            if beacon.kind is Kind.BYE:
                return HeardBeacon.LATE
            if self._is_full(source.address):
                return HeardBeacon.FULL
        elif beacon.count == entry.counts.get(source):
            return HeardBeacon.AGAIN
        elif beacon.count < entry.count and not (beacon.kind is Kind.HI and entry.may_be_overtaken(beacon.count)):
            # The paths of one sender say the same thing with the same count, so a slower one may be a word late. Not so
            # a question to us alone: a word to everybody from the same moment may be read before it.
            return HeardBeacon.STALE
        if entry is None or source not in entry.sources:
            if not self._newcomers.left(now):
                return HeardBeacon.FLOOD
            self._newcomers.spend(1)
        return None

    def older_at(self, now: float) -> tuple[str, ...]:
        """Where programs of a release that did not sign were heard within the last minute."""
        return tuple(address for address, heard in self._older if now - heard < _OLDER_FOR_S)

    def _note_older(self, address: str, now: float) -> None:
        others = (each for each in self._older if each[0] != address)
        self._older = ((address, now), *others)[:_MOST_OLDER]

    def measured(self, instance: str, round_trip_s: float, now: float) -> None:
        """Note how long the way to a peer and back was just now; half of what is shown is what was shown before."""
        entry = self._entries.get(instance)
        if entry is not None:
            before = round_trip_s if entry.round_trip_s is None else entry.round_trip_s
            entry.round_trip_s = (before + round_trip_s) / 2
            entry.measured_at = now
            self._shown = None

    def set_own(self, card: Card) -> None:
        """Change what this instance says about itself. Another one of the same name is given a suffix."""
        self.own = card
        for entry in self._entries.values():
            if _folded(entry.label) == _folded(card.name):
                entry.label = self._label(entry.card)
        self._shown = None

    def expire(self, now: float) -> None:
        """Let go of the peers that were not heard for `GONE_AFTER_S`, and of addresses no longer in use."""
        for entry in list(self._entries.values()):
            if now - entry.last_heard >= GONE_AFTER_S:
                self._remove(entry)
                continue
            for source in [source for source, heard in entry.sources.items() if now - heard >= _SOURCE_GONE_AFTER_S]:
                self._drop_source(entry, source)

    def next_expiry(self) -> float:
        """When the next peer is gone if it stays silent; infinity without peers."""
        return min((entry.last_heard for entry in self._entries.values()), default=float("inf")) + GONE_AFTER_S

    def silent_for(self, now: float) -> float:
        """Seconds since the most silent peer was heard; 0 without peers."""
        return max((now - entry.last_heard for entry in self._entries.values()), default=0.0)

    def to_ask(self, now: float, silent_s: float, measured_s: float, again_s: float) -> list[DatagramSource]:
        """Where to ask for a sign of life: one source of each peer not heard for `silent_s` or not measured for
        `measured_s`, unless it was asked within the last `again_s`. They count as asked now."""
        sources: list[DatagramSource] = []
        for entry in self._entries.values():
            wanted = now - entry.last_heard >= silent_s or now - entry.measured_at >= measured_s
            if wanted and now - entry.last_asked >= again_s:
                entry.last_asked = now
                sources.append(max(entry.sources, key=lambda source: (entry.sources[source], -_rank(source.address))))
        return sources

    def peers(self) -> tuple[DiscoveredPeer, ...]:
        """Everybody, in the order in which they were first heard; the same object as long as nothing has changed."""
        if self._shown is None:
            self._shown = tuple(self._show(entry) for entry in self._entries.values())
        return self._shown

    def _show(self, entry: _PeerEntry) -> DiscoveredPeer:
        card = entry.card
        return DiscoveredPeer(
            key=card.key,
            instance=card.instance,
            name=card.name,
            label=entry.label,
            addresses=tuple(dict.fromkeys(source.address for source in sorted(entry.sources, key=_source_rank))),
            port=card.port,
            status=card.status,
            game=card.game,
            compatible=self.own.speaks_with(card),
            first_heard=entry.first_heard,
            status_since=entry.status_since,
            round_trip_s=entry.round_trip_s,
        )

    def _rewrite(self, entry: _PeerEntry, card: Card, now: float) -> None:
        if card.status != entry.card.status:
            entry.status_since = now
        renamed = card.name != entry.card.name
        entry.card = card
        if renamed:
            entry.label = self._label(card)
        self._shown = None

    def _label(self, card: Card) -> str:
        """The name, or a piece of the instance id for somebody without one; with a suffix if it is taken."""
        name = card.name or substitute_name(card.instance)
        taken = {_folded(entry.label) for entry in self._entries.values() if entry.card.instance != card.instance} | {
            _folded(self.own.name)
        }
        label, number = name, 2
        while _folded(label) in taken:
            label = f"{name} ({number})"
            number += 1
        return label

    def _note_source(self, entry: _PeerEntry, source: DatagramSource, count: int, now: float) -> None:
        if source not in entry.sources:
            if len(entry.sources) >= _MOST_SOURCES:
                self._drop_source(entry, min(entry.sources, key=entry.sources.__getitem__))
            self._owners[source] = entry.card.instance
            self._shown = None
        entry.sources[source] = now
        entry.counts[source] = count

    def _drop_source(self, entry: _PeerEntry, source: DatagramSource) -> None:
        del entry.sources[source], entry.counts[source]
        if self._owners.get(source) == entry.card.instance:
            del self._owners[source]
        self._shown = None

    def _remove(self, entry: _PeerEntry) -> None:
        for source in list(entry.sources):
            self._drop_source(entry, source)
        del self._entries[entry.card.instance]
        self._shown = None

    def _is_full(self, address: str) -> bool:
        if len(self._entries) >= MOST_PEERS:
            return True
        return sum(entry.was_heard_at(address) for entry in self._entries.values()) >= MOST_PEERS_AT_ONE_ADDRESS

    def _has_departed(self, instance: str, now: float) -> bool:
        departed = self._departed.get(instance)
        return departed is not None and now - departed < _DEPARTED_FOR_S

    def _note_departure(self, instance: str, now: float) -> None:
        """Instance ids are drawn afresh at each start, so one that has left does not come back: what still arrives from
        it was only slower than its bye."""
        self._departed[instance] = now
        if len(self._departed) > _MOST_DEPARTED:
            self._departed.popitem(last=False)


def _folded(name: str) -> str:
    """What two names have in common that look the same: upper and lower case, wide and narrow forms."""
    return unicodedata.normalize("NFKC", name).casefold()


def _rank(address: str) -> int:
    """The smaller, the better to connect to: this machine, IPv4, IPv6, IPv4 that nobody gave out."""
    if address.startswith("127."):
        return 0
    if ":" in address:
        return 2
    return 3 if address.startswith("169.254.") else 1


def _source_rank(source: DatagramSource) -> int:
    return _rank(source.address)
