"""The static evaluation."""

from __future__ import annotations

from ai.common.kernels import KernelSet, int64
from ai.xiangqi import layout as at
from ai.xiangqi import terms
from ai.xiangqi.board import ARRAYS, Arrays

KERNELS = KernelSet()

_FULL = 32
"""The phase of a board with all its attackers: rooks count 4, horses and cannons 2."""


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64))
def relations(a: Arrays, owner: int, table: int, entry: int, line: int) -> int:
    """What a rook (`table` RELATIONS of its kind) or a cannon attacks and guards on a line, both ways. `line` is the
    line's first square + 1000 * the distance of its squares."""
    state = a.state
    tables = a.tables
    base = line % 1000
    scale = line // 1000
    shift = 4 if table == terms.CANNON_RELATIONS else 0
    total: int = 0
    for way in (0, 12):
        place = (entry >> (shift + way)) & 15
        if place != at.NO_PLACE:
            piece = state[at.CELL + base + scale * place] - 1
            guards = 8 if piece >> 4 == owner else 0
            total += tables[at.TERMS + table + guards + at.KIND_OF[piece]]
    return total


@KERNELS.kernel(int64(ARRAYS, int64))
def defence(a: Arrays, owner: int) -> int:
    """How a side's general stands: what guards it against what the other side has, pins on its lines."""
    state = a.state
    tables = a.tables
    own = 16 * owner
    other = 16 - own
    advisors = 0
    elephants = 0
    for piece in range(own + 1, own + 3):
        if state[at.PLACE + piece] >= 0:
            advisors += 1
    for piece in range(own + 3, own + 5):
        if state[at.PLACE + piece] >= 0:
            elephants += 1
    horses = 0
    rooks = 0
    cannons = 0
    for piece in range(other + 5, other + 7):
        if state[at.PLACE + piece] >= 0:
            horses += 1
    for piece in range(other + 7, other + 9):
        if state[at.PLACE + piece] >= 0:
            rooks += 1
    for piece in range(other + 9, other + 11):
        if state[at.PLACE + piece] >= 0:
            cannons += 1
    total: int = int64(tables[at.TERMS + terms.ROOKS_ADVISORS + 3 * rooks + advisors])
    total += tables[at.TERMS + terms.CANNONS_ADVISORS + 3 * cannons + advisors]
    total += tables[at.TERMS + terms.CANNONS_ELEPHANTS + 3 * cannons + elephants]
    total += tables[at.TERMS + terms.HORSES_ADVISORS + 3 * horses + advisors]
    # lines to the general: what stands first before a rook is pinned, what stands between a cannon and it doubly so
    square = int64(state[at.PLACE + own])
    file = square % 9
    rank = square // 9
    for vertical in range(2):
        if vertical:
            entry = tables[rank * at.LINE_PLACES + state[at.FILES + file]]
            base = file
            scale = 9
        else:
            entry = tables[file * at.LINE_PLACES + state[at.RANKS + rank]]
            base = rank * 9
            scale = 1
        for way in (0, 12):
            place = (entry >> way) & 15
            if place == at.NO_PLACE:
                continue
            first = state[at.CELL + base + scale * place] - 1
            place = (entry >> (way + 4)) & 15
            if place == at.NO_PLACE:
                if first - other >= 9 and first - other <= 10:
                    total += tables[at.TERMS + terms.HOLLOW_CANNON + vertical]
                continue
            second = state[at.CELL + base + scale * place] - 1
            kind = first - other
            if kind >= 9 and kind <= 10:
                total += tables[at.TERMS + terms.HOLLOW_CANNON + vertical]
            kind = second - other
            if first >> 4 == owner and ((kind >= 7 and kind <= 8) or (vertical and kind == 0)):
                total += tables[at.TERMS + terms.PINNED + at.KIND_OF[first] + (8 if kind == 0 else 0)]
            place = (entry >> (way + 8)) & 15
            if place == at.NO_PLACE:
                continue
            kind = state[at.CELL + base + scale * place] - 1 - other
            if kind >= 9 and kind <= 10 and first >> 4 == owner and second >> 4 == owner:
                total += tables[at.TERMS + terms.SCREENS + at.KIND_OF[first]]
                total += tables[at.TERMS + terms.SCREENS + at.KIND_OF[second]]
    return total


@KERNELS.kernel(int64(ARRAYS, int64))
def evaluate(a: Arrays, side: int) -> int:
    """How the side to move stands, in hundredths of a soldier: piece-square values, mobility, attack and guard
    relations, attack on the palace, the general's guard."""
    state = a.state
    tables = a.tables
    total = int64(state[at.PIECE_SQUARE])
    phase = 0
    for owner in range(2):
        own = 16 * owner
        other = 16 - own
        attackers = 0
        sum_ = 0
        for piece in range(own + 5, own + 7):
            square = int64(state[at.PLACE + piece])
            if square < 0:
                continue
            phase += 2
            if (square >= 45) == (owner == at.RED):
                attackers += 1
            steps = at.HORSE_STEPS + square * at.STEPS
            count = 0
            while tables[steps] != at.NO_STEP:
                if state[at.CELL + (tables[steps] >> at.TO_SHIFT)] == 0:
                    there = state[at.CELL + (tables[steps] & at.SQUARE_MASK)] - 1
                    if there >= 0:
                        guards = 8 if there >> 4 == owner else 0
                        sum_ += tables[at.TERMS + terms.HORSE_RELATIONS + guards + at.KIND_OF[there]]
                        count += 1 if guards == 0 else 0
                    else:
                        count += 1
                steps += 1
            sum_ += tables[at.TERMS + terms.HORSE_MOBILITY + count]
        for piece in range(own + 7, own + 11):
            square = int64(state[at.PLACE + piece])
            if square < 0:
                continue
            file = square % 9
            rank = square // 9
            upright = tables[rank * at.LINE_PLACES + state[at.FILES + file]]
            across = tables[file * at.LINE_PLACES + state[at.RANKS + rank]]
            low = upright & 15
            count = min((upright >> 12) & 15, 10) - (low if low != at.NO_PLACE else -1) - 2
            low = across & 15
            count += min((across >> 12) & 15, 9) - (low if low != at.NO_PLACE else -1) - 2
            over = 1 if (rank >= 5) == (owner == at.RED) else 0
            if piece - own <= 8:
                phase += 4
                attackers += 2 * over
                sum_ += tables[at.TERMS + terms.ROOK_MOBILITY + count]
                table = terms.ROOK_RELATIONS
            else:
                phase += 2
                attackers += over
                sum_ += tables[at.TERMS + terms.CANNON_MOBILITY + count]
                table = terms.CANNON_RELATIONS
            sum_ += relations(a, owner, table, upright, file + 9000)
            sum_ += relations(a, owner, table, across, rank * 9 + 1000)
        for piece in range(own + 11, own + 16):
            square = int64(state[at.PLACE + piece])
            if square < 0:
                continue
            if (square >= 45) == (owner == at.RED):
                attackers += 1
                if square % 9 < 8:
                    beside = state[at.CELL + square + 1] - 1 - own
                    if beside >= 11 and beside < 16:
                        sum_ += tables[at.TERMS + terms.TWO_SOLDIERS]
        missing = 0
        for piece in range(other + 1, other + 5):
            if state[at.PLACE + piece] < 0:
                missing += 1
        sum_ += tables[at.TERMS + terms.ATTACK + 5 * min(attackers, 7) + missing]
        sum_ += defence(a, owner)
        total += sum_ if owner == at.RED else -sum_
    tempo = int64(tables[at.TERMS + terms.TEMPO])
    total += tempo if side == at.RED else -tempo
    middle = ((total + 0x8000) & 0xFFFF) - 0x8000
    ending = (total - middle) >> 16
    score: int = (middle * phase + ending * (_FULL - phase)) // _FULL
    return score if side == at.RED else -score
