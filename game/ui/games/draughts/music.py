"""What is heard at a table of draughts."""

from __future__ import annotations

from typing import Final

from game.ui.sound.scores import SHANG, Melody, bass, melody_line

MUSIC: Final = Melody(
    "draughts",
    58,
    155.56,
    SHANG,
    (
        *melody_line(0, "5,7 8 . 7 5,6 5 . 3 5 . 3 2 3 . . ."),
        *melody_line(16, "5,7 8 10 9 8 . 7,6 5 6 . 5 3 5 . . .", 0.7),
        *bass((0, -5), (4, -2), (8, -4), (12, -5), (16, -5), (20, -2), (24, -3), (28, -5)),
    ),
    33,
    24.0,
)
