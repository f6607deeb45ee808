"""The canvas: what is drawn where, in which colour, at which scale."""

from __future__ import annotations

import pygame
import pytest

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CONTRAST, DARK, LIGHT, THEMES

SCALES = (0.75, 1.0, 1.35, 2.0)


def scaled(canvas: Canvas, scale: float) -> Canvas:
    return Canvas(canvas.surface, canvas.theme, canvas.fonts, scale)


@pytest.mark.parametrize("scale", SCALES)
def test_neighbours_in_units_touch_in_pixels(canvas: Canvas, scale: float) -> None:
    drawn = scaled(canvas, scale)
    left, right = (drawn.pixels(pygame.FRect(x, 0, 33.3, 10)) for x in (10.0, 43.3))
    assert left.right == right.left


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [(20, 20), (44, 26), (300, 80), (900, 600)])
def test_a_rounded_rectangle_fills_its_middle_and_leaves_its_corners(
    canvas: Canvas, scale: float, size: tuple[int, int]
) -> None:
    drawn = scaled(canvas, scale)
    rect = pygame.FRect(10, 10, *size)
    drawn.rounded(rect, 8, (200, 0, 0), (0, 0, 200), 2)
    box = drawn.pixels(rect)
    if box.right <= 1280 and box.bottom <= 800:
        assert canvas.surface.get_at(box.center)[:3] == (200, 0, 0)
        assert canvas.surface.get_at((box.centerx, box.top))[:3] == (0, 0, 200)
        assert canvas.surface.get_at(box.topleft)[:3] == LIGHT.paper
    assert canvas.surface.get_at((box.left - 1, box.centery))[:3] == LIGHT.paper


def test_a_shadow_falls_downwards_and_not_in_high_contrast(canvas: Canvas) -> None:
    rect = pygame.FRect(100, 100, 300, 100)
    canvas.card(rect, 2)
    above, below = (canvas.surface.get_at((250, y)).r for y in (94, 206))
    assert below < above <= LIGHT.paper[0]
    plain = Canvas(canvas.surface, CONTRAST, canvas.fonts, 1.0)
    canvas.surface.fill(CONTRAST.paper)
    plain.card(rect, 2)
    assert canvas.surface.get_at((250, 206))[:3] == CONTRAST.paper


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_text_is_aligned_and_its_width_told(canvas: Canvas, align: str) -> None:
    width = canvas.text("Hello", 400, 300, 24, align=align)  # type: ignore[arg-type]  # one of the three words
    mask = pygame.mask.from_threshold(canvas.surface, LIGHT.ink, (90, 90, 90))
    box = mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects())
    left = {"left": 400.0, "centre": 400 - width / 2, "right": 400 - width}[align]
    assert box.left == pytest.approx(left, abs=4)
    assert box.right == pytest.approx(left + width, abs=4)
    assert box.centery == pytest.approx(300, abs=2)


def test_text_that_is_too_wide_is_cut_with_dots(canvas: Canvas) -> None:
    assert canvas.text("A very long sentence indeed", 10, 10, 15, width=80) <= 80
    assert canvas.text("short", 10, 40, 15, width=80) == pytest.approx(canvas.text_width("short", 15))


def test_a_paragraph_with_too_many_lines_is_cut(canvas: Canvas) -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"
    assert canvas.paragraph(text, 10, 100, 80, lines=2) == pytest.approx(100 + 2 * 22.5)
    assert canvas.paragraph(text, 10, 100, 80) > 100 + 3 * 22.5


def test_nothing_is_drawn_outside_a_clip(canvas: Canvas) -> None:
    with canvas.clipped(pygame.FRect(0, 0, 50, 50)):
        canvas.fill(pygame.FRect(40, 40, 100, 100), (1, 2, 3))
    assert canvas.surface.get_at((45, 45))[:3] == (1, 2, 3)
    assert canvas.surface.get_at((60, 60))[:3] == LIGHT.paper
    assert canvas.surface.get_clip() == canvas.surface.get_rect()


@pytest.mark.parametrize("at", [(100.0, 100.0), (100.5, 100.25), (99.7, 101.9)])
def test_circles_lie_between_pixels(canvas: Canvas, at: tuple[float, float]) -> None:
    canvas.circle(*at, 20, (0, 0, 0))
    mask = pygame.mask.from_threshold(canvas.surface, (0, 0, 0), (60, 60, 60))
    x, y = mask.centroid()
    assert x + 0.5 == pytest.approx(at[0], abs=1.01)
    assert y + 0.5 == pytest.approx(at[1], abs=1.01)


def _luminance(colour: tuple[int, int, int]) -> float:
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(a: tuple[int, int, int], b: tuple[int, int, int]) -> float:
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", list(THEMES.values()), ids=list(THEMES))
def test_every_theme_can_be_read(theme: object) -> None:
    assert theme in (LIGHT, DARK, CONTRAST)
    for ink, ground in (
        (theme.ink, theme.card),
        (theme.muted, theme.card),
        (theme.muted, theme.paper),
        (theme.on_red, theme.red),
        (theme.on_jade, theme.jade),
        (theme.on_plate, theme.plate),
        (theme.gold_ink, theme.gold_tint),
        (theme.red, theme.card),
    ):
        assert _contrast(ink, ground) >= 4.5, (ink, ground)
    assert _contrast(theme.edge, theme.card) >= 3
