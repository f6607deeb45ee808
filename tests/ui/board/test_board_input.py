"""Clicks become moves by the legal moves alone."""

from collections.abc import Callable

from steps_game import steps_start

from game.rules.core import Move, Piece, Position, Refusal, Side, Square
from game.ui.board.input import PathInput


def test_a_placement_is_one_click(gomoku: Callable[..., Position]) -> None:
    chooser = PathInput(gomoku())
    assert chooser.choose(Square(112)) == Move((Square(112),))
    assert chooser.path == ()


def test_an_occupied_point_is_refused_with_its_reason(gomoku: Callable[..., Position]) -> None:
    answer = PathInput(gomoku("h8")).choose(Square(112))
    assert isinstance(answer, Refusal)
    assert answer.code == "occupied"


def test_a_forbidden_point_is_refused_with_its_reason(gomoku: Callable[..., Position]) -> None:
    position = gomoku("g8 j10 h8 h10 i9 a1 i10 a15", "renju")
    answer = PathInput(position).choose(Square(7 * 15 + 8))
    assert isinstance(answer, Refusal)
    assert answer.code == "double-three"


def test_what_would_be_placed(gomoku: Callable[..., Position]) -> None:
    chooser = PathInput(gomoku("h8"))
    assert chooser.placed(Square(0)) == Piece(Side.SECOND, "stone")
    assert chooser.placed(Square(112)) is None
    assert PathInput(steps_start()).placed(Square(2)) is None


def test_a_step_is_two_clicks() -> None:
    chooser = PathInput(steps_start())
    assert chooser.choose(Square(2)) is None
    assert set(chooser.targets()) == {3, 7, 11}
    assert chooser.choose(Square(3)) == Move((Square(2), Square(3)))
    assert chooser.path == ()


def test_a_capture_path_is_clicked_square_by_square() -> None:
    chooser = PathInput(steps_start())
    chooser.choose(Square(2))
    assert chooser.choose(Square(11)) is None
    assert chooser.targets() == (5,)
    assert chooser.choose(Square(5)) == Move((Square(2), Square(11), Square(5)), (Square(6), Square(13)))


def test_another_own_piece_is_taken_instead() -> None:
    chooser = PathInput(steps_start())
    chooser.choose(Square(2))
    assert chooser.choose(Square(0)) is None
    assert chooser.path == (0,)


def test_the_chosen_piece_is_let_go_of_by_choosing_it_again() -> None:
    chooser = PathInput(steps_start())
    chooser.choose(Square(2))
    assert chooser.choose(Square(2)) is None
    assert chooser.path == ()
    assert chooser.targets() == ()


def test_a_refused_target_leaves_the_choice() -> None:
    chooser = PathInput(steps_start())
    chooser.choose(Square(2))
    assert chooser.choose(Square(19)) == Refusal("no-such-step", {"squares": "2 19"})
    assert chooser.path == (2,)


def test_a_square_that_begins_nothing_is_refused() -> None:
    chooser = PathInput(steps_start())
    assert chooser.choose(Square(6)) == Refusal("no-such-step", {"squares": "6"})
    assert not chooser.can_start(Square(6))
    assert chooser.can_start(Square(0))
