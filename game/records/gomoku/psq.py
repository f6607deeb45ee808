"""PSQ, the files of Piskvork, the manager of Gomocup, and of Gomocup's own server: one game of Gomoku.

    Piskvorky 20x20, 11:11, 0       lines; the level of each player, 0 = a person; which of them began
    11,11,0                         column from the left, row from the top, from 1; milliseconds
    12,12,27
    one.zip                         who played, first the player who is called the first
    other.zip
    -1                              how the program ended, -1 = not told
    1,Freestyle15                   Gomocup alone: who won, 0 = nobody; the tournament's name, which tells the rules

The form is that of Piskvork's source (https://github.com/plastovicka/Piskvork, game.cpp) and of Gomocup's server
(https://github.com/Gomocup/GomocupJudge, server.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.records.collection import RecordSource
from game.records.fault import fault
from game.records.gomoku.rulings import read_by_fitting
from game.records.native import Reading
from game.records.record import Record, RecordError
from game.records.saying import MOVES_ALONE
from game.records.tree import LONGEST_S
from game.records.written import WrittenGame
from game.rules.core import PASS, Side
from game.rules.game import Game
from game.rules.gomoku.variants import BOARD_SIZES, FREESTYLE, RENJU, STANDARD, GomokuVariant

EXTENSION: Final = ".psq"
_HEAD: Final = re.compile(r"[\s\ufeff]*Piskvorky\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})([^\n]*)", re.IGNORECASE)
_MOVE: Final = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*(-?[0-9]{1,12})\s*)?", re.ASCII)
_OUTCOME: Final = re.compile(r"\s*+([0-2])\s*+,\s*+(.*\S)\s*", re.ASCII)
_CODE: Final = re.compile(r"\s*-?[0-9]{1,9}\s*", re.ASCII)
_RULES: Final[dict[str, tuple[GomokuVariant, ...]]] = {
    "free": (FREESTYLE,), "fast": (FREESTYLE,), "standard": (STANDARD,), "renju": (RENJU,),
}  # fmt: skip
"""What a tournament's name has in it, and the rules that it was played by."""
_NAMES: Final = {FREESTYLE.name: "Freestyle", STANDARD.name: "Standard", RENJU.name: "Renju"}
_COLUMNS: Final = "abcdefghijklmnopqrstuv"
_LEVEL: Final = 11
"""What Gomocup writes for an engine."""


def is_psq(text: str) -> bool:
    """Whether a text begins as this form does."""
    return _HEAD.match(text) is not None


def source(text: str) -> RecordSource:
    """The game of a text, yet to be played through. Raises RecordError for a board that is not played on here."""
    head = _HEAD.match(text)
    assert head is not None, "is_psq was asked"
    columns, rows = int(head[1]), int(head[2])
    if columns != rows or rows not in BOARD_SIZES:
        raise RecordError(fault("no-board", lines=f"{columns}x{rows}"))
    written = WrittenGame(text.count("\n", 0, head.start(1)) + 1, {"size": str(rows)})
    lines = text[head.end() :].split("\n")
    line = written.line
    at = 1
    while at < len(lines) and (match := _MOVE.fullmatch(lines[at])):
        written.add(_point(int(match[1]), int(match[2]), rows), line + at, used_s=_seconds(match[3]))
        at += 1
    _take_end([each for each in lines[at:] if each.strip()], head[3].rstrip()[-1:] == "1", written)
    return RecordSource("PSQ", [written], _read_game)


def _point(column: int, row: int, lines: int) -> str:
    """The name of a point; for one that is not on the board what stands there."""
    if not (1 <= column <= lines and 1 <= row <= lines):
        return f"{column},{row}"
    return f"{_COLUMNS[column - 1]}{lines + 1 - row}"


def _seconds(text: str | None) -> float:
    return min(max(int(text or 0) / 1000, 0.0), LONGEST_S)


def _take_end(lines: Sequence[str], has_second_begun: bool, game: WrittenGame) -> None:
    """Who played, and how it ended: what stands behind the moves."""
    names: list[str] = []
    for line in lines:
        if (outcome := _OUTCOME.fullmatch(line)) is not None:
            game.tags |= {"Result": outcome[1], "Event": outcome[2]}
            break
        if len(names) < 2 and not _CODE.fullmatch(line):
            names.append(line.strip())
    if len(names) == 2:
        first, second = reversed(names) if has_second_begun else names
        game.tags |= {"Black": first, "White": second}


def _read_game(written: WrittenGame, number: int) -> Reading:
    tags = written.tags
    event, size = tags.get("Event", ""), tags["size"]
    if "caro" in event.casefold():
        raise RecordError(fault("other-kind", name="Caro", game=FREESTYLE.game))
    rules = _rules_by(event)
    winner = {"1": Side.FIRST, "2": Side.SECOND}.get(tags.get("Result", ""))
    told = {name: value for name, value in tags.items() if name not in ("size", "Result")}
    if event in _NAMES.values():
        del told["Event"]
    game = WrittenGame(written.line, told, nodes=written.nodes, faults=written.faults)
    start = f"{'/'.join([size] * int(size))} b"
    return read_by_fitting(rules, game, number, start, winner, "Result" in tags)


def _rules_by(event: str) -> tuple[GomokuVariant, ...]:
    """The rules that a tournament's name tells, or else those that a game may have been played by."""
    event = event.casefold()
    return next((rules for word, rules in _RULES.items() if word in event), (FREESTYLE, STANDARD, RENJU))


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The file of one game. Raises RecordError for a record of another game or with moves that the rules refuse, for
    one that does not begin with the empty board, and for a pass, which the form can't say."""
    record = records[0]
    if record.variant not in _NAMES:
        raise RecordError(fault("not-this-game", variant=record.variant, game=FREESTYLE.game))
    game = record.to_game()
    board = game.start.board
    if game.start.pieces():
        raise RecordError(fault("other-start"))
    names = [seat.name or "?" for seat in record.seats]
    levels = [0 if seat.kind == "human" else _LEVEL for seat in record.seats]
    if game.position.colour(Side.FIRST) is Side.SECOND:  # colours were exchanged, and who has Black comes first
        names.reverse()
        levels.reverse()
    lines = [f"Piskvorky {board.columns}x{board.rows}, {levels[0]}:{levels[1]}, 0"]
    for number, (move, node) in enumerate(zip(game.moves, record.moves, strict=True), 1):
        if move.word == PASS.word:
            raise RecordError(fault("no-passes", form="PSQ").at(move=number))
        if move.target is not None:
            column, row = board.column(move.target) + 1, board.rows - board.row(move.target)
            lines.append(f"{column},{row},{round(node.used_s * 1000)}")
    lines += [*(" ".join(name.split()) for name in names), "-1"]
    if record.result is not None:
        lines.append(f"{_winner(record, game)},{_event(record)}")
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _event(record: Record) -> str:
    return " ".join(record.event.split()) or _NAMES[record.variant]


def _missed(record: Record) -> frozenset[str]:
    has_end = record.result is not None
    rules = _rules_by(_event(record) if has_end else "")[0]
    known = {"rules": rules.name == record.variant, "event": has_end}
    return frozenset({"date", *(fact for fact, is_known in known.items() if not is_known)})


SAYS: Final = replace(MOVES_ALONE, times=True, misses=_missed)
"""What can be told in this form."""


def _winner(record: Record, game: Game) -> int:
    assert record.result is not None
    winner = record.result.winner
    return 0 if winner is None else game.variant.side_names.index(winner) + 1
