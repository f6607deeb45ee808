"""The whole proof, position after position, from the empty board on."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ai.gomoku.verify.board import (
    BLACK,
    MIDDLE,
    ROWS_OF,
    SIZE,
    SQUARES,
    WHITE,
    WHOLE,
    close,
    completing,
    completing_anywhere,
    each_of,
    look,
    makes_five,
    rows_noted,
)
from ai.gomoku.verify.content import ProofContent, read
from ai.gomoku.verify.fault import FaultError
from ai.gomoku.verify.forms import PLACE, TURNED, canonical, key_of, sets_of, turned_back, with_stone
from ai.gomoku.verify.wins import HeldWin, StatedMove, alone, read_win

_MOST_KNOWN: Final = 12
"""The number of boards kept on which a win was found to hold."""


Answered: TypeAlias = dict[tuple[object, ...], HeldWin]
"""What was found of wins that answer certain replies together: by the stones of both sides, the replies, and the wins
as they lie on the board. Nothing else goes into it, so it serves for the same proof in another state, too."""


@dataclass(frozen=True)
class HeldElsewhere:
    """What was found of a win on one board."""

    black: int
    white: int
    spare: int
    won: HeldWin


class _Below(NamedTuple):
    """A position of the proof after a reply of White: its form, its key, and the symmetry that leads to the form."""

    reply: int
    form: bytes
    key: bytes
    turn: int


@dataclass
class _Seen:
    """What was gathered at a position: the squares that matter, the plies to five at most, the positions below."""

    touch: int = 0
    plies: int = 3
    below: list[_Below] = field(default_factory=list)

    def add(self, won: HeldWin) -> None:
        """Count in what answers a reply."""
        self.touch |= won.touch
        self.plies = max(self.plies, won.plies)


@dataclass
class Verdict:
    """What was found: faults in sentences, how many positions were reached, and of how many replies of White to what
    Black plays the proof knows that they lose: the first ones, pairs of a first and a second, and triples. `unsound`
    are the keys of the positions at fault and of those that lean on them, as far as they were reached."""

    faults: list[str] = field(default_factory=list)
    positions: int = 0
    lost: tuple[int, int, int] = (0, 0, 0)
    unsound: frozenset[bytes] = frozenset()


class Verifier:
    """Goes through a proof."""

    def __init__(self, proof: ProofContent, most_faults: int, answered: Answered) -> None:
        """`answered`: what was found before, to which what is found now is added."""
        self._proof = proof
        self._before = answered
        self._most = most_faults
        self._faults: list[str] = []
        self._at_fault: set[bytes] = set()
        self._leaning: dict[bytes, set[bytes]] = {}
        """By key, which proven positions a position answers replies for."""
        self._reached: set[bytes] = set()
        self._used: set[int] = set()
        self._read: dict[tuple[int, int], StatedMove] = {}
        self._matter: dict[bytes, int | None] = {}
        """By key, of positions that may be named by links, and of those below them: the squares that matter, as they
        lie in the form; None where the position does not hold."""
        self._known: dict[tuple[int, int], list[HeldElsewhere]] = {}
        """What was found of wins, by number and place."""
        self._said = time.monotonic()
        self._progress = False

    def run(self, progress: bool = False) -> Verdict:
        """Check all of it, up to a number of faults."""
        self._progress = progress
        first = bytearray(SQUARES)
        first[MIDDLE] = BLACK
        for key, (form, _) in self._proof.shared.items():
            if len(self._faults) < self._most:
                if canonical(form)[0] != form or key_of(form) != key or not set(form) <= {0, BLACK, WHITE}:
                    self._fault(key, form, "this is not the position that a link names")
                else:
                    self._matters(form, key)
        waiting = self._below(bytes(first))
        while waiting and len(self._faults) < self._most:
            each = waiting.pop()
            if each.key not in self._reached:
                self._reach(each.key)
                waiting += self._check(each.key, each.form, 0).below
        if len(self._faults) < self._most:
            if len(self._reached) < len(self._proof.entries):
                self._faults.append(f"{len(self._proof.entries) - len(self._reached)} positions are never reached")
            if len(self._used) < len(self._proof.wins):
                self._faults.append(f"{len(self._proof.wins) - len(self._used)} wins are never used")
        singles, pairs, triples = (round(self._lost(bytes(first), depth, 0)) for depth in (1, 2, 3))
        return Verdict(self._faults, len(self._reached), (singles, pairs, triples), self._unsound())

    def _unsound(self) -> frozenset[bytes]:
        """The positions at fault, and all that lean on them."""
        found = set(self._at_fault)
        waiting = list(found)
        while waiting:
            above = self._leaning.get(waiting.pop(), set()) - found
            found |= above
            waiting += above
        return frozenset(found)

    def _reach(self, key: bytes) -> None:
        self._reached.add(key)
        if self._progress and time.monotonic() - self._said > 5:
            self._said = time.monotonic()
            sys.stdout.write(f"{len(self._reached)} of {len(self._proof.entries)} positions\n")
            sys.stdout.flush()

    def _below(self, cells: bytes) -> list[_Below]:
        """The positions of the proof after each reply of White."""
        found = []
        for reply in range(SQUARES):
            if not cells[reply]:
                form, turn = canonical(with_stone(cells, reply, WHITE))
                key = key_of(form)
                if key in self._proof.entries:
                    found.append(_Below(reply, form, key, turn))
        return found

    def _matters(self, form: bytes, key: bytes) -> int | None:
        """The squares that matter to a position, in its form; None where it does not hold."""
        if key not in self._matter:
            entry = self._proof.entries[key]
            before = len(self._faults)
            self._reach(key)
            if not entry.plies:
                self._fault(key, form, "a link names a position that is not proven")
            found = self._check(key, form, 1)
            if key in self._proof.shared and found.touch & ~self._proof.shared[key][1]:
                self._fault(key, form, "more squares matter than it says")
            self._matter[key] = found.touch if len(self._faults) == before else None
        return self._matter[key]

    def _check(self, own: bytes, cells: bytes, spare: int) -> _Seen:
        """Check one position, Black to move, in its form and with its own key."""
        seen = _Seen()
        entry = self._proof.entries[own]
        square = entry.move
        if cells[square]:
            return self._fault(own, cells, "Black's move is on a stone")
        black, white = sets_of(cells)
        if makes_five(black, square):
            return self._fault(own, cells, "Black would make five at once")
        seen.touch = close(1 << square, rows_noted(look(white, black, stone, 3) for stone in each_of(white)))
        cells = with_stone(cells, square, BLACK)
        black |= 1 << square
        below = self._below(cells)
        if not entry.plies:
            if entry.wins:
                return self._fault(own, cells, "wins belong to a position that is not proven")
            self._linked(own, cells, WHOLE & ~(black | white), seen)
            seen.below = below
            return seen
        if completing_anywhere(white, black):
            return self._fault(own, cells, "White makes five")
        four = completing(black, white, square)
        seen.touch |= four
        left = four or WHOLE & ~(black | white)
        if four.bit_count() > 1:
            left = 0
        left = self._linked(own, cells, left, seen)
        for each in below:
            child = self._proof.entries[each.key]
            # plies grow less on every way down: no position can lean on itself
            if left >> each.reply & 1 and 0 < child.plies < entry.plies and child.number < entry.number:
                left &= ~(1 << each.reply)
                self._leaning.setdefault(each.key, set()).add(own)
                touch: int | None = 0
                if spare:
                    touch = self._matters(each.form, each.key)
                else:
                    seen.below.append(each)
                if touch is not None:
                    seen.add(HeldWin(turned_back(touch, each.turn), child.plies + 2))
        self._answered(own, (black, white), left, cells, spare, seen)
        if seen.plies > entry.plies:
            self._fault(own, cells, f"it may take {seen.plies} plies, not {entry.plies}")
        return seen

    def _linked(self, own: bytes, cells: bytes, left: int, seen: _Seen) -> int:
        """Check the links of a position; gives the replies that they leave."""
        entry = self._proof.entries[own]
        for reply, (key, turn) in entry.links.items():
            target = self._proof.entries[key]
            if not left >> reply & 1 or 0 < entry.plies <= target.plies:
                self._fault(own, cells, f"a link can't answer {_name(reply)}")
                continue
            if entry.plies:
                self._leaning.setdefault(key, set()).add(own)
            after = with_stone(cells, reply, WHITE)
            form, back = canonical(after)
            theirs = sets_of(np.frombuffer(form, np.uint8)[TURNED[turn]].tobytes())
            named = self._proof.shared[key][0]
            mine = sets_of(named)
            matter = self._matters(named, key)
            if matter is None:
                continue
            guests = theirs[1] & ~mine[1]
            rows = [row for guest in each_of(guests) for row in ROWS_OF[guest] if not row & theirs[0]]
            if mine[0] & ~theirs[0] or guests & matter or any((row & guests).bit_count() > 1 for row in rows):
                self._fault(own, cells, f"a link does not answer {_name(reply)}")
                continue
            left &= ~(1 << reply)
            touch = matter
            for row in rows:
                touch |= row
            seen.add(HeldWin(turned_back(turned_back(touch, turn), back), target.plies + 2))
        return left

    def _answered(self, own: bytes, sets: tuple[int, int], left: int, cells: bytes, spare: int, seen: _Seen) -> None:
        """Check that the wins of a position answer all of the replies that are left."""
        black, white = sets
        wins = self._proof.entries[own].wins
        self._used.update(number for number, _ in wins)
        named = *sets, left, spare, *((self._proof.wins[number], turn) for number, turn in wins)
        before = self._before.get(named)
        if before is not None:
            seen.add(before)
            return
        tried = []
        found = _Seen()
        for number, turn in wins:
            win = self._win(number, turn)
            if win is None:
                self._fault(own, cells, "a win can't be read")
                return
            tried.append(win)
            won = self._wins(win, black, white, spare + 1) if left else None
            if won is not None and left & ~won.touch:
                left &= won.touch
                found.add(HeldWin(won.touch, won.plies + 2))
        for reply in each_of(left):
            for win in tried:
                won = self._wins(win, black, white | 1 << reply, spare)
                if won is not None:
                    left &= ~(1 << reply)
                    found.add(HeldWin(won.touch, won.plies + 2))
                    break
        if left:
            self._fault(own, cells, f"nothing answers {' '.join(_name(square) for square in each_of(left))}")
        else:
            self._before[named] = HeldWin(found.touch, found.plies)
        seen.add(HeldWin(found.touch, found.plies))

    def _wins(self, name: tuple[int, int], black: int, white: int, spare: int) -> HeldWin | None:
        """As `alone`; what was found on another board serves again where it holds, too, unless the squares that matter
        are wanted."""
        known = self._known.setdefault(name, [])
        for each in () if spare else reversed(known):
            guests = white & ~each.white
            if each.black & ~black or guests & each.won.touch:
                continue
            rows = (row for guest in each_of(guests) for row in ROWS_OF[guest] if not row & black)
            if all((row & guests).bit_count() <= each.spare for row in rows):
                return each.won
        won = alone(self._read[name], black, white, spare, completing_anywhere(white, black))
        if won is not None and spare:
            known.append(HeldElsewhere(black, white, spare, won))
            del known[:-_MOST_KNOWN]
        return won

    def _win(self, number: int, turn: int) -> tuple[int, int] | None:
        """The name of a win as it lies in the form, to which `turn` leads from its own squares; None where it can't be
        read."""
        name = number, turn
        if name not in self._read:
            place = PLACE[turn]
            data = bytes(place[each] if each < SQUARES else each for each in self._proof.wins[number])
            try:
                self._read[name] = read_win(data)
            except FaultError:
                return None
        return name

    def _lost(self, cells: bytes, depth: int, proven: int) -> float:
        """How many ways of White to reply `depth` times lose for certain, Black playing as the proof does; `proven`
        replies do by links."""
        stones = SQUARES - cells.count(0)
        ways = 1
        for each in range(1, depth):
            ways *= SQUARES - stones - 2 * each
        total = 0.0
        for below in self._below(cells):
            entry = self._proof.entries[below.key]
            if entry.plies:
                proven += 1
            elif depth > 1:
                total += self._lost(with_stone(below.form, entry.move, BLACK), depth - 1, len(entry.links))
        return proven * ways + total

    def _fault(self, key: bytes, cells: bytes, sentence: str) -> _Seen:
        self._at_fault.add(key)
        self._faults.append(f"{_stones_named(cells)}: {sentence}")
        return _Seen()


def _stones_named(cells: bytes) -> str:
    stones = [" ".join(_name(at) for at, cell in enumerate(cells) if cell == side) for side in (BLACK, WHITE)]
    return f"black {stones[0]}, white {stones[1]}"


def _name(square: int) -> str:
    return f"{'abcdefghijklmno'[square % SIZE]}{square // SIZE + 1}"


def verify(content: bytes, progress: bool = False, most_faults: int = 10, answered: Answered | None = None) -> Verdict:
    """Check the content of a file, up to a number of faults. Who checks a proof again and again hands over what was
    found before."""
    try:
        return Verifier(read(content), most_faults, {} if answered is None else answered).run(progress)
    except FaultError as fault:
        return Verdict([str(fault)])
