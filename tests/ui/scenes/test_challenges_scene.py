"""Challenges on the screen: chosen in the grid, solved, missed, hinted at."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, picture, press, settle, widget
from looking import faults, read

from game.progress.challenges import SETS, Stars, challenges_of
from game.rules.core import Move
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, Settings
from game.ui.scenes.challenges.grid import ChallengeGrid
from game.ui.scenes.challenges.list import ChallengesScene
from game.ui.scenes.challenges.play import ChallengeScene
from game.ui.scenes.challenges.trial import TrialState
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.stage.navigator import CHALLENGES

WINDOW = (1280, 800)
DAY = date(2026, 11, 21)
ALL_SETS = tuple(name for sets in SETS.values() for name in sets)


class Room:
    """A stage with the list of challenges on it, and one of them opened where wished."""

    def __init__(self, folder: Path, game: str = "gomoku", **settings: object) -> None:
        self.game = game
        self.stars = Stars(find_folders({"QIGUAN_DATA": str(folder)}))
        hall = FakeServices(Settings(**{"language": "en", "reduced_motion": True, **settings}))  # type: ignore[arg-type]
        hall.stars = self.stars
        self.stage = make_stage(WINDOW, hall)
        self.list = ChallengesScene(self.stage, game, now=lambda: DAY)
        self.stage.open(self.list)
        picture(self.stage, WINDOW)

    def open(self, index: int) -> ChallengeScene:
        self.list.open(index)
        picture(self.stage, WINDOW)
        return self.top

    @property
    def top(self) -> ChallengeScene:
        scene = self.stage.stack.top
        assert isinstance(scene, ChallengeScene)
        return scene

    def solution(self) -> Move:
        """The move to be found now."""
        trial = self.top.trial
        return trial.variant.read_move(next(iter(trial._step.on)), trial.game.position)

    def play(self, move: Move) -> None:
        """Click on the squares of a move."""
        for square in (move.path[0], move.path[-1])[: len(move.path)]:
            click(self.stage, self.top.board.square_rect(square).center)

    def other(self) -> Move:
        """A legal move that is not the solution."""
        position = self.top.trial.game.position
        right = self.solution()
        return next(move for move in position.legal_moves() if move.path[-1] != right.path[-1] and not move.captured)

    def solve(self) -> None:
        while self.top.trial.state is TrialState.OPEN:
            self.play(self.solution())
            settle(self.stage, 2)

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in read(self.stage, WINDOW, self.stage.stack.top).drawn]


@pytest.mark.parametrize("game", ["gomoku", "xiangqi", "reversi", "gomoku-renju"])
def test_a_challenge_that_is_solved_without_a_mistake_earns_three_stars(tmp_path: Path, game: str) -> None:
    room = Room(tmp_path, game)
    scene = room.open(7)
    room.solve()
    assert scene.trial.state is TrialState.SOLVED
    assert room.stars.of(game) == {scene.challenge.id: 3}
    assert {"Solved", "You have earned 3 stars."} <= set(room.texts)
    assert widget(scene, "next").kind == "primary"
    press(room.stage, pygame.K_n)
    assert scene.challenge is challenges_of(game).challenges[8]
    press(room.stage, pygame.K_ESCAPE)
    assert f"1 of {len(challenges_of(game).challenges)} solved, 3 stars" in room.texts


@pytest.mark.parametrize("name", SETS["draughts"])
def test_a_combination_of_draughts_is_solved(tmp_path: Path, name: str) -> None:
    room = Room(tmp_path, name)
    scene = room.open(0)
    trial = scene.trial
    while trial.state is TrialState.OPEN:  # captures may be chosen by path: here they are played as such
        scene._play(room.solution() if trial.may_move else trial.answer or pytest.fail("nobody is to move"))
    assert room.stars.of(name) == {scene.challenge.id: 3}


@pytest.mark.parametrize("game", ["gomoku", "xiangqi", "draughts", "reversi"])
def test_a_miss_is_told_in_the_words_of_the_game_and_another_win_as_such(tmp_path: Path, game: str) -> None:
    room = Room(tmp_path, game)
    scene = room.open(3)
    for state, key in ((TrialState.WRONG, f"wrong_{game}"), (TrialState.ASIDE, "aside")):
        scene._trial.state = state
        assert scene._said_of_miss() == room.stage.t(f"challenges.{key}")


def test_a_wrong_move_is_said_taken_back_and_costs_a_star(tmp_path: Path) -> None:
    room = Room(tmp_path)
    scene = room.open(3)
    room.play(room.other())
    assert scene.trial.state is TrialState.WRONG
    assert room.stage.toasts.text == "This lets the win slip. Try another move."
    settle(room.stage, 2)
    assert (scene.trial.state, scene.trial.game.ply, scene.trial.stars) == (TrialState.OPEN, 0, 2)
    press(room.stage, pygame.K_r)  # to start again does not mend it
    assert scene.trial.stars == 2
    room.solve()
    assert room.stars.of("gomoku") == {scene.challenge.id: 2}
    press(room.stage, pygame.K_r)
    room.solve()
    assert room.stars.of("gomoku") == {scene.challenge.id: 3}


def test_a_hint_shows_the_move_and_leaves_one_star(tmp_path: Path) -> None:
    room = Room(tmp_path, "xiangqi")
    scene = room.open(3)
    press(room.stage, pygame.K_h)
    assert scene.board.annotations.hints == (room.solution(),)
    assert scene.trial.stars == 1
    room.solve()
    assert room.stars.of("xiangqi") == {scene.challenge.id: 1}
    assert not widget(scene, "hint").enabled


def test_a_move_that_wins_too_costs_nothing(tmp_path: Path) -> None:
    room = Room(tmp_path)
    held = challenges_of("gomoku").challenges
    firsts = [next(iter(challenge.solution.on.values())) for challenge in held]
    index, then = next((i, then) for i, then in enumerate(firsts) if then is not None and then[1].also)
    scene = room.open(index)
    room.play(room.solution())
    settle(room.stage, 2)
    room.play(scene.trial.variant.read_move(then[1].also[0], scene.trial.game.position))
    assert scene.trial.state is TrialState.ASIDE
    settle(room.stage, 2)
    assert (scene.trial.state, scene.trial.game.ply, scene.trial.stars) == (TrialState.OPEN, 2, 3)


def test_the_grid_goes_by_keys_and_clicks(tmp_path: Path) -> None:
    room = Room(tmp_path)
    grid = widget(room.list, "challenges")
    assert isinstance(grid, ChallengeGrid)
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP):
        press(room.stage, key)
    below = next(i for i, tile in enumerate(grid.tiles) if tile.row == 1)  # the first of the second row
    assert grid.chosen == below
    press(room.stage, pygame.K_RETURN)
    assert room.top.challenge is challenges_of("gomoku").challenges[below]
    press(room.stage, pygame.K_PAGEDOWN)
    press(room.stage, pygame.K_ESCAPE)
    grid = widget(room.list, "challenges")
    assert isinstance(grid, ChallengeGrid)
    assert grid.chosen == below + 1
    click(room.stage, grid.row(40).center)
    assert room.top.challenge is challenges_of("gomoku").challenges[40]


def test_a_grade_of_one_or_two_moves_is_told_in_the_plural(tmp_path: Path) -> None:
    room = Room(tmp_path, "xiangqi")
    drawn = [text for text, _ in read(room.stage, WINDOW, room.list).drawn]
    assert "1-2 moves" in drawn


def test_the_day_has_its_challenge(tmp_path: Path) -> None:
    room = Room(tmp_path, "xiangqi")
    assert "Today's challenge" in room.texts
    click_on(room.stage, "day")
    held = challenges_of("xiangqi")
    assert room.top.challenge is held.challenges[held.of_day(DAY)]


def test_a_game_has_sets_by_several_rules(tmp_path: Path) -> None:
    room = Room(tmp_path, "draughts", choices={"draughts": LevelChoice(variant="draughts-russian")})
    assert room.list.name == "draughts-russian", "the rules that were played last"
    room.list.show_game("gomoku")
    assert room.list.name == "gomoku"
    sets = widget(room.list, "sets")
    click(room.stage, (sets.rect.right - 20, sets.rect.centery))
    assert room.list.name == "gomoku-renju"
    scene = room.open(0)
    assert scene.trial.variant.name == "gomoku-renju"
    assert "Challenges · Gomoku, Renju" in room.texts
    assert any("forbidden moves decide" in text for text in room.texts)
    press(room.stage, pygame.K_ESCAPE)
    room.list.show_game("xiangqi")
    picture(room.stage, WINDOW)
    assert "sets" not in {each.name for each in room.list.widgets.widgets}
    room.list.show_game("gomoku")
    assert room.list.name == "gomoku-renju"


def test_the_level_select_leads_there() -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language="en")))
    stage.open(LevelSelect(stage, "xiangqi"))
    picture(stage, WINDOW)
    click_on(stage, "challenges")
    press(stage, pygame.K_c)
    assert stage.went == [(CHALLENGES, "xiangqi")] * 2


def test_black_finds_the_own_pieces_below(tmp_path: Path) -> None:
    room = Room(tmp_path, "draughts")
    held = challenges_of("draughts").challenges
    for side in "WB":
        scene = room.open(next(i for i, each in enumerate(held) if each.start.startswith(side)))
        assert scene.board.flipped is (side == "B")
        press(room.stage, pygame.K_ESCAPE)


def test_an_illegal_click_is_explained(tmp_path: Path) -> None:
    room = Room(tmp_path)
    scene = room.open(0)
    stone = next(iter(scene.trial.game.position.pieces()))
    click(room.stage, scene.board.square_rect(stone).center)
    assert room.stage.toasts.text
    assert scene.trial.mistakes == 0


@pytest.mark.parametrize(("window", "scale"), [((960, 640), 2.0), ((1280, 800), 1.0), ((1920, 1080), 1.5)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_cut_off_or_overlaps(
    window: tuple[int, int], scale: float, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.json_store.write_safely", Path.write_bytes)  # it need not reach the disk
    # the sets of a game differ in their names alone: where these have the least room, all of them are looked at
    for game in ALL_SETS if window == (960, 640) else SETS:
        room = Room(tmp_path, game, language=language, scale=scale)
        held = challenges_of(game).challenges
        for index in range(0, len(held), 3):
            room.stars.earn(game, held[index].id, 1 + index % 3)
        room.stage.apply(window)
        assert faults(room.stage, window, room.list) == []
        scene = room.open(len(held) - 1)
        room.stage.apply(window)
        for state in TrialState:
            scene.trial.state = state
            scene.layout()
            assert faults(room.stage, window, scene) == []
