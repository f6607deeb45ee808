"""The menu, driven by keys and clicks."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pygame
import pytest
from fakes import (
    SAVED_AT,
    FakeServices,
    StageThatStays,
    click_on,
    make_stage,
    picture,
    press,
    saved_game,
    settle,
    widget,
)
from lan_fakes import FakeLan, suspended
from looking import faults, read

from game.progress.arcade.results import ArcadeRun
from game.progress.challenges import set_of_day
from game.progress.day import today
from game.progress.exercises import Exercise, Exercises
from game.progress.seals.facts import ReviewedGame
from game.rules.core import Side
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, Settings
from game.tables.opponents import Preparation
from game.ui.games.registry import GAMES
from game.ui.scenes.menu import Menu
from game.ui.scenes.menu_parts import MenuTile
from game.ui.scenes.names import level_name, moment, portrait_of, short_name, time_control
from game.ui.stage.language import Language
from game.ui.stage.navigator import ALBUM, CHALLENGES, DAILY_CHALLENGE, KEYS, LEARN, LEVELS, LIBRARY, LOBBY, SETTINGS
from game.ui.stage.overlays import Dialog, Popup
from game.ui.stage.stage import Stage

WINDOW = (1280, 800)


def open_menu(
    hall: FakeServices | None = None, lan: FakeLan | None = None, first_time: bool = False, **settings: object
) -> tuple[StageThatStays, FakeServices]:
    values = {"language": "en", "has_played": not first_time, **settings}
    hall = hall or FakeServices(Settings(**values))  # type: ignore[arg-type]  # the test's own words
    hall.lan_made = lan
    stage = make_stage(WINDOW, hall)
    now = datetime(2026, 5, 10, 9, tzinfo=UTC)
    stage.open(Menu(stage, lambda: now))
    return stage, hall


def texts(stage: Stage) -> list[str]:
    assert stage.stack.top is not None
    return [text for text, _ in read(stage, WINDOW, stage.stack.top).drawn]


def says(stage: Stage, text: str) -> bool:
    """Whether it says so, in one line broken anywhere, or in two without the dot at which they part."""
    told = "".join(texts(stage)).replace(" ", "")
    parts = text.replace(" ", "").split("·")
    return any("·".join(parts[:number]) + "·".join(parts[number:]) in told for number in range(len(parts)))


def test_enter_starts_at_once() -> None:
    stage, _ = open_menu()
    press(stage, pygame.K_RETURN)
    assert stage.went == [(LEVELS, "gomoku")]


@pytest.mark.parametrize("running", [False, True])
def test_who_comes_for_the_first_time_plays_at_once(running: bool) -> None:
    hall = FakeServices(Settings(language="en"))
    hall.progress = Preparation(1, 9, running)
    stage, _ = open_menu(hall, first_time=True)
    press(stage, pygame.K_RETURN)
    click_on(stage, "play-first")
    assert stage.opened == ["match", "match"]
    beginner = LevelChoice(level="first-steps")
    assert hall.sat_down == [("new_match", "gomoku", beginner, "")] * 2
    assert hall.settings.choice("gomoku") == beginner
    said = " ".join(texts(stage))
    assert "Welcome" in said
    assert ("get ready" in said) is running


def test_who_has_played_or_can_continue_is_not_welcomed_again() -> None:
    choices = {"xiangqi": LevelChoice()}
    hall = FakeServices(Settings(language="en"))
    hall.saved = saved_game()
    for stage, _ in (
        open_menu(first_time=True, choices=choices),
        open_menu(first_time=True, has_played=True),
        open_menu(hall, first_time=True),
    ):
        assert "Welcome" not in " ".join(texts(stage))


@pytest.mark.parametrize("game", GAMES)
def test_button_and_picture_start(game: str) -> None:
    stage, _ = open_menu()
    click_on(stage, f"start-{game}")
    click_on(stage, f"picture-{game}")
    assert stage.went == [(LEVELS, game)] * 2


def test_every_way_out_by_tab_and_enter() -> None:
    stage, _ = open_menu()
    seen = set()
    for _ in range(40):
        press(stage, pygame.K_TAB)
        focus = stage.stack.top.widgets.focus if stage.stack.top else None
        assert focus is not None
        assert focus.focused
        if focus.name in seen:
            break
        seen.add(focus.name)
        if focus.name not in ("language", "sound", "touch-lamp"):
            press(stage, pygame.K_RETURN)
        if focus.name in ("arcade", "modes"):
            press(stage, pygame.K_RETURN)  # the first of the list
    games = {f"{way}-{game}" for game in GAMES for way in ("start", "learn")}
    rooms = {"arcade", "challenges", "lan", "modes", "library", "settings"}
    things = {f"touch-{thing}" for thing in ("bird", "lamp", "jar", "kettle", "bowls", "album")}
    assert seen == {*games, *rooms, *things, "day", "seal", "leave", "keys", "sound", "language"}
    assert set(stage.went) == {
        *[(way, game) for game in GAMES for way in (LEARN, LEVELS)],
        (ALBUM,),
        (CHALLENGES, "gomoku"),
        (DAILY_CHALLENGE, set_of_day(today()), True),
        (KEYS,),
        (LIBRARY, frozenset()),
        (LOBBY,),
        (SETTINGS,),
    }
    assert stage.went.count((LEVELS, "gomoku")) == 3, "from its plate, the first ladder and the first of the modes"
    assert stage.has_ended


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_learnt_from_the_card_and_by_a_key(game: str) -> None:
    stage, _ = open_menu()
    click_on(stage, f"learn-{game}")
    press(stage, pygame.K_l)  # the card has the focus now
    assert stage.went == [(LEARN, game)] * 2
    press(stage, pygame.K_l, mod=pygame.KMOD_CTRL)
    assert len(stage.went) == 2


@pytest.mark.parametrize(("row", "mode"), [(0, "two"), (1, "watch")])
@pytest.mark.parametrize(("downs", "game"), list(enumerate(GAMES)))
def test_a_tile_opens_the_levels_of_a_game_for_two_people_or_two_computers(
    row: int, mode: str, downs: int, game: str
) -> None:
    stage, hall = open_menu()
    click_on(stage, "modes")
    assert stage.went == []
    press(stage, *[pygame.K_DOWN] * (row * len(GAMES) + downs), pygame.K_RETURN)
    assert stage.went == [(LEVELS, game)]
    assert hall.settings.choice(game).mode == mode


def test_a_tile_leads_to_the_ladder_of_a_game() -> None:
    stage, hall = open_menu()
    click_on(stage, "arcade")
    press(stage, pygame.K_DOWN, pygame.K_RETURN)
    assert stage.went == [(LEVELS, list(GAMES)[1])]
    assert hall.settings.choice(list(GAMES)[1]).mode == "arcade"


def test_language_changes_at_once_and_back() -> None:
    stage, hall = open_menu()
    languages = widget(stage.stack.top, "language")
    stage.stack.top.widgets.focus_on("language")  # type: ignore[union-attr]  # there is a menu
    press(stage, pygame.K_LEFT)
    assert hall.settings.language == "zh"
    assert "五子棋" in texts(stage)
    assert widget(stage.stack.top, "language") is not languages
    press(stage, pygame.K_RIGHT)
    assert hall.settings.language == "en"
    assert "Gomoku" in texts(stage)


def test_sound_is_switched_and_the_icon_tells() -> None:
    stage, hall = open_menu()
    assert widget(stage.stack.top, "sound").icon == "sound"
    click_on(stage, "sound")
    assert hall.settings.sound is False
    assert widget(stage.stack.top, "sound").icon == "sound_off"


def test_the_saved_game_in_both_languages() -> None:
    hall = FakeServices(Settings(language="en"))
    hall.saved = saved_game("h8 h9 i9 g7", Side.FIRST, "advanced")
    stage, _ = open_menu(hall)
    assert says(stage, "Against Advanced, you play Black · move 5, your turn · yesterday 21:40")
    hall.change(language="zh")
    assert says(stage, "对阵「高级」，你执黑 · 第 5 手，轮到你 · 昨天 21:40")
    click_on(stage, "continue")
    assert "resume" in hall.done


@pytest.mark.parametrize(
    ("person", "level", "expected"),
    [
        (Side.SECOND, "depth:6", "Against Depth 6, you play White · move 5, its turn · yesterday 21:40"),
        (None, None, "Two players at this screen · move 5, Black to play · yesterday 21:40"),
        (None, "expert", "Two computers · move 5, Black to play · yesterday 21:40"),
    ],
)
def test_who_sat_at_the_saved_game(person: Side | None, level: str | None, expected: str) -> None:
    hall = FakeServices(Settings(language="en"))
    hall.saved = saved_game("h8 h9 i9 g7", person, level)
    stage, _ = open_menu(hall)
    assert says(stage, expected)


def test_giving_up_the_saved_game_asks_first() -> None:
    hall = FakeServices(Settings(language="en"))
    hall.saved = saved_game()
    stage, _ = open_menu(hall)
    click_on(stage, "discard")
    settle(stage)
    texts(stage)  # a dialog lays itself out when it is drawn
    assert isinstance(stage.stack.top, Dialog)
    press(stage, pygame.K_RETURN)  # the safe answer has the focus
    assert hall.saved is not None
    click_on(stage, "discard")
    texts(stage)
    click_on(stage, "Discard it")
    assert hall.saved is None
    assert isinstance(stage.stack.top, Menu)
    assert all(each.name != "continue" for each in stage.stack.top.widgets.widgets)


def test_a_game_saved_meanwhile_is_offered_when_the_menu_is_seen_again() -> None:
    stage, hall = open_menu()
    stage.open(Dialog("A match", "", ()))
    hall.saved = saved_game()
    stage.stack.top.close()  # type: ignore[union-attr]  # the dialog just opened
    settle(stage, 0.1)
    click_on(stage, "continue")
    assert "resume" in hall.done


def test_preparation_is_told_while_it_runs_and_when_it_failed() -> None:
    stage, hall = open_menu()
    assert not any("Preparing" in text for text in texts(stage))
    hall.progress = Preparation(3, 9, True)
    assert "Getting the computer players ready: 3 of 9" in texts(stage)
    hall.progress = Preparation(3, 9, False, "no compiler")
    assert "Some computer players could not be set up: no compiler" in texts(stage)


def test_the_name_is_shown_only_where_there_is_one() -> None:
    stage, hall = open_menu()
    before = len(texts(stage))
    hall.change(name="林小舟")
    assert len(texts(stage)) == before + 3, "with an initial and stars"
    assert "林小舟" in texts(stage)
    assert "林" in texts(stage)


def test_names_of_levels_clocks_and_moments() -> None:
    stage, _ = open_menu()
    t: Language = stage.t
    assert level_name(t, "first-steps") == "First steps"
    assert level_name(t, "adaptive:640") == short_name(t, "adaptive:640") == level_name(t, "adaptive") == "Adaptive"
    assert portrait_of("adaptive:640") == portrait_of("adaptive") == "adaptive"
    assert level_name(t, "depth:1") == "Depth 1"
    assert level_name(t, "seconds:2.5") == "2.5 s per move"
    assert short_name(t, "seconds:3") == "3 s"
    assert short_name(t, "beginner") == "Beginner"
    assert time_control(t, None, 0) == "None"
    assert time_control(t, 300, 0) == "5 min"
    assert time_control(t, 900, 10) == "15 + 10 s"
    assert time_control(t, 90, 1) == "1.5 + 1 s"
    at = SAVED_AT
    assert moment(t, at, at) == "today 21:40"
    assert moment(t, at, at.replace(day=10, hour=0)) == "yesterday 21:40"
    assert moment(t, at, at.replace(day=11)) == "9 May, 21:40"
    assert moment(t, at, at.replace(year=2027)) == "9 May 2026, 21:40"
    t.choose("zh")
    assert moment(t, at, at.replace(day=11)) == "5 月 9 日 21:40"
    assert level_name(t, "depth:6") == "深度 6 层"


def test_a_list_shows_where_the_keyboard_stands_to_whoever_opened_it_with_a_key() -> None:
    stage, _ = open_menu()
    click_on(stage, "arcade")
    assert isinstance(stage.stack.top, Popup)
    assert not stage.stack.top.widgets.shows_focus
    tile, row = widget(stage.stack.scenes[0], "arcade"), stage.stack.top.widgets.widgets[0]
    assert tile.rect.left <= row.rect.left <= tile.rect.right, "beside what opened it"
    press(stage, pygame.K_ESCAPE)
    press(stage, pygame.K_RETURN)  # the tile still has the focus, unseen
    assert isinstance(stage.stack.top, Popup)
    assert stage.stack.top.widgets.shows_focus


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("window", "scale"), [((1280, 800), 1.0), ((1280, 800), 2.0), ((960, 640), 1.0), ((1920, 1080), 1.0)]
)
@pytest.mark.parametrize("has_mistakes", [False, True])
def test_every_tile_says_what_it_is_and_what_goes_on_there(
    window: tuple[int, int], scale: float, language: str, has_mistakes: bool, tmp_path: Path
) -> None:
    lan = FakeLan()
    lan.open()
    hall = FakeServices(Settings(language=language, scale=scale, has_played=True))  # type: ignore[arg-type]
    hall.lan_made = lan
    hall.exercises = Exercises(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    rules = variant("xiangqi")
    start = rules.write_position(rules.start())
    if has_mistakes:
        hall.exercises.add([Exercise(variant="xiangqi", position=start)])
    stage = make_stage(window, hall)
    stage.open(Menu(stage, lambda: datetime(2026, 5, 10, 9, tzinfo=UTC)))
    assert stage.stack.top is not None
    drawn = {text for text, _ in read(stage, window, stage.stack.top).drawn}
    tiles = [each for each in stage.stack.top.widgets.widgets if isinstance(each, MenuTile)]
    assert len(tiles) in (6, 7)
    assert {each for tile in tiles for each in (tile.title, tile.line)} <= drawn
    assert len({(tile.title_size, tile.side) for tile in tiles}) == 1


def test_the_tile_of_the_lan_opens_the_lobby_and_tells_who_is_there() -> None:
    lan = FakeLan()
    stage, _ = open_menu(lan=lan)
    click_on(stage, "lan")
    assert stage.opened == ["lobby"]
    assert "People nearby" in texts(stage)
    lan.open()
    settle(stage, 1.0)
    assert "5 people nearby" in texts(stage)
    lan.people = lan.people[:1]
    settle(stage, 1.0)
    assert "One person nearby" in texts(stage)
    lan.people = ()
    settle(stage, 1.0)
    assert not widget(stage.stack.top, "lan").lit
    lan.suspended = (suspended(),)
    settle(stage, 1.0)
    assert "One game waiting" in texts(stage)
    assert widget(stage.stack.top, "lan").lit


def test_what_stands_in_the_room_answers_a_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, hall = open_menu()
    played: list[str] = []
    monkeypatch.setattr(stage.sounds, "play", played.append)
    menu = stage.stack.top
    assert menu is not None
    for thing in ("bird", "kettle", "bowls"):
        click_on(stage, f"touch-{thing}")
    assert played == ["bird", "hiss", "rattle"]
    told = set()
    for _ in range(2):
        click_on(stage, "touch-jar")
        told.add(stage.toasts.text)
    assert len(told - {""}) == 2, "another verse each time"
    click_on(stage, "touch-lamp")
    assert hall.settings.theme == "dark"
    click_on(stage, "touch-lamp")
    assert hall.settings.theme == "light"


@pytest.mark.parametrize("reduced", [False, True])
def test_steam_comes_thicker_out_of_a_kettle_that_was_touched(reduced: bool) -> None:
    looks = []
    for touched in (False, True):
        stage, _ = open_menu(reduced_motion=reduced)
        assert stage.stack.top is not None
        place = widget(stage.stack.top, "touch-kettle").rect
        stage.stack.update(1.0)  # the drawers are out
        if touched:
            click_on(stage, "touch-kettle")
        looks.append(pygame.image.tobytes(picture(stage, WINDOW).subsurface(pygame.Rect(place)), "RGB"))
    assert (looks[0] == looks[1]) is reduced


def test_high_contrast_has_no_room() -> None:
    stage, _ = open_menu(theme="contrast")
    assert stage.stack.top is not None
    assert not [each.name for each in stage.stack.top.widgets.widgets if each.name.startswith("touch-")]


@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
def test_in_high_contrast_boards_show_the_part_that_is_seen(window: tuple[int, int]) -> None:
    stage, _ = open_menu(theme="contrast")
    stage.apply(window)
    for game in GAMES:
        board = widget(stage.stack.top, f"picture-{game}")
        region = board._contents().region
        width, height = board.board_size(is_contrast=True)
        shown = GAMES[game].showpiece
        assert (width, height) < board.rect.size
        assert region.row - height * region.cells / width / 2 == pytest.approx(shown.card_bottom), "not below the board"


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_a_lantern_is_lit_for_each_rung_of_the_run(monkeypatch: pytest.MonkeyPatch, theme: str) -> None:
    stage, hall = open_menu(theme=theme)
    assert "Arcade wins in a row light lanterns" in texts(stage)
    run = ArcadeRun("20260510", {"first-steps": 300, "beginner": 500, "intermediate": 700})
    monkeypatch.setattr(hall.results, "run", lambda game: run if game == "xiangqi" else None)
    assert "3 wins in a row" in texts(stage)
    told = "3 more: Silk board"  # of Xiangqi, at its third stage
    assert told in texts(stage) or theme == "contrast"


def test_the_days_running_are_told_beside_the_challenge() -> None:
    hall = FakeServices(Settings(language="en", has_played=True, name="Lin"))
    stage, _ = open_menu(hall)
    assert not says(stage, "days in a row")
    for day in ("2026-05-08", "2026-05-09"):
        hall.seals.note(ReviewedGame(day))
    hall.change(language="zh")
    assert "连续 2 天" in texts(stage)


def test_a_drawer_that_comes_out_hides_no_table_beside_the_chest() -> None:
    stage, _ = open_menu()
    assert stage.stack.top is not None
    beside = pygame.Rect(32, 272, 24, 40)  # left of the opening, right of where the front ends when it is all out
    boards = [each for each in stage.stack.top.widgets.widgets if each.name.startswith("picture-")]
    looks = []
    for out in (0.0, 0.35):
        for board in boards:
            board.come_out = out  # type: ignore[attr-defined]
        looks.append(pygame.image.tobytes(picture(stage, WINDOW).subsurface(beside), "RGB"))
    assert looks[0] == looks[1]


def test_more_games_than_drawers_lie_on_further_pages_of_the_chest(monkeypatch: pytest.MonkeyPatch) -> None:
    def starts() -> list[str]:
        assert stage.stack.top is not None
        names = [each.name for each in stage.stack.top.widgets.widgets]
        return [name.removeprefix("start-") for name in names if name.startswith("start-")]

    stage, _ = open_menu()
    assert starts() == list(GAMES)
    monkeypatch.setattr("game.ui.scenes.menu._DRAWERS", 3)
    games, pages = list(GAMES), []
    for theme in ("light", "contrast"):
        stage, _ = open_menu(theme=theme)
        pages.append(starts())
        click_on(stage, "games-after")
        pages.append(starts())
        assert stage.stack.top is not None
        assert [each for each in faults(stage, WINDOW, stage.stack.top) if "'pages'" not in each] == []
        click_on(stage, "games-after")
        pages.append(starts())
    assert pages == [games[:2], games[2:], games[:2]] * 2, "as many on each page as can be"
    stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert starts() == games[2:]
    press(stage, pygame.K_l)
    assert stage.went == [(LEARN, games[2])]


def test_drawers_come_out_one_after_the_other_unless_nothing_is_to_move() -> None:
    for reduced in (False, True):
        stage, _ = open_menu(reduced_motion=reduced)
        menu = stage.stack.top
        assert menu is not None
        boards = [each for each in menu.widgets.widgets if each.name.startswith("picture-")]
        stage.stack.update(0.1)
        out = [each.come_out for each in boards]  # type: ignore[attr-defined]
        assert out == ([1.0] * 4 if reduced else sorted(out, reverse=True))
        assert reduced or out[0] > out[1]
        for _ in range(60):
            stage.stack.update(1 / 60)
        assert [each.come_out for each in boards] == [1.0] * 4  # type: ignore[attr-defined]
