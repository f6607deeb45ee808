"""The forms of Reversi."""

from __future__ import annotations

from typing import Final

from game.records.descriptor import BinaryForm, Form, GameRecords, MarkedForm, TaggedForm
from game.records.encoding import decode
from game.records.pgn_writing import SAYS
from game.records.reversi import ggf, othello_pgn, sgf, wthor
from game.records.saying import moves_of
from game.records.sgf_root import GAME_SAYS
from game.records.sgf_syntax import decode_sgf
from game.rules.reversi.variants import REVERSI

GAME: Final = GameRecords(
    "reversi",
    (
        Form("ggf", ggf.EXTENSION, ggf.write, says=ggf.SAYS),
        Form("sgf", sgf.EXTENSION, sgf.write, says=GAME_SAYS),
        Form("pgn-othello", othello_pgn.EXTENSION, othello_pgn.write, says=SAYS),
        Form("transcript", ggf.TRANSCRIPT, ggf.write_transcript, holds_many=False, says=moves_of(REVERSI.name)),
    ),
    (ggf.EXTENSION, wthor.EXTENSION),
    binary=(BinaryForm(wthor.is_wthor, wthor.source, wthor.source),),
    marked=(
        MarkedForm(ggf.is_ggf, ggf.source, decode),
        MarkedForm(sgf.is_othello_sgf, sgf.source, decode_sgf),
    ),
    tagged=(TaggedForm(othello_pgn.source, may_be=othello_pgn.is_othello),),
    bare=ggf.transcript,
    within=ggf.transcripts_within,
)
