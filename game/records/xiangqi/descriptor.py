"""The forms of Xiangqi."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from game.records.collection import RecordSource
from game.records.descriptor import BinaryForm, Form, GameRecords, MarkedForm, TaggedForm
from game.records.pgn_writing import SAYS
from game.records.written import WrittenGame
from game.records.xiangqi import cbf, cbr, dhtmlxq, pgn, uci, xqf
from game.records.xiangqi.san import is_san

_PIECES: Final = re.compile(r"(?:[1-9rnbakcphe]{1,9}/){9}[1-9rnbakcphe]{1,9}", re.IGNORECASE)
_ICCS_MOVES: Final = re.compile(r"([a-i][0-9]-?[a-i][0-9](\s+|$))+", re.IGNORECASE)


def _bare(text: str) -> RecordSource | None:
    """Pieces alone, as in a FEN; or moves of ICCS alone, the first of which can be played: each word could be two
    points of Gomoku as well."""
    if _PIECES.fullmatch(text.strip()):
        return pgn.source(f'[FEN "{text.strip()}"]')
    if not _ICCS_MOVES.fullmatch(text.strip()):
        return None
    source = pgn.source(text)
    first = WrittenGame(1)
    first.add(source.written[0].moves[0].text, 1)
    return source if source.read(first, 1).problem is None else None


def _is_named(games: Sequence[WrittenGame]) -> bool:
    """`GameType` is a tag of draughts."""
    tagged = any(game.tags.get("Game", "").casefold() == pgn.GAME.casefold() or is_san(game) for game in games)
    return tagged and not any("GameType" in game.tags for game in games)


def _unplayable(text: str, games: Sequence[WrittenGame]) -> RecordSource | None:
    if any("Game" in game.tags for game in games):
        return pgn.source(text)  # which says of each that it is another one
    return None


GAME: Final = GameRecords(
    "xiangqi",
    (
        Form("pgn-chinese", pgn.EXTENSION, partial(pgn.write, notation="chinese"), says=SAYS),
        Form("pgn-wxf", pgn.EXTENSION, partial(pgn.write, notation="wxf"), says=SAYS),
        Form("pgn-iccs", pgn.EXTENSION, partial(pgn.write, notation="iccs"), says=SAYS),
        Form("pgn-winboard", pgn.EXTENSION, partial(pgn.write, notation="winboard"), says=SAYS),
        Form("dhtmlxq", dhtmlxq.EXTENSION, dhtmlxq.write, says=dhtmlxq.SAYS),
        Form("xqf", xqf.EXTENSION, xqf.write, holds_many=False, says=xqf.SAYS),
        Form("cbf", cbf.EXTENSION, cbf.write, holds_many=False, says=cbf.SAYS),
        Form("uci", uci.EXTENSION, uci.write, holds_many=False, says=uci.SAYS),
    ),
    (pgn.EXTENSION, ".xq", xqf.EXTENSION, ".cbr", ".cbl", cbf.EXTENSION),
    binary=(
        BinaryForm(xqf.is_xqf, xqf.source),
        BinaryForm(cbr.is_cbr, cbr.source),
        BinaryForm(cbr.is_cbl, cbr.library_source),
        BinaryForm(cbf.is_cbf, cbf.source),
    ),
    marked=(MarkedForm(dhtmlxq.is_dhtmlxq, dhtmlxq.source), MarkedForm(uci.is_uci, uci.source)),
    tagged=(TaggedForm(pgn.source, is_named=_is_named, unplayable=_unplayable),),
    bare=_bare,
)
