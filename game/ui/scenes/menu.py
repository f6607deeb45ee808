"""The menu: the games as cards, the game to continue, and the ways to everything else."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

import pygame

from game.rules.core import Side
from game.rules.registry import variant
from game.storage.settings import GameMode, LevelChoice
from game.storage.version import VERSION
from game.tables.opponents import Readiness
from game.tables.saved_game import SavedGame
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal import house_seal
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, CARD_RADIUS, DISPLAY, HEADING, TITLE
from game.ui.scenes.challenges.sign import OfDay, draw_sign, of_day
from game.ui.scenes.colours import colour_name, is_undecided, player_words
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.menu_parts import (
    CardPicture,
    MenuFrame,
    MenuTile,
    draw_game_text,
)
from game.ui.scenes.names import level_name, moment, portrait_of
from game.ui.scenes.page import draw_chip, draw_key_hints, measure
from game.ui.scenes.pictures import Pictures, around_pieces
from game.ui.scenes.showpieces import card_region, shown_position
from game.ui.stage.navigator import (
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
    TOURNAMENTS,
)
from game.ui.stage.overlays import Dialog, DialogAnswer, ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button, Kind, SquareButton
from game.ui.widgets.choices import Segment, Segmented

_FIRST: Final = next(iter(GAMES))
_BOTH_BUTTONS: Final = 240.0
"""A card with less room across has one button with words only."""
_LEAST_NAME: Final = 48.0
"""With less room across only the initial of the person's name is shown."""
_AVATAR: Final = (44, 102, 80)
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

    def __init__(self, stage: Stage, now: Callable[[], datetime] = local_now) -> None:
        super().__init__(stage)
        self._of_day: OfDay | None = None
        self._looked_s = 0.0
        self._now = now
        self._saved: SavedGame | None = None
        self._was_preparing = False
        self._mistakes: pygame.FRect | None = None
        self._mistakes_seen = 0
        self._pictures = Pictures(stage)
        self._frame = MenuFrame.fit((1280, 800), len(GAMES), 4, False)

    # ---- laying out

    def layout(self) -> None:
        """Header, cards, the row of the saved game, tiles."""
        self._saved = self.stage.services.tables.saved_game()
        is_taken = self._saved is not None or self._is_first_time
        self._of_day = None if is_taken else of_day(self.stage.services.stars)
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
        settings = self.stage.settings
        if self._saved is not None or settings.has_played or settings.choices:
            return False
        library = self.stage.services.library_made
        return library is None or not library.entries

    def _card(self, game: str) -> pygame.FRect:
        return self._frame.cards[list(GAMES).index(game)]

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
        return [*self._mistakes_widgets(leave.rect), leave, keys, sound, languages]

    def _mistakes_widgets(self, beside: pygame.FRect) -> list[Widget]:
        """The way to the person's mistakes, left of the other buttons; none before there are any."""
        exercises, t = self.stage.services.exercises, self.stage.t
        self._mistakes, self._mistakes_seen = None, exercises.revision
        if not exercises.all:
            return []
        due = len(exercises.due(time.time()))
        label = t("exercises.menu_due", n=due) if due else t("exercises.menu")
        width = measure(self.stage, label, BODY, Face.MEDIUM) + 56
        self._mistakes = pygame.FRect(beside.left - 8 - width, beside.top, width, beside.height)
        button = Button(self._mistakes, label, self._open_mistakes, icon="hint", name="mistakes")
        button.tooltip, button.shortcut = t("exercises.menu_help"), self.key_of("mistakes")
        return [button]

    def _open_mistakes(self) -> None:
        self.stage.go(EXERCISES, True)

    def _toggle_sound(self) -> None:
        self.stage.services.preferences.change(sound=not self.stage.settings.sound)

    def _game_widgets(self, game: str) -> list[Widget]:
        frame = self._frame
        card = self._card(game)
        area = frame.picture(card)
        region = card_region(game, area.size)

        def picture() -> pygame.Surface:
            position, last = shown_position(game)
            return self._pictures.board(variant(GAMES[game].showpiece.variant), position, area.size, region, last)

        def start() -> None:
            self.stage.go(LEVELS, game)

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

        def learn() -> None:
            self.stage.go(LEARN, game)

        if rect.width <= rect.height:
            key = self.key_of("learn_open")
            return SquareButton(rect, "book", learn, t("learn.open_help"), True, 22, key, f"learn-{game}")
        button = Button(rect, t("learn.open"), learn, icon="book", name=f"learn-{game}")
        button.tooltip, button.shortcut = t("learn.open_help"), self.key_of("learn_open")
        return button

    def _saved_widgets(self) -> list[Widget]:
        row = self._frame.saved
        if row is None:
            return []
        t = self.stage.t
        size = (132.0, 40.0) if self._frame.compact else (160.0, 44.0)
        resume = pygame.FRect(row.right - 24 - size[0], row.centery - size[1] / 2, *size)
        if self._is_first_time:
            return [Button(resume, t("menu.play_first"), self._play_first, "jade", "play", name="play-first")]
        if self._of_day is not None:
            name = self._of_day.name
            label = t("challenges.another" if self._of_day.stars else "challenges.solve")
            return [
                Button(resume, label, lambda: self.stage.go(DAILY_CHALLENGE, name, True), icon="target", name="day")
            ]
        discard = pygame.FRect(resume.left - 56, row.centery - 20, 40, 40)
        go_on = Button(resume, t("menu.continue"), self._resume, "jade", "play", name="continue")
        go_on.enabled = self._saved is not None and self._saved.readiness is Readiness.READY
        return [
            go_on,
            SquareButton(discard, "cross", self._ask_to_discard, t("menu.discard"), icon_size=18, name="discard"),
        ]

    def _tiles(self) -> list[Widget]:
        stage, t, rects = self.stage, self.stage.t, self._frame.tiles

        def lobby() -> None:
            stage.go(LOBBY)

        def library() -> None:
            stage.go(LIBRARY, frozenset())

        def settings() -> None:
            stage.go(SETTINGS)

        nearby = MenuTile(rects[0], "people", "jade", t("lan.tile"), t("lan.tile_line"), lobby, "lan")
        self._follow_lan(nearby)
        shelf = MenuTile(rects[1], "shelf", "indigo", t("library.title"), "", library, "library")
        self._follow_library(shelf)
        modes = MenuTile(rects[2], "display", "red", t("menu.modes"), t("menu.modes_line"), self._choose_mode, "modes")
        self._follow_tournament(modes)
        name, line = t("common.settings"), t("menu.settings_line")
        return [nearby, shelf, modes, MenuTile(rects[3], "gear", "gold", name, line, settings, "settings")]

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
        return {"learn_open": self._learn_pointed, "mistakes": self._open_mistakes}

    def back(self) -> None:
        """There is nothing behind the menu."""

    def _learn_pointed(self) -> None:
        """Teach the rules of the game whose card has the mouse or the focus, else of the first."""
        focus = self.widgets.focus.name if self.widgets.focus else ""
        pointed = [game for game in GAMES if self._is_active(game)]
        focused = [game for game in GAMES if focus in (f"start-{game}", f"learn-{game}")]
        self.stage.go(LEARN, (*pointed, *focused, _FIRST)[0])

    def _choose_mode(self) -> None:
        """Which game two people at this screen, or two computers, are to play; or the ladders, challenges, tournaments
        and positions laid out by hand."""
        stage, t, tile = self.stage, self.stage.t, self._frame.tiles[2]

        def opener(mode: GameMode, game: str) -> Action:
            return lambda: self._open_in_mode(mode, game)

        modes: tuple[tuple[GameMode, str], ...] = (("two", "people"), ("watch", "chip"))
        entries = [
            ListEntry(f"{t(f'menu.{mode}')} · {t(f'common.{game}')}", opener(mode, game), icon)
            for mode, icon in modes
            for game in GAMES
        ]
        ladders = [ListEntry(t(f"common.{game}"), opener("arcade", game), "star") for game in GAMES]

        def choose_ladder() -> None:
            stage.open(Popup(tile, ladders, max(tile.width, 280.0)))

        entries.append(ListEntry(t("arcade.title"), choose_ladder, "star"))
        entries.append(ListEntry(t("challenges.title"), lambda: stage.go(CHALLENGES, _FIRST), "target"))
        entries.append(ListEntry(t("exercises.title"), lambda: stage.go(EXERCISES, False), "hint"))
        entries.append(ListEntry(t("tournament.title"), lambda: stage.go(TOURNAMENTS, ""), "trophy"))
        entries.append(ListEntry(t("analysis.board"), lambda: stage.go(ANALYSIS, None), "pulse"))
        entries.append(ListEntry(t("setup.title"), lambda: stage.go(SETUP, *stage.services.laid_out), "pieces"))
        self.stage.open(Popup(tile, entries, max(tile.width, 280.0)))

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
            if self.stage.services.exercises.revision != self._mistakes_seen:
                self.layout()
            for widget in self.widgets.widgets:
                if isinstance(widget, MenuTile) and widget.name == "lan":
                    self._follow_lan(widget)
                elif isinstance(widget, MenuTile) and widget.name == "library":
                    self._follow_library(widget)
                elif isinstance(widget, MenuTile) and widget.name == "modes":
                    self._follow_tournament(widget)
        running = self.stage.services.tables.preparation().running
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
        canvas.lay(house_seal(canvas.fonts, canvas.px(header.height)), canvas.pixels(header).topleft)
        x = header.left + header.height + 16
        lift, drop = (10, 21) if self._frame.compact else (10, 22)
        canvas.text(t("common.program"), x, header.centery - lift, DISPLAY, face=Face.TITLE)
        canvas.text(t("common.slogan"), x + 2, header.centery + drop, BODY, canvas.theme.muted)
        name = self.stage.settings.name.strip()
        if name:
            right = header.right - 200 - 54 - 44 - 44 - 24 if self._mistakes is None else self._mistakes.left - 16
            titled = x + max(
                canvas.text_width(t("common.program"), DISPLAY, Face.TITLE),
                canvas.text_width(t("common.slogan"), BODY),
            )
            room = min(220.0, right - 66 - titled)
            width = min(max(0.0, room), measure(self.stage, name, BODY, Face.MEDIUM))
            if room >= _LEAST_NAME:  # else the initial alone
                canvas.text(name, right - width, header.centery, BODY, face=Face.MEDIUM, width=room)
            else:
                width = -10.0
            canvas.initial(name, right - width - 30, header.centery, 40, _AVATAR)

    def _draw_cards(self, canvas: Canvas) -> None:
        t, frame = self.stage.t, self._frame
        widest = max(canvas.text_width(t(f"common.{game}"), TITLE, Face.TITLE) for game in GAMES)
        for game in GAMES:
            card = self._card(game)
            canvas.card(card, 3 if self._is_active(game) else 2)
            top = frame.picture(card).bottom
            names = [opponent.name for opponent in self.stage.services.tables.opponents(game)]
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
        key = "menu.first_preparing" if self.stage.services.tables.preparation().running else "menu.first_text"
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
        progress = self.stage.services.tables.preparation()
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
