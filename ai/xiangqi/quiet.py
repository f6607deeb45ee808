"""The quiet positions of games that `ai.xiangqi.selfplay` has written, for training."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.control import new_control
from ai.common.kernels import KernelGroup, KernelSet, int16, int64, uint8
from ai.common.targets import chances_later
from ai.xiangqi import kernels
from ai.xiangqi import layout as at
from ai.xiangqi import network_layout as net
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, make, new_arrays, place_all
from ai.xiangqi.evaluation import evaluate
from ai.xiangqi.notation import read_fen
from game.rules.xiangqi.variants import START

KERNELS = KernelSet()

NOWHERE: Final = 255
"""The square of a piece that has been captured."""
_CLEAR = 1500
"""Beyond this score, in hundredths of a soldier, nothing is learnt from a position."""
_HELD_OUT: Final = 20


class QuietPositions(NamedTuple):
    """Positions without a check in which the search chose no capture and saw no decision, each once: where each piece
    stands, uint8 (N, 32), NOWHERE for a captured one; who is to move, uint8 (N,); for that side what the sum of weights
    says, int16 (N,), what the search said, int16 (N,), and how the game ended, int8 (N,): 1 won, 0 draw, -1 lost; its
    chances by what came after, float32 (N,), see `chances_later`; and the number of the game, int32 (N,)."""

    places: NDArray[np.uint8]
    sides: NDArray[np.uint8]
    statics: NDArray[np.int16]
    scores: NDArray[np.int16]
    results: NDArray[np.int8]
    later: NDArray[np.float32]
    games: NDArray[np.int32]

    def only(self, mask: NDArray[np.bool_] | NDArray[np.int64]) -> QuietPositions:
        """Those of a mask, or of these rows."""
        return QuietPositions._make(each[mask] for each in self)

    def parted(self) -> tuple[QuietPositions, QuietPositions]:
        """Those to learn from, and those of every twentieth game, held out."""
        held_out = self.games % _HELD_OUT == 0
        return self.only(~held_out), self.only(held_out)


@KERNELS.kernel(
    int64(ARRAYS, int64, int16[::1], int16[::1], int64, int64, uint8[:, ::1], int16[:, ::1], int64[::1], int64)
)
def play_back(
    a: XiangqiArrays,
    side: int,
    moves: NDArray[np.int16],
    scores: NDArray[np.int16],
    begin: int,
    end: int,
    places: NDArray[np.uint8],
    facts: NDArray[np.int16],
    keys: NDArray[np.int64],
    found: int,
) -> int:
    """Play the moves from `begin` to `end` onto a board and write its quiet positions from row `found` on: places,
    facts (side to move, sum of weights, score, plies played since `begin`) and keys; gives the row behind them."""
    state = a.state
    for ply in range(begin, end):
        move = int64(moves[ply])
        score = int64(scores[ply])
        captures = state[at.CELL + (move >> at.TO_SHIFT)] != 0
        if abs(score) <= _CLEAR and not captures and not is_attacked(a, side):
            for piece in range(32):
                square = state[at.PLACE + piece]
                places[found, piece] = square if square >= 0 else NOWHERE
            facts[found, 0] = side
            facts[found, 1] = evaluate(a, side)
            facts[found, 2] = score
            facts[found, 3] = ply - begin
            keys[found] = a.past[at.KEY]
            found += 1
        make(a, move)
        side = 1 - side
    return found


ALL = KernelGroup(*kernels.MODULES, sys.modules[__name__])


def quiet_positions(files: Sequence[Path], tables: NDArray[np.int32], heed: float = 1.0) -> QuietPositions:
    """The quiet positions of files, each once, with the sums of weights by `tables` and the chances by what came after
    (`chances_later`). Raises what is `ai.common.weights.UNREADABLE` for what is no such file or holds none."""
    for _ in ALL.compile():
        pass
    setup = read_fen(START)
    found: list[list[NDArray[Any]]] = []
    games = 0
    for file in files:
        with np.load(file, allow_pickle=False) as held:
            moves, scores, first, results = (held[name] for name in ("moves", "scores", "first", "results"))
        places = np.zeros((len(moves), 32), np.uint8)
        facts = np.zeros((len(moves), 4), np.int16)
        keys, numbers = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.int32)
        count = 0
        for game, (begin, end) in enumerate(zip(first[:-1].tolist(), first[1:].tolist(), strict=True)):
            board = new_arrays(tables, new_control(), np.zeros(8, np.int64))
            place_all(board, setup.pieces, setup.turn)
            last = count
            count = play_back(board, setup.turn, moves, scores, begin, end, places, facts, keys, last)
            numbers[last:count] = game
        is_red = facts[:count, 0] == at.RED
        won = results[numbers[:count]] * np.where(is_red, 1, -1)
        later = chances_later(scores, first, results, heed, net.UNITS)[first[numbers[:count]] + facts[:count, 3]]
        later = np.where(is_red, later, 1 - later)
        found.append([places[:count], facts[:count], keys[:count], won.astype(np.int8), later, numbers[:count] + games])
        games += len(results)
    if not sum(len(each[0]) for each in found):
        raise ValueError("the games hold no quiet positions")
    places, facts, keys, won, later, numbers = (np.concatenate(part) for part in zip(*found, strict=True))
    once = np.sort(np.unique(keys, return_index=True)[1])
    sides = facts[:, 0].astype(np.uint8)
    return QuietPositions(places, sides, facts[:, 1], facts[:, 2], won, later, numbers).only(once)
