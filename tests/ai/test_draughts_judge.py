"""The judge of draughts against the rules of the table, and the draws of every variant."""

from __future__ import annotations

import random

import pytest

from ai.api import EngineError
from ai.arena.judge import Ending, IllegalMoveError
from ai.draughts.arbiter import DraughtsJudge
from ai.draughts.judge import DRAUGHTS
from game.rules.core import Outcome
from game.rules.game import Game
from game.rules.registry import VARIANTS

INTERNATIONAL = "draughts-international"
ENDINGS = {
    INTERNATIONAL: ("W:WK46,K48,47:BK5", "W:WK46,K48:BK5", "B:WK46,40:BK5,K3", "W:WK46,K48,K50:BK5,18"),
    "draughts-brazilian": ("W:WK29,K30:BK4", "W:WK29,K30:BK4,5", "W:WK29,K30:BK4,K3", "W:WK29,22:BK4,K3"),
    "draughts-russian": (
        *("W:WK29,K30,K31:BK4", "W:WK29,K30:BK4", "W:WK29,K30:BK4,K3", "W:WK29,K30,K31:BK4,K3,K2"),
        *("W:WK30,K31,32:BK4", "B:WK18:BK1,2,3", "W:WK30,K31,K32,27:BK4", "W:WK30,31,32:BK5"),
    ),
    "draughts-english": ("W:WK29,K30:BK4", "W:WK29,K30,22:BK4,K3"),
}


def ending_of(outcome: Outcome | None) -> Ending | None:
    if outcome is None:
        return None
    return Ending(None if outcome.winner is None else int(outcome.winner), str(outcome.termination))


def follow(name: str, start: str, chance: random.Random, plies: int) -> str | None:
    """Play a random game on the judge and by the rules side by side; gives the reason of its end."""
    rules = VARIANTS[name]
    judge, game = DRAUGHTS.judge(name, start), Game(rules, rules.read_position(start))
    for _ in range(plies):
        if judge.ending:
            break
        legal = [rules.write_move(move, game.position) for move in game.position.legal_moves()]
        text = judge.random_move(chance) if chance.random() < 0.8 else chance.choice(legal)
        assert judge.turn == game.turn
        judge.play(text)
        game.play_text(text)
        assert judge.ending == ending_of(game.outcome), (game.texts(), str(game.position))
    return judge.ending.reason if judge.ending else None


@pytest.mark.parametrize("name", DRAUGHTS.variants)
def test_random_games_end_as_by_the_rules(name: str) -> None:
    reasons = {follow(name, DRAUGHTS.start(name), random.Random(seed), 250) for seed in range(4)}
    assert reasons & {"no-moves", "no-pieces", "few-pieces", "kings-only", "repetition"}


@pytest.mark.parametrize(("name", "start"), [(name, start) for name in ENDINGS for start in ENDINGS[name]])
def test_endings_end_as_by_the_rules(name: str, start: str) -> None:
    for seed in range(6):
        follow(name, start, random.Random(seed), 200)


@pytest.mark.parametrize(("way", "ending"), [("4-8-4-8-4-8", Ending(None, "few-pieces")), ("1-5-1-5-1-5", None)])
def test_a_lone_king_draws_after_five_moves_on_the_main_road(way: str, ending: Ending | None) -> None:
    """FMJD, section 64, 7.2.7."""
    squares = way.split("-")
    judge = DraughtsJudge("draughts-russian", f"W:WK13,K30,21:BK{squares[0]}")
    for tour, origin, target in zip(["13-31", "31-20", "20-2", "2-13", "13-31"], squares, squares[1:], strict=False):
        for text in (tour, f"{origin}-{target}"):
            assert judge.ending is None
            judge.play(text)
    assert judge.ending == ending


def test_the_third_time_is_a_draw() -> None:
    judge = DraughtsJudge("draughts-english", "W:WK32:BK1")
    for move in ("32-28", "1-5", "28-32", "5-1") * 2:
        assert judge.ending is None
        judge.play(move)
    assert judge.ending == Ending(None, "repetition")


def test_the_sixteen_moves_go_on_beside_the_five() -> None:
    """Three pieces become two by a capture of the lone king in some of the games."""
    name = INTERNATIONAL
    reasons = [follow(name, ENDINGS[name][0], random.Random(seed), 200) for seed in range(12)]
    assert "few-pieces" in reasons


@pytest.mark.parametrize("move", ["32-27-21", "32-23", "19-23", "", "32", "hello"])
def test_moves_that_are_none(move: str) -> None:
    judge = DraughtsJudge(INTERNATIONAL, DRAUGHTS.start(INTERNATIONAL))
    key = judge.key()
    with pytest.raises(IllegalMoveError):
        judge.play(move)
    assert judge.key() == key


def test_nothing_is_played_after_the_end() -> None:
    judge = DraughtsJudge(INTERNATIONAL, "W:W32:B28")
    judge.play("32x23")
    assert judge.ending == Ending(0, "no-pieces")
    with pytest.raises(IllegalMoveError, match="after the end"):
        judge.play("1-2")


@pytest.mark.parametrize(
    ("variant", "start", "why"),
    [
        ("draughts-frisian", "W:W32:B28", "does not play"),
        (INTERNATIONAL, "nonsense", "side to move"),
        (INTERNATIONAL, "W:W:B28", "over"),
    ],
)
def test_starts_that_are_none(variant: str, start: str, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        DraughtsJudge(variant, start)


def test_positions_seen_from_both_sides_have_one_key() -> None:
    one = DraughtsJudge(INTERNATIONAL, "W:W32,K46:B19")
    other = DraughtsJudge(INTERNATIONAL, "B:W32:B19,K5")
    assert one.key() == other.key() != DraughtsJudge(INTERNATIONAL, "W:W32,K46:B18").key()
