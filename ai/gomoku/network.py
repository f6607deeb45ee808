"""The evaluation's second part: a small network over line shapes, which corrects what the sums of mixtures say.

What a stone on an empty point would make on each of the four lines, for both colours, adds a row of numbers to the
**channels** of the point; cut off below 0 and above 1 they are summed over the board, and a small layer judges the sums
as each side sees them. So it knows what the sums of `ai.gomoku.weights` don't: points that serve both sides, lines
that are worth more together, and how many of each kind there are. (That lines are looked up and points are made of four
of them is the idea of Rapfi's mix networks; Jin, 2024.)

The sums are kept for each number of stones: a stone changes those before it by the points that the board's log names.
Lifting it costs nothing, and positions that are never searched, as those of the search for fours, cost nothing either.
"""

from __future__ import annotations

from ai.common.kernels import KernelSet, int16, int32, int64, void
from ai.gomoku import layout as at
from ai.gomoku import network_layout as net
from ai.gomoku.board import ARRAYS, GomokuArrays
from ai.gomoku.weights import UNITS

KERNELS = KernelSet()

_ALIVE = 0xCCCCCCCC
"""What is set in the shapes of more than ones."""
_OWN_DOUBLES, _OTHER_DOUBLES, _OTHER_STRAIGHT = 0x00A, 0x140, 0x200
"""Of the threats: double threes and four-threes, straight fours."""
_BIAS_SHIFT = 6
"""From WEIGHT_ONE-ths to SUM_ONE-ths of them."""
_UNIT_SHIFT = 10
"""From those to UNIT_ONE-ths."""
_LAST_SHIFT = 20
"""From UNIT_ONE-ths of WEIGHT_ONE-ths to wholes."""


@KERNELS.kernel(int64(int64))
def is_alive(made: int) -> int:
    """Not 0 where a point's shapes (MADE) hold more than ones; others are left out of the sums."""
    return made & _ALIVE


@KERNELS.kernel(int64(int64))
def bucket_of(threats: int) -> int:
    """The bucket of the threats (ai.gomoku.layout.THREATS) of a position."""
    bucket = 1 if threats & _OWN_DOUBLES != 0 else 0
    bucket |= 2 if threats & _OTHER_STRAIGHT != 0 else 0
    bucket |= 4 if threats & _OTHER_DOUBLES != 0 else 0
    return bucket


@KERNELS.kernel(void(ARRAYS, int64, int64, int64))
def add_point(a: GomokuArrays, sums: int, made: int, sign: int) -> None:
    """Add a point's channels to the sums, or take them out again (`sign` -1), if it is alive."""
    if is_alive(made) == 0:
        return
    rows = a.network
    first = net.SHAPES + (made & 255) * net.BOTH
    second = net.SHAPES + ((made >> 8) & 255) * net.BOTH
    third = net.SHAPES + ((made >> 16) & 255) * net.BOTH
    fourth = net.SHAPES + ((made >> 24) & 255) * net.BOTH
    for each in range(net.BOTH):
        held = int16(rows[net.BIASES + each] + rows[first + each] + rows[second + each])
        held = int16(held + rows[third + each] + rows[fourth + each])
        held = min(max(held, int16(0)), int16(net.POINT_ONE))
        rows[sums + each] += int16(int16(held >> net.SUM_SHIFT) * int16(sign))


@KERNELS.kernel(void(ARRAYS, int64, int64, int64))
def exchange_point(a: GomokuArrays, sums: int, was: int, now: int) -> None:
    """Take a point's channels out of the sums and put in what they have become; both are alive, and differ on one line
    alone."""
    rows = a.network
    change = was ^ now
    shift = 0
    while (change >> shift) & 255 == 0:
        shift += 8
    out = net.SHAPES + ((was >> shift) & 255) * net.BOTH
    into = net.SHAPES + ((now >> shift) & 255) * net.BOTH
    first = net.SHAPES + ((now >> ((shift + 8) & 31)) & 255) * net.BOTH
    second = net.SHAPES + ((now >> ((shift + 16) & 31)) & 255) * net.BOTH
    third = net.SHAPES + ((now >> ((shift + 24) & 31)) & 255) * net.BOTH
    for each in range(net.BOTH):
        held = int16(rows[net.BIASES + each] + rows[first + each])
        held = int16(held + rows[second + each] + rows[third + each])
        before = min(max(int16(held + rows[out + each]), int16(0)), int16(net.POINT_ONE))
        after = min(max(int16(held + rows[into + each]), int16(0)), int16(net.POINT_ONE))
        rows[sums + each] += int16(int16(after >> net.SUM_SHIFT) - int16(before >> net.SUM_SHIFT))


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def judge(a: GomokuArrays, sums: int, layer: int, outputs: int) -> int:
    """What a layer makes of the sums with the weights of a bucket, a whole being 1 << 20. Four units are weighed at
    once, for which the sums are read once."""
    rows = a.network
    total = int32(0)
    for each in range(net.BOTH):
        seen = min(max(int16(rows[sums + each]), int16(0)), int16(net.MOST_SUM))
        total = int32(total + int32(seen) * int32(rows[outputs + net.HIDDEN + each]))
    result = int64(total)
    for unit in range(0, net.HIDDEN, 4):
        first = layer + net.HIDDEN_WEIGHTS + unit * net.BOTH
        biases = layer + net.HIDDEN_BIASES + unit
        held0 = int32(int32(rows[biases]) << _BIAS_SHIFT)
        held1 = int32(int32(rows[biases + 1]) << _BIAS_SHIFT)
        held2 = int32(int32(rows[biases + 2]) << _BIAS_SHIFT)
        held3 = int32(int32(rows[biases + 3]) << _BIAS_SHIFT)
        for each in range(net.BOTH):
            seen = min(max(int16(rows[sums + each]), int16(0)), int16(net.MOST_SUM))
            held0 = int32(held0 + int32(seen) * int32(rows[first + each]))
            held1 = int32(held1 + int32(seen) * int32(rows[first + net.BOTH + each]))
            held2 = int32(held2 + int32(seen) * int32(rows[first + 2 * net.BOTH + each]))
            held3 = int32(held3 + int32(seen) * int32(rows[first + 3 * net.BOTH + each]))
        weights = outputs + unit
        result += min(max(int64(held0 >> _UNIT_SHIFT), 0), net.UNIT_ONE) * int64(rows[weights])
        result += min(max(int64(held1 >> _UNIT_SHIFT), 0), net.UNIT_ONE) * int64(rows[weights + 1])
        result += min(max(int64(held2 >> _UNIT_SHIFT), 0), net.UNIT_ONE) * int64(rows[weights + 2])
        result += min(max(int64(held3 >> _UNIT_SHIFT), 0), net.UNIT_ONE) * int64(rows[weights + 3])
    return result  # type: ignore[return-value]  # a number as Python reads it


@KERNELS.kernel(void(ARRAYS))
def sum_up(a: GomokuArrays) -> None:
    """Sum the channels of all points of the board as it stands."""
    if a.network[net.IN_USE] == 0:
        return
    state = a.state
    sums = net.SUMS + int64(state[at.STONES]) * net.BOTH
    for each in range(net.BOTH):
        a.network[sums + each] = 0
    for point in range(at.MARGIN << 5, (at.MARGIN + int64(state[at.SIZE])) << 5):
        record = point * at.RECORD
        if state[record + at.CELL] == at.EMPTY:
            add_point(a, sums, int64(state[record + at.MADE]), 1)


@KERNELS.kernel(void(ARRAYS, int64))
def sum_on(a: GomokuArrays, point: int) -> None:
    """Make the sums from those of one stone less; `point` is where the last stone was placed."""
    if a.network[net.IN_USE] == 0:
        return
    state = a.state
    stones = int64(state[at.STONES])
    sums = net.SUMS + stones * net.BOTH
    for each in range(net.BOTH):
        a.network[sums + each] = a.network[sums - net.BOTH + each]
    add_point(a, sums, int64(state[point * at.RECORD + at.MADE]), -1)
    log = at.LOG + (stones - 1) * at.LOG_WIDTH
    for entry in range(log + at.LOG_FIRST, int64(state[log + at.LOG_USED]), at.LOG_ENTRY):
        was = int64(state[entry + 1 + at.MADE])
        now = int64(state[int64(state[entry]) + at.MADE])
        if is_alive(was) != 0 and is_alive(now) != 0:
            exchange_point(a, sums, was, now)
        else:
            add_point(a, sums, was, -1)
            add_point(a, sums, now, 1)


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def correction(a: GomokuArrays, side: int, threats: int) -> int:
    """What the network adds to the evaluation for the side to move, in its units, once the sums are made. `threats`: an
    index into the table of threats (ai.gomoku.layout.THREATS)."""
    rows = a.network
    if rows[net.IN_USE] == 0:
        return 0
    sums = net.SUMS + int64(a.state[at.STONES]) * net.BOTH
    layer = net.SIDES + side * net.SIDE_SIZE
    bucket = bucket_of(threats)
    outputs = layer + net.OUTPUTS + bucket * (net.HIDDEN + net.BOTH)
    result = judge(a, sums, layer, outputs)
    said: int = ((result * UNITS) >> _LAST_SHIFT) + rows[layer + net.OUTPUT_BIASES + bucket]
    return said
