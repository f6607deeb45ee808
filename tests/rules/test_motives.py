"""Why real mistakes were mistakes: what the finders tell, held against a second reading of what they claim."""

from __future__ import annotations

import json
import re

import draughts_claims
import gomoku_claims
import pytest
import reversi_claims
import xiangqi_claims
from slips import Claims, Known, known_slips

from game.match.lines import Line
from game.rules.core import Piece, Side
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
        assert said[0] == said[0].upper() or re.match(r"[a-z]\d", said), "a square is written as on the board"
        assert len(said) < 110, said


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "When the red cannon moves away, the black cannon takes the red cannon behind it"),
        ("zh", "红炮一走，身后的红炮就被黑炮吃掉"),
    ],
)
def test_pieces_of_one_kind_are_told_apart(language: str, told: str) -> None:
    said = {
        _said(language, known) for known in known_slips("xiangqi") if known.motive and known.motive.code == "skewer"
    }
    assert told in said


def test_chinese_writes_red_and_black_pieces_by_their_own_characters() -> None:
    lost = {
        (piece.side, piece.kind): _said("zh", known)
        for known in known_slips("xiangqi")
        if known.motive and known.motive.code == "guard-lost" and isinstance(piece := known.motive.values[0][1], Piece)
    }
    assert lost[Side.FIRST, "elephant"] == "失相，将门被破"
    assert lost[Side.SECOND, "advisor"] == "失士，将门被破"


def _said(language: str, known: Known) -> str:
    slip, motive = known.slip, known.motive
    assert motive is not None
    lines = Line(slip.improved, slip.better), Line(slip.replied, slip.reply)
    return motive_sentence(Language(assets_folder() / "languages", language), slip.variant, motive, *lines, "Nobody")
