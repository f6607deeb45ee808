"""The composition root: builds window, settings, engines and scenes, and leads from one scene to the next."""

from __future__ import annotations

import contextlib
import gc
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.lan.views import Lan
from game.library.library import Library
from game.match.match import Match
from game.match.review import Review
from game.progress.arcade.results import ArcadeResults
from game.progress.challenges import SETS, Stars
from game.rules.core import Position, Side, Variant
from game.rules.registry import VARIANTS
from game.storage.folders import Folders
from game.storage.notice import Notice
from game.storage.paths import assets_folder
from game.storage.settings import LevelChoice, OtherEngine, Settings, load, save
from game.tables.opponents import EngineTrial, Opponent, Preparation
from game.tables.saved_game import SavedGame
from game.tables.tables import Tables
from game.ui.bindings import Bindings
from game.ui.board.view import BoardView
from game.ui.icon import program_icon
from game.ui.language import Language, system_language
from game.ui.loop import Loop, Window
from game.ui.scene import Scene
from game.ui.scenes.arcade.climb import ArcadeDoors
from game.ui.scenes.arcade.table import ResultsTable
from game.ui.scenes.challenges.list import ChallengesScene
from game.ui.scenes.challenges.sign import of_day
from game.ui.scenes.keys import KeysOverlay
from game.ui.scenes.learn.scene import LearnScene
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.library.ways import LibraryWays
from game.ui.scenes.lobby.ways import LobbyWays
from game.ui.scenes.match.layout import lay_out
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.match.ways import MatchWays, TableDoors
from game.ui.scenes.menu import Menu
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.setup.scene import SetupDoors, SetupScene
from game.ui.sound.player import SoundPlayer
from game.ui.stage import Stage
from game.ui.text import Fonts
from game.ui.widgets.overlays import Answer, Dialog

if TYPE_CHECKING:
    from game.ui.scenes.tournament.ways import TournamentWays

_SAVE_AFTER_S = 0.5
_TIDY_AFTER_FRAMES = 3


class Program:
    """The running program: what scenes know as the hall, and the ways between them."""

    def __init__(
        self, folders: Folders, seed: int | None = None, new_lan: Callable[[Folders, str], Lan] | None = None
    ) -> None:
        """`seed` makes colours drawn by lot and engines repeatable; None draws one. `new_lan` makes the LAN for the
        person's folders and name, by default on the network's usual ports.

        Raises DisplayError without a screen, and LanguageError or FileNotFoundError where the assets are missing.
        """
        assets = assets_folder()
        self._folders = folders
        self._settings, notice = load(folders)
        self._notices = [notice] if notice else []
        language = Language(assets / "languages", self._settings.language or system_language())
        keys, faults = Bindings.of(self._settings.keys)
        if faults:
            self._settings = self._settings.with_(keys=keys.changed)
            names = language("common.enumeration").join(language(f"keys.{each.partition('.')[2]}") for each in faults)
            self._notices.append(Notice("keys-damaged", {"names": names}))
        self.window = Window(self._settings.window, self._settings.fullscreen, program_icon)
        fonts = Fonts(assets / "fonts")
        if fonts.missing:
            self._notices.append(Notice("fonts-missing", {"files": ", ".join(fonts.missing)}))
        sounds = SoundPlayer(self._settings.volume, self._settings.sound)
        self.tables = Tables(
            folders, random.Random(seed), lambda: self._settings.ponder, lambda: self._settings.engines
        )
        self.stage = Stage(self, fonts, language, sounds)
        self.stage.apply(self.window.size)
        self.library = Library(folders)
        self._library_ways = LibraryWays(self.stage, self.library, self._to_menu, self.open_match, self.open_setup)
        self.loop = Loop(
            self.stage,
            self.window,
            self._each_frame,
            self.toggle_full_screen,
            self._show_keys,
            self._ask_to_quit,
            self.pictures,
            self._library_ways.drop,
            self._library_ways.paste,
            self._is_busy,
        )
        self._frames = 0
        self._tidy_in = 0
        make_lan = new_lan or _usual_lan
        self._lobby = LobbyWays(
            self.stage,
            lambda: make_lan(folders, self._settings.name),
            self._to_menu,
            self.open_settings,
            lambda seated: self._table_ways.sit_down(seated),
        )
        doors = TableDoors(self._to_menu, self.open_levels, self.open_settings, self._show_keys)
        self._table_ways = MatchWays(
            self.stage, self._lobby, doors, lambda step: self.tables.new_attempt(step, self._settings.name)
        )
        self._stars = Stars(folders)
        first = next(iter(VARIANTS.values()))
        self._laid_out: tuple[Variant, Position] = (first, first.start())
        self._tournaments: TournamentWays | None = None
        self._unsaved_since: float | None = None
        menu = Menu(
            self.stage,
            self.open_levels,
            self._continue,
            self.open_settings,
            self._show_keys,
            self.open_lobby,
            lambda: self._lobby.made,
            library=self.library,
            open_library=self.open_library,
            open_learn=self.open_learn,
            open_challenges=lambda: self.open_challenges(next(iter(VARIANTS.values())).game),
            play_first=self._play_first,
            of_day=lambda: of_day(self._stars),
            open_of_day=self._open_of_day,
            open_tournaments=self.open_tournaments,
            open_setup=lambda: self.open_setup(*self._laid_out),
            tournament=lambda: self._tournaments.progress if self._tournaments is not None else None,
        )
        self.stage.open(menu)

    # ---- frames

    def _each_frame(self) -> None:
        self._frames += 1
        if self._frames == 2:  # the first frame is on the screen: now what takes a while may begin
            self.stage.sounds.open()
            self.tables.prepare()
        elif self._frames == 3:
            self._make_board()
        elif self._frames == 4:
            self._lobby.prepare()
        elif self._frames == 5:
            self.library.look()
        elif self._frames > 5:
            self.tables.update()
            self._lobby.update()
            self._update_tournaments()
            self._library_ways.update()
        for notice in self.take_notices():
            self.stage.tell(notice)
        if self._tidy_in:
            self._tidy_in -= 1
            if not self._tidy_in:
                gc.collect()
        if self._unsaved_since is not None and time.monotonic() - self._unsaved_since > _SAVE_AFTER_S:
            self._save_settings()

    def _is_busy(self) -> bool:
        """Whether somebody thinks, or something is being worked at."""
        if self._tournaments is not None and self._tournaments.progress is not None:
            return True
        return any(scene.is_busy for scene in self.stage.stack.scenes)

    def _make_board(self) -> None:
        """Make the pictures of the board that a match will show, while the menu stands still: they take some 100 ms."""
        rules = next(iter(VARIANTS.values()))
        board = BoardView(self.stage.painter(rules), rules.start())
        board.rect = lay_out(self.stage.size, with_thinking=True).board
        board.prepare(self.stage.canvas(self.window.surface))

    def close(self) -> None:
        """Leave every scene (an unfinished game is kept), keep the settings, end what runs. Each is done even where
        another one fails; the failure is raised at the end."""
        self._settings = self._settings.with_(window=self.window.windowed_size)
        with contextlib.ExitStack() as ending:  # the last one first
            ending.callback(self.tables.close)
            ending.callback(self.library.close)
            if self._tournaments is not None:
                ending.callback(self._tournaments.tournaments.close)
            ending.callback(self._lobby.close)
            ending.callback(self._save_settings)
            ending.callback(self.stage.stack.clear)

    def _save_settings(self) -> None:
        """Write the settings. Not at each change: a name being typed or a knob being dragged changes them often."""
        self._unsaved_since = None
        notice = save(self._settings, self._folders)
        if notice:
            self._notices.append(notice)

    # ---- the hall

    @property
    def settings(self) -> Settings:
        """What the person has chosen, now."""
        return self._settings

    @property
    def data_folder(self) -> Path:
        """Where the person's games and records are kept."""
        return self._folders.data

    @property
    def log_folder(self) -> Path:
        """Where the log for reports lies."""
        return self._folders.log

    @property
    def pictures(self) -> Path:
        """Where F12 saves what is seen."""
        return self._folders.data / "pictures"

    def change(self, **changes: Any) -> None:
        """Change settings, keep them, and let them take effect at once."""
        self._settings = self._settings.with_(**changes)
        if self._unsaved_since is None:
            self._unsaved_since = time.monotonic()
        if changes.keys() & {"name", "quiet", "port"}:
            self._lobby.follow(self._settings)
        if set(changes) - {"choices", "has_played", "lan", "learned", "name", "port", "quiet", "volume"}:
            if {"fullscreen", "scale"} & set(changes):
                self.loop.hold_picture()
            self.window.set_full_screen(self._settings.fullscreen)
            self.stage.apply(self.window.size)
        else:
            self.stage.sounds.set_volume(self._settings.volume)

    def opponents(self, game: str) -> tuple[Opponent, ...]:
        """The computer's levels of a game, weakest first, then other programs."""
        return self.tables.opponents(game)

    def expect(self, game: str, level: str) -> None:
        """The person is about to play against a level."""
        self.tables.expect(game, level)

    def opponent(self, game: str, level: str) -> Opponent:
        """One level by its name. Raises ValueError for a text that names none."""
        return self.tables.opponent(game, level)

    @property
    def program_games(self) -> tuple[str, ...]:
        """The games in which other programs can be played against."""
        return self.tables.externals.games

    def try_engine(self, engine: OtherEngine) -> None:
        """Start another program in the background and ask it who it is."""
        self.tables.externals.try_out(engine)

    @property
    def engine_trial(self) -> EngineTrial | None:
        """The newest trial of another program."""
        return self.tables.externals.trial

    def preparation(self) -> Preparation:
        """How far the engines are prepared."""
        return self.tables.preparation()

    @property
    def arcade(self) -> ArcadeResults:
        """What the person has reached on the ladders."""
        return self.tables.results

    def new_match(self, game: str, choice: LevelChoice) -> Match:
        """Sit down to a new game."""
        return self.tables.new_match(game, choice, self._settings.name)

    def rematch(self, match: Match, swapped: bool) -> Match:
        """Another game on the same terms."""
        return self.tables.rematch(match, swapped)

    def play_from(self, match: Match, ply: int) -> Match:
        """Another game that begins like one that has ended."""
        return self.tables.play_from(match, ply)

    def play_on(self, match: Match, ply: int, person: Side | None) -> Match:
        """Another game that begins like a recorded one."""
        choice = self._settings.choice(match.variant.game)
        return self.tables.play_on(match, ply, person, choice, self._settings.name)

    def play_position(self, variant: Variant, position: Position, person: Side | None) -> Match:
        """Another game that begins with a position."""
        level = self._settings.choice(variant.game).level
        return self.tables.play_position(variant, position, person, level, self._settings.name)

    def review(self, match: Match) -> Review | None:
        """A review of a match."""
        return self.tables.review(match)

    def change_level(self, match: Match, side: Side, level: str) -> None:
        """Another opponent takes the computer's seat."""
        self.tables.change_level(match, side, level)

    def saved_game(self) -> SavedGame | None:
        """The unfinished game that was saved last."""
        return self.tables.saved_game()

    def resume(self) -> Match | None:
        """Take up the saved game."""
        return self.tables.resume()

    def discard_saved(self) -> None:
        """Give up the saved game."""
        self.tables.discard_saved()

    def leave(self, match: Match) -> None:
        """The person leaves the table: an unfinished game is kept for Continue."""
        match.close()
        self.tables.look_for_saved()
        self._tidy_in = _TIDY_AFTER_FRAMES  # Python would see many games' scenes with their pictures pile up before

    def take_notices(self) -> tuple[Notice, ...]:
        """What has to be told since the last call."""
        notices = (*self._notices, *self.tables.take_notices(), *self._stars.take_notices())
        self._notices.clear()
        return notices

    def toggle_full_screen(self) -> None:
        """Between window and full screen."""
        self.change(fullscreen=not self._settings.fullscreen)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size in pixels."""
        self.window.resize(size)
        self.stage.apply(self.window.size)

    def quit(self) -> None:
        """End the program after this frame."""
        self.loop.running = False

    def _ask_to_quit(self) -> None:
        """The window is being closed: a game against somebody elsewhere is left after a question only."""
        stack, t = self.stage.stack, self.stage.t
        company = next(
            (each.company for each in stack.scenes if isinstance(each, MatchScene) and each.asks_before_leaving), None
        )
        if company is None or isinstance(stack.top, Dialog):  # asked twice is answered
            self.quit()
            return
        answers = (Answer(t("lan.leave_yes"), self.quit, "primary"), Answer(t("match.stay"), lambda: None))
        self._open(Dialog(t("lan.quit_title"), t("lan.quit_text", name=company.peer), answers))

    @property
    def lan(self) -> Lan:
        """The LAN."""
        return self._lobby.lan

    def open_lobby(self) -> None:
        """Show who is on the network."""
        self._lobby.open()

    # ---- the ways between scenes

    def _open(self, scene: Scene) -> None:
        self.stage.open(scene)

    def open_levels(self, game: str) -> None:
        """Choose an opponent for a game."""

        def start(choice: LevelChoice) -> None:
            self.stage.replace(self._table_ways.scene(self.new_match(game, choice)))

        def challenges() -> None:
            self.open_challenges(game)

        arcade = ArcadeDoors(
            self._table_ways.climb,
            lambda: self._open(ResultsTable(self.stage, game)),
            challenges,
            partial(self._stars.of_game, game),
        )
        held = challenges if game in SETS else None
        tournaments = partial(self.open_tournaments, game)
        self._open(
            LevelSelect(
                self.stage, game, start, lambda: self.open_learn(game), held, arcade, tournaments, self.open_setup
            )
        )

    def open_setup(self, variant: Variant, position: Position) -> None:
        """Lay out a position, beginning with this one; from there a game goes on."""

        def play(rules: Variant, start: Position, person: Side | None) -> None:
            match = self.play_position(rules, start, person)
            self._to_menu()
            self.open_match(match)

        def keep(rules: Variant, laid: Position) -> None:
            self._laid_out = rules, laid

        self._open(SetupScene(self.stage, variant, position, SetupDoors(play, keep)))

    def open_challenges(self, name: str) -> None:
        """The forced wins of a game, or of one of its sets, to be found."""
        self._open(ChallengesScene(self.stage, self._stars, name))

    def _open_of_day(self, name: str) -> None:
        """Straight to the day's challenge of a set, or once that is solved to the others, which lie behind it."""
        self.open_challenges(name)
        scene = self.stage.stack.top
        if isinstance(scene, ChallengesScene):
            scene.show_set(name)  # a game's name would open the set of the rules chosen last
            if not scene.is_day_solved:
                scene.open_of_day()

    def _play_first(self) -> None:
        """A game at once against whoever needs no preparation; from then on the level select begins with them."""
        game = next(iter(VARIANTS.values())).game
        choice = LevelChoice(level=self.opponents(game)[0].name)
        self.change(choices=self._settings.with_choice(game, choice).choices)
        self.open_match(self.new_match(game, choice))

    def open_learn(self, game: str) -> None:
        """Teach the rules of a game; what has been learnt leads to its opponents."""

        def play(learnt: str) -> None:
            self._to_menu()
            self.open_levels(learnt)

        self._open(LearnScene(self.stage, game, play))

    def open_match(self, match: Match) -> None:
        """Sit down at a match."""
        self._table_ways.open(match)

    # ---- tournaments of computers

    def open_tournaments(self, game: str = "") -> None:
        """Show the tournaments; the first one is proposed for that game."""
        if self._tournaments is None:
            # the arena takes a tenth of a second to come in
            from game.ui.scenes.tournament.ways import TournamentWays

            self._tournaments = TournamentWays(
                self.stage, self._folders, self.tables, self.library, self._library_ways.replay
            )
        self._tournaments.open(game)

    def _update_tournaments(self) -> None:
        """Tournaments are played behind every scene but those that want an engine themselves: only one thinks at a
        time."""
        if self._tournaments is not None:
            self._tournaments.update(any(map(_wants_engines, self.stage.stack.scenes)))

    def open_library(self) -> None:
        """Show the library."""
        self._library_ways.open()

    def open_files(self, paths: Sequence[Path]) -> None:
        """Bring the games of files in (those named on the command line) and show them."""
        self._library_ways.open_files(paths)

    def _continue(self) -> None:
        match = self.resume()
        if match is not None:
            self.open_match(match)
        elif self.stage.stack.top is not None:
            self.stage.stack.top.uncovered()  # the menu looks again for what can be continued

    def _to_menu(self) -> None:
        self._tidy_in = _TIDY_AFTER_FRAMES
        self.stage.toasts.clear()
        self.stage.stack.back_to_bottom()

    def open_settings(self) -> None:
        """Show the settings over whatever is open."""
        self._open(SettingsScene(self.stage))

    def _show_keys(self) -> None:
        if not isinstance(self.stage.stack.top, KeysOverlay):
            self._open(KeysOverlay(self.stage, self._change_keys))

    def _change_keys(self) -> None:
        """The page of the settings where keys can be changed."""
        scene = next((each for each in self.stage.stack.scenes if isinstance(each, SettingsScene)), None)
        if scene is not None:
            scene.show("keys")
        else:
            self._open(SettingsScene(self.stage, "keys"))


def _wants_engines(scene: Scene) -> bool:
    """Whether engines may be asked for something in a scene: at a table, and while a game is reviewed."""
    return isinstance(scene, (MatchScene, ReviewScene)) or (isinstance(scene, ReplayScene) and scene.review is not None)


def _usual_lan(folders: Folders, name: str) -> Lan:
    # imported when the first frame is on the screen: the network takes a tenth of a second to come in
    from game.lan.play import LanPlay

    return LanPlay(folders, name)
