"""The written game: how it ended by the rules and at the table, and what goes with a move that is taken back."""

from __future__ import annotations

from sitting import BLACK_WINS, FIRST, SECOND

from game.match.evaluation import Cp, Mate, SearchInfo
from game.match.score_sheet import ScoreSheet
from game.rules.core import Outcome, Termination
from game.rules.game import Game
from game.rules.registry import variant

RESIGNED = Outcome(SECOND, Termination.RESIGNATION)


A_PASS = "OOOO-OX-OOOOXOOO" + "OOOOOOOO" * 6 + " O"
"""After White's h1 Black has a disc on e2 and no square; White takes the last one."""


def sheet_of(*texts: str, outcome: Outcome | None = None) -> ScoreSheet:
    game = Game(variant("gomoku-freestyle"))
    for text in texts:
        game.play_text(text)
    return ScoreSheet(game, outcome=outcome)


def test_what_the_rules_have_decided_stands_whatever_is_declared() -> None:
    sheet = sheet_of(*BLACK_WINS, outcome=RESIGNED)
    sheet.declare(RESIGNED)
    assert sheet.outcome == sheet.game.outcome
    assert sheet.outcome is not None
    assert sheet.outcome.winner is FIRST
    assert sheet.is_settled(RESIGNED, 3)


def test_a_declared_end_goes_with_the_moves_that_are_taken_back() -> None:
    sheet = sheet_of("a1", "a2", "b1")
    assert not sheet.is_settled(RESIGNED, 3)
    sheet.declare(RESIGNED)
    assert sheet.outcome == RESIGNED
    assert sheet.is_settled(RESIGNED, 3)
    assert not sheet.is_settled(RESIGNED, 2)
    assert sheet.take_back(2) == sheet.game.variant.read_move("a2", sheet.game.position)
    assert sheet.outcome is None
    assert (sheet.game.ply, sheet.kept_texts) == (1, ("a1", "a2", "b1"))
    assert sheet.redo(None) == 1
    assert sheet.redo(sheet.game.turn.other) == 1
    sheet.declare(RESIGNED)
    sheet.begin_again()
    assert (sheet.outcome, sheet.game.ply, sheet.line, sheet.kept_texts) == (None, 0, (), ())


def test_a_redo_goes_on_over_a_pass_and_keeps_what_follows() -> None:
    rules = variant("reversi")
    game = Game(rules, rules.read_position(A_PASS))
    for text in ("h1", "pass", "e1"):
        game.play_text(text)
    sheet = ScoreSheet(game)
    sheet.take_back(3)
    assert sheet.redo(None) == 2
    assert not sheet.must_pass
    assert sheet.kept_texts == ("h1", "pass", "e1")


def test_a_move_out_of_the_book_is_written_down_without_an_opinion() -> None:
    sheet = sheet_of()
    searched, known = SearchInfo(3, 900, 0.2, Cp(62), ("a1",)), SearchInfo(0, 0, 0.01, Cp(0), ("b1",))
    proven = SearchInfo(0, 0, 0.01, Mate(9), ("c1",))
    for text, info in (("a1", searched), ("b1", known), ("c1", proven), ("d1", None)):
        sheet.play(sheet.game.turn, sheet.game.variant.read_move(text, sheet.game.position), 0.2, info)
    assert [played.score for played in sheet.line] == [Cp(62), None, Mate(9), None]
