"""How large a unit is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.paint.scale import SMALLEST, scale_for, shown_choice


def test_the_design_size_has_one_pixel_per_unit() -> None:
    assert scale_for((1280, 800), 1.0) == 1.0


@pytest.mark.parametrize(("window", "scale"), [((1920, 1080), 1.35), ((2560, 1600), 2.0), ((960, 640), 0.85)])
def test_windows_scale_the_design(window: tuple[int, int], scale: float) -> None:
    assert scale_for(window, 1.0) == pytest.approx(scale)


@given(st.integers(960, 4000), st.integers(640, 3000), st.floats(0.75, 2.0))
def test_a_scene_never_gets_fewer_units_than_the_least(width: int, height: int, chosen: float) -> None:
    scale = scale_for((width, height), chosen)
    assert width / scale >= SMALLEST[0] - 1e-6
    assert height / scale >= SMALLEST[1] - 1e-6


@pytest.mark.parametrize(
    ("window", "chosen", "shown"),
    [((1280, 800), 1.0, 1.0), ((1920, 1080), 2.0, 1.25), ((960, 640), 2.0, 1.18), ((2560, 1600), 0.75, 0.75)],
)
def test_what_a_window_really_shows_of_a_size(window: tuple[int, int], chosen: float, shown: float) -> None:
    assert shown_choice(window, chosen) == pytest.approx(shown, abs=0.005)
    assert scale_for(window, 1.0) * shown == pytest.approx(scale_for(window, chosen), rel=0.01)


@given(st.integers(960, 4000), st.integers(640, 3000))
def test_a_larger_choice_never_makes_things_smaller(width: int, height: int) -> None:
    scales = [scale_for((width, height), chosen) for chosen in (0.75, 1.0, 1.25, 1.5, 2.0)]
    assert scales == sorted(scales)
