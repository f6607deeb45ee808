"""A game of Reversi in the window: by clicks and by keys, passes that make themselves, how it is told and ends."""

from __future__ import annotations

import pygame
import pytest
from fakes import press
from looking import faults
from sitting import Puppet
from test_draughts_match import Draughts

from game.match.players import Human
from game.rules.core import PASS, Side, Termination
from game.ui.scenes.result.words import result_words

SHORTEST = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
A_PASS = "OOOO-OX-OOOOXOOO" + "OOOOOOOO" * 6 + " O"
"""After White's h1 Black has a disc on e2 and no square; White takes the last one."""


class Advanced(Puppet):
    level = "advanced"


class Reversi(Draughts):
    """A match scene over a game of Reversi."""

    def __init__(self, start: str | None = None, **options: object) -> None:
        super().__init__(start, "reversi", **options)  # type: ignore[arg-type]  # handed on

    def play(self, *names: str) -> None:
        """Click on squares by their names."""
        board = self.match.position.board
        for name in names:
            square = next(at for at in range(board.squares) if self.rules.square_name(at, board) == name)  # type: ignore[arg-type]  # a plain int will do
            rect = self.scene.board.square_rect(square)  # type: ignore[arg-type]
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self.stage.stack.handle(pygame.event.Event(kind, pos=rect.center, button=1))
            self.frame()
            self.frame()


def test_a_game_by_clicks_to_its_end() -> None:
    table = Reversi()
    table.play("a1")
    assert table.texts == ()
    assert table.stage.toasts.text == "A disc on a1 would flip nothing."
    table.play(*SHORTEST)
    assert table.texts == tuple(SHORTEST)
    outcome = table.match.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (Side.FIRST, Termination.DISC_COUNT)
    words = result_words(table.stage.t, table.match, outcome)
    assert (words.headline, words.reason) == ("Black wins", "Discs: 64 to 0")


def test_a_move_by_keys() -> None:
    table = Reversi()
    press(table.stage, pygame.K_RIGHT)  # shows the cursor in the middle, on e4
    press(table.stage, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RETURN)
    table.frame()
    assert table.texts == ("f5",)


def test_discs_are_counted_beside_the_names() -> None:
    table = Reversi()
    table.play("f5")
    assert {"4 discs · 1 move", "1 disc · 0 moves"} <= set(table.drawn())


def test_who_cannot_place_a_disc_passes_by_itself_and_is_not_brought_back_there() -> None:
    table = Reversi(A_PASS)
    table.play("h1")
    assert table.texts == ("h1", "pass")
    assert table.stage.toasts.text == "Black has no square to play and passes."
    assert table.match.turn is Side.SECOND
    table.match.undo()
    table.frame()
    assert table.texts == ()
    table.match.redo()
    table.frame()
    assert table.texts == ("h1", "pass")


def test_what_is_told_of_a_pass_stays_when_the_computer_answers_at_once() -> None:
    engine = Advanced()
    table = Reversi(A_PASS, seats=(Human(), engine))
    engine.say("h1")
    table.frame()
    table.frame()
    assert table.match.game.moves[-1] == PASS
    engine.say("e1")
    table.frame()
    assert table.texts == ("h1", "pass", "e1")
    assert table.stage.toasts.text == "Black has no square to play and passes."


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_overlaps(language: str) -> None:
    for window in ((960, 640), (1280, 800)):
        table = Reversi(window=window, language=language)
        table.play("f5", "d6")
        # the list reaches below its own buttons
        wrong = [each for each in faults(table.stage, window, table.scene) if "'moves'" not in each]
        assert wrong == []


def test_a_board_without_ends_lies_the_same_way_for_both() -> None:
    table = Reversi(seats=(Advanced(), Human()))
    assert table.scene.shown.lower_side is Side.SECOND
    assert not table.scene.board.flipped
    table.scene.actions.flip()
    assert table.scene.board.flipped
