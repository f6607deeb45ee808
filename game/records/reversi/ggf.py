"""Reversi games as GGF, the form of the Generic Game Server, NBoard and others, and as bare transcripts.

    (;GM[Othello]PC[GGS/os]DT[2003-12-15]PB[one]PW[other]RE[+12.000]TY[8]BO[8 ---...--- *]B[F5//1.5]W[D6//0.2]...;)

The result is Black's lead in discs, `:r` after it tells a resignation, `:t` that time ran out, `:s` that the score was
agreed. A move is a square or `PA`, with the engine's score and the seconds after strokes. A transcript is squares
without gaps, `f5d6c3d3c4`. Neither needs to tell a pass, for it is made where nothing else can be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from game.records.collection import RecordSource, reading_of
from game.records.fault import fault
from game.records.headers import iso_date, written_event
from game.records.lazy_games import LazyGames
from game.records.native import Reading
from game.records.record import Record, RecordError
from game.records.saying import MOVES_ALONE
from game.records.tree import LONGEST_S, GameNode, RecordedScore
from game.records.written import WrittenGame
from game.rules.core import PASS, Side, Termination
from game.rules.game import Game
from game.rules.reversi.variants import REVERSI

EXTENSION: Final = ".ggf"
TRANSCRIPT: Final = ".txt"

_HEAD: Final = re.compile(r"[\s\ufeff]*(?:[0-9]{1,6}\s{0,9})?\([\s]*;[^;]{0,200}?GM\s*\[\s*Othello\s*\]", re.IGNORECASE)
_BEGIN: Final = re.compile(r"\(\s*;")
_END: Final = re.compile(r";\s*\)")
_PROPERTY: Final = re.compile(r"([A-Z]{1,2})\[([^\]]*)\]", re.DOTALL)
_RESULT: Final = re.compile(r"\s*([+-]?[0-9]+(?:\.[0-9]*)?)\s*(?::([a-z]))?")
_WAYS: Final = {"t": "time forfeit"}
_LETTERS: Final = {Termination.RESIGNATION: ":r", Termination.TIME: ":t", Termination.AGREEMENT: ":s"}
_SQUARES: Final = re.compile(r"(?:[a-h][1-8])+", re.IGNORECASE)
_AMONG: Final = re.compile(
    r"(?<![A-Za-z0-9])[c-f][3-6](?:[\s,;]*(?:[0-9]{1,2}[.)]\s*)?(?:[a-h][1-8]|--|pa(?:ss)?\b)){7,}(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_SQUARE: Final = re.compile(r"[a-h][1-8]")
_FEWEST_AMONG: Final = 8
"""A run of squares among other text is a game if it begins with this many legal moves."""
_FEWEST: Final = 4
"""Fewer squares without gaps may as well be stones of Gomoku."""
_WON: Final = 64
_NAMES: Final = {"PB": "Black", "PW": "White", "DT": "Date", "PC": "Event", "RB": "BlackElo", "RW": "WhiteElo"}
"""The properties that PGN has names for; others keep their own."""
_OWN_NAMES: Final = {theirs: ours for ours, theirs in _NAMES.items()}
_OWN: Final = frozenset({"GM", "BO", "TY", "RE"})
_COMMENTS: Final = frozenset({"C", "CO"})
_MOST_WORTH: Final = 1e6
SAYS: Final = replace(
    MOVES_ALONE,
    times=True,
    scores=True,
    headers=lambda name: re.fullmatch("[A-Z]{2}", _OWN_NAMES.get(name, name)) is not None,
)
"""What can be told in this form, which has no escapes for words with brackets in them."""


def is_ggf(text: str) -> bool:
    """Whether a text begins as this form does."""
    return _HEAD.match(text) is not None


def source(text: str) -> RecordSource:
    """The games of a text, yet to be played through."""
    written: list[WrittenGame] = []
    line, at = 1, 0
    while (begin := _BEGIN.search(text, at)) and (end := _END.search(text, begin.end())):
        line += text.count("\n", at, begin.end())
        written.append(_written(text[begin.end() : end.start()], line))
        line += text.count("\n", begin.end(), end.end())
        at = end.end()
    return RecordSource("GGF", written, _read_game)


def _written(text: str, line: int) -> WrittenGame:
    written = WrittenGame(line)
    for each in _PROPERTY.finditer(text):
        name, value = each[1], each[2].strip()
        if name in ("B", "W"):
            at = line + text.count("\n", 0, each.start())
            written.add(_move(value), at, used_s=_seconds(value))
            written.nodes[written.at].score = _score(value, 1 if name == "B" else -1)
        elif name in _COMMENTS:
            written.say(value)
        else:
            written.tags.setdefault(name, value)
    return written


def _move(value: str) -> str:
    text = value.split("/")[0].strip().lower()
    return PASS.word if text in ("pa", "pass") else text


def _seconds(value: str) -> float:
    """The time in `F5/eval/seconds`; 0 if there is none."""
    parts = value.split("/")
    try:
        seconds = float(parts[2]) if len(parts) > 2 else 0.0
    except ValueError:
        return 0.0
    return seconds if 0 <= seconds <= LONGEST_S else 0.0


def _score(value: str, sign: int) -> RecordedScore | None:
    """The worth in `F5/worth/seconds`, which is that of the side that moved, for Black."""
    parts = value.split("/")
    try:
        worth = float(parts[1]) if len(parts) > 1 and parts[1].strip() else None
    except ValueError:
        return None
    return RecordedScore(value=sign * worth) if worth is not None and abs(worth) < _MOST_WORTH else None


def _read_game(written: WrittenGame, number: int) -> Reading:
    tags = written.tags
    size, _, board = tags.get("BO", "").partition(" ")
    if board and size != "8":
        raise RecordError(fault("no-board", lines=size[:10]).at(property="BO"))
    result = _RESULT.match(tags.get("RE", ""))
    lead = float(result[1]) if result else 0.0
    winner = None if not lead else (Side.FIRST if lead > 0 else Side.SECOND)
    told = WrittenGame(
        written.line,
        {_NAMES.get(name, name): value for name, value in tags.items()},
        nodes=written.nodes,
    )
    if result and result[2] in _WAYS:
        told.tags["Termination"] = _WAYS[result[2]]
    reading = reading_of(told, number, REVERSI, board or None, winner, result is not None, _OWN)
    text = tags.get("RE", "").strip()
    if result and float(result[1]) != float(_lead(reading.record, reading.game)):
        headers = {**reading.record.headers, "RE": text}  # points after a resignation, or other ones than on the board
        return replace(reading, record=msgspec.structs.replace(reading.record, headers=headers))
    return reading


def transcripts_within(text: str) -> RecordSource | None:
    """The games whose squares stand among other words, passes told or not; None where there are none that begin as
    games of Reversi do."""
    games: list[tuple[int, str]] = []
    line, before = 1, 0
    for match in _AMONG.finditer(text):
        line, before = line + text.count("\n", before, match.start()), match.start()
        squares = "".join(_SQUARE.findall(match[0].lower()))
        reading = _read_transcript(_game_of_squares(squares, line), 1)
        if reading.game.ply >= _FEWEST_AMONG or (reading.problem is None and reading.game.outcome is not None):
            games.append((line, squares))

    def make(index: int) -> WrittenGame:
        line, squares = games[index]
        return _game_of_squares(squares, line)

    return RecordSource("Reversi", LazyGames(len(games), make), _read_transcript) if games else None


def _game_of_squares(squares: str, line: int) -> WrittenGame:
    game = WrittenGame(line)
    for at in range(0, len(squares), 2):
        game.add(squares[at : at + 2], line)
    return game


def _read_transcript(written: WrittenGame, number: int) -> Reading:
    return reading_of(written, number, REVERSI, None, None, False)


def transcript(text: str) -> RecordSource | None:
    """A game of a text that is nothing but squares, with or without gaps and numbers; None where it is not, or can't
    be played as Reversi from the start."""
    squares = re.sub(r"(?<![a-zA-Z])[0-9]+[.)]|[\s,]", "", text)
    if not _SQUARES.fullmatch(squares) or len(squares) < 2 * _FEWEST:
        return None
    squares = squares.lower()
    if _read_transcript(_game_of_squares(squares[: 2 * _FEWEST], 1), 1).game.ply < _FEWEST:
        return None
    return RecordSource("Reversi", [_game_of_squares(squares, 1)], _read_transcript)


def write(records: Sequence[Record]) -> bytes:
    """The file of games, UTF-8. Raises RecordError for a record of another game or with moves that the rules refuse."""
    return "".join(_write_game(record) + "\n" for record in records).encode()


def write_transcript(records: Sequence[Record]) -> bytes:
    """The squares of one game without gaps. Raises RecordError like `write`, and for a game from another start."""
    game = _game_of(records[0])
    if game.start != REVERSI.start():
        raise RecordError(fault("other-start"))
    return ("".join(text for text in game.texts() if text != PASS.word) + "\n").encode()


def _game_of(record: Record) -> Game:
    if record.variant != REVERSI.name:
        raise RecordError(fault("not-this-game", variant=record.variant, game=REVERSI.game))
    return record.to_game()


def _write_game(record: Record) -> str:
    game = _game_of(record)
    names = [re.sub(r"[\[\];()]", " ", seat.name).strip() or "?" for seat in record.seats]
    board, turn = REVERSI.write_position(game.start).replace("X", "*").split()
    rows = " ".join(board[at : at + 8] for at in range(0, len(board), 8))
    parts = ["GM[Othello]", f"PC[{re.sub(r'[][;()]', ' ', written_event(record))}]"]
    if date := iso_date(record):
        parts.append(f"DT[{re.sub(r'[][;()]', ' ', date)}]")
    headers = {_OWN_NAMES.get(name, name): value for name, value in record.headers.items()}
    said = {name for name in headers if re.fullmatch("[A-Z]{2}", name)} - {"PB", "PW", "DT", "PC", "B", "W"} - _OWN
    parts += [f"PB[{names[0]}]PW[{names[1]}]"]
    parts += [f"{name}[{re.sub(r'[][;()]', ' ', headers[name])}]" for name in headers if name in said]
    parts += [f"RE[{_result(record, game)}]", f"TY[8]BO[8 {rows} {turn}]"]
    for position, text, move in zip(game.positions, game.texts(), record.moves, strict=False):
        told = "PA" if text == PASS.word else text.upper()
        parts.append(f"{'BW'[position.turn]}[{told}{_told(move, -1 if position.turn else 1)}]")
    return f"(;{''.join(parts)};)"


def _told(move: GameNode, sign: int) -> str:
    """The worth and the seconds of a move, behind its square."""
    worth = "" if move.score is None or move.score.value is None else f"{sign * move.score.value:.10g}"
    return f"/{worth}/{move.used_s:.3f}" if move.used_s else f"/{worth}" * bool(worth)


def _result(record: Record, game: Game) -> str:
    if "RE" in record.headers:
        return re.sub(r"[][;()]", " ", record.headers["RE"])
    if record.result is None or record.result.termination is Termination.ABANDONED:
        return "?"
    if game.outcome is not None and game.outcome.score is not None:
        return f"{_lead(record, game):+d}.000"
    return f"{_lead(record, game):+d}.000{_LETTERS.get(record.result.termination, '')}"


def _lead(record: Record, game: Game) -> int:
    """Black's lead as it is written: on the board, else all squares for the winner."""
    if game.outcome is not None and game.outcome.score is not None:
        black, white = game.outcome.score
        return black - white
    winner = record.result.winner if record.result is not None else None
    return 0 if winner is None else (_WON if winner == REVERSI.side_names[0] else -_WON)
