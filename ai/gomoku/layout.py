"""Where everything lies in the arrays that the Gomoku kernels share. Plain numbers, frozen into the kernels.

A point of the board is an index into a grid with room for 22 lines and a wall of five around them:

    point = (row + MARGIN) * STRIDE + column + MARGIN        one step right: +1, up: +STRIDE

`state` (int32) holds a record of RECORD numbers for each point, half a cache line of it, and then the rest:

    state[point * RECORD + field]              fields MADE, PATTERN and INFO (two each: black, white), CELL
    state[COUNTS + side * CLASSES + class]     how many empty points are of that class for the side
    state[SUMS + side]                         sum of the evaluation values of the empty points
    state[FOURS + side * ROWS + row]           bit `column`: an empty point where the side makes a four, or five
    state[TWOS + side * ROWS + row]            likewise at least a two
    state[...]                                 size, rule, stones, the log of what stones changed and the search's
                                               stacks, see below

`words` (int64) holds every line of the board as two bits a cell, in each of the four directions (right, up, up-right,
up-left), 64 words a direction; a cell's place in its word is its column, in the directions up and up-left its row:

    words[direction * 64 + line], line = row | column | row - column + 32 | row + column     (of the grid)

A **key** describes the five cells to each side of a point on one line: bits 0 to 9 those behind, the farthest lowest,
bits 10 to 19 those ahead, the nearest lowest. It indexes `line`, which says what a stone on the point would make there,
for both colours: black's in bits 0 to 3, white's in bits 4 to 7. MADE holds the four answers of a point, eight bits a
direction; a **pattern** those of one colour, four bits a direction. A pattern indexes `point`, whose entry (the
**info**) holds the class of the point in bits 0 to 3, whether it makes a four (bit 4) or at least a two (bit 5) on some
line, the ordering value (bits 8 to 19) and the evaluation value (bits 20 to 31, signed).
"""

from __future__ import annotations

from typing import Final

from ai.common import control

MARGIN: Final = 5
STRIDE: Final = 32
MOST_LINES: Final = STRIDE - 2 * MARGIN
GRID: Final = STRIDE * STRIDE
"""Points of the grid, walls included: every move fits ten bits."""

EMPTY: Final = 0
WALL: Final = 3
"""Cells: 0 empty, 1 black, 2 white, 3 wall."""

# A point's record in `state`
RECORD: Final = 8
MADE: Final = 0
PATTERN: Final = 1
INFO: Final = 3
CELL: Final = 5

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
FOUR_AND_MORE: Final = 64
"""A four, and on another line at least a blocked three: a four that may lead to another."""
ORDER_SHIFT: Final = 8
ORDER_MASK: Final = 0xFFF
"""What a stone on the point promises, for the order of moves: 0 to 4095."""
VALUE_SHIFT: Final = 20
"""What the point is worth in the evaluation: -2048 to 2047."""

# `state` after the records
COUNTS: Final = 1024 * RECORD
SUMS: Final = COUNTS + 2 * CLASSES
ROWS: Final = 32
FOURS: Final = SUMS + 2
TWOS: Final = FOURS + 2 * ROWS
SIZE: Final = TWOS + 2 * ROWS
RADIUS: Final = SIZE + 1
"""How far a stone's influence reaches on a line: 4 where overlines win, else 5."""
RULE: Final = SIZE + 2
KEY_MASK: Final = SIZE + 3
"""The bits of a key within reach."""
STONES: Final = SIZE + 4
BOARD_END: Final = SIZE + 5
"""What lies before is the same whenever the same stones stand on the board."""
LAST_FIVE: Final = BOARD_END
"""For each side the point that was last found to make five; it may be out of date."""
FOURS_AHEAD: Final = BOARD_END + 2
"""How many fours in a row are followed at most."""
FOURS_LEFT: Final = BOARD_END + 3
"""How many positions the search for fours that is going on may still visit."""
FOURS_WANTED: Final = BOARD_END + 4
"""Which fours are followed: MAKES_FOUR, or only FOUR_AND_MORE."""
TABLE_SIZE: Final = BOARD_END + 5
"""The length of the transposition table."""
MOST_STONES: Final = MOST_LINES * MOST_LINES + 4
"""A full board, and what is tried on it."""
LOG: Final = BOARD_END + 8
LOG_WIDTH: Final = 280
"""What each stone changed, to be put back when it is lifted: COUNTS and SUMS as they were, then how many numbers of the
log follow, then for each changed point six: its record's place and five fields."""
LOG_ENTRY: Final = 6
LOG_USED: Final = 2 * CLASSES + 2
LOG_FIRST: Final = LOG_USED + 1
MAX_PLY: Final = 96
LINES: Final = LOG + MOST_STONES * LOG_WIDTH
"""The best line from each ply on: MAX_PLY moves a ply, ended by 0."""
MOVES: Final = LINES + MAX_PLY * MAX_PLY
"""The moves of each ply that are being searched: MAX_MOVES a ply, each an ordering value << 10 | point."""
MAX_MOVES: Final = MOST_STONES
ROOT: Final = MOVES + MAX_PLY * MAX_MOVES
"""The moves at the root: MAX_MOVES points, then as many scores."""
HISTORY: Final = ROOT + 2 * MAX_MOVES
"""How often a side's stone on a point has refuted something: side * GRID + point."""
KILLERS: Final = HISTORY + 2 * GRID
"""Two a ply."""
COUNTERS: Final = KILLERS + 2 * MAX_PLY
"""What has refuted a side's stone on a point: side * GRID + point."""
PLAYED: Final = COUNTERS + 2 * GRID
"""The move that led to each ply."""
STATIC: Final = PLAYED + MAX_PLY
"""The static score at each ply."""
ZONES: Final = STATIC + MAX_PLY
"""For each ply a row of bits for each row of the grid: where a threatened win by fours can be parried."""
REDUCTIONS: Final = ZONES + MAX_PLY * ROWS
"""By how many sixteenths of a ply a late move is searched less deep: min(depth, 31) * 64 + min(moves tried, 63)."""
WIDTHS: Final = REDUCTIONS + 32 * 64
"""How many moves are tried at most: improving * 32 + min(depth, 31)."""
STATE_SIZE: Final = WIDTHS + 2 * 32

# `point` (int32): for each colour the infos of all patterns, then for each colour to move the worth of threats, then
# for each colour to move where the search looks first: by own patterns, then by those of the other side
PATTERNS: Final = 1 << 16
LINE_KEYS: Final = 1 << 20
THREATS: Final = 2 * PATTERNS
THREAT_BITS: Final = 11
"""Which threats there are: bits 0 to 4 whether the side to move has a point of class THREE, DOUBLE_THREE, SINGLE_FOUR,
FOUR_THREE or WINNING_FOUR, bits 5 to 9 the same for the other side, bit 10 whether the other side has two points of
class FOUR_THREE or DOUBLE_THREE."""
POLICY: Final = THREATS + (2 << THREAT_BITS)

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
