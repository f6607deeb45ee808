"""The day's challenge in the menu: where nothing is to be continued, to be solved or solved already."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from fakes import FakeServices, StageThatStays, click_on, make_stage, saved_game
from looking import WINDOWS, faults, read

from game.progress.challenges import SETS, Stars, challenges_of
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, Settings
from game.ui.scenes.challenges import sign
from game.ui.scenes.challenges.list import ChallengesScene
from game.ui.scenes.challenges.sign import of_day
from game.ui.scenes.menu import Menu
from game.ui.stage.navigator import DAILY_CHALLENGE

DAY = date(2026, 11, 22)


@pytest.fixture
def stars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stars:
    monkeypatch.setattr(sign, "today", lambda: DAY)
    return Stars(find_folders({"QIGUAN_DATA": str(tmp_path)}))


def open_menu(hall: FakeServices, stars: Stars, window: tuple[int, int] = (1280, 800)) -> tuple[StageThatStays, Menu]:
    hall.stars = stars
    stage = make_stage(window, hall)
    menu = Menu(stage)
    stage.open(menu)
    return stage, menu


def been_here(language: str = "en", scale: float = 1.0) -> FakeServices:
    """Somebody who has played before."""
    return FakeServices(Settings(language=language, scale=scale, choices={"gomoku": LevelChoice()}))  # type: ignore[arg-type]


def names(menu: Menu) -> set[str]:
    return {each.name for each in menu.widgets.widgets}


def test_every_day_has_a_challenge_of_another_game(stars: Stars, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for day in range(3 * len(SETS)):
        monkeypatch.setattr(sign, "today", lambda day=day: date(2026, 11, 20) + timedelta(days=day))
        shown = of_day(stars)
        found.append(shown)
    games = [each.variant.game for each in found]
    assert games == [*games[: len(SETS)]] * 3
    assert sorted(games[: len(SETS)]) == sorted(SETS)
    assert {each.name for each in found} == {name for sets in SETS.values() for name in sets}, "the sets come in turn"


def test_the_stars_are_those_of_the_days_own_set(stars: Stars, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name is not always that of the variant by whose rules it is."""
    for day in range(3 * len(SETS)):
        monkeypatch.setattr(sign, "today", lambda day=day: date(2026, 11, 20) + timedelta(days=day))
        shown = of_day(stars)
        assert shown.stars == 0
        stars.earn(shown.name, shown.challenge.id, 1 + day % 3)
        assert of_day(stars).stars == 1 + day % 3


def test_the_position_is_not_read_anew_for_each_frame(stars: Stars, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, menu = open_menu(been_here(), stars)
    shown = of_day(stars)
    read(stage, (1280, 800), menu)
    monkeypatch.setattr(type(shown.variant), "read_position", lambda *_: pytest.fail("it was read again"))
    assert "Today's challenge" in {text for text, _ in read(stage, (1280, 800), menu).drawn}


def test_the_sign_leads_to_the_challenge(stars: Stars) -> None:
    stage, menu = open_menu(been_here(), stars)
    shown = of_day(stars)
    assert "Today's challenge" in {text for text, _ in read(stage, (1280, 800), menu).drawn}
    click_on(stage, "day")
    assert stage.went == [(DAILY_CHALLENGE, shown.name, True)]


def test_once_solved_it_says_so_and_the_cards_keep_their_size(stars: Stars) -> None:
    stage, menu = open_menu(been_here(), stars)
    shown = of_day(stars)
    assert shown.challenge in challenges_of(shown.name).challenges
    before = menu._frame
    stars.earn(shown.name, shown.challenge.id, 2)
    menu.uncovered()
    said = {text for text, _ in read(stage, (1280, 800), menu).drawn}
    assert menu._frame == before
    assert "Solve it" not in said
    assert "Solved. There will be a new one tomorrow." in said
    click_on(stage, "day")
    assert stage.went == [(DAILY_CHALLENGE, shown.name, True)]


def test_beside_an_open_game_the_task_is_told_in_one_line(stars: Stars, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign, "set_of_day", lambda day: "gomoku")
    hall = been_here()
    shown = of_day(stars)
    long = f"five in a row in {shown.challenge.moves} moves against the best defence."
    stage, menu = open_menu(hall, stars)
    assert any(text.endswith(long) for text, _ in read(stage, (1280, 800), menu).drawn)
    hall.saved = saved_game()
    stage, menu = open_menu(hall, stars)
    told = [text for text, _ in read(stage, (1280, 800), menu).drawn]
    brief = f" to move: five in a row in {shown.challenge.moves} moves."
    assert [text for text in told if text.endswith(brief)], told


def test_in_every_state_of_the_menu_the_cards_have_one_size(stars: Stars) -> None:
    continued = been_here()
    continued.saved = saved_game()
    halls = (been_here(), continued, FakeServices(Settings(language="en")))
    cards = [open_menu(hall, stars)[1]._frame.plates for hall in halls]
    assert cards == [cards[0]] * 3


def test_the_list_of_challenges_offers_a_solved_one_again(stars: Stars) -> None:
    shown = of_day(stars)
    hall = been_here()
    hall.stars = stars
    stage = make_stage((1280, 800), hall)
    scene = ChallengesScene(stage, shown.name, now=lambda: DAY)
    stage.open(scene)
    said = []
    for earn in (False, True):
        if earn:
            stars.earn(shown.name, shown.challenge.id, 2)
            scene.uncovered()
        said.append({"Solve it", "Solve again"} & {text for text, _ in read(stage, (1280, 800), scene).drawn})
    assert said == [{"Solve it"}, {"Solve again"}]


def test_a_game_to_continue_and_the_first_start_come_before_it(stars: Stars) -> None:
    hall = been_here()
    hall.saved = saved_game()
    assert {"day", "continue"} <= names(open_menu(hall, stars)[1]), "side by side"
    assert "day" not in names(open_menu(hall, stars, (960, 640))[1])
    _, menu = open_menu(FakeServices(Settings(language="en")), stars)
    assert "play-first" in names(menu)
    assert "day" not in names(menu)


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_of_it_is_cut_off(language: str, solved: bool, stars: Stars) -> None:
    shown, found = of_day(stars), []
    if solved:
        stars.earn(shown.name, shown.challenge.id, 3)
    for window, scale in WINDOWS[:4]:
        stage, menu = open_menu(been_here(language, scale), stars, window)
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, menu)]
    assert found == []
