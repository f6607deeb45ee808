"""A board on which anything may lie, as somebody puts it together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from game.rules.core import (
    Board,
    FreeMoves,
    IllegalMoveError,
    Move,
    NoCheck,
    NoOpening,
    Piece,
    Refusal,
    Side,
    Square,
)


@dataclass(frozen=True)
class LaidOut(NoCheck, FreeMoves, NoOpening):
    """Pieces on a board, whatever they are, and the side that is to move: a position for the eye, in which nothing can
    be played."""

    board: Board
    laid: Mapping[Square, Piece]
    turn: Side
    ply: int = 0

    @property
    def key(self) -> int:
        """Of the pieces and the side to move."""
        told = sorted((square, piece.side.value, piece.kind) for square, piece in self.laid.items())
        digest = blake2b(repr((self.board, told, self.turn.value)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")

    def pieces(self) -> Mapping[Square, Piece]:
        """What lies where."""
        return self.laid

    def legal_moves(self) -> tuple[Move, ...]:
        """None."""
        return ()

    def threats(self) -> Mapping[Square, bool]:
        """None."""
        return {}

    def play(self, move: Move) -> LaidOut:
        """Raises IllegalMoveError."""
        why = "nothing is played on a board that is being laid out"
        raise IllegalMoveError(move.word or str(move.path), "laid out", self.refusal(move.path), why)

    def outcome(self) -> None:
        """None: nothing is decided."""
        return

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Nothing is played on a board that is being laid out."""
        return Refusal("not-your-turn")

    def cells(self, value: Callable[[Piece], int]) -> bytes:
        """The board square by square: 0 where nothing lies, else the value of the piece."""
        cells = bytearray(self.board.squares)
        for square, piece in self.laid.items():
            cells[square] = value(piece)
        return bytes(cells)
