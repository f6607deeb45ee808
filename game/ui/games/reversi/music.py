"""What is heard at a table of Reversi."""

from __future__ import annotations

from typing import Final

from game.ui.sound.scores import JUE, Melody, bass, melody_line

MUSIC: Final = Melody(
    "reversi",
    54,
    174.61,
    JUE,
    (
        *melody_line(0, "5 . 8 . 7 . 5 . 6 5 3 . 5 . . ."),
        *melody_line(16, "3 . 5 6 8 . 6 . 5 3 2 . 0 . . .", 0.7),
        *bass((0, -5), (4, -3), (8, -4), (12, -5), (16, -3), (20, -5), (24, -4), (28, -5)),
    ),
    33,
    24.0,
)
