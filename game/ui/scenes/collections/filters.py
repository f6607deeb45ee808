"""The fields over the list that say what games must have, and what is written in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pygame

from game.library.database.filtering import GameFilter
from game.ui.games.registry import GAMES
from game.ui.stage.language import Language
from game.ui.widgets.base import Widget
from game.ui.widgets.choices import Segment, Segmented
from game.ui.widgets.field import TextField

FIELDS: Final = ("player", "opening", "years", "moves", "rating")
RESULTS: Final = ("", "first", "draw", "second", "unfinished")
_GAMES: Final = 460.0
"""The least that the names of all games take."""
HEIGHT: Final = 184.0
"""Of the three rows."""

_RANGE: Final = re.compile(r"\s*(\d{0,5})\s*(-|–|~|\+|至|到|>|<)?\s*(\d{0,5})\s*", re.ASCII)


def read_range(text: str) -> tuple[int, int]:
    """The least and the most (0 = open) that a text means: `1990`, `1990-2005`, `1990-`, `-2005`, `2400+`, `>2400`;
    both open where it means nothing."""
    match = _RANGE.fullmatch(text)
    if match is None:
        return 0, 0
    first, sign, last = int(match[1] or 0), match[2] or "", int(match[3] or 0)
    if sign == ">":
        return last, 0
    if sign == "<":
        return 0, last
    if sign == "+":
        return first, 0
    return (first, last) if sign else (first, first)


class FilterFields:
    """The fields, which keep what is written in them when the window is laid out again."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._texts = dict.fromkeys(("search", *FIELDS), "")
        self._game = ""
        self._result = ""
        self._fields: dict[str, TextField] = {}

    def asked(self) -> GameFilter:
        """What is asked for, without labels."""
        texts = self._texts
        return GameFilter(
            text=texts["search"], player=texts["player"], opening=texts["opening"], game=self._game,
            result=self._result, years=read_range(texts["years"]), moves=read_range(texts["moves"]),
            ratings=read_range(texts["rating"]),
        )  # fmt: skip

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for."""
        return self.asked() == GameFilter()

    def clear(self) -> None:
        """Ask for nothing."""
        self._texts = dict.fromkeys(self._texts, "")
        self._game = self._result = ""
        for field in self._fields.values():
            field.text, field.caret = "", 0
        self._on_change()

    def widgets(self, t: Language, box: pygame.FRect) -> list[Widget]:
        """Search and games; players, openings and numbers; results."""
        inner = box.width - 32
        left, top = box.left + 16, box.top + 14
        half = inner - 12 - max(inner * 0.56 - 12, _GAMES)
        found: list[Widget] = [self._field(t, "search", pygame.FRect(left, top, half, 40), "search")]
        games = [Segment("", t("library.all")), *(Segment(game, t(f"common.{game}")) for game in GAMES)]
        place = pygame.FRect(left + half + 12, top, inner - half - 12, 40)
        found.append(Segmented(place, games, self._game, self._choose_game, name="game"))
        shares = {"player": 0.27, "opening": 0.22, "years": 0.17, "moves": 0.17, "rating": 0.17}
        room, x = inner - 8 * (len(FIELDS) - 1), left
        for name in FIELDS:
            width = room * shares[name]
            found.append(self._field(t, name, pygame.FRect(x, top + 48, width, 38)))
            x += width + 8
        results = [Segment(each, t(f"collections.result_{each or 'any'}")) for each in RESULTS]
        place = pygame.FRect(left, top + 94, min(inner, 640.0), 38)
        found.append(Segmented(place, results, self._result, self._choose_result, name="result"))
        return found

    def _field(self, t: Language, name: str, rect: pygame.FRect, icon: str = "") -> TextField:
        def changed(text: str) -> None:
            self._texts[name] = text
            self._on_change()

        before = self._fields.get(name)
        field = TextField(rect, self._texts[name], t(f"collections.field_{name}"), changed, 80, name=name, icon=icon)
        field.tooltip = t(f"collections.tip_{name}")
        if before is not None:
            field.caret = before.caret
        self._fields[name] = field
        return field

    def _choose_game(self, game: object) -> None:
        self._game = str(game)
        self._on_change()

    def _choose_result(self, result: object) -> None:
        self._result = str(result)
        self._on_change()
