"""Renju's forbidden moves, worked out stone by stone: small, exact, slow, in plain Python.

For whoever asks about a few points only; the kernels have their own check in `ai.gomoku.board`. Definitions after RIF
rules 9.2 and 9.3; a three counts only if the stone that makes it a straight four makes no five and may itself be
played, judged by the same rule, to any depth.
"""

from __future__ import annotations

from collections.abc import Mapping

BLACK, WHITE = 0, 1
"""The sides, as all Gomoku engines number them."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The four lines through a point, as steps to the right and up."""

_REACH = 5
_OWN, _EMPTY, _BLOCKED = "x", ".", "#"


def is_forbidden(points: Mapping[int, int], size: int, square: int) -> bool:
    """Whether Black may not take an empty square. `points` maps squares to BLACK or WHITE."""
    windows = [_window(points, size, square, direction) for direction in DIRECTIONS]
    rows = [_row(window) for window in windows]
    if 5 in rows:
        return False
    if max(rows) > 5:
        return True
    fours = [_fours(window) for window in windows]
    if sum(fours) >= 2:
        return True
    maybe = [index for index in range(4) if not fours[index] and _straight_four_points(windows[index])]
    if len(maybe) < 2:
        return False
    after = {**points, square: BLACK}
    threes = sum(_is_three(after, size, square, DIRECTIONS[index], windows[index]) for index in maybe)
    return threes >= 2


def _window(points: Mapping[int, int], size: int, square: int, direction: tuple[int, int]) -> str:
    """Eleven cells on a line around the square, which counts as Black's: own, empty or blocked."""
    column, row = square % size, square // size
    cells = []
    for k in range(-_REACH, _REACH + 1):
        x, y = column + k * direction[0], row + k * direction[1]
        inside = 0 <= x < size and 0 <= y < size
        stone = points.get(y * size + x) if inside else None
        cells.append(_OWN if k == 0 or stone == BLACK else _EMPTY if inside and stone is None else _BLOCKED)
    return "".join(cells)


def _ends(window: str) -> tuple[int, int]:
    """The cells just before and just after the row through the centre; -1 or the length where the window ends."""
    first = last = _REACH
    while first >= 0 and window[first] == _OWN:
        first -= 1
    while last < len(window) and window[last] == _OWN:
        last += 1
    return first, last


def _row(window: str) -> int:
    first, last = _ends(window)
    return last - first - 1


def _filled(window: str, index: int) -> str:
    return window[:index] + _OWN + window[index + 1 :]


def _five_points(window: str) -> list[int]:
    """The empty cells that make the row through the centre exactly five."""
    return [
        index
        for index in _ends(window)
        if 0 <= index < 11 and window[index] == _EMPTY and _row(_filled(window, index)) == 5
    ]


def _is_straight_four(window: str) -> bool:
    return _row(window) == 4 and len(_five_points(window)) == 2


def _fours(window: str) -> int:
    """How many fours the stone at the centre makes on this line: two that make one straight four count once."""
    return 1 if _is_straight_four(window) else len(_five_points(window))


def _straight_four_points(window: str) -> list[int]:
    return [
        index
        for index in _ends(window)
        if 0 <= index < 11 and window[index] == _EMPTY and _is_straight_four(_filled(window, index))
    ]


def _is_three(after: Mapping[int, int], size: int, square: int, direction: tuple[int, int], window: str) -> bool:
    """Whether some stone really makes the three a straight four. `after` has Black's stone on the square."""
    for index in _straight_four_points(window):
        k = index - _REACH
        point = square + k * (direction[0] + direction[1] * size)
        makes_five = any(_row(_window(after, size, point, other)) == 5 for other in DIRECTIONS)
        if not makes_five and not is_forbidden(after, size, point):
            return True
    return False
