"""A bad move offered back: the reason in words above the lower card, the answer that shows it on the board, a better
move on request, and the two ways on."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.match.evaluation import moves_to_win
from game.match.lesson import MoveLesson, Offer, Reason
from game.match.match import Match, MatchError
from game.ui.board.marks import draw_mark
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.notation import move_words
from game.ui.scenes.page import measure
from game.ui.scenes.result.words import side_name
from game.ui.stage.language import Language
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, Kind

_LINE: Final = 20.0
_BUTTONS: Final = 48.0
_PAD: Final = 10.0
_LEAST_MOVES: Final = 60.0
"""So much room the list of moves keeps, or the sentence is cut."""
_SHOWN_ANSWER: Final = 3
"""This many moves of the answer are on the board."""


def lesson_words(t: Language, match: Match, offer: Offer) -> str:
    """The reason in one sentence."""
    lesson, rules = offer.lesson, match.variant
    values: dict[str, object] = {"side": side_name(t, match, offer.side.other), "n": moves_to_win(lesson.plies)}
    for name, line in (("reply", offer.answer), ("better", offer.better)):
        values[name] = move_words(t, rules, line.moves[0], line.positions[0]) if line.moves else ""
    key = lesson.reason.value
    match lesson.reason:
        case Reason.LOSES if lesson.is_old:
            key = "threat_wins"
        case Reason.LOSES if lesson.plies <= 1:
            key = "loses_at_once"
        case Reason.LOST:
            values["lost"] = _pieces(t, rules.game, lesson.lost)
            values["won"] = _pieces(t, rules.game, lesson.won)
            key = "lost_for" if lesson.won else "lost"
        case Reason.WORSE if t.has(f"comfort.unit_{rules.game}"):
            values["worth"] = t(f"comfort.unit_{rules.game}", n=_worth(lesson))
        case Reason.WORSE:
            key = f"worse_{rules.game}"  # its unit means nothing to people
        case _:
            pass
    return t(f"comfort.{key}", **values)


def _worth(lesson: MoveLesson) -> float:
    """Hundredths as whole units, or as halves below three."""
    units = lesson.worth / 100
    told = round(units) if units >= 3 else round(units * 2) / 2
    return int(told) if told == int(told) else told  # written without a point, and 1 is not told as several


def _pieces(t: Language, game: str, pieces: Sequence[tuple[str, int]]) -> str:
    told = [t(f"comfort.{game}_{kind}", n=count) for kind, count in pieces]
    return functools.reduce(lambda one, other: t("comfort.both", one=one, other=other), told) if told else ""


class LessonCard:
    """Follows a match; empty unless a move is offered back."""

    def __init__(self, shown: ShownMatch) -> None:
        self._shown = shown
        self._told = False

    @property
    def offer(self) -> Offer | None:
        """The move that is offered back."""
        return self._shown.match.teaching.offer

    @property
    def shows_better(self) -> bool:
        """Whether the position before the move is on the board, with a better one."""
        offer = self.offer
        return offer is not None and self._shown.ply == offer.ply - 1

    # ---- whether anybody teaches

    def update(self) -> None:
        """Follow the settings, and say once if nobody can teach yet or here."""
        shown, match = self._shown, self._shown.match
        match.teaching.enabled = shown.stage.settings.teaching and shown.table is None
        if not match.teaching.enabled:
            self._told = False
        elif not self._told and match.outcome is None and not match.is_watched and shown.has_computer:
            self._told = True
            self._tell_how_it_stands()

    def _tell_how_it_stands(self) -> None:
        match, stage = self._shown.match, self._shown.stage
        if match.attempt is not None:
            stage.toasts.show(stage.t("comfort.no_arcade"), "info")
        elif not match.take_backs:
            stage.toasts.show(stage.t("comfort.no_undo"), "info")
        elif match.teaching.is_possible and not match.teaching.is_prepared:
            failed = stage.services.tables.preparation().failed
            stage.toasts.show(stage.t("comfort.unprepared" if failed else "comfort.preparing"), "info")

    def toggle_teaching(self) -> None:
        """Offer bad moves back from now on, in this game and the next, or no more."""
        self._shown.stage.services.preferences.change(teaching=not self._shown.stage.settings.teaching)

    # ---- what can be done

    def acts(self) -> dict[str, Callable[[], None]]:
        """What the keys do: teaching on and off, and while a move is offered back, keep it and look at a better one."""
        shown = self._shown
        if shown.table is not None or shown.match.is_watched or not shown.has_computer:
            return {}
        acts: dict[str, Callable[[], None]] = {"teaching": self.toggle_teaching}
        return acts if self.offer is None else {**acts, "keep": self.keep, "better": self.turn_over}

    def take_back(self) -> None:
        """Take the move back."""
        try:
            self._shown.match.undo()
        except MatchError as error:
            self._shown.stage.refuse(error.refusal)

    def keep(self) -> None:
        """Let it stand."""
        shown = self._shown
        shown.match.teaching.keep()
        shown.board.annotations.badge = None
        if shown.is_looking_back:
            shown.step_to(shown.match.ply)

    def turn_over(self) -> None:
        """Between the answer and a better move."""
        offer = self.offer
        if offer is not None:
            self._shown.step_to(offer.ply if self.shows_better else offer.ply - 1)

    # ---- widgets

    def height(self, room: float) -> float:
        """How high the card has to be where the moves and it have so much room; 0 = there is none."""
        if self.offer is None:
            return 0.0
        lines = 3 if room - _LEAST_MOVES > 3 * _LINE + _BUTTONS + 2 * _PAD else 2
        return lines * _LINE + _BUTTONS + 2 * _PAD

    def widgets(self, rect: pygame.FRect) -> list[Widget]:
        """Take back, keep, a better move."""
        if self.offer is None or not rect.height:
            return []
        t, stage = self._shown.stage.t, self._shown.stage
        other = t("comfort.show_answer" if self.shows_better else "comfort.show_better")
        entries: tuple[tuple[str, Callable[[], None], Kind, str, str], ...] = (
            (t("comfort.take_back"), self.take_back, "primary", "undo", "take_back"),
            (t("comfort.keep"), self.keep, "secondary", "keep", "keep"),
            (other, self.turn_over, "secondary", "better", "better"),
        )
        needed = [measure(stage, label, BODY, Face.MEDIUM) for label, *_ in entries]
        spare = (rect.width - 20 - 2 * 6 - sum(needed)) / 3
        x, made = rect.left + 10, list[Widget]()
        for (label, act, kind, action, name), width in zip(entries, needed, strict=True):
            button = Button(pygame.FRect(x, rect.bottom - 48, width + spare, 38), label, act, kind, name=name)
            button.tooltip, button.shortcut = label, stage.key("match", action)
            made.append(button)
            x = button.rect.right + 6
        return made

    def mark_board(self) -> None:
        """The answer on the board, or the better move on the one before."""
        offer, board, ply = self.offer, self._shown.board, self._shown.ply
        if offer is None:
            return
        if ply == offer.ply:
            board.annotations.best_line = offer.answer.moves[:_SHOWN_ANSWER]
            taken = {square for move in offer.answer.moves[:1] for square in (*move.path[-1:], *move.captured)}
            is_crowded = offer.move.target in taken  # an arrow's tip needs the place
            board.annotations.badge = None if is_crowded else offer.mark
        elif ply == offer.ply - 1:
            board.annotations.hints = offer.better.moves[:1]
            board.annotations.refuted = (offer.move, offer.mark)

    def draw(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """The card with the shape of what is wrong, and the sentence."""
        offer = self.offer
        if offer is None or not rect.height:
            return
        canvas.card(rect, 1, border=canvas.theme.red, border_width=1.5)
        words = lesson_words(self._shown.stage.t, self._shown.match, offer)
        lines = round((rect.height - _BUTTONS - 2 * _PAD) / _LINE)
        room = rect.width - 44 - 14
        needed = min(lines, len(canvas.wrapped(words, room, BODY, Face.MEDIUM)))
        y = rect.top + _PAD + _LINE / 2 + 2 + (lines - needed) * _LINE / 2
        draw_mark(canvas, offer.mark, rect.left + 24, y, 9)
        canvas.paragraph(words, rect.left + 44, y, room, BODY, line_height=_LINE, face=Face.MEDIUM, lines=lines)
