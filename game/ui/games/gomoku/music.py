"""What is heard at a table of Gomoku."""

from __future__ import annotations

from typing import Final

from game.ui.sound.scores import YU, Melody, bass, melody_line

MUSIC: Final = Melody(
    "gomoku",
    56,
    164.81,
    YU,
    (
        *melody_line(0, "5 7 . 8 7 5 . . 3 5 . 6 5 3 . ."),
        *melody_line(16, "2,3 5 . 7 6,5 3 . . 2 0 . . 5 . . .", 0.7),
        *bass((0, -5), (6, -3), (8, -5), (14, -2), (16, -5), (22, -3), (28, -5)),
    ),
    33,
    24.0,
)
