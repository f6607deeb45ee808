"""The cards of the engines: their lines, and in their heads the name, the number of lines and the switch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.scenes.analysis.engine_card import EngineLines, EngineView
from game.ui.scenes.analysis.engines import AnalysisEngines
from game.ui.scenes.analysis.heads import NAME_BESIDE, EngineName, SmallDropdown
from game.ui.scenes.analysis.layout import CARD_HEAD, WIDE, AnalysisLayout
from game.ui.scenes.analysis.lines import AnalysedLine
from game.ui.scenes.analysis.menus import open_engines, open_lines
from game.ui.scenes.keyed import Act
from game.ui.scenes.page import measure
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget, WidgetGroup
from game.ui.widgets.choices import Toggle


class EngineScene(Protocol):
    """The scene around the cards."""

    @property
    def stage(self) -> Stage:
        """The stage."""
        ...

    def key_of(self, action: str) -> str:
        """What is told as the key of an action."""
        ...

    def layout(self) -> None:
        """Lay everything out again."""
        ...


class EngineCards:
    """Widgets for `engines`, made again with each layout."""

    def __init__(
        self, scene: EngineScene, engines: AnalysisEngines, on_play: Callable[[AnalysedLine, int], None]
    ) -> None:
        """`on_play` makes the first moves of a line on the board."""
        self._scene = scene
        self._engines: Final = engines
        self._on_play = on_play
        self._cards: list[EngineLines] = []
        self._names: list[EngineName] = []
        self._place = pygame.FRect(0, 0, 0, 0)

    # ---- acts

    def switch(self) -> None:
        """Engines on or off."""
        self._engines.switch(not self._engines.is_on)
        self._scene.layout()

    def set_lines(self, lines: int) -> None:
        """Look for this many of the best moves."""
        self._engines.set_lines(lines)
        self._scene.layout()

    def choose(self, programs: tuple[str, ...]) -> None:
        """Have these engines think."""
        self._engines.choose(programs)
        self._scene.layout()

    def choose_second(self) -> None:
        """Take the second engine away; if there is none, choose engines from the list."""
        if len(self._engines.programs) > 1:
            self.choose(self._engines.programs[:1])
        else:
            self._chooser(0)()

    def _chooser(self, at: int) -> Act:
        def choose() -> None:
            place, engines = self._names[at].rect, self._engines
            open_engines(self._scene.stage, place, engines.variant.game, engines.programs, at, self.choose)

        return choose

    def _choose_lines(self) -> None:
        open_lines(self._scene.stage, self._place, self._engines.lines, self.set_lines)

    def acts(self) -> dict[str, Act]:
        """What the keys do with the engines."""
        lines = self._engines.lines
        return {
            "engine": self.switch,
            "second_engine": self.choose_second,
            "more_lines": lambda: self.set_lines(lines + 1),
            "fewer_lines": lambda: self.set_lines(lines - 1),
        }

    def handle(self, event: pygame.event.Event, widgets: WidgetGroup) -> bool:
        """In a card that the keyboard has gone to, left and right lead along a line, and do not step through the
        game."""
        if event.type != pygame.KEYDOWN or event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        return widgets.focus in self._cards and widgets.shows_focus and widgets.focus.handle(event)

    # ---- layout

    def lay_out(self, place: AnalysisLayout) -> list[Widget]:
        """A card for each engine; number of lines and switch in the first one's head hold for all."""
        found: list[Widget] = []
        self._cards, self._names = [], []
        for at, rect in enumerate(place.engines):
            right, widgets = self._switches(rect) if not at else (rect.right - 16, [])
            card, name = self._card(at, rect, place.row, right)
            found += [card, name, *widgets]
        return found

    def _card(self, at: int, rect: pygame.FRect, row: float, right: float) -> tuple[EngineLines, EngineName]:
        stage, label = self._scene.stage, self._engines.engines[at].name
        card = EngineLines(rect, row, self._on_play, f"engine_{at}", self._measure)
        width = min(measure(stage, label, BODY, Face.MEDIUM) + NAME_BESIDE, right - rect.left - 8)
        top = rect.top + CARD_HEAD / 2 - 16
        name = EngineName(pygame.FRect(rect.left + 8, top, width, 30), label, self._chooser(at), f"name_{at}")
        name.tooltip = stage.t("analysis.choose_engine")
        card.figures = pygame.FRect(name.rect.right, top + 5, max(0.0, right - name.rect.right), 20)
        self._cards.append(card)
        self._names.append(name)
        return card, name

    def _switches(self, rect: pygame.FRect) -> tuple[float, list[Widget]]:
        """The number of lines and the switch; and up to where there is room beside them."""
        t, engines, middle = self._scene.stage.t, self._engines, rect.top + CARD_HEAD / 2 - 1
        toggle = Toggle(rect.right - 16 - Toggle.WIDTH, middle - 13, engines.is_on, self._switch_to, "engine_on")
        toggle.tooltip, toggle.shortcut = t("keys.engine"), self._scene.key_of("engine")
        is_wide = rect.width >= WIDE
        label, width = (t("analysis.lines", n=engines.lines), 96.0) if is_wide else (str(engines.lines), 44.0)
        self._place = pygame.FRect(toggle.rect.left - 12 - width, middle - 14, width, 28)
        chooser = SmallDropdown(self._place, label, self._choose_lines, "lines")
        chooser.tooltip, chooser.shortcut = t("keys.more_lines"), self._scene.key_of("more_lines")
        return chooser.rect.left - 8, [chooser, toggle]

    def _switch_to(self, on: bool) -> None:
        if on is not self._engines.is_on:
            self.switch()

    def _measure(self, text: str, size: float, face: Face) -> float:
        return measure(self._scene.stage, text, size, face)

    # ---- frames

    def tell(self, instead: str) -> None:
        """Let the cards say what the engines say, or something `instead` (empty: nothing)."""
        for engine, card, name in zip(self._engines.engines, self._cards, self._names, strict=True):
            name.is_lit = engine.is_thinking
            if card.rect.height > CARD_HEAD:
                card.show(EngineView(said=instead) if instead else engine.view())

    @property
    def pointed(self) -> tuple[AnalysedLine, int] | None:
        """The line that is pointed at in a card, and how many of its moves."""
        return next((card.pointed for card in self._cards if card.pointed is not None), None)
