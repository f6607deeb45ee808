"""The Xiangqi board and its pieces: told apart in every set, lines where they belong, files as their players count."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.rules.core import Piece, Position, Side, Square
from game.rules.registry import variant
from game.ui.board.layout import BoardLayout
from game.ui.board.view import BoardView
from game.ui.games.xiangqi.painter import FRAME, NOTATIONS, XiangqiPainter
from game.ui.games.xiangqi.pieces import KINDS, SETS, height_of, piece_picture
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Fonts
from game.ui.paint.theme import CONTRAST, DARK, LIGHT, Theme

XIANGQI = variant("xiangqi")
IN_CHECK = "3akab2/9/2n1b4/p3p3p/5r3/2P6/P3c3P/C5N2/4A4/1RBAK1B1R w - - 0 1"
D = 65


def after(moves: str = "", fen: str | None = None) -> Position:
    position = XIANGQI.read_position(fen) if fen else XIANGQI.start()
    for text in moves.split():
        position = position.play(XIANGQI.read_move(text, position))
    return position


def at(name: str) -> Square:
    return Square("abcdefghi".index(name[0]) + 9 * int(name[1]))


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(int)


def cover(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array_alpha(surface).T.astype(int)


def pieces(fonts: Fonts, name: str, contrast: bool = False) -> dict[tuple[Side, str], pygame.Surface]:
    return {(side, kind): piece_picture(fonts, name, side, kind, D, contrast) for side in Side for kind in (*KINDS, "")}


# ---- pieces


@pytest.mark.parametrize("contrast", [False, True])
@pytest.mark.parametrize("name", SETS)
def test_all_pieces_of_a_set_are_told_apart(fonts: Fonts, name: str, contrast: bool) -> None:
    for (key, one), (other_key, other) in itertools.combinations(pieces(fonts, name, contrast).items(), 2):
        assert one.get_size() == other.get_size()
        difference = abs(pixels(one) - pixels(other)).sum(axis=2) > 60
        assert difference.sum() > 60, (key, other_key)


@pytest.mark.parametrize("name", [name for name in SETS if SETS[name].material is not None])
def test_red_is_engraved_in_red_and_black_in_dark(fonts: Fonts, name: str) -> None:
    drawn = pieces(fonts, name)
    for kind in KINDS:
        red, black = pixels(drawn[Side.FIRST, kind]), pixels(drawn[Side.SECOND, kind])
        inked = (red[..., 0] - red[..., 1] > 70) & (red[..., 0] > 110)
        assert inked.sum() > 150, kind
        assert ((black[..., 0] - black[..., 1] > 70) & (black[..., 0] > 110)).sum() < 20, kind
        assert (black.max(axis=2) < 70).sum() > 150, kind


@pytest.mark.parametrize("name", SETS)
def test_in_high_contrast_a_small_black_piece_has_a_pale_edge(fonts: Fonts, name: str) -> None:
    """It may lie on a black row of a list; on the board it is solid."""
    for diameter, is_pale in ((20, True), (29, True), (30, False), (D, False)):
        picture = piece_picture(fonts, name, Side.SECOND, "rook", diameter, True)
        middle = diameter // 2
        rim = pixels(picture)[middle, : max(2, diameter // 10)].max()
        assert bool(rim > 150) is is_pale


def test_the_engraved_sets_show_their_side_and_the_flat_ones_do_not(fonts: Fonts) -> None:
    for name, chosen in SETS.items():
        picture = piece_picture(fonts, name, Side.FIRST, "rook", D)
        height = height_of(D, name, contrast=False)
        assert picture.get_size() == (D, D + height)
        assert (height > 0) == (chosen.material is not None)
        covered = cover(picture)
        assert covered[D // 2, 1:-1].min() == 255
        assert covered[:, D // 2][1:-1].min() == 255, "no gap between face and side"
        assert covered[0, 0] == covered[-1, -1] == 0
        assert piece_picture(fonts, name, Side.FIRST, "rook", D, contrast=True).get_size() == (D, D)


def test_the_side_lies_in_the_shade(fonts: Fonts) -> None:
    picture = pixels(piece_picture(fonts, "traditional", Side.FIRST, "", D)).sum(axis=2)
    assert picture[-3, D // 2] < picture[6, D // 2] - 60
    assert picture[D // 2, 4] > picture[D // 2, D - 5], "light comes from the left"


def test_the_sets_differ_in_what_they_show(fonts: Fonts) -> None:
    traditional, simplified, pictures = (
        pixels(piece_picture(fonts, name, Side.FIRST, "horse", D, contrast=True))
        for name in ("traditional", "simplified", "pictures")
    )
    for one, other in itertools.combinations((traditional, simplified, pictures), 2):
        assert (abs(one - other).sum(axis=2) > 90).sum() > 100, "in high contrast too"


def test_pieces_are_made_once(fonts: Fonts) -> None:
    assert piece_picture(fonts, "jade", Side.SECOND, "cannon", D) is piece_picture(
        fonts, "jade", Side.SECOND, "cannon", D
    )


def test_a_captured_piece_shrinks(fonts: Fonts) -> None:
    painter = XiangqiPainter("wood", "traditional", fonts)
    layout = layout_of()
    soldier = Piece(Side.FIRST, "soldier")
    usual, small = (painter.piece(soldier, Square(0), layout, LIGHT, zoom) for zoom in (1.0, 0.8))
    assert small.get_width() == pytest.approx(usual.get_width() * 0.8, abs=1)
    assert painter.piece(soldier, Square(0), layout, LIGHT, 1.08) is usual


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST])
@pytest.mark.parametrize("name", SETS)
def test_small_generals_are_flat_and_their_colours_tell(fonts: Fonts, name: str, theme: Theme) -> None:
    painter = XiangqiPainter("wood", name, fonts)
    red, black = (painter.small(Piece(side, painter.emblem), 18, theme) for side in Side)
    assert red.get_size() == black.get_size() == (18, 18)
    redness = [int((pixels(each)[..., 0] - pixels(each)[..., 1]).clip(0).sum()) for each in (red, black)]
    assert redness[0] > redness[1] + 1500


def test_a_covered_piece_shows_its_colour_only(fonts: Fonts) -> None:
    painter = XiangqiPainter("wood", "traditional", fonts)
    layout = layout_of()
    covered = {painter.covered(Piece(Side.FIRST, kind)) for kind in KINDS}
    assert len(covered) == 1
    red = painter.piece(covered.pop(), Square(4), layout, LIGHT)
    black = painter.piece(painter.covered(Piece(Side.SECOND, "rook")), Square(4), layout, LIGHT)
    assert (abs(pixels(red) - pixels(black)).sum(axis=2) > 60).sum() > 60


# ---- the board


def layout_of(coordinates: bool = True, flipped: bool = False) -> BoardLayout:
    return BoardLayout.fit(pygame.Rect(0, 0, 680, 752), after().board, FRAME, coordinates, flipped)


def test_the_measures_are_those_of_the_drawings() -> None:
    layout = layout_of()
    assert (layout.width, layout.height, layout.cell, layout.diameter) == (680, 752, 70, 65)
    assert layout_of(coordinates=False).cell > 70


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("theme", [LIGHT, CONTRAST])
def test_files_stop_at_the_river_and_the_edges_do_not(
    canvas_of: Callable[..., Canvas], fonts: Fonts, flipped: bool, theme: Theme
) -> None:
    painter, layout = XiangqiPainter("paper", "traditional", fonts), layout_of(flipped=flipped)
    canvas = canvas_of(theme.name, (680, 752))
    painter.draw_board(canvas, layout)
    drawn = pixels(canvas.surface).sum(axis=2)

    def is_line(column: int, row: float) -> bool:
        """Whether the file is drawn at that height."""
        y = round(layout.row_y(int(row)) + (layout.row_y(int(row) + 1) - layout.row_y(int(row))) * (row % 1))
        x = layout.column_x(column)
        return bool(drawn[y, x] < drawn[y - 3 : y + 4, x - 9].mean() - 150)

    for column in range(9):
        assert is_line(column, 2.5)
        assert is_line(column, 6.5)
    assert is_line(0, 4.5)
    assert is_line(8, 4.5)
    assert not any(is_line(column, 4.1) for column in range(1, 8))
    # the diagonals of both palaces meet in their middles
    for row in (0, 7):
        x, y = layout.centre_of(Square(3 + 9 * row))
        half = layout.cell / 2
        across = (1 if layout.column_x(4) > layout.column_x(3) else -1) * half
        down = (1 if layout.row_y(1) > layout.row_y(0) else -1) * half
        near = drawn[round(y + down) - 2 : round(y + down) + 3, round(x + across) - 2 : round(x + across) + 3]
        assert near.min() < drawn[round(y + down), round(x + across) + 12] - 120


@pytest.mark.parametrize(("aside", "halves"), [(0, [True, True]), (-175, [False, True]), (175, [True, False])])
def test_a_picture_of_a_part_cuts_no_half_of_the_rivers_name(
    canvas_of: Callable[..., Canvas], fonts: Fonts, aside: int, halves: list[bool]
) -> None:
    painter, layout = XiangqiPainter("paper", "traditional", fonts), layout_of().moved_to(aside, 0)
    canvas = canvas_of("contrast", (680, 752))
    painter.draw_board(canvas, layout)
    drawn = pixels(canvas.surface).sum(axis=2)
    inside = drawn[layout.row_y(5) + 6 : layout.row_y(4) - 5]  # the river between its banks, without the edges' lines
    first, middle, last = (layout.column_x(column) for column in (0, 4, 8))
    named = [inside[:, max(0, first + 6) : middle], inside[:, middle : min(680, last - 5)]]
    assert [bool((half < 300).any()) for half in named] == halves


class Reader(Canvas):
    """Keeps what is written where."""

    def text(self, text: str, x: float, y: float, *more: object, **named: object) -> float:
        self.__dict__.setdefault("written", []).append((text, round(x), round(y)))
        return super().text(text, x, y, *more, **named)  # type: ignore[arg-type]  # passed on as they came


def labels(fonts: Fonts, notation: str, flipped: bool = False, hovered: Square | None = None) -> tuple[str, str, str]:
    """What stands above, below and at the left of the board, from the left and from the top."""
    canvas = Reader(pygame.Surface((680, 752)), LIGHT, fonts, 1.0)
    layout = layout_of(flipped=flipped)
    XiangqiPainter("wood", "traditional", fonts, notation).draw_coordinates(canvas, layout, hovered)
    written = sorted(canvas.__dict__["written"], key=lambda each: each[1])
    above, below = ("".join(t for t, _, y in written if test(y)) for test in (lambda y: y < 30, lambda y: y > 720))
    beside = "".join(t for t, x, y in sorted(written, key=lambda each: each[2]) if x < 30 and 30 < y < 720)
    return above, below, beside


def test_both_habits_of_coordinates(fonts: Fonts) -> None:
    assert labels(fonts, "chinese") == ("123456789", "九八七六五四三二一", "")
    assert labels(fonts, "chinese", flipped=True) == ("一二三四五六七八九", "987654321", "")
    assert labels(fonts, "wxf") == ("123456789", "987654321", "")
    assert labels(fonts, "iccs") == ("", "abcdefghi", "9876543210")
    assert labels(fonts, "iccs", flipped=True) == ("", "ihgfedcba", "0123456789")
    assert set(NOTATIONS) == set(XIANGQI.notations(after().legal_moves()[0], after()))


def test_no_coordinates_where_they_are_not_wanted(canvas_of: Callable[..., Canvas], fonts: Fonts) -> None:
    canvas = canvas_of(size=(680, 752))
    before = pixels(canvas.surface)
    XiangqiPainter("wood", "jade", fonts).draw_coordinates(canvas, layout_of(coordinates=False), Square(4))
    assert (pixels(canvas.surface) == before).all()


# ---- in the view


@pytest.fixture
def view_of_xiangqi(fonts: Fonts) -> Callable[..., BoardView]:
    def make(position: Position, **attributes: object) -> BoardView:
        view = BoardView(XiangqiPainter("wood", "traditional", fonts), position)
        view.rect = pygame.FRect(20, 20, 480, 480)
        view.reduced_motion = True
        for name, value in attributes.items():
            setattr(view, name, value)
        return view

    return make


Views = Callable[..., BoardView]
Draw = Callable[..., np.ndarray]
Patch = Callable[[np.ndarray, BoardView, Square], np.ndarray]


def redness(patch: np.ndarray) -> int:
    return int(((patch[..., 0] - patch[..., 1] > 80) & (patch[..., 0] - patch[..., 2] > 80)).sum())


def test_the_last_move_is_marked_from_and_unlike_to(view_of_xiangqi: Views, drawn: Draw, patch: Patch) -> None:
    before, move = after(), XIANGQI.read_move("h2e2", after())
    view = view_of_xiangqi(before)
    view.play(move, before, before.play(move))
    seen = drawn(view)
    indigo = [((p := patch(seen, view, at(square)))[..., 2] - p[..., 0] > 50).sum() for square in ("h2", "e2", "c2")]
    assert indigo[0] > 20
    assert indigo[2] == 0
    big = view.square_rect(at("e2")).inflate(8, 8)
    around = seen[int(big.top) : int(big.bottom), int(big.left) : int(big.right)]
    assert (around[..., 2] - around[..., 0] > 50).sum() > indigo[0], "larger around the piece"


def test_check_marks_the_general_and_the_checker(view_of_xiangqi: Views, drawn: Draw, patch: Patch) -> None:
    view = view_of_xiangqi(after(fen=IN_CHECK), check_word="Check")
    seen = drawn(view)
    calm = drawn(view_of_xiangqi(after(fen=IN_CHECK.replace("4A4", "9")), check_word="Check"))
    ring = view.square_rect(at("e0")).inflate(14, 14)
    box = np.s_[int(ring.top) : int(ring.bottom), int(ring.left) : int(ring.right)]
    assert redness(seen[box]) > redness(calm[box]) + 150
    way = view.square_rect(at("d2")).union(view.square_rect(at("e2")))
    box = np.s_[int(way.top) : int(way.bottom), int(way.left) : int(way.right)]
    assert redness(seen[box]) > 25, "an arrow from the cannon"


def test_in_high_contrast_the_marked_checker_needs_no_arrow(view_of_xiangqi: Views, drawn: Draw) -> None:
    before = after(fen=IN_CHECK.replace("P3c3P", "P2c4P").replace(" w ", " b "))
    move = XIANGQI.read_move("d3e3", before)
    view = view_of_xiangqi(before)
    pictures = []
    for last in (None, move):
        view.show(before.play(move), last)
        seen = drawn(view, theme="contrast")
        way = view.square_rect(at("d2")).union(view.square_rect(at("e2")))
        pictures.append(redness(seen[int(way.top) : int(way.bottom), int(way.left) : int(way.right)]))
    assert pictures[0] > pictures[1] + 20


def test_the_flag_stays_on_the_slab(fonts: Fonts, view_of_xiangqi: Views) -> None:
    mate = "3k5/9/9/9/9/9/9/9/4r4/5K2r w - - 0 1"
    view = view_of_xiangqi(after(fen=mate), check_word="A rather long word for check")
    canvas = Reader(pygame.Surface((520, 520)), LIGHT, fonts, 1.0)
    view.draw(canvas)
    # the flag is written on the board's own canvas; its ground must not leave the slab
    outside = pixels(canvas.surface)[:, int(view.slab_rect.right) + 2 :]
    assert redness(outside) == 0


def test_an_expected_line_is_drawn_as_numbered_arrows(view_of_xiangqi: Views, drawn: Draw, patch: Patch) -> None:
    position = after()
    moves = tuple(XIANGQI.read_move(text, position) for text in ("h2e2", "h9g7"))
    view = view_of_xiangqi(position)
    plain = drawn(view)
    view.annotations.best_line = moves
    lined = drawn(view)
    for square in ("e2", "f2", "g7"):
        assert (patch(lined, view, at(square)) != patch(plain, view, at(square))).any()
    assert (patch(lined, view, at("a5")) == patch(plain, view, at("a5"))).all()


def test_move_numbers_leave_the_character_readable(view_of_xiangqi: Views, drawn: Draw, patch: Patch) -> None:
    view = view_of_xiangqi(after("h2e2"))
    plain = patch(drawn(view), view, at("e2"))
    view.annotations.numbers = {at("e2"): 1}
    numbered = patch(drawn(view), view, at("e2"))
    size = plain.shape[0]
    changed = (plain != numbered).any(axis=2)
    assert changed[: size // 2, size // 2 :].sum() > 40
    assert changed[size // 2 :, : size // 2].sum() == 0
