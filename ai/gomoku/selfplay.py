"""Quick games of the engine against itself, for fitting its weights: the whole game in one kernel
(`python -m ai.arena.mill gomoku`).

Each game begins with random stones near each other and is then played by searches of a few hundred nodes: a depth after
the other is finished until the nodes are counted. Openings that leave one side far ahead are not played on, and a game
ends when a search proves a win. The file (`.npz`), four bytes a ply:

    moves      int16 (N,)      the points of all games, Black first, one after another (ai.gomoku.layout)
    scores     int16 (N,)      what the search said for the side to move, in units of the evaluation; NO_SCORE for a
                               random move, MATE - n for a win in n plies
    first      int64 (G + 1,)  where each game begins; the last entry is N
    results    int8 (G,)       1 Black won, 0 draw, -1 White won
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.arena.quick_games import PlayLimit, QuickGame, QuickGames, file_of_games
from ai.common import chance as random
from ai.common.chance import draw
from ai.common.control import new_control
from ai.common.kernels import KernelGroup, KernelSet, int16, int64, uint64
from ai.gomoku import kernels
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, GomokuArrays, find_class, is_forbidden, new_arrays, place, tables_of
from ai.gomoku.fours import win_by_fours
from ai.gomoku.move_order import generate, pick
from ai.gomoku.notation import BLACK, RULES
from ai.gomoku.search import search_root
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

SIZE: Final = 15
_RENJU = int(RowRule.RENJU)
_OPENING: Final = (2, 8)
"""How many random stones a game begins with."""
_FIRST_MARGIN: Final = 4
_REACH: Final = 2
"""How far from the edge the first lies at least, and within how many rows and columns of the one before the others."""
_UNBALANCED: Final = 600
"""A game whose first search says more than this is not played on."""
_MOST_PLIES: Final = 160
"""A longer game is a draw."""
_MOST_DEPTH: Final = 24
_FOURS_NODES: Final = 4_000
"""What the search for a win by fours before each move may cost."""
_FOURS_AHEAD: Final = 16
_TABLE_ENTRIES: Final = 1 << 15


@KERNELS.kernel(int64(ARRAYS, uint64[::1], int64))
def random_stone(a: GomokuArrays, chance: NDArray[np.uint64], before: int) -> int:
    """An empty point near the one of the stone before (0: near the middle)."""
    for _ in range(64):
        if before == 0:
            span = int64(a.state[at.SIZE]) - 2 * _FIRST_MARGIN
            row = at.MARGIN + _FIRST_MARGIN + draw(chance, span)
            point: int = (row << 5) + at.MARGIN + _FIRST_MARGIN + draw(chance, span)
        else:
            row = (before >> 5) + draw(chance, 2 * _REACH + 1) - _REACH
            point = (row << 5) + (before & 31) + draw(chance, 2 * _REACH + 1) - _REACH
        if a.state[point * at.RECORD + at.CELL] == at.EMPTY:
            return point
    return 0


@KERNELS.kernel(int64(ARRAYS, int64))
def list_root(a: GomokuArrays, side: int) -> int:
    """Write the moves worth searching into ROOT, best first by their looks; gives their number."""
    state = a.state
    other = 1 - side
    strict = state[at.RULE] == _RENJU and side == BLACK
    if state[at.COUNTS + other * at.CLASSES + at.WINS] > 0:
        point = find_class(a, other, at.WINS)
        state[at.ROOT] = point
        return 0 if strict and is_forbidden(a, point) else 1
    count = generate(a, side, 0, 0, 2 if state[at.COUNTS + other * at.CLASSES + at.WINNING_FOUR] > 0 else 0)
    kept = 0
    for index in range(count):
        point = pick(a, 0, index, count)
        if not (strict and is_forbidden(a, point)):
            state[at.ROOT + kept] = point
            kept += 1
    return kept


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def think(a: GomokuArrays, side: int, count: int, nodes: int) -> int:
    """Search the moves of ROOT with about `nodes` nodes; the best comes first there. Gives its score."""
    control = a.control
    control[at.GENERATION] += 1
    a.state[at.FOURS_WANTED] = at.MAKES_FOUR
    a.state[at.FOURS_LEFT] = _FOURS_NODES
    plies = win_by_fours(a, side, _FOURS_AHEAD, 0)
    if plies > 0:
        a.state[at.ROOT] = a.state[at.LINES]
        return at.MATE - plies
    begun = control[at.NODES]
    depth = 1
    score: int = 0
    while depth <= _MOST_DEPTH and control[at.NODES] - begun < nodes:
        search_root(a, side, depth, -at.MATE, at.MATE, 0, 0, count)
        score = int64(a.state[at.ROOT + at.MAX_MOVES])
        if abs(score) >= at.MATE_IN_MAX:
            break
        depth += 1
    return score


@KERNELS.kernel(int64(ARRAYS, uint64[::1], int64, int64, int16[::1], int16[::1], int64[::1]))
def play_one(
    a: GomokuArrays,
    chance: NDArray[np.uint64],
    opening: int,
    nodes: int,
    moves: NDArray[np.int16],
    scores: NDArray[np.int16],
    result: NDArray[np.int64],
) -> int:
    """Play a game on an empty board: `opening` random stones, then searches of about `nodes` nodes. Moves and scores go
    to the arrays, the end to `result[0]`; gives the number of plies, 0 for a game that was not to be played on."""
    state = a.state
    result[0] = 0
    point = 0
    ply = 0
    while ply < _MOST_PLIES:
        side = ply & 1
        scores[ply] = at.NO_SCORE
        if ply < opening:
            point = random_stone(a, chance, point)
            if point == 0 or (state[at.RULE] == _RENJU and side == BLACK and is_forbidden(a, point)):
                return 0
        else:
            count = list_root(a, side)
            if count == 0:
                break
            score = think(a, side, count, nodes)
            point = int64(state[at.ROOT])
            scores[ply] = score
            if ply == opening and abs(score) > _UNBALANCED:
                return 0
            if abs(score) >= at.MATE_IN_MAX:
                result[0] = 1 if (score > 0) == (side == BLACK) else -1
        moves[ply] = point
        ply += 1
        if result[0] != 0:
            break
        place(a, point, side)
    return ply


ALL = KernelGroup(random, *kernels.MODULES, sys.modules[__name__])


def play_games(rule: RowRule, games: int, nodes: int, seed: int) -> dict[str, NDArray[Any]]:
    """This many games by a rule: the arrays of the file (see the top of the module)."""
    for _ in ALL.compile():
        pass
    moves, scores = np.zeros(_MOST_PLIES, np.int16), np.zeros(_MOST_PLIES, np.int16)
    result = np.zeros(1, np.int64)
    table = np.zeros(2 * _TABLE_ENTRIES, np.int64)

    def play(chance: NDArray[np.uint64]) -> QuickGame | None:
        table[:] = 0
        board = new_arrays(tables_of(rule), SIZE, new_control(), table)
        board.state[at.FOURS_AHEAD] = _FOURS_AHEAD
        opening = _OPENING[0] + draw(chance, _OPENING[1] - _OPENING[0] + 1)
        plies = play_one(board, chance, opening, nodes, moves, scores, result)
        return QuickGame(moves[:plies].copy(), scores[:plies].copy(), int(result[0])) if plies else None

    return file_of_games(games, seed, play)


def _play(variant: str, games: int, seed: int, limits: Mapping[str, int]) -> dict[str, NDArray[Any]]:
    return play_games(RULES[variant], games, limits["nodes"], seed)


QUICK_GAMES: Final = QuickGames(
    tuple(name for name, rule in RULES.items() if not rule.is_caro),
    (PlayLimit("nodes", 500, "least nodes of a search"),),
    _play,
    lambda variant: tables_of(RULES[variant]).point,
)
