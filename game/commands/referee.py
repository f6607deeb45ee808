"""The referee: the rules as a filter. A JSON line in, a JSON line out, flushed at once.

In, every field but `variant` may be left out or null:

    {"id": 7, "variant": "gomoku-renju", "size": 15, "position": null, "moves": ["h8", "h9"]}

`id` is any JSON value and comes back as it is (null where there was none). `size` is a board size, `position` a text
that the variant reads (by default its start), `moves` are played from there. `opening` names an opening rule of the
variant for the usual start (`free`, the default, `pro`, `long-pro`, `swap`, `swap2` in Gomoku); a position's text says
for itself in which opening it stands.

Out, with `check`, `forbidden`, `captured` and further notations only in games that have them:

    {"id": 7, "variant": "gomoku-renju", "turn": "black", "ply": 2, "position": "...", "legal": [{"text": "a1"}, ...],
     "forbidden": [{"text": "g7", "reason": "double-three"}], "pass": true, "outcome": null}

`legal` and `forbidden` are sorted by text. `forbidden` holds the points that the side to move may not use: in renju it
is always there, empty while White is to move and after the end. `pass` stands there, as true, while the side to move
may pass (which `legal` does not list). `outcome` is, after the end, `{"winner": "black" or null, "termination": "five",
"line": ["h8", ...]}`; `line` is empty where no squares show it.

With an opening rule there stand four fields more:

    "opening": "swap2", "task": "choose-or-more", "actor": "second",
    "choices": [{"text": "black"}, {"text": "more"}, {"text": "white"}]

`opening` is the rule as long as the opening lasts, null from then on, and `task` what it asks for (null with it):
`three-stones`, `choose`, `choose-or-more`, `two-stones`, `centre-stone`, `any-stone`, `outside-5` or `outside-7`.
`actor` is the player who acts: `first`, who began, or `second`. While `choices` is not empty one of them has to be
played as a move: to have `black` or `white`, or to place two `more` stones and let the other player choose; `legal` is
empty then. `turn` and `winner` are colours all the same: that of the next stone, and the one that the winner has at the
end. The four fields stay once the opening is over, if the game began with one or its colours were exchanged.

What can't be read or played is answered by

    {"id": 7, "error": {"kind": "unreadable" | "illegal" | "over", "where": "moves[1]", "message": "one sentence"}}

with `where` naming the field, or `line` for the line as a whole. Blank lines are skipped. Lines are UTF-8 and at most a
MiB long; answers are ASCII.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, Final, NoReturn

from game.rules import registry
from game.rules.core import (
    FREE_OPENING,
    GameOverError,
    IllegalMoveError,
    Move,
    Outcome,
    Position,
    RulesError,
    Side,
    Variant,
)
from game.rules.game import Game

LINE_LIMIT: Final = 1 << 20
"""The longest line that is read, in bytes, its end included."""

_FIELDS = ("id", "variant", "size", "opening", "position", "moves")
_NUMBER_LIMIT = 40  # digits; Python refuses to read or write integers of some thousands
_ID_DEPTH = 8


def main() -> int:
    """Answer standard input on standard output until it ends. 0 then, or when nobody reads on; 1 for a failure."""
    if sys.stdin is None or sys.stdout is None:  # closed by whoever started us
        return _failed("it needs an open standard input and output")
    try:
        run(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        _give_up_output()
        return 0
    except OSError as error:
        _give_up_output()
        return _failed(str(error))
    except KeyboardInterrupt:
        return 1
    return 0


def _failed(why: str) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"qiguan referee: {why}\n")
    return 1


def run(source: BinaryIO, sink: BinaryIO) -> None:
    """Write the answer to each line of the source that is not blank; OSErrors of both pass through."""
    for line in _lines(source):
        sink.write(json.dumps(answer(line)).encode("ascii") + b"\n")
        sink.flush()


def answer(line: bytes) -> dict[str, object]:
    """The answer to one line, as described at the top of the module."""
    request_id: object = None
    try:
        request = _read_object(line)
        request_id = _read_id(request)
        return {"id": request_id, **_report(_read_game(request))}
    except _RequestError as error:
        described = {"kind": error.kind, "where": error.where, "message": str(error)}
        return {"id": request_id, "error": described}


class _RequestError(Exception):
    """A line that gets an error for its answer."""

    def __init__(self, where: str, message: str, kind: str = "unreadable") -> None:
        super().__init__(message)
        self.where = where
        self.kind = kind


# Reading


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; of one that is too long, its beginning, longer than `LINE_LIMIT`."""
    while line := source.readline(LINE_LIMIT + 1):
        rest = line
        while len(rest) > LINE_LIMIT and not rest.endswith(b"\n"):
            rest = source.readline(LINE_LIMIT + 1)
        if line.strip():
            yield line


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")


def _read_float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text[:_NUMBER_LIMIT]} is too large")
    return value


def _read_int(text: str) -> int:
    if len(text) > _NUMBER_LIMIT:
        raise ValueError(f"an integer of {len(text)} digits is too large")
    return int(text)


_DECODER = json.JSONDecoder(parse_float=_read_float, parse_int=_read_int, parse_constant=_refuse_constant)


def _read_object(line: bytes) -> dict[str, object]:
    if len(line) > LINE_LIMIT:
        raise _RequestError("line", f"the line is longer than {LINE_LIMIT} bytes")
    try:
        value = _DECODER.decode(line.decode("utf-8-sig"))  # some systems begin a pipe with a byte order mark
    except UnicodeDecodeError as error:
        raise _RequestError("line", f"byte {error.start + 1} is no UTF-8") from error
    except RecursionError as error:
        raise _RequestError("line", "the JSON is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise _RequestError("line", f"the line is no JSON: {error.msg} at character {error.pos + 1}") from error
    except ValueError as error:  # of the readers of numbers above
        raise _RequestError("line", str(error)) from error
    if not isinstance(value, dict):
        raise _RequestError("line", "the line must be a JSON object")
    return value


def _read_id(request: dict[str, object]) -> object:
    """The request's id, with a bound on its depth: what could be read must be written again."""
    request_id = request.get("id")
    level: list[object] = [request_id]
    for _ in range(_ID_DEPTH):
        level = [inner for outer in level for inner in _children(outer)]
    if level:
        raise _RequestError("id", "the id is nested too deeply")
    return request_id


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _read_game(request: dict[str, object]) -> Game:
    """The game that the request describes, with its moves played."""
    for name in request:
        if name not in _FIELDS:
            raise _RequestError(name[:40], f"unknown field; known are {', '.join(_FIELDS)}")
    variant = _read_variant(request)
    game = Game(variant, _read_start(request, variant))
    moves = request.get("moves")
    if moves is None:
        return game
    if not isinstance(moves, list):
        raise _RequestError("moves", "moves must be a list of texts")
    for number, text in enumerate(moves):
        _play(game, text, f"moves[{number}]")
    return game


def _read_variant(request: dict[str, object]) -> Variant:
    name = request.get("variant")
    if not isinstance(name, str):
        raise _RequestError("variant", f"the variant must be one of {', '.join(registry.VARIANTS)}")
    try:
        return registry.variant(name)
    except registry.UnknownVariantError as error:
        raise _RequestError("variant", str(error)) from error


def _read_start(request: dict[str, object], variant: Variant) -> Position:
    size, text = request.get("size"), request.get("position")
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size not in variant.sizes):
        raise _RequestError("size", f"the size must be one of {', '.join(map(str, variant.sizes))}")
    opening = _read_opening(request, variant)
    if text is None:
        return variant.start(size, opening or FREE_OPENING)
    if opening is not None:
        raise _RequestError("opening", "the position says itself in which opening it stands")
    if not isinstance(text, str):
        raise _RequestError("position", "the position must be a text")
    try:
        position = variant.read_position(text)
    except RulesError as error:
        raise _RequestError("position", str(error)) from error
    if size is not None and position.board.rows != size:
        raise _RequestError("size", f"the position has {position.board.rows} rows, not {size}")
    return position


def _read_opening(request: dict[str, object], variant: Variant) -> str | None:
    opening = request.get("opening")
    if opening is not None and opening not in variant.openings:
        raise _RequestError("opening", f"the opening must be one of {', '.join(variant.openings)}")
    return None if opening is None else str(opening)


def _play(game: Game, text: object, where: str) -> None:
    if not isinstance(text, str):
        raise _RequestError(where, "a move must be a text")
    try:
        game.play_text(text)
    except GameOverError as error:
        raise _RequestError(where, str(error), "over") from error
    except IllegalMoveError as error:
        raise _RequestError(where, str(error), "illegal") from error
    except RulesError as error:
        raise _RequestError(where, str(error)) from error


# Answering


def _report(game: Game) -> dict[str, object]:
    variant, position = game.variant, game.position
    report: dict[str, object] = {
        "variant": variant.name,
        "turn": variant.side_names[position.colour_to_move],
        "ply": position.ply,
        "position": variant.write_position(position),
    }
    if variant.has_check:
        report["check"] = position.is_check()
    # A history can end a game whose position would go on; a position that was only given is described as it stands.
    moves = () if game.outcome and game.ply else position.legal_moves()
    report["legal"] = _by_text(_describe(variant, position, move) for move in moves)
    if variant.has_forbidden:
        reasons = position.forbidden().items()
        points = [{"text": variant.square_name(at, position.board), "reason": reason} for at, reason in reasons]
        report["forbidden"] = _by_text(points)
    if game.allows("pass"):
        report["pass"] = True
    report |= _describe_opening(game)
    report["outcome"] = _describe_outcome(variant, position, game.outcome) if game.outcome else None
    return report


def _describe_opening(game: Game) -> dict[str, object]:
    """What there is to say of opening rules; nothing in a game that knows none."""
    step = game.position.opening
    if game.start.opening is None and game.position.colour(Side.FIRST) is Side.FIRST:
        return {}
    choices = () if step is None else step.choices
    return {
        "opening": None if step is None else step.rule,
        "task": None if step is None else step.task,
        "actor": ("first", "second")[game.position.turn],
        "choices": _by_text({"text": game.variant.write_move(choice, game.position)} for choice in choices),
    }


def _describe(variant: Variant, position: Position, move: Move) -> dict[str, object]:
    described: dict[str, object] = {"text": variant.write_move(move, position), **variant.notations(move, position)}
    if move.captured:
        names = (variant.square_name(square, position.board) for square in move.captured)
        # Numbered squares, as in draughts, are numbers in JSON.
        described["captured"] = [int(name) if name.isdecimal() else name for name in names]
    return described


def _describe_outcome(variant: Variant, position: Position, outcome: Outcome) -> dict[str, object]:
    described: dict[str, object] = {
        "winner": None if outcome.winner is None else variant.side_names[position.colour(outcome.winner)],
        "termination": outcome.termination.value,
        "line": [variant.square_name(square, position.board) for square in outcome.line],
    }
    if outcome.score is not None:
        described["score"] = dict(zip(variant.side_names, outcome.score, strict=True))
    return described


def _by_text(entries: Iterable[Mapping[str, object]]) -> list[Mapping[str, object]]:
    return sorted(entries, key=lambda entry: str(entry["text"]))


def _give_up_output() -> None:
    """Point standard output nowhere, or the interpreter would complain when it flushes what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
