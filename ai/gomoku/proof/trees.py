"""Wins by continuous threats as trees, how they are written, and how they are checked against every defence.

A **win** is a move of Black and what follows it:

    None       it makes five, or a four that White cannot stop
    a win      it makes a four; White has one answer, after which this win goes on
    a ThreatNode
               it makes no four; `line` is how Black goes on if White plays elsewhere (a win by fours alone), `replies`
               the win after each reply that touches that line

Which replies touch a line is worked out, not written. A white stone more can spoil a win only on a square that Black or
White plays on in it, or that completes a four of it, or by making White's own rows of four: those squares are its
**zone**. With one stone more White can make a four only in a row that has three white stones already, with two only in
a row that has two; the zone holds the squares of all such rows, and of rows with a single one all but one, where three
stones more are reckoned with. That is null-move search with relevance zones (Thomsen 2000, Lambda-search; Wu and Lin
2010, Relevance-zone-oriented proof search for Connect6). A black stone more spoils nothing: six in a row win, too.

Where White answers a threat by a four that no reply is written for, Black stops it and White is to move again.

Written: the move's byte, then END; or the next win; or THREAT, the line, the replies, each its square and its win, and
CLOSE.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.symmetry import SQUARES
from ai.gomoku.proof.windows import Mask, WhiteRows, WindowBoard, closed, squares_of

_MOST_STEPS: Final = 6_000
"""A win that takes more moves than this to check is not kept: it would have to be checked for reply after reply."""
END: Final = 255
THREAT: Final = 254
CLOSE: Final = 253


@dataclass(frozen=True, slots=True, eq=False)
class ThreatNode:
    """See the module's text."""

    line: Win
    replies: Mapping[int, Win]


class Win(NamedTuple):
    """See the module's text."""

    move: int
    follow: Follow


Follow: TypeAlias = "Win | ThreatNode | None"


class Checked(NamedTuple):
    """The zone in which a white stone more could spoil a win, and the plies to five that White can hold out at most."""

    zone: Mask
    plies: int


@dataclass(slots=True)
class _Checking:
    """What is gathered while a win is checked: the rows that are still to be counted in, the steps left, and what was
    found at threats, by threat, stones and spare ones, because White's fours may come in any order."""

    rows: WhiteRows = field(default_factory=dict)
    left: int = _MOST_STEPS
    known: dict[tuple[int, Mask, Mask, int], Checked | None] = field(default_factory=dict)


def check(win: Win, board: WindowBoard, spare: int) -> Checked | None:
    """Whether a win is one with Black to move, whatever White does; None where it is not.

    `spare`: how many white stones more, outside the zone, may stand in any one row of five without black stones from
    the beginning (0 to 2; 3 for wins by fours alone). The zone is empty where it is 0. The board is left as it was.
    """
    course = _Checking()
    checked = _check_all(win, board, spare, course)
    return Checked(closed(checked.zone, course.rows), checked.plies) if checked is not None and spare else checked


def _check_all(win: Win, board: WindowBoard, spare: int, course: _Checking) -> Checked | None:
    """As `check`, but the rows that were noted are still to be counted in."""
    if spare:
        board.note_rows(4 - spare, course.rows)
    return _check_black(win, board, board.fives(WHITE), spare, course)


def _check_black(win: Win, board: WindowBoard, stops: Mask, spare: int, course: _Checking) -> Checked | None:
    """`stops`: the squares where White would make five."""
    move, follow = win
    square = 1 << move
    course.left -= 1
    if board.taken & square or course.left < 0:
        return None
    if board.makes_five(move, BLACK):
        return Checked(square, 1)
    if stops & ~square:
        return None
    board.place(move, BLACK)
    fives = board.fives_through(move, BLACK)
    found: Checked | None = None
    if fives & (fives - 1):
        found = Checked(fives, 3)
    elif fives:
        if isinstance(follow, Win):
            answer = fives.bit_length() - 1
            board.place(answer, WHITE)
            if spare:
                board.note_rows_through(answer, 4 - spare, course.rows)
            below = _check_black(follow, board, board.fives_through(answer, WHITE), spare, course)
            if below is not None:
                found = Checked(below.zone | fives, below.plies + 2)
            board.lift(answer, WHITE)
    elif isinstance(follow, ThreatNode) and spare < 3:
        found = _check_white(follow, board, spare, course)
    board.lift(move, BLACK)
    return None if found is None else Checked(found.zone | square, found.plies)


def _check_white(threat: ThreatNode, board: WindowBoard, spare: int, course: _Checking) -> Checked | None:
    """After a move of Black that makes no four; White cannot make five."""
    key = id(threat), *board.stones, spare
    if key not in course.known:
        course.known[key] = _check_replies(threat, board, spare, course)
    return course.known[key]


def _check_replies(threat: ThreatNode, board: WindowBoard, spare: int, course: _Checking) -> Checked | None:
    line = check(threat.line, board, 1)
    wider = _check_all(threat.line, board, spare + 1, course) if spare else None
    if line is None or (spare and wider is None):
        return None
    zone = wider.zone if wider is not None else 0
    plies = line.plies + 2
    for reply in squares_of(line.zone & ~board.taken):
        board.place(reply, WHITE)
        fives = board.fives_through(reply, WHITE)
        if spare:
            board.note_rows_through(reply, 4 - spare, course.rows)
        below = _check_reply(threat, reply, board, fives, spare, course)
        board.lift(reply, WHITE)
        if below is None:
            return None
        zone |= below.zone | 1 << reply
        plies = max(plies, below.plies + 2)
    return Checked(zone, plies)


def _check_reply(
    threat: ThreatNode, reply: int, board: WindowBoard, fives: Mask, spare: int, course: _Checking
) -> Checked | None:
    """`fives`: where White would make five now."""
    win = threat.replies.get(reply)
    if win is not None:
        return _check_black(win, board, fives, spare, course)
    if not fives or fives & (fives - 1):
        return None
    stop = fives.bit_length() - 1
    if board.makes_five(stop, BLACK):
        return Checked(fives, 1)
    board.place(stop, BLACK)
    below = _check_white(threat, board, spare, course)
    board.lift(stop, BLACK)
    return None if below is None else Checked(below.zone | fives, below.plies)


def after_four(threat: ThreatNode, reply: int, board: WindowBoard) -> bool:
    """Whether the threat holds after a four of White on `reply` for which no win is written."""
    board.place(reply, WHITE)
    held = _check_reply(ThreatNode(threat.line, {}), reply, board, board.fives_through(reply, WHITE), 0, _Checking())
    board.lift(reply, WHITE)
    return held is not None


# --- bytes ----------------------------------------------------------------------------------------------------------


def write_win(win: Win) -> bytes:
    """The bytes of a win."""
    out = bytearray()
    _write(win, out)
    return bytes(out)


def _write(win: Win, out: bytearray) -> None:
    out.append(win.move)
    follow = win.follow
    if follow is None:
        out.append(END)
    elif isinstance(follow, Win):
        _write(follow, out)
    else:
        out.append(THREAT)
        _write(follow.line, out)
        for reply, below in sorted(follow.replies.items()):
            out.append(reply)
            _write(below, out)
        out.append(CLOSE)


def read_win(data: bytes) -> Win:
    """The win of its bytes. Raises ValueError where they hold no win."""
    try:
        win, at = _read(data, 0)
    except IndexError:
        raise ValueError("a win by threats is cut short") from None
    except RecursionError:
        raise ValueError("a win by threats is too deep") from None
    if at != len(data):
        raise ValueError("there is more after a win by threats")
    return win


def _read(data: bytes, at: int) -> tuple[Win, int]:
    move = data[at]
    if move >= SQUARES:
        raise ValueError(f"a win by threats plays on square {move}")
    mark = data[at + 1]
    if mark == END:
        return Win(move, None), at + 2
    if mark != THREAT:
        below, at = _read(data, at + 1)
        return Win(move, below), at
    line, at = _read(data, at + 2)
    replies = {}
    while data[at] != CLOSE:
        reply = data[at]
        replies[reply], at = _read(data, at + 1)
    return Win(move, ThreatNode(line, replies)), at + 1


def moved(data: bytes, place: Callable[[int], int]) -> bytes:
    """The bytes of a win with each square put elsewhere."""
    return bytes(place(each) if each < SQUARES else each for each in data)
