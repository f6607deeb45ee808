"""The menu: a tea table with the games in the drawers of its chest, the game to continue, and the ways to all rooms."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from typing import Final

import pygame

from game.progress.arcade.ladder import ladder
from game.rules.registry import variant
from game.storage.settings import Theme as ThemeName
from game.storage.version import VERSION
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal import house_seal
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.menu_parts import PLATE_PAD, DrawerBoard, MenuFrame, PageDots, draw_plate_words
from game.ui.scenes.menu_scroll import MenuScroll
from game.ui.scenes.menu_tiles import MenuTiles, most_stars
from game.ui.scenes.names import portrait_of
from game.ui.scenes.page import measure
from game.ui.scenes.portrait_choice import draw_person, own_portrait
from game.ui.scenes.presents import present_ahead
from game.ui.scenes.showpieces import card_region, shown_position
from game.ui.scenes.tearoom.drawer import Contents
from game.ui.scenes.tearoom.emblems import emblem
from game.ui.scenes.tearoom.festivals import Festival, festival_of
from game.ui.scenes.tearoom.hours import hour_at, season_of
from game.ui.scenes.tearoom.room import places, room
from game.ui.scenes.tearoom.scroll import draw_plate
from game.ui.scenes.tearoom.touch import Moving, Touchable, touchables, verse
from game.ui.sound.scores import MENU
from game.ui.stage.navigator import KEYS, LEARN, LEVELS
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button, Kind, SquareButton
from game.ui.widgets.choices import Segment, Segmented

_FIRST: Final = next(iter(GAMES))
_DRAWERS: Final = 4
"""The number that comes out of the chest at once; further games lie on further pages."""
_ALBUM: Final = 48.0
"""The seal on the chest."""
_LANTERNS: Final = 7
"""One is lit for each rung of the run that goes on."""
_RING: Final = 9.0
"""The radius of a lantern in high contrast ..."""
_RINGS_LEFT: Final = 180.0
"""... and how far left of the header's middle the first one is."""
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
        self._looked_s = 0.0
        self._now = now
        self._was_preparing = False
        self._mistakes_seen = 0
        self._scroll = MenuScroll(stage, now, self.uncovered)
        self._tiles = MenuTiles(stage, self.key_of)
        self._page = 0
        self._frame = MenuFrame.fit((1280, 800), self._on_a_page, len(self._tiles.names))
        self._places = places(self._frame.room, _LANTERNS)
        self._moving = Moving(lambda: stage.settings.reduced_motion)
        self._opened_s = 0.0
        self._chance = random.Random(now().toordinal())
        self._verse = 0

    # ---- laying out

    def layout(self) -> None:
        """Header, plates, what the scroll says, tiles, and what can be touched in the room."""
        self._mistakes_seen = self.stage.services.exercises.revision
        self._tiles.fit(self.size)
        self._frame = frame = MenuFrame.fit(self.size, self._on_a_page, len(self._tiles.names))
        self._places = places(frame.room, _LANTERNS)
        self._scroll.look(frame.scroll, frame.halves())
        games = [widget for game in self._games for widget in self._game_widgets(game)]
        touchable = self._touchables()
        rooms = self._tiles.widgets(frame.tiles)
        self.widgets.replace(
            [*games, *self._turners(), *self._scroll.widgets(), *rooms, *self._header_widgets(), *touchable]
        )
        if self.widgets.focus is None:
            first = "play-first" if self._scroll.is_first_time else f"start-{self._games[0]}"
            self.widgets.focus_on("continue" if self._scroll.saved else first)

    @property
    def _pages(self) -> int:
        return -(-len(GAMES) // _DRAWERS)

    @property
    def _on_a_page(self) -> int:
        """How many games a page has: as many as the others, as far as that is possible."""
        return -(-len(GAMES) // self._pages)

    @property
    def _games(self) -> list[str]:
        """The games whose drawers are out."""
        return list(GAMES)[self._page * self._on_a_page :][: self._on_a_page]

    def _turners(self) -> list[Widget]:
        """What leads to other games, where there are more than drawers."""
        if self._pages == 1:
            return []
        t, plates, room = self.stage.t, self._frame.plates, self._frame.room
        y = plates[0].centery
        left, right = (pygame.FRect(x - 14, y - 20, 28, 40) for x in (plates[0].left - 16, plates[-1].right + 16))
        before = SquareButton(left, "chevron_left", lambda: self._turn(-1), t("menu.games_before"), name="games-before")
        after = SquareButton(right, "chevron_right", lambda: self._turn(1), t("menu.games_after"), name="games-after")
        return [before, after, PageDots((room.middle, room.drawers + 28), self._pages, self._page)]

    def _turn(self, by: int) -> None:
        """Put these drawers away; others come out."""
        self._page = (self._page + by) % self._pages
        self._opened_s = 0.0
        self.layout()

    def _touchables(self) -> list[Touchable]:
        """What in the room answers a touch; nothing in high contrast, which has no room."""
        if self.stage.theme.is_contrast:
            return []
        sounds, t = self.stage.sounds, self.stage.t

        def bird() -> None:
            self._moving.hop()
            sounds.play("bird")

        def kettle() -> None:
            self._moving.puff()
            sounds.play("hiss")

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
            "kettle": kettle,
            "bowls": lambda: sounds.play("rattle"),
        }
        made = touchables(self._frame.room, self._places, lambda thing: t(f"menu.touch_{thing}"), acts)
        album = Touchable(self._album_place(), self._tiles.open_album, "touch-album")
        album.tooltip, album.shortcut = t("seals.open_help"), self.key_of("album")
        return [*made, album]

    def _album_place(self) -> pygame.FRect:
        """Where the seal stands on the chest: between the kettle and the bowls."""
        places, side = self._places, _ALBUM * self._frame.room.zoom
        foot = places.bowls[0]
        x = (places.kettle[0] + foot[0]) / 2
        return pygame.FRect(x - side / 2, foot[1] - side, side, side)

    def _plate(self, game: str) -> pygame.FRect:
        return self._frame.plates[self._games.index(game)]

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
        corner = pygame.FRect(header.left, header.top, header.height, header.height)
        seal = Touchable(corner, self._tiles.open_album, "seal")
        seal.tooltip, seal.shortcut = t("seals.open_help"), self.key_of("album")
        return [seal, leave, keys, sound, languages]

    def _toggle_sound(self) -> None:
        self.stage.services.preferences.change(sound=not self.stage.settings.sound)

    def _game_widgets(self, game: str) -> list[Widget]:
        frame, plate = self._frame, self._plate(game)

        def contents() -> Contents:
            painter = self.stage.painter(variant(GAMES[game].showpiece.variant))
            size = board.board_size(self.stage.theme.is_contrast)
            return Contents(painter, shown_position(game)[0], card_region(game, size))

        def start() -> None:
            self.stage.go(LEVELS, game)

        board = DrawerBoard(
            frame.drawer(plate, not self.stage.theme.is_contrast), frame.room.middle, contents, start, f"picture-{game}"
        )
        pad = PLATE_PAD if plate.width > _NARROW_PLATE else 16.0
        learn = pygame.FRect(0, plate.top + 114, 80 if plate.width > _NARROW_PLATE else 66, 40)
        learn.right = plate.right - pad
        button = pygame.FRect(plate.left + pad, learn.top, learn.left - 8 - plate.left - pad, 40)
        kind: Kind = "primary" if game == self._games[0] else "secondary"
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

    # ---- acting

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        return {
            "learn_open": self._learn_pointed,
            "mistakes": self._tiles.open_mistakes,
            "album": self._tiles.open_album,
        }

    def back(self) -> None:
        """There is nothing behind the menu."""

    def _learn_pointed(self) -> None:
        """Teach the rules of the game whose card has the mouse or the focus, else of the first."""
        focus = self.widgets.focus.name if self.widgets.focus else ""
        pointed = [game for game in self._games if self._is_active(game)]
        focused = [game for game in self._games if focus in (f"start-{game}", f"learn-{game}")]
        self.stage.go(LEARN, (*pointed, *focused, self._games[0])[0])

    # ---- drawing

    def _is_active(self, game: str) -> bool:
        names = (f"picture-{game}", f"start-{game}", f"learn-{game}")
        return any(each.hovered for each in self.widgets.widgets if each.name in names)

    def handle(self, event: pygame.event.Event) -> bool:
        """Whatever the person does, the room sees it; the wheel turns the pages of the chest."""
        self._moving.touched()
        if event.type == pygame.MOUSEWHEEL and event.y and self._pages > 1:
            self._turn(-1 if event.y > 0 else 1)
            return True
        return super().handle(event)

    def update(self, dt: float) -> None:
        """Once the computer players are prepared, their games can be continued."""
        super().update(dt)
        self._moving.update(dt)
        self._opened_s += dt
        for widget in self.widgets.widgets:
            if isinstance(widget, DrawerBoard):
                widget.come_out = self._come_out(self._games.index(widget.name.removeprefix("picture-")))
        self._looked_s += dt
        if self._looked_s >= _LOOK_AGAIN_S:
            self._looked_s = 0.0
            if self.stage.services.exercises.revision != self._mistakes_seen:
                self.layout()
            self._tiles.follow()
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
        for game in self._games:
            self._draw_plate(canvas, game)
        self._scroll.draw(canvas, frame.scroll)
        self._draw_footer(canvas)

    def _draw_room(self, canvas: Canvas) -> None:
        """The room with the light of the hour, and what moves in it; in high contrast plain paper, and the lanterns as
        rings in the header."""
        lit = min(_LANTERNS, self._longest_run()[0])
        if canvas.theme.is_contrast:
            self.stage.draw_backdrop(canvas)
            header = self._frame.header
            for number in range(_LANTERNS):
                x = header.centerx - _RINGS_LEFT + 3 * _RING * number
                canvas.circle(x, header.centery - 14, _RING, canvas.theme.ink, 0.0 if number < lit else 2.0)
            self._draw_run(canvas, lit, header.centerx - _RINGS_LEFT - _RING, header.centery + 16)
            return
        now, frame = self._now(), self._frame.room
        festival = festival_of(now.date())
        hour = hour_at(now, canvas.theme.is_dark, festival is Festival.MID_AUTUMN)
        season = season_of(now.date())
        picture = room(frame, canvas.scale, hour, season, canvas.fonts, lit, _LANTERNS, festival)
        canvas.lay(picture, (0, 0))
        self._moving.draw(canvas, frame, self._places, hour.is_night)
        album = self._album_place()
        canvas.lay(emblem("album", canvas.px(album.width)), (canvas.px(album.left), canvas.px(album.top)))
        x, y = self._places.lanterns[0]
        line = y + 84 * min(1.0, frame.zoom)
        if line < frame.top - 8:
            self._draw_run(canvas, lit, x - 16, line)

    def _draw_run(self, canvas: Canvas, lit: int, x: float, y: float) -> None:
        """What the lanterns tell, in words."""
        t = self.stage.t
        if not lit:
            canvas.text(t("menu.run_none"), x, y, CAPTION, canvas.theme.muted)
            return
        width = canvas.text(t("menu.run", n=lit), x, y, BODY, face=Face.MEDIUM)
        ahead = present_ahead(self.stage, self._longest_run()[1])
        if ahead is not None:
            said, right = t("menu.run_ahead", n=ahead[0], present=ahead[1]), self._run_right(x)
            if x + width + 14 + canvas.text_width(said, CAPTION) <= right:
                canvas.text(said, x + width + 14, y, CAPTION, canvas.theme.muted)

    def _run_right(self, x: float) -> float:
        """How far right there is room beside what the lanterns tell: to the lamp, or to the person."""
        frame = self._frame
        if self.stage.theme.is_contrast:
            return frame.header.right - 200 - 54 - 44 - 44 - 16 - 140
        return self._places.lamp[0] - 40 * frame.room.zoom

    def _longest_run(self) -> tuple[int, str]:
        """How many stages the longest run has that goes on on any ladder, and the game."""
        results = self.stage.services.tables.results
        runs = [(len(run.rungs), game) for game in GAMES if (run := results.run(game))]
        return max(runs, key=lambda each: each[0], default=(0, _FIRST))

    def _draw_header(self, canvas: Canvas) -> None:
        t, header = self.stage.t, self._frame.header
        canvas.lay(house_seal(canvas.fonts, canvas.px(header.height)), canvas.pixels(header).topleft)
        x = header.left + header.height + 16
        lift, drop = (10, 21) if self._frame.compact else (10, 22)
        canvas.text(t("common.program"), x, header.centery - lift, DISPLAY, face=Face.TITLE)
        festival = festival_of(self._now().date())
        says = t("common.slogan") if festival is None else t(f"menu.greeting_{festival.value}")
        canvas.text(says, x + 2, header.centery + drop, BODY, canvas.theme.muted)
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
            y = header.centery + (12 if told else 0)
            canvas.icon("star", left + 57, y, 14, canvas.theme.gold)
            canvas.text(str(stars), left + 68, y, CAPTION, canvas.theme.muted)

    def _draw_plate(self, canvas: Canvas, game: str) -> None:
        t, results, plate = self.stage.t, self.stage.services.tables.results, self._plate(game)
        draw_plate(canvas, plate, self._is_active(game))
        rungs, bests = ladder(game), results.bests(game)
        won = [rung.level in bests for rung in rungs]
        portraits = [portrait_of(rung.level) for rung in rungs]
        stars = results.stars(game), most_stars(game)
        draw_plate_words(canvas, plate, t(f"common.{game}"), t(f"menu.{game}_line"), stars, portraits, won)

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
