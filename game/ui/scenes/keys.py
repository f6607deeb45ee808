"""The overlay that tells the keys of what is open (F1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, TITLE
from game.ui.scenes.keyed import KeyedScene
from game.ui.scenes.page import measure
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.key_actions import ACTIONS, EVERYWHERE
from game.ui.stage.keyboard_key import key_text
from game.ui.stage.navigator import SETTINGS_PAGE
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton

Line = tuple[tuple[str, ...], str]
"""Alternative keys, and what they do."""
Area = tuple[str, tuple[Line, ...]]
"""A heading and its lines, all in words."""

FIXED: Final = ((("Tab", "Shift+Tab"), "focus"), (("↑", "↓", "←", "→"), "cursor"), (("Enter",), "press"))
"""What nobody can change; the key that goes back comes last."""

_HEAD = 32.0
_AREA_GAP = 10.0
_CAP_GAP = 6.0
_COMFORTABLE, _TIGHT = 30.0, 20.0
"""The height of a line where there is room, and the one below which there is another column."""


def areas_of(stage: Stage, scene: KeyedScene | None) -> tuple[Area, ...]:
    """The keys that act now, in groups: the fixed ones, those of every scene, and those of the scene's actions."""
    t, can = stage.t, scene.acts() if scene is not None else {}
    scope = scene.scope if scene is not None else ""
    lines: dict[str, list[Line]] = {EVERYWHERE: [(keys, t(f"keys.{name}")) for keys, name in FIXED]}
    lines[EVERYWHERE].append((("Esc",), t("keys.back")))
    for action in ACTIONS:
        keys = stage.keys.keys(action.scope, action.name)
        if keys and (action.scope == EVERYWHERE or (action.scope == scope and action.name in can)):
            told = tuple(key_text(t, key) for key in keys)
            lines.setdefault(action.group, []).append((told, t(f"keys.{action.name}")))
    for name, key in (scene.widget_keys() if scene is not None else {}).items():
        lines.setdefault(scope, []).append(((key,), t(f"keys.{name}")))
    return tuple((t(f"keys.in_{group}"), tuple(each)) for group, each in lines.items())


def _height(areas: Sequence[Area], step: float) -> float:
    """The height of a column with lines of that height."""
    return sum(_HEAD + len(lines) * step for _, lines in areas) + _AREA_GAP * (len(areas) - 1)


def _columns(areas: Sequence[Area], count: int) -> list[Sequence[Area]]:
    """The areas in order in this many columns, the longest as short as can be."""
    if count == 1 or len(areas) == 1:
        return [areas]
    ways = [[areas[:cut], *_columns(areas[cut:], count - 1)] for cut in range(1, len(areas))]
    return min(ways, key=lambda way: max(_height(column, _COMFORTABLE) for column in way))


def _lay_out(areas: Sequence[Area], height: float) -> tuple[list[Sequence[Area]], float]:
    """The columns, and the height of a line with which they fit into so much height."""
    for count in (2, 3):
        columns = _columns(areas, count)
        step = min((height - _height(column, 0)) / max(1, sum(len(lines) for _, lines in column)) for column in columns)
        if step >= _TIGHT:
            break
    return columns, min(_COMFORTABLE, step)


def draw_keys(canvas: Canvas, areas: Sequence[Area], area: pygame.FRect) -> None:
    """Areas of keys in two columns, or in three where the lines would be too low."""
    columns, step = _lay_out(areas, area.height)
    gap = 40.0 if area.width > 760 and len(columns) == 2 else 24.0
    width = (area.width - gap * (len(columns) - 1)) / len(columns)
    for index, column in enumerate(columns):
        left, y = area.left + index * (width + gap), area.top
        caps = max(_caps_width(canvas, keys, step) for _, lines in column for keys, _ in lines) + 14
        for heading, lines in column:
            canvas.text(heading, left, y + _HEAD / 2 - 3, BODY, canvas.theme.red, face=Face.MEDIUM)
            canvas.hairline(left, y + _HEAD - 6, width)
            y += _HEAD
            for keys, meaning in lines:
                _draw_caps(canvas, left, y + step / 2, keys, step)
                canvas.text(meaning, left + caps, y + step / 2, BODY, width=width - caps)
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


class KeysOverlay(Overlay):
    """The keys of what is open, over it; Escape or a click beside them closes, a button leads to changing them."""

    closes_beside = True

    def __init__(self, stage: Stage) -> None:
        """Describes the scene that fills the window now."""
        super().__init__()
        self._stage = stage
        below = next((scene for scene in reversed(stage.stack.scenes) if not scene.is_overlay), None)
        self._scene = below if isinstance(below, KeyedScene) else None
        self.areas: tuple[Area, ...] = ()
        """What is told."""

    def layout(self) -> None:
        """In the middle of the window, as large as it needs."""
        self.areas = areas_of(self._stage, self._scene)
        wanted = max(_height(column, _COMFORTABLE) for column in _columns(self.areas, 2))
        self._box.size = min(self.size[0] - 48, 960), min(self.size[1] - 32, 88 + wanted + 24)
        self._centre()
        place = pygame.FRect(self._box.right - 60, self._box.top + 18, 40, 40)
        label = self._stage.t("keys.change")
        width = measure(self._stage, label, BODY, Face.MEDIUM) + 32
        change = Button(pygame.FRect(place.left - 12 - width, place.top, width, 40), label, self._change, name="change")
        shut = SquareButton(place, "cross", self.close, self._stage.t("common.close"), shortcut="Esc", name="close")
        widgets: list[Widget] = [change, shut]
        self.widgets.replace(widgets, first="close")

    def _change(self) -> None:
        """The page of the settings where keys can be changed."""
        self.close()
        settings = next((each for each in self._stage.stack.scenes if isinstance(each, SettingsScene)), None)
        if settings is not None:
            settings.show("keys")
        else:
            self._stage.go(SETTINGS_PAGE, "keys", "pages")

    def handle_key(self, event: pygame.event.Event) -> bool:
        """What has opened this closes it too."""
        if self._stage.keys.action(EVERYWHERE, event) == "keys":
            self.close()
            return True
        return super().handle_key(event)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, title, keys."""
        super().draw_scene(canvas)
        box = self._box
        canvas.text(self._stage.t("keys.title"), box.left + 32, box.top + 39, TITLE, face=Face.TITLE)
        draw_keys(canvas, self.areas, pygame.FRect(box.left + 32, box.top + 72, box.width - 64, box.height - 92))
