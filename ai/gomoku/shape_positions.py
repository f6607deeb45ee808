"""The positions of quick games (`ai.gomoku.selfplay`) from which the network of the evaluation is learnt: those that
the search evaluates, each once."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.control import new_control
from ai.common.kernels import KernelGroup, KernelSet, int16, int32, int64
from ai.common.targets import chances_later
from ai.common.weights import UNREADABLE
from ai.gomoku import kernels
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, GomokuArrays, new_arrays, place, tables_of
from ai.gomoku.network import bucket_of, is_alive
from ai.gomoku.notation import RULES
from ai.gomoku.search import evaluate, threats
from ai.gomoku.selfplay import SIZE
from ai.gomoku.weights import UNITS
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

_MOST_PLIES: Final = 226
_HELD_OUT: Final = 20


class ShapePositions(NamedTuple):
    """N positions: the shapes (MADE) of the empty points where one is alive, int32 (E,), and where those of each
    position begin, int64 (N + 1,); for the side to move what the sums say, int16 (N,), the bucket of the network, uint8
    (N,), what the search said, int16 (N,), the chances by what came after, float32 (N,)
    (`ai.arena.quick_games.chances_later`); who is to move, uint8 (N,); the number of the game, int32 (N,)."""

    made: NDArray[np.int32]
    first: NDArray[np.int64]
    statics: NDArray[np.int16]
    buckets: NDArray[np.uint8]
    scores: NDArray[np.int16]
    later: NDArray[np.float32]
    sides: NDArray[np.uint8]
    games: NDArray[np.int32]

    def parted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The numbers of those to learn from, and of those of every twentieth game, held out."""
        held_out = self.games % _HELD_OUT == 0
        return np.flatnonzero(~held_out), np.flatnonzero(held_out)


@KERNELS.kernel(int64(ARRAYS, int16[::1], int16[::1], int32[::1], int64[:, ::1]))
def play_back(
    a: GomokuArrays,
    moves: NDArray[np.int16],
    scores: NDArray[np.int16],
    made: NDArray[np.int32],
    found: NDArray[np.int64],
) -> int:
    """Play a game on an empty board and write its positions; gives their number. A row of `found`: where the shapes
    begin, the sums, the bucket, the score, the side to move, the board's key, the ply."""
    state = a.state
    used = 0
    noted = 0
    for ply in range(len(moves)):
        side = ply & 1
        mine = at.COUNTS + side * at.CLASSES
        theirs = at.COUNTS + (1 - side) * at.CLASSES
        score = int64(scores[ply])
        decided = state[mine + at.WINS] + state[theirs + at.WINS] + state[mine + at.WINNING_FOUR] > 0
        fours = state[mine + at.SINGLE_FOUR] + state[mine + at.FOUR_THREE] + state[mine + at.SUSPECT] > 0
        if not decided and score != at.NO_SCORE and not (fours and score >= at.MATE_IN_MAX):
            found[noted, 0] = used
            found[noted, 1] = evaluate(a, side)
            found[noted, 2] = bucket_of(threats(a, side))
            found[noted, 3] = score
            found[noted, 4] = side
            found[noted, 5] = a.control[at.HASH]
            found[noted, 6] = ply
            noted += 1
            for point in range(at.MARGIN << 5, (at.MARGIN + int64(state[at.SIZE])) << 5):
                record = point * at.RECORD
                if state[record + at.CELL] == at.EMPTY and is_alive(int64(state[record + at.MADE])) != 0:
                    made[used] = state[record + at.MADE]
                    used += 1
        place(a, int64(moves[ply]), side)
    found[noted, 0] = used
    return noted


ALL = KernelGroup(*kernels.MODULES, sys.modules[__name__])


def shape_positions(files: Sequence[Path], heed: float = 1.0) -> tuple[RowRule, ShapePositions]:
    """The positions of files of the mill, all of one rule, with the chances by what came after at this `heed`. Raises
    EngineError for what is no such file."""
    rules: set[RowRule] = set()
    known: set[int] = set()
    shapes: list[NDArray[np.int32]] = []
    rows: list[tuple[int, ...]] = []
    chances: list[float] = []
    made = np.zeros(SIZE * SIZE * _MOST_PLIES, np.int32)
    found = np.zeros((_MOST_PLIES, 7), np.int64)
    number = 0
    for path in files:
        rule, moves, scores, first, results = _read(path)
        rules.add(rule)
        later = chances_later(scores, first, results, heed, UNITS)
        for begin, end in pairwise(first.tolist()):
            board = new_arrays(tables_of(rule), SIZE, new_control(), np.zeros(4, np.int64))
            noted = play_back(board, moves[begin:end], scores[begin:end], made, found)
            for row, following in pairwise(found[: noted + 1]):
                if int(row[5]) not in known:
                    known.add(int(row[5]))
                    shapes.append(made[row[0] : following[0]].copy())
                    black = float(later[begin + row[6]])
                    chances.append(1 - black if row[4] else black)
                    rows.append((*row[1:5].tolist(), number, int(following[0] - row[0])))
            number += 1
    if len(rules) != 1:
        raise EngineError("the files are not of one rule")
    columns = np.array(rows).T
    return rules.pop(), ShapePositions(
        np.concatenate(shapes),
        np.concatenate([[0], np.cumsum(columns[5])]),
        columns[0].astype(np.int16),
        columns[1].astype(np.uint8),
        columns[2].astype(np.int16),
        np.array(chances, np.float32),
        columns[3].astype(np.uint8),
        columns[4].astype(np.int32),
    )


def _read(path: Path) -> tuple[RowRule, NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            variant = json.loads(str(file["about"]))["variant"]
            return RULES[variant], file["moves"], file["scores"], file["first"], file["results"]
    except UNREADABLE as error:
        raise EngineError(f"cannot read {path}: {error}") from error
