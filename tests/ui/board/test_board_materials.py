"""Boards and stones look as lit from the upper left: bright and dark where they should be."""

import itertools
from dataclasses import replace

import numpy as np
import pygame
import pytest
from fakes import FakeServices, make_stage

from game.rules.core import Board
from game.rules.registry import VARIANTS, variants_of
from game.storage.settings import BoardLook, Settings
from game.ui.board.layout import BoardLayout
from game.ui.board.stones import STONES, disc_shadow, ghost, stone
from game.ui.board.stones import VARIANTS as STONE_VARIANTS
from game.ui.board.styles import STYLES, slab, slab_rect, style_for
from game.ui.board.textures import under_lamp
from game.ui.games.draughts.fields import FIELDS
from game.ui.games.gomoku.painter import FRAME
from game.ui.games.registry import GAMES, SHOWN, painter_for
from game.ui.paint.kept import at_once
from game.ui.paint.text import Fonts
from game.ui.paint.theme import CONTRAST, LIGHT

LAYOUT = BoardLayout.fit(pygame.Rect(0, 0, 600, 600), Board(15, 15), FRAME)


def colours(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(float)


def alphas(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array_alpha(surface).T.astype(float)


def brightness(surface: pygame.Surface, x: float, y: float) -> float:
    """The mean of a small patch, its middle given as shares of the size."""
    picture = colours(surface)
    height, width = picture.shape[:2]
    column, row = int(x * width), int(y * height)
    return float(picture[row - 1 : row + 2, column - 1 : column + 2].mean())


def test_every_style_that_can_be_chosen_can_be_drawn() -> None:
    assert {*GAMES["gomoku"].looks.boards, *GAMES["xiangqi"].looks.boards, "contrast"} == set(STYLES)
    assert set(GAMES["draughts"].looks.boards) == set(FIELDS)
    assert {*GAMES["gomoku"].looks.pieces, "contrast", "covered"} == set(STONES)


def test_what_is_shown_are_the_games_with_a_painter() -> None:
    assert set(GAMES) <= {variant.game for variant in VARIANTS.values()}
    assert {name for name, rules in VARIANTS.items() if rules.game in GAMES} == set(SHOWN)
    assert all(SHOWN[name] is VARIANTS[name] for name in SHOWN)


@pytest.mark.parametrize("game", GAMES)
def test_painters_of_the_same_look_are_equal(game: str, fonts: Fonts) -> None:
    looks, rules = GAMES[game].looks, variants_of(game)[0]
    usual = painter_for(rules, looks.boards[0], looks.pieces[0], fonts)
    assert usual == painter_for(rules, "", "velvet", fonts, "nonsense"), "what is not on offer is the usual"
    assert usual != painter_for(rules, looks.boards[1], looks.pieces[0], fonts)
    assert usual != painter_for(rules, looks.boards[0], looks.pieces[1], fonts)
    assert hash(usual) == hash(painter_for(rules, "", "", fonts))


def test_a_game_without_a_painter_is_an_error(fonts: Fonts) -> None:
    with pytest.raises(KeyError):
        painter_for(replace(variants_of("gomoku")[0], game="go"), "wood", "shell", fonts)


@pytest.mark.parametrize("style", [name for name in STYLES if name != "contrast"])
def test_a_board_has_a_texture_and_a_darker_front(style: str) -> None:
    picture = colours(slab(STYLES[style], LAYOUT, 5))
    assert 1 < picture[50:550, 50:550].std(axis=(0, 1)).max() < 40
    assert picture[-2, 100:500].mean() < picture[500:560, 100:500].mean() - 10


def test_light_falls_from_the_upper_left() -> None:
    plain = at_once(under_lamp(np.full((90, 120, 3), 200, np.float32)))
    assert plain[0, 0, 0] > plain[45, 60, 0] > plain[-1, -1, 0]
    assert plain[45, 60, 0] == pytest.approx(200, abs=1)
    edges = colours(slab(STYLES["slate"], LAYOUT, 5)).mean(axis=2)
    assert edges[0, 50:550].mean() > edges[20, 50:550].mean() + 10
    assert edges[50:550, 0].mean() > edges[50:550, 20].mean() + 5
    assert edges[50:550, -1].mean() < edges[50:550, -20].mean() - 5


def test_boards_tell_each_other_apart_by_brightness() -> None:
    order = ["night", "slate", "rosewood", "wood", "paper", "contrast"]
    means = [colours(slab(STYLES[name], LAYOUT, 5))[60:540, 60:540].mean() for name in order]
    assert means == sorted(means)
    assert all(b - a > 8 for a, b in itertools.pairwise(means))


@pytest.mark.parametrize("style", STYLES)
def test_the_slab_has_clear_corners_and_no_holes(style: str) -> None:
    board = slab(STYLES[style], LAYOUT, 5)
    cover = alphas(board)
    assert board.get_size() == slab_rect(STYLES[style], LAYOUT).size
    assert cover[0, 0] < 60
    assert cover[-1, -1] < 60
    assert (cover[10:-10, 1:-1] == 255).all()


def test_every_material_has_the_same_face() -> None:
    bottoms = {name: slab_rect(style, LAYOUT).bottom for name, style in STYLES.items()}
    assert bottoms["contrast"] < bottoms["paper"] < bottoms["wood"] == LAYOUT.rect.bottom


def test_high_contrast_is_white_with_a_black_border() -> None:
    assert style_for("night", CONTRAST).name == "contrast"
    assert style_for("night", LIGHT).name == "night"
    picture = colours(slab(style_for("wood", CONTRAST), LAYOUT, 5))
    assert (picture[10:-10, 10:-10] == 255).all()
    assert (picture[300, :2] == 0).all()


def test_the_same_seed_makes_the_same_board() -> None:
    first, again, other = (at_once(STYLES["wood"].texture(64, 48, seed)) for seed in (3, 3, 4))
    assert (first == again).all()
    assert (first != other).any()
    assert first.shape == (48, 64, 3)


def test_a_covered_stone_hides_its_colour() -> None:
    white, black = (colours(stone("covered", is_black, 43, 43)) for is_black in (False, True))
    assert (white == black).all()


@pytest.mark.parametrize("style", [name for name in STONES if name != "covered"])
def test_white_stones_are_brighter_than_black_ones(style: str) -> None:
    white, black = (stone(style, is_black, 43, 43) for is_black in (False, True))
    for x, y in ((0.5, 0.55), (0.6, 0.4), (0.65, 0.7)):
        assert brightness(white, x, y) > brightness(black, x, y) + 60


@pytest.mark.parametrize("style", ["shell", "glass"])
@pytest.mark.parametrize("is_black", [False, True])
def test_rounded_stones_shine_at_the_upper_left(style: str, is_black: bool) -> None:
    picture = stone(style, is_black, 43, 43)
    assert brightness(picture, 0.36, 0.30) > brightness(picture, 0.64, 0.70) + 15


def test_black_glass_lets_the_light_out_at_the_lower_right() -> None:
    picture = stone("glass", True, 43, 43)
    assert brightness(picture, 0.80, 0.83) > brightness(picture, 0.5, 0.6)


def test_flat_black_has_a_ring_and_flat_white_an_outline() -> None:
    black, white = (colours(stone("flat", is_black, 43, 43)).mean(axis=2)[21] for is_black in (True, False))
    assert black[3:9].max() > black[15:28].max() + 15
    assert white[:2].min() < 120 < white[10:30].min()


@pytest.mark.parametrize("size", [9, 33, 43, 44, 86])
def test_a_stone_is_round_and_in_the_middle(size: int) -> None:
    cover = alphas(stone("shell", True, size, size))
    assert cover[0, 0] == 0
    assert cover[size // 2, size // 2] == 255
    assert cover == pytest.approx(cover[::-1, ::-1], abs=1)
    radius = size / 2 - 0.5
    assert cover.sum() / 255 == pytest.approx(np.pi * radius**2, rel=0.04)


def test_shells_differ_and_come_round_again() -> None:
    first = colours(stone("shell", False, 43, 43, 0))
    assert (first != colours(stone("shell", False, 43, 43, 1))).any()
    assert (first == colours(stone("shell", False, 43, 43, STONE_VARIANTS))).all()
    assert stone("flat", False, 43, 43, 0) is stone("flat", False, 43, 43, 1)


def test_a_ghost_lets_the_board_through() -> None:
    target = pygame.Surface((43, 43))
    target.fill((200, 200, 200))
    target.blit(ghost("contrast", True, 43), (0, 0))
    assert target.get_at((21, 21)).r == pytest.approx(200 * (1 - 150 / 255), abs=2)
    assert stone("contrast", True, 43, 43).get_alpha() == 255


def test_a_shadow_is_darkest_in_its_middle_and_ends_softly() -> None:
    cover = alphas(disc_shadow(43, 0.2, 0.44))
    size = cover.shape[0]
    middle = cover[size // 2]
    assert (size - 43) % 2 == 0
    assert cover[0].max() == cover[:, 0].max() == 0
    assert middle.max() == pytest.approx(0.44 * 255, abs=1)
    assert (np.diff(middle[: size // 2]) >= 0).all()
    wider = alphas(disc_shadow(43, 0.3, 0.3))
    assert wider.shape[0] > size
    assert wider.max() < cover.max()


@pytest.mark.parametrize("game", GAMES)
def test_the_dark_theme_has_a_dark_board_unless_one_was_chosen(game: str) -> None:
    looks, rules = GAMES[game].looks, variants_of(game)[0]
    at_day, at_night = looks.boards[0], looks.at_night
    assert at_night in looks.boards
    assert at_night != at_day
    shown = {}
    for theme in ("light", "dark"):
        for chosen in ("", at_day):
            settings = Settings(theme=theme, looks={game: BoardLook(board=chosen)})  # type: ignore[arg-type]
            shown[theme, chosen] = make_stage(services=FakeServices(settings)).painter(rules)
    assert shown["light", ""] == shown["light", at_day] == shown["dark", at_day] != shown["dark", ""]
