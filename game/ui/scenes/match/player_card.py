"""The card of one player: who it is, the colour, and the clock."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.match.clock import clock_text, shows_tenths
from game.ui.paint.canvas import Canvas
from game.ui.paint.portraits import Expression
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BUTTON_RADIUS, CAPTION, DISPLAY, HEADING, TITLE
from game.ui.widgets.choices import Mark

CAPTURED = 20.0
"""How large captured pieces are."""
_LEAST_STEP, _WIDEST_STEP = 8.0, 17.0
"""From one captured piece to the next: they overlap where there are many."""
_CLOSE_STEP = 11.0
"""Closer together one of each kind with its number is easier to read, if there is room for that."""
_GROUP_GAP = 8.0

_AVATARS = ((44, 102, 80), (38, 86, 140))
"""Ground colours of people without a portrait, by side: jade and indigo."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What the card of a player shows; of `details` the first matters most. `portrait` is a level, None = a person;
    `mood` is what its face shows, `ground` a person's colour (None = their side's), `corner` a small picture at the
    lower right of the disc, `captured` the kinds of pieces that the player has taken, and how many of each.

    `shows_clock` False leaves the clock out, for a game whose times are not known.
    `left_s` is the time left (None = no time control), `used_s` the thinking time of the whole game, both in seconds.
    """

    name: str
    details: tuple[str, ...]
    portrait: str | None
    side: int
    mark: Mark
    is_active: bool
    is_running: bool
    left_s: float | None
    used_s: float
    mood: Expression = Expression.CALM
    ground: Colour | None = None
    corner: Mark | None = None
    captured: tuple[tuple[Mark, int], ...] = ()
    shows_clock: bool = True


def draw_player_card(canvas: Canvas, rect: pygame.FRect, view: PlayerView) -> None:
    """The side to move has a red border, a triangle and a dark clock plate: shape tells, not colour alone."""
    theme = canvas.theme
    narrow = rect.width < 400
    canvas.card(
        rect,
        2 if view.is_active else 1,
        border=theme.red if view.is_active else None,
        border_width=2.0 if view.is_active else 1.0,
    )
    diameter = 40.0 if narrow else 48.0
    inset = 12.0 if narrow else 16.0
    centre = rect.left + inset + diameter / 2
    if view.portrait:
        canvas.portrait(view.portrait, centre, rect.centery, diameter, view.mood)
    else:
        canvas.initial(view.name, centre, rect.centery, diameter, view.ground or _AVATARS[view.side])
    if view.corner:
        view.corner(canvas, centre + diameter * 0.36, rect.centery + diameter * 0.36)
    clock_width = 116.0 if narrow else 152.0
    clock = pygame.FRect(rect.right - inset - clock_width, rect.centery - 26, clock_width, 52)
    x = rect.left + 2 * inset + diameter
    room = (clock.left - 22 if view.shows_clock else rect.right - inset) - x
    view.mark(canvas, x + 9, rect.centery - 12)
    canvas.text(view.name, x + 26, rect.centery - 12, HEADING, face=Face.MEDIUM, width=room - 26)
    _draw_details(canvas, pygame.FRect(x, rect.centery + 2, room, 24), view)
    if view.shows_clock:
        _draw_clock(canvas, clock, view, narrow)


def _draw_details(canvas: Canvas, row: pygame.FRect, view: PlayerView) -> None:
    """What is to be said of the player, the last of it left out first where not all fits, then what was captured; where
    both have no room the pieces come first, unless something is the matter with the line."""
    count = sum(number for _, number in view.captured)
    in_groups = sum(CAPTURED + _group_text(canvas, number) + _GROUP_GAP for _, number in view.captured) - _GROUP_GAP
    one_by_one = CAPTURED + (count - 1) * _LEAST_STEP
    needed = min(one_by_one, in_groups) + 12 if count else 0.0
    shortened = [" · ".join(view.details[:number]) for number in range(len(view.details), 0, -1)]
    choices = (*shortened, view.details[0] if view.corner else "")
    detail = next((each for each in choices if canvas.text_width(each, CAPTION) <= row.width - needed), choices[-1])
    x = row.left + canvas.text(detail, row.left, row.centery, CAPTION, canvas.theme.muted, width=row.width)
    left = x + 12 if detail else x
    if not count or row.right - left < CAPTURED:
        return
    step = min(_WIDEST_STEP, (row.right - left - CAPTURED) / max(1, count - 1))
    if step < _CLOSE_STEP and in_groups <= row.right - left:
        for mark, number in view.captured:
            mark(canvas, left + CAPTURED / 2, row.centery)
            width = _group_text(canvas, number)
            if width:
                canvas.text(f"×{number}", left + CAPTURED + 2, row.centery, CAPTION, canvas.theme.muted)
            left += CAPTURED + width + _GROUP_GAP
        return
    each = [mark for mark, number in view.captured for _ in range(number)]
    for index, mark in enumerate(each):
        mark(canvas, left + CAPTURED / 2 + index * step, row.centery)


def _group_text(canvas: Canvas, number: int) -> float:
    """How wide the number of pieces of a kind is beside one of them."""
    return canvas.text_width(f"×{number}", CAPTION) + 4 if number > 1 else 0.0


def _draw_clock(canvas: Canvas, rect: pygame.FRect, view: PlayerView, narrow: bool) -> None:
    theme = canvas.theme
    counts_down = view.left_s is not None
    seconds = view.left_s if view.left_s is not None else view.used_s
    main, tenths = clock_text(seconds)
    low = counts_down and shows_tenths(seconds)
    if view.is_active:
        canvas.rounded(rect, BUTTON_RADIUS, theme.plate)
        tip, back = rect.left - 3, rect.left - 13
        canvas.line(
            [(back, rect.centery - 7), (tip, rect.centery), (back, rect.centery + 7)], 0.5, theme.red, fill=True
        )
        ink = theme.on_plate
        if low:
            ink = (255, 190, 170) if not theme.is_dark else theme.red_tint
    else:
        canvas.rounded(rect, BUTTON_RADIUS, theme.inset, theme.line, 2.0 if theme.is_contrast else 1.25)
        ink = theme.red if low else theme.ink
    # tenths: always without a time control, where they are what is counted; otherwise when it runs or is short
    with_tenths = not counts_down or low or view.is_running
    big, small = (28.0, 18.0) if narrow else (float(DISPLAY), float(TITLE))
    if len(main) > 5:
        big, small = big * 0.78, small * 0.78
    width = canvas.text_width(main, big, Face.MEDIUM)
    whole = width + (canvas.text_width(tenths, small, Face.MEDIUM) if with_tenths else 0)
    x = rect.centerx - whole / 2
    canvas.text(main, x, rect.centery, big, ink, face=Face.MEDIUM)
    if with_tenths:
        # on the baseline of the large figures
        canvas.text(tenths, x + width, rect.centery + (big - small) * 0.365, small, ink, face=Face.MEDIUM)
