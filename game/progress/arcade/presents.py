"""What the ladders give besides stars: at every third stage the portrait of whom one has beaten there, to be worn
beside one's own name. It changes nothing on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from game.progress.arcade.ladder import ladder
from game.progress.arcade.results import ArcadeResults

EVERY: Final = 3


@dataclass(frozen=True, slots=True)
class Present:
    """The portrait of a level, and the stages at which it is given, as pairs of a game and a stage's number."""

    level: str
    stages: tuple[tuple[str, int], ...]

    def is_given(self, results: ArcadeResults) -> bool:
        """Whether one of its stages was won."""
        return any(self.level in results.bests(game) for game, _ in self.stages)


def is_present_at(number: int) -> bool:
    """Whether the stage of that number gives something."""
    return number % EVERY == 0


def presents(games: Iterable[str]) -> tuple[Present, ...]:
    """All presents of these games' ladders, each portrait once, those of low stages first."""
    found: dict[str, list[tuple[str, int]]] = {}
    rungs = [rung for game in games for rung in ladder(game) if is_present_at(rung.number)]
    for rung in sorted(rungs, key=lambda each: each.number):
        found.setdefault(rung.level, []).append((rung.game, rung.number))
    return tuple(Present(level, tuple(stages)) for level, stages in found.items())
