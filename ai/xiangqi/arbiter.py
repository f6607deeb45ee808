"""The judge of Xiangqi for matches between engines: legal moves by the kernels, mate and stalemate, repetitions with
perpetual check and chase (or the simple rules of repetition), the move limit, boards without attackers."""

from __future__ import annotations

import random

import numpy as np

from ai.api import EngineError
from ai.arena.judge import Ending, IllegalMoveError
from ai.xiangqi import layout as at
from ai.xiangqi.board import is_attacked, make, unmake
from ai.xiangqi.chase import PIECES, note_before, threatened_anew
from ai.xiangqi.exchange import cheapest_taker
from ai.xiangqi.kernels import compile_kernels
from ai.xiangqi.notation import SIMPLE, VARIANT, read_fen, read_move, write_move
from ai.xiangqi.outlook import board_of, moves_of
from ai.xiangqi.plain import Board
from ai.xiangqi.simple import Story

_MOVE_LIMIT = 120
_COUNTED_CHECKS = 10
"""So many checks of each side count towards the move limit."""


class XiangqiJudge:
    """One game, from a start position on. Sides: 0 Red, 1 Black (the start position's side to move may be Black)."""

    def __init__(self, variant: str, start: str) -> None:
        """Raises EngineError for an unknown variant, an unreadable position, or one in which the game is over."""
        if variant not in (VARIANT, SIMPLE):
            raise EngineError(f"no variant {variant[:40]!r} of Xiangqi")
        for _ in compile_kernels():
            pass
        setup = read_fen(start)
        self._board = board_of(setup)
        self._story = Story(Board(setup.pieces, setup.turn), ()) if variant == SIMPLE else None
        self._room = np.zeros(PIECES + 2 * at.MAX_MOVES, np.int32)
        self._turn = setup.turn
        if is_attacked(self._board, 1 - self._turn):
            raise EngineError("the side not to move is in check")
        self._played: list[int] = []
        """The moves since the last capture, and of each position since then the key and whether there was a check."""
        self._keys = [int(self._board.past[at.KEY])]
        self._checks = [bool(is_attacked(self._board, self._turn))]
        self._legal = self._list_legal()
        self._ending = self._judge_position()
        if self._ending:
            raise EngineError("the game is over in the start position")

    @property
    def turn(self) -> int:
        """The side to move, 0 = Red."""
        return self._turn

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        return self._ending

    def play(self, move: str) -> None:
        """Make a move. Raises IllegalMoveError."""
        if self._ending:
            raise IllegalMoveError(f"the move {move[:20]!r} comes after the end of the game")
        try:
            read = read_move(move)
        except EngineError as error:
            raise IllegalMoveError(str(error)) from error
        if read not in self._legal:
            raise IllegalMoveError(f"the move {move} is not legal")
        captured = make(self._board, read)
        if self._story is not None:
            self._story.play(read)
        self._turn = 1 - self._turn
        self._played.append(read)
        if captured >= 0:
            self._played, self._keys, self._checks = [], [], []
        self._keys.append(int(self._board.past[at.KEY]))
        self._checks.append(bool(is_attacked(self._board, self._turn)))
        self._legal = self._list_legal()
        self._ending = self._judge_position()

    def random_move(self, chance: random.Random) -> str:
        """A legal move, if there is one that neither moves the general nor leaves the piece to be taken, such a one."""
        moves = sorted(self._legal)
        return write_move(chance.choice([move for move in moves if self._is_sound(move)] or moves))

    def key(self) -> str:
        """Pieces and turn, as they look from that one of the two sides of a mirror that comes first."""
        cells = [int(cell) for cell in self._board.state[at.CELL : at.CELL + at.SQUARES]]
        kinds = [16 * (cell - 1 >> 4) + at.KIND_OF[cell - 1] + 1 if cell else 0 for cell in cells]
        mirrored = [kinds[9 * (square // 9) + 8 - square % 9] for square in range(at.SQUARES)]
        return f"{min(kinds, mirrored)} {self._turn}"

    def _list_legal(self) -> frozenset[int]:
        legal = frozenset(moves_of(self._board, self._turn))
        return legal if self._story is None else legal - self._story.banned().keys()

    def _is_sound(self, move: int) -> bool:
        board, target = self._board, move >> at.TO_SHIFT
        if int(board.state[at.CELL + (move & at.SQUARE_MASK)]) - 1 == 16 * self._turn:
            return False
        key, score = int(board.past[at.KEY]), int(board.state[at.PIECE_SQUARE])
        captured = make(board, move)
        taken = cheapest_taker(board, 1 - self._turn, target) >= 0
        unmake(board, move, captured, key, score)
        return captured < 0 and not taken

    def _judge_position(self) -> Ending | None:
        """What the newest position ends the game with, None if it goes on."""
        banned = self._story.banned() if self._story is not None and not self._legal else {}
        if banned:
            return Ending(1 - self._turn, next(iter(banned.values())))
        if not self._legal:
            return Ending(1 - self._turn, "checkmate" if self._checks[-1] else "stalemate")
        if self._story is not None and self._story.is_drawn():
            return Ending(None, "repetition")
        earlier = [ply for ply in range(len(self._keys) - 3, -1, -2) if self._keys[ply] == self._keys[-1]]
        if len(earlier) >= 2 and self._story is None:
            return self._judge_cycle(earlier[1])
        if len(self._played) - self._uncounted() >= _MOVE_LIMIT:
            return Ending(None, "move-limit")
        places = self._board.state[at.PLACE : at.PLACE + 32].reshape(2, 16)
        if (places[:, at.FIRST_ID[at.HORSE] :] < 0).all():
            return Ending(None, "no-attackers")
        return None

    def _uncounted(self) -> int:
        """The checks of both sides since the last capture that do not count towards the move limit."""
        given = self._checks[1:]
        return sum(max(0, sum(each) - _COUNTED_CHECKS) for each in (given[::2], given[1::2]))

    def _judge_cycle(self, start: int) -> Ending:
        """The verdict on what was played since the position `start` stood there."""
        checks = self._checks[start + 1 :]
        # the last move is the other side's, the first one of the side to move: the cycle is even
        mine, theirs = checks[0::2], checks[1::2]
        guilty = [side for side, each in ((self._turn, mine), (1 - self._turn, theirs)) if all(each)]
        if len(guilty) == 1:
            return Ending(1 - guilty[0], "perpetual-check")
        if not guilty:
            guilty = self._chasers(start, undermining=False) or self._chasers(start, undermining=True)
            if len(guilty) == 1:
                return Ending(1 - guilty[0], "perpetual-chase")
        return Ending(None, "repetition")

    def _chasers(self, start: int, undermining: bool) -> list[int]:
        """The sides that chased one and the same piece with each move since the position `start`, or that chased or
        undermined it."""
        board, key, score = self._board, int(self._board.past[at.KEY]), int(self._board.state[at.PIECE_SQUARE])
        for move in reversed(self._played[start:]):
            unmake(board, move, -1, key, score)
        victims = [-1, -1]
        side = self._turn
        for index, move in enumerate(self._played[start:], start + 1):
            note_before(board, side, undermining, self._room, 0)
            make(board, move)
            victims[side] &= 0 if self._checks[index] else threatened_anew(board, side, self._room, 0)
            side = 1 - side
        board.past[at.KEY], board.state[at.PIECE_SQUARE] = key, score
        return [side for side in (at.RED, at.BLACK) if victims[side]]
