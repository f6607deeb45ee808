"""What is heard at a table of Xiangqi."""

from __future__ import annotations

from typing import Final

from game.ui.sound.scores import ZHI, Melody, bass, melody_line

MUSIC: Final = Melody(
    "xiangqi",
    60,
    130.81,
    ZHI,
    (
        *melody_line(0, "5 . 5,6 8 . 7 5 . 6 . 5,3 2 . 3 . ."),
        *melody_line(16, "8 . 9,8 6 . 5 3 . 5,6 5 3 2 0 . . .", 0.76),
        *bass((0, -5), (2, -5), (4, -2), (8, -4), (12, -5), (16, -5), (20, -3), (24, -4), (28, -5)),
    ),
    34,
    24.0,
)
