"""Wins by threats: a proof-number search over fours and threes, exact in what it claims.

The attacker plays only moves that threaten to win: fours (one more stone makes five) and threes (one more makes a
straight four or two fours). The defender has every move that can parry: against a four the one point that stops it,
against a three the points that take away every threatened straight four, and all own fours. Whatever else the defender
plays loses to the threat itself, so a proof holds against every reply. It is df-pn (Nagai 2002) with the 1 + epsilon
thresholds of Pawlewicz and Lew (2007) and, where numbers would be added up, the largest plus the count of the others
(weak proof numbers, Ueda and others 2008), since the same positions are reached in many orders. Where the attacker has
a win by fours alone, it is found by a small search of its own.

`memory` of a search, one NamedTuple:

    table (int64)   two numbers an entry, four entries a bucket: key ^ data, data. Data holds in bits 0 to 9 the move,
                    10 to 17 the plies to the win, 18 to 37 the proof number, 38 to 57 the disproof number, and bit 58,
                    so that no data is 0.
    stack (int32)   for each ply WIDTH moves: point, proof number, disproof number, plies to the win
    line (int32)    the winning line that was found, ended by 0
    losses (int32)  by point, in how many plies the other side wins by threats once a stone stands there; 0: unknown
    work (int64)    NODES counted, LIMIT on them, and the numbers below
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, int32, int64, void
from ai.common.pointers import Addressed, addressed
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, Arrays, is_forbidden, line_key, toggle
from ai.gomoku.fouls import BLACK
from ai.gomoku.notation import Rule

KERNELS = KernelSet()

_RENJU = int(Rule.RENJU)
_STEPS = (1, at.STRIDE, at.STRIDE + 1, at.STRIDE - 1)

_WIDTH: Final = 128
"""Moves kept at a ply."""
_PLIES: Final = 160
_DEEPEST: Final = 90
"""Threats are not followed further; fours alone may go on beyond."""
_MOVE: Final = 4
"""Numbers a move takes on the stack."""

# `work`
NODES: Final = 0
LIMIT: Final = 1
_OUT: Final = 2
"""Not 0: the limit was reached or a hand stopped the search."""
_PLIES_FOUND: Final = 3
_MOVE_FOUND: Final = 4
_FOURS_LEFT: Final = 5
"""Nodes that the nested search for fours may still take."""
_BUCKETS: Final = 6
"""Buckets of the table, of eight numbers each."""
_WORK: Final = 8

_INFINITE: Final = (1 << 20) - 1
_FIELD: Final = (1 << 20) - 1
_MARK: Final = 1 << 58
_ATTACK_KEY: Final = 0x1B873593CC9E2D51
_DEFENCE_KEY: Final = 0x2545F4914F6CDD1D
_WHITE_KEY: Final = 0x3C6EF372FE94F82B
_FOURS_KEY: Final = 0x510E527FADE682D1

_THREE_GUESS: Final = 3
_THREES_GUESS: Final = 2
"""The first proof numbers of a three and of two threes at once; of a four it is 1."""
_FOURS_NODES: Final = 400
"""What one nested search for a win by fours may cost."""

# What a pattern on one line is worth in the order of attacking moves
_WORTH: Final = (0, 0, 0, 1, 1, 4, 5, 3, 12, 13, 10, 40, 60, 90)
_PROVEN: Final = -1
_REFUTED: Final = -2


class Memory(Addressed):
    """What one solver remembers and works with; see above."""

    table: NDArray[np.int64]
    stack: NDArray[np.int32]
    line: NDArray[np.int32]
    losses: NDArray[np.int32]
    work: NDArray[np.int64]


MEMORY = addressed(Memory, table=int64, stack=int32, line=int32, losses=int32, work=int64)


def new_memory(table_mb: int = 8) -> Memory:
    """An empty memory with a table of at most so many MiB."""
    entries = 1 << max(10, (table_mb * 1024 * 1024 // 16).bit_length() - 1)
    work = np.zeros(_WORK, np.int64)
    work[_BUCKETS] = entries // 4
    return Memory(
        table=np.zeros(2 * entries, np.int64),
        stack=np.zeros(_PLIES * _WIDTH * _MOVE, np.int32),
        line=np.zeros(_PLIES, np.int32),
        losses=np.zeros(at.GRID, np.int32),
        work=work,
    )


@KERNELS.kernel(int64(MEMORY, int64))
def recall(m: Memory, key: int) -> int:
    """The data kept under a key, or 0."""
    table = m.table
    first = (key & (m.work[_BUCKETS] - 1)) * 8
    for index in range(first, first + 8, 2):
        data: int = table[index + 1]
        if table[index] ^ data == key:
            return data
    return 0


@KERNELS.kernel(void(MEMORY, int64, int64, int64, int64, int64))
def keep(m: Memory, key: int, proof: int, disproof: int, move: int, plies: int) -> None:
    """Keep the numbers of a position; where its bucket is full the entry with the least work in it goes."""
    table = m.table
    data = _MARK | (disproof << 38) | (proof << 18) | (min(plies, 255) << 10) | move
    first = (key & (m.work[_BUCKETS] - 1)) * 8
    chosen = first
    least = int64(1) << 62
    for index in range(first, first + 8, 2):
        held = table[index + 1]
        if held == 0 or table[index] ^ held == key:
            chosen = index
            break
        p = (held >> 18) & _FIELD
        d = (held >> 38) & _FIELD
        worth = p + d
        if p == 0:
            worth = 3 * _INFINITE
        elif d == 0:
            worth = 2 * _INFINITE if worth > _INFINITE else worth
        if worth < least:
            least = worth
            chosen = index
    table[chosen] = key ^ data
    table[chosen + 1] = data


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def class_near(a: Arrays, point: int, side: int, wanted: int) -> int:
    """An empty point of this class for a side on the lines of a point, within reach; 0 where there is none."""
    state = a.state
    reach = state[at.RADIUS]
    for direction in range(4):
        for way in range(2):
            step = _STEPS[direction] if way == 0 else -_STEPS[direction]
            other = point
            for _ in range(reach):
                other += step
                record = other * at.RECORD
                cell = state[record + at.CELL]
                if cell == at.WALL:
                    break
                if cell == at.EMPTY and state[record + at.INFO + side] & at.CLASS_MASK == wanted:
                    return other
    return 0


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def class_anywhere(a: Arrays, side: int, wanted: int) -> int:
    """The first empty point of this class for a side; 0 where there is none."""
    state = a.state
    size = state[at.SIZE]
    for row in range(size):
        first = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(first, first + size):
            record = point * at.RECORD
            if state[record + at.INFO + side] & at.CLASS_MASK == wanted and state[record + at.CELL] == at.EMPTY:
                return point
    return 0


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64))
def attacks(a: Arrays, m: Memory, side: int, ply: int, fours_only: int) -> int:
    """Write the points where a side makes a four, or (unless `fours_only`) a three, to the stack, best first; gives
    their number. What renju may forbid is left to the caller."""
    state = a.state
    stack = m.stack
    size = state[at.SIZE]
    base = ply * _WIDTH * _MOVE
    count = 0
    for row in range(size):
        start = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(start, start + size):
            record = point * at.RECORD
            info = state[record + at.INFO + side]
            kind = info & at.CLASS_MASK
            if kind == at.PLAIN or kind == at.FORBIDDEN or state[record + at.CELL] != at.EMPTY:
                continue
            if fours_only != 0 and info & at.MAKES_FOUR == 0:
                continue
            pattern = state[record + at.PATTERN + side]
            value = 0
            for direction in range(4):
                value += _WORTH[(pattern >> (4 * direction)) & 15]
            # the other side's use of the point counts a little
            pattern = state[record + at.PATTERN + 1 - side]
            for direction in range(4):
                value += _WORTH[(pattern >> (4 * direction)) & 15] >> 2
            index = base + count * _MOVE
            while index > base and stack[index - _MOVE + 1] < value:
                stack[index] = stack[index - _MOVE]
                stack[index + 1] = stack[index - _MOVE + 1]
                index -= _MOVE
            stack[index] = point
            stack[index + 1] = value
            if count < _WIDTH - 1:
                count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64))
def fours(a: Arrays, m: Memory, side: int, ply: int) -> int:
    """Plies to a win by fours alone for the side to move, within _FOURS_LEFT nodes; 0 if none was found.

    The line is left in `line` from `ply` on.
    """
    state = a.state
    work = m.work
    work[NODES] += 1
    work[_FOURS_LEFT] -= 1
    other = 1 - side
    mine = at.COUNTS + side * at.CLASSES
    theirs = at.COUNTS + other * at.CLASSES
    if state[mine + at.WINS] > 0:
        m.line[ply] = class_anywhere(a, side, at.WINS)
        m.line[ply + 1] = 0
        return 1
    fives = state[theirs + at.WINS]
    if fives > 1:
        return 0
    if fives == 0 and state[mine + at.WINNING_FOUR] > 0:
        m.line[ply] = class_anywhere(a, side, at.WINNING_FOUR)
        m.line[ply + 1] = 0
        return 3
    if work[_FOURS_LEFT] <= 0 or ply >= _PLIES - 4:
        return 0
    if state[mine + at.SINGLE_FOUR] + state[mine + at.FOUR_THREE] + state[mine + at.SUSPECT] == 0 and fives == 0:
        return 0
    key = a.control[at.HASH] ^ (_WHITE_KEY * side) ^ _FOURS_KEY
    if recall(m, key) != 0:
        return 0
    stack = m.stack
    base = ply * _WIDTH * _MOVE
    if fives == 1:
        stack[base] = class_anywhere(a, other, at.WINS)
        count = 1 if state[stack[base] * at.RECORD + at.INFO + side] & at.MAKES_FOUR != 0 else 0
    else:
        count = attacks(a, m, side, ply, 1)
    renju = state[at.RULE] == _RENJU
    result = 0
    for index in range(count):
        point = int64(stack[base + index * _MOVE])
        if renju and side == BLACK and is_forbidden(a, point):
            continue
        toggle(a, point, side)
        m.line[ply] = point
        answer = class_near(a, point, side, at.WINS)
        if state[mine + at.WINS] > 1 or (renju and other == BLACK and is_forbidden(a, answer)):
            m.line[ply + 1] = 0
            result = 3
        else:
            toggle(a, answer, other)
            below = fours(a, m, side, ply + 2)
            toggle(a, answer, other)
            if below > 0:
                result = below + 2
                m.line[ply + 1] = answer
        toggle(a, point, side)
        if result > 0 or work[_FOURS_LEFT] <= 0 or a.control[at.STOP] != 0:
            break
    if result == 0 and work[_FOURS_LEFT] > 0 and a.control[at.STOP] == 0:
        keep(m, key, _INFINITE, 0, 0, 0)
    return result


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64))
def parries(a: Arrays, m: Memory, attacker: int, ply: int) -> int:
    """Write to the stack every move of the defender that is not answered by a straight four or two fours at once, the
    direct ones first, then own fours; gives their number and, in _MOVE_FOUND, how many of them are direct.

    The attacker has no five to make, but at least one point of the class WINNING_FOUR. The other points lose: they
    leave one of those points as it is, and make no four that had to be answered first.
    """
    state = a.state
    stack = m.stack
    defender = 1 - attacker
    black = state[at.RULE] == _RENJU and defender == BLACK
    base = ply * _WIDTH * _MOVE
    count = 0
    target = class_anywhere(a, attacker, at.WINNING_FOUR)
    single = state[at.COUNTS + attacker * at.CLASSES + at.WINNING_FOUR] == 1
    pattern = state[target * at.RECORD + at.PATTERN + attacker]
    reach = state[at.RADIUS]
    for direction in range(-1, 4):
        if direction >= 0 and (pattern >> (4 * direction)) & 15 < at.FOUR:
            continue
        for way in range(2):
            for k in range(reach):
                if direction < 0:
                    point = target
                else:
                    step = _STEPS[direction] if way == 0 else -_STEPS[direction]
                    point = target + step * (k + 1)
                record = point * at.RECORD
                cell = state[record + at.CELL]
                if cell == at.WALL:
                    break
                if cell == at.EMPTY:
                    stops = True
                    if direction >= 0:
                        bits = (defender + 1) << (10 + 2 * k if way == 0 else 8 - 2 * k)
                        key = line_key(a, target, direction) | bits
                        made = (a.line[key] >> (4 * attacker)) & 15
                        now = (pattern & ~(15 << (4 * direction))) | (made << (4 * direction))
                        stops = a.point[attacker * at.PATTERNS + now] & at.CLASS_MASK != at.WINNING_FOUR
                    if stops and not single and state[record + at.INFO + defender] & at.MAKES_FOUR == 0:
                        toggle(a, point, defender)
                        stops = state[at.COUNTS + attacker * at.CLASSES + at.WINNING_FOUR] == 0
                        toggle(a, point, defender)
                    if stops and not (black and is_forbidden(a, point)):
                        stack[base + count * _MOVE] = point
                        count += 1
                if direction < 0:
                    break
            if direction < 0:
                break
    m.work[_MOVE_FOUND] = count
    if (
        state[at.COUNTS + defender * at.CLASSES + at.SINGLE_FOUR]
        + state[at.COUNTS + defender * at.CLASSES + at.FOUR_THREE]
        + state[at.COUNTS + defender * at.CLASSES + at.SUSPECT]
        == 0
    ):
        return count
    direct = count
    size = state[at.SIZE]
    for row in range(size):
        start = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(start, start + size):
            record = point * at.RECORD
            info = state[record + at.INFO + defender]
            if info & at.MAKES_FOUR == 0 or info & at.CLASS_MASK == at.FORBIDDEN:
                continue
            if state[record + at.CELL] != at.EMPTY or (black and is_forbidden(a, point)):
                continue
            known = False
            for index in range(direct):
                if stack[base + index * _MOVE] == point:
                    known = True
            if not known and count < _WIDTH:
                stack[base + count * _MOVE] = point
                count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64))
def expand(a: Arrays, m: Memory, attacker: int, defending: int, ply: int) -> int:
    """The moves of a position, written to the stack, and their number; _PROVEN or _REFUTED where that is plain, with
    the plies and the move in `work`."""
    state = a.state
    work = m.work
    stack = m.stack
    defender = 1 - attacker
    ours = at.COUNTS + attacker * at.CLASSES
    theirs = at.COUNTS + defender * at.CLASSES
    renju = state[at.RULE] == _RENJU
    base = ply * _WIDTH * _MOVE
    fives = state[theirs + at.WINS]
    work[_MOVE_FOUND] = 0
    work[_PLIES_FOUND] = 0
    if defending == 0:
        if state[ours + at.WINS] > 0:
            work[_MOVE_FOUND] = class_anywhere(a, attacker, at.WINS)
            work[_PLIES_FOUND] = 1
            return _PROVEN
        if fives > 1:
            return _REFUTED
        if fives == 0 and state[ours + at.WINNING_FOUR] > 0:
            work[_MOVE_FOUND] = class_anywhere(a, attacker, at.WINNING_FOUR)
            work[_PLIES_FOUND] = 3
            return _PROVEN
        if ply >= _DEEPEST:
            return _REFUTED
        if fives == 1:
            stack[base] = class_anywhere(a, defender, at.WINS)
            if renju and attacker == BLACK and is_forbidden(a, stack[base]):
                return _REFUTED
            return 1
        count = attacks(a, m, attacker, ply, 1 if state[theirs + at.WINNING_FOUR] > 3 else 0)
        if renju and attacker == BLACK:
            kept = 0
            for index in range(count):
                point = int64(stack[base + index * _MOVE])
                if state[point * at.RECORD + at.INFO] & at.CLASS_MASK == at.SUSPECT and is_forbidden(a, point):
                    continue
                stack[base + kept * _MOVE] = point
                kept += 1
            count = kept
        return _REFUTED if count == 0 else count
    if fives > 0:
        return _REFUTED
    straight = state[ours + at.WINS]
    if straight > 1:
        work[_PLIES_FOUND] = 2
        return _PROVEN
    if straight == 1:
        stack[base] = class_anywhere(a, attacker, at.WINS)
        if renju and defender == BLACK and is_forbidden(a, stack[base]):
            work[_PLIES_FOUND] = 2
            return _PROVEN
        work[_MOVE_FOUND] = 1
        return 1
    if state[ours + at.WINNING_FOUR] == 0 or state[theirs + at.WINNING_FOUR] > 0:
        return _REFUTED
    count = parries(a, m, attacker, ply)
    if count == 0:
        work[_MOVE_FOUND] = 0
        work[_PLIES_FOUND] = 4
        return _PROVEN
    return count


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64, int64, int64))
def prove(a: Arrays, m: Memory, attacker: int, defending: int, ply: int, proof_limit: int, disproof_limit: int) -> int:
    """Search below a position until one of its numbers reaches its limit; gives its data as the table keeps it."""
    state = a.state
    work = m.work
    stack = m.stack
    control = a.control
    work[NODES] += 1
    if work[NODES] >= work[LIMIT] or control[at.STOP] != 0:
        work[_OUT] = 1
    defender = 1 - attacker
    turn = defender if defending != 0 else attacker
    key = control[at.HASH] ^ (_WHITE_KEY * attacker) ^ (_DEFENCE_KEY if defending != 0 else _ATTACK_KEY)
    below_key = _ATTACK_KEY ^ _DEFENCE_KEY ^ key
    held = recall(m, key)
    if held != 0 and ((held >> 18) & _FIELD == 0 or (held >> 38) & _FIELD == 0):
        return held
    count = expand(a, m, attacker, defending, ply)
    direct = work[_MOVE_FOUND]
    if count in (_PROVEN, _REFUTED):
        proof = 0 if count == _PROVEN else _INFINITE
        keep(m, key, proof, _INFINITE - proof, work[_MOVE_FOUND], work[_PLIES_FOUND])
        return recall(m, key)
    if held == 0:
        if defending == 0:
            # a win by fours alone?
            work[_FOURS_LEFT] = _FOURS_NODES
            plies = fours(a, m, attacker, ply)
            if plies > 0:
                keep(m, key, 0, _INFINITE, m.line[ply], plies)
                return recall(m, key)
            count = expand(a, m, attacker, defending, ply)
        elif direct != count or count > 1:
            work[_FOURS_LEFT] = _FOURS_NODES
            if fours(a, m, defender, ply) > 0:
                keep(m, key, _INFINITE, 0, 0, 0)
                return recall(m, key)
            count = expand(a, m, attacker, defending, ply)
            direct = work[_MOVE_FOUND]
    base = ply * _WIDTH * _MOVE
    for index in range(count):
        point = int64(stack[base + index * _MOVE])
        data = recall(m, below_key ^ a.zobrist[turn * at.GRID + point])
        guess = 1
        if defending == 0:
            info = state[point * at.RECORD + at.INFO + attacker]
            if info & at.MAKES_FOUR == 0:
                guess = _THREES_GUESS if info & at.CLASS_MASK == at.DOUBLE_THREE else _THREE_GUESS
        stack[base + index * _MOVE + 1] = guess if data == 0 else (data >> 18) & _FIELD
        stack[base + index * _MOVE + 2] = 1 if data == 0 else (data >> 38) & _FIELD
        stack[base + index * _MOVE + 3] = (data >> 10) & 255
    while True:
        # the moves' numbers together: the smallest of one kind, the weak sum of the other
        best = 0
        least = _INFINITE + 1
        second = _INFINITE
        most = 0
        left = 0
        first_kind = 1 if defending == 0 else 2
        for index in range(count):
            one = int64(stack[base + index * _MOVE + first_kind])
            two = int64(stack[base + index * _MOVE + 3 - first_kind])
            if defending != 0 and index >= direct and left > 0 and most < _INFINITE:
                break  # own fours only when the direct defences are refuted
            if one < least:
                second = least
                least = one
                best = index
            elif one < second:
                second = one
            if two > 0:
                left += 1
                if two > most:
                    most = two
        total = 0 if left == 0 else min(most + left - 1, _INFINITE)
        if least == 0:
            total = _INFINITE
        elif least >= _INFINITE:
            total = 0
        proof = least if defending == 0 else total
        disproof = total if defending == 0 else least
        if proof == 0 or disproof == 0 or proof >= proof_limit or disproof >= disproof_limit or work[_OUT] != 0:
            break
        point = int64(stack[base + best * _MOVE])
        limit = min(_INFINITE, second + second // 8 + 1)
        if defending == 0:
            below_proof = min(proof_limit, limit)
            below_disproof = max(disproof_limit - (left - 1), 1)
        else:
            below_disproof = min(disproof_limit, limit)
            below_proof = max(proof_limit - (left - 1), 1)
        toggle(a, point, turn)
        data = prove(a, m, attacker, 1 - defending, ply + 1, below_proof, below_disproof)
        toggle(a, point, turn)
        stack[base + best * _MOVE + 1] = (data >> 18) & _FIELD
        stack[base + best * _MOVE + 2] = (data >> 38) & _FIELD
        stack[base + best * _MOVE + 3] = (data >> 10) & 255
    move = 0
    plies = 0
    if proof == 0:
        # how long it takes at most
        for index in range(count):
            if stack[base + index * _MOVE + 1] != 0:
                continue
            length = int64(stack[base + index * _MOVE + 3]) + 1
            if plies == 0 or (length > plies) == (defending != 0):
                plies = length
                move = int64(stack[base + index * _MOVE])
        if defending != 0:
            plies = max(plies, 4)
    keep(m, key, proof, disproof, move, plies)
    return recall(m, key)


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64))
def follow(a: Arrays, m: Memory, attacker: int) -> int:
    """Write the line of a proven win, against the longest defence, to `line` up to the five; gives its length.

    It ends early only where entries are lost and cannot be found again within LIMIT.
    """
    state = a.state
    stack = m.stack
    line = m.line
    defender = 1 - attacker
    ours = at.COUNTS + attacker * at.CLASSES
    black = state[at.RULE] == _RENJU and defender == BLACK
    length = 0
    won = False
    while length < _PLIES - 2 and not won:
        defending = length & 1
        turn = defender if defending != 0 else attacker
        # the stack below `length` is free; the moves of this ply go to the place where `prove` would put them
        count = expand(a, m, attacker, defending, min(length, _DEEPEST - 1))
        point = 0
        if count == _REFUTED:
            break
        if defending == 0:
            won = state[ours + at.WINS] > 0
            if count == _PROVEN:
                point = m.work[_MOVE_FOUND]
            else:
                key = a.control[at.HASH] ^ (_WHITE_KEY * attacker) ^ _ATTACK_KEY
                data = recall(m, key)
                if data == 0 or (data >> 18) & _FIELD != 0:
                    data = prove(a, m, attacker, 0, min(length, _DEEPEST - 1), _INFINITE, _INFINITE)
                if (data >> 18) & _FIELD != 0:
                    break
                point = data & 1023
        elif count == _PROVEN:
            wanted = at.WINS if state[ours + at.WINS] > 0 else at.WINNING_FOUR
            point = class_anywhere(a, attacker, wanted)
            if black and is_forbidden(a, point):
                point = 0
                size = state[at.SIZE]
                for square in range(size * size):
                    other = (square // size + at.MARGIN) * at.STRIDE + square % size + at.MARGIN
                    if state[other * at.RECORD + at.CELL] == at.EMPTY and not is_forbidden(a, other):
                        point = other
                        break
        else:
            longest = -1
            base = min(length, _DEEPEST - 1) * _WIDTH * _MOVE
            for index in range(count):
                each = int64(stack[base + index * _MOVE])
                toggle(a, each, defender)
                data = recall(m, a.control[at.HASH] ^ (_WHITE_KEY * attacker) ^ _ATTACK_KEY)
                if data == 0 or (data >> 18) & _FIELD != 0:
                    data = prove(a, m, attacker, 0, min(length, _DEEPEST - 1) + 1, _INFINITE, _INFINITE)
                toggle(a, each, defender)
                if (data >> 18) & _FIELD != 0:
                    point = 0
                    longest = 1 << 20
                elif (data >> 10) & 255 > longest:
                    longest = (data >> 10) & 255
                    point = each
        if point == 0:
            break
        line[length] = point
        length += 1
        toggle(a, point, turn)
    line[length] = 0
    for index in range(length - 1, -1, -1):
        toggle(a, line[index], attacker if index & 1 == 0 else defender)
    return length


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64))
def win_by_threats(a: Arrays, m: Memory, side: int, node_limit: int) -> int:
    """Plies to a win by fours and threes for the side to move, or 0 if none was proven within `node_limit` nodes.

    The number is an upper bound: the shortest win may be shorter. The line goes to `line`, ended by 0. What was proven
    before on the same board and rule is remembered, unless the table was cleared. Ends early when the control array
    says STOP.
    """
    work = m.work
    work[NODES] = 0
    work[LIMIT] = node_limit
    work[_OUT] = 0
    data = prove(a, m, side, 0, 0, _INFINITE, _INFINITE)
    if (data >> 18) & _FIELD != 0:
        m.line[0] = 0
        return 0
    work[_OUT] = 0
    work[LIMIT] = work[NODES] + node_limit
    follow(a, m, side)
    plies: int = (data >> 10) & 255
    return plies


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64, int64))
def repeat(a: Arrays, m: Memory, attacker: int, defending: int, ply: int, extra: int) -> int:
    """Plies to the attacker's win if it wins just as it does without the stones whose keys make up `extra`; else 0.

    Follows what the table knows of the other position (simulation, after Kawano 1996), far cheaper than a new search;
    what holds is kept for this one too.
    """
    state = a.state
    work = m.work
    work[NODES] += 1
    if work[NODES] >= work[LIMIT] or ply >= _DEEPEST:
        return 0
    defender = 1 - attacker
    here = a.control[at.HASH] ^ (_WHITE_KEY * attacker)
    if defending != 0:
        count = expand(a, m, attacker, 1, ply)
        if count == _REFUTED:
            return 0
        if count == _PROVEN:
            known: int = work[_PLIES_FOUND]
            return known
        # against a three any other move loses to the threat itself
        longest = 3 if state[at.COUNTS + attacker * at.CLASSES + at.WINS] == 0 else 0
        base = ply * _WIDTH * _MOVE
        for index in range(count):
            point = int64(m.stack[base + index * _MOVE])
            toggle(a, point, defender)
            plies = repeat(a, m, attacker, 1 - defending, ply + 1, extra)
            toggle(a, point, defender)
            if plies == 0:
                return 0
            longest = max(longest, plies)
        if count > 1:
            keep(m, here ^ _DEFENCE_KEY, 0, _INFINITE, 0, longest + 1)
        return longest + 1
    held = recall(m, here ^ _ATTACK_KEY)
    if held != 0 and (held >> 18) & _FIELD == 0:
        return (held >> 10) & 255
    if held != 0 and (held >> 38) & _FIELD == 0:
        return 0
    fives = state[at.COUNTS + defender * at.CLASSES + at.WINS]
    if fives > 1 and state[at.COUNTS + attacker * at.CLASSES + at.WINS] == 0:
        return 0
    model = recall(m, here ^ _ATTACK_KEY ^ extra)
    point = 0
    if model != 0 and (model >> 18) & _FIELD == 0:
        point = model & 1023
    if fives == 1:
        point = class_anywhere(a, defender, at.WINS)
    plain = state[at.COUNTS + attacker * at.CLASSES + at.WINS] > 0 or (
        fives == 0 and state[at.COUNTS + attacker * at.CLASSES + at.WINNING_FOUR] > 0
    )
    found = 0
    black = state[at.RULE] == _RENJU and attacker == BLACK
    free = point != 0 and not plain and state[point * at.RECORD + at.CELL] == at.EMPTY
    if free and not (black and is_forbidden(a, point)):
        toggle(a, point, attacker)
        found = repeat(a, m, attacker, 1 - defending, ply + 1, extra)
        toggle(a, point, attacker)
    if found == 0:
        work[_FOURS_LEFT] = _FOURS_NODES // 4
        found = fours(a, m, attacker, ply)
        if found == 0:
            return 0
        point = int64(m.line[ply])
        found -= 1
    keep(m, here ^ _ATTACK_KEY, 0, _INFINITE, point, found + 1)
    return found + 1


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64))
def find_losses(a: Arrays, m: Memory, side: int, node_limit: int) -> int:
    """Write to `losses` which moves of the side to move lose to the other side's threats, and in how many plies
    after the move at most; gives how many of its moves are not proven to lose.

    Each move may take `node_limit` nodes, and finding the threat in the first place eight times as many; NODES counts
    all of them. What renju forbids to Black is marked as losing in 1. Once the control array says STOP the moves left
    are taken for not losing. Where no threat is found all moves are: a stone more does not make a loss of what is none
    (but for rare overlines and forbidden points, which are let through).
    """
    state = a.state
    size = state[at.SIZE]
    renju = state[at.RULE] == _RENJU and side == BLACK
    m.work[NODES] = 0
    m.work[LIMIT] = 8 * node_limit
    m.work[_OUT] = 0
    threat = (prove(a, m, 1 - side, 0, 0, _INFINITE, _INFINITE) >> 18) & _FIELD == 0
    nodes = int64(m.work[NODES])
    left = 0
    for row in range(size):
        first = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(first, first + size):
            m.losses[point] = 0
            if state[point * at.RECORD + at.CELL] != at.EMPTY:
                continue
            if renju and is_forbidden(a, point):
                m.losses[point] = 1
                continue
            plies = 0
            if threat and a.control[at.STOP] == 0:
                toggle(a, point, side)
                m.work[NODES] = 0
                m.work[LIMIT] = node_limit
                m.work[_OUT] = 0
                plies = repeat(a, m, 1 - side, 0, 0, a.zobrist[side * at.GRID + point])
                if plies == 0:
                    data = prove(a, m, 1 - side, 0, 0, _INFINITE, _INFINITE)
                    if (data >> 18) & _FIELD == 0:
                        plies = (data >> 10) & 255
                nodes += m.work[NODES]
                toggle(a, point, side)
            m.losses[point] = plies
            if plies == 0:
                left += 1
    m.work[NODES] = nodes
    return left
