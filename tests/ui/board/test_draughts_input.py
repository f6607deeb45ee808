"""Captures that must be played: forced ones complete themselves, others are chosen by their way, clicked or dragged."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.rules.core import Move, Position, Refusal, Side, Square
from game.rules.registry import variant
from game.ui.board.input import PathInput
from game.ui.board.motion import FADE_S, SLIDE_S
from game.ui.board.view import BoardView
from game.ui.games.draughts.painter import DraughtsPainter

RULES = variant("draughts-international")
FORK = "W:W38,35,50:B33,23,12,13,30,3"
"""38 takes three by way of 29 and 18, and goes on to 7 or 9; 35 could take one only."""
RING = "W:W38,50:B32,22,23,33,12,11"
"""38 takes four in a ring, either way round, or four others by way of 27 or 29, 18 and 7."""


def at(number: int) -> Square:
    board = RULES.start().board
    return next(Square(s) for s in range(board.squares) if RULES.square_name(Square(s), board) == str(number))


def reading(text: str) -> tuple[Position, PathInput]:
    position = RULES.read_position(text)
    return position, PathInput(position)


def named(move: object, position: Position) -> str:
    assert isinstance(move, Move), move
    return RULES.write_move(move, position)


def test_a_quiet_move_takes_two_clicks_even_where_there_is_one() -> None:
    position, chooser = reading("W:W36:B5")
    assert chooser.choose(at(36)) is None
    assert named(chooser.choose(at(31)), position) == "36-31"


@pytest.mark.parametrize("square", [37, 8, 28])
def test_the_only_capture_is_made_by_its_piece_or_by_its_end(square: int) -> None:
    position, chooser = reading("W:W37,47:B32,23,13,1")
    answer = chooser.choose(at(square))
    if square == 28:  # on the way only
        assert isinstance(answer, Refusal)
    else:
        assert named(answer, position) == "37x8"
        assert chooser.way == tuple(map(at, (37, 28, 19, 8)))


def test_a_fork_is_reached_at_once_and_chosen() -> None:
    position, chooser = reading(FORK)
    assert chooser.choose(at(38)) is None
    assert chooser.path == tuple(map(at, (38, 29, 18)))
    assert chooser.taken(chooser.path) == (at(33), at(23))
    assert set(chooser.targets()) == {at(7), at(9)}
    assert named(chooser.choose(at(9)), position) == "38x9"


def test_what_the_majority_forbids_is_refused_with_what_must_be_taken() -> None:
    _, chooser = reading(FORK)
    answer = chooser.choose(at(35))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.values["count"]) == ("must-take-most", "3")


@pytest.mark.parametrize(("first", "second"), [(27, 29), (29, 27)])
def test_a_ring_can_be_gone_either_way(first: int, second: int) -> None:
    position, chooser = reading(RING)
    assert chooser.choose(at(38)) is None
    assert chooser.choose(at(first)) is None
    assert chooser.path == tuple(map(at, (38, first, 18)))
    assert set(chooser.targets()) == {at(7), at(second)}
    answer = chooser.choose(at(second))
    assert named(answer, position) == "38x38"
    assert answer in position.legal_moves()
    assert chooser.way == tuple(map(at, (38, first, 18, second, 38))), "as it was chosen"


def test_a_square_to_which_several_captures_lead_asks_for_the_way() -> None:
    _, chooser = reading(RING)
    assert chooser.choose(at(16)) == Refusal("choose-way")
    chooser.choose(at(38))
    assert chooser.choose(at(16)) == Refusal("choose-way")
    assert chooser.path == (at(38),)


def test_a_piece_that_is_dragged_takes_what_it_passes_over() -> None:
    position, chooser = reading(FORK)
    assert chooser.pick_up(at(38))
    assert chooser.path == (at(38),), "nothing completes itself under the mouse"
    chooser.pass_over(at(29))
    chooser.pass_over(at(34))
    assert chooser.path == (at(38), at(29))
    chooser.pass_over(at(18))
    assert named(chooser.land(at(7)), position) == "38x7"
    assert chooser.path == ()


def test_a_piece_dragged_straight_to_its_end_finds_its_way() -> None:
    position, chooser = reading(FORK)
    chooser.pick_up(at(38))
    assert named(chooser.land(at(7)), position) == "38x7"
    chooser.pick_up(at(38))
    assert chooser.land(at(29)) is None
    assert chooser.path == tuple(map(at, (38, 29, 18))), "as far as there is one way"


def test_a_piece_that_is_put_back_has_not_moved() -> None:
    _, chooser = reading(FORK)
    chooser.pick_up(at(38))
    chooser.pass_over(at(29))
    assert chooser.land(at(38)) is None
    assert chooser.path == (at(38),)
    answer = chooser.land(at(42))
    assert isinstance(answer, Refusal)
    assert answer.code == "way-of-capture"
    assert not chooser.pick_up(at(35))
    assert not chooser.pick_up(at(33))


def test_a_king_may_land_further_on_in_the_line_that_it_was_dragged_along() -> None:
    position, chooser = reading("W:WK46,50:B28,5,4")
    chooser.pick_up(at(46))
    for number in (23, 19, 14):
        chooser.pass_over(at(number))
    assert chooser.path == (at(46), at(14))
    assert named(chooser.land(at(14)), position) == "46x14"


# ---- in the view


@pytest.fixture
def table() -> Callable[[str], BoardView]:
    def make(text: str) -> BoardView:
        view = BoardView(DraughtsPainter("walnut", "turned", RULES.name), RULES.read_position(text))
        view.rect = pygame.FRect(20, 20, 480, 480)
        view.movable.sides = frozenset(Side)
        return view

    return make


Tables = Callable[[str], BoardView]


def test_escape_and_the_right_button_take_half_a_capture_back(table: Tables, hand: type) -> None:
    view = table(FORK)
    for undo in (lambda: hand(view).key(pygame.K_ESCAPE), lambda: hand(view).button(pygame.MOUSEBUTTONDOWN, at(1), 3)):
        hand(view).click(at(38))
        assert view.movable.chosen == tuple(map(at, (38, 29, 18)))
        assert undo()
        assert view.movable.chosen == ()
    assert not hand(view).key(pygame.K_ESCAPE), "now it is for leaving"


def test_the_piece_goes_on_from_where_it_was_brought(table: Tables, hand: type) -> None:
    view, moves = table(FORK), list[Move]()
    view.movable.on_move = moves.append
    before = view.position
    hand(view).click(at(38))
    hand(view).click(at(7))
    (move,) = moves
    view.play(move, before, before.play(move))
    view.update(SLIDE_S + FADE_S - 0.02)
    assert view.is_moving
    view.update(0.04)
    assert not view.is_moving, "one of three steps was left, then all three leave together"


def test_what_was_jumped_stands_pale_until_the_end(table: Tables, hand: type, drawn: Callable, patch: Callable) -> None:
    view = table(FORK)
    view.reduced_motion = True
    standing = {number: patch(drawn(view), view, at(number)) for number in (33, 23, 12, 38, 18)}
    hand(view).click(at(38))
    hand(view).move((5.0, 5.0))
    chosen = {number: patch(drawn(view), view, at(number)) for number in standing}
    for number in (33, 23):
        assert chosen[number].mean() > standing[number].mean() + 4, "paler on its field"
    assert (chosen[18] != standing[18]).mean() > 0.3, "the man is there"
    assert (chosen[38] != standing[38]).any()
    view.show(view.position)
    assert (patch(drawn(view), view, at(33)) == standing[33]).all()


def test_who_must_capture_glows_for_who_may_move(table: Tables, drawn: Callable, patch: Callable) -> None:
    view = table(FORK)
    lit = drawn(view)
    view.movable.sides = frozenset({Side.SECOND})
    dark = drawn(view)
    changed = [
        number for number in (38, 35, 50, 13) if (patch(lit, view, at(number)) != patch(dark, view, at(number))).any()
    ]
    assert changed == [38]
    view.movable.sides, view.blindfold = frozenset(Side), "discs"
    assert (patch(drawn(view), view, at(38)) == patch(dark, view, at(38))).all(), "a blindfold tells nothing"


def test_the_glow_rises_and_falls_but_not_with_reduced_motion(table: Tables, drawn: Callable) -> None:
    view = table(FORK)
    pictures = []
    for _ in range(2):
        pictures.append(drawn(view))
        view.update(0.4)
    assert (pictures[0] != pictures[1]).any()
    view.reduced_motion = True
    still = drawn(view)
    view.update(0.4)
    assert (drawn(view) == still).all()


def test_the_glow_stands_after_some_time_until_there_is_another_position(table: Tables, drawn: Callable) -> None:
    view = table(FORK)
    view.update(10.0)
    standing = drawn(view)
    view.update(0.4)
    assert (drawn(view) == standing).all()
    view.show(view.position)
    view.update(0.4)
    assert (drawn(view) != standing).any()


def test_the_way_of_the_last_capture_stays_to_be_seen(table: Tables, drawn: Callable, patch: Callable) -> None:
    view = table(FORK)
    view.reduced_motion = True
    before = view.position
    move = RULES.read_move("38x7", before)
    view.show(before.play(move), move)
    view.movable.sides = frozenset()
    for number in (38, 29, 18, 7):
        cut = patch(drawn(view), view, at(number))
        assert ((cut[..., 2] - cut[..., 0]) > 50).sum() > 5, number


def test_no_old_way_crosses_the_one_that_is_chosen(table: Tables, hand: type, drawn: Callable, patch: Callable) -> None:
    view = table(FORK)
    view.reduced_motion = True
    view.show(view.position, Move((at(1), at(6))))

    def blue() -> int:
        cut = patch(drawn(view), view, at(1))
        return int(((cut[..., 2] - cut[..., 0]) > 50).sum())

    assert blue() > 5
    hand(view).click(at(38))
    assert blue() == 0


def test_a_capture_pointed_at_elsewhere_is_shown(table: Tables, drawn: Callable, patch: Callable) -> None:
    view = table(FORK)
    view.reduced_motion = True
    plain = drawn(view)
    view.annotations.pointed = RULES.read_move("38x9", view.position)
    shown = drawn(view)
    assert (patch(shown, view, at(13)) != patch(plain, view, at(13))).any()
    assert (patch(shown, view, at(12)) == patch(plain, view, at(12))).all()
