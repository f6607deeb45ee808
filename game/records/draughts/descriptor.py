"""The forms of draughts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.records.collection import RecordSource
from game.records.descriptor import Form, GameRecords, TaggedForm
from game.records.draughts import pdn
from game.records.pgn_writing import SAYS
from game.records.written import WrittenGame
from game.rules.draughts.variants import BRAZILIAN, ENGLISH, RUSSIAN

_OTHER_GAMES: Final = re.compile(r"\s*(?:1?[0-9]|[56][0-9])\s*(?:,|$)", re.ASCII)
"""What stands in GameType for games that are no draughts: up to 19 are kinds of chess, Xiangqi among them, 50 is
Othello, and PlayOK has numbers of its own for Gomoku."""

_NUMBERED: Final = re.compile("[0-9]{1,2}(?:[-x:×][0-9]{1,2})+")


def _is_named(games: Sequence[WrittenGame]) -> bool:
    return any("GameType" in game.tags for game in games) and _may_be(games)


def _may_be(games: Sequence[WrittenGame]) -> bool:
    return not any(_OTHER_GAMES.match(game.tags.get("GameType", "")) for game in games)


def _unplayable(text: str, games: Sequence[WrittenGame]) -> RecordSource | None:
    """Games of moves by numbers, which are of no kind that is played here; it says of each what it is."""
    moves = [move.text for game in games for move in game.moves]
    return pdn.source(text) if 2 * sum(bool(_NUMBERED.fullmatch(move)) for move in moves) > len(moves) else None


def _custom(text: str, variant: str) -> int:
    """The place of a variant among those on a small board, by how its positions are written: squares have letters in
    Russian draughts, which more people play than Brazilian draughts, and numbers in English draughts."""
    names = (RUSSIAN.name, BRAZILIAN.name, ENGLISH.name)
    if variant not in names:
        return 0
    return names.index(variant) if re.search("[a-h][1-8]", text) else len(names) - names.index(variant)


GAME: Final = GameRecords(
    "draughts",
    (Form("pdn", pdn.EXTENSION, pdn.write, says=SAYS),),
    (pdn.EXTENSION,),
    tagged=(TaggedForm(pdn.source, pdn.EXTENSION, may_be=_may_be, is_named=_is_named, unplayable=_unplayable),),
    custom=_custom,
)
