"""The arcade in the window: the ladder in the level select, the strip in the match, the result and the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pygame
import pytest
from driver import Driver, unprepared
from fakes import FakeServices, StageThatStays, click, click_on, make_stage, press, settle, widget
from looking import faults, read
from sitting import BLACK_WINS, FIRST, Puppet, Sitting

from game.match.attempt import Attempt, Star
from game.match.evaluation import Cp, SearchInfo
from game.match.match import Match
from game.match.players import Chosen, Player
from game.progress.arcade.autosave import ArcadeAutosave
from game.progress.arcade.ladder import Rung, ladder
from game.progress.arcade.results import ArcadeResults
from game.progress.challenges import Stars
from game.progress.rating import PlayerRating, PlayerRatings, RatingChange
from game.rules.core import Outcome, Side, Termination
from game.storage.folders import Folders, find_folders
from game.storage.settings import LevelChoice, Settings
from game.tables.opponents import Opponent, Preparation, Readiness
from game.ui.games.registry import GAMES
from game.ui.scenes.arcade.result import ArcadeResult
from game.ui.scenes.arcade.rungs import RungList
from game.ui.scenes.arcade.strip import AttemptStrip
from game.ui.scenes.arcade.table import ResultsTable, games
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.presents import presents_of
from game.ui.scenes.result.verdict import Quote
from game.ui.stage.navigator import CHALLENGES, LADDER, LEVELS
from game.ui.stage.overlays import Dialog
from game.ui.stage.stage import Stage

ALL = frozenset(Star)
RUNGS = ladder("gomoku")
SIZES = (((960, 640), 1.0), ((1024, 768), 1.0), ((1280, 800), 2.0), ((1920, 1080), 0.75))


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


@pytest.fixture
def hall(folders: Folders) -> FakeServices:
    """The two lowest rungs of Gomoku are won, and a run goes on."""
    hall = FakeServices(Settings(language="en", choices={"gomoku": LevelChoice(mode="arcade")}))
    hall.levels = (*hall.levels, Opponent("grandmaster", None, 5.0, None, Readiness.READY))  # each rung's opponent
    hall.results = ArcadeResults(folders, lambda: date(2026, 11, 22))
    hall.results.win(RUNGS[0], "one", ALL, 12.0, 17, "Wilhelmina van Oranje")
    hall.results.begin("gomoku", "two")
    hall.results.win(RUNGS[1], "two", ALL - {Star.NO_HINT}, 41.0, 23, "Wilhelmina van Oranje")
    return hall


class SomeStars(Stars):
    """Stars of a person who has solved some challenges."""

    def of_game(self, game: str) -> tuple[int, int, int] | None:
        return 12, 60, 30


def open_ladder(hall: FakeServices, window: tuple[int, int] = (1280, 800)) -> StageThatStays:
    hall.stars.__class__ = SomeStars
    stage = make_stage(window, hall)
    stage.open(LevelSelect(stage, "gomoku"))
    return stage


def started(hall: FakeServices) -> list[Rung]:
    """The rungs that were tried."""
    return [step for _, step, _ in hall.sat_down]


def texts(stage: Stage, window: tuple[int, int] = (1280, 800)) -> set[str]:
    assert stage.stack.top is not None
    return {text for text, _ in read(stage, window, stage.stack.top).drawn}


# ---- the ladder in the level select


def test_the_next_rung_is_chosen_and_enter_starts_it(hall: FakeServices) -> None:
    stage = open_ladder(hall)
    assert {"Climb level by level, 7 of 36 stars", "You play Black", "5 minutes, plus 3 s per move"} <= texts(stage)
    press(stage, pygame.K_RETURN)
    assert started(hall) == [RUNGS[2]]


def test_the_next_present_is_told_where_a_stage_has_none(hall: FakeServices) -> None:
    stage = open_ladder(hall)
    assert "Portrait · Bamboo board · Phrase" in " ".join(texts(stage)), "of the third stage"
    assert "1 more: Bamboo board" not in texts(stage)
    press(stage, pygame.K_UP)
    assert "1 more: Bamboo board" in texts(stage)


def test_it_is_said_whose_stages_follow_below_what_is_in_sight(hall: FakeServices) -> None:
    stage = open_ladder(hall)
    assert "2 more: Master, Grandmaster" in texts(stage)
    press(stage, pygame.K_END)
    assert "2 more: Master, Grandmaster" not in texts(stage)


def test_a_locked_rung_can_be_looked_at_but_not_started(hall: FakeServices) -> None:
    stage = open_ladder(hall)
    press(stage, pygame.K_DOWN)
    assert not widget(stage.stack.top, "start").enabled
    assert "Win the previous stage first" in texts(stage)
    press(stage, pygame.K_RETURN)
    click_on(stage, "start")
    assert started(hall) == []


@pytest.mark.parametrize(
    ("readiness", "steps", "told"),
    [
        (Readiness.PREPARING, (3, 40), {"levels.preparing": {}, "levels.steps": {"done": 3, "of": 40}}),
        (Readiness.PREPARING, None, {"levels.preparing": {}, "levels.steps": {"done": 7, "of": 90}}),
        (Readiness.FAILED, None, {"levels.failed": {}}),
    ],
)
def test_a_rung_whose_opponent_can_not_play_says_how_far_it_is(
    hall: FakeServices, readiness: Readiness, steps: tuple[int, int] | None, told: dict[str, dict[str, object]]
) -> None:
    failed = "no compiler" if readiness is Readiness.FAILED else None
    hall.progress = Preparation(7, 90, running=failed is None, failed=failed)
    hall.levels = tuple(replace(each, readiness=readiness, steps=steps) for each in hall.levels)
    stage = open_ladder(hall)
    expected = {stage.t(key, **values) for key, values in told.items()} | ({failed} if failed else set())
    assert expected <= texts(stage)
    assert not widget(stage.stack.top, "start").enabled


def test_a_rung_is_chosen_by_click_and_a_won_one_can_be_tried_again(hall: FakeServices) -> None:
    stage = open_ladder(hall)
    rungs = widget(stage.stack.top, "rungs")
    assert isinstance(rungs, RungList)
    assert [row.is_open for row in rungs.rows] == [True, True, True, *[False] * 6]
    click(stage, rungs.row(1).center)
    assert "732 points · 0:41 · 23 moves" in texts(stage)
    click_on(stage, "start")
    assert started(hall) == [RUNGS[1]]


def test_results_and_challenges_are_a_key_or_a_click_away(hall: FakeServices) -> None:
    stage = open_ladder(hall)
    press(stage, pygame.K_b, pygame.K_c)
    click_on(stage, "results")
    click_on(stage, "to_challenges")
    assert stage.went == [(LADDER, "gomoku"), (CHALLENGES, "gomoku")] * 2
    assert {"Challenges 12/60", "30"} <= texts(stage)


def test_the_mode_leads_to_the_ladder_and_back_by_keys(hall: FakeServices) -> None:
    hall.change(choices={"gomoku": LevelChoice(mode="watch")})
    stage = open_ladder(hall)
    stage.stack.top.widgets.focus_on("mode")  # type: ignore[union-attr]
    press(stage, pygame.K_RIGHT)
    assert hall.settings.choice("gomoku").mode == "arcade"
    assert widget(stage.stack.top, "rungs")
    press(stage, pygame.K_LEFT)
    assert widget(stage.stack.top, "opponents")


# ---- the match


class Computer(Puppet):
    """The computer of the lowest rung, moved by the test."""

    level = "first-steps"


def open_match(
    hall: FakeServices, folders: Folders, window: tuple[int, int] = (1280, 800), tried: Rung = RUNGS[0]
) -> tuple[StageThatStays, Sitting]:
    stage = make_stage(window, hall)
    log = ArcadeAutosave(folders, PlayerRatings(folders), hall.results)
    attempt = Attempt(tried.note())
    sitting = Sitting(second=Computer(), adviser=Puppet(), log=log, control=tried.control, attempt=attempt)
    stage.open(MatchScene(stage, sitting.match))
    settle(stage, 0.1)
    return stage, sitting


def play_on(stage: Stage, sitting: Sitting, texts: list[str]) -> None:
    for text in texts:
        if sitting.match.turn is FIRST:
            sitting.time.now += 1
            sitting.match.submit(FIRST, sitting.move(text))
        else:
            computer = sitting.match.seat(Side.SECOND).player
            assert isinstance(computer, Puppet)
            computer.say(text)
        settle(stage, 0.1)


HELD = ALL - {Star.WON}
"""What can still be lost, and is shown filled until then."""


def strip_of(stage: Stage) -> AttemptStrip:
    found = widget(stage.stack.top, "attempt")
    assert isinstance(found, AttemptStrip)
    return found


def test_the_strip_tells_stars_and_time(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS[:2])
    sitting.time.now += 60.5
    assert (strip_of(stage).time, strip_of(stage).stars) == ("1:02 / 1:30", HELD)
    sitting.time.now += 30
    assert strip_of(stage).stars == HELD - {Star.IN_TIME}


def test_a_take_back_is_asked_about_once(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS[:4])
    press(stage, pygame.K_u)
    assert isinstance(stage.stack.top, Dialog)
    press(stage, pygame.K_ESCAPE)
    assert sitting.match.ply == 4
    press(stage, pygame.K_u)
    settle(stage, 0.1)
    read(stage, (1280, 800), stage.stack.top)  # type: ignore[arg-type]  # a dialog is laid out when it is drawn
    click_on(stage, "Take back")
    settle(stage, 0.1)
    assert sitting.match.ply == 2
    assert strip_of(stage).stars == HELD - {Star.NO_UNDO}
    press(stage, pygame.K_u)
    assert sitting.match.ply == 0


def test_a_hint_is_asked_about_and_costs_its_star(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    press(stage, pygame.K_h)
    assert isinstance(stage.stack.top, Dialog)
    read(stage, (1280, 800), stage.stack.top)
    click_on(stage, "Show hint")
    settle(stage, 0.1)
    assert sitting.match.hints.is_pending
    assert strip_of(stage).stars == HELD - {Star.NO_HINT}


def test_nothing_helps_without_a_price(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    scene = stage.stack.top
    assert isinstance(scene, MatchScene)
    hall.change(threats=True)
    settle(stage, 0.1)
    assert not scene.board.annotations.show_threats
    press(stage, pygame.K_x)
    assert hall.settings.threats, "a word in place of a switch"
    press(stage, pygame.K_p)
    settle(stage, 0.1)
    assert sitting.match.is_paused
    assert scene.board.blindfold == "hidden"
    press(stage, pygame.K_p)
    settle(stage, 0.1)
    assert scene.board.blindfold == "off"
    play_on(stage, sitting, BLACK_WINS[:1])
    assert not widget(scene, "move_now").visible


def test_the_computer_does_not_tell_what_it_expects(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    scene = stage.stack.top
    assert isinstance(scene, MatchScene)
    play_on(stage, sitting, BLACK_WINS[:1])
    computer = sitting.match.seat(Side.SECOND).player
    assert isinstance(computer, Puppet)
    info = SearchInfo(3, 100, 0.9, Cp(10), ("a2", "b1", "b2"))
    computer.info = info
    sitting.time.now += 2
    settle(stage, 0.1)
    assert scene.board.annotations.best_line == ()
    assert [move.text for move in scene.thoughts.view().line] == ["A2"]
    computer.say(Chosen("a2", info=info))
    settle(stage, 0.1)
    assert [move.text for move in scene.thoughts.view().line] == ["A2"]
    sitting.match.resign()
    settle(stage, 0.1)
    assert [move.text for move in scene.thoughts.view().line] == ["A2", "B1", "B2"]


# ---- the result


def open_result(stage: Stage, match: Match) -> ArcadeResult:
    scene = stage.stack.top
    assert isinstance(scene, MatchScene)
    result = ArcadeResult(stage, scene, match.outcome or Outcome(None, Termination.AGREEMENT))
    stage.open(result)
    return result


def test_stars_come_one_by_one_with_a_sound_each(
    hall: FakeServices, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS)
    heard: list[str] = []
    monkeypatch.setattr(stage.sounds, "play", lambda name, step=0: heard.append(name))
    result = open_result(stage, sitting.match)
    seen = []
    for _ in range(40):
        settle(stage, 0.1)
        seen.append(result.shown)
    assert sorted(set(seen)) == [0, 1, 2, 3, 4]
    assert heard.count("stone") == 4
    assert {"494 points", "Run: 1,226 points, 2 stages · place 1"} <= texts(stage)
    press(stage, pygame.K_RETURN)
    click_on(stage, "swap")
    assert started(hall) == [RUNGS[1], RUNGS[0]]


def test_the_rating_is_told_beside_the_stars(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS)
    hall.rated = RatingChange(None, PlayerRating(1436.0, 1, 62.0))
    open_result(stage, sitting.match)
    settle(stage, 3)
    assert {"494 points", "Your rating", "How it went"} <= texts(stage)


def test_the_stars_stand_beside_what_the_opponent_says(
    hall: FakeServices, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.change(reduced_motion=True)
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS)
    result = open_result(stage, sitting.match)
    settle(stage, 1)
    beside = {
        "A star for keeping time",
        "A star for no hints",
        "A star for no take-backs",
        "A star for the win",
    }
    for said, is_beside in (("", False), ("Well played.", True), ("A very long farewell " * 12, False)):
        monkeypatch.setattr(ArcadeResult, "_quote", Quote("beginner", said) if said else None)
        result.resized((1280.0, 800.0))
        assert bool(beside & texts(stage)) is is_beside, said
        assert "494 points" in texts(stage)


def test_the_course_keeps_room_for_its_graph_where_the_quote_has_none(
    hall: FakeServices, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS)
    hall.rated = RatingChange(None, PlayerRating(1436.0, 1, 62.0))
    result = open_result(stage, sitting.match)
    for said in ("", "Well played."):
        monkeypatch.setattr(ArcadeResult, "_quote", Quote("beginner", said) if said else None)
        result.resized((1280.0, 800.0))
        assert result._graph_place().height > 40, said


def test_reduced_motion_shows_all_stars_at_once(hall: FakeServices, folders: Folders) -> None:
    hall.change(reduced_motion=True)
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS)
    assert open_result(stage, sitting.match).shown == 4


@pytest.mark.parametrize("reduced_motion", [False, True])
def test_what_a_stage_gives_is_told_once_when_it_is_won_for_the_first_time(
    hall: FakeServices, folders: Folders, monkeypatch: pytest.MonkeyPatch, reduced_motion: bool
) -> None:
    hall.change(reduced_motion=reduced_motion)
    for told in (1, 0):
        stage, sitting = open_match(hall, folders, tried=RUNGS[2])
        play_on(stage, sitting, BLACK_WINS)
        shown: list[str] = []
        monkeypatch.setattr(stage.toasts, "tell", lambda text, *_, shown=shown: shown.append(text))
        open_result(stage, sitting.match)
        for _ in range(40):
            settle(stage, 0.1)
        assert len([text for text in shown if str(text).startswith("Won: Portrait · Bamboo board · Phrase")]) == told


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("window", "scale"), [((1280, 800), 1.0), ((1280, 800), 2.0), ((960, 640), 1.0)])
def test_what_a_stage_gives_leaves_the_first_row_of_the_board_free(
    hall: FakeServices, folders: Folders, window: tuple[int, int], scale: float, language: str
) -> None:
    hall.change(reduced_motion=True, language=language, scale=scale)
    stage, sitting = open_match(hall, folders, window)
    play_on(stage, sitting, BLACK_WINS)
    result = open_result(stage, sitting.match)
    _, width = result.toast_place()
    told = [
        stage.t("arcade.presented", presents=stage.t("common.list_separator").join(presents))
        for game in GAMES
        for each in ladder(game)
        if (presents := presents_of(stage.t, game, each.number))
    ]
    canvas = stage.canvas(pygame.Surface(window))
    for text in (*told, stage.t("arcade.presented_where")):
        assert len(canvas.wrapped(text, width - 88)) == 1, text


def test_after_a_loss_the_same_rung_is_tried_again(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS[:2])
    sitting.match.resign()
    settle(stage, 0.1)
    open_result(stage, sitting.match)
    settle(stage)
    assert "The run ends with 1,219 points." in texts(stage)
    press(stage, pygame.K_RETURN)
    click_on(stage, "swap")
    assert (started(hall), stage.went[-1]) == ([RUNGS[0]], (LADDER, "gomoku"))
    assert hall.results.run("gomoku") is None


def test_a_draw_ends_no_run_and_earns_nothing(hall: FakeServices, folders: Folders) -> None:
    stage, sitting = open_match(hall, folders)
    play_on(stage, sitting, BLACK_WINS[:2])
    sitting.match.offer_draw()
    settle(stage, 0.1)
    open_result(stage, sitting.match)
    settle(stage)
    assert "No stars: only a win earns them." in texts(stage)
    assert hall.results.run("gomoku") is not None


# ---- the table


def test_the_table_turns_to_every_game_by_keys_and_closes(hall: FakeServices) -> None:
    stage = make_stage((1280, 800), hall)
    stage.open(LevelSelect(stage, "gomoku"))
    table = ResultsTable(stage, "gomoku")
    stage.open(table)
    shown = texts(stage)
    assert {"1,219 points in all, 7 of 36 stars", "22 Nov 2026", "Wilhelmina van Oranje", "1,219"} <= shown
    for game in games()[1:]:
        press(stage, pygame.K_RIGHT)
        assert table.game == game
        assert "No runs yet. Each win counts until you lose." in texts(stage)
    press(stage, pygame.K_ESCAPE)
    assert isinstance(stage.stack.top, LevelSelect)


# ---- how they lie


def ladder_scene(stage: Stage, folders: Folders) -> None:
    stage.services.stars.__class__ = SomeStars
    stage.open(LevelSelect(stage, "gomoku"))


def table_scene(stage: Stage, folders: Folders) -> None:
    stage.open(ResultsTable(stage, "gomoku"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("make", [ladder_scene, table_scene])
def test_nothing_overlaps_or_is_cut_off(
    make: Callable[[Stage, Folders], None], language: str, hall: FakeServices, folders: Folders
) -> None:
    found = []
    for window, scale in SIZES:
        hall.change(language=language, scale=scale)
        stage = make_stage(window, hall)
        make(stage, folders)
        assert stage.stack.top is not None
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, stage.stack.top)]
    assert found == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_result_fits(language: str, hall: FakeServices, folders: Folders) -> None:
    found = []
    for number, (window, scale) in enumerate(SIZES):
        hall.change(language=language, scale=scale)
        stage, sitting = open_match(hall, folders, window)
        play_on(stage, sitting, BLACK_WINS if number else BLACK_WINS[:2])
        if not number:
            sitting.match.resign()
        settle(stage, 0.2)
        result = open_result(stage, sitting.match)
        settle(stage, 3)
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, result)]
    assert found == []


# ---- the whole way


class Loser(Puppet):
    """A computer that resigns nothing and sees nothing: it plays along the upper edge."""

    level = "first-steps"

    def ask(self, turn: object) -> None:
        super().ask(turn)  # type: ignore[arg-type]  # as it came
        self.say(f"{'abcdefghijklmno'[len(self.asked) * 2 - 2]}15")


def test_from_the_ladder_through_a_won_game_to_the_next_rung(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unprepared(monkeypatch)
    driver = Driver(tmp_path)
    try:
        program = driver.program
        engines: list[str] = []

        def engine(game: str, level: str) -> Player:
            engines.append(level)
            return Loser()

        monkeypatch.setattr(program.services.tables, "_engine", engine)
        choice = program.stage.settings.choice("gomoku").with_(mode="arcade")
        program.services.preferences.change(choices=program.stage.settings.with_choice("gomoku", choice).choices)
        program.stage.go(LEVELS, "gomoku")
        driver.frames(1)
        driver.key(pygame.K_RETURN)
        scene = driver.top
        assert isinstance(scene, MatchScene)
        for column in range(5):
            driver.until(lambda: scene.match.may_move)
            square = scene.match.variant.read_move(f"{'abcde'[column]}1", scene.match.position).target
            assert square is not None
            driver.click(*scene.board.square_rect(square).center)
        driver.until(lambda: isinstance(driver.top, ArcadeResult))
        assert program.services.tables.results.bests("gomoku")["first-steps"].stars == ALL
        driver.click_on("levels")
        assert isinstance(driver.top, LevelSelect)
        assert widget(driver.top, "rungs").chosen == "beginner"
        driver.key(pygame.K_b)
        assert isinstance(driver.top, ResultsTable)
    finally:
        driver.program.close()
