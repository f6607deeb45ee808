"""A challenge as a scene: the board at the left, what is to be found, the stars and the buttons at the right."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.progress.challenges import MOST_STARS, Challenge, Stars, challenges_of
from game.rules.core import Move, Refusal, Side
from game.rules.registry import variant
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.scenes.boarded import refuse
from game.ui.scenes.challenges.trial import Trial, TrialState
from game.ui.scenes.challenges.words import draw_stars, progress, set_words, task
from game.ui.scenes.keyed import Act
from game.ui.scenes.learn.words import Mood, Words, draw_teacher, draw_words
from game.ui.scenes.page import back_button, draw_footer, draw_header, is_compact
from game.ui.scenes.sealing import note_challenge
from game.ui.scenes.study import ANSWER_S, GAP, TAKE_BACK_S, StudyScene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton


class ChallengeScene(StudyScene):
    """Plays a challenge against the best defence."""

    scope = "challenge"
    early = frozenset({"previous_challenge", "next_challenge"})

    def __init__(
        self, stage: Stage, stars: Stars, name: str, index: int, on_turn: Callable[[int], None] = lambda index: None
    ) -> None:
        """Opens a challenge of the set of that name by its place in it; `on_turn` is told where the person has turned
        to. Raises FileNotFoundError for a set that there is not."""
        self._stars = stars
        self._on_turn = on_turn
        self.name = name
        self._held = challenges_of(name)
        self._at = index
        self._variant = variant(self._held.variant)
        self._trial = Trial(self.challenge, self._variant)
        board = BoardView(stage.painter(self._variant), self._trial.game.position, self._play, self._refused)
        super().__init__(stage, board)
        self._set_up()

    @property
    def challenge(self) -> Challenge:
        """The challenge that is open."""
        return self._held.challenges[self._at]

    @property
    def trial(self) -> Trial:
        """How it is going."""
        return self._trial

    # ---- which one

    def show(self, index: int) -> None:
        """Turn to a challenge by its place in the list; beyond an end to the one at that end."""
        index = min(max(0, index), len(self._held.challenges) - 1)
        if index != self._at:
            self._at = index
            self._on_turn(index)
            self._trial = Trial(self.challenge, self._variant)
            self._set_up()
            self.layout()

    def go_on(self) -> None:
        """To the next challenge that is not solved yet; where all are, to the next one."""
        stars, count = self._stars.of(self.name), len(self._held.challenges)
        following = [(self._at + step) % count for step in range(1, count)]
        unsolved = [index for index in following if self._held.challenges[index].id not in stars]
        self.show((unsolved or following)[0])

    def again(self) -> None:
        """Back to the start of the challenge."""
        self._trial.again()
        self._set_up()
        self.layout()

    def _set_up(self) -> None:
        self.stage.toasts.clear()
        self._wait_s = 0.0
        position = self._trial.game.position
        self.board.show(position)
        self.board.flipped = self.board.painter.frame.has_camps and self._trial.person is Side.SECOND
        self.board.movable.sides = self._trial.may_move

    # ---- playing

    def hint(self) -> None:
        """Show a move that keeps the win."""
        move = self._trial.hint()
        if move is not None:
            self.board.annotations.hints = (move,)
            self.stage.toasts.show(self.stage.t("challenges.hinted"), "info")
            self.layout()

    def _play(self, move: Move) -> None:
        """A move of the person or of the defence."""
        trial = self._trial
        before = trial.game.position
        trial.play(move)
        self._show_move(self._variant, move, before, trial.game.position)
        self.board.movable.sides = trial.may_move
        if trial.game.outcome is not None:
            self.board.show_outcome(trial.game.outcome)
        self._wait_s = ANSWER_S
        if trial.takes_back:
            self._wait_s = TAKE_BACK_S
            self.stage.toasts.show(self._said_of_miss(), "info")
            if trial.state is TrialState.WRONG:
                note_challenge(self.stage, at_once=False)
        elif trial.state is TrialState.SOLVED:
            self.stage.sounds.play("win")
            self._stars.earn(self.name, self.challenge.id, trial.stars)
            note_challenge(self.stage, trial.stars == MOST_STARS)
            for notice in self._stars.take_notices():
                self.stage.tell(notice)
        self.layout()

    def _said_of_miss(self) -> str:
        """What is wrong with the move that is about to be taken back."""
        key = f"wrong_{self._variant.game}" if self._trial.state is TrialState.WRONG else "aside"
        return self.stage.t(f"challenges.{key}")

    def _refused(self, refusal: Refusal) -> None:
        """Something can't be played: say why."""
        refuse(self.stage, self._variant, self.board, refusal)

    def _take_back(self) -> None:
        trial = self._trial
        move, after = trial.game.moves[-1], trial.game.position
        trial.take_back()
        self._show_take_back(move, trial.game.position, after, trial.may_move)

    def _go_on_by_itself(self) -> None:
        if self._trial.takes_back:
            self._take_back()
            return
        answer = self._trial.answer
        if answer is not None:
            self._play(answer)

    # ---- layout

    def layout(self) -> None:
        """The card with the board, words and buttons beside it."""
        self._place_study(self._variant)
        back = back_button(self.stage, self._area, self.size, self.close)
        self.widgets.replace([self.board, *self._buttons(self.beside), back], first="board")

    def _buttons(self, beside: pygame.FRect) -> list[Widget]:
        t, solved = self.stage.t, self._trial.state is TrialState.SOLVED
        height = 40.0 if is_compact(self.size) else 44.0
        low = beside.bottom - height
        over = low - GAP - height
        half = (beside.width - GAP) / 2
        hint = Button(
            pygame.FRect(beside.left, over, half, height), t("match.hint"), self.hint, icon="hint", name="hint"
        )
        hint.enabled = not solved
        again = Button(
            pygame.FRect(beside.left + half + GAP, over, half, height), t("learn.again"), self.again, name="again"
        )
        previous = SquareButton(
            pygame.FRect(beside.left, low, height, height), "chevron_left", lambda: self.show(self._at - 1),
            t("challenges.previous"), True, 22, self.key_of("previous_challenge"), "previous",
        )  # fmt: skip
        following = SquareButton(
            pygame.FRect(beside.left + height + GAP, low, height, height), "chevron_right",
            lambda: self.show(self._at + 1), t("challenges.following"), True, 22, self.key_of("next_challenge"),
            "following",
        )  # fmt: skip
        previous.enabled = self._at > 0
        following.enabled = self._at < len(self._held.challenges) - 1
        left = following.rect.right + GAP
        next_button = Button(
            pygame.FRect(left, low, beside.right - left, height), t("challenges.next"), self.go_on,
            "primary" if solved else "secondary", name="next",
        )  # fmt: skip
        hint.shortcut, again.shortcut = self.key_of("hint"), self.key_of("again")
        next_button.shortcut = self.key_of("go_on")
        return [hint, again, previous, following, next_button]

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {
            "again": self.again,
            "go_on": self.go_on,
            "previous_challenge": lambda: self.show(self._at - 1),
            "next_challenge": lambda: self.show(self._at + 1),
        }
        return acts if self._trial.state is TrialState.SOLVED else {"hint": self.hint, **acts}

    @property
    def _is_waiting(self) -> bool:
        # a move that misses comes to rest while the sentence about it is read
        return super()._is_waiting or self._trial.state is TrialState.WRONG

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the card and its words."""
        t, area = self.stage.t, self._area
        self.stage.draw_backdrop(canvas, 0.55)
        title = t("challenges.heading", game=set_words(t, self.name))
        draw_header(canvas, area, self.size, title, progress(t, self._held, self._stars.of(self.name)))
        canvas.card(self._box, 2)
        words = self.words()
        bottom = draw_words(canvas, self.beside, words, is_compact(self.size))
        self._draw_stars(canvas, draw_teacher(canvas, self._free_below(bottom), words.mood), bottom)
        hints = (
            (self.key_of("hint"), t("match.hint")),
            (self.key_of("again"), t("learn.again")),
            (self.key_of("go_on"), t("challenges.next")),
        )
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _draw_stars(self, canvas: Canvas, teacher: pygame.FRect | None, bottom: float) -> None:
        """Those of this time once it is solved, else those that were earned before: beside the teacher, or below the
        words, where there have to be some."""
        earned = self._trial.stars if self._trial.state is TrialState.SOLVED else self._best
        size = 26.0 if is_compact(self.size) else 30.0
        if teacher is not None:
            draw_stars(canvas, teacher.right + 20, teacher.centery, size, earned)
        elif earned:
            draw_stars(canvas, self.beside.left, bottom + 16 + size / 2, size, earned)

    @property
    def _best(self) -> int:
        return self._stars.of(self.name).get(self.challenge.id, 0)

    def words(self) -> Words:
        """What stands beside the board now."""
        t, trial = self.stage.t, self._trial
        mood: Mood = "done" if trial.state is TrialState.SOLVED else "missed" if trial.takes_back else "task"
        n = f"{trial.move_number} / {max(trial.move_number, self.challenge.moves)}"
        heading, said = {
            "done": (t("challenges.solved"), t("challenges.solved_line", n=trial.stars)),
            "missed": (t("learn.missed"), self._said_of_miss()),
            "task": (t("challenges.move", at=n), t("challenges.worth", n=trial.stars)),
        }[mood]
        title = t("challenges.number", n=self._at + 1, grade=self.challenge.grade)
        return Words(title, task(t, self.name, self._variant, self.challenge), mood, heading, said)
