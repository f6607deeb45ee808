"""Plays the sounds, or keeps quiet: a machine without a sound device is no reason to trouble anyone."""

from __future__ import annotations

import logging

import numpy as np
import pygame

from game.ui.sound.music import MusicPlayer
from game.ui.sound.quiet import quiet_standard_error
from game.ui.sound.synth import RATE_HZ, RECIPES, synthesise

log = logging.getLogger(__name__)

_BUFFER_SAMPLES = 512  # 12 ms from the move to its sound
_VOICES = 6
_MIXER = (RATE_HZ, -16, 2)  # signed 16 bit, stereo


class SoundPlayer:
    """The table's voice. The device is opened by `open`, or by the first sound if nobody called it.

    `open` takes as long as the system's sound server does, and blocks the caller: pygame holds Python's lock meanwhile,
    so a thread would not help. Call it after the first frame, when nothing moves yet.
    """

    def __init__(self, volume: float = 0.7, on: bool = True) -> None:
        """`volume` as on a slider, from 0 to 1."""
        self._gain = _gain(volume)
        self._on = on
        self._available: bool | None = None  # None: not tried yet
        self._variants: dict[str, list[pygame.mixer.Sound]] = {}
        self._next: dict[str, int] = {}
        self._heard = 0
        self.music = MusicPlayer(lambda: self.available and self._on, lambda: self._heard)

    @property
    def available(self) -> bool:
        """Whether there is a device that plays; False before it was opened."""
        return self._available is True

    def open(self) -> None:
        """Open the sound device, once. Without a device one line is logged and all stays silent."""
        if self._available is not None:
            return
        try:
            if pygame.mixer.get_init() != _MIXER:
                pygame.mixer.quit()  # another format, opened by pygame.init
                with quiet_standard_error():
                    pygame.mixer.init(*_MIXER, buffer=_BUFFER_SAMPLES, allowedchanges=0)
            pygame.mixer.set_num_channels(_VOICES + 1)
            pygame.mixer.set_reserved(1)  # the music's
        except (pygame.error, NotImplementedError, ImportError) as error:
            # The last two are pygame's way to say that it was built without a mixer.
            self._fall_silent(error)
            return
        self._available = True

    def play(self, name: str) -> None:
        """Play the next variant of a sound of `synth.RECIPES`; dropped when too many sound already.

        Raises KeyError for an unknown name, even when silent, so that a wrong name never goes unnoticed.
        """
        if name not in RECIPES:
            raise KeyError(f"no sound is called {name!r}; there are {', '.join(RECIPES)}")
        if not self._on or self._gain == 0.0:
            return
        self.open()
        if not self.available:
            return
        if pygame.mixer.get_init() is None:
            # As after pygame.quit. A sound that is played then takes the whole program down (pygame-ce 2.5.8).
            self._fall_silent("the mixer was closed")
            return
        try:
            if name not in self._variants:
                self._variants[name] = self._made(name)
            variant = self._next.get(name, 0)
            self._variants[name][variant].play()
            self._heard += 1
        except pygame.error as error:
            self._fall_silent(error)
            return
        self._next[name] = (variant + 1) % RECIPES[name].variants

    def set_volume(self, volume: float) -> None:
        """The volume as on a slider, from 0 to 1; sounds that are playing follow."""
        self._gain = _gain(volume)
        for sound in self._playable():
            sound.set_volume(self._gain)

    def set_on(self, on: bool) -> None:
        """Whether sounds are heard; switching off also ends those that are playing."""
        self._on = on
        if not on:
            for sound in self._playable():
                sound.stop()

    def _playable(self) -> list[pygame.mixer.Sound]:
        """The sounds made so far; none when someone has closed the mixer, as pygame.quit does."""
        if not self.available or pygame.mixer.get_init() is None:
            return []
        return [sound for sounds in self._variants.values() for sound in sounds]

    def _made(self, name: str) -> list[pygame.mixer.Sound]:
        """All variants of a sound at the present volume, the same on both sides: 2 ms for a stone, 11 for a win."""
        sounds = []
        for variant in range(RECIPES[name].variants):
            stereo = np.repeat(synthesise(name, variant)[:, None], 2, axis=1)
            sound = pygame.sndarray.make_sound(stereo)
            sound.set_volume(self._gain)
            sounds.append(sound)
        return sounds

    def _fall_silent(self, reason: object) -> None:
        self._available = False
        self._variants = {}
        log.warning("no sound: %s", reason)


def _gain(volume: float) -> float:
    """Half the slider should sound about half as loud: -12 dB, so the factor is the square."""
    return min(max(volume, 0.0), 1.0) ** 2
