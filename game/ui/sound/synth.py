"""Sounds out of numpy: a few decaying partials, a burst of noise, a low body. No recordings, no pygame.

What a hand does never sounds the same twice, so such sounds come in five variants, within 3 % in pitch and 3 dB in
loudness. The same name and variant always give the same samples. A `Timbre` is what the table is made of: it changes
all that is struck on it. A sound can be raised by steps of the pentatonic scale, for what follows one upon another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

RATE_HZ = 44_100
PEAK_DB = -8.0
"""The loudest sample of any sound, in decibels below full scale."""

Samples = NDArray[np.int16]
Wave = NDArray[np.float64]

_PITCH_SPREAD = 0.03
_LOUDNESS_SPREAD_DB = 3.0  # down from the sound's level: +-1.5 dB about the middle
_FADE_IN_S, _FADE_OUT_S = 0.0003, 0.008  # short enough for a sharp attack, long enough not to click


_STEPS: Final = (0, 2, 4, 7, 9)
"""The pentatonic scale in semitones."""
_LOW_HZ: Final = 400.0
"""Partials below belong to the board and not to what strikes it."""


@dataclass(frozen=True, slots=True)
class Timbre:
    """What is struck, by what it makes of a stone on wood: factors for the pitch of what is above the board's own body,
    for how long it rings, for the body and for the noise of the contact; `tilt` makes highs stronger (above 0) or
    weaker, `level_db` all of it louder or softer."""

    pitch: float = 1.0
    ring: float = 1.0
    body: float = 1.0
    contact: float = 1.0
    tilt: float = 0.0
    level_db: float = 0.0


WOODEN: Final = Timbre()


@dataclass(frozen=True, slots=True)
class SoundRecipe:
    """How a sound is made: `make(rng, pitch, timbre)` gives a wave of any scale, which is then faded and set to its
    level.

    There are five variants, or one where a hand has no part in the sound or it is rarely heard.
    """

    make: Callable[[np.random.Generator, float, Timbre], Wave]
    variants: int = 5
    level_db: float = PEAK_DB


@dataclass(frozen=True, slots=True)
class _Partial:
    hertz: float
    decay_s: float  # time to fall to 1/e
    strength: float


def pitch_of(step: int) -> float:
    """The factor of the pitch that a step of the pentatonic scale, counted from 0, has by that of step 0."""
    octave, within = divmod(step, len(_STEPS))
    return float(2 ** (octave + _STEPS[within] / 12))


def synthesise(name: str, variant: int = 0, timbre: Timbre = WOODEN, step: int = 0) -> Samples:
    """The samples (mono, at `RATE_HZ`) of a sound of `RECIPES`, in one of its variants counted from 0, raised by this
    many steps.

    Raises KeyError for an unknown name, IndexError for a variant that the sound does not have.
    """
    if name not in RECIPES:
        raise KeyError(f"no sound is called {name!r}; there are {', '.join(RECIPES)}")
    recipe = RECIPES[name]
    if not 0 <= variant < recipe.variants:
        raise IndexError(f"the sound {name!r} has {recipe.variants} variants, not a number {variant}")
    rng = np.random.default_rng([*name.encode(), variant])
    pitch, level_db = pitch_of(step), recipe.level_db + timbre.level_db
    if recipe.variants > 1:
        # Steps, not chance: of five random pitches two often lie too close to be told apart. The strides keep
        # neighbours apart and pitch and loudness out of step.
        last = recipe.variants - 1
        pitch += _PITCH_SPREAD * pitch * (2 * (2 * variant % recipe.variants) / last - 1)
        level_db -= _LOUDNESS_SPREAD_DB * ((3 * variant + 1) % recipe.variants) / last
    return _finished(recipe.make(rng, pitch, timbre), level_db)


def _finished(wave: Wave, level_db: float) -> Samples:
    """The wave faded at both ends, freed of any constant part, and scaled to its peak."""
    fade = np.ones(len(wave))
    rise, fall = round(_FADE_IN_S * RATE_HZ), round(_FADE_OUT_S * RATE_HZ)
    fade[:rise] = _half_cosine(rise)
    fade[-fall:] = _half_cosine(fall)[::-1]
    wave = wave * fade
    wave -= fade * (wave.sum() / fade.sum())  # shaped like the fade, so that the ends stay at zero
    scale = 32767 * 10 ** (level_db / 20) / np.abs(wave).max()
    samples: Samples = np.rint(wave * scale).astype(np.int16)
    return samples


def _half_cosine(length: int) -> Wave:
    """A smooth rise from 0 to 1."""
    rise: Wave = 0.5 - 0.5 * np.cos(np.linspace(0, np.pi, length))
    return rise


# Building blocks -------------------------------------------------------------------------------------------------


def _time(length_s: float) -> Wave:
    return np.arange(round(length_s * RATE_HZ)) / RATE_HZ


def _struck(
    rng: np.random.Generator,
    pitch: float,
    timbre: Timbre,
    length_s: float,
    partials: Sequence[_Partial],
    noise_s: float,
    noise: float,
) -> Wave:
    """Something hard that was struck: partials, each a little out of its place, and the noise of the contact."""
    time = _time(length_s)
    wave = np.zeros(len(time))
    for partial in partials:
        is_body = partial.hertz < _LOW_HZ
        hertz = partial.hertz * pitch * (1 + 0.008 * rng.uniform(-1, 1)) * (1.0 if is_body else timbre.pitch)
        strength = partial.strength * rng.uniform(0.85, 1.15)
        strength *= timbre.body if is_body else (partial.hertz / 1000) ** timbre.tilt
        wave += strength * np.sin(2 * np.pi * hertz * time) * np.exp(-time / (partial.decay_s * timbre.ring))
    contact = round(noise_s * RATE_HZ)
    wave[:contact] += timbre.contact * noise * rng.uniform(-1, 1, contact) * np.linspace(1, 0, contact)
    return wave


def _mixed(length_s: float, parts: Sequence[tuple[float, Wave]]) -> Wave:
    """Waves laid over each other, each beginning at its time in seconds; what runs beyond the length is cut off."""
    wave = np.zeros(round(length_s * RATE_HZ))
    for start_s, part in parts:
        start = round(start_s * RATE_HZ)
        part = part[: len(wave) - start]
        wave[start : start + len(part)] += part
    return wave


def _dull_noise(rng: np.random.Generator, length_s: float, decay_s: float, smooth: int) -> Wave:
    """Decaying noise without its highs: smoothed over this many samples."""
    time = _time(length_s)
    window = np.hanning(smooth + 2)[1:-1]
    noise = np.convolve(rng.uniform(-1, 1, len(time)), window / np.sqrt(np.sum(window**2)), mode="same")
    faded: Wave = noise * np.exp(-time / decay_s)
    return faded


def _glide(start_hz: float, end_hz: float, glide_s: float, length_s: float) -> Wave:
    """A tone whose pitch goes from one frequency to another and stays there."""
    steps = np.clip(_time(length_s) / glide_s, 0, 1)
    tone: Wave = np.sin(2 * np.pi * np.cumsum(start_hz + (end_hz - start_hz) * steps) / RATE_HZ)
    return tone


# The sounds ------------------------------------------------------------------------------------------------------


def _stone(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """A slate stone on a thick board: three bright partials, and the board's body under them."""
    partials = (_Partial(2300, 0.010, 1.0), _Partial(3900, 0.006, 0.7), _Partial(6100, 0.003, 0.45))
    body = _Partial(210, 0.022, 0.55)
    return _struck(rng, pitch, timbre, 0.12, (*partials, body), noise_s=0.0016, noise=0.8)


def _wood(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """A wooden piece set down on wood."""
    partials = (_Partial(900, 0.022, 1.0), _Partial(1500, 0.014, 0.6), _Partial(2300, 0.008, 0.4))
    body = _Partial(165, 0.028, 0.35)
    return _struck(rng, pitch, timbre, 0.15, (*partials, body), noise_s=0.002, noise=0.4)


def _disc(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """A flat disc laid on cloth: a short dry click, and hardly any body."""
    partials = (_Partial(1350, 0.009, 1.0), _Partial(2450, 0.006, 0.75), _Partial(4300, 0.003, 0.4))
    body = _Partial(190, 0.016, 0.30)
    return _struck(rng, pitch, timbre, 0.11, (*partials, body), noise_s=0.0022, noise=0.55)


def _turn(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """A disc that turns over: its rim, then its face."""
    return _mixed(0.16, [(0, 0.45 * _disc(rng, pitch * 1.3, timbre)), (0.045, _disc(rng, pitch, timbre))])


def _paper(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """A leaf of paper that is turned: a breath of noise that swells and ends with a small rustle. `timbre` has no part
    in it."""
    length_s = 0.30
    time = _time(length_s)
    noise = rng.uniform(-1, 1, len(time))
    breath = noise - np.convolve(noise, np.hanning(round(13 / pitch)) / 6, mode="same")
    swell = np.sin(np.pi * np.minimum(time / 0.20, 1)) ** 2 * (0.7 + 0.3 * np.sin(2 * np.pi * 27 * pitch * time))
    rustle = 0.5 * _dull_noise(rng, 0.05, 0.012, 5)
    return _mixed(length_s, [(0, breath * swell), (0.17, rustle)])


def _capture(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """A piece on a piece: wood an octave lower, twice."""
    return _mixed(0.20, [(0, _wood(rng, pitch / 2, timbre)), (0.035, 0.8 * _wood(rng, pitch / 2, timbre))])


def _check(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """Two taps of wood, the second a little higher."""
    return _mixed(0.27, [(0, 0.85 * _wood(rng, pitch, timbre)), (0.12, _wood(rng, pitch * 1.12, timbre))])


def _win(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """Three plucked strings, D A d, each left to ring under the next."""
    notes = ((0.0, 146.83), (0.13, 220.0), (0.26, 293.66))
    length_s = 0.60
    wave = _mixed(length_s, [(start_s, _plucked(rng, hertz * pitch, length_s - start_s)) for start_s, hertz in notes])
    last = round(0.16 * RATE_HZ)
    wave[-last:] *= _half_cosine(last)[::-1]  # the hand is laid on the strings
    return wave


def _loss(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """One low string, D, and a hand that is slowly laid on it."""
    length_s = 0.60
    wave = _plucked(rng, 73.42 * pitch, length_s)
    last = round(0.3 * RATE_HZ)
    wave[-last:] *= _half_cosine(last)[::-1]
    return wave


def _plucked(rng: np.random.Generator, hertz: float, length_s: float) -> Wave:
    """A silk string plucked near its end: stiff, so the upper partials lie sharp; they die first; the pitch settles
    from slightly above, as it does while the swing is wide."""
    time = _time(length_s)
    settled = time + 0.003 * 0.05 * (1 - np.exp(-time / 0.05))
    wave = np.zeros(len(time))
    for n in range(1, 10):
        partial_hz = n * hertz * np.sqrt(1 + 0.0003 * n * n)
        strength = np.sin(n * np.pi * 0.14) / n**1.1
        wave += strength * np.sin(2 * np.pi * partial_hz * settled) * np.exp(-time * (1 + 0.55 * (n - 1)) / 0.45)
    wave *= np.minimum(time / 0.0025, 1)
    return _mixed(length_s, [(0, wave), (0, 0.10 * _dull_noise(rng, 0.03, 0.006, 9))])


def _refused(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """One soft low tap, as of a finger on the table."""
    wave = _struck(
        rng, pitch, timbre, 0.16, (_Partial(180, 0.032, 1.0), _Partial(357, 0.015, 0.25)), noise_s=0.004, noise=0.03
    )
    rise = round(0.004 * RATE_HZ)
    wave[:rise] *= _half_cosine(rise)
    return wave


def _tick(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """The tick of a clock that runs low."""
    partials = (_Partial(1900, 0.005, 1.0), _Partial(3300, 0.0025, 0.5))
    return _struck(rng, pitch, timbre, 0.05, partials, noise_s=0.0008, noise=0.3)


def _chat(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """One drop of water: a tone that rises as the bubble shrinks. `rng` is not needed: drops differ by pitch alone."""
    time = _time(0.20)
    drop: Wave = _glide(700 * pitch, 1100 * pitch, 0.09, 0.20) * np.minimum(time / 0.010, 1) * np.exp(-time / 0.045)
    return drop


def _stamp(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """The seal pressed on paper: a dull thump with a breath of paper in it."""
    time = _time(0.22)
    thump = _glide(150 * pitch, 85 * pitch, 0.05, 0.22) * np.exp(-time / 0.045)
    knock = 0.35 * np.sin(2 * np.pi * 260 * pitch * time) * np.exp(-time / 0.016)
    soft = (thump + knock) * np.minimum(time / 0.003, 1)
    return _mixed(0.22, [(0, soft), (0.001, 0.22 * _dull_noise(rng, 0.08, 0.016, 41))])


def _bird(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """Two notes of a small bird, each sliding; `rng` is not needed: they differ by pitch alone."""
    length_s = 0.13
    time = _time(length_s)
    swell = np.sin(np.pi * np.minimum(time / length_s, 1)) ** 1.5
    first = _glide(2900 * pitch, 3500 * pitch, 0.08, length_s) * swell
    second = _glide(3700 * pitch, 3100 * pitch, 0.07, length_s) * swell
    return _mixed(0.36, [(0, first), (0.19, 0.8 * second)])


def _hiss(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """Steam from the spout of a kettle: noise that rises and dies away. `pitch` changes nothing."""
    length_s = 0.6
    time = _time(length_s)
    noise = rng.uniform(-1, 1, len(time))
    breath: Wave = (noise - np.convolve(noise, np.hanning(9) / 4, mode="same")) * np.minimum(time / 0.18, 1)
    return breath * np.exp(-np.maximum(time - 0.18, 0) / 0.10)


def _rattle(rng: np.random.Generator, pitch: float, timbre: Timbre) -> Wave:
    """Stones stirred in a wooden bowl."""
    starts = np.sort(rng.uniform(0, 0.24, 6))
    return _mixed(
        0.42, [(at, rng.uniform(0.4, 1.0) * _stone(rng, pitch * rng.uniform(0.8, 1.1), timbre)) for at in starts]
    )


RECIPES: dict[str, SoundRecipe] = {
    "stone": SoundRecipe(_stone),
    "wood": SoundRecipe(_wood),
    "disc": SoundRecipe(_disc),
    "turn": SoundRecipe(_turn, level_db=-12.0),
    "paper": SoundRecipe(_paper, level_db=-24.0),
    "capture": SoundRecipe(_capture),
    "check": SoundRecipe(_check),
    "win": SoundRecipe(_win, variants=1),
    "loss": SoundRecipe(_loss, variants=1, level_db=-16.0),
    "refused": SoundRecipe(_refused, level_db=-14.0),
    "tick": SoundRecipe(_tick, variants=1, level_db=-22.0),
    "chat": SoundRecipe(_chat, level_db=-14.0),
    "stamp": SoundRecipe(_stamp, variants=1),
    "bird": SoundRecipe(_bird, level_db=-22.0),
    "hiss": SoundRecipe(_hiss, variants=1, level_db=-26.0),
    "rattle": SoundRecipe(_rattle, level_db=-16.0),
}
