"""The pieces of the menu: where they lie, the drawers of the games with their plates, and the cards below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.ui.board.thumbnail import thumbnail
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, TITLE, TOAST_RADIUS
from game.ui.scenes.page import MARGIN, content, is_compact, split
from game.ui.scenes.tearoom.chest import BRASS, LACQUER
from game.ui.scenes.tearoom.drawer import Contents, board_size, drawer, span
from game.ui.scenes.tearoom.emblems import emblem
from game.ui.scenes.tearoom.frame import FAR, TABLE_EDGE, RoomFrame
from game.ui.widgets.base import Action, Pressable, Widget
from game.ui.widgets.buttons import blend

PLATE_HEIGHT = 168.0
PLATE_PAD = 22.0
PULLED = 4.0
"""How far a drawer comes out under the mouse."""
_PORTRAIT = 26.0
TILE_SIDES: Final = (46.0, 36.0, 28.0, 24.0, 0.0)
"""How large the painted things of the tiles can be: as large as the words let them."""
_TIGHT_SIDE: Final = 36.0
"""With smaller things everything in a tile moves closer together."""
_DOT_STEP = 16.0
_PLAIN = -14.0, -6.0
"""By how much a board in high contrast is smaller than a drawer."""
_LEAST_STEP = 20.0
"""From one portrait to the next."""


@dataclass(frozen=True, slots=True)
class MenuFrame:
    """Rectangles of the menu in units: plates of the games, the scroll below them, the cards of the other rooms; all
    above the plates is the room's."""

    compact: bool
    header: pygame.FRect
    plates: tuple[pygame.FRect, ...]
    scroll: pygame.FRect
    tiles: tuple[pygame.FRect, ...]
    footer: float
    room: RoomFrame

    @classmethod
    def fit(cls, size: tuple[float, float], games: int, tiles: int) -> MenuFrame:
        """The frame for a window of that size; what a tall window has left goes to the room."""
        compact = is_compact(size)
        inside = content(size)
        header = pygame.FRect(inside.left, 22 if compact else 32, inside.width, 56 if compact else 64)
        tile_height, scroll_height, gap = (56.0, 64.0, 10.0) if compact else (64.0, 72.0, 20.0)
        y = size[1] - TABLE_EDGE - 10 - tile_height
        row = split(pygame.FRect(inside.left, y, inside.width, tile_height), tiles, 10.0 if compact else 16.0)
        y -= gap + scroll_height
        scroll = pygame.FRect(inside.left, y, inside.width, scroll_height)
        y -= gap + PLATE_HEIGHT
        plates = split(pygame.FRect(inside.left, y, inside.width, PLATE_HEIGHT), games, 10.0 if compact else 16.0)
        room = RoomFrame.fit(size, inside.left, inside.right, y)
        return cls(compact, header, tuple(plates), scroll, tuple(row), size[1] - TABLE_EDGE / 2, room)

    def drawer(self, plate: pygame.FRect, has_room: bool = True) -> pygame.FRect:
        """The drawer behind a plate; a board as high as the room would be where there is no room."""
        top = self.room.drawers if has_room else self.header.bottom + 20
        return pygame.FRect(plate.left, top, plate.width, self.room.plates - top)

    def halves(self) -> tuple[pygame.FRect, pygame.FRect]:
        """The two parts of the scroll, inside its rollers."""
        inside = self.scroll.inflate(-2 * (MARGIN - 4), 0)
        left, right = split(inside, 2, 2 * 24.0)
        return left, right


class DrawerBoard(Pressable):
    """The board in a game's drawer: a press starts the game. The keyboard uses the plate's button instead. Under the
    mouse the drawer comes out a little."""

    focusable = False

    def __init__(
        self, rect: pygame.FRect, axis: float, contents: Callable[[], Contents], on_click: Action, name: str
    ) -> None:
        """All that recedes runs towards `axis`."""
        super().__init__(rect, on_click, name)
        self._axis = axis
        self._contents = contents
        self.come_out = 1.0
        """How far it has come out of the chest."""

    def draw(self, canvas: Canvas) -> None:
        """The drawer in perspective; in high contrast the board alone, no piece of it cut off."""
        rect, contents = self.rect, self._contents()
        if canvas.theme.is_contrast:
            plain = rect.inflate(*_PLAIN)
            pixels = canvas.pixels(plain).size
            told = contents.painter, contents.position, pixels, canvas.theme, canvas.fonts, contents.region
            canvas.picture(_plain(*told), plain, 6)
            canvas.rounded(plain, 6, None, canvas.theme.ink, 2.0)
            return
        ink = canvas.scale, canvas.theme, canvas.fonts
        picture = drawer(contents, rect.left, rect.width, rect.height, self._axis, *ink)
        left, _ = span(rect.left, rect.width, self._axis)
        pulled = round(PULLED * self.hover_share * canvas.scale)
        hidden = round((1 - self.come_out) * rect.height * canvas.scale)
        # the front of a drawer that is still in the chest is as far from the axis as the far edge of one that is out
        left += (self._axis - rect.centerx) * (1 - FAR) * (1 - self.come_out)
        with canvas.clipped(pygame.FRect(0, rect.top, 10_000, rect.height + PULLED)):
            canvas.lay(picture, (canvas.px(left), canvas.px(rect.top) + pulled - hidden))

    def board_size(self, is_contrast: bool = False) -> tuple[float, float]:
        """How large a picture of the board is wanted, in units."""
        if is_contrast:
            return self.rect.width + _PLAIN[0], self.rect.height + _PLAIN[1]
        return board_size(self.rect.width, self.rect.height)


class PageDots(Widget):
    """A row of dots on a small plate under the band of the chest: which of the pages of drawers is out."""

    focusable = False

    def __init__(self, middle: tuple[float, float], pages: int, page: int) -> None:
        width = pages * _DOT_STEP + 8
        super().__init__(pygame.FRect(middle[0] - width / 2, middle[1] - 8, width, 16), "pages")
        self._pages = pages
        self._page = page

    def draw(self, canvas: Canvas) -> None:
        """The one of this page filled."""
        is_contrast = canvas.theme.is_contrast
        canvas.rounded(self.rect, 8, canvas.theme.card if is_contrast else LACQUER)
        ink = canvas.theme.ink if is_contrast else BRASS
        for number in range(self._pages):
            x = self.rect.left + 4 + _DOT_STEP * (number + 0.5)
            canvas.circle(x, self.rect.centery, 4, ink, stroke=0.0 if number == self._page else 1.5)


_plain = kept(8)(partial(thumbnail, cuts_pieces=False))
"""Boards in high contrast."""


class MenuTile(Pressable):
    """A small card with a painted thing, a name and a line about it."""

    def __init__(self, rect: pygame.FRect, thing: str, title: str, line: str, on_click: Action, name: str) -> None:
        super().__init__(rect, on_click, name)
        self.thing = thing
        self.title = title
        self.line = line
        self.tooltip = line
        self.title_size = HEADING
        self.side = TILE_SIDES[0]
        """How large the painted thing is, 0 = it gives way to the words."""
        self.lit = False
        """Whether a dot says that somebody or something waits behind it: in its corner or, where words want that, on
        the painted thing."""

    @property
    def _is_tight(self) -> bool:
        return self.side < _TIGHT_SIDE

    @property
    def _pad(self) -> float:
        return 6.0 if self._is_tight else 8.0

    @property
    def _indent(self) -> float:
        """Where the words begin."""
        gap = 5.0 if self._is_tight else 6.0
        return self._pad + (self.side + gap if self.side else 0.0)

    @property
    def room(self) -> float:
        """The width that there is for words."""
        return self.rect.width - self._indent - self._pad

    @property
    def title_room(self) -> float:
        """The width that there is for the name beside the dot."""
        return self.room if self._has_dot_aside else self.room - 10

    @property
    def _has_dot_aside(self) -> bool:
        return self._is_tight and self.side > 0

    def draw(self, canvas: Canvas) -> None:
        """Raised a little under the mouse."""
        theme = canvas.theme
        ground = blend(theme.card, theme.hover, 0.6 * self.hover_share)
        level = 3 if self.hovered and not self.pressed else 2
        canvas.card(self.rect, level, TOAST_RADIUS, fill=blend(ground, theme.line, self.press_share))
        if self.focused:
            canvas.focus_ring(self.rect, TOAST_RADIUS)
        side, room, size = self.side, self.room, self.title_size
        middle = self.rect.centery + self.press_share
        thing = pygame.FRect(self.rect.left + self._pad, middle - side / 2, side, side)
        if side:
            canvas.lay(emblem(self.thing, canvas.px(side)), (canvas.px(thing.left), canvas.px(thing.top)))
        x = self.rect.left + self._indent
        free = self.title_room if self.lit else room
        if canvas.text_width(self.line, CAPTION) <= room and canvas.text_width(self.title, size, Face.MEDIUM) <= free:
            canvas.text(self.title, x, middle - 11, size, face=Face.MEDIUM)
            canvas.text(self.line, x, middle + 13, CAPTION, theme.muted)
        else:  # its tooltip says the rest
            lines = canvas.wrapped(self.title, free, BODY, Face.MEDIUM)[:2]
            widest = max(canvas.text_width(line, BODY, Face.MEDIUM) for line in lines)
            size = BODY if widest <= free else CAPTION
            for i, line in enumerate(lines):
                canvas.text(line, x, middle + 18 * (i - (len(lines) - 1) / 2), size, face=Face.MEDIUM, width=free)
        if self.lit and self._has_dot_aside:
            canvas.circle(thing.right - 2, thing.top, 6.5, ground)
            canvas.circle(thing.right - 2, thing.top, 5, theme.jade)
        elif self.lit:
            canvas.circle(self.rect.right - 12, self.rect.top + 12, 5, theme.jade)


def draw_plate_words(
    canvas: Canvas,
    plate: pygame.FRect,
    title: str,
    line: str,
    stars: tuple[int, int],
    portraits: Sequence[str],
    won: Sequence[bool],
) -> None:
    """What a plate says besides its buttons: the game's name, the stars of its ladder, a line, the portraits of its
    levels; those that were beaten in colour, the next one ringed."""
    theme = canvas.theme
    left, right = plate.left + PLATE_PAD, plate.right - PLATE_PAD
    told = canvas.text(f"{stars[0]}/{stars[1]}", right, plate.top + 32, BODY, align="right", face=Face.MEDIUM)
    canvas.icon("star", right - told - 14, plate.top + 32, 18, theme.gold)
    canvas.text(title, left, plate.top + 32, TITLE, face=Face.TITLE, width=right - left - told - 34)
    canvas.text(line, left, plate.top + 60, CAPTION, theme.muted, width=right - left)
    shown = _some_of(list(zip(portraits, won, strict=True)), 1 + int((right - left - _PORTRAIT) / _LEAST_STEP))
    pitch = min(31.7, (right - left - _PORTRAIT) / max(1, len(shown) - 1))
    diameter = min(_PORTRAIT, pitch - 1)
    is_next_told = False
    for i, (kind, beaten) in enumerate(shown):
        x, y = left + _PORTRAIT / 2 + i * pitch, plate.top + 90
        if beaten:
            canvas.portrait(kind, x, y, diameter)
        elif not is_next_told:
            is_next_told = True
            canvas.portrait(kind, x, y, diameter)
            canvas.circle(x, y, diameter / 2 + 1.5, theme.red, 2)
        else:
            canvas.faded_portrait(kind, x, y, diameter)


def _some_of(portraits: Sequence[tuple[str, bool]], most: int) -> Sequence[tuple[str, bool]]:
    """This many portraits at most, evenly from the weakest to the strongest."""
    if len(portraits) <= most:
        return portraits
    return [portraits[round(i * (len(portraits) - 1) / max(1, most - 1))] for i in range(most)]
