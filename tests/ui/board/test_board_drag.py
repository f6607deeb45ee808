"""Pieces are dragged as well as clicked: picked up, carried, dropped, and put back."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from steps_game import StepsPainter, steps_start

from game.rules.core import Move, Position, Refusal, Side, Square
from game.ui.board.hand import DRAG_FROM, LIFT_S, Hand
from game.ui.board.motion import SLIDE_S
from game.ui.board.view import BoardView

STEP = Move((Square(2), Square(3)))
Views = Callable[..., BoardView]
Draw = Callable[..., np.ndarray]


@pytest.fixture
def table(view_of: Views) -> SimpleNamespace:
    """A view on which FIRST is played, and what it told the scene."""
    heard = SimpleNamespace(moves=[], refusals=[])
    told = {"on_move": heard.moves.append, "on_refused": heard.refusals.append}
    view = view_of(steps_start(), painter=StepsPainter(), sides=frozenset({Side.FIRST}), **told)
    return SimpleNamespace(view=view, moves=heard.moves, refusals=heard.refusals)


class Drag:
    """A left button that goes down, moves and comes up again."""

    def __init__(self, view: BoardView) -> None:
        self.view = view

    def at(self, square: int) -> tuple[float, float]:
        x, y = self.view.square_rect(Square(square)).center
        return x, y

    def down(self, square: int) -> None:
        self.view.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self.at(square), button=1))

    def move(self, pos: tuple[float, float]) -> None:
        self.view.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0)))

    def up(self, pos: tuple[float, float]) -> None:
        self.view.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))

    def go(self, start: int, end: int) -> None:
        self.down(start)
        x, y = self.at(start)
        self.move((x + 5, y))
        self.move(self.at(end))
        self.up(self.at(end))


def test_a_piece_is_dragged_to_its_target(table: SimpleNamespace) -> None:
    Drag(table.view).go(2, 3)
    assert table.moves == [STEP]
    assert table.refusals == []


def test_a_piece_is_dragged_from_so_many_units_on() -> None:
    hand = Hand()
    hand.press((100.0, 100.0))
    assert not hand.pulls_away((100.0 + DRAG_FROM, 100.0))
    assert hand.pulls_away((100.0, 100.5 + DRAG_FROM))
    hand.drag((100.0, 120.0))
    assert not hand.pulls_away((100.0, 140.0)), "one is carried already"


def test_a_shaky_hand_does_not_drag(table: SimpleNamespace, hand: type) -> None:
    drag = Drag(table.view)
    x, y = drag.at(2)
    drag.down(2)
    drag.move((x + DRAG_FROM - 0.5, y))
    drag.up((x + DRAG_FROM - 0.5, y))
    assert table.moves == []
    hand(table.view).click(Square(3))
    assert table.moves == [STEP], "it was a click that chose the piece"


def test_back_on_its_square_it_stays_chosen(table: SimpleNamespace, hand: type) -> None:
    drag = Drag(table.view)
    drag.down(2)
    drag.move(drag.at(7))
    drag.move(drag.at(2))
    drag.up(drag.at(2))
    assert (table.moves, table.refusals) == ([], [])
    hand(table.view).click(Square(3))
    assert table.moves == [STEP]


@pytest.mark.parametrize("target", [0, 6, 19])
def test_where_it_cannot_go_the_refusal_is_said_and_it_goes_back(table: SimpleNamespace, target: int) -> None:
    Drag(table.view).go(2, target)
    assert table.moves == []
    assert table.refusals == [Refusal("no-such-step", {"squares": f"2 {target}"})]
    Drag(table.view).go(2, 3)
    assert table.moves == [STEP]


def test_dropped_off_the_board_it_goes_back(table: SimpleNamespace) -> None:
    drag = Drag(table.view)
    drag.down(2)
    drag.move((2.0, 2.0))
    drag.up((2.0, 2.0))
    assert (table.moves, table.refusals) == ([], [])


def test_another_piece_can_be_dragged_while_one_is_chosen(table: SimpleNamespace, hand: type) -> None:
    hand(table.view).click(Square(2))
    Drag(table.view).go(0, 1)
    assert table.moves == [Move((Square(0), Square(1)))]


@pytest.mark.parametrize("square", [6, 13, 19])
def test_what_is_not_ones_own_is_not_picked_up(table: SimpleNamespace, square: int, drawn: Draw) -> None:
    drag = Drag(table.view)
    before = drawn(table.view)
    drag.down(square)
    drag.move(drag.at(3))
    table.view.update(1.0)
    assert (drawn(table.view) == before).all()
    drag.up(drag.at(3))
    assert table.moves == []


def test_nothing_is_dragged_out_of_turn_or_on_a_finished_board(table: SimpleNamespace) -> None:
    table.view.movable.sides = frozenset({Side.SECOND})
    Drag(table.view).go(2, 3)
    table.view.movable.sides = frozenset()
    Drag(table.view).go(2, 3)
    assert table.moves == []


def test_a_capture_path_goes_on_after_a_drag(table: SimpleNamespace, hand: type) -> None:
    Drag(table.view).go(2, 11)
    assert table.moves == []
    hand(table.view).click(Square(5))
    assert table.moves == [Move((Square(2), Square(11), Square(5)), (Square(6), Square(13)))]


def test_a_capture_path_is_dragged_leg_by_leg(table: SimpleNamespace) -> None:
    Drag(table.view).go(2, 11)
    Drag(table.view).go(11, 5)
    assert table.moves == [Move((Square(2), Square(11), Square(5)), (Square(6), Square(13)))]


def test_the_piece_hangs_at_the_mouse(table: SimpleNamespace, drawn: Draw, patch: Callable) -> None:
    view, drag = table.view, Drag(table.view)
    empty = patch(drawn(view), view, Square(9))
    standing = patch(drawn(view), view, Square(2))
    drag.down(2)
    drag.move(drag.at(9))
    seen = drawn(view)
    assert (patch(seen, view, Square(9)) != empty).any()
    assert abs(patch(seen, view, Square(2)) - standing).sum() > 10_000, "its square is empty meanwhile"


def test_a_dropped_piece_waits_for_its_move_and_does_not_slide(table: SimpleNamespace, drawn: Draw) -> None:
    view = table.view
    before = view.position
    Drag(view).go(2, 3)
    dropped = drawn(view)
    after = before.play(STEP)
    view.play(STEP, before, after)
    assert not view.is_moving
    view.point_out(Square(0))  # changes nothing without a refusal
    left = view.square_rect(Square(2))
    box = np.s_[int(left.top) : int(left.bottom), int(left.left) : int(left.right)]
    assert abs(drawn(view)[box] - dropped[box]).sum() < 30_000, "it did not come back to its square meanwhile"


def test_a_drop_that_is_not_played_goes_back_by_itself(table: SimpleNamespace, drawn: Draw) -> None:
    view = table.view
    resting = drawn(view)
    Drag(view).go(2, 3)
    pointed = view.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    assert not pointed
    assert (drawn(view) != resting).any()
    view.update(1.0)
    assert (drawn(view) == resting).all()


def test_what_a_dropped_piece_captures_still_fades(table: SimpleNamespace) -> None:
    view, hit = table.view, Move((Square(0), Square(6)), (Square(6),))
    before = view.position
    Drag(view).go(0, 6)
    assert table.moves == [hit]
    view.play(hit, before, before.play(hit))
    assert view.is_moving
    view.update(SLIDE_S)
    assert not view.is_moving, "without the way before it"


def test_another_position_takes_the_piece_out_of_the_hand(table: SimpleNamespace) -> None:
    view, drag = table.view, Drag(table.view)
    drag.down(2)
    drag.move(drag.at(3))
    view.show(steps_start())
    drag.up(drag.at(3))
    assert table.moves == []


def test_a_chosen_piece_rises(table: SimpleNamespace, hand: type, drawn: Draw, patch: Callable) -> None:
    view = table.view
    hand(view).click(Square(2))
    low = patch(drawn(view), view, Square(2))
    view.update(LIFT_S / 2)
    middle = patch(drawn(view), view, Square(2))
    view.update(LIFT_S)
    high = patch(drawn(view), view, Square(2))
    assert (low != middle).any()
    assert (middle != high).any()
    view.update(1.0)
    assert (patch(drawn(view), view, Square(2)) == high).all()


def test_stones_are_not_dragged(view_of: Views, gomoku: Callable[..., Position]) -> None:
    moves: list[Move] = []
    view = view_of(gomoku("h8 h9"), sides=frozenset(Side), on_move=moves.append)
    Drag(view).go(112, 113)
    Drag(view).go(0, 1)
    assert moves == []
