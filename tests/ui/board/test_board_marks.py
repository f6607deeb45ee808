"""Marks on the board: hint, expected line, numbers, last move; in high contrast larger and in black and white."""

from collections.abc import Callable

import numpy as np
import pygame
import pytest
from steps_game import StepsPainter, steps_start

from game.match.judgement import Mark
from game.rules.core import Board, Move, Position, Side, Square
from game.rules.registry import variant
from game.ui.board.candidates import Candidates
from game.ui.board.marks import draw_mark
from game.ui.board.view import BoardView
from game.ui.games.gomoku.painter import GomokuPainter, star_points
from game.ui.games.registry import painter_for
from game.ui.paint.kept import NotYetError, forget_pictures, pictures_within
from game.ui.paint.text import Fonts

H8, I9, J7 = Square(112), Square(128), Square(99)
Views = Callable[..., BoardView]
Positions = Callable[..., Position]
Draw = Callable[..., np.ndarray]


def test_a_hint_is_a_jade_ring_until_the_next_move(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    view = view_of(gomoku("h8"))
    plain = drawn(view)
    view.annotations.hints = (Move((I9,)),)
    area = patch(drawn(view), view, I9)
    assert ((area[..., 1] > area[..., 0] + 30) & (area[..., 0] < 90)).sum() > 40
    view.show(gomoku("h8"))
    assert view.annotations.hints == ()
    assert (drawn(view) == plain).all()


def test_a_hint_for_pieces_is_an_arrow(drawn: Draw) -> None:
    view = BoardView(StepsPainter(), steps_start())
    view.rect.update(20, 20, 480, 400)
    plain = drawn(view)
    (hint,) = view.annotations.hints = (view.position.legal_moves()[4],)
    changed = (drawn(view) != plain).any(axis=2)
    for square in hint.path:
        x, y = view.square_rect(square).center
        assert changed[int(y) - 12 : int(y) + 12, int(x) - 12 : int(x) + 12].any()


def test_threats_are_diamonds_filled_where_they_win_at_once(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    view = view_of(gomoku("h8 a1 i8 c1 j8"))
    plain = drawn(view)
    view.annotations.show_threats = True
    straight, four = Square(7 * 15 + 10), Square(7 * 15 + 6)
    shown = drawn(view)
    for square in (straight, four):
        assert (patch(shown, view, square) != patch(plain, view, square)).any()
    assert (patch(shown, view, I9) == patch(plain, view, I9)).all()

    def red(position: Position, square: Square) -> int:
        view.show(position)
        area = patch(drawn(view), view, square)
        return int(((area[..., 0] > 140) & (area[..., 1] < 80)).sum())

    at_once = red(gomoku("h8 a1 i8 c1 j8 e1 k8"), Square(7 * 15 + 11))
    assert at_once > 60
    assert red(gomoku("h8 a1 i8 c1 j8"), straight) < at_once / 4, "hollow, and not red"


def test_the_right_button_draws_rings_and_arrows_and_wipes_them_out(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable, hand: type
) -> None:
    view = view_of(gomoku("a1"))
    fingers = hand(view)
    fingers.move(Square(0))
    plain = drawn(view)

    def drag(start: Square, end: Square) -> None:
        fingers.button(pygame.MOUSEBUTTONDOWN, start, button=3)
        fingers.button(pygame.MOUSEBUTTONUP, end, button=3)
        fingers.move(Square(0))

    drag(H8, H8)
    drag(I9, J7)
    shown = drawn(view)
    middle = Square(113)  # i8, between i9 and j7
    for square in (H8, J7, middle):
        assert (patch(shown, view, square) != patch(plain, view, square)).any()
    drag(H8, H8)
    assert (patch(drawn(view), view, H8) == patch(plain, view, H8)).all()
    fingers.button(pygame.MOUSEBUTTONDOWN, Square(0))
    assert (drawn(view) == plain).all(), "the left button wipes out everything"
    drag(I9, J7)
    view.show(gomoku("a1 b1"))
    view.show(gomoku("a1"))
    assert (drawn(view) == plain).all(), "and so does another position"


def test_several_hints_are_numbered_and_the_best_stands_out(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    view = view_of(gomoku("h8"))

    def jade(square: Square) -> int:
        area = patch(drawn(view), view, square)
        return int(((area[..., 1] > area[..., 0] + 30) & (area[..., 0] < 90)).sum())

    view.annotations.hints = (Move((I9,)),)
    alone = jade(I9)
    view.annotations.hints = (Move((I9,)), Move((J7,)))
    assert jade(I9) > alone, "the disc of its number"
    assert 0 < jade(J7) < jade(I9)


def test_hints_for_pieces_are_numbered_arrows(drawn: Draw) -> None:
    view = BoardView(StepsPainter(), steps_start())
    view.rect.update(20, 20, 480, 400)
    moves = view.position.legal_moves()
    view.annotations.hints = (moves[0], moves[2])
    first = drawn(view)
    view.annotations.hints = (moves[2], moves[0])
    changed = (drawn(view) != first).any(axis=2)
    for move in (moves[0], moves[2]):
        (x0, y0), (x1, y1) = (view.square_rect(square).center for square in move.path)
        x, y = int(x0 + x1) // 2, int(y0 + y1) // 2
        assert changed[y - 12 : y + 12, x - 12 : x + 12].any()


@pytest.mark.parametrize("mark", Mark)
def test_a_refuted_move_is_a_faint_stone_in_a_broken_ring_with_its_mark(
    mark: Mark, view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    view = view_of(gomoku("h8"))
    plain = drawn(view)
    view.annotations.refuted = (Move((I9,)), mark)
    area = patch(drawn(view), view, I9)
    assert patch(plain, view, I9)[..., 2].mean() + 10 < area[..., 2].mean(), "White is to move"
    assert ((area[..., 0] > area[..., 1] + 80) & (area[..., 0] > 120)).sum() > 20
    view.show(gomoku("h8"))
    assert view.annotations.refuted is None
    assert (drawn(view) == plain).all()


def test_a_refuted_way_is_a_broken_arrow(drawn: Draw) -> None:
    view = BoardView(StepsPainter(), steps_start())
    view.rect.update(20, 20, 480, 400)
    plain = drawn(view)
    capture = view.position.legal_moves()[4]
    view.annotations.refuted = (capture, Mark.BLUNDER)
    changed = (drawn(view) != plain).any(axis=2)
    x, y = view.square_rect(capture.path[-1]).center
    assert changed[int(y) - 12 : int(y) + 12, int(x) - 12 : int(x) + 12].any()


def test_the_marks_differ_by_shape_and_not_by_colour_alone(canvas_of: Callable) -> None:
    seen = set()
    for mark in Mark:
        canvas = canvas_of("contrast", (40, 40))
        draw_mark(canvas, mark, 20, 20, 10)
        grey = pygame.transform.grayscale(canvas.surface)
        seen.add(tuple(grey.get_at((x, y))[0] < 160 for x in range(6, 34, 2) for y in range(6, 34, 2)))
    assert len(seen) == len(Mark)


def test_the_last_move_carries_what_is_wrong_with_it(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    view = view_of(gomoku("h8 i9"))
    view.show(gomoku("h8 i9"), Move((I9,)))
    plain = drawn(view)
    view.annotations.badge = Mark.MISTAKE
    assert (patch(drawn(view), view, I9) != patch(plain, view, I9)).any()
    view.show(gomoku("h8 i9"), Move((I9,)))
    assert view.annotations.badge is None


def test_the_expected_line_stands_in_faint_stones(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    view = view_of(gomoku("h8"))
    plain = drawn(view)
    view.annotations.best_line = (Move((I9,)), Move((J7,)))
    picture = drawn(view)
    wood = patch(plain, view, I9)[..., 2].mean()
    assert patch(picture, view, I9)[..., 2].mean() > wood + 10, "White is to move"
    assert patch(picture, view, J7)[..., 2].mean() < wood - 10
    view.play(Move((I9,)), gomoku("h8"), gomoku("h8 i9"))
    assert view.annotations.best_line == ()


def test_in_high_contrast_no_line_runs_through_the_numbers(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    view = view_of(gomoku("h8"))
    view.annotations.best_line = (Move((I9,)),)
    x, y = (int(value) for value in view.square_rect(I9).center)
    row = drawn(view, theme="contrast")[y, x - 9 : x - 6]
    assert (row == 255).all()


def test_a_line_that_does_not_fit_the_board_is_left_out(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    view = view_of(gomoku("h8"))
    plain = drawn(view)
    view.annotations.best_line = (Move((H8,)), Move((I9,)))
    assert (drawn(view) == plain).all()


def test_numbers_stand_on_stones(view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable) -> None:
    view = view_of(gomoku("h8 i9"))
    view.show(view.position, Move((I9,)))
    dotted = drawn(view)
    view.annotations.numbers = {H8: 1, I9: 102}
    numbered = drawn(view)
    x, y = (int(value) for value in view.square_rect(H8).center)
    first = numbered[y - 6 : y + 7, x - 6 : x + 7].max(axis=2)
    assert (first > 180).sum() > 8, "a pale figure on the black stone"
    last = patch(numbered, view, I9)
    assert (last != patch(dotted, view, I9)).any(), "the last one has a red number instead of the dot"
    assert (last[..., 0] - last[..., 1] > 60).sum() > 20
    view.annotations.numbers = {}
    assert (drawn(view) == dotted).all()


def test_high_contrast_has_its_own_board_and_stones(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    view = view_of(gomoku("h8 i9"))
    picture = drawn(view, theme="contrast")
    assert (picture.max(axis=2) == picture.min(axis=2)).all(), "black, white and grey"
    assert ((picture < 30) | (picture > 225)).all(axis=2).mean() > 0.97
    x, y = (int(value) for value in view.square_rect(H8).center)
    assert (picture[y, x] == 0).all()
    x, y = (int(value) for value in view.square_rect(I9).center)
    assert (picture[y, x] == 255).all()


@pytest.mark.parametrize("mark", ["hint", "cursor", "refused"])
def test_marks_are_thicker_in_high_contrast(mark: str, view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    view = view_of(gomoku(), reduced_motion=True)

    def coloured(theme: str) -> int:
        plain = drawn(view, theme=theme)
        if mark == "hint":
            view.annotations.hints = (Move((I9,)),)
        elif mark == "cursor":
            view.focused = True
        else:
            view.refuse(I9)
        marked = drawn(view, theme=theme)
        view.annotations.hints, view.focused = (), False
        view.update(1.0)
        saturated = marked.max(axis=2) - marked.min(axis=2) > 60
        return int((saturated & (marked != plain).any(axis=2) & (marked.max(axis=2) < 190)).sum())

    assert coloured("contrast") > coloured("light") * 1.15


def test_the_last_move_in_high_contrast_is_told_by_shape(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    view = view_of(gomoku("h8"))
    plain = patch(drawn(view, theme="contrast"), view, H8)
    view.show(view.position, Move((H8,)))
    marked = patch(drawn(view, theme="contrast"), view, H8)
    assert ((marked == 255).all(axis=2) & (plain == 0).all(axis=2)).sum() > 30


def test_drawing_changes_nothing(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    view = view_of(gomoku("h8 i9"), sides=frozenset(Side))
    view.annotations.hints, view.focused = (Move((J7,)),), True
    first = drawn(view)
    drawn(view, theme="contrast")
    drawn(view, size=(900, 900), scale=1.5)
    assert (drawn(view) == first).all()


def test_the_board_is_made_once(
    view_of: Views, gomoku: Positions, drawn: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    draw_board = GomokuPainter.draw_board
    monkeypatch.setattr(GomokuPainter, "draw_board", lambda *all_: (made.append(1), draw_board(*all_)))
    view = view_of(gomoku("h8"))
    for position in (gomoku("h8"), gomoku("h8 i9"), gomoku()):
        view.show(position)
        drawn(view)
    assert len(made) == 1
    view.flipped = True
    drawn(view)
    assert len(made) == 2


def test_pictures_of_a_board_are_prepared_in_steps(view_of: Views, gomoku: Positions, canvas_of: Callable) -> None:
    view = view_of(gomoku("h8"))
    forget_pictures()
    with pytest.raises(NotYetError), pictures_within(0):
        view.prepare(canvas_of())
    view.prepare(canvas_of())
    with pictures_within(0):  # nothing is left to make
        view.prepare(canvas_of())


def test_the_targets_of_a_chosen_piece_are_marked(drawn: Draw, hand: type) -> None:
    view = BoardView(StepsPainter(), steps_start())
    view.rect.update(20, 20, 480, 400)
    view.movable.sides = frozenset(Side)
    hand(view).click(Square(0))
    picture = drawn(view)

    def jade(square: int, dx: float, dy: float) -> bool:
        """Whether there is jade near a place given in cells from the square's middle."""
        rect = view.square_rect(Square(square))
        x, y = int(rect.centerx + dx * rect.width), int(rect.centery + dy * rect.height)
        area = picture[y - 4 : y + 5, x - 4 : x + 5]
        return bool(((area[..., 1] > area[..., 0] + 30) & (area[..., 0] < 90)).any())

    assert all(jade(square, 0, 0) for square in (1, 5)), "dots on empty squares"
    diagonal = 0.53 * 0.7071
    around = [(sx * diagonal, sy * diagonal) for sx in (-1, 1) for sy in (-1, 1)]
    assert all(jade(6, *place) for place in around), "four arcs round what would be captured"
    assert not jade(6, 0.53, 0)
    assert all(jade(0, *place) for place in ((0.5, 0), (0, 0.5), (-0.5, 0), (0, -0.5))), "a ring round the piece"


def test_star_points() -> None:
    names = [(s % 15, s // 15) for s in star_points(Board(15, 15))]
    assert sorted(names) == [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)]
    assert len(star_points(Board(19, 19))) == 9
    assert len(star_points(Board(20, 20))) == 4
    assert star_points(Board(7, 7)) == ()


def test_no_arrow_covers_the_number_of_another(drawn: Draw, fonts: Fonts) -> None:
    """A king's moves along one diagonal: the head of a better one lies where the number of a worse one stands."""
    rules = variant("draughts-international")
    view = BoardView(painter_for(rules, "", "", fonts), rules.read_position("W:WK6:BK19"))
    view.rect.update(20, 20, 560, 560)
    away, over, along = (rules.read_move(text, view.position) for text in ("6-1", "6-17", "6-22"))
    pictures = []
    for second in (away, over):
        view.annotations.candidates = Candidates((away, second, along), Side.FIRST)
        pictures.append(drawn(view))
    (x0, y0), (x1, y1) = (view.square_rect(square).center for square in along.path)
    x, y = round(x0 + (x1 - x0) * 0.6), round(y0 + (y1 - y0) * 0.6)
    numbers = [picture[y - 5 : y + 6, x - 5 : x + 6] for picture in pictures]
    assert (numbers[0] == numbers[1]).all()
    assert (pictures[0] != pictures[1]).any()
