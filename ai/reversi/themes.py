"""By what a challenge of Reversi is solved: `corner` where one is taken, else `quiet`; `beside` where the first disc is
put beside a corner."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.core import Move, Position


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> list[str]:
    """The themes of a solution: its positions, one more than its moves."""
    board, person = positions[0].board, positions[0].turn
    last_column, last_row = board.columns - 1, board.rows - 1
    corners = {board.square(column, row) for column in (0, last_column) for row in (0, last_row)}
    own = [move for position, move in zip(positions, moves, strict=False) if position.turn is person]
    found = ["corner" if any(move.target in corners for move in own) else "quiet"]
    near = {
        board.square(column, row)
        for column in (0, 1, last_column - 1, last_column)
        for row in (0, 1, last_row - 1, last_row)
    } - corners
    return [*found, "beside"] if own[0].target in near else found
