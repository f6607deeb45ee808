"""The solved board as a scene: each square tells what a move there comes to, and best play answers.

The person plays one side, or both to walk about. What a move has given away is told, with what was better; "Show me"
plays best moves for both sides to the end, which shows where the discs go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.rules.core import PASS, Move, Refusal, Side, must_pass
from game.rules.game import Game
from game.rules.registry import GAMES
from game.tables.solutions import SolvedLook
from game.ui.board.marks import Worth
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.scenes.boarded import refuse
from game.ui.scenes.keyed import Act
from game.ui.scenes.learn.words import Mood, Words, draw_words
from game.ui.scenes.page import back_button, draw_footer, draw_header, is_compact
from game.ui.scenes.study import ANSWER_S, GAP, StudyScene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Segment, Segmented

_SHOWN_S: Final = 0.7
"""Until the next move of what is shown."""
_BOTH: Final = frozenset(Side)


class SolvedScene(StudyScene):
    """Plays against best play. U takes back, R starts again, S shows best play to the end, V hides and shows what moves
    come to, Escape goes back."""

    scope = "solved"

    def __init__(self, stage: Stage, game: str) -> None:
        """Raises KeyError for an unknown game, ValueError for one without a solved board."""
        rules = GAMES[game].solved
        if rules is None:
            raise ValueError(f"{game} has no solved board")
        self._rules = rules
        self._solutions = stage.services.solutions
        self._game = Game(rules)
        self._persons: frozenset[Side] = frozenset({Side.FIRST})
        self._shows_worths = True
        self._shown_from: int | None = None
        """The ply from which best play is being shown, or was, to its end."""
        self._look = SolvedLook()
        self._seen = -1
        self._worths: dict[int, int] = {}
        """By ply: by how many discs the side that begins wins from there with best play, as far as it is known."""
        self._answers: dict[int, str] = {}
        """By ply: a best move there, as far as it is known."""
        board = BoardView(stage.painter(rules), self._game.position, self._play, self._refused)
        super().__init__(stage, board)
        self._set_up()

    # ---- what is known

    @property
    def game(self) -> Game:
        """What has been played."""
        return self._game

    @property
    def look(self) -> SolvedLook:
        """What is known of the position on the board."""
        return self._look

    @property
    def worth(self) -> int | None:
        """By how many discs the side that begins wins from here with best play; None while that is not known."""
        return self._worths.get(self._game.ply)

    @property
    def given_away(self) -> tuple[str, int, str] | None:
        """The person's last move, how many discs it has given away, and a better move; None where that is not known, or
        where the person has not moved yet."""
        for ply in range(self._game.ply - 1, -1, -1):
            move, side = self._game.moves[ply], self._game.at(ply).turn
            if side not in self._persons or move == PASS:
                continue
            before, after = self._worths.get(ply), self._worths.get(ply + 1)
            if before is None or after is None:
                return None
            lost = (before - after) // 2 if side is Side.FIRST else (after - before) // 2
            return self._rules.write_move(move, self._game.at(ply)), lost, self._answers.get(ply, "")
        return None

    @property
    def is_showing(self) -> bool:
        """Whether best play goes on by itself."""
        return self._shown_from is not None and self._game.outcome is None

    @property
    def _is_persons(self) -> bool:
        return self._game.turn in self._persons and not self.is_showing and self._game.outcome is None

    @property
    def _moves(self) -> int:
        return len(self._game.position.legal_moves())

    def _ask(self) -> None:
        """Have it found what is to be known of the position."""
        self._seen = -1
        outcome = self._game.outcome
        if outcome is not None or must_pass(self._game.position):
            self._solutions.rest()
            self._look = SolvedLook(is_done=True)
            if outcome is not None and outcome.score is not None:
                black, white = outcome.score
                self._worths[self._game.ply] = int(black) - int(white)
            return
        find = self._solutions.values if self._is_persons else self._solutions.best
        self._look = find(self._rules.game, self._game.texts())

    def _read(self) -> None:
        """Take in what has been found since the last frame."""
        look, ply = self._look, self._game.ply
        found = len(look.values) + look.is_done
        if found == self._seen:
            return
        self._seen = found
        if look.worth is not None:
            self._worths[ply], self._answers[ply] = look.worth, look.best
        elif look.values and len(look.values) == self._moves:
            best = max if self._game.turn is Side.FIRST else min
            answer = best(look.values, key=look.values.__getitem__)
            self._worths[ply], self._answers[ply] = look.values[answer], answer
        self._mark()

    # ---- playing

    def again(self) -> None:
        """From the start."""
        self._game = Game(self._rules)
        self._worths, self._answers = {}, {}
        self._set_up()

    def take_back(self) -> None:
        """To where the person was to move last; after best play has been shown, to where that began."""
        if not self._game.ply:
            return
        least = self._game.ply if self._shown_from is None else self._shown_from + 1
        while self._game.ply:
            self._game.undo()
            person_moves = self._game.turn in self._persons and not must_pass(self._game.position)
            if self._game.ply < least and person_moves:
                break
        for known in (self._worths, self._answers):
            for ply in [ply for ply in known if ply > self._game.ply]:
                del known[ply]
        self._set_up()

    def play_as(self, persons: frozenset[Side]) -> None:
        """Have the person play these sides from now on."""
        self._persons, self._shown_from = persons, None
        self._set_up()

    def show_how(self) -> None:
        """Let best moves of both sides follow to the end."""
        self._shown_from = self._game.ply
        self._mark()
        self._ask()
        self._wait_s = 0.0
        self.layout()

    def toggle_worths(self) -> None:
        """Hide what moves come to, or show it again."""
        self._shows_worths = not self._shows_worths
        self._mark()
        self.layout()

    def _set_up(self) -> None:
        """Another position is there at once."""
        self._shown_from = None
        self._wait_s = ANSWER_S
        self.stage.toasts.clear()
        last = self._game.moves[-1] if self._game.moves else None
        self.board.show(self._game.position, None if last == PASS else last)
        self.board.show_outcome(self._game.outcome)
        self._ask()
        self._mark()
        self.layout()

    def _mark(self) -> None:
        """Who may move now, and what moves come to."""
        mine = self._is_persons
        self.board.movable.sides = self._persons if mine else frozenset()
        values = self._look.values.copy() if mine and self._shows_worths else {}
        sign = 1 if self._game.turn is Side.FIRST else -1
        best = max((sign * value for value in values.values()), default=0) if len(values) == self._moves else None
        worths = {}
        for text, value in values.items():
            target = self._rules.read_move(text, self._game.position).target
            assert target is not None, "a disc is placed"
            worths[target] = Worth(_signed(sign * value), sign * value == best)
        self.board.annotations.worths = worths

    def _play(self, move: Move) -> None:
        """A move of the person or of best play."""
        before, ply = self._game.position, self._game.ply
        value = self._look.values.get(self._rules.write_move(move, before))
        if move == PASS and ply in self._worths:
            value = self._worths[ply]
        self._game.play(move)
        if value is not None:
            self._worths[ply + 1] = value
        self._show_move(self._rules, move, before, self._game.position)
        if move == PASS:
            side = self.stage.t(f"common.{self._rules.side_names[before.turn]}")
            self.stage.toasts.show(self.stage.t("match.must_pass", side=side), "info")
        if self._game.outcome is not None:
            self.board.show_outcome(self._game.outcome)
        self._ask()
        self._mark()
        self._wait_s = _SHOWN_S if self.is_showing else ANSWER_S
        self.layout()

    def _refused(self, refusal: Refusal) -> None:
        """Something can't be played: say why."""
        refuse(self.stage, self._rules, self.board, refusal)

    def _go_on_by_itself(self) -> None:
        if self._game.outcome is not None:
            return
        if must_pass(self._game.position):
            self._play(PASS)
        elif not self._is_persons and self._look.is_done and self._look.best:
            self._play(self._rules.read_move(self._look.best, self._game.position))

    def left(self) -> None:
        """Nothing is looked for any more."""
        self._solutions.rest()

    @property
    def is_busy(self) -> bool:
        """While something is looked for, or an answer is waited for that can come."""
        look = self._look
        return not look.is_done or (not self._is_persons and self._game.outcome is None and not look.has_failed)

    def update(self, dt: float) -> None:
        """Take in what has been found; then as ever."""
        self._read()
        super().update(dt)

    # ---- layout

    def layout(self) -> None:
        """The card with the board, words and buttons beside it."""
        self._place_study(self._rules)
        back = back_button(self.stage, self._area, self.size, self.close)
        self.widgets.replace([self.board, *self._buttons(self.beside), back], first="board")

    def _buttons(self, beside: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        height = 38.0 if is_compact(self.size) else 44.0
        half = (beside.width - GAP) / 2
        right = beside.left + half + GAP
        low = beside.bottom - height
        over = low - GAP - height
        sides = [
            Segment(frozenset({Side.FIRST}), t("common.black")),
            Segment(frozenset({Side.SECOND}), t("common.white")),
            Segment(_BOTH, t("solved.both")),
        ]
        place = pygame.FRect(beside.left, over - GAP - height, beside.width, height)
        side = Segmented(place, sides, self._persons, self._choose, name="sides")
        side.tooltip = t("solved.sides_help")
        undo = Button(pygame.FRect(beside.left, over, half, height), t("proof.take_back"), self.take_back, name="undo")
        undo.enabled = self._game.ply > 0
        again = Button(pygame.FRect(right, over, half, height), t("proof.again"), self.again, name="again")
        show = Button(
            pygame.FRect(beside.left, low, half, height), t("proof.show"), self.show_how, icon="play", name="show"
        )
        show.enabled, show.tooltip = self._may_show, t("solved.show_help")
        label = t("solved.hide" if self._shows_worths else "solved.tell")
        worths = Button(pygame.FRect(right, low, half, height), label, self.toggle_worths, name="worths")
        worths.tooltip = t("solved.worths_help")
        for button, action in ((undo, "take_back"), (again, "again"), (show, "show"), (worths, "worths")):
            button.shortcut = self.key_of(action)
        return [side, undo, again, show, worths]

    def _choose(self, sides: object) -> None:
        assert isinstance(sides, frozenset), "the segments hold nothing else"
        self.play_as(sides)

    @property
    def _may_show(self) -> bool:
        return self._game.outcome is None and self._shown_from is None and not self._look.has_failed

    # ---- events and drawing

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {"again": self.again, "take_back": self.take_back, "worths": self.toggle_worths}
        return {**acts, "show": self.show_how} if self._may_show else acts

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the card and its words."""
        area, t = self._area, self.stage.t
        self.stage.draw_backdrop(canvas, 0.55)
        draw_header(canvas, area, self.size, t("solved.title"), t("solved.subtitle"))
        canvas.card(self._box, 2)
        draw_words(canvas, self.beside, self.words(), is_compact(self.size))
        hints: Sequence[tuple[str, str]] = (
            (self.key_of("take_back"), t("proof.take_back")),
            (self.key_of("show"), t("proof.show")),
        )
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def words(self) -> Words:
        """What stands beside the board now."""
        t = self.stage.t
        mood, heading, said = self._told()
        return Words(t("solved.heading"), t("solved.text"), mood, heading, said)

    def _told(self) -> tuple[Mood, str, str]:
        """The box below the text: its mood, heading and sentence."""
        t, look = self.stage.t, self._look
        if look.has_failed:
            return "missed", t("solved.failed"), t("solved.failed_line")
        outcome = self._game.outcome
        if outcome is not None and outcome.score is not None:
            black, white = map(int, outcome.score)
            return "done", t("solved.over"), t("solved.over_line", black=black, white=white)
        if self._is_persons and not look.is_done:
            known = len(look.values)
            return "task", t("solved.your_turn"), t("solved.reckoning", known=known, n=self._moves)
        worth = self.worth
        if worth is None:
            return "task", t("solved.answering"), t("solved.answering_line")
        said = t("solved.worth", black=(36 + worth) // 2, white=(36 - worth) // 2)
        given = self.given_away
        if self.is_showing:
            return "shown", t("solved.best_play"), said
        if given is None:
            return "task", t("solved.your_turn"), said
        move, lost, better = given
        if lost:
            return "missed", t("solved.gave", n=lost, move=move, better=better), said
        return "done", t("solved.kept", move=move), said


def _signed(value: int) -> str:
    """With its sign, a true minus."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"
