"""Wins by continuous fours, each of which leaves one answer, and where they can be parried."""

from __future__ import annotations

from typing import Final

from ai.common import table
from ai.common.bits import lowest
from ai.common.control import SELDEPTH
from ai.common.kernels import KernelSet, boolean, int64, uint64
from ai.common.pointers import as_array
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, STEPS, GomokuArrays, find_class, is_forbidden, lift, place
from ai.gomoku.notation import BLACK
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

_RENJU = int(RowRule.RENJU)
WHITE_KEY: Final = 0x3C6EF372FE94F82B
"""Belongs to the key of a position in which White is to move."""
_FOURS_KEY: Final = 0x510E527FADE682D1
_FIRST: Final = 1 << 20
"""The ordering value of the four that is tried first."""


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def win_by_fours(a: GomokuArrays, side: int, fours: int, ply: int) -> int:
    """Plies to a win by fours alone for the side to move, or 0 if none was found with this many fours and within
    FOURS_LEFT positions.

    Each four leaves one answer. The line is left in LINES at `ply`.
    """
    state = a.state
    control = a.control
    if control[at.STOP] != 0:
        return 0
    other = 1 - side
    mine = at.COUNTS + side * at.CLASSES
    theirs = at.COUNTS + other * at.CLASSES
    out = at.LINES + ply * at.MAX_PLY
    if state[mine + at.WINS] > 0:
        state[out] = find_class(a, side, at.WINS)
        state[out + 1] = 0
        return 1
    fives = state[theirs + at.WINS]
    if fives > 1:
        return 0
    if fives == 0 and state[mine + at.WINNING_FOUR] > 0:
        state[out] = find_class(a, side, at.WINNING_FOUR)
        state[out + 1] = 0
        return 3
    if fours <= 0 or ply >= at.MAX_PLY - 4 or state[at.FOURS_LEFT] <= 0:
        return 0
    # 1. the fours worth trying, best first
    first = at.MOVES + ply * at.MAX_MOVES
    count = 0
    key = control[at.HASH] ^ (WHITE_KEY * side) ^ _FOURS_KEY
    wanted = state[at.FOURS_WANTED]
    known = fours + (128 if wanted == at.MAKES_FOUR else 0)
    if fives == 1:
        point = find_class(a, other, at.WINS)
        if state[point * at.RECORD + at.INFO + side] & at.MAKES_FOUR == 0:
            return 0
        state[first] = point
        count = 1
    else:
        held = table.probe(as_array(a.table, int64(state[at.TABLE_SIZE])), key)
        hint = 0
        if held != 0:
            if table.bound_of(held) == table.UPPER:
                if table.depth_of(held) >= known:
                    return 0
            else:
                hint = table.move_of(held)
        size = state[at.SIZE]
        for row in range(at.MARGIN, at.MARGIN + size):
            left = int64(state[at.FOURS + side * at.ROWS + row])
            while left != 0:
                point = (row << 5) + lowest(uint64(left))
                left &= left - 1
                info = state[point * at.RECORD + at.INFO + side]
                kind = info & at.CLASS_MASK
                if kind == at.FORBIDDEN or info & wanted == 0:
                    continue
                value = int64((info >> at.ORDER_SHIFT) & at.ORDER_MASK)
                if point == hint:
                    value = _FIRST
                value = (value << 10) | point
                index = count
                while index > 0 and state[first + index - 1] < value:
                    state[first + index] = state[first + index - 1]
                    index -= 1
                state[first + index] = value
                count += 1
    # 2. each with its one answer
    result = 0
    best = 0
    for index in range(count):
        point = int64(state[first + index]) & 1023
        if state[at.RULE] == _RENJU and side == BLACK and is_forbidden(a, point):
            continue
        # two positions: after the four and after its answer
        control[at.NODES] += 2
        control[SELDEPTH] = max(control[SELDEPTH], ply + 2)
        state[at.FOURS_LEFT] -= 2
        if control[at.NODES] >= control[at.NODE_LIMIT]:
            control[at.STOP] = 1
        place(a, point, side)
        state[out] = point
        state[out + 1] = 0
        if state[mine + at.WINS] > 1:
            result = 3
        else:
            answer = find_class(a, side, at.WINS)
            if state[at.RULE] == _RENJU and other == BLACK and is_forbidden(a, answer):
                result = 3
            else:
                place(a, answer, other)
                below = win_by_fours(a, side, fours - 1, ply + 2)
                lift(a, answer, other)
                if below > 0:
                    result = below + 2
                    state[out + 1] = answer
                    index_below = at.LINES + (ply + 2) * at.MAX_PLY
                    length = 0
                    while state[index_below + length] != 0 and length < at.MAX_PLY - 4:
                        state[out + 2 + length] = state[index_below + length]
                        length += 1
                    state[out + 2 + length] = 0
        lift(a, point, side)
        if result > 0:
            best = point
        if result > 0 or control[at.STOP] != 0 or state[at.FOURS_LEFT] <= 0:
            break
    if fives == 0 and control[at.STOP] == 0 and (result > 0 or state[at.FOURS_LEFT] > 0):
        bound = table.LOWER if result > 0 else table.UPPER
        table.store(
            as_array(a.table, int64(state[at.TABLE_SIZE])), key, best, bound, known, control[at.GENERATION], 0, 0
        )
    return result


@KERNELS.kernel(boolean(ARRAYS, int64, int64, int64))
def parry_zone(a: GomokuArrays, attacker: int, line: int, ply: int) -> bool:
    """Write into ZONES at `ply` all points where a stone of the defender may spoil the win by fours whose line lies in
    `state` from `line` on; whether that could be told. Own fours of the defender, which gain a move, are left to the
    caller.

    A stone elsewhere leaves the line as it is: each four, its one answer, and what the answers threaten. So the points
    are those of the line, those that complete its last four, and those with which the answers would make a four (the
    rows of five with an answer, two more of the defender's stones, and none of the attacker's).
    """
    state = a.state
    defender = 1 - attacker
    if state[at.RULE] == _RENJU:
        return False  # a stone may also change what is forbidden
    zone = at.ZONES + ply * at.ROWS
    for row in range(at.ROWS):
        state[zone + row] = 0
    length = 0
    while state[line + length] != 0:
        point = int64(state[line + length])
        state[zone + (point >> 5)] |= 1 << (point & 31)
        place(a, point, attacker if length & 1 == 0 else defender)
        length += 1
        if length & 1 == 0 or length < 3:
            continue
        # the answer before this four: what it makes together with one stone more
        answer = int64(state[line + length - 2])
        for direction in range(4):
            step = STEPS[direction]
            for start in range(-4, 1):
                own = 0
                for k in range(start, start + 5):
                    cell = state[(answer + k * step) * at.RECORD + at.CELL]
                    if cell == defender + 1:
                        own += 1
                    elif cell != at.EMPTY:
                        own = -9
                if own >= 3:
                    for k in range(start, start + 5):
                        spot = answer + k * step
                        if state[spot * at.RECORD + at.CELL] == at.EMPTY:
                            state[zone + (spot >> 5)] |= 1 << (spot & 31)
    # the points that complete the last four
    size = state[at.SIZE]
    for row in range(at.MARGIN, at.MARGIN + size):
        left = int64(state[at.FOURS + attacker * at.ROWS + row])
        while left != 0:
            spot = (row << 5) + lowest(uint64(left))
            left &= left - 1
            if state[spot * at.RECORD + at.INFO + attacker] & at.CLASS_MASK == at.WINS:
                state[zone + row] |= 1 << (spot & 31)
    for index in range(length - 1, -1, -1):
        lift(a, int64(state[line + index]), attacker if index & 1 == 0 else defender)
    return True
