"""What else can be done on the analysis board: other games and positions, the clipboard, playing on, saving."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.library.database.game_database import BoardQuestion
from game.records.analysed import AnalysedGame
from game.records.record import RecordError
from game.rules.core import Position, Side, Variant
from game.ui.board.view import BoardView
from game.ui.scenes.analysis.keeping import KeptAnalysis
from game.ui.scenes.analysis.menus import open_games, open_list
from game.ui.scenes.analysis.pasting import analysed_in, why_not
from game.ui.scenes.keyed import Act
from game.ui.scenes.seats import seat_entries
from game.ui.stage import clipboard
from game.ui.stage.navigator import COLLECTIONS, MATCH, SETTINGS, SETUP
from game.ui.stage.overlays import ListEntry
from game.ui.stage.stage import Stage
from game.ui.widgets.base import WidgetGroup

_IN_MENU = (
    ("new_analysis", "plus"), ("set_up", "pieces"), ("paste", "paste"), ("copy_game", "page"),
    ("copy_position", "dot"), ("find_position", "search"), ("second_engine", "chip"), ("arrows", "eye"),
)  # fmt: skip


class Analysing(Protocol):
    """The scene of the analysis board."""

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

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        ...

    def key_of(self, action: str) -> str:
        """What is told as the key of an action."""
        ...

    def take(self, analysed: AnalysedGame) -> None:
        """Begin another analysis."""
        ...


class AnalysisWays:
    """The ways here and on."""

    def __init__(self, scene: Analysing) -> None:
        self._scene = scene

    @property
    def can_play_on(self) -> bool:
        """Whether a game can go on from what is on the board."""
        return self._scene.position.outcome() is None

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        acts: dict[str, Act] = {
            "save": self.save,
            "paste": self.paste,
            "new_analysis": self.begin_anew,
            "set_up": self.set_up,
            "flip": self.flip,
            "copy_game": self.copy_game,
            "copy_position": self.copy_position,
            "find_position": self.find_position,
        }
        return {**acts, "play_on": self.choose_side} if self.can_play_on else acts

    def save(self) -> None:
        """Keep the analysis in the library, or in the game that it is of."""
        self._scene.keeping.save()
        self._scene.stage.toasts.show(self._scene.stage.t("analysis.saved_told"), "check")

    def paste(self) -> None:
        """Analyse the position, or the game, on the clipboard."""
        text, fault, variant = clipboard.get(), None, self._scene.variant
        try:
            found = analysed_in(text, variant)
        except RecordError as error:
            found, fault = None, error.fault
        if found is not None:
            self._scene.take(found)
        else:
            self._scene.stage.toasts.show(why_not(self._scene.stage.t, text, variant, fault))

    def begin_anew(self) -> None:
        """Choose a game and begin at its start."""

        def begin(variant: Variant) -> None:
            self._scene.take(AnalysedGame.of_position(variant, variant.start()))

        open_games(self._scene.stage, self._place_of("menu"), self._scene.variant, begin)

    def set_up(self) -> None:
        """Lay out the pieces by hand."""
        self._scene.stage.go(SETUP, self._scene.variant, self._scene.position)

    def choose_side(self) -> None:
        """Who plays on from here."""
        stage, position, variant = self._scene.stage, self._scene.position, self._scene.variant
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
        self._scene.board.flipped = not self._scene.board.flipped

    def copy_game(self) -> None:
        """The game with its tree as text to the clipboard."""
        clipboard.copy_game(self._scene.stage, self._scene.keeping.record)

    def copy_position(self) -> None:
        """What is on the board as text to the clipboard."""
        clipboard.copy_position(self._scene.stage, self._scene.variant, self._scene.position)

    def find_position(self) -> None:
        """The games of the collections with the position, and the moves that were played there."""
        self._scene.stage.go(COLLECTIONS, BoardQuestion(self._scene.position, self._scene.variant))

    def open_menu(self) -> None:
        """All that has no button."""
        stage, acts = self._scene.stage, self._scene.acts()
        entries = []
        for name, icon in _IN_MENU:
            pastes = name == "paste"
            label = stage.t("library.paste_tip" if pastes else f"keys.{name}")
            key = stage.key("everywhere", "paste") if pastes else self._scene.key_of(name)
            entries.append(ListEntry(label, acts[name], icon, shortcut=key))
        entries.append(ListEntry(stage.t("common.settings"), lambda: stage.go(SETTINGS), "gear"))
        open_list(stage, self._place_of("menu"), entries)

    def _place_of(self, name: str) -> pygame.FRect:
        return next(each.rect for each in self._scene.widgets.widgets if each.name == name)
