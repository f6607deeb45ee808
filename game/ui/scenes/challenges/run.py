"""A streak or a rush as a scene: challenge after challenge on one board, what was solved beside it, at the end the best
list."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from typing import Final

import pygame

from game.progress.challenges import challenges_of
from game.progress.day import today
from game.progress.rush import Run, RunKind, in_rising_order
from game.rules.core import Move, Refusal, Side
from game.rules.registry import variant
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING, ROW_RADIUS, TITLE
from game.ui.scenes.boarded import refuse
from game.ui.scenes.challenges.trial import Trial, TrialState
from game.ui.scenes.challenges.words import set_words, task
from game.ui.scenes.keyed import Act
from game.ui.scenes.page import back_button, draw_footer, draw_header, is_compact
from game.ui.scenes.sealing import note_challenge
from game.ui.scenes.study import ANSWER_S, TAKE_BACK_S, StudyScene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button

_BAR: Final = 8.0
_MARK: Final = 22.0


class RunScene(StudyScene):
    """R begins again. A miss can't be taken back: the next challenge follows."""

    scope = "challenge_run"

    def __init__(
        self,
        stage: Stage,
        kind: RunKind,
        name: str,
        now: Callable[[], float] = time.monotonic,
        day: Callable[[], date] = today,
    ) -> None:
        """A run through the set of that name. `now` tells seconds, `day` the day. Raises FileNotFoundError for a set
        that there is not."""
        self.kind = kind
        self.name = name
        self._best = stage.services.rush
        self._dice = stage.services.dice
        self._now = now
        self._day = day
        self._held = challenges_of(name)
        self._rules = variant(self._held.variant)
        self.run = self._new_run()
        self.place: int | None = None
        """Its place among the best, once it is over (None: not among them)."""
        self._trial = Trial(self.run.challenge, self._rules)
        self._is_entered = False
        super().__init__(stage, BoardView(stage.painter(self._rules), self._trial.game.position, self._play, self._no))
        self._set_up()

    def _new_run(self) -> Run:
        order = in_rising_order(self._held.challenges, self._dice.getrandbits(32))
        return Run(self.kind, order, self._now)

    @property
    def trial(self) -> Trial:
        """How the present challenge is going."""
        return self._trial

    @property
    def is_busy(self) -> bool:
        """While time counts down."""
        return not self.run.is_over

    # ---- acting

    def again(self) -> None:
        """Begin another run."""
        self.run = self._new_run()
        self.place, self._is_entered = None, False
        self._next()

    def _next(self) -> None:
        self._trial = Trial(self.run.challenge, self._rules)
        self._set_up()
        self.layout()

    def _set_up(self) -> None:
        self.stage.toasts.clear()
        self._wait_s = 0.0
        board, trial = self.board, self._trial
        board.show(trial.game.position)
        board.show_outcome(None)
        board.flipped = board.painter.frame.has_camps and trial.person is Side.SECOND
        board.movable.sides = trial.may_move

    def _play(self, move: Move) -> None:
        trial = self._trial
        before = trial.game.position
        trial.play(move)
        self._show_move(self._rules, move, before, trial.game.position)
        self.board.movable.sides = trial.may_move
        if trial.game.outcome is not None:
            self.board.show_outcome(trial.game.outcome)
        self._wait_s = ANSWER_S
        if trial.state is TrialState.SOLVED:
            self.stage.sounds.play("win")
            self.run.note(True)
            note_challenge(self.stage, at_once=True)
        elif trial.state is TrialState.WRONG:
            self.stage.sounds.play("refused")
            self.run.note(False)
            note_challenge(self.stage, at_once=False)
            self._wait_s = TAKE_BACK_S
        elif trial.state is TrialState.ASIDE:
            self.stage.toasts.show(self.stage.t("challenges.aside"), "info")
            self._wait_s = TAKE_BACK_S
        self._follow()

    def _no(self, refusal: Refusal) -> None:
        """Something can't be played: say why."""
        refuse(self.stage, self._rules, self.board, refusal)

    def _follow(self) -> None:
        """Enter the run among the best once it is over."""
        if self.run.is_over and not self._is_entered:
            self._is_entered = True
            self.board.movable.sides = frozenset()
            self.place = self._best.enter(self.kind, self.name, self.run, self._day())
            for notice in self._best.take_notices():
                self.stage.tell(notice)
            self.layout()

    def _go_on_by_itself(self) -> None:
        trial = self._trial
        if trial.state is TrialState.ASIDE:
            move, after = trial.game.moves[-1], trial.game.position
            trial.take_back()
            self.board.take_back(move, trial.game.position, after)
            self.board.movable.sides = trial.may_move
        elif self.run.is_over:
            return
        elif trial.state in (TrialState.SOLVED, TrialState.WRONG):
            self._next()
        elif trial.answer is not None:
            self._play(trial.answer)

    @property
    def _is_waiting(self) -> bool:
        # what was missed comes to rest while it is seen
        return super()._is_waiting or self._trial.state is TrialState.WRONG

    def update(self, dt: float) -> None:
        """Time may be over."""
        self.run.update()
        self._follow()
        super().update(dt)

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        return {"again": self.again}

    # ---- layout

    def layout(self) -> None:
        """The card with the board, the score and the best beside it, one button."""
        self._place_study(self._rules)
        height = 40.0 if is_compact(self.size) else 44.0
        low = pygame.FRect(self.beside.left, self.beside.bottom - height, self.beside.width, height)
        kind = "primary" if self.run.is_over else "secondary"
        again = Button(low, self.stage.t("challenges.run_again"), self.again, kind, "refresh", name="again")  # type: ignore[arg-type]  # one of its kinds
        again.shortcut = self.key_of("again")
        widgets: list[Widget] = [self.board, again, back_button(self.stage, self._area, self.size, self.close)]
        self.widgets.replace(widgets, first="again" if self.run.is_over else "board")

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the card: the score, the clock, what came so far, the task or the best."""
        t, area = self.stage.t, self._area
        self.stage.draw_backdrop(canvas, 0.55)
        title = f"{t(f'challenges.{self.kind}')} · {set_words(t, self.name)}"
        draw_header(canvas, area, self.size, title, t(f"challenges.{self.kind}_line"))
        canvas.card(self._box, 2)
        y = self._draw_score(canvas, self.beside.top + 24)
        y = self._draw_results(canvas, y + 20)
        if self.run.is_over:
            says = t("challenges.run_place", n=self.place) if self.place is not None else t("challenges.run_over")
            self._draw_best(canvas, y + 12, says, canvas.theme.jade if self.place else canvas.theme.ink)
        else:
            says = task(t, self.name, self._rules, self.run.challenge)
            canvas.paragraph(says, self.beside.left, y + 18, self.beside.width, BODY, canvas.theme.ink, 22, lines=4)
            if self._best.of(self.kind, self.name):
                self._draw_best(canvas, y + 18 + 5 * 22, t("challenges.run_best"), canvas.theme.muted)
        draw_footer(canvas, self.stage, area.left, self.size, ((self.key_of("again"), t("challenges.run_again")),))

    def _draw_score(self, canvas: Canvas, y: float) -> float:
        t, theme, run, beside = self.stage.t, canvas.theme, self.run, self.beside
        x = beside.left + canvas.text(str(run.solved), beside.left, y, DISPLAY, face=Face.MEDIUM) + 12
        canvas.text(t("challenges.run_solved", n=run.solved), x, y + 5, HEADING, theme.muted)
        left = run.left_s
        seconds = round(run.used_s) if left is None else int(left + 0.999)
        is_late = left is not None and left < 20 and not run.is_over
        canvas.text(_clock(seconds), beside.right, y, TITLE, theme.red if is_late else theme.ink, "right", Face.MEDIUM)
        bar = pygame.FRect(beside.left, y + 30, beside.width, _BAR)
        if left is not None:
            share = left / (left + run.used_s) if left + run.used_s else 0.0
            canvas.rounded(bar, _BAR / 2, theme.inset, theme.edge if theme.is_contrast else theme.line, 1)
            if share > 0:
                filled = pygame.FRect(bar.left, bar.top, max(_BAR, bar.width * share), _BAR)
                canvas.rounded(filled, _BAR / 2, theme.red if is_late else theme.jade)
            return bar.bottom
        canvas.hairline(bar.left, bar.centery, bar.width)
        return bar.centery

    def _draw_results(self, canvas: Canvas, y: float) -> float:
        """A disc for each challenge so far, the newest last: as many as fit in a row."""
        theme, beside = canvas.theme, self.beside
        shown = self.run.results[-int(beside.width // _MARK) :]
        for n, solved in enumerate(shown):
            x = beside.left + 9 + n * _MARK
            canvas.circle(x, y, 9, theme.jade if solved else theme.red)
            canvas.icon("check" if solved else "cross", x, y, 11, theme.on_jade if solved else theme.on_red)
        return y + 12

    def _draw_best(self, canvas: Canvas, y: float, says: str, ink: Colour) -> None:
        """A heading, then the best runs as far as they fit, this one set off."""
        t, theme, beside = self.stage.t, canvas.theme, self.beside
        canvas.text(says, beside.left, y + 10, HEADING, ink, face=Face.MEDIUM)
        y += 34
        step = 28.0
        rows = int((beside.bottom - 60 - y) // step)
        for place, score in enumerate(self._best.of(self.kind, self.name)[: max(0, rows)], start=1):
            row = pygame.FRect(beside.left, y, beside.width, step - 2)
            if place == self.place:
                canvas.rounded(row, ROW_RADIUS, theme.jade_tint, theme.jade if theme.is_contrast else None, 1.5)
            face = Face.MEDIUM if place == self.place else Face.REGULAR
            canvas.text(f"{place}", row.left + 26, row.centery, CAPTION, theme.muted, "right")
            canvas.text(t("challenges.run_row", n=score.solved), row.left + 40, row.centery, BODY, face=face)
            canvas.text(_clock(score.seconds), row.centerx + 30, row.centery, CAPTION, theme.muted, "right")
            canvas.text(score.day, row.right - 10, row.centery, CAPTION, theme.muted, "right")
            y += step


def _clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{round(seconds) // 60}:{round(seconds) % 60:02d}"
