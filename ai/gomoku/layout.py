"""Where everything lies in the arrays that the Gomoku kernels share. Plain numbers, frozen into the kernels.

A point of the board is an index into a grid with room for 20 lines and a wall of five around them:

    point = (row + MARGIN) * STRIDE + column + MARGIN        one step right: +1, up: +STRIDE

`state` (int32) holds a record of RECORD numbers for each point, one cache line of it, and then the rest:

    state[point * RECORD + field]      fields KEY (four: right, up, up-right, up-left), PATTERN and INFO (two: black,
                                       white), CELL, HISTORY (two)
    state[COUNTS + side * CLASSES + class]     how many empty points are of that class for the side
    state[SUMS + side]                         sum of the evaluation values of the empty points
    state[...]                                 size, rule, stones and the search's stacks, see below

A **key** describes the five cells to each side of a point on one line, two bits a cell: the cells ahead in bits 0 to 9,
those behind in bits 10 to 19, the nearest lowest. It indexes `line`, which says what a stone on the point would make
there, for both colours. A **pattern** is the four answers of a point, four bits a direction. It indexes `point`, whose
entry (the **info**) holds the class of the point in bits 0 to 3, whether it makes a four (bit 4) or at least a two
(bit 5) on some line, and the evaluation value from bit 8 on.
"""

from __future__ import annotations

from typing import Final

from ai.common import control

MARGIN: Final = 5
STRIDE: Final = 32
GRID: Final = STRIDE * (20 + 2 * MARGIN)
"""Points of the grid, walls included: every move fits ten bits."""

EMPTY: Final = 0
WALL: Final = 3
"""Cells: 0 empty, 1 black, 2 white, 3 wall."""

# A point's record in `state`
RECORD: Final = 16
KEY: Final = 0
PATTERN: Final = 4
INFO: Final = 6
CELL: Final = 8
HISTORY: Final = 9

# What a stone makes on one line (`line`: black's in bits 0 to 3, white's in bits 4 to 7)
NOTHING: Final = 0
OVERLINE: Final = 1
BLOCKED_ONE: Final = 2
OPEN_ONE: Final = 3
BLOCKED_TWO: Final = 4
OPEN_TWO: Final = 5
WIDE_TWO: Final = 6
BLOCKED_THREE: Final = 7
OPEN_THREE: Final = 8
WIDE_THREE: Final = 9
FOUR: Final = 10
TWO_FOURS: Final = 11
"""Two fours on one line that are not a straight four: told apart only for Black in renju."""
STRAIGHT_FOUR: Final = 12
FIVE: Final = 13

# Classes of a point for a side: what a stone there makes on all four lines together
CLASSES: Final = 16
PLAIN: Final = 0
THREE: Final = 1
DOUBLE_THREE: Final = 2
SINGLE_FOUR: Final = 3
FOUR_THREE: Final = 4
WINNING_FOUR: Final = 5
"""A straight four, or two fours: wins unless the other side makes five first."""
WINS: Final = 6
SUSPECT: Final = 7
"""Renju, Black: two threes on the face of it; only the recursive check tells whether the point is forbidden."""
FORBIDDEN: Final = 8
"""Renju, Black: overline or double four."""
CLASS_MASK: Final = 15
MAKES_FOUR: Final = 16
MAKES_TWO: Final = 32
VALUE_SHIFT: Final = 8

# `state` after the records
COUNTS: Final = 1024 * RECORD
SUMS: Final = COUNTS + 2 * CLASSES
SIZE: Final = SUMS + 2
RADIUS: Final = SIZE + 1
"""How far a stone's influence reaches on a line: 4 where overlines win, else 5."""
RULE: Final = SIZE + 2
STONES: Final = SIZE + 3
FOURS_AHEAD: Final = SIZE + 4
"""How many fours in a row are followed at the leaves."""
MAX_PLY: Final = 96
KILLERS: Final = SIZE + 16
"""Two a ply."""
LINES: Final = KILLERS + 2 * MAX_PLY
"""The best line from each ply on: MAX_PLY moves a ply, ended by 0."""
MOVES: Final = LINES + MAX_PLY * MAX_PLY
"""The moves of each ply that are being searched: MAX_MOVES a ply, each an ordering value and a point."""
MAX_MOVES: Final = 404
ROOT: Final = MOVES + MAX_PLY * 2 * MAX_MOVES
"""The moves at the root: MAX_MOVES points, then as many scores."""
STATE_SIZE: Final = ROOT + 2 * MAX_MOVES

# `point` (int32): for each colour the infos of all patterns, then for each colour the ordering values
PATTERNS: Final = 1 << 16
LINE_KEYS: Final = 1 << 20

# `control` (int64): what other threads may write while a kernel runs, and what it counts; see ai.common.control
STOP: Final = control.STOP
NODES: Final = control.NODES
NODE_LIMIT: Final = control.NODE_LIMIT
HASH: Final = control.FREE
TABLE_OFF: Final = control.FREE + 1
"""Not 0: search without the transposition table (for the benchmark)."""
GENERATION: Final = control.FREE + 2
"""Of the search, for the entries of the table."""

# Scores inside the kernels: a win in n plies is MATE - n
MATE: Final = 30000
MATE_IN_MAX: Final = MATE - 1000
NO_SCORE: Final = -32000
