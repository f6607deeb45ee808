"""Where the numbers of Gomoku's network lie in the arrays of its kernels, see `ai.gomoku.network`.

What a stone on a point would make on one line, for both colours, is a **shape**: a byte of MADE (`ai.gomoku.layout`).
`network` (int16) holds:

    SHAPES + shape * BOTH      what the shape adds to the channels of a point: as black sees it, then as white does
    BIASES                     BOTH: what every point's channels begin with
    SIDES + side * SIDE_SIZE   the layer for this side to move:
      HIDDEN_WEIGHTS             for each of HIDDEN units the weights of the sums, black's first
      HIDDEN_BIASES              HIDDEN
      OUTPUTS                    for each of BUCKETS the weights of the units, then those of the sums
      OUTPUT_BIASES              BUCKETS
    IN_USE                     0: the network corrects nothing
    SUMS + stones * BOTH       for each number of stones on the board the sums of the channels
"""

from __future__ import annotations

from typing import Final

CHANNELS: Final = 16
BOTH: Final = 2 * CHANNELS
HIDDEN: Final = 16
BUCKETS: Final = 8
"""By the threats: whether the side to move has a double three or a four-three, and twice so much whether the other side
threatens a straight four, and four times so much whether the other side has a double three or a four-three."""

POINT_ONE: Final = 512
"""A whole in the channels of a point; more and less than nothing is cut off."""
SUM_SHIFT: Final = 3
SUM_ONE: Final = POINT_ONE >> SUM_SHIFT
"""A whole in the sums: those of all points of the largest board fit 16 bits."""
MOST_SUM: Final = 128 * SUM_ONE - 1
"""More is cut off."""
WEIGHT_ONE: Final = 4096
"""A whole in the weights of the sums."""
LARGEST_WEIGHT: Final = 2047
"""None of them is larger: BOTH of them times sums fit 31 bits."""
UNIT_ONE: Final = 256
"""A whole in a hidden unit; more and less than nothing is cut off."""
LARGEST_SHAPE: Final = 6_000
"""No shape adds more, and no channel begins with more: five of them fit 16 bits."""

SHAPES: Final = 0
BIASES: Final = SHAPES + 256 * BOTH
SIDES: Final = BIASES + BOTH
HIDDEN_WEIGHTS: Final = 0
HIDDEN_BIASES: Final = HIDDEN_WEIGHTS + HIDDEN * BOTH
OUTPUTS: Final = HIDDEN_BIASES + HIDDEN
OUTPUT_BIASES: Final = OUTPUTS + BUCKETS * (HIDDEN + BOTH)
SIDE_SIZE: Final = OUTPUT_BIASES + BUCKETS
IN_USE: Final = SIDES + 2 * SIDE_SIZE
NETWORK_SIZE: Final = IN_USE + 1
"""What is learnt lies before."""
SUMS: Final = NETWORK_SIZE
