"""The cards at the foot of the menu: where each leads, and what it says of what goes on behind it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.match.attempt import Star
from game.progress.arcade.ladder import ladder
from game.progress.seals.seal import SEALS
from game.storage.settings import GameMode
from game.ui.games.registry import GAMES
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.menu_parts import TILE_SIDES, MenuTile
from game.ui.scenes.page import content, measure
from game.ui.stage.navigator import (
    ALBUM,
    ANALYSIS,
    CHALLENGES,
    EXERCISES,
    LEVELS,
    LIBRARY,
    LOBBY,
    SETTINGS,
    SETUP,
    TOURNAMENTS,
)
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget

_FIRST: Final = next(iter(GAMES))
_ALL: Final = ("arcade", "challenges", "mistakes", "album", "lan", "modes", "library", "settings")
_LEAST: Final = 180.0
"""Where the cards would be narrower, that of the album gives way: the seals on the chest and in the header lead there
too."""


class MenuTiles:
    """The cards of one menu. `names` are those that there are for a window of the size that was told last."""

    def __init__(self, stage: Stage, key_of: Callable[[str], str]) -> None:
        """`key_of` tells the key of an action of the menu."""
        self._stage = stage
        self._key_of = key_of
        self._made: list[MenuTile] = []
        self.names: tuple[str, ...] = _ALL

    def fit(self, size: tuple[float, float]) -> None:
        """Choose those that there are in a window of that size: mistakes once there are some, the album where it has
        room."""
        exercises = self._stage.services.exercises
        self.names = tuple(name for name in _ALL if name != "mistakes" or exercises.all)
        if content(size).width / len(self.names) < _LEAST:
            self.names = tuple(name for name in self.names if name != "album")

    def follow(self) -> None:
        """Say anew what goes on behind each."""
        for tile in self._made:
            self._follow(tile)
        self._share_sizes()

    def open_album(self) -> None:
        """Open the album of seals."""
        self._stage.go(ALBUM)

    def open_mistakes(self) -> None:
        """Practise the person's own mistakes."""
        self._stage.go(EXERCISES, True)

    def widgets(self, places: Sequence[pygame.FRect]) -> list[Widget]:
        """The cards, each in its place."""
        stage, t = self._stage, self._stage.t
        ways: dict[str, tuple[str, str, Action]] = {
            "arcade": (t("arcade.title"), "", self._choose_ladder),
            "challenges": (t("challenges.title"), t("menu.challenges_line"), lambda: stage.go(CHALLENGES, _FIRST)),
            "mistakes": (t("exercises.menu"), "", self.open_mistakes),
            "album": (t("seals.title"), "", self.open_album),
            "lan": (t("lan.tile"), "", lambda: stage.go(LOBBY)),
            "modes": (t("menu.modes"), "", self._choose_mode),
            "library": (t("library.title"), "", lambda: stage.go(LIBRARY, frozenset())),
            "settings": (t("common.settings"), t("menu.settings_line"), lambda: stage.go(SETTINGS)),
        }
        self._made = []
        for name, rect in zip(self.names, places, strict=True):
            title, line, act = ways[name]
            tile = MenuTile(rect, name, title, line, act, name)
            self._follow(tile)
            self._made.append(tile)
        self._share_sizes()
        return list(self._made)

    def _share_sizes(self) -> None:
        """Give all cards the same sizes, side by side: the largest with which the words of each are told whole. The
        painted things become small, and go, before the names do."""
        sides = [side for side in TILE_SIDES if all(side <= tile.rect.height - 12 for tile in self._made)]
        for side, size in (*itertools.product(sides, (HEADING, BODY)), *itertools.product(sides, (CAPTION,))):
            for tile in self._made:
                tile.side, tile.title_size = side, size
            if all(self._fits(tile) for tile in self._made):
                return

    def _fits(self, tile: MenuTile) -> bool:
        title = measure(self._stage, tile.title, tile.title_size, Face.MEDIUM)
        return title <= tile.title_room and measure(self._stage, tile.line, CAPTION) <= tile.room

    def _follow(self, tile: MenuTile) -> None:
        """What a tile says of what goes on behind it."""
        follow = {
            "lan": self._follow_lan,
            "library": self._follow_library,
            "modes": self._follow_tournament,
            "arcade": self._follow_arcade,
            "mistakes": self._follow_mistakes,
            "album": self._follow_album,
        }.get(tile.name)
        if follow is not None:
            follow(tile)

    def _follow_mistakes(self, tile: MenuTile) -> None:
        """What the tile of the person's own mistakes says: how many of them are to be asked for again."""
        t = self._stage.t
        due = len(self._stage.services.exercises.due(time.time()))
        tile.line = t("exercises.menu_due", n=due) if due else t("exercises.menu_none_due")
        tile.lit = due > 0
        tile.tooltip, tile.shortcut = t("exercises.menu_help"), self._key_of("mistakes")

    def _follow_album(self, tile: MenuTile) -> None:
        """What the tile of the seals says: the days running, else how many were won."""
        t, seals = self._stage.t, self._stage.services.seals
        days = seals.days_running
        tile.line = t("seals.streak", n=days) if days > 1 else t("seals.tile", n=seals.won, of=len(SEALS))
        tile.tooltip, tile.shortcut = t("seals.open_help"), self._key_of("album")

    def _follow_arcade(self, tile: MenuTile) -> None:
        """What the tile of the ladders says: how far the person has come on the one climbed last."""
        t, results = self._stage.t, self._stage.services.tables.results
        next_rungs = [rung for game in GAMES if results.bests(game) and (rung := results.next_rung(game))]
        tile.line = t("menu.arcade_line")
        if next_rungs:
            rung = max(next_rungs, key=lambda each: each.number)
            tile.line = t("menu.arcade_stage", n=rung.number, of=rung.of)

    def _follow_library(self, tile: MenuTile) -> None:
        """What the tile of the library says: how many games there are, once that is known."""
        t, library = self._stage.t, self._stage.services.library_made
        count = len(library.entries) if library is not None else 0
        tile.line = t("menu.library_line", n=count) if count else t("library.tile_line")

    def _follow_tournament(self, tile: MenuTile) -> None:
        """What the tile of the other modes says: how far the tournament is that is being played."""
        t, made = self._stage.t, self._stage.services.tournaments_made
        progress = made.progress if made is not None else None
        tile.lit = progress is not None
        tile.line = t("menu.modes_line")
        if progress is not None:
            tile.line = t("tournament.tile", done=progress[0], of=progress[1])

    def _follow_lan(self, tile: MenuTile) -> None:
        """What the tile of the LAN says: games to take up again, else how many people were found."""
        t, lan = self._stage.t, self._stage.services.lan_made
        suspended = len(lan.suspended) if lan is not None else 0
        people = len(lan.people) if lan is not None and lan.is_open else 0
        if suspended:
            tile.line = t("lan.tile_suspended", n=suspended)
        else:
            tile.line = t("lan.tile_people", n=people) if people else t("lan.tile_line")
        tile.lit = suspended > 0 or people > 0

    def _choose_mode(self) -> None:
        """Which game two people at this screen, or two computers, are to play; or tournaments and positions laid out by
        hand."""
        stage, t, tile = self._stage, self._stage.t, self._tile("modes")

        def opener(mode: GameMode, game: str) -> Action:
            return lambda: self._open_in_mode(mode, game)

        modes: tuple[tuple[GameMode, str], ...] = (("two", "people"), ("watch", "chip"))
        entries = [
            ListEntry(f"{t(f'menu.{mode}')} · {t(f'common.{game}')}", opener(mode, game), icon)
            for mode, icon in modes
            for game in GAMES
        ]
        entries.append(ListEntry(t("tournament.title"), lambda: stage.go(TOURNAMENTS, ""), "trophy"))
        entries.append(ListEntry(t("analysis.board"), lambda: stage.go(ANALYSIS, None), "pulse"))
        entries.append(ListEntry(t("setup.title"), lambda: stage.go(SETUP, *stage.services.laid_out), "pieces"))
        self._stage.open(Popup(tile, entries, max(tile.width, 280.0)))

    def _choose_ladder(self) -> None:
        """The ladder of which game is to be climbed."""
        t, tile, results = self._stage.t, self._tile("arcade"), self._stage.services.tables.results

        def opener(game: str) -> Action:
            return lambda: self._open_in_mode("arcade", game)

        entries = [
            ListEntry(f"{t(f'common.{game}')} · {results.stars(game)}/{most_stars(game)}", opener(game), "star")
            for game in GAMES
        ]
        self._stage.open(Popup(tile, entries, max(tile.width, 280.0)))

    def _tile(self, name: str) -> pygame.FRect:
        return next(tile.rect for tile in self._made if tile.name == name)

    def _open_in_mode(self, mode: GameMode, game: str) -> None:
        """The level select, set to two people or two computers."""
        settings = self._stage.settings
        changed = settings.with_choice(game, settings.choice(game).with_(mode=mode))
        self._stage.services.preferences.change(choices=changed.choices)
        self._stage.go(LEVELS, game)


def most_stars(game: str) -> int:
    """How many stars a game's ladder has to give."""
    return len(ladder(game)) * len(Star)
