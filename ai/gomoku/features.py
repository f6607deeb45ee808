"""What the evaluation sees of the positions of recorded games (ai.arena.selfplay), for fitting its weights.

Only positions that the search evaluates are taken: no five and no own straight four is at hand, and the side to move
was not seen to win while it could make fours, for those are followed to the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ai.arena.selfplay import WIN, Records
from ai.common.control import new_control
from ai.gomoku import layout as at
from ai.gomoku.board import new_arrays, place, point_of, tables_of
from ai.gomoku.notation import PASS, RULES, read_move
from ai.gomoku.search import threats
from ai.gomoku.weights import mixture_of_pattern

_SIZE = 15
FORCED = WIN - 1000
"""Scores beyond are those of forced ends."""


@dataclass(frozen=True, slots=True)
class FeaturePositions:
    """N positions of self-play, in the order of the games, all from the view of the side to move:

    mixtures   int16 (E,)    the mixtures of the empty points (ai.gomoku.weights) now and before the last stone, those
                             of nothing left out: of the first position for the side to move, then for the other side,
                             then of the second ...
    lengths    int32 (2N,)   how many there are for each
    threats    int16 (N,)    which threats there are (ai.gomoku.layout.THREATS)
    sides      int8 (N,)     the side to move
    scores     int16 (N,)    what the search said, as the records keep it
    results    int8 (N,)     1: the side to move won in the end, 0: draw, -1: the other won
    games      int32 (N,)    the number of the game
    """

    mixtures: NDArray[np.int16]
    lengths: NDArray[np.int32]
    threats: NDArray[np.int16]
    sides: NDArray[np.int8]
    scores: NDArray[np.int16]
    results: NDArray[np.int8]
    games: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.results)


def positions_of(records: Records, first_game: int = 0) -> FeaturePositions:
    """The positions of recorded games of one variant on a board of 15; games are counted from `first_game` on."""
    tables = tables_of(RULES[records.about["variant"]])
    points = [0 if text == PASS else point_of(read_move(text, _SIZE), _SIZE) for text in records.texts]
    inside = np.array([point_of(square, _SIZE) for square in range(_SIZE**2)])
    by_pattern = mixture_of_pattern()
    memory = np.zeros(4, np.int64)
    mixtures: list[NDArray[np.int16]] = []
    rows: list[tuple[int, int, int, int, int]] = []
    for game in range(len(records)):
        arrays = new_arrays(tables, _SIZE, new_control(), memory)
        state = arrays.state
        counts = state[at.COUNTS : at.COUNTS + 2 * at.CLASSES].reshape(2, at.CLASSES)
        board = state[: at.GRID * at.RECORD].reshape(at.GRID, at.RECORD)
        start, end = int(records.first[game]), int(records.first[game + 1])
        before = [np.zeros(0, np.int16)] * 2
        for index in range(start, end):
            ply = index - start
            side = ply & 1
            score = int(records.scores[index])
            seen = board[inside]
            empty = seen[seen[:, at.CELL] == at.EMPTY]
            now = [by_pattern[empty[:, at.PATTERN + colour]] for colour in range(2)]
            now = [each[each > 0] for each in now]
            if ply >= records.opening[game] and _is_evaluated(counts, side, score):
                mixtures += [np.concatenate([now[colour], before[colour]]) for colour in (side, 1 - side)]
                result = int(records.results[game]) * (1 - 2 * side)
                rows.append((threats(arrays, side), side, score, result, first_game + game))
            before = now
            if points[records.moves[index]]:
                place(arrays, points[records.moves[index]], side)
    columns = np.array(rows, np.int64).reshape(-1, 5).T
    return FeaturePositions(
        mixtures=np.concatenate([*mixtures, np.zeros(0, np.int16)]),
        lengths=np.array([len(each) for each in mixtures], np.int32),
        threats=columns[0].astype(np.int16),
        sides=columns[1].astype(np.int8),
        scores=columns[2].astype(np.int16),
        results=columns[3].astype(np.int8),
        games=columns[4].astype(np.int32),
    )


def _is_evaluated(counts: NDArray[np.int32], side: int, score: int) -> bool:
    """Whether the search would take the static score for the side to move, as far as the counts of classes tell."""
    mine = counts[side]
    if counts[0, at.WINS] or counts[1, at.WINS] or mine[at.WINNING_FOUR]:
        return False
    has_fours = bool(mine[at.SINGLE_FOUR] or mine[at.FOUR_THREE] or mine[at.SUSPECT])
    return not (has_fours and score > FORCED)


def joined(parts: Iterable[FeaturePositions]) -> FeaturePositions:
    """All positions in a row."""
    every = list(parts)
    return FeaturePositions(
        *(np.concatenate([getattr(part, each.name) for part in every]) for each in fields(FeaturePositions))
    )
