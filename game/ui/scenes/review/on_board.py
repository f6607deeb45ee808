"""What the review puts on the board beside positions: the moves of a line, and what was wrong with a move."""

from __future__ import annotations

from game.match.lines import Line
from game.match.review import Finding
from game.rules.motive import Motive
from game.ui.board.shapes import DrawnShape
from game.ui.board.view import BoardView


def show_line(board: BoardView, line: Line, step: int, moving: bool) -> None:
    """The line as far as its first `step` moves (one at least), the last of them with its motion if `moving`; the next
    move is marked."""
    if moving:
        board.play(line.moves[step - 1], line.positions[step - 1], line.positions[step])
    else:
        board.show(line.positions[step], line.moves[step - 1])
    placed = [(move.path[0], n) for n, move in enumerate(line.moves[:step], start=1) if len(move.path) == 1]
    board.annotations.numbers = dict(placed)
    board.annotations.hints = line.moves[step : step + 1]


def proof_shapes(found: Finding, motive: Motive | None) -> tuple[DrawnShape, ...]:
    """The answer that shows what was wrong, in red, where it is not something that was missed."""
    answer = found.reply.moves[:1]
    if motive is None or motive.is_missed or not motive.plies or not answer or not answer[0].path:
        return ()
    path = answer[0].path
    if len(path) == 1:
        return (DrawnShape("ring", path, colour="red"),)
    return (DrawnShape("arrow", (path[0], path[-1]), colour="red"),)
