"""Checks the proof that Black wins freestyle Gomoku on 15x15: `python -m ai.gomoku.verify [FILE]`.

Written to be read: it needs Python and numpy and nothing else of this program, neither the engine, nor its solver, nor
the code that made the file. `ai/gomoku/proof/file.py` describes the file. What is checked:

* The file is whole: its length, its checksum, its counts, its order; nothing in it is left over.
* From the empty board Black plays in the middle, then what the file says. In a position that the file calls proven,
  **every** reply of White, one after the other over the whole board, must lead to another proven position of the file,
  with fewer plies left, or be answered by one of the position's wins, or a link must name a proven position that
  answers it.
* A win is followed move by move. A move of Black makes five, or a four with two ends (won), or a four with one answer
  (White plays it), or it threatens: then the win says how Black goes on if White does nothing, and each reply that
  could touch that is tried. Whenever White could make five, Black stops it at once.

Which replies could touch a win: where a stone of either side goes in it, and where fours of it would be completed, and
every square of a row of five without black stones in which White has three. Any other white stone changes nothing:
the win is played as before, and White, who needs four in a row of five to disturb it, can have no more than three
there. If two or three white stones in one row may have come from outside, rows in which White has two count as well,
and all but one square of those in which it has one. A stone of Black's more is never a harm, because more than five in
a row win, too, and a stone of White's less isn't either.

A link answers a position by another one, which is checked with the claim that white stones outside the squares that
matter to it change nothing, as long as no two of them stand in one row of five without black stones. Those squares are
gathered from all that answers White's replies there: its wins (where the reply is one white stone more from outside),
its positions and its links. The linking position must have all its black stones, and on those squares no white stone
but its own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

_SIZE: Final = 15
_SQUARES: Final = _SIZE * _SIZE
_MIDDLE: Final = 112
_BLACK, _WHITE = 1, 2
_MAGIC: Final = b"QGPROOF2"
_MOST_BYTES: Final = 2_000_000
_END, _THREAT, _CLOSE = 255, 254, 253
_DEEPEST: Final = 225
_MOST_KNOWN: Final = 12
"""So many boards on which a win was found to hold are kept."""
_FILE: Final = Path(__file__).parent / "proof" / "freestyle.proof"


class FaultError(Exception):
    """The file is no proof. One sentence for a person."""


# --- the board: sets of squares are the bits of an int --------------------------------------------------------------


def _rows() -> list[int]:
    """Every row of five squares."""
    found = []
    for square in range(_SQUARES):
        up, right = divmod(square, _SIZE)
        for step_up, step_right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ends_up, ends_right = up + 4 * step_up, right + 4 * step_right
            if ends_up < _SIZE and 0 <= ends_right < _SIZE:
                found.append(sum(1 << (square + each * (step_up * _SIZE + step_right)) for each in range(5)))
    return found


_ROWS: Final = _rows()
_NUMBER: Final = {row: number for number, row in enumerate(_ROWS)}
_ROWS_OF: Final = [[row for row in _ROWS if row >> square & 1] for square in range(_SQUARES)]
_WHOLE: Final = (1 << _SQUARES) - 1


def _five(own: int, square: int) -> bool:
    """Whether stones, with one more on a square, hold a row of five through it."""
    with_it = own | 1 << square
    return any(with_it & row == row for row in _ROWS_OF[square])


def _needed(own: int, other: int, rows: list[int]) -> int:
    """The squares that complete a row of five: four stones in it, and the last square is empty."""
    found = 0
    for row in rows:
        if not row & other:
            empty = row & ~own
            if empty and not empty & (empty - 1):
                found |= empty
    return found


_White: TypeAlias = dict[int, int]
"""By row of five, how many white stones stood in it at most while no black one did."""


@lru_cache(maxsize=1 << 16)
def _crowded(white: int, least: int) -> list[tuple[int, int]]:
    """The rows in which White has so many stones at least, with how many."""
    rows = {row for square in _each(white) for row in _ROWS_OF[square]}
    counts = [(row, (row & white).bit_count()) for row in rows]
    return [(row, count) for row, count in counts if count >= least]


def _note(white: int, black: int, square: int | None, least: int, noted: _White) -> None:
    """Note the rows without black stones in which White has so many at least: all, or those through a square."""
    if square is None:
        found = _crowded(white, least)
    else:
        found = [(row, (row & white).bit_count()) for row in _ROWS_OF[square]]
    for row, count in found:
        if count >= least and count > noted.get(row, 0) and not row & black:
            noted[row] = count


def _close(touch: int, noted: _White) -> int:
    """The squares that matter, with so many more that White makes a four in none of the rows with stones on the others,
    and a single one on these."""
    for row, count in sorted(noted.items(), key=lambda each: _NUMBER[each[0]]):
        outside = sorted(_each(row & ~touch), key=_from_middle)
        for square in outside[: max(0, len(outside) - max(0, 2 - count))]:
            touch |= 1 << square
    return touch


def _from_middle(square: int) -> int:
    return max(abs(square // _SIZE - _SIZE // 2), abs(square % _SIZE - _SIZE // 2))


def _each(squares: int) -> list[int]:
    found = []
    while squares:
        found.append((squares & -squares).bit_length() - 1)
        squares &= squares - 1
    return found


# --- wins by threats ------------------------------------------------------------------------------------------------

_Follow: TypeAlias = "_Move | _Threat | None"


@dataclass(frozen=True)
class _Move:
    """Black's move, and what comes after it: nothing (won), a move (after White's only answer), or a threat."""

    square: int
    follow: _Follow


@dataclass(frozen=True)
class _Threat:
    """How Black goes on where White does nothing, and after certain replies."""

    quiet: _Move
    replies: dict[int, _Move]


@dataclass(frozen=True)
class _Won:
    """That a win holds: the squares that may not be White's, and the plies to five at most."""

    touch: int
    plies: int


def _follow_move(move: _Move, black: int, white: int, must: int, spare: int, noted: _White) -> _Won | None:
    """Whether Black, to move, wins by this move and what follows. `must`: where White would make five. `spare`: how
    many white stones may have come from outside `touch`."""
    place = 1 << move.square
    if (black | white) & place:
        return None
    if _five(black, move.square):
        return _Won(place, 1)
    if must & ~place:
        return None
    black |= place
    completes = _needed(black, white, _ROWS_OF[move.square])
    count = completes.bit_count()
    if count >= 2:
        return _Won(place | completes, 3)
    if count == 1:
        if not isinstance(move.follow, _Move):
            return None
        answer = completes.bit_length() - 1
        white |= completes
        must = _needed(white, black, _ROWS_OF[answer])
        if spare:
            _note(white, black, answer, 4 - spare, noted)
        won = _follow_move(move.follow, black, white, must, spare, noted)
        return None if won is None else _Won(won.touch | place | completes, won.plies + 2)
    if not isinstance(move.follow, _Threat) or spare > 2:
        return None
    won = _follow_threat(move.follow, black, white, spare, noted)
    return None if won is None else _Won(won.touch | place, won.plies)


def _follow_threat(threat: _Threat, black: int, white: int, spare: int, noted: _White) -> _Won | None:
    """White to move; it has no row of four. Replies that do not touch how Black goes on are answered by that."""
    quiet = _alone(threat.quiet, black, white, 1, 0)
    if quiet is None:
        return None
    touch = 0
    if spare:
        wide = _open_alone(threat.quiet, black, white, spare + 1, 0, noted)
        if wide is None:
            return None
        touch = wide.touch
    plies = quiet.plies + 2
    for reply in _each(quiet.touch & ~(black | white)):
        after = white | 1 << reply
        must = _needed(after, black, _ROWS_OF[reply])
        written = threat.replies.get(reply)
        if spare:
            _note(after, black, reply, 4 - spare, noted)
        if written is not None:
            won = _follow_move(written, black, after, must, spare, noted)
        else:
            won = _stop(threat, black, after, must, spare, noted)
        if won is None:
            return None
        touch |= won.touch | 1 << reply
        plies = max(plies, won.plies + 2)
    return _Won(touch, plies)


def _stop(threat: _Threat, black: int, white: int, must: int, spare: int, noted: _White) -> _Won | None:
    """Black stops White's four, and the threat is as it was."""
    if must.bit_count() != 1:
        return None
    if _five(black, must.bit_length() - 1):
        return _Won(must, 1)
    won = _follow_threat(threat, black | must, white, spare, noted)
    return None if won is None else _Won(won.touch | must, won.plies)


def _alone(move: _Move, black: int, white: int, spare: int, must: int) -> _Won | None:
    """A win with Black to move, on a board where some white stones more may stand outside what it touches."""
    noted: _White = {}
    won = _open_alone(move, black, white, spare, must, noted)
    return won if won is None or not spare else _Won(_close(won.touch, noted), won.plies)


def _open_alone(move: _Move, black: int, white: int, spare: int, must: int, noted: _White) -> _Won | None:
    """As `_alone`; the rows in `noted` are still to be counted in."""
    if spare:
        _note(white, black, None, 4 - spare, noted)
    return _follow_move(move, black, white, must, spare, noted)


def _read_win(data: bytes) -> _Move:
    """Raises FaultError."""
    try:
        move, at = _read_move(data, 0, 0)
    except IndexError:
        raise FaultError("a win is cut short") from None
    if at != len(data):
        raise FaultError("something follows a win")
    return move


def _read_move(data: bytes, at: int, depth: int) -> tuple[_Move, int]:
    square, mark = data[at], data[at + 1]
    if square >= _SQUARES or depth > _DEEPEST:
        raise FaultError("a win leaves the board")
    if mark == _END:
        return _Move(square, None), at + 2
    if mark != _THREAT:
        below, at = _read_move(data, at + 1, depth + 1)
        return _Move(square, below), at
    quiet, at = _read_move(data, at + 2, depth + 1)
    replies: dict[int, _Move] = {}
    while data[at] != _CLOSE:
        reply = data[at]
        if reply >= _SQUARES or reply in replies:
            raise FaultError("a win answers a reply twice, or one off the board")
        replies[reply], at = _read_move(data, at + 1, depth + 1)
    return _Move(square, _Threat(quiet, replies)), at + 1


# --- the file -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _ProofEntry:
    """Of a position in its canonical form, Black to move: the move, the plies at most (0: not proven), the wins, and
    the links."""

    move: int
    plies: int
    wins: list[tuple[int, int]]
    links: dict[int, tuple[bytes, int]]
    """By reply: the key of the position that answers it, and the symmetry from the form after the reply to its form."""


@dataclass
class ProofContent:
    """What stands in a file of a proof; `shared` are the positions that links name: the form, and the
    squares that matter at most."""

    head: dict[str, Any]
    wins: list[bytes]
    entries: dict[bytes, _ProofEntry]
    shared: dict[bytes, tuple[bytes, int]]


def read(content: bytes) -> ProofContent:
    """What a file holds. Raises FaultError where its form is not as it should be."""
    if len(content) > _MOST_BYTES:
        raise FaultError(f"the file has {len(content)} bytes, more than {_MOST_BYTES}")
    if content[:8] != _MAGIC:
        raise FaultError("the file is no proof of this version")
    start = 12 + int.from_bytes(content[8:12], "little")
    unpack = zlib.decompressobj()
    try:
        body = unpack.decompress(content[start + 32 :])
    except zlib.error:
        raise FaultError("the file is damaged") from None
    if not unpack.eof or unpack.unused_data:
        raise FaultError("the file is cut short, or something follows its end")
    if hashlib.sha256(content[12:start] + body).digest() != content[start : start + 32]:
        raise FaultError("the file's checksum is wrong")
    try:
        head = json.loads(content[12:start])
        rule, size = head["rule"], head["size"]
        proof = _read_body(head, body)
    except (ValueError, KeyError, TypeError) as error:
        raise FaultError(f"the file can't be read: {error}") from error
    if (rule, size) != ("freestyle", _SIZE):
        raise FaultError("the file is about another rule or board")
    counts = {
        "positions": len(proof.entries),
        "proven": sum(entry.plies > 0 for entry in proof.entries.values()),
        "wins": len(proof.wins),
        "plies": max((entry.plies for entry in proof.entries.values()), default=0),
    }
    for name, count in counts.items():
        if head.get(name) != count:
            raise FaultError(f"the file says {name}: {head.get(name)}, but holds {count}")
    return proof


def _read_body(head: dict[str, Any], body: bytes) -> ProofContent:
    place = 0

    def take(count: int) -> bytes:
        nonlocal place
        part = body[place : place + count]
        if len(part) != count:
            raise FaultError("the file is cut short")
        place += count
        return part

    lengths = np.frombuffer(take(2 * int.from_bytes(take(4), "little")), "<u2").tolist()
    wins = [take(length) for length in lengths]
    count = int.from_bytes(take(4), "little")
    keys = [take(6) for _ in range(count)]
    if any(one >= other for one, other in pairwise(keys)):
        raise FaultError("the positions are not in order")
    moves, plies, numbers = take(count), take(count), take(count)
    references = iter(np.frombuffer(take(4 * sum(numbers)), "<u4").tolist())
    link_numbers = take(count)
    replies = iter(take(sum(link_numbers)))
    targets = iter(np.frombuffer(take(4 * sum(link_numbers)), "<u4").tolist())
    entries = {}
    named: set[bytes] = set()
    for key, move, most, number, link_number in zip(keys, moves, plies, numbers, link_numbers, strict=True):
        own = [divmod(next(references), 8) for _ in range(number)]
        links = {next(replies): divmod(next(targets), 8) for _ in range(link_number)}
        if (
            move >= _SQUARES
            or any(each >= len(wins) for each, _ in own)
            or any(reply >= _SQUARES or target >= count for reply, (target, _) in links.items())
        ):
            raise FaultError("a position names a square, a win or a position that there is not")
        entries[key] = _ProofEntry(move, most, own, {reply: (keys[at], turn) for reply, (at, turn) in links.items()})
        named.update(keys[at] for at, _ in links.values())
    shared = {key: (take(_SQUARES), int.from_bytes(take(29), "little")) for key in sorted(named)}
    if place != len(body):
        raise FaultError("something follows the positions")
    return ProofContent(head, wins, entries, shared)


# --- the whole proof ------------------------------------------------------------------------------------------------


def _turned() -> np.ndarray[Any, np.dtype[np.intp]]:
    """For each of the board's eight symmetries the square that comes to each place."""
    squares = np.arange(_SQUARES).reshape(_SIZE, _SIZE)
    images = [np.rot90(board, quarter).reshape(-1) for board in (squares, squares.T) for quarter in range(4)]
    return np.stack(images)


_TURNED: Final = _turned()
_PLACE: Final = np.argsort(_TURNED, axis=1).tolist()
"""Where each square comes to lie."""


def _canonical(cells: bytes) -> tuple[bytes, int]:
    images = [image.tobytes() for image in np.frombuffer(cells, np.uint8)[_TURNED]]
    least = min(images)
    return least, images.index(least)


def _key(form: bytes) -> bytes:
    return hashlib.blake2b(form, digest_size=6, person=b"gomoku-proof").digest()


def _sets(cells: bytes) -> tuple[int, int]:
    """Black's squares and White's."""
    black = sum(1 << square for square, cell in enumerate(cells) if cell == _BLACK)
    return black, sum(1 << square for square, cell in enumerate(cells) if cell == _WHITE)


def _with(cells: bytes, square: int, stone: int) -> bytes:
    return cells[:square] + bytes((stone,)) + cells[square + 1 :]


def _back(squares: int, symmetry: int) -> int:
    """The squares that come to lie on these by a symmetry."""
    return sum(1 << int(_TURNED[symmetry][square]) for square in _each(squares))


@dataclass(frozen=True)
class _HeldWin:
    """What was found of a win on one board."""

    black: int
    white: int
    spare: int
    won: _Won


@dataclass
class _Seen:
    """What was gathered at a position: the squares that matter, the plies to five at most, the positions below."""

    touch: int = 0
    plies: int = 3
    below: list[tuple[bytes, bytes, int]] = field(default_factory=list)

    def add(self, won: _Won) -> None:
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

    def __init__(self, proof: ProofContent, most_faults: int) -> None:
        self._proof = proof
        self._most = most_faults
        self._faults: list[str] = []
        self._at_fault: set[bytes] = set()
        self._leaning: dict[bytes, set[bytes]] = {}
        """By key, which proven positions a position answers replies for."""
        self._reached: set[bytes] = set()
        self._used: set[int] = set()
        self._read: dict[tuple[int, int], _Move] = {}
        self._matter: dict[bytes, int | None] = {}
        """By key, of positions that may be named by links, and of those below them: the squares that matter, as they
        lie in the form; None where the position does not hold."""
        self._known: dict[tuple[int, int], list[_HeldWin]] = {}
        """What was found of wins, by number and place."""
        self._said = time.monotonic()
        self._progress = False

    def run(self, progress: bool = False) -> Verdict:
        """Check all of it, up to a number of faults."""
        self._progress = progress
        first = bytearray(_SQUARES)
        first[_MIDDLE] = _BLACK
        for key, (form, _) in self._proof.shared.items():
            if len(self._faults) < self._most:
                if _canonical(form)[0] != form or _key(form) != key or not set(form) <= {0, _BLACK, _WHITE}:
                    self._fault(key, form, "this is not the position that a link names")
                else:
                    self._matters(form, key)
        waiting = self._below(bytes(first))
        while waiting and len(self._faults) < self._most:
            cells, key, symmetry = waiting.pop()
            if key in self._reached:
                continue
            self._reach(key)
            waiting += self._check(key, cells, symmetry, 0).below
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

    def _below(self, cells: bytes) -> list[tuple[bytes, bytes, int]]:
        """The positions of the proof after each reply of White: cells, key, and symmetry to the form."""
        found = []
        for reply in range(_SQUARES):
            if not cells[reply]:
                after = _with(cells, reply, _WHITE)
                form, symmetry = _canonical(after)
                key = _key(form)
                if key in self._proof.entries:
                    found.append((after, key, symmetry))
        return found

    def _matters(self, form: bytes, key: bytes) -> int | None:
        """The squares that matter to a position, in its form; None where it does not hold."""
        if key not in self._matter:
            entry = self._proof.entries[key]
            before = len(self._faults)
            self._reach(key)
            if not entry.plies:
                self._fault(key, form, "a link names a position that is not proven")
            found = self._check(key, form, 0, 1)
            if key in self._proof.shared and found.touch & ~self._proof.shared[key][1]:
                self._fault(key, form, "more squares matter than it says")
            self._matter[key] = found.touch if len(self._faults) == before else None
        return self._matter[key]

    def _check(self, own: bytes, cells: bytes, symmetry: int, spare: int) -> _Seen:
        """Check one position, Black to move, with its own key."""
        seen = _Seen()
        entry = self._proof.entries[own]
        square = int(_TURNED[symmetry][entry.move])
        if cells[square]:
            return self._fault(own, cells, "Black's move is on a stone")
        black, white = _sets(cells)
        if _five(black, square):
            return self._fault(own, cells, "Black would make five at once")
        noted: _White = {}
        _note(white, black, None, 3, noted)
        seen.touch = _close(1 << square, noted)
        cells = _with(cells, square, _BLACK)
        black |= 1 << square
        below = self._below(cells)
        if not entry.plies:
            if entry.wins:
                return self._fault(own, cells, "wins belong to a position that is not proven")
            self._linked(own, symmetry, cells, _WHOLE & ~(black | white), seen)
            seen.below = below
            return seen
        if _needed(white, black, _ROWS):
            return self._fault(own, cells, "White makes five")
        four = _needed(black, white, _ROWS_OF[square])
        seen.touch |= four
        left = four or _WHOLE & ~(black | white)
        if four.bit_count() > 1:
            left = 0
        for after, key, turn in below:
            reply = next(each for each in range(_SQUARES) if after[each] != cells[each])
            child = self._proof.entries[key]
            # plies grow less on every way down: no position can lean on itself
            if left >> reply & 1 and 0 < child.plies < entry.plies:
                left &= ~(1 << reply)
                self._leaning.setdefault(key, set()).add(own)
                touch: int | None = 0
                if spare:
                    touch = self._matters(_canonical(after)[0], key)
                else:
                    seen.below.append((after, key, turn))
                if touch is not None:
                    seen.add(_Won(_back(touch, turn), child.plies + 2))
        left = self._linked(own, symmetry, cells, left, seen)
        self._answered(own, symmetry, (black, white), left, cells, spare, seen)
        if seen.plies > entry.plies:
            self._fault(own, cells, f"it may take {seen.plies} plies, not {entry.plies}")
        return seen

    def _linked(self, own: bytes, symmetry: int, cells: bytes, left: int, seen: _Seen) -> int:
        """Check the links of a position; gives the replies that they leave."""
        entry = self._proof.entries[own]
        for place, (key, turn) in entry.links.items():
            reply = int(_TURNED[symmetry][place])
            target = self._proof.entries[key]
            if not left >> reply & 1 or 0 < entry.plies <= target.plies:
                self._fault(own, cells, f"a link can't answer {_name(reply)}")
                continue
            if entry.plies:
                self._leaning.setdefault(key, set()).add(own)
            after = _with(cells, reply, _WHITE)
            form, back = _canonical(after)
            theirs = _sets(np.frombuffer(form, np.uint8)[_TURNED[turn]].tobytes())
            named = self._proof.shared[key][0]
            mine = _sets(named)
            matter = self._matters(named, key)
            if matter is None:
                continue
            guests = theirs[1] & ~mine[1]
            rows = [row for guest in _each(guests) for row in _ROWS_OF[guest] if not row & theirs[0]]
            if mine[0] & ~theirs[0] or guests & matter or any((row & guests).bit_count() > 1 for row in rows):
                self._fault(own, cells, f"a link does not answer {_name(reply)}")
                continue
            left &= ~(1 << reply)
            touch = matter
            for row in rows:
                touch |= row
            seen.add(_Won(_back(_back(touch, turn), back), target.plies + 2))
        return left

    def _answered(
        self, own: bytes, symmetry: int, sets: tuple[int, int], left: int, cells: bytes, spare: int, seen: _Seen
    ) -> None:
        """Check that the wins of a position answer all of the replies that are left."""
        black, white = sets
        tried = []
        for number, turn in self._proof.entries[own].wins:
            self._used.add(number)
            win = self._win(number, turn, symmetry)
            if win is None:
                self._fault(own, cells, "a win can't be read")
                return
            tried.append(win)
            won = self._wins(win, black, white, spare + 1)
            if won is not None and left & ~won.touch:
                left &= won.touch
                seen.add(_Won(won.touch, won.plies + 2))
        for reply in _each(left):
            for win in tried:
                won = self._wins(win, black, white | 1 << reply, spare)
                if won is not None:
                    left &= ~(1 << reply)
                    seen.add(_Won(won.touch, won.plies + 2))
                    break
        if left:
            self._fault(own, cells, f"nothing answers {' '.join(_name(square) for square in _each(left))}")

    def _wins(self, name: tuple[int, int], black: int, white: int, spare: int) -> _Won | None:
        """As `_alone`; what was found on another board serves again where it holds, too, unless the squares that matter
        are wanted."""
        known = self._known.setdefault(name, [])
        for each in () if spare else reversed(known):
            guests = white & ~each.white
            if each.black & ~black or guests & each.won.touch:
                continue
            rows = (row for guest in _each(guests) for row in _ROWS_OF[guest] if not row & black)
            if all((row & guests).bit_count() <= each.spare for row in rows):
                return each.won
        won = _alone(self._read[name], black, white, spare, _needed(white, black, _ROWS))
        if won is not None and spare:
            known.append(_HeldWin(black, white, spare, won))
            del known[:-_MOST_KNOWN]
        return won

    def _win(self, number: int, turn: int, symmetry: int) -> tuple[int, int] | None:
        """The name of a win as it lies on the board: from its own squares by `turn` to the form's, and back by
        `symmetry`; None where it can't be read."""
        place = [int(_TURNED[symmetry][_PLACE[turn][square]]) for square in range(_SQUARES)]
        name = number, place[0] * _SQUARES + place[1]
        if name not in self._read:
            data = bytes(place[each] if each < _SQUARES else each for each in self._proof.wins[number])
            try:
                self._read[name] = _read_win(data)
            except FaultError:
                return None
        return name

    def _lost(self, cells: bytes, depth: int, proven: int) -> float:
        """How many ways of White to reply `depth` times lose for certain, Black playing as the proof does; `proven`
        replies do by links."""
        stones = _SQUARES - cells.count(0)
        ways = 1
        for each in range(1, depth):
            ways *= _SQUARES - stones - 2 * each
        total = 0.0
        for after, key, symmetry in self._below(cells):
            entry = self._proof.entries[key]
            if entry.plies:
                proven += 1
            elif depth > 1:
                square = int(_TURNED[symmetry][entry.move])
                total += self._lost(_with(after, square, _BLACK), depth - 1, len(entry.links))
        return proven * ways + total

    def _fault(self, key: bytes, cells: bytes, sentence: str) -> _Seen:
        self._at_fault.add(key)
        stones = [" ".join(_name(at) for at, cell in enumerate(cells) if cell == side) for side in (_BLACK, _WHITE)]
        self._faults.append(f"black {stones[0]}, white {stones[1]}: {sentence}")
        return _Seen()


def _name(square: int) -> str:
    return f"{'abcdefghijklmno'[square % _SIZE]}{square // _SIZE + 1}"


def verify(content: bytes, progress: bool = False, most_faults: int = 10) -> Verdict:
    """Check the content of a file, up to a number of faults."""
    try:
        return Verifier(read(content), most_faults).run(progress)
    except FaultError as fault:
        return Verdict([str(fault)])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives 0 where the proof holds."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.verify", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, default=_FILE, metavar="FILE", help="default: the one we ship")
    options = parser.parse_args(arguments)
    begun = time.process_time()
    try:
        content = options.file.read_bytes()
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    verdict = verify(content, progress=True)
    for fault in verdict.faults:
        sys.stdout.write(f"fault: {fault}\n")
    spent = time.process_time() - begun
    if verdict.faults:
        sys.stdout.write(f"this is no proof ({spent:.0f} s)\n")
        return 1
    sys.stdout.write(f"{verdict.positions} positions hold ({spent:.0f} s). After h8 White has lost with\n")
    replies = 1
    for depth, lost in enumerate(verdict.lost):
        replies *= _SQUARES - 1 - 2 * depth
        word = ("first replies", "first two replies", "first three replies")[depth]
        sys.stdout.write(f"  {lost} of {replies} {word} ({lost / replies:.2%})\n")
    if verdict.lost[0] == _SQUARES - 1:
        sys.stdout.write(f"so Black wins, within {verdict_plies(content)} plies\n")
    else:
        sys.stdout.write("the others are not proven here\n")
    return 0


def verdict_plies(content: bytes) -> int:
    """The plies of the whole game that a closed proof promises at most."""
    return int(read(content).head["plies"]) + 2


if __name__ == "__main__":
    sys.exit(main())
