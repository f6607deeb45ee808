"""The person's own sounds: files in a folder, named after the sounds that they take the place of. They are read with
care: whoever drops a file there may have taken it from anywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import numpy as np
import pygame
from numpy.typing import NDArray

from game.ui.sound.synth import RATE_HZ, RECIPES

Stereo = NDArray[np.int16]
"""Samples of both sides at `RATE_HZ`, in the shape (time, 2)."""

LARGEST_BYTES: Final = 1 << 20
LONGEST_S: Final = 4.0
MOST_VARIANTS: Final = 5
ENDINGS: Final = (".wav", ".ogg")

_NAME: Final = re.compile(rf"([a-z]+)(?:-([1-{MOST_VARIANTS}]))?")
_MOST_FILES: Final = 200

Why = Literal["folder", "name", "large", "long", "empty", "damaged", "many"]


@dataclass(frozen=True, slots=True)
class SoundFault:
    """Why a file was passed over: the folder can't be read, its name is none of a sound, it is too large, too long,
    without any sound, or damaged; or there are too many files."""

    why: Why
    file: str


@dataclass(frozen=True, slots=True)
class OwnSounds:
    """What was read: the variants of each sound, and what could not be used."""

    variants: Mapping[str, tuple[Stereo, ...]] = field(default_factory=dict)
    faults: tuple[SoundFault, ...] = ()


def read_own(folder: Path) -> OwnSounds:
    """The sounds of a folder: `stone.wav`, or `stone-1.ogg` to `stone-5.ogg`, of which one follows the other. A folder
    that is not there has none. For an open mixer; never raises."""
    try:
        files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except FileNotFoundError:
        return OwnSounds()
    except OSError:
        return OwnSounds(faults=(SoundFault("folder", str(folder)),))
    found: dict[str, list[Stereo]] = {}
    faults = [SoundFault("many", str(len(files)))] if len(files) > _MOST_FILES else []
    for path in files[:_MOST_FILES]:
        named = _NAME.fullmatch(path.stem)
        if named is None or named[1] not in RECIPES or path.suffix.lower() not in ENDINGS:
            faults.append(SoundFault("name", path.name))
            continue
        read = _read(path)
        if isinstance(read, SoundFault):
            faults.append(read)
        else:
            found.setdefault(named[1], []).append(read)
    return OwnSounds({name: tuple(each) for name, each in found.items()}, tuple(faults))


def _read(path: Path) -> Stereo | SoundFault:
    """The samples of a file, or why there are none."""
    try:
        if path.stat().st_size > LARGEST_BYTES:
            return SoundFault("large", path.name)
        samples: Stereo = pygame.sndarray.array(pygame.mixer.Sound(path))
    except (OSError, ValueError, pygame.error):
        return SoundFault("damaged", path.name)
    if len(samples) > LONGEST_S * RATE_HZ:
        return SoundFault("long", path.name)
    return samples if samples.any() else SoundFault("empty", path.name)


def raised(samples: Stereo, pitch: float) -> Stereo:
    """The samples played so much faster that they sound higher by the factor."""
    if pitch == 1.0:
        return samples
    times = np.arange(0, len(samples) - 1, pitch)
    before = np.arange(len(samples))
    sides = [np.interp(times, before, samples[:, side]) for side in (0, 1)]
    made: Stereo = np.ascontiguousarray(np.rint(np.stack(sides, axis=1)).astype(np.int16))
    return made
