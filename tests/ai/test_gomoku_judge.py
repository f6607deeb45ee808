"""The arena's judge of Gomoku against the rules of the table."""

from __future__ import annotations

import random

import pytest
from engine_helpers import VARIANTS, empty_board

from ai.api import EngineError
from ai.arena.judge import Ending, IllegalMoveError
from ai.gomoku.judge import GOMOKU, GomokuJudge
from game.rules.core import Outcome, Position
from game.rules.registry import VARIANTS as RULES


def _ending(outcome: Outcome | None) -> Ending | None:
    if outcome is None:
        return None
    return Ending(None if outcome.winner is None else int(outcome.winner), str(outcome.termination))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_end_as_by_the_rules(variant: str) -> None:
    rules = RULES[variant]
    reasons = set()
    for seed in range(25):
        chance = random.Random(seed)
        judge = GomokuJudge(variant, GOMOKU.start(variant))
        position: Position = rules.start()
        while judge.ending is None and position.ply < 90:
            assert judge.turn == position.turn
            text = judge.random_move(chance)
            move = rules.read_move(text, position)
            assert move in position.legal_moves()
            forbidden = sorted(position.forbidden())
            if forbidden and chance.random() < 0.2:  # the judge never proposes one
                text = rules.square_name(forbidden[0], position.board)
            judge.play(text)
            position = position.play(rules.read_move(text, position))
            assert judge.ending == _ending(position.outcome())
        reasons.add(judge.ending.reason if judge.ending else None)
    assert "five" in reasons
    assert ("forbidden-move" in reasons) == (variant == "gomoku-renju")


def test_overlines_by_rule() -> None:
    row = "bbb1bb9"
    start = "/".join([row, *["15"] * 14]) + " b"
    endings = {}
    for variant in VARIANTS:
        judge = GomokuJudge(variant, start)
        judge.play("d15")
        endings[variant] = judge.ending
    assert endings == {
        "gomoku-freestyle": Ending(0, "five"),
        "gomoku-standard": None,
        "gomoku-renju": Ending(1, "forbidden-move"),
    }


def test_two_passes_draw_in_renju_only() -> None:
    judge = GomokuJudge("gomoku-renju", empty_board())
    judge.play("h8")
    judge.play("pass")
    judge.play("h9")
    judge.play("pass")
    assert judge.ending is None
    judge.play("pass")
    assert judge.ending == Ending(None, "agreement")
    with pytest.raises(IllegalMoveError, match="after the end"):
        judge.play("a1")
    with pytest.raises(IllegalMoveError, match="pass"):
        GomokuJudge("gomoku-freestyle", empty_board()).play("pass")


def test_a_full_board_draws() -> None:
    # rows of bbbbw without a five anywhere: shift each row so that columns and diagonals break too
    rows = ["".join("b" if (column + 2 * row) % 4 < 2 else "w" for column in range(15)) for row in range(15)]
    rows[0] = "1" + rows[0][1:]
    judge = GomokuJudge("gomoku-freestyle", "/".join(rows) + " b")
    judge.play("a15")
    assert judge.ending == Ending(None, "full-board")


@pytest.mark.parametrize("move", ["h8", "p1", "a16", "", "h", "8h", "hello"])
def test_moves_that_are_none(move: str) -> None:
    judge = GomokuJudge("gomoku-freestyle", empty_board())
    judge.play("h8")
    key = judge.key()
    with pytest.raises(IllegalMoveError):
        judge.play(move)
    assert judge.key() == key


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        ("gomoku-caro", empty_board()),
        ("gomoku-freestyle", "nonsense"),
        ("gomoku-freestyle", "/".join(["bbbbb91"[:6], *["15"] * 14]) + " w"),
    ],
)
def test_starts_that_are_none(variant: str, start: str) -> None:
    with pytest.raises(EngineError):
        GomokuJudge(variant, start)


def test_symmetric_positions_have_one_key() -> None:
    def key(*moves: str) -> str:
        judge = GomokuJudge("gomoku-freestyle", empty_board())
        for move in moves:
            judge.play(move)
        return judge.key()

    views = [("h8", "i9", "j8"), ("h8", "g9", "f8"), ("h8", "i7", "j8"), ("h8", "i9", "h10"), ("j8", "i9", "h8")]
    assert len({key(*view) for view in views}) == 1
    assert key("h8", "i9") != key("i9", "h8")
    assert key("h8", "i9", "j8") != key("h8", "i9", "k8")
    assert key("h8") != key("h8", "h9")
