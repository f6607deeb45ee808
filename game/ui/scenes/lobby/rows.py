"""A list of rows with buttons at their right ends, that scrolls: people, games, invitations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BODY, ROW_RADIUS
from game.ui.widgets.base import LEFT_BUTTON, Action
from game.ui.widgets.buttons import Button, Kind
from game.ui.widgets.scrolled import Scrolled

_GAP = 8.0


@dataclass(frozen=True, slots=True)
class RowButton:
    """What can be done with a row. A button without a label is as wide as its icon needs."""

    label: str
    action: Action
    kind: Kind = "secondary"
    icon: str = ""
    enabled: bool = True
    width: float = 88.0


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row: `draw` is given the room at the left of the buttons; `key` stays the same when the row changes. Headings
    are not chosen."""

    key: str
    draw: Callable[[Canvas, pygame.FRect], None]
    buttons: tuple[RowButton, ...] = ()
    is_heading: bool = False


class RowList(Scrolled):
    """Rows under each other with hairlines between. Up and Down choose a row, Left and Right a button, Enter presses
    it; the wheel scrolls."""

    wheel_step = 56.0

    def __init__(self, rect: pygame.FRect, row_height: float, name: str, button_height: float = 40.0) -> None:
        super().__init__(rect, name)
        self.rows: tuple[ListRow, ...] = ()
        self._row_height = row_height
        self._button_height = button_height
        self._row = 0
        self._column = 0
        self._buttons: dict[tuple[str, int], Button] = {}
        self._pressed: Button | None = None
        self.focusable = False

    # ---- rows

    def show(self, rows: Sequence[ListRow]) -> None:
        """Take other rows. Chosen row and scrolling stay where they were as far as they still exist."""
        key = self.rows[self._row].key if self._row < len(self.rows) else ""
        self.rows = tuple(rows)
        self._row = next((i for i, row in enumerate(self.rows) if row.key == key), min(self._row, len(self.rows) - 1))
        self._row = max(0, self._row)
        if self.rows and self.rows[self._row].is_heading:
            self._row = self._beside(1) or self._row
        self.focusable = any(button.enabled for row in self.rows for button in row.buttons)
        kept = self._buttons
        self._buttons = {}
        for row in self.rows:
            for column, wanted in enumerate(row.buttons):
                self._buttons[row.key, column] = self._renewed(kept.get((row.key, column)), row.key, column, wanted)
        if self._pressed not in self._buttons.values():
            self._pressed = None
        self._place()

    @property
    def chosen(self) -> ListRow | None:
        """The row that the keys stand on."""
        return self.rows[self._row] if self._row < len(self.rows) else None

    def copy_place(self, other: RowList) -> None:
        """Take over where another list, laid out before, was scrolled to and which row was chosen."""
        self._scroll, self._row, self._column = other._scroll, other._row, other._column

    def _renewed(self, button: Button | None, key: str, column: int, wanted: RowButton) -> Button:
        """The button of a row as it is wanted now; one that was there keeps its hover and press."""
        if button is None:
            rect = pygame.FRect(0, 0, wanted.width, self._button_height)
            button = Button(rect, wanted.label, lambda: self._act(key, column), name=f"{key}:{column}", size=BODY)
        button.rect.width = wanted.width
        button.label, button.kind, button.icon, button.enabled = wanted.label, wanted.kind, wanted.icon, wanted.enabled
        return button

    def _act(self, key: str, column: int) -> None:
        row = next((row for row in self.rows if row.key == key), None)
        if row is not None and column < len(row.buttons) and row.buttons[column].enabled:
            row.buttons[column].action()

    # ---- places

    def _whole(self) -> float:
        return len(self.rows) * self._row_height

    def _place(self) -> None:
        """Put the buttons where their rows are."""
        self._scroll_to(self._scroll)
        for index, row in enumerate(self.rows):
            middle = self._row_rect(index).centery
            right = self._right
            for column in reversed(range(len(row.buttons))):
                rect = self._buttons[row.key, column].rect
                rect.topleft = (right - rect.width, middle - self._button_height / 2)
                right = rect.left - _GAP

    @property
    def _right(self) -> float:
        """Where the rows end: before the scroll bar, if there is one."""
        return self.rect.right - (14 if self._most_scroll() > 0 else 0)

    def _row_rect(self, index: int) -> pygame.FRect:
        top = self.rect.top + index * self._row_height - self._scroll
        return pygame.FRect(self.rect.left, top, self._right - self.rect.left, self._row_height)

    def button(self, key: str, column: int = 0) -> Button:
        """The button of a row. Raises KeyError if there is none."""
        return self._buttons[key, column]

    # ---- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Buttons by the mouse, the wheel, and the keys."""
        if not self.visible:
            return False
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if self._most_scroll() > 0 and self._follow_wheel(event):
            self._place()
            return True
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            for button in self._buttons.values():
                button.handle(event)
                button.hovered = button.hovered and self.hovered
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.rect.collidepoint(event.pos):
            self._pressed = next((button for button in self._buttons.values() if button.handle(event)), None)
            return self._pressed is not None
        if event.type == pygame.MOUSEBUTTONUP and self._pressed is not None:
            pressed, self._pressed = self._pressed, None
            return pressed.handle(event)
        return False

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if not self.rows:
            return False
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            row = self._beside(1 if event.key == pygame.K_DOWN else -1)
            if row is None:
                return False
            self._row = row
            self._into_view()
            return True
        count = len(self.rows[self._row].buttons)
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            column = min(self._column, count - 1) + (1 if event.key == pygame.K_RIGHT else -1)
            if not 0 <= column < count:
                return False
            self._column = column
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and count:
            self._act(self.rows[self._row].key, min(self._column, count - 1))
            return True
        return False

    def _beside(self, by: int) -> int | None:
        """The next row in a direction that is not a heading; None if there is none."""
        end = len(self.rows) if by > 0 else -1
        return next((row for row in range(self._row + by, end, by) if not self.rows[row].is_heading), None)

    @property
    def chosen_column(self) -> int:
        """Which button of its row the keys stand on; -1 for a row without buttons."""
        row = self.chosen
        return min(self._column, len(row.buttons) - 1) if row is not None else -1

    def _into_view(self) -> None:
        self._reveal(self._row * self._row_height, self._row_height)
        self._place()

    # ---- frame

    def update(self, dt: float) -> None:
        """Let the buttons follow the mouse."""
        super().update(dt)
        for button in self._buttons.values():
            button.update(dt)

    def draw(self, canvas: Canvas) -> None:
        """The rows that are in view, the focus, the scroll bar."""
        with canvas.clipped(self.rect.inflate(12, 0)):
            for index, row in enumerate(self.rows):
                place = self._row_rect(index)
                if place.bottom <= self.rect.top or place.top >= self.rect.bottom:
                    continue
                self._draw_row(canvas, index, row, place)
        self._draw_bar(canvas, self.rect.right - 4)

    def _draw_row(self, canvas: Canvas, index: int, row: ListRow, place: pygame.FRect) -> None:
        chosen = self.focused and index == self._row
        left_end = place.right
        for column in range(len(row.buttons)):
            button = self._buttons[row.key, column]
            button.focused = chosen and column == min(self._column, len(row.buttons) - 1)
            button.draw(canvas)
            left_end = min(left_end, button.rect.left - 12)
        if chosen and not row.buttons:
            canvas.rounded(place.inflate(0, -4), ROW_RADIUS, None, canvas.theme.indigo, 2.0)
        row.draw(canvas, pygame.FRect(place.left, place.top, left_end - place.left, place.height))
        if index + 1 < len(self.rows) or row.is_heading:
            canvas.hairline(place.left, place.bottom, place.width)
