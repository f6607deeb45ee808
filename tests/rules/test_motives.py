"""Why real mistakes were mistakes: what the finders tell, held against a second reading of what they claim."""

from __future__ import annotations

import json

import draughts_claims
import gomoku_claims
import pytest
import reversi_claims
import xiangqi_claims
from slips import Claims, Known, known_slips

from game.match.lines import Line
from game.rules.registry import GAMES
from game.storage.paths import assets_folder
from game.ui.scenes.motive_words import motive_sentence
from game.ui.stage.language import Language

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


def test_every_motive_has_a_position_here(game: str, slips: list[Known]) -> None:
    """And at least twelve of each game."""
    texts = json.loads((assets_folder() / "languages" / "en" / f"motive_{game}.json").read_text(encoding="utf-8"))
    codes = {key.removesuffix("_name") for key in texts if key.endswith("_name")}
    assert {known.motive.code for known in slips if known.motive is not None} == codes
    assert len(codes) >= 12
    assert codes <= texts.keys()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sentence_can_be_said(game: str, slips: list[Known], language: str) -> None:
    t = Language(assets_folder() / "languages", language)
    for known in slips:
        slip, motive = known.slip, known.motive
        assert motive is not None
        lines = Line(slip.improved, slip.better), Line(slip.replied, slip.reply)
        said = motive_sentence(t, slip.variant, motive, *lines, "Nobody")
        assert "{" not in said, said
        assert said[0] == said[0].upper()
        assert len(said) < 110, said
