"""The tea house: the hours and seasons it shows, and where its things stand."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pygame
import pytest
from fakes import make_stage

from game.ui.paint import kept
from game.ui.paint.kept import NotYetError, forget_pictures, pictures_within
from game.ui.paint.theme import DARK, LIGHT
from game.ui.scenes.menu_parts import MenuFrame
from game.ui.scenes.tearoom import touch
from game.ui.scenes.tearoom.emblems import EMBLEMS, emblem
from game.ui.scenes.tearoom.festivals import Festival, festival_of
from game.ui.scenes.tearoom.hours import (
    EVENING,
    FULL_MOON,
    MOONRISE,
    MORNING,
    NIGHT,
    NOON,
    Hour,
    Season,
    hour_at,
    season_of,
)
from game.ui.scenes.tearoom.room import places, room

SIZES = ((960.0, 640.0), (1280.0, 800.0), (1706.0, 1066.0), (2560.0, 1440.0))


def painted(size: tuple[float, float], hour: Hour, season: Season = Season.SUMMER, lit: int = 0) -> pygame.Surface:
    stage = make_stage((round(size[0]), round(size[1])))
    return room(MenuFrame.fit(size, 4, 6).room, 1.0, hour, season, stage.fonts, lit, 7)


def light(picture: pygame.Surface, x: float, y: float, reach: int = 12) -> float:
    area = pygame.Rect(round(x) - reach, round(y) - reach, 2 * reach, 2 * reach)
    return float(np.mean(pygame.transform.average_color(picture, area)[:3]))


@pytest.mark.parametrize(
    ("hour", "is_dark", "shown"),
    [
        (4, False, EVENING),
        (5, False, MORNING),
        (10, False, NOON),
        (16, False, EVENING),
        (23, False, EVENING),
        (12, True, NIGHT),
    ],
)
def test_the_room_shows_the_hour(hour: int, is_dark: bool, shown: Hour) -> None:
    assert hour_at(datetime(2026, 5, 10, hour, tzinfo=UTC), is_dark) is shown


@pytest.mark.parametrize("hour", [MORNING, NOON, EVENING, NIGHT, MOONRISE, FULL_MOON], ids=lambda each: each.name)
def test_sun_and_moon_stand_on_the_axis_of_the_chest(hour: Hour) -> None:
    across, _down = hour.at
    assert across == 0.0


def test_the_branch_shows_the_season() -> None:
    seasons = [season_of(date(2026, month, 15)) for month in range(1, 13)]
    winter, spring, summer, autumn = Season.WINTER, Season.SPRING, Season.SUMMER, Season.AUTUMN
    assert seasons == [winter, winter, *[spring] * 3, *[summer] * 3, *[autumn] * 3, winter]
    seen = {pygame.image.tobytes(painted((960, 640), NOON, season), "RGB") for season in Season}
    assert len(seen) == len(Season)


@pytest.mark.parametrize("size", SIZES)
def test_chest_and_window_stand_on_the_axis_and_plates_never_shrink(size: tuple[float, float]) -> None:
    frame = MenuFrame.fit(size, 4, 6)
    shown = frame.room
    assert shown.window[0] == shown.middle == (shown.left + shown.right) / 2 == size[0] / 2
    assert {(plate.width, plate.height) for plate in frame.plates} == {(frame.plates[0].width, 168.0)}
    assert frame.header.bottom < shown.band < shown.drawers < shown.plates == frame.plates[0].top
    assert frame.plates[0].bottom < frame.scroll.top < frame.scroll.bottom < frame.tiles[0].top
    stand = places(shown, 7)
    assert shown.left < stand.jar[0] < stand.kettle[0] < stand.cage[0] < shown.middle < stand.lamp[0] < shown.right
    lanterns = [x for x, _ in stand.lanterns]
    assert shown.window[0] + shown.window[2] < lanterns[0] < lanterns[-1] < stand.lamp[0]


def test_night_is_dark_but_for_the_lamp() -> None:
    day, night = painted((1280, 800), EVENING), painted((1280, 800), NIGHT)
    frame = MenuFrame.fit((1280, 800), 4, 6).room
    x, y = places(frame, 7).lamp
    assert light(night, 60, 500) < 0.35 * light(day, 60, 500)
    assert light(night, x, y - 50) > 0.7 * light(day, x, y - 50)


def test_lit_lanterns_are_bright_at_night_and_others_are_not() -> None:
    picture = painted((1280, 800), NIGHT, lit=3)
    hung = places(MenuFrame.fit((1280, 800), 4, 6).room, 7).lanterns
    reds = [picture.get_at((round(x), round(y + 23))).r for x, y in hung]
    assert min(reds[:3]) > 150 > max(reds[3:])


def test_the_room_is_painted_in_short_steps() -> None:
    forget_pictures()
    breaks, is_done = 0, False
    while not is_done and breaks < 400:
        try:
            with pictures_within(0.0):
                painted((1280, 800), NOON)
            is_done = True
        except NotYetError:
            breaks += 1
    assert is_done
    assert breaks > 20


def test_every_emblem_is_painted() -> None:
    seen = {pygame.image.tobytes(emblem(name, 48), "RGBA") for name in EMBLEMS}
    assert len(seen) == len(EMBLEMS)
    with pytest.raises(KeyError):
        emblem("dragon", 48)


@pytest.mark.parametrize(
    ("day", "kept"),
    [
        (date(2026, 2, 15), None),
        (date(2026, 2, 16), Festival.SPRING),  # New Year's Eve
        (date(2026, 2, 17), Festival.SPRING),
        (date(2026, 3, 3), Festival.SPRING),  # the Lantern Festival
        (date(2026, 3, 4), None),
        (date(2026, 6, 19), Festival.DRAGON_BOAT),
        (date(2026, 9, 25), Festival.MID_AUTUMN),
        (date(2025, 10, 6), Festival.MID_AUTUMN),  # after a leap sixth month
        (date(2026, 10, 18), Festival.DOUBLE_NINTH),
        (date(2033, 1, 30), Festival.SPRING),
        (date(1999, 9, 24), None),  # before the table
    ],
)
def test_festivals_are_kept_on_their_days(day: date, kept: Festival | None) -> None:
    assert festival_of(day) is kept


def test_every_festival_has_its_own_days_each_year() -> None:
    for year in range(2024, 2051):
        days = [date(year, 1, 1) + timedelta(n) for n in range(366)]
        found = [festival_of(day) for day in days if day.year == year]
        counts = {each: found.count(each) for each in Festival}
        assert counts == {
            Festival.SPRING: 16,
            Festival.DRAGON_BOAT: 3,
            Festival.MID_AUTUMN: 3,
            Festival.DOUBLE_NINTH: 3,
        }, year


def test_a_festival_decks_out_the_room_and_greets() -> None:
    stage = make_stage((1280, 800))
    frame = MenuFrame.fit((1280, 800), 4, 6).room
    seen = set()
    for festival in (None, *Festival):
        picture = room(frame, 1.0, NOON, Season.SUMMER, stage.fonts, 0, 7, festival)
        seen.add(pygame.image.tobytes(picture, "RGB"))
        assert festival is None or stage.t.has(f"menu.greeting_{festival.value}")
    assert len(seen) == len(Festival) + 1


def test_the_full_moon_of_mid_autumn_stands_in_the_window_after_sunset() -> None:
    evening = datetime(2026, 9, 25, 20, tzinfo=UTC)
    assert hour_at(evening, is_dark=False, has_full_moon=True) is MOONRISE
    assert hour_at(evening, is_dark=True, has_full_moon=True) is FULL_MOON
    assert hour_at(evening.replace(hour=12), is_dark=False, has_full_moon=True) is NOON


def test_the_steam_is_made_before_it_is_seen_some_strokes_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_pictures()
    ticks = itertools.count()
    monkeypatch.setattr(kept.time, "thread_time", lambda: next(ticks) * 0.001)  # each step takes longer than there is
    steam, unit = touch.SteamPictures(), 0.77
    assert steam.made(LIGHT, unit, 5) == 5
    touch._steam(unit, 5)
    frames, shown = 0, {5}
    while len(shown) < 32:
        steam.make_more(unit)
        frames += 1
        shown.add(steam.made(LIGHT, unit, (5 + len(shown)) % 32))
        assert frames < 1000, "it comes to an end"
    assert frames > 3 * 31, "no picture is one step"
    with pictures_within(0.0):
        for step in range(32):
            touch._steam(unit, step)  # NotYetError if two of them were still to be made
    assert [steam.made(LIGHT, unit, step) for step in (9, 20, 3)] == [9, 20, 3]
    assert [steam.made(DARK, unit, step) for step in (9, 20)] == [9, 9], "with another theme none is there"
