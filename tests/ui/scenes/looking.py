"""What is checked of every scene at every size: nothing leaves the window, nothing overlaps, no text is cut off."""

from __future__ import annotations

import itertools
import re

import pygame

from game.ui.paint.canvas import Align, Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage

WINDOWS = (
    # window in pixels and the chosen scale
    ((960, 640), 1.0),
    ((960, 640), 2.0),  # the least units that there are: 960x640
    ((1280, 800), 1.0),
    ((1280, 800), 2.0),
    ((1280, 800), 0.75),
    ((1920, 1080), 1.0),
    ((1920, 1080), 1.5),
    ((2560, 1080), 0.75),
)
_KEY = re.compile(r"(common|menu|levels|settings|keys|library)\.[\w-]+")
_TOUCHING = 0.6
"""Units by which rectangles may share an edge without overlapping."""


class Reader(Canvas):
    """A canvas that keeps where each text was drawn, and which ones did not fit into their width."""

    drawn: list[tuple[str, pygame.FRect]]
    cut: list[str]

    def begin(self) -> None:
        """Forget what was drawn before."""
        self.drawn = []
        self.cut = []

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float = BODY,
        colour: Colour | None = None,
        align: Align = "left",
        face: Face = Face.REGULAR,
        width: float | None = None,
    ) -> float:
        """Draw as ever, and take note."""
        if width is not None:
            shown, _ = self.fonts.fitted(text, self.px(size), self.fonts.face_for(face, text), self.px(width))
            if shown.replace("\u00a0", " ") != text:
                self.cut.append(text)
        drawn = super().text(text, x, y, size, colour, align, face, width)
        if drawn:
            left = x - {"left": 0.0, "centre": drawn / 2, "right": drawn}[align]
            self.drawn.append((text, pygame.FRect(left, y - size * 0.42, drawn, size * 0.84)))
        return drawn


def read(stage: Stage, window: tuple[int, int], scene: Scene) -> Reader:
    """What a scene writes into a window."""
    reader = Reader(pygame.Surface(window), stage.theme, stage.fonts, stage.scale)
    reader.begin()
    scene.draw(reader)
    return reader


def faults(stage: Stage, window: tuple[int, int], scene: Scene) -> list[str]:
    """Everything wrong with how a scene lies in a window; empty if all is well."""
    found: list[str] = []
    inside = pygame.FRect(0, 0, *stage.size).inflate(0.5, 0.5)
    widgets = [each for each in scene.widgets.widgets if each.visible]
    found += [f"widget {each.name!r} leaves the window" for each in widgets if not inside.contains(each.rect)]
    found += [
        f"widgets {a.name!r} and {b.name!r} overlap"
        for a, b in itertools.combinations(widgets, 2)
        if _overlap(a.rect, b.rect)
    ]
    reader = read(stage, window, scene)
    found += [f"text {text!r} is cut off" for text in reader.cut]
    found += [f"the text of {text!r} is missing" for text, _ in reader.drawn if _KEY.fullmatch(text)]
    found += [f"text {text!r} leaves the window" for text, rect in reader.drawn if not inside.contains(rect)]
    found += [
        f"texts {a!r} and {b!r} overlap"
        for (a, first), (b, second) in itertools.combinations(reader.drawn, 2)
        if _overlap(first, second)
    ]
    return found


def _overlap(a: pygame.FRect, b: pygame.FRect) -> bool:
    common = a.clip(b)
    return common.width > _TOUCHING and common.height > _TOUCHING
