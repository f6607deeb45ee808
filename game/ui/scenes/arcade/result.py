"""The result of a game for the ladder: the stars one after the other, the points, the run, and the way to the next
rung."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.match.attempt import Star
from game.progress.arcade.ladder import Rung, ladder, rung
from game.rules.core import Outcome
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.arcade.words import STAR_GAP, number, points, star_colour
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.names import level_name
from game.ui.scenes.page import draw_chip
from game.ui.scenes.presents import presents_of
from game.ui.scenes.result.scene import ResultScene
from game.ui.stage.navigator import LADDER, MATCH
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action
from game.ui.widgets.buttons import Button

_FIRST_S: Final = 0.5
_STEP_S: Final = 0.14
"""From the scene's entrance to the first star, and from each star to the next."""
_GROW_S: Final = 0.18
_RAYS_S: Final = 0.3
_COUNT_S: Final = 0.6
"""How long the points count up."""
_SIZE: Final = 28.0
_PITCH: Final = 38.0
"""Of the stars beside what the opponent says."""
_BESIDE: Final = 4 * _PITCH + 8


class ArcadeResult(ResultScene):
    """A result with what the game has earned. Enter goes on: to the next rung after a win, else to the same again."""

    extra = 88.0
    extra_low = 52.0

    def __init__(self, stage: Stage, scene: MatchScene, outcome: Outcome) -> None:
        """The match must be an attempt at a rung of its game's ladder."""
        super().__init__(stage, scene, outcome)
        attempt = scene.match.attempt
        tried = rung(scene.match.variant.game, attempt.rung) if attempt is not None else None
        assert attempt is not None, "it was played for the ladder"
        assert tried is not None, "on which it is still a rung"
        self._rung = tried
        self._earned = attempt.earned
        self._stars = [star for star in Star if self._earned is not None and star in self._earned.stars]
        self._passed_s = 0.0
        self._told = 0
        self._has_presented = False
        if stage.settings.reduced_motion:
            self._told = len(self._stars)

    @property
    def shown(self) -> int:
        """How many stars have come down."""
        return self._told

    @property
    def next_rung(self) -> Rung | None:
        """The rung above, once this one is won."""
        rungs = ladder(self._rung.game)
        return rungs[self._rung.number] if self._earned is not None and self._rung.number < self._rung.of else None

    # ---- layout and acting

    def layout(self) -> None:
        """The result's buttons, with those of the ladder in the place of a rematch."""
        super().layout()
        t, following = self.stage.t, self.next_rung
        for widget in self.widgets.widgets:
            if not isinstance(widget, Button):
                continue
            if widget.name == "rematch" and following is not None:
                widget.label, widget.icon = t("arcade.next", level=level_name(t, following.level)), "play"
            elif widget.name == "rematch":
                widget.label = t("arcade.again")
            elif widget.name == "swap" and following is not None:
                widget.label, widget.icon = t("arcade.again"), "refresh"
            elif widget.name == "swap":
                widget.label, widget.icon = t("arcade.results"), "trophy"
            elif widget.name == "levels":
                widget.label, widget.icon = t("arcade.ladder"), "star" if widget.icon else ""

    def _low_entries(self) -> tuple[tuple[str, Action, str, str], ...]:
        """In the place of the board, which Escape shows, a game on the same terms with sides swapped: off the ladder,
        whose stages have a side each; after a loss one from its turning point."""
        first, *others = super()._low_entries()
        if first[-1] != "board":
            return (first, *others)
        return ((self.stage.t("result.swap"), self._swap_sides, "swap", "sides"), *others)

    def _swap_sides(self) -> None:
        tables, match = self.stage.services.tables, self._match_scene.match
        self.stage.go_from_menu(MATCH, tables.rematch(match, True))

    def _rematch(self, swapped: bool) -> None:
        following = self.next_rung
        if not swapped:
            self._climb(following or self._rung)
        elif following is not None:
            self._climb(self._rung)
        else:
            self.stage.go(LADDER, self._rung.game)

    def _climb(self, step: Rung) -> None:
        self.stage.go_from_menu(MATCH, self.stage.services.tables.new_attempt(step, self.stage.settings.name))

    # ---- frame

    def update(self, dt: float) -> None:
        """One star after the other, each with its sound."""
        super().update(dt)
        if self.entered >= 1.0:
            self._passed_s += dt
        due = sum(self._passed_s >= _FIRST_S + _STEP_S * index for index in range(len(self._stars)))
        if due > self._told:
            self._told = due
            self.stage.sounds.play("stone", due - 1)
        if not self._has_presented and self._told == len(self._stars):
            self._has_presented = True
            self._tell_presents()

    def _tell_presents(self) -> None:
        """What a stage gives that was won for the first time, with the last star."""
        rung, earned = self._rung, self._earned
        presents = presents_of(self.stage.t, rung.game, rung.number)
        if presents and earned is not None and earned.is_first:
            t, toasts = self.stage.t, self.stage.toasts
            # two, of a line each: what is higher lies over the first row of the board
            toasts.tell(t("arcade.presented", presents=t("common.list_separator").join(presents)), "gift")
            toasts.tell(lambda: t("arcade.presented_where"), "gift")

    @property
    def beside_quote(self) -> float:
        """The stars, where there are some."""
        return _BESIDE if self._earned is not None else 0.0

    def draw_beside(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """The stars, and for what the last one was given."""
        self._draw_stars(canvas, rect.right - _PITCH * len(Star) + _PITCH / 2, rect.centery - 9, _PITCH)
        if self._told:
            says = self.stage.t(f"arcade.star_{self._stars[self._told - 1]}")
            canvas.text(says, rect.right, rect.centery + 18, CAPTION, canvas.theme.gold_ink, "right", width=_BESIDE)

    def _draw_stars(self, canvas: Canvas, x: float, y: float, pitch: float) -> None:
        """Those that were had filled, as far as they have come down; the middle of the first one is at x."""
        shown = self._stars[: self._told]
        for index, star in enumerate(Star):
            lit, place = star in shown, x + index * pitch
            size = _SIZE * (self._growth(shown.index(star)) if lit else 1.0)
            if lit:
                self._draw_rays(canvas, place, y, shown.index(star))
            canvas.icon("star" if lit else "star_outline", place, y, size, star_colour(canvas, lit))

    def draw_extra(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """What was earned, in one row where the stars stand elsewhere."""
        t, theme = self.stage.t, canvas.theme
        canvas.card(rect, 1)
        is_low = rect.height <= self.extra_low
        x, upper, lower = rect.left + 24, rect.top + 28, rect.bottom - 24
        if is_low:
            upper = lower = rect.centery
        else:
            self._draw_stars(canvas, x + _SIZE / 2, upper, _SIZE + STAR_GAP)
        left, right = x + (0 if is_low else len(Star) * (_SIZE + STAR_GAP) + 8), rect.right - 24
        earned = self._earned
        if earned is None:
            canvas.text(self._said_of_nothing(), x, lower, BODY, theme.muted, width=right - x)
            return
        counted = min(1.0, max(0.0, self._passed_s - _FIRST_S) / _COUNT_S)
        said = points(t, earned.points if self._is_still else round(earned.points * counted))
        width = canvas.text(said, right, upper, HEADING, align="right", face=Face.MEDIUM)
        parts = [t("arcade.gained_run", n=earned.rungs, total=number(earned.total))]
        if earned.place is not None:
            parts.append(t("arcade.gained_place", n=earned.place))
        if is_low:
            right -= canvas.text_width(points(t, earned.points), HEADING, Face.MEDIUM) + 16
            width = 0.0
        if earned.is_best:
            best = t("arcade.gained_best")
            chip = canvas.text_width(best, CAPTION, Face.MEDIUM) + 24
            taken = canvas.text_width(t("common.list_separator").join(parts)) if is_low else 0.0
            if right - width - 16 - left - taken >= chip:
                draw_chip(
                    canvas, right - width - (0 if is_low else 12) - chip, upper, best, theme.gold_tint, theme.gold_ink
                )
                right -= chip + 16 if is_low else 0
            else:
                parts.insert(len(parts) if is_low else 0, best)
        while len(parts) > 1 and canvas.text_width(t("common.list_separator").join(parts)) > right - x:
            parts.pop()
        line = t("common.list_separator").join(parts)
        canvas.text(line, x, lower, BODY, theme.muted, width=right - x)

    @property
    def _is_still(self) -> bool:
        return self.stage.settings.reduced_motion

    def _draw_rays(self, canvas: Canvas, x: float, y: float, index: int) -> None:
        """Around a star that has just come down."""
        left = 1 - (self._passed_s - _FIRST_S - _STEP_S * index) / _RAYS_S
        if self._is_still or not 0 < left <= 1:
            return
        inner, outer = 18.0, 18.0 + 6 * (0.4 + 0.6 * left)
        for ray in range(10):
            across, down = math.cos(math.tau * ray / 10 + 0.3), math.sin(math.tau * ray / 10 + 0.3)
            ends = [(x + inner * across, y + inner * down), (x + outer * across, y + outer * down)]
            canvas.line(ends, 1.8, star_colour(canvas, True))

    def _said_of_nothing(self) -> str:
        """Why there are no stars, or what else the game has cost."""
        t, attempt = self.stage.t, self._match_scene.match.attempt
        if attempt is not None and attempt.changed:
            return t("arcade.changed")
        if attempt is not None and attempt.lost_run is not None:
            return t("arcade.run_over", n=attempt.lost_run, points=points(t, attempt.lost_run))
        return t("arcade.gained_none")

    def _growth(self, index: int) -> float:
        """How large a star is that came down as the one of this place: it is larger at first."""
        if self._is_still:
            return 1.0
        share = min(1.0, (self._passed_s - _FIRST_S - _STEP_S * index) / _GROW_S)
        # in few steps, so that few pictures are made
        return 1.4 - 0.4 * round(share * 6) / 6
