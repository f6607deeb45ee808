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
from game.records.native import Reading
from game.records.pgn import parse
from game.records.written import WrittenGame
from game.rules.core import PASS, Side
from game.rules.reversi.variants import REVERSI

_DISCS: Final = re.compile(r"([0-9]{1,2})\s*-\s*([0-9]{1,2})")
_PASSES: Final = frozenset({"pa", "pass", "ps"})
_MOVE: Final = re.compile(r"[a-h][1-8]|pa|pass|ps", re.IGNORECASE)


def is_othello(games: Sequence[WrittenGame]) -> bool:
    """Whether games of a text in the form of PGN are of squares alone, as no other game has them that is read here."""
    moves = [move.text for game in games for move in game.moves if not _DISCS.fullmatch(move.text)]
    return bool(moves) and all(_MOVE.fullmatch(text) for text in moves)


def source(text: str) -> RecordSource:
    """The games of a text, yet to be played through."""
    return RecordSource("PGN", parse(text), _read_game)


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
