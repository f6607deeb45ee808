"""The judge of draughts for matches between engines: legal moves by the kernels, no piece, no move, the draws."""

from __future__ import annotations

import random

import numpy as np

from ai.api import EngineError
from ai.arena.judge import Ending, IllegalMoveError
from ai.common.control import new_control
from ai.draughts import layout as at
from ai.draughts.board import bit_of, make
from ai.draughts.draws import plies_left
from ai.draughts.kernels import compile_kernels
from ai.draughts.moves import can_capture, generate
from ai.draughts.notation import read_fen, variant_of
from ai.draughts.search import advance
from ai.draughts.searcher import find_move, move_text, set_out
from ai.draughts.starts import STARTS

_REPETITIONS = 3


class DraughtsJudge:
    """One game, from a start position on. Sides: 0 is who moves first in the variant's start position."""

    def __init__(self, variant: str, start: str) -> None:
        """Raises EngineError for an unknown variant, an unreadable position, or one in which the game is over."""
        self._variant = variant_of(variant)
        for _ in compile_kernels():
            pass
        setup = read_fen(start, self._variant)
        self._first = at.BLACK if STARTS[variant].startswith("B") else at.WHITE
        self._turn = setup.turn
        self._is_english = variant == "draughts-english"
        self._board = set_out(setup, variant, new_control(), np.zeros(8, np.int64))
        self._keys = [self._key()]
        self._count = generate(self._board, self._turn, 0)
        self._ending = self._judge_position()
        if self._ending:
            raise EngineError("the game is over in the start position")

    @property
    def turn(self) -> int:
        """The side to move, 0 = who moves first in the start position."""
        return self._turn ^ self._first

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        return self._ending

    def play(self, move: str) -> None:
        """Make a move. Raises IllegalMoveError."""
        if self._ending:
            raise IllegalMoveError(f"the move {move[:20]!r} comes after the end of the game")
        try:
            index = find_move(self._board, self._variant, self._turn, move)
        except EngineError as error:
            raise IllegalMoveError(str(error)) from error
        advance(self._board, self._turn, index)
        self._turn = 1 - self._turn
        if not self._board.state[at.QUIET + self._board.state[at.GAME]]:
            self._keys = []
        self._keys.append(self._key())
        self._count = generate(self._board, self._turn, 0)
        self._ending = self._judge_position()

    def random_move(self, chance: random.Random) -> str:
        """A legal move, if there is one after which nothing can be taken, such a one."""
        moves = range(self._count)
        index = chance.choice([move for move in moves if self._is_sound(move)] or moves)
        return move_text(self._board, self._variant, 0, index, self._count)

    def key(self) -> str:
        """Pieces and turn, as they look from that one of both sides that comes first."""
        last = self._variant.rows * self._variant.columns
        cells = [self._piece(square) for square in range(1, last + 1)]
        turned = [-cell for cell in reversed(cells)]
        return str(min((cells, self._turn), (turned, 1 - self._turn)))

    def _piece(self, square: int) -> int:
        """0 for an empty square, 1 and 2 for White's men and kings, negative for Black's."""
        white, black, kings = (int(word) for word in self._board.words[at.POSITION : at.POSITION + 3])
        bit = 1 << bit_of(square, self._variant.columns)
        side = bool(white & bit) - bool(black & bit)
        return 2 * side if kings & bit else side

    def _key(self) -> int:
        return int(self._board.words[at.PAST + self._board.state[at.GAME]])

    def _is_sound(self, index: int) -> bool:
        board = self._board
        make(board, self._turn, 0, int(board.state[at.MOVES + index]), board.words[at.TAKEN + index])
        return not can_capture(board, 1 - self._turn, 1)

    def _judge_position(self) -> Ending | None:
        """What the newest position ends the game with, None if it goes on."""
        board = self._board
        if not self._count:
            own = int(board.words[at.POSITION + self._turn])
            return Ending(1 - self.turn, "no-moves" if own else "no-pieces")
        if self._keys.count(self._keys[-1]) >= _REPETITIONS:
            return Ending(None, "repetition")
        here = int(board.state[at.GAME])
        if plies_left(int(board.state[at.LASTED + here])) <= 0:
            return Ending(None, "few-pieces")
        if board.state[at.QUIET + here] >= board.state[at.KINGS_ONLY]:
            return Ending(None, "move-limit" if self._is_english else "kings-only")
        return None
