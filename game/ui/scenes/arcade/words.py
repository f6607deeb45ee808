"""What is said and drawn of stars, points, times and days."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Final

from game.match.attempt import Star
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.stage.language import Language

STAR_GAP: Final = 4.0


def minutes(seconds: float) -> str:
    """A thinking time: `1:05`. Rounded up, so that what is over a target never looks like it."""
    whole = -int(-max(0.0, seconds) // 1)
    return f"{whole // 60}:{whole % 60:02d}"


def number(value: int) -> str:
    """Points with their thousands told apart."""
    return f"{value:,}"


def points(t: Language, value: int) -> str:
    """This many points."""
    return t("arcade.points", n=value) if value < 1000 else t("arcade.points", n=number(value))


def day(t: Language, iso: str, with_year: bool = True) -> str:
    """A day as people write it; as it stands where it is none."""
    try:
        found = date.fromisoformat(iso)
    except ValueError:
        return iso
    if t.is_chinese:
        return f"{found.year}年{found.month}月{found.day}日" if with_year else f"{found.month}月{found.day}日"
    month = t("menu.months").split()[found.month - 1]
    return f"{found.day} {month} {found.year}" if with_year else f"{found.day} {month}"


def star_colour(canvas: Canvas, lit: bool) -> Colour:
    """The colour of a star that is had, or of the outline of one that is not."""
    theme = canvas.theme
    return (theme.gold_ink if theme.is_contrast else theme.gold) if lit else theme.muted


def stars_width(size: float) -> float:
    """How wide all stars are in a row."""
    return len(Star) * size + (len(Star) - 1) * STAR_GAP


def draw_stars(canvas: Canvas, x: float, y: float, size: float, had: Collection[Star]) -> None:
    """All stars in a row from the left edge x on, each in its place, those that are had filled."""
    for index, star in enumerate(Star):
        lit = star in had
        place = x + size / 2 + index * (size + STAR_GAP)
        canvas.icon("star" if lit else "star_outline", place, y, size, star_colour(canvas, lit))
