"""Tournaments on the screen: choosing one, watching it, its games; by mouse and by keys, in both languages."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pygame
import pytest
from contesting import NOW, Hall, plan_of
from fakes import OPPONENTS, FakeServices, click, click_on, make_stage, picture, press, settle, widget
from looking import WINDOWS, faults, read
from patience import until

from game.library.library import Library
from game.storage.settings import LevelChoice, OtherEngine, Settings
from game.tables.opponents import EngineTrial, Readiness
from game.tournament.host import PlayerPresence
from game.tournament.plan import MOST_PLAYERS, TournamentPlan, schedule
from game.tournament.run import TournamentRun
from game.tournament.standings import TournamentStandings
from game.tournament.state import PlayedGame, TournamentFault
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.library.browser import FileBrowser
from game.ui.scenes.settings.engine_dialog import EngineDialog
from game.ui.scenes.tournament.crosstable import CrossTable
from game.ui.scenes.tournament.games import GamesList
from game.ui.scenes.tournament.list import TournamentsScene
from game.ui.scenes.tournament.players import PlayerPicker
from game.ui.scenes.tournament.scene import TournamentScene
from game.ui.scenes.tournament.setup import NewTournamentScene
from game.ui.scenes.tournament.words import points_text, signed, table_text, time_left
from game.ui.stage.navigator import NEW_TOURNAMENT, TOURNAMENT, TOURNAMENTS
from game.ui.stage.scene import Scene

WINDOW = (1280, 800)
CTRL = pygame.KMOD_CTRL


class Room:
    """A stage, tournaments with quick players, a library."""

    def __init__(self, folder: Path, window: tuple[int, int] = WINDOW, **settings: object) -> None:
        values = {"language": "en", "reduced_motion": True, **settings}
        self.fakes = FakeServices(Settings(**values))  # type: ignore[arg-type]
        self.fakes.levels = tuple(replace(each, rating=400 + 200 * n) for n, each in enumerate(OPPONENTS))
        self.window = window
        self.stage = make_stage(window, self.fakes)
        self.hall = Hall(folder)
        self.library = Library(self.hall.folders)
        self.fakes.library = self.library
        self.fakes.tournaments = self.hall.tournaments

    @property
    def tournaments(self):  # type: ignore[no-untyped-def]
        return self.hall.tournaments

    def open(self, scene: Scene) -> None:
        self.stage.open(scene)
        self.look()

    def look(self) -> None:
        picture(self.stage, self.window)

    def scene(self, run: TournamentRun) -> TournamentScene:
        return TournamentScene(self.stage, run, lambda: NOW)

    def show(self, run: TournamentRun) -> TournamentScene:
        scene = self.scene(run)
        self.open(scene)
        return scene

    def frames(self, happened: Callable[[], object], most: int = 3000) -> None:
        for _ in range(most):
            if happened():
                return
            self.tournaments.update()
            self.stage.stack.update(1 / 60)
        raise AssertionError("it never happened")

    @property
    def texts(self) -> list[str]:
        top = self.stage.stack.top
        assert top is not None
        return [text for text, _ in read(self.stage, self.window, top).drawn]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def results(room: Room, plan: TournamentPlan, done: int, id_run: TournamentRun | None = None) -> TournamentRun:
    """A tournament of which this many games have been played, with made-up results."""
    run = id_run or room.tournaments.new(plan)
    chance = random.Random(5)
    for number in range(done):
        fault = (
            TournamentFault("it has ended", "crashed", {"name": "Pela", "why": "signal 11"}) if number == 1 else None
        )
        winner = 0 if fault else chance.choice((0, 0, 1, None))
        run.state = run.state.with_game(
            PlayedGame(
                number=number, winner=winner, end="fault" if fault else "five", plies=40, used_s=(20.0, 30.0),
                record=f"game-{number}.qiguan", fault=fault,
            )
        )  # fmt: skip
    run._store.keep(run.state)
    run._store.wait()
    return run


# ---- choosing a new one


def test_a_tournament_is_chosen_by_clicks(room: Room) -> None:
    room.open(NewTournamentScene(room.stage, chance=random.Random(1)))
    scene = room.stage.stack.top
    assert isinstance(scene, NewTournamentScene)
    picker = widget(scene, "players")
    assert isinstance(picker, PlayerPicker)
    names = [each.level for each in picker.candidates]
    assert "adaptive" not in names
    for name in picker.chosen:
        click(room.stage, widget(scene, "players").card_rect(names.index(name)).center)
    assert not widget(scene, "start").enabled
    assert "Choose at least two players." in room.texts
    for name in ("expert", "first-steps", "master"):
        click(room.stage, widget(scene, "players").card_rect(names.index(name)).center)
    games = widget(scene, "games")
    click(room.stage, (games.rect.left + 10, games.rect.centery))
    assert "3 pairs, 6 games" in room.texts
    limit = widget(scene, "limit")
    click(room.stage, (limit.rect.right - 10, limit.rect.centery))
    click_on(room.stage, "variant")
    click_on(room.stage, "Renju")
    click_on(room.stage, "start")
    ((_, run),) = room.stage.went
    plan = run.state.plan
    assert run.is_running
    assert plan.players == ("first-steps", "expert", "master")
    assert (plan.variant, plan.games, plan.seconds) == ("gomoku-renju", 2, 5.0)
    assert len(plan.openings) == 1
    assert plan.openings[0]


def test_a_tournament_is_chosen_by_keys(room: Room) -> None:
    room.open(NewTournamentScene(room.stage, chance=random.Random(1)))
    scene = room.stage.stack.top
    assert isinstance(scene, NewTournamentScene)
    before = set(widget(scene, "players").chosen)
    press(room.stage, pygame.K_TAB)  # from Start on over the games and Back to the players
    while scene.widgets.focus is not widget(scene, "players"):
        press(room.stage, pygame.K_TAB)
    press(room.stage, pygame.K_SPACE, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_SPACE)
    assert set(widget(scene, "players").chosen) == before ^ {"first-steps", "advanced"}
    while scene.widgets.focus is not widget(scene, "openings"):
        press(room.stage, pygame.K_TAB)
    press(room.stage, pygame.K_RIGHT)
    while scene.widgets.focus is not widget(scene, "seed"):
        press(room.stage, pygame.K_TAB)
    field = scene.text_field()
    assert field is not None
    field.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=CTRL, unicode=""))
    field.handle(pygame.event.Event(pygame.TEXTINPUT, text="12x3"))
    press(room.stage, pygame.K_RETURN)
    ((_, run),) = room.stage.went
    assert run.state.plan.openings == ("",)
    assert run.state.plan.seed == 123
    press(room.stage, pygame.K_ESCAPE)
    assert scene.closed or room.stage.stack.top is not scene


def test_the_last_tournament_is_proposed_again(room: Room) -> None:
    room.tournaments.new(plan_of("expert", "master", games=10, seconds=1.0))
    scene = NewTournamentScene(room.stage)
    room.open(scene)
    plan = scene.plan
    assert plan is not None
    assert (plan.players, plan.games, plan.seconds, plan.openings) == (("expert", "master"), 10, 1.0, ("",))
    scene.choose_game("xiangqi")
    plan = scene.plan
    assert plan is not None
    assert plan.variant == "xiangqi"
    assert plan.games == 10, "what is not the game's own stays as it was"


def test_the_rules_of_the_last_tournament_are_proposed_again_and_every_choice_has_its_name(room: Room) -> None:
    plan = plan_of("expert", "master")
    room.tournaments.new(msgspec.structs.replace(plan, variant="gomoku-renju"))
    scene = NewTournamentScene(room.stage)
    room.open(scene)
    assert scene.plan is not None
    assert scene.plan.variant == "gomoku-renju"
    assert {room.stage.t(f"tournament.{name}") for name in ("rules", "each_pair", "openings", "limit", "seed")} <= set(
        room.texts
    )


def test_all_none_and_too_many(room: Room) -> None:
    engines = tuple(OtherEngine(name=f"P{n}", path=f"/p{n}") for n in range(8))
    room.fakes.change(engines=engines)
    scene = NewTournamentScene(room.stage)
    room.open(scene)
    click_on(room.stage, "all")
    picker = widget(scene, "players")
    assert len(picker.chosen) == MOST_PLAYERS
    scene.toggle("external:P7")
    assert room.stage.toasts.text == f"No more than {MOST_PLAYERS} players can take part."
    click_on(room.stage, "all")
    assert not widget(scene, "players").chosen
    assert faults(room.stage, WINDOW, scene) == []


def test_who_can_not_play_here_can_not_be_chosen(room: Room) -> None:
    room.fakes.levels = (*OPPONENTS[:3], replace(OPPONENTS[3], readiness=Readiness.FAILED))
    scene = NewTournamentScene(room.stage)
    room.open(scene)
    scene._chosen.clear()
    scene.layout()
    click(room.stage, widget(scene, "players").card_rect(3).center)
    assert not widget(scene, "players").chosen
    assert "Can't play on this machine" in room.texts
    click_on(room.stage, "all")
    assert widget(scene, "players").chosen == {"first-steps", "beginner", "intermediate"}


def test_another_program_is_added_by_its_path(room: Room) -> None:
    room.fakes.change(engines=(OtherEngine(name="Pela", path="/a/pela"),))
    scene = NewTournamentScene(room.stage)
    room.open(scene)
    click_on(room.stage, "add")
    dialog = room.stage.stack.top
    assert isinstance(dialog, EngineDialog)
    room.look()
    field = widget(dialog, "path")
    field.handle(pygame.event.Event(pygame.TEXTINPUT, text="/b/pela"))
    field.take_keyboard(True)
    field.handle(pygame.event.Event(pygame.TEXTINPUT, text="/b/pela"))
    dialog._try()
    tried = dialog._tried
    assert tried is not None
    room.fakes.trial = EngineTrial(tried, True, "Pela", "1")
    dialog._keep()
    settle(room.stage, 0.1)
    assert [each.name for each in room.fakes.settings.engines] == ["Pela", "Pela 2"]
    assert "external:Pela 2" in widget(scene, "players").chosen


# ---- one being played


def test_the_games_are_followed_from_the_first_to_the_winner(room: Room) -> None:
    run = room.hall.new("strong", "weak", games=2)
    scene = room.show(run)
    room.frames(lambda: run.match is not None and run.match.ply == 4)
    assert run.match is not None
    settle(room.stage, 0.1)
    assert scene._live.board.position == run.match.position
    assert "Game 1 · move 4" in room.texts
    assert "0 of 2 games" in room.texts
    room.frames(lambda: run.is_over)
    settle(room.stage, 0.2)
    texts = room.texts
    assert "strong wins" in texts
    assert "2 of 2 points" in texts
    assert "All games are played" in texts
    assert all(each.name != "go" for each in scene.widgets.widgets)
    click_on(room.stage, "new")
    assert room.stage.went == [(NEW_TOURNAMENT, "gomoku")]


def test_the_table_marks_the_pair_that_plays_from_its_first_move_on(room: Room) -> None:
    run = room.tournaments.new(plan_of("strong", "weak"))
    scene = room.show(run)
    room.look()
    (table,) = (each for each in scene.widgets.widgets if isinstance(each, CrossTable))
    assert table.playing is None
    assert room.tournaments.start(run)
    room.stage.stack.update(1 / 60)  # it runs, and its first game is yet to begin
    room.frames(lambda: run.pairing is not None)
    room.stage.stack.update(1 / 60)
    room.look()
    assert run.pairing is not None
    (table,) = (each for each in scene.widgets.widgets if isinstance(each, CrossTable))
    assert table.playing == run.pairing.players


def test_it_stops_and_goes_on_by_the_button_and_by_the_key(room: Room) -> None:
    run = room.hall.new("strong", "weak", games=4)
    scene = room.show(run)
    room.frames(lambda: len(run.state.played) == 1 and run.match is not None)
    click_on(room.stage, "go")
    assert not run.is_running
    assert widget(scene, "go").label == "Continue"
    settle(room.stage, 0.1)
    assert "Continue restarts game 2 from its beginning." in room.texts
    press(room.stage, pygame.K_s)
    assert run.is_running
    room.frames(lambda: run.is_over)
    assert len(run.state.played) == 4


def test_who_is_missing_is_told_and_nothing_is_lost(room: Room) -> None:
    run = room.hall.new("strong", "weak")
    run.stop()
    room.hall.house.away["weak"] = PlayerPresence.GONE
    room.show(run)
    press(room.stage, pygame.K_s)
    assert not run.is_running
    assert room.stage.toasts.text.startswith("weak can't play any more")


def test_whoever_is_waited_for_is_named(room: Room) -> None:
    room.hall.house.away["weak"] = PlayerPresence.PREPARING
    run = room.hall.new("strong", "weak")
    room.show(run)
    room.frames(lambda: run.waits_for == "weak")
    settle(room.stage, 0.1)
    assert "Waiting for weak to get ready" in room.texts


def test_the_choice_follows_who_has_been_prepared(room: Room) -> None:
    room.fakes.levels = tuple(replace(each, readiness=Readiness.PREPARING) for each in OPPONENTS)
    room.open(NewTournamentScene(room.stage))
    assert "Getting ready" in room.texts
    room.fakes.levels = OPPONENTS
    settle(room.stage, 0.6)
    assert "Getting ready" not in room.texts


def test_a_cell_leads_to_the_games_of_its_pair_and_a_game_to_its_replay(room: Room) -> None:
    run = room.hall.new("strong", "weak", "strong-too", games=2)
    scene = room.show(run)
    room.frames(lambda: run.is_over)
    run._store.wait()
    settle(room.stage, 0.1)
    table = widget(scene, "table")
    assert isinstance(table, CrossTable)
    order = run.standing.order
    click(room.stage, table.cell_rect(0, 2).center)
    games = widget(scene, "games")
    assert isinstance(games, GamesList)
    assert len(games.numbers) == 2
    assert {run.pairings[number].players for number in games.numbers} == {
        (order[0], order[2]), (order[2], order[0])
    }  # fmt: skip
    click(room.stage, games.row_rect(1).center)
    room.frames(lambda: room.stage.went)
    ((_, reading, key),) = room.stage.went
    assert key == next(game.record for game in run.state.played if game.number == games.numbers[1])
    assert reading.game.ply > 0
    press(room.stage, pygame.K_ESCAPE)
    assert len(widget(scene, "games").numbers) == 6, "Escape leads to all games first"
    press(room.stage, pygame.K_ESCAPE)
    assert room.stage.stack.top is not scene


def test_the_pages_by_keys(room: Room) -> None:
    run = results(room, plan_of("a", "b", "c", games=4), 9)
    scene = room.show(run)
    press(room.stage, pygame.K_2)
    assert scene.page == "elo"
    assert "0 is the average of all players; the bars are 95% intervals." in room.texts
    press(room.stage, pygame.K_3)
    assert scene.page == "games"
    while scene.widgets.focus is not widget(scene, "games"):
        press(room.stage, pygame.K_TAB)
    press(room.stage, pygame.K_DOWN)
    assert widget(scene, "games").shown == 1
    (said,) = [text for text in room.texts if "forfeited" in text]
    assert said.startswith("Game 2: a forfeited. "), "b, who began it, has won"
    press(room.stage, pygame.K_RETURN)
    room.frames(lambda: room.stage.toasts.text)
    assert room.stage.toasts.text == "This game is no longer in the library."
    press(room.stage, pygame.K_1)
    assert scene.page == "table"
    while scene.widgets.focus is not widget(scene, "table"):
        press(room.stage, pygame.K_TAB)
    pair = widget(scene, "table").shown
    assert pair is not None
    press(room.stage, pygame.K_DOWN)
    assert widget(scene, "table").shown != pair
    press(room.stage, pygame.K_RIGHT, pygame.K_RETURN)
    assert scene.page == "games"
    assert len(widget(scene, "games").numbers) == 4


def test_an_arrow_key_leaves_the_cell_under_the_mouse(room: Room) -> None:
    run = results(room, plan_of("a", "b", "c", games=4), 9)
    scene = room.show(run)
    table, order = widget(scene, "table"), run.standing.order
    assert isinstance(table, CrossTable)
    pos = table.cell_rect(2, 0).center
    room.stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)))
    assert table.shown == (order[2], order[0])
    scene.widgets.focus_on("table", show=True)
    press(room.stage, pygame.K_RIGHT)
    assert table.shown == (order[0], order[2]), "beside the cell that the keys stood on"


def test_the_table_is_copied_and_the_games_exported(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("game.ui.stage.clipboard.put", lambda text: copied.append(text) or "")
    run = room.hall.new("strong", "weak", games=2)
    room.show(run)
    press(room.stage, pygame.K_s, mod=CTRL)
    assert room.stage.toasts.text == "No game has been played yet."
    room.frames(lambda: run.is_over)
    run._store.wait()
    press(room.stage, pygame.K_c, mod=CTRL)
    assert copied == [table_text(room.stage.t, run.standing)]
    assert room.stage.toasts.text == "The table is on the clipboard."
    press(room.stage, pygame.K_s, mod=CTRL)
    browser = room.stage.stack.top
    assert isinstance(browser, FileBrowser)
    target = room.hall.folders.data / "games"
    browser._on_save(target, "sgf")
    browser.close()
    until(target.with_suffix(".sgf").exists, lambda: room.stage.stack.update(1 / 60))
    text = target.with_suffix(".sgf").read_text()
    assert text.count("Qiguan tournament") == 2
    room.library.close()


def test_the_table_as_text() -> None:
    stage = make_stage(WINDOW)
    plan = plan_of("beginner", "expert")
    games = [
        PlayedGame(number=0, winner=1, end="five", plies=9, used_s=(1, 1), record=""),
        PlayedGame(number=1, winner=None, end="full-board", plies=225, used_s=(1, 1), record=""),
    ]
    lines = table_text(stage.t, TournamentStandings(plan, schedule(plan), games)).splitlines()
    assert lines[0] == "Gomoku tournament · Freestyle"
    assert [line.split() for line in lines[2:]] == [
        ["Player", "Points", "Elo", "±", "1", "2"],
        ["1", "Expert", "1½/2", "+95", "278", "*", "1½/2"],
        ["2", "Beginner", "½/2", "−95", "278", "½/2", "*"],
    ]
    stage.t.choose("zh")
    chinese = table_text(stage.t, TournamentStandings(plan, schedule(plan), games)).splitlines()
    assert chinese[3].split()[1] == "专家"


def test_points_and_durations() -> None:
    t = make_stage(WINDOW).t
    assert [points_text(each) for each in (0, 0.5, 1, 2.5)] == ["0", "½", "1", "2½"]
    assert [signed(each) for each in (120.4, 0.4, -0.4, -35.6)] == ["+120", "0", "0", "−36"]
    assert [time_left(t, each) for each in (10, 60, 600, 3 * 3600 + 120)] == [
        "less than a minute left", "about 1 minute left", "about 10 minutes left", "about 3 h 2 min left",
    ]  # fmt: skip


# ---- the list


def test_the_list_opens_deletes_and_brings_back(room: Room) -> None:
    one = results(room, plan_of("a", "b", games=4), 3).state.id
    room.tournaments.new(TournamentPlan(variant="xiangqi", players=("beginner", "expert"), games=2))
    scene = TournamentsScene(room.stage, now=lambda: NOW)
    room.open(scene)
    assert {"Gomoku tournament", "Xiangqi tournament", "3 of 4 games"} <= set(room.texts)
    press(room.stage, pygame.K_n)
    assert room.stage.went == [(NEW_TOURNAMENT, "")]
    press(room.stage, pygame.K_TAB)
    while scene.widgets.focus is not widget(scene, "tournaments"):
        press(room.stage, pygame.K_TAB)
    press(room.stage, pygame.K_DOWN, pygame.K_RETURN)
    assert room.stage.went[1:] == [(TOURNAMENT, room.tournaments.open(one))]
    press(room.stage, pygame.K_DELETE)
    assert [state.id for state in room.tournaments.states] != [one]
    assert len(room.tournaments.states) == 1
    press(room.stage, pygame.K_z, mod=CTRL)
    assert one in [state.id for state in room.tournaments.states]
    rows = widget(scene, "tournaments")
    click(room.stage, rows.button(one, 1).rect.center)
    click_on(room.stage, "undo")
    assert len(room.tournaments.states) == 2
    press(room.stage, pygame.K_ESCAPE)
    assert room.stage.stack.top is not scene


def test_the_first_tournament_takes_the_keys_from_the_button_that_made_it(room: Room) -> None:
    scene = TournamentsScene(room.stage, now=lambda: NOW)
    room.open(scene)
    assert scene.widgets.focus is widget(scene, "new")
    room.tournaments.new(plan_of("a", "b", games=4))
    scene.update(0.02)
    scene.uncovered()
    press(room.stage, pygame.K_RETURN)
    assert room.stage.opened == ["new_tournament", "tournament"]


# ---- sizes and languages


@pytest.mark.parametrize(("window", "scale"), [WINDOWS[1], WINDOWS[2], WINDOWS[4], WINDOWS[6]])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_cut_off_or_overlaps(window: tuple[int, int], scale: float, language: str, tmp_path: Path) -> None:
    room = Room(tmp_path, window, language=language, scale=scale)
    six = ("first-steps", "beginner", "intermediate", "expert", "candidate", "external:Pela")
    run = results(room, plan_of(*six, games=4), 30)
    scenes: list[Scene] = [
        NewTournamentScene(room.stage, chance=random.Random(3)),
        TournamentsScene(room.stage, now=lambda: NOW),
        room.scene(run),
    ]
    for scene in scenes:
        room.open(scene)
        assert faults(room.stage, window, scene) == []
    scene = scenes[-1]
    assert isinstance(scene, TournamentScene)
    for page in ("elo", "games"):
        scene.show_page(page)
        assert faults(room.stage, window, scene) == []
    scene.show_pair((0, 1))
    assert faults(room.stage, window, scene) == []
    room.tournaments.start(run)
    room.frames(lambda: run.match is not None and run.match.ply > 2)
    room.stage.stack.update(0.1)
    assert faults(room.stage, window, scene) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_twelve_players_fit_into_the_least_window(language: str, tmp_path: Path) -> None:
    room = Room(tmp_path, (960, 640), language=language)
    players = [each.name for each in OPPONENTS[:8]] + [f"external:P{n}" for n in range(4)]
    run = results(room, plan_of(*players, games=2), 132)
    assert run.is_over
    scene = room.show(run)
    cut = [each for each in faults(room.stage, (960, 640), scene) if "is cut off" not in each]
    assert cut == []
    scene.show_page("elo")
    assert faults(room.stage, (960, 640), scene) == []


@pytest.mark.parametrize("window", [(960, 640), WINDOW])
def test_two_computers_in_the_level_select_lead_to_more_of_them(window: tuple[int, int]) -> None:
    choices = {"gomoku": LevelChoice(mode="watch")}
    stage = make_stage(window, choices=choices)
    scene = LevelSelect(stage, "gomoku")
    stage.open(scene)
    assert faults(stage, window, scene) == []
    click_on(stage, "tournaments")
    assert stage.went == [(TOURNAMENTS, "gomoku")]
    assert all(each.name != "challenges" for each in scene.widgets.widgets)
