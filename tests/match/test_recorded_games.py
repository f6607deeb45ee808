"""Recorded games at the table: looked at, reviewed and played on, also where their players went on after an end by our
rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import cast

from at_once import AtOnce

from game.match.evaluation import Mate
from game.match.judgement import Judgement
from game.match.players import Analyst, TurnAsked
from game.match.recorded import match_of
from game.match.review import Review
from game.records.xiangqi import pgn
from game.rules.core import Side, Termination
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice
from game.tables.tables import Tables

PERPETUAL = """[Game "Chinese Chess"]
[FEN "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"]
1. e1d1 d9e9 2. d1e1 e9d9 3. e1d1 d9e9 4. d1e1 e9d9 5. e1d1 d9e9 6. d1e1 e9d9 7. e1i1 d9d8 1-0
"""


def test_a_game_is_played_on_with_its_line_or_from_the_position_after_an_end_by_our_rules(tmp_path: Path) -> None:
    (reading,) = pgn.read(PERPETUAL.encode()).games
    match = match_of(reading)
    assert match.ply == 14
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.termination) == (Side.FIRST, Termination.RESIGNATION)
    end = match.game.first_end
    assert end is not None
    tables = Tables(find_folders({"QIGUAN_DATA": str(tmp_path)}), random.Random(1))
    try:
        before = tables.play_on(match, end - 1, None, LevelChoice(), "Ada")
        assert before.game.texts() == match.game.texts()[: end - 1]
        before.close()
        for ply in range(end, match.ply + 1):
            after = tables.play_on(match, ply, None, LevelChoice(), "Ada")
            assert after.ply == 0
            assert after.position == match.game.at(ply)
            assert after.outcome is None
            after.close()
    finally:
        tables.close()


class NobodyAnswers:
    """An analyst that finds nothing."""

    def ask(self, turn: TurnAsked, seconds: float) -> None:
        """Forgotten at once."""

    def poll(self) -> None:
        """Nothing was found."""

    def forget(self) -> None:
        """There is nothing to forget."""


def test_a_review_knows_a_mate_that_its_record_calls_a_draw() -> None:
    mate = '[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1"]\n1. a1a8 d9e9 2. b0b9 1/2-1/2'
    (reading,) = pgn.read(mate.encode()).games
    assert reading.game.outcome is None
    review = Review(reading.game, cast(Analyst, NobodyAnswers()), AtOnce())
    assert review.judgement(3) == Judgement(-Mate(0))
    assert review.progress == (0, 3)
