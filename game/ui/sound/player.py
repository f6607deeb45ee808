"""Plays the sounds, or keeps quiet: a machine without a sound device is no reason to trouble anyone."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Final

import numpy as np
import pygame

from game.ui.sound.music import MusicPlayer
from game.ui.sound.own import OwnSounds, raised, read_own
from game.ui.sound.quiet import quiet_standard_error
from game.ui.sound.sets import OWN, SETS, Heard
from game.ui.sound.synth import RATE_HZ, RECIPES, Samples, Timbre, pitch_of, synthesise

log = logging.getLogger(__name__)

_BUFFER_SAMPLES = 512
BUFFER_MS = _BUFFER_SAMPLES / RATE_HZ * 1000
"""What the mixer makes ahead. A sound goes into the next one that is made, which waits for the one that is heard: it
sounds 12 to 23 ms after `play`, and that is asked for in the frame that takes the click."""
_VOICES = 6
_MIXER = (RATE_HZ, -16, 2)  # signed 16 bit, stereo
_HIGHEST_STEP = 9
_MOST_WAITING = 40
_RISING = ("turn", "capture", "disc", "stone")
"""What rises along a chain."""
_TOUCHES = ("stone", "wood", "disc", "turn", "capture", "check", "rattle", "paper", "win")
"""What is heard in the middle of a motion: made ahead, one after the other ..."""
_AHEAD: Final = (
    *((name, step) for step in range(_HIGHEST_STEP, 0, -1) for name in _RISING),
    *((name, 0) for name in _TOUCHES),
)
"""... and from the last on, so that what rises comes after what is heard with every move."""


class SoundPlayer:
    """The table's voice. The device is opened by `open`, or by the first sound if nobody called it.

    `open` takes as long as the system's sound server does, and blocks the caller: pygame holds Python's lock meanwhile,
    so a thread would not help. Call it after the first frame, when nothing moves yet.
    """

    def __init__(self, maker: Executor, volume: float = 0.7, on: bool = True, own_folder: Path | None = None) -> None:
        """`volume` as on a slider, from 0 to 1; in `own_folder` the person's own sounds may lie. In `maker` sounds and
        music are made ahead: some sounds take longer than a frame may."""
        self._gain = _gain(volume)
        self._on = on
        self._available: bool | None = None  # None: not tried yet
        self._own_folder = own_folder
        self._set = next(iter(SETS))
        self.own = OwnSounds()
        """The person's own sounds, once that set was chosen and the device is open."""
        self._variants: dict[tuple[str, int], list[pygame.mixer.Sound]] = {}
        self._next: dict[str, int] = {}
        self._waiting: list[Heard] = []
        self._maker = maker
        self._makes_ahead = True
        self._unmade = list(_AHEAD)
        self._making: tuple[tuple[str, int], Future[list[Samples]]] | None = None
        self._heard = 0
        self.music = MusicPlayer(maker, lambda: self.available and self._on and self._makes_ahead, lambda: self._heard)

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
        self._read_own()

    def choose(self, name: str) -> None:
        """Take another set of `sets.SETS`; that of the person's own files is read once more. Raises KeyError for an
        unknown one."""
        if name not in SETS:
            raise KeyError(f"no set of sounds is called {name!r}; there are {', '.join(SETS)}")
        if name != self._set:
            self._set = name
            self.read_again()

    def read_again(self) -> None:
        """Make the sounds of the set again: the person's own files may have changed."""
        for sound in self._playable():
            sound.stop()
        self._variants.clear()
        self._next.clear()
        self._unmade, self._making = list(_AHEAD), None
        self._read_own()

    def _read_own(self) -> None:
        """Read the person's own sounds where they are wanted, so that the first move need not wait for them."""
        self.own = OwnSounds()
        if self._set == OWN and self._own_folder is not None and self.available and pygame.mixer.get_init() is not None:
            self.own = read_own(self._own_folder)

    def play_all(self, sounds: Iterable[Heard]) -> None:
        """Play each at its time, what is due now at once; `update` plays the rest."""
        for each in sounds:
            if each.after_s <= 0:
                self.play(each.name, each.step)
            elif self._on and len(self._waiting) < _MOST_WAITING:
                self._waiting.append(each)

    def _make_ready(self) -> bool:
        """Have the sounds of the table made before they are asked for, one after the other, so that they are heard at
        once. Returns whether one is being made, or was."""
        if not (self._makes_ahead and self._on and self.available and pygame.mixer.get_init() is not None):
            return False
        while self._making is None and self._unmade:
            name, step = self._unmade.pop()
            if (name, step) not in self._variants:
                self._making = (name, step), self._maker.submit(_samples, *self._asked(name, step))
        if self._making is None:
            return False
        key, made = self._making
        if made.done():
            self._making = None
            if key not in self._variants:  # nobody was faster
                self._variants[key] = self._playing_of(made.result())
        return True

    def stop_making(self) -> None:
        """Make nothing ahead any more, and end the music: the maker is about to be closed. The notice of a failure is
        shown after that, and sounds are still played."""
        self._makes_ahead = False

    def hush(self) -> None:
        """Drop what was still to come."""
        self._waiting = []

    def update(self, dt: float, is_moving: bool = False) -> bool:
        """Go on by `dt` seconds: play what is due; where nothing is, and nothing moves, see to a sound that may be
        wanted next. Returns whether there was one, which is enough for a frame."""
        if not self._waiting:
            return not is_moving and self._make_ready()
        later = [Heard(each.name, each.after_s - dt, each.step) for each in self._waiting]
        self._waiting = [each for each in later if each.after_s > 0]
        for each in later:
            if each.after_s <= 0:
                self.play(each.name, each.step)
        return False

    def play(self, name: str, step: int = 0) -> None:
        """Play the next variant of a sound of `synth.RECIPES`, raised by this many steps of the scale; dropped when too
        many sound already.

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
            step = min(step, _HIGHEST_STEP)
            if (name, step) not in self._variants:
                self._variants[name, step] = self._made(name, step)
            variants = self._variants[name, step]
            turn = self._next.get(name, 0)
            variants[turn % len(variants)].play()
            self._heard += 1
        except pygame.error as error:
            self._fall_silent(error)
            return
        self._next[name] = turn + 1

    def set_volume(self, volume: float) -> None:
        """The volume as on a slider, from 0 to 1; sounds that are playing follow."""
        self._gain = _gain(volume)
        for sound in self._playable():
            sound.set_volume(self._gain)

    def set_on(self, on: bool) -> None:
        """Whether sounds are heard; switching off also ends those that are playing."""
        self._on = on
        if not on:
            self.hush()
            for sound in self._playable():
                sound.stop()

    def _playable(self) -> list[pygame.mixer.Sound]:
        """The sounds made so far; none when someone has closed the mixer, as pygame.quit does."""
        if not self.available or pygame.mixer.get_init() is None:
            return []
        return [sound for sounds in self._variants.values() for sound in sounds]

    def _made(self, name: str, step: int) -> list[pygame.mixer.Sound]:
        """All variants of a sound at the present volume, the same on both sides: 2 ms for a stone, 11 for a win. One
        that is raised comes in a single one: it is heard among others."""
        return self._playing_of(_samples(*self._asked(name, step)))

    def _asked(self, name: str, step: int) -> tuple[Sequence[Samples], Timbre, str, int]:
        """What the making of a sound has to know."""
        return self.own.variants.get(name, ()), SETS[self._set], name, step

    def _playing_of(self, made: Iterable[Samples]) -> list[pygame.mixer.Sound]:
        sounds = [pygame.sndarray.make_sound(samples) for samples in made]
        for sound in sounds:
            sound.set_volume(self._gain)
        return sounds

    def _fall_silent(self, reason: object) -> None:
        self._available = False
        self._variants = {}
        log.warning("no sound: %s", reason)


def _samples(own: Sequence[Samples], timbre: Timbre, name: str, step: int) -> list[Samples]:
    """All variants of a sound, in the shape (time, 2); those of the person's `own` where there are some."""
    if own:
        return [raised(samples, pitch_of(step)) for samples in own]
    variants = range(RECIPES[name].variants if step == 0 else 1)
    return [np.repeat(synthesise(name, each, timbre, step)[:, None], 2, axis=1) for each in variants]


def _gain(volume: float) -> float:
    """Half the slider should sound about half as loud: -12 dB, so the factor is the square."""
    return min(max(volume, 0.0), 1.0) ** 2
