"""Why real mistakes were mistakes: what the finders tell, held against a second reading of what they claim."""

from __future__ import annotations

import draughts_claims
import gomoku_claims
import pytest
import reversi_claims
import xiangqi_claims
from slips import Claims, Known, known_slips

from game.rules.registry import GAMES

HOLDS = {
    "draughts": draughts_claims.holds,
    "gomoku": gomoku_claims.holds,
    "reversi": reversi_claims.holds,
    "xiangqi": xiangqi_claims.holds,
}


@pytest.fixture(scope="module", params=sorted(HOLDS))
def game(request: pytest.FixtureRequest) -> str:
    assert isinstance(request.param, str)
    return request.param


@pytest.fixture(scope="module")
def slips(game: str) -> list[Known]:
    return known_slips(game)


def test_every_game_has_its_mistakes_here() -> None:
    assert HOLDS.keys() == GAMES.keys()


def test_the_motives_are_those_that_were_told(game: str, slips: list[Known]) -> None:
    told = {known.name: GAMES[game].motives(known.slip) for known in slips}
    assert told == {known.name: known.motive for known in slips}


def test_what_they_claim_is_true(game: str, slips: list[Known]) -> None:
    """All of 200 mistakes and more; each position and move in the lines is checked to be legal on the way."""
    assert len(slips) >= 200
    false = [
        f"{known.name}: {known.motive}"
        for known in slips
        if known.motive is not None and not HOLDS[game](Claims(known.slip, known.motive))
    ]
    assert false == []
