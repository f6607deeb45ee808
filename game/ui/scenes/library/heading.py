"""What stands above a game of the library: who played, what and how it ended, and what is damaged of it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.library.summary import Summary
from game.records.fault import Fault
from game.rules.core import Variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING, ROW_RADIUS
from game.ui.scenes.library.words import result_words
from game.ui.scenes.names import game_title
from game.ui.stage.faults import fault_words
from game.ui.stage.language import Language


def draw_header(
    canvas: Canvas,
    rect: pygame.FRect,
    t: Language,
    rules: Variant,
    told: Summary,
    names: tuple[str, str],
    is_position: bool,
    opening: Sequence[str] = (),
    taken: float = 0.0,
) -> None:
    """The names of FIRST and SECOND, below them as much of the rest as there is room for; `is_position`: nothing was
    played, `opening`: what the opening is called, shorter and shorter; `taken`: what stands before all that."""
    room = rect.width - 56 - 132
    title = t("library.position") if is_position else t("library.names", first=names[0], second=names[1])
    canvas.text(title, rect.left + 56, rect.top + 11, HEADING, face=Face.MEDIUM, width=room)
    reason = t(f"library.by_{told.termination}") if told.termination else ""
    result = " · ".join(filter(None, (result_words(t, told), reason)))
    title, short = game_title(t, rules), t(f"common.{rules.name}")
    endings = ((result, told.event), (result,), (result_words(t, told),))
    choices: list[tuple[str, ...]] = [
        *((called, *ending) for called in opening for ending in endings),
        (title, result, told.event), (title, result), (title, result_words(t, told)),
        (short, result_words(t, told)), (result_words(t, told),),
    ]  # fmt: skip
    left, y = rect.left + 56, rect.top + 31
    details = [" · ".join(filter(None, choice)) for choice in choices]
    if taken:
        details = [*(f" · {each}" for each in details), ""]  # there may be no room for anything else
        left, room = left + taken, room - taken
    detail = next((each for each in details if canvas.text_width(each, CAPTION) <= room), details[-1])
    canvas.text(detail, left, y, CAPTION, canvas.theme.muted, width=room)


def draw_problem(canvas: Canvas, rect: pygame.FRect, t: Language, why: Fault) -> None:
    """A strip that says what is damaged of the game."""
    theme = canvas.theme
    canvas.rounded(rect, ROW_RADIUS + 2, theme.gold_tint, theme.gold if theme.is_contrast else None, 1.5)
    canvas.icon("warning", rect.left + 20, rect.centery, 18, theme.gold_ink)
    text = t("library.damaged_part", why=fault_words(t, why))
    lines = canvas.wrapped(text, rect.width - 52, CAPTION)[:2]
    for number, line in enumerate(lines):
        y = rect.centery + (number - (len(lines) - 1) / 2) * 17
        canvas.text(line, rect.left + 40, y, CAPTION, theme.gold_ink, width=rect.width - 52)
