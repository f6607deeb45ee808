"""What a person can do in a match besides moving: what buttons, menu and keys stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.match.analysed_match import analysed_match
from game.match.match import MatchError
from game.match.match_record import match_record
from game.match.players import Human, PlayerKind
from game.rules.core import PASS, Outcome, Side
from game.ui.scenes.match.blindfold import next_form
from game.ui.scenes.match.hint_card import HintPages
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.sharing.menu import MatchSharing
from game.ui.stage.clipboard import copy_game, copy_position
from game.ui.stage.navigator import ANALYSIS
from game.ui.stage.overlays import Dialog, DialogAnswer

SPEEDS_S = {"slow": 2.0, "normal": 0.8, "fast": 0.0}
"""The least time between two moves of computers that play each other, in seconds."""


@dataclass(frozen=True, slots=True)
class WaysOut:
    """What leads out of a match: `leave` it (after a question where a LAN game goes on) or go `home` at once, the
    `result`, the first of the invitations that wait (`waiting` tells how many), and the board alone (`zen`)."""

    leave: Callable[[], None]
    home: Callable[[], None]
    result: Callable[[Outcome], None]
    look: Callable[[], None]
    waiting: Callable[[], int]
    zen: Callable[[], None]


class Actions:
    """Does what a person asks for, as far as the match allows it."""

    def __init__(self, shown: ShownMatch, hint_pages: HintPages, ways: WaysOut) -> None:
        self._shown = shown
        self._hint_pages = hint_pages
        self._ways = ways
        self.sharing = MatchSharing(shown.stage, shown.match, shown.player_name)
        """What is shared of the match, here and from its result."""

    def share(self, place: pygame.FRect) -> None:
        """What can be shared of the game, in a list beside a place; no picture of a board that is not to be seen."""
        shown = self._shown
        is_hidden = shown.match.outcome is None and (shown.blindfold != "off" or not shown.shows_board)
        self.sharing.open(place, shown.ply, shown.is_turned, shown.stage.key("match", "copy_game"), is_hidden)

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something that the match may refuse, and say why if it does."""
        try:
            act()
        except MatchError as error:
            self._shown.stage.refuse(error.refusal)

    def undo(self) -> None:
        """Take back, by the match's rules; where that costs a star after a question."""
        attempt = self._shown.match.attempt
        costs = attempt is not None and not attempt.undone and self._shown.match.can_undo
        self._at_the_cost("undo", costs, self._shown.match.undo)

    def _at_the_cost(self, what: str, costs: bool, act: Callable[[], None]) -> None:
        """Do what the match may refuse; where it `costs` a star, ask first."""
        stage, t = self._shown.stage, self._shown.stage.t
        if not costs:
            self.attempt(act)
            return
        answers = (
            DialogAnswer(t(f"arcade.{what}_yes"), lambda: self.attempt(act), "primary"),
            DialogAnswer(t("match.stay"), lambda: None),
        )
        stage.open(Dialog(t(f"arcade.{what}_title"), t(f"arcade.{what}_text"), answers))

    def redo(self) -> None:
        """Play again what was taken back."""
        self.attempt(self._shown.match.redo)

    def hint(self) -> None:
        """Ask for good moves; once they are there, show the line of the chosen one move by move."""
        match = self._shown.match
        if match.hints.current is None:
            costs = match.attempt is not None and not match.attempt.hinted and match.can_hint
            self._at_the_cost("hint", costs, match.ask_hint)
        elif not self._shown.is_looking_back:
            self._hint_pages.forward()

    def flip(self) -> None:
        """Turn the board and swap the cards."""
        self._shown.flipped = not self._shown.flipped
        self._shown.board.flipped = self._shown.is_turned

    def step(self) -> None:
        """One move of the computer, then stand still."""
        if self._shown.match.is_watched:
            self._shown.match.step()

    def toggle_pause(self) -> None:
        """Stand still or go on."""
        match = self._shown.match
        if match.is_paused:
            match.resume()
        else:
            self.attempt(match.pause)

    def toggle_sound(self) -> None:
        """Sound on or off, kept in the settings."""
        self._shown.stage.services.preferences.change(sound=not self._shown.stage.settings.sound)

    def copy_game(self) -> None:
        """The game so far as text to the clipboard."""
        copy_game(self._shown.stage, match_record(self._shown.match))

    def copy_position(self) -> None:
        """The position on the board as text to the clipboard."""
        shown = self._shown
        copy_position(shown.stage, shown.match.variant, shown.match.game.at(shown.ply))

    def analyse(self) -> None:
        """Lay the finished game onto the analysis board, at what is shown of it."""
        shown = self._shown
        shown.stage.go(ANALYSIS, analysed_match(shown.match, shown.ply))

    def show_result(self) -> None:
        """Back to the result of a finished game."""
        shown = self._shown
        if shown.match.outcome is not None:
            self._ways.result(shown.match.outcome)

    def resign(self) -> None:
        """Give up, after a question."""
        shown, t = self._shown, self._shown.stage.t
        person = shown.match.person
        if person is None or shown.match.outcome is not None:
            return
        text = t("match.resign_text", winner=shown.player_name(person.other))
        answers = (
            DialogAnswer(t("match.resign_yes"), lambda: self.attempt(lambda: shown.match.resign(person)), "primary"),
            DialogAnswer(t("match.stay"), lambda: None),
        )
        shown.stage.open(Dialog(t("match.resign_title"), text, answers))

    def offer_draw(self) -> None:
        """Offer a draw: to a person at the same screen by a question to them, to anybody else after a question to the
        one who offers."""
        shown, match, t = self._shown, self._shown.match, self._shown.stage.t
        person = match.person
        if match.outcome is not None or person is None:
            return
        if match.seat(person.other).player.kind is PlayerKind.HUMAN:
            self.attempt(match.offer_draw)
            return
        answers = (
            DialogAnswer(t("match.draw_offer"), lambda: self.attempt(match.offer_draw), "primary"),
            DialogAnswer(t("match.stay"), lambda: None),
        )
        text = t("match.draw_offer_text", name=shown.player_name(person.other))
        shown.stage.open(Dialog(t("match.draw_offer_title"), text, answers))

    def restart(self) -> None:
        """Begin again, after a question once moves have been made."""
        shown, t = self._shown, self._shown.stage.t
        if not shown.match.ply:
            return
        answers = (
            DialogAnswer(t("match.restart_yes"), lambda: self.attempt(shown.match.restart), "primary"),
            DialogAnswer(t("common.cancel"), lambda: None),
        )
        text = t("match.restart_text" if shown.match.attempt is None else "arcade.restart_text")
        shown.stage.open(Dialog(t("match.restart_title"), text, answers))

    def play_from_here(self) -> None:
        """Take back to the position that is being looked at and go on from there."""
        shown = self._shown
        attempt, ply = shown.match.attempt, shown.ply
        costs = attempt is not None and not attempt.undone
        self._at_the_cost("undo", costs, lambda: shown.match.undo_to(ply))

    def pass_move(self) -> None:
        """Renju: play nowhere."""
        self._shown.choose(PASS)

    def take_over(self, side: Side) -> None:
        """The person plays the computer's side from here on."""
        self._shown.match.change_player(side, Human())

    def set_speed(self, name: str) -> None:
        """How fast two computers play each other."""
        self._shown.match.pace_s = SPEEDS_S[name]

    def change_level(self, side: Side, level: str) -> None:
        """Another level sits down on a computer's seat."""
        self._shown.stage.services.tables.change_level(self._shown.match, side, level)

    def next_blindfold(self) -> None:
        """Hide more, or after everything nothing."""
        self._shown.set_blindfold(next_form(self._shown.blindfold))

    def toggle_numbers(self) -> None:
        """Move numbers on the stones."""
        self._shown.show_numbers = not self._shown.show_numbers
        self._shown.after_change()
