"""Makes the pictures of the README from the program itself: `python assets/pictures/make_pictures.py`, from the folder
of the project. Opens no window and touches nobody's games; takes a minute or two, more where engines must be compiled.

With names (`menu match`) it makes only those.
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from ai.common.kernel_cache import use_kernel_cache  # noqa: E402

use_kernel_cache()  # the person's own, before the folder of everything else is another one

import pygame  # noqa: E402

from game.app import Program  # noqa: E402
from game.lan.play import LanPlay  # noqa: E402
from game.match.attempt import Star  # noqa: E402
from game.match.match import Match  # noqa: E402
from game.progress.arcade.ladder import ladder  # noqa: E402
from game.storage.folders import Folders, find_folders  # noqa: E402
from game.storage.settings import LevelChoice  # noqa: E402
from game.tables.opponents import Readiness  # noqa: E402
from game.ui.games.registry import GAMES  # noqa: E402
from game.ui.scenes.match.scene import MatchScene  # noqa: E402
from game.ui.scenes.result.scene import ResultScene  # noqa: E402
from game.ui.scenes.tournament.scene import TournamentScene  # noqa: E402
from game.ui.scenes.tournament.setup import NewTournamentScene  # noqa: E402
from game.ui.stage.navigator import LEARN, LEVELS, LIBRARY, LOBBY, MATCH, SETTINGS, TOURNAMENTS  # noqa: E402

WINDOW = (1280, 800)
PICTURE = (800, 500)
PATIENCE_S = 300.0
TOURNAMENT_GAMES = 38
"""Of sixty: the crosstable is well filled then."""

GOMOKU = "h8 h9 i9 g7 g9 j8 i8 i7 h7 j9 f9 e9 g10 g8 i10 i11 f10 e10 h10 j10 e7 f8 k9 d10 c11 j7 g11 h11"
GOMOKU_OPEN = "h8 i9 i7 g9 h9 h10 g7 h7"
GOMOKU_WON = "h8 i8 i9 g8 j8 h9 h7 g9 j7 g7 g6 h10 j9 j6 j10 j11 k11 k12 l12"
XIANGQI = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 b2c2 b9c7 b0a2 h7i7 h0h9 g7h9 a0b0 a9b9 g3g4 g5g4"
REVERSI = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 g6 f8 f7 g5 c6 c5"
DRAUGHTS = "32-28 18-23 33-29 23x32 37x28 17-21 39-33 21-26 41-37 12-18 44-39 7-12 37-32"


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("", 0))
        port: int = free.getsockname()[1]
        return port


class Studio:
    """A program and a camera."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._discovery = _free_port()  # nobody else's: a picture shows no strangers, nor are they bothered
        self.guests: list[LanPlay] = []
        self.program = Program(find_folders({"QIGUAN_DATA": str(folder)}), seed=3, new_lan=self._lan)
        self.program.resize(WINDOW)
        self.change(choices={"gomoku": LevelChoice()}, stories=tuple(GAMES))  # as of somebody who has played before
        self.show("en", "light")

    def change(self, **settings: object) -> None:
        """Change settings."""
        self.program.services.preferences.change(**settings)

    def show(self, language: str, theme: str) -> None:
        """Switch to a language and a theme."""
        self.change(language=language, theme=theme, name="Lin")

    def wait(self, seconds: float = 1.0, until: Callable[[], bool] = lambda: False) -> None:
        """Let the program run for this long, or until something has happened."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            self.program.loop.frame()
            for guest in self.guests:
                guest.update()
            time.sleep(0.01)

    def until_ready(self, game: str) -> None:
        """Let the program run until the engine of a game is compiled."""
        self.wait(
            PATIENCE_S, lambda: self.program.services.tables.opponent(game, "expert").readiness is Readiness.READY
        )

    def key(self, code: int, text: str = "") -> None:
        """Press a key."""
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=text))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=0))
        self.wait(0.1)

    def sit(self, game: str, choice: LevelChoice, moves: str, steps_s: float = 0.0) -> Match:
        """Sit down to a game and play these moves for whoever is to move."""
        match = self.program.services.tables.new_match(game, choice, "Lin")
        self.program.stage.go(MATCH, match)
        for text in moves.split():
            match.submit(match.turn, match.variant.read_move(text, match.position))
            self.wait(0.03 + steps_s)
        return match

    def _lan(self, folders: Folders, name: str) -> LanPlay:
        return LanPlay(folders, name, port=0, discovery_port=self._discovery)

    def welcome(self, name: str) -> LanPlay:
        """Somebody else comes into the lobby."""
        guest = self._lan(find_folders({"QIGUAN_DATA": str(self.folder / name)}), name)
        guest.enter_lobby(True)
        guest.open()
        self.guests.append(guest)
        return guest

    def close(self) -> None:
        """Everybody leaves."""
        for guest in self.guests:
            guest.close()
        self.program.close()

    def home(self) -> None:
        """Back to the menu."""
        self.program.stage.stack.back_to_bottom()
        self.wait(0.1)

    def take(self, name: str) -> None:
        """Take the picture."""
        surface = pygame.display.get_surface()
        assert surface is not None
        file = HERE / f"{name}.jpg"
        pygame.image.save(pygame.transform.smoothscale(surface.convert(24), PICTURE), str(file))
        print(f"{file.name}: {file.stat().st_size // 1024} KiB")


def menu(studio: Studio) -> None:
    studio.show("zh", "light")
    studio.wait(1)
    studio.take("menu")


def levels(studio: Studio) -> None:
    studio.until_ready("gomoku")
    studio.program.stage.go(LEVELS, "gomoku")
    studio.wait(1.5)
    studio.take("levels")


def arcade(studio: Studio) -> None:
    results = studio.program.services.tables.results
    for number, rung in enumerate(ladder("gomoku")[:3]):
        stars = frozenset(list(Star)[: 4 - number])
        results.begin("gomoku", rung.level)
        results.win(rung, rung.level, stars, 24.0 * (number + 1), 17 + 4 * number, "Lin")
    studio.change(choices={"gomoku": LevelChoice(mode="arcade")})
    studio.until_ready("gomoku")
    studio.program.stage.go(LEVELS, "gomoku")
    studio.wait(1.5)
    studio.take("arcade")


def tournament(studio: Studio) -> None:
    studio.until_ready("gomoku")
    studio.program.stage.go(TOURNAMENTS, "gomoku")
    setup = studio.program.stage.stack.top
    assert isinstance(setup, NewTournamentScene)
    for level in ("first-steps", "proficient", "expert"):  # the second to the fourth are proposed
        setup.toggle(level)
    setup.start()
    scene = studio.program.stage.stack.top
    assert isinstance(scene, TournamentScene)
    run = scene.run
    studio.wait(PATIENCE_S, lambda: len(run.state.played) >= TOURNAMENT_GAMES)
    studio.wait(PATIENCE_S, lambda: run.match is not None and run.match.ply > 16)
    studio.take("tournament")


def match(studio: Studio) -> None:
    table = studio.sit("gomoku", LevelChoice(mode="two"), GOMOKU_OPEN)
    studio.until_ready("gomoku")
    studio.program.services.tables.change_level(table, table.turn, "seconds:60")
    studio.wait(30, lambda: table.thinking is not None and table.thinking.depth >= 14)
    studio.take("match")


def xiangqi(studio: Studio) -> None:
    studio.show("zh", "light")
    studio.sit("xiangqi", LevelChoice(mode="two"), XIANGQI)
    studio.wait(1)
    studio.take("xiangqi")


def draughts(studio: Studio) -> None:
    studio.show("en", "dark")
    studio.sit("draughts", LevelChoice(mode="two"), DRAUGHTS)
    studio.wait(1)
    studio.take("draughts")


def reversi(studio: Studio) -> None:
    studio.show("en", "light")
    studio.sit("reversi", LevelChoice(mode="two"), REVERSI, steps_s=0.4)
    studio.wait(1.5)
    studio.take("reversi")


def result(studio: Studio) -> None:
    studio.until_ready("gomoku")
    table = studio.sit("gomoku", LevelChoice(mode="two"), GOMOKU_WON)
    studio.wait(8, lambda: isinstance(studio.program.stage.stack.top, ResultScene))
    assert table.outcome is not None
    studio.wait(25)  # for the curve
    studio.take("result")


def review(studio: Studio) -> None:
    program = studio.program
    studio.until_ready("gomoku")
    table = studio.sit("gomoku", LevelChoice(mode="two"), GOMOKU, steps_s=0.2)
    table.resign()
    studio.wait(8, lambda: isinstance(program.stage.stack.top, ResultScene))
    played = next(each for each in program.stage.stack.scenes if isinstance(each, MatchScene))
    studio.key(pygame.K_v, "v")
    studio.wait(PATIENCE_S, lambda: played.review is not None and played.review.is_over)
    for _ in range(3):
        studio.key(pygame.K_DOWN)
    studio.wait(1)
    studio.take("review")


def library(studio: Studio) -> None:
    for game, moves in (("draughts", DRAUGHTS), ("xiangqi", XIANGQI), ("gomoku", GOMOKU), ("gomoku", GOMOKU_WON)):
        table = studio.sit(game, LevelChoice(mode="two"), moves)
        if table.outcome is None:
            table.resign()
        studio.wait(1)
        studio.home()
    studio.program.stage.go(LIBRARY, frozenset())
    studio.wait(2)
    studio.take("library")


def learn(studio: Studio) -> None:
    studio.program.stage.go(LEARN, "xiangqi")
    studio.wait(1)
    studio.take("learn")


def lobby(studio: Studio) -> None:
    studio.program.stage.go(LOBBY)
    guests = [studio.welcome(name) for name in ("Mei", "Anna", "茶馆")]
    lan = studio.program.services.lan
    studio.wait(20, lambda: len(lan.people) == len(guests))
    studio.wait(2)
    studio.take("lobby")


def settings(studio: Studio) -> None:
    studio.program.stage.go(SETTINGS)
    studio.wait(1.5)
    studio.take("settings")


SCENES = (
    menu,
    levels,
    arcade,
    tournament,
    match,
    xiangqi,
    draughts,
    reversi,
    result,
    review,
    library,
    learn,
    lobby,
    settings,
)


def main() -> int:
    """Make the pictures that are asked for, each from the menu of a program of its own."""
    wanted = sys.argv[1:]
    scenes = [scene for scene in SCENES if not wanted or scene.__name__ in wanted]
    for scene in scenes:
        with tempfile.TemporaryDirectory(prefix="qiguan-pictures-") as folder:
            studio = Studio(Path(folder))
            studio.wait(0.5)
            scene(studio)
            studio.close()
    return 0 if scenes else 2


if __name__ == "__main__":
    sys.exit(main())
