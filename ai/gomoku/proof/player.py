"""Plays Black by the proof, whatever White does: what stands in the file, and where that leaves it to a win by threats,
the win, followed through its tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.file import ProofBook, ProofEntry
from ai.gomoku.proof.symmetry import SQUARES, after_stone, canonical, image_of, square_of_image
from ai.gomoku.proof.trees import ThreatNode, Win, check, moved, read_win
from ai.gomoku.proof.windows import WindowBoard, squares_of


@dataclass(frozen=True, slots=True)
class ProofMove:
    """What Black plays, and in how many plies, this one counted, it makes five at most; 0: that is not proven."""

    square: int
    plies: int


class ProofPlayer:
    """Follows games from the empty board."""

    def __init__(self, book: ProofBook) -> None:
        self._book = book

    def move(self, moves: Sequence[int]) -> ProofMove | None:
        """What the proof plays after these moves, Black to move; None where it knows nothing."""
        if len(moves) % 2 or len(set(moves)) < len(moves):
            return None
        if not moves:
            return ProofMove(SQUARES // 2, 0)
        cells = bytes(SQUARES)
        found: ProofMove | None = None
        win: Win | None = None
        wins: list[Win] = []
        for ply, square in enumerate(moves):
            if ply % 2 == 0 and ply:
                if found is None or found.square != square:
                    win, wins = None, []  # Black has played something else
                elif win is None and found.plies:
                    wins = self._wins(cells)
            cells = after_stone(cells, square, ply % 2)
            if ply % 2:
                found, win = self._after(cells, square, win, wins)
                wins = []
        return found

    def _after(self, cells: bytes, reply: int, win: Win | None, wins: list[Win]) -> tuple[ProofMove | None, Win | None]:
        """Black's move once White has replied, and the win that it begins or goes on with, if any. `win` is the one
        that was being played, `wins` those of the position before."""
        board = WindowBoard(cells)
        fives = squares_of(board.fives(BLACK))
        if fives:
            return ProofMove(fives[0], 1), None
        form, symmetry = canonical(cells)
        entry = self._book.entry(form)
        if entry is not None and entry.plies:
            return ProofMove(square_of_image(entry.move, symmetry), entry.plies), None
        for each in [below] if (below := _next(win, reply, board)) is not None else wins:
            checked = check(each, board, 0)
            if checked is not None:
                return ProofMove(each.move, checked.plies), each
        return (None if entry is None else ProofMove(square_of_image(entry.move, symmetry), 0)), None

    def _wins(self, cells: bytes) -> list[Win]:
        """The wins of a proven position, Black to move, as they lie on its board."""
        form, symmetry = canonical(cells)
        entry = self._book.entry(form)
        return [] if entry is None else wins_of(self._book, entry, symmetry)


def wins_of(book: ProofBook, entry: ProofEntry, symmetry: int) -> list[Win]:
    """The wins of an entry, as they lie on a board that comes to its form by a symmetry."""
    found = []
    for number, turn in entry.wins:
        place = [square_of_image(image_of(square, turn), symmetry) for square in range(SQUARES)]
        found.append(read_win(moved(book.wins[number], place.__getitem__)))
    return found


def _next(win: Win | None, reply: int, board: WindowBoard) -> Win | None:
    """How a win goes on after White's reply, which stands on the board; None where it does not."""
    follow = None if win is None else win.follow
    if not isinstance(follow, ThreatNode):
        return follow
    if reply in follow.replies:
        return follow.replies[reply]
    stops = squares_of(board.fives(WHITE))
    return Win(stops[0], follow) if stops else follow.line
