"""Strokes by their pixels: large ones are reckoned, small ones drawn too large and reduced, and both look the same."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pygame
import pytest

from game.ui.paint import pen
from game.ui.paint.kept import at_once
from game.ui.paint.pen import Pen, polyline, stroke_coverage

WAY = [(0.0, 0.0), (130.0, 130.0), (260.0, 0.0), (300.0, 130.0)]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("width", [2.5, 4.0, 9.0])
def test_a_large_stroke_looks_as_if_it_was_drawn(width: float, closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = []
    for few in (pen._FEW_POINTS, 0):
        monkeypatch.setattr(pen, "_FEW_POINTS", few)
        picture, corner = polyline(WAY, width, (9, 9, 9), closed)
        pictures.append(pygame.surfarray.array_alpha(picture).astype(int))
        assert corner == (-int(np.ceil(width)) - 2,) * 2
    reckoned, drawn = pictures
    assert reckoned.shape == drawn.shape
    assert reckoned.sum() == pytest.approx(drawn.sum(), rel=0.1)
    assert ((reckoned > 200) & (drawn < 60)).sum() == 0
    assert ((drawn > 200) & (reckoned < 60)).sum() == 0


def test_caps_and_joints_are_round_and_a_point_is_a_dot() -> None:
    dot = at_once(stroke_coverage(21, 21, [(10.5, 10.5), (10.5, 10.5)], 10))
    assert dot[10, 10] == 1
    assert dot[10, 15] > 0.5 > dot[10, 17]
    assert dot[14, 14] < dot[10, 14], "round"
    line = at_once(stroke_coverage(40, 10, [(5, 5), (35, 5)], 4))
    assert line[5, 3] > 0
    assert line[5, 0] == 0
    outside = at_once(stroke_coverage(60, 60, [(-50, -50), (-20, -20)], 4))
    assert outside.max() == 0, "what lies outside is left out"


@pytest.mark.parametrize(("start", "end"), [(-90, 0), (0, 90), (190, 350), (70, -60), (0, 3)])
def test_an_arc_goes_from_its_first_angle_to_its_last(start: float, end: float) -> None:
    lines: list[list[tuple[float, float]]] = []

    class Noted(Pen):
        def line(self, points: Sequence[tuple[float, float]], *_: object, **__: object) -> None:
            lines.append(list(points))

    Noted(pygame.Surface((24, 24)), 1.0, (0, 0, 0)).arc(12, 10, 5, start, end)
    (points,) = lines
    for point, angle in ((points[0], start), (points[-1], end)):
        expected = (12 + 5 * np.cos(np.radians(angle)), 10 + 5 * np.sin(np.radians(angle)))
        assert point == pytest.approx(expected)
    steps = [np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points)]
    assert max(steps) < 5 * np.radians(12), "no corners are seen"
