"""What a page of the rules and a challenge have in common: a card with a board to try something on and words beside
it, and moves that come by themselves."""

from __future__ import annotations

from abc import abstractmethod

import pygame

from game.rules.core import Move, Position, Side, Variant
from game.ui.board.view import BoardView
from game.ui.scenes.boarded import BoardScene, hear_move
from game.ui.scenes.page import body
from game.ui.stage.stage import Stage

TALLEST = 760.0
"""The height of the card at most."""
GAP = 10.0
"""Between the buttons beside the board."""

ANSWER_S = 0.45
"""Until the other side answers, once nothing moves any more."""
TAKE_BACK_S = 0.9
"""Until a move that was not asked for is taken back."""


def place_card(
    box: pygame.FRect, aspect: float, pad: float, least: float, widest: float | None = None
) -> tuple[pygame.FRect, pygame.FRect, pygame.FRect]:
    """The card in that place, in it a board of that width by its height at the left, and what is left beside the board:
    at least `least` wide; a card in which more than `widest` would be left becomes narrower."""
    box, inside = box.copy(), box.inflate(-2 * pad, -2 * pad)
    height = min(inside.height, (inside.width - pad - least) / aspect)
    if widest is not None and inside.width > height * aspect + pad + widest:
        width = height * aspect + pad + widest
        box.left, box.width = box.left + (inside.width - width) / 2, width + 2 * pad
        inside = box.inflate(-2 * pad, -2 * pad)
    board = pygame.FRect(inside.left, 0, height * aspect, height)
    board.centery = inside.centery
    left = board.right + pad
    return box, board, pygame.FRect(left, inside.top, inside.right - left, inside.height)


class CardScene(BoardScene):
    """A card with a board at its left."""

    def __init__(self, stage: Stage, board: BoardView) -> None:
        super().__init__(stage, board)
        self._area = self._box = pygame.FRect(0, 0, 0, 0)
        self.beside = pygame.FRect(0, 0, 0, 0)
        """Where what stands beside the board lies."""

    def _place_board(self, pad: float, least: float, widest: float | None = None) -> None:
        """The board at the left of the card, with so much padding, and at least `least` for what stands beside it; a
        card in which more than `widest` would be left for that becomes narrower."""
        aspect = self.board.painter.frame.aspect
        self._box, self.board.rect, self.beside = place_card(self._box, aspect, pad, least, widest)

    def toast_place(self) -> tuple[tuple[float, float], float]:
        """Below the card, where it covers neither board nor words."""
        return (self._box.centerx, self.size[1] - 4), self._box.width


class StudyScene(CardScene):
    """A board with words beside it."""

    def __init__(self, stage: Stage, board: BoardView) -> None:
        super().__init__(stage, board)
        self._wait_s = 0.0

    def _place_study(self, rules: Variant) -> None:
        """The card, as tall as the window lets it be, and the board of these rules in it."""
        self._area = body(self.size, TALLEST)
        self._box = pygame.FRect(self._area)
        self.board.painter = self.stage.painter(rules)
        self._place_board(*((16.0, 280.0) if self._area.width < 1000 else (24.0, 360.0)), widest=480.0)

    def _free_below(self, y: float) -> pygame.FRect:
        """What is free beside the board, from there down to the first button."""
        beside = self.beside
        tops = [each.rect.top for each in self.widgets.widgets if beside.contains(each.rect)]
        return pygame.FRect(beside.left, y, beside.width, min(tops, default=beside.bottom) - y)

    # ---- the board

    def _show_move(self, rules: Variant, move: Move, before: Position, after: Position) -> None:
        """A move on the board, to be seen and heard."""
        self.stage.toasts.clear()
        self.board.play(move, before, after)
        hear_move(self.stage, rules, move, before, after)

    def _show_take_back(self, move: Move, before: Position, after: Position, may_move: frozenset[Side]) -> None:
        """A move is back where it came from, and these sides may move."""
        self.board.take_back(move, before, after)
        self.board.show_outcome(None)
        self.board.movable.sides = may_move
        self.layout()

    @abstractmethod
    def _go_on_by_itself(self) -> None:
        """What is due now without the person, some time after the last move."""

    @property
    def _is_waiting(self) -> bool:
        """Whether the time until something happens by itself goes by: not while something moves."""
        return not self.board.is_moving

    def update(self, dt: float) -> None:
        """Let pieces move; then what is due without the person."""
        super().update(dt)
        if self._is_waiting:
            self._wait_s -= dt
            if self._wait_s <= 0:
                self._go_on_by_itself()
