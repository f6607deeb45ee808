"""Making moves and drawing shapes with the keyboard on a board whose arrow keys step through the game.

Enter on the board brings the cursor there; then arrows move it, Enter chooses, and Escape lets go, after which arrows
step again. A shape that was begun by its key ends where that is pressed again or where one clicks; Escape drops it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.ui.board.view import BoardView
from game.ui.scenes.keyed import Act
from game.ui.widgets.base import LEFT_BUTTON, WidgetGroup, held_modifiers

_ARROWS: Final = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
_CHOOSE: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
_HELD: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META | pygame.KMOD_SHIFT


class BoardScreen(Protocol):
    """The scene around the board."""

    @property
    def board(self) -> BoardView:
        """The board."""
        ...

    @property
    def widgets(self) -> WidgetGroup:
        """All widgets, to see what has the keyboard."""
        ...


class BoardKeys:
    """Whether the arrows belong to the board, and what keys do there."""

    def __init__(self, screen: BoardScreen, on_space: Callable[[pygame.event.Event], bool]) -> None:
        """`on_space` is given Space while they do not, and says whether it had a use for it."""
        self._screen = screen
        self._on_space = on_space
        self._is_placing = False

    def acts(self) -> dict[str, Act]:
        """What draws shapes."""
        if self._screen.board.hovered_square is None:
            return {}
        return {"draw_shape": lambda: self._draw(0), "draw_red": lambda: self._draw(pygame.KMOD_SHIFT)}

    def _draw(self, mods: int) -> None:
        """Begin a shape where one points, or end the one that was begun: a ring where that is the same square."""
        board = self._screen.board
        if board.shapes.is_begun:
            board.shapes.end(board.hovered_square, mods)
        else:
            board.shapes.begin(board.hovered_square)

    def drop(self) -> bool:
        """Let a shape that was begun go. Returns whether there was one."""
        shapes = self._screen.board.shapes
        was_begun = shapes.is_begun
        shapes.begin(None)
        return was_begun

    def _end_by_click(self, event: pygame.event.Event) -> bool:
        """A click ends the shape that was begun by a key, and makes no move."""
        board = self._screen.board
        if event.button != LEFT_BUTTON or not board.shapes.is_begun:
            return False
        square = board.square_at(event.pos)
        if square is None:
            return False
        return board.shapes.end(square, held_modifiers())

    def handle(self, event: pygame.event.Event) -> bool:
        """Returns whether the event was one for the board's keys."""
        board = self._screen.board
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._is_placing = False
            return self._end_by_click(event)
        if event.type != pygame.KEYDOWN or self._screen.widgets.focus is not board or event.mod & _HELD:
            return False
        if event.key in _CHOOSE:
            if not self._is_placing:
                self._is_placing = board.focused = True
                return True
            return board.handle(event)
        if event.key == pygame.K_SPACE and not self._is_placing:
            return self._on_space(event)
        if not self._is_placing:
            return False
        if event.key == pygame.K_ESCAPE:
            if not board.movable.let_go():
                self._is_placing = board.focused = False
            return True
        return event.key in (*_ARROWS, pygame.K_SPACE) and board.handle(event)
