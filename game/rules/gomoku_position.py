"""A position of Gomoku: stones over bytes, what may be played, how it ends. The rules stand in `game.rules.gomoku`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from game.rules import renju
from game.rules.core import Board, IllegalMoveError, Move, NoCheck, Outcome, Piece, Refusal, Side, Square, Termination
from game.rules.gomoku_rows import Rule, winning_row
from game.rules.gomoku_text import EMPTY, name_of, stone, write_stones

PASS: Final = Move((), word="pass")
"""The move without a stone, in renju only."""

REFUSALS: Final = MappingProxyType(
    {
        "occupied": "there is a stone on {square} already",
        "off-board": "{square} is off the board",
        "game-over": "the game is over",
        renju.OVERLINE: "{square} makes six or more in a row",
        renju.DOUBLE_FOUR: "{square} makes two fours",
        renju.DOUBLE_THREE: "{square} makes two threes",
        "no-pass": "there is no passing in this variant",
        "not-a-placement": "a move is one stone on one point",
    }
)
"""Every code of a `Refusal` of Gomoku with its English sentence; `{square}` is among the refusal's values."""

_STONES = MappingProxyType({stone(side): Piece(side, "stone") for side in Side})


@dataclass(frozen=True)
class GomokuPosition(NoCheck):
    """One moment of a game of Gomoku.

    `cells` has a byte per square, row by row from the bottom: 0 empty, 1 black, 2 white. `passes` counts the passes
    just made one after the other, `foul` is the square of the forbidden move that ended the game. Build positions with
    `Variant.start`, `Variant.read_position` and `play`, which keep `ply` and `ending` in step; neither takes part in
    comparisons.
    """

    rule: Rule
    board: Board
    cells: bytes
    turn: Side = Side.FIRST
    passes: int = 0
    foul: Square | None = None
    ply: int = field(default=0, compare=False)
    ending: Outcome | None = field(default=None, compare=False)

    @cached_property
    def key(self) -> int:
        """64 bits over stones, side to move, passes and foul."""
        rights = bytes((self.turn, self.passes)) + str(self.foul).encode()
        return int.from_bytes(blake2b(self.cells + rights, digest_size=8).digest(), "big")

    def pieces(self) -> Mapping[Square, Piece]:
        """The stones."""
        return self._pieces

    def legal_moves(self) -> tuple[Move, ...]:
        """A stone on each empty point that is not forbidden, by square; the pass of renju is not listed."""
        return self._legal_moves

    def forbidden(self) -> Mapping[Square, str]:
        """In renju, for Black to move: the forbidden points with `double-three`, `double-four` or `overline`."""
        return self._forbidden

    def can_pass(self) -> bool:
        """Whether `PASS` can be played: in renju while the game goes on."""
        return self.rule is Rule.RENJU and self.ending is None

    def outcome(self) -> Outcome | None:
        """Who won, or None while the game goes on."""
        return self.ending

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Why no stone can stand on the point of this path; its codes are those of `REFUSALS`.

        Raises ValueError where one can.
        """
        refusal = self._refusal(Move(path)) or self._foul_refusal(path[0])
        if refusal is None:
            raise ValueError(f"{name_of(path[0], self.board)} is a legal move in {self}")
        return refusal

    def play(self, move: Move) -> GomokuPosition:
        """The position after a stone or a pass. Raises IllegalMoveError; a forbidden move is played and loses."""
        refusal = self._refusal(move)
        if refusal is not None:
            why = REFUSALS[refusal.code].format(**refusal.values)
            raise IllegalMoveError(self._move_text(move), str(self), refusal, why)
        if move == PASS:
            return self._after_pass()
        (square,) = move.path
        cells = self.cells[:square] + bytes((stone(self.turn),)) + self.cells[square + 1 :]
        row = winning_row(self.rule, cells, self.board, square)
        foul = None
        if row:
            ending = Outcome(self.turn, Termination.FIVE, row)
        elif self.rule is Rule.RENJU and self.turn is Side.FIRST and self._foul(square):
            foul = square
            ending = Outcome(self.turn.other, Termination.FORBIDDEN_MOVE, (square,))
        elif EMPTY not in cells:
            ending = Outcome(None, Termination.FULL_BOARD)
        else:
            ending = None
        return GomokuPosition(self.rule, self.board, cells, self.turn.other, 0, foul, self.ply + 1, ending)

    def __str__(self) -> str:
        """The position's text, as described in `game.rules.gomoku`."""
        fields = [write_stones(self.cells, self.board.rows), "bw"[self.turn], *["pass"] * self.passes]
        if self.foul is not None:
            fields.append(name_of(self.foul, self.board))
        return " ".join(fields)

    def _after_pass(self) -> GomokuPosition:
        passes = self.passes + 1
        ending = Outcome(None, Termination.AGREEMENT) if passes == 2 else None
        return GomokuPosition(self.rule, self.board, self.cells, self.turn.other, passes, None, self.ply + 1, ending)

    @cached_property
    def _pieces(self) -> Mapping[Square, Piece]:
        return MappingProxyType({Square(at): _STONES[cell] for at, cell in enumerate(self.cells) if cell != EMPTY})

    @cached_property
    def _forbidden(self) -> Mapping[Square, str]:
        if self.rule is not Rule.RENJU or self.turn is not Side.FIRST or self.ending is not None:
            return MappingProxyType({})
        points = renju.forbidden_points(self.cells, self.board.rows)
        return MappingProxyType({Square(square): reason for square, reason in points})

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        if self.ending is not None:
            return ()
        stones, forbidden = placements(self.board), self._forbidden
        return tuple(stones[at] for at, cell in enumerate(self.cells) if cell == EMPTY and at not in forbidden)

    def _refusal(self, move: Move) -> Refusal | None:
        """Why `play` does not take a move; None where it does."""
        if self.ending is not None:
            return Refusal("game-over")
        if move == PASS:
            return None if self.can_pass() else Refusal("no-pass")
        if len(move.path) != 1 or move.captured or move.word:
            return Refusal("not-a-placement")
        (square,) = move.path
        if not 0 <= square < self.board.squares:
            return Refusal("off-board", {"square": str(square)})
        if self.cells[square] != EMPTY:
            return Refusal("occupied", {"square": name_of(square, self.board)})
        return None

    def _foul_refusal(self, square: Square) -> Refusal | None:
        reason = self._forbidden.get(square)
        return Refusal(reason, {"square": name_of(square, self.board)}) if reason else None

    def _foul(self, square: Square) -> str | None:
        """The foul of a stone that Black puts on an empty point and that makes no five."""
        if "_forbidden" in self.__dict__:  # worked out already
            return self._forbidden.get(square)
        return renju.foul(self.cells, self.board.rows, square)

    def _move_text(self, move: Move) -> str:
        names = [name_of(at, self.board) if 0 <= at < self.board.squares else str(at) for at in move.path]
        return move.word or "-".join(names)


@cache
def placements(board: Board) -> tuple[Move, ...]:
    """The move of one stone for each square of the board; shared, as positions list hundreds of them."""
    return tuple(Move((Square(at),)) for at in range(board.squares))
