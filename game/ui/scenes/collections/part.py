"""Choosing the part of a board that games are searched by: a dialog with the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame

from game.library.database.game_database import BoardQuestion
from game.rules.core import Side, Square
from game.ui.board.part_choice import PartChoice
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button

_PANEL: Final = 260.0
_PAD: Final = 24.0


class PartDialog(Overlay):
    """The position at the left, on which squares are chosen; what is done with them at the right."""

    def __init__(self, stage: Stage, board: BoardQuestion, on_choose: Callable[[BoardQuestion], None]) -> None:
        """Begins with the part that `board` asks for; `on_choose` gets the question as it was chosen here, which has no
        squares where it is about the whole position."""
        super().__init__()
        self._stage = stage
        self._asked = board
        self._on_choose = on_choose
        self._view = BoardView(stage.painter(board.variant), board.position)
        self._acting: list[Button] = []
        view = self._view
        self._choice = PartChoice(board.position.board, view.painter.frame, lambda: view.hovered_square, self._changed)
        self._choice.squares = frozenset(map(Square, board.squares))
        self._view.movable.gestures = (self._choice,)
        self._view.movable.sides = frozenset(Side)
        self._view.annotations.show_forbidden = False

    @property
    def squares(self) -> frozenset[Square]:
        """What is chosen."""
        return self._choice.squares

    def layout(self) -> None:
        """As large as the window allows; the buttons along the lower edge of the panel."""
        t = self._stage.t
        height = min(self.size[1] - 32, 760.0)
        side = min((height - 2 * _PAD) * self._view.painter.frame.aspect, self.size[0] - 32 - _PANEL - 3 * _PAD)
        self._box.size = side + _PANEL + 3 * _PAD, height
        box = self._centre()
        self._view.rect = pygame.FRect(box.left + _PAD, box.top + _PAD, side, height - 2 * _PAD)
        left, low = box.right - _PAD - _PANEL, box.bottom - _PAD - 44
        places = [pygame.FRect(left, low - 54 * index, _PANEL, 44) for index in range(4)]
        search = Button(places[3], t("collections.part_search"), self._take, "primary", name="search")
        clear = Button(places[2], t("collections.part_none"), self._clear, name="none")
        whole = Button(places[1], t("collections.part_whole"), self._take_whole, name="whole")
        cancel = Button(places[0], t("common.cancel"), self.close, name="cancel")
        self._acting = [search, clear]
        self.widgets.replace([self._view, search, clear, whole, cancel], first="board")
        self._changed()

    def _changed(self) -> None:
        for button in self._acting:
            button.enabled = bool(self.squares)

    def _clear(self) -> None:
        self._choice.squares = frozenset()
        self._changed()

    def _take(self) -> None:
        self.close()
        self._on_choose(replace(self._asked, squares=tuple(sorted(self.squares))))

    def _take_whole(self) -> None:
        self.close()
        self._on_choose(replace(self._asked, squares=()))

    def update(self, dt: float) -> None:
        """The board is as the person wants it."""
        settings = self._stage.settings
        self._view.reduced_motion, self._view.coordinates = settings.reduced_motion, settings.coordinates
        super().update(dt)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, and what is to be done here."""
        super().draw_scene(canvas)
        t, box, theme = self._stage.t, self._box, canvas.theme
        left, top = box.right - _PAD - _PANEL, box.top + 40
        canvas.text(t("collections.part_title"), left, top, HEADING, face=Face.MEDIUM, width=_PANEL)
        canvas.paragraph(t("collections.part_text"), left, top + 40, _PANEL, BODY, theme.muted, 23)
        count = t("collections.part_count", n=len(self.squares))
        canvas.text(count, left, box.bottom - _PAD - 4 * 54 - 14, CAPTION, theme.muted, width=_PANEL)
