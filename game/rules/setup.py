"""Positions that somebody puts together: which pieces there are to lay out, where, and whether a game can go on from
what lies there.

A board on which anything lies is a `LaidOut`; `sound` makes a position of its variant of it, by way of the text that
the variant reads, so that what is laid out by hand and what is read from a file pass the same examination.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from game.rules.core import (
    Board,
    FreeMoves,
    IllegalMoveError,
    Move,
    NoCheck,
    NoOpening,
    Piece,
    Position,
    Refusal,
    Side,
    Square,
    UnreadablePositionError,
    Variant,
)
from game.rules.draughts import board as draughts
from game.rules.draughts import fen as draughts_fen
from game.rules.draughts.position import KING, MAN
from game.rules.draughts.variants import DraughtsVariant
from game.rules.gomoku import text as gomoku_text
from game.rules.reversi import board as reversi_board
from game.rules.xiangqi import board as xiangqi
from game.rules.xiangqi import fen as xiangqi_fen

_KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"gomoku": ("stone",), "xiangqi": xiangqi.KINDS[1:], "draughts": (MAN, KING), "reversi": ("disc",)}
)

_BOTH_NEEDED: Final = frozenset({"draughts"})
"""The games that a side without pieces has lost, and of which no rule says so before it is to move."""

OVER: Final = "position-over"
"""The code of the refusal of a position in which the game is over already."""


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


def kinds_of(game: str) -> tuple[str, ...]:
    """The kinds of pieces of a game, the same for both sides. Raises KeyError for a game without."""
    return _KINDS[game]


def laid_out(position: Position) -> LaidOut:
    """What lies on the board of a position."""
    return LaidOut(position.board, dict(position.pieces()), position.colour_to_move)


def can_lie(variant: Variant, board: Board, square: Square) -> bool:
    """Whether a piece can lie on a square at all: in draughts only on dark ones."""
    return bool(variant.square_name(square, board))


def turn_by_count(variant: Variant, laid: LaidOut) -> Side | None:
    """The side to move where the number of the pieces decides that: in Gomoku without passes the sides take turns from
    an empty board. None where it does not, or where no side fits."""
    if variant.game != "gomoku" or "renju" in variant.name:
        return None
    counts = [sum(piece.side is side for piece in laid.laid.values()) for side in Side]
    return {0: Side.FIRST, 1: Side.SECOND}.get(counts[Side.FIRST] - counts[Side.SECOND])


def sound(variant: Variant, laid: LaidOut) -> Position:
    """The position of a variant in which a game can go on from what is laid out. Raises UnreadablePositionError, whose
    `refusal` tells why where there is a code for that; ValueError for pieces of another game."""
    text = _TEXTS[variant.game](variant, laid)
    for side in Side:  # a variant may leave a lonely side to move, as there is something to play
        if variant.game in _BOTH_NEEDED and all(piece.side is not side for piece in laid.laid.values()):
            colour = variant.side_names[side]
            raise UnreadablePositionError(text, f"{colour} has no pieces", Refusal("no-pieces", {"colour": colour}))
    position = variant.read_position(text)
    if variant.outcome([position], []) is not None:
        raise UnreadablePositionError(text, "the game is over there", Refusal(OVER))
    return position


def _cells(laid: LaidOut, value: Callable[[Piece], int]) -> bytes:
    cells = bytearray(laid.board.squares)
    for square, piece in laid.laid.items():
        cells[square] = value(piece)
    return bytes(cells)


def _gomoku(variant: Variant, laid: LaidOut) -> str:
    cells = _cells(laid, lambda piece: gomoku_text.stone(piece.side))
    return f"{gomoku_text.write_stones(cells, laid.board.rows)} {'bw'[laid.turn]}"


def _xiangqi(variant: Variant, laid: LaidOut) -> str:
    cells = _cells(laid, lambda piece: xiangqi.cell(piece.side, xiangqi.KINDS.index(piece.kind)))
    return xiangqi_fen.write_fen(cells, laid.turn, 0, laid.turn)


def _draughts(variant: Variant, laid: LaidOut) -> str:
    assert isinstance(variant, DraughtsVariant), "its game says so"
    rules = variant.rules
    cells = bytearray(rules.squares)
    for square, piece in laid.laid.items():
        index = rules.index_of(square)
        if index is None:
            raise ValueError(f"nothing lies on the light square {square}")
        cells[index] = draughts.piece(rules.colour_of(piece.side), piece.kind == KING)
    return draughts_fen.write_fen(bytes(cells), rules.colour_of(laid.turn))


def _reversi(variant: Variant, laid: LaidOut) -> str:
    return reversi_board.write_cells(_cells(laid, lambda piece: reversi_board.disc(piece.side)), laid.turn)


_TEXTS: Final[Mapping[str, Callable[[Variant, LaidOut], str]]] = MappingProxyType(
    {"gomoku": _gomoku, "xiangqi": _xiangqi, "draughts": _draughts, "reversi": _reversi}
)
