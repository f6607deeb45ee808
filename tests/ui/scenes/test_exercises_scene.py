"""Learn from mistakes in the window: from the menu to the board and back, at every size, with mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pygame
import pytest
from fakes import FakeServices, click_on, make_stage, picture, press, settle, widget
from looking import WINDOWS, faults
from reviewing import played
from test_exercises import NOW_S, Judge, exercise

from game.match.evaluation import Cp
from game.progress.exercise_trial import ExerciseState
from game.progress.exercises import Exercise, Exercises
from game.progress.spaced_repetition import DAY_S, Recall
from game.records.fault import Fault
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.settings import Settings
from game.ui.scenes.exercises.keeping import keep_position
from game.ui.scenes.exercises.practice import PracticeScene
from game.ui.scenes.exercises.scene import ExercisesScene
from game.ui.scenes.menu import Menu
from game.ui.stage.navigator import EXERCISES
from game.ui.stage.scene import Scene

THEMES = ("light", "dark", "contrast")
OTHERS = {
    "xiangqi": ("h2e2", "b0c2"),
    "draughts-russian": ("c3-d4", "c3-b4"),
    "reversi": ("d3", "c4"),
}


def exercises_of_all() -> list[Exercise]:
    """One of each game, and a kept position."""
    found = [
        exercise(),
        exercise("h8 g7", played="", kind="", line=()),
        exercise("h8 i9 g7", motive="misses-fours-win", lost=0.1),
    ]
    for name, (best, missed) in OTHERS.items():
        rules = variant(name)
        start = rules.write_position(rules.start())
        found.append(Exercise(variant=name, position=start, line=(best,), played=missed, kind="missed-win", lost=0.5))
    return found


@pytest.fixture
def services(tmp_path: Path) -> FakeServices:
    made = FakeServices(Settings(language="en"))
    made.exercises = Exercises(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    return made


def at(now_s: float = NOW_S) -> Callable[[], float]:
    return lambda: now_s


def opened(services: FakeServices, at_once: bool = False) -> tuple[Any, ExercisesScene]:
    stage = make_stage(services=services)
    scene = ExercisesScene(stage, at_once, at())
    stage.open(scene)
    return stage, scene


def practised(services: FakeServices, *moves: str) -> PracticeScene:
    """The board, after these moves of the person on it."""
    stage, _ = opened(services, at_once=True)
    scene = stage.stack.top
    assert isinstance(scene, PracticeScene)
    for text in moves:
        scene._play(scene.trial.rules.read_move(text, scene.trial.game.position))  # as the board does
        settle(stage, 4)
    return scene


@pytest.mark.parametrize(("window", "scale"), WINDOWS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_overlaps_or_is_cut_off(
    services: FakeServices, window: tuple[int, int], scale: float, language: str
) -> None:
    services.exercises.add(exercises_of_all())
    services.exercises.answer(services.exercises.all[0].id, Recall.GOOD, NOW_S - 40 * DAY_S)
    services.exercises.answer(services.exercises.all[0].id, Recall.GOOD, NOW_S)
    services.exercises.want(["a", "b"])
    services.mistakes.progress = (31, 62)
    services.settings = Settings(language=language, scale=scale, find_mistakes=True)  # type: ignore[arg-type]
    stage = make_stage(window, services)
    stage.apply(window)
    keys = [each.id for each in services.exercises.all]
    scenes: list[Scene] = [ExercisesScene(stage, False, at()), *(PracticeScene(stage, [key], at()) for key in keys)]
    for scene in scenes:
        stage.open(scene)
        settle(stage, 0.3)
        assert faults(stage, window, scene) == []
    for state in ("show", "play"):
        scene = PracticeScene(stage, keys, at())
        stage.open(scene)
        if state == "show":
            scene.show_line()
        else:
            scene._play(scene.trial.rules.read_move("a1", scene.trial.start))
        settle(stage, 0.3)
        assert faults(stage, window, scene) == []


@pytest.mark.parametrize("theme", THEMES)
def test_an_empty_page_says_what_will_stand_there(services: FakeServices, theme: str) -> None:
    services.settings = Settings(language="en", theme=theme)  # type: ignore[arg-type]
    stage, scene = opened(services)
    assert faults(stage, (1280, 800), scene) == []
    assert not widget(scene, "practise").enabled
    scene.practise()
    assert stage.stack.top is scene
    picture(stage, (1280, 800))


def test_the_menu_leads_to_what_is_due_in_one_click(services: FakeServices) -> None:
    services.exercises.add(exercises_of_all())
    stage = make_stage(services=services)
    stage.open(Menu(stage))
    assert widget(stage.stack.top, "mistakes").line == "6 due"
    stage.follows.add(EXERCISES)
    click_on(stage, "mistakes")
    assert isinstance(stage.stack.top, PracticeScene)
    assert len(stage.stack.top.waiting) == 5


@pytest.mark.parametrize(("window", "scale"), WINDOWS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_menu_has_room_for_it_beside_a_long_name(
    services: FakeServices, window: tuple[int, int], scale: float, language: str
) -> None:
    services.exercises.add(exercises_of_all())
    services.settings = Settings(language=language, scale=scale, name="Wilhelmina van Oranje")  # type: ignore[arg-type]
    stage = make_stage(window, services)
    stage.apply(window)
    menu = Menu(stage)
    stage.open(menu)
    found = [each for each in faults(stage, window, menu) if "Wilhelmina" not in each]
    assert found == []


def test_the_menu_says_nothing_of_mistakes_before_there_are_any(services: FakeServices) -> None:
    stage = make_stage(services=services)
    stage.open(Menu(stage))
    assert "mistakes" not in [each.name for each in stage.stack.top.widgets.widgets]
    services.exercises.add([exercise()])
    settle(stage, 1)
    assert widget(stage.stack.top, "mistakes").line == "1 due"


def test_solving_one_keeps_it_for_later(services: FakeServices) -> None:
    services.exercises.add([exercise()])
    scene = practised(services, "j10")
    assert scene.trial.state is ExerciseState.SOLVED
    (held,) = services.exercises.all
    assert (held.solved, held.missed, held.due) == (1, 0, NOW_S + 2 * DAY_S)
    assert "in 2 days" in scene.words().said
    press(scene.stage, pygame.K_n)
    assert isinstance(scene.stage.stack.top, ExercisesScene)


def test_what_was_missed_comes_again_in_the_same_sitting(services: FakeServices) -> None:
    services.exercises.add([exercise(), exercise("h8", lost=0.1, line=("i9",))])
    scene = practised(services, "a1", "j10")  # the mistake, then the right one
    assert scene.trial.state is ExerciseState.SOLVED
    first = scene.key
    assert services.exercises.get(first).missed == 1
    press(scene.stage, pygame.K_n)
    assert scene.key != first
    assert scene.waiting == [first]
    press(scene.stage, pygame.K_s)  # the line is shown: it counts as missed, too
    settle(scene.stage, 3)
    assert scene.trial.state is ExerciseState.SHOWN
    assert scene.board.position.ply == 2
    press(scene.stage, pygame.K_n)
    assert scene.key == first
    assert scene.trial.state is ExerciseState.OPEN


def test_the_engine_judges_other_moves(services: FakeServices) -> None:
    services.exercises.add([exercise()])
    services.move_judge = Judge(Cp(0), {"b1": Cp(1000), "c1": Cp(2)})
    scene = practised(services, "b1")
    assert services.exercises.all[0].memory is None  # it is taken back, nothing is decided yet
    assert scene.trial.state is ExerciseState.OPEN
    scene._play(scene.trial.rules.read_move("c1", scene.trial.game.position))
    settle(scene.stage, 1)
    assert scene.trial.state is ExerciseState.SOLVED
    assert services.exercises.all[0].missed == 1


def test_a_hint_shows_the_move_and_counts_as_missed(services: FakeServices) -> None:
    services.exercises.add([exercise()])
    scene = practised(services)
    press(scene.stage, pygame.K_h)
    assert [move.target for move in scene.board.annotations.hints] == [scene.trial.line.moves[0].target]
    scene._play(scene.trial.line.moves[0])
    assert services.exercises.all[0].missed == 1


def test_it_leads_to_its_game(services: FakeServices) -> None:
    services.exercises.add([exercise()])
    asked: list[str] = []

    class Shelf:
        def read(self, key: str) -> Future[object]:
            asked.append(key)
            job: Future[object] = Future()
            job.set_result(Fault("io", {"why": "gone"}) if len(asked) == 1 else "a reading")
            return job

    services.library = Shelf()
    scene = practised(services)
    press(scene.stage, pygame.K_g)
    settle(scene.stage, 0.1)
    assert (asked, scene.stage.went) == (["one"], [])  # it is gone: said in a sentence
    press(scene.stage, pygame.K_g)
    settle(scene.stage, 0.1)
    assert [went[1:] for went in scene.stage.went] == [("a reading", "one", 4)]


def test_one_can_be_taken_out_and_put_back(services: FakeServices) -> None:
    services.exercises.add(exercises_of_all())
    stage, scene = opened(services)
    scene.widgets.focus_on("exercises")
    press(stage, pygame.K_DOWN, pygame.K_DELETE)
    assert len(services.exercises.all) == 5
    press(stage, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(services.exercises.all) == 6
    practice = practised(services)
    press(practice.stage, pygame.K_DELETE)
    assert len(services.exercises.all) == 5


def test_a_game_is_chosen_and_its_exercises_alone_are_practised(services: FakeServices) -> None:
    services.exercises.add(exercises_of_all())
    stage, scene = opened(services)
    scene.show_game("xiangqi")
    assert len(scene.due) == 1
    press(stage, pygame.K_p)
    assert isinstance(stage.stack.top, PracticeScene)
    assert stage.stack.top.trial.rules.game == "xiangqi"


def test_games_are_looked_through_when_the_person_says_so(services: FakeServices) -> None:
    stage, scene = opened(services)
    click_on(stage, "find_mistakes")
    assert services.settings.find_mistakes

    class Entry:
        key, summary = "one", "told"

    services.library.entries = (Entry(),)
    press(stage, pygame.K_b)
    assert services.mistakes.looked_back == [("one", "told")]
    services.exercises.want(["one"])
    settle(stage, 0.1)
    assert widget(scene, "look_back").label == "Stop looking"
    press(stage, pygame.K_b)
    assert services.exercises.waiting == ()


def test_every_widget_is_reached_by_tab(services: FakeServices) -> None:
    services.exercises.add(exercises_of_all())
    for at_once in (False, True):
        stage, _ = opened(services, at_once)
        top = stage.stack.top
        names = set()
        for _ in range(20):
            press(stage, pygame.K_TAB)
            names.add(top.widgets.focus.name)
        assert names >= {each.name for each in top.widgets.widgets if each.enabled and each.focusable}


def test_a_position_is_kept_once_and_only_where_there_is_something_to_find(services: FakeServices) -> None:
    stage = make_stage(services=services)
    rules = variant("gomoku-freestyle")
    over = played("a1 b1 a2 b2 a3 b3 a4 b4 a5").position
    keep_position(stage, rules, over, "one", 9)
    assert services.exercises.all == ()
    for _ in range(2):
        keep_position(stage, rules, played("h8").position, "one", 1)
    (kept,) = services.exercises.all
    assert (kept.game, kept.ply, kept.line, kept.is_mistake) == ("one", 1, (), False)
    assert kept.is_readable
