"""The moves that renju forbids to Black: overline, double four and double three, after RIF rules 9.2 and 9.3.

The definitions, each for a point that Black is about to take:

- *five*: exactly five stones in an unbroken row; it wins and beats every foul. *Overline*: six or more.
- *four*: four stones that one more stone makes five. Two fours may lie on one line (`XXX.X.XXX` around its middle
  stone). *Straight four*: an unbroken four that two different stones make five.
- *three*: stones of a line without four that one more stone makes a straight four, provided that this stone makes no
  five at the same time and is itself allowed - judged by the same rule again, to any depth (RIF 9.3).

All of it is decided by the cells within five of the point on each of the four lines: a window of eleven cells. What a
window means is worked out once (`_judge_line`) and remembered; a position then costs four lookups a point.

    The grid, here of a 15x15 board: rows of 15 cells and 5 blocked ones, with 5 blocked rows below and above and 5
    blocked cells before the first, so that no window leaves it. Blocked cells on the right serve the next row's left.

        grid index = MARGIN + (row + MARGIN) * (size + MARGIN) + column
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

OVERLINE: Final = "overline"
DOUBLE_FOUR: Final = "double-four"
DOUBLE_THREE: Final = "double-three"

_EMPTY: Final = 0
_BLACK: Final = 1
_BLOCKED: Final = 2  # a white stone or the board's edge: to Black they are the same

_MARGIN: Final = 5
_CENTRE: Final = _MARGIN  # of a window

_ALLOWED: Final = ""
_FIVE: Final = "five"


def forbidden_points(cells: bytes, size: int) -> Iterator[tuple[int, str]]:
    """The empty points that Black may not take, ascending, each with its reason.

    `cells` holds size * size values row by row: 0 empty, 1 black, 2 white. No five may stand on the board yet.
    """
    grid, steps = _grid(cells, size), _steps(size)
    for square, cell in enumerate(cells):
        if cell == _EMPTY:
            verdict = _verdict(grid, steps, _index(square, size))
            if verdict not in (_ALLOWED, _FIVE):
                yield square, verdict


def foul(cells: bytes, size: int, square: int) -> str | None:
    """The reason why Black may not take an empty point, or None where Black may; `cells` as in `forbidden_points`."""
    verdict = _verdict(_grid(cells, size), _steps(size), _index(square, size))
    return None if verdict in (_ALLOWED, _FIVE) else verdict


class _WindowLine(NamedTuple):
    """What a stone on the centre of a window makes on this line; `growth` are the offsets of the stones that would
    turn the row into a straight four, where it is not a four already."""

    five: bool = False
    overline: bool = False
    fours: int = 0
    growth: tuple[int, ...] = ()


def _verdict(grid: bytes, steps: tuple[int, ...], point: int) -> str:
    """What a black stone on an empty point of the grid is: a foul by its name, `_FIVE` or `_ALLOWED`.

    `steps` are the distances in the grid between neighbours on each of the four lines.
    """
    lines = []
    for step in steps:
        line = _judge_line(grid[point - _MARGIN * step : point + _MARGIN * step + 1 : step])
        if line:
            lines.append((step, line))
    if not lines:
        return _ALLOWED
    if any(line.five for _, line in lines):
        return _FIVE
    if any(line.overline for _, line in lines):
        return OVERLINE
    if sum(line.fours for _, line in lines) >= 2:
        return DOUBLE_FOUR
    growing = [(step, line.growth) for step, line in lines if line.growth]
    if len(growing) < 2:
        return _ALLOWED
    after = grid[:point] + bytes((_BLACK,)) + grid[point + 1 :]
    # A line counts once: had each of its growths other stones to join, the row would pass four before it is straight.
    threes = sum(
        any(_verdict(after, steps, point + step * offset) == _ALLOWED for offset in growth) for step, growth in growing
    )
    return DOUBLE_THREE if threes >= 2 else _ALLOWED


@cache  # at most 3^10 windows, as the centre is always empty
def _judge_line(window: bytes) -> _WindowLine | None:
    """What a black stone on the centre makes of the eleven cells around it; None for nothing that counts."""
    cells = bytearray(window)
    cells[_CENTRE] = _BLACK
    low, high = _row(cells)
    length = high - low + 1
    if length >= 5:
        return _WindowLine(five=length == 5, overline=length > 5)
    joins = [at for at in (low - 1, high + 1) if cells[at] == _EMPTY]
    fives = sum(_row_length_with(cells, at) == 5 for at in joins)
    if fives:
        # An unbroken four has the same four stones for both of its fives; a broken one has different stones for each.
        return _WindowLine(fours=1 if length == 4 else fives)
    growth = tuple(at - _CENTRE for at in joins if _is_straight_four_with(cells, at))
    return _WindowLine(growth=growth) if growth else None


def _row(cells: bytearray) -> tuple[int, int]:
    """The first and last index of the unbroken black row through the centre."""
    low = high = _CENTRE
    while low > 0 and cells[low - 1] == _BLACK:
        low -= 1
    while high < len(cells) - 1 and cells[high + 1] == _BLACK:
        high += 1
    return low, high


def _row_length_with(cells: bytearray, at: int) -> int:
    """The length of the row through the centre once the empty cell `at` is black too."""
    cells[at] = _BLACK
    low, high = _row(cells)
    cells[at] = _EMPTY
    return high - low + 1


def _is_straight_four_with(cells: bytearray, at: int) -> bool:
    """Whether a stone on `at` makes the row through the centre a straight four."""
    cells[at] = _BLACK
    low, high = _row(cells)
    straight = high - low + 1 == 4 and all(
        cells[end] == _EMPTY and _row_length_with(cells, end) == 5 for end in (low - 1, high + 1)
    )
    cells[at] = _EMPTY
    return straight


def _grid(cells: bytes, size: int) -> bytes:
    """The board with blocked cells around it, as drawn at the top of the module."""
    blocked = bytes((_BLOCKED,))
    wall = blocked * _MARGIN
    rows = wall.join(cells[start : start + size] for start in range(0, size * size, size))
    beyond = blocked * (_MARGIN * (size + _MARGIN))
    return wall + beyond + rows + wall + beyond


def _steps(size: int) -> tuple[int, ...]:
    """The distances in the grid between neighbours along the row, falling, upright and rising."""
    stride = size + _MARGIN
    return 1, stride - 1, stride, stride + 1


def _index(square: int, size: int) -> int:
    """Where a square of the board lies in the grid."""
    row, column = divmod(square, size)
    return _MARGIN + (row + _MARGIN) * (size + _MARGIN) + column
