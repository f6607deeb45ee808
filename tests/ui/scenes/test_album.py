"""The album of seals: how it lies in a window, what is looked at, and what is stamped into it when it is opened."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pygame
import pytest
from fakes import FakeServices, StageThatStays, click_on, make_stage, picture, press, real_fonts
from looking import WINDOWS, faults, read

from game.progress.seals.album import Print, SealAlbum
from game.progress.seals.facts import Fact, FinishedGame, ReviewedGame, TriedChallenge
from game.progress.seals.seal import SEALS
from game.records.fault import Fault
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.paths import assets_folder
from game.storage.settings import Settings
from game.ui.paint.seal_print import blind_print
from game.ui.paint.text import Face, read_character_map
from game.ui.paint.theme import CONTRAST, DARK, LIGHT, Theme
from game.ui.scenes.album.book import SealCell, draw_bar, halves, uninked
from game.ui.scenes.album.scene import AlbumScene
from game.ui.stage.overlays import Popup

WINDOW = (1280, 800)
TODAY = date(2026, 5, 9)


def won_game(key: str = "game.qgr") -> FinishedGame:
    game = Game(variant("reversi"))
    for text in ["f5", "d6", "c3"]:
        game.play_text(text)
    end = Outcome(Side.FIRST, Termination.RESIGNATION)
    return FinishedGame(TODAY.isoformat(), game, end, Side.FIRST, "expert", is_unaided=True, key=key)


def begun() -> list[Fact]:
    """Something on the way to each seal that is counted."""
    guest = replace(won_game(), is_lan=True, opponent="Ada")
    return [guest, ReviewedGame(TODAY.isoformat()), TriedChallenge(TODAY.isoformat(), at_once=True)]


def open_album(
    folder: Path, window: tuple[int, int] = WINDOW, full: bool = False, won: bool = True, **settings: Any
) -> tuple[StageThatStays, AlbumScene, FakeServices]:
    hall = FakeServices(Settings(**{"language": "en", **settings}))
    album = hall.seals = SealAlbum(find_folders({"QIGUAN_DATA": str(folder)}), lambda: TODAY)
    if won:
        album.note(won_game())
    if full:
        for each in SEALS:
            album._file.held.prints.setdefault(each.name, Print(TODAY.isoformat(), is_seen=True))
    stage = make_stage(window, hall)
    scene = AlbumScene(stage)
    stage.open(scene)
    return stage, scene, hall


def cell(scene: AlbumScene, name: str) -> SealCell:
    return next(each for each in scene.widgets.widgets if isinstance(each, SealCell) and each.seal.name == name)


def texts(stage: StageThatStays, scene: AlbumScene) -> list[str]:
    return [text for text, _ in read(stage, WINDOW, scene).drawn]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("full", [False, True])
def test_nothing_overlaps_or_is_cut_off_at_any_size(tmp_path: Path, language: str, full: bool) -> None:
    found = []
    for window, scale in WINDOWS:
        stage, scene, hall = open_album(tmp_path, window, full, language=language, scale=scale, reduced_motion=True)
        for fact in begun():
            hall.seals.note(fact)
        stage.stack.resized(stage.size)
        for seal in (SEALS[0], SEALS[-1], SEALS[5]):
            scene._choose(seal)
            found += [f"{window} at {scale}, {seal.name}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_theme_shows_what_was_won(tmp_path: Path, theme: str) -> None:
    stage, scene, _ = open_album(tmp_path, theme=theme, reduced_motion=True)
    scene._choose(SEALS[-1])
    place = cell(scene, "first-win").rect
    won = picture(stage, WINDOW).subsurface(pygame.Rect(place))
    place = cell(scene, "seven-wins").rect
    not_won = picture(stage, WINDOW).subsurface(pygame.Rect(place))

    def reds(of: pygame.Surface) -> int:
        colours = (of.get_at((x, y)) for x in range(of.get_width()) for y in range(of.get_height()))
        return sum(colour.r > 140 and colour.g < 80 and colour.b < 80 for colour in colours)

    assert reds(won) > 300
    assert reds(not_won) == 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_seal_is_told_in_words_and_its_characters_can_be_cut(language: str) -> None:
    t = make_stage(language=language).t
    keys = [f"seals.{each.name}{ending}" for each in SEALS for ending in ("", "_how")]
    assert [key for key in keys if not t.has(key)] == []
    covered = read_character_map(assets_folder() / "fonts" / Face.TITLE.value)
    assert [each.mark for each in SEALS if any(ord(character) not in covered for character in each.mark)] == []


def test_all_seals_lie_in_the_book_once_and_groups_begin_at_the_left() -> None:
    laid = halves()
    assert [seal for _, seals in laid for seal in seals] == list(SEALS)
    assert all(len(seals) <= 4 for _, seals in laid)
    assert [number % 2 for number, (group, _) in enumerate(laid) if group in ("hall", "gomoku", "draughts")] == [
        0,
        0,
        0,
    ]


def test_what_is_won_tells_of_its_game(tmp_path: Path) -> None:
    stage, scene, _ = open_album(tmp_path, reduced_motion=True)
    scene._choose(SEALS[0])
    told = texts(stage, scene)
    assert {"First win", "9 May", "Expert", "3 moves", "See that game", "2 / 40"} <= set(told)
    scene._choose(SEALS[3])
    told = texts(stage, scene)
    assert "See that game" not in told
    assert "1/7" in told


def test_arrows_and_clicks_choose_and_the_game_is_opened_when_it_is_read(tmp_path: Path) -> None:
    stage, scene, hall = open_album(tmp_path, reduced_motion=True)
    click_on(stage, "seal-first-win")
    scene.update(0.01)
    press(stage, pygame.K_RIGHT)
    scene.update(0.01)
    assert scene.chosen.name == "unaided"
    press(stage, pygame.K_DOWN)
    scene.update(0.01)
    assert scene.chosen.name == "gomoku-double-three"
    click_on(stage, "seal-first-win")
    scene.update(0.01)
    answer: Future[Any] = Future()
    hall.library = type("Shelf", (), {"read": lambda self, key: answer})()
    click_on(stage, "show")
    scene.update(0.01)
    assert stage.opened == []
    answer.set_result(Fault("missing", {}))
    scene.update(0.01)
    assert stage.opened == []
    assert stage.toasts.text == "That game is not in the library any more."


@pytest.mark.parametrize("reduced_motion", [False, True])
def test_a_new_seal_is_stamped_once(tmp_path: Path, reduced_motion: bool) -> None:
    _, scene, _ = open_album(tmp_path, reduced_motion=reduced_motion)
    assert (cell(scene, "first-win").fall < 1) is not reduced_motion
    assert scene.is_busy is not reduced_motion
    for _ in range(60):
        scene.update(1 / 60)
    assert cell(scene, "first-win").fall == 1
    assert not scene.is_busy
    _, again, _ = open_album(tmp_path, won=False)
    assert cell(again, "first-win").fall == 1


def test_the_days_running_are_told(tmp_path: Path) -> None:
    stage, scene, hall = open_album(tmp_path, reduced_motion=True)
    assert "1 day in a row" in texts(stage, scene)
    hall.seals.note(ReviewedGame("2026-05-10"))
    assert "2 days in a row" in texts(stage, scene)


def test_a_position_that_nobody_can_read_is_left_out(tmp_path: Path) -> None:
    stage, scene, hall = open_album(tmp_path, reduced_motion=True)
    scene._choose(SEALS[-1])
    hall.seals._file.held.prints["first-win"] = Print("some day", "", "who", "reversi", "no position", 3)
    scene._choose(SEALS[0])
    assert "some day" in texts(stage, scene)
    assert "show" not in {each.name for each in scene.widgets.widgets}, "it was not won by a game of the library"


def test_a_seal_that_was_won_is_shared_as_a_picture_of_its_card(tmp_path: Path) -> None:
    stage, scene, _ = open_album(tmp_path, reduced_motion=True)
    scene._choose(next(each for each in SEALS if each.name == "seven-wins"))
    assert "share" not in {each.name for each in scene.widgets.widgets}
    scene._choose(next(each for each in SEALS if each.name == "first-win"))
    shared = scene.picture()
    assert shared.name == stage.t("seals.first-win")
    print_of = shared.surface.subsurface(pygame.Rect(110, 30, 160, 120))
    colours = (print_of.get_at((x, y)) for x in range(160) for y in range(120))
    assert sum(colour.r > 140 and colour.g < 80 and colour.b < 80 for colour in colours) > 2000
    click_on(stage, "share")
    assert isinstance(stage.stack.top, Popup)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_an_empty_bar_on_a_card_does_not_look_like_a_full_one(theme: str) -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language="en", theme=theme)))  # type: ignore[arg-type]

    def colour(share: float) -> tuple[int, ...]:
        surface = pygame.Surface((120, 20))
        canvas = stage.canvas(surface)
        surface.fill(canvas.theme.card)
        draw_bar(canvas, pygame.FRect(10, 7, 100, 6), share, is_on_paper=False)
        return tuple(surface.get_at((60, 10)))[:3]

    ground = stage.theme.card
    empty, full = (max(abs(a - b) for a, b in zip(colour(share), ground, strict=True)) for share in (0.0, 1.0))
    assert empty < 60 < full


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)
def test_the_characters_of_a_seal_still_to_be_won_can_be_read(theme: Theme) -> None:
    with_characters, blank = (
        pygame.surfarray.array3d(blind_print(real_fonts(), 68, "初胜", theme.card, told, uninked(theme))).astype(int)
        for told in (True, False)
    )
    written = abs(with_characters - blank).sum(axis=2) > 3 * 40
    assert 0.05 < written.mean() < 0.4
