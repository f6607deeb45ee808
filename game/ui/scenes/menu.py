"""The menu: the games as cards, the game to continue, and the ways to everything else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

import pygame

from game.lan.views import Lan
from game.library.library import Library
from game.rules.core import Side
from game.rules.registry import variant
from game.storage.settings import GameMode
from game.storage.version import VERSION
from game.tables.opponents import Readiness
from game.tables.saved_game import SavedGame
from game.ui.canvas import Canvas
from game.ui.games.registry import GAMES
from game.ui.paint.seal import GLYPH_SHARE, seal
from game.ui.scenes.challenges.sign import OfDay, draw_sign
from game.ui.scenes.colours import colour_name, is_undecided, player_words
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.menu_parts import (
    CardPicture,
    MenuFrame,
    Tile,
    draw_game_text,
)
from game.ui.scenes.names import level_name, moment, portrait_of
from game.ui.scenes.page import draw_chip, draw_key_hints, measure
from game.ui.scenes.pictures import Pictures, around_pieces
from game.ui.scenes.showpieces import card_region, shown_position
from game.ui.stage import Stage
from game.ui.text import Face
from game.ui.theme import BODY, CAPTION, CARD_RADIUS, DISPLAY, HEADING, TITLE
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button, Kind, SquareButton
from game.ui.widgets.choices import Choice, Segmented
from game.ui.widgets.overlays import Answer, Dialog, Entry, Popup

_FIRST: Final = next(iter(GAMES))
_BOTH_BUTTONS: Final = 240.0
"""A card with less room across has one button with words only."""
_AVATAR: Final = (44, 102, 80)
_LOOK_AGAIN_S: Final = 0.5
"""How often it is looked at who is on the network."""


def local_now() -> datetime:
    """The moment, in local time."""
    return datetime.now().astimezone()


class Menu(KeyedScene):
    """The lowest scene. `lan` gives the LAN once there is one, `now` the moment by which the saved game's time is
    told, `tournament` how many games of how many have been played in the one that is being played (None: none is).
    `play_first` begins a game at once; it is offered to whoever has never sat down here. `of_day` gives the day's
    challenge, which is shown where nothing is to be continued, solved or not: so the cards keep their size."""

    scope = "menu"

    def __init__(
        self,
        stage: Stage,
        open_levels: Callable[[str], None],
        resume: Action,
        open_settings: Action,
        open_keys: Action,
        open_lobby: Action,
        lan: Callable[[], Lan | None] = lambda: None,
        now: Callable[[], datetime] = local_now,
        library: Library | None = None,
        open_library: Action = lambda: None,
        open_learn: Callable[[str], None] = lambda game: None,
        open_challenges: Action = lambda: None,
        play_first: Action | None = None,
        open_tournaments: Action = lambda: None,
        tournament: Callable[[], tuple[int, int] | None] = lambda: None,
        of_day: Callable[[], OfDay | None] = lambda: None,
        open_of_day: Callable[[str], None] = lambda game: None,
        open_setup: Action = lambda: None,
    ) -> None:
        super().__init__(stage)
        self._open_levels = open_levels
        self._resume = resume
        self._open_settings = open_settings
        self._open_keys = open_keys
        self._open_lobby = open_lobby
        self._lan = lan
        self._library = library
        self._open_library = open_library
        self._open_learn = open_learn
        self._open_challenges = open_challenges
        self._play_first = play_first
        self._open_tournaments = open_tournaments
        self._tournament = tournament
        self._look_up_day = of_day
        self._open_of_day = open_of_day
        self._open_setup = open_setup
        self._of_day: OfDay | None = None
        self._looked_s = 0.0
        self._now = now
        self._saved: SavedGame | None = None
        self._was_preparing = False
        self._pictures = Pictures(stage)
        self._frame = MenuFrame.fit((1280, 800), len(GAMES), 4, False)
        self._seal: tuple[int, pygame.Surface] | None = None

    # ---- laying out

    def layout(self) -> None:
        """Header, cards, the row of the saved game, tiles."""
        self._saved = self.stage.hall.saved_game()
        is_taken = self._saved is not None or self._is_first_time
        self._of_day = None if is_taken else self._look_up_day()
        self._frame = MenuFrame.fit(self.size, len(GAMES), 4, is_taken or self._of_day is not None)
        games = [widget for game in GAMES for widget in self._game_widgets(game)]
        widgets = [*games, *self._saved_widgets(), *self._tiles(), *self._header_widgets()]
        self.widgets.replace(widgets)
        if self.widgets.focus is None:
            first = "play-first" if self._is_first_time else f"start-{_FIRST}"
            self.widgets.focus_on("continue" if self._saved else first)

    @property
    def _is_first_time(self) -> bool:
        """Whether nobody has sat down here yet: at no table, no opponent was ever chosen, no game is open or kept."""
        if self._play_first is None or self._saved is not None or self.stage.settings.has_played:
            return False
        return not self.stage.settings.choices and not (self._library is not None and self._library.entries)

    def _card(self, game: str) -> pygame.FRect:
        return self._frame.cards[list(GAMES).index(game)]

    def uncovered(self) -> None:
        """There may be a game to continue now, or none any more; and one more in the library."""
        if self._library is not None:
            self._library.look()
        self.layout()

    def _header_widgets(self) -> list[Widget]:
        stage, header = self.stage, self._frame.header
        t = stage.t
        languages = Segmented(
            pygame.FRect(header.right - 200, header.centery - 20, 200, 40),
            (Choice("zh", "中文"), Choice("en", "English")),
            t.name,
            lambda value: stage.hall.change(language=value),
            name="language",
        )
        on = stage.settings.sound
        sound = SquareButton(
            pygame.FRect(languages.rect.left - 54, header.centery - 20, 40, 40),
            "sound" if on else "sound_off",
            lambda: stage.hall.change(sound=not stage.settings.sound),
            t("common.mute" if on else "common.unmute"),
            name="sound",
        )
        keys = SquareButton(
            pygame.FRect(sound.rect.left - 44, header.centery - 20, 40, 40),
            "keyboard",
            self._open_keys,
            t("menu.keys"),
            icon_size=24,
            shortcut=stage.key("everywhere", "keys"),
            name="keys",
        )
        leave = SquareButton(
            pygame.FRect(keys.rect.left - 44, header.centery - 20, 40, 40),
            "leave",
            stage.hall.quit,
            f"{t('menu.leave')} · {t('menu.leave_line')}",
            icon_size=24,
            shortcut=stage.key("everywhere", "quit"),
            name="leave",
        )
        return [leave, keys, sound, languages]

    def _game_widgets(self, game: str) -> list[Widget]:
        frame = self._frame
        card = self._card(game)
        area = frame.picture(card)
        region = card_region(game, area.size)

        def picture() -> pygame.Surface:
            position, last = shown_position(game)
            return self._pictures.board(variant(GAMES[game].showpiece.variant), position, area.size, region, last)

        def start() -> None:
            self._open_levels(game)

        pad, height = (18.0, 38.0) if frame.compact else (24.0, 40.0)
        learn = pygame.FRect(0, card.bottom - height - (14 if frame.compact else 16), 0, height)
        learn.width = 98.0 if frame.compact else 112.0
        if card.width - 2 * pad < _BOTH_BUTTONS:
            learn.width = height  # only its picture
        learn.right = card.right - pad
        button = learn.copy()
        button.left = card.left + pad
        button.width = learn.left - 10 - button.left
        kind: Kind = "primary" if game == _FIRST else "secondary"
        return [
            CardPicture(area, picture, start, f"picture-{game}"),
            Button(button, self.stage.t("menu.start"), start, kind, "play", name=f"start-{game}"),
            self._learn_button(learn, game),
        ]

    def _learn_button(self, rect: pygame.FRect, game: str) -> Widget:
        t = self.stage.t
        if rect.width <= rect.height:
            key = self.key_of("learn_open")
            return SquareButton(
                rect, "book", lambda: self._open_learn(game), t("learn.open_help"), True, 22, key, f"learn-{game}"
            )  # fmt: skip
        button = Button(rect, t("learn.open"), lambda: self._open_learn(game), icon="book", name=f"learn-{game}")
        button.tooltip, button.shortcut = t("learn.open_help"), self.key_of("learn_open")
        return button

    def _saved_widgets(self) -> list[Widget]:
        row = self._frame.saved
        if row is None:
            return []
        t = self.stage.t
        size = (132.0, 40.0) if self._frame.compact else (160.0, 44.0)
        resume = pygame.FRect(row.right - 24 - size[0], row.centery - size[1] / 2, *size)
        if self._play_first is not None and self._is_first_time:
            return [Button(resume, t("menu.play_first"), self._play_first, "jade", "play", name="play-first")]
        if self._of_day is not None:
            name = self._of_day.name
            label = t("challenges.another" if self._of_day.stars else "challenges.solve")
            return [Button(resume, label, lambda: self._open_of_day(name), icon="target", name="day")]
        discard = pygame.FRect(resume.left - 56, row.centery - 20, 40, 40)
        go_on = Button(resume, t("menu.continue"), self._resume, "jade", "play", name="continue")
        go_on.enabled = self._saved is not None and self._saved.readiness is Readiness.READY
        return [
            go_on,
            SquareButton(discard, "cross", self._ask_to_discard, t("menu.discard"), icon_size=18, name="discard"),
        ]

    def _tiles(self) -> list[Widget]:
        t, rects = self.stage.t, self._frame.tiles

        nearby = Tile(rects[0], "people", "jade", t("lan.tile"), t("lan.tile_line"), self._open_lobby, "lan")
        self._follow_lan(nearby)
        shelf = Tile(rects[1], "shelf", "indigo", t("library.title"), "", self._open_library, "library")
        self._follow_library(shelf)
        modes = Tile(rects[2], "display", "red", t("menu.modes"), t("menu.modes_line"), self._choose_mode, "modes")
        self._follow_tournament(modes)
        return [
            nearby,
            shelf,
            modes,
            Tile(
                rects[3],
                "gear",
                "gold",
                t("common.settings"),
                t("menu.settings_line"),
                self._open_settings,
                "settings",
            ),
        ]

    def _follow_library(self, tile: Tile) -> None:
        """What the tile of the library says: how many games there are, once that is known."""
        t, library = self.stage.t, self._library
        count = len(library.entries) if library is not None else 0
        tile.line = t("menu.library_line", n=count) if count else t("library.tile_line")

    def _follow_tournament(self, tile: Tile) -> None:
        """What the tile of the other modes says: how far the tournament is that is being played."""
        t, progress = self.stage.t, self._tournament()
        tile.lit = progress is not None
        tile.line = t("menu.modes_line")
        if progress is not None:
            tile.line = t("tournament.tile", done=progress[0], of=progress[1])

    def _follow_lan(self, tile: Tile) -> None:
        """What the tile of the LAN says: games to take up again, else how many people were found."""
        t, lan = self.stage.t, self._lan()
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
        return {"learn_open": self._learn_pointed}

    def back(self) -> None:
        """There is nothing behind the menu."""

    def _learn_pointed(self) -> None:
        """Teach the rules of the game whose card has the mouse or the focus, else of the first."""
        focus = self.widgets.focus.name if self.widgets.focus else ""
        pointed = [game for game in GAMES if self._is_active(game)]
        focused = [game for game in GAMES if focus in (f"start-{game}", f"learn-{game}")]
        self._open_learn((*pointed, *focused, _FIRST)[0])

    def _choose_mode(self) -> None:
        """Which game two people at this screen, or two computers, are to play; or the ladders, challenges, tournaments
        and positions laid out by hand."""
        t, tile = self.stage.t, self._frame.tiles[2]

        def opener(mode: GameMode, game: str) -> Action:
            return lambda: self._open_in_mode(mode, game)

        modes: tuple[tuple[GameMode, str], ...] = (("two", "people"), ("watch", "chip"))
        entries = [
            Entry(f"{t(f'menu.{mode}')} · {t(f'common.{game}')}", opener(mode, game), icon)
            for mode, icon in modes
            for game in GAMES
        ]
        ladders = [Entry(t(f"common.{game}"), opener("arcade", game), "star") for game in GAMES]

        def choose_ladder() -> None:
            self.stage.open(Popup(tile, ladders, max(tile.width, 280.0)))

        entries.append(Entry(t("arcade.title"), choose_ladder, "star"))
        entries.append(Entry(t("challenges.title"), self._open_challenges, "target"))
        entries.append(Entry(t("tournament.title"), self._open_tournaments, "trophy"))
        entries.append(Entry(t("setup.title"), self._open_setup, "pieces"))
        self.stage.open(Popup(tile, entries, max(tile.width, 280.0)))

    def _open_in_mode(self, mode: GameMode, game: str) -> None:
        """The level select, set to two people or two computers."""
        settings = self.stage.settings
        changed = settings.with_choice(game, settings.choice(game).with_(mode=mode))
        self.stage.hall.change(choices=changed.choices)
        self._open_levels(game)

    def _ask_to_discard(self) -> None:
        t = self.stage.t

        def discard() -> None:
            self.stage.hall.discard_saved()
            self.layout()

        answers = (
            Answer(t("menu.discard_yes"), discard, "primary"),
            Answer(t("menu.discard_no"), lambda: None),
        )
        self.stage.open(Dialog(t("menu.discard_title"), t("menu.discard_text"), answers))

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The scene; the frame of the card under the mouse lies above its picture."""
        super().draw(canvas)
        for game in GAMES:
            if self._is_active(game):
                canvas.rounded(self._card(game), CARD_RADIUS, None, canvas.theme.red, 2.0)

    def _is_active(self, game: str) -> bool:
        names = (f"picture-{game}", f"start-{game}", f"learn-{game}")
        return any(each.hovered for each in self.widgets.widgets if each.name in names)

    def update(self, dt: float) -> None:
        """Once the computer players are prepared, their games can be continued."""
        super().update(dt)
        self._looked_s += dt
        if self._looked_s >= _LOOK_AGAIN_S:
            self._looked_s = 0.0
            for widget in self.widgets.widgets:
                if isinstance(widget, Tile) and widget.name == "lan":
                    self._follow_lan(widget)
                elif isinstance(widget, Tile) and widget.name == "library":
                    self._follow_library(widget)
                elif isinstance(widget, Tile) and widget.name == "modes":
                    self._follow_tournament(widget)
        running = self.stage.hall.preparation().running
        if running is not self._was_preparing:
            self._was_preparing = running
            self.layout()

    def toast_place(self) -> tuple[tuple[float, float], float]:
        """In the header between title and buttons: below, it would lie over the tiles."""
        header = self._frame.header
        return (header.centerx, header.top + 92), min(540.0, header.width - 640)

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper with hills and a sun behind the middle card, header, cards, footer."""
        frame = self._frame
        middle = frame.cards[1]
        self.stage.draw_backdrop(canvas, 1.0, (middle.centerx, middle.top + 24, 92))
        self._draw_header(canvas)
        self._draw_cards(canvas)
        if frame.saved is not None and self._saved is not None:
            self._draw_saved(canvas, frame.saved, self._saved)
        elif frame.saved is not None and self._of_day is not None:
            beside = 132.0 if frame.compact else 160.0
            draw_sign(canvas, self.stage.t, frame.saved, self._pictures, self._of_day, beside)
        elif frame.saved is not None:
            self._draw_first(canvas, frame.saved)
        self._draw_footer(canvas)

    def _draw_header(self, canvas: Canvas) -> None:
        t, header = self.stage.t, self._frame.header
        canvas.lay(self._seal_picture(canvas, header.height), canvas.pixels(header).topleft)
        x = header.left + header.height + 16
        lift, drop = (10, 21) if self._frame.compact else (10, 22)
        canvas.text(t("common.program"), x, header.centery - lift, DISPLAY, face=Face.TITLE)
        canvas.text(t("common.slogan"), x + 2, header.centery + drop, BODY, canvas.theme.muted)
        name = self.stage.settings.name.strip()
        if name:
            room = 220.0
            width = min(room, measure(self.stage, name, BODY, Face.MEDIUM))
            right = header.right - 200 - 54 - 44 - 44 - 24
            canvas.text(name, right - width, header.centery, BODY, face=Face.MEDIUM, width=room)
            canvas.initial(name, right - width - 30, header.centery, 40, _AVATAR)

    def _seal_picture(self, canvas: Canvas, size: float) -> pygame.Surface:
        pixels = canvas.px(size)
        if self._seal is None or self._seal[0] != pixels:
            glyph = canvas.fonts.render("弈", round(pixels * GLYPH_SHARE), (255, 255, 255), Face.TITLE)
            self._seal = (pixels, seal(pixels, glyph))
        return self._seal[1]

    def _draw_cards(self, canvas: Canvas) -> None:
        t, frame = self.stage.t, self._frame
        widest = max(canvas.text_width(t(f"common.{game}"), TITLE, Face.TITLE) for game in GAMES)
        for game in GAMES:
            card = self._card(game)
            canvas.card(card, 3 if self._is_active(game) else 2)
            top = frame.picture(card).bottom
            names = [opponent.name for opponent in self.stage.hall.opponents(game)]
            levels = list(dict.fromkeys(map(portrait_of, names)))  # one portrait for all other programs
            lines = t(f"menu.{game}_line"), t(f"menu.{game}_detail")
            draw_game_text(canvas, card, top, t(f"common.{game}"), *lines, levels, widest, frame.compact)

    def _draw_saved(self, canvas: Canvas, row: pygame.FRect, saved: SavedGame) -> None:
        t, theme = self.stage.t, canvas.theme
        canvas.card(row, 2)
        side = row.height - 16
        rules = variant(saved.variant)
        game = rules.game
        picture = self._pictures.board(rules, saved.position, (side, side), around_pieces(saved.position))
        canvas.picture(picture, pygame.FRect(row.left + 10, row.top + 8, side, side), 6)
        x = row.left + 10 + side + 20
        width = canvas.text(t("menu.continue_title"), x, row.centery - 14, HEADING, face=Face.MEDIUM)
        draw_chip(canvas, x + width + 14, row.centery - 14, t(f"common.{game}"), theme.gold_tint, theme.gold_ink)
        room = row.right - 24 - (132 if self._frame.compact else 160) - 56 - 16 - x
        canvas.text(self._saved_text(saved), x, row.centery + 16, BODY, theme.muted, width=room)

    def _draw_first(self, canvas: Canvas, row: pygame.FRect) -> None:
        """Who waits for whoever opens the program for the first time."""
        t = self.stage.t
        canvas.card(row, 2)
        side = row.height - 24
        canvas.portrait(portrait_of("first-steps"), row.left + 24 + side / 2, row.centery, side)
        x = row.left + 24 + side + 20
        room = row.right - 24 - (132 if self._frame.compact else 160) - 16 - x
        canvas.text(t("menu.first_title"), x, row.centery - 14, HEADING, face=Face.MEDIUM, width=room)
        key = "menu.first_preparing" if self.stage.hall.preparation().running else "menu.first_text"
        canvas.text(
            t(key, level=level_name(t, "first-steps")), x, row.centery + 16, BODY, canvas.theme.muted, width=room
        )

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
            you = t("opening.you_undecided")
            if not is_undecided(position):
                you = t(f"menu.you_play_{colour_name(rules, position, saved.person)}")
            who = t("menu.against", level=level_name(t, saved.level), you=you)
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
        t, frame, theme = self.stage.t, self._frame, canvas.theme
        left, right, y = frame.header.left, frame.header.right, frame.footer
        key = self.stage.key
        hints = (
            (key("everywhere", "keys"), t("menu.keys")),
            (key("everywhere", "full_screen"), t("common.full_screen")),
            ("Tab", t("menu.focus")),
        )
        draw_key_hints(canvas, left, y, hints)
        right -= canvas.text(VERSION, right, y, CAPTION, theme.muted, "right") + 24
        progress = self.stage.hall.preparation()
        if progress.failed:
            text = t("menu.prepare_failed", why=progress.failed)
            canvas.text(text, right, y, CAPTION, theme.red, "right", width=right - left - 330)
        elif progress.running:
            text = (
                t("menu.preparing", done=progress.done, of=progress.of) if progress.of else t("menu.preparing_begins")
            )
            bar = pygame.FRect(right - 120, y - 3, 120, 6)
            canvas.rounded(bar, 3, theme.inset, theme.line, 1)
            share = progress.done / progress.of if progress.of else 0.0
            canvas.rounded(pygame.FRect(bar.left, bar.top, max(6.0, 120 * share), 6), 3, theme.jade)
            canvas.text(text, bar.left - 12, y, CAPTION, theme.muted, "right")


def _turn_key(turn: Side, person: Side | None) -> str:
    return "menu.your_turn" if turn is person else "menu.their_turn"
