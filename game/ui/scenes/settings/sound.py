"""The page of sound: on or off, how loud, which set, and sounds to listen to."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from game.storage.folders import FolderError, ready
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, TOAST_RADIUS
from game.ui.scenes.library.desktop import show_folder
from game.ui.scenes.page import measure, split
from game.ui.scenes.settings.page import ROW, SettingsPage, draw_heading, draw_rows, rows_below, slider_in, toggle_in
from game.ui.sound.own import LARGEST_BYTES, LONGEST_S
from game.ui.sound.sets import OWN, SETS
from game.ui.sound.synth import RECIPES, synthesise
from game.ui.widgets.base import Action, Pressable, Widget
from game.ui.widgets.buttons import Button, blend
from game.ui.widgets.choices import Segment, Segmented, Toggle

_TASTES: Final = ("stone", "wood", "disc", "win", "stamp", "tick")
"""The sounds that can be tried out, by their names in `sound.synth.RECIPES`."""

_BARS = 22
_LOW_ROW: Final = 48.0
_TALL_PAGE: Final = 480.0
_BUTTON: Final = 34.0


class Taste(Pressable):
    """A sound to listen to: its shape over time, and its name."""

    def __init__(self, rect: pygame.FRect, sound: str, label: str, on_click: Action, sound_set: str) -> None:
        super().__init__(rect, on_click, f"hear-{sound}")
        self._sound = sound
        self._set = sound_set
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
        bars = shape_of(self._sound, self._set)
        step = (self.rect.width - 28) / len(bars)
        middle, reach = self.rect.top + (self.rect.height - 36) / 2 + 4, (self.rect.height - 56) / 2
        for i, loud in enumerate(bars):
            half = max(1.5, loud * reach)
            bar = pygame.FRect(self.rect.left + 14 + i * step, middle - half, max(2.0, step * 0.55), 2 * half)
            canvas.rounded(bar, 2, ink)
        y = self.rect.bottom - 22 + self.press_share
        text_ink = theme.ink if self.enabled else theme.disabled
        canvas.text(self._label, self.rect.centerx, y, BODY, text_ink, "centre", Face.MEDIUM, self.rect.width - 12)


@lru_cache(32)
def shape_of(sound: str, sound_set: str) -> tuple[float, ...]:
    """How loud a sound of a set is from its beginning to its end, 0 to 1, in as many steps as a card has bars."""
    samples = np.abs(synthesise(sound, 0, SETS[sound_set]).astype(np.float64))
    peaks = np.array([part.max() for part in np.array_split(samples, _BARS)])
    # the ear hears loudness roughly by its root, and quiet ends stay visible
    return tuple(float(each) for each in np.sqrt(peaks / peaks.max()))


class SoundPage(SettingsPage):
    """Sounds and music on or off, how loud, the set of sounds, and some of them to try."""

    name = "sound"
    icon = "sound"

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """A toggle and a slider for sounds, the same for music, the sets, a button for each sound; for the person's own
        ones two more."""
        settings = self.stage.settings
        self._rows = rows_below(area, area.top, 5, ROW if area.height >= _TALL_PAGE else _LOW_ROW)
        first, second, third, fourth, fifth = self._rows
        toggle = toggle_in(first, settings.sound, self.change("sound"), "on")
        self._slider = slider_in(second, (0.0, 1.0), 0.05, settings.volume, self._set_volume, "volume")
        self._slider.enabled = settings.sound
        music = toggle_in(third, settings.music, self.change("music"), "music")
        music.enabled = settings.sound
        self._music = slider_in(fourth, (0.0, 1.0), 0.05, settings.music_volume, self._set_music, "music_volume")
        self._music.enabled = settings.sound and settings.music
        self._sets = self._choice_of_sets(fifth)
        row = pygame.FRect(area.left, fifth.bottom + 54, area.width, min(164.0, area.bottom - fifth.bottom - 100))
        tastes = [
            Taste(rect, name, self.text(f"hear_{name}"), self._player(name), settings.sounds)
            for rect, name in zip(split(row, len(_TASTES), 12), _TASTES, strict=True)
        ]
        for taste in tastes:
            taste.enabled = settings.sound
        self._below = row.bottom + 20
        own = self._own_buttons(fifth) if settings.sounds == OWN else []
        return [toggle, self._slider, music, self._music, self._sets, *own, *tastes]

    def _choice_of_sets(self, row: pygame.FRect) -> Segmented:
        """The sets side by side at the right of a row."""
        cell = max(measure(self.stage, self.text(f"sounds_{name}"), BODY, Face.MEDIUM) for name in SETS) + 28
        place = pygame.FRect(row.right - len(SETS) * cell, row.centery - 18, len(SETS) * cell, 36)
        segments = [Segment(name, self.text(f"sounds_{name}")) for name in SETS]
        made = Segmented(place, segments, self.stage.settings.sounds, self._choose_set, name="sounds")
        made.enabled = self.stage.settings.sound
        return made

    def _own_buttons(self, above: pygame.FRect) -> list[Widget]:
        """To the folder of the person's own sounds, and to read it once more."""
        made: list[Widget] = []
        right = above.right
        for name, act in (("own_again", self._read_again), ("own_folder", self._show_folder)):
            label = self.text(name)
            width = measure(self.stage, label, CAPTION, Face.MEDIUM) + 32
            place = pygame.FRect(right - width, above.bottom + 10, width, _BUTTON)
            made.insert(0, Button(place, label, act, size=CAPTION, name=name))
            right = place.left - 8
        return made

    def _choose_set(self, name: object) -> None:
        self.stage.services.preferences.change(sounds=name)
        self.stage.sounds.play("stone")

    def _read_again(self) -> None:
        self.stage.sounds.read_again()
        self.stage.sounds.play("stone")

    def _show_folder(self) -> None:
        """Show the folder, made if it is not there yet."""
        try:
            folder = ready(self.stage.services.folders.sounds)
        except FolderError as error:
            self.stage.tell(error.notice)
            return
        if not show_folder(folder):
            self.stage.toasts.show(self.text("own_nowhere", folder=str(folder)), "info")

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
        """The rows' texts, the volume in per cent, the heading of the sounds, and what there is to say about the
        person's own ones."""
        area, rows = self.area, self._rows
        names = ("sound_on", "volume", "music", "music_volume")
        texts = [(self.text(name), self.text(f"{name}_line")) for name in names]
        for number, slider in enumerate((self._slider, self._music)):
            first, second = 2 * number, 2 * number + 1
            draw_rows(canvas, rows[first:second], texts[first:second], area.width - Toggle.WIDTH - 24)
            draw_rows(canvas, rows[second : second + 1], texts[second : second + 1], slider.rect.left - 24 - area.left)
            value = f"{round(slider.value * 100)}%"
            ink = canvas.theme.ink if slider.enabled else canvas.theme.disabled
            canvas.text(value, area.right, slider.rect.centery, BODY, ink, "right", Face.MEDIUM)
        chosen = self.stage.settings.sounds
        about = (self.text("sounds"), self.text(f"sounds_{chosen}_line"))
        draw_rows(canvas, rows[4:], [about], self._sets.rect.left - 24 - area.left)
        draw_heading(canvas, area.left, rows[-1].bottom + 27, self.text("listen"))
        said = self._about_own() if chosen == OWN else self.text("listen_line")
        canvas.paragraph(said, area.left, self._below, area.width, CAPTION, canvas.theme.muted, 18, lines=2)

    def _about_own(self) -> str:
        """The first thing that is wrong with the person's own sounds; else how their files are named, or how many of
        them are heard."""
        own = self.stage.sounds.own
        if own.faults:
            fault = own.faults[0]
            limits = {"mb": f"{LARGEST_BYTES / (1 << 20):g}", "seconds": f"{LONGEST_S:g}"}
            says = self.text(f"own_fault_{fault.why}", file=fault.file, **limits)
            more = len(own.faults) - 1
            return self.text("own_more_faults", fault=says, n=more) if more else says
        if own.variants:
            return self.text("own_heard", n=sum(len(each) for each in own.variants.values()))
        return self.text("own_names", names=self.stage.t("common.enumeration").join(RECIPES))
