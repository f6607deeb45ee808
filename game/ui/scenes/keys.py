"""The keys of the program by area, and the overlay that shows them (F1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.canvas import Canvas
from game.ui.language import Language
from game.ui.scene import Scene
from game.ui.stage import Stage
from game.ui.text import Face
from game.ui.theme import BODY, CAPTION, DIALOG_RADIUS, TITLE
from game.ui.widgets.base import LEFT_BUTTON
from game.ui.widgets.buttons import SquareButton

Area = tuple[str, tuple[tuple[tuple[str, ...], str], ...]]
"""An area's name and its lines: alternative keys, and what they do; names are keys of the language files."""

COLUMNS: Final[tuple[tuple[Area, ...], tuple[Area, ...]]] = (
    (
        (
            "everywhere",
            (
                (("Tab", "Shift+Tab"), "focus"),
                (("Enter", "Space"), "press"),
                (("Esc",), "back"),
                (("F1", "?"), "keys"),
                (("F11",), "full_screen"),
                (("F12",), "picture"),
                (("Ctrl+Q",), "quit"),
            ),
        ),
        ("levels", ((("↑", "↓"), "opponent"), (("Enter",), "start"), (("L",), "learn_open"), (("C",), "challenges"))),
        (
            "list",
            (
                (("←", "→"), "step"),
                (("Home", "End"), "ends"),
                (("PgUp", "PgDn"), "step_anywhere"),
            ),
        ),
        (
            "library",
            (
                (("Ctrl+F",), "library_search"),
                (("Ctrl+O", "Ctrl+S"), "library_files"),
                (("Ctrl+C", "Ctrl+V"), "library_clipboard"),
                (("Del", "Ctrl+Z"), "library_delete"),
            ),
        ),
    ),
    (
        ("board", ((("←", "↑", "→", "↓"), "cursor"), (("Enter", "Space"), "play"))),
        (
            "match",
            (
                (("U", "Ctrl+Z"), "undo"),
                (("R", "Ctrl+Y"), "redo"),
                (("H", "Shift+H"), "hint"),
                (("1", "2", "3"), "hint_choose"),
                (("N",), "move_now"),
                (("D",), "draw"),
                (("Q",), "resign"),
                (("F",), "flip"),
                (("E",), "blindfold"),
                (("X",), "threats"),
                (("Z",), "zen"),
                (("P",), "pause"),
                (("S",), "step_match"),
                (("M",), "sound"),
                (("T",), "chat"),
                (("I",), "invitation"),
                (("B", "W", "A"), "opening"),
            ),
        ),
        (
            "review",
            (
                (("V",), "review_open"),
                (("↑", "↓", "Enter"), "review_points"),
                (("L", "Shift+L"), "review_line"),
                (("G",), "review_play"),
            ),
        ),
    ),
)

_HEAD = 32.0
_AREA_GAP = 10.0
_CAP_GAP = 6.0


def _units(column: Sequence[Area]) -> tuple[int, float]:
    """The lines of a column, and the height of everything else in it."""
    return sum(len(lines) for _, lines in column), len(column) * _HEAD + (len(column) - 1) * _AREA_GAP


def line_height(height: float) -> float:
    """The height of a line with which all keys fit into so much height, at most a comfortable one."""
    return min(32.0, min((height - rest) / lines for lines, rest in map(_units, COLUMNS)))


def draw_keys(canvas: Canvas, t: Language, area: pygame.FRect) -> None:
    """All keys in two columns."""
    gap = 40.0 if area.width > 760 else 28.0
    width = (area.width - gap) / 2
    step = line_height(area.height)
    for index, column in enumerate(COLUMNS):
        left, y = area.left + index * (width + gap), area.top
        caps = max(_caps_width(canvas, keys, step) for _, lines in column for keys, _ in lines) + 14
        for name, lines in column:
            canvas.text(t(f"keys.{name}"), left, y + _HEAD / 2 - 3, BODY, canvas.theme.red, face=Face.MEDIUM)
            canvas.hairline(left, y + _HEAD - 6, width)
            y += _HEAD
            for keys, meaning in lines:
                _draw_caps(canvas, left, y + step / 2, keys, step)
                canvas.text(t(f"keys.{meaning}"), left + caps, y + step / 2, BODY, width=width - caps)
                y += step
            y += _AREA_GAP


def _cap(canvas: Canvas, key: str, step: float) -> tuple[float, float]:
    """Width and height of a key cap on a line of that height."""
    height = min(24.0, step - 4)
    return max(height, canvas.text_width(key, CAPTION) + 14), height


def _caps_width(canvas: Canvas, keys: Sequence[str], step: float) -> float:
    return sum(_cap(canvas, key, step)[0] for key in keys) + _CAP_GAP * (len(keys) - 1)


def _draw_caps(canvas: Canvas, x: float, y: float, keys: Sequence[str], step: float) -> None:
    """Key caps side by side."""
    theme = canvas.theme
    for key in keys:
        width, height = _cap(canvas, key, step)
        cap = pygame.FRect(x, y - height / 2, width, height)
        canvas.rounded(cap, 6, theme.inset, theme.edge if theme.is_contrast else theme.line, 1.25)
        canvas.text(key, cap.centerx, y, CAPTION, theme.ink, "centre")
        x += width + _CAP_GAP


class KeysOverlay(Scene):
    """The keys over whatever is open; Escape, Enter or a click beside them closes."""

    is_overlay = True

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self._box = pygame.FRect(0, 0, 0, 0)

    def layout(self) -> None:
        """In the middle of the window, as large as it needs."""
        lines, rest = max(map(_units, COLUMNS), key=lambda each: each[0] * 32 + each[1])
        height = min(self.size[1] - 32, 88 + lines * 32 + rest + 24)
        self._box = pygame.FRect(0, 0, min(self.size[0] - 48, 900), height)
        self._box.center = (self.size[0] / 2, self.size[1] / 2)
        place = pygame.FRect(self._box.right - 60, self._box.top + 18, 40, 40)
        shut = SquareButton(place, "cross", self.close, self._stage.t("common.close"), shortcut="Esc", name="close")
        self.widgets.replace([shut])
        self.widgets.focus_on("close")

    def handle(self, event: pygame.event.Event) -> bool:
        """Nothing reaches the scene below; a press beside the box closes."""
        outside = event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON
        if outside and not self._box.collidepoint(event.pos):
            self.close()
        else:
            super().handle(event)
        return True

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Escape closes."""
        if event.key in (pygame.K_ESCAPE, pygame.K_F1):
            self.close()
            return True
        return False

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, title, keys."""
        box, theme = self._box, canvas.theme
        canvas.scrim(0.44 * self.entered)
        canvas.shadow(box, DIALOG_RADIUS, 3)
        canvas.rounded(box, DIALOG_RADIUS, theme.card, theme.ink if theme.is_contrast else None, 2.0)
        canvas.text(self._stage.t("keys.title"), box.left + 32, box.top + 39, TITLE, face=Face.TITLE)
        area = pygame.FRect(box.left + 32, box.top + 72, box.width - 64, box.height - 72 - 20)
        draw_keys(canvas, self._stage.t, area)
