"""Follows a claimed win against every reply of the defender, with the rules of `game` alone: slow and independent."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.core import Board
from game.rules.gomoku import renju
from game.rules.gomoku.rows import RowRule, winning_row

Strategy = Callable[[bytes, int], int]
"""Stones (0 empty, 1 black, 2 white) and the attacker (0 black, 1 white) to the square it plays."""


class TooManyError(Exception):
    """The strategy has more positions than were to be looked at."""


class WinChecker:
    """Checks one strategy; `check` raises AssertionError where it does not win."""

    def __init__(self, rule: RowRule, size: int, strategy: Strategy, most: int) -> None:
        self._rule = rule
        self._size = size
        self._board = Board(size, size)
        self._strategy = strategy
        self._left = most
        self._known: dict[bytes, int] = {}

    def check(self, cells: bytes, attacker: int) -> int:
        """The plies to the five against the longest defence, the attacker to move. Raises TooManyError."""
        if cells in self._known:
            return self._known[cells]
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        if self._fives(cells, attacker, range(len(cells))):
            return 1
        plies = self._after(cells, attacker, self._strategy(cells, attacker))
        self._known[cells] = plies
        return plies

    def _after(self, cells: bytes, attacker: int, square: int) -> int:
        assert cells[square] == 0, "a stone on a stone"
        assert not self._is_foul(cells, attacker, square), "a forbidden move of the attacker"
        defender = 1 - attacker
        cells = _with(cells, square, attacker)
        everywhere = range(len(cells))
        assert not self._fives(cells, defender, everywhere), "the defender makes five"
        fives = self._fives(cells, attacker, everywhere)
        if len(fives) > 1:
            return 3
        if fives:
            if self._is_foul(cells, defender, fives[0]):
                return 3
            return 2 + self.check(_with(cells, fives[0], defender), attacker)
        threats = self._threats(cells, attacker)
        longest = 2
        for reply in everywhere:
            if cells[reply] != 0 or self._is_foul(cells, defender, reply):
                continue
            after = _with(cells, reply, defender)
            makes_four = self._fives(after, defender, self._lines(reply))
            if not makes_four and any(self._still_wins(after, attacker, *threat) for threat in threats):
                longest = max(longest, 3)
            else:
                longest = max(longest, self.check(after, attacker))
        return 2 + longest

    def _threats(self, cells: bytes, side: int) -> list[tuple[int, list[int]]]:
        """Points where the side would have two points to make five, each with those points."""
        found = []
        for point in range(len(cells)):
            if cells[point] == 0 and not self._is_foul(cells, side, point):
                fives = self._fives(_with(cells, point, side), side, self._lines(point))
                if len(fives) > 1:
                    found.append((point, fives))
        return found

    def _still_wins(self, cells: bytes, side: int, point: int, fives: list[int]) -> bool:
        if cells[point] != 0 or self._is_foul(cells, side, point):
            return False
        return len(self._fives(_with(cells, point, side), side, fives)) > 1

    def _fives(self, cells: bytes, side: int, squares: list[int] | range) -> list[int]:
        """Those of the squares where the side makes a row that wins."""
        return [
            square
            for square in squares
            if cells[square] == 0 and winning_row(self._rule, _with(cells, square, side), self._board, square)  # type: ignore[arg-type]  # a Square is an int
        ]

    def _is_foul(self, cells: bytes, side: int, square: int) -> bool:
        return self._rule is RowRule.RENJU and side == 0 and renju.foul(cells, self._size, square) is not None

    def _lines(self, square: int) -> list[int]:
        size = self._size
        column, row = square % size, square // size
        return [
            (row + k * up) * size + column + k * right
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
            for k in range(-5, 6)
            if k and 0 <= column + k * right < size and 0 <= row + k * up < size
        ]


def _with(cells: bytes, square: int, side: int) -> bytes:
    return cells[:square] + bytes((side + 1,)) + cells[square + 1 :]
