"""Plays the house's music softly behind everything: a piece, a silence, the piece again."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from typing import Final

import numpy as np
import pygame

from game.ui.sound.scores import Melody
from game.ui.sound.strings import plucked_string
from game.ui.sound.synth import RATE_HZ, Samples

_KEPT: Final = 2
"""So many pieces are held: the menu's and that of the game that is played. Of what is being made, up to 17 MB, there
is only the piece that is wanted: whoever goes through scenes would else carry that of each along."""
CHANNEL: Final = 0
"""The voice of the mixer that is kept for the music."""
DUCKED: Final = 0.35
"""What is left of the music while a sound is heard."""
_DUCKED_S: Final = 0.5
_BACK_S: Final = 1.2
_FADE_MS: Final = 900
_LEVEL_DB: Final = -12.0
_NOTE_S: Final = 4.5
_RING_S: Final = 6.0
_LEVELLED = RATE_HZ  # samples in one step
_MAKING_S: Final = 0.001
"""The processor time for making a piece beside a frame, which ends with the step that is begun by then ..."""
_MAKING_IDLE_S: Final = 0.008
"""... and beside one after which the window sleeps."""
_PATIENCE: Final = 20
"""While things move a step is made only once in this number of frames: they have enough to do ..."""
_PATIENCE_TO_BEGIN: Final = 120
"""... and a piece, which is copied as a whole, begins after this number at the latest."""
_ROOM = ((0.031, 0.22), (0.047, 0.17), (0.073, 0.11))
"""Echoes of the room: seconds after the note, and how loud."""


class Recording:
    """A melody that is being made into sound, in steps of a millisecond or less."""

    def __init__(self, melody: Melody) -> None:
        self._melody = melody
        self._length = round(melody.length_s * RATE_HZ)
        self._wave = np.zeros(self._length, np.float32)
        self._stereo = np.zeros((self._length, 2), np.int16)
        self._made = 0
        self._levelled = 0
        self._scale = 0.0
        self._note: Generator[None, None, None] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether all notes are in it, at their level."""
        return self._levelled == self._length

    def make(self, seconds: float) -> None:
        """Take at least one step, and more within so many seconds of processor time."""
        end_s = time.thread_time() + seconds
        self.make_step()
        while not self.is_ready and time.thread_time() < end_s:
            self.make_step()

    def make_step(self) -> None:
        """Go on with the next note and put it in once it is made; after the last, level some seconds of the whole."""
        if self._made == len(self._melody.notes):
            self._level()
            return
        if self._note is None:
            self._note = self._next_note()
        try:
            next(self._note)
        except StopIteration:
            self._note = None
            self._made += 1

    def _next_note(self) -> Generator[None, None, None]:
        """Make a note, then put it in with each of its echoes."""
        beat, step, strength = self._melody.notes[self._made]
        hertz = self._melody.hertz(step)
        made = yield from plucked_string(hertz, _NOTE_S, _RING_S * min(1.0, 220 / hertz), self._made, RATE_HZ)
        fade = round(0.25 * RATE_HZ)
        note = (strength * made).astype(np.float32)
        note[-fade:] *= np.linspace(1, 0, fade, dtype=np.float32)
        start = round(beat * 60 / self._melody.tempo * RATE_HZ)
        for late_s, loud in ((0.0, 1.0), *_ROOM):
            yield
            at = start + round(late_s * RATE_HZ)
            part = note[: max(0, len(self._wave) - at)]
            self._wave[at : at + len(part)] += np.float32(loud) * part

    def _level(self) -> None:
        """Bring the next seconds to the level of music."""
        if not self._levelled:
            fade = round(0.5 * RATE_HZ)
            self._wave[-fade:] *= np.linspace(1, 0, fade)
            self._scale = 32767 * 10 ** (_LEVEL_DB / 20) / max(self._wave.max(), -self._wave.min())
        part = slice(self._levelled, min(self._length, self._levelled + _LEVELLED))
        self._stereo[part] = np.rint(self._wave[part] * self._scale)[:, None]
        self._levelled = part.stop
        if self.is_ready:
            self._wave = np.zeros(0, np.float32)  # 6 MB that nobody needs any more

    def samples(self) -> Samples:
        """The whole piece at `RATE_HZ`, the same on both sides, at the level of music; in the shape (time, 2)."""
        return self._stereo


class MusicPlayer:
    """What is heard behind the table. `update` is called each frame, however seldom frames are."""

    def __init__(self, maker: Executor, is_open: Callable[[], bool], heard: Callable[[], int]) -> None:
        """`maker` is where pieces are made; `is_open` tells whether there is a device and sound is wanted, `heard` how
        many sounds were played so far."""
        self._maker = maker
        self._making: Future[None] | None = None
        self._is_open = is_open
        self._heard = heard
        self._gain = 0.0
        self._wanted: Melody | None = None
        self._playing: Melody | None = None
        self._silence_s = 0.0
        self._waited = 0
        """Frames since something was made that takes time."""
        self._since_sound_s = _DUCKED_S + _BACK_S
        self._count = 0
        self._recordings: dict[Melody, Recording] = {}
        """What is being made, until it is a sound ..."""
        self._sounds: dict[Melody, pygame.mixer.Sound] = {}
        """... of which the menu's and that of the game that is played are kept: each is 5 MB. Newest last."""

    def set_volume(self, volume: float, on: bool) -> None:
        """The volume as on a slider, from 0 to 1, or none at all."""
        self._gain = min(max(volume, 0.0), 1.0) ** 2 if on else 0.0

    @property
    def playing(self) -> Melody | None:
        """The piece that is being played now; None in a silence."""
        return self._playing

    def wish(self, melody: Melody | None) -> None:
        """From now on this piece, or none."""
        if melody is not self._wanted:
            self._wanted, self._silence_s = melody, 0.0
            self._recordings = {each: made for each, made in self._recordings.items() if each is melody}

    def level(self) -> float:
        """The volume at this moment, from 0 to 1: sounds go before music."""
        back = min(1.0, max(0.0, (self._since_sound_s - _DUCKED_S) / _BACK_S))
        return self._gain * (DUCKED + (1 - DUCKED) * back)

    def update(self, dt: float, is_idle: bool = True, is_moving: bool = False) -> None:
        """Advance by `dt` seconds: begin, end, make way for sounds. In an idle window there are fewer frames, so that
        more of a piece is made in each; while something moves hardly anything of it is."""
        if not self._is_open() or self._gain == 0.0 or pygame.mixer.get_init() is None:
            if self._playing and pygame.mixer.get_init() is not None:
                pygame.mixer.Channel(CHANNEL).stop()
            self._playing = None
            return
        self._since_sound_s += dt
        if self._heard() != self._count:
            self._count, self._since_sound_s = self._heard(), 0.0
            is_moving = True  # or soon will be: what is heard is seen as well
        channel = pygame.mixer.Channel(CHANNEL)
        if self._playing and self._playing is not self._wanted:
            channel.fadeout(_FADE_MS)
            self._playing = None
        elif self._playing and not channel.get_busy():
            self._silence_s, self._playing = self._playing.rest_s, None
        if not self._playing:
            self._silence_s = max(0.0, self._silence_s - dt)
            self._begin(channel, is_idle, is_moving)
        if self._playing:
            channel.set_volume(self.level())

    def _may(self, is_moving: bool, patience: int) -> bool:
        """Whether it is the turn of what takes time, which waits for that number of frames while things move."""
        self._waited += 1
        if is_moving and self._waited < patience:
            return False
        self._waited = 0
        return True

    def _begin(self, channel: pygame.mixer.Channel, is_idle: bool, is_moving: bool) -> None:
        """Go on making what is wanted, or play it where it is made and the silence is over."""
        if self._wanted is None:
            return
        if self._making is not None:
            if not self._making.done():
                return
            self._making.result()  # a failure is one of the program's
            self._making = None
        wanted = self._wanted
        recording = None if wanted in self._sounds else self._recording(wanted)
        if recording is not None and not recording.is_ready:
            if self._may(is_moving, _PATIENCE):
                seconds = 0.0 if is_moving else _MAKING_IDLE_S if is_idle else _MAKING_S
                self._making = self._maker.submit(recording.make, seconds)
        elif self._silence_s == 0.0 and not channel.get_busy() and self._may(is_moving, _PATIENCE_TO_BEGIN):
            if recording is not None:
                self._sounds[wanted] = pygame.sndarray.make_sound(recording.samples())
                del self._recordings[wanted]
            sound = self._sounds[wanted] = self._sounds.pop(wanted)  # the newest now
            for melody in list(self._sounds)[:-_KEPT]:
                del self._sounds[melody]
            channel.set_volume(self.level())
            channel.play(sound, fade_ms=_FADE_MS)
            self._playing = wanted

    def _recording(self, melody: Melody) -> Recording:
        """That of a piece, begun where it is not."""
        if melody not in self._recordings:
            self._recordings[melody] = Recording(melody)
        return self._recordings[melody]
