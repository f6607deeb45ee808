"""The view takes clicks and keys and says what was meant; the mouse's square is shown before it is played."""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from steps_game import StepsPainter, steps_start

from game.rules.core import Move, Position, Refusal, Side, Square
from game.ui.board.view import BoardView

H8 = Square(112)
BOTH = frozenset(Side)
Views = Callable[..., BoardView]
Positions = Callable[..., Position]
Draw = Callable[..., np.ndarray]


@pytest.fixture
def heard() -> SimpleNamespace:
    """What the view told the scene."""
    return SimpleNamespace(moves=[], refusals=[])


@pytest.fixture
def live(view_of: Views, heard: SimpleNamespace) -> Views:
    """A view on which both sides are played, its answers heard."""

    def make(position: Position, **attributes: object) -> BoardView:
        told = {"on_move": heard.moves.append, "on_refused": heard.refusals.append, "sides": BOTH}
        return view_of(position, **{**told, **attributes})

    return make


# ---- clicks


def test_a_click_is_a_move(live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace) -> None:
    view = live(gomoku())
    hand(view).click(H8)
    assert heard.moves == [Move((H8,))]
    assert view.position.pieces() == {}, "the view shows a move only when the scene plays it"


@pytest.mark.parametrize("scale", [0.75, 1.5])
def test_events_are_in_units_at_every_scale(
    scale: float, live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace, canvas_of: Callable
) -> None:
    view = live(gomoku())
    view.draw(canvas_of(size=(900, 900), scale=scale))
    rect = view.square_rect(Square(0))
    assert view.rect.contains(rect)
    assert rect.centery > view.slab_rect.centery + view.slab_rect.height / 3
    hand(view).click(Square(0))
    assert heard.moves == [Move((Square(0),))]


def test_a_sloppy_click_takes_the_nearest_crossing(live: Views, gomoku: Positions, hand: type) -> None:
    view = live(gomoku())
    fingers = hand(view)
    half = view.square_rect(H8).width / 2 - 1
    for off in ((half, half), (-half, half), (0, -half)):
        fingers.move(H8, off)
        assert view.hovered_square == H8


def test_letting_go_elsewhere_is_no_move(live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace) -> None:
    fingers = hand(live(gomoku()))
    assert fingers.button(pygame.MOUSEBUTTONDOWN, H8)
    fingers.button(pygame.MOUSEBUTTONUP, Square(0))
    assert heard.moves == []
    assert not fingers.button(pygame.MOUSEBUTTONUP, Square(0)), "a release without a press is not for the board"


def test_other_buttons_and_places_are_left_alone(live: Views, gomoku: Positions, hand: type) -> None:
    view = live(gomoku())
    assert not hand(view).button(pygame.MOUSEBUTTONDOWN, H8, button=2)
    outside = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(510, 510), button=1)
    assert not view.handle(outside)


def test_a_click_on_a_stone_is_explained_and_marked(
    live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace, drawn: Draw, patch: Callable
) -> None:
    view = live(gomoku("h8"))
    before = patch(drawn(view), view, H8)
    hand(view).click(H8)
    assert heard.moves == []
    assert [refusal.code for refusal in heard.refusals] == ["occupied"]
    marked = drawn(view)
    assert (patch(marked, view, H8) != before).any()
    view.update(0.02)
    assert (drawn(view) != marked).any(), "it shakes"
    view.update(1.0)
    assert (patch(drawn(view), view, H8) == before).all()


def test_out_of_turn_is_explained(live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace) -> None:
    hand(live(gomoku("h8"), sides=frozenset({Side.FIRST}))).click(Square(0))
    assert heard.moves == []
    assert heard.refusals == [Refusal("not-your-turn")]


def test_a_board_to_look_at_takes_nothing(live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace) -> None:
    view = live(gomoku(), sides=frozenset())
    fingers = hand(view)
    fingers.click(H8)
    assert not fingers.key(pygame.K_UP)
    assert not fingers.key(pygame.K_RETURN)
    assert heard.moves == heard.refusals == []


def test_a_disabled_board_takes_nothing(live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace) -> None:
    view = live(gomoku(), enabled=False)
    hand(view).click(H8)
    assert heard.moves == []
    assert view.hovered_square is None


def test_after_the_end_nothing_is_played(live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace) -> None:
    view = live(gomoku("a1 a15 b1 b15 c1 c15 d1 d15 e1"))
    view.show_outcome(view.position.outcome())
    hand(view).click(H8)
    assert heard.moves == heard.refusals == []


def test_pieces_are_moved_by_two_clicks(hand: type, heard: SimpleNamespace, drawn: Draw) -> None:
    view = BoardView(StepsPainter(), steps_start(), on_move=heard.moves.append, on_refused=heard.refusals.append)
    view.rect = pygame.FRect(20, 20, 480, 400)
    view.movable.sides = BOTH
    fingers = hand(view)
    plain = drawn(view)
    fingers.click(Square(2))
    assert (drawn(view) != plain).any(), "the choice and its targets are marked"
    assert fingers.key(pygame.K_ESCAPE)
    assert not fingers.key(pygame.K_ESCAPE)
    assert (drawn(view) == plain).all()
    for square in (2, 11, 5):
        fingers.click(Square(square))
    assert heard.moves == [Move((Square(2), Square(11), Square(5)), (Square(6), Square(13)))]
    fingers.click(Square(19))
    assert heard.refusals == [Refusal("no-such-step", {"squares": "19"})]


# ---- what is pointed at


def test_a_ghost_stands_where_the_mouse_is(
    live: Views, gomoku: Positions, hand: type, drawn: Draw, patch: Callable
) -> None:
    view = live(gomoku())
    fingers = hand(view)
    empty = drawn(view)
    fingers.move(H8)
    black = patch(drawn(view), view, H8)
    wood = patch(empty, view, H8)
    assert black.mean() < wood.mean() - 30
    fingers.move((505, 505))
    assert (drawn(view) == empty).all()
    view.show(gomoku("a1"))
    fingers.move(H8)
    white = patch(drawn(view), view, H8)
    assert white[..., 2].mean() > wood[..., 2].mean() + 15


def test_the_ghost_needs_a_legal_move_of_ones_own(
    live: Views, gomoku: Positions, hand: type, drawn: Draw, patch: Callable
) -> None:
    view = live(gomoku("h8"))
    stone = patch(drawn(view), view, H8)
    hand(view).move(H8)
    assert (patch(drawn(view), view, H8) == stone).all()
    view.movable.sides = frozenset({Side.FIRST})  # White is to move
    hand(view).move(Square(0))
    wood = patch(drawn(view), view, Square(0))
    view.movable.sides = BOTH
    assert (patch(drawn(view), view, Square(0)) != wood).any()


def test_the_ghost_goes_when_the_mouse_leaves_the_window(
    live: Views, gomoku: Positions, hand: type, drawn: Draw
) -> None:
    view = live(gomoku())
    empty = drawn(view)
    hand(view).move(H8)
    view.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    assert view.hovered_square is None
    assert (drawn(view) == empty).all()


def test_the_coordinates_of_the_square_are_underlined(live: Views, gomoku: Positions, hand: type, drawn: Draw) -> None:
    view = live(gomoku("h8"))
    rect, slab = view.square_rect(H8), view.slab_rect
    below = slice(int(slab.bottom) - 30, int(slab.bottom) - 10), slice(int(rect.left), int(rect.right))
    aside = slice(int(rect.top), int(rect.bottom)), slice(int(slab.left) + 5, int(slab.left) + 25)
    plain = drawn(view)
    hand(view).move(H8)
    hovered = drawn(view)
    for area in (below, aside):
        red = (hovered[area][..., 0] - hovered[area][..., 1] > 90).sum()
        assert red > (plain[area][..., 0] - plain[area][..., 1] > 90).sum() + 6
        dark = [(picture[area].max(axis=2) < 110).sum() for picture in (plain, hovered)]
        assert dark[1] > dark[0] > 0, "the letter is bolder"
    view.coordinates = False
    bare = drawn(view)
    hand(view).move(view.slab_rect.topleft)
    assert (drawn(view) == bare).all()


def test_forbidden_points_are_crossed_and_explained(
    live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace, drawn: Draw, patch: Callable
) -> None:
    position = gomoku("g8 j10 h8 h10 i9 a1 i10 a15", "renju")
    view, point = live(position), Square(113)
    assert dict(position.forbidden()) == {point: "double-three"}
    crossed = patch(drawn(view), view, point)
    assert (crossed[..., 0] - crossed[..., 1] > 90).sum() > 60
    assert view.hovered_forbidden is None
    fingers = hand(view)
    fingers.move(point)
    assert view.hovered_forbidden == (point, "double-three")
    fingers.click(point)
    assert [refusal.code for refusal in heard.refusals] == ["double-three"]
    view.annotations.show_forbidden = False
    view.update(1.0)
    assert view.hovered_forbidden is None
    fingers.move(Square(0))
    plain = patch(drawn(view), view, point)
    assert (plain[..., 0] - plain[..., 1] > 90).sum() < 10


# ---- the keyboard


def test_the_cursor_walks_and_plays(live: Views, gomoku: Positions, hand: type, heard: SimpleNamespace) -> None:
    view = live(gomoku())
    fingers = hand(view)
    assert fingers.key(pygame.K_RIGHT)  # shows the cursor where it is: in the middle
    assert view.hovered_square == H8
    for key in (pygame.K_RIGHT, pygame.K_UP, pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN):
        fingers.key(key)
    assert view.hovered_square == Square(H8 + 15)
    fingers.key(pygame.K_RETURN)
    fingers.key(pygame.K_SPACE)
    assert heard.moves == [Move((Square(H8 + 15),))] * 2


def test_up_is_up_on_a_flipped_board(live: Views, gomoku: Positions, hand: type) -> None:
    view = live(gomoku(), flipped=True)
    fingers = hand(view)
    fingers.key(pygame.K_UP)
    y = view.square_rect(H8).y
    fingers.key(pygame.K_UP)
    assert view.hovered_square == Square(H8 - 15)
    assert view.square_rect(Square(H8 - 15)).y < y


def test_the_cursor_stops_at_the_edge(live: Views, gomoku: Positions, hand: type) -> None:
    view = live(gomoku())
    for _ in range(20):
        hand(view).key(pygame.K_LEFT)
    assert view.hovered_square == Square(105)


def test_the_cursor_begins_at_the_mouse_and_gives_way_to_it(live: Views, gomoku: Positions, hand: type) -> None:
    view = live(gomoku())
    fingers = hand(view)
    fingers.move(Square(33))
    fingers.key(pygame.K_DOWN)
    assert view.hovered_square == Square(33)
    fingers.key(pygame.K_DOWN)
    assert view.hovered_square == Square(18)
    fingers.move(Square(40))
    assert view.hovered_square == Square(40)


def test_the_cursor_is_seen_while_the_board_has_the_focus(
    live: Views, gomoku: Positions, hand: type, drawn: Draw
) -> None:
    view = live(gomoku())
    plain = drawn(view)
    view.focused = True
    picture = drawn(view)
    indigo = picture[..., 2] - picture[..., 0] > 60
    assert indigo.sum() > 60
    rect = view.square_rect(H8).inflate(8, 8)
    assert indigo[int(rect.top) : int(rect.bottom), int(rect.left) : int(rect.right)].sum() == indigo.sum()
    view.focused = False
    assert (drawn(view) == plain).all()
    hand(view).key(pygame.K_UP)
    assert (drawn(view) != plain).any()
    view.focused = False  # what the widget group does when Tab moves on
    assert (drawn(view) == plain).all()


def test_keys_with_modifiers_are_for_others(live: Views, gomoku: Positions, hand: type) -> None:
    view = live(gomoku())
    assert not hand(view).key(pygame.K_LEFT, pygame.KMOD_CTRL)
    assert not hand(view).key(pygame.K_u)
    assert view.hovered_square is None


def test_another_size_of_board_resets_the_cursor(live: Views, gomoku: Positions, hand: type) -> None:
    view = live(gomoku(size=19))
    for _ in range(30):
        hand(view).key(pygame.K_UP)
    view.show(gomoku())
    assert view.hovered_square == H8
