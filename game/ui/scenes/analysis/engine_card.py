"""The card of an engine that analyses: its lines, each move of which can be clicked and is shown while it is pointed
at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS, TINY
from game.ui.scenes.analysis.layout import CARD_HEAD, WIDE
from game.ui.scenes.analysis.lines import AnalysedLine
from game.ui.widgets.base import LEFT_BUTTON, Widget

_DISC: Final = 10.0


@dataclass(frozen=True, slots=True)
class EngineView:
    """What the card tells: figures beside the engine's name (the first of these that has room), the lines, and what
    stands in their place if there are none. `is_fault`: that is something gone wrong. `note` stands below the lines."""

    figures: Sequence[str] = ()
    lines: Sequence[AnalysedLine] = ()
    said: str = ""
    is_fault: bool = False
    note: str = ""


class EngineLines(Widget):
    """Rows of lines under the head of a card. With the keyboard: up and down choose a line, left and right a move of
    it, Enter plays up to that."""

    def __init__(
        self,
        rect: pygame.FRect,
        row: float,
        on_play: Callable[[AnalysedLine, int], None],
        name: str,
        measure: Callable[[str, float, Face], float],
    ) -> None:
        """`on_play` is called with a line and how many of its moves are to be played; `measure` gives the width of a
        text of a size in a face."""
        super().__init__(rect, name)
        self.view = EngineView()
        self._revision = 0
        self.figures = pygame.FRect(0, 0, 0, 0)
        """Where the figures stand."""
        self._row = row
        self._on_play = on_play
        self._measure = measure
        self._pointed = (-1, -1)
        self._chosen = (0, 0)
        self._places: tuple[object, list[list[pygame.FRect]]] = (None, [])

    def show(self, view: EngineView) -> None:
        """Tell this from now on."""
        now = self.view
        if view.lines is not now.lines or (view.figures, view.said, view.note) != (now.figures, now.said, now.note):
            self.view = view
            self._revision += 1

    @property
    def pointed(self) -> tuple[AnalysedLine, int] | None:
        """The line that is pointed at, and how many of its moves up to that place; None where nothing is."""
        at = self._chosen if self.focused else self._pointed
        if not (self.focused or self.hovered) or not 0 <= at[0] < len(self.view.lines):
            return None
        line = self.view.lines[at[0]]
        return line, min(max(0, at[1]), len(line.names) - 1) + 1

    # ---- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Point, click, choose by keys."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            self._pointed = self._at(event.pos)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.rect.collidepoint(event.pos):
            self._pointed = self._at(event.pos)
            self._play(self._pointed)
            return True
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        return False

    def _handle_key(self, event: pygame.event.Event) -> bool:
        row, move = self._chosen
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._play(self._chosen)
            return True
        by = {
            pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0), pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1),
        }.get(event.key)  # fmt: skip
        if by is None or not self.focused or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_SHIFT):
            return False
        row, move = row + by[0], 0 if by[0] else move + by[1]
        if not 0 <= row < len(self.view.lines) or not 0 <= move < len(self.places(row)):
            return by[1] != 0  # up and down lead out of the card
        self._chosen = row, move
        return True

    def _play(self, at: tuple[int, int]) -> None:
        row, move = at
        if 0 <= row < len(self.view.lines):
            line = self.view.lines[row]
            self._on_play(line, min(max(0, move), len(line.names) - 1) + 1)

    def _at(self, pos: tuple[float, float]) -> tuple[int, int]:
        """The row and the move there; move -1 for the row itself, row -1 for nothing."""
        for row, places in enumerate(self._laid()):
            if self._row_rect(row).collidepoint(pos):
                return row, next((n for n, place in enumerate(places) if place.collidepoint(pos)), -1)
        return -1, -1

    # ---- where everything stands

    def _row_rect(self, row: int) -> pygame.FRect:
        return pygame.FRect(
            self.rect.left + 8, self.rect.top + CARD_HEAD + row * self._row, self.rect.width - 16, self._row - 2
        )

    @property
    def _columns(self) -> tuple[float, float, float]:
        """Where value, chance and moves begin."""
        return (42.0, 96.0, 144.0) if self.rect.width >= WIDE else (34.0, 80.0, 120.0)

    def places(self, row: int) -> list[pygame.FRect]:
        """Where the moves of a line stand, as many as have room."""
        laid = self._laid()
        return laid[row] if row < len(laid) else []

    def _laid(self) -> list[list[pygame.FRect]]:
        """The place of each move that has room, by rows."""
        if self._places[0] is not self.view.lines:
            self._places = self.view.lines, [self._lay(row, line) for row, line in enumerate(self.view.lines)]
        return self._places[1]

    def _lay(self, row: int, line: AnalysedLine) -> list[pygame.FRect]:
        place = self._row_rect(row)
        x, found = place.left + self._columns[2], list[pygame.FRect]()
        for number, name in enumerate(line.names):
            face, size = (Face.MEDIUM, BODY) if not number else (Face.REGULAR, CAPTION)
            width = self._measure(name, size, face) + 10
            if found and x + width > place.right - 4:
                break
            found.append(pygame.FRect(x, place.top + 3, min(width, place.right - 4 - x), place.height - 6))
            x += width
        return found

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The card, the figures, the lines."""
        at = self._chosen if self.focused else self._pointed if self.hovered else (-1, -1)
        canvas.passage((self, self._revision, at, self.focused), lambda: self._draw(canvas, at))

    def _draw(self, canvas: Canvas, at: tuple[int, int]) -> None:
        canvas.card(self.rect, 1)
        if self.focused:
            canvas.focus_ring(self.rect.inflate(-4, -4), 14)
        if self.rect.height <= CARD_HEAD:
            return
        canvas.hairline(self.rect.left + 16, self.rect.top + CARD_HEAD - 3, self.rect.width - 32)
        view = self.view
        figures = next((each for each in view.figures if canvas.text_width(each, CAPTION) <= self.figures.width), "")
        canvas.text(figures, self.figures.left, self.figures.centery, CAPTION, canvas.theme.muted)
        if view.said:
            ink = canvas.theme.red if view.is_fault else canvas.theme.muted
            lines = max(1, int((self.rect.height - CARD_HEAD - 8) // 18))
            y = self.rect.top + CARD_HEAD + 14
            canvas.paragraph(view.said, self.rect.left + 16, y, self.rect.width - 32, CAPTION, ink, 18, lines=lines)
        for row, line in enumerate(view.lines):
            self._draw_row(canvas, row, line, at)
        below = self._row_rect(len(view.lines))
        if view.note and below.bottom <= self.rect.bottom:
            canvas.text(view.note, below.left + 8, below.centery, CAPTION, canvas.theme.muted, width=below.width - 16)

    def _draw_row(self, canvas: Canvas, row: int, line: AnalysedLine, at: tuple[int, int]) -> None:
        theme, place = canvas.theme, self._row_rect(row)
        if row == 0:
            canvas.rounded(place, ROW_RADIUS, theme.jade_tint, theme.jade if theme.is_contrast else None, 1.5)
        elif row == at[0]:
            canvas.rounded(place, ROW_RADIUS, theme.hover)
        middle = place.centery
        x, (value, chance, _) = place.left, self._columns
        if row == 0 or theme.is_contrast:
            canvas.circle(x + 18, middle, _DISC, theme.jade)
        else:
            canvas.circle(x + 18, middle, _DISC, theme.jade, alpha=170)
        canvas.text(str(row + 1), x + 18, middle, TINY, theme.on_jade, "centre", Face.MEDIUM)
        size = BODY if len(line.value) < 5 else CAPTION
        canvas.text(line.value, x + value, middle, size, face=Face.MEDIUM, width=chance - value - 2)
        canvas.text(f"{line.chance * 100:.0f}%", x + chance + 36, middle, CAPTION, theme.muted, "right")
        for number, box in enumerate(self.places(row)):
            if (row, number) == at or (row == at[0] and at[1] < 0 and not number):
                canvas.rounded(box, 6, theme.card, theme.jade, 1.5)
            first = not number
            ink = theme.jade if first and row == 0 else theme.ink if first or row == 0 else theme.muted
            face, size = (Face.MEDIUM, BODY) if first else (Face.REGULAR, CAPTION)
            canvas.text(line.names[number], box.left + 5, middle, size, ink, face=face, width=box.width - 5)
