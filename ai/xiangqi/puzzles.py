"""Challenges of Xiangqi: a mate that can be forced."""

from __future__ import annotations

import random
import re
from typing import Final

from ai.api import EngineError
from ai.arena.openings import play_at_random
from ai.arena.referee import Referee
from ai.challenge_finder import ChallengeRecipe, Finder, makers
from ai.positions import start_text

_LEFT_OUT: Final = {"a": 0.45, "b": 0.45, "p": 0.5, "n": 0.3, "c": 0.3, "r": 0.2}
"""How often each piece is missing where the fast games begin, so that mates come early on open boards."""
RECIPES: Final = {
    "xiangqi": ChallengeRecipe("xiangqi", 300, 15_000, 60_000, {1: 4, 2: 22, 3: 26, 4: 20, 5: 16}, 6, 2000)
}


class XiangqiFinder(Finder):
    """Finds them."""

    # the engine does not think about a move without alternative unless it is asked for more lines
    defence_lines = 2

    def begin(self, chance: random.Random) -> tuple[str, list[str], Referee]:
        """A start without some of the pieces."""
        variant = self.recipe.variant
        while True:
            start = thinned(start_text(variant), chance)
            try:
                referee = Referee(variant, start)
            except EngineError:  # the generals see each other, or somebody is in check
                continue
            return start, play_at_random(referee, self.kind, self.kind.opening_plies[1], chance), referee


def thinned(start: str, chance: random.Random) -> str:
    """The start position without some of its pieces, chosen by chance for each side."""
    board, rest = start.split(" ", 1)
    letters = ("1" if chance.random() < _LEFT_OUT.get(each.lower(), 0) else each for each in board)
    rows = ("".join(letters)).split("/")
    return "/".join(re.sub("[0-9]+", lambda run: str(sum(map(int, run[0]))), row) for row in rows) + " " + rest


MAKERS: Final = makers(XiangqiFinder, RECIPES)
