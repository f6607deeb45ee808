"""A board as pictures to be sent: one of a position, or one for each position of a game. Both stand on paper, with the
coordinates and the mark of the last move; nothing of the window is in them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame

from game.rules.core import Move, Outcome, Position
from game.ui.board.layout import BoardLayout
from game.ui.board.painter import BoardPainter
from game.ui.board.resting import RestingPiece, draw_standing
from game.ui.paint.canvas import Canvas
from game.ui.paint.gif import Pixels
from game.ui.paint.text import Fonts
from game.ui.paint.theme import Theme

Frame = tuple[Position, Move | None]
"""A position and the move that led there."""

_MARGIN = 0.02


class BoardFilm:
    """Draws positions of one game at one size; the empty board is drawn once. For the window's thread."""

    def __init__(
        self,
        painter: BoardPainter,
        theme: Theme,
        fonts: Fonts,
        height: int,
        frames: Sequence[Frame],
        flipped: bool,
        outcome: Outcome | None = None,
    ) -> None:
        """`height` in pixels; the width follows from the board. At least one frame. An `outcome` is that of the last:
        what has decided is marked there."""
        margin = round(height * _MARGIN)
        slab = height - 2 * margin
        size = (round(slab * painter.frame.aspect) + 2 * margin, height)
        area = pygame.Rect(margin, margin, size[0] - 2 * margin, slab)
        self.frames = tuple(frames)
        self._outcome = outcome
        self._painter, self._theme, self._fonts = painter, theme, fonts
        self._layout = BoardLayout.fit(area, self.frames[0][0].board, painter.frame, True, flipped)
        self._empty = pygame.Surface(size)
        self._empty.fill(theme.paper)
        painter.draw_board(Canvas(self._empty, theme, fonts, 1.0), self._layout)

    def picture(self, index: int) -> pygame.Surface:
        """The picture of a frame."""
        position, move = self.frames[index]
        picture = self._empty.copy()
        canvas = Canvas(picture, self._theme, self._fonts, 1.0)
        pieces = position.pieces()
        self._painter.draw_coordinates(canvas, self._layout, None, pieces.keys())
        draw_standing(
            canvas, self._layout, self._painter, {square: RestingPiece(piece) for square, piece in pieces.items()}
        )
        outcome = self._outcome if index in (-1, len(self.frames) - 1) else None
        if outcome is not None and outcome.line:
            self._painter.draw_outcome(canvas, self._layout, outcome, pieces, len(outcome.line), 1.0)
        elif move is not None and move.path:
            self._painter.draw_last_move(canvas, self._layout, move, pieces)
        return picture

    def pixels(self, index: int) -> Pixels:
        """The picture of a frame as numbers, which other threads may read."""
        pixels: Pixels = np.ascontiguousarray(pygame.surfarray.array3d(self.picture(index)).swapaxes(0, 1))
        return pixels
