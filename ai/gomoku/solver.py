"""Wins by threats: a proof-number search over fours and threes, exact in what it claims.

The attacker plays only moves that threaten to win: fours (one more stone makes five) and threes (one more makes a
straight four or two fours). The defender has every move that can parry: against a four the one point that stops it,
against a three the points that take away every threatened straight four, and all own fours. Whatever else the defender
plays loses to the threat itself, so a proof holds against every reply. It is df-pn (Nagai 2002) with the 1 + epsilon
thresholds of Pawlewicz and Lew (2007) and, where numbers would be added up, the largest plus the count of the others
(weak proof numbers, Ueda and others 2008), since the same positions are reached in many orders. Where the attacker has
a win by fours alone, it is found by a small search of its own.
"""

from __future__ import annotations

from typing import Final

from ai.common.kernels import KernelSet, int64
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, GomokuArrays, is_forbidden, toggle
from ai.gomoku.notation import BLACK
from ai.gomoku.proof_memory import (
    DEEPEST,
    DEEPEST_EVER,
    FIELD,
    FOURS_LEFT,
    INFINITE,
    LIMIT,
    MEMORY,
    MOVE,
    MOVE_FOUND,
    NODES,
    OUT,
    PLIES,
    PLIES_FOUND,
    WIDTH,
    ProofMemory,
    keep,
    recall,
)
from ai.gomoku.proof_moves import attacks, class_anywhere, class_near, parries
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

_RENJU = int(RowRule.RENJU)


_ATTACK_KEY: Final = 0x1B873593CC9E2D51
_DEFENCE_KEY: Final = 0x2545F4914F6CDD1D
_WHITE_KEY: Final = 0x3C6EF372FE94F82B
_FOURS_KEY: Final = 0x510E527FADE682D1

_THREE_GUESS: Final = 3
_THREES_GUESS: Final = 2
"""The first proof numbers of a three and of two threes at once; of a four it is 1."""
_FOURS_NODES: Final = 400
"""What one nested search for a win by fours may cost."""

_PROVEN: Final = -1
_REFUTED: Final = -2


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64))
def fours(a: GomokuArrays, m: ProofMemory, side: int, ply: int) -> int:
    """Plies to a win by fours alone for the side to move, within FOURS_LEFT nodes; 0 if none was found.

    The line is left in `line` from `ply` on.
    """
    state = a.state
    work = m.work
    work[NODES] += 1
    work[FOURS_LEFT] -= 1
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
    if work[FOURS_LEFT] <= 0 or ply >= PLIES - 4:
        return 0
    if state[mine + at.SINGLE_FOUR] + state[mine + at.FOUR_THREE] + state[mine + at.SUSPECT] == 0 and fives == 0:
        return 0
    key = a.control[at.HASH] ^ (_WHITE_KEY * side) ^ _FOURS_KEY
    if recall(m, key) != 0:
        return 0
    stack = m.stack
    base = ply * WIDTH * MOVE
    if fives == 1:
        stack[base] = class_anywhere(a, other, at.WINS)
        count = 1 if state[stack[base] * at.RECORD + at.INFO + side] & at.MAKES_FOUR != 0 else 0
    else:
        count = attacks(a, m, side, ply, 1)
    renju = state[at.RULE] == _RENJU
    result = 0
    for index in range(count):
        point = int64(stack[base + index * MOVE])
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
        if result > 0 or work[FOURS_LEFT] <= 0 or a.control[at.STOP] != 0:
            break
    if result == 0 and work[FOURS_LEFT] > 0 and a.control[at.STOP] == 0:
        keep(m, key, INFINITE, 0, 0, 0)
    return result


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64))
def expand(a: GomokuArrays, m: ProofMemory, attacker: int, defending: int, ply: int) -> int:
    """The moves of a position, written to the stack, and their number; _PROVEN or _REFUTED where that is plain, with
    the plies and the move in `work`."""
    state = a.state
    work = m.work
    stack = m.stack
    defender = 1 - attacker
    ours = at.COUNTS + attacker * at.CLASSES
    theirs = at.COUNTS + defender * at.CLASSES
    renju = state[at.RULE] == _RENJU
    base = ply * WIDTH * MOVE
    fives = state[theirs + at.WINS]
    work[MOVE_FOUND] = 0
    work[PLIES_FOUND] = 0
    if defending == 0:
        if state[ours + at.WINS] > 0:
            work[MOVE_FOUND] = class_anywhere(a, attacker, at.WINS)
            work[PLIES_FOUND] = 1
            return _PROVEN
        if fives > 1:
            return _REFUTED
        if fives == 0 and state[ours + at.WINNING_FOUR] > 0:
            work[MOVE_FOUND] = class_anywhere(a, attacker, at.WINNING_FOUR)
            work[PLIES_FOUND] = 3
            return _PROVEN
        if ply >= work[DEEPEST]:
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
                point = int64(stack[base + index * MOVE])
                if state[point * at.RECORD + at.INFO] & at.CLASS_MASK == at.SUSPECT and is_forbidden(a, point):
                    continue
                stack[base + kept * MOVE] = point
                kept += 1
            count = kept
        return _REFUTED if count == 0 else count
    if fives > 0:
        return _REFUTED
    straight = state[ours + at.WINS]
    if straight > 1:
        work[PLIES_FOUND] = 2
        return _PROVEN
    if straight == 1:
        stack[base] = class_anywhere(a, attacker, at.WINS)
        if renju and defender == BLACK and is_forbidden(a, stack[base]):
            work[PLIES_FOUND] = 2
            return _PROVEN
        work[MOVE_FOUND] = 1
        return 1
    if state[ours + at.WINNING_FOUR] == 0 or state[theirs + at.WINNING_FOUR] > 0:
        return _REFUTED
    count = parries(a, m, attacker, ply)
    if count == 0:
        work[MOVE_FOUND] = 0
        work[PLIES_FOUND] = 4
        return _PROVEN
    return count


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64, int64, int64))
def prove(
    a: GomokuArrays, m: ProofMemory, attacker: int, defending: int, ply: int, proof_limit: int, disproof_limit: int
) -> int:
    """Search below a position until one of its numbers reaches its limit; gives its data as the table keeps it."""
    state = a.state
    work = m.work
    stack = m.stack
    control = a.control
    work[NODES] += 1
    if work[NODES] >= work[LIMIT] or control[at.STOP] != 0:
        work[OUT] = 1
    defender = 1 - attacker
    turn = defender if defending != 0 else attacker
    key = control[at.HASH] ^ (_WHITE_KEY * attacker) ^ (_DEFENCE_KEY if defending != 0 else _ATTACK_KEY)
    below_key = _ATTACK_KEY ^ _DEFENCE_KEY ^ key
    held = recall(m, key)
    if held != 0 and ((held >> 18) & FIELD == 0 or (held >> 38) & FIELD == 0):
        return held
    count = expand(a, m, attacker, defending, ply)
    direct = work[MOVE_FOUND]
    if count in (_PROVEN, _REFUTED):
        proof = 0 if count == _PROVEN else INFINITE
        keep(m, key, proof, INFINITE - proof, work[MOVE_FOUND], work[PLIES_FOUND])
        return recall(m, key)
    if held == 0:
        if defending == 0:
            # a win by fours alone?
            work[FOURS_LEFT] = _FOURS_NODES
            plies = fours(a, m, attacker, ply)
            if plies > 0:
                keep(m, key, 0, INFINITE, m.line[ply], plies)
                return recall(m, key)
            count = expand(a, m, attacker, defending, ply)
        elif direct != count or count > 1:
            work[FOURS_LEFT] = _FOURS_NODES
            if fours(a, m, defender, ply) > 0:
                keep(m, key, INFINITE, 0, 0, 0)
                return recall(m, key)
            count = expand(a, m, attacker, defending, ply)
            direct = work[MOVE_FOUND]
    base = ply * WIDTH * MOVE
    for index in range(count):
        point = int64(stack[base + index * MOVE])
        data = recall(m, below_key ^ a.zobrist[turn * at.GRID + point])
        guess = 1
        if defending == 0:
            info = state[point * at.RECORD + at.INFO + attacker]
            if info & at.MAKES_FOUR == 0:
                guess = _THREES_GUESS if info & at.CLASS_MASK == at.DOUBLE_THREE else _THREE_GUESS
        stack[base + index * MOVE + 1] = guess if data == 0 else (data >> 18) & FIELD
        stack[base + index * MOVE + 2] = 1 if data == 0 else (data >> 38) & FIELD
        stack[base + index * MOVE + 3] = (data >> 10) & 255
    while True:
        # the moves' numbers together: the smallest of one kind, the weak sum of the other
        best = 0
        least = INFINITE + 1
        second = INFINITE
        most = 0
        left = 0
        first_kind = 1 if defending == 0 else 2
        for index in range(count):
            one = int64(stack[base + index * MOVE + first_kind])
            two = int64(stack[base + index * MOVE + 3 - first_kind])
            if defending != 0 and index >= direct and left > 0 and most < INFINITE:
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
        total = 0 if left == 0 else min(most + left - 1, INFINITE)
        if least == 0:
            total = INFINITE
        elif least >= INFINITE:
            total = 0
        proof = least if defending == 0 else total
        disproof = total if defending == 0 else least
        if proof == 0 or disproof == 0 or proof >= proof_limit or disproof >= disproof_limit or work[OUT] != 0:
            break
        point = int64(stack[base + best * MOVE])
        limit = min(INFINITE, second + second // 8 + 1)
        if defending == 0:
            below_proof = min(proof_limit, limit)
            below_disproof = max(disproof_limit - (left - 1), 1)
        else:
            below_disproof = min(disproof_limit, limit)
            below_proof = max(proof_limit - (left - 1), 1)
        toggle(a, point, turn)
        data = prove(a, m, attacker, 1 - defending, ply + 1, below_proof, below_disproof)
        toggle(a, point, turn)
        stack[base + best * MOVE + 1] = (data >> 18) & FIELD
        stack[base + best * MOVE + 2] = (data >> 38) & FIELD
        stack[base + best * MOVE + 3] = (data >> 10) & 255
    move = 0
    plies = 0
    if proof == 0:
        # how long it takes at most
        for index in range(count):
            if stack[base + index * MOVE + 1] != 0:
                continue
            length = int64(stack[base + index * MOVE + 3]) + 1
            if plies == 0 or (length > plies) == (defending != 0):
                plies = length
                move = int64(stack[base + index * MOVE])
        if defending != 0:
            plies = max(plies, 4)
    keep(m, key, proof, disproof, move, plies)
    return recall(m, key)


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64))
def follow(a: GomokuArrays, m: ProofMemory, attacker: int) -> int:
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
    while length < PLIES - 2 and not won:
        defending = length & 1
        turn = defender if defending != 0 else attacker
        # the stack below `length` is free; the moves of this ply go to the place where `prove` would put them
        count = expand(a, m, attacker, defending, min(length, DEEPEST_EVER - 1))
        point = 0
        if count == _REFUTED:
            break
        if defending == 0:
            won = state[ours + at.WINS] > 0
            if count == _PROVEN:
                point = m.work[MOVE_FOUND]
            else:
                key = a.control[at.HASH] ^ (_WHITE_KEY * attacker) ^ _ATTACK_KEY
                data = recall(m, key)
                if data == 0 or (data >> 18) & FIELD != 0:
                    data = prove(a, m, attacker, 0, min(length, DEEPEST_EVER - 1), INFINITE, INFINITE)
                if (data >> 18) & FIELD != 0:
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
            base = min(length, DEEPEST_EVER - 1) * WIDTH * MOVE
            for index in range(count):
                each = int64(stack[base + index * MOVE])
                toggle(a, each, defender)
                data = recall(m, a.control[at.HASH] ^ (_WHITE_KEY * attacker) ^ _ATTACK_KEY)
                if data == 0 or (data >> 18) & FIELD != 0:
                    data = prove(a, m, attacker, 0, min(length, DEEPEST_EVER - 1) + 1, INFINITE, INFINITE)
                toggle(a, each, defender)
                if (data >> 18) & FIELD != 0:
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
def win_by_threats(a: GomokuArrays, m: ProofMemory, side: int, node_limit: int) -> int:
    """Plies to a win by fours and threes for the side to move, or 0 if none was proven within `node_limit` nodes.

    The number is an upper bound: the shortest win may be shorter. The line goes to `line`, ended by 0. What was proven
    before on the same board and rule is remembered, unless the table was cleared. Ends early when the control array
    says STOP.
    """
    work = m.work
    work[NODES] = 0
    work[LIMIT] = node_limit
    work[OUT] = 0
    data = prove(a, m, side, 0, 0, INFINITE, INFINITE)
    if (data >> 18) & FIELD != 0:
        m.line[0] = 0
        return 0
    work[OUT] = 0
    work[LIMIT] = work[NODES] + node_limit
    follow(a, m, side)
    plies: int = (data >> 10) & 255
    return plies


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64, int64))
def repeat(a: GomokuArrays, m: ProofMemory, attacker: int, defending: int, ply: int, extra: int) -> int:
    """Plies to the attacker's win if it wins just as it does without the stones whose keys make up `extra`; else 0.

    Follows what the table knows of the other position (simulation, after Kawano 1996), far cheaper than a new search;
    what holds is kept for this one too.
    """
    state = a.state
    work = m.work
    work[NODES] += 1
    if work[NODES] >= work[LIMIT] or ply >= DEEPEST_EVER:
        return 0
    defender = 1 - attacker
    here = a.control[at.HASH] ^ (_WHITE_KEY * attacker)
    if defending != 0:
        count = expand(a, m, attacker, 1, ply)
        if count == _REFUTED:
            return 0
        if count == _PROVEN:
            known: int = work[PLIES_FOUND]
            return known
        # against a three any other move loses to the threat itself
        longest = 3 if state[at.COUNTS + attacker * at.CLASSES + at.WINS] == 0 else 0
        base = ply * WIDTH * MOVE
        for index in range(count):
            point = int64(m.stack[base + index * MOVE])
            toggle(a, point, defender)
            plies = repeat(a, m, attacker, 1 - defending, ply + 1, extra)
            toggle(a, point, defender)
            if plies == 0:
                return 0
            longest = max(longest, plies)
        if count > 1:
            keep(m, here ^ _DEFENCE_KEY, 0, INFINITE, 0, longest + 1)
        return longest + 1
    held = recall(m, here ^ _ATTACK_KEY)
    if held != 0 and (held >> 18) & FIELD == 0:
        return (held >> 10) & 255
    if held != 0 and (held >> 38) & FIELD == 0:
        return 0
    fives = state[at.COUNTS + defender * at.CLASSES + at.WINS]
    if fives > 1 and state[at.COUNTS + attacker * at.CLASSES + at.WINS] == 0:
        return 0
    model = recall(m, here ^ _ATTACK_KEY ^ extra)
    point = 0
    if model != 0 and (model >> 18) & FIELD == 0:
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
        work[FOURS_LEFT] = _FOURS_NODES // 4
        found = fours(a, m, attacker, ply)
        if found == 0:
            return 0
        point = int64(m.line[ply])
        found -= 1
    keep(m, here ^ _ATTACK_KEY, 0, INFINITE, point, found + 1)
    return found + 1


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64))
def find_losses(a: GomokuArrays, m: ProofMemory, side: int, node_limit: int) -> int:
    """Write to `losses` which moves of the side to move lose to the other side's threats, and in how many plies
    after the move at most; gives how many of its moves are not proven to lose.

    Each move may take `node_limit` nodes, and finding the threat in the first place eight times as many; NODES counts
    all of them. What renju forbids to Black is marked as losing in 1. Once the control array says STOP the moves left
    are taken for not losing. Where no threat is found all moves are: a stone more does not turn a game into a loss
    (but for rare overlines and forbidden points, which are let through).
    """
    state = a.state
    size = state[at.SIZE]
    renju = state[at.RULE] == _RENJU and side == BLACK
    m.work[NODES] = 0
    m.work[LIMIT] = 8 * node_limit
    m.work[OUT] = 0
    threat = (prove(a, m, 1 - side, 0, 0, INFINITE, INFINITE) >> 18) & FIELD == 0
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
                m.work[OUT] = 0
                plies = repeat(a, m, 1 - side, 0, 0, a.zobrist[side * at.GRID + point])
                if plies == 0:
                    data = prove(a, m, 1 - side, 0, 0, INFINITE, INFINITE)
                    if (data >> 18) & FIELD == 0:
                        plies = (data >> 10) & 255
                nodes += m.work[NODES]
                toggle(a, point, side)
            m.losses[point] = plies
            if plies == 0:
                left += 1
    m.work[NODES] = nodes
    return left
