"""Where the things of the tea house are, in units: by the size of the window, around the plates of the games, which
never shrink. Where there is less room the wall and the drawers give way first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

BEAM: Final = 14.0
TABLE_EDGE: Final = 26.0
"""The front of the table, at the foot of the window, where the keys are told."""
FAR: Final = 0.905
"""The far edge of a drawer as a share of the near one, towards the middle axis."""
FULL_WALL: Final = 208.0
"""The height of the wall above the chest at which things have their full size."""

_LEAST_ZOOM, _MOST_ZOOM = 0.5, 1.5
_FULL_CHEST = 1100.0
"""The width of the chest at which things have their full size: in a narrower room they would touch each other."""
_CHEST = 52.0
_BAND = 30.0
_SPARSE = 0.86
"""Below this size kettle and jar would stand over the title: they are put away."""
_LEAST_WIDTH_OF_CAGE = 1100.0


@dataclass(frozen=True, slots=True)
class RoomFrame:
    """The room for a window of `width` x `height`. `zoom` is the size of the things in it; the chest goes from `left`
    to `right` at `top`, its gold band from `band` to `drawers`, and the drawers from there to `plates`."""

    width: float
    height: float
    zoom: float
    left: float
    right: float
    top: float
    band: float
    drawers: float
    plates: float
    has_shelf: bool
    """Whether kettle and jar have a place."""
    has_cage: bool

    @classmethod
    def fit(cls, size: tuple[float, float], left: float, right: float, plates: float) -> RoomFrame:
        """The room above plates that lie between `left` and `right` and begin at `plates`."""
        room = plates - BEAM
        depth = min(max(room * 0.375, 84.0), 240.0)
        chest = _CHEST if room > 340 else 40.0
        drawers = plates - depth
        top = drawers - chest
        middle = size[0] / 2
        ends = (middle + (left - middle) * FAR, middle + (right - middle) * FAR)
        most = min(_MOST_ZOOM, (ends[1] - ends[0]) / _FULL_CHEST)
        zoom = min(max((top - BEAM) / FULL_WALL, _LEAST_ZOOM), most)
        return cls(
            *size,
            zoom,
            *ends,
            top,
            drawers - _BAND * chest / _CHEST,
            drawers,
            plates,
            zoom >= _SPARSE,
            size[0] >= _LEAST_WIDTH_OF_CAGE,
        )

    @property
    def middle(self) -> float:
        """The axis on which sun and chest stand."""
        return self.width / 2

    @property
    def table(self) -> float:
        """Where wall and table meet."""
        return self.band + 10

    @property
    def window(self) -> tuple[float, float, float]:
        """Middle and radius of the round window, which the chest cuts off below."""
        return self.middle, self.top - 70 * self.zoom, 122 * self.zoom

    def aside(self, distance: float) -> float:
        """The x of something that stands this far right of the axis (left where negative) in a window of 1280; in a
        wider room things move apart with the chest, in a narrower one together."""
        return self.middle + distance * (self.right - self.left) / _FULL_CHEST
