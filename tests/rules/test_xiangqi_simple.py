"""The simple rules of repetition in Xiangqi: what may not be played for the fourth time, and what is a draw."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from xiangqi_boards import position

from game.rules.core import IllegalMoveError, Move, Outcome, Side, Square, Termination
from game.rules.game import Game
from game.rules.handicaps import handicapped
from game.rules.registry import VARIANTS
from game.rules.xiangqi import simple_repetition
from game.rules.xiangqi.board import square_name
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.simple_repetition import chased_simply, judge_simply
from game.rules.xiangqi.variants import SIMPLE

LANGUAGES = Path(__file__).parents[2] / "assets" / "languages"


def played(fen: str, moves: str) -> Game:
    """The game after moves with spaces between."""
    game = Game(SIMPLE, SIMPLE.read_position(fen))
    for text in moves.split():
        game.play_text(text)
    return game


def texts(game: Game) -> set[str]:
    """What may be played."""
    return {SIMPLE.write_move(move, game.position) for move in game.position.legal_moves()}


def move_of(game: Game, text: str) -> Move:
    return SIMPLE.read_move(text, game.position)


# ---- what a move chases


@pytest.mark.parametrize(
    ("fen", "move", "victims"),
    [
        # by the piece that moves, and what protects
        ("5k3/9/2n6/9/9/9/9/R8/9/3K5 w", "a2c2", "c7"),
        ("5k3/9/2n5r/9/9/9/9/R8/9/3K5 w", "a2c2", ""),
        ("5k3/9/2n6/9/9/9/2R6/9/9/3K5 w", "c3c5", ""),  # attacked already
        ("4k4/4n4/R8/9/9/4R4/9/9/9/3K5 w", "a7a8", "e8"),  # its general may not take back
        ("5k3/9/n8/P8/R8/9/9/9/9/3K5 w", "a6b6", "a7"),  # discovered
        # soldiers and generals
        ("5k3/9/9/2p6/9/9/9/R8/9/3K5 w", "a2c2", ""),
        ("5k3/9/9/9/9/2p6/9/R8/9/3K5 w", "a2c2", "c4"),
        ("5k3/9/1n7/2P6/9/9/9/9/9/3K5 w", "c6c7", ""),
        # what the pieces are worth does not matter
        ("5k3/9/9/2r5r/9/9/3N5/9/9/3K5 w", "d3b4", ""),
        # the attacker can be taken
        ("5k3/9/2r6/9/9/9/9/R8/9/3K5 w", "a2c2", ""),
        ("5k3/9/2n6/9/9/9/9/R7r/9/3K5 w", "a2c2", ""),
        ("5k3/5r3/9/9/9/5R3/9/R8/9/3K5 w", "a2a8", "f8"),  # pinned, it can't
        # an attacker that may not leave the file of the generals
        ("3k5/9/9/9/9/1c7/2RN5/9/9/4K4 w", "c3c2", "b4"),
        ("3k5/9/9/9/9/1c7/2RN5/9/9/3K5 w", "c3c2", ""),
        # a check that stands already is left out of account: what is attacked beside it was so before
        ("9/5k3/9/3N5/9/2p4c1/9/r8/9/4K2r1 w", "e0e1", ""),
    ],
)  # fmt: skip
def test_what_a_move_chases(fen: str, move: str, victims: str) -> None:
    here = position(fen)
    origin, target = SIMPLE.read_move(move, here).path
    assert " ".join(sorted(map(square_name, chased_simply(here.cells, (origin, target), here.turn)))) == victims


# ---- what may not be played


CHECKING = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
CHECKS = "e1d1 d9e9 d1e1 e9d9 "


def test_a_fourth_perpetual_check_is_illegal() -> None:
    game = played(CHECKING, CHECKS * 3)
    # the start stands there for the fourth time by Black's move, and Red is to blame: the game goes on
    assert game.outcome is None
    assert "e1d1" not in texts(game)
    assert "e1d1" in texts(played(CHECKING, CHECKS * 2))
    before = game.positions
    with pytest.raises(IllegalMoveError, match="by perpetual check") as caught:
        game.play_text("e1d1")
    assert caught.value.refusal.code == "perpetual-check"
    assert game.positions == before
    path = Square(13), Square(12)
    assert game.position.refusal(path).code == "perpetual-check"
    with pytest.raises(ValueError):
        game.position.refusal(path[:1])  # the rook has other moves
    # notation is read, and refused with the same reason
    with pytest.raises(IllegalMoveError, match="by perpetual check"):
        game.play_text("车五平六")
    game.play_text("e1a1")
    game.undo()
    game.redo()
    assert game.ply == 13
    game.undo(5)
    game.play_text("e1d1")


def test_the_evading_side_may_repeat() -> None:
    game = played(CHECKING, CHECKS * 2 + "e1d1 d9e9 d1e1")
    assert "e9d9" in texts(game)


CHASING = "5k3/9/2c6/9/9/R8/9/9/9/3K5 w"
CHASE = "c7b7 c4b4 b7c7 b4c4 "


def test_a_fourth_perpetual_chase_is_illegal() -> None:
    game = played(CHASING, "a4c4 " + CHASE * 2 + CHASE[:15])
    assert game.outcome is None
    assert "b4c4" not in texts(game)
    assert "b4c4" in texts(played(CHASING, "a4c4 " + CHASE + CHASE[:15]))
    with pytest.raises(IllegalMoveError) as caught:
        game.play_text("b4c4")
    assert caught.value.refusal.code == "perpetual-chase"


def test_another_neutral_repetition_draws_at_the_fourth_time() -> None:
    shuffle = "a4a5 f9f8 a5a4 f8f9 "
    assert played(CHASING, shuffle * 2).outcome is None
    game = played(CHASING, shuffle * 3)
    assert game.outcome == Outcome(None, Termination.REPETITION)


def test_a_check_left_out_makes_it_a_draw() -> None:
    game = played(CHECKING, CHECKS + "e1d1 d9e9 d1c1 e9d9 c1d1 d9e9 d1e1 e9d9 e1d1")
    assert game.outcome == Outcome(None, Termination.REPETITION)


def test_nothing_is_forbidden_that_came_before_a_capture() -> None:
    game = played("3k5/9/9/9/9/9/9/9/p3R4/5K3 w", CHECKS * 2 + "e1a1 d9e9 a1e1 e9d9 " + CHECKS * 2)
    assert "e1d1" in texts(game)


@pytest.mark.parametrize(
    ("checking", "chasing", "is_draw"),
    [
        ({Side.FIRST}, set(), False),
        ({Side.SECOND}, set(), False),
        ({Side.FIRST, Side.SECOND}, set(), True),
        ({Side.FIRST}, {Side.SECOND}, False),
        (set(), {Side.SECOND}, False),
        (set(), {Side.FIRST, Side.SECOND}, True),
        (set(), set(), True),
    ],
)
def test_both_at_it_is_a_draw(
    checking: set[Side], chasing: set[Side], is_draw: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdict from who checks and who chases, whatever the board says."""
    game = played(CHASING, "a4a5 f9f8 a5a4 f8f9 " * 3)
    monkeypatch.setattr(
        simple_repetition, "chased_simply", lambda before, step, side: {65} if side in chasing else set()
    )
    positions = []
    for each in game.positions:
        assert isinstance(each, XiangqiPosition)
        positions.append(
            XiangqiPosition(each.cells, each.turn, each.key, each.turn.other in checking, each.ply, each.quiet)
        )
    assert judge_simply(positions, game.moves) == (Outcome(None, Termination.REPETITION) if is_draw else None)


@pytest.mark.parametrize(
    ("fen", "moves", "last", "reason"),
    [
        (CHECKING, CHECKS * 3, "e1d1", Termination.PERPETUAL_CHECK),
        (CHASING, "a4c4 " + CHASE * 2 + CHASE[:15], "b4c4", Termination.PERPETUAL_CHASE),
    ],
)
def test_who_can_only_repeat_loses(
    fen: str, moves: str, last: str, reason: Termination, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if no other piece could move."""
    game = played(fen, moves)
    only = move_of(game, last)
    assert isinstance(game.position, XiangqiPosition)
    monkeypatch.setattr(XiangqiPosition, "legal_moves", lambda position: (only,))
    stuck = dataclasses.replace(game.position)  # which has not listed its moves yet
    assert stuck.legal_moves() == ()
    assert stuck.outcome() == Game(SIMPLE, stuck).outcome == Outcome(Side.SECOND, reason)
    assert stuck.refusal(only.path[:1]).code == reason


# ---- the rest of the house


def test_what_a_position_remembers_is_no_part_of_it() -> None:
    game = played(CHECKING, CHECKS * 3)
    again = SIMPLE.read_position(SIMPLE.write_position(game.position))
    assert again == game.position == game.start
    assert hash(again) == hash(game.position)
    assert len(again.legal_moves()) == len(game.position.legal_moves()) + 1


def test_a_handicap_keeps_the_rules() -> None:
    assert type(handicapped(SIMPLE, "rook", Side.FIRST)) is type(SIMPLE.start())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rules_and_the_ends_are_told(language: str) -> None:
    def words(name: str) -> dict[str, str]:
        read: dict[str, str] = json.loads((LANGUAGES / language / f"{name}.json").read_text("utf-8"))
        return read

    results = words("result")
    assert VARIANTS[SIMPLE.name] is SIMPLE
    assert {f"{SIMPLE.name}_{end}" for end in ("perpetual-check", "perpetual-chase", "repetition")} <= set(results)
    assert {SIMPLE.name, f"{SIMPLE.name}_about"} <= set(words("levels"))
    assert SIMPLE.name in words("common")
