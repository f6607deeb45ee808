"""The page of comforts while one plays: moves chosen ahead, pieces pushed, bad moves offered back, threats; and what
comes of a game: exercises, a word of the opponent."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.scenes.settings.page import ROW, SettingsPage, draw_rows, rows_below
from game.ui.widgets.base import Widget
from game.ui.widgets.choices import Toggle

_FIELDS: Final = ("premove", "nudge", "teaching", "threats", "find_mistakes", "voices")


class PlayPage(SettingsPage):
    """A toggle for each."""

    name = "play"
    icon = "sliders"

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """The toggles."""
        settings, x = self.stage.settings, area.right - Toggle.WIDTH
        return [
            Toggle(x, row.centery - Toggle.HEIGHT / 2, getattr(settings, field), self.change(field), field)
            for row, field in zip(self._rows(area), _FIELDS, strict=True)
        ]

    @staticmethod
    def _rows(area: pygame.FRect) -> list[pygame.FRect]:
        return rows_below(area, area.top, len(_FIELDS), min(ROW + 12, area.height / len(_FIELDS)))

    def draw(self, canvas: Canvas) -> None:
        """What each does."""
        t = self.stage.t
        texts = [(t(f"comfort.{field}"), t(f"comfort.{field}_line")) for field in _FIELDS]
        draw_rows(canvas, self._rows(self.area), texts, self.area.width - Toggle.WIDTH - 24)
