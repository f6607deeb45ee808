"""One search of draughts: the game so far played onto the board, and what the kernels need to be asked for its root."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.api import Choice, EngineError, Job, Limit
from ai.common.searcher import KernelRoot, PreparedSearch, RootSearcher
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, DraughtsArrays, KernelVariant, bit_of, make, square_of
from ai.draughts.book import load_book
from ai.draughts.distances import DRAWN, Distances, best_of, most_pieces
from ai.draughts.draws import set_draws
from ai.draughts.endings import DRAW, FIVE_PIECES, LOSS, UNKNOWN, WIN, load_endings
from ai.draughts.kernels import compile_kernels
from ai.draughts.moves import generate
from ai.draughts.network_weights import lay_out, network_of
from ai.draughts.notation import DraughtsSetup, place_all, position_after, setup_after, steps_of
from ai.draughts.patterns import evaluation_state
from ai.draughts.search import advance, look_up_at, note, order, pick, search_root
from ai.score import Cp, Mate, Score, of_kernel
from game.rules.draughts.moves import IndexedMove

_log = logging.getLogger(__name__)

_BOOK_PLIES = 30
"""No book reaches further."""
_USUAL = "draughts-international"
_FAR = 8
_FAR_NODES = 5_000
"""Who looks less deep, or at fewer positions, does not play endings to their end by a table of distances."""
_TABLED = {WIN: 1, DRAW: 0, LOSS: -1, UNKNOWN: None}


@dataclass(frozen=True, slots=True)
class DraughtsGame:
    """A job as it was read: the variant, and the side to move and the number of pieces now."""

    variant: KernelVariant
    side: int
    pieces: int


class DraughtsSearcher(RootSearcher[DraughtsGame, DraughtsArrays]):
    """See DraughtsEngine."""

    generation = at.GENERATION
    opening_plies = 12
    fewest_moves = 15

    @staticmethod
    def prepare() -> Iterator[object]:
        """The other variants' tables are smaller, and read when they are needed."""
        yield from compile_kernels()
        yield load_endings(_USUAL)
        yield evaluation_state(_USUAL)
        yield network_of(_USUAL)

    def read(self, job: Job) -> DraughtsGame:
        setup = setup_after(job)
        return DraughtsGame(setup.variant, setup.turn, len(setup.pieces))

    def new_board(
        self, job: Job, game: DraughtsGame, control: NDArray[np.int64], table: NDArray[np.int64]
    ) -> DraughtsArrays:
        return play_game(job, control, table)[0]

    def new_root(self, task: PreparedSearch[DraughtsGame, DraughtsArrays], board: DraughtsArrays) -> DraughtsRoot:
        return DraughtsRoot(board, task.game)

    def decide(self, task: PreparedSearch[DraughtsGame, DraughtsArrays]) -> str:
        """Where the way to the end is known, it is played; weak levels look for it, as they do for all else."""
        if task.game.pieces <= FIVE_PIECES and _looks_far(task.limit):
            ends = ends_of(task.boards[0], task.game, task.job.variant, task.limit.lines)
            if ends:
                best, *others = ends
                task.deepening.tabled = 1 if best.score.wins else -1
                task.deepening.note(len(best.line), best.score, best.line, others)
                return best.line[0]
        return super().decide(task)

    def book_move(self, task: PreparedSearch[DraughtsGame, DraughtsArrays]) -> str | None:
        book = load_book(task.job.variant) if len(task.job.moves) <= _BOOK_PLIES else None
        if book is None:
            return None
        board, game = task.boards[0], task.game
        return book.choose(str(position_after(task.job)), DraughtsRoot(board, game).texts, task.chance)


def _looks_far(limit: Limit) -> bool:
    return (limit.depth is None or limit.depth >= _FAR) and (limit.nodes is None or limit.nodes >= _FAR_NODES)


def ends_of(board: DraughtsArrays, game: DraughtsGame, name: str, count: int) -> list[Choice]:
    """The best `count` moves of a position that is won or lost by the tables of distances, in their order, with their
    lines and plies; of a move that only draws no more than itself. Empty where nothing is known, and where a game is
    drawn by counting before such a line is played. Raises EngineError where there is no legal move."""
    if game.pieces > most_pieces(name):
        return []
    try:
        return _ends_by(Distances(board, name), board, game, count)
    except ValueError as error:
        _log.warning("the distances of %s can't be read: %s", name, error)
        return []


def _ends_by(distances: Distances, board: DraughtsArrays, game: DraughtsGame, count: int) -> list[Choice]:
    """Raises ValueError where a file is damaged."""
    if distances.plies(game.side, 0) == DRAWN:
        return []
    root = DraughtsRoot(board, game)
    after = distances.after(game.side, 0, root.count)
    found: list[Choice] = []
    for index in best_of(after):
        if len(found) >= max(1, count):
            break
        plies = after[index]
        if plies == DRAWN or (plies & 1 and not distances.write_line(game.side, index)):
            found.append(Choice(Cp(0), (root.texts[index],)))
        elif plies & 1:
            found.append(Choice(Mate(-plies - 1), root.line(index)))
        elif distances.write_line(game.side, index):
            found.append(Choice(Mate(plies + 1), root.line(index)))
    return found if found and isinstance(found[0].score, Mate) else []


def play_game(job: Job, control: NDArray[np.int64], table: NDArray[np.int64]) -> tuple[DraughtsArrays, int]:
    """A board on which the job's moves have been played, and the side to move. Raises EngineError for a move that
    can't be made."""
    setup = setup_after(Job(job.variant, job.start))
    arrays = set_out(setup, job.variant, control, table)
    side = setup.turn
    for step in steps_of(job):
        advance(arrays, side, find_move(arrays, setup.variant, side, step))
        side = 1 - side
    return arrays, side


def set_out(setup: DraughtsSetup, name: str, control: NDArray[np.int64], table: NDArray[np.int64]) -> DraughtsArrays:
    """A board for a search in a variant, with the pieces of a position, from which the game begins."""
    arrays = place_all(setup, control, table, *load_endings(name))
    arrays.state[at.VALUES : at.NETWORK_UNITS] = evaluation_state(name)
    lay_out(arrays, network_of(name), VARIANTS[name])
    set_draws(arrays.state, name)
    note(arrays, setup.turn, 0, False)
    return arrays


def find_move(arrays: DraughtsArrays, variant: KernelVariant, side: int, step: IndexedMove) -> int:
    """The index at ply 0 of a legal move of the rules. Raises EngineError where the kernels do not know it."""
    bits = [1 << bit_of(index + 1, variant.columns) for index in step.taken]
    origin, target = (bit_of(index + 1, variant.columns) for index in (step.origin, step.target))
    moves = slice(at.MOVES, at.MOVES + generate(arrays, side, 0))
    taken = arrays.words[at.TAKEN : at.TAKEN + moves.stop - moves.start] == sum(bits)
    same = (arrays.state[moves] & ~at.CROWNS) == (origin | target << at.TO_SHIFT)
    found = np.flatnonzero(same & taken)
    if not len(found):
        raise EngineError(f"the kernels know no move from {step.origin + 1} to {step.target + 1}")
    return int(found[0])


def _ends(arrays: DraughtsArrays, variant: KernelVariant, index: int) -> tuple[int, int]:
    move = int(arrays.state[at.MOVES + index])
    columns = variant.columns
    return square_of(move & at.BIT_MASK, columns), square_of(move >> at.TO_SHIFT & at.BIT_MASK, columns)


def _taken(arrays: DraughtsArrays, variant: KernelVariant, index: int) -> set[int]:
    taken = int(arrays.words[at.TAKEN + index])
    return {square_of(bit, variant.columns) for bit in range(64) if taken >> bit & 1}


def move_text(arrays: DraughtsArrays, variant: KernelVariant, ply: int, index: int, count: int) -> str:
    """The text of a move at a ply: `32-28`, `32x23`, or with what it takes where several captures share both ends."""
    first = ply * at.MAX_MOVES
    ends = _ends(arrays, variant, first + index)
    if not arrays.words[at.TAKEN + first + index]:
        return f"{ends[0]}-{ends[1]}"
    same = sum(_ends(arrays, variant, first + each) == ends for each in range(count))
    squares = [*ends, *(sorted(_taken(arrays, variant, first + index)) if same > 1 else ())]
    return "x".join(map(str, squares))


def list_root(arrays: DraughtsArrays, side: int) -> int:
    """Write the legal moves at ply 0, likely ones first; gives their number."""
    arrays.state[at.FROM_TABLE] = look_up_at(arrays, side, 0) != UNKNOWN
    count: int = generate(arrays, side, 0)
    order(arrays, side, 0, count, 0)
    for index in range(count):
        pick(arrays, index, count)
    return count


class DraughtsRoot(KernelRoot[DraughtsArrays]):
    """The moves at the root of a search."""

    window = 16
    most = at.MATE
    calm = at.MATE_IN_MAX
    lines = at.LINES

    def __init__(self, board: DraughtsArrays, game: DraughtsGame) -> None:
        """Raises EngineError where there is no legal move."""
        self._variant = game.variant
        self._side = game.side
        self._tabled = _TABLED[look_up_at(board, game.side, 0)]
        super().__init__(board, list_root(board, game.side))
        if not self.count:
            raise EngineError("the game is over: there is no legal move")

    @property
    def texts(self) -> list[str]:
        """The texts of the moves."""
        return [move_text(self.board, self._variant, 0, index, self.count) for index in range(self.count)]

    @property
    def tabled(self) -> int | None:
        return self._tabled

    @property
    def first(self) -> str:
        return move_text(self.board, self._variant, 0, 0, self.count)

    def kernel(self, depth: int, alpha: int, beta: int, rank: int) -> int:
        return search_root(self.board, self._side, depth, alpha, beta, rank, self.count)

    def score(self, score: int) -> Score:
        return of_kernel(score, at.MATE, at.MATE_IN_MAX)

    def line(self, rank: int) -> tuple[str, ...]:
        """Moves after the first are found again."""
        arrays = self.board
        texts = [move_text(arrays, self._variant, 0, rank, self.count)]
        line = arrays.state[at.LINES : at.LINES + at.MAX_PLY].copy()
        side, index = self._side, rank
        for ply in range(1, at.MAX_PLY - 2):
            before = (ply - 1) * at.MAX_MOVES + index
            make(arrays, side, ply - 1, int(arrays.state[at.MOVES + before]), arrays.words[at.TAKEN + before])
            side = 1 - side
            if not line[ply]:
                break
            count = generate(arrays, side, ply)
            moves = arrays.state[at.MOVES + ply * at.MAX_MOVES : at.MOVES + ply * at.MAX_MOVES + count]
            same = np.flatnonzero(moves == line[ply])
            if not len(same):
                break
            index = int(same[0])
            texts.append(move_text(arrays, self._variant, ply, index, count))
        return tuple(texts)
