"""The opponent's face: what it shows when, for how long, and that the card draws it."""

from __future__ import annotations

import pygame
import pytest
from fakes import settle
from match_table import Table
from sitting import Puppet

from game.match.evaluation import Cp, SearchInfo
from game.match.players import Chosen, Human
from game.rules.core import Outcome, Side, Termination
from game.ui.paint.portraits import Expression


def table(**settings: object) -> tuple[Table, Puppet]:
    puppet = Puppet()
    puppet.level = "expert"
    return Table(Human(), puppet, **settings), puppet  # type: ignore[arg-type]  # a test's own words


def face(at: Table, side: Side = Side.SECOND) -> Expression:
    return at.scene._players.view(side).mood


def answer(at: Table, puppet: Puppet, text: str, score: int = 0) -> None:
    puppet.say(Chosen(text, info=SearchInfo(8, 1000, 0.1, Cp(score), (text, "a15"))))
    at.frame()


def played(at: Table, puppet: Puppet, scores: tuple[int, ...]) -> None:
    """The person's stones lie apart; the computer answers with these opinions of its own side."""
    for text, reply, score in zip(("a1", "c1", "e1", "g1"), ("a3", "c3", "e3", "g3"), scores, strict=False):
        at.play([text])
        answer(at, puppet, reply, score)


def test_it_thinks_while_it_is_asked_but_not_for_a_blink() -> None:
    at, puppet = table()
    assert face(at) is Expression.CALM
    at.play(["a1"])
    assert face(at) is Expression.CALM
    settle(at.stage, 0.6)
    assert (face(at), face(at, Side.FIRST)) == (Expression.THINKING, Expression.CALM)
    answer(at, puppet, "a3")
    assert face(at) is Expression.CALM


@pytest.mark.parametrize("still", [False, True])
def test_a_slip_pleases_it_for_a_moment_and_a_fine_move_startles_it(still: bool) -> None:
    for last, mood in ((1500, Expression.PLEASED), (-1500, Expression.STARTLED)):
        at, puppet = table(reduced_motion=still)
        played(at, puppet, (0, 0, 0, last))
        assert face(at) is mood
        settle(at.stage, 2.5)
        assert face(at) is Expression.CALM


def test_a_four_startles_it_before_it_thinks() -> None:
    at, puppet = table()
    for text, reply in (("e5", "a1"), ("f5", "c1"), ("g5", "e1")):
        at.play([text])
        assert face(at) is Expression.CALM
        answer(at, puppet, reply)
    at.play(["h5"])
    assert face(at) is Expression.STARTLED
    settle(at.stage, 2.5)
    assert face(at) is Expression.THINKING


@pytest.mark.parametrize(
    ("winner", "mood"), [(Side.SECOND, Expression.PLEASED), (Side.FIRST, Expression.DEJECTED), (None, Expression.CALM)]
)
def test_the_end_stays_in_its_face_until_another_game(winner: Side | None, mood: Expression) -> None:
    at, _ = table()
    at.match._end(Outcome(winner, Termination.RESIGNATION if winner is not None else Termination.AGREEMENT))
    at.frame()
    settle(at.stage, 5)
    assert face(at) is mood
    at.match.restart()
    at.frame()
    assert face(at) is Expression.CALM


def test_a_move_taken_back_takes_the_face_back() -> None:
    at, puppet = table()
    played(at, puppet, (0, 0, 0, 1500))
    at.match.undo()
    at.frame()
    assert face(at) is Expression.CALM


def test_the_card_draws_the_face() -> None:
    at, puppet = table()
    played(at, puppet, (0, 0, 0, 1500))
    settle(at.stage, 1)
    card = pygame.Rect(at.scene._layout.upper_card.inflate(-8, -8))
    card.width = 64  # the portrait, not the clock
    pleased = pygame.image.tobytes(at.frame().subsurface(card), "RGB")
    settle(at.stage, 1.5)
    assert pygame.image.tobytes(at.frame().subsurface(card), "RGB") != pleased
