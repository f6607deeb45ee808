"""The challenges of a game as a grid: a row a grade, a tile each with its board, its number and its stars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.progress.challenges import MOST_STARS
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CAPTION
from game.ui.widgets.buttons import blend
from game.ui.widgets.pick_list import PickList

_PAD: Final = 16.0
_GAP: Final = 6.0
_LINE: Final = 20.0
"""Below the board of a tile: its number and its stars."""
_FEWEST: Final = 8
_FEWEST_ROWS: Final = 4
"""Where fewer tiles stand in all rows, or fewer rows, they grow no further."""
_CAPTION: Final = 116.0
"""The width of the grades' names before their rows."""


@dataclass(frozen=True, slots=True)
class ChallengeTile:
    """One challenge: the number that it goes by, its row from 0 on, the stars that were earned, and whether it is the
    day's."""

    number: int
    row: int
    stars: int
    is_of_day: bool


class ChallengeGrid(PickList):
    """One stop of the focus: the arrow keys choose, Enter or a click opens."""

    opens = True

    def __init__(
        self,
        rect: pygame.FRect,
        tiles: Sequence[ChallengeTile],
        captions: Sequence[tuple[str, str]],
        chosen: int,
        on_choose: Callable[[int], None],
        on_open: Callable[[int], None],
        picture: Callable[[int, float], pygame.Surface | None],
    ) -> None:
        """`captions` are two lines for each row; `chosen` and what the calls are given are places among the tiles.
        `picture` gives the board of a tile, this many units wide, once there is one."""
        super().__init__(rect, "challenges")
        self.tiles = tuple(tiles)
        self._captions = tuple(captions)
        self.chosen = chosen
        self._on_choose = on_choose
        self._on_open = on_open
        self._picture = picture
        self._rows = [[i for i, tile in enumerate(self.tiles) if tile.row == row] for row in range(len(captions))]
        self._most = max(map(len, self._rows))

    def row(self, index: int) -> pygame.FRect:
        """Where a challenge's tile lies."""
        row = self.tiles[index].row
        column = self._rows[row].index(index)
        most = max(self._most, _FEWEST)
        width = (self.rect.width - 2 * _PAD - _CAPTION - _GAP * (most - 1)) / most
        height = self._row_height
        left = self.rect.left + _PAD + _CAPTION + column * (width + _GAP)
        return pygame.FRect(left, self.rect.top + _PAD + row * (height + _GAP), width, height)

    @property
    def _row_height(self) -> float:
        count = max(len(self._rows), _FEWEST_ROWS)
        return (self.rect.height - 2 * _PAD - _GAP * (count - 1)) / count

    @property
    def picture_side(self) -> float:
        """How wide the boards on the tiles are, in units."""
        row = self.row(0)
        return max(16.0, min(row.width - 8, row.height - 4 - _LINE))

    @property
    def _count(self) -> int:
        return len(self.tiles)

    @property
    def _at(self) -> int:
        return self.chosen

    def _press(self, index: int) -> None:
        self._choose(index)
        self._on_open(index)

    def activate(self) -> None:
        """Open the chosen one."""
        self._on_open(self.chosen)

    def _goes(self, last: int) -> dict[int, int]:
        beside = {pygame.K_LEFT: max(0, self.chosen - 1), pygame.K_RIGHT: min(last, self.chosen + 1)}
        return {**super()._goes(last), **beside, pygame.K_UP: self._beside(-1), pygame.K_DOWN: self._beside(1)}

    def _beside(self, by: int) -> int:
        """The tile this many rows below the chosen one; the chosen one itself at an end."""
        row = self.tiles[self.chosen].row
        column = self._rows[row].index(self.chosen)
        if not 0 <= row + by < len(self._rows):
            return self.chosen
        there = self._rows[row + by]
        return there[min(column, len(there) - 1)]

    def _choose(self, index: int) -> None:
        self.chosen = index
        self._on_choose(index)

    def draw(self, canvas: Canvas) -> None:
        """The card, the grades' names, the tiles."""
        canvas.card(self.rect, 1)
        for row, (name, line) in enumerate(self._captions):
            middle = self.row(self._rows[row][0]).centery
            x, width = self.rect.left + _PAD + 4, _CAPTION - 12
            canvas.text(name, x, middle - 11, BODY, face=Face.MEDIUM, width=width)
            canvas.text(line, x, middle + 11, CAPTION, canvas.theme.muted, width=width)
        for index in range(len(self.tiles)):
            self._draw_tile(canvas, index)

    def _draw_tile(self, canvas: Canvas, index: int) -> None:
        theme, tile, rect = canvas.theme, self.tiles[index], self.row(index)
        fill = theme.gold_tint if tile.stars else theme.inset
        if index == self._under_mouse and self.hovered:
            fill = blend(fill, theme.hover, self.hover_share)
        is_chosen = index == self.chosen
        border = theme.red if tile.is_of_day else theme.edge if theme.is_contrast else theme.line
        canvas.rounded(rect, BUTTON_RADIUS, fill, border, 2.0 if tile.is_of_day or theme.is_contrast else 1.0)
        ink = theme.gold_ink if tile.stars else theme.ink
        face = Face.MEDIUM if tile.stars or tile.is_of_day else Face.REGULAR
        side = self.picture_side
        picture = self._picture(index, side)
        if picture is not None:
            canvas.picture(picture, pygame.FRect(rect.centerx - side / 2, rect.top + 4, side, side), 5)
        line = rect.bottom - (rect.height - side - 4) / 2
        step = min(15.0, (rect.width - 30) / MOST_STARS)
        size = min(14.0, step - 1)
        canvas.text(str(tile.number), rect.left + 6, line, CAPTION, ink, face=face)
        for star in range(MOST_STARS):
            x = rect.right - 4 - step * (MOST_STARS - star - 0.5)
            lit = star < tile.stars
            icon, colour = ("star", theme.gold) if lit else ("star_outline", theme.muted)
            canvas.icon(icon, x, line, size, theme.gold_ink if lit and theme.is_contrast else colour)
        if is_chosen:  # also without the focus ring: the arrow keys and Enter go by it
            canvas.rounded(rect.inflate(4, 4), BUTTON_RADIUS + 2, None, theme.indigo, 3.0 if self.focused else 1.5)
