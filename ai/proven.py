"""What a game that is solved, as a whole or in part, tells of the play after some moves, all as texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ProofLook:
    """Where the winning side is to move: what it plays (empty: the proof knows nothing here). Where the other side is:
    its replies that are proven to lose, and how many it has. `plies` to the end at most; 0 where that is not proven."""

    answer: str = ""
    lost: frozenset[str] = frozenset()
    replies: int = 0
    plies: int = 0


class ProvenGame(Protocol):
    """A proof that the side which begins wins, as far as it goes."""

    @property
    def variant(self) -> str:
        """The rules that it is about."""
        ...

    @property
    def positions(self) -> int:
        """How many positions it holds."""
        ...

    def shares(self) -> tuple[tuple[int, int], ...]:
        """Of the other side's first replies, then of the pairs of its first two: how many are proven to lose, of how
        many."""
        ...

    def look(self, moves: Sequence[str]) -> ProofLook:
        """What it tells after these moves from the start."""
        ...

    def defence(self, moves: Sequence[str]) -> str:
        """A reply that holds out long; the other side is to move, and something is proven. Empty where it has none."""
        ...
