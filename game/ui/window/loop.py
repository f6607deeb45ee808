"""The frame: events, update, draw, and the window that they happen in."""

from __future__ import annotations

import gc
import logging
import os
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame

from game.storage.memory import return_free_pages
from game.storage.version import APPLICATION_ID
from game.ui.paint.canvas import Canvas
from game.ui.paint.scale import SMALLEST
from game.ui.sound.quiet import quiet_standard_error
from game.ui.stage.key_actions import EVERYWHERE
from game.ui.stage.stage import Stage
from game.ui.widgets.field import TextField
from game.ui.widgets.plates import Tooltips
from game.ui.window.resizing import Resizing
from game.ui.window.screen import Screen

log = logging.getLogger(__name__)

FRAMES_PER_S = 60
_FRAME_S = 1 / FRAMES_PER_S
_LONGEST_STEP_S = 0.1
"""A frame that was held up (a window being dragged) advances animations by no more than this."""

_SLEEP_S = 0.12
"""How long a window in which nothing moves waits for an event before it looks again: clocks, carets and what comes in
from elsewhere show themselves that late at most."""
_DOZE_S = 0.01
"""How often an event is looked for meanwhile. pygame's own wait looks a thousand times a second, which costs as much
as all that the window draws then; later than this much nobody is answered."""
_AWAKE_FRAMES = 15
"""A window goes on at full rate for this many frames after an event ..."""
_MOVED_FRAMES = 8
"""... and for this many after a frame that has changed more than a tick of a clock does: something may be moving."""
_TICK = 80.0
"""A square of this many units on a side holds what a clock's tick or a caret changes."""

_INVISIBLE = ("offscreen", "dummy", "evdev")

_REPEATING = frozenset(
    {
        pygame.K_LEFT,
        pygame.K_RIGHT,
        pygame.K_UP,
        pygame.K_DOWN,
        pygame.K_PAGEUP,
        pygame.K_PAGEDOWN,
        pygame.K_TAB,
        pygame.K_BACKSPACE,
        pygame.K_DELETE,
    }
)
"""Keys that act again and again while they are held; all others act once, however long they are held."""

_POSITIONED = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

_UNCOVERING = frozenset(
    {
        pygame.VIDEOEXPOSE,
        pygame.WINDOWEXPOSED,
        pygame.WINDOWSHOWN,
        pygame.WINDOWRESTORED,
        pygame.WINDOWMAXIMIZED,
        pygame.WINDOWSIZECHANGED,
        pygame.WINDOWDISPLAYCHANGED,
        pygame.VIDEORESIZE,
    }
)
"""What may have cost the window what it showed: all of it is painted again."""


class DisplayError(Exception):
    """There is no display to open a window on; `str(error)` is one sentence."""


class Window:
    """The program's window: opened once, resizable from 960x640, full screen on request."""

    def __init__(self, size: tuple[int, int], full_screen: bool, icon: Callable[[int], pygame.Surface]) -> None:
        """Raises DisplayError when no window can be opened."""
        # the input method draws its own candidate list; must be set before the video system starts
        os.environ.setdefault("SDL_IME_SHOW_UI", "1")
        os.environ.setdefault("SDL_HINT_IME_SHOW_UI", "1")
        os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
        for system in ("X11", "WAYLAND"):  # by this name a desktop finds our icon
            os.environ.setdefault(f"SDL_VIDEO_{system}_WMCLASS", APPLICATION_ID)
        try:
            with quiet_standard_error():
                pygame.display.init()
            if pygame.display.get_driver() in _INVISIBLE and not os.environ.get("SDL_VIDEODRIVER"):
                # SDL falls back to a driver without a screen; the program would run unseen for ever
                raise pygame.error("there is no display")
            if pygame.display.get_driver() == "x11":
                # else SDL shows a window's picture as a texture by OpenGL, all of it for each change, and where no
                # graphics card helps that takes more than all of ours; other systems' drivers know no other way or
                # take the plain one by themselves
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            pygame.font.init()
            pygame.display.set_icon(icon(64))
            pygame.display.set_caption("Qiguan 棋馆")
            self._size = self._fitting(size)
            self._full_screen = full_screen
            self.openings = 0
            """How often it was opened, or opened again at another size: it shows nothing then."""
            self._set_mode()
        except pygame.error as error:
            raise DisplayError(f"cannot open a window: {error}") from error
        pygame.key.stop_text_input()
        pygame.key.set_repeat(350, 40)

    @staticmethod
    def _fitting(size: tuple[int, int]) -> tuple[int, int]:
        """The wanted size, as far as the screen has room for it."""
        desktops = pygame.display.get_desktop_sizes()
        if not desktops:
            return size
        return (
            max(SMALLEST[0], min(size[0], desktops[0][0])),
            max(SMALLEST[1], min(size[1], desktops[0][1])),
        )

    def _set_mode(self) -> None:
        self.openings += 1
        if self._full_screen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._size, pygame.RESIZABLE)

    @property
    def surface(self) -> pygame.Surface:
        """What is shown after `pygame.display.flip`."""
        surface = pygame.display.get_surface()
        assert surface is not None, "the window is open from its making to its end"
        return surface

    @property
    def system(self) -> str:
        """What shows the window, for a report: the video driver and SDL's version."""
        return f"video {pygame.display.get_driver()}, SDL {'.'.join(map(str, pygame.version.SDL))}"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.surface.get_size()

    @property
    def windowed_size(self) -> tuple[int, int]:
        """Width and height in pixels that the window has when it does not fill the screen."""
        return self._size

    def resized(self, size: tuple[int, int]) -> None:
        """The person has drawn the window to another size; one below the least is set to the least."""
        if self._full_screen:
            return
        self._size = (max(SMALLEST[0], size[0]), max(SMALLEST[1], size[1]))
        if self._size != size:
            self._set_mode()

    def resize(self, size: tuple[int, int]) -> None:
        """Take another size, as far as it is not below the least."""
        self._size = (max(SMALLEST[0], size[0]), max(SMALLEST[1], size[1]))
        self._set_mode()

    def set_full_screen(self, yes: bool) -> None:
        """Between window and full screen."""
        if yes != self._full_screen:
            self._full_screen = yes
            self._set_mode()


class Loop:
    """Runs the scenes of a stage in a window, sixty times a second, until it is ended or no scene is left."""

    def __init__(
        self,
        stage: Stage,
        window: Window,
        each_frame: Callable[[], None],
        toggle_full_screen: Callable[[], None],
        show_keys: Callable[[], None],
        ask_to_quit: Callable[[], None],
        pictures: Path,
        take_file: Callable[[str], None] = lambda path: None,
        paste: Callable[[], None] = lambda: None,
        is_busy: Callable[[], bool] = lambda: False,
    ) -> None:
        """`each_frame` runs before the scenes' update; `pictures` is where F12 saves what is seen. `take_file` gets a
        file that was dropped and that no scene wanted, `paste` is asked for where no scene has a use for Ctrl+V. While
        `is_busy` the window does not sleep."""
        self._stage = stage
        self._window = window
        self._each_frame = each_frame
        self._toggle_full_screen = toggle_full_screen
        self._show_keys = show_keys
        self._ask_to_quit = ask_to_quit
        self._pictures = pictures
        self._take_file = take_file
        self._paste = paste
        self._resizing = Resizing(lambda surface: self.draw(stage.canvas(surface)), lambda: stage.apply(window.size))
        self._has_drawn = False
        self._is_busy = is_busy
        self._awake = _AWAKE_FRAMES
        self.screen = Screen()
        """What keeps the picture in the window up to date."""
        self._seen_openings = 0
        self._ticker = pygame.time.Clock()
        self._before = time.perf_counter()
        self._tooltips = Tooltips()
        self._typing: TextField | None = None
        self._held: set[int] = set()
        self._repeated: set[int] = set()
        self.running = True
        self.painted: list[pygame.Rect] = []
        """Where the last frame differed from the one before, in pixels."""

    @property
    def is_resizing(self) -> bool:
        """Whether the window's new picture is being made."""
        return self._resizing.is_going_on

    def run(self) -> None:
        """Frame after frame."""
        self._before = time.perf_counter()
        while self.running and self._stage.stack.top is not None:
            self.frame()
            self.rest()

    def rest(self) -> None:
        """Wait until the next frame is due: the next of sixty a second or, where nothing moves, an event's."""
        self._ticker.tick(FRAMES_PER_S)
        was_idle = self._stage.is_idle
        self._stage.is_idle = self._awake <= 0 and not self._is_busy()
        if self._stage.is_idle:
            if not was_idle:
                gc.collect()  # which would take longer than a frame may
                return_free_pages()
            end = time.perf_counter() + _SLEEP_S
            while not pygame.event.peek() and (left := end - time.perf_counter()) > 0:
                time.sleep(min(left, _DOZE_S))

    def frame(self) -> None:
        """One frame: events, update, draw, show; and what there is time for besides."""
        begun = time.thread_time()
        events = pygame.event.get()
        if events:
            self._awake = _AWAKE_FRAMES
            self._stage.is_idle = False
            self._catch_up()
        self._repeated.clear()
        resizes = [event for event in events if event.type == pygame.VIDEORESIZE]
        for event in events:
            # of the sizes that a window went through since the last frame only the last is laid out
            if event.type != pygame.VIDEORESIZE or event is resizes[-1]:
                self._handle(event)
        dt = self._elapsed()
        self._each_frame()
        self._stage.update(dt)
        self._follow_typing()
        top = self._stage.stack.top
        if top is not None:
            self._tooltips.update(top.tooltip_widget())
            self.painted = self._show(self._before)
            pygame.display.update(self.painted)
            changed = sum(area.w * area.h for area in self.painted)
            self._stage.is_moving = changed > (_TICK * self._stage.scale) ** 2
            self._awake = max(self._awake - 1, _MOVED_FRAMES if self._stage.is_moving else 0)
        if not self._resizing.is_going_on:  # which makes pictures, too
            self._stage.ahead.go_on(self._stage.canvas(self._window.surface), time.thread_time() - begun)

    def _elapsed(self) -> float:
        """The seconds to go on by, since this was last asked."""
        before, self._before = self._before, time.perf_counter()
        return min(self._before - before, _LONGEST_STEP_S)

    def _catch_up(self) -> None:
        """Let the time pass in which the window slept, so that what an event sets in motion begins at its beginning."""
        slept = time.perf_counter() - self._before - _FRAME_S
        if slept > _FRAME_S:
            dt = min(slept, _LONGEST_STEP_S)
            self._before += slept
            self._stage.update(dt)

    def _show(self, now: float) -> list[pygame.Rect]:
        """Bring the window up to date; where it has changed."""
        stage, surface = self._stage, self._window.surface
        if self._resizing.show(surface, now):
            self.screen.forget()
            return [surface.get_rect()]
        self._has_drawn = True
        self.draw(self.screen.canvas(self._window.size, stage.theme, stage.fonts, stage.scale))
        if self._window.openings != self._seen_openings:
            self._seen_openings = self._window.openings
            self.screen.forget()
        return self.screen.paint(surface)

    def hold_picture(self) -> None:
        """The window is about to change its size, or the scale of what it shows: its last picture stays until
        everything is there in its new size."""
        if self._has_drawn:
            self._resizing.begin(self._window.size, time.perf_counter())

    def draw(self, canvas: Canvas) -> None:
        """Draw what is seen now: the scenes, messages and a tooltip."""
        stage = self._stage
        stage.stack.draw(canvas)
        top = stage.stack.top
        if top is None:
            return
        width, height = stage.size
        anchor, room = top.toast_place() or ((width / 2, height - 32), min(720.0, width - 64))
        stage.toasts.draw(canvas, anchor, room)
        self._tooltips.draw(canvas)

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type in _UNCOVERING:
            self.screen.forget()
        if event.type == pygame.QUIT:
            self._ask_to_quit()
        elif event.type == pygame.VIDEORESIZE:
            self._window.resized(event.size)
            self._follow_size()
        elif event.type == pygame.MOUSEBUTTONDOWN and self._resizing.is_going_on:
            return  # the picture that was clicked on is not what lies there
        elif event.type == pygame.KEYDOWN and (self._is_repeated(event) or self._handle_global_key(event)):
            return
        else:
            if event.type == pygame.KEYUP:
                self._held.discard(event.key)
            elif event.type == pygame.WINDOWFOCUSLOST:
                self._held.clear()
            if not self._stage.stack.handle(self._in_units(event)):
                self._handle_unwanted(event)

    def _follow_size(self) -> None:
        """The window has another size, or says again which it has."""
        stage, size = self._stage, self._window.size
        if not self._has_drawn:
            stage.apply(size)
        elif size != stage.window or self._resizing.is_going_on:
            self._resizing.begin(stage.window, time.perf_counter())

    def _handle_unwanted(self, event: pygame.event.Event) -> None:
        """What no scene had a use for: a dropped file, and the keys that paste."""
        if event.type == pygame.DROPFILE:
            self._take_file(event.file)
        elif event.type == pygame.KEYDOWN and self._asked_for(event) == "paste":
            self._paste()

    def _asked_for(self, event: pygame.event.Event) -> str | None:
        """The action that a key asks for in every scene."""
        return self._stage.keys.action(EVERYWHERE, event, self._typing is not None)

    def _is_repeated(self, event: pygame.event.Event) -> bool:
        """Whether the key is merely being held, and is none that acts while it is."""
        if event.key in self._held:
            if event.key in self._repeated:
                return True  # after a long frame the repeats of a key let go long ago may have come together
            self._repeated.add(event.key)
            top = self._stage.stack.top
            steps = top is not None and self._stage.keys.is_repeated(top.scope, event)
            return event.key not in _REPEATING and self._typing is None and not steps
        self._held.add(event.key)
        return False

    def _handle_global_key(self, event: pygame.event.Event) -> bool:
        """The keys that mean the same in every scene."""
        top = self._stage.stack.top
        if top is not None and top.takes_every_key:
            return False
        acts = {
            "keys": self._show_keys,
            "full_screen": self._toggle_full_screen,
            "picture": self._save_picture,
            "quit": self._ask_to_quit,
        }
        act = acts.get(self._asked_for(event) or "")
        if act is not None:
            act()
        return act is not None

    def _in_units(self, event: pygame.event.Event) -> pygame.event.Event:
        """The event with positions in units instead of pixels."""
        if event.type not in _POSITIONED:
            return event
        scale = self._stage.scale
        values: dict[str, Any] = dict(event.dict)
        values["pos"] = (event.pos[0] / scale, event.pos[1] / scale)
        if "rel" in values:
            values["rel"] = (event.rel[0] / scale, event.rel[1] / scale)
        return pygame.event.Event(event.type, values)

    def _follow_typing(self) -> None:
        """Switch text input on while a field has the focus, and tell the input method where it is."""
        top = self._stage.stack.top
        field = top.text_field() if top else None
        if field is self._typing:
            return
        if self._typing:
            self._typing.take_keyboard(False)
        if field:
            field.take_keyboard(True)
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(self._stage.canvas(self._window.surface).pixels(field.rect))
        else:
            pygame.key.stop_text_input()
        self._typing = field

    def _save_picture(self) -> None:
        name = datetime.now().astimezone().strftime("qiguan-%Y%m%d-%H%M%S.png")
        try:
            self._pictures.mkdir(parents=True, exist_ok=True)
            pygame.image.save(self._window.surface, self._pictures / name)
        except (OSError, pygame.error) as error:
            log.warning("cannot save the picture: %s", error)
            self._stage.toasts.show(self._stage.t("common.picture_failed", folder=str(self._pictures)))
        else:
            self._stage.toasts.show(self._stage.t("common.picture_saved", file=str(self._pictures / name)), "check")
