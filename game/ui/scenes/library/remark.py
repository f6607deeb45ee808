"""What is said of the shown position of a recorded game: the comment of its file, and where our rules see an end that
the players did not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.records.record import Record
from game.records.tree import GameNode
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CAPTION, ROW_RADIUS
from game.ui.scenes.match.chat import chat_lines
from game.ui.stage.stage import Stage
from game.ui.widgets.scrolled import Scrolled

_LINE: Final = 18.0
_EDGE: Final = 7.0
_LONGEST: Final = 4_000
"""Characters of a comment that are shown: the lines are made again at each step."""


def remark_height(window_height: float) -> float:
    """The height of the box in a window of that height, in units."""
    return (3 if window_height < 700 else 5) * _LINE + 2 * _EDGE


def said_of(record: Record, node: GameNode) -> str:
    """What is said before and after a move of the record; at its start, what it says of the game, and what its file
    told of it beyond names, day and place."""
    headers = () if node.text else (f"{name}: {value}" for name, value in record.headers.items())
    return "\n".join(filter(None, (*node.before, node.comment, *headers)))


class Remark(Scrolled):
    """A small box of text that scrolls where it is too long: a note of ours in gold, then what the record says. A click
    asks to edit it."""

    wheel_step = 2 * _LINE
    key_step = _LINE

    def __init__(self, stage: Stage, rect: pygame.FRect, on_edit: Callable[[], None]) -> None:
        super().__init__(rect, "remark")
        self._stage = stage
        self._on_edit = on_edit
        self._lines: list[tuple[str, str]] = []
        self.focusable = False

    def tell(self, note: str, comment: str, else_told: str = "") -> None:
        """Show a note and a comment, either of which may be empty, from their first lines on; where both are, what is
        told in muted ink instead."""
        told = (("note", note), ("comment", comment), ("else", "" if note or comment else else_told))
        self._lines = [
            (kind, line)
            for kind, text in told
            if text
            for line in chat_lines(self._stage, text[:_LONGEST], self.rect.width - 32, CAPTION)
        ]
        self._scroll_to(0.0)
        self.focusable = self._most_scroll() > 0

    def _index_at(self, pos: tuple[float, float]) -> int:
        return 0 if self.rect.collidepoint(pos) else -1

    def _press(self, index: int) -> None:
        self._on_edit()

    @property
    def _view(self) -> pygame.FRect:
        return self.rect.inflate(0, -2 * _EDGE)

    def _whole(self) -> float:
        return len(self._lines) * _LINE

    def draw(self, canvas: Canvas) -> None:
        """A well with the lines in sight."""
        theme, rect, view = canvas.theme, self.rect, self._view
        canvas.rounded(rect, ROW_RADIUS + 2, theme.inset, theme.line, 1)
        if self.focused:
            canvas.focus_ring(rect, ROW_RADIUS + 2)
        inks = {"note": theme.gold_ink, "comment": theme.ink, "else": theme.muted}
        with canvas.clipped(view):
            for index, (kind, line) in enumerate(self._lines):
                y = view.top + (index + 0.5) * _LINE - self._scroll
                if view.top - _LINE < y < view.bottom + _LINE:
                    canvas.text(line, rect.left + 14, y, CAPTION, inks[kind], width=rect.width - 30)
        self._draw_bar(canvas, rect.right - 10)
