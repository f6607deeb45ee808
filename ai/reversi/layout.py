"""Where everything lies in the arrays that the Reversi kernels share. Plain numbers, frozen into the kernels.

A position is two sets of squares in a uint64 each, the discs of the side to move and those of the other: bit 0 is `a1`,
the upper left corner, bit 7 `h1`, bit 63 `h8`. Both are handed from kernel to kernel; the arrays hold the rest.

    words[FLIPS + ply * MAX_MOVES + ...]    what each move at that ply turns over
    state[MOVES + ply * MAX_MOVES + ...]    the moves at that ply: a bit, or PASS
    state[ORDER + ply * MAX_MOVES + ...]    their ordering values
    state[LINES + ply * MAX_PLY + ...]      the best line from that ply on: moves + 1, ended by 0
    numbers[ply * INSTANCES + place]        the number of the case in each place for the side to move at that ply
    steps, weights                          see ai.reversi.patterns
"""

from __future__ import annotations

from typing import Final

SQUARES: Final = 64
PASS: Final = 64
"""The move without a disc."""
MAX_MOVES: Final = 36
"""A ply; no position has more than 33."""
MAX_PLY: Final = 128
"""No game is longer: a disc for every empty square and a pass after each."""

# `words`
FLIPS: Final = 0
WORDS: Final = FLIPS + MAX_PLY * MAX_MOVES

# `state`
TABLE_SIZE: Final = 0
"""The words of the transposition table."""
END_MARGIN: Final = 1
"""On the way to the end of the game lines are given up that a shallow search shows to be this far outside the window,
in hundredths of a disc; 0: none, the end is solved."""
END_RANK: Final = 2
"""The depth under which a score found with that margin is kept in the transposition table, from ENDED on: surer ones
under greater ones."""
MOVES: Final = 8
ORDER: Final = MOVES + MAX_PLY * MAX_MOVES
LINES: Final = ORDER + MAX_PLY * MAX_MOVES
STATE_SIZE: Final = LINES + MAX_PLY * MAX_PLY

# `control`, from ai.common.control.FREE on
GENERATION: Final = 8

# Scores inside the kernels, in hundredths of a disc
UNIT: Final = 100
MOST: Final = 64 * UNIT + 1
"""Beyond every score."""
NO_SCORE: Final = -32000
ENDED: Final = 70
"""Beyond every depth of a search that does not see the end, and before SOLVED."""
SOLVED: Final = 100
"""The depth under which a score to the end of the game is kept in the transposition table."""

# The evaluation
INSTANCES: Final = 64
"""The places that it looks at (ai.reversi.patterns), filled up with empty ones."""
PHASE_DISCS: Final = 2
PHASES: Final = 32
"""The weights change with every this many discs."""
OWN_MOVES: Final = 0
OTHER_MOVES: Final = 40
ODD: Final = 80
WEIGHTS: Final = 160
"""In `weights`, within a phase: what each number of moves is worth, own ones and the other's, where an even number of
squares is empty, from ODD on where an odd one is; the patterns."""

# ProbCut (ai.reversi.probcut)
PROBED_FROM: Final = 3
PROBED_DISCS: Final = 4
PROBED_PHASES: Final = 16
PROBED: Final = 16
"""`margins[discs // PROBED_DISCS * PROBED + depth]`: by how much a shallow search must lie outside the window to be
believed, 0 for never; what holds for the last depth holds for deeper ones."""
