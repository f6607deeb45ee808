"""Pictures are worked out in bands of rows, each a short step; what they look like does not depend on the bands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.ui.board import styles, textures
from game.ui.paint import paper as paper_module
from game.ui.paint import surfaces
from game.ui.paint.kept import Steps, at_once, forget_pictures
from game.ui.paint.surfaces import STEP_PIXELS, Field, bands, noise_in_steps, value_noise

BRIGHT, DARK = (200, 150, 100), (100, 60, 30)
STUFFS: dict[str, Callable[[int, int, int], Steps[Field]]] = {
    "wood": lambda width, height, seed: textures.wood(width, height, BRIGHT, DARK, seed, strength=0.8),
    "stone": lambda width, height, seed: textures.stone_slab(width, height, DARK, seed),
    "paper": lambda width, height, seed: textures.rice_paper(width, height, BRIGHT, seed),
    "bamboo": lambda width, height, seed: textures.bamboo(width, height, BRIGHT, DARK, seed),
    "silk": lambda width, height, seed: textures.damask(width, height, BRIGHT, seed),
}
MOST_STEPS = 10_000


def as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on everything is one band."""
    for module in (surfaces, textures, styles, paper_module):
        monkeypatch.setattr(module, "bands", lambda height, width: [slice(0, height)])


@pytest.mark.parametrize(("height", "width"), [(1, 1), (37, 700), (513, 1281), (700, 100_000)])
def test_bands_cover_each_row_once_and_are_small(height: int, width: int) -> None:
    found = list(bands(height, width))
    assert [row for band in found for row in range(band.start, band.stop)] == list(range(height))
    assert all((band.stop - band.start) * width <= STEP_PIXELS or band.stop - band.start == 1 for band in found)


@pytest.mark.parametrize("cells", [(3, 7), (150, 200)])
def test_noise_in_steps_is_the_noise(cells: tuple[int, int]) -> None:
    whole = value_noise(301, 400, *cells, np.random.default_rng(4))
    steps = at_once(noise_in_steps(301, 400, *cells, np.random.default_rng(4)))
    assert (steps == whole.astype(np.float32)).all()


@pytest.mark.parametrize("name", STUFFS)
def test_a_stuff_is_the_same_in_bands_as_in_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_bands = at_once(STUFFS[name](500, 400, 3))
    as_one(monkeypatch)
    assert (at_once(STUFFS[name](500, 400, 3)) == in_bands).all()


def test_paper_is_the_same_in_bands_as_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def sheet() -> bytes:
        forget_pictures()
        made = paper_module.paper(1000, 700, (243, 236, 223), (201, 187, 162), (192, 80, 60), 0.55, (500, 60, 90))
        return pygame.image.tobytes(made, "RGB")

    in_bands = sheet()
    as_one(monkeypatch)
    assert sheet() == in_bands


@pytest.mark.parametrize("name", STUFFS)
def test_a_large_stuff_takes_as_many_more_steps(name: str) -> None:
    def steps(size: int) -> int:
        count = 0
        for _ in STUFFS[name](size, size, 3):
            count += 1
            assert count < MOST_STEPS
        return count

    assert steps(1200) > 3 * steps(400) > 0
