"""Makes endgame tables by retrograde analysis.

    python -m ai.draughts.endings_maker draughts-international --out FILE

Materials come in the order in which nothing depends on a later one: captures lead to fewer pieces, crownings to fewer
men. A material and its reverse (the same with the colours exchanged) depend on each other by quiet moves and are made
together, in two steps:

1. Every position is looked at once. Where something must be captured its worth follows from the tables made before.
   Where not, the moves that lead to the reverse material are counted; those that crown are looked up.
2. From each position that is decided one goes back over the quiet moves that lead to it: before a lost position stands
   a won one; a position all of whose moves lead to won ones is lost.

What is not decided then is a draw. The rules that draw long endings are left aside.
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

from ai.common.bits import Bits, lowest, reverse
from ai.common.control import new_control
from ai.common.kernels import KernelSet, int64, uint8, uint64, void
from ai.draughts import endings as end
from ai.draughts import layout as at
from ai.draughts.board import ARRAYS, VARIANTS, DraughtsArrays, KernelVariant, make, new_arrays
from ai.draughts.moves import can_capture, generate_captures, generate_quiet, step

KERNELS = KernelSet()

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_INVALID: Final = 4
_OPEN: Final = 5
"""Beside DRAW, WIN and LOSS, in the bytes of a material in the making: no position, and not decided yet."""
_SAFE: Final = 255
"""A count of moves for a position that can't be lost: one of them draws."""


@KERNELS.kernel(void(int64[::1], int64, int64, int64, uint64[::1], int64))
def unrank(
    ending: NDArray[np.int64], index: int, squares: int, count: int, out: NDArray[np.uint64], place: int
) -> None:
    """Write the set of `count` among `squares` squares with this rank into `out[place]`, a bit a square."""
    bits = _NONE
    square = squares - 1
    left = count
    while left > 0:
        while ending[end.BINOMIALS + 4 * square + left - 1] > index:
            square -= 1
        index -= ending[end.BINOMIALS + 4 * square + left - 1]
        bits |= _ONE << uint64(square)
        square -= 1
        left -= 1
    out[place] = bits


@KERNELS.kernel(uint64(uint64[::1], uint64, int64))
def spread(bit_of_square: NDArray[np.uint64], squares: Bits, first: int) -> Bits:
    """The bits of the board for a set of squares counted from `first`."""
    out = _NONE
    while squares != 0:
        out |= bit_of_square[lowest(squares) + first]
        squares &= squares - _ONE
    return out


@KERNELS.kernel(int64(ARRAYS, int64[::1], uint64[::1], uint64[::1], int64, int64))
def set_up(
    a: DraughtsArrays,
    ending: NDArray[np.int64],
    bit_of_square: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    material: int,
    index: int,
) -> int:
    """Put the position with this index of a material up at ply 0, White to move; 0 if there is no such position."""
    squares = ending[end.SQUARES]
    columns = ending[end.COLUMNS]
    men = squares - columns
    for place in range(3, -1, -1):
        count = (material >> (2 * place)) & 3
        room = squares if place & 1 else men
        ways = end.ways(ending, room, count)
        unrank(ending, index % ways, room, count, scratch, place)
        index //= ways
    own_men = spread(bit_of_square, scratch[0], columns)
    own_kings = spread(bit_of_square, scratch[1], 0)
    other_men = spread(bit_of_square, scratch[2], 0)
    other_kings = spread(bit_of_square, scratch[3], 0)
    own = own_men | own_kings
    other = other_men | other_kings
    if own_men & own_kings != 0 or other_men & other_kings != 0 or own & other != 0:
        return 0
    a.words[at.POSITION] = own
    a.words[at.POSITION + 1] = other
    a.words[at.POSITION + at.KINGS] = own_kings | other_kings
    a.words[at.POSITION + at.KEY] = 0
    return 1


@KERNELS.kernel(int64(ARRAYS, int64[::1], uint8[::1]))
def worth_after(a: DraughtsArrays, ending: NDArray[np.int64], table: NDArray[np.uint8]) -> int:
    """What the position at ply 1 is worth to Black, who is to move, by the tables made before."""
    here = at.POSITION + at.PLY_SIZE
    white = a.words[here]
    black = a.words[here + 1]
    if black == 0:
        return end.LOSS
    return end.look_up(ending, table, white, black, a.words[here + at.KINGS], at.BLACK)


@KERNELS.kernel(void(ARRAYS, int64[::1], uint8[::1], uint64[::1], uint64[::1], int64, uint8[::1], uint8[::1]))
def look_at_all(
    a: DraughtsArrays,
    ending: NDArray[np.int64],
    table: NDArray[np.uint8],
    bit_of_square: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    material: int,
    worth: NDArray[np.uint8],
    count: NDArray[np.uint8],
) -> None:
    """Step 1 for one material: `worth` gets what is decided at once, `count` the moves that are not."""
    for index in range(len(worth)):
        if set_up(a, ending, bit_of_square, scratch, material, index) == 0:
            worth[index] = _INVALID
            continue
        capturing = can_capture(a, at.WHITE, 0)
        moves = generate_captures(a, at.WHITE, 0) if capturing else generate_quiet(a, at.WHITE, 0)
        has_win = False
        has_draw = False
        open_moves = 0
        for each in range(moves):
            move = a.state[at.MOVES + each]
            if capturing or move & at.CROWNS:
                make(a, at.WHITE, 0, move, a.words[at.TAKEN + each])
                after = worth_after(a, ending, table)
                has_win = has_win or after == end.LOSS
                has_draw = has_draw or after == end.DRAW
            else:
                open_moves += 1
        if has_win:
            worth[index] = end.WIN
        elif open_moves == 0:
            worth[index] = end.DRAW if has_draw else end.LOSS
        else:
            worth[index] = _OPEN
            count[index] = _SAFE if has_draw else open_moves


@KERNELS.kernel(
    int64(
        ARRAYS,
        int64[::1],
        uint64[::1],
        uint64[::1],
        int64,
        int64,
        uint8[::1],
        int64,
        uint8[::1],
        uint8[::1],
        int64[::1],
    )
)
def go_back(
    a: DraughtsArrays,
    ending: NDArray[np.int64],
    bit_of_square: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    material: int,
    index: int,
    worth: NDArray[np.uint8],
    before_base: int,
    before_worth: NDArray[np.uint8],
    before_count: NDArray[np.uint8],
    found: NDArray[np.int64],
) -> int:
    """Step 2 for one decided position: decide what can be decided of the positions before it, in the reverse material
    that begins at `before_base`; their indices go to `found`. Gives how many they are."""
    set_up(a, ending, bit_of_square, scratch, material, index)
    is_lost = worth[index] == end.LOSS
    white = a.words[at.POSITION]
    black = a.words[at.POSITION + 1]
    kings = a.words[at.POSITION + at.KINGS]
    empty = a.words[at.BOARD] & ~(white | black)
    shift = uint64(ending[end.TURN])
    flying = a.state[at.FLAGS] & at.FLYING != 0
    total = 0
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
                index_before = (
                    end.position_index(
                        ending, reverse(moved) >> shift, reverse(white) >> shift, reverse(kings_before) >> shift
                    )
                    - before_base
                )
                if before_worth[index_before] == _OPEN:
                    decided = is_lost
                    if is_lost:
                        before_worth[index_before] = end.WIN
                    elif before_count[index_before] != _SAFE:
                        before_count[index_before] -= 1
                        if before_count[index_before] == 0:
                            before_worth[index_before] = end.LOSS
                            decided = True
                    if decided:
                        found[total] = index_before
                        total += 1
                origin = step(origin, direction) & empty if is_king and flying else _NONE
    return total


@KERNELS.kernel(
    void(
        ARRAYS, int64[::1], uint64[::1], uint64[::1], int64, int64, uint8[::1], uint8[::1], uint8[::1], uint8[::1],
        int64[::1], int64[::1],
    )
)  # fmt: skip
def spread_back(
    a: DraughtsArrays,
    ending: NDArray[np.int64],
    bit_of_square: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    one: int,
    other: int,
    one_worth: NDArray[np.uint8],
    other_worth: NDArray[np.uint8],
    one_count: NDArray[np.uint8],
    other_count: NDArray[np.uint8],
    queue: NDArray[np.int64],
    found: NDArray[np.int64],
) -> None:
    """Step 2 for a material and its reverse, until nothing more is decided. `queue` has room for all positions of
    both; where the material is its own reverse, both are the same arrays and every position stands in it once."""
    end_of_queue = 0
    same = one == other
    for index in range(len(one_worth)):
        if one_worth[index] == end.WIN or one_worth[index] == end.LOSS:
            queue[end_of_queue] = 2 * index
            end_of_queue += 1
    if not same:
        for index in range(len(other_worth)):
            if other_worth[index] == end.WIN or other_worth[index] == end.LOSS:
                queue[end_of_queue] = 2 * index + 1
                end_of_queue += 1
    here = 0
    while here < end_of_queue:
        index = queue[here] >> 1
        is_other = queue[here] & 1
        here += 1
        if same or not is_other:
            total = go_back(
                a, ending, bit_of_square, scratch, one, index, one_worth, ending[other], other_worth, other_count, found
            )
        else:
            total = go_back(
                a, ending, bit_of_square, scratch, other, index, other_worth, ending[one], one_worth, one_count, found
            )
        mark = 0 if same or is_other else 1
        for each in range(total):
            queue[end_of_queue] = 2 * found[each] + mark
            end_of_queue += 1


@KERNELS.kernel(void(uint8[::1], int64, uint8[::1]))
def pack(worth: NDArray[np.uint8], base: int, table: NDArray[np.uint8]) -> None:
    """Write a finished material into the table; what is open is a draw, what is no position is written as one."""
    for index in range(len(worth)):
        value = worth[index]
        if value == end.WIN or value == end.LOSS:
            table[(base + index) >> 2] |= value << (2 * ((base + index) & 3))


def make_table(name: str) -> NDArray[np.uint8]:
    """The endgame table of a variant: uint8, two bits a position. Takes minutes for the board of 10x10."""
    variant = VARIANTS[name]
    ending, total = end.ending_index(variant)
    table = np.zeros((total + 3) // 4, np.uint8)
    arrays = new_arrays(variant, new_control(), np.zeros(8, np.int64))
    bits = bits_of_squares(variant, ending)
    scratch = np.zeros(4, np.uint64)
    found = np.zeros(1024, np.int64)
    done: set[tuple[int, int, int, int]] = set()
    for material in end.materials():
        reverse_material = (*material[2:], *material[:2])
        if material in done:
            continue
        done |= {material, reverse_material}
        pair = [material, reverse_material] if material != reverse_material else [material]
        parts = []
        for each in pair:
            size = end.size_of(variant, each)
            worth, count = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
            look_at_all(arrays, ending, table, bits, scratch, end.packed(each), worth, count)
            parts.append((worth, count))
        (one_worth, one_count), (other_worth, other_count) = parts[0], parts[-1]
        queue = np.zeros(sum(len(worth) for worth, _ in parts), np.int64)
        spread_back(
            arrays, ending, bits, scratch, end.packed(pair[0]), end.packed(pair[-1]), one_worth, other_worth,
            one_count, other_count, queue, found,
        )  # fmt: skip
        for each, (worth, _) in zip(pair, parts, strict=True):
            pack(worth, int(ending[end.packed(each)]), table)
    return table


def bits_of_squares(variant: KernelVariant, ending: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The bit of each square of a board, the squares counted from 0."""
    bits = np.zeros(64, np.uint64)
    for square in range(variant.rows * variant.columns):
        bits[square] = np.uint64(1 << int(np.flatnonzero(_squares(ending) == square)[0]))
    return bits


def _squares(ending: NDArray[np.int64]) -> NDArray[np.int64]:
    """The square of each bit, -1 where there is none (bit 0 is square 0, every other 0 is no square)."""
    squares = ending[end.SQUARE : end.SQUARE + 64].copy()
    squares[1:][squares[1:] == 0] = -1
    return squares


def main(arguments: list[str]) -> int:
    """The command line; see the top of the module."""
    parser = argparse.ArgumentParser(prog="python -m ai.draughts.endings_maker", description="make endgame tables")
    parser.add_argument("variant", choices=sorted(VARIANTS))
    parser.add_argument("--out", type=Path, required=True, help="the file to write, compressed")
    options = parser.parse_args(arguments)
    for kernels in _kernel_sets():
        for _ in kernels.compile():
            pass
    begun = time.perf_counter()
    table = make_table(options.variant)
    data = lzma.compress(table.tobytes(), preset=9)
    options.out.write_bytes(data)
    seconds = time.perf_counter() - begun
    sys.stdout.write(f"{len(table)} bytes, {len(data)} compressed, {seconds:.0f} s\n")
    return 0


def _kernel_sets() -> tuple[KernelSet, ...]:
    from ai.draughts import board, moves

    return board.KERNELS, moves.KERNELS, end.KERNELS, KERNELS


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
