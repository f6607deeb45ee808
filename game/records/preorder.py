"""Trees of moves as binary files have them: one move after the other, each with two marks that say whether a move that
answers it follows, and whether another one in its place does.

XQF, CBR and RenLib are all of this kind: the answers come first, down to the end of the line, then what could have been
played instead, the innermost first. So the first of several moves in the same place is the main line.
"""

from __future__ import annotations

from game.records.entering import MOST_NODES
from game.records.fault import Fault, fault
from game.records.written import WrittenGame


class PreorderReader:
    """Puts the moves of a file into a written game as they come. `is_whole` tells whether the last one was read, or
    whether there are more than are kept, which is then among the game's faults."""

    def __init__(self, game: WrittenGame) -> None:
        self.is_whole = False
        self._game = game
        self._before = 0
        self._open: list[int] = []

    def start(self, *, is_answered: bool) -> None:
        """An entry of the file that stands for the start position."""
        self.is_whole = not is_answered

    def add(self, text: str, *, is_answered: bool, has_others: bool) -> int:
        """The next move, and what follows it in the file; gives its place in the game."""
        place = self._game.add(text, 0, after=self._before)
        if has_others:
            self._open.append(self._before)
        if is_answered:
            self._before = place
        elif self._open:
            self._before = self._open.pop()
        else:
            self.is_whole = True
        if place >= MOST_NODES and not self.is_whole:
            self.break_off(fault("too-many-moves", count=place, most=MOST_NODES))
        return place

    def break_off(self, why: Fault) -> None:
        """Read no more: the file is damaged, or goes on for too long."""
        self._game.faults.append(why)
        self.is_whole = True
