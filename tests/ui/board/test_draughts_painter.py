"""The draughts board and its men: told apart in every set, fields where they belong, squares named as players do."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.rules.core import Piece, Side, Square
from game.rules.registry import variant, variants_of
from game.storage.paths import assets_folder
from game.ui.board.layout import BoardLayout
from game.ui.board.view import BoardView
from game.ui.games.draughts.fields import FIELDS
from game.ui.games.draughts.painter import FRAME, DraughtsPainter, names_of
from game.ui.games.draughts.pieces import SETS, Look, man_picture
from game.ui.games.registry import painter_for
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Fonts
from game.ui.paint.theme import CONTRAST, DARK, LIGHT, THEMES, Theme

INTERNATIONAL = "draughts-international"
D = 57


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(int)


def cover(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array_alpha(surface).T.astype(int)


def layout_of(rules: str = INTERNATIONAL, coordinates: bool = True, flipped: bool = False) -> BoardLayout:
    return BoardLayout.fit(pygame.Rect(0, 0, 752, 752), variant(rules).start().board, FRAME, coordinates, flipped)


# ---- men and kings


@pytest.mark.parametrize("contrast", [False, True])
@pytest.mark.parametrize("diameter", [20, D])
@pytest.mark.parametrize("name", SETS)
def test_men_and_kings_of_both_colours_are_told_apart(name: str, diameter: int, contrast: bool) -> None:
    looks = [Look(name, white, king, contrast) for white in (True, False) for king in (False, True)]
    faces = {look: pixels(man_picture(look, diameter))[:diameter] for look in looks}
    for one, other in itertools.combinations(looks, 2):
        share = (abs(faces[one] - faces[other]).sum(axis=2) > 90).mean()
        assert share > 0.06, (one, other)


@pytest.mark.parametrize("name", [name for name in SETS if SETS[name].stuffs])
def test_a_king_is_two_men_high(name: str) -> None:
    man, king = (man_picture(Look(name, True, is_king, False), D) for is_king in (False, True))
    assert man.get_width() == king.get_width() == D
    heights = [int((cover(each)[:, D // 2] > 0).sum()) - D for each in (man, king)]
    assert heights[1] >= 2 * heights[0] > 0
    assert man_picture(Look(name, True, True, True), D).get_size() == (D, D), "flat in high contrast"


def test_black_men_stand_out_on_dark_fields_by_a_bright_edge() -> None:
    for name in ("turned", "ivory"):
        face = pixels(man_picture(Look(name, False, False, False), D)).sum(axis=2)
        edge, inside = face[D // 2 - 18, 7:12].max(), face[D // 2, D // 2]
        assert edge > inside + 60


def test_grooves_are_to_be_seen_in_turned_men() -> None:
    row = pixels(man_picture(Look("turned", True, False, False), 120)).sum(axis=2)[60, 60:115]
    dips = sum(a > b + 12 and c > b + 12 for a, b, c in zip(row, row[3:], row[6:], strict=False))
    assert dips >= 3


def test_pieces_are_made_once_and_shrink_when_captured() -> None:
    look = Look("ivory", False, True, False)
    assert man_picture(look, D) is man_picture(look, D)
    assert man_picture(look, D, 0.8).get_width() == pytest.approx(D * 0.8, abs=1)


def test_in_english_draughts_the_first_side_is_black() -> None:
    white, black = (
        pixels(DraughtsPainter("walnut", "flat", rules).small(Piece(Side.FIRST, "man"), 20, LIGHT))[10, 10].sum()
        for rules in (INTERNATIONAL, "draughts-english")
    )
    assert white > black + 400


def test_a_covered_king_is_a_man() -> None:
    painter = DraughtsPainter("walnut", "turned", INTERNATIONAL)
    assert painter.covered(Piece(Side.SECOND, "king")) == Piece(Side.SECOND, "man")


# ---- the board


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("rules", [INTERNATIONAL, "draughts-english"])
@pytest.mark.parametrize(("board", "theme"), [*((name, "light") for name in FIELDS), ("walnut", "contrast")])
def test_the_lower_left_field_is_dark_and_all_men_stand_on_dark_ones(
    canvas_of: Callable[..., Canvas], board: str, theme: str, rules: str, flipped: bool
) -> None:
    painter, layout = DraughtsPainter(board, "turned", rules), layout_of(rules, flipped=flipped)
    canvas = canvas_of(theme, (752, 752))
    painter.draw_board(canvas, layout)
    drawn = pixels(canvas.surface).sum(axis=2)
    squares = map(Square, range(layout.board.squares))
    shades = {
        square: float(drawn[layout.cell_of(square).top + 9 :][:40, layout.cell_of(square).left + 9 :][:, :40].mean())
        for square in squares
    }
    dark = set(names_of(rules))
    assert max(shades[s] for s in dark) < min(shades[s] for s in shades if s not in dark) - 25
    assert layout.square_at(layout.cell_of(Square(0)).center) in dark
    assert set(variant(rules).start().pieces()) <= dark


class Reader(Canvas):
    """Keeps what is written where."""

    def text(self, text: str, x: float, y: float, *more: object, **named: object) -> float:
        self.__dict__.setdefault("written", []).append((text, round(x), round(y)))
        return super().text(text, x, y, *more, **named)  # type: ignore[arg-type]  # passed on as they came


def written(
    fonts: Fonts, rules: str, flipped: bool = False, coordinates: bool = True, theme: Theme = LIGHT
) -> list[tuple[str, int, int]]:
    canvas = Reader(pygame.Surface((752, 752)), theme, fonts, 1.0)
    painter, position = DraughtsPainter("walnut", "turned", rules), variant(rules).start()
    painter.draw_coordinates(canvas, layout_of(rules, coordinates, flipped), None, position.pieces().keys())
    return canvas.__dict__.get("written", [])


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST])
def test_numbers_stand_on_empty_dark_fields(fonts: Fonts, theme: Theme) -> None:
    texts = written(fonts, INTERNATIONAL, theme=theme)
    assert [text for text, _, _ in sorted(texts, key=lambda each: int(each[0]))] == [str(n) for n in range(21, 31)]
    turned = {text: (x, y) for text, x, y in written(fonts, INTERNATIONAL, flipped=True)}
    assert all(turned[text] != (x, y) for text, x, y in texts)
    assert written(fonts, INTERNATIONAL, coordinates=False) == []


def test_english_numbers_begin_on_the_side_of_black(fonts: Fonts) -> None:
    heights = {text: y for text, _, y in written(fonts, "draughts-english")}
    assert set(heights) == {str(n) for n in range(13, 21)}
    assert heights["13"] > heights["20"], "Black, who begins, sits below"


@pytest.mark.parametrize("rules", ["draughts-russian", "draughts-brazilian"])
def test_letters_and_digits_at_the_edge_where_squares_have_them(fonts: Fonts, rules: str) -> None:
    texts = written(fonts, rules)
    below = "".join(text for text, _, y in sorted(texts, key=lambda each: each[1]) if y > 718)
    beside = "".join(text for text, _, y in sorted(texts, key=lambda each: each[2]) if y <= 718)
    assert (below, beside) == ("abcdefgh", "87654321")
    turned = sorted(written(fonts, rules, flipped=True), key=lambda each: each[1])
    assert "".join(text for text, _, y in turned if y > 718) == "hgfedcba"


def test_every_variant_has_names_for_its_dark_squares() -> None:
    for rules in variants_of("draughts"):
        board = rules.start().board
        assert len(set(names_of(rules.name).values())) == board.squares // 2


def test_the_hovered_number_is_marked(fonts: Fonts) -> None:
    painter, layout = DraughtsPainter("walnut", "turned", INTERNATIONAL), layout_of()
    square = next(square for square, name in names_of(INTERNATIONAL).items() if name == "28")
    pictures = []
    for hovered in (None, square):
        canvas = Canvas(pygame.Surface((752, 752)), THEMES["light"], fonts, 1.0)
        painter.draw_coordinates(canvas, layout, hovered, ())
        pictures.append(pixels(canvas.surface))
    changed = np.argwhere((pictures[0] != pictures[1]).any(axis=2))
    assert all(layout.cell_of(square).collidepoint(int(x), int(y)) for y, x in changed)
    assert len(changed) > 0


def test_the_last_move_keeps_clear_of_the_number_of_the_field_it_left() -> None:
    fonts = Fonts(assets_folder() / "fonts")
    rules = variant("draughts-international")
    start = rules.start()
    move = next(each for each in start.legal_moves())
    after = start.play(move)
    view = BoardView(painter_for(rules, "", "", fonts), after)
    view.rect.update(0, 0, 700, 700)
    shown = []
    for last in (None, move):
        view.show(after, last)
        surface = pygame.Surface((720, 720))
        view.draw(Canvas(surface, LIGHT, fonts, 1.0))
        shown.append(pygame.surfarray.array3d(surface).astype(int))
    left = view.square_rect(move.path[0])
    number = (
        slice(int(left.left + left.width * 0.045), int(left.left + left.width * 0.24)),
        slice(int(left.top + left.width * 0.045), int(left.top + left.height * 0.21)),
    )
    assert (shown[0][number] != shown[0][number][0, 0]).any(), "there is a number"
    assert (shown[0][number] == shown[1][number]).all()
    whole = (slice(int(left.left), int(left.right)), slice(int(left.top), int(left.bottom)))
    assert (shown[0][whole] != shown[1][whole]).any(), "and the mark"
