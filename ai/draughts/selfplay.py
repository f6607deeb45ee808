"""Quick games of the engine against itself, for fitting its evaluation: the whole game in one kernel
(`python -m ai.arena.mill draughts`).

Each game begins with random moves and is then played at a fixed depth to its end; a score that is beyond doubt ends it
too. The file (`.npz`):

    positions  uint64 (N, 3)   white pieces, black pieces, kings (ai.draughts.layout): where nothing could be taken
    sides      uint8 (N,)      who was to move (WHITE, BLACK)
    scores     int16 (N,)      what the search gave White there, in hundredths of a man
    results    int8 (N,)       how the game ended: 1 White won, 0 draw, -1 Black won
    games      int32 (N,)      the game's number
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.api import Job
from ai.arena.quick_games import PlayLimit, QuickGames
from ai.common import chance as random
from ai.common.chance import chance_of, draw
from ai.common.control import new_control
from ai.common.kernels import KernelSet, int64, uint64
from ai.draughts import layout as at
from ai.draughts.board import ARRAYS, VARIANTS, DraughtsArrays, make
from ai.draughts.kernels import compile_kernels
from ai.draughts.moves import can_capture, generate
from ai.draughts.network_weights import network_of
from ai.draughts.notation import setup_after
from ai.draughts.patterns import fitted_weights
from ai.draughts.search import advance, is_draw, order, pick, search_root
from ai.draughts.searcher import set_out

KERNELS = KernelSet()

_MOST_PLIES = 240
"""Longer games count as draws."""
_DECIDED = 450
"""A score, in hundredths of a man, beyond which a game counts as won."""
_TRIES = 4
"""A random move that gives something away is drawn again so often."""
_OPENING = (4, 14)
_TABLE_ENTRIES = 1 << 14
_WORDS = 5


@KERNELS.kernel(int64(ARRAYS, uint64[::1], int64, int64, int64, uint64[::1], int64[::1]))
def play_one(
    a: DraughtsArrays,
    chance: NDArray[np.uint64],
    side: int,
    opening: int,
    depth: int,
    record: NDArray[np.uint64],
    result: NDArray[np.int64],
) -> int:
    """Play from the position at ply 0 to the end. The positions after the opening in which there was a choice and
    nothing could be taken go to `record`, five words each (white, black, kings, side, White's score), the end to
    `result[0]`; gives how many they are."""
    noted = 0
    result[0] = 0
    for ply in range(_MOST_PLIES):
        count = generate(a, side, 0)
        if count == 0:
            result[0] = -1 if side == at.WHITE else 1
            break
        if is_draw(a, 0):
            break
        index = 0
        if ply < opening:
            for _ in range(_TRIES):
                index = draw(chance, count)
                make(a, side, 0, a.state[at.MOVES + index], a.words[at.TAKEN + index])
                if not can_capture(a, 1 - side, 1):
                    break
        else:
            if count > 1:
                is_calm = not can_capture(a, side, 0) and not can_capture(a, 1 - side, 0)
                order(a, side, 0, count, 0)
                for each in range(count):
                    pick(a, each, count)
                score = 0
                for each in range(1, depth + 1):
                    score = search_root(a, side, each, -at.MATE, at.MATE, 0, count)
                    if abs(score) > at.MATE_IN_MAX:
                        break
                if abs(score) > _DECIDED:
                    result[0] = 1 if (score > 0) == (side == at.WHITE) else -1
                    break
                if is_calm:
                    for part in range(3):
                        record[_WORDS * noted + part] = a.words[at.POSITION + part]
                    record[_WORDS * noted + 3] = uint64(side)
                    record[_WORDS * noted + 4] = uint64(score if side == at.WHITE else -score)
                    noted += 1
        advance(a, side, index)
        side = 1 - side
    return noted


def play_games(name: str, games: int, depth: int, seed: int) -> dict[str, NDArray[Any]]:
    """This many games of a variant as the arrays of the file (see the top of the module)."""
    for _ in (*compile_kernels(), *random.KERNELS.compile(), *KERNELS.compile()):
        pass
    setup = setup_after(Job(name, ""))
    record = np.zeros(_WORDS * _MOST_PLIES, np.uint64)
    result = np.zeros(1, np.int64)
    table = np.zeros(2 * _TABLE_ENTRIES, np.int64)
    positions, sides, scores, results, numbers = [], [], [], [], []
    for number in range(games):
        control = new_control()
        table[:] = 0
        chance = chance_of(seed, number)
        arrays = set_out(setup, name, control, table)
        opening = _OPENING[0] + int(chance[0] % np.uint64(_OPENING[1] - _OPENING[0] + 1))
        count = play_one(arrays, chance, setup.turn, opening, depth, record, result)
        words = record[: _WORDS * count].reshape(-1, _WORDS).copy()
        positions.append(words[:, :3])
        sides.append(words[:, 3].astype(np.uint8))
        scores.append(words[:, 4].astype(np.int64).astype(np.int16))
        results.append(np.full(count, result[0], np.int8))
        numbers.append(np.full(count, number, np.int32))
    return {
        "positions": np.concatenate(positions),
        "sides": np.concatenate(sides),
        "scores": np.concatenate(scores),
        "results": np.concatenate(results),
        "games": np.concatenate(numbers),
    }


def _play(variant: str, games: int, seed: int, limits: Mapping[str, int]) -> dict[str, NDArray[Any]]:
    return play_games(variant, games, limits["depth"], seed)


def _weights(variant: str) -> NDArray[np.int64]:
    """The patterns' worths and the numbers of the network."""
    return np.concatenate([fitted_weights(variant).reshape(-1), *network_of(variant)])


QUICK_GAMES: Final = QuickGames(tuple(VARIANTS), (PlayLimit("depth", 4, "plies of the searches"),), _play, _weights)
