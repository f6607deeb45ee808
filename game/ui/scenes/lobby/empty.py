"""What the lobby shows while nobody is there: oneself in the middle of quiet rings, and what to look at."""

from __future__ import annotations

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, TITLE
from game.ui.scenes.portrait_choice import draw_person, own_portrait
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import blend

_CHECKS = (("window", "lan.check_program"), ("globe", "lan.check_network"), ("warning", "lan.check_firewall"))
_PULSE_S = 2.4
_PLACES = 24
"""This many sizes has the ring that spreads: enough for the eye, and all of them are kept."""


def draw_nobody(canvas: Canvas, stage: Stage, area: pygame.FRect, name: str, at_s: float | None) -> None:
    """The rings, a sentence, three things to check. `at_s` is the time that the ring spreads by; None = it stands."""
    t, theme = stage.t, canvas.theme
    step = 40.0 if area.height > 330 else 34.0
    checks = step * len(_CHECKS) + 8
    upper = pygame.FRect(area.left, area.top, area.width, area.height - checks - 8)
    words = 62.0
    radius = min(92.0, (upper.height - words) / 2 - 6)
    centre = (upper.centerx, upper.top + 8 + radius)
    if radius > 26:
        _draw_rings(canvas, centre, radius, at_s)
        draw_person(canvas, own_portrait(stage), name, *centre, min(56.0, radius * 0.9))
    y = centre[1] + max(0.0, radius) + 26
    canvas.text(t("lan.nobody"), area.centerx, y, TITLE, align="centre", face=Face.TITLE, width=area.width)
    canvas.text(t("lan.nobody_line"), area.centerx, y + 27, CAPTION, theme.muted, "centre", width=area.width)
    room = area.width - 44
    widest = max(canvas.text_width(t(key), BODY) for _, key in _CHECKS)
    size = BODY if widest <= room else CAPTION
    left = area.left + max(0.0, (area.width - 44 - min(room, widest)) / 2)
    y = area.bottom - checks + step / 2
    for icon, key in _CHECKS:
        canvas.circle(left + 16, y, 15, theme.inset)
        if theme.is_contrast:
            canvas.circle(left + 16, y, 15, theme.ink, stroke=1.5)
        canvas.icon(icon, left + 16, y, 18, theme.jade)
        canvas.text(t(key), left + 44, y, size, theme.ink, width=room)
        y += step


def _draw_rings(canvas: Canvas, centre: tuple[float, float], radius: float, at_s: float | None) -> None:
    theme = canvas.theme
    least = radius * 0.42
    ink = theme.jade if theme.is_contrast else blend(theme.card, theme.jade, 0.55)
    for i in (1, 2, 3):
        ring = least + (radius - least) * i / 3
        canvas.circle(*centre, ring, ink, stroke=1.25, alpha=255 if theme.is_contrast else 190 - 50 * i)
    if at_s is not None:
        share = int(at_s / _PULSE_S * _PLACES) % _PLACES / _PLACES
        canvas.circle(*centre, least + (radius - least) * share, theme.jade, stroke=2, alpha=round(200 * (1 - share)))


def draw_nothing_lately(canvas: Canvas, t: Language, area: pygame.FRect) -> None:
    """One line where the games of late will stand."""
    theme = canvas.theme
    y = area.centery - (14 if area.height > 90 else 0)
    if area.height > 90:
        canvas.icon("people", area.centerx, y - 14, 30, theme.line if not theme.is_contrast else theme.ink)
        y += 18
    lines = canvas.wrapped(t("lan.nothing_lately"), area.width - 32, BODY)
    for line in lines[:2]:
        canvas.text(line, area.centerx, y, BODY, theme.muted, "centre")
        y += 22
