"""Portraits: round, every opponent has a face of its own, and it can be read."""

from itertools import combinations

import numpy as np
import pygame
import pytest

from game.ui.paint.portraits import PORTRAITS, Expression, portrait


def test_the_kinds() -> None:
    assert PORTRAITS == (
        "first-steps",
        "beginner",
        "intermediate",
        "advanced",
        "proficient",
        "expert",
        "candidate",
        "master",
        "grandmaster",
        "adaptive",
        "classic",
        "custom",
        "external",
    )


@pytest.mark.parametrize("kind", PORTRAITS)
@pytest.mark.parametrize("diameter", [26, 56, 71])
def test_a_portrait_is_a_disc(kind: str, diameter: int) -> None:
    alpha = pygame.surfarray.array_alpha(portrait(kind, diameter)).astype(float) / 255
    across = np.arange(diameter) + 0.5 - diameter / 2
    radius = np.hypot(across[:, None], across[None, :])
    assert alpha.shape == (diameter, diameter)
    assert (alpha[radius < diameter / 2 - 1.5] == 1).all()
    assert (alpha[radius > diameter / 2 + 0.5] == 0).all()


def test_faces_differ_even_when_small() -> None:
    faces = {kind: pygame.surfarray.array3d(portrait(kind, 26)).astype(float) for kind in PORTRAITS}
    for one, other in combinations(faces, 2):
        assert np.abs(faces[one] - faces[other]).mean() > 8, f"{one} and {other}"


def test_moods_differ_at_the_size_of_a_card_and_only_in_the_face() -> None:
    for kind in PORTRAITS:
        moods = [pygame.surfarray.array3d(portrait(kind, 48, mood)).astype(int) for mood in Expression]
        for one, other in combinations(moods, 2):
            changed = np.abs(one - other).max(axis=2) > 30
            if kind in ("classic", "custom", "external"):
                assert not changed.any()
            else:
                assert changed.sum() >= 12, kind
                assert not changed[:, 36:].any()
                assert not changed[:, :14].any()


def test_a_portrait_is_drawn_once() -> None:
    assert portrait("master", 56) is portrait("master", 56)


def test_an_unknown_kind_is_told() -> None:
    with pytest.raises(KeyError, match="no portrait is called 'emperor'"):
        portrait("emperor", 56)
