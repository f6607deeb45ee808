"""Wins by threats: how they are read, and how they are followed move by move against all that White can do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ai.gomoku.verify.board import (
    SQUARES,
    close,
    completing,
    each_of,
    look,
    makes_five,
    rows_noted,
)
from ai.gomoku.verify.fault import FaultError

_END, _THREAT, _CLOSE = 255, 254, 253
_DEEPEST: Final = 225

Follow: TypeAlias = "StatedMove | StatedThreat | None"


@dataclass(frozen=True)
class StatedMove:
    """Black's move, and what comes after it: nothing (won), a move (after White's only answer), or a threat."""

    square: int
    follow: Follow


@dataclass(frozen=True)
class StatedThreat:
    """How Black goes on where White does nothing, and after certain replies."""

    quiet: StatedMove
    replies: dict[int, StatedMove]


class HeldWin(NamedTuple):
    """That a win holds: the squares that may not be White's, and the plies to five at most."""

    touch: int
    plies: int


@dataclass
class _Course:
    """What is gathered while one win is followed."""

    looks: set[tuple[int, int, int, int]] = field(default_factory=set)
    """Where White may make fours: squares with the stones around them and the least of White's in a row."""
    known: dict[tuple[int, int, int, int], HeldWin | None] = field(default_factory=dict)
    """What was found at threats, by threat, stones and spare ones: White's fours may come in any order."""


def _follow_move(move: StatedMove, black: int, white: int, must: int, spare: int, course: _Course) -> HeldWin | None:
    """Whether Black, to move, wins by this move and what follows. `must`: where White would make five. `spare`: how
    many white stones may have come from outside `touch`."""
    place = 1 << move.square
    if (black | white) & place:
        return None
    if makes_five(black, move.square):
        return HeldWin(place, 1)
    if must & ~place:
        return None
    black |= place
    completes = completing(black, white, move.square)
    count = completes.bit_count()
    if count >= 2:
        return HeldWin(place | completes, 3)
    if count == 1:
        if not isinstance(move.follow, StatedMove):
            return None
        answer = completes.bit_length() - 1
        white |= completes
        must = completing(white, black, answer)
        if spare:
            course.looks.add(look(white, black, answer, 4 - spare))
        won = _follow_move(move.follow, black, white, must, spare, course)
        return None if won is None else HeldWin(won.touch | place | completes, won.plies + 2)
    if not isinstance(move.follow, StatedThreat) or spare > 2:
        return None
    won = _follow_threat(move.follow, black, white, spare, course)
    return None if won is None else HeldWin(won.touch | place, won.plies)


def _follow_threat(threat: StatedThreat, black: int, white: int, spare: int, course: _Course) -> HeldWin | None:
    """White to move; it has no row of four. Replies that do not touch how Black goes on are answered by that."""
    key = id(threat), black, white, spare
    if key not in course.known:
        course.known[key] = _follow_replies(threat, black, white, spare, course)
    return course.known[key]


def _follow_replies(threat: StatedThreat, black: int, white: int, spare: int, course: _Course) -> HeldWin | None:
    quiet = alone(threat.quiet, black, white, 1, 0)
    if quiet is None:
        return None
    touch = 0
    if spare:
        wide = _open_alone(threat.quiet, black, white, spare + 1, 0, course)
        if wide is None:
            return None
        touch = wide.touch
    plies = quiet.plies + 2
    for reply in each_of(quiet.touch & ~(black | white)):
        after = white | 1 << reply
        must = completing(after, black, reply)
        written = threat.replies.get(reply)
        if spare:
            course.looks.add(look(after, black, reply, 4 - spare))
        if written is not None:
            won = _follow_move(written, black, after, must, spare, course)
        else:
            won = _stop(threat, black, after, must, spare, course)
        if won is None:
            return None
        touch |= won.touch | 1 << reply
        plies = max(plies, won.plies + 2)
    return HeldWin(touch, plies)


def _stop(threat: StatedThreat, black: int, white: int, must: int, spare: int, course: _Course) -> HeldWin | None:
    """Black stops White's four, and the threat is as it was."""
    if must.bit_count() != 1:
        return None
    if makes_five(black, must.bit_length() - 1):
        return HeldWin(must, 1)
    won = _follow_threat(threat, black | must, white, spare, course)
    return None if won is None else HeldWin(won.touch | must, won.plies)


def alone(move: StatedMove, black: int, white: int, spare: int, must: int) -> HeldWin | None:
    """A win with Black to move, on a board where some white stones more may stand outside what it touches."""
    course = _Course()
    won = _open_alone(move, black, white, spare, must, course)
    return won if won is None or not spare else HeldWin(close(won.touch, rows_noted(course.looks)), won.plies)


def _open_alone(move: StatedMove, black: int, white: int, spare: int, must: int, course: _Course) -> HeldWin | None:
    """As `alone`; the rows that were looked at are still to be counted in."""
    if spare:
        course.looks.update(look(white, black, stone, 4 - spare) for stone in each_of(white))
    return _follow_move(move, black, white, must, spare, course)


def read_win(data: bytes) -> StatedMove:
    """Raises FaultError."""
    try:
        move, at = _read_move(data, 0, 0)
    except IndexError:
        raise FaultError("a win is cut short") from None
    if at != len(data):
        raise FaultError("something follows a win")
    return move


def _read_move(data: bytes, at: int, depth: int) -> tuple[StatedMove, int]:
    square, mark = data[at], data[at + 1]
    if square >= SQUARES or depth > _DEEPEST:
        raise FaultError("a win leaves the board")
    if mark == _END:
        return StatedMove(square, None), at + 2
    if mark != _THREAT:
        below, at = _read_move(data, at + 1, depth + 1)
        return StatedMove(square, below), at
    quiet, at = _read_move(data, at + 2, depth + 1)
    replies: dict[int, StatedMove] = {}
    while data[at] != _CLOSE:
        reply = data[at]
        if reply >= SQUARES or reply in replies:
            raise FaultError("a win answers a reply twice, or one off the board")
        replies[reply], at = _read_move(data, at + 1, depth + 1)
    return StatedMove(square, StatedThreat(quiet, replies)), at + 1
