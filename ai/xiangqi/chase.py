"""Who chases: what a side threatens to win, by the World Xiangqi Rules 2018.

A move chases a piece if its side threatens to win it afterwards by an attack that the move has made, of one piece on
another; it undermines a piece if it makes an attack that stood already a threat. Generals and soldiers may threaten as
they like; generals and soldiers before the river are never chased. A capture wins a piece

- if a horse or cannon takes a rook, or an advisor or elephant takes a rook, cannon or horse: protected or not;
- otherwise if nothing may take back. Among pieces of one kind that is an offer to exchange as long as the target could
  as well take its attacker.

Asked about a move in three steps: `note_before` it, make it, `threatened_anew`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, boolean, int32, int64, void
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, line_at, make, unmake
from ai.xiangqi.moves import CAPTURES, find_danger, generate, is_legal, list_captures

KERNELS = KernelSet()

PIECES: Final = 16
"""This many numbers hold what `note_before` notes."""


@KERNELS.kernel(int64(ARRAYS, int64))
def checkers(a: XiangqiArrays, side: int) -> int:
    """The pieces that attack the general of a side, a bit for each id less the other side's first."""
    state = a.state
    square = int64(state[at.PLACE + 16 * side])
    other = 16 * (1 - side)
    file = square % 9
    rank = square // 9
    found = 0
    for vertical in range(2):
        entry = line_at(a, square, vertical)
        base = file if vertical else rank * 9
        scale = 9 if vertical else 1
        for shift in (0, 12):
            place = (entry >> shift) & 15
            if place == at.NO_PLACE:
                continue
            piece = state[at.CELL + base + scale * place] - 1 - other
            if (piece >= 7 and piece <= 8) or (vertical and piece == 0):
                found |= 1 << piece
            place = (entry >> (shift + 4)) & 15
            if place != at.NO_PLACE:
                piece = state[at.CELL + base + scale * place] - 1 - other
                if piece >= 9 and piece <= 10:
                    found |= 1 << piece
    for piece in range(5, 7):
        place = state[at.PLACE + other + piece]
        if place >= 0:
            leg = a.legs[place * at.SQUARES + square]
            if state[at.CELL + leg] == 0:
                found |= 1 << piece
    ahead = square + (9 if side == at.RED else -9)
    for near in (ahead, square - 1, square + 1):
        piece = state[at.CELL + near] - 1 - other
        if piece >= 11 and piece < 16:
            found |= 1 << piece
    return found


@KERNELS.kernel(boolean(ARRAYS, int64, int64))
def exposes(a: XiangqiArrays, side: int, move: int) -> bool:
    """Whether a move opens one's own general to a piece that does not attack it already."""
    if not is_attacked(a, side) and is_legal(a, side, move):
        return False
    before = checkers(a, side)
    key = a.past[at.KEY]
    score = int64(a.state[at.PIECE_SQUARE])
    captured = make(a, move)
    after = checkers(a, side)
    unmake(a, move, captured, key, score)
    return after & ~before != 0


@KERNELS.kernel(boolean(ARRAYS, int64, int64, int32[::1], int64))
def can_take_on(a: XiangqiArrays, side: int, square: int, scratch: NDArray[np.int32], first: int) -> bool:
    """Whether a side has a legal capture on a square."""
    find_danger(a, side)
    end = generate(a, side, CAPTURES, scratch, first)
    for index in range(first, end):
        move = int64(scratch[index])
        plain = move & at.MOVE_MASK
        if plain >> at.TO_SHIFT == square and (move & at.DOUBTFUL == 0 or is_legal(a, side, plain)):
            return True
    return False


@KERNELS.kernel(boolean(ARRAYS, int64, int64, int32[::1], int64))
def wins(a: XiangqiArrays, side: int, move: int, scratch: NDArray[np.int32], first: int) -> bool:
    """Whether a capture of the side, which its piece can make, would win a piece that can be chased.

    `scratch` is overwritten from index `first` on and needs MAX_MOVES numbers.
    """
    state = a.state
    other = 1 - side
    origin = move & at.SQUARE_MASK
    target = move >> at.TO_SHIFT
    kind = at.KIND_OF[state[at.CELL + origin] - 1]
    taken = at.KIND_OF[state[at.CELL + target] - 1]
    if kind == at.GENERAL or kind == at.SOLDIER or taken == at.GENERAL:
        return False
    if taken == at.SOLDIER and (target >= 45) != (other == at.RED):
        return False
    if exposes(a, side, move):
        return False
    weak = kind == at.ADVISOR or kind == at.ELEPHANT
    light = kind == at.HORSE or kind == at.CANNON
    if taken == at.ROOK and (weak or light):
        return True
    if weak and (taken == at.CANNON or taken == at.HORSE):
        return True
    if kind == taken:
        # it could take its attacker as well, unless it is pinned or a horse that is hobbled on its way
        free = kind != at.HORSE or state[at.CELL + a.legs[target * at.SQUARES + origin]] == 0
        if free and not exposes(a, other, target | origin << at.TO_SHIFT):
            return False
    key = a.past[at.KEY]
    score = int64(state[at.PIECE_SQUARE])
    captured = make(a, move)
    protected = can_take_on(a, other, target, scratch, first)
    unmake(a, move, captured, key, score)
    return not protected


@KERNELS.kernel(void(ARRAYS, int64, boolean, int32[::1], int64))
def note_before(a: XiangqiArrays, side: int, only_threats: bool, scratch: NDArray[np.int32], first: int) -> None:
    """Note for each piece of the side, at `scratch[first + id]` less the side's first id, the pieces that it attacks,
    or only those that it would win: a bit for each id less the other side's first.

    `scratch` is overwritten from index `first` on and needs PIECES + 2 * MAX_MOVES numbers.
    """
    state = a.state
    begin = first + PIECES
    for index in range(first, begin):
        scratch[index] = 0
    end = list_captures(a, side, 0, scratch, begin)
    for index in range(begin, end):
        move = int64(scratch[index])
        attacker = first + ((state[at.CELL + (move & at.SQUARE_MASK)] - 1) & 15)
        victim = (state[at.CELL + (move >> at.TO_SHIFT)] - 1) & 15
        if not only_threats or wins(a, side, move, scratch, end):
            scratch[attacker] |= 1 << victim


@KERNELS.kernel(int64(ARRAYS, int64, int32[::1], int64))
def threatened_anew(a: XiangqiArrays, side: int, scratch: NDArray[np.int32], first: int) -> int:
    """The pieces of the other side that this side would win if it were to move, by captures that `note_before` has not
    noted at `scratch[first]`: a bit for each id less the first. What lies behind the notes is overwritten."""
    state = a.state
    begin = first + PIECES
    end = list_captures(a, side, 0, scratch, begin)
    found = 0
    for index in range(begin, end):
        move = int64(scratch[index])
        attacker = first + ((state[at.CELL + (move & at.SQUARE_MASK)] - 1) & 15)
        bit = 1 << ((state[at.CELL + (move >> at.TO_SHIFT)] - 1) & 15)
        if (found | scratch[attacker]) & bit == 0 and wins(a, side, move, scratch, end):
            found |= bit
    return found
