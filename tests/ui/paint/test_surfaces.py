"""Rings and parts of rings by distance."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from game.ui.paint.surfaces import arc, disc

INK = (10, 60, 40)


def alpha(picture: pygame.Surface) -> NDArray[np.int_]:
    return pygame.surfarray.array_alpha(picture).astype(int)


def test_a_whole_arc_is_the_ring() -> None:
    assert np.abs(alpha(arc(76, INK, 5, 1.0, (0.25, 0.5))) - alpha(disc(76, INK, 5, (0.25, 0.5)))).max() <= 1


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.75, 0.9])
def test_an_arc_runs_clockwise_from_the_top_and_covers_its_share(share: float) -> None:
    part, whole = alpha(arc(76, INK, 4, share, (0.0, 0.0))), alpha(disc(76, INK, 4))
    assert part.sum() / whole.sum() == pytest.approx(share, abs=0.02), "but for its round ends"
    middle, radius = part.shape[0] // 2, 38
    for at, is_seen in ((share / 2, True), (share - 0.03, True), (share + 0.06, False), (0.97, False)):
        x = round(middle + radius * np.sin(2 * np.pi * at))
        y = round(middle - radius * np.cos(2 * np.pi * at))
        assert (part[x, y] > 128) == is_seen, at
