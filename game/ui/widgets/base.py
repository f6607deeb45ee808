"""What a widget is, and the group that gives its widgets the mouse, the keyboard and a focus order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import HOVER_S, PRESS_S

LEFT_BUTTON = 1
RIGHT_BUTTON = 3

Action = Callable[[], None]


def approach(value: float, target: float, dt: float, duration: float) -> float:
    """`value` moved towards `target` (both 0..1) as far as `dt` of a full way of `duration` seconds."""
    step = dt / duration if duration > 0 else 1.0
    return min(value + step, target) if target > value else max(value - step, target)


def held_modifiers() -> int:
    """The modifier keys that are held while the mouse is used; its events do not carry them."""
    return pygame.key.get_mods() if pygame.display.get_init() else 0


class Widget:
    """A rectangle in units that can be seen, pointed at and focused.

    Events carry positions in units. `handle` returns whether the event was used up. Widgets are made again by their
    scene when the window, the theme or the language changes; `name` lets the focus find its widget again.
    """

    focusable = True
    is_wordless = False
    """Whether nothing but its tooltip tells in words what it is."""

    def __init__(self, rect: pygame.FRect, name: str = "") -> None:
        self.rect = rect
        self.name = name
        self.enabled = True
        self.visible = True
        self.hovered = False
        self.pressed = False
        self.focused = False
        """Whether it has the keyboard and shows it; set by the group."""
        self.tooltip = ""
        self.shortcut = ""
        self.hover_share = 0.0
        """How far the hover colour has come, 0..1."""
        self.press_share = 0.0

    def handle(self, event: pygame.event.Event) -> bool:
        """Follow the mouse (hover, press, click) and activate by Enter or Space while focused."""
        if not (self.enabled and self.visible):
            self.hovered = self.pressed = False
            return False
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self.pressed = self.rect.collidepoint(event.pos)
            return self.pressed
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self.pressed:
            self.pressed = False
            if self.rect.collidepoint(event.pos):
                self.activate()
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.activate()
            return True
        return False

    def activate(self) -> None:
        """What a click or Enter does; nothing by default."""

    def update(self, dt: float) -> None:
        """Let hover and press colours follow."""
        hover, press = float(self.hovered and self.enabled), float(self.pressed and self.enabled)
        if self.hover_share != hover:
            self.hover_share = approach(self.hover_share, hover, dt, HOVER_S)
        if self.press_share != press:
            self.press_share = approach(self.press_share, press, dt, PRESS_S)

    def draw(self, canvas: Canvas) -> None:
        """Draw it; changes nothing."""


class Pressable(Widget):
    """Does one thing on a click, by Enter or by Space."""

    def __init__(self, rect: pygame.FRect, on_press: Action, name: str) -> None:
        super().__init__(rect, name)
        self._on_press = on_press

    def activate(self) -> None:
        """Do it."""
        self._on_press()


class WidgetGroup:
    """The widgets of one scene in their Tab order, one of which may have the keyboard.

    The focus ring shows only after a key has moved the focus, and hides with the next click.
    """

    def __init__(self) -> None:
        self.widgets: list[Widget] = []
        self.focus: Widget | None = None
        self._by_keyboard = False
        self._hover_s = 0.0
        self._hover_widget: Widget | None = None

    def replace(self, widgets: Iterable[Widget], first: str = "", show: bool = False) -> None:
        """Take new widgets; the focus stays with the widget of the same name. Where none has it the one called `first`
        gets it, its ring drawn on `show`."""
        before = self.focus
        name = before.name if before else ""
        self.widgets = list(widgets)
        self.focus = next((w for w in self.widgets if name and w.name == name), None)
        self._hover_widget = None
        for widget in self.widgets:
            if widget is not before:  # one that stays shows what it has shown: a board its cursor
                widget.focused = self._by_keyboard and widget is self.focus
        if first and self.focus is None:
            self.focus_on(first, show)

    def focus_on(self, name: str, show: bool = False) -> None:
        """Give the keyboard to the widget of that name; `show` draws its ring as if a key had moved the focus."""
        self.focus = next((w for w in self.widgets if w.name == name), self.focus)
        self._by_keyboard = self._by_keyboard or show
        self._mark()

    def show_focus(self) -> None:
        """Show what has the keyboard, as if a key had moved the focus."""
        self._by_keyboard = True
        self._mark()

    @property
    def hovered_long(self) -> tuple[Widget, float] | None:
        """The widget under the mouse and for how many seconds it has been there."""
        return (self._hover_widget, self._hover_s) if self._hover_widget else None

    @property
    def shows_focus(self) -> bool:
        """Whether the keyboard moved the focus last."""
        return self._by_keyboard

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the widget it is for. Returns whether one used it up."""
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING, pygame.KEYUP):
            return bool(self.focus and self.focus.handle(event))
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._focus_by_mouse(event)
        used = False
        for widget in reversed(self.widgets):
            used = widget.handle(event) or used
            if used and event.type != pygame.MOUSEMOTION:
                break
        return used

    def update(self, dt: float) -> None:
        """Advance every widget and the time that the mouse has rested on one."""
        for widget in self.widgets:
            widget.update(dt)
        under = next((w for w in reversed(self.widgets) if w.visible and w.hovered), None)
        self._hover_s = self._hover_s + dt if under is self._hover_widget and under else 0.0
        self._hover_widget = under

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible widgets in their order."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw(canvas)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if self.focus and self.focus.enabled and self.focus.visible and self.focus.handle(event):
            return True
        if event.key in _DIRECTIONS and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return self._step_towards(*_DIRECTIONS[event.key])
        return False

    def _candidates(self) -> list[Widget]:
        return [w for w in self.widgets if w.focusable and w.enabled and w.visible]

    def _step(self, by: int) -> None:
        order = self._candidates()
        if not order:
            return
        if self.focus in order:
            self.focus = order[(order.index(self.focus) + by) % len(order)]
        else:
            self.focus = order[0 if by > 0 else -1]
        self._by_keyboard = True
        self._mark()

    def _step_towards(self, dx: int, dy: int) -> bool:
        """Move the focus to the nearest widget in a direction; the way across counts three times."""
        order = self._candidates()
        if not order:
            return False
        if self.focus not in order:
            self._step(1)
            return True
        here = self.focus.rect

        def cost(widget: Widget) -> float:
            there = widget.rect
            ahead = (there.centerx - here.centerx) * dx + (there.centery - here.centery) * dy
            if dx:
                aside = (
                    max(0.0, there.top - here.bottom, here.top - there.bottom) + abs(there.centery - here.centery) / 9
                )
            else:
                aside = (
                    max(0.0, there.left - here.right, here.left - there.right) + abs(there.centerx - here.centerx) / 9
                )
            return ahead + 3 * aside if ahead > 1 else float("inf")

        best = min((w for w in order if w is not self.focus), key=cost, default=None)
        if best is None or cost(best) == float("inf"):
            return False
        self.focus = best
        self._by_keyboard = True
        self._mark()
        return True

    def _focus_by_mouse(self, event: pygame.event.Event) -> None:
        self._by_keyboard = False
        for widget in reversed(self._candidates()):
            if widget.rect.collidepoint(event.pos):
                self.focus = widget
                break
        self._mark()

    def _mark(self) -> None:
        for widget in self.widgets:
            widget.focused = self._by_keyboard and widget is self.focus


_DIRECTIONS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
