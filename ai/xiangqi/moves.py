"""The moves of a position: which are legal for certain, which must be tried, and how many there are.

A move can expose one's own general in three ways: its piece leaves a line on which a rook, a cannon or the other
general lies behind it; it leaves the leg of a horse; or it enters a line as the one screen of a cannon. `find_danger`
finds the pieces and squares in question once per position, so that hardly any move has to be tried out.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, boolean, int32, int64, void
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, line_at, make, steps_from, unmake

KERNELS = KernelSet()

ALL: Final = 0
CAPTURES: Final = 1
QUIET: Final = 2
"""What `generate` writes: all moves, those that capture, those that do not."""
EVERY: Final = 0xFFFF
"""The pieces of a side, a bit each."""


@KERNELS.kernel(void(ARRAYS, int64))
def find_danger(a: XiangqiArrays, side: int) -> None:
    """Write into `state` whether the side to move is in check, which of its pieces may expose the general by leaving
    their square, and which squares of the general's lines none may enter."""
    state = a.state
    own = 16 * side
    other = 16 - own
    square = int64(state[at.PLACE + own])
    file = square % 9
    rank = square // 9
    check = 0
    exposing = 0
    blocked_file = 0
    blocked_rank = 0
    for vertical in range(2):
        entry = line_at(a, square, vertical)
        here = rank if vertical else file
        base = file if vertical else rank * 9
        scale = 9 if vertical else 1
        for shift in (0, 12):
            place = (entry >> shift) & 15
            if place == at.NO_PLACE:
                continue
            first = state[at.CELL + base + scale * place] - 1
            kind = first - other
            if (kind >= 7 and kind <= 8) or (vertical and kind == 0):
                check = 1
            elif kind >= 9 and kind <= 10:
                low = min(here, place) + 1
                high = max(here, place)
                between = (1 << high) - (1 << low)
                if vertical:
                    blocked_file |= between
                else:
                    blocked_rank |= between
            place = (entry >> (shift + 4)) & 15
            if place == at.NO_PLACE:
                continue
            second = state[at.CELL + base + scale * place] - 1
            kind = second - other
            if kind >= 9 and kind <= 10:
                check = 1
            elif ((kind >= 7 and kind <= 8) or (vertical and kind == 0)) and first >> 4 == side:
                exposing |= 1 << (first & 15)
            place = (entry >> (shift + 8)) & 15
            if place == at.NO_PLACE:
                continue
            kind = state[at.CELL + base + scale * place] - 1 - other
            if kind >= 9 and kind <= 10:
                if first >> 4 == side:
                    exposing |= 1 << (first & 15)
                if second >> 4 == side:
                    exposing |= 1 << (second & 15)
    for piece in range(other + 5, other + 7):
        place = state[at.PLACE + piece]
        if place >= 0:
            leg = a.legs[place * at.SQUARES + square]
            if leg != at.WALL:
                blocker = state[at.CELL + leg] - 1
                if blocker < 0:
                    check = 1
                elif blocker >> 4 == side:
                    exposing |= 1 << (blocker & 15)
    ahead = square + (9 if side == at.RED else -9)
    for near in (ahead, square - 1, square + 1):
        kind = state[at.CELL + near] - 1 - other
        if kind >= 11 and kind < 16:
            check = 1
    state[at.IN_CHECK] = check
    state[at.EXPOSING] = exposing | 1  # the general's own steps are always tried
    state[at.BLOCKED_FILE] = blocked_file
    state[at.BLOCKED_RANK] = blocked_rank


@KERNELS.kernel(boolean(ARRAYS, int64, int64))
def is_legal(a: XiangqiArrays, side: int, move: int) -> bool:
    """Whether a move that the piece could make leaves one's own general safe: by trying it."""
    key = a.past[at.KEY]
    score = int64(a.state[at.PIECE_SQUARE])
    captured = make(a, move)
    safe = not is_attacked(a, side)
    unmake(a, move, captured, key, score)
    return safe


@KERNELS.kernel(int64(ARRAYS, int64, int64, int32[::1], int64))
def list_captures(a: XiangqiArrays, side: int, exposing: int, out: NDArray[np.int32], first: int) -> int:
    """Write the captures of a side into `out` from index `first` on; gives the index after the last. Those of the
    pieces in `exposing` (a bit for each id less the side's first) get the bit DOUBTFUL.

    Every possible target is written, and counted only if it is one: no branches that the processor has to guess.
    """
    state = a.state
    steps = a.tables
    own = 16 * side
    enemy = 1 - side
    count = first
    # hardly ever is there a victim for the general, the advisors and the elephants
    zones = at.ZONES + side * at.ZONES_OF_SIDE + 1
    near = 0
    for piece in range(16 * enemy + 5, 16 * enemy + 16):
        near |= a.legs[zones + state[at.PLACE + piece]]
    if near != 0:
        for index in range(0 if near & at.PALACE else 3, 5 if near & at.POINTS else 3):
            origin = int64(state[at.PLACE + own + index])
            if origin < 0:
                continue
            doubt = origin | ((exposing >> index) & 1) * at.DOUBTFUL
            table = side * at.SQUARES * at.STEPS + origin * at.STEPS
            if index == 0:
                table += at.GENERAL_STEPS
            elif index < 3:
                table += at.ADVISOR_STEPS
            else:
                table += at.ELEPHANT_STEPS
            for step in range(table, table + 4):
                target = steps[step] & at.SQUARE_MASK
                out[count] = doubt | target << at.TO_SHIFT
                hit = (state[at.CELL + target] - 1) >> 4 == enemy
                free = index < 3 or state[at.CELL + (steps[step] >> at.TO_SHIFT)] == 0
                count += 1 if hit & free else 0
    for index in range(5, 7):
        origin = int64(state[at.PLACE + own + index])
        if origin < 0:
            continue
        doubt = origin | ((exposing >> index) & 1) * at.DOUBTFUL
        table = at.HORSE_STEPS + origin * at.STEPS
        for step in range(table, table + 8):
            target = steps[step] & at.SQUARE_MASK
            out[count] = doubt | target << at.TO_SHIFT
            hit = (state[at.CELL + target] - 1) >> 4 == enemy
            free = state[at.CELL + (steps[step] >> at.TO_SHIFT)] == 0
            count += 1 if hit & free else 0
    for index in range(7, 11):
        origin = int64(state[at.PLACE + own + index])
        if origin < 0:
            continue
        doubt = origin | ((exposing >> index) & 1) * at.DOUBTFUL
        file = origin % 9
        rank = origin // 9
        shift = 0 if index < 9 else 4
        for vertical in range(2):
            entry = line_at(a, origin, vertical) >> shift
            base = file if vertical else rank * 9
            scale = 9 if vertical else 1
            low = entry & 15
            high = (entry >> 12) & 15
            target = base + scale * low if low != at.NO_PLACE else at.NOWHERE
            out[count] = doubt | target << at.TO_SHIFT
            count += 1 if (state[at.CELL + target] - 1) >> 4 == enemy else 0
            target = base + scale * high if high != at.NO_PLACE else at.NOWHERE
            out[count] = doubt | target << at.TO_SHIFT
            count += 1 if (state[at.CELL + target] - 1) >> 4 == enemy else 0
    for index in range(11, 16):
        origin = int64(state[at.PLACE + own + index])
        if origin < 0:
            continue
        doubt = origin | ((exposing >> index) & 1) * at.DOUBTFUL
        table = at.SOLDIER_STEPS + side * at.SQUARES * at.STEPS + origin * at.STEPS
        for step in range(table, table + 3):
            target = steps[step] & at.SQUARE_MASK
            out[count] = doubt | target << at.TO_SHIFT
            count += 1 if (state[at.CELL + target] - 1) >> 4 == enemy else 0
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64, int32[::1], int64))
def generate(a: XiangqiArrays, side: int, what: int, out: NDArray[np.int32], first: int) -> int:
    """Write the moves of a side (`what`: ALL, CAPTURES, QUIET) into `out` from index `first` on; gives the index after
    the last.

    `find_danger` must have been called for the side. Moves with the bit DOUBTFUL may be illegal (`is_legal` tells), all
    others are legal.
    """
    state = a.state
    step = a.tables
    own = 16 * side
    king = int64(state[at.PLACE + own])
    king_file = king % 9
    king_rank = king // 9
    blocked_file = state[at.BLOCKED_FILE]
    blocked_rank = state[at.BLOCKED_RANK]
    blocked = blocked_file | blocked_rank
    exposing = int64(state[at.EXPOSING]) if state[at.IN_CHECK] == 0 else EVERY
    if what == CAPTURES:
        return list_captures(a, side, exposing, out, first)
    count = first
    for index in range(16):
        origin = int64(state[at.PLACE + own + index])
        if origin < 0:
            continue
        doubt = at.DOUBTFUL if (exposing >> index) & 1 else 0
        begin = count
        kind = at.KIND_OF[index]
        if kind == at.ROOK or kind == at.CANNON:
            file = origin % 9
            rank = origin // 9
            for vertical in range(2):
                entry = line_at(a, origin, vertical)
                here = rank if vertical else file
                base = file if vertical else rank * 9
                scale = 9 if vertical else 1
                end = 10 if vertical else 9
                low = entry & 15
                high = (entry >> 12) & 15
                place = here - 1
                stop = low if low != at.NO_PLACE else -1
                while place > stop:
                    out[count] = origin | (base + scale * place) << at.TO_SHIFT | doubt
                    count += 1
                    place -= 1
                stop = min(high, end)
                for place in range(here + 1, stop):
                    out[count] = origin | (base + scale * place) << at.TO_SHIFT | doubt
                    count += 1
                if what == QUIET:
                    continue
                if kind == at.CANNON:
                    low = (entry >> 4) & 15
                    high = (entry >> 16) & 15
                if low != at.NO_PLACE:
                    target = base + scale * low
                    if (state[at.CELL + target] - 1) >> 4 != side:
                        out[count] = origin | target << at.TO_SHIFT | doubt
                        count += 1
                if high != at.NO_PLACE:
                    target = base + scale * high
                    if (state[at.CELL + target] - 1) >> 4 != side:
                        out[count] = origin | target << at.TO_SHIFT | doubt
                        count += 1
        else:
            blockable = kind == at.HORSE or kind == at.ELEPHANT
            table = steps_from(kind, side, origin)
            while step[table] != at.NO_STEP:
                packed = step[table]
                table += 1
                target = packed & at.SQUARE_MASK
                there = state[at.CELL + target]
                wanted = there == 0 or (what == ALL and (there - 1) >> 4 != side)
                # written in any case, counted only if it is a move: no branch that the processor has to guess
                out[count] = origin | target << at.TO_SHIFT | doubt
                free = not blockable or state[at.CELL + (packed >> at.TO_SHIFT)] == 0
                count += 1 if wanted & free else 0
        if blocked and not doubt:
            # what enters the line of a cannon is illegal for certain: these squares are empty
            keep = begin
            for each in range(begin, count):
                target = (out[each] >> at.TO_SHIFT) & at.SQUARE_MASK
                enters = (target % 9 == king_file and (blocked_file >> (target // 9)) & 1) or (
                    target // 9 == king_rank and (blocked_rank >> (target % 9)) & 1
                )
                if not enters:
                    out[keep] = out[each]
                    keep += 1
            count = keep
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int32[::1], int64))
def count_legal(a: XiangqiArrays, side: int, scratch: NDArray[np.int32], first: int) -> int:
    """How many legal moves a side has. `scratch` is overwritten from index `first` on."""
    find_danger(a, side)
    state = a.state
    own = 16 * side
    if state[at.IN_CHECK] or state[at.BLOCKED_FILE] | state[at.BLOCKED_RANK]:
        end = generate(a, side, ALL, scratch, first)
        legal = end - first
        for index in range(first, end):
            if scratch[index] & at.DOUBTFUL and not is_legal(a, side, scratch[index] & at.MOVE_MASK):
                legal -= 1
        return legal
    # whatever does not expose the general is counted without being written down
    exposing = state[at.EXPOSING]
    legal = 0
    for index in range(16):
        origin = int64(state[at.PLACE + own + index])
        if origin < 0:
            continue
        kind = at.KIND_OF[index]
        doubtful = (exposing >> index) & 1 != 0
        if kind == at.ROOK or kind == at.CANNON:
            file = origin % 9
            rank = origin // 9
            for vertical in range(2):
                entry = line_at(a, origin, vertical)
                here = rank if vertical else file
                base = file if vertical else rank * 9
                scale = 9 if vertical else 1
                end = 10 if vertical else 9
                low = entry & 15
                high = (entry >> 12) & 15
                bottom = low if low != at.NO_PLACE else -1
                top = min(high, end)
                if doubtful:
                    for place in range(bottom + 1, top):
                        if place != here and is_legal(a, side, origin | (base + scale * place) << at.TO_SHIFT):
                            legal += 1
                else:
                    legal += top - bottom - 2
                if kind == at.CANNON:
                    low = (entry >> 4) & 15
                    high = (entry >> 16) & 15
                if low != at.NO_PLACE:
                    target = base + scale * low
                    if (state[at.CELL + target] - 1) >> 4 != side and (
                        not doubtful or is_legal(a, side, origin | target << at.TO_SHIFT)
                    ):
                        legal += 1
                if high != at.NO_PLACE:
                    target = base + scale * high
                    if (state[at.CELL + target] - 1) >> 4 != side and (
                        not doubtful or is_legal(a, side, origin | target << at.TO_SHIFT)
                    ):
                        legal += 1
            continue
        blockable = kind == at.HORSE or kind == at.ELEPHANT
        table = steps_from(kind, side, origin)
        while a.tables[table] != at.NO_STEP:
            packed = a.tables[table]
            table += 1
            target = packed & at.SQUARE_MASK
            if (state[at.CELL + target] - 1) >> 4 == side:
                continue
            if blockable and state[at.CELL + (packed >> at.TO_SHIFT)] != 0:
                continue
            if not doubtful or is_legal(a, side, origin | target << at.TO_SHIFT):
                legal += 1
    return legal


@KERNELS.kernel(int64(ARRAYS, int64, int64, int32[::1], int64))
def perft(a: XiangqiArrays, side: int, depth: int, scratch: NDArray[np.int32], first: int) -> int:
    """The number of lines of this many plies. `scratch` (int32) needs MAX_MOVES numbers a ply from `first` on."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_legal(a, side, scratch, first)
    find_danger(a, side)
    end = generate(a, side, ALL, scratch, first)
    key = a.past[at.KEY]
    score = int64(a.state[at.PIECE_SQUARE])
    total = 0
    for index in range(first, end):
        move = int64(scratch[index])
        captured = make(a, move)
        if move & at.DOUBTFUL == 0 or not is_attacked(a, side):
            total += perft(a, 1 - side, depth - 1, scratch, end)
        unmake(a, move, captured, key, score)
    return total
