"""The clock that one sets oneself: minutes for the game and seconds for each move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.rules.descriptor import Clock
from game.rules.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING
from game.ui.scenes.names import time_control
from game.ui.scenes.page import measure
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Segment, Segmented, Slider

_MOST_MINUTES = 60
_MOST_INCREMENT = 60
_WIDTH, _HEIGHT = 460.0, 330.0


_OWN: Final = (-1, -1)
"""The value of the segment that opens the dialog of the clock."""


def clock_row(
    stage: Stage,
    rect: pygame.FRect,
    game: str,
    chosen: Clock,
    on_change: Callable[[Clock], None],
    on_cancel: Action,
) -> Segmented:
    """The clocks on offer for a game side by side; one that one sets oneself opens a dialog, also by another click on
    it. `on_cancel` is called where that leaves the clock as it was. The labels are as long as there is room."""
    t, usual = stage.t, GAMES[game].clocks
    base_s, increment_s = chosen
    now = (base_s, increment_s if base_s else 0)
    own = now not in usual
    controls = [*usual, *([now] if own else [])]
    values: list[object] = [*controls, *([] if own else [_OWN])]
    long = [time_control(t, *control) for control in controls]
    short = [_without_units(label, control) for label, control in zip(long, controls, strict=True)]
    tight = [_in_minutes(label, control) for label, control in zip(short, controls, strict=True)]
    custom, set_oneself = ([], []) if own else ([t("common.custom")], [t("common.own")])
    for size, labels in (
        (BODY, long + custom),
        (BODY, short + custom),
        (CAPTION, short + custom),
        (CAPTION, tight + set_oneself),
    ):
        cell = (rect.width - 8) / len(labels) - 10
        if all(measure(stage, label, size, Face.MEDIUM) <= cell for label in labels):
            break

    def open_dialog() -> None:
        stage.open(ClockDialog(stage, base_s or 600, increment_s, on_change, on_cancel))

    def choose(value: object) -> None:
        if value == _OWN:
            open_dialog()
        else:
            assert isinstance(value, tuple), "the choices are pairs of base and increment"
            on_change(value)

    def again(value: object) -> None:
        if value not in usual:
            open_dialog()

    choices = [Segment(value, label) for value, label in zip(values, labels, strict=True)]
    return Segmented(rect, choices, now, choose, size, "clock", again)


def _without_units(label: str, control: Clock) -> str:
    """A time control without its units where it has an increment."""
    base_s, increment_s = control
    return f"{base_s // 60}+{increment_s}" if base_s and increment_s and base_s % 60 == 0 else label


def _in_minutes(label: str, control: Clock) -> str:
    """A time control of minutes alone with their sign in the place of their name."""
    base_s, increment_s = control
    return f"{base_s / 60:.3g}'" if base_s and not increment_s else label


class ClockDialog(Overlay):
    """Two sliders and what they come to; Escape leaves the clock as it was."""

    def __init__(
        self, stage: Stage, base_s: int, increment_s: int, on_keep: Callable[[Clock], None], on_cancel: Action
    ) -> None:
        super().__init__((_WIDTH, _HEIGHT))
        self._stage = stage
        self._minutes = min(max(1, round(base_s / 60)), _MOST_MINUTES)
        self._increment = min(increment_s, _MOST_INCREMENT)
        self._on_keep = on_keep
        self._on_cancel = on_cancel

    def layout(self) -> None:
        """Two sliders above two buttons."""
        t, box = self._stage.t, self._centre()
        left, width = box.left + 36, box.width - 72
        upper, lower = (pygame.FRect(left, box.top + top, width, 28) for top in (142, 212))
        minutes = Slider(upper, 1, _MOST_MINUTES, 1, self._minutes, self._set_minutes, "minutes")
        increment = Slider(lower, 0, _MOST_INCREMENT, 1, self._increment, self._set_increment, "increment")
        half = (box.width - 48 - 12) / 2
        top = box.bottom - 24 - 44
        keep = Button(pygame.FRect(box.left + 24, top, half, 44), t("common.ok"), self._keep, "primary", name="ok")
        cancel = Button(pygame.FRect(keep.rect.right + 12, top, half, 44), t("common.cancel"), self.back, name="cancel")
        self.widgets.replace([minutes, increment, keep, cancel], first="minutes")

    def _set_minutes(self, value: float) -> None:
        self._minutes = round(value)

    def _set_increment(self, value: float) -> None:
        self._increment = round(value)

    def _keep(self) -> None:
        self.close()
        self._on_keep((self._minutes * 60, self._increment))

    def back(self) -> None:
        """Leave the clock as it was."""
        self.close()
        self._on_cancel()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Enter keeps."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._keep()
            return True
        return super().handle_key(event)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, the time in large, the two values."""
        t, box, theme = self._stage.t, self._box, canvas.theme
        super().draw_scene(canvas)
        canvas.text(t("levels.own_clock"), box.left + 24, box.top + 40, HEADING, face=Face.MEDIUM)
        text = time_control(t, self._minutes * 60, self._increment)
        canvas.text(text, box.centerx, box.top + 84, DISPLAY - 4, align="centre", face=Face.MEDIUM)
        rows = (
            (box.top + 128, "levels.for_the_game", t("common.minutes", n=self._minutes)),
            (box.top + 198, "levels.for_each_move", t("common.seconds", n=self._increment)),
        )
        for y, label, value in rows:
            canvas.text(t(label), box.left + 26, y, BODY, theme.muted)
            canvas.text(value, box.right - 26, y, BODY, align="right", face=Face.MEDIUM)
