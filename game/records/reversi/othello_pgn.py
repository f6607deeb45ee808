"""Reversi games as PGN, as collections made of the WTHOR base have them: tags Black and White, moves as bare squares.

    [Event "..."] [Date "1989"] [Black "..."] [White "..."] [Result "36-28"]      1. F5 D6 2. C3 F3 ... 36-28

The numbers count either pairs or single moves. The result is in discs, or as in chess from Black's view. Passes are not
told, or as `--` or `pass`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.records.collection import RecordSource, reading_of
from game.records.fault import fault
from game.records.headers import with_headers, written_date, written_event, written_termination
from game.records.native import Reading
from game.records.pgn import parse
from game.records.pgn_writing import compose
from game.records.playing import PlayedTree, play_tree
from game.records.record import Record, RecordError
from game.records.written import WrittenGame
from game.rules.core import PASS, Side
from game.rules.reversi.variants import REVERSI

EXTENSION: Final = ".pgn"
_DISCS: Final = re.compile(r"([0-9]{1,2})\s*-\s*([0-9]{1,2})")
_PASSES: Final = frozenset({"pa", "pass", "ps"})
_MOVE: Final = re.compile(r"[a-h][1-8]|pa|pass|ps", re.IGNORECASE)


def is_othello(games: Sequence[WrittenGame]) -> bool:
    """Whether games of a text in the form of PGN are of squares alone, as no other game has them that is read here."""
    moves = [move.text for game in games for move in game.moves if not _DISCS.fullmatch(move.text)]
    return bool(moves) and all(_MOVE.fullmatch(text) for text in moves)


def source(text: str, line: int = 1) -> RecordSource:
    """The games of a text, yet to be played through; its first line has that number in the file."""
    return RecordSource("PGN", parse(text, line=line), _read_game)


def _read_game(written: WrittenGame, number: int) -> Reading:
    for move in written.nodes[1:]:
        text = move.text.lower()
        move.text = PASS.word if text in _PASSES else text
    last = written.nodes[written.main_end]
    if _DISCS.fullmatch(last.text):  # the result again
        before = written.nodes[last.parent]
        before.comments += last.comments
        before.children = before.children[1:]
    score = _DISCS.fullmatch(written.tags.get("Result", "").strip() or written.result)
    lead = int(score[1]) - int(score[2]) if score else 0
    winner = None if not lead else (Side.FIRST if lead > 0 else Side.SECOND)
    decided = (score is not None and score[0] != "0-0") or written.result in ("1/2-1/2", "½-½")
    return reading_of(written, number, REVERSI, None, winner, decided)


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The file of games, UTF-8. Raises RecordError for a record of another game, with moves that the rules refuse, or
    from another start than the usual one."""
    return "\n".join(map(_write_game, records)).encode()


def _write_game(record: Record) -> str:
    if record.variant != REVERSI.name:
        raise RecordError(fault("not-this-game", variant=record.variant, game=REVERSI.game))
    played = play_tree(record)
    if played.positions[0] != REVERSI.start():
        raise RecordError(fault("other-start"))
    result = _result(record, played)
    tags = {
        "Event": written_event(record),
        "Date": written_date(record),
        "Black": record.seats[Side.FIRST].name or "?",
        "White": record.seats[Side.SECOND].name or "?",
        "Result": result,
        **written_termination(record),
    }
    texts = ["pass" if node.text == PASS.word else node.text.upper() for node in record.tree.nodes]
    return compose(with_headers(tags, record), record.tree, texts, result)


def _result(record: Record, played: PlayedTree) -> str:
    """The discs of both where the last position ends the game as it is recorded, else as in chess."""
    if record.result is None:
        return "*"
    last = played.positions[len(record.moves)]
    counts = [sum(piece.side is side for piece in last.pieces().values()) for side in Side]
    winner = None if counts[0] == counts[1] else REVERSI.side_names[counts[1] > counts[0]]
    if last.outcome() is not None and winner == record.result.winner:
        return f"{counts[0]}-{counts[1]}"
    return {"black": "1-0", "white": "0-1", None: "1/2-1/2"}[record.result.winner]
