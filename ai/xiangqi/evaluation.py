"""The static evaluation."""

from __future__ import annotations

from ai.common.kernels import KernelSet, int64
from ai.xiangqi import layout as at
from ai.xiangqi import terms
from ai.xiangqi.board import ARRAYS, XiangqiArrays, line_at
from ai.xiangqi.danger import attackers, danger, worth_of

KERNELS = KernelSet()

_FULL = 32
"""The phase of a board with all its attackers: rooks count 4, horses and cannons 2."""


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64))
def relations(a: XiangqiArrays, table: int, entry: int, base: int, scale: int) -> int:
    """What a rook or cannon attacks and guards on a line, both ways. `table` is that of its kind and side in RELATIONS,
    `entry` the line's as the piece sees it (a cannon's shifted by a place), `base` the line's first square and `scale`
    the distance of its squares."""
    low = entry & 15
    high = (entry >> 12) & 15
    below = base + scale * low if low != at.NO_PLACE else at.NOWHERE
    above = base + scale * high if high != at.NO_PLACE else at.NOWHERE
    total: int = a.tables[table + a.state[at.CELL + below]] + a.tables[table + a.state[at.CELL + above]]
    return total


@KERNELS.kernel(int64(ARRAYS, int64))
def defence(a: XiangqiArrays, owner: int) -> int:
    """How a side's general stands: what guards it against what the other side has, pins on its lines."""
    state = a.state
    tables = a.tables
    own = 16 * owner
    other = 16 - own
    guards = state[at.MATERIAL + owner]
    against = state[at.MATERIAL + 1 - owner]
    advisors = (guards >> 4 * at.ADVISOR) & 15
    elephants = (guards >> 4 * at.ELEPHANT) & 15
    horses = (against >> 4 * at.HORSE) & 15
    rooks = (against >> 4 * at.ROOK) & 15
    cannons = (against >> 4 * at.CANNON) & 15
    total: int = int64(tables[at.TERMS + terms.ROOKS_ADVISORS + 3 * rooks + advisors])
    total += tables[at.TERMS + terms.CANNONS_ADVISORS + 3 * cannons + advisors]
    total += tables[at.TERMS + terms.CANNONS_ELEPHANTS + 3 * cannons + elephants]
    total += tables[at.TERMS + terms.HORSES_ADVISORS + 3 * horses + advisors]
    # lines to the general: what stands first before a rook is pinned, what stands between a cannon and it doubly so
    square = int64(state[at.PLACE + own])
    file = square % 9
    rank = square // 9
    for vertical in range(2):
        entry = line_at(a, square, vertical)
        base = file if vertical else rank * 9
        scale = 9 if vertical else 1
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


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def weigh(a: XiangqiArrays, side: int, total: int) -> int:
    """A sum of weights of the middle game and the ending, Red's less Black's, as one number for the side to move."""
    both = a.state[at.MATERIAL] + a.state[at.MATERIAL + 1]
    horses = (both >> 4 * at.HORSE) & 15
    rooks = (both >> 4 * at.ROOK) & 15
    cannons = (both >> 4 * at.CANNON) & 15
    phase = 2 * horses + 4 * rooks + 2 * cannons
    middle = ((total + 0x8000) & 0xFFFF) - 0x8000
    ending = (total - middle) >> 16
    score: int = (middle * phase + ending * (_FULL - phase)) // _FULL
    return score if side == at.RED else -score


@KERNELS.kernel(int64(ARRAYS, int64))
def evaluate(a: XiangqiArrays, side: int) -> int:
    """How the side to move stands, in hundredths of a soldier: piece-square values, mobility, attack and guard
    relations, attack on the palace, the general's guard and the danger that it is in."""
    state = a.state
    tables = a.tables
    total = int64(state[at.PIECE_SQUARE])
    for owner in range(2):
        own = 16 * owner
        against = attackers(a, owner)
        sum_ = 0
        table = at.RELATIONS + owner * at.RELATIONS_OF_SIDE
        for piece in range(own + 5, own + 7):
            square = int64(state[at.PLACE + piece])
            if square < 0:
                continue
            steps = at.HORSE_STEPS + square * at.STEPS
            count = 0
            for index in range(steps, steps + 8):
                free = 1 if state[at.CELL + (tables[index] >> at.TO_SHIFT)] == 0 else 0
                there = state[at.CELL + (tables[index] & at.SQUARE_MASK)]
                sum_ += tables[table + there] * free
                count += free if (there - 1) >> 4 != owner else 0
            sum_ += tables[at.TERMS + terms.HORSE_MOBILITY + count]
        for piece in range(own + 7, own + 11):
            square = int64(state[at.PLACE + piece])
            if square < 0:
                continue
            file = square % 9
            rank = square // 9
            upright = tables[rank * at.LINE_PLACES + state[at.FILES + file]]
            across = tables[file * at.LINE_PLACES + state[at.RANKS + rank]]
            count = (upright >> at.BETWEEN_SHIFT) + (across >> at.BETWEEN_SHIFT)
            if (across >> 12) & 15 == at.NO_PLACE:
                count -= 1
            if piece - own <= 8:
                sum_ += tables[at.TERMS + terms.ROOK_MOBILITY + count]
                seen = table + 2 * at.RELATIONS_OF_SIDE
            else:
                sum_ += tables[at.TERMS + terms.CANNON_MOBILITY + count]
                seen = table + 4 * at.RELATIONS_OF_SIDE
                upright >>= 4
                across >>= 4
            sum_ += relations(a, seen, upright, file, 9)
            sum_ += relations(a, seen, across, rank * 9, 1)
        for piece in range(own + 11, own + 16):
            square = int64(state[at.PLACE + piece])
            if square < 0:
                continue
            if (square >= 45) == (owner == at.RED) and square % 9 < 8:
                beside = state[at.CELL + square + 1] - 1 - own
                if beside >= 11 and beside < 16:
                    sum_ += tables[at.TERMS + terms.TWO_SOLDIERS]
        guards = state[at.MATERIAL + 1 - owner]
        missing = 4 - ((guards >> 4 * at.ADVISOR) & 15) - ((guards >> 4 * at.ELEPHANT) & 15)
        sum_ += tables[at.TERMS + terms.ATTACK + 5 * min(against, 7) + missing]
        sum_ += defence(a, owner)
        sum_ += worth_of(danger(a, 1 - owner, against))
        total += sum_ if owner == at.RED else -sum_
    tempo = int64(tables[at.TERMS + terms.TEMPO])
    total += tempo if side == at.RED else -tempo
    return weigh(a, side, total)
