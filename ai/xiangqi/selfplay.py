"""Quick games of the engine against itself, for training its evaluation: the whole game in one kernel.

    python -m ai.xiangqi.selfplay --games 5000 --nodes 200 --seed 1 --out FILE

Each game begins with random moves and is then played by searches of a few hundred nodes: a depth after the other is
finished until so many nodes are counted. Openings that leave one side far ahead are not played on. A game ends by the
rules, when both sides see it decided for some plies, or as a draw after many plies. A position that comes again ends it
as a search would score it there. Games depend on the seed, their number and the weights alone. A file that is there
already is left alone, so that a loop over seeds can be broken off and begun again. The file (`.npz`), four bytes a ply:

    moves      int16 (N,)      the moves of all games from the start position, one after another (ai.xiangqi.layout)
    scores     int16 (N,)      what the search said for the side to move, in hundredths of a soldier; NO_SCORE for a
                               random move
    first      int64 (G + 1,)  where each game begins; the last entry is N
    results    int8 (G,)       1 Red won, 0 draw, -1 Black won
    about      unicode ()      how the file was made, as JSON
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.arena.arguments import count as positive
from ai.common import chance as random
from ai.common import control as ctl
from ai.common.chance import chance_of, draw
from ai.common.control import new_control
from ai.common.kernels import KernelGroup, KernelSet, boolean, int16, int64, uint64, void
from ai.xiangqi import kernels
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, make, new_arrays, place_all
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
_GAMES_AT_ONCE: Final = 200


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


def play_games(games: int, nodes: int, seed: int, tables: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    """This many games, with tables of the kernels that have weights in them: the arrays of the file (see the top of
    the module), without `about`."""
    for _ in ALL.compile():
        pass
    setup = read_fen(START)
    moves, scores = np.zeros(_MOST_PLIES, np.int16), np.zeros(_MOST_PLIES, np.int16)
    result = np.zeros(1, np.int64)
    table = np.zeros(2 * _TABLE_ENTRIES, np.int64)
    kept: list[tuple[NDArray[np.int16], NDArray[np.int16], int]] = []
    begun = time.perf_counter()
    number = 0
    while len(kept) < games:
        table[:] = 0
        chance = chance_of(seed, number)
        number += 1
        board = new_arrays(tables, new_control(), table, searches=True)
        place_all(board, setup.pieces, setup.turn)
        note(board, 0, 0, False, False)
        opening = _OPENING[0] + draw(chance, _OPENING[1] - _OPENING[0] + 1)
        plies = play_one(board, chance, opening, nodes, moves, scores, result)
        if plies:
            kept.append((moves[:plies].copy(), scores[:plies].copy(), int(result[0])))
            if len(kept) % _GAMES_AT_ONCE == 0:
                sys.stderr.write(f"{len(kept)} games, {time.perf_counter() - begun:.0f} s\n")
    return {
        "moves": np.concatenate([each[0] for each in kept]),
        "scores": np.concatenate([each[1] for each in kept]),
        "first": np.cumsum([0, *(len(each[0]) for each in kept)], dtype=np.int64),
        "results": np.array([each[2] for each in kept], np.int8),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.xiangqi.selfplay", description="Games for training weights.")
    parser.add_argument("--games", type=positive, default=1000, metavar="N")
    parser.add_argument("--nodes", type=positive, default=200, metavar="N", help="least nodes of a search")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the .npz file to write")
    options = parser.parse_args(arguments)
    if options.out.exists():
        sys.stdout.write(f"{options.out} is there already\n")
        return 0
    tables = weighted_tables()
    begun = time.process_time()
    arrays = play_games(options.games, options.nodes, options.seed, tables)
    about = {key: getattr(options, key) for key in ("games", "nodes", "seed")}
    about["weights"] = hashlib.sha256(tables.tobytes()).hexdigest()[:16]
    about["processor_s"] = round(time.process_time() - begun)
    unfinished = options.out.with_name(options.out.name + ".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)  # type: ignore[arg-type]  # numpy's stubs
    unfinished.replace(options.out)
    counts = [int(np.sum(arrays["results"] == result)) for result in (1, 0, -1)]
    sys.stdout.write(f"{options.games} games, {len(arrays['moves'])} plies; +{counts[0]} ={counts[1]} -{counts[2]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
