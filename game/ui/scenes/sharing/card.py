"""The result of a game as one picture: the board at its end, and beside it who played, who won and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.rules.core import Position, Side, Variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal import GLYPH_SHARE, house_seal, seal
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING
from game.ui.scenes.colours import player_mark
from game.ui.scenes.result.words import ResultWords
from game.ui.stage.stage import Stage

_SCALE: Final = 1.5
"""Pixels of a unit."""
_PANEL: Final = 400.0
_PAD: Final = 28.0
_SEAL: Final = 96.0


@dataclass(frozen=True, slots=True)
class ToldResult:
    """What stands beside the board: the game and its time limit, the day, the players in order, and the verdict."""

    title: str
    detail: str
    date: str
    names: tuple[str, str]
    words: ResultWords


def draw_result(
    stage: Stage, board: pygame.Surface, variant: Variant, position: Position, told: ToldResult
) -> pygame.Surface:
    """The picture, as high as that of the board."""
    width, height = board.get_width() + round(_PANEL * _SCALE), board.get_height()
    picture = pygame.Surface((width, height))
    picture.fill(stage.theme.paper)
    picture.blit(board, (0, 0))
    canvas, theme = Canvas(picture, stage.theme, stage.fonts, _SCALE), stage.theme
    left, right, low = board.get_width() / _SCALE + 4, width / _SCALE - _PAD, height / _SCALE - _PAD
    room = right - left
    house = house_seal(stage.fonts, canvas.px(44))
    canvas.lay(house, (round(left * _SCALE), round((_PAD - 6) * _SCALE)))
    canvas.text(stage.t("common.program"), left + 58, _PAD + 14, DISPLAY, face=Face.TITLE, width=room - 58)
    canvas.hairline(left, _PAD + 58, room)
    canvas.text(told.title, left, _PAD + 86, HEADING, face=Face.MEDIUM, width=room)
    canvas.text(told.detail, left, _PAD + 112, BODY, theme.muted, width=room)
    for side, name in zip(Side, told.names, strict=True):
        y = _PAD + 158 + 36 * side
        player_mark(variant, position, side, 22)(canvas, left + 12, y)
        canvas.text(name, left + 36, y, HEADING, width=room - 36)
    top = _PAD + 248
    canvas.hairline(left, top, room)
    words = told.words
    y = canvas.paragraph(words.headline, left, top + 46, room - _SEAL - 12, 34, line_height=42, face=Face.TITLE)
    glyph = canvas.fonts.render(words.seal, int(canvas.px(_SEAL) * GLYPH_SHARE), (255, 255, 255), Face.TITLE)
    stamp = seal(canvas.px(_SEAL), glyph)
    canvas.lay(stamp, (round((right - _SEAL) * _SCALE), round((top + 20) * _SCALE)))
    y = max(y, top + _SEAL + 44)
    y = canvas.paragraph(words.reason, left, y, room, HEADING, line_height=26, face=Face.MEDIUM)
    canvas.paragraph(words.detail, left, y + 8, room, BODY, theme.muted, 24)
    canvas.text(told.date, left, low - 6, CAPTION, theme.muted, width=room)
    return picture
