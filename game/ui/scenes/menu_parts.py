"""The pieces of the menu: where they lie, the cards of the games, and the tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, CARD_RADIUS, HEADING, TITLE
from game.ui.scenes.page import MARGIN, content, is_compact, split
from game.ui.widgets.base import Action, Pressable
from game.ui.widgets.buttons import blend

Tone = Literal["jade", "indigo", "red", "gold"]

_TALLEST_CARD = 560.0
_LEAST_STEP = 20.0
"""From one portrait to the next."""
_FEWEST_PORTRAITS = 3
_WIDE_CARDS = 3
"""More cards stand closer together."""


@dataclass(frozen=True, slots=True)
class MenuFrame:
    """Rectangles of the menu in units. `saved` is None without a game to continue; `text` is the height of the lower
    part of a card, below its picture."""

    compact: bool
    header: pygame.FRect
    cards: tuple[pygame.FRect, ...]
    text: float
    saved: pygame.FRect | None
    tiles: tuple[pygame.FRect, ...]
    footer: float

    @classmethod
    def fit(cls, size: tuple[float, float], games: int, tiles: int, with_saved: bool) -> MenuFrame:
        """The frame for a window of that size; what a tall window has left goes to the cards, then above and below."""
        compact = is_compact(size)
        inside = content(size)
        top, seal, after, gap, card_gap = (22.0, 56.0, 18.0, 14.0, 16.0) if compact else (32.0, 64.0, 32.0, 24.0, 32.0)
        saved_height, tile_height, foot, text = (72.0, 66.0, 40.0, 146.0) if compact else (88.0, 80.0, 64.0, 168.0)
        fixed = top + seal + after + gap + tile_height + foot + (saved_height + gap if with_saved else 0.0)
        card_height = min(size[1] - fixed, _TALLEST_CARD)
        y = top + max(0.0, size[1] - fixed - card_height) * 0.45
        header = pygame.FRect(inside.left, y, inside.width, seal)
        y = header.bottom + after
        if games > _WIDE_CARDS:
            card_gap *= 0.75
        cards = split(pygame.FRect(inside.left, y, inside.width, card_height), games, card_gap)
        y += card_height + gap
        saved = None
        if with_saved:
            saved = pygame.FRect(inside.left, y, inside.width, saved_height)
            y += saved_height + gap
        row = split(pygame.FRect(inside.left, y, inside.width, tile_height), tiles, 12.0 if compact else 16.0)
        return cls(compact, header, tuple(cards), text, saved, tuple(row), size[1] - (20.0 if compact else MARGIN))

    def picture(self, card: pygame.FRect) -> pygame.FRect:
        """The upper part of a card, inside its border."""
        return pygame.FRect(card.left + 1, card.top + 1, card.width - 2, card.height - self.text - 1)


class CardPicture(Pressable):
    """The board on a game's card: a press starts the game. The keyboard uses the card's button instead."""

    focusable = False

    def __init__(self, rect: pygame.FRect, picture: Callable[[], pygame.Surface], on_click: Action, name: str) -> None:
        super().__init__(rect, on_click, name)
        self._picture = picture

    def draw(self, canvas: Canvas) -> None:
        """The picture with the card's rounded corners, and the line below it."""
        canvas.picture(self._picture(), self.rect, CARD_RADIUS - 1, only_top=True)
        canvas.hairline(self.rect.left, self.rect.bottom - 1, self.rect.width)


class MenuTile(Pressable):
    """A small card with an icon on a tinted square, a name and a line about it."""

    def __init__(
        self, rect: pygame.FRect, icon: str, tone: Tone, title: str, line: str, on_click: Action, name: str
    ) -> None:
        super().__init__(rect, on_click, name)
        self.icon = icon
        self.tone: Tone = tone
        self.title = title
        self.line = line
        self.lit = False
        """Whether a dot in its corner says that somebody or something waits behind it."""

    def draw(self, canvas: Canvas) -> None:
        """Raised a little under the mouse."""
        theme = canvas.theme
        small = self.rect.height < 72
        ground = blend(theme.card, theme.hover, 0.6 * self.hover_share)
        canvas.card(
            self.rect, 2 if self.hovered and not self.pressed else 1, fill=blend(ground, theme.line, self.press_share)
        )
        if self.focused:
            canvas.focus_ring(self.rect, CARD_RADIUS)
        side = 42.0 if small else 48.0
        inset = (self.rect.height - side) / 2
        middle = self.rect.centery + self.press_share
        box = pygame.FRect(self.rect.left + inset, middle - side / 2, side, side)
        tint, ink = tones(canvas)[self.tone]
        canvas.rounded(box, 12, tint, ink if theme.is_contrast else None, 1.5)
        canvas.icon(self.icon, box.centerx, box.centery, 24 if small else 26, ink)
        x = box.right + inset
        room = self.rect.right - 10 - x
        size = BODY + 1 if small else HEADING
        canvas.text(self.title, x, middle - 12, size, face=Face.MEDIUM, width=room - (16 if self.lit else 0))
        canvas.text(self.line, x, middle + 13, CAPTION, theme.muted, width=room)
        if self.lit:
            canvas.circle(self.rect.right - 20, self.rect.top + 20, 5, theme.jade)


def tones(canvas: Canvas) -> dict[Tone, tuple[Colour, Colour]]:
    """Ground and ink of a tinted square, by what they mean."""
    theme = canvas.theme
    return {
        "jade": (theme.jade_tint, theme.jade),
        "indigo": (theme.indigo_tint, theme.indigo),
        "red": (theme.red_tint, theme.red),
        "gold": (theme.gold_tint, theme.gold_ink),
    }


def draw_game_text(
    canvas: Canvas,
    card: pygame.FRect,
    top: float,
    title: str,
    line: str,
    detail: str,
    portraits: Sequence[str],
    widest_title: float,
    compact: bool,
) -> None:
    """What stands below the picture of a game that can be played, from `top`: its name, its levels, two lines. The
    levels have the room that the widest title of all games leaves, so that all cards show as many."""
    pad = 18.0 if compact else 24.0
    x = card.left + pad
    room = card.width - 2 * pad
    first, second, third = (28.0, 56.0, 79.0) if compact else (34.0, 66.0, 90.0)
    canvas.text(title, x, top + first, TITLE, face=Face.TITLE)
    beside = room - widest_title - 20 - 26
    shown = _some_of(portraits, 1 + int(beside / _LEAST_STEP))
    step = min(28.0, beside / max(1, len(shown) - 1))
    for i, kind in enumerate(shown):
        canvas.portrait(kind, card.right - pad - 13 - (len(shown) - 1 - i) * step, top + first, 26)
    canvas.text(line, x, top + second, BODY, width=room)
    canvas.text(detail, x, top + third, CAPTION, canvas.theme.muted, width=room)


def _some_of(portraits: Sequence[str], most: int) -> Sequence[str]:
    """This many portraits at most, evenly from the weakest to the strongest; none where there is room for two only."""
    if len(portraits) <= most:
        return portraits
    if most < _FEWEST_PORTRAITS:
        return ()
    return [portraits[round(i * (len(portraits) - 1) / (most - 1))] for i in range(most)]
