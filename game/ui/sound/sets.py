"""The sets of sounds to choose from: what the table is made of, or the person's own files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from game.ui.sound.synth import WOODEN, Timbre

OWN: Final = "own"
"""The set of the person's own files; what they left out is heard as on wood."""
SETS: Final[Mapping[str, Timbre]] = MappingProxyType(
    {
        "wood": WOODEN,
        # slate on stone: brighter, longer, and no board that answers
        "stone": Timbre(pitch=1.34, ring=1.7, body=0.25, contact=1.25, tilt=0.30),
        # on felt: what is high is swallowed, what is low stays
        "soft": Timbre(pitch=0.66, ring=0.85, body=1.7, contact=0.12, tilt=-1.10, level_db=-4.0),
        OWN: WOODEN,
    }
)


@dataclass(frozen=True, slots=True)
class Heard:
    """A sound of `synth.RECIPES`, this many seconds from now and raised by this many steps."""

    name: str
    after_s: float = 0.0
    step: int = 0


def rising(name: str, count: int, begin_s: float, every_s: float) -> tuple[Heard, ...]:
    """The same sound again and again, each time a step higher."""
    return tuple(Heard(name, begin_s + number * every_s, number) for number in range(count))
