"""Where everything of a match lies: the board at the left, the panel at its right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

_PANEL_WIDEST = 560.0
_PANEL_NARROWEST = 304.0
_ROOMY_HEIGHT = 740.0
"""Below this many units the panel is drawn tighter."""
_CHAT_WINDOW = 1100.0
_CHAT_PANEL = 420.0
"""In a narrower window or panel the chat has no place beside the moves."""
_GAP = 8.0
FOLDED: Final = 44.0
"""The height of the thoughts that are told in one row."""


@dataclass(frozen=True, slots=True)
class MatchLayout:
    """Rectangles in units. `thinking` is empty (height 0) where no computer plays, `strip` where nothing is said of the
    table, `task` where nothing has to be chosen. `chat` is the same as `moves` where both take turns at one
    place (`is_chat_folded`)."""

    board: pygame.FRect
    header: pygame.FRect
    upper_card: pygame.FRect
    thinking: pygame.FRect
    moves: pygame.FRect
    chat: pygame.FRect
    strip: pygame.FRect
    task: pygame.FRect
    lower_card: pygame.FRect
    actions: pygame.FRect

    @property
    def is_chat_folded(self) -> bool:
        """Whether there is no room for chat and moves side by side."""
        return self.chat == self.moves


def board_alone(size: tuple[float, float], board_ratio: float = 1.0) -> pygame.FRect:
    """Where the board lies in a window of that size, in units, when nothing else is shown."""
    margin = 16.0
    width = min(size[0] - 2 * margin, (size[1] - 2 * margin) * board_ratio)
    return pygame.FRect((size[0] - width) / 2, (size[1] - width / board_ratio) / 2, width, width / board_ratio)


def lay_out(
    size: tuple[float, float],
    with_thinking: bool,
    board_ratio: float = 1.0,
    with_chat: bool = False,
    strip_height: float = 0.0,
    task_height: Callable[[float], float] = lambda room: 0.0,
    folds_thinking: bool = False,
) -> MatchLayout:
    """The layout for a window of that size in units; `board_ratio` is the board's width by its height, `task_height`
    says how much of the room that moves and task have together the task takes; `folds_thinking` leaves the thoughts one
    row."""
    width, height = size
    margin = 24.0 if height >= _ROOMY_HEIGHT else 16.0
    board_height = height - 2 * margin
    board_width = min(board_height * board_ratio, width - 3 * margin - _PANEL_NARROWEST)
    board_height = board_width / board_ratio
    panel_width = min(width - board_width - 3 * margin, _PANEL_WIDEST)
    left = (width - board_width - panel_width - margin) / 2
    board = pygame.FRect(left, (height - board_height) / 2, board_width, board_height)
    panel = pygame.FRect(board.right + margin, margin, panel_width, height - 2 * margin)
    roomy = height >= _ROOMY_HEIGHT
    card, thinking, actions = (80.0, 136.0, 72.0) if roomy else (72.0, 132.0, 68.0)
    if folds_thinking:
        thinking = FOLDED
    header = pygame.FRect(panel.left, panel.top, panel.width, 40)
    upper = pygame.FRect(panel.left, header.bottom + (16 if roomy else 10), panel.width, card)
    thought = pygame.FRect(panel.left, upper.bottom + 8, panel.width, thinking if with_thinking else 0)
    row = pygame.FRect(panel.left, panel.bottom - actions, panel.width, actions)
    lower = pygame.FRect(panel.left, row.top - 8 - card, panel.width, card)
    top = thought.bottom + 8 if with_thinking else upper.bottom + 8
    bottom = lower.top - _GAP
    wanted = task_height(bottom - top)
    task = pygame.FRect(panel.left, bottom - wanted, panel.width, wanted)
    if wanted:
        bottom = task.top - _GAP
    strip = pygame.FRect(panel.left, bottom - strip_height, panel.width, strip_height)
    if strip_height:
        bottom = strip.top - _GAP
    moves = pygame.FRect(panel.left, top, panel.width, bottom - top)
    chat = moves.copy()
    if with_chat and width >= _CHAT_WINDOW and panel.width >= _CHAT_PANEL:
        moves.width = round(max(196.0, (panel.width - _GAP) * 0.43))
        chat = pygame.FRect(moves.right + _GAP, top, panel.right - moves.right - _GAP, moves.height)
    return MatchLayout(board, header, upper, thought, moves, chat, strip, task, lower, row)
