"""The static evaluation, and who attacks a square."""

from __future__ import annotations

from ai.common.kernels import KernelSet, boolean, int64
from ai.xiangqi import layout as at
from ai.xiangqi import weights
from ai.xiangqi.board import ARRAYS, Arrays

KERNELS = KernelSet()

WORTH = (10000, 150, 140, 430, 900, 430, 100)
"""A rough worth of each kind, to order captures by."""
_FULL = 32
"""The phase of a board with all its attackers: rooks count 4, horses and cannons 2."""


@KERNELS.kernel(boolean(ARRAYS, int64, int64))
def is_guarded(a: Arrays, side: int, square: int) -> bool:
    """Whether a side could take on a square that is not empty, pins left aside."""
    state = a.state
    own = 16 * side
    file = square % 9
    rank = square // 9
    for vertical in range(2):
        if vertical:
            entry = a.tables[rank * at.LINE_PLACES + state[at.FILES + file]]
            base = file
            scale = 9
        else:
            entry = a.tables[file * at.LINE_PLACES + state[at.RANKS + rank]]
            base = rank * 9
            scale = 1
        for shift in (0, 12):
            place = (entry >> shift) & 15
            if place == at.NO_PLACE:
                continue
            piece = state[at.CELL + base + scale * place] - 1 - own
            if piece >= 7 and piece <= 8:
                return True
            place = (entry >> (shift + 4)) & 15
            if place != at.NO_PLACE:
                piece = state[at.CELL + base + scale * place] - 1 - own
                if piece >= 9 and piece <= 10:
                    return True
    for piece in range(own + 5, own + 7):
        place = state[at.PLACE + piece]
        if place >= 0:
            leg = a.tables[at.HORSE_LEGS + place * at.SQUARES + square]
            if leg != at.NO_STEP and state[at.CELL + leg] == 0:
                return True
    behind = square - (9 if side == at.RED else -9)
    if behind >= 0 and behind < at.SQUARES:
        piece = state[at.CELL + behind] - 1 - own
        if piece >= 11 and piece < 16:
            return True
    if (rank >= 5) == (side == at.RED):
        if file > 0:
            piece = state[at.CELL + square - 1] - 1 - own
            if piece >= 11 and piece < 16:
                return True
        if file < 8:
            piece = state[at.CELL + square + 1] - 1 - own
            if piece >= 11 and piece < 16:
                return True
        return False
    # at home: general, advisors and elephants step from where they could be stepped to
    table = side * at.SQUARES * at.STEPS + square * at.STEPS
    for index in range(at.STEPS):
        packed = a.tables[at.ELEPHANT_STEPS + table + index]
        if packed == at.NO_STEP:
            break
        piece = state[at.CELL + (packed & at.SQUARE_MASK)] - 1 - own
        if piece >= 3 and piece <= 4 and state[at.CELL + (packed >> at.TO_SHIFT)] == 0:
            return True
    for index in range(at.STEPS):
        packed = a.tables[at.ADVISOR_STEPS + table + index]
        if packed == at.NO_STEP:
            break
        piece = state[at.CELL + (packed & at.SQUARE_MASK)] - 1 - own
        if piece >= 1 and piece <= 2:
            return True
    for index in range(at.STEPS):
        packed = a.tables[at.GENERAL_STEPS + table + index]
        if packed == at.NO_STEP:
            break
        if state[at.CELL + (packed & at.SQUARE_MASK)] - 1 == own:
            return True
    return False


@KERNELS.kernel(int64(ARRAYS, int64))
def evaluate(a: Arrays, side: int) -> int:
    """How the side to move stands, in hundredths of a soldier: piece-square values, mobility, attack on the palace."""
    state = a.state
    tables = a.tables
    terms = at.TERMS
    total = int64(state[at.PIECE_SQUARE])
    phase = 0
    for owner in range(2):
        own = 16 * owner
        other = 16 - own
        general = int64(state[at.PLACE + other])
        general_file = general % 9
        general_rank = general // 9
        far = 9 if owner == at.RED else 0
        attackers = 0
        sum_ = 0
        for piece in range(own + 5, own + 11):
            square = int64(state[at.PLACE + piece])
            if square < 0:
                continue
            file = square % 9
            rank = square // 9
            if (rank >= 5) == (owner == at.RED):
                attackers += 1
            index = piece - own
            if index <= 6:
                phase += 2
                steps = at.HORSE_STEPS + square * at.STEPS
                count = 0
                while tables[steps] != at.NO_STEP:
                    if state[at.CELL + (tables[steps] >> at.TO_SHIFT)] == 0:
                        count += 1
                    steps += 1
                sum_ += tables[terms + weights.HORSE_MOBILITY + count]
                continue
            upright = tables[rank * at.LINE_PLACES + state[at.FILES + file]]
            across = tables[file * at.LINE_PLACES + state[at.RANKS + rank]]
            low = upright & 15
            count = min((upright >> 12) & 15, 10) - (low if low != at.NO_PLACE else -1) - 2
            low = across & 15
            count += min((across >> 12) & 15, 9) - (low if low != at.NO_PLACE else -1) - 2
            if index <= 8:
                phase += 4
                attackers += 1 if (rank >= 5) == (owner == at.RED) else 0
                sum_ += tables[terms + weights.ROOK_MOBILITY + count]
                continue
            phase += 2
            sum_ += tables[terms + weights.CANNON_MOBILITY + count]
            if file == general_file:
                # what lies between, towards the general
                shift = 12 if general_rank > rank else 0
                if (upright >> shift) & 15 == general_rank:
                    sum_ += tables[terms + weights.HOLLOW_CANNON]
                elif (upright >> (shift + 8)) & 15 == general_rank:
                    sum_ += tables[terms + weights.CENTRAL_CANNON]
            elif rank == far and general_rank == far:
                shift = 12 if general_file > file else 0
                if (across >> shift) & 15 == general_file:
                    sum_ += tables[terms + weights.BOTTOM_CANNON]
        for piece in range(own + 11, own + 16):
            square = int64(state[at.PLACE + piece])
            if square >= 0 and (square >= 45) == (owner == at.RED):
                attackers += 1
        missing = 0
        for piece in range(other + 1, other + 5):
            if state[at.PLACE + piece] < 0:
                missing += 1
        sum_ += tables[terms + weights.ATTACK + 4 * min(attackers, 5) + min(missing, 3)]
        total += sum_ if owner == at.RED else -sum_
    total += tables[terms + weights.TEMPO] if side == at.RED else -tables[terms + weights.TEMPO]
    middle = ((total + 0x8000) & 0xFFFF) - 0x8000
    ending = (total - middle) >> 16
    score: int = (middle * phase + ending * (_FULL - phase)) // _FULL
    return score if side == at.RED else -score
