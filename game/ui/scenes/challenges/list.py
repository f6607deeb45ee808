"""The challenges as a scene: the day's one above, a whole set as a grid below; some games have several sets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final

import pygame

from game.progress.challenges import SETS, ChallengeSet, challenges_of, set_for
from game.progress.day import today
from game.rules.registry import variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, HEADING
from game.ui.scenes.challenges.grid import ChallengeGrid, ChallengeTile
from game.ui.scenes.challenges.play import ChallengeScene
from game.ui.scenes.challenges.words import draw_stars, progress, task
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, is_compact
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Segment, Segmented

_TALLEST: Final = 660.0


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
        self.game = game
        self.layout()

    def show_set(self, name: str) -> None:
        """Turn to another set of the game."""
        self._sets[self.game] = name
        self.layout()

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
        sets = self._choice_of_sets(pygame.FRect(area.left, top, area.width, 38.0 if tight else 40.0))
        if sets:
            top = sets[0].rect.bottom + gap
        rest = pygame.FRect(area.left, top, area.width, area.bottom - top)
        stars, of_day = self._stars.of(self.name), self._of_day
        tiles = [
            ChallengeTile(i + 1, each.grade, stars.get(each.id, 0), i == of_day)
            for i, each in enumerate(self.held.challenges)
        ]
        grid = ChallengeGrid(rest, tiles, self._captions(), self._chosen[self.name], self._follow, self.open)
        t = self.stage.t
        width = 130.0 if tight else 150.0
        solve = Button(
            pygame.FRect(strip.right - 20 - width, strip.centery - 21, width, 42),
            t("challenges.solve_again" if self.is_day_solved else "challenges.solve"), self.open_of_day,
            "secondary" if self.is_day_solved else "primary", "refresh" if self.is_day_solved else "play", name="day",
        )  # fmt: skip
        solve.shortcut = self.key_of("of_day")
        self.widgets.replace(
            [grid, *sets, solve, self._games(area), back_button(self.stage, area, self.size, self.close)],
            first="challenges",
        )

    def _captions(self) -> list[tuple[str, str]]:
        """The names of the grades, and how long their solutions are."""
        t = self.stage.t
        captions = []
        for grade in sorted({each.grade for each in self.held.challenges}):
            moves = [each.moves for each in self.held.challenges if each.grade == grade]
            least, most = min(moves), max(moves)
            span = str(least) if least == most else f"{least}-{most}"
            captions.append((t("challenges.grade", n=grade), t("challenges.length", span=span, n=most)))
        return captions

    def _choice_of_sets(self, row: pygame.FRect) -> list[Segmented]:
        """The rules by which there are challenges, at the left of a row; nothing where there is no choice."""
        sets = SETS[self.game]
        if len(sets) < 2:
            return []
        row.width = min(row.width, 168.0 * len(sets))
        choices = [Segment(name, self.stage.t(f"common.{challenges_of(name).variant}")) for name in sets]
        return [Segmented(row, choices, self.name, lambda name: self.show_set(str(name)), name="sets")]

    def _games(self, area: pygame.FRect) -> Segmented:
        return game_tabs(self.stage, area, self.size, SETS, self.game, self.show_game)

    # ---- events and drawing

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        return {"of_day": self.open_of_day}

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
