"""Quick games of the engine against itself, for fitting its evaluation: the whole game in one kernel
(`python -m ai.arena.mill reversi`).

Each game begins with random moves and goes on at a fixed depth, now and then with another random move, until few enough
squares are empty to solve it; then it is won or lost by a number of discs. From there on every other move is random, so
that the last squares are seen in all states, and every position is solved. The file (`.npz`):

    positions  uint64 (N, 2)   the discs of the side to move, and the other's, where it could move
    scores     int16 (N,)      what a search (solved: the end) gives the side to move there, in hundredths of a disc
    results    int8 (N,)       by how many discs the side to move won its game (solved: wins from here)
    first      int64 (G + 1,)  where each game begins; the last entry is N
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.arena.quick_games import PlayLimit, QuickGames
from ai.common import chance as random
from ai.common.bits import Bits, popcount
from ai.common.chance import chance_of, draw
from ai.common.control import new_control
from ai.common.kernels import KernelGroup, KernelSet, int64, uint64
from ai.reversi import kernels
from ai.reversi import layout as at
from ai.reversi.board import ARRAYS, ReversiArrays, final_score, moves_of, new_arrays
from ai.reversi.margins import margins
from ai.reversi.notation import START, read_position
from ai.reversi.patterns import weights
from ai.reversi.search import list_moves, search_root

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_TABLE_ENTRIES: Final = 1 << 14
_FEWEST_RANDOM: Final = 6
_ASTRAY: Final = 24
"""After the opening one move of this many is random, too: the same opening leads to different games."""
_RECORD_WORDS: Final = 4


@KERNELS.kernel(int64(ARRAYS, uint64[::1], uint64, uint64, int64, int64, int64, uint64[::1]))
def play_one(
    a: ReversiArrays,
    chance: NDArray[np.uint64],
    own: Bits,
    other: Bits,
    opening: int,
    depth: int,
    solved: int,
    record: NDArray[np.uint64],
) -> int:
    """Play a game from a position to its end: `opening` random moves, then searches of `depth` plies, one move of
    `_ASTRAY` being random all the same, then, from `solved` empty squares on, endings solved. Four words of each
    position after the opening in which a disc can be placed go to `record`: own discs, the other's, the score in
    hundredths, the result in discs; gives how many positions they are."""
    state = a.state
    noted = 0
    decided = 0  # how many of those noted have their result
    side = 0
    for ply in range(at.SQUARES):
        if moves_of(own, other) == _NONE:
            own, other = other, own
            side = 1 - side
            if moves_of(own, other) == _NONE:
                break
        count = list_moves(a, own, other, 0, -1)
        index = 0
        if ply < opening:
            index = draw(chance, count)
        else:
            at_end = at.SQUARES - popcount(own | other) <= solved
            if not at_end and draw(chance, _ASTRAY) == 0:
                index = draw(chance, count)
            if at_end:
                score = search_root(a, own, other, at.SQUARES, -at.MOST, at.MOST, 0, count)
            else:
                score = 0
                for each in range(2 - (depth & 1), depth + 1, 2):
                    score = search_root(a, own, other, each, -at.MOST, at.MOST, 0, count)
            record[_RECORD_WORDS * noted] = own
            record[_RECORD_WORDS * noted + 1] = other
            record[_RECORD_WORDS * noted + 2] = uint64(score)
            record[_RECORD_WORDS * noted + 3] = uint64(side)
            noted += 1
            if at_end:
                won = score // at.UNIT
                for each in range(decided, noted):
                    word = _RECORD_WORDS * each + 3
                    record[word] = uint64(won if int64(record[word]) == side else -won)
                decided = noted
                if draw(chance, 2) == 0:
                    index = draw(chance, count)
        flips = a.words[at.FLIPS + index]
        placed = _ONE << uint64(state[at.MOVES + index])
        own, other = other & ~flips, own | flips | placed
        side = 1 - side
    won = final_score(own, other)
    for each in range(decided, noted):
        word = _RECORD_WORDS * each + 3
        record[word] = uint64(won if int64(record[word]) == side else -won)
    return noted


ALL = KernelGroup(random, *kernels.MODULES, sys.modules[__name__])


def play_games(
    games: int, depth: int, solved: int, opening: int, seed: int, held: NDArray[np.int16]
) -> dict[str, NDArray[Any]]:
    """This many games, with weights as the kernels take them: the arrays of the file (see the top of the module).
    `opening`: how many random moves they begin with on average, from `_FEWEST_RANDOM` on to as far beyond."""
    for _ in ALL.compile():
        pass
    black, white, _ = read_position(START)
    fewest = min(_FEWEST_RANDOM, opening)
    reach = opening - fewest + 1
    record = np.zeros(_RECORD_WORDS * at.SQUARES, np.uint64)
    table = np.zeros(2 * _TABLE_ENTRIES, np.int64)
    seen: list[NDArray[np.uint64]] = []
    for number in range(games):
        table[:] = 0
        chance = chance_of(seed, number)
        arrays = new_arrays(new_control(), table, held, margins())
        at_random = fewest + draw(chance, reach) + draw(chance, reach)
        noted = play_one(arrays, chance, np.uint64(black), np.uint64(white), at_random, depth, solved, record)
        seen.append(record[: _RECORD_WORDS * noted].reshape(-1, _RECORD_WORDS).copy())
    words = np.concatenate(seen)
    return {
        "positions": words[:, :2].copy(),
        "scores": words[:, 2].astype(np.int64).astype(np.int16),
        "results": words[:, 3].astype(np.int64).astype(np.int8),
        "first": np.cumsum([0, *map(len, seen)], dtype=np.int64),
    }


def _play(variant: str, games: int, seed: int, limits: Mapping[str, int]) -> dict[str, NDArray[Any]]:
    return play_games(games, limits["depth"], limits["solved"], limits["opening"], seed, weights())


QUICK_GAMES: Final = QuickGames(
    ("reversi",),
    (
        PlayLimit("depth", 6, "plies of the searches"),
        PlayLimit("solved", 14, "empty squares from which it is solved"),
        PlayLimit("opening", 11, "random moves that a game begins with, on average"),
    ),
    _play,
    lambda variant: weights(),
)
