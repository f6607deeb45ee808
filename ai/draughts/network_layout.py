"""Where the numbers of draughts' network lie in the arrays of its kernels, see `ai.draughts.network`.

Each side sees the board from its own edge: for Black it is turned round. What it sees is a list of **features**: own or
other man or king on a bit of the board. A row of WIDTH weights belongs to each feature, and the sum of a side's rows is
its **accumulator**.

`network` (int16): for each kind of piece (as in `ai.draughts.layout.ZOBRIST`: white man, black man, white king, black
king) and bit its row as White sees it and that as Black does, then for each stage of the game the weights of both
accumulators, the mover's first.

`sums` (int16): White's accumulator and Black's, of the position under `words[SEEN]`.
"""

from __future__ import annotations

from typing import Final

from ai.draughts.layout import STAGES

WIDTH: Final = 32
BOTH: Final = 2 * WIDTH
FEATURES: Final = 4 * 64

HELD_SHIFT: Final = 2
HELD_HALF: Final = 1 << HELD_SHIFT >> 1
"""What is passed on is rounded, by this, to fewer bits."""
HELD_ONE: Final = 181
"""A whole of what an accumulator passes on: its square fits 16 bits."""
INPUT_ONE: Final = HELD_ONE << HELD_SHIFT
"""A whole in the accumulators; more and less than nothing is cut off."""
OUTPUT_ONE: Final = 256
"""A whole in the weights of the stages."""
LARGEST_INPUT: Final = 780
"""No weight of a row and no bias is larger, so that those of forty pieces, which no game has more of, fit 16 bits."""
LARGEST_OUTPUT: Final = 1016
"""Nor of a stage: WIDTH of them times the square of a whole fit 32 bits."""

# `network`
OUTPUTS: Final = FEATURES * BOTH
NETWORK_SIZE: Final = OUTPUTS + STAGES * BOTH
SUMS_SIZE: Final = BOTH
