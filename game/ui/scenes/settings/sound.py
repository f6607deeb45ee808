"""The page of sound: on or off, how loud, and each sound to listen to."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, TOAST_RADIUS
from game.ui.scenes.page import split
from game.ui.scenes.settings.page import ROW, SettingsPage, draw_heading, draw_rows, rows_below, slider_in, toggle_in
from game.ui.sound.synth import synthesise
from game.ui.widgets.base import Pressable, Widget
from game.ui.widgets.buttons import blend
from game.ui.widgets.choices import Toggle

_TASTES: Final = ("stone", "win", "stamp", "refused", "tick")
"""The sounds that can be tried out, by their names in `sound.synth.RECIPES`."""

_BARS = 22


class Taste(Pressable):
    """A sound to listen to: its shape over time, and its name."""

    def __init__(self, rect: pygame.FRect, sound: str, label: str, on_click: Callable[[], None]) -> None:
        super().__init__(rect, on_click, f"hear-{sound}")
        self._sound = sound
        self._label = label

    def draw(self, canvas: Canvas) -> None:
        """A card with bars as high as the sound is loud."""
        theme = canvas.theme
        if self.focused:
            canvas.focus_ring(self.rect, TOAST_RADIUS)
        share = self.hover_share if self.enabled else 0.0
        fill = blend(blend(theme.inset, theme.hover, share), theme.line, self.press_share)
        canvas.rounded(self.rect, TOAST_RADIUS, fill, theme.line, 2.0 if theme.is_contrast else 1.0)
        ink = theme.jade if self.enabled else theme.disabled
        bars = shape_of(self._sound)
        step = (self.rect.width - 28) / len(bars)
        middle, reach = self.rect.top + (self.rect.height - 36) / 2 + 4, (self.rect.height - 56) / 2
        for i, loud in enumerate(bars):
            half = max(1.5, loud * reach)
            bar = pygame.FRect(self.rect.left + 14 + i * step, middle - half, max(2.0, step * 0.55), 2 * half)
            canvas.rounded(bar, 2, ink)
        y = self.rect.bottom - 22 + self.press_share
        text_ink = theme.ink if self.enabled else theme.disabled
        canvas.text(self._label, self.rect.centerx, y, BODY, text_ink, "centre", Face.MEDIUM, self.rect.width - 12)


@lru_cache(16)
def shape_of(sound: str) -> tuple[float, ...]:
    """How loud a sound is from its beginning to its end, 0 to 1, in as many steps as a card has bars."""
    samples = np.abs(synthesise(sound, 0).astype(np.float64))
    peaks = np.array([part.max() for part in np.array_split(samples, _BARS)])
    # the ear hears loudness roughly by its root, and quiet ends stay visible
    return tuple(float(each) for each in np.sqrt(peaks / peaks.max()))


class SoundPage(SettingsPage):
    """Sounds and music on or off, how loud, and every sound to try."""

    name = "sound"
    icon = "sound"

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """A toggle and a slider for sounds, the same for music, a button for each sound."""
        settings = self.stage.settings
        first, second, third, fourth = rows_below(area, area.top, 4, ROW)
        toggle = toggle_in(first, settings.sound, self.change("sound"), "on")
        self._slider = slider_in(second, (0.0, 1.0), 0.05, settings.volume, self._set_volume, "volume")
        self._slider.enabled = settings.sound
        music = toggle_in(third, settings.music, self.change("music"), "music")
        music.enabled = settings.sound
        self._music = slider_in(fourth, (0.0, 1.0), 0.05, settings.music_volume, self._set_music, "music_volume")
        self._music.enabled = settings.sound and settings.music
        row = pygame.FRect(area.left, fourth.bottom + 64, area.width, min(164.0, area.bottom - fourth.bottom - 110))
        tastes = [
            Taste(rect, name, self.text(f"hear_{name}"), self._player(name))
            for rect, name in zip(split(row, len(_TASTES), 16), _TASTES, strict=True)
        ]
        for taste in tastes:
            taste.enabled = settings.sound
        self._below = row.bottom + 26
        return [toggle, self._slider, music, self._music, *tastes]

    def _set_volume(self, volume: float) -> None:
        self.stage.services.preferences.change(volume=volume)
        self.stage.sounds.play("stone")

    def _set_music(self, volume: float) -> None:
        self.stage.services.preferences.change(music_volume=volume)

    def _player(self, name: str) -> Callable[[], None]:
        def play() -> None:
            self.stage.sounds.play(name)
            if not self.stage.sounds.available:
                self.stage.toasts.show(self.text("no_device"))

        return play

    def draw(self, canvas: Canvas) -> None:
        """The rows' texts, the volume in per cent, the heading of the sounds."""
        area = self.area
        rows = rows_below(area, area.top, 4, ROW)
        names = ("sound_on", "volume", "music", "music_volume")
        texts = [(self.text(name), self.text(f"{name}_line")) for name in names]
        for number, slider in enumerate((self._slider, self._music)):
            first, second = 2 * number, 2 * number + 1
            draw_rows(canvas, rows[first:second], texts[first:second], area.width - Toggle.WIDTH - 24)
            draw_rows(canvas, rows[second : second + 1], texts[second : second + 1], slider.rect.left - 24 - area.left)
            value = f"{round(slider.value * 100)} %"
            ink = canvas.theme.ink if slider.enabled else canvas.theme.disabled
            canvas.text(value, area.right, slider.rect.centery, BODY, ink, "right", Face.MEDIUM)
        top = rows[-1].bottom
        draw_heading(canvas, area.left, top + 34, self.text("listen"))
        canvas.text(self.text("listen_line"), area.left, self._below, CAPTION, canvas.theme.muted, width=area.width)
