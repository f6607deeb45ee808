"""A library of sound and damaged games with its scene open, and one of them replayed, for the tests that drive it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pygame
from fakes import FakeServices, make_stage, settle, settle_until, widget
from looking import read

from game.library.library import Library
from game.records import native
from game.records.native import Reading
from game.records.record import Record, SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.settings import Settings
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.library.scene import LibraryScene
from game.ui.scenes.library.statistics import StatisticsScene
from game.ui.stage.navigator import REPLAY, REVIEW, STATISTICS
from game.ui.stage.scene import Scene

WINDOW = (1280, 800)
NOW = datetime(2026, 11, 21, 22, tzinfo=UTC)
LOST = Outcome(Side.SECOND, Termination.RESIGNATION)
GOMOKU = ["h8", "h9", "i9", "g7", "g9", "j8", "i8", "i7"]
XIANGQI = ["h2e2", "h9g7", "h0g2", "i9h9"]
DRAUGHTS = ["32-28", "19-23", "28x19", "14x23"]
IN_THE_TITLE_ROW = ("automatic", "tree_menu", "comment_button", "analyse", "explorer_button")
"""Buttons of the replay that stand in the title row of its list of moves."""


def record(
    name: str, moves: list[str], first: SeatInfo, second: SeatInfo, date: str, times: bool = True, event: str = ""
) -> Record:
    game = Game(variant(name))
    for move in moves:
        game.play_text(move)
    times_s = [1.5] * game.ply if times else []
    made = Record.from_game(game, (first, second), times_s=times_s, date=date, outcome=LOST)
    return Record(**{**{field: getattr(made, field) for field in made.__struct_fields__}, "event": event})


RECORDS = {
    "new": record(
        "gomoku-renju", GOMOKU, SeatInfo("human"), SeatInfo("engine", "", "expert"), "2026-11-21T20:00:00+00:00"
    ),
    "old": record(
        "xiangqi", XIANGQI, SeatInfo("human", "胡荣华"), SeatInfo("human", "柳大华"), "1974-07-11", False,
        "全国象棋个人赛 1974, round 12",
    ),
    "middle": record(
        "draughts-international", DRAUGHTS, SeatInfo("human", "Lin"), SeatInfo("remote", "Wilhelmina van Oranje"),
        "2026-11-03T10:00:00+00:00",
    ),
}  # fmt: skip


class Shelf:
    """A library with three sound games and two damaged ones, its scene open."""

    def __init__(self, folder: Path, window: tuple[int, int] = WINDOW, **settings: object) -> None:
        self.folders = find_folders({"QIGUAN_DATA": str(folder)})
        self.folders.records.mkdir(parents=True, exist_ok=True)
        for name, each in RECORDS.items():
            (self.folders.records / f"{name}.qiguan").write_bytes(native.write(each))
        (self.folders.records / "torn.qiguan").write_bytes(b'{"format": "qiguan", "ver')
        broken = native.write(RECORDS["old"]).replace(b'"h0g2"', b'"h0g9"').replace("胡荣华".encode(), b"Damaged")
        (self.folders.records / "illegal.qiguan").write_bytes(broken)
        self.library = Library(self.folders)
        self.hall = FakeServices(Settings(**{"language": "en", **settings}))  # type: ignore[arg-type]  # the test's words
        self.stage = make_stage(window, self.hall)
        self.hall.library = self.library
        self.stage.follows = {STATISTICS, REVIEW}
        self.scene = LibraryScene(self.stage, now=lambda: NOW)
        self.stage.open(self.scene)
        self.until(lambda: self.library.has_looked and all(e.summary.checked for e in self.library.entries))
        settle(self.stage, 0.1)

    @property
    def replayed(self) -> list[tuple[object, ...]]:
        """The games that were to be replayed, with the way there and their keys."""
        return [went for went in self.stage.went if went[0] is REPLAY]

    def show_statistics(self) -> None:
        self.stage.open(StatisticsScene(self.stage))

    def until(self, happened: Callable[[], bool]) -> None:
        settle_until(self.stage, happened)

    @property
    def top(self) -> Scene:
        assert self.stage.stack.top is not None
        return self.stage.stack.top

    def listed(self) -> list[str]:
        """The listed games from above."""
        return [row.entry.key.removesuffix(".qiguan") for row in self.list.rows]

    @property
    def list(self):  # type: ignore[no-untyped-def]
        return widget(self.scene, "games")

    def type(self, text: str) -> None:
        for character in text:
            self.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=character))
        settle(self.stage, 0.05)

    def said(self) -> list[str]:
        return [text for text, _ in read(self.stage, WINDOW, self.top).drawn]

    def reading(self, name: str) -> Reading:
        found = self.library.read(f"{name}.qiguan").result()
        assert isinstance(found, Reading)
        return found


class Replayed:
    """A game of the shelf, replayed."""

    def __init__(self, shelf: Shelf, name: str) -> None:
        self.shelf, self.stage = shelf, shelf.stage
        self.scene = ReplayScene(shelf.stage, shelf.reading(name), f"{name}.qiguan")
        shelf.stage.open(self.scene)

    @property
    def asked(self) -> list[tuple[int, Side | None]]:
        """From which plies on which side a game was to go on."""
        return [(ply, person) for _, _, ply, person, _, _ in self.shelf.hall.sat_down]
