"""What the full-window scenes have in common: their content's place, header, key hints, chips and short measures."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action
from game.ui.widgets.buttons import SquareButton

MARGIN = 32.0
WIDEST = 1400.0
"""Wider windows leave paper at both sides, so that lines stay readable and distances short."""

COMPACT_HEIGHT = 700.0
"""Below this many units of height pages tighten their header and gaps."""


def is_compact(size: tuple[float, float]) -> bool:
    """Whether a window of that size in units needs the tighter measures."""
    return size[1] < COMPACT_HEIGHT


def content(size: tuple[float, float]) -> pygame.FRect:
    """The part of the window that a page uses: between the margins, at most `WIDEST`, in the middle."""
    width = min(size[0] - 2 * MARGIN, WIDEST)
    return pygame.FRect((size[0] - width) / 2, 0, width, size[1])


def body(size: tuple[float, float], tallest: float) -> pygame.FRect:
    """The part of the content under the header and above the footer, at most `tallest` high and then in the middle."""
    inside = content(size)
    top, below = (88.0, 44.0) if is_compact(size) else (112.0, 48.0)
    room = size[1] - top - below
    height = min(room, tallest)
    return pygame.FRect(inside.left, top + max(0.0, room - height) * 0.4, inside.width, height)


def measure(stage: Stage, text: str, size: float = BODY, face: Face = Face.REGULAR) -> float:
    """The width of a line of text in units, for layouts that depend on it."""
    pixels = round(size * stage.scale)
    return stage.fonts.width(text, pixels, stage.fonts.face_for(face, text)) / stage.scale


def split(rect: pygame.FRect, count: int, gap: float) -> list[pygame.FRect]:
    """The rectangle in this many equal columns with a gap between them."""
    width = (rect.width - gap * (count - 1)) / count
    return [pygame.FRect(rect.left + i * (width + gap), rect.top, width, rect.height) for i in range(count)]


def header_top(size: tuple[float, float], top: float) -> float:
    """Where the header's back button begins, so that header and body stay together in a tall window."""
    return max(20.0 if is_compact(size) else 36.0, top - (68.0 if is_compact(size) else 76.0))


def back_button(stage: Stage, area: pygame.FRect, size: tuple[float, float], on_click: Action) -> SquareButton:
    """The framed arrow at the upper left of a page whose body is `area`."""
    rect = pygame.FRect(area.left, header_top(size, area.top), 48, 48)
    return SquareButton(rect, "chevron_left", on_click, stage.t("common.back"), True, 24, "Esc", name="back")


def draw_header(canvas: Canvas, area: pygame.FRect, size: tuple[float, float], title: str, subtitle: str) -> None:
    """Title and subtitle beside the back button of a page whose body is `area`."""
    top = header_top(size, area.top)
    canvas.text(title, area.left + 72, top + 17, DISPLAY - (4 if is_compact(size) else 0), face=Face.TITLE)
    canvas.text(subtitle, area.left + 74, top + 50, BODY, canvas.theme.muted, width=area.width - 74)


def draw_key_hints(canvas: Canvas, x: float, y: float, hints: Sequence[tuple[str, str]]) -> None:
    """Keys and what they do, in a quiet line; what has no key is left out."""
    for key, meaning in hints:
        if not key:
            continue
        x += canvas.text(key, x, y, CAPTION, canvas.theme.ink) + 6
        x += canvas.text(meaning, x, y, CAPTION, canvas.theme.muted) + 24


def draw_footer(
    canvas: Canvas, stage: Stage, left: float, size: tuple[float, float], hints: Sequence[tuple[str, str]] = ()
) -> None:
    """The line of key hints at the foot of a page: how to go back, what is particular to the page, where all keys
    are told."""
    t = stage.t
    around = (("Esc", t("common.back")), *hints, (stage.key("everywhere", "keys"), t("menu.keys")))
    draw_key_hints(canvas, left, footer_y(size), around)


def footer_y(size: tuple[float, float]) -> float:
    """The middle of the line of key hints at the foot of a page."""
    return size[1] - (22.0 if is_compact(size) else 24.0)


def draw_chip(canvas: Canvas, x: float, y: float, text: str, fill: Colour, ink: Colour) -> float:
    """A pill with a caption whose left edge is x and whose middle is y; returns its width."""
    width = canvas.text_width(text, CAPTION, Face.MEDIUM) + 24
    border = ink if canvas.theme.is_contrast else None
    canvas.rounded(pygame.FRect(x, y - 12, width, 24), 12, fill, border, 1.5)
    canvas.text(text, x + width / 2, y, CAPTION, ink, "centre", Face.MEDIUM)
    return width
