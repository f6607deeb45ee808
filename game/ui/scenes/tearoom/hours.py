"""The hour of the day and the season, which the window shows and which colour the room."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import Enum
from typing import Final

from game.ui.paint.surfaces import Colour


class Season(Enum):
    """What stands on the branch before the window."""

    SPRING = "blossom"
    SUMMER = "needles"
    AUTUMN = "maple"
    WINTER = "snow"


@dataclass(frozen=True, slots=True)
class Hour:
    """How the room looks at a time of day: the plaster, what the window's light adds to it, the sky from above down,
    the hills from far to near, sun or moon with its place (on the axis of the chest, as high as the hour) and size in
    radii of the window, and the light around it."""

    name: str
    wall: Colour
    light: tuple[float, float, float]
    sky: tuple[Colour, Colour, Colour]
    hills: tuple[Colour, Colour, Colour]
    disc: Colour
    at: tuple[float, float]
    size: float
    strength: float
    halo: tuple[float, float, float]
    is_night: bool = False


MORNING: Final = Hour(
    "morning",
    (242, 230, 208),
    (12, 6, -8),
    ((178, 200, 212), (238, 222, 196), (255, 226, 176)),
    ((190, 176, 150), (142, 146, 128), (98, 108, 98)),
    (250, 214, 140),
    (0.0, 0.10),
    0.24,
    0.85,
    (34, 22, 2),
)
NOON: Final = Hour(
    "noon",
    (242, 236, 224),
    (8, 6, 2),
    ((150, 192, 216), (204, 222, 224), (238, 236, 220)),
    ((166, 184, 176), (124, 148, 136), (86, 112, 100)),
    (255, 248, 220),
    (0.0, -0.42),
    0.20,
    0.9,
    (40, 34, 18),
)
EVENING: Final = Hour(
    "evening",
    (240, 230, 212),
    (11, 6, -6),
    ((188, 196, 204), (232, 212, 192), (252, 200, 146)),
    ((196, 150, 128), (150, 116, 106), (104, 84, 82)),
    (206, 82, 58),
    (0.0, 0.065),
    0.30,
    0.82,
    (30, 10, -6),
)
NIGHT: Final = Hour(
    "night",
    (240, 230, 212),
    (11, 6, -6),
    ((34, 46, 78), (64, 74, 104), (112, 116, 142)),
    ((84, 90, 112), (58, 64, 84), (38, 42, 56)),
    (250, 242, 216),
    (0.0, -0.15),
    0.21,
    0.95,
    (54, 52, 44),
    is_night=True,
)

MOONRISE: Final = replace(
    EVENING,
    name="moonrise",
    sky=((84, 102, 142), (136, 142, 168), (206, 178, 160)),
    hills=((138, 132, 146), (104, 100, 118), (76, 74, 92)),
    disc=(253, 246, 220),
    at=(0.0, -0.10),
    size=0.34,
    strength=0.97,
    halo=(52, 46, 34),
)
FULL_MOON: Final = replace(NIGHT, name="full moon", size=0.34)

_MORNING_FROM, _NOON_FROM, _EVENING_FROM = 5, 10, 16
_SPRING_FROM, _SUMMER_FROM, _AUTUMN_FROM, _WINTER_FROM = 3, 6, 9, 12


def hour_at(now: datetime, is_dark: bool, has_full_moon: bool = False) -> Hour:
    """The hour that the room shows: night with the dark theme, in the light ones the day by the clock, whose evening
    lasts until morning. Where there is a full moon to look at, it stands large in the window once the sun has gone."""
    hour = _hour_at(now, is_dark)
    return {EVENING: MOONRISE, NIGHT: FULL_MOON}.get(hour, hour) if has_full_moon else hour


def _hour_at(now: datetime, is_dark: bool) -> Hour:
    if is_dark:
        return NIGHT
    if _MORNING_FROM <= now.hour < _NOON_FROM:
        return MORNING
    return NOON if _NOON_FROM <= now.hour < _EVENING_FROM else EVENING


def season_of(day: date) -> Season:
    """The season of a day, as the months have it north of the equator."""
    if _SPRING_FROM <= day.month < _SUMMER_FROM:
        return Season.SPRING
    if _SUMMER_FROM <= day.month < _AUTUMN_FROM:
        return Season.SUMMER
    return Season.AUTUMN if _AUTUMN_FROM <= day.month < _WINTER_FROM else Season.WINTER
