"""Services and a stage for tests of scenes: everything is in memory, nothing is prepared, nothing thinks."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame
from at_once import AtOnce
from patience import until

from game.match.match import Match
from game.match.review import Review
from game.openings.loading import OpeningNames
from game.progress.arcade.results import ArcadeResults
from game.progress.challenges import Stars
from game.progress.exercises import Exercises
from game.progress.rating import PlayerRating, RatingChange
from game.progress.rush import BestRuns
from game.progress.seals.album import SealAlbum
from game.rules.core import Position, Side, Variant
from game.rules.registry import variant
from game.storage.folders import Folders, find_folders
from game.storage.paths import assets_folder
from game.storage.settings import OtherEngine, Settings
from game.tables.books import OpeningBooks
from game.tables.opponents import EngineTrial, Opponent, Preparation, Readiness
from game.tables.proofs import ProofShelf
from game.tables.saved_game import SavedGame
from game.tables.solutions import Solutions
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Fonts
from game.ui.sound.player import SoundPlayer
from game.ui.stage import navigator
from game.ui.stage.language import Language
from game.ui.stage.navigator import Route
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage

OPPONENTS = (
    Opponent("first-steps", 2, None, None, Readiness.READY),
    Opponent("beginner", 2, None, None, Readiness.READY),
    Opponent("intermediate", 3, None, None, Readiness.READY),
    Opponent("advanced", 4, None, None, Readiness.READY),
    Opponent("proficient", None, None, None, Readiness.READY),
    Opponent("expert", None, None, None, Readiness.READY),
    Opponent("candidate", None, None, None, Readiness.READY),
    Opponent("master", None, 5.0, None, Readiness.READY),
    Opponent("adaptive", 2, None, 640, Readiness.READY),
)
SAVED_AT = datetime(2026, 5, 9, 21, 40, tzinfo=UTC)


class NoLibrary:
    """A library without games."""

    entries: tuple[object, ...] = ()

    def look(self) -> None:
        """There is nothing to be found."""


class NoFinder:
    """Nobody looks for mistakes; what was asked of it stands in `followed`."""

    def __init__(self) -> None:
        self.followed: list[tuple[Review, Match, str]] = []
        self.looked_back: list[Any] = []
        self.progress: tuple[int, int] | None = None

    def follow(self, review: Review, match: Match, key: str) -> None:
        self.followed.append((review, match, key))

    def look_back(self, games: Any) -> int:
        self.looked_back += games
        return len(self.looked_back)


def _sitting(kind: str) -> Any:
    """Nobody sits down here: what was asked for stands in `sat_down`, and `match` is given in its place."""

    def sit(services: FakeServices, *asked: Any) -> Any:
        services.sat_down.append((kind, *asked))
        return services.match

    return sit


class FakeServices:
    """Settings, tables and all other services in one, whose answers are its attributes; what it was asked to do stands
    in `done`."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        if not self.settings.stories:  # who is told a game's story says so
            self.settings = self.settings.with_(stories=tuple(GAMES))
        self.stage: Stage | None = None
        self.window = (1280, 800)
        self.levels = OPPONENTS
        self.progress = Preparation(9, 9, False)
        self.saved: SavedGame | None = None
        self.resumed: Match | None = None
        self.match: Any = None
        self.reviewer: Callable[[Match], Review | None] = lambda match: None
        self.move_judge: Any = None
        self.analyst: Callable[[str, str], Any] = lambda game, program: None
        self.rated: RatingChange | None = None
        self.unaided = True
        self.done: list[str] = []
        self.expected: list[tuple[str, str]] = []
        self.sat_down: list[tuple[Any, ...]] = []
        self.trial: EngineTrial | None = None
        nowhere = find_folders({"QIGUAN_DATA": "/dev/null/qiguan"})  # where not even root can write
        self.results = ArcadeResults(nowhere, lambda: date(2026, 5, 9))
        self.stars = Stars(nowhere)
        self.seals = SealAlbum(nowhere, lambda: date(2026, 5, 9))
        self.exercises = Exercises(nowhere)
        self.rush = BestRuns(nowhere)
        self.dice = random.Random(7)
        self.mistakes = NoFinder()
        self.proofs = ProofShelf()
        self.solutions: Any = Solutions(nowhere.cache)
        self.preferences = self.tables = self.externals = self
        self.folders = Folders(
            Path("/home/lin/.config/qiguan"), Path("/home/lin/.local/share/qiguan"),
            Path("/home/lin/.cache/qiguan"), Path("/home/lin/.local/state/qiguan/log"),
        )  # fmt: skip
        self.library: Any = NoLibrary()
        self.lan: Any = None
        self.lan_made: Any = None
        self.tournaments: Any = None
        self.tournaments_made: Any = None
        self.openings = OpeningNames()
        self.books = OpeningBooks()
        rules = variant("gomoku-freestyle")
        self.laid_out: tuple[Variant, Position] = rules, rules.start()

    # ---- the settings

    def change(self, **changes: Any) -> None:
        self.settings = self.settings.with_(**changes)
        self.done.append("change " + " ".join(changes))
        # as the program does: what no scene has to be laid out for does not lay out any
        if self.stage and set(changes) - {
            "analysis",
            "choices",
            "explorer",
            "has_played",
            "lan",
            "learned",
            "name",
            "stories",
            "volume",
        }:
            self.stage.apply(self.window)

    # ---- the tables

    def rating(self, game: str) -> PlayerRating | None:
        return self.rated.now if self.rated is not None else None

    def rating_change(self, match: Match) -> RatingChange | None:
        return self.rated

    def opponents(self, game: str) -> tuple[Opponent, ...]:
        engines = [each for each in self.settings.engines if each.game == game]
        programs = [Opponent(f"external:{e.name}", None, float(e.seconds), None, Readiness.READY) for e in engines]
        return (*self.levels, *programs)

    def expect(self, game: str, level: str) -> None:
        self.expected.append((game, level))

    def opponent(self, game: str, level: str) -> Opponent:
        kind, colon, number = level.partition(":")
        if colon and kind in ("depth", "seconds", "classic"):
            depth, seconds = (int(number), None) if kind != "seconds" else (None, float(number))
            return Opponent(level, depth, seconds, None, self.levels[-1].readiness)
        found = next((each for each in self.opponents(game) if each.name == level), None)
        if found is None:
            raise ValueError(f"unknown level {level!r}")
        return found

    @property
    def library_made(self) -> Any:
        return self.library

    @property
    def games(self) -> tuple[str, ...]:
        return ("gomoku", "xiangqi")

    def try_out(self, engine: OtherEngine) -> None:
        self.trial = EngineTrial(engine)
        self.done.append(f"try {engine.path}")

    def preparation(self) -> Preparation:
        return self.progress

    new_match, new_attempt, rematch = _sitting("new_match"), _sitting("new_attempt"), _sitting("rematch")
    play_from, play_on, play_position = _sitting("play_from"), _sitting("play_on"), _sitting("play_position")

    def live_analysis(self, game: str, program: str) -> Any:
        return self.analyst(game, program)

    def review(self, match: Match) -> Review | None:
        return self.reviewer(match)

    def record_key(self, match: Match) -> str:
        return ""

    def written_key(self, match: Match) -> str:
        return ""

    def game_id(self, match: Match) -> str:
        return ""

    def is_unaided(self, match: Match) -> bool:
        return self.unaided

    def judge(self, game: str) -> Any:
        return self.move_judge

    def change_level(self, match: Match, side: Side, level: str) -> None:
        raise NotImplementedError("scenes under test do not play")

    def saved_game(self) -> SavedGame | None:
        return self.saved

    def resume(self) -> Match | None:
        self.done.append("resume")
        return self.resumed

    def discard_saved(self) -> None:
        self.saved = None
        self.done.append("discard")

    def leave(self, match: Match) -> None:
        self.done.append("leave")


ROUTES = {route: name.lower() for name, route in vars(navigator).items() if isinstance(route, Route)}


class StageThatStays(Stage):
    """Notes where scenes lead, in `opened` by name and in `went` with the values, and goes there by the routes alone
    that it `follows`."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.opened: list[str] = []
        self.went: list[tuple[Any, ...]] = []
        self.follows: set[Route[Any]] = set()

    def go(self, route: Route[Any], *values: Any) -> None:
        self._note(ROUTES[route], route, *values)
        if route in self.follows:
            super().go(route, *values)

    def go_instead(self, route: Route[Any], *values: Any) -> None:
        self._note(f"instead {ROUTES[route]}", route, *values)
        if route in self.follows:
            super().go_instead(route, *values)

    def to_menu(self) -> None:
        self._note("menu")

    def _note(self, word: str, *went: Any) -> None:
        self.opened.append(word)
        self.went.append(went)


def saved_game(
    moves: str = "h8 h9 i9 g7", person: Side | None = Side.FIRST, level: str | None = "advanced"
) -> SavedGame:
    """A saved game of these moves."""
    rules = variant("gomoku-freestyle")
    position = rules.start()
    for text in moves.split():
        position = position.play(rules.read_move(text, position))
    return SavedGame("gomoku-freestyle", position, level, person, position.ply, SAVED_AT)


@lru_cache(1)
def real_fonts() -> Fonts:
    """The program's fonts, read once."""
    pygame.font.init()
    return Fonts(assets_folder() / "fonts")


def make_stage(
    window: tuple[int, int] = (1280, 800), services: FakeServices | None = None, **settings: Any
) -> StageThatStays:
    """A stage with real fonts and texts in a window of that size in pixels, its services in memory."""
    services = services or FakeServices(Settings(**{"language": "en", **settings}))
    services.window = window
    stage = StageThatStays(services, real_fonts(), Language(assets_folder() / "languages", "en"), SoundPlayer(AtOnce()))
    services.stage = stage
    stage.apply(window)
    return stage


def picture(stage: Stage, window: tuple[int, int], canvas: type[Canvas] = Canvas) -> pygame.Surface:
    """What the window shows."""
    surface = pygame.Surface(window)
    stage.stack.draw(canvas(surface, stage.theme, stage.fonts, stage.scale))
    return surface


def settle(stage: Stage, seconds: float = 1.0) -> None:
    """Let animations come to rest."""
    for _ in range(int(seconds * 60)):
        stage.stack.update(1 / 60)


def settle_until(stage: Stage, happened: Callable[[], object]) -> None:
    """Let frames pass until what other threads do has happened; fails where it never does."""

    def look() -> None:
        stage.stack.update(1 / 60)
        time.sleep(0.002)

    until(happened, look)


def press(stage: Stage, *keys: int, mod: int = 0) -> None:
    """Press keys one after the other."""
    for key in keys:
        name = pygame.key.name(key) if pygame.display.get_init() else ""
        character = name if len(name) == 1 else ""
        stage.stack.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=character))


def click(stage: Stage, position: tuple[float, float]) -> None:
    """Move to a place in units, press and let go."""
    for kind, values in (
        (pygame.MOUSEMOTION, {"rel": (0, 0), "buttons": (0, 0, 0)}),
        (pygame.MOUSEBUTTONDOWN, {"button": 1}),
        (pygame.MOUSEBUTTONUP, {"button": 1}),
    ):
        stage.stack.handle(pygame.event.Event(kind, pos=position, **values))


def click_on(stage: Stage, name: str) -> None:
    """Click on the middle of a widget of the top scene."""
    click(stage, widget(stage.stack.top, name).rect.center)


def widget(scene: Scene | None, name: str) -> Any:
    """The widget of that name. Raises StopIteration when the scene has none."""
    assert scene is not None
    return next(each for each in scene.widgets.widgets if each.name == name)
