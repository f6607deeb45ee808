"""Writes what the search has proven as a file that can be checked without it (`file`).

From each position the search knows Black's move. What it leaves to the solver is written out: for each reply of White
that leads to no position of the proof, a win by threats; one win answers many replies, and often those of the next
position, too. What cannot be written out is not claimed.

With a position comes its zone, gathered from all that answers White's replies there, and with that it goes on the shelf
where it may answer others (`sharing`). Zones depend a little on how the board lies, because where squares serve equally
well the first is taken: they are worked out as the position's form lies, by the maker and by the verifier alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.extraction import Extractor
from ai.gomoku.proof.file import ProofBook, ProofEntry, ProofLink, SharedPosition, WinPool, key_of
from ai.gomoku.proof.sharing import Shared, ZoneShelf, in_every_way, turned, turned_back
from ai.gomoku.proof.symmetry import SQUARES, after_stone, canonical, image_of, images, square_of_image
from ai.gomoku.proof.trees import Checked, Win, check, moved, read_win, write_win
from ai.gomoku.proof.windows import Mask, WindowBoard, squares_of
from ai.gomoku.proof.written import WrittenPosition, WrittenPositions

_RECENT: Final = 40
"""So many of the last wins are tried before the solver is asked."""
_SAY_EVERY: Final = 100
_WIDEST: Final = 190
"""Positions with more squares in their zones are not worth looking at for others."""
_FEW_STONES: Final = 4
"""With so few stones a reply may well be answered by another position, even if the search has no move for it."""
_ALL: Final[Mask] = (1 << SQUARES) - 1


class ProofMaker:
    """`move_of`: Black's winning move in a canonical form, as a square of it, None where the search has none; what is
    proven in `before` is taken over, and what stands in `written`, where all that is written out is noted."""

    def __init__(
        self,
        move_of: Callable[[bytes], int | None],
        before: ProofBook | None,
        say: Callable[[str], None],
        written: WrittenPositions | None = None,
    ) -> None:
        self._move_of = move_of
        self._say = say
        self._extractor = Extractor()
        self._pool = WinPool(before.wins if before is not None else ())
        self._recent: dict[bytes, None] = {}
        """The last wins by their bytes, the latest last."""
        self._entries: dict[bytes, ProofEntry] = {}
        """By key, in the order in which they were written out: one answers only replies of those after it."""
        self._zones: dict[bytes, Mask] = {}
        """By key, in the form's squares; not of all entries."""
        self._stones: dict[bytes, bytes] = {}
        """The forms of the entries with zones, by key."""
        self._shelf = ZoneShelf()
        if before is not None:
            self._entries = {key: entry for key, entry in before.entries.items() if entry.plies}
            taken_over = {key_of(position.form) for position in written.all()} if written is not None else set()
            for key, shared in before.shared.items():
                if key in taken_over:
                    continue
                self._zones[key], self._stones[key] = shared.zone, shared.form
                self._shelf.add(key, shared.form, shared.zone, self._entries[key].plies)
        self._written = written
        for position in written.all() if written is not None else ():
            # what they lean on may not have held, or may stand in the book as something that nobody names
            if all(link.key in self._stones for link in position.links):
                self._take_over(position)
        self._failed: set[bytes] = set()
        self._linked: set[bytes] = set()
        """Forms that others answer, as far as somebody has asked."""

    def _take_over(self, position: WrittenPosition) -> None:
        """Put a position and its zone in their places."""
        form, zone, key = position.form, position.zone, key_of(position.form)
        wins = tuple((self._pool.number(win), turn) for win, turn in position.wins)
        known = self._entries.get(key)
        if known is not None and not known.plies:
            del self._entries[key]  # it comes after what it leans on
        self._entries[key] = ProofEntry(position.move, position.plies, wins, position.links)
        if zone is not None:
            self._zones[key] = zone
            self._stones[key] = form
            if zone.bit_count() <= _WIDEST:
                self._shelf.add(key, form, zone, position.plies)

    def book(self, start: bytes, made: str) -> ProofBook:
        """What was written out and can be reached from a position with White to move; the rest would be checked by
        nobody."""
        pool = WinPool()
        kept = {}
        reached = self._reached(start)
        for key, entry in self._entries.items():
            if key not in reached:
                continue
            wins = tuple((pool.number(self._pool.wins[win]), turn) for win, turn in entry.wins)
            kept[key] = replace(entry, wins=wins)
        named = {link.key for entry in kept.values() for link in entry.links}
        shared = {key: SharedPosition(self._stones[key], self._zones[key]) for key in named}
        return ProofBook({"made": made}, pool.wins, kept, shared)

    def _reached(self, start: bytes) -> set[bytes]:
        found: set[bytes] = set()
        numbers = {key: number for number, key in enumerate(self._entries)}
        waiting: list[tuple[bytes, Mask, bytes]] = [(start, 0, b"")]
        while waiting:
            cells, linked, above = waiting.pop()
            for reply in squares_of(_replies(cells) & ~linked):
                after = after_stone(cells, reply, WHITE)
                form, symmetry = canonical(after)
                key = key_of(form)
                if key not in numbers or key in found:
                    continue
                if above and not (
                    0 < self._entries[key].plies < self._entries[above].plies and numbers[key] < numbers[above]
                ):
                    continue
                waiting += self._below(key, after, symmetry, found)
        return found

    def _below(self, key: bytes, cells: bytes, symmetry: int, found: set[bytes]) -> list[tuple[bytes, Mask, bytes]]:
        """Mark an entry and those that it names as reached; the positions after Black's moves in them, with the replies
        that links answer and the key for those that are proven."""
        found.add(key)
        entry = self._entries[key]
        linked = sum(1 << square_of_image(link.reply, symmetry) for link in entry.links) if entry.plies else 0
        after = after_stone(cells, square_of_image(entry.move, symmetry), BLACK)
        positions = [(after, linked, key if entry.plies else b"")]
        for link in entry.links:
            if link.key not in found:
                positions += self._below(link.key, self._stones[link.key], 0, found)
        return positions

    def add_open(self, cells: bytes, move: int) -> None:
        """Note what Black plays in a position that is not proven, on the way to positions that are."""
        form, symmetry = canonical(cells)
        if key_of(form) in self._entries:
            return
        claim = _Claim(0)
        after = after_stone(cells, move, BLACK)
        for reply in squares_of(_replies(after)):
            below = after_stone(after, reply, WHITE)
            if not self._is_proven(canonical(below)[0]):
                self._linked_to(below, image_of(reply, symmetry), claim)
        self._entries[key_of(form)] = ProofEntry(image_of(move, symmetry), 0, (), tuple(claim.links))

    def reopen(self, unsound: Collection[bytes]) -> None:
        """Leave it out of the book that these positions are proven, or answer others: what Black plays there stays
        known, on the way to what is proven. One that was open already loses its links; if it had none, it goes."""
        for key in unsound:
            if self._written is not None:
                self._written.drop(key)
            entry = self._entries[key]
            if entry.plies or entry.links:
                links = entry.links if entry.plies else ()
                self._entries[key] = replace(entry, plies=0, wins=(), links=links)
            else:
                del self._entries[key]
        for key, entry in self._entries.items():
            links = tuple(link for link in entry.links if link.key not in unsound)
            if len(links) < len(entry.links):
                self._entries[key] = replace(entry, links=links)

    def link(self, form: bytes) -> Shared | None:
        """The position written out already that answers a form, too; None where there is none."""
        return self._shelf.answer(form)

    def holds(self, form: bytes) -> bool:
        """Whether a form is written out, as it is or by another one."""
        if self._is_proven(form):
            return True
        if form not in self._linked and self.link(form) is not None:
            self._linked.add(form)
        return form in self._linked

    def _is_proven(self, form: bytes) -> bool:
        entry = self._entries.get(key_of(form))
        return entry is not None and entry.plies > 0

    def prove(self, cells: bytes) -> int:
        """Write a position out, Black to move, and all below it: the plies to five at most, 0 where that fails."""
        form, symmetry = canonical(cells)
        known = self._entries.get(key_of(form))
        if known is not None and known.plies:
            return known.plies
        move = None if form in self._failed else self._move_of(form)
        return 0 if move is None else self._prove(cells, form, symmetry, square_of_image(move, symmetry))

    def _prove(self, cells: bytes, form: bytes, symmetry: int, move: int) -> int:
        claim = self._after(cells, move, symmetry)
        if claim is None:
            self._failed.add(form)
            return 0
        self._keep(form, symmetry, move, claim)
        return claim.plies

    def _keep(self, form: bytes, symmetry: int, move: int, claim: _Claim) -> None:
        # a win's first mention decides how its squares lie
        wins = tuple((win, symmetry) for win in claim.wins)
        zone = None if claim.zone is None else in_every_way(turned(claim.zone, symmetry), form)
        position = WrittenPosition(form, image_of(move, symmetry), claim.plies, wins, tuple(claim.links), zone)
        self._take_over(position)
        if self._written is not None:
            self._written.add(position)
        if len(self._entries) % _SAY_EVERY == 0:
            self._say(
                f"{len(self._entries)} positions, {len(self._shelf)} shared, {len(self._pool.wins)} wins, "
                f"{len(self._failed)} failed"
            )

    def _after(self, before: bytes, move: int, symmetry: int) -> _Claim | None:
        """What answers White's replies to a move of Black; `symmetry` leads to the form of the position before."""
        cells = after_stone(before, move, BLACK)
        board = WindowBoard(cells)
        if board.fives(WHITE):
            return None
        fives = board.fives(BLACK)
        claim = _Claim(WindowBoard(before).white_rows(3) | 1 << move | fives)
        open_replies = squares_of(fives if fives else _ALL & ~board.taken)
        if len(open_replies) > 1 and fives:
            return claim  # two ends: White stops one
        left: Mask = 0
        for reply in open_replies:
            if not self._answered(after_stone(cells, reply, WHITE), image_of(reply, symmetry), claim):
                left |= 1 << reply
        return claim if self._cover(cells, left, symmetry, claim) else None

    def _linked_to(self, cells: bytes, reply: int, claim: _Claim) -> bool:
        form, symmetry = canonical(cells)
        shared = self.link(form)
        if shared is not None:
            claim.link(reply, shared, form, symmetry)
        return shared is not None

    def _answered(self, cells: bytes, reply: int, claim: _Claim) -> bool:
        """Whether a position after a reply of White (a square of the form) is proven by itself or by another one."""
        form, symmetry = canonical(cells)
        if not self._is_proven(form):
            sought = _stones_of(form) <= _FEW_STONES or form in self._linked
            sought = sought or (form not in self._failed and self._move_of(form) is not None)
            shared = self.link(form) if sought else None
            if shared is not None:
                claim.link(reply, shared, form, symmetry)
                return True
        if not self.prove(cells):
            return False
        self._add_child(cells, claim)
        return True

    def _add_child(self, cells: bytes, claim: _Claim) -> None:
        """Count in a position that was written out."""
        form, symmetry = canonical(cells)
        key = key_of(form)
        zone = self._zones.get(key)
        claim.add(None if zone is None else turned_back(zone, symmetry), self._entries[key].plies)

    def _by_moves(self, cells: bytes) -> bool:
        """As `prove`, where the solver's win is too long for one tree: position after position, its first moves."""
        form, symmetry = canonical(cells)
        if self._is_proven(form):
            return True
        move = None if form in self._failed else self._extractor.first_move(cells)
        return move is not None and self._prove(cells, form, symmetry, move) > 0

    def _cover(self, cells: bytes, left: Mask, turn: int, claim: _Claim) -> bool:
        """Find wins that answer all of these replies; `turn` leads to the form of the position before Black's move."""
        cover = _Cover(cells, left, turn)
        for win in list(self._recent)[: -_RECENT - 1 : -1]:
            if cover.left:
                cover.take(win, False)
        if cover.left and not cover.wins and cover.left.bit_count() > 1:
            whole = self._extractor.win(cells)
            if whole is not None:
                cover.take(write_win(whole), True)
        while cover.left:
            reply = squares_of(cover.left)[0]
            after = after_stone(cells, square_of_image(reply, turn), WHITE)
            found = self._extractor.win(after)
            before = cover.left
            if found is not None:
                cover.take(write_win(found), True)
            if cover.left == before:
                if not self._linked_to(after, reply, claim):
                    if not self._by_moves(after):
                        return False
                    self._add_child(after, claim)
                cover.drop(reply)
        for reply in squares_of(cover.all):
            after = after_stone(cells, square_of_image(reply, turn), WHITE)
            if self._is_proven(canonical(after)[0]):  # written out since it was looked at
                self._add_child(after, claim)
                cover.drop(reply)
        cover.sum_up(claim)
        for win in cover.wins:
            self._recent.pop(win, None)
            self._recent[win] = None
        return True


@dataclass(slots=True)
class _Claim:
    """What is being gathered for a position: the zone (None: it can't be shared), the plies, the wins and links."""

    zone: Mask | None
    plies: int = 3
    wins: Sequence[bytes] = ()
    links: list[ProofLink] = field(default_factory=list)

    def add(self, zone: Mask | None, plies: int) -> None:
        """Count in what answers a reply."""
        self.zone = None if zone is None or self.zone is None else self.zone | zone
        self.plies = max(self.plies, plies + 2)

    def link(self, reply: int, shared: Shared, form: bytes, symmetry: int) -> None:
        """Answer a reply (a square of the form) by another position; `symmetry` leads to `form`, after the reply."""
        self.links.append(ProofLink(reply, shared.key, shared.symmetry))
        zone = in_every_way(shared.zone, form)
        self.add(turned_back(zone, symmetry), shared.plies)


class _Cover:
    """Wins that answer replies: by their zones, or followed on the board with the reply. Replies and zones are squares
    of the form to which `turn` leads, wins the bytes as they lie on the board."""

    def __init__(self, cells: bytes, left: Mask, turn: int) -> None:
        self.left = self.all = turned(left, turn)
        self.wins: list[bytes] = []
        self._turn = turn
        self._board = WindowBoard(images(cells)[turn])
        self._read: dict[bytes, Win] = {}
        self._safe: dict[bytes, Checked | None] = {}
        self._followed: dict[tuple[bytes, int], Checked | None] = {}

    def drop(self, reply: int) -> None:
        """Leave a reply to something else."""
        self.left &= ~(1 << reply)
        self.all &= ~(1 << reply)

    def take(self, win: bytes, follow: bool) -> None:
        """Take the replies away that a win answers; keep it if there are any."""
        answered = self._outside(win) & self.left
        for reply in squares_of(self.left & ~answered) if follow or answered else ():
            if self._follow(win, reply) is not None:
                answered |= 1 << reply
        if answered:
            self.left &= ~answered
            self.wins.append(win)

    def sum_up(self, claim: _Claim) -> None:
        """Count in what answers each reply, in the order in which it is going to be checked."""
        left = self.all
        zone, plies = 0, 0
        for win in self.wins:
            safe = self._safe[win]
            if safe is not None and left & ~safe.zone:
                left &= safe.zone
                zone, plies = zone | safe.zone, max(plies, safe.plies)
        for reply in squares_of(left):
            held = next(each for each in (self._follow(win, reply) for win in self.wins) if each is not None)
            zone, plies = zone | held.zone, max(plies, held.plies)
        claim.add(turned_back(zone, self._turn), plies)
        claim.wins = self.wins

    def _outside(self, win: bytes) -> Mask:
        if win not in self._safe:
            self._read[win] = read_win(moved(win, lambda square: image_of(square, self._turn)))
            self._safe[win] = check(self._read[win], self._board, 2)
        safe = self._safe[win]
        return 0 if safe is None else ~safe.zone

    def _follow(self, win: bytes, reply: int) -> Checked | None:
        known = win, reply
        if known not in self._followed:
            self._board.place(reply, WHITE)
            self._followed[known] = check(self._read[win], self._board, 1)
            self._board.lift(reply, WHITE)
        return self._followed[known]


def _replies(cells: bytes) -> Mask:
    """White's replies: where it has to stop a four, or everywhere."""
    board = WindowBoard(cells)
    fives = board.fives(BLACK)
    return fives if fives else _ALL & ~board.taken


def _stones_of(cells: bytes) -> int:
    return SQUARES - cells.count(0)
