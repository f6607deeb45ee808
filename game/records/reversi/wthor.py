"""WTHOR, the base of the games of Othello of the French federation: `.wtb` with the games of a year, `.jou` with the
names of all players and `.trn` with those of all tournaments.

All begin with a head of 16 bytes, little-endian: the day when it was made (century, year, month, day), how many games
(4 bytes), how many names (2), the year of the games (2), the lines of the board (0 = 8), the kind, the depth to which
games are solved. A game has 68 bytes: numbers of its tournament, of Black and of White (2 bytes each), Black's discs at
the end and in perfect play from that depth on, 60 moves, each ten times the row plus the column, from 1; 0 is none.
A player has 20 bytes, a tournament 26, Latin letters that a zero ends.

Reference: Format WThor, Fédération française d'Othello (https://www.ffothello.org/wthor/Format_WThor.pdf).
"""

from __future__ import annotations

import struct
from typing import Final

from game.records.collection import RecordSource, reading_of
from game.records.descriptor import Companions
from game.records.fault import fault
from game.records.lazy_games import LazyGames
from game.records.native import Reading
from game.records.record import RecordError
from game.records.written import WrittenGame
from game.rules.core import Side
from game.rules.reversi.variants import REVERSI

EXTENSION: Final = ".wtb"
_HEAD: Final = struct.Struct("<4BIHHBBBB")
_GAME: Final = struct.Struct("<HHHBB60s")
_PLAYER, _TOURNAMENT = 20, 26
_DISCS: Final = 64
_PLAYERS, _TOURNAMENTS = ".jou", ".trn"


def is_wthor(data: bytes) -> bool:
    """Whether bytes have a head of this form, and as many games or names behind it as the head says."""
    if len(data) < _HEAD.size:
        return False
    century, year, month, day, games, names, *_ = _HEAD.unpack_from(data)
    if century not in (19, 20) or year > 99 or not 1 <= month <= 12 or not 1 <= day <= 31:
        return False
    size = len(data) - _HEAD.size
    return (not names and size == _GAME.size * games) or (not games and size in (_PLAYER * names, _TOURNAMENT * names))


def _no_files(ending: str) -> None:
    pass


def source(data: bytes, beside: Companions = _no_files) -> RecordSource:
    """The games of a year, yet to be played through. `beside` gives the file of an ending that lies beside the one that
    is read, for the names; without them players and tournaments keep their numbers. Raises RecordError for files of
    names alone, and for another board."""
    *_, games, names, year, lines, _, depth, _ = _HEAD.unpack_from(data)
    if names or not games:
        raise RecordError(fault("no-games", form="WTHOR"))
    if lines not in (0, 8):
        raise RecordError(fault("no-board", lines=lines))
    players, tournaments = _names(beside(_PLAYERS), _PLAYER), _names(beside(_TOURNAMENTS), _TOURNAMENT)

    def make(index: int) -> WrittenGame:
        tournament, black, white, discs, best, moves = _GAME.unpack_from(data, _HEAD.size + index * _GAME.size)
        tags = {
            "Event": _name(tournaments, tournament), "Date": str(year) if year else "",
            "Black": _name(players, black), "White": _name(players, white),
            "Result": f"{discs}-{_DISCS - discs}" if discs <= _DISCS else "",
            "TheoreticalResult": f"{best}-{_DISCS - best}" if depth > 0 and best <= _DISCS else "",
            "TheoreticalDepth": str(depth) if depth else "",
        }  # fmt: skip
        game = WrittenGame(1, tags)
        for move in moves.rstrip(b"\0"):
            game.add(_square(move), 0)
        return game

    return RecordSource("WTHOR", LazyGames(games, make), _read_game)


def _names(data: bytes | None, size: int) -> list[str]:
    """The names of a file; none where it is not there or something else."""
    if data is None or not is_wthor(data) or (len(data) - _HEAD.size) % size:
        return []
    entries = (data[at : at + size] for at in range(_HEAD.size, len(data), size))
    return [entry.split(b"\0")[0].decode("latin-1").strip() for entry in entries]


def _name(names: list[str], number: int) -> str:
    return names[number] if number < len(names) else f"#{number}"


def _square(value: int) -> str:
    """The name of a square; for a byte that is not one, its number, which nobody takes for one."""
    row, column = divmod(value, 10)
    return f"{'abcdefgh'[column - 1]}{row}" if 1 <= row <= 8 and 1 <= column <= 8 else f"<{value}>"


def _read_game(written: WrittenGame, number: int) -> Reading:
    black, _, white = written.tags["Result"].partition("-")
    lead = int(black) - int(white) if black else 0
    winner = None if not lead else (Side.FIRST if lead > 0 else Side.SECOND)
    return reading_of(written, number, REVERSI, None, winner, bool(black))
