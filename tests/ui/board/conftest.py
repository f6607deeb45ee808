"""A window's drawing surface, boards to draw on it, and a way to point and click at squares."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.rules.core import Position, Square
from game.rules.registry import variant
from game.storage.paths import assets_folder
from game.ui.board.view import BoardView
from game.ui.games.gomoku.painter import GomokuPainter
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Fonts
from game.ui.paint.theme import THEMES


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    pygame.font.init()
    return Fonts(assets_folder() / "fonts")


@pytest.fixture
def canvas_of(fonts: Fonts) -> Callable[..., Canvas]:
    """Makes a blank canvas: theme name, size in pixels, scale."""

    def make(theme: str = "light", size: tuple[int, int] = (520, 520), scale: float = 1.0) -> Canvas:
        surface = pygame.Surface(size)
        surface.fill(THEMES[theme].paper)
        return Canvas(surface, THEMES[theme], fonts, scale)

    return make


@pytest.fixture
def gomoku() -> Callable[..., Position]:
    """The position after moves such as `"h8 h9"`."""

    def play(moves: str = "", rules: str = "freestyle", size: int = 15) -> Position:
        chosen = variant(f"gomoku-{rules}")
        position = chosen.start(size)
        for text in moves.split():
            position = position.play(chosen.read_move(text, position))
        return position

    return play


@pytest.fixture
def view_of() -> Callable[..., BoardView]:
    """A view of a Gomoku position, 480 units large and 20 from the corner, with these attributes of it or its parts."""

    def make(position: Position, **attributes: object) -> BoardView:
        view = BoardView(GomokuPainter("wood", "shell"), position)
        view.rect = pygame.FRect(20, 20, 480, 480)
        for name, value in attributes.items():
            setattr(next(part for part in (view.movable, view.annotations, view) if hasattr(part, name)), name, value)
        return view

    return make


class Hand:
    """Moves the mouse over a view and presses keys, as the window would hand it events: positions in units."""

    def __init__(self, view: BoardView) -> None:
        self.view = view

    def at(self, square: Square) -> tuple[float, float]:
        x, y = self.view.square_rect(square).center
        return x, y

    def move(self, to: Square | tuple[float, float], off: tuple[float, float] = (0, 0)) -> None:
        x, y = to if isinstance(to, tuple) else self.at(to)
        where = (x + off[0], y + off[1])
        self.view.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=where, rel=(0, 0), buttons=(0, 0, 0)))

    def button(self, kind: int, square: Square, button: int = 1) -> bool:
        return self.view.handle(pygame.event.Event(kind, pos=self.at(square), button=button))

    def click(self, square: Square) -> None:
        self.move(square)
        self.button(pygame.MOUSEBUTTONDOWN, square)
        self.button(pygame.MOUSEBUTTONUP, square)

    def key(self, key: int, mod: int = 0) -> bool:
        return self.view.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


@pytest.fixture
def hand() -> type[Hand]:
    return Hand


def pixels(surface: pygame.Surface) -> np.ndarray:
    """Colours indexed [y, x]."""
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(int)


@pytest.fixture
def drawn(canvas_of: Callable[..., Canvas]) -> Callable[..., np.ndarray]:
    """What a view draws on a new canvas, as pixels [y, x]."""

    def draw(view: BoardView, **canvas: object) -> np.ndarray:
        target = canvas_of(**canvas)
        view.draw(target)
        return pixels(target.surface)

    return draw


@pytest.fixture
def patch() -> Callable[[np.ndarray, BoardView, Square], np.ndarray]:
    """The pixels of a square and its surroundings, at scale 1."""

    def cut(picture: np.ndarray, view: BoardView, square: Square) -> np.ndarray:
        rect = view.square_rect(square)
        return picture[int(rect.top) : int(rect.bottom), int(rect.left) : int(rect.right)]

    return cut
