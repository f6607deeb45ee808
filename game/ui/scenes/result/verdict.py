"""The card that says how a game has ended: the words, the print of the seal, and what the opponent says of it.

A win has the print in red with the seal stone lifted beside it, a loss a blind stamp with two leaves, anything else the
print alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.portraits import Expression
from game.ui.paint.seal import GLYPH_SHARE, seal
from game.ui.paint.seal_print import blind_print
from game.ui.paint.surfaces import soft_shadow
from game.ui.paint.text import Face, Fonts, wrap
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING, TITLE, TOAST_RADIUS
from game.ui.scenes.result.aftermath import Mood, draw_leaves
from game.ui.scenes.result.words import ResultWords
from game.ui.scenes.tearoom.relief import Easel, Light, blob, line, rectangle

_PAD: Final = 24.0
_PRINT: Final = 88.0
_LOW: Final = 200.0
"""A lower card has no room for what the opponent says."""
_QUOTE: Final = 44.0
_BEFORE_QUOTE: Final = 56.0
"""For the portrait, before the bubble ..."""
_IN_QUOTE: Final = 32.0
"""... and at both ends inside it."""
_QUOTE_SIZES: Final = ((BODY, 2), (CAPTION, 3))
"""Sizes of what the opponent says, and how many lines of each have room."""
_TILT: Final = 2.0
_STONE: Final = (64.0, 96.0)
_STONE_TILT: Final = 14.0
_CARVED: Final = (
    [(20.0, 30.0), (24.0, 20.0), (34.0, 16.0), (42.0, 22.0)],
    [(26.0, 32.0), (32.0, 24.0), (40.0, 28.0)],
)
"""Lines in the top of the stone."""


@dataclass(frozen=True, slots=True)
class Quote:
    """What the opponent said at the end, the portrait of who said it, and its expression."""

    portrait: str
    text: str
    mood: Expression = Expression.CALM


def has_room_for_quote(rect: pygame.FRect) -> bool:
    """Whether a card of that place shows what the opponent says."""
    return rect.height >= _LOW


def draw_verdict(
    canvas: Canvas,
    rect: pygame.FRect,
    words: ResultWords,
    mood: Mood,
    quote: Quote | None,
    stamped: float,
    beside: float = 0.0,
) -> None:
    """The card; `stamped` goes from 0 to 1 while the seal comes down, and on to 2 while its stone is lifted or the
    leaves fall. So much room is left free `beside` what the opponent says."""
    theme = canvas.theme
    canvas.card(rect, 2 if mood is not Mood.LOST else 1)
    shows_quote = quote is not None and has_room_for_quote(rect)
    height = rect.height - (_QUOTE + 40 if shows_quote else 0)
    side = min(_PRINT, height - 40, rect.width * 0.24)
    left, room = rect.left + _PAD, rect.width - 2 * _PAD - side - 16
    lines, size = _reason(canvas, words.reason, room)
    step = 24.0 if size == HEADING else 20.0
    whole = 44 + step * len(lines) + 24
    y = rect.top + max(28.0, (height - whole) / 2 + 24)
    sizes = (each for each in (DISPLAY, TITLE) if canvas.text_width(words.headline, each, Face.TITLE) <= room)
    canvas.text(words.headline, left, y, next(sizes, HEADING), face=Face.TITLE, width=room)
    y += 36
    for text in lines:
        canvas.text(text, left, y, size, face=Face.MEDIUM)
        y += step
    wide = rect.width - 2 * _PAD if y + 4 > rect.top + 20 + side else room
    canvas.paragraph(words.detail, left, y + 4, wide, BODY, theme.muted, 20, lines=2)
    _draw_stamp(canvas, rect, side, words.seal, mood, stamped)
    if shows_quote and quote is not None:
        canvas.hairline(left, rect.bottom - _QUOTE - 40, rect.width - 2 * _PAD)
        row = quote_row(rect)
        row.width -= beside
        _draw_quote(canvas, row, quote)


def _reason(canvas: Canvas, text: str, room: float) -> tuple[list[str], float]:
    """The reason in one line, or smaller in two at the most."""
    if canvas.text_width(text, HEADING, Face.MEDIUM) <= room:
        return [text], HEADING
    return canvas.wrapped(text, room, BODY, Face.MEDIUM)[:2], BODY


def quote_row(rect: pygame.FRect) -> pygame.FRect:
    """Where a card of that place shows what the opponent says."""
    return pygame.FRect(rect.left + _PAD, rect.bottom - _QUOTE - 18, rect.width - 2 * _PAD, _QUOTE)


def quote_lines(text: str, width: float, measured: Callable[[str, float], float]) -> tuple[list[str], float] | None:
    """What the opponent says in the lines and the size that have room in a row of that width; None where it has none.
    `measured` is the width of a text of a size."""
    for size, most in _QUOTE_SIZES:
        lines = wrap(text, width - _BEFORE_QUOTE - _IN_QUOTE, partial(_measured, measured, size))
        if len(lines) <= most:
            return lines, size
    return None


def _measured(measured: Callable[[str, float], float], size: float, text: str) -> float:
    return measured(text, size)


def _draw_quote(canvas: Canvas, row: pygame.FRect, quote: Quote) -> None:
    theme = canvas.theme
    canvas.portrait(quote.portrait, row.left + _QUOTE / 2, row.centery, _QUOTE, quote.mood)
    x = row.left + _BEFORE_QUOTE
    fitting = quote_lines(quote.text, row.width, canvas.text_width)
    lines, size = fitting or (canvas.wrapped(quote.text, row.width - _BEFORE_QUOTE - _IN_QUOTE, BODY)[:2], BODY)
    across = max(canvas.text_width(each, size) for each in lines) + _IN_QUOTE
    bubble = pygame.FRect(x, row.top, across, row.height).inflate(0, 10 if len(lines) > 2 else 0)
    canvas.rounded(bubble, TOAST_RADIUS, theme.inset, theme.ink if theme.is_contrast else None, 1.5)
    canvas.line([(x + 1, row.centery - 6), (x - 7, row.centery), (x + 1, row.centery + 6)], 1, theme.inset, fill=True)
    for n, each in enumerate(lines):
        step = 19 if size == BODY else 16
        canvas.text(each, x + 16, row.centery + (n - (len(lines) - 1) / 2) * step, size)


# ---- the stamp


def _draw_stamp(canvas: Canvas, rect: pygame.FRect, side: float, character: str, mood: Mood, stamped: float) -> None:
    if stamped <= 0:
        return
    pixels = canvas.px(side)
    x, y = rect.right - _PAD - side / 2, rect.top + 20 + side / 2
    down, after = min(1.0, stamped), max(0.0, stamped - 1)
    if mood is Mood.LOST:
        picture = blind_print(
            canvas.fonts, pixels, character, canvas.theme.card, True, 0.75 if canvas.theme.is_contrast else 0.0
        )
        _lay_middle(canvas, picture, x, y, round(255 * down))
        if not canvas.theme.is_contrast and side >= 80:
            draw_leaves(canvas, rect, after)
        return
    eased = 1 - (1 - down) ** 3
    picture = _print(canvas.fonts, pixels, character)
    if down < 1:
        picture = pygame.transform.smoothscale_by(picture, 1.25 - 0.25 * eased)
    _lay_middle(canvas, picture, x, y, round(255 * eased))
    beside = rect.width >= 420 and side >= 80
    if mood is Mood.WON and beside and not canvas.theme.is_contrast and after > 0:
        stone = _stone(canvas.scale)
        lifted = 1 - (1 - after) ** 2
        _lay_middle(canvas, stone, x - (side / 2 + 40) * lifted, y + 2 - 6 * math.sin(math.pi * lifted), 255)


def _lay_middle(canvas: Canvas, picture: pygame.Surface, x: float, y: float, alpha: int) -> None:
    width, height = picture.get_size()
    canvas.lay(picture, (round(x * canvas.scale - width / 2), round(y * canvas.scale - height / 2)), alpha)


@kept(2)
def _print(fonts: Fonts, pixels: int, character: str) -> pygame.Surface:
    """The red print, leaning a little."""
    glyph = fonts.render(character, round(pixels * GLYPH_SHARE), (255, 255, 255), Face.TITLE)
    return pygame.transform.rotozoom(seal(pixels, glyph), _TILT, 1)


@kept(2)
def _stone(unit: float) -> pygame.Surface:
    """The seal's stone of pale jade with a carved top, lifted and leaning, with its shadow."""
    width, height = (round(each * unit) for each in _STONE)
    body = pygame.Surface((width, height), pygame.SRCALPHA)
    easel = Easel(body, unit)
    easel.turned(*_STONE, rectangle(14, 34, 36, 50, 3), (164, 184, 156), Light(0.28, 0.28, 0.34, 0.10))
    top = [(16.0, 36.0), (15.0, 24.0), (20.0, 12.0), (30.0, 6.0), (42.0, 9.0), (49.0, 20.0), (48.0, 36.0)]
    easel.turned(*_STONE, blob(top), (178, 196, 168), Light(0.30, 0.28, 0.34, 0.0))
    for carved in _CARVED:
        easel.flat(*_STONE, line(carved, 1.3), (116, 140, 112), 0.75)
    easel.flat(*_STONE, rectangle(14, 80, 36, 5, 1), (168, 52, 40))
    turned = pygame.transform.rotozoom(body, _STONE_TILT, 1)
    shadow = soft_shadow(round(34 * unit), round(60 * unit), 6 * unit, max(1, round(6 * unit)), 60, (60, 36, 16))
    size = turned.get_width() + round(20 * unit), turned.get_height() + round(24 * unit)
    whole = pygame.Surface(size, pygame.SRCALPHA)
    middle = whole.get_width() // 2, whole.get_height() // 2
    whole.blit(shadow, shadow.get_rect(center=(middle[0] + round(8 * unit), middle[1] + round(12 * unit))))
    whole.blit(turned, turned.get_rect(center=middle))
    return whole
