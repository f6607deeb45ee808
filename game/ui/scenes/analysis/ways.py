"""What else can be done on the analysis board: other games and positions, and all that a position allows."""

from __future__ import annotations

from typing import Protocol

from game.records.analysed import AnalysedGame
from game.records.record import RecordError
from game.rules.core import Variant
from game.ui.scenes.analysis.menus import open_games, open_list
from game.ui.scenes.analysis.pasting import analysed_in, why_not
from game.ui.scenes.keyed import Act
from game.ui.scenes.variations.ways import PositionWays, ShowingPosition
from game.ui.stage import clipboard
from game.ui.stage.navigator import SETTINGS, SETUP
from game.ui.stage.overlays import ListEntry

_IN_MENU = (
    ("new_analysis", "plus"), ("drafts", "page"), ("set_up", "pieces"), ("paste", "paste"), ("copy_game", "copy"),
    ("copy_position", "dot"), ("find_position", "search"), ("second_engine", "chip"), ("arrows", "eye"),
)  # fmt: skip


class Analysing(ShowingPosition, Protocol):
    """The scene of the analysis board."""

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        ...

    def key_of(self, action: str) -> str:
        """What is told as the key of an action."""
        ...

    def take(self, analysed: AnalysedGame) -> None:
        """Begin another analysis."""
        ...


class AnalysisWays(PositionWays):
    """The ways here and on."""

    def __init__(self, scene: Analysing) -> None:
        super().__init__(scene)
        self._scene = scene

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        return {**super().acts(), "paste": self.paste, "new_analysis": self.begin_anew, "set_up": self.set_up}

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
