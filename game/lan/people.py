"""Who is on the network, as the lobby lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from game.lan.recent import Acquaintance
from game.lan.views import Person, RecentPerson, Standing
from net.address import Address
from net.discovery.beacons import Status
from net.discovery.peer_table import DiscoveredPeer

_ORDER: Final = (Status.FREE, Status.OPEN, Status.PLAYING, Status.AWAY)


def instance_of(one: Acquaintance, known: Sequence[Acquaintance], peers: Sequence[DiscoveredPeer]) -> str | None:
    """Which of the peers somebody is: by the key. Somebody of an earlier release, of whom no key is known: by name and
    host, or by the name where that is nobody else's: hosts change."""
    if one.key:
        return next((peer.instance for peer in peers if peer.key == one.key), None)
    namesakes = [peer for peer in peers if peer.name == one.name]
    there = [peer for peer in namesakes if one.host in peer.addresses]
    if not there and len(namesakes) == 1 and sum(each.name == one.name for each in known) == 1:
        there = namesakes
    return there[0].instance if there else None


def shown_people(
    peers: Iterable[DiscoveredPeer],
    now: float,
    blocked_as: Callable[[DiscoveredPeer], str],
    standing: Callable[[str, str], Standing],
) -> tuple[Person, ...]:
    """The peers as people, free ones first, the blocked last, then by name; `now` is the time by discovery's clock,
    `blocked_as` gives the entry of somebody who is blocked, or nothing, `standing` what is known of a name and key."""
    people = (
        Person(
            instance=peer.instance,
            label=peer.label,
            presence=peer.status,
            game=peer.game,
            address=str(Address(peer.addresses[0], peer.port)) if peer.addresses else "",
            round_trip_s=peer.round_trip_s,
            since_s=max(0.0, now - peer.status_since),
            compatible=peer.compatible,
            blocked=blocked_as(peer),
            key=peer.key,
            standing=standing(peer.name, peer.key),
        )
        for peer in peers
    )
    return tuple(
        sorted(people, key=lambda each: (bool(each.blocked), _ORDER.index(each.presence), each.label.casefold()))
    )


def shown_acquaintances(
    known: Sequence[Acquaintance], peers: Sequence[DiscoveredPeer], standing: Callable[[str, str], Standing]
) -> tuple[RecentPerson, ...]:
    """Whom one has played with, in their order; `standing` as for `shown_people`."""
    return tuple(
        RecentPerson(
            each.name, each.address, each.variant, each.last, each.won, each.lost, each.drawn,
            instance_of(each, known, peers),
            each.key,
            standing(each.name, each.key) if each.key else Standing.NEW,
        )
        for each in known
    )  # fmt: skip
