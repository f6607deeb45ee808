"""When a game is drawn because nothing comes of it any more, for the judge and for the search.

Three counts are kept beside each position: the plies in a row in which kings moved and nothing was taken, how long an
ending of few pieces has lasted, and how long a lone king has stood on the main road (a1 to h8) in it. What an ending is
and how many plies it may last, in plies of both sides:

| | kings only | endings |
|---|---|---|
| international, fifteen men | 50 | a lone king against three pieces with a king: 32, against two or one: 10 |
| Brazilian | 40 | one or two kings against one king, or a king and a man; two kings against two: 10 |
| Russian | 30 | a lone king against three kings or more: 30; kings on both sides, 2 or 3 pieces: 10, 4 or 5: 60, |
| | | 6 or 7: 120; beside these, a lone king on the main road against three pieces with a king: 10 |
| English | 80 | |

Sources: FMJD Official Rules, Annex 1; the rules of the section 64 (Russian: fmjd64.org/rules-of-the-game, 7.2.3 to
7.2.8); the World Checkers and Draughts Federation. In the first row three pieces may become two, and the sixteen moves
go on; in the others every change of material begins again.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.bits import popcount
from ai.common.kernels import KernelSet, boolean, int64, uint64
from ai.draughts import layout as at
from ai.draughts.board import ARRAYS, DraughtsArrays, bit_of

KERNELS = KernelSet()

INTERNATIONAL: Final = 0
BRAZILIAN: Final = 1
RUSSIAN: Final = 2
ENGLISH: Final = 3
_KINDS: Final = {
    "draughts-international": (INTERNATIONAL, 50),
    "draughts-fifteen": (INTERNATIONAL, 50),
    "draughts-brazilian": (BRAZILIAN, 40),
    "draughts-russian": (RUSSIAN, 30),
    "draughts-english": (ENGLISH, 80),
}
_SIXTEEN: Final = 32
_FIVE: Final = 10
_MOST_PIECES: Final = 7
"""Endings of more pieces than this are counted as seven where that makes no difference."""
_COUNT_MASK: Final = 255
_LIMIT_SHIFT: Final = 8
_MATERIAL_SHIFT: Final = 16
_MATERIAL_MASK: Final = (1 << 24) - 1
_ROAD_SHIFT: Final = 40
"""From this bit on, where a lone king stands on the main road against three pieces: the plies that it has, and one."""
_MAIN_ROAD: Final = sum(1 << bit_of(square, 4) for square in (4, 8, 11, 15, 18, 22, 25, 29))


def set_draws(state: NDArray[np.int64], name: str) -> None:
    """Have a board know the draws of a variant."""
    state[at.DRAWS], state[at.KINGS_ONLY] = _KINDS[name]


@KERNELS.kernel(int64(int64, int64, int64, int64, int64))
def one_sided(kind: int, men: int, kings: int, other_men: int, other_kings: int) -> int:
    """How many plies an ending may last, the first side being the stronger one; 0: it is no ending."""
    pieces = men + kings
    lone = other_men == 0 and other_kings == 1
    if kind == INTERNATIONAL:
        if lone and kings > 0 and pieces <= 3:
            return _SIXTEEN if pieces == 3 else _FIVE
    elif kind == BRAZILIAN:
        if men == 0 and 1 <= kings <= 2 and other_men <= 1 and other_kings == 1:
            return _FIVE
        if men == 0 and kings == 2 and other_men == 0 and other_kings == 2:
            return _FIVE
    elif kind == RUSSIAN:
        if lone and kings >= 3 and men == 0:
            return 30
        if kings > 0 and other_kings > 0:
            total = pieces + other_men + other_kings
            if total <= 3:
                return _FIVE
            if total <= 5:
                return 60
            if total <= _MOST_PIECES:
                return 120
    return 0


@KERNELS.kernel(int64(int64, int64, int64, int64, int64))
def ending_limit(kind: int, men: int, kings: int, other_men: int, other_kings: int) -> int:
    """How many plies the ending of two sides' material may last; 0: it is no ending."""
    one = one_sided(kind, men, kings, other_men, other_kings)
    other = one_sided(kind, other_men, other_kings, men, kings)
    if one == 0 or other == 0:
        return one + other
    return min(one, other)


@KERNELS.kernel(boolean(uint64, uint64, uint64))
def is_on_road(white: int, black: int, kings: int) -> bool:
    """Whether a lone king stands on the main road against three pieces, a king among them."""
    whites = popcount(white)
    blacks = popcount(black)
    if whites == 3 and blacks == 1:
        lone = black
        strong = white
    elif whites == 1 and blacks == 3:
        lone = white
        strong = black
    else:
        return False
    found: bool = lone & kings & uint64(_MAIN_ROAD) != 0 and strong & kings != 0
    return found


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def follow_ending(a: DraughtsArrays, ply: int, before: int) -> int:
    """What is to be noted of the position at `ply` after what was noted of the one before it (0: there was none)."""
    here = at.POSITION + ply * at.PLY_SIZE
    white = a.words[here]
    black = a.words[here + 1]
    kings = a.words[here + at.KINGS]
    if kings == 0 or (popcount(white | black) > _MOST_PIECES and a.state[at.DRAWS] != RUSSIAN):
        return 0
    men = popcount(white & ~kings)
    white_kings = popcount(white & kings)
    other_men = popcount(black & ~kings)
    black_kings = popcount(black & kings)
    limit = ending_limit(a.state[at.DRAWS], men, white_kings, other_men, black_kings)
    if limit == 0:
        return 0
    material = men | white_kings << 6 | other_men << 12 | black_kings << 18
    noted = limit << _LIMIT_SHIFT | material << _MATERIAL_SHIFT
    limit_before = (before >> _LIMIT_SHIFT) & _COUNT_MASK
    lasted = (before & _COUNT_MASK) + 1
    if before == 0:
        lasted = 0
    elif a.state[at.DRAWS] == INTERNATIONAL:
        if limit < limit_before:
            # the sixteen moves go on beside the five
            lasted = max(0, lasted - (_SIXTEEN - _FIVE))
    elif (before >> _MATERIAL_SHIFT) & _MATERIAL_MASK != material:
        lasted = 0
    if a.state[at.DRAWS] == RUSSIAN and is_on_road(white, black, kings):
        noted |= min((before >> _ROAD_SHIFT) + 1, _COUNT_MASK) << _ROAD_SHIFT
    return noted | min(lasted, _COUNT_MASK)


@KERNELS.kernel(int64(int64))
def plies_left(noted: int) -> int:
    """How many plies an ending has left by what was noted of it; very many where it is no ending."""
    if noted == 0:
        return 1 << 20
    left = ((noted >> _LIMIT_SHIFT) & _COUNT_MASK) - (noted & _COUNT_MASK)
    on_road = noted >> _ROAD_SHIFT
    return left if on_road == 0 else min(left, _FIVE + 1 - on_road)
