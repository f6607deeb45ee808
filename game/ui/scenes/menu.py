"""The menu: a tea table with the games in the drawers of its chest, the game to continue, and the ways to all rooms."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

import pygame

from game.match.attempt import Star
from game.progress.arcade.ladder import ladder
from game.progress.seals.seal import SEALS
from game.rules.core import Side
from game.rules.registry import variant
from game.storage.settings import GameMode, LevelChoice
from game.storage.settings import Theme as ThemeName
from game.storage.version import VERSION
from game.tables.opponents import Readiness
from game.tables.saved_game import SavedGame
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal import house_seal
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING
from game.ui.scenes.challenges.sign import OfDay, draw_sign, of_day
from game.ui.scenes.colours import colour_name, is_undecided, player_words
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.menu_parts import PLATE_PAD, DrawerBoard, MenuFrame, MenuTile, draw_plate_words
from game.ui.scenes.names import level_name, moment, portrait_of
from game.ui.scenes.page import content, draw_chip, measure
from game.ui.scenes.pictures import Pictures, around_pieces
from game.ui.scenes.portrait_choice import draw_person, own_portrait
from game.ui.scenes.showpieces import card_region, shown_position
from game.ui.scenes.tearoom.drawer import Contents
from game.ui.scenes.tearoom.emblems import emblem
from game.ui.scenes.tearoom.hours import hour_at, season_of
from game.ui.scenes.tearoom.room import places, room
from game.ui.scenes.tearoom.scroll import draw_plate, draw_scroll
from game.ui.scenes.tearoom.touch import Moving, Touchable, touchables, verse
from game.ui.sound.scores import MENU
from game.ui.stage.navigator import (
    ALBUM,
    ANALYSIS,
    CHALLENGES,
    DAILY_CHALLENGE,
    EXERCISES,
    KEYS,
    LEARN,
    LEVELS,
    LIBRARY,
    LOBBY,
    MATCH,
    SETTINGS,
    SETUP,
    STORY,
    TOURNAMENTS,
)
from game.ui.stage.overlays import Dialog, DialogAnswer, ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button, Kind, SquareButton
from game.ui.widgets.choices import Segment, Segmented

_FIRST: Final = next(iter(GAMES))
_TILES: Final = ("arcade", "challenges", "mistakes", "album", "lan", "modes", "library", "settings")
_LEAST_TILE: Final = 180.0
"""Where the cards would be narrower, that of the album gives way: the seals on the chest and in the header lead there
too."""
_ALBUM: Final = 48.0
"""The seal on the chest."""
_LANTERNS: Final = 7
"""One is lit for each rung of the run that goes on."""
_BOTH_HALVES: Final = 1100.0
"""A scroll of that width shows the day's challenge and the open game side by side."""
_NARROW_PLATE: Final = 240.0
_DRAWER_S: Final = 0.24
_DRAWER_AFTER_S: Final = 0.06
_CREAM: Final = (246, 232, 208)
_LOOK_AGAIN_S: Final = 0.5
"""How often it is looked at who is on the network."""


def local_now() -> datetime:
    """The moment, in local time."""
    return datetime.now().astimezone()


class Menu(KeyedScene):
    """The lowest scene. `now` is the moment by which the saved game's time is told. Whoever has never sat down here is
    offered a game at once. Where nothing is to be continued the day's challenge is shown, solved or not: so the cards
    keep their size."""

    scope = "menu"
    music = MENU

    def __init__(self, stage: Stage, now: Callable[[], datetime] = local_now) -> None:
        super().__init__(stage)
        self._of_day: OfDay | None = None
        self._looked_s = 0.0
        self._now = now
        self._saved: SavedGame | None = None
        self._was_preparing = False
        self._mistakes_seen = 0
        self._pictures = Pictures(stage)
        self._tile_names: tuple[str, ...] = _TILES
        self._frame = MenuFrame.fit((1280, 800), len(GAMES), len(_TILES))
        self._places = places(self._frame.room, _LANTERNS)
        self._moving = Moving(lambda: stage.settings.reduced_motion)
        self._opened_s = 0.0
        self._chance = random.Random(now().toordinal())
        self._verse = 0

    # ---- laying out

    def layout(self) -> None:
        """Header, plates, what the scroll says, tiles, and what can be touched in the room."""
        self._saved = self.stage.services.tables.saved_game()
        exercises = self.stage.services.exercises
        self._mistakes_seen = exercises.revision
        self._tile_names = tuple(name for name in _TILES if name != "mistakes" or exercises.all)
        if content(self.size).width / len(self._tile_names) < _LEAST_TILE:
            self._tile_names = tuple(name for name in self._tile_names if name != "album")
        self._frame = frame = MenuFrame.fit(self.size, len(GAMES), len(self._tile_names))
        self._places = places(frame.room, _LANTERNS)
        is_wide = frame.scroll.width >= _BOTH_HALVES
        self._of_day = None
        if not self._is_first_time and (is_wide or self._saved is None):
            self._of_day = of_day(self.stage.services.stars)
        games = [widget for game in GAMES for widget in self._game_widgets(game)]
        touchable = self._touchables()
        self.widgets.replace([*games, *self._scroll_widgets(), *self._tiles(), *self._header_widgets(), *touchable])
        if self.widgets.focus is None:
            first = "play-first" if self._is_first_time else f"start-{_FIRST}"
            self.widgets.focus_on("continue" if self._saved else first)

    def _touchables(self) -> list[Touchable]:
        """What in the room answers a touch; nothing in high contrast, which has no room."""
        if self.stage.theme.is_contrast:
            return []
        sounds, t = self.stage.sounds, self.stage.t

        def bird() -> None:
            self._moving.hop()
            sounds.play("bird")

        def lamp() -> None:
            theme: ThemeName = "light" if self.stage.theme.is_dark else "dark"
            self.stage.services.preferences.change(theme=theme)

        def jar() -> None:
            self._verse = verse(self._chance, self._verse)
            self.stage.toasts.show(t(f"menu.verse_{self._verse}"))

        acts: dict[str, Action] = {
            "bird": bird,
            "lamp": lamp,
            "jar": jar,
            "kettle": lambda: sounds.play("hiss"),
            "bowls": lambda: sounds.play("rattle"),
        }
        made = touchables(self._frame.room, self._places, lambda thing: t(f"menu.touch_{thing}"), acts)
        album = Touchable(self._album_place(), self._open_album, "touch-album")
        album.tooltip, album.shortcut = t("seals.open_help"), self.key_of("album")
        return [*made, album]

    def _album_place(self) -> pygame.FRect:
        """Where the seal stands on the chest: between the kettle and the bowls."""
        places, side = self._places, _ALBUM * self._frame.room.zoom
        foot = places.bowls[0]
        x = (places.kettle[0] + foot[0]) / 2
        return pygame.FRect(x - side / 2, foot[1] - side, side, side)

    @property
    def _is_first_time(self) -> bool:
        """Whether nobody has sat down here yet: at no table, no opponent was ever chosen, no game is open or kept."""
        settings = self.stage.settings
        if self._saved is not None or settings.has_played or settings.choices:
            return False
        library = self.stage.services.library_made
        return library is None or not library.entries

    def _plate(self, game: str) -> pygame.FRect:
        return self._frame.plates[list(GAMES).index(game)]

    def uncovered(self) -> None:
        """There may be a game to continue now, or none any more; and one more in the library."""
        self.stage.services.library.look()
        self.layout()

    def _header_widgets(self) -> list[Widget]:
        stage, header = self.stage, self._frame.header
        t = stage.t
        languages = Segmented(
            pygame.FRect(header.right - 200, header.centery - 20, 200, 40),
            (Segment("zh", "中文"), Segment("en", "English")),
            t.name,
            lambda value: stage.services.preferences.change(language=value),
            name="language",
        )
        on = stage.settings.sound
        icon, tip = ("sound", t("common.mute")) if on else ("sound_off", t("common.unmute"))
        place = pygame.FRect(languages.rect.left - 54, header.centery - 20, 40, 40)
        sound = SquareButton(place, icon, self._toggle_sound, tip, name="sound")
        place, key = place.move(-44, 0), stage.key("everywhere", "keys")
        keys = SquareButton(place, "keyboard", lambda: stage.go(KEYS), t("menu.keys"), False, 24, key, "keys")
        place, key = place.move(-44, 0), stage.key("everywhere", "quit")
        tip = f"{t('menu.leave')} · {t('menu.leave_line')}"
        leave = SquareButton(place, "leave", stage.quit, tip, False, 24, key, "leave")
        seal = Touchable(pygame.FRect(header.left, header.top, header.height, header.height), self._open_album, "seal")
        seal.tooltip, seal.shortcut = t("seals.open_help"), self.key_of("album")
        return [seal, leave, keys, sound, languages]

    def _open_album(self) -> None:
        self.stage.go(ALBUM)

    def _open_mistakes(self) -> None:
        self.stage.go(EXERCISES, True)

    def _toggle_sound(self) -> None:
        self.stage.services.preferences.change(sound=not self.stage.settings.sound)

    def _game_widgets(self, game: str) -> list[Widget]:
        frame, plate = self._frame, self._plate(game)

        def contents() -> Contents:
            painter = self.stage.painter(variant(GAMES[game].showpiece.variant))
            return Contents(painter, shown_position(game)[0], card_region(game, board.board_size()))

        def start() -> None:
            self.stage.go(LEVELS, game)

        board = DrawerBoard(
            frame.drawer(plate, not self.stage.theme.is_contrast), frame.room.middle, contents, start, f"picture-{game}"
        )
        pad = PLATE_PAD if plate.width > _NARROW_PLATE else 16.0
        learn = pygame.FRect(0, plate.top + 114, 80 if plate.width > _NARROW_PLATE else 66, 40)
        learn.right = plate.right - pad
        button = pygame.FRect(plate.left + pad, learn.top, learn.left - 8 - plate.left - pad, 40)
        kind: Kind = "primary" if game == _FIRST else "secondary"
        return [
            board,
            Button(button, self.stage.t("menu.start"), start, kind, "play", name=f"start-{game}"),
            self._learn_button(learn, game),
        ]

    def _learn_button(self, rect: pygame.FRect, game: str) -> Widget:
        t = self.stage.t

        def learn() -> None:
            self.stage.go(LEARN, game)

        button = Button(rect, t("learn.open"), learn, name=f"learn-{game}")
        button.tooltip, button.shortcut = t("learn.open_help"), self.key_of("learn_open")
        return button

    # ---- the scroll

    def _part(self, is_saved: bool) -> pygame.FRect:
        """The part of the scroll for the day's challenge, or for the game that is open and for newcomers."""
        left, right = self._frame.halves()
        if self._of_day is not None and self._saved is not None:
            return right if is_saved else left
        return left.union(right)

    def _button_place(self, part: pygame.FRect) -> pygame.FRect:
        width = 128.0
        return pygame.FRect(part.right - width, part.centery - 20, width, 40)

    def _scroll_widgets(self) -> list[Widget]:
        t = self.stage.t
        made: list[Widget] = []
        if self._of_day is not None:
            name = self._of_day.name
            label = t("challenges.another" if self._of_day.stars else "challenges.solve")
            place = self._button_place(self._part(False))
            made.append(
                Button(place, label, lambda: self.stage.go(DAILY_CHALLENGE, name, True), icon="target", name="day")
            )
        place = self._button_place(self._part(True))
        if self._is_first_time:
            made.append(Button(place, t("menu.play_first"), self._play_first, "jade", "play", name="play-first"))
        elif self._saved is not None:
            discard = pygame.FRect(place.left - 46, place.top, 40, 40)
            go_on = Button(place, t("menu.continue"), self._resume, "jade", "play", name="continue")
            go_on.enabled = self._saved.readiness is Readiness.READY
            cross = SquareButton(
                discard, "cross", self._ask_to_discard, t("menu.discard"), icon_size=18, name="discard"
            )
            made += [go_on, cross]
        return made

    # ---- the cards of the other rooms

    def _tiles(self) -> list[Widget]:
        stage, t = self.stage, self.stage.t
        ways: dict[str, tuple[str, str, Action]] = {
            "arcade": (t("arcade.title"), "", self._choose_ladder),
            "challenges": (t("challenges.title"), t("menu.challenges_line"), lambda: stage.go(CHALLENGES, _FIRST)),
            "mistakes": (t("exercises.menu"), "", self._open_mistakes),
            "album": (t("seals.title"), "", self._open_album),
            "lan": (t("lan.tile"), "", lambda: stage.go(LOBBY)),
            "modes": (t("menu.modes"), "", self._choose_mode),
            "library": (t("library.title"), "", lambda: stage.go(LIBRARY, frozenset())),
            "settings": (t("common.settings"), t("menu.settings_line"), lambda: stage.go(SETTINGS)),
        }
        made: list[Widget] = []
        for name, rect in zip(self._tile_names, self._frame.tiles, strict=True):
            title, line, act = ways[name]
            tile = MenuTile(rect, name, title, line, act, name)
            self._follow(tile)
            made.append(tile)
        return made

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
        t = self.stage.t
        due = len(self.stage.services.exercises.due(time.time()))
        tile.line = t("exercises.menu_due", n=due) if due else t("exercises.menu_none_due")
        tile.lit = due > 0
        tile.tooltip, tile.shortcut = t("exercises.menu_help"), self.key_of("mistakes")

    def _follow_album(self, tile: MenuTile) -> None:
        """What the tile of the seals says: the days running, else how many were won."""
        t, seals = self.stage.t, self.stage.services.seals
        days = seals.days_running
        tile.line = t("seals.streak", n=days) if days > 1 else t("seals.tile", n=seals.won, of=len(SEALS))
        tile.tooltip, tile.shortcut = t("seals.open_help"), self.key_of("album")

    def _follow_arcade(self, tile: MenuTile) -> None:
        """What the tile of the ladders says: how far the person has come on the one climbed last."""
        t, results = self.stage.t, self.stage.services.tables.results
        next_rungs = [rung for game in GAMES if results.bests(game) and (rung := results.next_rung(game))]
        tile.line = t("menu.arcade_line")
        if next_rungs:
            rung = max(next_rungs, key=lambda each: each.number)
            tile.line = t("menu.arcade_stage", game=t(f"common.{rung.game}"), n=rung.number, of=rung.of)

    def _follow_library(self, tile: MenuTile) -> None:
        """What the tile of the library says: how many games there are, once that is known."""
        t, library = self.stage.t, self.stage.services.library_made
        count = len(library.entries) if library is not None else 0
        tile.line = t("menu.library_line", n=count) if count else t("library.tile_line")

    def _follow_tournament(self, tile: MenuTile) -> None:
        """What the tile of the other modes says: how far the tournament is that is being played."""
        t, made = self.stage.t, self.stage.services.tournaments_made
        progress = made.progress if made is not None else None
        tile.lit = progress is not None
        tile.line = t("menu.modes_line")
        if progress is not None:
            tile.line = t("tournament.tile", done=progress[0], of=progress[1])

    def _follow_lan(self, tile: MenuTile) -> None:
        """What the tile of the LAN says: games to take up again, else how many people were found."""
        t, lan = self.stage.t, self.stage.services.lan_made
        suspended = len(lan.suspended) if lan is not None else 0
        people = len(lan.people) if lan is not None and lan.is_open else 0
        if suspended:
            tile.line = t("lan.tile_suspended", n=suspended)
        else:
            tile.line = t("lan.tile_people", n=people) if people else t("lan.tile_line")
        tile.lit = suspended > 0 or people > 0

    # ---- acting

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        return {"learn_open": self._learn_pointed, "mistakes": self._open_mistakes, "album": self._open_album}

    def back(self) -> None:
        """There is nothing behind the menu."""

    def _learn_pointed(self) -> None:
        """Teach the rules of the game whose card has the mouse or the focus, else of the first."""
        focus = self.widgets.focus.name if self.widgets.focus else ""
        pointed = [game for game in GAMES if self._is_active(game)]
        focused = [game for game in GAMES if focus in (f"start-{game}", f"learn-{game}")]
        self.stage.go(LEARN, (*pointed, *focused, _FIRST)[0])

    def _choose_mode(self) -> None:
        """Which game two people at this screen, or two computers, are to play; or tournaments and positions laid out by
        hand."""
        stage, t, tile = self.stage, self.stage.t, self._tile("modes")

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
        self.stage.open(Popup(tile, entries, max(tile.width, 280.0)))

    def _choose_ladder(self) -> None:
        """The ladder of which game is to be climbed."""
        t, tile, results = self.stage.t, self._tile("arcade"), self.stage.services.tables.results

        def opener(game: str) -> Action:
            return lambda: self._open_in_mode("arcade", game)

        entries = [
            ListEntry(f"{t(f'common.{game}')} · {results.stars(game)}/{_most_stars(game)}", opener(game), "star")
            for game in GAMES
        ]
        self.stage.open(Popup(tile, entries, max(tile.width, 280.0)))

    def _tile(self, name: str) -> pygame.FRect:
        return self._frame.tiles[self._tile_names.index(name)]

    def _open_in_mode(self, mode: GameMode, game: str) -> None:
        """The level select, set to two people or two computers."""
        settings = self.stage.settings
        changed = settings.with_choice(game, settings.choice(game).with_(mode=mode))
        self.stage.services.preferences.change(choices=changed.choices)
        self.stage.go(LEVELS, game)

    def _resume(self) -> None:
        match = self.stage.services.tables.resume()
        if match is not None:
            self.stage.go(MATCH, match)
        else:
            self.uncovered()  # to look again for what can be continued

    def _play_first(self) -> None:
        """A game at once against whoever needs no preparation; from then on the level select begins with them."""
        services, settings, game = self.stage.services, self.stage.settings, _FIRST
        choice = LevelChoice(level=services.tables.opponents(game)[0].name)
        services.preferences.change(choices=settings.with_choice(game, choice).choices)
        self.stage.go(MATCH, services.tables.new_match(game, choice, settings.name))
        if game not in settings.stories:
            self.stage.go(STORY, game)

    def _ask_to_discard(self) -> None:
        t = self.stage.t

        def discard() -> None:
            self.stage.services.tables.discard_saved()
            self.layout()

        answers = (
            DialogAnswer(t("menu.discard_yes"), discard, "primary"),
            DialogAnswer(t("menu.discard_no"), lambda: None),
        )
        self.stage.open(Dialog(t("menu.discard_title"), t("menu.discard_text"), answers))

    # ---- drawing

    def _is_active(self, game: str) -> bool:
        names = (f"picture-{game}", f"start-{game}", f"learn-{game}")
        return any(each.hovered for each in self.widgets.widgets if each.name in names)

    def handle(self, event: pygame.event.Event) -> bool:
        """Whatever the person does, the room sees it."""
        self._moving.touched()
        return super().handle(event)

    def update(self, dt: float) -> None:
        """Once the computer players are prepared, their games can be continued."""
        super().update(dt)
        self._moving.update(dt)
        self._opened_s += dt
        for widget in self.widgets.widgets:
            if isinstance(widget, DrawerBoard):
                widget.come_out = self._come_out(list(GAMES).index(widget.name.removeprefix("picture-")))
        self._looked_s += dt
        if self._looked_s >= _LOOK_AGAIN_S:
            self._looked_s = 0.0
            if self.stage.services.exercises.revision != self._mistakes_seen:
                self.layout()
            for widget in self.widgets.widgets:
                if isinstance(widget, MenuTile):
                    self._follow(widget)
        running = self.stage.services.tables.preparation().running
        if running is not self._was_preparing:
            self._was_preparing = running
            self.layout()

    def _come_out(self, number: int) -> float:
        """How far a drawer has come out: one after the other, when the menu is first seen."""
        if self.stage.settings.reduced_motion:
            return 1.0
        share = min(1.0, max(0.0, (self._opened_s - _DRAWER_AFTER_S * number) / _DRAWER_S))
        return 1 - (1 - share) ** 3

    def toast_place(self) -> tuple[tuple[float, float], float]:
        """Over the window: below, it would lie over the tiles."""
        header = self._frame.header
        return (header.centerx, header.top + 92), min(540.0, header.width - 640)

    def draw_scene(self, canvas: Canvas) -> None:
        """The room, header, plates, scroll, and the front of the table."""
        frame = self._frame
        self._draw_room(canvas)
        self._draw_header(canvas)
        for game in GAMES:
            self._draw_plate(canvas, game)
        draw_scroll(canvas, frame.scroll)
        if self._of_day is not None:
            part = self._part(False)
            draw_sign(canvas, self.stage.t, part, self._pictures, self._of_day, self._button_place(part).width)
        if self._saved is not None:
            self._draw_saved(canvas, self._part(True), self._saved)
            if self._of_day is not None:
                canvas.fill(
                    pygame.FRect(frame.scroll.centerx, frame.scroll.top + 12, 1, frame.scroll.height - 24),
                    canvas.theme.line,
                )
        elif self._of_day is None:
            self._draw_first(canvas, self._part(True))
        self._draw_footer(canvas)

    def _draw_room(self, canvas: Canvas) -> None:
        """The room with the light of the hour, and what moves in it; plain paper in high contrast."""
        if canvas.theme.is_contrast:
            self.stage.draw_backdrop(canvas)
            return
        now, frame = self._now(), self._frame.room
        hour = hour_at(now, canvas.theme.is_dark)
        lit = min(_LANTERNS, self._wins_running())
        picture = room(frame, canvas.scale, hour, season_of(now.date()), canvas.fonts, lit, _LANTERNS)
        canvas.lay(picture, (0, 0))
        self._moving.draw(canvas, frame, self._places, hour.is_night)
        album = self._album_place()
        canvas.lay(emblem("album", canvas.px(album.width)), (canvas.px(album.left), canvas.px(album.top)))
        t, (x, y) = self.stage.t, self._places.lanterns[0]
        line = y + 84 * min(1.0, frame.zoom)
        if line < frame.top - 8:
            text = t("menu.run", n=lit) if lit else t("menu.run_none")
            canvas.text(
                text,
                x - 16,
                line,
                BODY if lit else CAPTION,
                None if lit else canvas.theme.muted,
                face=Face.MEDIUM if lit else Face.REGULAR,
            )

    def _wins_running(self) -> int:
        """The longest run of rungs that goes on on any ladder."""
        results = self.stage.services.tables.results
        return max((len(run.rungs) for game in GAMES if (run := results.run(game))), default=0)

    def _draw_header(self, canvas: Canvas) -> None:
        t, header = self.stage.t, self._frame.header
        canvas.lay(house_seal(canvas.fonts, canvas.px(header.height)), canvas.pixels(header).topleft)
        x = header.left + header.height + 16
        lift, drop = (10, 21) if self._frame.compact else (10, 22)
        canvas.text(t("common.program"), x, header.centery - lift, DISPLAY, face=Face.TITLE)
        canvas.text(t("common.slogan"), x + 2, header.centery + drop, BODY, canvas.theme.muted)
        name = self.stage.settings.name.strip()
        right = header.right - 200 - 54 - 44 - 44 - 16
        left = header.centerx + self._frame.room.window[2] + 26
        if name and right - left > 60:
            draw_person(canvas, own_portrait(self.stage), name, left + 20, header.centery, 40)
            told = [
                each
                for each in (name, name.split()[0])
                if measure(self.stage, each, BODY, Face.MEDIUM) <= right - left - 50
            ]
            canvas.text(told[0] if told else "", left + 50, header.centery - 9, BODY, face=Face.MEDIUM)
            stars = sum(self.stage.services.tables.results.stars(game) for game in GAMES)
            canvas.icon("star", left + 57, header.centery + 12, 14, canvas.theme.gold)
            canvas.text(str(stars), left + 68, header.centery + 12, CAPTION, canvas.theme.muted)

    def _draw_plate(self, canvas: Canvas, game: str) -> None:
        t, results, plate = self.stage.t, self.stage.services.tables.results, self._plate(game)
        draw_plate(canvas, plate, self._is_active(game))
        rungs, bests = ladder(game), results.bests(game)
        won = [rung.level in bests for rung in rungs]
        portraits = [portrait_of(rung.level) for rung in rungs]
        stars = results.stars(game), _most_stars(game)
        draw_plate_words(canvas, plate, t(f"common.{game}"), t(f"menu.{game}_line"), stars, portraits, won)

    def _draw_saved(self, canvas: Canvas, part: pygame.FRect, saved: SavedGame) -> None:
        t, theme = self.stage.t, canvas.theme
        side = part.height - 20
        rules = variant(saved.variant)
        picture = self._pictures.board(rules, saved.position, (side, side), around_pieces(saved.position))
        canvas.picture(picture, pygame.FRect(part.left, part.top + 10, side, side), 6)
        x = part.left + side + 16
        room = self._button_place(part).left - 46 - 12 - x
        says = self._saved_text(saved)
        fits = canvas.text_width(says, BODY) <= room
        y = part.centery - (12 if fits else 19)
        width = canvas.text(t("menu.continue_title"), x, y, HEADING, face=Face.MEDIUM)
        draw_chip(canvas, x + width + 14, y, t(f"common.{rules.game}"), theme.inset, theme.muted)
        if fits:
            canvas.text(says, x, part.centery + 16, BODY, theme.muted)
        else:
            for i, line in enumerate(canvas.wrapped(says, room, CAPTION)[:2]):
                canvas.text(line, x, part.centery + 7 + 17 * i, CAPTION, theme.muted)

    def _draw_first(self, canvas: Canvas, part: pygame.FRect) -> None:
        """Who waits for whoever opens the program for the first time."""
        t = self.stage.t
        side = part.height - 20
        canvas.portrait(portrait_of("first-steps"), part.left + side / 2, part.centery, side)
        x = part.left + side + 16
        room = self._button_place(part).left - 16 - x
        canvas.text(t("menu.first_title"), x, part.centery - 12, HEADING, face=Face.MEDIUM, width=room)
        key = "menu.first_preparing" if self.stage.services.tables.preparation().running else "menu.first_text"
        text = t(key, level=level_name(t, "first-steps"))
        canvas.text(text, x, part.centery + 16, BODY, canvas.theme.muted, width=room)

    def _saved_text(self, saved: SavedGame) -> str:
        """Against whom, which colour, how far, when."""
        t = self.stage.t
        rules, position = variant(saved.variant), saved.position
        turn = position.turn
        if saved.level is None:
            who = t("menu.between_people")
        elif saved.person is None:
            who = t("menu.between_computers")
        else:
            colour = "undecided" if is_undecided(position) else colour_name(rules, position, saved.person)
            who = t(f"menu.against_{colour}", level=level_name(t, saved.level))
        against_computer = saved.level is not None and saved.person is not None
        key = "menu.side_turn" if not against_computer else _turn_key(turn, saved.person)
        at = t(key, n=saved.ply + 1, side=player_words(t, rules, position, turn))
        parts = [who, at, moment(t, saved.saved_at, self._now())]
        if saved.is_attempt:
            parts.insert(0, t("arcade.title"))
        if saved.readiness is Readiness.PREPARING:
            parts.insert(0, t("menu.being_prepared"))
        return t("common.list_separator").join(parts)

    def _draw_footer(self, canvas: Canvas) -> None:
        """The front of the table: keys, what is being prepared, the version."""
        t, frame, theme = self.stage.t, self._frame, canvas.theme
        ink = theme.ink if theme.is_contrast else _CREAM
        left, right, y = frame.header.left, frame.header.right, frame.footer
        key = self.stage.key
        for name, meaning in (
            (key("everywhere", "keys"), t("menu.keys")),
            (key("everywhere", "full_screen"), t("common.full_screen")),
            (self.key_of("album"), t("seals.title")),
            ("Tab", t("menu.focus")),
        ):
            if name:
                left += canvas.text(f"{name} {meaning}", left, y, CAPTION, ink) + 24
        right -= canvas.text(VERSION, right, y, CAPTION, ink, "right") + 24
        progress = self.stage.services.tables.preparation()
        if progress.failed:
            text = t("menu.prepare_failed", why=progress.failed)
            canvas.text(text, right, y, CAPTION, ink, "right", width=right - left - 24)
        elif progress.running:
            text = (
                t("menu.preparing", done=progress.done, of=progress.of) if progress.of else t("menu.preparing_begins")
            )
            bar = pygame.FRect(right - 120, y - 3, 120, 6)
            canvas.rounded(bar, 3, theme.inset, theme.line, 1)
            share = progress.done / progress.of if progress.of else 0.0
            canvas.rounded(pygame.FRect(bar.left, bar.top, max(6.0, 120 * share), 6), 3, theme.jade)
            canvas.text(text, bar.left - 12, y, CAPTION, ink, "right")


def _most_stars(game: str) -> int:
    """How many stars a game's ladder has to give."""
    return len(ladder(game)) * len(Star)


def _turn_key(turn: Side, person: Side | None) -> str:
    return "menu.your_turn" if turn is person else "menu.their_turn"
