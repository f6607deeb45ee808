"""Checks the proof that Black wins freestyle Gomoku on 15x15: `python -m ai.gomoku.verify [FILE]`.

Written to be read: it needs Python and numpy and nothing else of this program, neither the engine, nor its solver, nor
the code that made the file. `ai/gomoku/proof/file.py` describes the file. What is checked:

* The file is whole: its length, its checksum, its counts, its order; nothing in it is left over.
* From the empty board Black plays in the middle, then what the file says. In a position that the file calls proven,
  **every** reply of White, one after the other over the whole board, must lead to another proven position of the file,
  with fewer plies left, or be answered by one of the position's wins.
* A win is followed move by move. A move of Black makes five, or a four with two ends (won), or a four with one answer
  (White plays it), or it threatens: then the win says how Black goes on if White does nothing, and each reply that
  could touch that is tried. Whenever White could make five, Black stops it at once.

Which replies could touch a win: where a stone of either side goes in it, and where fours of it would be completed, and
every square of a row of five without black stones in which White has three. Any other white stone changes nothing:
the win is played as before, and White, who needs four in a row of five to disturb it, can have no more than three
there. If up to two white stones may have come from outside, rows in which White has two count as well. A stone of
Black's more is never a harm, because more than five in a row win, too.
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
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

_SIZE: Final = 15
_SQUARES: Final = _SIZE * _SIZE
_MIDDLE: Final = 112
_BLACK, _WHITE = 1, 2
_MAGIC: Final = b"QGPROOF1"
_MOST_BYTES: Final = 2_000_000
_END, _THREAT, _CLOSE = 255, 254, 253
_DEEPEST: Final = 225
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


def _strong(white: int, black: int, rows: list[int], least: int) -> int:
    """All squares of rows without black stones in which White has so many at least."""
    found = 0
    for row in rows:
        if not row & black and (row & white).bit_count() >= least:
            found |= row
    return found


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


def _follow_move(move: _Move, black: int, white: int, must: int, spare: int) -> _Won | None:
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
        won = _follow_move(move.follow, black, white, must, spare)
        if won is None:
            return None
        rows = _strong(white, black, _ROWS_OF[answer], 4 - spare) if spare else 0
        return _Won(won.touch | place | completes | rows, won.plies + 2)
    if not isinstance(move.follow, _Threat) or spare > 1:
        return None
    won = _follow_threat(move.follow, black, white, spare)
    return None if won is None else _Won(won.touch | place, won.plies)


def _follow_threat(threat: _Threat, black: int, white: int, spare: int) -> _Won | None:
    """White to move; it has no row of four. Replies that do not touch how Black goes on are answered by that."""
    quiet = _alone(threat.quiet, black, white, 1)
    if quiet is None:
        return None
    touch = 0
    if spare:
        wide = _alone(threat.quiet, black, white, 2)
        if wide is None:
            return None
        touch = wide.touch
    plies = quiet.plies + 2
    for reply in _each(quiet.touch & ~(black | white)):
        after = white | 1 << reply
        must = _needed(after, black, _ROWS_OF[reply])
        written = threat.replies.get(reply)
        if written is not None:
            won = _follow_move(written, black, after, must, spare)
        else:
            won = _stop(threat, black, after, must, spare)
        if won is None:
            return None
        rows = _strong(after, black, _ROWS_OF[reply], 4 - spare) if spare else 0
        touch |= won.touch | rows
        plies = max(plies, won.plies + 2)
    return _Won(touch, plies)


def _stop(threat: _Threat, black: int, white: int, must: int, spare: int) -> _Won | None:
    """Black stops White's four, and the threat is as it was."""
    if must.bit_count() != 1:
        return None
    if _five(black, must.bit_length() - 1):
        return _Won(must, 1)
    won = _follow_threat(threat, black | must, white, spare)
    return None if won is None else _Won(won.touch | must, won.plies)


def _alone(move: _Move, black: int, white: int, spare: int) -> _Won | None:
    """A win with Black to move, on a board where some white stones more may stand outside what it touches."""
    won = _follow_move(move, black, white, _needed(white, black, _ROWS), spare)
    if won is None or not spare:
        return won
    return _Won(won.touch | _strong(white, black, _ROWS, 4 - spare), won.plies)


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
    """Of a position in its canonical form, Black to move: the move, the plies at most (0: not proven), and the wins."""

    move: int
    plies: int
    wins: list[tuple[int, int]]


@dataclass
class ProofContent:
    """What stands in a file of a proof."""

    head: dict[str, Any]
    wins: list[bytes]
    entries: dict[bytes, _ProofEntry]


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
    if place != len(body):
        raise FaultError("something follows the positions")
    entries = {}
    for key, move, most, number in zip(keys, moves, plies, numbers, strict=True):
        own = [divmod(next(references), 8) for _ in range(number)]
        if move >= _SQUARES or any(each >= len(wins) for each, _ in own):
            raise FaultError("a position names a square or a win that there is not")
        entries[key] = _ProofEntry(move, most, own)
    return ProofContent(head, wins, entries)


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


@dataclass
class Verdict:
    """What was found: faults in sentences, how many positions were reached, and of how many replies of White to what
    Black plays the proof knows that they lose: the first ones, pairs of a first and a second, and triples."""

    faults: list[str] = field(default_factory=list)
    positions: int = 0
    lost: tuple[int, int, int] = (0, 0, 0)


class Verifier:
    """Goes through a proof."""

    def __init__(self, proof: ProofContent, most_faults: int = 10) -> None:
        self._proof = proof
        self._most = most_faults
        self._faults: list[str] = []
        self._reached: set[bytes] = set()
        self._used: set[int] = set()
        self._read: dict[tuple[int, int], _Move] = {}

    def run(self, progress: bool = False) -> Verdict:
        """Check all of it, up to a number of faults."""
        first = bytearray(_SQUARES)
        first[_MIDDLE] = _BLACK
        waiting = self._below(bytes(first))
        said = time.monotonic()
        while waiting and len(self._faults) < self._most:
            cells, key, symmetry = waiting.pop()
            if key in self._reached:
                continue
            self._reached.add(key)
            waiting += self._check(cells, self._proof.entries[key], symmetry)
            if progress and time.monotonic() - said > 5:
                said = time.monotonic()
                sys.stdout.write(f"{len(self._reached)} of {len(self._proof.entries)} positions\n")
                sys.stdout.flush()
        if len(self._faults) < self._most:
            if len(self._reached) < len(self._proof.entries):
                self._faults.append(f"{len(self._proof.entries) - len(self._reached)} positions are never reached")
            if len(self._used) < len(self._proof.wins):
                self._faults.append(f"{len(self._proof.wins) - len(self._used)} wins are never used")
        lost = tuple(round(self._lost(bytes(first), depth)) for depth in (1, 2, 3))
        return Verdict(self._faults, len(self._reached), lost)  # type: ignore[arg-type]

    def _below(self, cells: bytes) -> list[tuple[bytes, bytes, int]]:
        """The positions of the proof after each reply of White: cells, key, and symmetry to the form."""
        found = []
        for reply in range(_SQUARES):
            if not cells[reply]:
                after = cells[:reply] + bytes((_WHITE,)) + cells[reply + 1 :]
                form, symmetry = _canonical(after)
                key = _key(form)
                if key in self._proof.entries:
                    found.append((after, key, symmetry))
        return found

    def _check(self, cells: bytes, entry: _ProofEntry, symmetry: int) -> list[tuple[bytes, bytes, int]]:
        """Check one position, Black to move; gives those that follow."""
        square = int(_TURNED[symmetry][entry.move])
        if cells[square]:
            self._fault(cells, "Black's move is on a stone")
            return []
        black, white = _sets(cells)
        if _five(black, square):
            self._fault(cells, "Black would make five at once")
            return []
        cells = cells[:square] + bytes((_BLACK,)) + cells[square + 1 :]
        black |= 1 << square
        below = self._below(cells)
        if not entry.plies:
            if entry.wins:
                self._fault(cells, "wins belong to a position that is not proven")
            return below
        if _needed(white, black, _ROWS):
            self._fault(cells, "White makes five")
            return []
        four = _needed(black, white, _ROWS_OF[square])
        left = four or _WHOLE & ~(black | white)
        if four.bit_count() > 1:
            left = 0
        longest = 3
        kept = []
        for after, key, turn in below:
            reply = next(each for each in range(_SQUARES) if after[each] != cells[each])
            child = self._proof.entries[key]
            if left >> reply & 1 and child.plies:
                left &= ~(1 << reply)
                longest = max(longest, child.plies + 2)
                kept.append((after, key, turn))
        longest = max(longest, self._answered(entry, symmetry, black, white, left, cells))
        if longest > entry.plies:
            self._fault(cells, f"it may take {longest} plies, not {entry.plies}")
        return kept

    def _answered(self, entry: _ProofEntry, symmetry: int, black: int, white: int, left: int, cells: bytes) -> int:
        """Check that the wins of a position answer all of the replies that are left; gives the plies of the longest."""
        longest = 0
        tried = []
        for number, turn in entry.wins:
            self._used.add(number)
            win = self._win(number, turn, symmetry)
            if win is None:
                self._fault(cells, "a win can't be read")
                return 0
            tried.append(win)
            won = _alone(win, black, white, 1)
            if won is not None and left & ~won.touch:
                left &= won.touch
                longest = max(longest, won.plies + 2)
        for reply in _each(left):
            for win in tried:
                won = _alone(win, black, white | 1 << reply, 0)
                if won is not None:
                    left &= ~(1 << reply)
                    longest = max(longest, won.plies + 2)
                    break
        if left:
            self._fault(cells, f"nothing answers {' '.join(_name(square) for square in _each(left))}")
        return longest

    def _win(self, number: int, turn: int, symmetry: int) -> _Move | None:
        """A win as it lies on the board: from its own squares by `turn` to the form's, and back by `symmetry`."""
        place = [int(_TURNED[symmetry][_PLACE[turn][square]]) for square in range(_SQUARES)]
        name = number, place[0] * _SQUARES + place[1]
        if name not in self._read:
            data = bytes(place[each] if each < _SQUARES else each for each in self._proof.wins[number])
            try:
                self._read[name] = _read_win(data)
            except FaultError:
                return None
        return self._read[name]

    def _lost(self, cells: bytes, depth: int) -> float:
        """How many ways of White to reply `depth` times lose for certain, Black playing as the proof does."""
        proven = opened = 0
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
                opened += 1
                square = int(_TURNED[symmetry][entry.move])
                total += self._lost(after[:square] + bytes((_BLACK,)) + after[square + 1 :], depth - 1)
        return proven * ways + total

    def _fault(self, cells: bytes, sentence: str) -> None:
        stones = [" ".join(_name(at) for at, cell in enumerate(cells) if cell == side) for side in (_BLACK, _WHITE)]
        self._faults.append(f"black {stones[0]}, white {stones[1]}: {sentence}")


def _name(square: int) -> str:
    return f"{'abcdefghijklmno'[square % _SIZE]}{square // _SIZE + 1}"


def verify(content: bytes, progress: bool = False) -> Verdict:
    """Check the content of a file."""
    try:
        return Verifier(read(content)).run(progress)
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
