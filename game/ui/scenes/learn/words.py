"""What stands beside the board of a page: the rule, and below it the task and what has come of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.portraits import Expression
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CAPTION, TITLE

Mood = Literal["task", "done", "shown", "missed"]
"""What the box below the text tells: what is to be done, that it is, how it is done, that it can't be done any more."""

_ICONS: Final[dict[Mood, str]] = {"task": "target", "done": "check", "shown": "info", "missed": "refresh"}
_FACES: Final[dict[Mood, Expression]] = {
    "task": Expression.CALM,
    "done": Expression.PLEASED,
    "shown": Expression.THINKING,
    "missed": Expression.STARTLED,
}
_PAD: Final = 14.0
_TEACHER: Final = "master"
_LEAST_TEACHER, _LARGEST_TEACHER = 56.0, 128.0
_TAIL: Final = 14.0
"""From the box down to the teacher."""


@dataclass(frozen=True, slots=True)
class Words:
    """A page in words: its title, the rule, and a box with a heading and a sentence."""

    title: str
    text: str
    mood: Mood
    heading: str
    said: str


def draw_words(canvas: Canvas, rect: pygame.FRect, words: Words, is_compact: bool) -> float:
    """Title, text and box from the top of `rect`; returns where the box ends, in units."""
    theme, step = canvas.theme, 21.0 if is_compact else 23.0
    y = rect.top + 16
    for line in canvas.wrapped(words.title, rect.width, TITLE, Face.TITLE):
        canvas.text(line, rect.left, y, TITLE, face=Face.TITLE)
        y += 32
    y += 4 if is_compact else 10
    y = canvas.paragraph(words.text, rect.left, y, rect.width, BODY, theme.ink, step)
    top = y - step / 2 + (8 if is_compact else 16)
    return draw_said(canvas, pygame.FRect(rect.left, top, rect.width, 0), words, is_compact)


def draw_said(canvas: Canvas, rect: pygame.FRect, words: Words, is_compact: bool) -> float:
    """The box alone, from the top of `rect`; returns where it ends, in units."""
    theme, step = canvas.theme, 21.0 if is_compact else 23.0
    room = rect.width - 2 * _PAD
    lines = canvas.wrapped(words.said, room, BODY)
    box = pygame.FRect(rect.left, rect.top, rect.width, 2 * _PAD - 6 + 24 + step * len(lines))
    tint, ink, border = _colours(canvas, words.mood)
    canvas.rounded(box, BUTTON_RADIUS, tint, border, 2.0 if theme.is_contrast else 1.0)
    middle = box.top + _PAD + 7
    canvas.icon(_ICONS[words.mood], box.left + _PAD + 8, middle, 17, ink)
    canvas.text(words.heading, box.left + _PAD + 24, middle, CAPTION, ink, face=Face.MEDIUM, width=room - 24)
    canvas.paragraph(words.said, box.left + _PAD, middle + 26, room, BODY, theme.ink, step)
    return box.bottom


def draw_teacher(canvas: Canvas, room: pygame.FRect, mood: Mood) -> pygame.FRect | None:
    """Who says what stands in the box, in a room that begins where the box ends; returns the place of the portrait, or
    None where it has none."""
    side = min(_LARGEST_TEACHER, room.height - _TAIL - 8, room.width / 2)
    if side < _LEAST_TEACHER:
        return None
    tint, _, border = _colours(canvas, mood)
    place = pygame.FRect(room.left + 8, room.top + _TAIL + 4, side, side)
    x, y, stroke = place.centerx, room.top, 2.0 if canvas.theme.is_contrast else 1.0
    left, tip, right = (x - 9, y), (x, y + _TAIL - 3), (x + 9, y)
    canvas.line([(left[0], y - stroke - 0.5), left, tip, right, (right[0], y - stroke - 0.5)], 0.5, tint, fill=True)
    if border is not None:
        canvas.line([left, tip, right], stroke, border)
    canvas.portrait(_TEACHER, x, place.centery, side, _FACES[mood])
    return place


def _colours(canvas: Canvas, mood: Mood) -> tuple[Colour, Colour, Colour | None]:
    """The ground, the ink and the edge of the box."""
    theme = canvas.theme
    tint, ink = {
        "task": (theme.inset, theme.ink),
        "done": (theme.jade_tint, theme.jade),
        "shown": (theme.indigo_tint, theme.indigo),
        "missed": (theme.gold_tint, theme.gold_ink),
    }[mood]
    return tint, ink, ink if theme.is_contrast else (theme.line if mood == "task" else None)
