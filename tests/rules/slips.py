"""Real mistakes as the tests hold them, and what each motive claims, found out again by other means.

The second reading of a motive asks positions alone: which moves are legal, what is on the board after them, how the
game ends. It shares no code with the finders in `game.rules.GAME.motives`.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from game.rules.core import Move, Piece, Position, Side, Square
from game.rules.motive import Motive, MotiveValue, Slip
from game.rules.registry import variant

FOLDER = Path(__file__).parent.parent / "data" / "motives"


@dataclass(frozen=True)
class Known:
    """A slip of the data with what was told of it."""

    name: str
    slip: Slip
    motive: Motive | None


def known_slips(game: str) -> list[Known]:
    """The slips of a game's file."""
    rows = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return [_known(f"{game} {nth}", row) for nth, row in enumerate(rows)]


def slip_of(row: dict) -> Slip:
    """The slip that a row of the data tells of."""
    rules = variant(row["variant"])
    before = rules.read_position(row["position"])
    move = rules.read_move(row["move"], before)
    after = before.play(move)
    better, reply = (_line(rules, start, row[name]) for start, name in ((before, "better"), (after, "reply")))
    positions, moves = [before, after], [move]
    if "start" in row:  # what came before counts
        start = rules.read_position(row["start"])
        moves = [*_line(rules, start, row["history"]), move]
        positions = list(played(start, tuple(moves)))
    ended = rules.outcome(positions, moves)
    return Slip(rules, before, move, after, better, reply, row.get("wins_in"), row.get("loses_in"), ended)


def _line(rules: object, position: Position, texts: str) -> tuple[Move, ...]:
    moves = []
    for text in texts.split():
        moves.append(rules.read_move(text, position))  # type: ignore[attr-defined]
        position = position.play(moves[-1])
    return tuple(moves)


def _known(name: str, row: dict) -> Known:
    motive = None
    if row["code"]:
        values = tuple((key, _value(value)) for key, value in row["values"].items())
        motive = Motive(row["code"], values, row["plies"], row["missed"])
    return Known(name, slip_of(row), motive)


def _value(value: object) -> MotiveValue:
    if isinstance(value, list):
        return Piece(Side(value[0]), value[1])
    assert isinstance(value, (int, str))
    return value


class Claims:
    """What a motive of a slip claims, for the second reading of each game."""

    def __init__(self, slip: Slip, motive: Motive) -> None:
        self.slip = slip
        self.motive = motive
        self.values = dict(motive.values)
        self.side, self.other = slip.side, slip.side.other
        self.replied = list(played(slip.after, slip.reply))
        self.improved = list(played(slip.before, slip.better))

    def number(self, name: str) -> int:
        """A number or square among the values."""
        value = self.values[name]
        assert isinstance(value, int)
        return value

    def piece(self, name: str) -> Piece:
        """A piece among the values."""
        value = self.values[name]
        assert isinstance(value, Piece)
        return value

    @property
    def reply(self) -> Move:
        """The first move of the reply."""
        return self.slip.reply[0]

    @property
    def better(self) -> Move:
        """The better move."""
        return self.slip.better[0]


def played(position: Position, moves: tuple[Move, ...]) -> Iterator[Position]:
    """A position and those after each of the moves, all of which must be legal."""
    yield position
    for move in moves:
        assert move in position.legal_moves() or move.word or _is_foul(position, move), move
        position = position.play(move)
        yield position


def _is_foul(position: Position, move: Move) -> bool:
    return bool(move.path) and move.path[0] in position.forbidden()


def with_turn(position: Position, side: Side) -> Position:
    """The position with a side to move, as if the other had passed."""
    if position.turn is side:
        return position
    return dataclasses.replace(position, turn=side)  # type: ignore[type-var]


def count(position: Position, side: Side, kind: str = "") -> int:
    """How many pieces (of a kind) a side has."""
    return sum(piece.side is side and kind in ("", piece.kind) for piece in position.pieces().values())


def targets(position: Position, side: Side) -> set[Square]:
    """Where the side could place or move, if it were to move."""
    return {move.path[-1] for move in with_turn(position, side).legal_moves()}
