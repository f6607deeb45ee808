"""Squares to pixels and back, on boards of points and of fields."""

from dataclasses import replace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.core import Board, Square
from game.ui.board.layout import BoardLayout, Frame
from game.ui.games.gomoku.painter import FRAME

FIELDS = Frame(on_points=False, span=0.904, bare_span=0.94, piece=0.84)
RIVER = Frame(on_points=True, span=630 / 752, bare_span=0.86, piece=0.93, aspect=680 / 752)

SHAPES = [(Board(15, 15), FRAME), (Board(19, 19), FRAME), (Board(20, 20), FRAME), (Board(10, 10), FIELDS)]
SHAPES += [(Board(9, 10), RIVER), (Board(8, 8), FIELDS)]


@st.composite
def layouts(draw: st.DrawFn) -> BoardLayout:
    board, frame = draw(st.sampled_from(SHAPES))
    area = pygame.Rect(
        draw(st.integers(-40, 400)),
        draw(st.integers(0, 400)),
        draw(st.integers(200, 1600)),
        draw(st.integers(200, 1600)),
    )
    return BoardLayout.fit(area, board, frame, draw(st.booleans()), draw(st.booleans()))


@given(layouts(), st.data())
def test_a_square_is_found_at_its_middle_and_all_over_its_cell(layout: BoardLayout, data: st.DataObject) -> None:
    square = Square(data.draw(st.integers(0, layout.board.squares - 1)))
    x, y = layout.centre_of(square)
    near = layout.cell / 2 - 0.01
    dx, dy = data.draw(st.floats(-near, near)), data.draw(st.floats(-near, near))
    assert layout.square_at((x, y)) == square
    assert layout.square_at((x + dx, y + dy)) == square


@given(layouts())
def test_beyond_half_a_cell_there_is_no_square(layout: BoardLayout) -> None:
    corners = [layout.centre_of(Square(s)) for s in (0, layout.board.squares - 1)]
    left, right = sorted(x for x, _ in corners)
    top, bottom = sorted(y for _, y in corners)
    far = layout.cell / 2 + 0.01
    middle = ((left + right) / 2, (top + bottom) / 2)
    for outside in (
        (left - far, middle[1]),
        (right + far, middle[1]),
        (middle[0], top - far),
        (middle[0], bottom + far),
    ):
        assert layout.square_at(outside) is None


@given(layouts())
def test_all_pieces_lie_on_the_face_of_the_slab(layout: BoardLayout) -> None:
    face = pygame.Rect(layout.x, layout.y, layout.width + 1, layout.height - layout.front + 1)
    for square in (0, layout.board.columns - 1, layout.board.squares - 1):
        x, y = layout.centre_of(Square(square))
        half = layout.diameter / 2
        assert face.collidepoint(x - half, y - half)
        assert face.collidepoint(x + half, y + half)


@given(layouts())
def test_a_piece_begins_at_a_whole_pixel(layout: BoardLayout) -> None:
    x, y = layout.centre_of(Square(0))
    assert (x - layout.diameter / 2) % 1 == 0
    assert (y - layout.diameter / 2) % 1 == 0
    assert abs(layout.diameter - layout.cell * layout.frame.piece) <= 1


@given(layouts())
def test_flipping_turns_the_board_by_half(layout: BoardLayout) -> None:
    turned = BoardLayout(
        layout.board,
        layout.frame,
        layout.x,
        layout.y,
        layout.width,
        layout.height,
        layout.coordinates,
        not layout.flipped,
    )
    for square in (0, 3, layout.board.squares // 2, layout.board.squares - 1):
        opposite = Square(layout.board.squares - 1 - square)
        assert turned.centre_of(Square(square)) == layout.centre_of(opposite)


@given(layouts(), st.integers(-500, 500), st.integers(-500, 500))
def test_moving_a_board_moves_its_squares(layout: BoardLayout, dx: int, dy: int) -> None:
    moved = layout.moved_to(layout.x + dx, layout.y + dy)
    x, y = layout.centre_of(Square(5))
    assert moved.centre_of(Square(5)) == (x + dx, y + dy)
    assert moved.cell_of(Square(5)).size == (layout.cell, layout.cell)


def test_the_measures_of_the_drawn_board() -> None:
    layout = BoardLayout.fit(pygame.Rect(24, 24, 752, 752), Board(15, 15), FRAME)
    assert (layout.cell, layout.diameter, layout.line, layout.front) == (46, 43, 1, 8)
    assert [layout.column_x(column) for column in (0, 14)] == [78, 722]
    assert [layout.row_y(row) for row in (14, 0)] == [74, 718]
    assert layout.centre_of(Square(0)) == (78.5, 718.5)


@pytest.mark.parametrize(("size", "cell"), [(15, 46), (19, 36), (20, 34)])
def test_every_size_of_board_fills_the_same_slab(size: int, cell: int) -> None:
    layout = BoardLayout.fit(pygame.Rect(0, 0, 752, 752), Board(size, size), FRAME)
    assert layout.cell == cell
    assert 40 <= layout.margin <= 56


def test_without_coordinates_the_grid_is_larger() -> None:
    area = pygame.Rect(0, 0, 752, 752)
    with_labels, bare = (BoardLayout.fit(area, Board(15, 15), FRAME, coordinates=on) for on in (True, False))
    assert bare.cell > with_labels.cell


def test_the_slab_keeps_its_shape_in_the_middle_of_its_area() -> None:
    wide = BoardLayout.fit(pygame.Rect(100, 50, 1000, 500), Board(9, 10), RIVER)
    assert wide.rect.size == (452, 500)
    assert wide.rect.center == (600, 300)
    high = BoardLayout.fit(pygame.Rect(0, 0, 400, 900), Board(15, 15), FRAME)
    assert high.rect.size == (400, 400)


@pytest.mark.parametrize("flipped", [False, True])
def test_neighbours_are_those_on_the_screen(flipped: bool) -> None:
    layout = BoardLayout.fit(pygame.Rect(0, 0, 752, 752), Board(15, 15), FRAME, flipped=flipped)
    middle = Square(7 * 15 + 7)
    x, y = layout.centre_of(middle)
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert layout.centre_of(layout.neighbour(middle, right, down)) == (x + 46 * right, y + 46 * down)
    corner = layout.square_at((layout.column_x(14 if flipped else 0), layout.row_y(0 if flipped else 14)))
    assert corner is not None
    assert layout.neighbour(corner, -1, 0) == corner
    assert layout.neighbour(corner, 0, -1) == corner


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("size", [8, 10, 12])
def test_on_dark_fields_the_cursor_reaches_each_of_them_and_no_other(size: int, flipped: bool) -> None:
    board = Board(size, size)
    layout = BoardLayout.fit(pygame.Rect(0, 0, 752, 752), board, replace(FIELDS, dark_only=True), flipped=flipped)
    reached, ahead = set(), [layout.nearest_playable(board.square(size // 2, size // 2 + 1))]
    while ahead:
        square = ahead.pop()
        if square not in reached:
            reached.add(square)
            ahead += [layout.neighbour(square, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    assert reached == {s for s in map(Square, range(board.squares)) if (board.row(s) + board.column(s)) % 2 == 0}
    for square in reached:
        x, y = layout.centre_of(square)
        right = layout.neighbour(square, 1, 0)
        assert right == square or layout.centre_of(right) == (x + 2 * layout.cell, y)
        up = layout.neighbour(square, 0, -1)
        assert up == square or abs(layout.centre_of(up)[0] - x) == y - layout.centre_of(up)[1] == layout.cell
        assert up == square or layout.neighbour(up, 0, 1) == square


def test_a_light_field_gives_way_to_a_dark_one_beside_it() -> None:
    board = Board(8, 8)
    layout = BoardLayout.fit(pygame.Rect(0, 0, 400, 400), board, replace(FIELDS, dark_only=True), flipped=True)
    for square in map(Square, range(board.squares)):
        near = layout.nearest_playable(square)
        assert layout.is_playable(near)
        assert board.row(near) == board.row(square)
        assert abs(board.column(near) - board.column(square)) == (0 if layout.is_playable(square) else 1)
