"""Icons: each draws something of its own, whole, in one colour."""

from itertools import combinations

import numpy as np
import pygame
import pytest

from game.ui.paint.icons import ICONS, icon

INK = (42, 36, 30)


def coverage(name: str, size: int = 24) -> np.ndarray:
    return pygame.surfarray.array_alpha(icon(name, size, INK)).astype(float) / 255


@pytest.mark.parametrize("name", ICONS)
@pytest.mark.parametrize("size", [16, 24, 48])
def test_an_icon_fills_a_fair_share_of_its_box_and_is_not_cut_off(name: str, size: int) -> None:
    drawn = coverage(name, size)
    assert drawn.shape == (size, size)
    assert 0.03 < drawn.mean() < 0.6
    border = np.concatenate([drawn[0], drawn[-1], drawn[:, 0], drawn[:, -1]])
    assert border.max() < 0.35  # a round cap may graze the edge, a stroke may not lie on it


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_centred_in_its_box(name: str) -> None:
    columns, rows = np.nonzero(coverage(name, 48) > 0.2)
    assert abs((columns.min() + columns.max()) / 2 - 23.5) <= 3
    assert abs((rows.min() + rows.max()) / 2 - 23.5) <= 3


def test_no_two_icons_look_alike() -> None:
    drawn = {name: coverage(name) for name in ICONS}
    for one, other in combinations(drawn, 2):
        assert np.abs(drawn[one] - drawn[other]).sum() > 8, f"{one} and {other}"


def test_the_colour_is_written_under_transparent_pixels_too() -> None:
    pixels = pygame.surfarray.array3d(icon("star", 24, (10, 20, 30)))
    assert (pixels == (10, 20, 30)).all()


def test_people_are_two_with_heads_and_bodies() -> None:
    drawn = coverage("people", 48)  # by columns, then rows
    for columns in (slice(4, 28), slice(34, 46)):
        assert drawn[columns, 8:24].max() > 0.9, "a head"
        assert drawn[columns, 27:44].max() > 0.9, "a body"


def test_mirrored_icons_mirror_each_other() -> None:
    for left, right in (("chevron_left", "chevron_right"), ("first", "last"), ("undo", "redo")):
        assert np.abs(coverage(left, 48)[::-1] - coverage(right, 48)).mean() < 0.02
    assert np.abs(coverage("chevron_up", 48)[:, ::-1] - coverage("chevron_down", 48)).mean() < 0.02


def test_an_icon_is_drawn_once() -> None:
    assert icon("gear", 22, INK) is icon("gear", 22, INK)


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(KeyError, match="no icon is called 'gears'"):
        icon("gears", 24, INK)
