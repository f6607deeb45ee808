"""Quick games of the engine against itself, for training its evaluation: the whole game in one kernel
(`python -m ai.arena.mill xiangqi`).

Each game begins with random moves and is then played by searches of a few hundred nodes: a depth after the other is
finished until the nodes are counted. Openings that leave one side far ahead are not played on. A game ends by the
rules, when both sides see it decided for some plies, or as a draw after many plies. A position that comes again ends it
as a search would score it there. The file (`.npz`), three bytes a ply:

    moves      int16 (N,)      the moves of all games from the start position, one after another (ai.xiangqi.layout)
    scores     int16 (N,)      what the search said for the side to move, in hundredths of a soldier; NO_SCORE for a
                               random move
    first      int64 (G + 1,)  where each game begins; the last entry is N
    results    int8 (G,)       1 Red won, 0 draw, -1 Black won
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.arena.quick_games import PlayLimit, QuickGame, QuickGames, file_of_games
from ai.common import chance as random
from ai.common import control as ctl
from ai.common.chance import draw
from ai.common.control import new_control
from ai.common.kernels import KernelGroup, KernelSet, boolean, int16, int64, uint64, void
from ai.xiangqi import kernels
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, make, new_arrays, place_all
from ai.xiangqi.network_weights import shipped_network
from ai.xiangqi.notation import read_fen
from ai.xiangqi.repetition import note, repeated
from ai.xiangqi.root import list_root, search_root
from ai.xiangqi.weights import weighted_tables
from game.rules.xiangqi.variants import START

KERNELS = KernelSet()

_OPENING: Final = (4, 10)
"""How many random moves a game begins with."""
_UNBALANCED = 250
"""A game whose first search says more than this, in hundredths of a soldier, is not played on."""
_DECIDED = 1000
"""A score beyond which both sides must see the same side ahead, ..."""
_DECIDED_PLIES = 4
"""... for this many plies, and the game is given up."""
_MOST_PLIES = 200
"""A longer game is a draw."""
_MOST_DEPTH = 20
_TABLE_ENTRIES: Final = 1 << 14


@KERNELS.kernel(void(ARRAYS, int64, int64))
def advance(a: XiangqiArrays, side: int, move: int) -> None:
    """Play a move of the game: the position after it is the root from now on."""
    state = a.state
    piece = state[at.CELL + (move & at.SQUARE_MASK)] - 1
    captured = make(a, move)
    # nothing before a capture comes again
    state[at.GAME] = 0 if captured >= 0 else state[at.GAME] + 1
    note(a, 0, move, captured >= 0, is_attacked(a, 1 - side))
    state[at.MOVED + state[at.GAME]] = at.KIND_OF[piece] * at.SQUARES + (move >> at.TO_SHIFT)


@KERNELS.kernel(boolean(ARRAYS))
def has_attackers(a: XiangqiArrays) -> bool:
    """Whether either side has a piece left that can cross the river."""
    state = a.state
    for side in range(2):
        for piece in range(16 * side + 5, 16 * side + 16):
            if state[at.PLACE + piece] >= 0:
                return True
    return False


@KERNELS.kernel(int64(ARRAYS, uint64[::1], int64, int64, int16[::1], int16[::1], int64[::1]))
def play_one(
    a: XiangqiArrays,
    chance: NDArray[np.uint64],
    opening: int,
    nodes: int,
    moves: NDArray[np.int16],
    scores: NDArray[np.int16],
    result: NDArray[np.int64],
) -> int:
    """Play a game from the position at ply 0, Red to move: `opening` random moves, then searches of about `nodes`
    nodes. Moves and scores go to the arrays, the end to `result[0]`; gives the number of plies, 0 for a game that was
    not to be played on."""
    state = a.state
    control = a.control
    result[0] = 0
    side = 0
    ahead = 0
    ply = 0
    while ply < _MOST_PLIES:
        count = list_root(a, side)
        if count == 0:
            result[0] = -1 if side == at.RED else 1
            break
        score = repeated(a, side, 0)
        if score != at.NO_SCORE or not has_attackers(a):
            if score != at.NO_SCORE and score != 0:
                result[0] = 1 if (score > 0) == (side == at.RED) else -1
            break
        move = int64(state[at.ROOT])
        scores[ply] = at.NO_SCORE
        if ply < opening:
            move = int64(state[at.ROOT + draw(chance, count)])
        else:
            control[at.GENERATION] += 1
            begun = control[ctl.NODES]
            depth = 1
            score = 0
            while depth <= _MOST_DEPTH and control[ctl.NODES] - begun < nodes:
                score = search_root(a, side, depth, -at.MATE, at.MATE, 0, count)
                depth += 1
            move = int64(state[at.ROOT])
            scores[ply] = score
            red = score if side == at.RED else -score
            if ply == opening and abs(score) > _UNBALANCED:
                return 0
            if abs(score) > at.BANNED_IN_MAX:
                result[0] = 1 if red > 0 else -1
                moves[ply] = move
                ply += 1
                break
            if red > _DECIDED:
                ahead = max(ahead, 0) + 1
            elif red < -_DECIDED:
                ahead = min(ahead, 0) - 1
            else:
                ahead = 0
        moves[ply] = move
        ply += 1
        if abs(ahead) >= _DECIDED_PLIES:
            result[0] = 1 if ahead > 0 else -1
            break
        advance(a, side, move)
        side = 1 - side
    return ply


ALL = KernelGroup(random, *kernels.MODULES, sys.modules[__name__])


def play_games(
    games: int, nodes: int, seed: int, tables: NDArray[np.int32], network: NDArray[np.int16]
) -> dict[str, NDArray[Any]]:
    """This many games, with the weights and the network as the kernels take them: the arrays of the file (see the top
    of the module)."""
    for _ in ALL.compile():
        pass
    setup = read_fen(START)
    moves, scores = np.zeros(_MOST_PLIES, np.int16), np.zeros(_MOST_PLIES, np.int16)
    result = np.zeros(1, np.int64)
    table = np.zeros(2 * _TABLE_ENTRIES, np.int64)

    def play(chance: NDArray[np.uint64]) -> QuickGame | None:
        table[:] = 0
        board = new_arrays(tables, new_control(), table, searches=True, network=network)
        place_all(board, setup.pieces, setup.turn)
        note(board, 0, 0, False, False)
        opening = _OPENING[0] + draw(chance, _OPENING[1] - _OPENING[0] + 1)
        plies = play_one(board, chance, opening, nodes, moves, scores, result)
        return QuickGame(moves[:plies].copy(), scores[:plies].copy(), int(result[0])) if plies else None

    return file_of_games(games, seed, play)


def _play(variant: str, games: int, seed: int, limits: Mapping[str, int]) -> dict[str, NDArray[Any]]:
    return play_games(games, limits["nodes"], seed, weighted_tables(), shipped_network())


def _weights(variant: str) -> NDArray[np.int32]:
    return np.concatenate((weighted_tables(), shipped_network()), dtype=np.int32)


QUICK_GAMES: Final = QuickGames(("xiangqi",), (PlayLimit("nodes", 100, "least nodes of a search"),), _play, _weights)
