"""How far every position of 2 to 4 pieces on the boards of 8x8 is from its end, for playing won endings to that end and
for telling people how many moves it takes.

Endgame tables of wins and draws alone (`ai.draughts.endings`) do not win: at each move there are many ways to keep the
win, and a search that sees no end shuffles until the game is drawn. Here the side that wins takes the shortest way, the
other one the longest.

A byte a position, numbered as in `ai.draughts.endings`: the plies to the end if both sides play so, odd where the side
to move wins, even where it loses, DRAWN otherwise. The rules that draw long endings are left aside: a line is played on
the board before it is told, and not told where a draw by counting comes first.

Of three pieces against two (121 million positions) only the lost ones are kept in which nothing must be captured
(`ai.draughts.lost_blocks`). All others follow from the positions after them.

The files in `tables/` were made by `ai.draughts.distances_maker`. That of English draughts with five pieces is too
large for the package (15 MB): whoever wants it makes it with the same command.
"""

from __future__ import annotations

import logging
import lzma
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.kept import kept
from ai.common.kernel_cache import user_cache
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, DraughtsArrays, make
from ai.draughts.endings import FIVE_PIECES, MOST_PIECES, ending_index, index_of
from ai.draughts.lost_blocks import NOT_LOST, LostBlocks
from ai.draughts.moves import can_capture, generate, generate_captures
from ai.draughts.search import is_draw, note

_log = logging.getLogger(__name__)

DRAWN: Final = 255
LONGEST: Final = at.MAX_PLY - 8
"""Plies of the longest line that a board can hold."""
NAMES: Final = ("draughts-brazilian", "draughts-english", "draughts-russian")


def file_name(name: str) -> str:
    """The file with a variant's distances."""
    return f"{name.removeprefix('draughts-')}-plies.xz"


@kept
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


def own_folder() -> Path:
    """Where this machine keeps the files of five pieces that were made here."""
    return user_cache() / "draughts"


def five_name(name: str) -> str:
    """The file with a variant's lost positions of three pieces against two."""
    return f"{name.removeprefix('draughts-')}-five.lost"


@kept
def load_five(name: str) -> LostBlocks | None:
    """The lost positions of three pieces against two, whose numbers go on where those of fewer pieces end: those that
    are shipped, or were made here. None where there are none, or where the file is damaged, which is told in the log.
    """
    if not len(load_distances(name)):
        return None
    shipped = files("ai.draughts").joinpath("tables", five_name(name))
    file = shipped if shipped.is_file() else own_folder() / five_name(name)
    total = ending_index(VARIANTS[name], FIVE_PIECES)[1] - len(load_distances(name))
    try:
        return LostBlocks(file.read_bytes(), total)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _log.warning("the lost positions of five pieces of %s can't be read: %s", name, error)
        return None


def most_pieces(name: str) -> int:
    """Up to how many pieces the distances of a variant are known; 0 where none are."""
    if not len(load_distances(name)):
        return 0
    return MOST_PIECES if load_five(name) is None else FIVE_PIECES


class Distances:
    """The distances of a variant that has some, asked of the positions of one board."""

    def __init__(self, board: DraughtsArrays, name: str) -> None:
        self._board = board
        self._four = load_distances(name)
        self._five = load_five(name)
        self._ending = ending_index(VARIANTS[name], most_pieces(name))[0]

    def plies(self, side: int, ply: int) -> int:
        """The distance of the position at `ply`, DRAWN where it is drawn or of too many pieces. Raises ValueError where
        a file is damaged."""
        if not self._has_pieces(side, ply):
            return 0
        number = self._number(side, ply)
        if number < len(self._four):
            return DRAWN if number < 0 else int(self._four[number])
        lost = self._until_lost(side, ply)
        return lost if lost != DRAWN else self._until_won(side, ply)

    def _has_pieces(self, side: int, ply: int) -> bool:
        return bool(self._board.words[at.POSITION + ply * at.PLY_SIZE + side])

    def _number(self, side: int, ply: int) -> int:
        """The position's number, -1 where it has none."""
        words = self._board.words
        here = at.POSITION + ply * at.PLY_SIZE
        return int(index_of(self._ending, words[here], words[here + 1], words[here + at.KINGS], side))

    def _until_lost(self, side: int, ply: int) -> int:
        """The distance of a position that is lost, else DRAWN."""
        if not self._has_pieces(side, ply):
            return 0
        number = self._number(side, ply)
        if number < len(self._four):
            plies = DRAWN if number < 0 else int(self._four[number])
            return DRAWN if plies & 1 else plies
        if can_capture(self._board, side, ply):  # five pieces now, and fewer after that
            after = self.after(side, ply, generate_captures(self._board, side, ply))
            return max(after) + 1 if all(each & 1 and each != DRAWN for each in after) else DRAWN
        assert self._five is not None, "else its numbers do not go so far"
        plies = self._five.plies(number - len(self._four))
        return DRAWN if plies == NOT_LOST else plies

    def _until_won(self, side: int, ply: int) -> int:
        """The distance of a position that is won, else DRAWN."""
        shortest = DRAWN
        for _ in self._made(side, ply, generate(self._board, side, ply)):
            plies = self._until_lost(1 - side, ply + 1)
            if plies != DRAWN:
                shortest = min(shortest, plies + 1)
        return shortest

    def after(self, side: int, ply: int, count: int) -> list[int]:
        """The distances after each of the moves that are listed at `ply`."""
        return [self.plies(1 - side, ply + 1) for _ in self._made(side, ply, count)]

    def _made(self, side: int, ply: int, count: int) -> Iterator[None]:
        """Make the moves that are listed at `ply`, one after the other."""
        for each in range(ply * at.MAX_MOVES, ply * at.MAX_MOVES + count):
            make(self._board, side, ply, int(self._board.state[at.MOVES + each]), self._board.words[at.TAKEN + each])
            yield

    def write_line(self, side: int, index: int) -> bool:
        """Write the line that begins with this move at ply 0, and in which both sides then play as well as can be, to
        where searches leave theirs, as far as there is room; whether it comes to its end, or so far, before the game is
        drawn."""
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
            if not count or ply == LONGEST:
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
