"""What is pointed at on a board: by the mouse, or by the keyboard's cursor."""

from __future__ import annotations

from game.rules.core import Board, Square
from game.ui.board.layout import BoardLayout


class Pointing:
    """The square under the mouse and the one of the cursor, and which of them counts."""

    def __init__(self, board: Board) -> None:
        self.pointer: Square | None = None
        """The square under the mouse."""
        self.cursor = _middle(board)
        """The square of the keyboard's cursor, whether it is shown or not."""
        self.by_keyboard = False
        """Whether the keyboard was used last."""

    def begin(self, board: Board) -> None:
        """A board of another shape is shown."""
        self.pointer, self.cursor = None, _middle(board)

    def step(self, layout: BoardLayout, direction: tuple[int, int], *, is_shown: bool) -> None:
        """An arrow key: the cursor goes on, or where it was not shown it appears near the mouse."""
        if is_shown:
            self.cursor = layout.neighbour(self.cursor, *direction)
        elif self.pointer is not None:
            self.cursor = layout.nearest_playable(self.pointer)
        self.by_keyboard = True


def _middle(board: Board) -> Square:
    return board.square(board.columns // 2, board.rows // 2)
