"""What is written over a match: game, rules and move above the panel, and over the board that the game stands still."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.match.match import Match
from game.rules.core import FREE_OPENING, opening_rule
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.scenes.names import game_title, time_limit
from game.ui.scenes.opening_words import fitting
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage

_LEFT = 56.0
_BUTTONS = 132.0
_KNOCK = 40.0


def draw_header(
    canvas: Canvas,
    rect: pygame.FRect,
    t: Language,
    match: Match,
    ply: int,
    knocks: bool,
    called: Sequence[str] = (),
) -> None:
    """The game and its rules, the move that is shown and the clock, between the buttons of the row; `knocks` tells that
    there is one more of these; after them what the opening is `called`, as far as there is room."""
    room = rect.width - _LEFT - _BUTTONS - (_KNOCK if knocks else 0)
    title = game_title(t, match.variant)
    if canvas.text_width(title, HEADING, Face.MEDIUM) > room:
        title = t(f"common.{match.variant.name}")
    canvas.text(title, rect.left + _LEFT, rect.top + 11, HEADING, face=Face.MEDIUM, width=room)
    where = t("match.ply", n=ply) if ply else t("match.not_started")
    detail = f"{where} · {time_limit(t, match.clock.control)}"
    opening = opening_rule(match.game.start)
    if opening != FREE_OPENING:
        detail = f"{detail} · {t(f'opening.{opening}')}"
    if canvas.text_width(detail, CAPTION) > room:
        detail = where if opening == FREE_OPENING else f"{where} · {t(f'opening.{opening}')}"
    x, y, muted = rect.left + _LEFT, rect.top + 31, canvas.theme.muted
    width = canvas.text(detail, x, y, CAPTION, muted, width=room)
    named = fitting(canvas, [f" · {each}" for each in called], room - width, CAPTION)
    if named:
        canvas.text(named, x + width, y, CAPTION, muted)


def draw_paused(canvas: Canvas, board: pygame.FRect, stage: Stage, is_watched: bool) -> None:
    """That the game stands still, and how it goes on. Computers that stand still are looked at: then the words lie on
    the board's frame, not over the stones."""
    title, hint = stage.t("match.paused"), stage.with_key("match.paused_hint", "match", "pause")
    theme = canvas.theme
    if is_watched:
        text = f"{title} · {hint}"
        chip = pygame.FRect(0, board.top + 6, canvas.text_width(text, CAPTION) + 32, 26)
        chip.centerx = board.centerx
        canvas.rounded(chip, 13, theme.plate)
        canvas.text(text, chip.centerx, chip.centery, CAPTION, theme.on_plate, "centre")
        return
    size = 24.0
    plate = pygame.FRect(
        0, 0, max(canvas.text_width(title, size, Face.TITLE), canvas.text_width(hint, CAPTION)) + 96, 84
    )
    plate.center = board.center
    canvas.shadow(plate, 12, 3)
    canvas.rounded(plate, 12, theme.plate)
    canvas.text(title, plate.centerx, plate.top + 32, size, theme.on_plate, "centre", Face.TITLE)
    canvas.text(hint, plate.centerx, plate.top + 61, CAPTION, theme.plate_muted, "centre")
