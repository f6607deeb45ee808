"""What an opening rule asks for, in one sentence above the lower card, with the buttons of a choice under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.match.players import PlayerKind
from game.rules.core import Move, OpeningStep, Side
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.scenes.colours import both_mark
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.page import measure
from game.ui.scenes.pictures import draw_emblem, emblem_mark
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Mark

SENTENCE: Final = 52.0
_BUTTONS: Final = 48.0
_LINE: Final = 20.0
_STONE: Final = 20.0
_GAP: Final = 6.0


class ChoiceButton(Button):
    """A choice of an opening rule: the stone of its colour and a label; jade where a hint advises it."""

    def __init__(self, rect: pygame.FRect, label: str, mark: Mark, on_click: Callable[[], None], name: str) -> None:
        super().__init__(rect, label, on_click, name=name)
        self._mark = mark

    def _draw_content(self, canvas: Canvas, ink: Colour) -> None:
        down = self.press_share if self.enabled else 0.0
        room = self.rect.width - 12 - _STONE - _GAP
        width = min(canvas.text_width(self.label, self.size, Face.MEDIUM), room)
        x = self.rect.centerx - (width + _STONE + _GAP) / 2
        self._mark(canvas, x + _STONE / 2, self.rect.centery + down)
        canvas.text(
            self.label, x + _STONE + _GAP, self.rect.centery + down, self.size, ink, face=Face.MEDIUM, width=room
        )


class OpeningCard:
    """Follows the opening of a match; empty in ordinary play and after the end."""

    def __init__(self, shown: ShownMatch) -> None:
        self._shown = shown
        self._buttons: list[tuple[Move, ChoiceButton]] = []

    @property
    def step(self) -> OpeningStep | None:
        """What is asked for now; None where there is nothing to say."""
        match = self._shown.match
        return None if match.outcome is not None else match.position.opening

    @property
    def choices(self) -> tuple[Move, ...]:
        """What the person at this screen may choose from now."""
        step, shown = self.step, self._shown
        return step.choices if step is not None and shown.may_touch and shown.match.may_move else ()

    @property
    def height(self) -> float:
        """How high the card has to be now; 0 = there is none."""
        if self.step is None:
            return 0.0
        return SENTENCE + (_BUTTONS if self.choices else 0.0)

    def widgets(self, rect: pygame.FRect) -> list[Widget]:
        """The buttons of a choice, in their order."""
        choices, t = self.choices, self._shown.stage.t
        self._buttons = []
        labels = [t(f"opening.choose_{move.word}") for move in choices]
        needed = [measure(self._shown.stage, label, BODY, Face.MEDIUM) for label in labels]
        spare = (rect.width - 20 - _GAP * (len(choices) - 1) - sum(needed)) / max(1, len(choices))
        x = rect.left + 10
        for move, label, text_width in zip(choices, labels, needed, strict=True):
            place = pygame.FRect(x, rect.bottom - 50, text_width + spare, 40)
            x = place.right + _GAP
            rules = self._shown.match.variant
            colour = {"black": Side.FIRST, "white": Side.SECOND}.get(move.word)
            mark = both_mark(rules, _STONE) if colour is None else emblem_mark(rules, colour, _STONE)
            button = ChoiceButton(place, label, mark, self._chooser(move), f"choose_{move.word}")
            button.tooltip = t(f"opening.{move.word}_help")
            button.shortcut = self._shown.stage.key("match", move.word)
            self._buttons.append((move, button))
        self.refresh()
        return [button for _, button in self._buttons]

    def refresh(self) -> None:
        """Show what a hint advises, and nothing that could be chosen in an earlier position."""
        hint = self._shown.match.hints.current
        for move, button in self._buttons:
            button.kind = "jade" if hint is not None and hint.move == move else "secondary"
            button.enabled = not self._shown.is_looking_back

    def acts(self) -> dict[str, Callable[[], None]]:
        """What the keys of the choices do."""
        if self._shown.is_looking_back:
            return {}
        return {move.word: self._chooser(move) for move in self.choices}

    def _chooser(self, move: Move) -> Callable[[], None]:
        return lambda: self._shown.choose(move)

    def draw(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """The card, the sentence, and the stones that are still to be placed."""
        step = self.step
        if step is None or not rect.height:
            return
        theme = canvas.theme
        canvas.card(rect, 1, border=theme.red if self._shown.match.may_move else None, border_width=1.5)
        middle = rect.top + SENTENCE / 2
        right = rect.right - 16
        for i, colour in enumerate(reversed(step.placing)):
            x = right - _STONE / 2 - (_STONE + 4) * i
            draw_emblem(canvas, self._shown.match.variant, colour, x, middle, _STONE)
        if step.placing:
            right -= (_STONE + 4) * len(step.placing) + 8
        room = right - rect.left - 16
        text = self._sentence(step)
        if len(canvas.wrapped(text, room, BODY, Face.MEDIUM)) > 2:  # the cards tell who it is
            text = self._shown.stage.t(f"opening.task.{step.task}")
        lines = len(canvas.wrapped(text, room, BODY, Face.MEDIUM))
        top = middle - (lines - 1) * _LINE / 2
        canvas.paragraph(text, rect.left + 16, top, room, BODY, line_height=_LINE, face=Face.MEDIUM)

    def _sentence(self, step: OpeningStep) -> str:
        """What is to be done, and by whom where that is not the only person here."""
        match = self._shown.match
        t, name = self._shown.stage.t, self._shown.player_name(match.turn)
        people = [side for side in Side if match.seat(side).player.kind is PlayerKind.HUMAN]
        if match.turn not in people:
            return t(f"opening.other.{step.task}", name=name)
        task = t(f"opening.task.{step.task}")
        return t("opening.to_player", name=name, task=task) if len(people) == 2 else task
