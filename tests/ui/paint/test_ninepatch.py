"""Pictures that are stretched in their middle: the same pixels at every size, in whatever order the sizes come."""

from __future__ import annotations

import pygame
import pytest

from game.ui.paint.ground import OnSurface
from game.ui.paint.ninepatch import NinePatch
from game.ui.paint.surfaces import rounded_rectangle

RADIUS, MARGIN = 9, 12
PICTURE = (2 * MARGIN + 3, 2 * MARGIN + 3)


def patch() -> NinePatch:
    return NinePatch(rounded_rectangle(*PICTURE, RADIUS, (200, 40, 30), (10, 20, 30), 2.0), MARGIN)


def drawn(nine: NinePatch, size: tuple[int, int]) -> bytes:
    target = pygame.Surface((size[0] + 4, size[1] + 4), pygame.SRCALPHA)
    nine.draw(OnSurface(target), 2, 2, *size)
    return pygame.image.tobytes(target, "RGBA")


@pytest.mark.parametrize("size", [PICTURE, (25, 25), (40, 300), (700, 31), (513, 260)])
def test_a_size_looks_as_if_it_had_been_drawn_alone(size: tuple[int, int]) -> None:
    nine = patch()
    for other in ((300, 40), (33, 33), (1200, 900), (60, 60)):
        drawn(nine, other)
    assert drawn(nine, size) == drawn(patch(), size)


def test_it_is_the_rounded_rectangle_of_that_size() -> None:
    target = pygame.Surface((404, 104), pygame.SRCALPHA)
    target.blit(rounded_rectangle(400, 100, RADIUS, (200, 40, 30), (10, 20, 30), 2.0), (2, 2))
    assert drawn(patch(), (400, 100)) == pygame.image.tobytes(target, "RGBA")
