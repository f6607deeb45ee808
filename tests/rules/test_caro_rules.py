"""Caro: five between two stones of the other side count for nothing."""

from __future__ import annotations

import random

import pytest
from gomoku_boards import drawn

from game.rules.core import Outcome, Side, Termination, UnreadablePositionError
from game.rules.game import Game
from game.rules.gomoku.variants import CARO, CARO_EXACT, GomokuVariant

BOTH = (CARO, CARO_EXACT)


def after(variant: GomokuVariant, picture: str, move: str, turn: Side) -> Outcome | None:
    """How the game stands once a side has played a move; `x` are the mover's stones."""
    if turn is Side.SECOND:
        picture = picture.translate(str.maketrans("xo", "ox"))
    position = drawn(variant, picture, turn)
    return position.play(variant.read_move(move, position)).outcome()


@pytest.mark.parametrize("turn", Side)
@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize(
    ("picture", "move", "wins"),
    [
        ("oxxxx.o", "f1", False),
        ("oxx.xxo", "d1", False),
        ("oxxxx..", "f1", True),
        (".xxxx.o", "f1", True),
        ("xxxx.o.", "e1", True),  # the edge closes nothing
        ("oxxxx.xo", "f1", None),  # six
        ("o. .x ..x ...x .....x ......o", "e2", False),
        ("o.......... .x......... ..x........ ...x....... ........... .....x..... ......o....", "e3", False),
        ("o.......... .x......... ..x........ ...x....... ........... .....x..... ...........", "e3", True),
        ("o . x x x x", "a5", True),
        ("o . x x x x o", "a6", False),
    ],
)
def test_what_wins(variant: GomokuVariant, picture: str, move: str, wins: bool | None, turn: Side) -> None:
    if wins is None:
        wins = variant is CARO
    outcome = after(variant, picture, move, turn)
    assert (outcome is not None) == wins
    if outcome is not None:
        assert (outcome.winner, outcome.termination) == (turn, Termination.FIVE)


def test_one_row_may_be_closed_and_another_win() -> None:
    picture = "x...... x...... x...... x...... .xxxxo."
    outcome = after(CARO, picture, "a1", Side.FIRST)
    assert outcome is not None
    assert len(outcome.line) == 5


def test_a_closed_five_stays_and_nothing_is_threatened_there() -> None:
    game = Game(CARO, CARO.start())
    for move in ("b8", "a8", "c8", "a1", "d8", "c1", "e8", "e1", "o15", "g8", "f8", "i1"):
        game.play_text(move)
    assert game.outcome is None
    text = str(game.position)
    assert CARO.read_position(text).outcome() is None
    assert CARO.read_position(text) == game.position
    position = drawn(CARO, "oxxxx.o", Side.SECOND)
    assert not position.threats()
    assert drawn(CARO, "oxxxx..", Side.SECOND).threats()


def test_rows_that_decide_come_from_the_last_move() -> None:
    won = "15/15/15/15/15/15/15/15/15/15/15/15/15/w3w3w6/bbbbb10 w"
    assert CARO.read_position(won.replace("w3w3w6", "w3w3w3w2")).outcome() is not None
    both = "15/15/15/15/15/15/15/15/15/15/15/15/15/wwwww10/bbbbb10 b"
    with pytest.raises(UnreadablePositionError):
        CARO.read_position(both)


@pytest.mark.parametrize("variant", BOTH)
def test_games_at_random_are_read_again(variant: GomokuVariant) -> None:
    ends = set()
    for seed in range(8):
        chance = random.Random(seed)
        game = Game(variant, variant.start())
        while game.outcome is None:
            game.play(chance.choice(game.position.legal_moves()))
            assert variant.read_position(str(game.position)).outcome() == game.position.outcome()
        ends.add(game.outcome.termination)
    assert Termination.FIVE in ends
