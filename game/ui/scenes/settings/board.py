"""The page of boards and stones, with a preview of a real position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

import pygame

from game.settings import BoardStyle, StoneStyle
from game.ui.board.thumbnail import Region
from game.ui.canvas import Canvas
from game.ui.scenes.page import split
from game.ui.scenes.pictures import played
from game.ui.scenes.settings.page import OptionCard, Page, draw_heading, draw_rows
from game.ui.theme import CAPTION, LIGHT
from game.ui.widgets.base import Widget
from game.ui.widgets.choices import Toggle

_GAME: Final = "gomoku"
_MOVES: Final = "h8 h9 i9 g7 g9 j8 i8 i7 h7 j9 f9 e9 g10 h11 g8 g6 i10"
_ONE_OF_EACH: Final = "h8 i8"
_GAP = 14.0


class BoardPage(Page):
    """What the board is made of, which stones stand on it, coordinates."""

    name = "board"
    icon = "target"

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """Swatches of boards and stones, a toggle."""
        settings = self.stage.settings
        right = self._right(area)
        height = self._swatch(area)
        boards = split(pygame.FRect(right.left, right.top + 30, right.width, height + 28), 5, _GAP)
        made: list[Widget] = [
            OptionCard(
                rect,
                self.text(f"board_{name}"),
                settings.board_style == name,
                self._chooser("board_style", name),
                self._board_painter(name),
                f"board-{name}",
            )
            for rect, name in zip(boards, get_args(BoardStyle), strict=True)
        ]
        stones = split(pygame.FRect(right.left, self._stones_top(area) + 30, right.width, height + 28), 5, _GAP)
        made += [
            OptionCard(
                rect,
                self.text(f"stones_{name}"),
                settings.stone_style == name,
                self._chooser("stone_style", name),
                self._stone_painter(name),
                f"stones-{name}",
            )
            for rect, name in zip(stones, get_args(StoneStyle), strict=False)
        ]
        row = self._row(area)
        toggle = Toggle(
            row.right - Toggle.WIDTH,
            row.centery - Toggle.HEIGHT / 2,
            settings.coordinates,
            self.change("coordinates"),
            "coordinates",
        )
        return [*made, toggle]

    # ---- measures

    def _preview(self, area: pygame.FRect) -> pygame.FRect:
        width = area.width * (0.42 if area.width > 760 else 0.36)
        return pygame.FRect(area.left, area.top + 8, width, min(area.height - 44, width * 1.1))

    def _right(self, area: pygame.FRect) -> pygame.FRect:
        left = self._preview(area).right + (32 if area.width > 760 else 22)
        return pygame.FRect(left, area.top, area.right - left, area.height)

    def _swatch(self, area: pygame.FRect) -> float:
        return min(76.0, (self._right(area).width - 4 * _GAP) / 5 * 0.86)

    def _stones_top(self, area: pygame.FRect) -> float:
        return area.top + 30 + self._swatch(area) + 28 + 22

    def _row(self, area: pygame.FRect) -> pygame.FRect:
        right = self._right(area)
        return pygame.FRect(right.left, self._stones_top(area) + 30 + self._swatch(area) + 28 + 22, right.width, 62)

    # ---- pictures

    def _chooser(self, field: str, name: str) -> Callable[[], None]:
        return lambda: self.stage.hall.change(**{field: name})

    def _board_painter(self, name: str) -> Callable[[Canvas, pygame.FRect], None]:
        return self._painter("", (name, self.stage.settings.stone_style), Region(1.4, 12.6, 4.0))

    def _stone_painter(self, name: str) -> Callable[[Canvas, pygame.FRect], None]:
        return self._painter(_ONE_OF_EACH, (self.stage.settings.board_style, name), Region(7.5, 7.0, 2.5))

    def _painter(self, moves: str, styles: tuple[str, str], region: Region) -> Callable[[Canvas, pygame.FRect], None]:
        position, _ = played("gomoku-freestyle", moves)

        def paint(canvas: Canvas, rect: pygame.FRect) -> None:
            # high contrast has one board and one set of stones: what is chosen here waits for the other themes
            picture = self.pictures.board(_GAME, position, rect.size, region, None, styles, LIGHT)
            canvas.picture(picture, rect, 8)

        return paint

    def draw(self, canvas: Canvas) -> None:
        """The preview, headings, the row of coordinates."""
        area = self.area
        preview = self._preview(area)
        position, last = played("gomoku-freestyle", _MOVES)
        region = Region(7.0, 7.4, 7.0 if preview.width > 280 else 6.4)
        canvas.picture(self.pictures.board(_GAME, position, preview.size, region, last), preview, 12)
        if canvas.theme.is_contrast:
            canvas.rounded(preview, 12, None, canvas.theme.line, 2.0)
        note = "contrast_note" if canvas.theme.is_contrast else "preview"
        canvas.paragraph(
            self.text(note), preview.left, preview.bottom + 20, preview.width, CAPTION, canvas.theme.muted, lines=2
        )
        right = self._right(area)
        draw_heading(canvas, right.left, right.top + 12, self.text("boards"))
        draw_heading(canvas, right.left, self._stones_top(area) + 12, self.text("stones"))
        row = self._row(area)
        texts = [(self.text("coordinates"), self.text("coordinates_line"))]
        draw_rows(canvas, [row], texts, row.width - Toggle.WIDTH - 20)
