"""What the arcade gives at every third stage besides portraits: boards, pieces and phrases of the game."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, press, widget
from looking import WINDOWS, faults
from parlour import Parlour

from game.match.attempt import Star
from game.progress.arcade.ladder import ladder
from game.progress.arcade.results import ArcadeResults
from game.rules.registry import variants_of
from game.storage.folders import find_folders
from game.storage.settings import BoardLook, Settings
from game.ui.games.registry import GAMES
from game.ui.scenes.presents import presents_of
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.stage import Stage


def results_in(folder: Path) -> ArcadeResults:
    return ArcadeResults(find_folders({"QIGUAN_DATA": str(folder)}), lambda: date(2026, 5, 9))


def win(results: ArcadeResults, game: str, number: int) -> None:
    results.win(ladder(game)[number - 1], f"{game}-{number}", frozenset({Star.WON}), 30.0, 20, "Lin")


def choose_game(stage: Stage, game: str) -> None:
    tabs = widget(stage.stack.top, "game")
    click(stage, (tabs.rect.left + tabs.rect.width * (list(GAMES).index(game) + 0.5) / len(GAMES), tabs.rect.centery))


@pytest.fixture
def hall(tmp_path: Path) -> FakeServices:
    made = FakeServices(Settings(language="en", reduced_motion=True))
    made.results = results_in(tmp_path)
    return made


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_each_game_gives_a_board_then_pieces_and_a_phrase_with_both(game: str, language: str) -> None:
    t = make_stage(language=language).t
    looks = GAMES[game].looks
    assert set(looks.won_boards) < set(looks.boards)
    assert set(looks.won_pieces) < set(looks.pieces)
    told = {number: presents_of(t, game, number) for number in range(1, 7)}
    assert {number: len(presents) for number, presents in told.items()} == {1: 0, 2: 0, 3: 3, 4: 0, 5: 0, 6: 3}
    assert len({each for presents in told.values() for each in presents}) == 5  # a portrait twice
    assert {len(presents_of(t, game, rung.number)) for rung in ladder(game) if rung.number == 9} <= {2}


def test_no_stage_of_the_arcade_is_needed_for_the_usual_board_and_pieces() -> None:
    for game in GAMES.values():
        for theme in (make_stage(theme=name).theme for name in ("light", "dark")):
            assert game.looks.usual_board(theme) not in game.looks.won_boards
        assert game.looks.pieces[0] not in game.looks.won_pieces


@pytest.mark.parametrize("game", GAMES)
def test_what_was_won_can_be_chosen_then_and_after_a_restart(hall: FakeServices, tmp_path: Path, game: str) -> None:
    looks = GAMES[game].looks
    (board,), (pieces,) = looks.won_boards, looks.won_pieces
    rules = variants_of(game)[0]

    def page() -> None:
        scene = SettingsScene(stage, "board")
        stage.open(scene)
        choose_game(stage, game)

    stage = make_stage(services=hall)
    page()
    usual = stage.painter(rules)
    click_on(stage, f"board-{board}")
    assert stage.toasts.text.startswith(f"To be won in the arcade: {stage.t(f'common.{game}')}, stage 3")
    assert hall.settings.look(game) == BoardLook()
    win(hall.results, game, 3)
    page()
    click_on(stage, f"board-{board}")
    click_on(stage, f"pieces-{pieces}")
    assert hall.settings.look(game) == BoardLook(board=board)
    win(hall.results, game, 6)
    page()
    click_on(stage, f"pieces-{pieces}")
    assert hall.settings.look(game) == BoardLook(board=board, pieces=pieces)
    chosen = stage.painter(rules)
    assert chosen != usual
    hall.results = results_in(tmp_path)
    assert make_stage(services=hall).painter(rules) == chosen
    hall.results = results_in(tmp_path / "elsewhere")
    assert make_stage(services=hall).painter(rules) == usual, "somebody has written it into the file"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_room_for_them(hall: FakeServices, game: str, language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        hall.settings = hall.settings.with_(language=language, scale=scale)
        stage = make_stage(window, hall)
        scene = SettingsScene(stage, "board")
        stage.open(scene)
        choose_game(stage, game)
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []


def test_a_phrase_is_said_once_it_was_won_and_read_in_the_others_language() -> None:
    parlour = Parlour()
    names = parlour.names()
    assert "phrase Lovely shape" not in names
    press(parlour.stage, pygame.K_6, mod=pygame.KMOD_ALT)
    assert parlour.table.done == []
    win(parlour.stage.services.tables.results, "gomoku", 3)
    parlour.stage.stack.resized(parlour.stage.size)
    assert widget(parlour.scene, "phrase Lovely shape").shortcut == "Alt+6"
    click_on(parlour.stage, "phrase Lovely shape")
    press(parlour.stage, pygame.K_6, mod=pygame.KMOD_ALT)
    assert parlour.table.done == [("say", "Lovely shape")] * 2
