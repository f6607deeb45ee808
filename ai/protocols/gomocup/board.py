"""Stones as the Gomocup protocol gives them: `x,y` from 0,0 in a corner, each one's own or the opponent's.

x is our column and y our row from the bottom, so `0,0` is a1. Whoever placed the first stone is Black.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.api import EngineError, Job
from ai.gomoku.notation import BLACK, RULES, Stones, cells_of, position_text, read_job, write_move
from game.rules.gomoku.renju import forbidden_points
from game.rules.gomoku.rows import RowRule

_POINT: Final = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")
_FIELD: Final = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9])\s*")

VARIANTS: Final = {
    0: "gomoku-freestyle",
    1: "gomoku-standard",
    4: "gomoku-renju",
    8: "gomoku-caro",
    9: "gomoku-caro-exact",
}
"""Variants by the number after `INFO rule`, a sum: 1 exactly five wins, 2 the game goes on after a five, 4 renju, 8
caro. Whether 8 alone lets six win is told by Piskvork, the manager that Gomocup uses: it does."""


class BoardError(ValueError):
    """What a line asks for is not possible on this board; `str(error)` says why in a few words."""


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone on a square (row * size + column), and whether it is our own."""

    square: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class StoneBoard:
    """The stones in the order in which they were given. Immutable, so that what fails leaves nothing behind."""

    size: int
    stones: tuple[Stone, ...] = ()

    @property
    def own_is_black(self) -> bool | None:
        """Whether we are Black; None on an empty board, where whoever moves next is."""
        own = sum(stone.is_own for stone in self.stones)
        other = len(self.stones) - own
        if own != other:
            return own > other
        return self.stones[0].is_own if self.stones else None

    @property
    def is_own_turn(self) -> bool | None:
        """Whether it is our turn; None on an empty board."""
        if not self.stones:
            return None
        black_moves = len(self.stones) % 2 == 0
        return black_moves == self.own_is_black

    def read_point(self, text: str) -> int:
        """The square that `x,y` names. Raises BoardError."""
        found = _POINT.fullmatch(text)
        if not found:
            raise BoardError(f"cannot read the coordinates {text[:30]!r}")
        return self._square(int(found[1]), int(found[2]))

    def write_point(self, square: int) -> str:
        """A square as `x,y`."""
        return f"{square % self.size},{square // self.size}"

    def _square(self, x: int, y: int) -> int:
        if x >= self.size or y >= self.size:
            raise BoardError(f"{x},{y} is not on the board of {self.size}")
        return y * self.size + x

    def place(self, square: int, is_own: bool) -> StoneBoard:
        """The board after a move. Raises BoardError for a taken point, and for a move out of turn."""
        if any(stone.square == square for stone in self.stones):
            raise BoardError(f"{self.write_point(square)} is taken")
        if self.is_own_turn is not None and self.is_own_turn != is_own:
            raise BoardError("it is the other side's turn")
        return StoneBoard(self.size, (*self.stones, Stone(square, is_own)))

    def take_back(self, square: int) -> StoneBoard:
        """The board without its last stone, which must stand there. Raises BoardError."""
        if not self.stones:
            raise BoardError("there is nothing to take back")
        last = self.stones[-1].square
        if last != square:
            raise BoardError(f"the last move was {self.write_point(last)}, not {self.write_point(square)}")
        return StoneBoard(self.size, self.stones[:-1])

    def job(self, variant: str) -> Job:
        """The position for an engine; with its moves if the stones come in an order in which they can be played."""
        own_is_black = self.own_is_black
        moves = [write_move(stone.square, self.size) for stone in self.stones]
        in_order = all(stone.is_own == (own_is_black == (index % 2 == 0)) for index, stone in enumerate(self.stones))
        if in_order:
            return Job(variant, position_text({}, self.size, BLACK), tuple(moves))
        points = {stone.square: int(stone.is_own != own_is_black) for stone in self.stones}
        return Job(variant, position_text(points, self.size, len(self.stones) % 2))

    def check(self, variant: str) -> None:
        """Raises BoardError if the game is over, or was in the course of the moves."""
        try:
            read_job(self.job(variant))
        except EngineError as error:
            raise BoardError(str(error)) from error

    def forbidden(self) -> list[int]:
        """The points that renju forbids to Black, whoever is to move."""
        points = {stone.square: int(stone.is_own != self.own_is_black) for stone in self.stones}
        return [square for square, _ in forbidden_points(cells_of(points, self.size), self.size)]


def read_board(size: int, lines: Sequence[str], variant: str, own_to_move: bool) -> StoneBoard:
    """The board that lines `x,y,field` describe; field 1 is our own stone, 2 the opponent's. Fields above 2, by which
    managers mark lines of a game that was won, are passed over.

    Raises BoardError for a line that can't be read, a stone on a stone, numbers of stones that no game leads to, and
    with `own_to_move` if it is not our turn. In renju the stones must come in the order of the moves.
    """
    empty = StoneBoard(size)
    stones: list[Stone] = []
    taken: set[int] = set()
    for line in lines:
        found = _FIELD.fullmatch(line)
        if not found or int(found[3]) == 0:
            raise BoardError(f"cannot read {line[:30]!r}: a stone is x,y,1 or x,y,2")
        square = empty._square(int(found[1]), int(found[2]))
        if int(found[3]) > 2:
            continue
        if square in taken:
            raise BoardError(f"two stones on {empty.write_point(square)}")
        taken.add(square)
        stones.append(Stone(square, found[3] == "1"))
    board = StoneBoard(size, tuple(stones))
    own = sum(stone.is_own for stone in stones)
    more = len(stones) - own - own
    if abs(more) > 1 or (own_to_move and more < 0):
        raise BoardError(f"{own} own stones and {len(stones) - own} of the opponent's: no game leads there")
    wrong_first = own_to_move and board.is_own_turn is False
    if RULES[variant] is not RowRule.RENJU:
        return _black_first(board) if wrong_first else board
    if wrong_first or any(stone.is_own == stones[index].is_own for index, stone in enumerate(stones[1:])):
        raise BoardError("in renju the stones come in the order of the moves, Black's first")
    return board


def _black_first(board: StoneBoard) -> StoneBoard:
    """As many stones of both and our turn: so we are Black, whoever's stone was named first."""
    own = [stone for stone in board.stones if stone.is_own]
    other = [stone for stone in board.stones if not stone.is_own]
    mixed = tuple(stone for pair in zip(own, other, strict=True) for stone in pair)
    return StoneBoard(board.size, mixed)


def stones_of(job: Job) -> Stones:
    """The stones of a job in the order of the moves where the job tells it: those of its start first, Black's and
    White's in turn. Raises EngineError for what can't be read or is over."""
    found = read_job(job)
    moved = found.points  # in the order in which they were put in
    start = len(found.points) - sum(text != "pass" for text in job.moves)
    first = list(moved.items())[:start]
    black = [square for square, side in first if side == BLACK]
    white = [square for square, side in first if side != BLACK]
    mixed: dict[int, int] = {}
    for index in range(max(len(black), len(white))):
        mixed.update(dict.fromkeys(black[index : index + 1], 0))
        mixed.update(dict.fromkeys(white[index : index + 1], 1))
    found.points = {**mixed, **dict(list(moved.items())[start:])}
    return found
