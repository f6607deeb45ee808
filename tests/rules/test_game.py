"""Game: playing, taking back and making again, errors, and what is kept."""

from __future__ import annotations

import pytest

from game.rules.core import (
    GameOverError,
    IllegalMoveError,
    Move,
    Outcome,
    OutOfTurnError,
    Side,
    Square,
    Termination,
    UnreadableMoveError,
)
from game.rules.game import Game
from game.rules.gomoku.variants import FREESTYLE, RENJU


def game_of(text: str) -> Game:
    game = Game(FREESTYLE)
    for move in text.split():
        game.play_text(move)
    return game


WON = "a1 a2 b1 b2 c1 c2 d1 d2 e1"


def test_a_new_game_stands_at_its_start() -> None:
    game = Game(FREESTYLE)
    assert game.position == game.start == FREESTYLE.start()
    assert (game.ply, game.turn, game.moves, game.texts(), game.outcome) == (0, Side.FIRST, (), (), None)
    assert (game.can_undo, game.can_redo) == (0, 0)


def test_a_game_can_start_elsewhere() -> None:
    start = FREESTYLE.read_position("h8h9j9")
    game = Game(FREESTYLE, start)
    assert game.turn is Side.SECOND
    game.play_text("a1")
    assert game.ply == 1
    assert game.position.ply == 4
    assert game.at(0) is start


def test_a_game_can_start_at_its_end() -> None:
    game = Game(FREESTYLE, game_of(WON).position)
    assert game.outcome is not None
    with pytest.raises(GameOverError):
        game.play_text("o15")


def test_what_was_overruled_counts_again_once_it_is_played_anew() -> None:
    """A record may tell another end than the rules see; the moves that a person plays are judged by the rules."""
    game = game_of(WON)
    game.overrule()
    assert game.outcome is None
    assert game.verdict(game.ply) is not None
    game.undo()
    game.play_text("e1")
    assert game.outcome is not None
    assert game.outcome.termination is Termination.FIVE


def test_playing_keeps_moves_and_positions_in_step() -> None:
    game = game_of("h8 h9 j9")
    assert game.texts() == ("h8", "h9", "j9")
    assert [position.ply for position in game.positions] == [0, 1, 2, 3]
    assert game.at(2).play(game.moves[2]) == game.position
    assert game.play(Move((Square(0),))) is game.position


def test_undo_and_redo_of_any_depth() -> None:
    game = game_of("h8 h9 j9 j8")
    positions = game.positions
    game.undo(3)
    assert (game.ply, game.can_undo, game.can_redo, game.texts()) == (1, 1, 3, ("h8",))
    assert game.positions == positions[:2]
    game.redo(2)
    assert game.position is positions[3]
    game.redo()
    assert game.positions == positions
    game.undo()
    game.undo(0)
    assert game.can_redo == 1


def test_a_new_move_drops_what_was_taken_back() -> None:
    game = game_of("h8 h9 j9 j8")
    game.undo(2)
    game.play_text("a1")
    assert game.texts() == ("h8", "h9", "a1")
    assert game.can_redo == 0


def test_a_refused_move_keeps_what_was_taken_back() -> None:
    game = game_of("h8 h9 j9 j8")
    game.undo(2)
    for text in ("h8", "z9"):
        with pytest.raises((IllegalMoveError, UnreadableMoveError)):
            game.play_text(text)
    with pytest.raises(OutOfTurnError):
        game.play_text("a1", by=Side.SECOND)
    assert game.can_redo == 2
    game.redo(2)
    assert game.texts() == ("h8", "h9", "j9", "j8")


@pytest.mark.parametrize("count", [-1, 3])
def test_no_more_can_be_taken_back_than_was_played(count: int) -> None:
    game = game_of("h8 h9")
    with pytest.raises(ValueError, match="cannot take back"):
        game.undo(count)
    game.undo(2)
    with pytest.raises(ValueError, match="cannot redo"):
        game.redo(count)


@pytest.mark.parametrize("ply", [-1, 2])
def test_there_is_nothing_beyond_the_present(ply: int) -> None:
    game = game_of("h8 h9")
    game.undo()
    with pytest.raises(IndexError):
        game.at(ply)


def test_each_refusal_is_an_error_of_its_own() -> None:
    game = game_of("h8")
    with pytest.raises(UnreadableMoveError):
        game.play_text("?")
    with pytest.raises(IllegalMoveError):
        game.play_text("h8")
    with pytest.raises(OutOfTurnError, match="h9 was played by black, but it is white's turn"):
        game.play_text("h9", by=Side.FIRST)
    game.play_text("h9", by=Side.SECOND)
    over = game_of(WON)
    with pytest.raises(GameOverError, match=r"o15 comes after the end of the game \(five\)") as caught:
        over.play_text("o15")
    assert caught.value.outcome == over.outcome


def test_the_end_is_taken_back_too() -> None:
    game = game_of(WON)
    assert game.outcome == Outcome(Side.FIRST, Termination.FIVE, tuple(Square(at) for at in range(5)))
    game.undo()
    assert game.outcome is None
    game.play_text("o15")
    assert game.outcome is None
    assert game.can_redo == 0


def test_a_pass_is_a_move_of_the_game() -> None:
    game = Game(RENJU)
    for text in ("h8", "pass"):
        game.play_text(text)
    assert game.texts() == ("h8", "pass")
    assert game.turn is Side.FIRST
