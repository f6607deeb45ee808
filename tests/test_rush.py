"""Runs through the challenges: what ends one, and which are kept as the best."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from game.progress.challenges import challenges_of
from game.progress.rush import BEST_KEPT, RUSH_S, BestRuns, Run, RunKind, in_rising_order
from game.storage.folders import Folders, find_folders

DAY = date(2026, 11, 23)
ALL = challenges_of("xiangqi").challenges


class Seconds:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Seconds:
    return Seconds()


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


def over(kind: RunKind, time: Seconds, solved: int, seconds: float) -> Run:
    """A run that has ended with so many solved."""
    run = Run(kind, ALL, time)
    time.now += seconds
    for _ in range(solved):
        run.note(True)
    while not run.is_over:
        run.note(False)
    return run


def test_the_order_rises_and_the_seed_decides_the_rest() -> None:
    first, again, other = (in_rising_order(ALL, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert [each.grade for each in first] == sorted(each.grade for each in ALL)
    assert {each.id for each in first} == {each.id for each in ALL}


def test_a_streak_ends_with_the_first_miss(time: Seconds) -> None:
    run = Run(RunKind.STREAK, ALL, time)
    assert run.left_s is None
    for number in range(5):
        assert run.challenge is ALL[number]
        run.note(True)
    time.now += 1000
    assert not run.update()
    run.note(False)
    assert (run.is_over, run.solved, run.used_s) == (True, 5, 1000)
    time.now += 50
    run.note(True)  # it is over
    assert (run.solved, run.used_s) == (5, 1000)


def test_a_rush_ends_with_the_third_miss_or_with_its_time(time: Seconds) -> None:
    run = Run(RunKind.RUSH, ALL, time)
    for solved in (True, False, True, False):
        run.note(solved)
    assert (run.is_over, run.solved, run.missed) == (False, 2, 2)
    run.note(False)
    assert run.is_over
    late = Run(RunKind.RUSH, ALL, time)
    late.note(True)
    time.now += RUSH_S - 1
    assert (late.update(), late.left_s) == (False, 1)
    time.now += 3
    late.note(True)  # too late
    assert (late.is_over, late.solved, late.left_s, late.used_s) == (True, 1, 0, RUSH_S)


def test_whoever_solves_all_has_ended_it(time: Seconds) -> None:
    run = Run(RunKind.STREAK, ALL[:2], time)
    run.note(True)
    run.note(True)
    assert run.is_over
    assert run.challenge is ALL[1]


def test_the_best_are_kept_by_kind_and_set(folders: Folders, time: Seconds) -> None:
    best = BestRuns(folders)
    assert best.enter(RunKind.RUSH, "xiangqi", over(RunKind.RUSH, time, 4, 90), DAY) == 1
    assert best.enter(RunKind.RUSH, "xiangqi", over(RunKind.RUSH, time, 6, 120), DAY) == 1
    assert best.enter(RunKind.RUSH, "xiangqi", over(RunKind.RUSH, time, 4, 60), DAY) == 2  # as many, but faster
    assert best.enter(RunKind.RUSH, "gomoku", over(RunKind.RUSH, time, 1, 60), DAY) == 1
    again = BestRuns(folders)
    assert [(each.solved, each.seconds) for each in again.of(RunKind.RUSH, "xiangqi")] == [(6, 120), (4, 60), (4, 90)]
    assert again.of(RunKind.STREAK, "xiangqi") == ()
    assert again.of(RunKind.RUSH, "gomoku")[0].day == "2026-11-23"


def test_nothing_solved_is_no_best_and_ten_are_kept(folders: Folders, time: Seconds) -> None:
    best = BestRuns(folders)
    assert best.enter(RunKind.STREAK, "xiangqi", over(RunKind.STREAK, time, 0, 5), DAY) is None
    for number in range(BEST_KEPT + 2):
        best.enter(RunKind.STREAK, "xiangqi", over(RunKind.STREAK, time, 2 + number, 5), DAY)
    assert [each.solved for each in best.of(RunKind.STREAK, "xiangqi")] == list(range(13, 3, -1))
    assert best.enter(RunKind.STREAK, "xiangqi", over(RunKind.STREAK, time, 3, 5), DAY) is None


def test_a_damaged_list_is_kept_aside(folders: Folders, time: Seconds) -> None:
    best = BestRuns(folders)
    best.enter(RunKind.RUSH, "xiangqi", over(RunKind.RUSH, time, 4, 90), DAY)
    (folders.data / "rush.json").write_text("{", encoding="utf-8")
    again = BestRuns(folders)
    assert again.of(RunKind.RUSH, "xiangqi") == ()
    assert [notice.code for notice in again.take_notices()] == ["rush-damaged"]
