"""Openings for matches: balanced ones from the game's folder, or random ones."""

from __future__ import annotations

import random
from pathlib import Path

from ai.arena.games import game_kind
from ai.arena.judge import Judge

Opening = tuple[str, ...]
"""The moves from the start position of the variant."""

_AI = Path(__file__).resolve().parent.parent
_TRIES = 1000


class OpeningsError(Exception):
    """No openings can be had. One sentence for a person."""


def balanced_file(game: str, variant: str) -> Path:
    """Where the balanced openings of a variant lie (package data), whether or not there are any."""
    return _AI / game / "openings" / f"{variant}.txt"


def random_opening(game: str, variant: str, plies: tuple[int, int], chance: random.Random) -> tuple[list[str], Judge]:
    """Random moves from the start position, at least and at most so many, after which the game goes on; and the judge
    at their end. Raises OpeningsError where chance finds none."""
    kind = game_kind(game)
    for _ in range(_TRIES):
        judge = kind.judge(variant, kind.start(variant))
        moves: list[str] = []
        for _ in range(chance.randint(*plies)):
            if judge.ending:
                break
            moves.append(judge.random_move(chance))
            judge.play(moves[-1])
        if not judge.ending:
            return moves, judge
    raise OpeningsError(f"no random opening of {plies[0]} to {plies[1]} plies leaves a game of {variant} to be played")
