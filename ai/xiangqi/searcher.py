"""One search of Xiangqi: the game so far played onto the board, and what the kernels need to be asked for its root."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Job
from ai.common.searcher import KernelRoot, PreparedSearch, RootSearcher
from ai.score import Repetition, Score, of_kernel
from ai.xiangqi import layout as at
from ai.xiangqi.board import XiangqiArrays, is_attacked, make, new_arrays, place_all
from ai.xiangqi.book import load_book
from ai.xiangqi.kernels import compile_kernels
from ai.xiangqi.network_weights import shipped_network
from ai.xiangqi.notation import XiangqiSetup, banned_moves, number_of, read_job, write_move
from ai.xiangqi.outlook import current
from ai.xiangqi.repetition import note
from ai.xiangqi.root import list_root, search_root
from ai.xiangqi.weights import weighted_tables


@dataclass(frozen=True, slots=True)
class XiangqiGame:
    """A job as it was read: the start, the moves, and those that the simple rules of repetition ban now."""

    setup: XiangqiSetup
    moves: list[int]
    banned: Collection[int]

    @property
    def side(self) -> int:
        """The side to move."""
        return self.setup.turn ^ len(self.moves) & 1


class XiangqiSearcher(RootSearcher[XiangqiGame, XiangqiArrays]):
    """See XiangqiEngine."""

    generation = at.GENERATION
    opening_plies = 6

    @staticmethod
    def prepare() -> Iterator[object]:
        yield from compile_kernels()
        yield weighted_tables()
        yield shipped_network()

    def read(self, job: Job) -> XiangqiGame:
        setup, moves = read_job(job)
        return XiangqiGame(setup, moves, frozenset(map(number_of, banned_moves(job))))

    def new_board(
        self, job: Job, game: XiangqiGame, control: NDArray[np.int64], table: NDArray[np.int64]
    ) -> XiangqiArrays:
        board = new_arrays(weighted_tables(), control, table, searches=True, network=shipped_network())
        play_game(board, game.setup, game.moves)
        return board

    def new_root(self, task: PreparedSearch[XiangqiGame, XiangqiArrays], board: XiangqiArrays) -> XiangqiRoot:
        return XiangqiRoot(board, task.game)

    def book_move(self, task: PreparedSearch[XiangqiGame, XiangqiArrays]) -> str | None:
        book = load_book()
        if book is None:
            return None
        game = task.game
        legal = XiangqiRoot(task.boards[0], game).moves
        known = book.choose(current(game.setup, game.moves), legal, task.chance)
        return None if known is None else write_move(known)


def play_game(arrays: XiangqiArrays, setup: XiangqiSetup, moves: list[int]) -> int:
    """Put the start on an empty board and play the moves; gives the side to move. Raises EngineError for a move that
    can't be made."""
    place_all(arrays, setup.pieces, setup.turn)
    state = arrays.state
    side = setup.turn
    if is_attacked(arrays, 1 - side):
        raise EngineError("the side not to move is in check")
    note(arrays, 0, 0, False, is_attacked(arrays, side))
    state[at.QUIET] = 0
    for move in moves:
        piece = int(state[at.CELL + (move & at.SQUARE_MASK)]) - 1
        if piece < 0 or piece >> 4 != side:
            raise EngineError(f"{write_move(move)} moves no piece of the side to move")
        count = list_root(arrays, side)
        if move not in state[at.ROOT : at.ROOT + count]:
            raise EngineError(f"{write_move(move)} is not a legal move")
        captured = make(arrays, move)
        moved = at.KIND_OF[piece] * at.SQUARES + (move >> at.TO_SHIFT)
        side = 1 - side
        # nothing before a capture comes again; a game that goes on for ever is forgotten from time to time
        state[at.GAME] = 0 if captured >= 0 or state[at.GAME] >= at.MAX_GAME - 1 else state[at.GAME] + 1
        note(arrays, 0, move, captured >= 0, is_attacked(arrays, side))
        state[at.MOVED + state[at.GAME]] = moved
    return side


class XiangqiRoot(KernelRoot[XiangqiArrays]):
    """The moves at the root of a search."""

    window = 30
    most = at.MATE
    calm = at.BANNED_IN_MAX
    lines = at.LINES

    def __init__(self, board: XiangqiArrays, game: XiangqiGame) -> None:
        """Writes the legal moves but for those that are banned into ROOT, likely ones first. Raises EngineError where
        there is none."""
        self._side = game.side
        found = board.state[at.ROOT : at.ROOT + int(list_root(board, game.side))]
        self.moves = [int(move) for move in found if int(move) not in game.banned]
        if not self.moves:
            raise EngineError("the game is over: there is no legal move")
        board.state[at.ROOT : at.ROOT + len(self.moves)] = self.moves
        super().__init__(board, len(self.moves))

    @property
    def first(self) -> str:
        return write_move(self.moves[0])

    def kernel(self, depth: int, alpha: int, beta: int, rank: int) -> int:
        return search_root(self.board, self._side, depth, alpha, beta, rank, self.count)

    def line(self, rank: int) -> tuple[str, ...]:
        line = self.board.state[at.LINES : at.LINES + at.MAX_PLY]
        return tuple(write_move(int(move)) for move in line[: int(np.argmin(line != 0))])

    def score(self, score: int) -> Score:
        return score_of(score)


def score_of(score: int) -> Score:
    """A kernel's score as the rest of the program reads it."""
    if at.BANNED_IN_MAX < abs(score) <= at.MATE_IN_MAX:
        return Repetition(at.BANNED - score if score > 0 else -at.BANNED - score)
    return of_kernel(score, at.MATE, at.MATE_IN_MAX)
