"""What moves, by time: stones drop, pieces slide, what is taken back fades, the winning five come one by one."""

from collections.abc import Callable

import numpy as np
import pygame
import pytest
from steps_game import StepsPainter, steps_start

from game.rules.core import Move, Outcome, Piece, Position, Side, Square, Termination
from game.ui.board.ending import JOIN_S, RING_S, outcome_stage
from game.ui.board.layout import BoardLayout
from game.ui.board.motion import (
    DROP_S,
    FADE_S,
    SETTLE_S,
    SLIDE_S,
    Drop,
    Fade,
    Slide,
    motions_back,
    motions_of,
    setting_out,
)
from game.ui.board.view import BoardView
from game.ui.games.gomoku.painter import GomokuPainter
from game.ui.paint.theme import LIGHT

H8 = Square(112)
Views = Callable[..., BoardView]
Positions = Callable[..., Position]
Draw = Callable[..., np.ndarray]
WON = "a1 a15 b1 b15 c1 c15 d1 d15 e1"


def test_a_stone_drops_and_comes_to_rest(view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable) -> None:
    before, after = gomoku(), gomoku("h8")
    view = view_of(before)
    view.play(Move((H8,)), before, after)
    assert view.is_moving
    assert view.position == after
    falling = patch(drawn(view), view, H8)
    view.update(DROP_S / 2)
    assert (patch(drawn(view), view, H8) != falling).any()
    view.update(DROP_S / 2 + SETTLE_S)
    assert not view.is_moving
    at_rest = view_of(before)
    at_rest.show(after, Move((H8,)))
    assert (drawn(view) == drawn(at_rest)).all()


def test_a_falling_stone_is_larger(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    before, after = gomoku(), gomoku("h8")
    view = view_of(before, coordinates=False)
    x, y = (int(value) for value in view.square_rect(H8).center)

    def width() -> int:
        row = drawn(view)[y + 4, x - 22 : x + 23].mean(axis=1)  # beside the line of the grid
        return int((row < 70).sum())

    view.play(Move((H8,)), before, after)
    falling = width()
    view.show(after)
    assert falling >= width() + 2


def test_two_moves_can_be_in_the_air(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    start, first, second = gomoku(), gomoku("h8"), gomoku("h8 i9")
    view = view_of(start)
    view.play(Move((H8,)), start, first)
    view.update(DROP_S / 2)
    view.play(Move((Square(128),)), first, second)
    view.update(DROP_S + SETTLE_S)
    assert not view.is_moving
    still = view_of(second)
    still.show(second, Move((Square(128),)))
    assert (drawn(view) == drawn(still)).all()


def test_showing_a_position_ends_all_motion(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    start, after = gomoku(), gomoku("h8")
    view = view_of(start)
    empty = drawn(view)
    view.play(Move((H8,)), start, after)
    view.show(start)
    assert not view.is_moving
    assert (drawn(view) == empty).all()


def test_with_reduced_motion_everything_stands_at_once(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    before, after = gomoku(), gomoku(WON)
    view = view_of(before, reduced_motion=True)
    last = Move((Square(4),))
    view.play(last, gomoku(WON[:-3]), after)
    view.show_outcome(after.outcome())
    assert not view.is_moving
    at_once = drawn(view)
    view.update(5.0)
    assert (drawn(view) == at_once).all()
    view.take_back(last, gomoku(WON[:-3]), after)
    assert not view.is_moving


def test_a_stone_taken_back_fades(view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable) -> None:
    before, after = gomoku("a1"), gomoku("a1 h8")
    view = view_of(after)
    view.show(before, Move((Square(0),)))
    gone = drawn(view)
    view.show(after, Move((H8,)))
    view.take_back(Move((H8,)), before, after, Move((Square(0),)))
    half = [patch(drawn(view), view, H8)[..., 2].mean()]
    view.update(FADE_S / 2)
    half.append(patch(drawn(view), view, H8)[..., 2].mean())
    view.update(FADE_S / 2)
    assert half[0] > half[1] > patch(gone, view, H8)[..., 2].mean()
    assert (drawn(view) == gone).all()


def test_the_last_move_is_marked_once_it_lies(view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable) -> None:
    before, after = gomoku(), gomoku("h8")
    view = view_of(before)
    view.play(Move((H8,)), before, after)

    def red() -> int:
        square = patch(drawn(view), view, H8)
        return int((square[..., 0] - square[..., 1] > 90).sum())

    assert red() == 0
    view.update(DROP_S + SETTLE_S)
    assert red() > 20


def test_the_motions_of_moves() -> None:
    start = steps_start()
    step, capture = start.moves[2], start.moves[4]
    (slide,) = motions_of(step, start, start.play(step))
    assert isinstance(slide, Slide)
    assert slide.hides == {3}
    assert slide.advance(SLIDE_S), "it settles"
    assert not slide.advance(SETTLE_S)
    captured = motions_of(capture, start, start.play(capture))
    assert [type(motion) for motion in captured] == [Fade, Fade, Slide]
    assert captured[2].hides == {5}
    assert captured[0].advance(2 * SLIDE_S + FADE_S - 0.01), "it fades only after the hit"
    assert not captured[0].advance(0.02)
    (back,) = motions_back(step, start, start.play(step))
    assert isinstance(back, Slide)
    assert back.hides == {2}
    assert motions_of(Move((), word="pass"), start, start) == motions_back(Move((), word="pass"), start, start) == []


def test_the_motions_of_placements(gomoku: Positions) -> None:
    move = Move((H8,))
    (drop,) = motions_of(move, gomoku(), gomoku("h8"))
    assert isinstance(drop, Drop)
    assert drop.hides == {H8}
    (fade,) = motions_back(move, gomoku(), gomoku("h8"))
    assert isinstance(fade, Fade)
    assert fade.hides == frozenset()


def test_a_piece_slides_from_square_to_square(drawn: Draw, patch: Callable) -> None:
    start = steps_start()
    capture = start.moves[4]
    after = start.play(capture)
    view = BoardView(StepsPainter(), start)
    view.rect = pygame.FRect(20, 20, 480, 400)
    begin = drawn(view)
    view.play(capture, start, after)
    moving = drawn(view)
    assert (patch(moving, view, Square(2)) == patch(begin, view, Square(2))).mean() > 0.9, "still at the start"
    view.update(SLIDE_S)
    there = patch(drawn(view), view, Square(11)) != patch(begin, view, Square(11))
    assert there.mean() > 0.4, "at the square on the way"
    view.update(SLIDE_S + FADE_S + 0.001)
    assert not view.is_moving
    still = BoardView(StepsPainter(), after)
    still.rect = view.rect
    still.show(after, capture)
    assert (drawn(view) == drawn(still)).all()


# ---- the end of the game


def test_the_stages_of_a_winning_line() -> None:
    line = tuple(Square(s) for s in range(5))
    assert outcome_stage(line, 0.0) == (1, 0.0)
    assert outcome_stage(line, RING_S * 1.5) == (2, 0.0)
    assert outcome_stage(line, RING_S * 4.5) == (5, 0.0)
    marked, joined = outcome_stage(line, RING_S * 5 + JOIN_S / 2)
    assert (marked, joined) == (5, pytest.approx(0.5))
    assert outcome_stage(line, RING_S * 5 + JOIN_S) == (5, 1.0)


def test_the_winning_five_is_ringed_one_by_one(view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable) -> None:
    after = gomoku(WON)
    view = view_of(after)
    outcome = after.outcome()
    assert outcome is not None
    assert outcome.line == (0, 1, 2, 3, 4)
    plain = drawn(view)
    view.show_outcome(outcome)

    def ringed(picture: np.ndarray) -> list[bool]:
        """By the gold of a ring, which has far less blue than the wood."""
        golds = []
        for square in outcome.line:
            area = patch(picture, view, square)
            golds.append(int(((area[..., 0] > 170) & (area[..., 2] < 70)).sum()) > 25)
        return golds

    assert ringed(plain) == [False] * 5
    seen = []
    for _ in range(5):
        view.update(RING_S * 0.999 if seen else 0.001)
        seen.append(sum(ringed(drawn(view))))
    assert seen == [1, 2, 3, 4, 5]
    view.update(RING_S + JOIN_S)
    assert not view.is_moving
    final = drawn(view)
    between = view.square_rect(Square(0)).midright
    red, _, blue = final[int(between[1]), int(between[0])]
    assert red > 150
    assert blue < 120, "the line joins the stones"
    view.show_outcome(None)
    assert (drawn(view) == plain).all()


def test_the_line_waits_for_the_last_stone(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    before, after = gomoku(WON[:-3]), gomoku(WON)
    view = view_of(before)
    view.play(Move((Square(4),)), before, after)
    falling = drawn(view)
    view.show_outcome(after.outcome())
    assert (drawn(view) == falling).all()
    view.update(DROP_S)
    view.update(0.001)
    assert (drawn(view) != falling).any()
    assert view.is_moving


def test_a_losing_forbidden_move_is_crossed_out(
    view_of: Views, gomoku: Positions, drawn: Draw, patch: Callable
) -> None:
    after = gomoku("g8 j10 h8 h10 i9 a1 i10 a15 i8", "renju")
    outcome = after.outcome()
    assert outcome == Outcome(Side.SECOND, Termination.FORBIDDEN_MOVE, (Square(113),))
    view = view_of(after, reduced_motion=True)
    view.show(after, Move((Square(113),)))
    view.show_outcome(outcome)
    square = patch(drawn(view), view, Square(113))
    assert (square[..., 0] - square[..., 1] > 90).sum() > 60


def test_an_end_without_squares_keeps_the_last_move(view_of: Views, gomoku: Positions, drawn: Draw) -> None:
    after = gomoku("h8 i9")
    view = view_of(after)
    view.show(after, Move((Square(128),)))
    before = drawn(view)
    view.show_outcome(Outcome(Side.FIRST, Termination.RESIGNATION))
    view.update(1.0)
    assert not view.is_moving
    assert (drawn(view) == before).all()


def test_a_six_is_numbered_to_its_end(gomoku: Positions, drawn: Draw, view_of: Views) -> None:
    after = gomoku("a1 a15 b1 b15 c1 c15 e1 e15 f1 f15 d1")
    outcome = after.outcome()
    assert outcome is not None
    assert len(outcome.line) == 6
    view = view_of(after)
    view.show_outcome(outcome)
    view.update(RING_S * 6 + JOIN_S)
    assert not view.is_moving
    assert drawn(view).shape == (520, 520, 3)


def test_a_stone_changes_its_size_with_the_zoom(gomoku: Positions) -> None:
    painter = GomokuPainter("wood", "shell")
    layout = BoardLayout.fit(pygame.Rect(0, 0, 480, 480), gomoku().board, painter.frame)
    usual, large, small = (
        painter.piece(Piece(Side.FIRST, "stone"), H8, layout, LIGHT, zoom) for zoom in (1.0, 1.08, 0.8)
    )
    covers = [int(pygame.surfarray.array_alpha(each).astype(int).sum()) for each in (small, usual, large)]
    assert covers == sorted(covers)
    assert covers[0] < covers[1] * 0.7
    assert (large.get_width() - usual.get_width()) % 2 == 0


def test_a_piece_goes_a_little_too_far_and_settles(drawn: Draw) -> None:
    start = steps_start()
    (slide,) = motions_of(start.moves[2], start, start.play(start.moves[2]))
    layout = BoardLayout.fit(pygame.Rect(0, 0, 400, 400), start.board, StepsPainter().frame)
    where: list[tuple[float, float]] = []

    class Watched(StepsPainter):
        def piece(
            self, piece: Piece, square: Square, layout: BoardLayout, theme: object, zoom: float = 1.0
        ) -> pygame.Surface:
            sizes.append(zoom)
            return super().piece(piece, square, layout, LIGHT, zoom)

    class Places:
        theme = LIGHT

        def lay(self, picture: pygame.Surface, at: tuple[int, int], alpha: int = 255) -> None:
            where.append(at)

    sizes: list[float] = []
    going = True
    while going:
        slide.draw(Places(), layout, Watched())  # type: ignore[arg-type]  # takes note of what is laid where
        going = slide.advance(0.01)
    ways = [x + y for x, y in where]
    first, last = ways[0], ways[-1]
    furthest = max(ways, key=lambda each: abs(each - first))
    assert 0 < abs(furthest - last) < 0.1 * abs(last - first)
    assert min(sizes) < 0.985 < max(sizes) == 1.0


def test_a_position_is_set_out_piece_by_piece(gomoku: Positions) -> None:
    motions = setting_out(gomoku("a1 o15 h8"))
    assert {square for each in motions for square in each.hides} == {Square(0), Square(224), H8}
    lasting = [sum(each.advance(0.01) for _ in range(200)) for each in motions]
    assert len(set(lasting)) == 3, "one after the other"
    assert setting_out(gomoku()) == []
