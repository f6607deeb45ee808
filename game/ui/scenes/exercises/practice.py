"""One exercise after the other: the board at the left, what went wrong and what is to be found at the right."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final

import pygame

from game.progress.exercise_trial import ExerciseState, ExerciseTrial
from game.progress.exercises import Exercise
from game.progress.spaced_repetition import Recall
from game.records.fault import Fault
from game.records.native import Reading
from game.rules.core import Move, Refusal, Side
from game.rules.registry import variant
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.boarded import refuse
from game.ui.scenes.exercises.words import due_words, line_words, side_words, task_words
from game.ui.scenes.keyed import Act
from game.ui.scenes.learn.words import Mood, Words, draw_teacher, draw_words
from game.ui.scenes.page import back_button, draw_footer, draw_header, is_compact
from game.ui.scenes.study import ANSWER_S, GAP, TAKE_BACK_S, StudyScene
from game.ui.stage.faults import fault_words
from game.ui.stage.navigator import REPLAY_AT
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton

_STEP_S: Final = 0.7
"""Between the moves of a line that is shown."""
_READ_S: Final = 1.6
"""What is wrong with a move is read this long before that is taken back."""
_LINE: Final = 8
"""The most moves of a line that are written out."""


class PracticeScene(StudyScene):
    """Goes through exercises. What was missed comes again at the end of the sitting."""

    scope = "exercise"
    early = frozenset({"go_on"})

    def __init__(self, stage: Stage, keys: Sequence[str], now: Callable[[], float] = time.time) -> None:
        """`keys` are the exercises' in the order in which they are asked for, at least one that can be read; `now`
        tells the seconds since 1970."""
        self._services = stage.services
        self._now = now
        readable = [key for key in keys if (each := self._held(key)) is not None and each.is_readable]
        self.waiting: list[str] = readable[1:]
        """Those that follow."""
        self.done = 0
        self.key: str = readable[0]
        self._answered = False
        self._shown_moves = 0
        self._reading: Future[Reading | Fault] | None = None
        self._trial = self._begin(self.key)
        rules = self._trial.rules
        board = BoardView(stage.painter(rules), self._trial.game.position, self._play, self._refused)
        super().__init__(stage, board)
        self._set_up()

    def _held(self, key: str) -> Exercise | None:
        return self._services.exercises.get(key)

    def _begin(self, key: str) -> ExerciseTrial:
        exercise = self._held(key)
        assert exercise is not None, "only what is there is asked for"
        return ExerciseTrial(exercise, self._services.tables.judge(variant(exercise.variant).game))

    @property
    def trial(self) -> ExerciseTrial:
        """How the present one is going."""
        return self._trial

    @property
    def exercise(self) -> Exercise:
        """The present one, as it is now known."""
        return self._held(self.key) or self._trial.exercise

    @property
    def wants_engine(self) -> bool:
        """It judges the moves."""
        return True

    @property
    def is_busy(self) -> bool:
        """While a move is being judged."""
        return self._trial.state is ExerciseState.JUDGED

    # ---- which one

    def go_on(self) -> None:
        """To the next one; one that was not tried stays due. After the last one the scene closes."""
        while self.waiting:
            key = self.waiting.pop(0)
            found = self._held(key)
            if found is not None and found.is_readable:
                self._trial.close()
                self.key, self._answered, self._shown_moves = key, False, 0
                self._trial = self._begin(key)
                self._set_up()
                self.layout()
                return
        self.close()

    def _set_up(self) -> None:
        self.stage.toasts.clear()
        self._wait_s = 0.0
        trial, board = self._trial, self.board
        board.painter = self.stage.painter(trial.rules)
        board.show(trial.game.position)
        board.show_outcome(None)
        board.flipped = board.painter.frame.has_camps and trial.person is Side.SECOND
        board.movable.sides = trial.may_move
        trial.look()

    # ---- acting

    def hint(self) -> None:
        """Show the best move."""
        move = self._trial.hint()
        if move is not None:
            self.board.annotations.hints = (move,)
            self.stage.toasts.show(self.stage.t("exercises.hinted"), "info")

    def show_line(self) -> None:
        """Give up and see the better line."""
        self._trial.show()
        if self._trial.state is ExerciseState.SHOWN:
            self.board.annotations.hints = ()
            self.board.movable.sides = frozenset()
            self._answer()
            self._wait_s = ANSWER_S
            self.layout()

    def see_game(self) -> None:
        """Open the game that the exercise comes from, where it was."""
        if self.exercise.game and self._reading is None:
            self._reading = self._services.library.read(self.exercise.game)

    def remove(self) -> None:
        """Give the exercise up, and go on to the next one."""
        gone = self._services.exercises.remove(self.key)
        if gone is not None:
            self.waiting = [key for key in self.waiting if key != self.key]
            self.go_on()
            self.stage.toasts.show(self.stage.t("exercises.removed"), "info")

    def _play(self, move: Move) -> None:
        trial = self._trial
        before = trial.game.position
        trial.play(move)
        self._show_move(trial.rules, move, before, trial.game.position)
        self._judged()

    def _judged(self) -> None:
        """The last move was judged, or is being judged."""
        trial = self._trial
        self.board.movable.sides = trial.may_move
        if trial.takes_back:
            self._wait_s = _READ_S if trial.state is ExerciseState.WRONG else TAKE_BACK_S
        elif trial.state is ExerciseState.SOLVED:
            self.stage.sounds.play("win")
            self._answer()
        if trial.game.outcome is not None:
            self.board.show_outcome(trial.game.outcome)
        self.layout()

    def _answer(self) -> None:
        """Keep how well it was known, once; what was not known comes again in this sitting."""
        if self._answered:
            return
        self._answered = True
        self.done += 1
        services, recall = self._services, self._trial.recall
        services.exercises.answer(self.key, recall, self._now())
        if recall is Recall.AGAIN:
            self.waiting.append(self.key)
        for notice in services.exercises.take_notices():
            self.stage.tell(notice)

    def _refused(self, refusal: Refusal) -> None:
        refuse(self.stage, self._trial.rules, self.board, refusal)

    def _take_back(self) -> None:
        trial = self._trial
        move, after = trial.game.moves[-1], trial.game.position
        trial.take_back()
        self._show_take_back(move, trial.game.position, after, trial.may_move)

    def _go_on_by_itself(self) -> None:
        trial = self._trial
        if trial.takes_back:
            self._take_back()
        elif trial.state is ExerciseState.SHOWN and self._shown_moves < len(trial.line.moves):
            n, line = self._shown_moves, trial.line
            self._shown_moves += 1
            self._show_move(self._trial.rules, line.moves[n], line.positions[n], line.positions[n + 1])
            self._wait_s = _STEP_S

    # ---- frames

    def update(self, dt: float) -> None:
        """Let the engine judge; open the game once it was read."""
        if self._trial.update():
            self._judged()
        if self._reading is not None and self._reading.done():
            found, self._reading = self._reading.result(), None
            if isinstance(found, Fault):
                self.stage.toasts.show(fault_words(self.stage.t, found))
            elif self.stage.stack.top is self:
                exercise = self.exercise
                self.stage.go(REPLAY_AT, found, exercise.game, exercise.ply)
        super().update(dt)

    def left(self) -> None:
        """Nobody is asked any more."""
        self._trial.close()

    # ---- layout

    def layout(self) -> None:
        """The card with the board, words and buttons beside it."""
        self._place_study(self._trial.rules)
        back = back_button(self.stage, self._area, self.size, self.close)
        self.widgets.replace([self.board, *self._buttons(self.beside), back], first="board")

    def _buttons(self, beside: pygame.FRect) -> list[Widget]:
        t, over = self.stage.t, self._trial.is_over
        height = 40.0 if is_compact(self.size) else 44.0
        low = beside.bottom - height
        top = low - GAP - height
        half = (beside.width - GAP) / 2
        hint = Button(
            pygame.FRect(beside.left, top, half, height), t("match.hint"), self.hint, icon="hint", name="hint"
        )
        line = Button(
            pygame.FRect(beside.left + half + GAP, top, half, height), t("exercises.show"), self.show_line, name="show"
        )
        hint.enabled = line.enabled = not over
        game = SquareButton(
            pygame.FRect(beside.left, low, height, height), "shelf", self.see_game, t("exercises.see_game"), True, 22,
            self.key_of("see_game"), "see_game",
        )  # fmt: skip
        game.enabled = bool(self.exercise.game)
        remove = SquareButton(
            pygame.FRect(beside.left + height + GAP, low, height, height), "bin", self.remove, t("exercises.remove"),
            True, 20, self.key_of("remove_exercise"), "remove",
        )  # fmt: skip
        left = remove.rect.right + GAP
        label = t("exercises.next" if self.waiting else "exercises.finish")
        following = Button(
            pygame.FRect(left, low, beside.right - left, height), label, self.go_on,
            "primary" if over else "secondary", name="next",
        )  # fmt: skip
        hint.shortcut, line.shortcut, following.shortcut = map(self.key_of, ("hint", "show", "go_on"))
        return [hint, line, game, remove, following]

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {"go_on": self.go_on, "remove_exercise": self.remove}
        if self.exercise.game:
            acts["see_game"] = self.see_game
        return acts if self._trial.is_over else {"hint": self.hint, "show": self.show_line, **acts}

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the card and its words."""
        t, area = self.stage.t, self._area
        self.stage.draw_backdrop(canvas, 0.55)
        game = t(f"common.{self._trial.rules.game}")
        says = t("exercises.left", game=game, n=len(self.waiting) + 1)
        draw_header(canvas, area, self.size, t("exercises.title"), says)
        canvas.card(self._box, 2)
        words, beside = self.words(), self.beside
        bottom = draw_words(canvas, beside, words, is_compact(self.size))
        teacher = draw_teacher(canvas, self._free_below(bottom), words.mood)
        if self._trial.is_over and self._trial.line.moves:
            names = line_words(t, self._trial.exercise, self._trial.line.moves, _LINE)
            left = beside.left if teacher is None else teacher.right + 16
            canvas.text(t("exercises.best"), left, bottom + 24, CAPTION, canvas.theme.muted)
            canvas.paragraph(names, left, bottom + 46, beside.right - left, BODY, canvas.theme.jade, 22, lines=4)
        hints = (
            (self.key_of("hint"), t("match.hint")),
            (self.key_of("show"), t("exercises.show")),
            (self.key_of("go_on"), t("exercises.next")),
        )
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def words(self) -> Words:
        """What stands beside the board now."""
        t, trial, exercise = self.stage.t, self._trial, self.exercise
        comes_back = t("exercises.comes_back", when=due_words(t, exercise.due, self._now()))
        lost = round(100 * trial.lost) if trial.lost is not None else None
        mood: Mood
        if trial.state is ExerciseState.SOLVED:
            mood, heading, said = "done", t("exercises.solved"), comes_back
        elif trial.state is ExerciseState.SHOWN:
            mood, heading, said = "shown", t("exercises.shown"), comes_back
        elif trial.state is ExerciseState.WRONG:
            is_same = trial.rules.write_move(trial.game.moves[-1], trial.start) == exercise.played
            text = t("exercises.same") if is_same else t("exercises.wrong")
            mood, heading = "missed", t("exercises.not_this")
            said = t("exercises.gives_away", n=lost) if lost and not is_same else text
        elif trial.state is ExerciseState.UNKNOWN:
            mood, heading, said = "missed", t("exercises.unknown"), t("exercises.unknown_line")
        elif trial.state is ExerciseState.JUDGED:
            mood, heading, said = "task", t("exercises.judging"), t("exercises.judging_line")
        else:
            mood, heading, said = "task", side_words(t, exercise), t("exercises.any_good")
        return Words(t("exercises.find"), task_words(t, exercise), mood, heading, said)
