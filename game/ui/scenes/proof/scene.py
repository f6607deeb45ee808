"""The proof as a scene: the person plays the side that loses, the proof answers, and says how long it takes at most.

Where not everything is proven a point marks each reply that is; what the proof does not know is said to be unknown.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.match.evaluation import moves_to_win
from game.rules.core import Move, Refusal, Side
from game.rules.game import Game
from game.rules.registry import GAMES, variant
from game.tables.proofs import ProofLook
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.scenes.boarded import refuse
from game.ui.scenes.keyed import Act
from game.ui.scenes.learn.words import Mood, Words, draw_words
from game.ui.scenes.page import back_button, draw_footer, draw_header, is_compact
from game.ui.scenes.study import ANSWER_S, GAP, StudyScene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, Kind

_SHOWN_S: Final = 0.7
"""Until the next move of what is shown."""


class ProofScene(StudyScene):
    """Plays against the proof. U takes back, S shows a long defence, R starts again, Escape goes back."""

    scope = "proof"

    def __init__(self, stage: Stage, game: str) -> None:
        """Raises KeyError for an unknown game."""
        self._proof = stage.services.proofs.of(game)
        name = self._proof.variant if self._proof is not None else GAMES[game].variants[0].name
        self._variant = variant(name)
        self._shares = self._proof.shares() if self._proof is not None else ()
        self._game = Game(self._variant)
        self._looked = ProofLook()
        self._shows = False
        board = BoardView(stage.painter(self._variant), self._game.position, self._play, self._refused)
        super().__init__(stage, board)
        self.again()

    @property
    def looked(self) -> ProofLook:
        """What the proof says about the position on the board."""
        return self._looked

    @property
    def is_closed(self) -> bool:
        """Whether every first reply is proven to lose."""
        return bool(self._shares) and self._shares[0][0] == self._shares[0][1]

    # ---- playing

    @property
    def game(self) -> Game:
        """What has been played."""
        return self._game

    def again(self) -> None:
        """From the empty board; the proof's first move stands there."""
        self._game = Game(self._variant)
        self._shows = False
        self._look()
        if self._looked.answer:
            self._enter(self._looked.answer)
        self._set_up()

    def take_back(self) -> None:
        """Take the last move of the person back, and the answer to it."""
        if self._game.ply <= 1:
            return
        self._shows = False
        for _ in range(1 if self._game.turn is Side.FIRST else 2):
            self._game.undo()
        self._look()
        self._set_up()

    def show_how(self) -> None:
        """Let the losing side defend itself by the proof's own replies to the end."""
        self._shows = True
        self._wait_s = 0.0
        self.layout()

    @property
    def _may_show(self) -> bool:
        return bool(self._looked.lost) and not self._shows and self._game.outcome is None

    @property
    def _leads_nowhere(self) -> bool:
        """Whether the proof has no answer: there is only the way back."""
        is_asked = self._proof is not None and self._game.turn is Side.FIRST and self._game.outcome is None
        return is_asked and not self._looked.answer

    def _enter(self, text: str) -> None:
        self._game.play(self._variant.read_move(text, self._game.position))
        self._look()

    def _look(self) -> None:
        """Ask the proof about the position."""
        self._looked = ProofLook()
        if self._proof is not None and self._game.outcome is None:
            self._looked = self._proof.look(self._game.texts())

    def _set_up(self) -> None:
        self.stage.toasts.clear()
        self.board.show(self._game.position, self._game.moves[-1] if self._game.moves else None)
        self.board.show_outcome(None)
        self._mark()
        self.layout()

    def _mark(self) -> None:
        """Who may move now, and which replies are known."""
        mine = self._game.turn is Side.SECOND and self._game.outcome is None and not self._shows
        self.board.movable.sides = frozenset({Side.SECOND}) if mine and self._proof is not None else frozenset()
        lost = self._looked.lost
        part = len(lost) < self._looked.replies
        position = self._game.position
        moves = [self._variant.read_move(text, position) for text in lost] if part else []
        self.board.annotations.settled = frozenset(move.target for move in moves if move.target is not None)

    def _play(self, move: Move) -> None:
        """A move of the person or of the proof."""
        before = self._game.position
        self._game.play(move)
        self._look()
        self._show_move(self._variant, move, before, self._game.position)
        if self._game.outcome is not None:
            self._shows = False
            self.board.show_outcome(self._game.outcome)
        self._mark()
        self._wait_s = _SHOWN_S if self._shows else ANSWER_S
        self.layout()

    def _refused(self, refusal: Refusal) -> None:
        """Something can't be played: say why."""
        refuse(self.stage, self._variant, self.board, refusal)

    def _go_on_by_itself(self) -> None:
        if self._proof is None or self._game.outcome is not None:
            return
        text = self._looked.answer
        if self._game.turn is Side.SECOND:
            text = self._proof.defence(self._game.texts()) if self._shows else ""
            if self._shows and not text:
                self._shows = False
                self._mark()
                self.layout()
        if text:
            self._play(self._variant.read_move(text, self._game.position))

    # ---- layout

    def layout(self) -> None:
        """The card with the board, words and buttons beside it."""
        self._place_study(self._variant)
        back = back_button(self.stage, self._area, self.size, self.close)
        self.widgets.replace([self.board, *self._buttons(self.beside), back], first="board")

    def _buttons(self, beside: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        height = 40.0 if is_compact(self.size) else 44.0
        low = beside.bottom - height
        over = low - GAP - height
        half = (beside.width - GAP) / 2
        kind: Kind = "primary" if self._leads_nowhere else "secondary"
        place = pygame.FRect(beside.left, over, half, height)
        undo = Button(place, t("proof.take_back"), self.take_back, kind, name="undo")
        undo.enabled = self._game.ply > 1
        again = Button(
            pygame.FRect(beside.left + half + GAP, over, half, height), t("proof.again"), self.again, name="again"
        )
        show = Button(
            pygame.FRect(beside.left, low, beside.width, height), t("proof.show"), self.show_how, icon="play",
            name="show",
        )  # fmt: skip
        show.enabled = self._may_show
        undo.shortcut, again.shortcut = self.key_of("take_back"), self.key_of("again")
        show.shortcut = self.key_of("show")
        return [undo, again, show]

    # ---- events and drawing

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {"again": self.again, "take_back": self.take_back}
        return {**acts, "show": self.show_how} if self._may_show else acts

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the card and its words."""
        area = self._area
        self.stage.draw_backdrop(canvas, 0.55)
        draw_header(canvas, area, self.size, self.stage.t("proof.title"), self._says_how_far())
        canvas.card(self._box, 2)
        draw_words(canvas, self.beside, self.words(), is_compact(self.size))
        t = self.stage.t
        hints = ((self.key_of("take_back"), t("proof.take_back")), (self.key_of("show"), t("proof.show")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _says_how_far(self) -> str:
        if self._proof is None:
            return ""
        (first, replies), (pairs, all_pairs) = self._shares
        part = f"{100 * pairs / all_pairs:.1f}"
        return self.stage.t("proof.subtitle", first=first, replies=replies, pairs=part, n=self._proof.positions)

    def words(self) -> Words:
        """What stands beside the board now."""
        t, looked = self.stage.t, self._looked
        title = t(f"common.{self._variant.name}")
        if self._proof is None:
            return Words(title, "", "missed", t("proof.none_title"), t("proof.none_line"))
        mood: Mood = "task"
        if self._game.outcome is not None:
            mood, heading, said = "done", t("proof.over"), t("proof.over_line")
        elif self._game.turn is Side.SECOND and looked.plies:
            mood, heading = "shown", t("proof.lost")
            said = t("proof.lost_line", n=moves_to_win(looked.plies))
        elif self._game.turn is Side.SECOND:
            heading = t("proof.your_turn")
            said = t("proof.open_line", n=len(looked.lost), replies=looked.replies)
        elif not looked.answer:
            mood, heading, said = "missed", t("proof.unproven"), t("proof.unproven_line")
        elif not looked.plies:
            mood, heading, said = "missed", t("proof.unproven"), t("proof.unproven_answer")
        else:
            mood, heading, said = "shown", t("proof.thinks"), t("proof.lost_line", n=moves_to_win(looked.plies))
        return Words(title, t("proof.closed" if self.is_closed else "proof.part"), mood, heading, said)
