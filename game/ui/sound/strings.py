"""A plucked string by the method of Karplus and Strong (Computer Music Journal 7/2, 1983), with the place of the pluck
and the fine tuning of Jaffe and Smith (the same issue): a burst of noise runs round a loop as long as a period and is
averaged each time, so that it grows softer and duller as a string does.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]

_PLUCKED_AT = 0.13
"""The place of the pluck, as a share of the string."""
_BRIGHTNESS = 0.5
"""How much of the noise's highs the fingertip lets through."""
_STEP: Final = 100
"""Turns round the loop in one step ..."""
_TUNED: Final = 1 << 14
"""... and the samples in a step of those that are tuned in the end."""


def plucked_string(
    hertz: float, length_s: float, ring_s: float, seed: int, rate_hz: int
) -> Generator[None, None, Wave]:
    """A note of that pitch, `length_s` long, at a peak of 1; after `ring_s` it has fallen to a thousandth. It is made
    in steps of a millisecond or less, and returned after the last."""
    period = rate_hz / hertz
    # averaging two neighbours delays by half a sample; what is not whole is tuned in the end
    around = max(2, round(period - 0.5))
    turns = int(np.ceil(length_s * rate_hz / around)) + 2
    rng = np.random.default_rng(seed)
    noise = rng.uniform(-1, 1, around)
    noise = _BRIGHTNESS * noise + (1 - _BRIGHTNESS) * np.roll(noise, 1)
    noise -= np.roll(noise, max(1, round(_PLUCKED_AT * around)))
    noise -= noise.mean()
    loss = 10 ** (-3 / (ring_s * hertz))
    loops = np.empty((turns, around))
    loops[0], before = noise, 0.0
    for i in range(1, turns):
        loop = loops[i - 1]
        shifted = np.concatenate(([before], loop[:-1]))
        before = loop[-1]
        loops[i] = loss * 0.5 * (loop + shifted)
        if i % _STEP == 0:
            yield
    wave = loops.ravel()
    times = np.arange(round(length_s * rate_hz)) * ((around + 0.5) / period)
    places, note = np.arange(len(wave)), np.empty(len(times))
    for begin in range(0, len(times), _TUNED):
        yield
        part = slice(begin, begin + _TUNED)
        note[part] = np.interp(times[part], places, wave)
    yield
    peak = max(note.max(), -note.min())
    return note / peak if peak else note
