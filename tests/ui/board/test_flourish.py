"""Ink and petals: seen for a moment where something great happens, never waited for, never with reduced motion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.rules.core import Move, Outcome, Position, Side, Square, Termination
from game.rules.registry import variant
from game.ui.board.flourish import PETALS_S, SPLASH_S, _splash
from game.ui.board.view import BoardView
from game.ui.games.registry import painter_for
from game.ui.paint.kept import forget_pictures
from game.ui.paint.text import Fonts
from game.ui.paint.theme import THEMES, Theme

Views = Callable[..., BoardView]
Positions = Callable[..., Position]
Draw = Callable[..., np.ndarray]

_WON = "a1 a15 b1 b15 c1 c15 d1 d15 e1"
_LONG_S = 5.0


def outcome_of(position: Position) -> Outcome:
    outcome = position.outcome()
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_petals_fall_from_a_five_and_are_gone(view_of: Views, gomoku: Positions, drawn: Draw, theme: Theme) -> None:
    position = gomoku(_WON)
    view = view_of(position)
    view.show(position)
    view.show_outcome(outcome_of(position))
    view.update(_LONG_S)
    bare = drawn(view, theme=theme.name)
    view.celebrate(outcome_of(position))
    assert not view.is_moving, "nobody waits for them"
    view.update(0.25 * PETALS_S)
    view.update(0.25 * PETALS_S)
    assert (drawn(view, theme=theme.name) != bare).any()
    view.update(_LONG_S)
    assert (drawn(view, theme=theme.name) == bare).all()


def test_nothing_is_seen_with_reduced_motion_or_of_a_draw(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    position = gomoku(_WON)
    still = view_of(position, reduced_motion=True)
    bare = drawn(still)
    still.celebrate(outcome_of(position))
    still.update(0.5)
    assert (drawn(still) == bare).all()
    view = view_of(position)
    for quiet in (
        Outcome(None, Termination.AGREEMENT),
        Outcome(Side.FIRST, Termination.RESIGNATION),
        Outcome(Side.SECOND, Termination.FORBIDDEN_MOVE, (Square(0),)),
    ):
        view.celebrate(quiet)
        view.update(0.5)
        assert (drawn(view) == bare).all()


def test_ink_splashes_at_a_check_and_dries(fonts: Fonts, drawn: Draw) -> None:
    rules = variant("xiangqi")
    before = rules.read_position("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
    move = rules.read_move("e1d1", before)
    after = before.play(move)
    painter = painter_for(rules, "", "", fonts)
    view, at_rest = BoardView(painter, before), BoardView(painter, before)
    view.rect = at_rest.rect = pygame.FRect(20, 20, 480, 480)
    view.play(move, before, after)
    view.update(0.3)
    view.update(0.1)
    at_rest.show(after, move)
    assert after.turn is Side.SECOND
    assert (drawn(view) != drawn(at_rest)).any()
    view.update(SPLASH_S)
    assert not view.is_moving
    assert (drawn(view) == drawn(at_rest)).all()
    assert move == Move((Square(13), Square(12)))


def test_its_pictures_are_made_before_the_first_check(fonts: Fonts, drawn: Draw) -> None:
    rules = variant("xiangqi")
    before = rules.read_position("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
    move = rules.read_move("e1d1", before)
    forget_pictures()
    view = BoardView(painter_for(rules, "", "", fonts), before)
    view.rect = pygame.FRect(20, 20, 480, 480)
    for _ in range(20):
        drawn(view)
    made = _splash.cache_info().misses  # type: ignore[attr-defined]  # what is kept tells how it is used
    view.play(move, before, before.play(move))
    for _ in range(40):
        view.update(1 / 60)
        drawn(view)
    assert _splash.cache_info().misses == made  # type: ignore[attr-defined]
    assert _splash.cache_info().hits > 20  # type: ignore[attr-defined]
