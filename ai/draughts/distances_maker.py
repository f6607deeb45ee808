"""Makes the tables of distances (`ai.draughts.distances`) by retrograde analysis.

    python -m ai.draughts.distances_maker draughts-russian --out FOLDER
    python -m ai.draughts.distances_maker draughts-english --five

The second command makes the lost positions of three pieces against two (`ai.draughts.lost_blocks`) for this machine, or
in a FOLDER: three minutes, and 250 MB of memory.

Materials come in the order of `ai.draughts.endings_maker`, a material and its reverse together, in two steps:

1. Every position is looked at once. What its captures and crownings lead to is known from the materials made before:
   the shortest win by one of them, the longest resistance. The quiet moves are counted.
2. Distance after distance: before a position lost in n plies stands one won in n + 1 at the latest; a position whose
   last quiet move turns out to lead to a won one is lost, after as many plies as its longest resistance has.

What is not decided then is a draw. Nothing of the tables of wins and draws is used here, so each of the two holds the
other (`tests/ai/test_draughts_distances.py`).
"""

from __future__ import annotations

import argparse
import lzma
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.bits import reverse
from ai.common.control import new_control
from ai.common.kernels import KernelSet, int64, uint8, uint64, void
from ai.draughts import board, moves
from ai.draughts import endings as end
from ai.draughts import layout as at
from ai.draughts.board import ARRAYS, VARIANTS, DraughtsArrays, make, new_arrays
from ai.draughts.distances import DRAWN, NAMES, file_name, five_name, own_folder
from ai.draughts.endings_maker import KERNELS as BEFORE
from ai.draughts.endings_maker import bits_of_squares, set_up
from ai.draughts.lost_blocks import NOT_LOST, pack
from ai.draughts.moves import can_capture, generate_captures, generate_quiet, step

KERNELS = KernelSet()

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_SETTLED: Final = 0
_OPEN: Final = 1
_SAFE: Final = 2
"""Of positions in the making: no quiet move, so what its other moves lead to settles it; may be lost yet; can't be
lost, because one of those draws or wins."""


@KERNELS.kernel(void(ARRAYS, int64[::1], uint8[::1], uint64[::1], uint64[::1], int64, int64, uint8[:, ::1]))
def look_at_all(
    a: DraughtsArrays,
    ending: NDArray[np.int64],
    distances: NDArray[np.uint8],
    bit_of_square: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    material: int,
    size: int,
    making: NDArray[np.uint8],
) -> None:
    """Step 1 for one material: into `distances` the shortest win by captures and crownings, and what is lost by them
    alone; into the rows of `making` how far a position is settled, its quiet moves, and its longest resistance by
    captures and crownings."""
    base = ending[material]
    for index in range(size):
        if set_up(a, ending, bit_of_square, scratch, material, index) == 0:
            continue
        capturing = can_capture(a, at.WHITE, 0)
        found = generate_captures(a, at.WHITE, 0) if capturing else generate_quiet(a, at.WHITE, 0)
        shortest = DRAWN
        resistance = 0
        is_safe = False
        quiet = 0
        for each in range(found):
            move = a.state[at.MOVES + each]
            if capturing or move & at.CROWNS:
                make(a, at.WHITE, 0, move, a.words[at.TAKEN + each])
                here = at.POSITION + at.PLY_SIZE
                black = a.words[here + 1]
                after = 0
                if black != 0:
                    after = int64(
                        distances[end.index_of(ending, a.words[here], black, a.words[here + at.KINGS], at.BLACK)]
                    )
                if after == DRAWN:
                    is_safe = True
                elif after & 1 == 0:
                    is_safe = True
                    shortest = min(shortest, after + 1)
                else:
                    resistance = max(resistance, after + 1)
            else:
                quiet += 1
        if quiet > 0:
            making[0, index] = _SAFE if is_safe else _OPEN
        making[1, index] = quiet
        making[2, index] = resistance
        distances[base + index] = resistance if quiet == 0 and not is_safe else shortest


@KERNELS.kernel(
    int64(ARRAYS, int64[::1], uint8[::1], uint64[::1], uint64[::1], int64, int64, int64, uint8[:, ::1], int64)
)
def go_back(
    a: DraughtsArrays,
    ending: NDArray[np.int64],
    distances: NDArray[np.uint8],
    bit_of_square: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    material: int,
    before_base: int,
    size: int,
    making: NDArray[np.uint8],
    plies: int,
) -> int:
    """Step 2 for the positions of a material that end in `plies`: what follows for those before them, in the
    reverse material that begins at `before_base` and is `making`. Gives the longest distance that was found, 0 if none
    was."""
    base = ending[material]
    shift = uint64(ending[end.TURN])
    flying = a.state[at.FLAGS] & at.FLYING != 0
    farthest = 0
    for index in range(size):
        if distances[base + index] != plies:
            continue
        set_up(a, ending, bit_of_square, scratch, material, index)
        white = a.words[at.POSITION]
        black = a.words[at.POSITION + 1]
        kings = a.words[at.POSITION + at.KINGS]
        empty = a.words[at.BOARD] & ~(white | black)
        left = black
        while left != 0:
            piece = left & (~left + _ONE)
            left ^= piece
            is_king = kings & piece != 0
            # Black's men came from above: up in both directions
            for direction in range(4 if is_king else 2):
                origin = step(piece, direction) & empty
                while origin != 0:
                    moved = (black ^ piece) | origin
                    kings_before = (kings ^ piece) | origin if is_king else kings
                    before = end.position_index(
                        ending, reverse(moved) >> shift, reverse(white) >> shift, reverse(kings_before) >> shift
                    )
                    origin = step(origin, direction) & empty if is_king and flying else _NONE
                    place = before - before_base
                    settled = making[0, place]
                    known = int64(distances[before])
                    if settled == _SETTLED:
                        continue
                    if plies & 1 == 0:
                        if known > plies + 1:
                            distances[before] = plies + 1
                            farthest = max(farthest, plies + 1)
                    elif settled == _OPEN:
                        making[1, place] -= 1
                        if making[1, place] == 0 and known == DRAWN:
                            lasts = max(plies + 1, int64(making[2, place]))
                            distances[before] = lasts
                            farthest = max(farthest, lasts)
    return farthest


@KERNELS.kernel(void(ARRAYS, int64[::1], uint8[::1], uint64[::1], uint64[::1], int64, int64))
def keep_lost(
    a: DraughtsArrays,
    ending: NDArray[np.int64],
    distances: NDArray[np.uint8],
    bit_of_square: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    material: int,
    size: int,
) -> None:
    """Of a finished material keep the distances of the lost positions in which nothing must be captured, and make all
    others NOT_LOST."""
    base = ending[material]
    for index in range(size):
        if distances[base + index] & 1 == 0:
            set_up(a, ending, bit_of_square, scratch, material, index)
            if not can_capture(a, at.WHITE, 0):
                continue
        distances[base + index] = NOT_LOST


def make_distances(name: str, most: int = end.MOST_PIECES) -> NDArray[np.uint8]:
    """The distances of a variant for `most` pieces: uint8, a position each. Raises ValueError where one is beyond what
    fits."""
    variant = VARIANTS[name]
    ending, total = end.ending_index(variant, most)
    distances = np.full(total, DRAWN, np.uint8)
    arrays = new_arrays(variant, new_control(), np.zeros(8, np.int64))
    bits = bits_of_squares(variant, ending)
    scratch = np.zeros(4, np.uint64)
    done: set[tuple[int, int, int, int]] = set()
    for material in end.materials(most):
        if material in done:
            continue
        turned = (*material[2:], *material[:2])
        done |= {material, turned}
        both = [material, turned] if material != turned else [material]
        sizes = [end.size_of(variant, each) for each in both]
        makings = [np.zeros((3, size), np.uint8) for size in sizes]
        farthest = 0
        for each, size, making in zip(both, sizes, makings, strict=True):
            number = end.packed(each)
            look_at_all(arrays, ending, distances, bits, scratch, number, size, making)
            found = distances[ending[number] : ending[number] + size]
            farthest = max(farthest, int(found[found != DRAWN].max(initial=0)))
        plies = 0
        while plies <= farthest:
            for each, size in zip(both, sizes, strict=True):
                other = both.index((*each[2:], *each[:2]))
                before_base = int(ending[end.packed(both[other])])
                number = end.packed(each)
                last = go_back(
                    arrays, ending, distances, bits, scratch, number, before_base, size, makings[other], plies
                )
                farthest = max(farthest, last)
            plies += 1
            if farthest >= DRAWN:
                raise ValueError(f"{name}: a win takes {farthest} plies")
    return distances


def make_five(name: str, folder: Path) -> str:
    """Write the file with the lost positions of three pieces against two, and say how large it is. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)  # not after minutes: it may fail
    variant = VARIANTS[name]
    distances = make_distances(name, end.FIVE_PIECES)
    ending, total = end.ending_index(variant, end.FIVE_PIECES)
    first = end.ending_index(variant)[1]
    longest = _longest(distances[first:])
    arrays = new_arrays(variant, new_control(), np.zeros(8, np.int64))
    bits, scratch = bits_of_squares(variant, ending), np.zeros(4, np.uint64)
    for material in end.materials(end.FIVE_PIECES):
        if sum(material) == end.FIVE_PIECES:
            keep_lost(arrays, ending, distances, bits, scratch, end.packed(material), end.size_of(variant, material))
    data = pack(distances[first:])
    part = folder / f"{five_name(name)}.part"
    part.write_bytes(data)
    part.replace(folder / five_name(name))
    lost = int((distances[first:] != NOT_LOST).sum())
    return f"{total - first} positions, at most {longest} plies, {lost} kept, {len(data)} bytes in {folder}"


def make_shipped(name: str, folder: Path) -> str:
    """Write the compressed file with the distances of 2 to 4 pieces, and say how large it is. Raises OSError."""
    distances = make_distances(name)
    data = lzma.compress(distances.tobytes(), preset=9)
    (folder / file_name(name)).write_bytes(data)
    return f"{len(distances)} positions, at most {_longest(distances)} plies, {len(data)} bytes compressed"


def _longest(distances: NDArray[np.uint8]) -> int:
    return int(distances[distances != DRAWN].max())


def main(arguments: list[str]) -> int:
    """The command line; see the top of the module."""
    parser = argparse.ArgumentParser(prog="python -m ai.draughts.distances_maker", description="make tables of wins")
    parser.add_argument("variant", choices=sorted(NAMES))
    parser.add_argument("--five", action="store_true", help="the lost positions of three pieces against two instead")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="default with --five: the user's cache")
    options = parser.parse_args(arguments)
    if not options.out and not options.five:
        parser.error("--out: which folder to write to")
    for kernels in (board.KERNELS, moves.KERNELS, end.KERNELS, BEFORE, KERNELS):
        for _ in kernels.compile():
            pass
    begun = time.process_time()
    try:
        if options.five:
            told = make_five(options.variant, options.out or own_folder())
        else:
            told = make_shipped(options.variant, options.out)
    except OSError as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    sys.stdout.write(f"{told}, {time.process_time() - begun:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
