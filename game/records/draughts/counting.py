"""Games of draughts whose squares are counted otherwise than the field does, which begins with 1 at White's top left.

Lists made for programs often count from 0, from a corner of their own choice; nothing in them says which. The moves do:
where a file names a square 0, its first games are played with the count beginning at each corner, in each variant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from game.records.written import WrittenGame
from game.rules.draughts.variants import DraughtsVariant

_MOVE: Final = re.compile(r"[0-9]{1,2}(?:[-x:×][0-9]{1,2})+")
_NUMBER: Final = re.compile(r"[0-9]+")
_ZERO: Final = re.compile(r"(?<![0-9])0(?![0-9])")
_SAMPLE: Final = 16

PlaysThrough = Callable[[WrittenGame, DraughtsVariant], bool]


def names_zero(game: WrittenGame) -> bool:
    """Whether a square 0 occurs in a game; behind the last move it might be a result."""
    return any(_MOVE.fullmatch(move.text) and _ZERO.search(move.text) for move in game.moves[:-1])


def counted_by_rule(
    games: Sequence[WrittenGame], variants: Sequence[DraughtsVariant], plays_through: PlaysThrough
) -> list[WrittenGame] | None:
    """Games that count from 0 with the squares as the field counts them; None if no corner makes half of those that
    are tried ones that can be played."""
    sample = list(islice((game for game in games if game.moves and "FEN" not in game.tags), _SAMPLE))
    best, most = None, 0
    for variant in variants:
        for is_turned in (False, True):
            for is_mirrored in (False, True):
                way = _numbers(variant, is_turned, is_mirrored)
                fit = sum(plays_through(_renumbered(game, way), variant) for game in sample)
                if fit > most:
                    best, most = way, fit
    if best is None or 2 * most < len(sample):
        return None
    return [_renumbered(game, best) for game in games]


def _numbers(variant: DraughtsVariant, is_turned: bool, is_mirrored: bool) -> dict[str, str]:
    """The field's number for each that counts from 0: on a board that is turned half round, or seen in a mirror."""
    columns, squares = variant.sizes[0] // 2, variant.sizes[0] ** 2 // 2
    numbers = {}
    for index in range(squares):
        row, nth = divmod(index, columns)
        own = row * columns + (columns - 1 - nth if is_mirrored else nth)
        numbers[str(index)] = str((squares - 1 - own if is_turned else own) + 1)
    return numbers


def _renumbered(game: WrittenGame, numbers: dict[str, str]) -> WrittenGame:
    def other(number: re.Match[str]) -> str:
        return numbers.get(str(int(number[0])), number[0])

    return replace(
        game,
        nodes=[
            replace(move, text=_NUMBER.sub(other, move.text)) if _MOVE.fullmatch(move.text) else move
            for move in game.nodes
        ],
    )
