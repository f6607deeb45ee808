"""The proof as the window shows it: what Black plays, which replies of White are proven to lose, how long they hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ai.gomoku.notation import BLACK, WHITE, read_move, write_move
from ai.gomoku.proof.file import ProofBook, load_proof
from ai.gomoku.proof.player import ProofPlayer, lost_replies
from ai.gomoku.proof.symmetry import SIZE, SQUARES, after_stone, canonical, square_of_image
from ai.gomoku.proof.windows import WindowBoard, squares_of
from ai.proven import ProofLook, ProvenGame

_MOST_TRIED: Final = 12
"""So many replies are tried for one that holds out long."""


class ShownProof:
    """See `ai.proven.ProvenGame`."""

    variant: Final = "gomoku-freestyle"

    def __init__(self, book: ProofBook) -> None:
        self._book = book
        self._player = ProofPlayer(book)

    @property
    def positions(self) -> int:
        """How many positions it holds, the ones on the way to what is proven counted."""
        return len(self._book)

    def shares(self) -> tuple[tuple[int, int], ...]:
        """Of White's first replies, and of the pairs of its first two, how many are proven to lose, of how many."""
        first = after_stone(bytes(SQUARES), SQUARES // 2, BLACK)
        ones = pairs = 0
        most = SQUARES - 3
        known: dict[bytes, tuple[int, int]] = {}
        for reply in squares_of(_empty(first)):
            cells = after_stone(first, reply, WHITE)
            form, symmetry = canonical(cells)
            if form not in known:
                entry = self._book.entry(form)
                proven = entry is not None and entry.plies > 0
                move = 0 if entry is None else square_of_image(entry.move, symmetry)
                count = most if proven else 0 if entry is None else len(lost_replies(self._book, cells, move))
                known[form] = int(proven), count
            ones += known[form][0]
            pairs += known[form][1]
        return (ones, SQUARES - 1), (pairs, (SQUARES - 1) * most)

    def look(self, moves: Sequence[str]) -> ProofLook:
        """What it tells after these moves from the empty board."""
        squares = [read_move(move, SIZE) for move in moves]
        if len(squares) % 2 == 0:
            found = self._player.move(squares)
            return ProofLook() if found is None else ProofLook(write_move(found.square, SIZE), plies=found.plies)
        cells = _cells(squares)
        replies = squares_of(_empty(cells))
        before = self._player.move(squares[:-1])
        if before is not None and before.square == squares[-1] and before.plies:
            lost = frozenset(write_move(reply, SIZE) for reply in replies)
            return ProofLook(lost=lost, replies=len(replies), plies=before.plies - 1)
        lost = frozenset(
            write_move(reply, SIZE) for reply in lost_replies(self._book, _cells(squares[:-1]), squares[-1])
        )
        return ProofLook(lost=lost, replies=len(replies))

    def defence(self, moves: Sequence[str]) -> str:
        """A reply that holds out long: among those that stop what Black threatens, or of the proof's own replies, else
        of all."""
        squares = [read_move(move, SIZE) for move in moves]
        cells = _cells(squares)
        board = WindowBoard(cells)
        tried = (
            squares_of(board.fives(BLACK))
            or lost_replies(self._book, _cells(squares[:-1]), squares[-1])
            or squares_of(board.black_makes())
            or squares_of(_empty(cells))
        )
        best, longest = -1, 0
        for reply in tried[:: max(1, len(tried) // _MOST_TRIED)]:
            found = self._player.move([*squares, reply])
            if found is not None and found.plies > longest:
                best, longest = reply, found.plies
        return "" if best < 0 else write_move(best, SIZE)


def _cells(squares: Sequence[int]) -> bytes:
    cells = bytes(SQUARES)
    for ply, square in enumerate(squares):
        cells = after_stone(cells, square, ply % 2)
    return cells


def _empty(cells: bytes) -> int:
    return sum(1 << square for square, cell in enumerate(cells) if not cell)


@cache
def shown_proof() -> ProvenGame | None:
    """The proof that comes with the program, None where there is none. Raises BookError where it can't be read."""
    book = load_proof()
    return None if book is None else ShownProof(book)
