"""How large a unit is: one scale factor out of the window's size and the person's choice."""

from __future__ import annotations

DESIGN = (1280, 800)
"""The window's size, in pixels, at which the pictures were drawn and a unit is a pixel."""

SMALLEST = (960, 640)
"""The least units that a scene lays itself out in; also the smallest window, in pixels."""

CHOICES = (0.75, 1.0, 1.25, 1.5, 2.0)
"""What the settings offer; any value between the ends may be set."""


def scale_for(window: tuple[int, int], chosen: float) -> float:
    """Pixels per unit in a window of that size.

    A large window enlarges everything so that the design fills it, a small one shrinks it a little (text stays
    readable). What the person chooses multiplies that, as far as at least `SMALLEST` units stay on the screen.
    """
    most = min(window[0] / SMALLEST[0], window[1] / SMALLEST[1])
    return max(0.5, min(_usual_scale(window) * chosen, most))


def shown_choice(window: tuple[int, int], chosen: float) -> float:
    """What a window of that size really shows of a chosen size, where 1 is the usual size in that window: less than was
    chosen where it has no room for more."""
    return scale_for(window, chosen) / _usual_scale(window)


def _usual_scale(window: tuple[int, int]) -> float:
    return max(min(window[0] / DESIGN[0], window[1] / DESIGN[1]), 0.85)
