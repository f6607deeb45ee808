"""The person's rating after a game and in the statistics."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pygame
import pytest
from fakes import OPPONENTS, FakeServices, make_stage, settle
from looking import WINDOWS, Reader, faults, read
from match_table import Table, result_of, two_people
from sitting import Puppet

from game.match.players import Human
from game.progress.rating import CurvePoint, PlayerRating, RatingChange
from game.storage.settings import Settings
from game.ui.scenes.library.rating_curve import scale_marks
from game.ui.scenes.library.statistics import StatisticsScene
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.result.rating import draw_rating, signed
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage

_CURVE = [CurvePoint(f"2026-05-{day:02d}", 1400.0 + 7 * day, 80.0 - day) for day in range(1, 31)]


def change(before: float | None, now: float) -> RatingChange:
    held = None if before is None else PlayerRating(before, 30, 62.0, curve=_CURVE)
    return RatingChange(held, PlayerRating(now, 31, 61.6, curve=[*_CURVE, CurvePoint("2026-06-01", now, 61.6)]))


def texts(stage: Stage, scene: Scene) -> list[str]:
    return [text for text, _ in read(stage, WINDOWS[2][0], scene).drawn]


def said(table: Table) -> list[str]:
    """What stands in the result once it has come in."""
    scene = result_of(table)
    table.stage.stack.push(scene)
    settle(table.stage, 3.0)
    return texts(table.stage, scene)


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (1436, 1450.2, ["+14", "1450", "± 62"]),
        (1450, 1431, ["−19", "1431", "± 62"]),  # the sign of numbers
        (1450.4, 1449.6, ["±0", "1450"]),
        (None, 1200, ["first rated game", "1200"]),
    ],
)
def test_the_result_tells_the_rating_and_what_the_game_did_to_it(
    before: float | None, now: float, words: list[str]
) -> None:
    table = two_people()
    assert "Your rating" not in said(table)
    table.hall.rated = change(before, now)
    drawn = said(table)
    assert "Your rating" in drawn
    assert set(words) <= set(drawn)


def test_the_cards_of_a_match_tell_how_strong_each_is() -> None:
    computer = Puppet()
    computer.level = "advanced"
    table = Table(Human(), computer, name="Lin")
    assert "plays White" in texts(table.stage, table.scene), "of a level that was not measured"
    table.hall.levels = tuple(replace(each, rating=1046) for each in OPPONENTS)
    table.hall.rated = change(None, 1436.4)
    scene = MatchScene(table.stage, table.match)
    scene.resized(table.stage.size)
    drawn = texts(table.stage, scene)
    assert {"plays White · rating 1046", "plays Black · rating 1436"} <= set(drawn)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_there_is_room_for_it_at_any_size(language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        table = two_people(window=window, language=language, scale=scale)
        table.hall.rated = change(1450, 1436)
        scene = result_of(table)
        table.stage.stack.push(scene)
        settle(table.stage, 3.0)
        found += [f"{window} at {scale}: {fault}" for fault in faults(table.stage, window, scene)]
    assert found == []


@pytest.mark.parametrize("before", [1450, None])
def test_its_words_keep_clear_of_each_other_in_the_narrowest_place(before: float | None) -> None:
    stage = make_stage()
    for width, height in itertools.product(range(130, 300, 10), (92, 116)):
        reader = Reader(pygame.Surface((400, 200)), stage.theme, stage.fonts, 1.0)
        reader.begin()
        draw_rating(reader, stage.t, pygame.FRect(40, 40, width, height), change(before, 1436), 1.0)
        places = [place for _, place in reader.drawn]
        assert not any(a.colliderect(b) for a, b in itertools.combinations(places, 2)), (width, height)


def test_the_number_counts_up_and_stands_at_once_where_nothing_moves() -> None:
    moving, still = two_people(), two_people(reduced_motion=True)
    shown = []
    for table in (moving, still):
        table.hall.rated = change(1000, 1200)
        scene = result_of(table)
        table.stage.stack.push(scene)
        settle(table.stage, 1 / 60)
        shown.append(texts(table.stage, scene))
    assert "1200" not in shown[0]
    assert "1200" in shown[1]


def test_marks_are_round_and_about_the_range() -> None:
    for low, high in ((1371.5, 1466.0), (0, 2500), (-40, 3), (700, 700)):
        marks = scale_marks(low, high)
        assert marks[0] <= low
        assert marks[-1] >= high
        assert 2 <= len(marks) <= 6
        assert len({later - former for former, later in itertools.pairwise(marks)}) == 1


def test_changes_have_their_sign() -> None:
    assert [signed(points) for points in (14, 0, -9)] == ["+14", "±0", "−9"]  # the sign of numbers


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_curve_stands_in_the_statistics(language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        hall = FakeServices(Settings(language=language, scale=scale))
        hall.library = _NoGames()
        hall.rated = change(1450, 1436)
        stage = make_stage(window, hall)
        scene = StatisticsScene(stage)
        stage.open(scene)
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []
    assert texts(stage, scene).count("Your results appear here once you have finished games.") == (language == "en")
    assert {"1436", "± 62", "2026-05-01", "2026-06-01"} <= set(texts(stage, scene))


class _NoGames:
    """A library without a game."""

    revision = 0
    entries = ()
