"""The opened scroll of the menu: the day's challenge, the game that is open, or a word to who is new here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import pygame

from game.rules.core import Side
from game.rules.registry import variant
from game.storage.settings import LevelChoice
from game.tables.opponents import Readiness
from game.tables.saved_game import SavedGame
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.challenges.sign import OfDay, draw_said, draw_sign, of_day
from game.ui.scenes.colours import colour_name, is_undecided, player_words
from game.ui.scenes.names import level_name, moment, portrait_of
from game.ui.scenes.page import draw_chip
from game.ui.scenes.pictures import Pictures, around_pieces
from game.ui.scenes.tearoom.scroll import draw_scroll
from game.ui.stage.navigator import DAILY_CHALLENGE, MATCH, STORY_BEFORE
from game.ui.stage.overlays import Dialog, DialogAnswer
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button, SquareButton

_BOTH_HALVES: Final = 1100.0
"""A scroll of that width tells of the day's challenge and of the open game side by side."""


class MenuScroll:
    """Lives as long as its menu. `saved` is the game that is open, `of_day` the day's challenge where it is told."""

    def __init__(self, stage: Stage, now: Callable[[], datetime], on_change: Action) -> None:
        """`now` tells the moment by which the saved game's time is told; `on_change` is called when there is something
        else to be told."""
        self._stage = stage
        self._now = now
        self._on_change = on_change
        self._pictures = Pictures(stage)
        nowhere = pygame.FRect(0, 0, 0, 0)
        self._halves = nowhere, nowhere
        self.saved: SavedGame | None = None
        self.of_day: OfDay | None = None

    @property
    def is_first_time(self) -> bool:
        """Whether nobody has sat down here yet: at no table, no opponent was ever chosen, no game is open or kept."""
        settings = self._stage.settings
        if self.saved is not None or settings.has_played or settings.choices:
            return False
        library = self._stage.services.library_made
        return library is None or not library.entries

    def look(self, rect: pygame.FRect, halves: tuple[pygame.FRect, pygame.FRect]) -> None:
        """Look what there is to be told on a scroll over `rect`, in its two halves."""
        self._halves = halves
        self.saved = self._stage.services.tables.saved_game()
        is_wide = rect.width >= _BOTH_HALVES
        self.of_day = None
        if not self.is_first_time and (is_wide or self.saved is None):
            self.of_day = of_day(self._stage.services.stars, self._stage.services.seals.days_running)

    def _part(self, is_saved: bool) -> pygame.FRect:
        """The part of the scroll for the day's challenge, or for the game that is open and for newcomers."""
        left, right = self._halves
        if self.of_day is not None and self.saved is not None:
            return right if is_saved else left
        return left.union(right)

    def _button_place(self, part: pygame.FRect) -> pygame.FRect:
        width = 128.0
        return pygame.FRect(part.right - width, part.centery - 20, width, 40)

    def widgets(self) -> list[Widget]:
        """The buttons on the scroll."""
        t = self._stage.t
        made: list[Widget] = []
        if self.of_day is not None:
            name = self.of_day.name
            label = t("challenges.another" if self.of_day.stars else "challenges.solve")
            place = self._button_place(self._part(False))
            made.append(
                Button(place, label, lambda: self._stage.go(DAILY_CHALLENGE, name, True), icon="target", name="day")
            )
        place = self._button_place(self._part(True))
        if self.is_first_time:
            made.append(Button(place, t("menu.play_first"), self._play_first, "jade", "play", name="play-first"))
        elif self.saved is not None:
            discard = pygame.FRect(place.left - 46, place.top, 40, 40)
            go_on = Button(place, t("menu.continue"), self._resume, "jade", "play", name="continue")
            go_on.enabled = self.saved.readiness is Readiness.READY
            cross = SquareButton(
                discard, "cross", self._ask_to_discard, t("menu.discard"), icon_size=18, name="discard"
            )
            made += [go_on, cross]
        return made

    def _resume(self) -> None:
        match = self._stage.services.tables.resume()
        if match is not None:
            self._stage.go(MATCH, match)
        else:
            self._on_change()  # to look again for what can be continued

    def _play_first(self) -> None:
        """A game at once against whoever needs no preparation; from then on the level select begins with them."""
        services, settings, game = self._stage.services, self._stage.settings, next(iter(GAMES))
        choice = LevelChoice(level=services.tables.opponents(game)[0].name)
        services.preferences.change(choices=settings.with_choice(game, choice).choices)
        match = services.tables.new_match(game, choice, settings.name)
        self._stage.go(MATCH, match)
        if game not in settings.stories:
            self._stage.go(STORY_BEFORE, game, match)

    def _ask_to_discard(self) -> None:
        t = self._stage.t

        def discard() -> None:
            self._stage.services.tables.discard_saved()
            self._on_change()

        answers = (
            DialogAnswer(t("menu.discard_yes"), discard, "primary"),
            DialogAnswer(t("menu.discard_no"), lambda: None),
        )
        self._stage.open(Dialog(t("menu.discard_title"), t("menu.discard_text"), answers))

    # ---- drawing

    def draw(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """The scroll over `rect`, and what it tells."""
        draw_scroll(canvas, rect)
        if self.of_day is not None:
            part = self._part(False)
            draw_sign(canvas, self._stage.t, part, self._pictures, self.of_day, self._button_place(part).width)
        if self.saved is not None:
            self._draw_saved(canvas, self._part(True), self.saved)
            if self.of_day is not None:
                canvas.fill(pygame.FRect(rect.centerx, rect.top + 12, 1, rect.height - 24), canvas.theme.line)
        elif self.of_day is None:
            self._draw_first(canvas, self._part(True))

    def _draw_saved(self, canvas: Canvas, part: pygame.FRect, saved: SavedGame) -> None:
        t, theme = self._stage.t, canvas.theme
        side = part.height - 20
        rules = variant(saved.variant)
        picture = self._pictures.board(rules, saved.position, (side, side), around_pieces(saved.position))
        canvas.picture(picture, pygame.FRect(part.left, part.top + 10, side, side), 6)
        x = part.left + side + 16
        room = self._button_place(part).left - 46 - 12 - x
        said = _in_two(canvas, self._said_of(saved), t("common.list_separator"), room)
        y = draw_said(canvas, said, x, part.centery, room)
        width = canvas.text(t("menu.continue_title"), x, y, HEADING, face=Face.MEDIUM)
        draw_chip(canvas, x + width + 14, y, t(f"common.{rules.game}"), theme.inset, theme.muted)

    def _draw_first(self, canvas: Canvas, part: pygame.FRect) -> None:
        """Who waits for whoever opens the program for the first time."""
        t = self._stage.t
        side = part.height - 20
        canvas.portrait(portrait_of("first-steps"), part.left + side / 2, part.centery, side)
        x = part.left + side + 16
        room = self._button_place(part).left - 16 - x
        canvas.text(t("menu.first_title"), x, part.centery - 12, HEADING, face=Face.MEDIUM, width=room)
        key = "menu.first_preparing" if self._stage.services.tables.preparation().running else "menu.first_text"
        text = t(key, level=level_name(t, "first-steps"))
        canvas.text(text, x, part.centery + 16, BODY, canvas.theme.muted, width=room)

    def _said_of(self, saved: SavedGame) -> list[str]:
        """Against whom, which colour, how far, when."""
        t = self._stage.t
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
        return parts


def _in_two(canvas: Canvas, parts: Sequence[str], separator: str, room: float) -> str:
    """What is said in one line if there is room for it, else broken between two of its parts: a date torn apart reads
    badly."""
    whole = separator.join(parts)
    if canvas.text_width(whole, CAPTION) <= room:
        return whole
    for first in range(len(parts) - 1, 0, -1):
        lines = separator.join(parts[:first]), separator.join(parts[first:])
        if all(canvas.text_width(line, CAPTION) <= room for line in lines):
            return "\n".join(lines)
    return whole


def _turn_key(turn: Side, person: Side | None) -> str:
    return "menu.your_turn" if turn is person else "menu.their_turn"
