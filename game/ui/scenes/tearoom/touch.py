"""The things in the room that can be touched: each does something small, and nothing that can be had only there."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from typing import Final

import numpy as np
import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import NotYetError, Steps, kept_in_steps, pictures_within
from game.ui.paint.surfaces import surface_from
from game.ui.paint.theme import Theme
from game.ui.scenes.tearoom import things
from game.ui.scenes.tearoom.frame import RoomFrame
from game.ui.scenes.tearoom.relief import Easel
from game.ui.scenes.tearoom.room import Places, bird, cage_front
from game.ui.widgets.base import Action, Pressable

HOP_S: Final = 0.5
STEAM_S: Final = 4.0
"""One turn of the steam."""
STEAM_LASTS_S: Final = 20.0
"""After the last touch of anything the steam stands still."""
PUFF_S: Final = 1.6
"""How long steam comes thick and fast out of a kettle that was touched."""
_STEPS = 32
_PICTURES_S: Final = 0.0005
"""The processor time in a frame for pictures of steam that are not seen yet."""
_PUFFS: Final = 5
"""Strokes of a picture of it that are drawn in one step."""
_STEAM: Final = (60.0, 84.0)
VERSES: Final = 6


class Touchable(Pressable):
    """A thing of the room: unseen but for its focus ring, since the room has been painted already."""

    def draw(self, canvas: Canvas) -> None:
        """Only the ring of the keyboard."""
        if self.focused:
            canvas.focus_ring(self.rect, 12)


def touchables(frame: RoomFrame, stand: Places, name: Callable[[str], str], acts: dict[str, Action]) -> list[Touchable]:
    """Those of the things that have an act in `acts` and a place in the room; `name` gives their names."""
    zoom = frame.zoom

    def box(foot: tuple[float, float], width: float, height: float) -> pygame.FRect:
        return pygame.FRect(foot[0] - width * zoom / 2, foot[1] - height * zoom, width * zoom, height * zoom)

    boxes = {"lamp": box(stand.lamp, 72, 108)}
    left, right = (box(each, 80, 68) for each in stand.bowls)
    boxes["bowls"] = left.union(right)
    if frame.has_shelf:
        boxes["jar"], boxes["kettle"] = box(stand.jar, 72, 120), box(stand.kettle, 110, 124)
    if frame.has_cage:
        boxes["bird"] = pygame.FRect(stand.cage[0] - 48 * zoom, stand.cage[1], 96 * zoom, 118 * zoom)
    made = []
    for thing, rect in boxes.items():
        if thing in acts:
            touchable = Touchable(rect, acts[thing], f"touch-{thing}")
            touchable.tooltip = name(thing)
            made.append(touchable)
    return made


class Moving:
    """What moves in the room: the bird that was touched, and the steam over the kettle."""

    def __init__(self, is_still: Callable[[], bool]) -> None:
        """`is_still` tells whether the person wants nothing to move."""
        self._is_still = is_still
        self._hop_s = HOP_S
        self._steam_s = 0.0
        self._puff_s = 0.0
        self._since_s = 0.0
        self._steam = SteamPictures()

    def touched(self) -> None:
        """Somebody is there: the steam may move."""
        self._since_s = 0.0

    def hop(self) -> None:
        """The bird was touched."""
        self._hop_s = HOP_S if self._is_still() else 0.0

    def puff(self) -> None:
        """The kettle was touched."""
        self._puff_s = 0.0 if self._is_still() else PUFF_S

    def update(self, dt: float) -> None:
        """Advance by `dt` seconds."""
        self._puff_s = max(0.0, self._puff_s - dt)
        self._hop_s = min(HOP_S, self._hop_s + dt)
        self._since_s += dt
        if self._since_s < STEAM_LASTS_S and not self._is_still():
            self._steam_s = (self._steam_s + dt * (3 if self._puff_s else 1)) % STEAM_S

    def draw(self, canvas: Canvas, frame: RoomFrame, stand: Places, is_night: bool) -> None:
        """The bird in its cage and the steam."""
        unit = round(canvas.scale * frame.zoom, 4)
        if frame.has_cage:
            self._draw_bird(canvas, frame, stand, unit, is_night)
        if frame.has_shelf:
            x = stand.kettle[0] + (things.STEAM_FROM[0] - 14) * frame.zoom
            y = stand.kettle[1] + (things.STEAM_FROM[1] - 66) * frame.zoom
            step = self._steam.made(canvas.theme, unit, int(self._steam_s / STEAM_S * _STEPS) % _STEPS)
            alpha = 110 if is_night else 255
            canvas.lay(_steam(unit, step), (canvas.px(x), canvas.px(y)), alpha)
            thicker = min(1.0, self._puff_s / 0.6)
            for number, aside in enumerate((-6, 6)):  # at other steps of its turn, so that the threads spread
                if thicker:
                    other = _steam(unit, (step + _STEPS * (number + 1) // 3) % _STEPS)
                    canvas.lay(other, (canvas.px(x + aside * frame.zoom), canvas.px(y)), round(alpha * thicker))
            if not self._is_still():
                self._steam.make_more(unit)

    def _draw_bird(self, canvas: Canvas, frame: RoomFrame, stand: Places, unit: float, is_night: bool) -> None:
        x, y = stand.cage
        zoom = frame.zoom
        up = 7 * abs(math.sin(2 * math.pi * self._hop_s / HOP_S)) * zoom
        place = x + (things.PERCH[0] - 26) * zoom, y + (things.PERCH[1] - 26) * zoom - up
        canvas.lay(bird(unit, is_night), (canvas.px(place[0]), canvas.px(place[1])))
        canvas.lay(cage_front(unit, is_night), (canvas.px(x - 48 * zoom), canvas.px(y)))


class SteamPictures:
    """The pictures of the steam, made before they are seen: one takes some milliseconds."""

    def __init__(self) -> None:
        self._made_for: tuple[Theme, float] | None = None
        self._left: list[int] = []
        self._shown = 0

    def made(self, theme: Theme, unit: float, step: int) -> int:
        """That step of the turn or, where its picture is not made yet, the one that was shown last; the first one need
        not be made."""
        if self._made_for != (theme, unit):
            self._made_for = theme, unit
            self._left = [(step - each) % _STEPS for each in range(1, _STEPS)]  # the last comes first
            self._shown = step
        elif step not in self._left:
            self._shown = step
        return self._shown

    def make_more(self, unit: float) -> None:
        """Make some of the next that is not made yet."""
        try:
            with pictures_within(_PICTURES_S):
                while self._left:
                    _steam(unit, self._left[-1])
                    self._left.pop()
        except NotYetError:
            return


@kept_in_steps(_STEPS)
def _steam(unit: float, step: int) -> Steps[pygame.Surface]:
    """The steam at one step of its turn; the spout is at 14, 80 units of the picture."""
    width, height = (math.ceil(each * unit) for each in _STEAM)
    surface = surface_from((255, 252, 244), np.zeros((height, width), np.float32))
    easel = Easel(surface, unit, 14 * unit, 80 * unit)
    for points, strength in things.steam_lines(step / _STEPS):
        for i, (lower, upper) in enumerate(itertools.pairwise(points)):
            fading = math.sin(math.pi * (i + 1) / len(points))
            easel.stroke([lower, upper], 2.4 + 4.4 * i / len(points), (255, 252, 244), strength * fading * 0.7)
            if i % _PUFFS == 0:
                yield
    return surface


def verse(chance: random.Random, last: int) -> int:
    """The number of a verse to be read, from 1, another than the last."""
    numbers = [number for number in range(1, VERSES + 1) if number != last]
    return chance.choice(numbers)
