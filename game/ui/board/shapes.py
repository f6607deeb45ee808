"""What a person draws on the board with the right button while thinking: a ring on a square, an arrow between two."""

from __future__ import annotations

from game.rules.core import Square
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import draw_arrow, draw_ring, mark_theme, stroke_width
from game.ui.paint.canvas import Canvas


class DrawnShapes:
    """The rings and arrows on one board. What is drawn a second time is wiped out."""

    def __init__(self) -> None:
        self._begun: Square | None = None
        self._drawn: dict[tuple[Square, Square], None] = {}

    def __len__(self) -> int:
        return len(self._drawn)

    def begin(self, square: Square | None) -> None:
        """The button was pressed over a square, or beside all."""
        self._begun = square

    def end(self, square: Square | None) -> bool:
        """The button was let go over a square, or beside all. Returns whether something was drawn or wiped out."""
        begun, self._begun = self._begun, None
        if begun is None or square is None:
            return False
        if (begun, square) in self._drawn:
            del self._drawn[begun, square]
        else:
            self._drawn[begun, square] = None
        return True

    def clear(self) -> None:
        """Wipe out everything."""
        self._begun = None
        self._drawn.clear()

    def draw(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Draw it in indigo; arrows end short of the middle, so that several can meet there."""
        colour = mark_theme(canvas.theme).indigo
        for start, end in self._drawn:
            if start == end:
                width = stroke_width(canvas, layout, 0.075)
                draw_ring(canvas, layout.centre_of(start), layout.cell * 0.44, width, colour)
            else:
                draw_arrow(canvas, layout, layout.centre_of(start), layout.centre_of(end), layout.cell * 0.12, colour)
