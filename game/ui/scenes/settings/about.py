"""The page that tells what this program is."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.ui.canvas import Canvas
from game.ui.paint.seal import GLYPH_SHARE, seal
from game.ui.scenes.pictures import Pictures
from game.ui.scenes.settings.page import Page
from game.ui.stage import Stage
from game.ui.text import Face
from game.ui.theme import BODY, DISPLAY
from game.version import VERSION


class AboutPage(Page):
    """Version, licence, fonts, and where games are kept."""

    name = "about"
    icon = "info"

    def __init__(self, stage: Stage, pictures: Pictures) -> None:
        super().__init__(stage, pictures)
        self._seal: tuple[int, pygame.Surface] | None = None

    def draw(self, canvas: Canvas) -> None:
        """The seal and the name, then a table."""
        area, theme, t = self.area, canvas.theme, self.stage.t
        side = 88.0
        canvas.surface.blit(self._seal_picture(canvas, side), (canvas.px(area.left), canvas.px(area.top + 8)))
        x = area.left + side + 24
        canvas.text(t("common.program"), x, area.top + 36, DISPLAY, face=Face.TITLE)
        canvas.text(t("menu.version", version=VERSION), x + 2, area.top + 72, BODY, theme.muted)
        y = area.top + side + 36
        label = 132.0
        for name in ("what", "licence", "fonts", "made_with", "data"):
            canvas.hairline(area.left, y, area.width)
            canvas.text(self.text(f"about_{name}"), area.left, y + 26, BODY, face=Face.MEDIUM, width=label - 10)
            left, room = area.left + label, area.width - label
            if name == "data":
                lines = _path_lines(canvas, self.stage.hall.data_folder, room)
            else:
                lines = canvas.wrapped(self.text(f"about_{name}_text"), room, BODY)
            for line in lines:
                y += 23
                canvas.text(line, left, y + 3, BODY, theme.ink if name == "data" else theme.muted)
            y += 27

    def _seal_picture(self, canvas: Canvas, size: float) -> pygame.Surface:
        pixels = canvas.px(size)
        if self._seal is None or self._seal[0] != pixels:
            glyph = canvas.fonts.render("弈", round(pixels * GLYPH_SHARE), (255, 255, 255), Face.TITLE)
            self._seal = (pixels, seal(pixels, glyph))
        return self._seal[1]


def _path_lines(canvas: Canvas, path: Path, width: float) -> list[str]:
    """A path in lines no wider than `width`, broken after separators where that is possible."""
    lines, line = [], ""
    for character in str(path):
        if line and canvas.text_width(line + character) > width:
            cut = max(line.rfind("/"), line.rfind("\\")) + 1 or len(line)
            lines.append(line[:cut])
            line = line[cut:]
        line += character
    return [*lines, line]
