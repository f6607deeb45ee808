"""Learn from mistakes as a page: what is due, what went wrong how often, and every exercise as a list."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import pygame

from game.progress.exercises import Exercise, tallies_of
from game.rules.registry import GAMES, variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.exercises.list import ExerciseList, ExerciseRow
from game.ui.scenes.exercises.motives import draw_motives
from game.ui.scenes.exercises.practice import PracticeScene
from game.ui.scenes.exercises.words import due_words, row_words, why_words
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, header_top, is_compact, measure
from game.ui.scenes.pictures import Pictures, around_pieces, read_position
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Segment, Segmented, Toggle

_TALLEST: Final = 700.0
_ALL: Final = ""
_MOST_NEW: Final = 20
"""The most that are practised in one sitting."""


class ExercisesScene(KeyedScene):
    """P practises what is due, Enter opens the chosen one, Del gives it up and Ctrl+Z takes it back."""

    scope = "exercises"

    def __init__(self, stage: Stage, at_once: bool = False, now: Callable[[], float] = time.time) -> None:
        """With `at_once` what is due is practised at once. `now` tells the seconds since 1970."""
        super().__init__(stage)
        self._services = stage.services
        self._now = now
        self._starts = at_once
        self.game = _ALL
        self._removed: Exercise | None = None
        self._area = self._strip = self._left = self._right = self._looking = pygame.FRect(0, 0, 0, 0)
        self._list: ExerciseList | None = None
        self._pictures = Pictures(stage)
        self._seen: object = None

    # ---- what there is

    @property
    def _shown(self) -> tuple[Exercise, ...]:
        """The exercises of the chosen game: first what is due, then by when they come back."""
        held = (each for each in self._services.exercises.all if not self.game or each.game_name == self.game)
        return tuple(sorted((each for each in held if each.is_readable), key=lambda each: (each.due, -each.lost)))

    @property
    def due(self) -> tuple[str, ...]:
        """The ids of those that are to be practised now."""
        due = self._services.exercises.due(self._now(), self.game)
        return tuple(each.id for each in due if each.is_readable)[:_MOST_NEW]

    def show_game(self, game: str) -> None:
        """Show the exercises of one game; an empty name shows all."""
        self.game = game
        self.layout()

    # ---- acting

    def opened(self) -> None:
        """Straight on to what is due, where that is wanted."""
        if self._starts and self.due:
            self.practise()

    def uncovered(self) -> None:
        """Some were solved meanwhile."""
        self.layout()

    def practise(self) -> None:
        """Practise what is due; where nothing is, everything."""
        keys = self.due or tuple(each.id for each in self._shown)[:_MOST_NEW]
        if keys:
            self.stage.open(PracticeScene(self.stage, keys, self._now))

    def open(self, key: str) -> None:
        """Practise a single one."""
        self.stage.open(PracticeScene(self.stage, (key,), self._now))

    def remove(self) -> None:
        """Give the chosen one up; `undo` takes it back."""
        if self._list is not None and self._list.chosen:
            self._removed = self._services.exercises.remove(self._list.chosen[0].key)
            self.layout()
            self.stage.toasts.show(self.stage.with_key("exercises.removed_undo", "exercises", "undelete"), "info")

    def undo(self) -> None:
        """Take back the one that was given up last."""
        if self._removed is not None:
            self._services.exercises.put_back(self._removed)
            self._removed = None
            self.layout()

    def look_back(self) -> None:
        """Have past games looked through in the background, or stop that."""
        t, services = self.stage.t, self._services
        if services.exercises.waiting:
            services.exercises.stop_waiting()
        else:
            entries = [(entry.key, entry.summary) for entry in services.library.entries]
            count = services.mistakes.look_back(entries)
            self.stage.toasts.show(t("exercises.will_look", n=count) if count else t("exercises.none_to_look"), "info")
        self.layout()

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {"look_back": self.look_back}
        if self._shown:
            acts["practise"] = self.practise
        if self._list is not None and self._list.chosen:
            acts["delete"] = self.remove
        if self._removed is not None:
            acts["undelete"] = self.undo
        return acts

    # ---- layout

    @property
    def _state(self) -> object:
        return self._services.exercises.revision, len(self._services.exercises.waiting)

    def update(self, dt: float) -> None:
        """Follow what is found in the background."""
        super().update(dt)
        if self._seen != self._state:
            self.layout()

    def layout(self) -> None:
        """The strip of what is due, the motives with the switch below them, the list."""
        t = self.stage.t
        self._seen = self._state
        area = self._area = body(self.size, _TALLEST)
        tight = is_compact(self.size)
        gap = 10.0 if tight else 16.0
        strip = self._strip = pygame.FRect(area.left, area.top, area.width, 68.0 if tight else 84.0)
        top = strip.bottom + gap
        width = (area.width - gap) * (0.42 if tight else 0.38)
        foot = 124.0
        self._left = pygame.FRect(area.left, top, width, area.bottom - top - foot - gap)
        self._looking = pygame.FRect(area.left, area.bottom - foot, width, foot)
        self._right = pygame.FRect(area.left + width + gap, top, area.width - width - gap, area.bottom - top)
        shown = self._shown
        rows = ExerciseList(self._right.inflate(-16, -16), lambda: None, self.open)
        rows.rows = [self._row(each) for each in shown]
        if self._list is not None:
            rows.copy_place(self._list)
        self._list = rows
        label = t("exercises.practise") if self.due else t("exercises.practise_anyway")
        wide = measure(self.stage, label, BODY, Face.MEDIUM) + 70
        start = Button(
            pygame.FRect(strip.right - 20 - wide, strip.centery - 21, wide, 42), label, self.practise,
            "primary" if self.due else "secondary", "play", name="practise",
        )  # fmt: skip
        start.shortcut = self.key_of("practise")
        start.enabled = bool(shown)
        widgets: list[Widget] = [start, self._games(area), rows, *self._switches()]
        self.widgets.replace([*widgets, back_button(self.stage, area, self.size, self.close)], first="practise")

    def _switches(self) -> list[Widget]:
        t, card = self.stage.t, self._looking
        on = self.stage.settings.find_mistakes
        toggle = Toggle(
            card.right - 20 - Toggle.WIDTH, card.top + 34 - Toggle.HEIGHT / 2, on, self._switch, "find_mistakes"
        )
        label = t("exercises.stop_looking" if self._services.exercises.waiting else "exercises.look_back")
        place = pygame.FRect(card.left + 20, card.bottom - 52, card.width - 40, 38)
        look = Button(place, label, self.look_back, icon="search", name="look_back")
        look.shortcut = self.key_of("look_back")
        return [toggle, look]

    def _switch(self, on: bool) -> None:
        self._services.preferences.change(find_mistakes=on)

    def _games(self, area: pygame.FRect) -> Segmented:
        t = self.stage.t
        choices = [Segment(_ALL, t("exercises.all")), *(Segment(game, t(f"common.{game}")) for game in GAMES)]
        widest = max(measure(self.stage, choice.label, BODY, Face.MEDIUM) for choice in choices)
        width = len(choices) * (widest + 14)
        place = pygame.FRect(area.right - width, header_top(self.size, area.top) + 4, width, 40)
        return Segmented(place, choices, self.game, lambda game: self.show_game(str(game)), name="games")

    def _row(self, exercise: Exercise) -> ExerciseRow:
        t, now = self.stage.t, self._now()
        rules = variant(exercise.variant)
        title = f"{t(f'common.{rules.game}')} · {why_words(t, exercise)}"

        def picture(side: float) -> pygame.Surface:
            position = read_position(rules, exercise.position)
            return self._pictures.board(rules, position, (side, side), around_pieces(position))

        return ExerciseRow(
            exercise.id, title, row_words(t, exercise), due_words(t, exercise.due, now), exercise.due <= now,
            exercise.is_known, picture,
        )  # fmt: skip

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the strip, the cards, key hints."""
        t, area = self.stage.t, self._area
        self.stage.draw_backdrop(canvas, 0.55)
        room = area.copy()
        room.width = next(each.rect.left for each in self.widgets.widgets if each.name == "games") - 16 - area.left
        draw_header(canvas, room, self.size, t("exercises.title"), t("exercises.subtitle"))
        shown = self._shown
        self._draw_strip(canvas, shown)
        for card in (self._left, self._looking, self._right):
            canvas.card(card, 1)
        draw_motives(canvas, self._left, t, tallies_of(shown), t("exercises.nothing_yet"))
        self._draw_looking(canvas)
        if not shown:
            card = self._right
            canvas.paragraph(
                t("exercises.empty"), card.left + 24, card.top + 36, card.width - 48, BODY, canvas.theme.muted, 24
            )
        hints = ((self.key_of("practise"), t("exercises.practise")), ("Enter", t("challenges.open")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _draw_strip(self, canvas: Canvas, shown: tuple[Exercise, ...]) -> None:
        t, theme, strip = self.stage.t, canvas.theme, self._strip
        canvas.card(strip, 2)
        disc = pygame.FRect(strip.left + 20, strip.centery - 22, 44, 44)
        canvas.rounded(disc, 12, theme.red_tint, theme.red if theme.is_contrast else None, 2.0)
        canvas.icon("hint", *disc.center, 24, theme.red)
        x, y, count = disc.right + 16, strip.centery, sum(each.due <= self._now() for each in shown)
        canvas.text(
            t("exercises.due", n=count) if count else t("exercises.none_due"), x, y - 13, HEADING, face=Face.MEDIUM
        )
        line = t("exercises.of_all", n=len(shown), known=sum(each.is_known for each in shown))
        button = next(each.rect for each in self.widgets.widgets if each.name == "practise")
        canvas.text(line, x, y + 14, BODY, theme.muted, width=button.left - 16 - x)

    def _draw_looking(self, canvas: Canvas) -> None:
        t, card, services = self.stage.t, self._looking, self._services
        room = card.width - 40 - Toggle.WIDTH - 14
        canvas.text(t("exercises.in_background"), card.left + 20, card.top + 24, BODY, face=Face.MEDIUM, width=room)
        waiting, progress = len(services.exercises.waiting), services.mistakes.progress
        if progress is not None:
            says = t("exercises.looking", done=progress[0], of=progress[1], n=waiting)
        else:
            says = t("exercises.games_waiting", n=waiting) if waiting else t("exercises.in_background_line")
        canvas.text(says, card.left + 20, card.top + 47, CAPTION, canvas.theme.muted, width=room)
