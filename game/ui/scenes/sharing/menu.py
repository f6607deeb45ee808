"""What can be shared of a match: its text, its position, a link, pictures of its board, course and result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pygame

from game.match.match import Match
from game.match.match_record import match_record
from game.rules.core import Side
from game.ui.scenes.names import game_title, time_limit
from game.ui.scenes.result.words import result_words
from game.ui.scenes.sharing.card import ToldResult, draw_result
from game.ui.scenes.sharing.steps import Picture, SharedLine, SharingSteps
from game.ui.stage.clipboard import copy_game, copy_link, copy_position
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage

_WIDTH = 340.0


class MatchSharing:
    """Opens the list, and carries on what takes longer than a frame."""

    def __init__(
        self,
        stage: Stage,
        match: Match,
        name_of: Callable[[Side], str],
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        """`name_of` tells who plays a side."""
        self._stage = stage
        self._match = match
        self._name_of = name_of
        self._now = now
        self.steps = SharingSteps(stage)
        """What is being made."""

    def open(self, place: pygame.FRect, ply: int, is_turned: bool, copy_key: str, is_hidden: bool = False) -> None:
        """The list, beside a place: of the board at a ply, seen from a side. `copy_key` is told as the key that copies
        the game; `is_hidden`: the person plays without seeing all of the board, so there are no pictures of it yet."""
        stage, match, t = self._stage, self._match, self._stage.t
        entries = [
            ListEntry(t("library.copy_game"), lambda: copy_game(stage, match_record(match)), "page", shortcut=copy_key),
            ListEntry(t("library.copy_link"), lambda: copy_link(stage, match_record(match)), "link"),
            ListEntry(
                t("library.copy_position"), lambda: copy_position(stage, match.variant, match.game.at(ply)), "dot"
            ),
        ]
        if match.outcome is not None:
            entries += self.steps.picture_entries("result", lambda: self.result(is_turned))
        if not is_hidden:
            entries += self.steps.entries(place, lambda: self.line(ply, is_turned))
        stage.open(Popup(place, entries, _WIDTH))

    def line(self, ply: int, is_turned: bool) -> SharedLine:
        """The game as far as it has come, for pictures of it."""
        game = self._match.game
        moves = (None, *game.moves)
        frames = [(game.at(index), moves[index]) for index in range(len(moves))]
        return SharedLine(self._match.variant, frames, ply, is_turned, self._name, self._match.outcome)

    def result(self, is_turned: bool) -> Picture:
        """The picture of the result of a match that is over."""
        match, t = self._match, self._stage.t
        assert match.outcome is not None, "nothing is asked for before"
        now = self._now()
        month = now.month if t.is_chinese else t("menu.months").split()[now.month - 1]
        told = ToldResult(
            game_title(t, match.variant), time_limit(t, match.clock.control),
            t("library.day_of_year", day=now.day, month=month, year=now.year),
            (self._name_of(Side.FIRST), self._name_of(Side.SECOND)), result_words(t, match, match.outcome),
        )  # fmt: skip
        board = self.steps.picture(self.line(match.ply, is_turned))
        return Picture(draw_result(self._stage, board, match.variant, match.position, told), self._name)

    @property
    def _name(self) -> str:
        """What a file of the game may be called."""
        return self._stage.t("library.names", first=self._name_of(Side.FIRST), second=self._name_of(Side.SECOND))
