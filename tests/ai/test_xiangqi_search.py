"""Parts of the Xiangqi search: exchanges, possible moves, checks foreseen, repetitions; the evaluation's terms."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ai.common.control import new_control
from ai.score import Cp, Mate, Repetition
from ai.xiangqi import layout as at
from ai.xiangqi.board import XiangqiArrays, is_attacked, make, new_arrays, place_all, unmake
from ai.xiangqi.evaluation import evaluate
from ai.xiangqi.exchange import WORTH, cheapest_taker, gain_on
from ai.xiangqi.handset import hand_set
from ai.xiangqi.kernels import compile_kernels
from ai.xiangqi.moves import ALL, find_danger, generate
from ai.xiangqi.notation import read_fen, read_move
from ai.xiangqi.ordering import is_possible, may_check
from ai.xiangqi.outlook import current, moves_of
from ai.xiangqi.repetition import note, repeated
from ai.xiangqi.searcher import play_game, score_of
from ai.xiangqi.weights import tables_with
from game.rules.xiangqi.variants import START


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in compile_kernels():
        pass


def board_of(fen: str, moves: str = "") -> tuple[XiangqiArrays, int]:
    arrays = new_arrays(tables_with(hand_set()), new_control(), np.zeros(1 << 12, np.int64), searches=True)
    return arrays, play_game(arrays, read_fen(fen), list(map(read_move, moves.split())))


def square(name: str) -> int:
    return int(name[1]) * 9 + ord(name[0]) - ord("a")


def random_boards(seed: int, games: int, plies: int) -> list[tuple[XiangqiArrays, int]]:
    """Positions of random games, each on a board of its own."""
    chance, found = random.Random(seed), []
    for _ in range(games):
        arrays, side = board_of(START)
        for ply in range(plies):
            choices = moves_of(arrays, side)
            if not choices:
                break
            make(arrays, chance.choice(choices))
            side = 1 - side
            if ply % 9 == 8:
                cells = arrays.state[at.CELL : at.CELL + at.SQUARES]
                again = new_arrays(tables_with(hand_set()), new_control(), np.zeros(8, np.int64), searches=True)
                place_all(again, {int(each): int(cells[each]) - 1 for each in np.flatnonzero(cells)}, side)
                found.append((again, side))
    return found


@pytest.mark.parametrize(
    ("fen", "on", "gain"),
    [
        ("3k5/9/9/9/r8/9/9/9/R8/4K4 w", "a5", 900),  # not protected
        ("3k5/r8/9/9/r8/9/9/9/R8/4K4 w", "a5", 0 + 900 - 900),  # an even exchange
        ("3k5/r8/9/9/n8/9/9/9/R8/4K4 w", "a5", 0),  # a rook for a horse: better not
        ("3k5/r8/9/9/n8/9/9/R8/R8/4K4 w", "a5", 430),  # twice attacked, once protected: rook for horse and rook
        ("3k5/9/9/p8/9/9/R8/C8/9/4K4 w", "a6", 100),
        ("3k5/9/9/9/9/4n4/9/9/4A4/5K3 w", "e4", 0),  # nothing takes there
        ("3k1a3/4a4/9/9/9/9/9/4R4/9/5K3 w", "e8", 0),  # the other advisor and the general protect it
    ],
)
def test_exchanges_on_a_square(fen: str, on: str, gain: int) -> None:
    arrays, side = board_of(fen)
    before = arrays.state.copy()
    worth = WORTH[at.KIND_OF[int(arrays.state[at.CELL + square(on)]) - 1]]
    assert gain_on(arrays, side, square(on), worth) == gain
    assert np.array_equal(arrays.state, before)


def test_the_cheapest_taker_is_one_of_those_that_can_take() -> None:
    checked = 0
    for arrays, side in random_boards(3, 6, 90):
        captures: dict[int, list[int]] = {}
        out = np.zeros(at.MAX_MOVES, np.int32)
        find_danger(arrays, side)
        for move in out[: generate(arrays, side, ALL, out, 0)]:
            plain = int(move) & at.MOVE_MASK
            if arrays.state[at.CELL + (plain >> at.TO_SHIFT)]:
                captures.setdefault(plain >> at.TO_SHIFT, []).append(plain & at.SQUARE_MASK)
        for target in range(at.SQUARES):
            piece = int(arrays.state[at.CELL + target]) - 1
            if piece < 0 or piece >> 4 == side:
                continue
            taker = int(cheapest_taker(arrays, side, target))
            takers = captures.get(target, [])
            assert (taker >= 0) == bool(takers)
            if takers:
                worths = {origin: WORTH[at.KIND_OF[int(arrays.state[at.CELL + origin]) - 1]] for origin in takers}
                assert worths[taker] <= min(worths.values()) + 10, "horses go before cannons"
                checked += 1
    assert checked > 100


def test_possible_moves_are_those_that_are_generated() -> None:
    for arrays, side in random_boards(4, 3, 60):
        out = np.zeros(at.MAX_MOVES, np.int32)
        find_danger(arrays, side)
        found = {int(move) & at.MOVE_MASK for move in out[: generate(arrays, side, ALL, out, 0)]}
        for origin in range(at.SQUARES):
            for target in range(at.SQUARES):
                move = origin | target << at.TO_SHIFT
                if move in found:
                    assert is_possible(arrays, side, move)
                elif is_possible(arrays, side, move):
                    # only what enters the line of a cannon is left out by the generator
                    captured = make(arrays, move)
                    assert is_attacked(arrays, side)
                    unmake(arrays, move, captured, 0, 0)
    arrays, side = board_of(START)
    assert not is_possible(arrays, side, 0)
    assert not is_possible(arrays, side, 127 | 127 << at.TO_SHIFT)


def test_no_check_is_ruled_out() -> None:
    checks = certain = 0
    for arrays, side in random_boards(5, 8, 120):
        for move in moves_of(arrays, side):
            expected = may_check(arrays, side, move)
            key, score = int(arrays.past[at.KEY]), int(arrays.state[at.PIECE_SQUARE])
            captured = make(arrays, move)
            check = is_attacked(arrays, 1 - side)
            unmake(arrays, move, captured, key, score)
            assert expected or not check
            checks += check
            certain += not expected
    assert checks > 30
    assert certain > 1000


@pytest.mark.parametrize(
    ("fen", "first", "cycle", "twice", "thrice"),
    [
        # no check, no chase: a draw at once
        ("3k5/9/9/9/9/9/9/9/R8/4K4 w", "", "a1b1 d9d8 b1a1 d8d9", 0, 0),
        # Red checks with every move, and can still turn aside once
        ("4k4/9/9/9/9/9/9/9/R3A4/3K5 w", "a1a9", "e9e8 a9a8 e8e9 a8a9", at.NO_SCORE, at.BANNED),
        # Red's rook chases the horse, which nothing protects
        ("5k3/9/9/9/2n6/9/9/R8/9/4K4 w", "a2c2", "c5d7 c2d2 d7c5 d2c2", at.NO_SCORE, at.BANNED),
    ],
)
def test_repetitions_know_who_is_to_blame(fen: str, first: str, cycle: str, twice: int, thrice: int) -> None:
    for moves, expected in ((first, at.NO_SCORE), (f"{first} {cycle}", twice), (f"{first} {cycle} {cycle}", thrice)):
        arrays, side = board_of(fen, moves)
        before = arrays.state[: at.DANGER].copy()
        key = int(arrays.past[at.KEY])
        assert repeated(arrays, side, 0) == expected
        assert np.array_equal(arrays.state[: at.DANGER], before)
        assert arrays.past[at.KEY] == key


def test_what_comes_again_within_the_line_counts_at_once() -> None:
    """Four plies after the root, as the search notes them."""
    arrays, side = board_of("4k4/9/9/9/9/9/9/9/R3A4/3K5 w", "a1a9")
    for ply, move in enumerate(map(read_move, ("e9e8", "a9a8", "e8e9", "a8a9")), 1):
        make(arrays, move)
        side = 1 - side
        note(arrays, ply, move, False, is_attacked(arrays, side))
        assert repeated(arrays, side, ply) == (at.BANNED - 4 if ply == 4 else at.NO_SCORE)


def test_scores_say_what_they_rest_on() -> None:
    assert score_of(at.MATE - 5) == Mate(5)
    assert score_of(4 - at.MATE) == Mate(-4)
    assert score_of(at.BANNED - 5) == Repetition(5)
    assert score_of(4 - at.BANNED) == Repetition(-4)
    assert score_of(-350) == Cp(-350)


def test_both_sides_are_seen_alike() -> None:
    """The board turned round with the colours changed has the same value for the side to move."""
    for arrays, side in random_boards(6, 4, 90):
        cells = arrays.state[at.CELL : at.CELL + at.SQUARES]
        turned = {89 - int(each): (int(cells[each]) - 1) ^ 16 for each in np.flatnonzero(cells)}
        other = new_arrays(tables_with(hand_set()), new_control(), np.zeros(8, np.int64), searches=True)
        place_all(other, turned, 1 - side)
        assert abs(evaluate(arrays, side) - evaluate(other, 1 - side)) <= 1, "a division may round to either side"


def test_current_follows_the_moves() -> None:
    after = current(read_fen(START), list(map(read_move, ("h2e2", "h9g7"))))
    assert after.turn == at.RED
    assert square("e2") in after.pieces
    assert square("h2") not in after.pieces
