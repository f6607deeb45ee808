"""The danger that a general of Xiangqi is in: what adds to it, by hand and against the moves that there are."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ai.common.control import new_control
from ai.xiangqi import layout as at
from ai.xiangqi import units
from ai.xiangqi.board import XiangqiArrays, make, new_arrays, place_all, unmake
from ai.xiangqi.danger import CURVE_SHIFT, MOST, attackers, danger, worth_of
from ai.xiangqi.kernels import compile_kernels
from ai.xiangqi.notation import read_fen
from ai.xiangqi.ordering import is_possible
from ai.xiangqi.outlook import moves_of
from ai.xiangqi.tables import geometry
from game.rules.xiangqi.variants import START


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in compile_kernels():
        pass


def board_of(fen: str) -> XiangqiArrays:
    setup = read_fen(fen)
    arrays = new_arrays(geometry(), new_control(), np.zeros(8, np.int64))
    place_all(arrays, setup.pieces, setup.turn)
    return arrays


def count(arrays: XiangqiArrays, owner: int, unit: int) -> int:
    """How often a unit counts against a side's general, however few attackers there are."""
    arrays.tables[at.DANGERS + unit] = 1
    found = int(danger(arrays, owner, 99))
    arrays.tables[at.DANGERS + unit] = 0
    return found


# Red's chariot and cannons, horse and soldiers about Black's palace
@pytest.mark.parametrize(
    ("fen", "unit", "expected"),
    [
        ("4k4/9/9/9/9/9/9/9/3R5/3K5 w", units.ROOK_SIGHT, 3),  # down the file of the left
        ("4k4/R8/9/9/9/9/9/9/9/3K5 w", units.ROOK_SIGHT, 3),
        ("4k4/R3a4/9/9/9/9/9/9/9/3K5 w", units.ROOK_SIGHT, 2),  # an advisor in the middle is the last that it sees
        ("4k4/3R5/9/9/9/9/9/9/9/4K4 w", units.ROOK_SIGHT, 4),  # in the palace itself, without its own square
        ("4k4/9/9/4n4/9/9/4C4/9/9/3K5 w", units.CANNON_SIGHT, 3),
        ("4k4/4a4/9/4n4/9/9/4C4/9/9/3K5 w", units.CANNON_SIGHT, 2),  # e7 and the advisor behind it
        ("4k4/9/9/9/9/9/4C4/9/9/3K5 w", units.CANNON_SIGHT, 0),  # without a screen none but those behind the general
        ("2n1k4/9/9/9/9/9/9/9/9/C2K5 w", units.CANNON_SIGHT, 0),
        ("C1n1k4/9/9/9/9/9/9/9/9/3K5 w", units.CANNON_SIGHT, 2),  # d9 and the general
        ("4k4/9/9/3N5/9/9/9/9/9/3K5 w", units.HORSE_SIGHT, 2),  # e8, f7 (c8 lies outside)
        ("4k4/9/3n5/3N5/9/9/9/9/9/3K5 w", units.HORSE_SIGHT, 1),  # its leg is blocked on the way up
        ("4k4/9/3P5/9/9/9/9/9/9/3K5 w", units.SOLDIER_SIGHT, 2),
        ("4k4/3P5/9/9/9/9/9/9/9/3K5 w", units.SOLDIER_SIGHT, 2),
        ("4k4/9/9/9/3P5/9/9/9/9/3K5 w", units.SOLDIER_SIGHT, 0),
        ("4k4/R8/R8/9/4p4/9/9/9/9/4K4 w", units.SEEN_TWICE, 0),
        ("4k4/R8/9/9/9/9/9/9/5R3/3K5 w", units.SEEN_TWICE, 2),  # f8, and d8, which the general sees
        ("4k4/9/9/9/9/9/9/9/5R3/5K3 w", units.SEEN_TWICE, 0),  # its own chariot stands before the other general
        ("4k4/9/9/9/9/9/9/R8/9/3K5 w", units.ROOK_CHECKS, 2),  # on the file of the general and on its rank
        ("4k4/9/9/4n4/9/9/9/R8/9/3K5 w", units.ROOK_CHECKS, 1),
        ("4k4/9/9/4n4/9/9/9/C8/9/3K5 w", units.CANNON_CHECKS, 1),
        ("4k4/9/9/9/9/9/9/C8/9/3K5 w", units.CANNON_CHECKS, 0),
        ("4k4/9/9/9/4N4/9/9/9/9/3K5 w", units.HORSE_CHECKS, 2),  # from d7 and f7, both legs free
        ("4k4/3a5/9/9/4N4/9/9/9/9/3K5 w", units.HORSE_CHECKS, 1),  # from d7 it would stand behind the advisor
        ("4k4/9/9/9/9/9/4C4/9/9/3K5 w", units.HOLLOW_CANNON, 1),
        ("4k4/9/4n4/9/9/9/4C4/9/9/3K5 w", units.HOLLOW_CANNON, 0),
        ("4k4/4a4/4n4/9/9/9/4C4/9/9/3K5 w", units.TWO_SCREENS, 1),
        ("4k4/4a4/4n4/4p4/9/9/4C4/9/9/3K5 w", units.TWO_SCREENS, 0),
        ("C3k4/9/9/9/9/9/9/9/9/3K5 w", units.BOTTOM_CANNON, 1),
        ("4k4/C8/9/9/9/9/9/9/9/3K5 w", units.BOTTOM_CANNON, 0),
        ("4k4/9/9/R8/9/R8/9/9/9/3K5 w", units.ROOKS_OVER, 1),
        ("4k4/9/9/R8/9/R8/9/9/9/3K5 w", units.ROOKS, 2),
        ("4k4/9/9/C8/9/C8/9/9/9/3K5 w", units.CANNONS_OVER, 1),
        ("4k4/9/9/N8/9/N8/9/9/9/3K5 w", units.HORSES_OVER, 1),
        ("4k4/9/9/P8/P8/P8/9/9/9/3K5 w", units.SOLDIERS_OVER, 2),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", units.FLIGHTS + 2, 1),  # to e8 and f9: the file of the left is Red's general's
        ("4k4/4a4/9/9/9/9/9/9/9/3K5 w", units.FLIGHTS + 1, 1),
        ("9/4k4/9/9/9/9/9/9/9/3K5 w", units.FLIGHTS + 3, 1),
        ("3akab2/9/9/9/9/9/9/9/9/3K5 w", units.GUARDS + 7, 1),
        ("9/4k4/9/9/9/9/9/9/9/3K5 w", units.GENERAL_RANKS + 1, 1),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", units.OFF_FILE, 1),
        ("4k4/9/9/9/9/4p4/9/9/9/3K5 w", units.OPEN_FILE, 1),
        ("4k4/9/9/9/4p4/9/9/9/9/3K5 w", units.OPEN_FILE, 0),
    ],
)
def test_what_adds_to_the_danger_of_either_side(fen: str, unit: int, expected: int) -> None:
    arrays = board_of(fen)
    assert count(arrays, at.BLACK, unit) == expected
    cells = arrays.state[at.CELL : at.CELL + at.SQUARES]
    turned = new_arrays(geometry(), new_control(), np.zeros(8, np.int64))
    place_all(turned, {89 - int(each): (int(cells[each]) - 1) ^ 16 for each in np.flatnonzero(cells)}, at.BLACK)
    assert count(turned, at.RED, unit) == expected


def test_checks_are_those_that_the_pieces_could_give() -> None:
    """But for pieces that stand on the general's lines already and would leave or keep them: those are only guessed."""
    chance, seen = random.Random(8), 0
    for _ in range(12):
        arrays, side = board_of(START), at.RED
        for _ in range(80):
            choices = moves_of(arrays, side)
            if not choices:
                break
            make(arrays, chance.choice(choices))
            side = 1 - side
            general = int(arrays.state[at.PLACE + 16 * (1 - side)])
            for unit, first in ((units.ROOK_CHECKS, 7), (units.CANNON_CHECKS, 9)):
                places = [int(place) for place in arrays.state[at.PLACE + 16 * side + first :][:2] if place >= 0]
                if any(place % 9 == general % 9 or place // 9 == general // 9 for place in places):
                    continue
                expected = sum(
                    _checks(arrays, side, place, target, general) for place in places for target in range(at.SQUARES)
                )
                assert count(arrays, 1 - side, unit) == expected
                seen += expected
    assert seen > 100


def _checks(arrays: XiangqiArrays, side: int, place: int, target: int, general: int) -> bool:
    move = place | target << at.TO_SHIFT
    if arrays.state[at.CELL + target] or not is_possible(arrays, side, move):
        return False
    captured = make(arrays, move)
    gives = is_possible(arrays, side, target | general << at.TO_SHIFT)
    unmake(arrays, move, captured, 0, 0)
    return bool(gives)


def test_attackers_are_counted_beyond_the_river() -> None:
    arrays = board_of("2R1k4/9/9/9/P1P1N4/C4p2r/9/4c4/9/R2K5 w")
    assert attackers(arrays, at.RED) == 2 + 1 + 1 + 1
    assert attackers(arrays, at.BLACK) == 1 + 2 + 1
    assert attackers(board_of(START), at.RED) == 0


def test_one_attacker_alone_is_no_danger() -> None:
    arrays = board_of("4k4/9/9/4N4/9/9/9/9/9/3K5 w")
    arrays.tables[at.DANGERS + units.HORSES_OVER] = 50
    assert danger(arrays, at.BLACK, 1) == 0
    assert danger(arrays, at.BLACK, 2) == 50


def test_danger_grows_with_its_square_up_to_a_bound() -> None:
    for middle, ending in ((0, 0), (100, 200), (-50, 160), (160, -50), (MOST + 100, MOST)):
        expected = [min(max(each, 0), MOST) ** 2 >> CURVE_SHIFT for each in (middle, ending)]
        assert worth_of(middle + (ending << 16)) == expected[0] + (expected[1] << 16)
