"""The house's music as notes, for a plucked string in one of the five old modes. That of a game stands with it.

Pieces are slow, leave room, and end so that they can begin again.

A note is a beat, a step of the mode counted from its lowest tone, and its strength from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Note = tuple[float, int, float]


@dataclass(frozen=True, slots=True)
class Melody:
    """A piece: a name, its beats a minute, the pitch of step 0 in hertz, the mode as semitones above it, its notes, the
    beats until the last has died away, and the seconds of silence before it begins again."""

    name: str
    tempo: float
    tonic_hz: float
    mode: tuple[int, ...]
    notes: tuple[Note, ...]
    beats: float
    rest_s: float

    @property
    def length_s(self) -> float:
        """How long it takes, without the rest."""
        return self.beats * 60 / self.tempo

    def hertz(self, step: int) -> float:
        """The pitch of a step; steps go on in the octaves above and below."""
        octave, within = divmod(step, len(self.mode))
        return float(self.tonic_hz * 2 ** (octave + self.mode[within] / 12))


GONG: Final = (0, 2, 4, 7, 9)
SHANG: Final = (0, 2, 5, 7, 10)
JUE: Final = (0, 3, 5, 8, 10)
ZHI: Final = (0, 2, 5, 7, 9)
YU: Final = (0, 3, 5, 7, 10)


def melody_line(start: float, steps: str, strength: float = 0.8) -> tuple[Note, ...]:
    """Notes out of a word a beat: a step, several with commas that share the beat, or a point for none. A later note of
    a beat is a little softer."""
    notes: list[Note] = []
    for i, word in enumerate(steps.split()):
        parts = word.split(",")
        for j, part in enumerate(parts):
            if part != ".":
                notes.append((start + i + j / len(parts), int(part), strength * (1 - 0.12 * (j > 0))))
    return tuple(notes)


def bass(*notes: tuple[float, int]) -> tuple[Note, ...]:
    """Low notes, each a beat and a step."""
    return tuple((beat, step, 0.55) for beat, step in notes)


MENU: Final = Melody(
    "menu",
    52,
    146.83,
    GONG,
    (
        *melody_line(0, "5 . 7,8 9 8 . 7 5 6 . 5,3 2 3 . . ."),
        *melody_line(16, "5 . 7,8 10 9 . 8 7 8,7 5 3 2 0 . . .", 0.72),
        *bass((0, -5), (4, -3), (8, -4), (12, -5), (16, -5), (20, -3), (24, -4), (28, -5)),
    ),
    34,
    16.0,
)
"""What is heard in the tea house."""
