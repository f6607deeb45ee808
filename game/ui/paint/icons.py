"""The icons: line drawings on a grid of 24 by 24 with a stroke of 1.75 and round caps.

Every icon is one function that draws with a `Pen` in grid units, in a file of its subject in `drawings`; `ICONS` names
them all.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.paint.drawings.people import PEOPLE
from game.ui.paint.drawings.places import PLACES
from game.ui.paint.drawings.playing import PLAYING
from game.ui.paint.drawings.screen import SCREEN
from game.ui.paint.drawings.signs import SIGNS
from game.ui.paint.drawings.tools import TOOLS
from game.ui.paint.kept import kept
from game.ui.paint.pen import Pen, drawn
from game.ui.paint.surfaces import Colour

_GRID = 24

ICONS: dict[str, Callable[[Pen], None]] = PLAYING | PLACES | PEOPLE | SIGNS | TOOLS | SCREEN


@kept(1024)
def icon(name: str, size_px: int, colour: Colour) -> pygame.Surface:
    """The icon `name` in one colour on a transparent square of `size_px` pixels, cached: don't draw on it.

    Raises KeyError for a name that is not in `ICONS`.
    """
    draw = ICONS.get(name)
    if draw is None:
        raise KeyError(f"no icon is called {name!r}; there are {', '.join(sorted(ICONS))}")
    return drawn(size_px, size_px, draw, colour, unit=size_px / _GRID, finer=8)
