"""Scenes and their stack: the top one gets the events; a dialog leaves the scene below visible."""

from __future__ import annotations

import contextlib
from typing import ClassVar

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import ENTER_S
from game.ui.sound.scores import Melody
from game.ui.widgets.base import Widget, WidgetGroup, approach
from game.ui.widgets.field import TextField


class Scene:
    """One screen of the program. A subclass lays out its widgets in `layout` and draws in `draw_scene`.

    `layout` runs when the scene appears and whenever the window's size, the scale, the theme or the language has
    changed; it makes the widgets again. A frame is `handle` for each event, `update`, `draw`; drawing changes nothing.
    """

    is_overlay = False
    """Whether the scene below stays visible under it (dialogs, open lists)."""
    is_question = False
    """Whether it hides another question below it, which comes into sight again afterwards."""

    scope: ClassVar[str] = ""
    """Which actions of `game.ui.stage.key_actions` its keys stand for; empty where it has none."""
    music: Melody | None = None
    """The piece that is heard here; None where that of the scene below goes on."""
    deafens_s: ClassVar[float] = 0.0
    """For this long after it has closed no key and no press reaches the scene below: they were meant for this one."""
    goes_on_covered: ClassVar[bool] = False
    """Whether it is updated also while nothing of it is seen: a game, a review or an engine goes on there."""
    takes_every_key = False
    """Whether also the keys that act everywhere are for this scene (it asks for a key)."""

    def __init__(self) -> None:
        self.widgets = WidgetGroup()
        self.size = (0.0, 0.0)
        """Width and height of the window in units, set before `layout`."""
        self.closed = False
        self.entered = 0.0
        """How far the scene has come in, 0..1."""

    @property
    def is_busy(self) -> bool:
        """Whether something goes on that each frame carries on, however little is seen of it; the window does not sleep
        then."""
        return False

    def layout(self) -> None:
        """Make the widgets for `self.size`."""

    def resized(self, size: tuple[float, float]) -> None:
        """The window has another size, scale, theme or language: lay out again."""
        self.size = size
        self.layout()

    def close(self) -> None:
        """Leave this scene; the stack removes it after the event."""
        self.closed = True

    def back(self) -> None:
        """What Escape does: leave, by default."""
        self.close()

    @property
    def wants_engine(self) -> bool:
        """Whether an engine may be asked for something here: one that plays a tournament stands still meanwhile."""
        return False

    @property
    def peer_in_game(self) -> str | None:
        """The name of the person elsewhere with whom a game goes on here, and who is not left without a question."""
        return None

    # The life of a scene: opened, perhaps paused, uncovered each time that what lay above it has gone, left.

    def opened(self) -> None:
        """Called once when the scene lies on the stack: it may open others above itself."""

    def pause(self) -> None:
        """Stand still, for something else is to be looked at."""

    def uncovered(self) -> None:
        """Called when the scene above has gone and this one is on top again."""

    def left(self) -> None:
        """Called once when the scene has gone for good: stop what it began."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Give the event to the widgets, then to the scene's keys."""
        if self.widgets.handle(event):
            return True
        return event.type == pygame.KEYDOWN and self.handle_key(event)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """A key that no widget wanted. Returns whether the scene used it."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False

    def update(self, dt: float) -> None:
        """Advance by `dt` seconds."""
        self.entered = approach(self.entered, 1.0, dt, ENTER_S)
        self.widgets.update(dt)

    def draw(self, canvas: Canvas) -> None:
        """Draw the scene, then its widgets."""
        self.draw_scene(canvas)
        self.widgets.draw(canvas)

    def draw_scene(self, canvas: Canvas) -> None:
        """Draw what is not a widget."""

    def text_field(self) -> TextField | None:
        """The field that typing goes to, if any."""
        return self.widgets.focus if isinstance(self.widgets.focus, TextField) else None

    def toast_place(self) -> tuple[tuple[float, float], float] | None:
        """Where a toast stands (the middle of its lower edge) and how wide it may be; None = above the lower edge."""
        return None

    def tooltip_widget(self) -> tuple[Widget, float] | None:
        """The widget whose tooltip may be shown and how long the mouse has rested on it, in seconds."""
        return self.widgets.hovered_long


class SceneStack:
    """The scenes that are open, the visible one on top. Changes asked for during an event take effect after it."""

    def __init__(self) -> None:
        self._scenes: list[Scene] = []
        self.size = (0.0, 0.0)
        self._answers_key = False
        self._deaf_s = 0.0

    @property
    def top(self) -> Scene | None:
        """The scene that gets the events."""
        return self._scenes[-1] if self._scenes else None

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """All open scenes, the lowest first."""
        return tuple(self._scenes)

    @property
    def is_deaf(self) -> bool:
        """Whether keys and presses are not heard for a moment, after a scene that has closed."""
        return self._deaf_s > 0

    def push(self, scene: Scene) -> None:
        """Open a scene above the present one; whoever uses the keyboard sees at once what has it."""
        by_keyboard = self.top is not None and self.top.widgets.shows_focus
        self._open(scene, by_keyboard)

    def replace(self, scene: Scene) -> None:
        """Open a scene in the place of the top one."""
        by_keyboard = self.top is not None and self.top.widgets.shows_focus
        if self._scenes:
            self._scenes.pop().left()
        self._open(scene, by_keyboard)

    def _open(self, scene: Scene, by_keyboard: bool) -> None:
        scene.resized(self.size)
        if by_keyboard or (self._answers_key and scene.is_overlay):
            scene.widgets.show_focus()
        self._scenes.append(scene)
        scene.opened()

    def close_overlays_above(self, scene: Scene) -> None:
        """Close the dialogs and lists that lie directly over a scene: what they asked about is over."""
        while self._scenes and self._scenes[-1] is not scene and self._scenes[-1].is_overlay:
            self._scenes.pop().left()

    def back_to_bottom(self) -> None:
        """Close everything but the lowest scene (the menu)."""
        while len(self._scenes) > 1:
            self._scenes.pop().left()
        if self._scenes:
            self._scenes[-1].uncovered()

    def clear(self) -> None:
        """Close every scene: the program ends. Each is left, the top one first, even where another one fails."""
        scenes, self._scenes = self._scenes, []
        with contextlib.ExitStack() as leaving:
            for scene in scenes:
                leaving.callback(scene.left)

    def resized(self, size: tuple[float, float]) -> None:
        """Lay every scene out again (also after a change of theme, scale or language)."""
        self.size = size
        for scene in self._scenes:
            scene.resized(size)

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the top scene, then remove the scenes that have closed."""
        if not self._scenes:
            return False
        if self.is_deaf and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return True
        self._answers_key = event.type == pygame.KEYDOWN
        used = self._scenes[-1].handle(event)
        self._answers_key = False
        self._drop_closed()
        return used

    @property
    def working(self) -> tuple[Scene, ...]:
        """The scenes that are updated, the lowest first: what is seen, and what goes on although it is covered."""
        first = self._first_seen
        return tuple(scene for i, scene in enumerate(self._scenes) if i >= first or scene.goes_on_covered)

    @property
    def _first_seen(self) -> int:
        """The place of the topmost scene that fills the window."""
        return next((i for i in range(len(self._scenes) - 1, -1, -1) if not self._scenes[i].is_overlay), 0)

    def update(self, dt: float) -> None:
        """Advance the scenes that work (a match goes on under a dialog)."""
        self._deaf_s = max(0.0, self._deaf_s - dt)
        for scene in self.working:
            scene.update(dt)
        self._drop_closed()

    def draw(self, canvas: Canvas) -> None:
        """Draw from the topmost scene that fills the window upwards."""
        asking = next((scene for scene in reversed(self._scenes) if scene.is_question), None)
        for scene in self._scenes[self._first_seen :]:
            if scene is asking or not scene.is_question:
                scene.draw(canvas)

    def _drop_closed(self) -> None:
        while any(scene.closed for scene in self._scenes):
            gone = next(scene for scene in self._scenes if scene.closed)
            was_top = gone is self._scenes[-1]
            self._scenes.remove(gone)
            gone.left()
            if was_top and self._scenes:
                self._deaf_s = max(self._deaf_s, gone.deafens_s)
                self._scenes[-1].uncovered()
