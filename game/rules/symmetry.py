"""The turns and reflections of a board under which a game stays the same, as permutations of its squares.

A permutation is a tuple that has, for each square, the square that it comes to lie on. The first is always the
identity.
"""

from __future__ import annotations

from functools import cache

from game.rules.core import Board

Permutation = tuple[int, ...]


@cache
def no_symmetry(board: Board) -> tuple[Permutation, ...]:
    """The identity: no turn or reflection leaves the game as it is."""
    return (tuple(range(board.squares)),)


@cache
def mirror_symmetry(board: Board) -> tuple[Permutation, ...]:
    """The identity, and left and right exchanged."""
    columns, rows = board.columns, board.rows
    mirrored = tuple(row * columns + columns - 1 - column for row in range(rows) for column in range(columns))
    return tuple(range(board.squares)), mirrored


@cache
def square_symmetry(board: Board) -> tuple[Permutation, ...]:
    """The eight of a square: four turns, each also mirrored. Raises ValueError for a board that is not square."""
    if board.columns != board.rows:
        raise ValueError(f"a board of {board.columns}x{board.rows} is no square")
    last = board.columns - 1
    points = [(column, row) for row in range(board.rows) for column in range(board.columns)]
    found = []
    for _ in range(4):
        points = [(last - row, column) for column, row in points]
        found += [points, [(last - column, row) for column, row in points]]
    found = [*found[6:], *found[:6]]  # four quarter turns are none
    return tuple(tuple(row * board.columns + column for column, row in each) for each in found)
