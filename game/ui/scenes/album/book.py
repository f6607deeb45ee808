"""The opened book: its paper with the fold, where the seals lie in it, and a seal in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np
import pygame

from game.progress.seals.seal import SEALS, Seal
from game.ui.board.textures import rice_paper
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import at_once, kept
from game.ui.paint.seal_print import blind_print, seal_print
from game.ui.paint.surfaces import Colour, opaque_surface_from, rounded_picture
from game.ui.paint.text import Face, Fonts
from game.ui.paint.theme import BODY, CAPTION, TOAST_RADIUS, Theme
from game.ui.widgets.base import Pressable

HALF: Final = 4
"""Seals in a row of one page."""
_MARGIN: Final = 40.0
"""At the outer side of each row, where the group is named."""
_RIGHT: Final = 12.0
_RADIUS: Final = 8.0
_NAMED: Final = 96.0
"""Seals whose places are that wide, and 112 units high, have their names under them."""
_NAMED_HEIGHT: Final = 112.0
_PAPER: Final[Colour] = (254, 249, 238)
_PAPER_AT_NIGHT: Final[Colour] = (214, 202, 180)
_INK: Final[Colour] = (42, 36, 30)
_MUTED: Final[Colour] = (96, 82, 66)
_RULE: Final[Colour] = (226, 213, 188)
_RED: Final[Colour] = (163, 54, 42)
_RED_TINT: Final[Colour] = (248, 230, 223)
_GOLD: Final[Colour] = (185, 128, 31)
_WELL: Final[Colour] = (240, 230, 212)


@dataclass(frozen=True, slots=True)
class BookFrame:
    """Where things lie in a book over `rect`: `half` of a row, and rows of one height."""

    rect: pygame.FRect
    rows: int

    @property
    def pitch(self) -> float:
        """From one seal to the next."""
        return (self.rect.width - _MARGIN - _RIGHT - self._fold) / (2 * HALF)

    @property
    def _fold(self) -> float:
        return 24.0

    @property
    def row_height(self) -> float:
        """Of one row."""
        return (self.rect.height - 16) / self.rows

    @property
    def shows_names(self) -> bool:
        """Whether there is room for the names of the seals."""
        return self.pitch >= _NAMED and self.row_height >= _NAMED_HEIGHT

    def half(self, number: int) -> pygame.FRect:
        """One half of a row, on the left page or the right one, numbered in the order of reading."""
        row, right = divmod(number, 2)
        left = self.rect.left + _MARGIN + (right * (HALF * self.pitch + self._fold))
        return pygame.FRect(left, self.rect.top + 8 + row * self.row_height, HALF * self.pitch, self.row_height)

    def place(self, number: int, at: int) -> pygame.FRect:
        """The place of a seal in a half."""
        half = self.half(number)
        return pygame.FRect(half.left + at * self.pitch, half.top, self.pitch, half.height)


def halves() -> tuple[tuple[str, tuple[Seal, ...]], ...]:
    """The seals by halves of rows, each with the group that begins there (empty where one goes on). A group of more
    than one half begins on the left page."""
    found: list[tuple[str, tuple[Seal, ...]]] = []
    for group, members in groupby(SEALS, lambda each: each.group):
        seals = tuple(members)
        if len(seals) > HALF and len(found) % 2:
            found.append(("", ()))
        for start in range(0, len(seals), HALF):
            found.append((group if start == 0 else "", seals[start : start + HALF]))
    return tuple(found)


def paper_colour(canvas: Canvas) -> Colour:
    """What the pages of the book are made of in this theme."""
    if canvas.theme.is_contrast:
        return canvas.theme.card
    return _PAPER_AT_NIGHT if canvas.theme.is_dark else _PAPER


def uninked(theme: Theme) -> float:
    """How far the characters of a seal that is still to be won stand out from its paper."""
    return 0.75 if theme.is_contrast else 0.32


def draw_book(canvas: Canvas, frame: BookFrame, labels: Sequence[tuple[int, str]], vertical: bool) -> None:
    """Both pages, lines between the rows, and the names of the groups at the halves in which they begin, upright
    characters (`vertical`) or turned text."""
    rect, theme = frame.rect, canvas.theme
    if theme.is_contrast:
        canvas.card(rect)
    else:
        canvas.shadow(rect, _RADIUS, 2)
        ground = paper_colour(canvas)
        for below in (6.0, 3.0):
            under = rect.move(below - 3, below)
            edge = tuple(round(part * 0.93) for part in ground)
            canvas.rounded(under, _RADIUS, (edge[0], edge[1], edge[2]), (196, 180, 150), 1)
        width, height = canvas.pixels(rect).size
        fold = (frame.half(1).left - 12 - rect.left) / rect.width
        canvas.lay(
            _pages(width, height, ground, fold, _RADIUS * canvas.scale, canvas.scale), canvas.pixels(rect).topleft
        )
        canvas.rounded(rect, _RADIUS, None, (196, 180, 150), 1)
    for row in range(1, frame.rows):
        y = rect.top + 8 + row * frame.row_height
        canvas.hairline(rect.left + 20, y, rect.width - 40, theme.line if theme.is_contrast else _RULE)
    ink = theme.ink if theme.is_contrast else _MUTED
    for number, text in labels:
        half = frame.half(number)
        x = half.left - (22 if number % 2 == 0 else 6)
        label = _label(canvas.fonts, text, canvas.px(CAPTION if not vertical else BODY), vertical, ink)
        place = canvas.px(x) - label.get_width() // 2, canvas.px(half.centery) - label.get_height() // 2
        canvas.lay(label, place)


@kept(2)
def _pages(width: int, height: int, ground: Colour, fold: float, radius: float, unit: float) -> pygame.Surface:
    """The paper of both pages, darker towards the fold at that share of its width."""
    paper = at_once(rice_paper(width, height, ground, 9, 3.0))
    away = (np.arange(width, dtype=np.float32) - np.float32(fold * width)) / np.float32(unit)
    shade = 1 - 0.055 * np.exp(-((away / 18) ** 2)) - 0.05 * np.exp(-((away / 4) ** 2))
    return rounded_picture(opaque_surface_from(paper * shade[None, :, None].astype(np.float32)), radius)


@kept(32)
def _label(fonts: Fonts, text: str, pixels: int, vertical: bool, ink: Colour) -> pygame.Surface:
    """The name of a group, one character below the other, or turned to be read upwards."""
    face = fonts.face_for(Face.TITLE if vertical else Face.MEDIUM, text)
    if not vertical:
        return pygame.transform.rotate(fonts.render(text, pixels, ink, face), 90)
    glyphs = [fonts.render(character, pixels, ink, face) for character in text]
    step = round(pixels * 1.15)
    whole = pygame.Surface((max(each.get_width() for each in glyphs), step * len(glyphs)), pygame.SRCALPHA)
    for i, glyph in enumerate(glyphs):
        whole.blit(glyph, ((whole.get_width() - glyph.get_width()) // 2, i * step + (step - glyph.get_height()) // 2))
    return whole


class SealCell(Pressable):
    """A seal in the book: its print, or where it would be. Whoever gives it the focus looks at it."""

    def __init__(
        self, rect: pygame.FRect, seal: Seal, title: str, on_press: Callable[[], None], *, is_named: bool
    ) -> None:
        super().__init__(rect, on_press, f"seal-{seal.name}")
        self.seal = seal
        self.title = title
        self.tooltip = "" if is_named else title
        self._is_named = is_named
        self.is_won = self.is_near = self.is_chosen = False
        """Whether it was won; whether it is one of the nearest, whose characters can be seen."""
        self.progress = 0
        self.fall = 1.0
        """How far the print has come down."""

    def draw(self, canvas: Canvas) -> None:
        """The ground of the chosen one, the print, its name and how far it has come."""
        theme, rect = canvas.theme, self.rect
        inner = rect.inflate(-8, -8)
        if self.is_chosen:
            tint, red = (theme.card, theme.red) if theme.is_contrast else (_RED_TINT, _RED)
            canvas.rounded(inner, TOAST_RADIUS, tint, red, 2.0 if theme.is_contrast else 1.5)
        elif self.hover_share > 0:
            canvas.rounded(inner, TOAST_RADIUS, None, theme.line if theme.is_contrast else _RULE, 1.5)
        if self.focused:
            canvas.focus_ring(inner.inflate(-4, -4), TOAST_RADIUS)
        side = min(68.0, rect.width - 16, rect.height - (56 if self._is_named else 22))
        top = rect.top + 10 if self._is_named else rect.centery - side / 2 - 4
        self._draw_print(canvas, rect.centerx, top + side / 2, side)
        y = top + side + 14
        if self._is_named:
            y = self._draw_name(canvas, y)
        if self.seal.goal > 1 and not self.is_won and self.progress:
            self._draw_progress(canvas, min(y, rect.bottom - 12))

    def _draw_print(self, canvas: Canvas, x: float, y: float, side: float) -> None:
        pixels = canvas.px(side)
        if self.is_won and self.fall <= 0:
            return
        if self.is_won:
            picture = seal_print(canvas.fonts, pixels, self.seal.mark)
            if self.fall < 1:
                grown = round(pixels * (1.25 - 0.25 * self.fall))
                picture = pygame.transform.smoothscale(picture, (grown, grown))
        elif canvas.theme.is_contrast:
            canvas.rounded(pygame.FRect(x - side / 2, y - side / 2, side, side), 10, None, canvas.theme.ink, 1.5)
            if not self.is_near:
                return
            picture = blind_print(canvas.fonts, pixels, self.seal.mark, canvas.theme.card, True, uninked(canvas.theme))
        else:
            ground, deep = paper_colour(canvas), uninked(canvas.theme)
            picture = blind_print(canvas.fonts, pixels, self.seal.mark, ground, self.is_near, deep)
        half = picture.get_width() / 2
        canvas.lay(picture, (round(x * canvas.scale - half), round(y * canvas.scale - half)), round(255 * self.fall))

    def _draw_name(self, canvas: Canvas, y: float) -> float:
        theme = canvas.theme
        face = Face.MEDIUM if self.is_won else Face.REGULAR
        ink = _RED if self.is_chosen else _INK if self.is_won else _MUTED
        if theme.is_contrast:
            ink = theme.red if self.is_chosen else theme.ink
        lines = canvas.wrapped(self.title, self.rect.width - 10, CAPTION, face)[:2]
        for line in lines:
            canvas.text(line, self.rect.centerx, y, CAPTION, ink, "centre", face, width=self.rect.width - 6)
            y += 15
        return y + 3

    def _draw_progress(self, canvas: Canvas, y: float) -> None:
        theme = canvas.theme
        text = f"{self.progress}/{self.seal.goal}"
        across = min(76.0, self.rect.width - 16)
        left = self.rect.centerx - across / 2
        ink = theme.ink if theme.is_contrast else _MUTED
        width = across - 6 - canvas.text(text, left + across, y, CAPTION, ink, "right")
        draw_bar(canvas, pygame.FRect(left, y - 2.5, width, 5), self.progress / self.seal.goal)


def draw_bar(canvas: Canvas, rect: pygame.FRect, share: float, is_on_paper: bool = True) -> None:
    """How far something has come, in gold; on the album's paper, which stays pale at night, or on a card."""
    theme = canvas.theme
    well, edge, gold = _WELL, _RULE, _GOLD
    if theme.is_contrast:
        well, edge, gold = theme.inset, theme.line, theme.ink
    elif theme.is_dark and not is_on_paper:
        well, edge, gold = theme.inset, theme.line, theme.gold
    radius = rect.height / 2
    canvas.rounded(rect, radius, well, edge, 1)
    if share > 0:
        canvas.rounded(
            pygame.FRect(rect.left, rect.top, max(rect.height, rect.width * min(1.0, share)), rect.height), radius, gold
        )
