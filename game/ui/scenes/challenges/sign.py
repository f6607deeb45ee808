"""The sign of the day's challenge in the menu, to be solved or solved already."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.progress.challenges import Challenge, Stars, challenges_of, set_of_day
from game.progress.day import today
from game.rules.core import Variant
from game.rules.registry import variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.challenges.words import draw_stars, set_words, task
from game.ui.scenes.page import draw_chip
from game.ui.scenes.pictures import Pictures, around_pieces, read_position
from game.ui.stage.language import Language


@dataclass(frozen=True, slots=True)
class OfDay:
    """The day's challenge, the set that it is in, the rules by which it is played, and the stars that it has brought
    (0: it is not solved), and how many days running the person has been here."""

    name: str
    variant: Variant
    challenge: Challenge
    stars: int
    days: int = 0


def of_day(stars: Stars, days: int = 0) -> OfDay:
    """The day's challenge of the set whose turn it is today, for somebody who has come on this many days running."""
    day = today()
    name = set_of_day(day)
    held = challenges_of(name)
    challenge = held.challenges[held.of_day(day)]
    return OfDay(name, variant(held.variant), challenge, stars.of(name).get(challenge.id, 0), days)


def draw_sign(canvas: Canvas, t: Language, row: pygame.FRect, pictures: Pictures, shown: OfDay, beside: float) -> None:
    """The position, what is to be found or was, and whose challenge it is; `beside` is the width of the button at its
    right."""
    theme = canvas.theme
    side = row.height - 20
    rules = shown.variant
    position = read_position(rules, shown.challenge.start)
    picture = pictures.board(rules, position, (side, side), around_pieces(position))
    canvas.picture(picture, pygame.FRect(row.left, row.top + 10, side, side), 6)
    x = row.left + side + 16
    room = row.right - beside - 16 - x
    says = t("challenges.day_solved") if shown.stars else task(t, shown.name, rules, shown.challenge)
    if not shown.stars and canvas.text_width(says, BODY) > room:
        says = task(t, shown.name, rules, shown.challenge, is_brief=True)
    y = draw_said(canvas, says, x, row.centery, room)
    width = canvas.text(t("challenges.day"), x, y, HEADING, face=Face.MEDIUM)
    left = x + width + 14
    left += draw_chip(canvas, left, y, set_words(t, shown.name), theme.gold_tint, theme.gold_ink) + 14
    if shown.stars:
        left += draw_stars(canvas, left, y, 15, shown.stars) + 12
    streak = t("seals.streak", n=shown.days)
    if shown.days > 1 and left + canvas.text_width(streak, CAPTION) <= x + room:
        canvas.text(streak, left, y, CAPTION, theme.muted)


def draw_said(canvas: Canvas, says: str, x: float, middle: float, room: float) -> float:
    """What is said under a heading, in one line, small if it must be, or in two small ones around that height; returns
    where the heading's middle lies."""
    for size in (BODY, CAPTION):
        if canvas.text_width(says, size) <= room:
            canvas.text(says, x, middle + 16, size, canvas.theme.muted)
            return middle - 12
    canvas.paragraph(says, x, middle + 3, room, CAPTION, canvas.theme.muted, 15.5, lines=2)
    return middle - 18
