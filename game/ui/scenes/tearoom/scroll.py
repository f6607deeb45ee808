"""What lies on the table and carries words: the front plate of a drawer, and an opened scroll."""

from __future__ import annotations

import numpy as np
import pygame

from game.ui.board.textures import rice_paper
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import at_once, kept
from game.ui.paint.surfaces import opaque_surface_from
from game.ui.scenes.tearoom.chest import LACQUER
from game.ui.scenes.tearoom.relief import Easel, Light, rectangle

PLATE_EDGE = 5.0
"""The lacquer around a plate's paper."""
_RADIUS = 10.0
_ROLLER = 18.0


def draw_plate(canvas: Canvas, rect: pygame.FRect, is_active: bool) -> None:
    """The front of a drawer: a paper label in a lacquer frame; in high contrast a card."""
    theme = canvas.theme
    if theme.is_contrast:
        canvas.card(rect, border=theme.red if is_active else None)
        return
    canvas.shadow(rect, _RADIUS, 3 if is_active else 2)
    canvas.rounded(rect, _RADIUS, LACQUER, (92, 62, 48), 1.0)
    paper = rect.inflate(-2 * PLATE_EDGE, -2 * PLATE_EDGE)
    canvas.rounded(paper, 7, theme.card, theme.red if is_active else (120, 86, 56), 2.0 if is_active else 1.0)


def draw_scroll(canvas: Canvas, rect: pygame.FRect, opened: float = 1.0) -> pygame.FRect:
    """A scroll over `rect`, its rollers a little beyond, `opened` from its middle as far as that (0 to 1); in high
    contrast a card. Returns what is seen of its paper."""
    if canvas.theme.is_contrast:
        canvas.card(rect)
        return rect
    if opened >= 1:
        canvas.shadow(rect.inflate(-12, 0), 4, 2)
    picture = _scroll(canvas.px(rect.width), canvas.px(rect.height), canvas.scale, canvas.theme.is_dark)
    left, top = canvas.pixels(rect).topleft
    left, top = left - canvas.px(4), top - canvas.px(12)
    if opened >= 1:
        canvas.lay(picture, (left, top))
        return rect
    rolled = (rect.width / 2 - _ROLLER) * (1 - opened)
    seen = rect.inflate(-2 * (rolled + _ROLLER), 0)
    with canvas.clipped(seen.inflate(0, 40)):
        canvas.lay(picture, (left, top))
    across, end = canvas.px(rolled), canvas.px(_ROLLER + 4)
    canvas.lay(_end(picture, end, False), (left + across, top))
    canvas.lay(_end(picture, end, True), (left + picture.get_width() - end - across, top))
    return seen


@kept(4)
def _end(picture: pygame.Surface, width: int, is_right: bool) -> pygame.Surface:
    """A roller of a scroll by itself."""
    left = picture.get_width() - width if is_right else 0
    return picture.subsurface((left, 0, width, picture.get_height())).copy()


@kept(3)
def _scroll(width: int, height: int, unit: float, is_dark: bool) -> pygame.Surface:
    """The scroll and its rollers, which reach 4 units beyond it at the sides, 12 above and below."""
    paper = at_once(rice_paper(width, height, (52, 46, 40) if is_dark else (252, 246, 232), 4, 3.0))
    across = np.arange(width, dtype=np.float32) / np.float32(unit)
    ends = 1 - 0.16 * np.exp(-(((across - 16) / 9) ** 2)) - 0.16 * np.exp(-(((across - width / unit + 16) / 9) ** 2))
    surface = pygame.Surface((width + 2 * round(4 * unit), height + 2 * round(12 * unit)), pygame.SRCALPHA)
    surface.blit(
        opaque_surface_from(paper * ends[None, :, None].astype(np.float32)), (round(4 * unit), round(12 * unit))
    )
    easel = Easel(surface, unit).at(4, 12)
    w, h = width / unit, height / unit
    silk, seam = ((112, 92, 60), (84, 66, 42)) if is_dark else ((190, 164, 112), (160, 132, 84))
    for y in (0.0, h - 5):
        easel.rounded(12, y, w - 24, 5, 0, silk)
        easel.rounded(12, y + (4 if y == 0 else 0), w - 24, 1, 0, seam)
    for x in (-4.0, w - _ROLLER):
        end = easel.at(x, -12)
        body = (92, 80, 66) if is_dark else (238, 226, 198)
        end.turned(22, h + 24, rectangle(0, 8, 22, h + 8, 5), body, Light(0.06, 0.35, 0.34, 0.0))

        for y in (0.0, h + 15):
            end.turned(22, h + 24, rectangle(5, y, 12, 9, 3), (116, 66, 42), Light(0.5, 0.3, 0.4, 0.0))
    return surface
