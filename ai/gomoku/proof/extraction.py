"""Wins by threats as the solver finds them, written down as trees that can be checked without it."""

from __future__ import annotations

from typing import Final

from ai.gomoku.kernels import compile_kernels
from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.trees import ThreatNode, Win, after_four, check
from ai.gomoku.proof.windows import WindowBoard, squares_of
from ai.gomoku.prover import SolverOracle
from game.rules.gomoku.rows import RowRule

_NODES: Final = 200_000
"""The solver's nodes for each position of a win."""
_STEPS: Final = ((4, 2_000), (8, 4_000), (12, 8_000), (18, 20_000))
"""Quick wins make small trees: up to which ply they are looked for first, and with how many nodes."""
_MOST_MOVES: Final = 500
"""A win with more moves than this is too large for one tree."""


class Extractor:
    """Asks the solver for a win, and then for what follows each reply, with both boards side by side."""

    def __init__(self) -> None:
        for _ in compile_kernels():  # one that is loaded before those that it calls crashes
            pass
        self._judge = SolverOracle(RowRule.FREESTYLE, steps=_STEPS)

    def win(self, cells: bytes) -> Win | None:
        """A win by threats with Black to move; None where none is found, or none of a tree's size."""
        self._judge.place(cells)
        self._left = _MOST_MOVES
        board = WindowBoard(cells)
        found = self._black(board)
        return found if found is not None and check(found, board, 0) is not None else None

    def first_move(self, cells: bytes) -> int | None:
        """How a win by threats begins, whatever its size."""
        self._judge.place(cells)
        return self._judge.first_move() if self._judge.soon(BLACK, _NODES) else None

    def _black(self, board: WindowBoard) -> Win | None:
        self._left -= 1
        if self._left <= 0:
            return None
        if not self._judge.soon(BLACK, _NODES):
            return None
        move = self._judge.first_move()
        if board.makes_five(move, BLACK):
            return Win(move, None)
        self._place(board, move, BLACK)
        fives = board.fives_through(move, BLACK)
        win: Win | None = None
        if fives & (fives - 1):
            win = Win(move, None)
        elif fives:
            answer = fives.bit_length() - 1
            self._place(board, answer, WHITE)
            below = self._black(board)
            self._lift(board, answer, WHITE)
            win = None if below is None else Win(move, below)
        else:
            threat = self._threat(board)
            win = None if threat is None else Win(move, threat)
        self._lift(board, move, BLACK)
        return win

    def _threat(self, board: WindowBoard) -> ThreatNode | None:
        """How a three goes on: the straight four that the fewest replies touch, and the win after each of them."""
        lines = [Win(square, None) for square in squares_of(board.black_makes()) if board.is_straight(square)]
        sound = [
            (checked.zone.bit_count(), line, checked.zone)
            for line, checked in ((line, check(line, board, 1)) for line in lines)
            if checked is not None
        ]
        if not sound:
            return None
        _, line, zone = min(sound)
        replies: dict[int, Win] = {}
        for reply in squares_of(zone & ~board.taken):
            if after_four(ThreatNode(line, {}), reply, board):
                continue
            self._place(board, reply, WHITE)
            below = self._black(board)
            self._lift(board, reply, WHITE)
            if below is None:
                return None
            replies[reply] = below
        return ThreatNode(line, replies)

    def _place(self, board: WindowBoard, square: int, side: int) -> None:
        board.place(square, side)
        self._judge.toggle(square, side)

    def _lift(self, board: WindowBoard, square: int, side: int) -> None:
        board.lift(square, side)
        self._judge.toggle(square, side)
