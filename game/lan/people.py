"""Who is on the network, as the lobby lists them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.lan.views import Person, Presence
from net.address import Address
from net.beacons import Status
from net.roster import Peer

_PRESENCE: Final = {
    Status.FREE: Presence.FREE,
    Status.PLAYING: Presence.PLAYING,
    Status.OPEN: Presence.OPEN,
    Status.AWAY: Presence.AWAY,
}
_ORDER: Final = (Presence.FREE, Presence.OPEN, Presence.PLAYING, Presence.AWAY)


def shown_people(peers: Iterable[Peer], now: float) -> tuple[Person, ...]:
    """The peers as people, free ones first, then by name; `now` is the time by discovery's clock."""
    people = (
        Person(
            instance=peer.instance,
            label=peer.label,
            presence=_PRESENCE[peer.status],
            game=peer.game,
            address=str(Address(peer.addresses[0], peer.port)) if peer.addresses else "",
            round_trip_s=peer.round_trip_s,
            since_s=max(0.0, now - peer.status_since),
            compatible=peer.compatible,
        )
        for peer in peers
    )
    return tuple(sorted(people, key=lambda each: (_ORDER.index(each.presence), each.label.casefold())))
