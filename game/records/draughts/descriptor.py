"""The forms of draughts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.records.descriptor import Form, GameRecords, TaggedForm
from game.records.draughts import pdn
from game.records.pgn_writing import SAYS
from game.records.written import WrittenGame

_OTHER_GAMES: Final = re.compile(r"\s*(?:1?[0-9]|[56][0-9])\s*(?:,|$)", re.ASCII)
"""What stands in GameType for games that are no draughts: up to 19 are kinds of chess, Xiangqi among them, 50 is
Othello, and PlayOK has numbers of its own for Gomoku."""


def _is_named(games: Sequence[WrittenGame]) -> bool:
    return any("GameType" in game.tags for game in games) and _may_be(games)


def _may_be(games: Sequence[WrittenGame]) -> bool:
    return not any(_OTHER_GAMES.match(game.tags.get("GameType", "")) for game in games)


GAME: Final = GameRecords(
    "draughts",
    (Form("pdn", pdn.EXTENSION, pdn.write, says=SAYS),),
    (pdn.EXTENSION,),
    tagged=(TaggedForm(pdn.source, pdn.EXTENSION, may_be=_may_be, is_named=_is_named),),
)
