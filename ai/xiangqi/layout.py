"""Where everything lies in the arrays that the Xiangqi kernels share. Plain numbers, frozen into the kernels.

Squares are those of the game's text, rank by rank from Red's side: a0 = 0, i0 = 8, a1 = 9, ... i9 = 89.

Every piece has a number, its **id**, that it keeps while it lives; 16 and more are Black's:

    0 general   1 2 advisors   3 4 elephants   5 6 horses   7 8 rooks   9 10 cannons   11 .. 15 soldiers

`state` (int32) holds

    state[CELL + square]      0 where empty, else the id + 1; two cells behind the board never change: NOWHERE is empty,
                              WALL is not
    state[PLACE + id]         the piece's square, -1 once captured
    state[RANKS + rank]       the occupied files of a rank, a bit each
    state[FILES + file]       the occupied ranks of a file, a bit each
    state[PIECE_SQUARE]       sum of the piece-square values, Red's less Black's: middle game + (ending << 16)
    state[MATERIAL + side]    how many pieces of each kind it has, four bits a kind: general lowest
    state[DANGER...]          what `find_danger` has found for the side to move, see `ai.xiangqi.moves`

`tables` (int32) never changes during a search: line entries, steps, and what the evaluation weighs. Nor does `legs`
(int8), which is asked most often and small enough to stay near.

A **line entry** tells what a piece on a line sees: `tables[place * 1024 + occupied]` holds the next three occupied
places downwards in bits 0 to 11 and upwards in bits 12 to 23, four bits each, the nearest lowest; NO_PLACE where there
is none. Bits 24 to 27 hold the number of places between the nearest two. One entry serves ranks (9 places) and files
(10 places), because a rank's tenth place is never occupied; it is counted among those between, though.

`past` (int64) holds the position's key and, behind it, the keys of the positions before it, see `ai.xiangqi.search`.

`follow` (int16) holds what a search learns about moves after other moves.
"""

from __future__ import annotations

from typing import Final

RED: Final = 0
BLACK: Final = 1
SQUARES: Final = 90

# Kinds of pieces
GENERAL: Final = 0
ADVISOR: Final = 1
ELEPHANT: Final = 2
HORSE: Final = 3
ROOK: Final = 4
CANNON: Final = 5
SOLDIER: Final = 6
KINDS: Final = 7
KIND_OF: Final = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6) * 2
"""The kind of each id."""
FIRST_ID: Final = (0, 1, 3, 5, 7, 9, 11, 16)
"""The first id of each kind, and the end."""

# `state`
CELL: Final = 0
NOWHERE: Final = 94
WALL: Final = 95
"""Where steps lead that there are not: to NOWHERE, past a WALL. So that loops over steps need not ask for their end."""
PLACE: Final = 96
RANKS: Final = 128
FILES: Final = 138
PIECE_SQUARE: Final = 148
DANGER: Final = 150
IN_CHECK: Final = DANGER
"""1 where the general of the side to move is attacked."""
EXPOSING: Final = DANGER + 1
"""The pieces whose departure may expose one's own general: a bit for each id less the side's 16."""
BLOCKED_FILE: Final = DANGER + 2
"""Ranks of the general's file that no own piece may enter: it would be the screen of a cannon."""
BLOCKED_RANK: Final = DANGER + 3
"""Likewise files of the general's rank."""
MATERIAL: Final = DANGER + 4
TABLE_SIZE: Final = DANGER + 6
"""The length of the table of what searches have learnt."""
BOARD_SIZE: Final = 160
"""Numbers that belong to the board; what a search keeps in `state` begins here."""

# `tables`: line entries
LINE_PLACES: Final = 1024
NO_PLACE: Final = 15
BETWEEN_SHIFT: Final = 24

# `tables`: for each square a list of STEPS numbers, filled up with NO_STEP; where a step can be blocked, the blocking
# square stands in bits 7 to 13
STEPS: Final = 9
NO_STEP: Final = NOWHERE | WALL << 7
_STEP_TABLE: Final = SQUARES * STEPS
HORSE_STEPS: Final = 10 * LINE_PLACES
ELEPHANT_STEPS: Final = HORSE_STEPS + _STEP_TABLE
"""From here on two tables, Red's and Black's."""
ADVISOR_STEPS: Final = ELEPHANT_STEPS + 2 * _STEP_TABLE
GENERAL_STEPS: Final = ADVISOR_STEPS + 2 * _STEP_TABLE
SOLDIER_STEPS: Final = GENERAL_STEPS + 2 * _STEP_TABLE
STEPS_OF: Final = (GENERAL_STEPS, ADVISOR_STEPS, ELEPHANT_STEPS, HORSE_STEPS, 0, 0, SOLDIER_STEPS)
"""The table of each kind; rooks and cannons have none."""
VALUES: Final = SOLDIER_STEPS + 2 * _STEP_TABLE
"""The piece-square values, each the middle game's + (the ending's << 16): [side][kind][square], Black's negative."""
TERMS: Final = VALUES + 2 * KINDS * SQUARES
"""The other weights of the evaluation, see `ai.xiangqi.weights`."""
MAX_TERMS: Final = 256
REDUCTIONS: Final = TERMS + MAX_TERMS
"""By how many plies a late move is searched less deep: REDUCTIONS + 64 * min(depth, 63) + min(number, 63)."""
RELATIONS: Final = REDUCTIONS + 64 * 64
"""What a horse, rook or cannon makes of a piece that it sees: [horse, rook, cannon][owner][CELL of the piece]."""
RELATIONS_OF_SIDE: Final = 33
DANGERS: Final = RELATIONS + 3 * 2 * RELATIONS_OF_SIDE
"""What adds to the danger that a general is in, see `ai.xiangqi.danger`."""
MAX_DANGERS: Final = 40
PALACES: Final = DANGERS + MAX_DANGERS
"""Which square of its palace a square is: a bit of nine, 0 outside. Squares are counted from 9 before the board on."""
TABLES_SIZE: Final = PALACES + 9 + 128

# `legs`: for each pair of squares (from * SQUARES + to) the leg of a horse's step, or WALL where there is no such step
ZONES: Final = SQUARES * SQUARES
"""Behind them: whether a piece on a square could be taken by the general or an advisor of a side (PALACE), or by an
elephant (POINTS): [side][square + 1], for the place -1 is asked for, too."""
ZONES_OF_SIDE: Final = SQUARES + 1
PALACE: Final = 1
POINTS: Final = 2
LEGS_SIZE: Final = ZONES + 2 * ZONES_OF_SIDE

# `past`
KEY: Final = 0
"""The position's key."""
KEYS: Final = 1
"""The keys of the game's positions and of the search's line, the position at ply p under KEYS + state[GAME] + p."""
MAX_GAME: Final = 400
"""Positions of the game that are kept, the last ones: no repetition reaches further back than the move limit."""

# A move: from in bits 0 to 6, to in bits 7 to 13, and whether it must be tried out to know that it is legal
TO_SHIFT: Final = 7
SQUARE_MASK: Final = 127
DOUBTFUL: Final = 1 << 14
MOVE_MASK: Final = DOUBTFUL - 1
MAX_MOVES: Final = 128
"""No position has more: 17 + 17 for two rooks and as many for two cannons, 8 + 8, and the short steps of the rest."""

# `state`, what a search keeps
MAX_PLY: Final = 100
GAME: Final = BOARD_SIZE
"""How many positions of the game come before the root."""
SEARCH: Final = BOARD_SIZE + 16
CHECKS: Final = SEARCH
"""Beside each key in `past`: whether the side to move is in check, and ..."""
QUIET: Final = CHECKS + MAX_GAME + MAX_PLY + 1
"""... the plies since the last capture."""
PLAYED: Final = QUIET + MAX_GAME + MAX_PLY + 1
"""... the move that led there (0 for a move given away), and ..."""
MOVED: Final = PLAYED + MAX_GAME + MAX_PLY + 1
"""... kind * SQUARES + target of that move, 0 for none."""
KILLERS: Final = MOVED + MAX_GAME + MAX_PLY + 1
"""Two a ply."""
HISTORY: Final = KILLERS + 2 * MAX_PLY
"""[side][kind][target]"""
LINES: Final = HISTORY + 2 * KINDS * SQUARES
"""The best line from each ply on: MAX_PLY moves a ply, ended by 0."""
MOVES: Final = LINES + MAX_PLY * MAX_PLY
"""MAX_MOVES a ply, and their ordering values."""
ORDER: Final = MOVES + MAX_PLY * MAX_MOVES
ROOT: Final = ORDER + MAX_PLY * MAX_MOVES
"""The legal moves at the root."""
STATIC: Final = ROOT + MAX_MOVES
"""The static evaluation of each ply of the line, NO_SCORE in check."""
EXCLUDED: Final = STATIC + MAX_PLY
"""The move of each ply that is left out, to see whether the others are as good; 0 for none."""
ROOT_DEPTH: Final = EXCLUDED + MAX_PLY
"""The depth to which the root is searched."""
STATE_SIZE: Final = ROOT_DEPTH + 1

# `follow`
FOLLOW: Final = 0
"""How moves have done after the move before, both as kind * SQUARES + target: [before][move]; row 0 stands for none."""
FOLLOW_OWN: Final = FOLLOW + (KINDS * SQUARES) ** 2
"""Likewise after one's own move before."""
FOLLOW_SIZE: Final = FOLLOW_OWN + (KINDS * SQUARES) ** 2

PAST_SIZE: Final = KEYS + MAX_GAME + MAX_PLY + 1

# `control`, from ai.common.control.FREE on
GENERATION: Final = 8

# Scores inside the kernels, in hundredths of a soldier: mate in n plies is MATE - n
MATE: Final = 30000
MATE_IN_MAX: Final = MATE - 1000
BANNED: Final = 28000
"""What a perpetual check costs who gives it: worse than any position, better than mate. Depends on the way a position
was reached, so scores from BANNED_IN_MAX to MATE_IN_MAX stay out of the table."""
BANNED_IN_MAX: Final = BANNED - 1000
NO_SCORE: Final = -32000
