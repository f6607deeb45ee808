"""What games of black and white stones share: the ink on them, a small one beside a name, the mark of the last one."""

from __future__ import annotations

from typing import Final

import pygame

from game.rules.core import Side
from game.ui.board.stones import small_stone
from game.ui.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.theme import Theme

_RIM: Final[Colour] = (150, 138, 124)


def ink_on(side: Side, contrast: bool = False) -> Colour:
    """The colour that reads on a side's stones; in high contrast the opposite one."""
    if contrast:
        return (255, 255, 255) if side is Side.FIRST else (0, 0, 0)
    return (255, 252, 244) if side is Side.FIRST else (30, 24, 20)


def colours_of(side: Side) -> tuple[Colour, Colour]:
    """Black with pale ink, white with dark ink."""
    return ((24, 22, 22) if side is Side.FIRST else (250, 247, 240)), ink_on(side)


def emblem_stone(style: str, side: Side, diameter: int, theme: Theme) -> pygame.Surface:
    """A stone alone; black has a rim where the ground may be dark. The high-contrast theme takes its own style."""
    if theme.is_contrast:
        return small_stone("contrast", side is Side.FIRST, diameter, theme.card, 1.5)
    return small_stone(style, side is Side.FIRST, diameter, _RIM if theme.is_dark else None, 1.3)


def draw_last_dot(
    canvas: Canvas,
    centre: tuple[float, float],
    side: Side,
    radius: float,
    ring: float,
    red: Colour,
    discs: tuple[float, float],
) -> None:
    """What marks the last stone: a red dot with a pale ring of that width; in high contrast a disc in the colour of the
    other side and one of its own in it, so many times as wide."""
    if canvas.theme.is_contrast:
        canvas.circle(*centre, radius * discs[0], ink_on(side, contrast=True))
        canvas.circle(*centre, radius * discs[1], ink_on(side.other, contrast=True))
        return
    canvas.circle(*centre, radius + ring, (255, 248, 236))
    canvas.circle(*centre, radius, red)
