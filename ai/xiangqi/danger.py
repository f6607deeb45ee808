"""The danger that a general is in: what the other side brings to bear on its palace.

Whatever is seen adds its unit, and the evaluation goes by the square of the sum: attackers that work together are worth
far more than each of them alone, and guards take the sting out of all of them. Units that are counted and looked up in
a table that grows faster than they do are an old idea of chess programs (Chess Programming Wiki, King Safety).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.common.bits import popcount
from ai.common.kernels import KernelSet, int64
from ai.xiangqi import layout as at
from ai.xiangqi import units
from ai.xiangqi.board import ARRAYS, XiangqiArrays, line_at

KERNELS = KernelSet()

MOST: Final = 600
"""A sum of units beyond this counts as this."""
CURVE_SHIFT: Final = 8
"""What a danger is worth: its square, shifted down by this, in hundredths of a soldier."""

_SPREAD: Final = (0, 1, 8, 9, 64, 65, 72, 73)
"""Three ranks of a file, a bit each, as squares of a palace: nine bits, rank by rank."""
_PALACE: Final = 0x1FF
_PLACES: Final = 0x3FF


@KERNELS.kernel(int64(ARRAYS, int64))
def attackers(a: XiangqiArrays, side: int) -> int:
    """How many pieces of a side are beyond the river, rooks counting twice."""
    state = a.state
    low = 45 if side == at.RED else 0
    count = 0
    for piece in range(16 * side + 5, 16 * side + 16):
        square = state[at.PLACE + piece]
        count += 1 if (square >= low) & (square < low + 45) else 0
    for piece in range(16 * side + 7, 16 * side + 9):
        square = state[at.PLACE + piece]
        count += 1 if (square >= low) & (square < low + 45) else 0
    return count


@KERNELS.kernel(int64(int64, int64))
def between(low: int, high: int) -> int:
    """The places between two that a line entry names, a bit each; NO_PLACE stands for the edges of the board."""
    places: int = (1 << high) - (1 << ((low + 1) & 15))
    return places


@KERNELS.kernel(int64(int64))
def rook_sight(entry: int) -> int:
    """The places of a line that a rook sees, its own among them, by the line's entry: a bit each."""
    low = entry & 15
    high = (entry >> 12) & 15
    places: int = between(low, high) | 1 << low | 1 << high
    return places & _PLACES


@KERNELS.kernel(int64(int64))
def cannon_sight(entry: int) -> int:
    """Likewise those that a cannon could take on."""
    places = 0
    screen = entry & 15
    if screen != at.NO_PLACE:
        target = (entry >> 4) & 15
        places = between(target, screen) | 1 << target
    screen = (entry >> 12) & 15
    if screen != at.NO_PLACE:
        target = (entry >> 16) & 15
        places |= between(screen, target) | 1 << target
    return places & _PLACES


@KERNELS.kernel(int64(int64))
def behind_screens(entry: int) -> int:
    """The empty places of a line on which a cannon would attack what the line's entry belongs to."""
    places = 0
    screen = entry & 15
    if screen != at.NO_PLACE:
        places = between((entry >> 4) & 15, screen)
    screen = (entry >> 12) & 15
    if screen != at.NO_PLACE:
        places |= between(screen, (entry >> 16) & 15)
    return places


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def danger(a: XiangqiArrays, owner: int, against: int) -> int:
    """In how much danger a side's general is: the sum of units, each a pair (`ai.xiangqi.weights`); 0 where the other
    side has fewer than two attackers (`against`, from `attackers`)."""
    if against < 2:
        return 0
    state = a.state
    tables = a.tables
    enemy = 1 - owner
    other = 16 * enemy
    general = int64(state[at.PLACE + 16 * owner])
    general_file = general % 9
    general_rank = general // 9
    base = 0 if owner == at.RED else 7
    low = 45 if owner == at.BLACK else 0
    line = line_at(a, general, 1)
    below = line & 15
    above = (line >> 12) & 15
    rook_upright = between(below, above)
    cannon_upright = behind_screens(line)
    line = line_at(a, general, 0)
    rook_across = between(line & 15, (line >> 12) & 15)
    cannon_across = behind_screens(line)
    total = int64(0)
    # the generals see each other's palace, too: `once` and `twice` are squares of it that are seen
    square = int64(state[at.PLACE + other])
    line = line_at(a, square, 1)
    ahead = line & 15 if owner == at.RED else (line >> 12) & 15
    seen = between(ahead, 15) | 1 << ahead if owner == at.RED else between(15, ahead) | 1 << ahead
    once = int64(_SPREAD[(seen >> base) & 7] << (square % 9 - 3))
    twice = int64(0)
    for piece in range(other + 7, other + 11):
        square = int64(state[at.PLACE + piece])
        if square < 0:
            continue
        file = square % 9
        rank = square // 9
        over = (square >= low) & (square < low + 45)
        is_rook = piece < other + 9
        upright = tables[rank * at.LINE_PLACES + state[at.FILES + file]]
        across = tables[file * at.LINE_PLACES + state[at.RANKS + rank]]
        steps_upright = between(upright & 15, (upright >> 12) & 15) >> general_rank
        steps_across = between(across & 15, (across >> 12) & 15) >> general_file
        sight = int64(0)
        if file >= 3 and file <= 5:
            seen = rook_sight(upright) & ~(1 << rank) if is_rook else cannon_sight(upright)
            sight = _SPREAD[(seen >> base) & 7] << (file - 3)
        if rank >= base and rank < base + 3:
            seen = rook_sight(across) & ~(1 << file) if is_rook else cannon_sight(across)
            sight |= ((seen >> 3) & 7) << (3 * (rank - base))
        if is_rook:
            checks = (steps_across & (rook_upright >> rank) & 1) + (steps_upright & (rook_across >> file) & 1)
            total += tables[at.DANGERS + units.ROOKS] + tables[at.DANGERS + units.ROOK_CHECKS] * checks
            total += tables[at.DANGERS + units.ROOK_SIGHT] * popcount(np.uint64(sight))
            if over:
                total += tables[at.DANGERS + units.ROOKS_OVER]
        else:
            checks = (steps_across & (cannon_upright >> rank) & 1) + (steps_upright & (cannon_across >> file) & 1)
            total += tables[at.DANGERS + units.CANNONS] + tables[at.DANGERS + units.CANNON_CHECKS] * checks
            total += tables[at.DANGERS + units.CANNON_SIGHT] * popcount(np.uint64(sight))
            if over:
                total += tables[at.DANGERS + units.CANNONS_OVER]
            if file == general_file:
                way = 0 if rank > general_rank else 12
                if (upright >> way) & 15 == general_rank:
                    total += tables[at.DANGERS + units.HOLLOW_CANNON]
                elif (upright >> (way + 8)) & 15 == general_rank:
                    total += tables[at.DANGERS + units.TWO_SCREENS]
            if rank == (0 if owner == at.RED else 9):
                total += tables[at.DANGERS + units.BOTTOM_CANNON]
        twice |= once & sight
        once |= sight
    for piece in range(other + 5, other + 7):
        square = int64(state[at.PLACE + piece])
        if square < 0:
            continue
        total += tables[at.DANGERS + units.HORSES]
        if square < low or square >= low + 45:
            continue
        sight = int64(0)
        checks = 0
        steps = at.HORSE_STEPS + square * at.STEPS
        for index in range(steps, steps + 8):
            if state[at.CELL + (tables[index] >> at.TO_SHIFT)] == 0:
                target = int64(tables[index] & at.SQUARE_MASK)
                sight |= tables[at.PALACES + 9 + target]
                leg = a.legs[target * at.SQUARES + general]
                is_own = (state[at.CELL + target] - 1) >> 4 == enemy
                checks += 1 if (state[at.CELL + leg] == 0) & (not is_own) else 0
        total += tables[at.DANGERS + units.HORSES_OVER] + tables[at.DANGERS + units.HORSE_CHECKS] * checks
        total += tables[at.DANGERS + units.HORSE_SIGHT] * popcount(np.uint64(sight))
        twice |= once & sight
        once |= sight
    forward = -9 if owner == at.RED else 9
    for piece in range(other + 11, other + 16):
        square = int64(state[at.PLACE + piece])
        if square < low or square >= low + 45:
            continue
        near = at.PALACES + 9 + square
        sight = int64(tables[near + forward] | tables[near - 1] | tables[near + 1])
        total += tables[at.DANGERS + units.SOLDIERS_OVER]
        total += tables[at.DANGERS + units.SOLDIER_SIGHT] * popcount(np.uint64(sight))
        twice |= once & sight
        once |= sight
    total += tables[at.DANGERS + units.SEEN_TWICE] * popcount(np.uint64(twice))
    place = 1 << (3 * (general_rank - base) + general_file - 3)
    steps = (place << 3) | (place >> 3)
    if general_file != 3:
        steps |= place >> 1
    if general_file != 5:
        steps |= place << 1
    row = at.RANKS + base
    taken = ((state[row] >> 3) & 7) | ((state[row + 1] >> 3) & 7) << 3 | ((state[row + 2] >> 3) & 7) << 6
    total += tables[at.DANGERS + units.FLIGHTS + popcount(np.uint64(steps & _PALACE & ~taken & ~once))]
    guards = state[at.MATERIAL + owner]
    advisors = (guards >> 4 * at.ADVISOR) & 15
    elephants = (guards >> 4 * at.ELEPHANT) & 15
    total += tables[at.DANGERS + units.GUARDS + 3 * advisors + elephants]
    total += tables[at.DANGERS + units.GENERAL_RANKS + (general_rank if owner == at.RED else 9 - general_rank)]
    if general_file != 4:
        total += tables[at.DANGERS + units.OFF_FILE]
    ahead = above if owner == at.RED else below
    if ahead == at.NO_PLACE or (ahead > 4) == (owner == at.RED):
        total += tables[at.DANGERS + units.OPEN_FILE]
    result: int = total
    return result


@KERNELS.kernel(int64(int64))
def worth_of(danger: int) -> int:
    """What a danger, a pair of sums, is worth to the other side: a pair as well."""
    middle = ((danger + 0x8000) & 0xFFFF) - 0x8000
    ending = (danger - middle) >> 16
    middle = min(max(middle, 0), MOST)
    ending = min(max(ending, 0), MOST)
    worth: int = (middle * middle >> CURVE_SHIFT) + ((ending * ending >> CURVE_SHIFT) << 16)
    return worth
