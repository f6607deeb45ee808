"""The page that tells what this program is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from game.storage.version import VERSION
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal import house_seal
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, DISPLAY
from game.ui.scenes.library.desktop import show_folder
from game.ui.scenes.page import is_compact
from game.ui.scenes.settings.page import SettingsPage, rows_below
from game.ui.stage import clipboard
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import SquareButton

_ROW: Final = 52.0
_LABEL: Final = 132.0
_SQUARE: Final = 40.0


class AboutPage(SettingsPage):
    """Version, licence, fonts, and where games and the log are kept, to be opened and copied."""

    name = "about"
    icon = "info"

    @property
    def _folders(self) -> tuple[tuple[str, Path], ...]:
        return ("data", self.stage.services.folders.data), ("log", self.stage.services.folders.log)

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """For each folder a button that opens it and one that copies its path."""
        found: list[Widget] = []
        tell_open, tell_copy = self.text("about_open"), self.text("about_copy")
        for row, (name, folder) in zip(self._rows(area), self._folders, strict=True):
            right = pygame.FRect(row.right - _SQUARE, row.centery - _SQUARE / 2, _SQUARE, _SQUARE)
            left = right.move(-_SQUARE - 6, 0)
            found += [
                SquareButton(left, "folder", self._opener(folder), tell_open, True, 20, name=f"open_{name}"),
                SquareButton(right, "copy", self._copier(folder), tell_copy, True, 20, name=f"copy_{name}"),
            ]
        return found

    def _rows(self, area: pygame.FRect) -> list[pygame.FRect]:
        return rows_below(area, area.bottom - _ROW * len(self._folders), len(self._folders), _ROW)

    def _opener(self, folder: Path) -> Action:
        def open_it() -> None:
            if not show_folder(folder):
                self.stage.toasts.tell(str(folder), "info")

        return open_it

    def _copier(self, folder: Path) -> Action:
        def copy_it() -> None:
            why = clipboard.put(str(folder))
            if why:
                self.stage.toasts.show(self.stage.t("library.copy_failed", why=why))
            else:
                self.stage.toasts.show(self.text("about_copied"), "check")

        return copy_it

    def draw(self, canvas: Canvas) -> None:
        """The seal and the name, then a table, the folders at its end."""
        area, theme, t = self.area, canvas.theme, self.stage.t
        tight = is_compact(canvas.size)
        side, line, pad = (60.0, 21.0, 20.0) if tight else (88.0, 23.0, 27.0)
        canvas.lay(house_seal(canvas.fonts, canvas.px(side)), (canvas.px(area.left), canvas.px(area.top + 4)))
        x, middle = area.left + side + 24, area.top + 4 + side / 2
        canvas.text(t("common.program"), x, middle - 15, DISPLAY - (4 if tight else 0), face=Face.TITLE)
        canvas.text(t("menu.version", version=VERSION), x + 2, middle + 17, BODY, theme.muted)
        y = area.top + side + (18 if tight else 32)
        left, room = area.left + _LABEL, area.width - _LABEL
        for name in ("what", "licence", "fonts", "made_with"):
            canvas.hairline(area.left, y, area.width)
            y += pad / 2
            canvas.text(self.text(f"about_{name}"), area.left, y + line / 2, BODY, face=Face.MEDIUM, width=_LABEL - 10)
            for words in canvas.wrapped(self.text(f"about_{name}_text"), room, BODY):
                canvas.text(words, left, y + line / 2, BODY, theme.muted)
                y += line
            y += pad / 2
        room -= 2 * _SQUARE + 18
        for row, (name, folder) in zip(self._rows(area), self._folders, strict=True):
            canvas.hairline(row.left, row.top, row.width)
            canvas.text(self.text(f"about_{name}"), row.left, row.centery, BODY, face=Face.MEDIUM, width=_LABEL - 10)
            lines = _path_lines(canvas, folder, room)
            for n, words in enumerate(lines):
                canvas.text(words, left, row.centery + (n - (len(lines) - 1) / 2) * 20, BODY, theme.ink)


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
