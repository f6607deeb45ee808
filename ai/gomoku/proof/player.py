"""Plays Black by the proof, whatever White does: what stands in the file, and where that leaves it to a win by threats,
the win, followed through its tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.file import ProofBook, ProofEntry
from ai.gomoku.proof.symmetry import SQUARES, after_stone, canonical, composed, image_of, square_of_image
from ai.gomoku.proof.trees import ThreatNode, Win, check, moved, read_win
from ai.gomoku.proof.windows import WindowBoard, squares_of


@dataclass(frozen=True, slots=True)
class ProofMove:
    """What Black plays, and in how many plies, this one counted, it makes five at most; 0: that is not proven."""

    square: int
    plies: int


@dataclass(frozen=True, slots=True)
class _ProofPlace:
    """A position of the proof that answers the one on the board, Black to move: as it lies there, perhaps without some
    white stones that don't matter, and the symmetry that leads to its form."""

    entry: ProofEntry
    cells: bytes
    symmetry: int

    @property
    def move(self) -> int:
        """Black's move, a square of the board."""
        return square_of_image(self.entry.move, self.symmetry)


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
        place: _ProofPlace | None = None
        win: Win | None = None
        wins: list[Win] = []
        for ply, square in enumerate(moves):
            if ply % 2 == 0 and ply:
                if found is None or found.square != square:
                    place, win, wins = None, None, []  # Black has played something else
                elif win is None and place is not None:
                    wins = wins_of(self._book, place.entry, place.symmetry)
            cells = after_stone(cells, square, ply % 2)
            if ply % 2:
                found, place, win = self._after(cells, square, place, win, wins)
                wins = []
        return found

    def _after(
        self, cells: bytes, reply: int, before: _ProofPlace | None, win: Win | None, wins: list[Win]
    ) -> tuple[ProofMove | None, _ProofPlace | None, Win | None]:
        """Black's move once White has replied, and the place of the proof or the win that it begins or goes on with, if
        any. `before` is the place from which Black moved, `win` the one that was being played, `wins` those of
        `before`."""
        board = WindowBoard(cells)
        fives = squares_of(board.fives(BLACK))
        if fives:
            return ProofMove(fives[0], 1), None, None
        here = self._here(cells)
        places = [here]
        if before is not None and win is None and not before.cells[reply]:
            places.append(self._next_place(before, reply))
        ways: list[tuple[ProofMove, _ProofPlace | None, Win | None]] = [
            (ProofMove(place.move, place.entry.plies), place, None)
            for place in places
            if place is not None and place.entry.plies
        ]
        for each in [below] if (below := _next(win, reply, board)) is not None else wins:
            checked = check(each, board, 0)
            if checked is not None:
                ways.append((ProofMove(each.move, checked.plies), None, each))
                break
        if ways:  # the quickest keeps what was promised; the position on the board may have been proven by a longer way
            return min(ways, key=lambda way: way[0].plies)
        if before is not None and before.cells[reply] and before.entry.links:
            # a stone stands there in the proof's own position: it is White's as well to play anywhere else
            place = self._next_place(before, square_of_image(before.entry.links[0].reply, before.symmetry))
            if place is not None:
                return ProofMove(place.move, place.entry.plies), place, None
        return (None if here is None else ProofMove(here.move, 0)), here, None

    def _here(self, cells: bytes) -> _ProofPlace | None:
        form, symmetry = canonical(cells)
        entry = self._book.entry(form)
        return None if entry is None else _ProofPlace(entry, cells, symmetry)

    def _next_place(self, before: _ProofPlace, reply: int) -> _ProofPlace | None:
        """Where the proof goes on after Black's move from a place and a reply of White; None where a win answers it."""
        cells = after_stone(after_stone(before.cells, before.move, BLACK), reply, WHITE)
        link = next((each for each in before.entry.links if each.reply == image_of(reply, before.symmetry)), None)
        if link is None:
            return self._here(cells)
        symmetry = composed(canonical(cells)[1], link.symmetry)
        form = self._book.shared[link.key].form
        lying = bytes(form[image_of(square, symmetry)] for square in range(SQUARES))
        return _ProofPlace(self._book.entries[link.key], lying, symmetry)


def lost_replies(book: ProofBook, cells: bytes, move: int) -> list[int]:
    """White's replies that lead to proven positions, once Black has played a move in a position."""
    after = after_stone(cells, move, BLACK)
    form, symmetry = canonical(cells)
    entry = book.entry(form)
    found = []
    if entry is not None and square_of_image(entry.move, symmetry) == move:
        found = [square_of_image(link.reply, symmetry) for link in entry.links]
    for reply, cell in enumerate(after):
        if not cell and book.is_proven(canonical(after_stone(after, reply, WHITE))[0]) and reply not in found:
            found.append(reply)
    return sorted(found)


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
