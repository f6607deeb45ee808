"""What the scenes use and what lives as long as the program: settings, tables, library, LAN, challenges, tournaments.
Nothing here knows of a window."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.progress.challenges import Stars
from game.progress.day import today
from game.progress.exercises import Exercises
from game.progress.rush import BestRuns
from game.progress.seals.album import SealAlbum
from game.rules.core import Position, Variant
from game.rules.registry import VARIANTS
from game.storage.folders import Folders
from game.storage.notice import Notice
from game.storage.preferences import Preferences
from game.tables.mistake_finder import MistakeFinder
from game.tables.proofs import ProofShelf
from game.tables.solutions import Solutions
from game.tables.tables import Tables

if TYPE_CHECKING:  # what takes a while to come in and no first frame needs
    from game.lan.views import Lan
    from game.library.database.game_database import GameDatabase
    from game.library.library import Library
    from game.openings.loading import OpeningNames
    from game.tables.books import OpeningBooks
    from game.tournament.tournaments import Tournaments


class Services:
    """Each scene takes from here what it needs. Library, collections, openings, books, LAN and tournaments are made
    when they are first asked for: what they import takes up to a tenth of a second each."""

    def __init__(
        self, folders: Folders, seed: int | None = None, new_lan: Callable[[Folders, str], Lan] | None = None
    ) -> None:
        """`seed` makes colours drawn by lot and engines repeatable; None draws one. `new_lan` makes the LAN for the
        person's folders and name, by default on the network's usual ports."""
        self.folders = folders
        self.dice = random.Random(seed)
        """What chooses among things to say; engines have seeds of their own."""
        self.preferences = Preferences(folders)
        self.seals = SealAlbum(folders, today)
        """What the person has done once and may be proud of."""
        self.tables = Tables(
            folders,
            random.Random(seed),
            lambda: self.preferences.settings.ponder,
            lambda: self.preferences.settings.engines,
            self.seals,
        )
        self.stars = Stars(folders)
        """Those of the challenges."""
        self.rush = BestRuns(folders)
        """The best streaks and rushes through the challenges."""
        self.exercises = Exercises(folders)
        """The person's mistakes, and the positions that they have kept."""
        self.proofs = ProofShelf()
        """Of games that are solved."""
        self.mistakes = MistakeFinder(
            self.exercises,
            self.tables.review,
            lambda key: self.library.read(key),
            lambda: self.preferences.settings.name,
            today,
        )
        first = next(iter(VARIANTS.values()))
        self.laid_out: tuple[Variant, Position] = (first, first.start())
        """The position that was set up last, to begin with the next time."""
        self.library_made: Library | None = None
        """The library, if it was asked for already."""
        self.database_made: GameDatabase | None = None
        """The collections, if they were asked for already."""
        self._openings: OpeningNames | None = None
        self._books: OpeningBooks | None = None
        self.solutions = Solutions(folders.cache)
        """Small boards that are solved."""
        self._new_lan = new_lan or _usual_lan
        self.lan_made: Lan | None = None
        """The LAN, if it was made already."""
        self.tournaments_made: Tournaments | None = None
        """The tournaments, if they were asked for already."""
        self.preferences.follow(self._follow)

    @property
    def library(self) -> Library:
        """The person's games. Its folder is looked at when somebody tells it to."""
        if self.library_made is None:
            from game.library.library import Library

            self.library_made = Library(self.folders)
        return self.library_made

    @property
    def database(self) -> GameDatabase:
        """The collections that were brought in. Their store is opened when something is asked of them."""
        if self.database_made is None:
            from game.library.database.game_database import GameDatabase

            self.database_made = GameDatabase(self.folders)
        return self.database_made

    @property
    def openings(self) -> OpeningNames:
        """The openings by name."""
        if self._openings is None:
            from game.openings.loading import OpeningNames

            self._openings = OpeningNames()
        return self._openings

    @property
    def books(self) -> OpeningBooks:
        """The engines' opening books."""
        if self._books is None:
            from game.tables.books import OpeningBooks

            self._books = OpeningBooks()
        return self._books

    @property
    def lan(self) -> Lan:
        """The LAN. Nothing is listened to or sent before the lobby is entered or a game is resumed."""
        if self.lan_made is None:
            self.lan_made = self._new_lan(self.folders, self.preferences.settings.name)
            self._follow(frozenset({"name"}))
        return self.lan_made

    @property
    def tournaments(self) -> Tournaments:
        """The tournaments; their files are read when they are first asked for."""
        if self.tournaments_made is None:
            from game.tournament.tournaments import Tournaments

            self.tournaments_made = Tournaments(self.folders, self.tables)
        return self.tournaments_made

    def _follow(self, changed: frozenset[str]) -> None:
        """The person is called so, is reached there, and wants to be left alone or not."""
        if self.lan_made is not None and changed & {"name", "quiet", "port"}:
            settings = self.preferences.settings
            self.lan_made.set_name(settings.name)
            self.lan_made.set_quiet(settings.quiet)
            self.lan_made.set_port(settings.port)

    def take_notices(self) -> tuple[Notice, ...]:
        """What has to be told since the last call."""
        told = [*self.preferences.take_notices(), *self.tables.take_notices(), *self.stars.take_notices()]
        told += [*self.exercises.take_notices(), *self.rush.take_notices(), *self.seals.take_notices()]
        return (*told, *(self.database_made.take_notices() if self.database_made is not None else ()))

    def close(self) -> None:
        """Keep the settings and end what runs, each even where another one fails; the failure is raised at the end."""
        with contextlib.ExitStack() as ending:  # the last one first
            ending.callback(self.tables.close)
            ending.callback(self.mistakes.close)
            ending.callback(self.solutions.close)
            if self.library_made is not None:
                ending.callback(self.library_made.close)
            if self.database_made is not None:
                ending.callback(self.database_made.close)
            if self._books is not None:
                ending.callback(self._books.close)
            if self._openings is not None:
                ending.callback(self._openings.close)
            if self.tournaments_made is not None:
                ending.callback(self.tournaments_made.close)
            if self.lan_made is not None:
                ending.callback(self.lan_made.close)
            ending.callback(self.preferences.save)


def _usual_lan(folders: Folders, name: str) -> Lan:
    from game.lan.play import LanPlay

    return LanPlay(folders, name)
