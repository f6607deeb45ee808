"""Paper: quiet, opaque, the same every time; hills below, a sun where it was asked for."""

import numpy as np
import pygame
import pytest

from game.ui.paint.kept import forget_pictures
from game.ui.paint.paper import paper

GROUND, MOUNTAIN, SUN = (243, 236, 223), (201, 187, 162), (192, 80, 60)
NIGHT, NIGHT_MOUNTAIN, NIGHT_SUN = (29, 26, 24), (58, 52, 46), (142, 63, 48)


def pixels(surface: pygame.Surface) -> np.ndarray:
    """Colours indexed [y, x]."""
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(float)


def test_bare_paper_is_the_ground_with_a_little_grain() -> None:
    sheet = pixels(paper(640, 400, GROUND, MOUNTAIN, SUN))
    assert np.abs(sheet - GROUND).max() <= 6
    assert np.abs(sheet.mean(axis=(0, 1)) - GROUND).max() < 1
    assert 0.4 < sheet.std(axis=(0, 1)).max() < 2


def test_dark_paper_has_less_grain() -> None:
    light = pixels(paper(640, 400, NIGHT, NIGHT_MOUNTAIN, NIGHT_SUN))
    dark = pixels(paper(640, 400, NIGHT, NIGHT_MOUNTAIN, NIGHT_SUN, dark=True))
    assert dark.std() < light.std()
    assert np.abs(dark.mean(axis=(0, 1)) - NIGHT).max() < 1


def test_plain_paper_is_one_colour() -> None:
    sheet = pixels(paper(320, 200, (255, 255, 255), MOUNTAIN, SUN, hills=1.0, sun=(100, 50, 30), plain=True))
    assert (sheet == 255).all()


@pytest.mark.parametrize("size", [(1, 1), (37, 700), (1281, 513)])
def test_any_size_is_opaque_and_exact(size: tuple[int, int]) -> None:
    sheet = paper(*size, GROUND, MOUNTAIN, SUN, hills=1.0, sun=(size[0] / 2, 40, 60))
    assert sheet.get_size() == size
    assert sheet.get_masks()[3] == 0  # no alpha: blitted as one copy
    assert pixels(sheet).min() > 100


def test_the_same_arguments_give_the_same_picture() -> None:
    first = pixels(paper(500, 300, GROUND, MOUNTAIN, SUN, 0.55, (250, 80, 40)))
    forget_pictures()
    again = pixels(paper(500, 300, GROUND, MOUNTAIN, SUN, 0.55, (250, 80, 40)))
    assert (first == again).all()


def test_hills_darken_the_lower_half_only_and_by_their_strength() -> None:
    bare, half, full = (pixels(paper(640, 400, GROUND, MOUNTAIN, SUN, hills)) for hills in (0.0, 0.5, 1.0))
    assert np.abs(full[:150] - bare[:150]).max() <= 1
    below = slice(300, 400)
    assert bare[below].mean() - 3 > half[below].mean() > full[below].mean() + 3


def test_hills_glow_at_night() -> None:
    bare, hills = (
        pixels(paper(640, 400, NIGHT, NIGHT_MOUNTAIN, NIGHT_SUN, strength, dark=True)) for strength in (0.0, 1.0)
    )
    assert hills[300:].mean() > bare[300:].mean() + 3


def test_the_sun_stands_where_it_was_asked_for_and_may_lie_partly_outside() -> None:
    bare = pixels(paper(400, 300, GROUND, MOUNTAIN, SUN))
    for x, y in ((200.0, 90.0), (10.0, 5.0), (395.0, 290.0), (-200.0, -200.0)):
        sun = pixels(paper(400, 300, GROUND, MOUNTAIN, SUN, sun=(x, y, 50.0)))
        rows, columns = np.mgrid[0:300, 0:400]
        distance = np.hypot(columns - x, rows - y)
        changed = bare[..., 1] - sun[..., 1]
        assert (changed[distance > 52] == 0).all()
        assert (changed[distance < 48] > 10).all()
