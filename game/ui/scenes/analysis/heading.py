"""What stands above the cards of the analysis board: what is analysed, and where in it one stands."""

from __future__ import annotations

import pygame

from game.records.record import Record
from game.rules.core import Position, Variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.scenes.names import game_title, seat_name
from game.ui.stage.language import Language

BUTTONS = 160.0
"""What the buttons at the right take."""


def draw_heading(
    canvas: Canvas, rect: pygame.FRect, t: Language, variant: Variant, record: Record, position: Position,
    place: tuple[int, int],
) -> None:  # fmt: skip
    """Names, where there are any; below them as much of game, move and side to move as there is room for. `place` is
    the number of moves made and of those of the line."""
    room = rect.width - 56 - BUTTONS - 8
    title = t("analysis.title")
    names = [seat_name(t, seat) for seat in record.seats]
    if all(names):
        whole = f"{title} · {t('library.names', first=names[0], second=names[1])}"
        title = whole if canvas.text_width(whole, HEADING, Face.MEDIUM) <= room else title
    canvas.text(title, rect.left + 56, rect.top + 11, HEADING, face=Face.MEDIUM, width=room)
    side = t(f"common.{variant.side_names[position.colour_to_move]}_short")
    to_move, at = t("setup.to_move", side=side), t("analysis.at", n=place[0], of=place[1])
    short = t(f"common.{variant.game}")
    choices = ((game_title(t, variant), at, to_move), (short, at, to_move), (short, to_move), (to_move,), (short,))
    details = [" · ".join(choice) for choice in choices]
    detail = next((each for each in details if canvas.text_width(each, CAPTION) <= room), details[-1])
    canvas.text(detail, rect.left + 56, rect.top + 31, CAPTION, canvas.theme.muted, width=room)
