"""Writes what the search has proven as a file that can be checked without it (`file`).

From each position the search knows Black's move. What it leaves to the solver is written out: for each reply of White
that leads to no position of the proof, a win by threats; one win answers many replies, and often those of the next
position, too. What cannot be written out is not claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.extraction import Extractor
from ai.gomoku.proof.file import ProofBook, ProofEntry, WinPool, key_of
from ai.gomoku.proof.symmetry import SQUARES, after_stone, canonical, image_of, square_of_image
from ai.gomoku.proof.trees import Win, check, write_win
from ai.gomoku.proof.windows import Mask, WindowBoard, squares_of

_RECENT: Final = 40
"""So many of the last wins are tried before the solver is asked."""
_SAY_EVERY: Final = 100
_ALL: Final[Mask] = (1 << SQUARES) - 1


class ProofMaker:
    """`moves`: Black's winning move by canonical form, as a square of it; what is proven in `before` is taken over."""

    def __init__(self, moves: Mapping[bytes, int], before: ProofBook | None, say: Callable[[str], None]) -> None:
        self._moves = moves
        self._say = say
        self._extractor = Extractor()
        self._pool = WinPool(before.wins if before is not None else ())
        self._recent: dict[Win, None] = {}
        """The last wins, the latest last."""
        self._entries: dict[bytes, ProofEntry] = {}
        """By key."""
        if before is not None:
            self._entries = {key: entry for key, entry in before.entries.items() if entry.plies}
        self._failed: set[bytes] = set()

    def book(self, start: bytes, made: str) -> ProofBook:
        """What was written out and can be reached from a position with White to move; the rest would be checked by
        nobody."""
        pool = WinPool()
        kept = {}
        for key in self._reached(start):
            entry = self._entries[key]
            wins = tuple((pool.number(self._pool.wins[win]), turn) for win, turn in entry.wins)
            kept[key] = ProofEntry(entry.move, entry.plies, wins)
        return ProofBook({"made": made}, pool.wins, kept)

    def _reached(self, start: bytes) -> set[bytes]:
        found: set[bytes] = set()
        waiting = [(start, False)]
        while waiting:
            cells, proven = waiting.pop()
            for reply in squares_of(_replies(cells)):
                after = after_stone(cells, reply, WHITE)
                form, symmetry = canonical(after)
                key = key_of(form)
                entry = self._entries.get(key)
                if entry is None or key in found or (proven and not entry.plies):
                    continue
                found.add(key)
                move = square_of_image(entry.move, symmetry)
                waiting.append((after_stone(after, move, BLACK), entry.plies > 0))
        return found

    def add_open(self, cells: bytes, move: int) -> None:
        """Note what Black plays in a position that is not proven, on the way to positions that are."""
        form, symmetry = canonical(cells)
        self._entries.setdefault(key_of(form), ProofEntry(image_of(move, symmetry), 0, ()))

    def prove(self, cells: bytes) -> int:
        """Write a position out, Black to move, and all below it: the plies to five at most, 0 where that fails."""
        form, symmetry = canonical(cells)
        known = self._entries.get(key_of(form))
        if known is not None and known.plies:
            return known.plies
        if form in self._failed or form not in self._moves:
            return 0
        return self._prove(cells, form, symmetry, square_of_image(self._moves[form], symmetry))

    def _prove(self, cells: bytes, form: bytes, symmetry: int, move: int) -> int:
        found = self._after(after_stone(cells, move, BLACK))
        if found is None:
            self._failed.add(form)
            return 0
        plies, wins = found
        numbers = []
        for win in wins:
            # a win's first mention decides how its squares lie
            numbers.append((self._pool.number(write_win(win)), symmetry))
        self._entries[key_of(form)] = ProofEntry(image_of(move, symmetry), plies, tuple(numbers))
        if len(self._entries) % _SAY_EVERY == 0:
            self._say(f"{len(self._entries)} positions, {len(self._pool.wins)} wins, {len(self._failed)} failed")
        return plies

    def _after(self, cells: bytes) -> tuple[int, list[Win]] | None:
        """With White to move: the plies from Black's move on, and the wins that answer what no position does."""
        board = WindowBoard(cells)
        if board.fives(WHITE):
            return None
        fives = board.fives(BLACK)
        open_replies = squares_of(fives if fives else _ALL & ~board.taken)
        if len(open_replies) > 1 and fives:
            return 3, []  # two ends: White stops one
        longest = 1
        left: Mask = 0
        for reply in open_replies:
            plies = self.prove(after_stone(cells, reply, WHITE))
            longest = max(longest, plies)
            if not plies:
                left |= 1 << reply
        covered = self._cover(cells, board, left)
        if covered is None:
            return None
        plies, wins = covered
        return 2 + max(longest, plies), wins

    def _by_moves(self, cells: bytes) -> int:
        """As `prove`, where the solver's win is too long for one tree: position after position, its first moves."""
        form, symmetry = canonical(cells)
        known = self._entries.get(key_of(form))
        if known is not None and known.plies:
            return known.plies
        move = self._extractor.first_move(cells)
        return 0 if move is None or form in self._failed else self._prove(cells, form, symmetry, move)

    def _cover(self, cells: bytes, board: WindowBoard, left: Mask) -> tuple[int, list[Win]] | None:
        """Wins that answer all of these replies, and the plies of the longest."""
        wins: list[Win] = []
        longest = 0

        def take(win: Win, replay: bool) -> None:
            """Take the replies away that a win answers; keep it if there are any."""
            nonlocal left, longest
            answered: Mask = 0
            safe = check(win, board, 1)
            most = 0
            if safe is not None and left & ~safe.zone:
                answered = left & ~safe.zone
                most = safe.plies
            for reply in squares_of(left & ~answered) if replay or answered else ():
                board.place(reply, WHITE)
                held = check(win, board, 0)
                board.lift(reply, WHITE)
                if held is not None:
                    answered |= 1 << reply
                    most = max(most, held.plies)
            if answered:
                left &= ~answered
                longest = max(longest, most)
                wins.append(win)

        for win in list(self._recent)[: -_RECENT - 1 : -1]:
            if left:
                take(win, False)
        if left and not wins and left.bit_count() > 1:
            whole = self._extractor.win(cells)
            if whole is not None:
                take(whole, True)
        while left:
            reply = squares_of(left)[0]
            found = self._extractor.win(after_stone(cells, reply, WHITE))
            if found is None:
                plies = self._by_moves(after_stone(cells, reply, WHITE))
                if not plies:
                    return None
                longest = max(longest, plies)
                left &= ~(1 << reply)
                continue
            before = left
            take(found, True)
            if left == before:
                return None
        for win in wins:
            self._recent.pop(win, None)
            self._recent[win] = None
        return longest, wins


def _replies(cells: bytes) -> Mask:
    """White's replies: where it has to stop a four, or everywhere."""
    board = WindowBoard(cells)
    fives = board.fives(BLACK)
    return fives if fives else _ALL & ~board.taken
