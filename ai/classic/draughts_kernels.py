"""The kernels of the source documents' draughts program: four ways to search to a fixed depth, over its evaluation: the
short sum that it prints (PRINTED), or ours of all that it says it counts (WEIGHED).

    MINIMAX     every move
    ALPHA_BETA  as the moves are generated
    HISTORY     alpha-beta, the moves that were best elsewhere first
    TABLE       principal variation search with history and a table of positions

Board, moves and arrays are those of `ai.draughts`; HISTORY and LINES there serve here, too. All four give the same
score: the table is believed at the same depth only. No move and no draw of the rules is known but the lack of moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from ai.common import table
from ai.common.bits import Bits, popcount
from ai.common.control import FREE, NODE_LIMIT, NODES, STOP
from ai.common.kernels import KernelSet, int64, uint64
from ai.common.pointers import as_array
from ai.common.table import EXACT, LOWER, UPPER, bound_of, depth_of, move_of, probe, score_of, store
from ai.draughts import board as draughts_board
from ai.draughts import draws, endings, evaluation, network
from ai.draughts import layout as at
from ai.draughts import moves as draughts_moves
from ai.draughts import search as draughts_search
from ai.draughts.board import ARRAYS, DraughtsArrays, make
from ai.draughts.moves import count_quiet, generate, step
from ai.draughts.search import pick, update_pv

KERNELS = KernelSet()

MINIMAX: Final = 0
ALPHA_BETA: Final = 1
HISTORY: Final = 2
TABLE: Final = 3
ALGORITHM: Final = FREE + 1
"""In `control`: which of the four."""
EVALUATION: Final = FREE + 2
"""In `control`: which of the two."""
WEIGHED: Final = 0
PRINTED: Final = 1
WIN: Final = 30_000
"""A win in n plies is worth WIN - n, a loss n - WIN."""
WIN_IN_MAX: Final = WIN - 1_000
_FULL_HISTORY: Final = 1 << 28

# Set by hand, in hundredths of a man
_MAN: Final = 100
_KING: Final = 300
_SAFE: Final = 5
"""For a piece on an edge, where nothing can take it."""
_MOVABLE: Final = 2
"""For each move."""
_DEFENDER: Final = 4
"""For a man on one's own two rows."""
_ATTACKER: Final = 6
"""For a man on the three rows before the crowning row."""
_THREATENED: Final = 25
"""Against a piece that stands beside an opponent's with an empty square behind it."""


@KERNELS.kernel(uint64(uint64, int64))
def ahead(bits: Bits, side: int) -> Bits:
    """The squares one row ahead of some, as the side sees it."""
    if side == at.WHITE:
        return step(bits, 0) | step(bits, 1)
    return step(bits, 2) | step(bits, 3)


@KERNELS.kernel(uint64(uint64, uint64, uint64))
def threatened_by(own: Bits, other: Bits, empty: Bits) -> Bits:
    """The pieces that stand beside one of the other side with an empty square behind them."""
    threatened = own & ~own
    for direction in range(4):
        threatened |= own & step(other, direction) & step(empty, 3 - direction)
    return threatened


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def printed_worth(a: DraughtsArrays, side: int, ply: int) -> int:
    """The program's printed sum for the side to move: its pieces less the other's less half of its threatened ones. A
    king is a piece like any other."""
    here = at.POSITION + ply * at.PLY_SIZE
    own = a.words[here + side]
    other = a.words[here + 1 - side]
    threatened = threatened_by(own, other, a.words[at.BOARD] & ~(own | other))
    return _MAN * (popcount(own) - popcount(other)) - _MAN // 2 * popcount(threatened)


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def side_worth(a: DraughtsArrays, side: int, ply: int) -> int:
    """What a side's men and kings are worth: material, safe ones, movable ones, defenders, attackers, threatened."""
    here = at.POSITION + ply * at.PLY_SIZE
    own = a.words[here + side]
    other = a.words[here + 1 - side]
    kings = a.words[here + at.KINGS]
    board = a.words[at.BOARD]
    men = own & ~kings
    empty = board & ~(own | other)
    inner = step(board, 0) & step(board, 1) & step(board, 2) & step(board, 3)
    home = a.words[at.CROWN + 1 - side]
    far = a.words[at.CROWN + side]
    defended = home | (ahead(home, side) & board)
    attacked = ahead(far, 1 - side) & board
    attacked |= ahead(attacked, 1 - side) & board
    attacked |= ahead(attacked, 1 - side) & board
    threatened = threatened_by(own, other, empty)
    total = _MAN * popcount(men) + _KING * popcount(own & kings)
    total += _SAFE * popcount(own & ~inner)
    total += _MOVABLE * count_quiet(own, other, kings, board, a.state[at.FLAGS], side)
    total += _DEFENDER * popcount(men & defended) + _ATTACKER * popcount(men & attacked)
    return total - _THREATENED * popcount(threatened)


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64))
def order(a: DraughtsArrays, side: int, ply: int, count: int, first_move: int) -> int:
    """Write what each move at `ply` has earned so far, the table's move before all; gives how many they are."""
    for index in range(ply * at.MAX_MOVES, ply * at.MAX_MOVES + count):
        move = a.state[at.MOVES + index]
        earned = a.state[at.HISTORY + side * 4096 + (move & 4095)]
        a.state[at.ORDER + index] = 2 * _FULL_HISTORY if move == first_move else earned
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: DraughtsArrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the position at `ply` for the side to move, within alpha and beta."""
    state = a.state
    control = a.control
    algorithm = control[ALGORITHM]
    other = 1 - side
    state[at.LINES + ply * at.MAX_PLY] = 0
    if control[STOP] != 0:
        return 0
    control[NODES] += 1
    if control[NODES] >= control[NODE_LIMIT]:
        control[STOP] = 1
    count = generate(a, side, ply)
    if count == 0:
        return ply - WIN
    if depth <= 0:
        if control[EVALUATION] == PRINTED:
            return printed_worth(a, side, ply)
        return side_worth(a, side, ply) - side_worth(a, other, ply)
    key = int64(a.words[at.POSITION + ply * at.PLY_SIZE + at.KEY])
    if side == at.BLACK:
        key ^= int64(a.words[at.BLACK_TO_MOVE])
    wide = beta - alpha > 1
    table_move = 0
    if algorithm == TABLE:
        held = probe(as_array(a.table, a.state[at.TABLE_SIZE]), key)
        if held != 0:
            table_move = move_of(held)
            score = score_of(held)
            bound = bound_of(held)
            # a win's distance depends on the way here, and the line ends at what is only looked up
            is_said = bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
            if is_said and not wide and depth_of(held) == depth and abs(score) < WIN_IN_MAX:
                return score
    if algorithm >= HISTORY:
        order(a, side, ply, count, table_move)
    first = ply * at.MAX_MOVES
    best = -WIN
    best_move = 0
    floor = alpha
    for index in range(first, first + count):
        if algorithm >= HISTORY:
            pick(a, index, first + count)
        move = state[at.MOVES + index]
        make(a, side, ply, move, a.words[at.TAKEN + index])
        if algorithm == MINIMAX:
            score = -search(a, other, depth - 1, alpha, beta, ply + 1)
        elif algorithm == TABLE and index > first:
            score = -search(a, other, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        else:
            score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        if control[STOP] != 0:
            return 0
        if score > best:
            best = score
            best_move = move
            if score > alpha or algorithm == MINIMAX:
                update_pv(a, ply, move)
            if algorithm != MINIMAX:
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
    if algorithm >= HISTORY:
        cell = at.HISTORY + side * 4096 + (best_move & 4095)
        state[cell] = min(_FULL_HISTORY, state[cell] + (1 << min(depth, 20)))
    if algorithm == TABLE:
        bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
        store(as_array(a.table, a.state[at.TABLE_SIZE]), key, best_move, bound, depth, 0, best, 0)
    return best


_SETS = (
    table.KERNELS,
    draughts_board.KERNELS,
    draughts_moves.KERNELS,
    draws.KERNELS,
    endings.KERNELS,
    evaluation.KERNELS,
    network.KERNELS,
    draughts_search.KERNELS,
    KERNELS,
)


def count() -> int:
    """How many kernels there are that no other engine has."""
    return len(KERNELS)


def compile_kernels() -> Iterator[str]:
    """Compile every kernel or load it from the disk cache; yields the name of each of our own when it is ready."""
    for kernels in _SETS[:-1]:
        for _ in kernels.compile():
            pass
    yield from KERNELS.compile()


NO_ENTRIES: Final = np.zeros(8, np.int64)
"""A table of positions for the searches that have none."""
