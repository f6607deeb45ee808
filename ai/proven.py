"""What a game that is solved tells of the play after some moves, all as texts: one by a proof who wins, as a whole or
in part, one by its value everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class SolvedGame(Protocol):
    """A game of which the value of every position can be found, which may take some seconds. For one thread, apart from
    `stop`. Values are points by which the side that begins wins with the best play of both."""

    def go_on(self) -> None:
        """Be ready: before the first question, and after `stop`. Takes a while the first time."""
        ...

    def stop(self) -> None:
        """Have what is being looked for raise StoppedError, and all that is asked after it until `go_on`."""
        ...

    def values(self, moves: Sequence[str], tell: Callable[[str, int], None]) -> None:
        """Tell each legal move after these from the start with its value, as soon as that is known, from any thread.
        Raises StoppedError."""
        ...

    def keep(self) -> None:
        """Keep what was found for another time. After `go_on`."""
        ...

    def best(self, moves: Sequence[str]) -> tuple[str, int]:
        """One of the best moves, and the value of the position; the game is not over. Raises StoppedError."""
        ...


class StoppedError(Exception):
    """What was being looked for has been ended."""
