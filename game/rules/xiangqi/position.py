"""A position of Xiangqi: pieces over bytes, what may be played, how it ends. The rules are in
`game.rules.xiangqi.variants`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from game.rules.core import (
    Board,
    FreeMoves,
    IllegalMoveError,
    Move,
    NoOpening,
    Outcome,
    Piece,
    Refusal,
    Side,
    Square,
    Termination,
)
from game.rules.xiangqi.board import (
    BOARD,
    KINDS,
    Step,
    after_step,
    attackers,
    cell,
    general_square,
    has_legal_step,
    is_checked,
    is_newly_checked,
    legal_steps,
    square_name,
)
from game.rules.xiangqi.fen import write_fen
from game.rules.xiangqi.refusal import REFUSALS, is_legal, refusal_of
from game.rules.xiangqi.threats import threats


@dataclass(frozen=True)
class XiangqiPosition(FreeMoves, NoOpening):
    """One moment of a game of Xiangqi.

    `cells` are laid out as `game.rules.xiangqi.board` says. `quiet` counts the plies since the last capture, `checks`
    the checks that Red and Black gave in them. Build positions with `position_of` and `play`, which keep what can be
    derived in step; only the pieces and the side to move take part in comparisons.
    """

    cells: bytes
    turn: Side
    key: int = field(compare=False, repr=False)
    in_check: bool = field(compare=False, repr=False)
    ply: int = field(default=0, compare=False)
    quiet: int = field(default=0, compare=False)
    checks: tuple[int, int] = field(default=(0, 0), compare=False)

    @property
    def board(self) -> Board:
        """Nine columns, ten rows."""
        return BOARD

    def pieces(self) -> Mapping[Square, Piece]:
        """The pieces; their kinds are `general`, `advisor`, `elephant`, `horse`, `rook`, `cannon`, `soldier`."""
        return self._pieces

    def legal_moves(self) -> tuple[Move, ...]:
        """Every step after which the mover's general is safe, ordered by the squares; none is mate or stalemate."""
        return self._legal_moves

    def forbidden(self) -> Mapping[Square, str]:
        """Always empty: what may not be played is illegal in Xiangqi."""
        return MappingProxyType({})

    def threats(self) -> Mapping[Square, bool]:
        """The pieces of the side to move that the other side would win, and its general where that would be mate."""
        return self._threats

    def is_check(self) -> bool:
        """Whether the general of the side to move is attacked."""
        return self.in_check

    def checkers(self) -> tuple[Square, ...]:
        """The pieces that attack the general of the side to move, by square."""
        if not self.in_check:
            return ()
        general = general_square(self.cells, self.turn)
        return tuple(sorted(Square(at) for at in attackers(self.cells, general, self.turn.other)))

    def outcome(self) -> Outcome | None:
        """Mate and stalemate, which the side to move loses; None while it has a move."""
        if has_legal_step(self.cells, self.turn, self.in_check):
            return None
        reason = Termination.CHECKMATE if self.in_check else Termination.STALEMATE
        return Outcome(self.turn.other, reason)

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Why no legal move begins with these squares; its codes are those of `REFUSALS`.

        Raises ValueError where one does.
        """
        refusal = refusal_of(self.cells, self.turn, Move(path), is_begun=True)
        if refusal is None:
            raise ValueError(f"a legal move begins with {_path_text(Move(path))} in {self}")
        return refusal

    def play(self, move: Move) -> XiangqiPosition:
        """The position after a move. Raises IllegalMoveError."""
        if not is_legal(self.cells, self.turn, move, self.in_check):
            refusal = refusal_of(self.cells, self.turn, move)
            assert refusal is not None
            raise self._refused(move, refusal)
        origin, target = move.path
        value, captured = self.cells[origin], self.cells[target]
        cells = after_step(self.cells, (origin, target))
        key = self.key ^ _KEYS[value][origin] ^ _KEYS[value][target] ^ _BLACK_TO_MOVE
        if captured:
            key ^= _KEYS[captured][target]
        turn = self.turn.other
        check = is_newly_checked(cells, (origin, target), turn)
        red, black = (0, 0) if captured else self.checks
        checks = (red + check, black) if self.turn is Side.FIRST else (red, black + check)
        quiet = 0 if captured else self.quiet + 1
        after = object.__new__(XiangqiPosition)
        vars(after).update(  # a third of the time that the frozen class takes to set them, and files have millions
            cells=bytes(cells), turn=turn, key=key, in_check=check, ply=self.ply + 1, quiet=quiet,
            checks=(0, 0) if captured else checks,
        )  # fmt: skip
        return after

    def __str__(self) -> str:
        """The position's FEN."""
        return write_fen(self.cells, self.turn, self.quiet, self.ply)

    def _refused(self, move: Move, refusal: Refusal) -> IllegalMoveError:
        """The error that tells why a move can't be played."""
        why = REFUSALS[refusal.code].format(**refusal.values)
        return IllegalMoveError(_path_text(move), str(self), refusal, why)

    @cached_property
    def _pieces(self) -> Mapping[Square, Piece]:
        return MappingProxyType({Square(at): _PIECES[value] for at, value in enumerate(self.cells) if value})

    @cached_property
    def _threats(self) -> Mapping[Square, bool]:
        return MappingProxyType({} if self.outcome() else threats(self.cells, self.turn.other))

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        cells = self.cells
        return tuple(step_move(step, bool(cells[step[1]])) for step in legal_steps(cells, self.turn, self.in_check))


def position_of(cells: bytes, turn: Side, ply: int = 0, quiet: int = 0) -> XiangqiPosition:
    """The position of pieces that can stand so, with what is derived from them."""
    return XiangqiPosition(cells, turn, key_of(cells, turn), is_checked(cells, turn), ply, quiet)


def key_of(cells: bytes, turn: Side) -> int:
    """The key of pieces and a side to move."""
    key = 0 if turn is Side.FIRST else _BLACK_TO_MOVE
    for at, value in enumerate(cells):
        if value:
            key ^= _KEYS[value][at]
    return key


@cache
def step_move(step: Step, captures: bool) -> Move:
    """The move of a step, shared, as positions list thousands of them."""
    origin, target = Square(step[0]), Square(step[1])
    return Move((origin, target), (target,) if captures else ())


def _path_text(move: Move) -> str:
    names = (square_name(at) if 0 <= at < BOARD.squares else str(at) for at in move.path)
    return move.word or "".join(names) or "a move without squares"


def _key(what: str) -> int:
    """A random number of 64 bits, the same in every process."""
    return int.from_bytes(blake2b(what.encode(), digest_size=8).digest(), "big")


_PIECES: Final = MappingProxyType(
    {cell(side, kind): Piece(side, KINDS[kind]) for side in Side for kind in range(1, len(KINDS))}
)
_KEYS: Final = tuple(tuple(_key(f"{value} {at}") for at in range(BOARD.squares)) for value in range(16))
_BLACK_TO_MOVE: Final = _key("black")
