"""The house's music: a piece for the menu and one for each game, for a plucked string in one of the five old modes.

All are our own; they are slow, leave room, and end so that they can begin again.

A note is a beat, a step of the mode counted from its lowest tone, and its strength from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Note = tuple[float, int, float]


@dataclass(frozen=True, slots=True)
class Score:
    """A piece: its beats a minute, the pitch of step 0 in hertz, the mode as semitones above it, its notes, the beats
    until the last has died away, and the seconds of silence before it begins again."""

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


_GONG: Final = (0, 2, 4, 7, 9)
_SHANG: Final = (0, 2, 5, 7, 10)
_JUE: Final = (0, 3, 5, 8, 10)
_ZHI: Final = (0, 2, 5, 7, 9)
_YU: Final = (0, 3, 5, 7, 10)


def _line(start: float, steps: str, strength: float = 0.8) -> tuple[Note, ...]:
    """Notes out of a word a beat: a step, several with commas that share the beat, or a point for none. A later note of
    a beat is a little softer."""
    notes: list[Note] = []
    for i, word in enumerate(steps.split()):
        parts = word.split(",")
        for j, part in enumerate(parts):
            if part != ".":
                notes.append((start + i + j / len(parts), int(part), strength * (1 - 0.12 * (j > 0))))
    return tuple(notes)


def _bass(*notes: tuple[float, int]) -> tuple[Note, ...]:
    return tuple((beat, step, 0.55) for beat, step in notes)


SCORES: Final[Mapping[str, Score]] = MappingProxyType(
    {
        "menu": Score(
            52,
            146.83,
            _GONG,
            (
                *_line(0, "5 . 7,8 9 8 . 7 5 6 . 5,3 2 3 . . ."),
                *_line(16, "5 . 7,8 10 9 . 8 7 8,7 5 3 2 0 . . .", 0.72),
                *_bass((0, -5), (4, -3), (8, -4), (12, -5), (16, -5), (20, -3), (24, -4), (28, -5)),
            ),
            34,
            16.0,
        ),
        "gomoku": Score(
            56,
            164.81,
            _YU,
            (
                *_line(0, "5 7 . 8 7 5 . . 3 5 . 6 5 3 . ."),
                *_line(16, "2,3 5 . 7 6,5 3 . . 2 0 . . 5 . . .", 0.7),
                *_bass((0, -5), (6, -3), (8, -5), (14, -2), (16, -5), (22, -3), (28, -5)),
            ),
            33,
            24.0,
        ),
        "xiangqi": Score(
            60,
            130.81,
            _ZHI,
            (
                *_line(0, "5 . 5,6 8 . 7 5 . 6 . 5,3 2 . 3 . ."),
                *_line(16, "8 . 9,8 6 . 5 3 . 5,6 5 3 2 0 . . .", 0.76),
                *_bass((0, -5), (2, -5), (4, -2), (8, -4), (12, -5), (16, -5), (20, -3), (24, -4), (28, -5)),
            ),
            34,
            24.0,
        ),
        "draughts": Score(
            58,
            155.56,
            _SHANG,
            (
                *_line(0, "5,7 8 . 7 5,6 5 . 3 5 . 3 2 3 . . ."),
                *_line(16, "5,7 8 10 9 8 . 7,6 5 6 . 5 3 5 . . .", 0.7),
                *_bass((0, -5), (4, -2), (8, -4), (12, -5), (16, -5), (20, -2), (24, -3), (28, -5)),
            ),
            33,
            24.0,
        ),
        "reversi": Score(
            54,
            174.61,
            _JUE,
            (
                *_line(0, "5 . 8 . 7 . 5 . 6 5 3 . 5 . . ."),
                *_line(16, "3 . 5 6 8 . 6 . 5 3 2 . 0 . . .", 0.7),
                *_bass((0, -5), (4, -3), (8, -4), (12, -5), (16, -3), (20, -5), (24, -4), (28, -5)),
            ),
            33,
            24.0,
        ),
    }
)
"""By what is on the screen: the menu, or a game by its name. A game that has none of its own is silent."""
