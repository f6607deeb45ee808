"""The challenges as a scene: the day's one above, a whole set as a grid below, or those of one kind; some games have
several sets. From here a streak or a rush begins."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Final

import pygame

from game.progress.challenges import SETS, ChallengeSet, challenges_of, set_for
from game.progress.day import today
from game.progress.rush import RunKind
from game.rules.registry import variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import NotYetError, pictures_within
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, HEADING
from game.ui.scenes.challenges.grid import ChallengeGrid, ChallengeTile
from game.ui.scenes.challenges.play import ChallengeScene
from game.ui.scenes.challenges.run import RunScene
from game.ui.scenes.challenges.words import draw_stars, progress, task
from game.ui.scenes.exercises.practice import PracticeScene
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, is_compact, measure
from game.ui.scenes.pictures import Pictures, around_pieces, read_position
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Segment, Segmented

_TALLEST: Final = 720.0
_BETWEEN: Final = 8.0
_BOARD_S: Final = 0.003
"""The processor time in a frame for the boards on the tiles."""


class ChallengesScene(KeyedScene):
    """Chooses a challenge. The arrow keys choose, Enter opens, D opens the day's, Escape goes back."""

    scope = "challenges"

    def __init__(self, stage: Stage, name: str, to_day: bool = False, now: Callable[[], date] = today) -> None:
        """`name` is a set's (`game.progress.challenges.SETS`), or a game's for the set of the rules that the person
        last chose. With `to_day` it is a set's in any case, and its challenge of the day is opened at once unless that
        has been solved; `now` tells the day. Raises KeyError for a game without challenges."""
        super().__init__(stage)
        self._stars = stage.services.stars
        self._goes_to_day = to_day
        self._now = now
        self._area = self._strip = pygame.FRect(0, 0, 0, 0)
        settings = stage.settings
        self._sets = {game: set_for(game, settings.choice(game).variant) for game in SETS}
        self.game = name.partition("-")[0]
        if to_day or name not in SETS:
            self._sets[self.game] = name
        self.theme = ""
        """The kind of challenges that is shown; empty for all."""
        self._thumbnails: dict[tuple[str, int], pygame.Surface] = {}
        self._thumbnails_for: object = None
        self._pictures = Pictures(stage)
        self._grid: ChallengeGrid | None = None
        self._chosen = {each: self._first_unsolved(each) for sets in SETS.values() for each in sets}
        self._chosen[self.name]  # the error of an unknown set belongs here

    @property
    def name(self) -> str:
        """The set that is shown."""
        return self._sets[self.game]

    @property
    def held(self) -> ChallengeSet:
        """The challenges that are shown."""
        return challenges_of(self.name)

    def _first_unsolved(self, name: str) -> int:
        stars = self._stars.of(name)
        challenges = challenges_of(name).challenges
        return next((i for i, each in enumerate(challenges) if each.id not in stars), 0)

    def show_game(self, game: str) -> None:
        """Turn to another game's challenges."""
        self.game, self.theme = game, ""
        self.layout()

    def show_set(self, name: str) -> None:
        """Turn to another set of the game."""
        self._sets[self.game], self.theme = name, ""
        self.layout()

    def show_theme(self, theme: str) -> None:
        """Show the challenges of one kind alone; an empty name shows all."""
        self.theme = theme
        self.layout()

    def choose_theme(self) -> None:
        """Which kind is to be shown."""
        t, button = self.stage.t, next(each for each in self.widgets.widgets if each.name == "themes")

        def chooser(theme: str) -> Action:
            return lambda: self.show_theme(theme)

        count = len(self.held.challenges)
        entries = [ListEntry(t("challenges.of_theme", name=t("challenges.themes"), n=count), chooser(""), "target")]
        for theme, n in self.held.themes.items():
            name = t("challenges.of_theme", name=t(f"challenges.theme_{theme}"), n=n)
            entries.append(ListEntry(name, chooser(theme), "target"))
        if self._kept:
            name = t("challenges.of_theme", name=t("challenges.kept"), n=len(self._kept))
            entries.append(ListEntry(name, self.practise_kept, "hint"))
        self.stage.open(Popup(button.rect, entries, max(button.rect.width, 260.0)))

    @property
    def _kept(self) -> list[str]:
        """The positions of the game that the person has kept out of their own games."""
        held = self.stage.services.exercises.all
        return [each.id for each in held if not each.is_mistake and each.game_name == self.game and each.is_readable]

    def practise_kept(self) -> None:
        """Try the person's own set."""
        self.stage.open(PracticeScene(self.stage, self._kept))

    def begin(self, kind: RunKind) -> None:
        """Begin a streak or a rush through the set."""
        self.stage.open(RunScene(self.stage, kind, self.name))

    @property
    def _shown(self) -> list[int]:
        """The places in the set of the challenges that are shown."""
        held = self.held.challenges
        return [i for i, each in enumerate(held) if not self.theme or self.theme in each.themes]

    def open(self, index: int) -> None:
        """Open a challenge by its place in the list."""
        self._chosen[self.name] = index
        self.stage.open(ChallengeScene(self.stage, self._stars, self.name, index, self._follow))

    def open_of_day(self) -> None:
        """Open the day's challenge."""
        self.open(self._of_day)

    def _follow(self, index: int) -> None:
        self._chosen[self.name] = index

    @property
    def _of_day(self) -> int:
        return self.held.of_day(self._now())

    @property
    def is_day_solved(self) -> bool:
        """Whether the day's challenge of the shown set has been solved."""
        return self.held.challenges[self._of_day].id in self._stars.of(self.name)

    def opened(self) -> None:
        """Straight to the day's, where that was asked for."""
        if self._goes_to_day and not self.is_day_solved:
            self.open_of_day()

    def uncovered(self) -> None:
        """There may be more stars now."""
        self.layout()

    # ---- layout

    def layout(self) -> None:
        """Header with the games, the strip of the day, the game's sets where it has several, the grid."""
        area = self._area = body(self.size, _TALLEST)
        tight = is_compact(self.size)
        strip = self._strip = pygame.FRect(area.left, area.top, area.width, 68.0 if tight else 84.0)
        gap = 10.0 if tight else 16.0
        top = strip.bottom + gap
        row = pygame.FRect(area.left, top, area.width, 38.0 if tight else 40.0)
        choices = self._choices(row)
        top = row.bottom + gap
        rest = pygame.FRect(area.left, top, area.width, area.bottom - top)
        stars, of_day, held = self._stars.of(self.name), self._of_day, self.held.challenges
        shown = self._shown
        grades = sorted({held[i].grade for i in shown})
        tiles = [
            ChallengeTile(i + 1, grades.index(held[i].grade), stars.get(held[i].id, 0), i == of_day) for i in shown
        ]
        chosen = self._chosen[self.name]
        at = shown.index(chosen) if chosen in shown else 0
        grid = self._grid = ChallengeGrid(
            rest, tiles, self._captions(grades), at, lambda at: self._follow(shown[at]),
            lambda at: self.open(shown[at]), lambda at, side: self._thumbnails.get((self.name, shown[at])),
        )  # fmt: skip
        look = (round(grid.picture_side * self.stage.scale), self.stage.theme.name, self.stage.settings.looks)
        if look != self._thumbnails_for:
            self._thumbnails_for = look
            self._thumbnails.clear()
        t = self.stage.t
        width = 130.0 if tight else 150.0
        solve = Button(
            pygame.FRect(strip.right - 20 - width, strip.centery - 21, width, 42),
            t("challenges.solve_again" if self.is_day_solved else "challenges.solve"), self.open_of_day,
            "secondary" if self.is_day_solved else "primary", "refresh" if self.is_day_solved else "play", name="day",
        )  # fmt: skip
        solve.shortcut = self.key_of("of_day")
        self.widgets.replace(
            [grid, *choices, solve, self._games(area), back_button(self.stage, area, self.size, self.close)],
            first="challenges",
        )

    def _captions(self, grades: Sequence[int]) -> list[tuple[str, str]]:
        """The names of the grades, and how long their solutions are."""
        t = self.stage.t
        captions = []
        for grade in grades:
            moves = [each.moves for each in self.held.challenges if each.grade == grade]
            least, most = min(moves), max(moves)
            span = str(least) if least == most else f"{least}-{most}"
            captions.append((t("challenges.grade", n=grade), t("challenges.length", span=span, n=most)))
        return captions

    def _choices(self, row: pygame.FRect) -> list[Widget]:
        """A row: the rules by which there are challenges, where there are several; the kinds; a streak and a rush."""
        t, right = self.stage.t, row.right
        found: list[Widget] = []
        for kind, icon in ((RunKind.RUSH, "clock"), (RunKind.STREAK, "fast_forward")):
            label = t(f"challenges.{kind}")
            width = measure(self.stage, label, BODY, Face.MEDIUM) + 56
            right -= width
            place = pygame.FRect(right, row.top, width, row.height)
            button = Button(place, label, partial(self.begin, kind), icon=icon, name=kind.value)
            button.tooltip, button.shortcut = t(f"challenges.{kind}_line"), self.key_of(kind.value)
            found.insert(0, button)
            right -= _BETWEEN
        sets = SETS[self.game]
        left = row.left
        if len(sets) > 1:
            choices = [Segment(name, t(f"common.{challenges_of(name).variant}")) for name in sets]
            widest = max(measure(self.stage, choice.label, BODY, Face.MEDIUM) for choice in choices) + 20
            place = pygame.FRect(left, row.top, widest * len(sets), row.height)
            chosen = Segmented(place, choices, self.name, lambda name: self.show_set(str(name)), name="sets")
            found.insert(0, chosen)
            left = place.right + _BETWEEN
        label = t(f"challenges.theme_{self.theme}") if self.theme else t("challenges.themes")
        width = min(measure(self.stage, label, BODY, Face.MEDIUM) + 56, right - left)
        place = pygame.FRect(left, row.top, width, row.height)
        themes = Button(place, label, self.choose_theme, icon="chevron_down", name="themes")
        themes.shortcut = self.key_of("themes")
        themes.enabled = bool(self.held.themes)
        found.insert(1 if len(sets) > 1 else 0, themes)
        return found

    def _games(self, area: pygame.FRect) -> Segmented:
        return game_tabs(self.stage, area, self.size, SETS, self.game, self.show_game)

    # ---- events and drawing

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        acts: dict[str, Act] = {"of_day": self.open_of_day}
        acts |= {kind.value: partial(self.begin, kind) for kind in RunKind}
        return {**acts, "themes": self.choose_theme} if self.held.themes else acts

    @property
    def is_busy(self) -> bool:
        """While there are boards to be drawn."""
        return self._missing is not None

    @property
    def _missing(self) -> int | None:
        """The place of the next challenge that is shown without its board."""
        return next((i for i in self._shown if (self.name, i) not in self._thumbnails), None)

    def update(self, dt: float) -> None:
        """Draw at one more board, so that no frame is late."""
        super().update(dt)
        index = self._missing
        if index is not None and self._grid is not None:
            rules = variant(self.held.variant)
            position = read_position(rules, self.held.challenges[index].start)
            side = self._grid.picture_side
            with contextlib.suppress(NotYetError), pictures_within(_BOARD_S):
                picture = self._pictures.board(rules, position, (side, side), around_pieces(position))
                self._thumbnails[self.name, index] = picture

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the strip of the day, key hints."""
        t, area = self.stage.t, self._area
        self.stage.draw_backdrop(canvas, 0.55)
        room = area.copy()
        room.width -= 380.0 if area.width >= 1000 else 334.0
        says = progress(t, self.held, self._stars.of(self.name))
        draw_header(canvas, room, self.size, t("challenges.title"), says)
        self._draw_strip(canvas)
        hints = (("Enter", t("challenges.open")), (self.key_of("of_day"), t("challenges.day")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _draw_strip(self, canvas: Canvas) -> None:
        t, theme, strip = self.stage.t, canvas.theme, self._strip
        held = self.held
        challenge = held.challenges[self._of_day]
        canvas.card(strip, 2)
        disc = pygame.FRect(strip.left + 20, strip.centery - 22, 44, 44)
        canvas.rounded(disc, 12, theme.red_tint, theme.red if theme.is_contrast else None, 2.0)
        canvas.icon("target", *disc.center, 24, theme.red)
        x, y = disc.right + 16, strip.centery
        width = canvas.text(t("challenges.day"), x, y - 13, HEADING, face=Face.MEDIUM)
        draw_stars(canvas, x + width + 14, y - 13, 15, self._stars.of(self.name).get(challenge.id, 0))
        line = task(t, self.name, variant(held.variant), challenge)
        canvas.text(line, x, y + 14, BODY, theme.muted, width=strip.right - 190 - x)
