"""Repetition in Xiangqi: what a move chases, and who has lost when a position comes back for the third time."""

from __future__ import annotations

import dataclasses
import random

import pytest
from xiangqi_boards import played, position
from xiangqi_chases import ATTACKS, WON_THOUGH_PROTECTED

from game.rules.core import GameOverError, Outcome, Side, Termination
from game.rules.game import Game
from game.rules.xiangqi import repetition
from game.rules.xiangqi.board import square_name
from game.rules.xiangqi.chase import chased, undermined
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.repetition import Chases
from game.rules.xiangqi.variants import XIANGQI


def prey(fen: str, text: str, chases: Chases = chased) -> str:
    """The squares of what a move chases, sorted, with spaces between."""
    here = position(fen)
    origin, target = XIANGQI.read_move(text, here).path
    return " ".join(sorted(map(square_name, chases(here.cells, (origin, target), here.turn))))


def line(game: Game) -> list[XiangqiPosition]:
    """The positions of a game."""
    return [each for each in game.positions if isinstance(each, XiangqiPosition)]


# ---- chasing


@pytest.mark.parametrize(
    ("fen", "move", "victims"),
    [
        # by the piece that moves, and what protects
        ("5k3/9/2n6/9/9/9/9/R8/9/3K5 w", "a2c2", "c7"),
        ("5k3/9/2n5r/9/9/9/9/R8/9/3K5 w", "a2c2", ""),
        ("5k3/9/2n6/9/9/9/2R6/9/9/3K5 w", "c3c5", ""),  # attacked already, along the same line
        ("5k3/9/2n1n4/9/9/9/9/4R4/9/3K5 w", "e2c2", "c7"),  # the other one gets away
        ("5k3/9/2n6/2n6/9/9/9/R8/9/3K5 w", "a2c2", "c6"),
        ("4k4/4n4/9/9/9/9/9/R8/9/3K5 w", "a2a8", ""),  # its general protects it
        ("4k4/4n4/9/9/4C4/9/9/R8/9/3K5 w", "a2a8", ""),
        ("4k4/4n4/R8/9/9/4R4/9/9/9/3K5 w", "a7a8", "e8"),  # its general may not take back, the other rook is behind
        # soldiers and generals
        ("5k3/9/9/2p6/9/9/9/R8/9/3K5 w", "a2c2", ""),
        ("5k3/9/9/9/9/2p6/9/R8/9/3K5 w", "a2c2", "c4"),
        ("5k3/9/9/9/1nP6/9/9/9/9/3K5 w", "c5c6", ""),
        ("5k3/9/1n7/2P6/9/9/9/9/9/3K5 w", "c6c7", ""),
        ("5k3/9/9/9/9/9/9/4n4/9/3K5 w", "d0e0", ""),
        # the stronger piece, protected or not
        ("5k3/9/9/2r5r/9/9/3N5/9/9/3K5 w", "d3b4", "c6"),
        ("5k3/2n6/9/2r5r/9/9/9/2P6/9/C2K5 w", "a0c0", "c6"),
        ("5k3/9/9/2n5r/9/9/9/2P6/9/C2K5 w", "a0c0", ""),
        ("5k3/9/9/9/9/9/3r5/3r5/9/3AK4 w", "d0e1", "d2"),
        ("5k3/9/9/9/9/n7n/9/4B4/9/3K5 w", "e2c4", ""),
        ("5k3/9/9/9/9/9/9/n1n6/9/2BK5 w", "d0d1", ""),
        # equals: an offer to exchange
        ("5k3/9/2r6/9/9/9/9/R8/9/3K5 w", "a2c2", ""),
        ("5k3/9/2n6/9/3N5/9/9/9/9/3K5 w", "d5b6", ""),
        ("5k3/9/9/9/2n6/1p7/N8/9/9/3K5 w", "a3b5", ""),
        ("5k3/9/2c6/9/2P6/9/9/C8/9/3K5 w", "a2c2", ""),
        # ... unless the target can't take its attacker: pinned, or hobbled
        ("5k3/5r3/9/9/9/5R3/9/R8/9/3K5 w", "a2a8", "f8"),
        ("5k3/9/9/2n6/9/9/9/N8/9/3K5 w", "a2b4", ""),
        ("5k3/9/9/2n6/2p6/9/9/N8/9/3K5 w", "a2b4", "c6"),
        # an attacker that is pinned itself threatens nothing
        ("5k3/9/9/3r5/n8/9/9/9/3C5/3K5 w", "d1d5", ""),
        ("3rk4/9/9/9/9/3R5/9/n8/9/3K5 w", "d4d2", ""),
        # discovered: the way, the leg, the screen
        ("5k3/9/n8/P8/R8/9/9/9/9/3K5 w", "a6b6", "a7"),
        ("5k3/9/1c7/2P6/2N6/9/9/9/9/3K5 w", "c6d6", "b7"),
        ("5k3/9/r8/9/1P7/9/9/C8/9/3K5 w", "b5a5", "a7"),
        # attacked already by one piece, and now by another as well
        ("4k4/9/2n6/9/R8/9/9/9/7r1/2C1K4 w", "a5a7", "c7"),
        ("5k3/9/2n6/9/9/2R6/9/9/9/R2K5 w", "a0a7", "c7"),
    ],
)  # fmt: skip
def test_what_a_move_chases(fen: str, move: str, victims: str) -> None:
    assert prey(fen, move) == victims


@pytest.mark.parametrize("taken", "rcnabp")
@pytest.mark.parametrize("attacker", ATTACKS)
def test_whom_each_piece_chases_though_it_is_protected(attacker: str, taken: str) -> None:
    """All of the table: what is stronger is chased, protected or not, and nothing else that is protected. Without
    protection everything is chased, but for an equal that can take its attacker as well."""
    fen, move, target = ATTACKS[attacker]
    found = prey(fen.replace("x", taken).replace("y", "r"), move)
    assert found == (target if taken in WON_THOUGH_PROTECTED[attacker] else "")
    alone = prey(fen.replace("x", taken).replace("y", "1"), move)
    is_equal = (attacker, taken) in {("rook", "r"), ("cannon", "c"), ("horse", "n")}
    assert alone == ("" if is_equal else target)


@pytest.mark.parametrize(
    ("fen", "move", "victims"),
    [
        ("5k3/9/n7r/7P1/9/9/9/R8/9/3K5 w", "h6h7", "a7"),  # the protection is cut off
        ("5k3/9/9/9/9/4c4/3r5/3NB4/4A4/3K5 b", "e4d4", "d2"),  # what protects it is pinned
        ("3r1k3/9/9/9/9/9/n2R5/9/9/3K5 w", "d0e0", "a3"),  # what attacks it was pinned
        ("5k3/9/2n6/9/9/9/2R6/9/9/3K5 w", "c3c5", ""),  # it was a threat already
        ("5k3/9/2n6/9/9/9/9/R8/9/3K5 w", "a2c2", "c7"),  # what is chased is undermined, too
    ],
)
def test_what_a_move_undermines(fen: str, move: str, victims: str) -> None:
    assert prey(fen, move, undermined) == victims


def test_what_is_undermined_is_not_chased() -> None:
    assert prey("5k3/9/n7r/7P1/9/9/9/R8/9/3K5 w", "h6h7") == ""
    assert prey("3r1k3/9/9/9/9/9/n2R5/9/9/3K5 w", "d0e0") == ""


def test_to_undermine_is_less_than_to_chase() -> None:
    """Red's chariot chases Black's, which a horse holds in its place; to hide from it Black leaves the horse without
    protection each time (as in diagrams 39 to 41 of the rules)."""
    shuffle = "b6b8 f9e8 b8b6 e8f9"
    game = played("2baka3/C4rN2/4b1n2/1Rp5p/6p2/2P6/4c1P1c/4B3C/4A4/4KAB2 w", f"{shuffle} {shuffle}")
    assert game.outcome == Outcome(Side.SECOND, Termination.PERPETUAL_CHASE)


def test_perpetual_undermining_loses_where_nobody_chases() -> None:
    """Red's soldier takes away what protects the horse, Black gives it back (appendix on perpetual chase)."""
    shuffle = "c6b6 e7c5 b6c6 c5e7"
    start = "2ca1k3/4a4/b3b4/2P5P/6p2/1c7/9/B7N/2nR5/2BAK4 w"
    game = played(start, f"{shuffle} {shuffle}")
    assert game.outcome == Outcome(Side.SECOND, Termination.PERPETUAL_CHASE)


def test_black_chases_as_red_does() -> None:
    assert prey("3k5/9/r8/9/9/9/9/2N6/9/5K3 b", "a7c7") == "c2"
    assert prey("3k5/9/r8/9/9/9/2P6/9/9/5K3 b", "a7c7") == ""
    assert prey("3k5/9/r8/9/2P6/9/9/9/9/5K3 b", "a7c7") == "c5"


# ---- verdicts


CHECKING = "3k5/9/9/9/9/9/9/9/R8/5K3 w"


def test_perpetual_check_loses() -> None:
    game = played(CHECKING, "a1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9")
    assert game.outcome is None  # the start stood there once, the position after the first move twice
    game.play_text("e1d1")
    assert game.outcome == Outcome(Side.SECOND, Termination.PERPETUAL_CHECK)
    with pytest.raises(GameOverError):
        game.play_text("d9e9")
    assert XIANGQI.outcome(game.positions[:-1], game.moves[:-1]) is None


def test_a_check_left_out_makes_it_a_draw() -> None:
    game = played(CHECKING, "a1d1 d9e9 d1c1 e9d9 c1d1 d9e9 d1c1 e9d9 c1d1")
    assert game.outcome == Outcome(None, Termination.REPETITION)


CHASING = "5k3/9/2c6/9/9/R8/9/9/9/3K5 w"


def test_perpetual_chase_loses() -> None:
    game = played(CHASING, "a4c4 c7b7 c4b4 b7c7 b4c4 c7b7 c4b4 b7c7 b4c4")
    assert game.outcome == Outcome(Side.SECOND, Termination.PERPETUAL_CHASE)


def test_chasing_two_pieces_in_turn_is_allowed() -> None:
    # the rook attacks the horse on c0, then the one on a1, and so on; nobody moves away
    game = played("5k3/9/9/9/9/9/9/1R7/n8/2n1K4 w", "b2c2 f9f8 c2a2 f8f9 a2c2 f9f8 c2a2 f8f9 a2c2")
    assert game.outcome == Outcome(None, Termination.REPETITION)


@pytest.mark.parametrize(
    ("checking", "chasing", "ending"),
    [
        ({Side.FIRST}, set(), Outcome(Side.SECOND, Termination.PERPETUAL_CHECK)),
        ({Side.SECOND}, set(), Outcome(Side.FIRST, Termination.PERPETUAL_CHECK)),
        ({Side.FIRST}, {Side.SECOND}, Outcome(Side.SECOND, Termination.PERPETUAL_CHECK)),
        ({Side.FIRST}, {Side.FIRST}, Outcome(Side.SECOND, Termination.PERPETUAL_CHECK)),
        ({Side.FIRST, Side.SECOND}, set(), Outcome(None, Termination.REPETITION)),
        (set(), {Side.SECOND}, Outcome(Side.FIRST, Termination.PERPETUAL_CHASE)),
        (set(), {Side.FIRST, Side.SECOND}, Outcome(None, Termination.REPETITION)),
        (set(), set(), Outcome(None, Termination.REPETITION)),
    ],
)
def test_who_loses(checking: set[Side], chasing: set[Side], ending: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict from who checks and who chases, whatever the board says."""
    game = played("5k3/9/2c6/9/9/R8/9/9/9/3K5 w", "a4a5 f9f8 a5a4 f8f9 a4a5 f9f8 a5a4 f8f9")
    monkeypatch.setattr(repetition, "chased", lambda before, step, side: {65} if side in chasing else set())
    positions = [dataclasses.replace(each, in_check=each.turn.other in checking) for each in line(game)]
    assert repetition.judge(positions, game.moves) == ending


def test_a_move_that_gives_check_chases_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One check among a side's moves that chase, and neither is perpetual any more."""
    game = played(CHASING, "a4a5 f9f8 a5a4 f8f9 a4a5 f9f8 a5a4 f8f9")
    monkeypatch.setattr(repetition, "chased", lambda before, step, side: {65} if side is Side.FIRST else set())
    monkeypatch.setattr(repetition, "undermined", lambda before, step, side: {65} if side is Side.FIRST else set())
    positions = line(game)
    assert repetition.judge(positions, game.moves) == Outcome(Side.SECOND, Termination.PERPETUAL_CHASE)
    positions[3] = dataclasses.replace(positions[3], in_check=True)
    assert repetition.judge(positions, game.moves) == Outcome(None, Termination.REPETITION)


def test_occurrences_count_from_the_start_that_was_given() -> None:
    shuffle = "a4a5 f9f8 a5a4 f8f9"
    game = played(CHASING, f"{shuffle} {shuffle}")
    assert game.outcome == Outcome(None, Termination.REPETITION)
    again = Game(XIANGQI, game.at(4))
    for text in shuffle.split():
        again.play_text(text)
    assert again.outcome is None


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    # a triangle of Red against a step to and fro of Black: the pieces come back with the turn changed
    moves = "a4a5 f9f8 a5b5 f8f9 b5a5 f9f8 a5a4 f8f9"
    game = played(CHASING, moves)
    assert game.outcome is None


def test_nothing_comes_back_from_before_a_capture() -> None:
    game = played("5k3/9/2c6/p8/9/R8/9/9/9/3K5 w", "a4a5 f9f8 a5a4 f8f9 a4a6 f9f8 a6a4 f8f9 a4a6 f9f8 a6a4")
    assert game.outcome is None


def test_nobody_looks_for_chases_before_a_position_is_there_for_the_third_time(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def count(*boards: object) -> set[int]:
        calls.append(boards)
        return set()

    monkeypatch.setattr(repetition, "chased", count)
    game, rng = Game(XIANGQI), random.Random(3)
    while game.ply < 80 and game.outcome is None:
        game.play(rng.choice(game.position.legal_moves()))
    assert game.ply == 80
    assert calls == []
    assert played(CHASING, "a4c4 c7b7 c4b4 b7c7 b4c4 c7b7 c4b4 b7c7 b4c4").outcome is not None
    assert 0 < len(calls) <= 8
