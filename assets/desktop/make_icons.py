"""Makes the icons in pixels from the program's own drawing: run `python assets/desktop/make_icons.py` after a change of
`game/ui/window/icon.py`, and bring the SVG into line by hand.

Writes PNG pictures of all usual sizes, and one file with several of them for Windows.
"""

from __future__ import annotations

import io
import os
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
os.environ["SDL_VIDEODRIVER"] = "dummy"  # pictures are made without a window

import pygame  # noqa: E402

from game.ui.window.icon import program_icon  # noqa: E402

SIZES = (16, 32, 48, 64, 128, 256, 512)
IN_ICO = (16, 32, 48, 256)


def png(size: int) -> bytes:
    """The icon as a PNG file of this many pixels; made four times as large and reduced where lines would break up."""
    finer = 4 if size <= 64 else 1
    picture = pygame.transform.smoothscale(program_icon(size * finer), (size, size))
    file = io.BytesIO()
    pygame.image.save(picture, file, "icon.png")
    return file.getvalue()


def ico(pictures: dict[int, bytes]) -> bytes:
    """An ICO file of PNG pictures: a header, an entry of 16 bytes for each, the pictures (Microsoft's ICO format)."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    entries = b""
    for size, data in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return head + entries + b"".join(pictures.values())


def main() -> None:
    """Write every file beside this one."""
    made = {size: png(size) for size in SIZES}
    for size, data in made.items():
        (HERE / f"icon-{size}.png").write_bytes(data)
    (HERE / "qiguan.ico").write_bytes(ico({size: made[size] for size in IN_ICO}))


if __name__ == "__main__":
    main()
