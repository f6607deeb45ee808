"""Blindfold: what is hidden on the board, and that the end of the game uncovers it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.rules.core import Outcome, Position, Side, Square, Termination
from game.rules.registry import variant
from game.storage.settings import Blindfold
from game.ui.board.view import BoardView
from game.ui.games.xiangqi.painter import XiangqiPainter
from game.ui.paint.text import Fonts

XIANGQI = variant("xiangqi")
Draw = Callable[..., np.ndarray]
Positions = Callable[..., Position]
MATED = "3k5/9/9/9/9/9/9/9/3rr4/4K4 w - - 0 1"


@pytest.fixture
def xiangqi(fonts: Fonts) -> Callable[..., BoardView]:
    def make(fen: str, blindfold: Blindfold) -> BoardView:
        view = BoardView(XiangqiPainter("wood", "traditional", fonts), XIANGQI.read_position(fen))
        view.rect = pygame.FRect(20, 20, 480, 480)
        view.movable.sides = frozenset(Side)
        view.blindfold = blindfold
        view.annotations.check_word = "Check"
        return view

    return make


def swapped(fen: str) -> str:
    """The same board with red horses for red cannons and the other way round."""
    return fen.translate(str.maketrans("NC", "CN"))


START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def test_discs_hide_what_a_piece_is_but_not_where(xiangqi: Callable[..., BoardView], drawn: Draw) -> None:
    seen, other = (drawn(xiangqi(fen, "off")) for fen in (START, swapped(START)))
    assert (seen != other).any()
    seen, other = (drawn(xiangqi(fen, "discs")) for fen in (START, swapped(START)))
    assert (seen == other).all()
    gone = drawn(xiangqi(START.replace("1C5C1", "1C7"), "discs"))
    assert (gone != seen).any()


@pytest.mark.parametrize("form", ["hidden", "no-board"])
def test_nothing_is_seen_of_hidden_pieces(form: Blindfold, xiangqi: Callable[..., BoardView], drawn: Draw) -> None:
    few = "3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1"
    assert (drawn(xiangqi(START, form)) == drawn(xiangqi(few, form))).all()


def test_a_check_is_not_drawn(xiangqi: Callable[..., BoardView], drawn: Draw) -> None:
    assert (drawn(xiangqi(MATED, "hidden")) == drawn(xiangqi(START, "hidden"))).all()


@pytest.mark.parametrize("form", ["discs", "hidden"])
def test_the_end_uncovers_everything(form: Blindfold, xiangqi: Callable[..., BoardView], drawn: Draw) -> None:
    pictures = []
    for each in ("off", form):
        view = xiangqi(MATED, each)
        view.show_outcome(Outcome(Side.SECOND, Termination.CHECKMATE))
        pictures.append(drawn(view))
    assert (pictures[0] == pictures[1]).all()


def test_choosing_shows_no_targets(xiangqi: Callable[..., BoardView], drawn: Draw, hand: type, patch: Callable) -> None:
    view = xiangqi(START, "hidden")
    before = drawn(view)
    hand(view).click(Square(19))  # the cannon on b2
    view.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    view.update(1.0)
    after = drawn(view)
    assert (patch(after, view, Square(19)) != patch(before, view, Square(19))).any(), "what was chosen is marked"
    for target in (21, 22, 46):
        assert (patch(after, view, Square(target)) == patch(before, view, Square(target))).all()


def test_moves_can_be_made_all_the_same(xiangqi: Callable[..., BoardView], hand: type) -> None:
    view = xiangqi(START, "hidden")
    moves: list[object] = []
    view.movable.on_move = moves.append
    hand(view).click(Square(19))
    hand(view).click(Square(22))
    assert moves == [XIANGQI.read_move("b2e2", view.position)]


def test_stones_lose_their_colour(gomoku: Positions, view_of: Callable[..., BoardView], drawn: Draw) -> None:
    one, other = (view_of(gomoku(moves), blindfold="discs") for moves in ("h8 h9 i9", "i9 h9 h8"))
    assert (drawn(one) == drawn(other)).all()
    one, other = (view_of(gomoku(moves)) for moves in ("h8 h9 i9", "h9 h8 i9"))
    assert (drawn(one) != drawn(other)).any()


def test_no_stone_under_the_mouse_and_no_crossed_points(
    gomoku: Positions, view_of: Callable[..., BoardView], drawn: Draw, hand: type
) -> None:
    position = gomoku("g8 j10 h8 h10 i9 a1 i10 a15", "renju")
    view = view_of(position, blindfold="hidden", sides=frozenset(Side), coordinates=False)
    empty = drawn(view_of(gomoku(), blindfold="hidden", coordinates=False))
    hand(view).move(Square(113))
    assert view.hovered_forbidden is None
    assert (drawn(view) == empty).all()


def test_pieces_move_unseen(xiangqi: Callable[..., BoardView]) -> None:
    for form, moves in (("hidden", False), ("discs", True)):
        view = xiangqi(START, form)
        before, move = view.position, XIANGQI.read_move("h2e2", view.position)
        view.play(move, before, before.play(move))
        assert view.is_moving is moves
