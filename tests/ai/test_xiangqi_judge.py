"""The arena's judge of Xiangqi against the rules of the table."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ai.api import EngineError
from ai.arena.judge import Ending, IllegalMoveError
from ai.xiangqi.arbiter import XiangqiJudge
from ai.xiangqi.judge import XIANGQI
from ai.xiangqi.notation import START
from game.rules.core import Outcome
from game.rules.game import Game
from game.rules.registry import VARIANTS

DATA = Path(__file__).parent.parent / "data" / "xiangqi"
RULES = VARIANTS["xiangqi"]


def ending_of(outcome: Outcome | None) -> Ending | None:
    if outcome is None:
        return None
    return Ending(None if outcome.winner is None else int(outcome.winner), str(outcome.termination))


def follow(start: str, chance: random.Random, plies: int) -> str | None:
    """Play a random game on the judge and by the rules side by side; gives the reason of its end."""
    judge, game = XIANGQI.judge("xiangqi", start), Game(RULES, RULES.read_position(start))
    for _ in range(plies):
        if judge.ending:
            break
        legal = [RULES.write_move(move, game.position) for move in game.position.legal_moves()]
        text = judge.random_move(chance) if chance.random() < 0.5 else chance.choice(legal)
        assert text in legal
        assert judge.turn == game.turn
        judge.play(text)
        game.play_text(text)
        assert judge.ending == ending_of(game.outcome), game.texts()
    return judge.ending.reason if judge.ending else None


def test_random_games_end_as_by_the_rules() -> None:
    for seed in range(6):
        follow(START, random.Random(seed), 120)


@pytest.mark.parametrize(
    "start",
    [
        "3k5/9/9/9/9/9/9/9/4r4/R3K4 w - - 0 1",
        "3ak4/9/9/9/9/9/9/9/4A4/4K3C w - - 0 1",
        "3k5/9/9/9/9/4p4/9/9/9/5K3 b - - 0 1",
        "3k1a3/9/3n5/9/9/9/9/5R3/9/5K3 w - - 0 1",
    ],
)
def test_endings_end_as_by_the_rules(start: str) -> None:
    for seed in range(12):
        follow(start, random.Random(seed), 260)


def test_random_endings_know_many_ends() -> None:
    reasons = {
        follow(start, random.Random(seed), 260)
        for start in ("3k5/9/9/9/9/9/9/9/4r4/R3K4 w - - 0 1", "3k5/9/9/9/9/4p4/9/9/9/5K3 b - - 0 1")
        for seed in range(30)
    }
    assert {"repetition", "no-attackers", "stalemate"} <= reasons


def repetitions() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / "repetition.json").read_text(encoding="utf-8"))["sequences"]
    return found


@pytest.mark.parametrize("entry", [each for each in repetitions() if each["agreed"]], ids=lambda each: each["fen"])
def test_repetitions_are_judged_as_by_the_rules(entry: dict[str, Any]) -> None:
    judge, game = XIANGQI.judge("xiangqi", entry["fen"]), Game(RULES, RULES.read_position(entry["fen"]))
    for text in entry["moves"][: entry["end_ply"]]:
        assert judge.ending is None
        judge.play(text)
        game.play_text(text)
    assert judge.ending == ending_of(game.outcome)
    verdicts = {None: "draw", 0: "black_loses", 1: "red_loses"}
    assert judge.ending is not None
    assert verdicts[judge.ending.winner] == entry["verdict"]


@pytest.mark.parametrize("move", ["a0a5", "a9a8", "", "h2", "h2h2", "e3e3", "hello"])
def test_moves_that_are_none(move: str) -> None:
    judge = XiangqiJudge("xiangqi", START)
    key = judge.key()
    with pytest.raises(IllegalMoveError):
        judge.play(move)
    assert judge.key() == key


def test_nothing_is_played_after_the_end() -> None:
    judge = XiangqiJudge("xiangqi", "3k5/R8/1R7/9/9/9/9/9/9/4K4 w")
    judge.play("b7b9")
    assert judge.ending == Ending(0, "checkmate")
    with pytest.raises(IllegalMoveError, match="after the end"):
        judge.play("d9d8")


@pytest.mark.parametrize(
    ("variant", "start", "why"),
    [
        ("xiangqi-mini", START, "no variant"),
        ("xiangqi", "nonsense", "ranks"),
        ("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/3RK4 b", "over"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w", "not to move is in check"),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w", "over"),
    ],
)
def test_starts_that_are_none(variant: str, start: str, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        XiangqiJudge(variant, start)


def test_mirrored_positions_have_one_key() -> None:
    def key(*moves: str) -> str:
        judge = XiangqiJudge("xiangqi", START)
        for move in moves:
            judge.play(move)
        return judge.key()

    assert key("h2e2") == key("b2e2") != key("h2d2")
    assert key("h2e2", "h9g7", "b0c2") == key("b0c2", "h9g7", "h2e2")
    assert key("c3c4") != key("c3c4", "c6c5")
