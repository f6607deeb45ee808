"""The level select, driven by keys and clicks; what is chosen is kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pygame
import pytest
from fakes import OPPONENTS, FakeServices, StageThatStays, click, click_on, make_stage, press, settle, widget
from looking import read

from game.match.attempt import Star
from game.progress.arcade.ladder import ladder
from game.progress.arcade.results import ArcadeResults
from game.rules.core import Side
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, Settings
from game.tables.opponents import Opponent, Preparation, Readiness
from game.ui.games.registry import GAMES, SHOWN
from game.ui.scenes.level_select.clock import ClockDialog
from game.ui.scenes.level_select.examples import example_of, opening_of
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.menu import Menu
from game.ui.stage.navigator import LEARN, LEVELS
from game.ui.stage.stage import Stage

WINDOW = (1280, 800)


class Started(Sequence[LevelChoice]):
    """The choices with which games were begun."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services

    def __len__(self) -> int:
        return len(self._services.sat_down)

    def __getitem__(self, at: Any) -> Any:
        return [choice for _, _, choice, _ in self._services.sat_down][at]

    def __eq__(self, other: object) -> bool:
        return list(self) == other


def open_levels(hall: FakeServices | None = None, **chosen: object) -> tuple[StageThatStays, FakeServices, Started]:
    choices = {"gomoku": LevelChoice(**chosen)} if chosen else {}  # type: ignore[arg-type]  # the test's own words
    hall = hall or FakeServices(Settings(language="en", choices=choices))
    stage = make_stage(WINDOW, hall)
    stage.open(LevelSelect(stage, "gomoku"))
    return stage, hall, Started(hall)


def handle(stage: Stage, kind: int, **values: object) -> None:
    """An event as the top scene gets it, positions in units."""
    assert stage.stack.top is not None
    stage.stack.top.handle(pygame.event.Event(kind, values))


def texts(stage: Stage) -> list[str]:
    assert stage.stack.top is not None
    return [text for text, _ in read(stage, WINDOW, stage.stack.top).drawn]


def test_the_adaptive_level_is_chosen_like_any_other_and_shows_its_strength() -> None:
    stage, hall, started = open_levels(level="master")
    press(stage, pygame.K_DOWN)
    assert hall.settings.choice("gomoku").level == "adaptive"
    assert {"Adaptive", "640", "Follows your results, stronger as you win"} <= set(texts(stage))
    press(stage, pygame.K_RETURN)
    assert [each.level for each in started] == ["adaptive"]


def with_readiness(*states: Readiness) -> FakeServices:
    hall = FakeServices(Settings(language="en"))
    hall.levels = tuple(
        Opponent(each.name, each.depth, each.seconds, None, state)
        for each, state in zip(OPPONENTS, states, strict=True)
    )
    return hall


def test_enter_starts_with_everything_filled_in() -> None:
    stage, _, started = open_levels()
    press(stage, pygame.K_RETURN)
    assert started == [LevelChoice(level="beginner", variant="gomoku-freestyle", size=15)]


def test_from_the_menu_to_a_game_by_keyboard_alone() -> None:
    hall = FakeServices(Settings(language="en", has_played=True))
    stage, started = make_stage(WINDOW, hall), Started(hall)
    stage.follows = {LEVELS}
    stage.open(Menu(stage))
    press(stage, pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert [each.level for each in started] == ["advanced"]
    press(stage, pygame.K_ESCAPE)
    assert isinstance(stage.stack.top, Menu)


def test_up_and_down_choose_and_stop_at_the_ends() -> None:
    stage, hall, _ = open_levels()
    press(stage, *[pygame.K_UP] * 9)
    assert hall.settings.choice("gomoku").level == "first-steps"
    press(stage, *[pygame.K_DOWN] * 9)
    assert hall.settings.choice("gomoku").level == "depth:6"
    press(stage, pygame.K_HOME)
    assert hall.settings.choice("gomoku").level == "first-steps"


def test_a_click_chooses_an_opponent() -> None:
    stage, hall, _ = open_levels()
    click(stage, widget(stage.stack.top, "opponents").row(5).center)
    assert hall.settings.choice("gomoku").level == "expert"
    assert widget(stage.stack.top, "opponents").chosen == "expert"


def test_every_term_is_kept_and_handed_on() -> None:
    stage, hall, started = open_levels()
    order = {"side": 1, "rules": 2, "clock": 2, "board": 1}
    for name, steps in order.items():
        assert stage.stack.top is not None
        stage.stack.top.widgets.focus_on(name)
        press(stage, *[pygame.K_RIGHT] * steps)
    stage.stack.top.widgets.focus_on("undo")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_SPACE)
    press(stage, pygame.K_TAB, pygame.K_RETURN)
    expected = LevelChoice(
        level="beginner",
        side="second",
        variant="gomoku-renju",
        size=19,
        base_s=600,
        increment_s=5,
        undo=False,
    )
    assert started == [expected]
    assert hall.settings.choice("gomoku") == expected
    again, _, once_more = open_levels(FakeServices(hall.settings))
    press(again, pygame.K_RETURN)
    assert once_more == [expected]


def test_own_depth_and_time() -> None:
    stage, hall, started = open_levels(level="depth:6")
    stage.stack.top.widgets.focus_on("strength")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT, pygame.K_RIGHT)
    assert hall.settings.choice("gomoku").level == "depth:8"
    assert "8 plies" in texts(stage)
    press(stage, pygame.K_END)
    assert hall.settings.choice("gomoku").level == "depth:10"
    stage.stack.top.widgets.focus_on("kind")  # type: ignore[union-attr]
    press(stage, pygame.K_RIGHT)
    assert hall.settings.choice("gomoku").level == "seconds:3"
    stage.stack.top.widgets.focus_on("opponents")  # type: ignore[union-attr]
    press(stage, pygame.K_UP, pygame.K_DOWN)
    assert hall.settings.choice("gomoku").level == "seconds:3"  # comes back as it was left
    press(stage, pygame.K_RETURN)
    assert started[0].level == "seconds:3"


def test_the_old_papers_engine_to_a_depth_of_ones_own() -> None:
    stage, hall, _ = open_levels(level="seconds:3")
    stage.stack.top.widgets.focus_on("kind")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT)
    assert hall.settings.choice("gomoku").level == "classic:4"
    stage.stack.top.widgets.focus_on("strength")  # type: ignore[union-attr]
    press(stage, pygame.K_END)
    assert hall.settings.choice("gomoku").level == "classic:10"
    assert "10 plies" in texts(stage)


def test_dragging_the_strength() -> None:
    stage, hall, _ = open_levels(level="depth:1")
    slider = widget(stage.stack.top, "strength").rect
    stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(slider.left + 1, slider.centery), button=1))
    stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=slider.center, rel=(9, 0), buttons=(1, 0, 0)))
    middle = widget(stage.stack.top, "strength").value
    assert f"{middle:.0f} plies" in texts(stage)
    stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(slider.right, slider.centery), button=1))
    assert hall.settings.choice("gomoku").level == "depth:10"


def test_own_clock_is_kept_by_enter_and_left_by_escape() -> None:
    stage, hall, _ = open_levels()
    clock = widget(stage.stack.top, "clock")
    last = (clock.rect.right - 20, clock.rect.centery)
    click(stage, last)
    assert isinstance(stage.stack.top, ClockDialog)
    press(stage, pygame.K_ESCAPE)
    assert hall.settings.choice("gomoku").base_s is None
    assert widget(stage.stack.top, "clock").value == (None, 0)  # not the segment that opened the dialog
    click(stage, last)
    press(stage, *[pygame.K_RIGHT] * 10, pygame.K_TAB, *[pygame.K_RIGHT] * 15, pygame.K_RETURN)
    choice = hall.settings.choice("gomoku")
    assert (choice.base_s, choice.increment_s) == (1200, 15)
    assert any("20" in text and "15" in text for text in texts(stage))
    click(stage, last)  # once more on the chosen one
    assert isinstance(stage.stack.top, ClockDialog)
    click_on(stage, "cancel")
    assert hall.settings.choice("gomoku").base_s == 1200


def test_two_people_have_no_opponents_and_can_always_start() -> None:
    hall = with_readiness(*[Readiness.PREPARING] * 9)
    stage, _, started = open_levels(hall)
    press(stage, pygame.K_RETURN)
    assert started == []
    mode = widget(stage.stack.top, "mode").rect
    click(stage, (mode.left + mode.width * 0.375, mode.centery))  # the second of four segments
    names = [each.name for each in stage.stack.top.widgets.widgets]  # type: ignore[union-attr]
    assert "opponents" not in names
    assert "side" not in names
    press(stage, pygame.K_RETURN)
    assert [each.mode for each in started] == ["two"]


def test_watching_chooses_a_level_for_each_colour() -> None:
    stage, hall, started = open_levels(mode="watch", level="beginner", second_level="advanced")
    rows = {entry.name: entry.seats for entry in widget(stage.stack.top, "opponents").entries}
    assert rows["beginner"] == (Side.FIRST,)
    assert rows["advanced"] == (Side.SECOND,)
    press(stage, pygame.K_UP)
    assert hall.settings.choice("gomoku").level == "first-steps"
    stage.stack.top.widgets.focus_on("seat")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT)
    assert widget(stage.stack.top, "opponents").chosen == "advanced"
    stage.stack.top.widgets.focus_on("opponents")  # type: ignore[union-attr]
    press(stage, pygame.K_DOWN)
    choice = hall.settings.choice("gomoku")
    assert (choice.level, choice.second_level) == ("first-steps", "proficient")
    press(stage, pygame.K_RETURN)
    assert started == [choice]


def test_somebody_new_gets_a_level_that_is_ready() -> None:
    stage, _, started = open_levels(with_readiness(Readiness.READY, *[Readiness.PREPARING] * 8))
    press(stage, pygame.K_RETURN)
    assert [each.level for each in started] == ["first-steps"]


def test_a_level_starts_as_soon_as_it_is_ready() -> None:
    hall = with_readiness(Readiness.READY, *[Readiness.PREPARING] * 8)
    hall.progress = Preparation(3, 9, True)
    stage, _, started = open_levels(hall)
    press(stage, pygame.K_DOWN, pygame.K_RETURN)
    assert started == []
    assert not widget(stage.stack.top, "start").enabled
    assert "Step 3 of 9" in texts(stage)
    hall.levels = OPPONENTS
    settle(stage, 0.1)
    assert widget(stage.stack.top, "start").enabled
    press(stage, pygame.K_RETURN)
    assert [each.level for each in started] == ["beginner"]


def test_a_level_that_failed_says_so() -> None:
    hall = with_readiness(Readiness.READY, *[Readiness.FAILED] * 8)
    hall.progress = Preparation(0, 9, False, "no compiler")
    stage, _, started = open_levels(hall)
    press(stage, pygame.K_DOWN, pygame.K_RETURN)
    assert started == []
    assert {"no compiler", "This level can't play here", "Can't play on this machine"} <= set(texts(stage))


def test_ratings_stand_where_they_are_measured() -> None:
    hall = FakeServices(Settings(language="en"))
    hall.levels = (*OPPONENTS[:-1], Opponent("adaptive", 2, None, 1860, Readiness.READY))
    stage, _, _ = open_levels(hall)
    seen = texts(stage)
    assert seen.count("Depth") == 4
    assert "Rating" not in seen, "the adaptive level lies below what is in sight"
    press(stage, pygame.K_END)
    seen = texts(stage)
    assert seen.count("Rating") == 1
    assert "1860" in seen


@pytest.mark.parametrize(
    ("field", "value"), [("level", "grandmaster"), ("variant", "chess"), ("size", 17), ("level", "depth:x")]
)
def test_a_choice_that_does_not_exist_any_more_falls_back(field: str, value: object) -> None:
    stage, _, started = open_levels(**{field: value})
    press(stage, pygame.K_RETURN)
    assert started == [LevelChoice(level="beginner", variant="gomoku-freestyle", size=15)]


def test_the_examples_show_what_they_say() -> None:
    free, _ = example_of("gomoku-freestyle")
    exact, _ = example_of("gomoku-standard")
    renju, _ = example_of("gomoku-renju")
    assert free.pieces() == exact.pieces()
    outcome = free.outcome()
    assert outcome is not None
    assert outcome.winner is Side.FIRST
    assert exact.outcome() is None
    assert list(renju.forbidden().values()) == ["double-three"]
    assert {name for game in GAMES.values() for name in game.examples} == set(SHOWN)


def open_xiangqi(**chosen: object) -> tuple[StageThatStays, FakeServices, Started]:
    hall = FakeServices(Settings(language="en", choices={"xiangqi": LevelChoice(**chosen)} if chosen else {}))  # type: ignore[arg-type]
    stage = make_stage(WINDOW, hall)
    stage.open(LevelSelect(stage, "xiangqi"))
    return stage, hall, Started(hall)


def test_xiangqi_has_no_sizes_or_openings_to_choose() -> None:
    stage, _, started = open_xiangqi()
    names = {each.name for each in stage.stack.top.widgets.widgets}  # type: ignore[union-attr]  # the scene is open
    assert names & {"board", "opening"} == set()
    assert {"rules", "side", "clock", "undo", "start", "blindfold"} <= names
    assert [choice.label for choice in widget(stage.stack.top, "side").choices] == ["Red, first", "Black", "Random"]
    press(stage, pygame.K_RETURN)
    assert started == [LevelChoice(level="beginner", variant="xiangqi", size=10)]
    assert not any("10 lines" in text for text in texts(stage))


def test_xiangqi_has_simple_rules_to_choose() -> None:
    stage, hall, started = open_xiangqi()
    rules = widget(stage.stack.top, "rules")
    assert [choice.label for choice in rules.choices] == ["World rules", "Simple"]
    click(stage, rules.rect.move(-8, 0).midright)
    assert hall.settings.choice("xiangqi").variant == "xiangqi-simple"
    assert any("Nobody loses by repetition" in text for text in texts(stage))
    press(stage, pygame.K_RETURN)
    assert [choice.variant for choice in started] == ["xiangqi-simple"]


def test_a_handicap_is_chosen_where_the_game_has_some() -> None:
    stage, hall, started = open_xiangqi()
    click(stage, widget(stage.stack.top, "handicap").rect.move(-8, 0).midright)
    assert hall.settings.choice("xiangqi").handicap == "rook"
    assert any("it gives a rook" in text for text in texts(stage))
    assert "computer" in widget(stage.stack.top, "handicap").tooltip
    click(stage, widget(stage.stack.top, "mode").rect.center)
    assert "Red" in widget(stage.stack.top, "handicap").tooltip
    assert any("Red gives a rook" in text for text in texts(stage))
    press(stage, pygame.K_RETURN)
    assert started[0].handicap == "rook"
    stage, hall, started = open_levels(handicap="rook")  # as a damaged file may have it
    press(stage, pygame.K_RETURN)
    assert started[0].handicap == "none"


def test_stones_are_given_by_a_button_and_an_opening_rule_gives_way() -> None:
    stage, hall, started = open_levels(opening="swap2", mode="two")
    button = widget(stage.stack.top, "handicap")
    assert ("White" in button.tooltip, button.on) == (True, False)
    click_on(stage, "handicap")
    press(stage, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    choice = hall.settings.choice("gomoku")
    assert (choice.handicap, choice.opening) == ("stones", "free")
    assert any("White gives 2 stones" in text for text in texts(stage))
    assert widget(stage.stack.top, "handicap").on
    stage.stack.top.widgets.focus_on("opening")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT)
    press(stage, pygame.K_RETURN)
    assert (started[-1].handicap, started[-1].opening) == ("none", "pro")


def test_the_rules_are_learnt_from_here() -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language="en")))
    stage.open(LevelSelect(stage, "xiangqi"))
    click_on(stage, "learn")
    press(stage, pygame.K_l)
    assert stage.went == [(LEARN, "xiangqi")] * 2


def test_the_clocks_of_xiangqi() -> None:
    stage, hall, _ = open_xiangqi()
    clock = widget(stage.stack.top, "clock")
    assert [choice.value for choice in clock.choices][:5] == [(None, 0), (600, 3), (1800, 10), (3000, 20), (3600, 30)]
    stage.stack.top.widgets.focus_on("clock")  # type: ignore[union-attr]  # the scene is open
    press(stage, *[pygame.K_RIGHT] * 4)
    choice = hall.settings.choice("xiangqi")
    assert (choice.base_s, choice.increment_s) == (3600, 30)


@pytest.mark.parametrize("level", ["depth:1", "depth:10"])
def test_xiangqi_is_played_at_any_depth_from_1_to_10(level: str) -> None:
    stage, _, started = open_xiangqi(level=level)
    press(stage, pygame.K_RETURN)
    assert started[0].level == level


def test_two_people_see_the_board_of_their_game() -> None:
    position, last = opening_of("xiangqi", 10)
    assert len(position.pieces()) == 32
    assert last is None
    position, last = opening_of("gomoku-freestyle", 19)
    assert len(position.pieces()) == 10
    assert last is not None


def test_blindfold_is_chosen_beside_the_mode() -> None:
    stage, hall, _ = open_xiangqi()
    click_on(stage, "blindfold")
    rows = stage.stack.top.widgets.widgets  # type: ignore[union-attr]  # the list is open
    assert [row.name for row in rows] == ["Off", "Plain discs", "Hidden pieces", "No board"]
    click(stage, rows[2].rect.center)
    assert hall.settings.blindfold == "hidden"
    assert widget(stage.stack.top, "blindfold").on
    assert widget(stage.stack.top, "blindfold").tooltip == "Blindfold · Hidden pieces"
    assert any("Blindfold" in text for text in texts(stage))


def test_reduced_motion_stills_the_spinner() -> None:
    hall = with_readiness(Readiness.READY, *[Readiness.PREPARING] * 8)
    hall.change(reduced_motion=True)
    stage, _, _ = open_levels(hall)
    before = pygame.image.tobytes(shot(stage), "RGB")
    settle(stage, 0.5)
    assert pygame.image.tobytes(shot(stage), "RGB") == before


def shot(stage: Stage) -> pygame.Surface:
    surface = pygame.Surface(WINDOW)
    stage.stack.draw(stage.canvas(surface))
    return surface


def test_the_list_is_scrolled_by_whole_rows_and_follows_what_is_chosen() -> None:
    stage, hall, _ = open_levels()
    shown = widget(stage.stack.top, "opponents")
    assert list(shown.in_sight) == list(range(7)), "rows of 88 units"
    assert {shown.row(index + 1).top - shown.row(index).top for index in range(6)} == {88}
    assert shown.row(6).bottom == shown.rect.bottom
    assert any(text.startswith("3 more: ") for text in texts(stage))
    handle(stage, pygame.MOUSEMOTION, pos=shown.row(2).center, rel=(0, 0), buttons=(0, 0, 0))
    handle(stage, pygame.MOUSEWHEEL, x=0, y=-2, flipped=False)
    assert list(shown.in_sight) == list(range(2, 9))
    assert "First steps" not in texts(stage)
    click(stage, shown.row(8).center)
    scrolled = widget(stage.stack.top, "opponents")
    assert list(scrolled.in_sight) == list(range(2, 9)), "it stays where it was"
    above = scrolled.row(1).center
    click(stage, above)
    assert hall.settings.choice("gomoku").level == scrolled.chosen != "beginner", (
        "what is out of sight can't be clicked"
    )
    handle(stage, pygame.MOUSEMOTION, pos=shown.row(3).center, rel=(0, 0), buttons=(0, 0, 0))
    handle(stage, pygame.MOUSEWHEEL, x=0, y=-9, flipped=False)
    assert widget(stage.stack.top, "opponents").below == ()
    press(stage, pygame.K_HOME)
    assert widget(stage.stack.top, "opponents").in_sight[0] == 0


def test_stars_of_the_ladder_stand_at_the_levels(tmp_path: Path) -> None:
    stage, hall, _ = open_levels()
    hall.results = ArcadeResults(find_folders({"QIGUAN_DATA": str(tmp_path)}), lambda: date(2026, 5, 9))
    first, second, *_ = ladder("gomoku")
    hall.results.win(first, "a", frozenset({Star.WON, Star.NO_HINT}), 30.0, 20, "Lin")
    stage.stack.resized(stage.size)
    entries = {each.name: each.stars for each in widget(stage.stack.top, "opponents").entries}
    assert entries[first.level] == {Star.WON, Star.NO_HINT}
    assert entries[second.level] == frozenset()
    assert entries["custom"] is None
    hall.change(choices={"gomoku": LevelChoice(mode="watch")})
    stage.stack.resized(stage.size)
    entries = {each.name: each.stars for each in widget(stage.stack.top, "opponents").entries}
    assert set(entries.values()) == {None}
