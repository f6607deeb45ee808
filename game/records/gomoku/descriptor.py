"""The forms of Gomoku."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.records.collection import RecordSource, reading_of
from game.records.descriptor import BinaryForm, Form, GameRecords, MarkedForm, TaggedForm
from game.records.fault import fault
from game.records.gomoku import playok, psq, renlib, rif, sgf
from game.records.native import Reading
from game.records.record import Record, RecordError
from game.records.saying import moves_of
from game.records.sgf_root import GAME_SAYS
from game.records.sgf_syntax import decode_sgf, is_sgf
from game.records.written import WrittenGame
from game.rules.gomoku.text import split_game
from game.rules.gomoku.variants import FREESTYLE, STANDARD


def _bare(text: str) -> RecordSource | None:
    """Stones by their names alone: `h8 h9 i9`, `h8h9i9`, with numbers before them or without."""
    moves = split_game(re.sub(r"(?<![a-zA-Z])[0-9]+[.)]|[\s,]", "", text))
    if not moves:
        return None
    written = WrittenGame(1)
    for move in moves:
        written.add(move, 1)
    return RecordSource("Gomoku", [written], _read_bare)


def _read_bare(written: WrittenGame, number: int) -> Reading:
    """By the rules that let most of the moves be made: where six in a row are no end, they were standard ones."""
    reading = reading_of(written, number, FREESTYLE, None, None, False)
    if reading.is_cut and reading.game.outcome is not None:
        other = reading_of(written, number, STANDARD, None, None, False)
        if other.game.ply > reading.game.ply:
            return other
    return reading


def _write_bare(records: Sequence[Record]) -> bytes:
    """The stones of one game by their names without gaps, as `_bare` reads them. Raises RecordError for a record of
    another game, with moves that the rules refuse, or from another start than the usual one."""
    record = records[0]
    game = record.to_game()
    if game.variant.game != FREESTYLE.game:
        raise RecordError(fault("not-this-game", variant=record.variant, game=FREESTYLE.game))
    if game.start != game.variant.start():
        raise RecordError(fault("other-start"))
    stones = (text for text, move in zip(game.texts(), game.moves, strict=True) if move.path)
    return ("".join(stones) + "\n").encode()


GAME: Final = GameRecords(
    "gomoku",
    (
        Form("sgf", sgf.EXTENSION, sgf.write, says=GAME_SAYS),
        Form("psq", psq.EXTENSION, psq.write, holds_many=False, says=psq.SAYS),
        Form("transcript", ".txt", _write_bare, holds_many=False, says=moves_of(FREESTYLE.name)),
    ),
    (sgf.EXTENSION, psq.EXTENSION, ".lib", ".rif"),
    binary=(BinaryForm(renlib.is_renlib, renlib.source), BinaryForm(rif.is_rif, rif.source)),
    marked=(MarkedForm(is_sgf, sgf.source, decode_sgf), MarkedForm(psq.is_psq, psq.source)),
    tagged=(TaggedForm(playok.source, may_be=playok.is_playok, is_named=playok.is_playok),),
    bare=_bare,
)
