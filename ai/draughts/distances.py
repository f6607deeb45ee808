"""How far every position of 2 to 4 pieces on the boards of 8x8 is from its end, for playing won endings to that end and
for telling people how many moves it takes.

Endgame tables of wins and draws alone (`ai.draughts.endings`) do not win: at each move there are many ways to keep the
win, and a search that sees no end shuffles until the game is drawn. Here the side that wins takes the shortest way, the
other one the longest.

A byte a position, numbered as in `ai.draughts.endings`: the plies to the end if both sides play so, odd where the side
to move wins, even where it loses, DRAWN otherwise. The rules that draw long endings are left aside: a line is played on
the board before it is told, and not told where a draw by counting comes first.

The files in `tables/` were made by `ai.draughts.distances_maker`.
"""

from __future__ import annotations

import logging
import lzma
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, DraughtsArrays, make
from ai.draughts.endings import ending_index, index_of
from ai.draughts.moves import generate
from ai.draughts.search import is_draw, note

_log = logging.getLogger(__name__)

DRAWN: Final = 255
LONGEST: Final = at.MAX_PLY - 8
"""Plies of the longest line that a board can hold."""
NAMES: Final = ("draughts-brazilian", "draughts-english", "draughts-russian")


def file_name(name: str) -> str:
    """The file with a variant's distances."""
    return f"{name.removeprefix('draughts-')}-plies.xz"


@cache
def load_distances(name: str) -> NDArray[np.uint8]:
    """The distances of a variant. Where it has none, or the file is missing or damaged, which is told in the log, there
    are no bytes."""
    if name not in NAMES:
        return np.zeros(0, np.uint8)
    total = ending_index(VARIANTS[name])[1]
    try:
        data = lzma.decompress(files("ai.draughts").joinpath("tables", file_name(name)).read_bytes())
    except (OSError, lzma.LZMAError, EOFError) as error:
        _log.warning("the distances of %s can't be read: %s", name, error)
        data = b""
    if data and len(data) != total:
        _log.warning("the distances of %s are %d bytes instead of %d", name, len(data), total)
        data = b""
    return np.frombuffer(bytearray(data), np.uint8)


class Distances:
    """The distances of a variant, asked of the positions of one board."""

    def __init__(self, board: DraughtsArrays, name: str, distances: NDArray[np.uint8]) -> None:
        """`distances` are not empty."""
        self._board = board
        self._distances = distances
        self._ending = ending_index(VARIANTS[name])[0]

    def plies(self, side: int, ply: int) -> int:
        """The distance of the position at `ply`, DRAWN where it is drawn or of too many pieces."""
        words = self._board.words
        here = at.POSITION + ply * at.PLY_SIZE
        if not words[here + side]:
            return 0
        white, black, kings = words[here], words[here + 1], words[here + at.KINGS]
        index = index_of(self._ending, white, black, kings, side)
        return DRAWN if index < 0 else int(self._distances[index])

    def after(self, side: int, ply: int, count: int) -> list[int]:
        """The distances after each of the moves that are listed at `ply`."""
        found = []
        for each in range(ply * at.MAX_MOVES, ply * at.MAX_MOVES + count):
            make(self._board, side, ply, int(self._board.state[at.MOVES + each]), self._board.words[at.TAKEN + each])
            found.append(self.plies(1 - side, ply + 1))
        return found

    def write_line(self, side: int, index: int) -> bool:
        """Write the line that begins with this move at ply 0, and in which both sides then play as well as can be, to
        where searches leave theirs; whether it comes to its end before the game is drawn."""
        state, words = self._board.state, self._board.words
        ply = 0
        while True:
            place = ply * at.MAX_MOVES + index
            move, taken = int(state[at.MOVES + place]), words[at.TAKEN + place]
            kings = int(words[at.POSITION + ply * at.PLY_SIZE + at.KINGS])
            make(self._board, side, ply, move, taken)
            note(self._board, 1 - side, ply + 1, bool(kings >> (move & at.BIT_MASK) & 1) and not taken)
            state[at.LINES + ply] = move
            side, ply = 1 - side, ply + 1
            count = generate(self._board, side, ply)
            if not count:
                state[at.LINES + ply] = 0
                return True
            if is_draw(self._board, ply):
                return False
            index = best_of(self.after(side, ply, count))[0]


def best_of(after: list[int]) -> list[int]:
    """The numbers of moves, the best first, by the distances after them: the shortest win, a draw, the longest
    resistance."""

    def place(number: int) -> tuple[int, int]:
        plies = after[number]
        if plies == DRAWN:
            return 1, 0
        return (2, -plies) if plies & 1 else (0, plies)

    return sorted(range(len(after)), key=place)
