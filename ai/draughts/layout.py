"""Where everything lies in the arrays that the draughts kernels share. Plain numbers, frozen into the kernels.

A board is a set of bits in a uint64. The rows from the top have five squares each and are followed by one and two bits
in turn that are never squares ("ghosts"), so that a step along a diagonal is a shift by 6 or 7 wherever one stands, and
what leaves the board falls on a ghost:

      0  1  2  3  4  (5)          squares  1  2  3  4  5         down to the left  +6    up to the right  -6
    6  7  8  9 10 (11 12)                6  7  8  9 10           down to the right +7    up to the left   -7
     13 14 15 16 17 (18)                  11 ...
    ...            52 .. 56              ... 50

The 8x8 boards lie in the upper left corner of it: eight rows of four. What is a square is said by `mask`.

White moves up.

All sets of bits stand in one array, `words` (uint64), all numbers in another, `state` (int64): what a kernel is given
is copied at each call, so two arrays are better than six.

    words[BOARD], words[CROWN + side]         the squares, the crowning rows
    words[ZOBRIST + ...]                      64 numbers each for white men, black men, white kings, black kings
    words[POSITION + ply * PLY_SIZE + ...]    white pieces, black pieces, the kings of both, the key without the turn
    words[TAKEN + ply * MAX_MOVES + ...]      what each move at that ply captures
    words[SEEN + ...]                         the position that the network's sums are of
    state[FLAGS], state[COUNT], state[MOST]   the variant's rules; the captures being found
    state[MOVES + ply * MAX_MOVES + ...]      the moves at that ply
"""

from __future__ import annotations

from typing import Final

WHITE: Final = 0
BLACK: Final = 1
MAX_PLY: Final = 128

# A move: from in bits 0 to 5, to in bits 6 to 11, and whether a man becomes a king
TO_SHIFT: Final = 6
BIT_MASK: Final = 63
CROWNS: Final = 1 << 12
MAX_MOVES: Final = 256
"""A ply. Only positions that no game comes to, with many kings, have more; the rest is then left out."""

# `words`
BOARD: Final = 0
CROWN: Final = 1
CAPTURE_EMPTY: Final = 3
"""While captures are being found: the empty squares, with the one that the piece comes from ..."""
CAPTURE_OTHER: Final = 4
"""... and the opponent's pieces."""
ZOBRIST: Final = 8
WHITE_MAN: Final = ZOBRIST
WHITE_KING: Final = ZOBRIST + 128
POSITION: Final = ZOBRIST + 256
PLY_SIZE: Final = 4
KINGS: Final = 2
KEY: Final = 3
TAKEN: Final = POSITION + (MAX_PLY + 1) * PLY_SIZE
PAST: Final = TAKEN + (MAX_PLY + 1) * MAX_MOVES
"""The keys (with the turn) of the game's positions and of the search's line, that of ply p under PAST + state[GAME] +
p."""
MAX_GAME: Final = 256
"""Positions of the game that are kept, the last ones."""
BLACK_TO_MOVE: Final = PAST + MAX_GAME + MAX_PLY + 1
"""What the key differs by when Black is to move."""
SEEN: Final = BLACK_TO_MOVE + 1
"""The position (white, black, kings) that the network's sums are of."""
WORDS: Final = -(-(SEEN + 3) // 8) * 8
"""A whole number of 64 bytes: the network comes after it."""

# `state`
FLAGS: Final = 0
MAJORITY: Final = 1
"""A capture that takes the most pieces must be played."""
BACKWARDS: Final = 2
"""Men capture backwards."""
FLYING: Final = 4
"""Kings move any distance."""
CROWN_PASSING: Final = 8
"""A man that reaches the crowning row while capturing goes on as a king."""
STOP_AT_CROWN: Final = 16
"""... ends its move there."""
COUNT: Final = 1
"""The capturing moves found so far ..."""
MOST: Final = 2
"""... and how many pieces the best of them takes."""
DRAWS: Final = 3
"""Whose draws count (ai.draughts.draws) ..."""
KINGS_ONLY: Final = 4
"""... and after how many plies a game with kings alone is drawn."""
FROM_TABLE: Final = 5
"""1: the position at ply 0 is in the endgame table already, so a win there must be played out, not only reached."""
TABLE_SIZE: Final = 6
"""The words of the transposition table ..."""
ENDGAMES_SIZE: Final = 7
"""... and the bytes of the endgame table."""
CAPTURE_SIDE: Final = 8
"""Whose captures are being found ..."""
CAPTURE_FIRST: Final = 9
"""... where they are to be written (ply * MAX_MOVES) ..."""
CAPTURE_ORIGIN: Final = 10
"""... from which bit the piece comes ..."""
CAPTURE_KING: Final = 11
"""... and whether it was a king there."""
MOVES: Final = 16
BOARD_SIZE: Final = MOVES + (MAX_PLY + 1) * MAX_MOVES
"""What a search keeps in `state` begins here."""

# `state`, what a search keeps
GAME: Final = BOARD_SIZE
"""How many positions of the game come before the root."""
QUIET: Final = BOARD_SIZE + 8
"""Beside each key of PAST: the plies since a man moved or something was taken."""
LASTED: Final = QUIET + MAX_GAME + MAX_PLY + 1
"""Beside each key of PAST: how long an ending has lasted (ai.draughts.draws)."""
KILLERS: Final = LASTED + MAX_GAME + MAX_PLY + 1
"""One quiet move a ply."""
HISTORY: Final = KILLERS + MAX_PLY
"""[side][from][to] of quiet moves"""
LINES: Final = HISTORY + 2 * 64 * 64
"""The best line from each ply on: MAX_PLY moves a ply, ended by 0."""
ORDER: Final = LINES + MAX_PLY * MAX_PLY
"""The ordering values of the moves at each ply."""
VALUES: Final = ORDER + (MAX_PLY + 1) * MAX_MOVES
"""The worth of a piece by kind (as in ZOBRIST: white man, black man, white king, black king) and bit, Black's negative.
Of men only what the material comes to (MAN): the rest is in the patterns."""
AREAS: Final = VALUES + 4 * 64
"""How many areas the evaluation looks at, then the first bit of each (ai.draughts.patterns) ..."""
MOST_AREAS: Final = 16
FULL_BOARD: Final = AREAS + MOST_AREAS + 1
"""... and how many pieces stand on a full board."""
TERNARY: Final = FULL_BOARD + 1
"""The number in threes of each set of an area's squares, by what AREA_MAGIC makes of it."""
WEIGHTS: Final = TERNARY + 256
"""The worth of each pattern of each area."""
PATTERNS: Final = 3**8
NETWORK_UNITS: Final = WEIGHTS + MOST_AREAS * PATTERNS
"""What a whole of the network's output is worth, in hundredths of a man (0: there is no network) ..."""
STAGE_BIASES: Final = NETWORK_UNITS + 1
"""... and the biases of its stages."""
STAGES: Final = 4
STATE_SIZE: Final = STAGE_BIASES + STAGES
AREA_MASK: Final = 1 << 0 | 1 << 1 | 1 << 6 | 1 << 7 | 1 << 13 | 1 << 14 | 1 << 19 | 1 << 20
"""The squares of the first area."""
AREA_MAGIC: Final = 0x100808000200000
"""A set of them times this has another upper byte for each set."""
AREA_SHIFT: Final = 56

# `control`, from ai.common.control.FREE on
GENERATION: Final = 8

# Scores inside the kernels, in hundredths of a man: a win in n plies is MATE - n
MATE: Final = 30000
MATE_IN_MAX: Final = MATE - 1000
LARGEST_WORTH: Final = 9000
"""No evaluation is larger: beyond it begin the wins by the endgame table."""
TABLE_WIN: Final = 10000
"""A win by the endgame table; it takes nobody knows how long."""
NO_SCORE: Final = -32000
