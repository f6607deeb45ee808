"""The captures from which the person has to choose, in a card above the lower player: all squares of each and what it
takes. The one under the mouse is shown on the board, a click plays it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

import pygame

from game.rules.core import Move, Square
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.notation import shown_square, shown_way
from game.ui.scenes.page import draw_chip
from game.ui.widgets.base import Widget

_TITLE: Final = 42.0
_ROW: Final = 32.0
_FOOT: Final = 8.0
_MOST: Final = 4
"""More rows would leave no room for the moves; the board shows every capture."""
_LEAST_MOVES: Final = 76.0
"""So much room the list of moves keeps."""


class CaptureRow(Widget):
    """One capture: whether it is still open, its way, and what it takes."""

    def __init__(
        self, rect: pygame.FRect, name: str, way: str, taken: str, is_open: Callable[[], bool], play: Callable[[], None]
    ) -> None:
        super().__init__(rect, name)
        self._way, self._taken = way, taken
        self._is_open = is_open
        self._play = play

    def activate(self) -> None:
        """Play it."""
        self._play()

    def draw(self, canvas: Canvas) -> None:
        """A ring that is full for the row under the mouse, the way, what is taken."""
        theme, r = canvas.theme, self.rect
        chosen = self.hovered or self.focused
        if chosen:
            canvas.rounded(r, ROW_RADIUS, theme.jade_tint, theme.jade if theme.is_contrast else None, 1.5)
        if self.focused:
            canvas.focus_ring(r.inflate(-4, -4), ROW_RADIUS - 2)
        is_open = self._is_open()
        canvas.circle(r.left + 20, r.centery, 7, theme.jade if is_open else theme.edge, stroke=2 if is_open else 1.5)
        if chosen:
            canvas.circle(r.left + 20, r.centery, 3.6, theme.jade)
        face, ink = (Face.MEDIUM if chosen else Face.REGULAR), (theme.ink if is_open else theme.muted)
        room = r.width - 48
        width = canvas.text(self._way, r.left + 40, r.centery, BODY, ink, face=face, width=room)
        if canvas.text_width(self._taken, CAPTION) + 16 < room - width:
            canvas.text(self._taken, r.right - 10, r.centery, CAPTION, theme.muted, "right")


class CaptureCard:
    """Follows a match; empty unless the person at this screen has several captures."""

    def __init__(self, shown: ShownMatch) -> None:
        self._shown = shown
        self._rows: list[tuple[Move, CaptureRow]] = []

    @property
    def moves(self) -> tuple[Move, ...]:
        """The captures to choose from now; empty where there is no choice."""
        shown = self._shown
        position = shown.match.position
        if shown.blindfold != "off" or position.turn not in shown.board.movable.sides or not position.must_capture():
            return ()
        moves = position.legal_moves()
        return moves if len(moves) > 1 else ()

    def height(self, room: float) -> float:
        """How high the card has to be where the moves and it have so much room; 0 = there is none."""
        rows = min(len(self.moves), _MOST, int((room - _LEAST_MOVES - _TITLE - _FOOT) / _ROW))
        return _TITLE + rows * _ROW + _FOOT if rows > 0 else 0.0

    def widgets(self, rect: pygame.FRect) -> list[Widget]:
        """A row for each capture that has room."""
        self._rows = []
        if rect.height:
            count = int((rect.height - _TITLE - _FOOT) / _ROW)
            for nth, move in enumerate(self.moves[:count]):
                place = pygame.FRect(rect.left + 8, rect.top + _TITLE + nth * _ROW, rect.width - 16, _ROW)
                self._rows.append((move, self._row(move, place, f"capture{nth}")))
        return [row for _, row in self._rows]

    def _row(self, move: Move, place: pygame.FRect, name: str) -> CaptureRow:
        shown, match = self._shown, self._shown.match
        board = match.position.board
        taken = shown.stage.t("common.enumeration").join(
            shown_square(match.variant, square, board) for square in self._in_order(move)
        )
        return CaptureRow(
            place,
            name,
            shown_way(match.variant, move, board),
            shown.stage.t("match.takes", squares=taken),
            lambda: move.path[: len(shown.board.movable.chosen)] == shown.board.movable.chosen,
            lambda: shown.choose(move),
        )

    def _in_order(self, move: Move) -> list[Square]:
        """What a move takes, in the order in which it is jumped."""
        board = self._shown.match.position.board
        jumped = [square for a, b in itertools.pairwise(move.path) for square in board.between(a, b)]
        return sorted(move.captured, key=lambda square: jumped.index(square) if square in jumped else len(jumped))

    @property
    def pointed(self) -> Move | None:
        """The capture whose row is pointed at."""
        return next((move for move, row in self._rows if row.hovered or row.focused), None)

    def draw(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """The card, its title, and how many must be taken where that is the rule."""
        moves = self.moves
        if not rect.height or not moves:
            return
        t, theme = self._shown.stage.t, canvas.theme
        canvas.card(rect, 1, border=theme.red, border_width=1.5)
        middle = rect.top + 22
        x = rect.left + 16
        x += canvas.text(t("match.must_capture"), x, middle, BODY, face=Face.MEDIUM) + 12
        most = {len(move.captured) for move in moves}
        if len(most) == 1 and max(most) > 1:
            x += draw_chip(canvas, x, middle, t("match.take_most", n=max(most)), theme.gold_tint, theme.gold_ink) + 12
        hidden = len(moves) - len(self._rows)
        note = t("match.more_captures", n=hidden) if hidden else t("match.choose_capture")
        if canvas.text_width(note, CAPTION) < rect.right - 16 - x:
            canvas.text(note, rect.right - 16, middle, CAPTION, theme.muted, "right")
