"""A position of Reversi: discs over bytes, what may be played, how it ends.

The rules stand in `game.rules.reversi.variants`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from game.rules.core import (
    PASS,
    Board,
    FreeMoves,
    IllegalMoveError,
    Move,
    NoCheck,
    NoOpening,
    Outcome,
    Piece,
    Refusal,
    Side,
    Square,
    Termination,
)
from game.rules.reversi.board import BOARD, EMPTY, board_of, can_move, corners_of, disc, name_of, turned, write_cells

REFUSALS: Final = MappingProxyType(
    {
        "occupied-square": "there is a disc on {square} already",
        "off-board": "{square} is off the board",
        "game-over": "the game is over",
        "turns-nothing": "a disc on {square} would flip nothing",
        "must-pass": "there is no square to play, so the move is to pass",
        "no-pass-with-moves": "passing is only for a side that can't place a disc",
        "not-a-placement": "a move is one disc on one square",
    }
)
"""Every code of a `Refusal` of Reversi with its English sentence; `{square}` is among the refusal's values."""

_DISCS: Final = MappingProxyType({disc(side): Piece(side, "disc") for side in Side})
_PLACEMENTS: Final = tuple(Move((Square(at),)) for at in range(BOARD.squares))


@dataclass(frozen=True)
class ReversiPosition(FreeMoves, NoCheck, NoOpening):
    """One moment of a game of Reversi. `cells` has a byte per square, row by row from the bottom: 0 empty, 1 black, 2
    white. `ply` takes no part in comparisons."""

    cells: bytes
    turn: Side = Side.FIRST
    ply: int = field(default=0, compare=False)

    @property
    def board(self) -> Board:
        """8x8, or 6x6 where there are 36 cells."""
        return board_of(self.cells)

    @cached_property
    def key(self) -> int:
        """64 bits over discs and side to move."""
        return int.from_bytes(blake2b(self.cells + bytes((self.turn,)), digest_size=8).digest(), "big")

    def pieces(self) -> Mapping[Square, Piece]:
        """The discs."""
        return self._pieces

    def legal_moves(self) -> tuple[Move, ...]:
        """A disc on each empty square where it turns over another one at least, by square; a pass is not listed."""
        return self._legal_moves

    def threats(self) -> Mapping[Square, bool]:
        """The corners that the other side would take, for nothing turns those over again; and where a disc of its
        would leave the side to move without any, and so win (True)."""
        return self._threats

    def count(self, side: Side) -> int:
        """How many discs a side has."""
        return self.cells.count(disc(side))

    def outcome(self) -> Outcome | None:
        """Who has more discs once neither side can move, else None. In the score the empty squares go to the winner,
        half of them to each in a draw."""
        return self._outcome

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Why no disc can be placed on the square of this path; its codes are those of `REFUSALS`. Raises ValueError
        where one can."""
        refusal = self._refusal(Move(path))
        if refusal is None:
            raise ValueError(f"{name_of(path[0], self.board)} is a legal move in {self}")
        return refusal

    def play(self, move: Move) -> ReversiPosition:
        """The position after a disc or a pass. Raises IllegalMoveError."""
        refusal = self._refusal(move)
        if refusal is not None:
            names = [name_of(at, self.board) if 0 <= at < len(self.cells) else str(at) for at in move.path]
            why = REFUSALS[refusal.code].format(**refusal.values)
            raise IllegalMoveError(move.word or "-".join(names), str(self), refusal, why)
        cells = bytearray(self.cells)
        if move != PASS:
            (square,) = move.path
            for each in (square, *turned(self.cells, square, self.turn)):
                cells[each] = disc(self.turn)
        return ReversiPosition(bytes(cells), self.turn.other, self.ply + 1)

    def __str__(self) -> str:
        """The position's text, as described in `game.rules.reversi.board`."""
        return write_cells(self.cells, self.turn)

    @cached_property
    def _pieces(self) -> Mapping[Square, Piece]:
        return MappingProxyType({Square(at): _DISCS[cell] for at, cell in enumerate(self.cells) if cell != EMPTY})

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        cells = self.cells
        return tuple(
            move
            for move in _PLACEMENTS[: len(cells)]
            if cells[move.path[0]] == EMPTY and turned(cells, move.path[0], self.turn)
        )

    @cached_property
    def _outcome(self) -> Outcome | None:
        if self._legal_moves or can_move(self.cells, self.turn.other):
            return None
        black, white = (self.count(side) for side in Side)
        empty = len(self.cells) - black - white
        if black == white:
            return Outcome(None, Termination.DISC_COUNT, score=(black + empty // 2, white + empty // 2))
        if black > white:
            return Outcome(Side.FIRST, Termination.DISC_COUNT, score=(black + empty, white))
        return Outcome(Side.SECOND, Termination.DISC_COUNT, score=(black, white + empty))

    @cached_property
    def _threats(self) -> Mapping[Square, bool]:
        if self._outcome is not None:
            return MappingProxyType({})
        other, mine, corners = self.turn.other, self.count(self.turn), corners_of(self.board)
        found: dict[Square, bool] = {}
        for move in ReversiPosition(self.cells, other)._legal_moves:
            (square,) = move.path
            if len(turned(self.cells, square, other)) == mine:
                found[square] = True
            elif square in corners:
                found[square] = False
        return MappingProxyType(found)

    def _refusal(self, move: Move) -> Refusal | None:
        """Why `play` does not take a move; None where it does."""
        if len(move.path) == 1 and not move.captured and not move.word:
            square = move.path[0]
            if 0 <= square < len(self.cells) and self.cells[square] == EMPTY and turned(self.cells, square, self.turn):
                return None
        if self._outcome is not None:
            return Refusal("game-over")
        if move == PASS:
            return Refusal("no-pass-with-moves") if self._legal_moves else None
        if len(move.path) != 1 or move.captured or move.word:
            return Refusal("not-a-placement")
        (square,) = move.path
        if not 0 <= square < len(self.cells):
            return Refusal("off-board", {"square": str(square)})
        if self.cells[square] != EMPTY:
            return Refusal("occupied-square", {"square": name_of(square, self.board)})
        if not self._legal_moves:
            return Refusal("must-pass")
        return Refusal("turns-nothing", {"square": name_of(square, self.board)})
