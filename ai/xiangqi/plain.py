"""A Xiangqi position and its legal moves without compiled kernels: what is needed to check a text, to answer at once,
and to know when a game is over. Moves are written as the kernels write them (`ai.xiangqi.layout`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from ai.api import EngineError
from ai.xiangqi import layout as at
from ai.xiangqi.notation import read_fen
from ai.xiangqi.tables import step_table

_LETTERS: Final = "kabnrcp"
_COLOURS: Final = ("red", "black")
_NAMES: Final = ("general", "advisor", "elephant", "horse", "rook", "cannon", "soldier")
_STEPS: Final = {
    at.GENERAL: at.GENERAL_STEPS,
    at.ADVISOR: at.ADVISOR_STEPS,
    at.ELEPHANT: at.ELEPHANT_STEPS,
    at.SOLDIER: at.SOLDIER_STEPS,
}
"""Where each side has its own steps."""
_HOMES: Final = {
    at.GENERAL: frozenset((3, 4, 5, 12, 13, 14, 21, 22, 23)),
    at.ADVISOR: frozenset((3, 5, 13, 21, 23)),
    at.ELEPHANT: frozenset((2, 6, 18, 22, 26, 38, 42)),
}
"""The squares on which these pieces of Red can stand; Black's are the same, seen from the other side."""


@dataclass(frozen=True, slots=True)
class Board:
    """The id of each square's piece, and the side to move (RED, BLACK). Immutable, but for the plain mapping."""

    pieces: Mapping[int, int]
    turn: int

    def legal_moves(self) -> list[int]:
        """All legal moves; none where the side to move has lost."""
        own = (square for square, piece in self.pieces.items() if piece >> 4 == self.turn)
        moves = (square | target << at.TO_SHIFT for square in own for target in self.targets(square))
        return [move for move in moves if not self.play(move).is_checked(self.turn)]

    def is_legal(self, move: int) -> bool:
        """Whether a move can be made."""
        square, target = move & at.SQUARE_MASK, move >> at.TO_SHIFT
        piece = self.pieces.get(square)
        if piece is None or piece >> 4 != self.turn or target not in self.targets(square):
            return False
        return not self.play(move).is_checked(self.turn)

    def play(self, move: int) -> Board:
        """The position after a move, which is not checked."""
        square, target = move & at.SQUARE_MASK, move >> at.TO_SHIFT
        pieces = dict(self.pieces)
        pieces[target] = pieces.pop(square)
        return Board(pieces, 1 - self.turn)

    def is_checked(self, side: int) -> bool:
        """Whether the general of a side is attacked, be it by the other general along an open file."""
        return self.is_attacked(next(square for square, piece in self.pieces.items() if piece == 16 * side))

    def is_attacked(self, square: int) -> bool:
        """Whether the piece on a square could be taken by the other side, pins left aside."""
        piece = self.pieces[square]
        side = piece >> 4
        if piece & 15 == 0 and self._faces(square):
            return True
        return any(square in self.targets(other) for other, attacker in self.pieces.items() if attacker >> 4 != side)

    def checkers(self, side: int) -> set[int]:
        """The pieces that attack the general of a side, by id; the other general is one where they face each other."""
        square = next(square for square, piece in self.pieces.items() if piece == 16 * side)
        others = [(at, piece) for at, piece in self.pieces.items() if piece >> 4 != side]
        found = {piece for at, piece in others if square in self.targets(at)}
        return found | {16 * (1 - side)} if self._faces(square) else found

    def fen(self) -> str:
        """The position as FEN, without what happened before."""
        rows = []
        for rank in reversed(range(10)):
            row, run = "", 0
            for square in range(9 * rank, 9 * rank + 9):
                piece = self.pieces.get(square)
                if piece is None:
                    run += 1
                    continue
                letter = _LETTERS[at.KIND_OF[piece]]
                row += (str(run) if run else "") + (letter if piece >> 4 else letter.upper())
                run = 0
            rows.append(row + (str(run) if run else ""))
        return f"{'/'.join(rows)} {'wb'[self.turn]} - - 0 1"

    def _faces(self, square: int) -> bool:
        """Whether the general on a square sees another along its file."""
        for way in (range(square + 9, at.SQUARES, 9), range(square - 9, -1, -9)):
            nearest = next((self.pieces[other] for other in way if other in self.pieces), None)
            if nearest is not None and nearest & 15 == 0:
                return True
        return False

    def targets(self, square: int) -> Iterator[int]:
        """Where the piece on a square could go if there were no checks."""
        piece = self.pieces[square]
        side, kind = piece >> 4, at.KIND_OF[piece]
        if kind in (at.ROOK, at.CANNON):
            yield from self._line_targets(square, side, kind == at.CANNON)
            return
        for target, block in _steps(kind, side)[square]:
            there = self.pieces.get(target)
            if (there is None or there >> 4 != side) and (block is None or block not in self.pieces):
                yield target

    def _line_targets(self, square: int, side: int, is_cannon: bool) -> Iterator[int]:
        for way in _lines()[square]:
            screens = 0
            for target in way:
                there = self.pieces.get(target)
                if there is None:
                    if not screens:
                        yield target
                    continue
                if screens == is_cannon:
                    if there >> 4 != side:
                        yield target
                    break
                screens += 1


@cache
def _steps(kind: int, side: int) -> tuple[tuple[tuple[int, int | None], ...], ...]:
    """For each square the targets of a piece, and the square that must be empty for each (None: none must)."""
    table = step_table()
    first = _STEPS[kind] + side * at.SQUARES * at.STEPS if kind in _STEPS else at.HORSE_STEPS
    blockable = kind in (at.HORSE, at.ELEPHANT)
    out = []
    for square in range(at.SQUARES):
        packed = table[first + square * at.STEPS : first + (square + 1) * at.STEPS].tolist()
        steps = packed[: packed.index(at.NO_STEP)]
        out.append(tuple((step & at.SQUARE_MASK, step >> at.TO_SHIFT if blockable else None) for step in steps))
    return tuple(out)


@cache
def _lines() -> tuple[tuple[range, ...], ...]:
    """For each square the squares in each straight direction, the nearest first."""
    return tuple(
        (
            range(square + 9, at.SQUARES, 9),
            range(square - 9, -1, -9),
            range(square + 1, square - square % 9 + 9),
            range(square - 1, square - square % 9 - 1, -1),
        )
        for square in range(at.SQUARES)
    )


def read_position(text: str) -> Board:
    """The position that a FEN describes. Raises EngineError for one that can't be read or can't come about."""
    setup = read_fen(text)
    board = Board(setup.pieces, setup.turn)
    for square, piece in board.pieces.items():
        side, kind = piece >> 4, at.KIND_OF[piece]
        if not _can_stand(side, kind, square):
            name = f"{'abcdefghi'[square % 9]}{square // 9}"
            raise EngineError(f"a {_COLOURS[side]} {_NAMES[kind]} can't stand on {name} (ranks from 0)")
    if board.is_checked(1 - board.turn):
        raise EngineError(f"{_COLOURS[1 - board.turn]} is not to move, but its general can be taken")
    return board


def _can_stand(side: int, kind: int, square: int) -> bool:
    seen = square if side == at.RED else at.SQUARES - 1 - square
    if kind in _HOMES:
        return seen in _HOMES[kind]
    return kind != at.SOLDIER or seen >= 45 or (seen >= 27 and seen % 9 % 2 == 0)
