"""The forms of draughts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.records.descriptor import Form, GameRecords, TaggedForm
from game.records.draughts import pdn
from game.records.pgn_writing import SAYS
from game.records.written import WrittenGame


def _is_named(games: Sequence[WrittenGame]) -> bool:
    return any("GameType" in game.tags for game in games)


GAME: Final = GameRecords(
    "draughts",
    (Form("pdn", pdn.EXTENSION, pdn.write, says=SAYS),),
    (pdn.EXTENSION,),
    tagged=(TaggedForm(pdn.source, pdn.EXTENSION, is_named=_is_named),),
)
