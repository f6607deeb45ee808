"""The tables behind the board: what every surrounding of a point on a line, and every mixture of four of them, means.

Built once per rule when an engine is loaded (well under half a second), not stored.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, int64, uint8, void
from ai.gomoku import layout as at
from ai.gomoku.notation import BLACK
from ai.gomoku.policy import policy_of
from ai.gomoku.weights import mixture_of_pattern, weights_of
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

# For the order of moves: what a stone on an empty point makes on one line is worth so much by hand, by `line` pattern,
_ORDER = (0, 0, 2, 8, 10, 30, 36, 28, 110, 125, 120, 900, 1000, 3000)
# and so much beyond the sum of its lines, by class
_CLASS_ORDER = {at.DOUBLE_THREE: 200, at.FOUR_THREE: 500, at.WINNING_FOUR: 900}


@KERNELS.kernel(void(int64, int64, int64, int64, uint8[::1]))
def fill_line_table(radius: int, exact: int, strict: int, caro: int, out: NDArray[np.uint8]) -> None:
    """Write into `out` (uint8[LINE_KEYS], zeroed) what a stone at the centre of each key makes, for both colours.

    `exact` bit 0 (black), bit 1 (white): six or more in a row are no five. `strict` likewise: two fours on one line
    are told from a straight four. Only keys whose cells lie within `radius` are written.

    With `caro` 1 exactly five between two stones of the other side are nothing. A four can then be stopped beyond its
    ends, too: it is a straight four only if no stone of the other side stands next but one to either end.

    Adding a stone of one's own raises a key, so from the highest key down every key finds its successors done: a four
    is what one more stone makes five, a straight four what two stones do, a three what one stone makes a straight
    four, and so on down. Every step is about rows through the centre, for all of them share its stone.
    """
    outside = ~((((1 << (2 * radius)) - 1) << 10) | (((1 << (2 * radius)) - 1) << (10 - 2 * radius)))
    for colour in range(2):
        own = colour + 1
        shift = 4 * colour
        for key in range(at.LINE_KEYS - 1, -1, -1):
            if key & outside != 0:
                continue
            ahead = 0
            while ahead < radius and (key >> (10 + 2 * ahead)) & 3 == own:
                ahead += 1
            behind = 0
            while behind < radius and (key >> (8 - 2 * behind)) & 3 == own:
                behind += 1
            row = ahead + behind + 1
            if row > 5 and (exact >> colour) & 1:
                out[key] |= at.OVERLINE << shift
                continue
            if row >= 5:
                closed = caro != 0 and row == 5
                for side in range(2):
                    bit = 10 + 2 * ahead if side else 8 - 2 * behind
                    closed = closed and (key >> bit) & 3 == 3 - own
                if not closed:
                    out[key] |= at.FIVE << shift
                continue
            fives = 0
            straight = 0
            fours = 0
            threes = 0
            best_two = 0
            blocked_threes = 0
            twos = 0
            blocked_twos = 0
            ones = 0
            for side in range(2):
                for k in range(radius):
                    bit = 10 + 2 * k if side else 8 - 2 * k
                    if (key >> bit) & 3 != at.EMPTY:
                        continue
                    made = (out[key | (own << bit)] >> shift) & 15
                    if made == at.FIVE:
                        fives += 1
                    elif made == at.STRAIGHT_FOUR:
                        straight += 1
                    elif made >= at.FOUR:
                        fours += 1
                    elif made >= at.OPEN_THREE:
                        threes += 1
                    elif made == at.BLOCKED_THREE:
                        blocked_threes += 1
                    elif made >= at.OPEN_TWO:
                        twos += 1
                        best_two = max(best_two, made)
                    elif made == at.BLOCKED_TWO:
                        blocked_twos += 1
                    elif made == at.OPEN_ONE:
                        ones += 1
            if fives >= 2:
                # the row through the centre has four stones and both its ends make five: a straight four
                is_straight = (
                    row == 4
                    and ahead < radius
                    and behind < radius
                    and (out[key | (own << (10 + 2 * ahead))] >> shift) & 15 == at.FIVE
                    and (out[key | (own << (8 - 2 * behind))] >> shift) & 15 == at.FIVE
                )
                if caro != 0:
                    for side in range(2):
                        bit = 12 + 2 * ahead if side else 6 - 2 * behind
                        is_straight = is_straight and (key >> bit) & 3 != 3 - own
                    made = at.STRAIGHT_FOUR if is_straight else at.FOUR
                elif is_straight or not (strict >> colour) & 1:
                    made = at.STRAIGHT_FOUR
                else:
                    made = at.TWO_FOURS
            elif fives == 1:
                made = at.FOUR
            elif straight >= 2:
                made = at.WIDE_THREE
            elif straight == 1:
                made = at.OPEN_THREE
            elif fours > 0:
                made = at.BLOCKED_THREE
            elif threes >= 3:
                made = at.WIDE_TWO
            elif threes > 0:
                made = at.OPEN_TWO
            elif blocked_threes > 0:
                made = at.BLOCKED_TWO
            elif twos > 0:
                made = at.OPEN_ONE
            elif blocked_twos > 0:
                made = at.BLOCKED_ONE
            else:
                made = at.NOTHING
            out[key] |= made << shift


def line_table(rule: RowRule) -> NDArray[np.uint8]:
    """What a stone makes on one line, by key: black's pattern in bits 0 to 3, white's in bits 4 to 7."""
    out = np.zeros(at.LINE_KEYS, np.uint8)
    exact = {RowRule.STANDARD: 3, RowRule.CARO_EXACT: 3, RowRule.RENJU: 1}.get(rule, 0)
    fill_line_table(radius(rule), exact, 1 if rule is RowRule.RENJU else 0, 1 if rule.is_caro else 0, out)
    return out


def key_mask(rule: RowRule) -> int:
    """The bits of a key (ai.gomoku.layout) that lie within the rule's radius."""
    half = (1 << (2 * radius(rule))) - 1
    return (half << 10) | (half << (10 - 2 * radius(rule)))


def radius(rule: RowRule) -> int:
    """How many cells to each side decide about a row: one more where a sixth stone matters, or what closes five."""
    return 4 if rule is RowRule.FREESTYLE else 5


def point_table(rule: RowRule) -> NDArray[np.int32]:
    """For both colours the info of each pattern, then for both colours to move the worth of each mixture of threats,
    then for both the policy's weight of each own pattern and of each of the other side: int32[6 * PATTERNS +
    2 << THREAT_BITS]. Raises EngineError if the fitted weights can't be read."""
    weights = weights_of(rule)
    patterns = np.arange(at.PATTERNS, dtype=np.int32)
    lines = np.stack([(patterns >> (4 * direction)) & 15 for direction in range(4)])
    lines[lines > at.FIVE] = at.NOTHING  # never looked up
    infos = []
    for colour in range(2):
        classes = classes_of(lines, strict=rule is RowRule.RENJU and colour == BLACK)
        # be it forbidden: the other side still gains by taking the point
        makes = np.where((lines >= at.FOUR).any(axis=0), at.MAKES_FOUR, 0)
        makes |= np.where((lines >= at.BLOCKED_TWO).any(axis=0), at.MAKES_TWO, 0)
        more = ((lines >= at.BLOCKED_THREE) & (lines <= at.FIVE)).sum(axis=0) >= 2
        makes |= np.where((lines >= at.FOUR).any(axis=0) & more, at.FOUR_AND_MORE, 0)
        value = weights.values[colour].astype(np.int32)[mixture_of_pattern()]
        order = np.minimum(looks(lines, classes), at.ORDER_MASK)
        order[classes == at.FORBIDDEN] = 0
        infos.append(classes | makes | (order << at.ORDER_SHIFT) | (value << at.VALUE_SHIFT))
    policy = policy_of(rule)
    where = [part[colour][mixture_of_pattern()] for colour in range(2) for part in (policy.own, policy.other)]
    return np.concatenate([*infos, *weights.threats, *where]).astype(np.int32)


def looks(lines: NDArray[np.int32], classes: NDArray[np.int32]) -> NDArray[np.int32]:
    """What a stone promises by hand, for the order of moves, by mixtures of four line patterns (int32[4, ...]) and
    their classes: int32[...]."""
    order: NDArray[np.int32] = np.asarray(_ORDER, np.int32)[lines].sum(axis=0, dtype=np.int32)
    return order + _by_class(_CLASS_ORDER, classes)


def _by_class(values: dict[int, int], classes: NDArray[np.int32]) -> NDArray[np.int32]:
    table = np.zeros(at.CLASSES, np.int32)
    for index, value in values.items():
        table[index] = value
    return table[classes]


def classes_of(lines: NDArray[np.int32], strict: bool) -> NDArray[np.int32]:
    """The class of each mixture of four line patterns (int32[4, ...] with what each line makes): int32[...]. `strict`:
    renju forbids some of them."""
    fives = (lines == at.FIVE).any(axis=0)
    fours = ((lines >= at.FOUR) & (lines <= at.STRAIGHT_FOUR)).sum(axis=0)
    winning = ((lines == at.STRAIGHT_FOUR) | (lines == at.TWO_FOURS)).any(axis=0) | (fours >= 2)
    threes = ((lines == at.OPEN_THREE) | (lines == at.WIDE_THREE)).sum(axis=0)
    classes = np.full(lines.shape[1], at.PLAIN, np.int32)
    classes[threes == 1] = at.THREE
    classes[threes >= 2] = at.DOUBLE_THREE
    classes[fours == 1] = at.SINGLE_FOUR
    classes[(fours == 1) & (threes >= 1)] = at.FOUR_THREE
    classes[winning] = at.WINNING_FOUR
    if strict:
        classes[threes >= 2] = at.SUSPECT
        foul = (lines == at.OVERLINE).any(axis=0) | (lines == at.TWO_FOURS).any(axis=0) | (fours >= 2)
        classes[foul] = at.FORBIDDEN
    classes[fives] = at.WINS
    return classes
