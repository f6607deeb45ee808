"""Scenes that lie over another one: a question with answers, and a list to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DIALOG_RADIUS, HEADING, ROW_RADIUS, TOAST_RADIUS
from game.ui.stage.scene import Scene
from game.ui.widgets.base import LEFT_BUTTON, Pressable, Widget
from game.ui.widgets.buttons import Button, Kind, blend

UNASKED_S = 0.6
"""For this long after it has come up by itself an overlay takes no key and no press: they were meant for what was there
before."""

_TITLE_LINE = 26.0


@dataclass(frozen=True, slots=True)
class DialogAnswer:
    """One button of a dialog."""

    label: str
    action: Callable[[], None]
    kind: Kind = "secondary"


class Overlay(Scene):
    """A box over another scene; nothing reaches what lies below."""

    is_overlay = True
    closes_beside: ClassVar[bool] = False
    """Whether a press beside the box closes it."""

    def __init__(self, size: tuple[float, float] = (0.0, 0.0), by_itself: bool = False) -> None:
        """`size` is the box's. `by_itself`: nobody here asked for it, so a key or a press that was under way does not
        answer it."""
        super().__init__()
        self._box = pygame.FRect(0, 0, *size)
        self._deaf_s = UNASKED_S if by_itself else 0.0

    def _centre(self) -> pygame.FRect:
        """The box, now in the middle of the window."""
        self._box.center = (self.size[0] / 2, self.size[1] / 2)
        return self._box

    def update(self, dt: float) -> None:
        """Let the time pass in which nothing answers."""
        super().update(dt)
        self._deaf_s = max(0.0, self._deaf_s - dt)

    def handle(self, event: pygame.event.Event) -> bool:
        """Whatever it is, it goes no further."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        if self._deaf_s and (is_press or event.type == pygame.KEYDOWN):
            return True
        is_beside = is_press and event.button == LEFT_BUTTON and not self._box.collidepoint(event.pos)
        if is_beside and self.closes_beside:
            self.close()
        else:
            super().handle(event)
        return True

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim and box."""
        canvas.scrim(0.44 * self.entered)
        self._draw_box(canvas, canvas.theme.ink if canvas.theme.is_contrast else None)

    def _draw_box(self, canvas: Canvas, border: Colour | None) -> None:
        canvas.shadow(self._box, DIALOG_RADIUS, 3)
        canvas.rounded(self._box, DIALOG_RADIUS, canvas.theme.card, border, 2.0)


class Dialog(Overlay):
    """A question in the middle of the window. The last answer is the safe one: it has the focus, Escape gives it."""

    is_question = True

    def __init__(
        self,
        title: str,
        text: str,
        answers: Sequence[DialogAnswer],
        width: float = 440.0,
        by_itself: bool = False,
        place: Callable[[], pygame.FRect] | None = None,
    ) -> None:
        """`place` gives where it lies, in place of the middle of the window, so that the rest stays in sight."""
        super().__init__(by_itself=by_itself)
        self._title = title
        self._text = text
        self._answers = tuple(answers)
        self._widest = self._width = width
        self._place = place
        self._measured = False
        self._head: Sequence[str] = ()

    def layout(self) -> None:
        """Buttons in a row along the lower edge; the height follows when the text has been measured."""
        self._measured = False

    def _lay_out(self, canvas: Canvas) -> None:
        """The box needs the text's height, which only a canvas knows: done once, at the first drawing or event."""
        place = self._place() if self._place is not None else pygame.FRect(0, 0, *self.size)
        self._width = min(self._widest, place.width)
        lines = len(canvas.wrapped(self._text, self._width - 48, BODY)) if self._text else 0
        wanted = [canvas.text_width(a.label, BODY, Face.MEDIUM) + 48 for a in self._answers]
        in_rows = sum(wanted) + 12 * (len(wanted) - 1) > self._width - 48
        button_area = 52.0 * len(wanted) - 8 if in_rows else 44.0
        self._head = canvas.wrapped(self._title, self._width - 48, HEADING, Face.MEDIUM)
        height = 24 + 34 + _TITLE_LINE * (len(self._head) - 1) + 23 * lines + (18 if lines else 8) + button_area + 24
        self._box = pygame.FRect(0, 0, self._width, height)
        self._box.center = place.center
        self._box.clamp_ip(pygame.FRect(8, 8, self.size[0] - 16, self.size[1] - 16))
        buttons: list[Widget] = []
        y = self._box.bottom - 24 - button_area
        if in_rows:
            for i, answer in enumerate(self._answers):
                rect = pygame.FRect(self._box.left + 24, y + 52 * i, self._width - 48, 44)
                buttons.append(self._button(rect, answer))
        else:
            share = (self._width - 48 - 12 * (len(wanted) - 1)) / len(wanted)
            even = max(wanted) <= share
            x = self._box.right - 24 - (self._width - 48 if even else sum(wanted) + 12 * (len(wanted) - 1))
            for answer, width in zip(self._answers, wanted, strict=True):
                width = share if even else width
                buttons.append(self._button(pygame.FRect(x, y, width, 44), answer))
                x += width + 12
        self.widgets.replace(buttons, first=self._answers[-1].label, show=True)
        self._measured = True

    def _button(self, rect: pygame.FRect, answer: DialogAnswer) -> Button:
        def choose() -> None:
            self.close()
            answer.action()

        return Button(rect, answer.label, choose, answer.kind)

    def back(self) -> None:
        """Give the safe answer."""
        self.close()
        self._answers[-1].action()

    def draw(self, canvas: Canvas) -> None:
        """Scrim, box, title, text, buttons."""
        if not self._measured:
            self._lay_out(canvas)
        if self._place is None:
            self.draw_scene(canvas)
        else:
            self._draw_box(canvas, canvas.theme.ink if canvas.theme.is_contrast else canvas.theme.edge)
        box = self._box
        y = box.top + 40
        for line in self._head:
            canvas.text(line, box.left + 24, y, HEADING, face=Face.MEDIUM, width=box.width - 48)
            y += _TITLE_LINE
        if self._text:
            canvas.paragraph(
                self._text, box.left + 24, y + 34 - _TITLE_LINE, box.width - 48, BODY, canvas.theme.muted, 23
            )
        self.widgets.draw(canvas)


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One row of a list to choose from."""

    label: str
    action: Callable[[], None]
    icon: str = ""
    checked: bool = False
    enabled: bool = True
    shortcut: str = ""


class _Row(Pressable):
    """A row of a popup: icon or check mark, label, key."""

    def __init__(self, rect: pygame.FRect, entry: ListEntry, choose: Callable[[], None]) -> None:
        super().__init__(rect, choose, entry.label)
        self._entry = entry
        self.enabled = entry.enabled

    def draw(self, canvas: Canvas) -> None:
        """Ground under the mouse, mark, label, key."""
        theme = canvas.theme
        if self.hover_share > 0 and self.enabled:
            canvas.rounded(self.rect, ROW_RADIUS, blend(theme.card, theme.hover, self.hover_share))
        if self.focused:
            canvas.rounded(self.rect, ROW_RADIUS, None, theme.indigo, 2.0)
        ink = theme.ink if self.enabled else theme.disabled
        mark = "check" if self._entry.checked else self._entry.icon
        if mark:
            canvas.icon(mark, self.rect.left + 20, self.rect.centery, 18, theme.red if self._entry.checked else ink)
        face = Face.MEDIUM if self._entry.checked else Face.REGULAR
        canvas.text(self._entry.label, self.rect.left + 40, self.rect.centery, BODY, ink, face=face)
        if self._entry.shortcut:
            right = self.rect.right - 12
            canvas.text(self._entry.shortcut, right, self.rect.centery, CAPTION, theme.muted, "right")


class Popup(Overlay):
    """A list of entries beside what opened it; a click outside or Escape closes it."""

    closes_beside = True

    def __init__(self, beside: pygame.FRect, entries: Sequence[ListEntry], width: float = 240.0) -> None:
        super().__init__()
        self._beside = beside
        self._entries = tuple(entries)
        self._width = width

    def layout(self) -> None:
        """Under the opener where there is room, otherwise above it."""
        height = 16 + 40.0 * len(self._entries)
        left = self._beside.right - self._width
        left = min(left if left >= 8 else max(8.0, self._beside.left), self.size[0] - self._width - 8)
        below = self._beside.bottom + 6 + height <= self.size[1] - 8
        top = self._beside.bottom + 6 if below else self._beside.top - 6 - height
        top = max(8.0, min(top, self.size[1] - 8 - height))  # the window may have become smaller since it was opened
        self._box = pygame.FRect(left, top, self._width, height)
        rows = []
        for i, entry in enumerate(self._entries):
            rect = pygame.FRect(left + 8, top + 8 + 40 * i, self._width - 16, 40)
            rows.append(_Row(rect, entry, self._chooser(entry)))
        self.widgets.replace(rows)
        checked = next((e for e in self._entries if e.checked), None) or next(e for e in self._entries if e.enabled)
        self.widgets.focus_on(checked.label)

    def _chooser(self, entry: ListEntry) -> Callable[[], None]:
        def choose() -> None:
            self.close()
            entry.action()

        return choose

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Home and End lead to the ends of the list."""
        if event.key in (pygame.K_HOME, pygame.K_END):
            usable = [entry for entry in self._entries if entry.enabled]
            self.widgets.focus_on(usable[0 if event.key == pygame.K_HOME else -1].label, show=True)
            return True
        return super().handle_key(event)

    def draw_scene(self, canvas: Canvas) -> None:
        """The box under the rows."""
        canvas.card(self._box, 2, TOAST_RADIUS)
