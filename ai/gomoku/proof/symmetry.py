"""One picture for positions that are the same when the board is turned or mirrored."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

SIZE: Final = 15
SQUARES: Final = SIZE * SIZE


def _images() -> NDArray[np.intp]:
    """For each of the eight symmetries where each square of the image comes from: intp[8, SQUARES]."""
    board = np.arange(SQUARES).reshape(SIZE, SIZE)
    return np.array(
        [np.rot90(side, turns).reshape(-1) for side in (board, board.T) for turns in range(4)], dtype=np.intp
    )


_SOURCES: Final = _images()
_TARGETS: Final = np.argsort(_SOURCES, axis=1)


_BY_PLACES: Final = {tuple(targets): symmetry for symmetry, targets in enumerate(_TARGETS.tolist())}


def composed(first: int, then: int) -> int:
    """The symmetry that does what these do one after the other."""
    return _BY_PLACES[tuple(_TARGETS[then][_TARGETS[first]].tolist())]


def own_symmetries(cells: bytes) -> list[int]:
    """The symmetries that leave a position as it is."""
    return [symmetry for symmetry, image in enumerate(images(cells)) if image == cells]


def canonical(cells: bytes) -> tuple[bytes, int]:
    """The smallest of the eight images of a position (0 empty, 1 black, 2 white), and the symmetry that leads there."""
    forms = images(cells)
    smallest = min(forms)
    return smallest, forms.index(smallest)


def images(cells: bytes) -> list[bytes]:
    """A position's eight images, by symmetry."""
    return [image.tobytes() for image in np.frombuffer(cells, np.uint8)[_SOURCES]]


def image_of(square: int, symmetry: int) -> int:
    """Where a square lies in the image of a symmetry."""
    return int(_TARGETS[symmetry, square])


def square_of_image(square: int, symmetry: int) -> int:
    """Which square lies at a place of the image of a symmetry."""
    return int(_SOURCES[symmetry, square])


def after_move(cells: bytes, square: int, side: int) -> tuple[bytes, int]:
    """As `canonical`, of a position in which a side has placed a stone on a square."""
    return canonical(after_stone(cells, square, side))


def after_stone(cells: bytes, square: int, side: int) -> bytes:
    """The cells once a side has placed a stone on a square."""
    changed = bytearray(cells)
    changed[square] = side + 1
    return bytes(changed)
