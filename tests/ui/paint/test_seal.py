"""The seal: red, nearly square, with the character cut out in its middle."""

import numpy as np
import pygame
import pytest

from game.ui.paint.seal import GLYPH_SHARE, seal


def bar(size: int, colour: tuple[int, int, int] = (255, 255, 255)) -> pygame.Surface:
    """A stand-in for a character: an upright bar somewhere on a transparent ground."""
    glyph = pygame.Surface((size, size), pygame.SRCALPHA)
    glyph.fill((*colour, 255), (2, 3, size // 5, round(size * GLYPH_SHARE)))
    return glyph


def test_it_is_red_with_the_character_pale_in_the_middle() -> None:
    stamp = seal(64, bar(64))
    red, green, _blue, alpha = stamp.get_at((18, 32))
    assert red > 150
    assert green < 70
    assert alpha > 220
    assert stamp.get_at((32, 32)).g > 240
    assert stamp.get_at((0, 0)).a == 0


def test_the_edge_is_worn_but_close_to_the_square() -> None:
    alpha = pygame.surfarray.array_alpha(seal(72, bar(72))).astype(float) / 255
    assert alpha[4:-4, 20:-20].min() > 0.8
    assert len(np.unique(np.round(alpha[20:52, :4].sum(axis=1), 2))) > 5  # no straight line
    assert 0.85 < alpha.mean() < 1


def test_the_colour_of_the_glyph_does_not_matter_and_the_wear_stays() -> None:
    one, other = seal(64, bar(64)), seal(64, bar(64, (0, 0, 0)))
    assert one.get_buffer().raw == other.get_buffer().raw


def test_a_character_larger_than_the_seal_is_told() -> None:
    with pytest.raises(ValueError, match="does not fit a seal of 30 pixels"):
        seal(30, bar(64))
