"""A position of draughts: what may be played and how it ends. The rules are in `game.rules.draughts.variants`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from game.rules.core import (
    Board,
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
from game.rules.draughts.board import BLACK, EMPTY, Ruleset, colour_at, is_king, piece
from game.rules.draughts.fen import write_fen
from game.rules.draughts.moves import IndexedMove, all_captures, distinct, legal_captures, quiet_step, quiet_steps
from game.rules.draughts.refusal import REFUSALS, refusal_of
from game.rules.draughts.threats import threats

MAN: Final = "man"
KING: Final = "king"


@dataclass(frozen=True)
class DraughtsPosition(NoCheck, NoOpening):
    """One moment of a game of draughts.

    `cells` are laid out as `game.rules.draughts.board` says. Build positions with `position_of` and `play`, which keep
    the key in step; pieces, side to move and rules take part in comparisons.
    """

    rules: Ruleset
    cells: bytes
    turn: Side
    key: int = field(compare=False, repr=False)
    ply: int = field(default=0, compare=False)

    @property
    def board(self) -> Board:
        """The whole board, light fields included."""
        return self.rules.board

    def pieces(self) -> Mapping[Square, Piece]:
        """The pieces; their kinds are `man` and `king`."""
        return self._pieces

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move, ordered by its way. Captures that take the same pieces between the same ends are one."""
        return tuple(self._steps)

    def ways(self) -> Mapping[tuple[Square, ...], Move]:
        """Every way of every capture with the move that it is; other moves have one."""
        return self._ways

    def must_capture(self) -> bool:
        """Whether there is a capture, which then must be played."""
        return bool(self.captures)

    def step(self, move: Move) -> IndexedMove | None:
        """The step by indices behind a legal move; None for one that is not legal."""
        if not (self.captures or move.captured or move.word) and len(move.path) == 2:
            origin, target = map(self.rules.index_of, move.path)
            return None if origin is None or target is None else self.quiet_step(origin, target)
        found = self._steps.get(move)
        if found is None and move.captured:  # the same capture by another way
            same = (other for other in self._steps if (_ends(other), other.captured) == (_ends(move), move.captured))
            found = next((self._steps[other] for other in same), None)
        return found

    def quiet_step(self, origin: int, target: int) -> IndexedMove | None:
        """The legal step between two indices that takes nothing; None if there is none, or where captures are."""
        if self.captures:
            return None
        ends = origin, target
        if ends not in self._quiet:  # whoever reads a move plays it next, and writes it
            self._quiet[ends] = quiet_step(self.rules, self.cells, self.rules.colour_of(self.turn), *ends)
        return self._quiet[ends]

    def threats(self) -> Mapping[Square, bool]:
        """The pieces of the side to move that the other side could take."""
        return self._threats

    def outcome(self) -> Outcome | None:
        """Who has no piece left or no move loses; None while the side to move has one."""
        if self.legal_steps:
            return None
        mine = self.rules.colour_of(self.turn)
        bare = all(colour_at(value) != mine for value in self.cells)
        return Outcome(self.turn.other, Termination.NO_PIECES if bare else Termination.NO_MOVES)

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Why no legal move begins with these squares; its codes are those of `REFUSALS`.

        Raises ValueError where one does.
        """
        if any(move.path[: len(path)] == path for move in self._steps):
            raise ValueError(f"a legal move begins with {self.path_text(path)} in {self}")
        return refusal_of(self.rules, self.cells, self.rules.colour_of(self.turn), self.captures, path)

    def play(self, move: Move) -> DraughtsPosition:
        """The position after a move. Raises IllegalMoveError."""
        step = self.step(move)
        if step is None:
            colour = self.rules.colour_of(self.turn)
            refusal = refusal_of(self.rules, self.cells, colour, self.captures, move.path)
            why = REFUSALS[refusal.code].format(**refusal.values)
            raise IllegalMoveError(move.word or self.path_text(move.path), str(self), refusal, why)
        cells = bytearray(self.cells)
        value = cells[step.origin]
        key = self.key ^ _key(step.origin, value) ^ _BLACK_TO_MOVE
        cells[step.origin] = EMPTY
        for index in step.taken:
            key ^= _key(index, cells[index])
            cells[index] = EMPTY
        if step.crowned:
            value = piece(self.rules.colour_of(self.turn), king=True)
        cells[step.target] = value
        return DraughtsPosition(self.rules, bytes(cells), self.turn.other, key ^ _key(step.target, value), self.ply + 1)

    def path_text(self, path: tuple[Square, ...]) -> str:
        """Squares of the house as numbers, for a message."""
        indices = (self.rules.index_of(square) for square in path)
        return "-".join("?" if index is None else str(index + 1) for index in indices) or "a move without squares"

    def __str__(self) -> str:
        """The position's PDN FEN."""
        return write_fen(self.cells, self.rules.colour_of(self.turn))

    @cached_property
    def captures(self) -> tuple[IndexedMove, ...]:
        """All captures of the side to move by every way, also those that take too few."""
        return all_captures(self.rules, self.cells, self.rules.colour_of(self.turn))

    @cached_property
    def legal_steps(self) -> tuple[IndexedMove, ...]:
        """All legal moves as steps, captures by every way."""
        if self.captures:
            return legal_captures(self.rules, self.captures)
        return tuple(quiet_steps(self.rules, self.cells, self.rules.colour_of(self.turn)))

    @cached_property
    def distinct_steps(self) -> tuple[IndexedMove, ...]:
        """All legal moves, a step each."""
        return distinct(self.legal_steps)

    def move_of(self, step: IndexedMove) -> Move:
        """The move of the house for a step."""
        square_of = self.rules.square_of
        if not step.taken:
            return _quiet_move(square_of(step.origin), square_of(step.target))
        return Move(tuple(map(square_of, step.route)), tuple(sorted(map(square_of, step.taken))))

    @cached_property
    def _quiet(self) -> dict[tuple[int, int], IndexedMove | None]:
        return {}

    @cached_property
    def _steps(self) -> Mapping[Move, IndexedMove]:
        return {self.move_of(step): step for step in self.distinct_steps}

    @cached_property
    def _ways(self) -> Mapping[tuple[Square, ...], Move]:
        same = {(step.origin, step.target, step.taken, step.crowned): move for move, step in self._steps.items()}
        square_of = self.rules.square_of
        return {
            tuple(map(square_of, step.route)): same[step.origin, step.target, step.taken, step.crowned]
            for step in self.legal_steps
        }

    @cached_property
    def _threats(self) -> Mapping[Square, bool]:
        other = self.rules.colour_of(self.turn.other)
        return MappingProxyType({} if self.outcome() else threats(self.rules, self.cells, other))

    @cached_property
    def _pieces(self) -> Mapping[Square, Piece]:
        return MappingProxyType(
            {
                self.rules.square_of(index): Piece(
                    self.rules.side_of((value - 1) // 2), KING if is_king(value) else MAN
                )
                for index, value in enumerate(self.cells)
                if value != EMPTY
            }
        )


def position_of(rules: Ruleset, cells: bytes, colour: int) -> DraughtsPosition:
    """The position of these pieces with a colour to move."""
    key = _BLACK_TO_MOVE if colour == BLACK else 0
    for index, value in enumerate(cells):
        if value != EMPTY:
            key ^= _key(index, value)
    return DraughtsPosition(rules, cells, rules.side_of(colour), key)


@cache
def _quiet_move(origin: Square, target: Square) -> Move:
    """A step without a capture, shared, as positions list thousands of them."""
    return Move((origin, target))


def _ends(move: Move) -> tuple[Square, Square]:
    return move.path[0], move.path[-1]


def _key(index: int, value: int) -> int:
    return _KEYS[value][index]


def _number(what: str) -> int:
    """A random number of 64 bits, the same in every process."""
    return int.from_bytes(blake2b(what.encode(), digest_size=8).digest(), "big")


_KEYS: Final = tuple(tuple(_number(f"draughts {value} {index}") for index in range(50)) for value in range(5))
_BLACK_TO_MOVE: Final = _number("draughts black")
