"""Openings as they are called in the window."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.openings.naming import opening_called
from game.openings.opening import Opening
from game.rules.core import Position
from game.rules.game import Game
from game.rules.registry import VARIANTS
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage

_PARTS: Final = re.compile(r", | v ")
_CHINESE_PARTS: Final = re.compile(" |对")
"""Before these a name can end."""


class GameOpening:
    """The opening of a game that goes on: looked for again when the game has come to another position."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._position: Position | None = None
        self._opening: Opening | None = None

    def names(self, game: Game) -> list[str]:
        """What the opening is called, shorter and shorter; nothing where it has no name, or none yet."""
        table = self._stage.services.openings.table(game.variant)
        if table is None:
            return []
        if self._position is not game.position:
            self._position = game.position
            self._opening = table.of_game(game.positions, game.variant)
        return opening_names(self._stage.t, self._opening) if self._opening is not None else []


def opening_names(t: Language, opening: Opening) -> list[str]:
    """An opening's name in the language of the window, after the code that the field has for it; then with less and
    less of it, for where there is little room."""
    name, code = opening.name(t.name), opening.field_code
    cuts = [match.start() for match in (_CHINESE_PARTS if t.is_chinese else _PARTS).finditer(name) if match.start()]
    lengths = [name, *(name[:cut] for cut in reversed(cuts))]
    return [" ".join(filter(None, (code, each))) for each in lengths] + ([code] if code else [])


def told_opening(t: Language, variant: str, told: str) -> tuple[str, ...]:
    """The names of an opening that a store tells by its code, shorter and shorter; another text as the file had it."""
    rules = VARIANTS.get(variant)
    opening = opening_called(rules, told) if rules is not None and told else None
    if opening is not None:
        return tuple(opening_names(t, opening))
    return (told,) if told else ()


def fitting(canvas: Canvas, names: Sequence[str], room: float, size: float, face: Face = Face.REGULAR) -> str:
    """The first of these names that fits into a width; empty where none does."""
    return next((each for each in names if canvas.text_width(each, size, face) <= room), "")
