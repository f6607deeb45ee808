"""What a page of the settings is, and the rows and cards that pages are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, TINY
from game.ui.scenes.pictures import Pictures
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Pressable, Widget
from game.ui.widgets.buttons import blend
from game.ui.widgets.choices import Slider, Toggle

ROW = 60.0


class SettingsPage:
    """One page. `icon` stands in the list of pages; `lay_out` makes the widgets for an area and keeps it for `draw`."""

    name = ""
    icon = ""

    def __init__(self, stage: Stage, pictures: Pictures) -> None:
        self.stage = stage
        self.pictures = pictures
        self.area = pygame.FRect(0, 0, 0, 0)

    def lay_out(self, area: pygame.FRect) -> list[Widget]:
        """The widgets in their Tab order, inside the area."""
        self.area = area
        return self.widgets(area)

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """What can be chosen here; nothing by default."""
        return []

    def update(self) -> None:
        """Each frame; nothing by default."""

    def drop(self, path: str) -> bool:
        """A file was dropped on the window. Whether the page has a use for it; none by default."""
        return False

    def draw(self, canvas: Canvas) -> None:
        """What lies between the widgets."""

    def text(self, name: str, **values: object) -> str:
        """A text of the settings by its name."""
        return self.stage.t(f"settings.{name}", **values)

    def change(self, field: str) -> Callable[[object], None]:
        """What sets one field of the settings."""
        return lambda value: self.stage.services.preferences.change(**{field: value})


class OptionCard(Pressable):
    """A picture to choose with its name below; the chosen one has a red frame, a check mark and a medium name."""

    def __init__(
        self,
        rect: pygame.FRect,
        label: str,
        chosen: bool,
        on_choose: Callable[[], None],
        paint: Callable[[Canvas, pygame.FRect], None],
        name: str,
        is_open: bool = True,
    ) -> None:
        """`paint` draws the picture; the lowest 28 units of `rect` are for the name. What is not open has a lock."""
        super().__init__(rect, on_choose, name)
        self.label = label
        self.chosen = chosen
        self.is_open = is_open
        self._paint = paint

    def draw(self, canvas: Canvas) -> None:
        """Picture, frame, check mark, name."""
        theme = canvas.theme
        picture = pygame.FRect(self.rect.left, self.rect.top, self.rect.width, self.rect.height - 28)
        if self.focused:
            canvas.focus_ring(picture.inflate(4, 4), 12)
        self._paint(canvas, picture)
        if self.chosen:
            canvas.rounded(picture.inflate(6, 6), 12, None, theme.red, 2.0)
            canvas.circle(picture.right - 12, picture.bottom - 12, 10, theme.red)
            canvas.icon("check", picture.right - 12, picture.bottom - 12, 12, theme.on_red)
        elif not self.is_open:
            canvas.circle(picture.right - 12, picture.bottom - 12, 11, theme.card)
            canvas.icon("lock", picture.right - 12, picture.bottom - 12, 15, theme.muted)
        if self.hover_share > 0 and not self.chosen:
            canvas.rounded(picture.inflate(6, 6), 12, None, blend(theme.card, theme.edge, self.hover_share), 2.0)
        face, ink = (Face.MEDIUM, theme.red) if self.chosen else (Face.REGULAR, theme.ink)
        if not self.is_open:
            ink = theme.muted
        room = self.rect.width + 12
        sizes = (CAPTION, TINY) if self.rect.width < 150 else (BODY, CAPTION)
        size = next((each for each in sizes if canvas.text_width(self.label, each, face) <= room), sizes[-1])
        canvas.text(self.label, picture.centerx, self.rect.bottom - 8, size, ink, "centre", face, room)


def toggle_in(row: pygame.FRect, on: bool, on_change: Callable[[bool], None], name: str) -> Toggle:
    """A toggle at the right end of a row."""
    return Toggle(row.right - Toggle.WIDTH, row.centery - Toggle.HEIGHT / 2, on, on_change, name)


def slider_in(
    row: pygame.FRect, ends: tuple[float, float], step: float, value: float, on_change: Callable[[float], None],
    name: str,
) -> Slider:  # fmt: skip
    """A slider at the right of a row, which leaves room for its value; it tells where it was let go."""
    width = min(320.0, row.width * 0.42)
    place = pygame.FRect(row.right - 64 - width, row.centery - 14, width, 28)
    return Slider(place, *ends, step, value, on_change, name, live=False)


def draw_heading(canvas: Canvas, x: float, y: float, text: str) -> None:
    """The name of a group of choices."""
    canvas.text(text, x, y, BODY, face=Face.MEDIUM)


def draw_rows(canvas: Canvas, rects: Sequence[pygame.FRect], texts: Sequence[tuple[str, str]], room: float) -> None:
    """Rows with a name and a line about it, a hairline below each; `room` is what their control leaves for texts."""
    for rect, (title, line) in zip(rects, texts, strict=True):
        canvas.hairline(rect.left, rect.bottom, rect.width)
        canvas.text(title, rect.left, rect.centery - 10, BODY, face=Face.MEDIUM, width=room)
        canvas.text(line, rect.left, rect.centery + 12, CAPTION, canvas.theme.muted, width=room)


def rows_below(area: pygame.FRect, top: float, count: int, height: float = ROW) -> list[pygame.FRect]:
    """Rows of an area, one below the other from `top`."""
    return [pygame.FRect(area.left, top + i * height, area.width, height) for i in range(count)]
