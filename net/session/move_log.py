"""The moves of one game as both sides have agreed on them so far. It knows no rules: texts, hashes and who made them.

A ply is known by (epoch, number). An accepted take-back or restart begins a new epoch, so a late move of the old one
can't land on the position before it. Plies up to `confirmed` stand on both sides and are never changed but by an epoch.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from net.session.messages import MOST_PLIES, MOST_PLY_BYTES, Ply, Side, ply_bytes
from net.session.signed_game import SignedCard, first_link, next_link


class MoveLog:
    """The plies of the present epoch. `start_hash` is the hash of the position that the game began with, `card` what is
    signed of it; without one nothing is."""

    def __init__(
        self, start_hash: str, plies: Sequence[Ply] = (), epoch: int = 0, base: int = 0, card: SignedCard | None = None
    ) -> None:
        self.start_hash = start_hash
        self.epoch = epoch
        self.base = base
        """The ply at which the epoch began."""
        self.confirmed = 0
        """This many plies are known to stand on both sides."""
        self._plies: list[Ply] = []
        self._bytes = 0
        self._links = [first_link(card)] if card is not None else []
        for ply in plies:
            self.add(ply)

    def __len__(self) -> int:
        return len(self._plies)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """All plies."""
        return tuple(self._plies)

    @property
    def told(self) -> tuple[Ply, ...]:
        """All plies as a `StateMessage` has them."""
        return tuple(msgspec.structs.replace(ply, signature="") if ply.signature else ply for ply in self._plies)

    def link_at(self, ply: int) -> bytes:
        """The link after this many plies, of a game that is signed."""
        return self._links[ply]

    def link_after(self, ply: Ply) -> bytes:
        """The link that this ply would have as the next one."""
        return next_link(self._links[-1], len(self._plies) + 1, ply)

    def at(self, ply: int) -> Ply:
        """The ply with a number, which counts from 1."""
        return self._plies[ply - 1]

    def hash_at(self, ply: int) -> str:
        """The hash of the position after this many plies."""
        return self._plies[ply - 1].hash if ply else self.start_hash

    def since(self, ply: int) -> Sequence[tuple[int, Ply]]:
        """The plies after a number, with their numbers."""
        return list(enumerate(self._plies[ply:], ply + 1))

    def has_room(self, ply: Ply) -> bool:
        """Whether the game can still be told in one frame with this ply."""
        return len(self._plies) < MOST_PLIES and self._bytes + ply_bytes(ply) <= MOST_PLY_BYTES

    def add(self, ply: Ply) -> None:
        """Put a ply on top."""
        if self._links:
            self._links.append(self.link_after(ply))
        self._plies.append(ply)
        self._bytes += ply_bytes(ply)

    def cut(self, ply: int) -> None:
        """Drop what comes after this many plies, without a new epoch."""
        del self._plies[ply:]
        del self._links[ply + 1 :]
        self._bytes = sum(map(ply_bytes, self._plies))
        self.confirmed = min(self.confirmed, ply)

    def go_back(self, ply: int) -> None:
        """Begin a new epoch at this many plies."""
        self.cut(ply)
        self.epoch += 1
        self.base = ply
        self.confirmed = ply

    def confirm(self, ply: int) -> None:
        """The other side has these plies too."""
        self.confirmed = max(self.confirmed, min(ply, len(self._plies)))

    def is_same(self, ply: int, text: str, hash_: str) -> bool:
        """Whether a ply that we have is this one."""
        ours = self.at(ply)
        return (ours.text, ours.hash) == (text, hash_)

    def fits(self, other: Sequence[Ply]) -> bool:
        """Whether the shorter of the two lists is a beginning of the longer one."""
        pairs = zip(self._plies, other, strict=False)
        return all((a.text, a.hash, a.by) == (b.text, b.hash, b.by) for a, b in pairs)

    def all_by(self, side: Side, after: int) -> bool:
        """Whether one side made every ply after a number."""
        return all(ply.by == side for ply in self._plies[after:])
