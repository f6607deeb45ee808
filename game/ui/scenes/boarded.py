"""Scenes around a board that are no match: games to look at, and positions to try something on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Final

import pygame

from game.rules.core import Move, Position, Refusal, Square, Variant
from game.ui.board.heard import sounds_of
from game.ui.board.view import BoardView
from game.ui.games.registry import GAMES
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.notation import names_squares, shown_text
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import ActionButton

_STEPS: Final = (("first", "start"), ("previous", "back"), ("next", "forward"), ("last", "end"))
"""The actions that step through a game, and the names of their texts."""
_ICONS: Final = {"previous": "chevron_left", "next": "chevron_right"}


class BoardScene(KeyedScene):
    """A scene with one board, which follows the settings."""

    def __init__(self, stage: Stage, board: BoardView) -> None:
        super().__init__(stage)
        self.board: Final = board

    def update(self, dt: float) -> None:
        """Let the board be as the person wants it."""
        settings = self.stage.settings
        self.board.reduced_motion, self.board.coordinates = settings.reduced_motion, settings.coordinates
        self.board.annotations.check_word = self.stage.t("match.check")
        super().update(dt)


class BoardWheel:
    """Steps through a game as the wheel is turned over a board: up is back. While the board is asked for a move with
    the mouse (a piece is being dragged) the wheel does nothing."""

    def __init__(self, board: BoardView, step_by: Callable[[int], None]) -> None:
        self._board = board
        self._step_by = step_by
        self._is_over = False

    def handle(self, event: pygame.event.Event) -> bool:
        """Follow the mouse; returns whether the event was a turn of the wheel over the board."""
        if event.type == pygame.MOUSEMOTION:
            self._is_over = self._board.rect.collidepoint(event.pos)
        if event.type != pygame.MOUSEWHEEL or not self._is_over:
            return False
        if event.y and not self._board.movable.hand.is_dragging:  # a wheel that is tilted has no y
            self._step_by(-1 if event.y > 0 else 1)
        return True


class SteppedScene(BoardScene):
    """A scene in which one goes through a game: by keys wherever the focus is, and by the wheel over the board."""

    early = frozenset({"first", "previous", "next", "last"})

    def __init__(self, stage: Stage, board: BoardView) -> None:
        super().__init__(stage, board)
        self._wheel = BoardWheel(board, self.step_by)

    @abstractmethod
    def step_by(self, by: int) -> None:
        """This many moves further, or back; beyond an end to that end."""

    @abstractmethod
    def go_to(self, ply: int) -> None:
        """Show the position after this many moves."""

    def stepping(self, last: int) -> dict[str, Act]:
        """What steps through a game of this many moves."""
        return {
            "first": lambda: self.go_to(0),
            "previous": lambda: self.step_by(-1),
            "next": lambda: self.step_by(1),
            "last": lambda: self.go_to(last),
        }

    def step_buttons(self, area: pygame.FRect, last: int, with_labels: bool) -> list[Widget]:
        """The four buttons of `stepping`, side by side."""
        acts, width = self.stepping(last), area.width / len(_STEPS)
        found: list[Widget] = []
        for index, (name, text) in enumerate(_STEPS):
            label = self.stage.t(f"review.{text}")
            place = pygame.FRect(area.left + index * width + 2, area.top, width - 4, area.height)
            button = ActionButton(place, _ICONS.get(name, name), label if with_labels else "", acts[name])
            button.tooltip, button.shortcut = label, self.key_of(name)
            found.append(button)
        return found

    def handle(self, event: pygame.event.Event) -> bool:
        """The wheel over the board, then as ever."""
        return self._wheel.handle(event) or super().handle(event)

    def toast_place(self) -> tuple[tuple[float, float], float]:
        """Over the board's lower frame."""
        return place_on_board(self.board, self.size)


def place_on_board(board: BoardView, size: tuple[float, float]) -> tuple[tuple[float, float], float]:
    """Where a toast stands over a board's lower frame in a window of that size, and how wide it may be."""
    slab = board.slab_rect
    below = min(max(slab.bottom - 10, board.lowest + 54), size[1] - 4)
    return (slab.centerx, below), slab.width - 32


def hear_move(stage: Stage, rules: Variant, move: Move, before: Position, after: Position) -> None:
    """Let a move be heard that leads from one position to the other."""
    still = stage.settings.reduced_motion
    stage.sounds.play_all(sounds_of(move, before, after, GAMES[rules.game].touch, still))


def refuse(stage: Stage, rules: Variant, board: BoardView, refusal: Refusal, is_seen: bool = True) -> None:
    """Explain in one sentence why something can't be played on a board, squares named as there; the square that is the
    reason is marked and, where people do not name squares, told as the marked one if the board `is_seen`."""
    t, code, values = stage.t, refusal.code, dict(refusal.values)
    if "square" in values:
        if is_seen and not names_squares(t, rules) and t.has(f"refusal.{code}_marked"):
            code = f"{code}_marked"
        shown = board.position.board
        squares = map(Square, range(shown.squares))
        reason = next((each for each in squares if rules.square_name(each, shown) == values["square"]), None)
        if reason is not None:
            board.point_out(reason)
    values |= {name: shown_text(rules, values[name]) for name in ("square", "move") if name in values}
    stage.refuse(Refusal(code, values))
