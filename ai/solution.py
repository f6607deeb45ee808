"""What a challenge is to those that make them: a position, and what is right in it move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ai.arena.progress import ProgressLine


class UnfitError(Exception):
    """The position makes no challenge."""


@dataclass(slots=True)
class SolutionStep:
    """What is right at one move of the person; `ai.challenges` describes the file."""

    on: dict[str, tuple[str, SolutionStep] | None]
    also: list[str]

    def plain(self) -> dict[str, Any]:
        """As the file has it."""
        on = {move: then and [then[0], then[1].plain()] for move, then in self.on.items()}
        return {"on": on, "also": self.also} if self.also else {"on": on}

    def moves(self) -> int:
        """How many moves of the person the first line takes."""
        then = next(iter(self.on.values()))
        return 1 + (then[1].moves() if then else 0)

    def steps(self) -> int:
        """How many steps there are in all."""
        return 1 + sum(then[1].steps() for then in self.on.values() if then)


@dataclass(slots=True)
class ProvedChallenge:
    """One position with its solution; `key` is equal for positions that look the same."""

    start: str
    key: str
    solution: SolutionStep
    nodes: int

    @property
    def moves(self) -> int:
        """How many moves the solution takes."""
        return self.solution.moves()


@dataclass(frozen=True, slots=True)
class ChallengeMaker:
    """What makes a set of challenges: by whose rules they are played, how many are wanted, what collects them, given a
    seed and how many games are searched at most, and what proves positions again, leaving out those that make no
    challenge any more; both give the easiest first."""

    variant: str
    wanted: int
    collect: Callable[[int, int, ProgressLine], list[ProvedChallenge]]
    prove_again: Callable[[Sequence[str], ProgressLine], list[ProvedChallenge]]


def proved_again(
    prove: Callable[[str], ProvedChallenge], starts: Sequence[str], progress: ProgressLine
) -> list[ProvedChallenge]:
    """The challenges that these positions still are, in the same order."""
    found: list[ProvedChallenge] = []
    for number, start in enumerate(starts, 1):
        progress.show(number, f"{len(found)} are challenges")
        try:
            found.append(prove(start))
        except UnfitError:
            continue
    return found
