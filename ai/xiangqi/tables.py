"""The tables behind the board: what a line shows, where each piece steps. Built in a few milliseconds."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai.xiangqi import layout as at

_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def line_table() -> NDArray[np.int32]:
    """The line entries of all places and occupancies: int32[10 * LINE_PLACES]; see `ai.xiangqi.layout`."""
    out = np.zeros(10 * at.LINE_PLACES, np.int32)
    for place in range(10):
        for occupied in range(at.LINE_PLACES):
            entry = 0
            for shift, places in ((0, range(place - 1, -1, -1)), (12, range(place + 1, 10))):
                seen = [each for each in places if occupied >> each & 1][:3]
                seen += [at.NO_PLACE] * (3 - len(seen))
                entry |= (seen[0] | seen[1] << 4 | seen[2] << 8) << shift
            down = entry & 15
            up = entry >> 12 & 15
            between = min(up, 10) - (down if down != at.NO_PLACE else -1) - 2
            out[place * at.LINE_PLACES + occupied] = entry | between << at.BETWEEN_SHIFT
    return out


def _on_board(file: int, rank: int) -> bool:
    return 0 <= file < 9 and 0 <= rank < 10


def _in_palace(side: int, file: int, rank: int) -> bool:
    return 3 <= file <= 5 and (0 <= rank <= 2 if side == at.RED else 7 <= rank <= 9)


def _over_river(side: int, rank: int) -> bool:
    return rank >= 5 if side == at.RED else rank <= 4


def _horse(file: int, rank: int) -> list[tuple[int, int]]:
    steps = []
    for df, dr in _STRAIGHT:
        for side in (-1, 1):
            to_file, to_rank = file + 2 * df + side * dr, rank + 2 * dr + side * df
            if _on_board(to_file, to_rank):
                steps.append((to_rank * 9 + to_file, (rank + dr) * 9 + file + df))
    return steps


def _elephant(side: int, file: int, rank: int) -> list[tuple[int, int]]:
    return [
        ((rank + 2 * dr) * 9 + file + 2 * df, (rank + dr) * 9 + file + df)
        for df, dr in _DIAGONAL
        if _on_board(file + 2 * df, rank + 2 * dr) and not _over_river(side, rank + 2 * dr)
    ]


def _palace(side: int, file: int, rank: int, ways: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [((rank + dr) * 9 + file + df, 0) for df, dr in ways if _in_palace(side, file + df, rank + dr)]


def _soldier(side: int, file: int, rank: int) -> list[tuple[int, int]]:
    forward = 1 if side == at.RED else -1
    ways = [(0, forward), *([(1, 0), (-1, 0)] if _over_river(side, rank) else [])]
    return [((rank + dr) * 9 + file + df, 0) for df, dr in ways if _on_board(file + df, rank + dr)]


def step_table() -> NDArray[np.int32]:
    """Where every kind of piece steps from every square, as it lies in `tables`."""
    out = np.full(at.VALUES, at.NO_STEP, np.int32)
    for square in range(at.SQUARES):
        file, rank = square % 9, square // 9
        lists = {at.HORSE_STEPS: _horse(file, rank)}
        for side in (at.RED, at.BLACK):
            table = side * at.SQUARES * at.STEPS
            lists[at.ELEPHANT_STEPS + table] = _elephant(side, file, rank)
            lists[at.ADVISOR_STEPS + table] = _palace(side, file, rank, _DIAGONAL)
            lists[at.GENERAL_STEPS + table] = _palace(side, file, rank, _STRAIGHT)
            lists[at.SOLDIER_STEPS + table] = _soldier(side, file, rank)
        for first, steps in lists.items():
            for index, (target, block) in enumerate(steps):
                out[first + square * at.STEPS + index] = target | block << at.TO_SHIFT
    return out


@cache
def horse_legs() -> NDArray[np.int8]:
    """The legs of the horses' steps and the zones of the guards, as they lie in `legs`: int8[LEGS_SIZE]; not to be
    written to."""
    out = np.zeros(at.LEGS_SIZE, np.int8)
    out[: at.ZONES] = at.WALL
    for square in range(at.SQUARES):
        for target, leg in _horse(square % 9, square // 9):
            out[square * at.SQUARES + target] = leg
        for side in (at.RED, at.BLACK):
            zone = at.ZONES + side * at.ZONES_OF_SIDE + square + 1
            if _in_palace(side, square % 9, square // 9):
                out[zone] |= at.PALACE
            if not _over_river(side, square // 9) and _is_point(square % 9, square // 9):
                out[zone] |= at.POINTS
    return out


def _is_point(file: int, rank: int) -> bool:
    """Whether an elephant can stand there."""
    home = min(rank, 9 - rank)
    return (home in (0, 4) and file in (2, 6)) or (home == 2 and file in (0, 4, 8))


@cache
def zobrist_keys() -> NDArray[np.int64]:
    """A number for each kind, side and square, the same in every process, and the last for Black to move:
    int64[2 * KINDS * SQUARES + 1]."""
    return np.random.Generator(np.random.PCG64(20250203)).integers(
        np.iinfo(np.int64).min, np.iinfo(np.int64).max, 2 * at.KINDS * at.SQUARES + 1, np.int64, endpoint=True
    )


@cache
def geometry() -> NDArray[np.int32]:
    """What does not depend on weights: int32[TABLES_SIZE], the rest 0."""
    out = np.zeros(at.TABLES_SIZE, np.int32)
    out[: at.VALUES] = step_table()
    out[: at.HORSE_STEPS] = line_table()
    out[at.REDUCTIONS : at.RELATIONS] = _reductions()
    for square in range(at.SQUARES):
        file, rank = square % 9, square // 9
        if _in_palace(at.RED, file, rank) or _in_palace(at.BLACK, file, rank):
            out[at.PALACES + 9 + square] = 1 << (rank % 7 * 3 + file - 3)
    return out


def _reductions() -> NDArray[np.int32]:
    """Plies by which the n-th move is searched less deep: about half the product of both logarithms."""
    logs = np.log(np.maximum(1, np.arange(64)))
    table = np.outer(logs, logs) / 1.9 + 0.2
    table[:3] = 0
    table[:, :3] = 0
    return table.astype(np.int32).reshape(-1)
