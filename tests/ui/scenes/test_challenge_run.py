"""Streaks and rushes in the window, the kinds of challenges, the boards on the tiles, and the person's own set."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from fakes import FakeServices, click_on, make_stage, picture, press, settle, widget
from looking import WINDOWS, faults, read

from game.progress.challenges import challenges_of
from game.progress.exercises import Exercise, Exercises
from game.progress.rush import BestRuns, RunKind
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.settings import Settings
from game.ui.scenes.challenges.list import ChallengesScene
from game.ui.scenes.challenges.run import RunScene
from game.ui.scenes.challenges.trial import TrialState
from game.ui.scenes.exercises.practice import PracticeScene
from game.ui.stage.overlays import Popup

WINDOW = (1280, 800)


class Track:
    """A run on a stage, and its time."""

    def __init__(self, folder: Path, kind: RunKind, name: str = "xiangqi") -> None:
        self.now_s = 0.0
        self.best = BestRuns(find_folders({"QIGUAN_DATA": str(folder)}))
        hall = FakeServices(Settings(language="en", reduced_motion=True))
        hall.rush = self.best
        self.stage = make_stage(WINDOW, hall)
        self.scene = RunScene(self.stage, kind, name, lambda: self.now_s)
        self.stage.open(self.scene)
        settle(self.stage, 0.1)

    def solve(self) -> None:
        """Find every move of the present challenge."""
        trial = self.scene.trial
        while trial.state is TrialState.OPEN:
            if trial.may_move:
                text = next(iter(trial._step.on))
                self.scene._play(trial.variant.read_move(text, trial.game.position))
            else:
                settle(self.stage, 1)
        settle(self.stage, 1.5)

    def miss(self) -> None:
        """Make a move that lets the win slip."""
        trial = self.scene.trial
        position = trial.game.position
        right = {trial.variant.read_move(text, position) for text in (*trial._step.on, *trial._step.also)}
        self.scene._play(next(move for move in position.legal_moves() if move not in right))
        settle(self.stage, 2)


def test_a_streak_goes_on_to_the_first_miss_and_is_kept(tmp_path: Path) -> None:
    track = Track(tmp_path, RunKind.STREAK)
    track.solve()
    assert (track.scene.run.solved, track.scene.run.is_over) == (1, False)
    assert track.scene.trial.challenge is track.scene.run.challenge
    track.solve()
    track.miss()
    assert (track.scene.run.solved, track.scene.run.is_over, track.scene.place) == (2, True, 1)
    assert [score.solved for score in track.best.of(RunKind.STREAK, "xiangqi")] == [2]
    assert widget(track.scene, "again").kind == "primary"
    assert track.scene.board.movable.sides == frozenset()
    said = [text for text, _ in read(track.stage, WINDOW, track.scene).drawn]
    assert "No. 1 of your best" in said
    press(track.stage, pygame.K_r)
    assert (track.scene.run.solved, track.scene.run.is_over, track.scene.place) == (0, False, None)
    said = [text for text, _ in read(track.stage, WINDOW, track.scene).drawn]
    assert {"Best runs", "2 solved"} <= {*said}, "what is to be beaten is seen"
    assert track.scene.board.movable.sides


def test_a_rush_goes_on_after_a_miss_and_ends_with_its_time(tmp_path: Path) -> None:
    track = Track(tmp_path, RunKind.RUSH)
    assert track.scene.is_busy
    track.miss()
    assert (track.scene.run.missed, track.scene.run.is_over) == (1, False)
    track.solve()
    track.now_s = 181
    settle(track.stage, 0.1)
    assert (track.scene.run.solved, track.scene.run.is_over, track.scene.is_busy) == (1, True, False)
    assert [score.seconds for score in track.best.of(RunKind.RUSH, "xiangqi")] == [180]
    settle(track.stage, 0.1)  # it is entered once
    assert len(track.best.of(RunKind.RUSH, "xiangqi")) == 1


@pytest.mark.parametrize(("window", "scale"), WINDOWS[:4])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_overlaps(tmp_path: Path, window: tuple[int, int], scale: float, language: str) -> None:
    hall = FakeServices(Settings(language=language, scale=scale))  # type: ignore[arg-type]
    hall.rush = BestRuns(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    stage = make_stage(window, hall)
    stage.apply(window)
    now = [0.0]
    scene = RunScene(stage, RunKind.RUSH, "draughts-english", lambda: now[0])
    stage.open(scene)
    for number in range(30):
        scene.run.note(number > 1)
    assert faults(stage, window, scene) == []
    now[0] = 190
    settle(stage, 0.1)
    assert faults(stage, window, scene) == []


def listed(tmp_path: Path, game: str) -> tuple[FakeServices, ChallengesScene]:
    hall = FakeServices(Settings(language="en"))
    hall.exercises = Exercises(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    stage = make_stage(WINDOW, hall)
    scene = ChallengesScene(stage, game)
    stage.open(scene)
    return hall, scene


def test_one_kind_alone_is_shown_and_opened_by_its_own_number(tmp_path: Path) -> None:
    _, scene = listed(tmp_path, "xiangqi")
    held = challenges_of("xiangqi")
    theme, count = list(held.themes.items())[-1]
    click_on(scene.stage, "themes")
    assert isinstance(scene.stage.stack.top, Popup)
    press(scene.stage, pygame.K_END, pygame.K_RETURN)
    assert scene.theme == theme
    grid = widget(scene, "challenges")
    assert len(grid.tiles) == count == sum(theme in each.themes for each in held.challenges)
    grid._press(count - 1)
    opened = scene.stage.stack.top
    assert theme in opened.challenge.themes  # type: ignore[union-attr]  # it is a challenge's
    scene.show_game("gomoku")
    assert scene.theme == ""


def test_the_boards_come_one_after_another(tmp_path: Path) -> None:
    """At most one a frame; one whose parts take long is gone on with in the next."""
    _, scene = listed(tmp_path, "reversi")
    counts = [0]
    while scene.is_busy:
        scene.stage.stack.update(1 / 60)
        counts.append(len(scene._thumbnails))
        assert len(counts) < 5000
    assert all(0 <= after - before <= 1 for before, after in pairwise(counts))
    assert counts[-1] == len(scene.held.challenges)
    picture(scene.stage, WINDOW)
    scene.show_set("reversi")
    assert not scene.is_busy  # they are kept


@pytest.mark.parametrize("key", [pygame.K_s, pygame.K_t])
def test_a_run_begins_by_key_and_by_click(tmp_path: Path, key: int) -> None:
    _, scene = listed(tmp_path, "gomoku")
    press(scene.stage, key)
    top = scene.stage.stack.top
    assert isinstance(top, RunScene)
    assert top.kind is (RunKind.STREAK if key == pygame.K_s else RunKind.RUSH)
    press(scene.stage, pygame.K_ESCAPE)
    click_on(scene.stage, top.kind.value)
    assert isinstance(scene.stage.stack.top, RunScene)


def test_the_persons_own_set_is_among_the_kinds(tmp_path: Path) -> None:
    hall, scene = listed(tmp_path, "xiangqi")
    rules = variant("xiangqi")
    start = rules.write_position(rules.start())
    hall.exercises.add([Exercise(variant="xiangqi", position=start)])
    scene.choose_theme()
    press(scene.stage, pygame.K_END, pygame.K_RETURN)
    top = scene.stage.stack.top
    assert isinstance(top, PracticeScene)
    assert top.exercise.position == start
