"""What can be done with the position that is shown of a tree: play on, find it, copy it, keep the tree."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.library.database.game_database import BoardQuestion
from game.rules.core import Position, Side, Variant
from game.ui.board.view import BoardView
from game.ui.scenes.analysis.keeping import KeptAnalysis
from game.ui.scenes.analysis.menus import open_list
from game.ui.scenes.keyed import Act
from game.ui.scenes.seats import seat_entries
from game.ui.stage import clipboard
from game.ui.stage.navigator import COLLECTIONS, MATCH
from game.ui.stage.stage import Stage
from game.ui.widgets.base import WidgetGroup


class ShowingPosition(Protocol):
    """The scene with the board."""

    variant: Variant
    keeping: KeptAnalysis

    @property
    def stage(self) -> Stage:
        """The stage."""
        ...

    @property
    def board(self) -> BoardView:
        """The board."""
        ...

    @property
    def widgets(self) -> WidgetGroup:
        """All widgets."""
        ...

    @property
    def position(self) -> Position:
        """What is on the board."""
        ...


class PositionWays:
    """The ways on."""

    def __init__(self, scene: ShowingPosition) -> None:
        self._shown = scene

    @property
    def can_play_on(self) -> bool:
        """Whether a game can go on from what is on the board."""
        return self._shown.position.outcome() is None

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        acts: dict[str, Act] = {
            "save": self.save,
            "flip": self.flip,
            "copy_game": self.copy_game,
            "copy_position": self.copy_position,
            "find_position": self.find_position,
        }
        return {**acts, "play_on": self.choose_side} if self.can_play_on else acts

    def save(self) -> None:
        """Keep the tree in the library, or in the game that it is of."""
        self._shown.keeping.save()
        self._shown.stage.toasts.show(self._shown.stage.t("analysis.saved_told"), "check")

    def choose_side(self) -> None:
        """Who plays on from here."""
        stage, position, variant = self._shown.stage, self._shown.position, self._shown.variant
        t, tables = stage.t, stage.services.tables
        level = stage.settings.choice(variant.game).level

        def play(side: Side | None) -> None:
            match = tables.play_position(variant, position, side, level, stage.settings.name)
            stage.go_from_menu(MATCH, match)

        def who(side: Side) -> str:
            return t(f"common.{variant.side_names[position.colour(side)]}_short")

        entries = seat_entries(t, who, lambda side: level, tables.opponents(variant.game), play)
        open_list(stage, self._place_of("play_on"), entries)

    def flip(self) -> None:
        """Turn the board."""
        self._shown.board.flipped = not self._shown.board.flipped

    def copy_game(self) -> None:
        """The game with its tree as text to the clipboard."""
        clipboard.copy_game(self._shown.stage, self._shown.keeping.record)

    def copy_position(self) -> None:
        """What is on the board as text to the clipboard."""
        clipboard.copy_position(self._shown.stage, self._shown.variant, self._shown.position)

    def find_position(self) -> None:
        """The games of the collections with the position, and the moves that were played there."""
        self._shown.stage.go(COLLECTIONS, BoardQuestion(self._shown.position, self._shown.variant))

    def _place_of(self, name: str) -> pygame.FRect:
        return next(each.rect for each in self._shown.widgets.widgets if each.name == name)
