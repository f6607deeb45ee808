"""Where the numbers of Xiangqi's network lie in the arrays of its kernels, see `ai.xiangqi.network`.

Each side sees the board from its own edge, and mirrored where its general stands right of the middle file. What it sees
is a list of **features**: kind of piece, own or other, on a square, in one of GROUPS tables by where its general
stands. A row of WIDTH weights belongs to each feature, and the sum of a side's rows is its **accumulator**.

`network` (int16): the rows, then the biases of an accumulator, then for each of OUTPUTS stages of the game the weights
of both accumulators (the mover's first), then the biases of the stages, two numbers each, low and high.

`sums` (int16): both accumulators for each pair of places of the generals that sees with other tables or another
mirror, and `seen` (int32) for each pair where the pieces stood when they were summed up.
"""

from __future__ import annotations

from typing import Final

from ai.xiangqi.layout import KINDS, SQUARES

WIDTH: Final = 64
GROUPS: Final = 3
"""Tables: the general at home on the middle file, at home beside it, or further up."""
FEATURES: Final = 2 * KINDS * SQUARES
OUTPUTS: Final = 4
"""Stages, by how many attackers are left."""

INPUT_ONE: Final = 255
"""A whole in the accumulators; more and less than nothing is cut off."""
OUTPUT_ONE: Final = 64
"""A whole in the weights of the stages."""
UNITS: Final = 400
"""What a whole of the output is worth, in hundredths of a soldier."""
LARGEST_INPUT: Final = 500
"""No weight of a row is larger, so that 32 of them and a bias fit."""
LARGEST_OUTPUT: Final = 127
"""Nor of a stage: times a whole of the accumulators it fits 16 bits."""

# `network`
ROWS: Final = 0
BIASES: Final = ROWS + GROUPS * FEATURES * WIDTH
STAGES: Final = BIASES + WIDTH
STAGE_BIASES: Final = STAGES + OUTPUTS * 2 * WIDTH
NETWORK_SIZE: Final = STAGE_BIASES + 2 * OUTPUTS

VIEWS: Final = 2 * GROUPS
"""In how many ways a side can see the board: group + GROUPS * mirrored."""
PAIRS: Final = VIEWS * VIEWS
SEEN_OF_PAIR: Final = 32
SEEN_CHANGED: Final = PAIRS * SEEN_OF_PAIR
"""Room for the ids of those that stand elsewhere now."""
SEEN_SIZE: Final = SEEN_CHANGED + 33
SUMS_SIZE: Final = PAIRS * 2 * WIDTH
