"""Somebody who sends beacons: a key, a card, and a count that rises."""

from __future__ import annotations

import itertools
from dataclasses import replace

from net.discovery.beacons import Beacon, Card, Kind, Status, encode
from net.trust.instance import new_instance
from net.trust.keys import PrivateKey, new_key


class Speaker:
    """See the module's text. `card` may be changed at any time, and is signed as it is then."""

    def __init__(
        self, name: str = "Anna", port: int = 2000, status: Status = Status.FREE, game: str = "", start: int = 1
    ) -> None:
        self.key: PrivateKey = new_key()
        self.card = Card(self.key.public, new_instance(self.key.public), name, port, status, game)
        self._counts = itertools.count(start)

    @property
    def instance(self) -> str:
        return self.card.instance

    def change(self, **changes: object) -> None:
        """Say something else from now on."""
        self.card = replace(self.card, **changes)  # type: ignore[arg-type]  # fields by name

    def beacon(self, kind: Kind, address: str, token: int = 0, held: float = 0.0) -> Beacon:
        return Beacon(kind, self.card, address, next(self._counts), token, held)

    def says(self, kind: Kind, address: str, token: int = 0) -> bytes:
        """The next datagram, signed for an address."""
        return encode(self.beacon(kind, address, token), self.key)
