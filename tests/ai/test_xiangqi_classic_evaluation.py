"""The evaluation of the source documents' Xiangqi program: by hand for each rule, and against a slow second reading."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from uci_helpers import positions

from ai.api import Job
from ai.classic import xiangqi_kernels as kernels
from ai.classic.xiangqi import set_up
from ai.common.control import new_control

_LETTERS = "KABNRCP"
_WORTH = {"K": 0, "A": 250, "B": 250, "N": 300, "R": 500, "C": 300, "P": 80}
_EACH_SQUARE = {"K": 0, "A": 1, "B": 1, "N": 12, "R": 6, "C": 6, "P": 15}

_Square = tuple[int, int]
_Board = dict[_Square, str]


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    assert len(list(kernels.compile_kernels())) == kernels.count()


def _evaluation(fen: str, parts: int) -> int:
    arrays, side = set_up(Job("xiangqi", fen), new_control(), parts)
    return kernels.evaluate(arrays, side)


def _added(fen: str, part: int) -> int:
    """What one part adds for the side to move."""
    return _evaluation(fen, part) - _evaluation(fen, part - 1)


_EXCHANGES = {
    # a rook (62 eighths) guarded by an advisor, attacked by a horse (37)
    kernels.CHEAPER: ("3k5/9/9/9/9/9/4n4/9/3R5/4A1K2", 37 - 62),
    # a horse (37) guarded by a cannon (37), attacked by two rooks (62 for the first)
    kernels.MANY_ON_ONE: ("3k5/9/9/9/9/r3N1P1C/9/4r4/9/5K3", 62 - 37 - 37),
    # a horse guarded by two cannons, attacked by two rooks and a cannon: 500 + 300 for 300 + 600
    kernels.THREE_ON_TWO: ("3k5/4c4/9/9/4r4/C1P1N1P1C/4r4/9/9/5K3", 100 - 37 - 75),
    # a horse guarded by two rooks, attacked by two horses: 600 for 300 + 500
    kernels.EQUAL_NUMBERS: ("3k5/9/3n5/6n2/R3N4/4R4/9/9/9/5K3", 75 - 37 - 62),
}


@pytest.mark.parametrize("part", _EXCHANGES)
def test_each_rule_of_exchange_by_hand(part: int) -> None:
    board, cost = _EXCHANGES[part]
    assert _added(f"{board} w", part) == cost, "Red can still see to it"
    assert _added(f"{board} b", part) == -5 * cost, "Black can take"
    for other in range(kernels.CHEAPER, kernels.EQUAL_NUMBERS + 1):
        if other != part:
            assert _added(f"{board} w", other) == 0


def test_what_hangs_and_what_is_guarded_by_hand() -> None:
    hangs = "3k5/9/9/9/4r4/9/9/4P4/9/5K3"
    assert _added(f"{hangs} w", kernels.HANGING) == -10
    assert _added(f"{hangs} b", kernels.HANGING) == 50
    two_guards = "3k5/9/9/9/9/9/9/4P4/4R4/4R1K2"
    assert _added(f"{two_guards} w", kernels.HANGING) == 5 + 5 + 5, "the soldier once, each rook once"
    assert _added("3k5/9/9/9/9/9/9/3R5/9/5K3 b", kernels.HANGING) == -20, "check"


def _fen_board(fen: str) -> _Board:
    board: _Board = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, 9 - row] = letter
                file += 1
    return board


def _is_red(letter: str) -> bool:
    return letter.isupper()


def _reached(board: _Board, square: _Square) -> Iterator[_Square]:
    """Where a piece can go, take or guard, checks left aside."""
    letter = board[square]
    kind, red = letter.upper(), _is_red(letter)
    x, y = square
    straight = ((0, 1), (0, -1), (1, 0), (-1, 0))
    palace = [(file, rank) for file in (3, 4, 5) for rank in ((0, 1, 2) if red else (7, 8, 9))]
    if kind in "RC":
        for dx, dy in straight:
            jumped, there = 0, (x + dx, y + dy)
            while 0 <= there[0] < 9 and 0 <= there[1] < 10:
                if there in board:
                    jumped += 1
                    if jumped == (1 if kind == "R" else 2):
                        yield there
                elif not jumped:
                    yield there
                there = (there[0] + dx, there[1] + dy)
        return
    if kind == "K":
        found = [(x + dx, y + dy) for dx, dy in straight if (x + dx, y + dy) in palace]
    elif kind == "A":
        found = [(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1) if (x + dx, y + dy) in palace]
    elif kind == "B":
        own_half = range(5) if red else range(5, 10)
        found = [
            (x + 2 * dx, y + 2 * dy)
            for dx in (-1, 1)
            for dy in (-1, 1)
            if y + 2 * dy in own_half and (x + dx, y + dy) not in board
        ]
    elif kind == "N":
        found = [
            (x + 2 * dx + side * dy, y + 2 * dy + side * dx)
            for dx, dy in straight
            if (x + dx, y + dy) not in board
            for side in (-1, 1)
        ]
    else:
        found = [(x, y + (1 if red else -1))]
        if y >= 5 if red else y < 5:
            found += [(x - 1, y), (x + 1, y)]
    yield from (there for there in found if 0 <= there[0] < 9 and 0 <= there[1] < 10)


def _relation(worth: int, attack: list[int], guard: list[int], parts: int) -> int:
    attack, guard = attack[:5], guard[:5]
    if not attack:
        return 5 * len(guard)
    if not guard:
        return -(worth // 8)
    paid, lost = None, 0
    if parts >= kernels.CHEAPER and min(attack) < worth:
        paid = min(attack)
    elif parts >= kernels.MANY_ON_ONE and len(guard) == 1 < len(attack) and min(attack) < worth + guard[0]:
        paid, lost = min(attack), guard[0]
    elif (
        parts >= kernels.THREE_ON_TWO
        and (len(guard), len(attack)) == (2, 3)
        and sum(attack) - max(attack) < worth + sum(guard)
    ):
        paid, lost = sum(attack) - max(attack), sum(guard)
    elif parts >= kernels.EQUAL_NUMBERS and len(attack) == len(guard) and sum(attack) < worth + sum(guard) - max(guard):
        paid, lost = sum(attack), sum(guard) - max(guard)
    return 0 if paid is None else paid // 8 - worth // 8 - lost // 8


def _slow(fen: str, parts: int) -> int:
    """Mobility and relations for the side to move."""
    board, red_to_move = _fen_board(fen), fen.split()[1] == "w"
    total = 0
    attacks: dict[_Square, list[int]] = {square: [] for square in board}
    guards: dict[_Square, list[int]] = {square: [] for square in board}
    for square, letter in board.items():
        sign = 1 if _is_red(letter) == red_to_move else -1
        for there in _reached(board, square):
            if there not in board:
                total += sign * _EACH_SQUARE[letter.upper()]
            elif _is_red(board[there]) == _is_red(letter):
                guards[there].append(_WORTH[letter.upper()])
            else:
                attacks[there].append(_WORTH[letter.upper()])
    if parts < kernels.HANGING:
        return total
    for square, letter in board.items():
        own = _is_red(letter) == red_to_move
        if letter.upper() == "K":
            worth = -20 * len(attacks[square])
        else:
            worth = _relation(_WORTH[letter.upper()], attacks[square], guards[square], parts)
            if worth < 0 and not own:
                worth *= 5
        total += worth if own else -worth
    return total


def test_the_kernel_agrees_with_a_slow_reading() -> None:
    chance = random.Random(7)
    fens = [each["fen"] for each in chance.sample(positions("legal_moves"), 120)]
    fens += [f"{board} w" for board, _ in _EXCHANGES.values()]
    seen = set()
    for fen in fens:
        still = _evaluation(fen, kernels.SQUARES)
        for parts in range(kernels.MOBILITY, kernels.EQUAL_NUMBERS + 1):
            assert _evaluation(fen, parts) - still == _slow(fen, parts), f"{fen}, part {parts}"
        seen |= {part for part in range(kernels.HANGING, kernels.EQUAL_NUMBERS + 1) if _added(fen, part)}
    assert seen == set(range(kernels.HANGING, kernels.EQUAL_NUMBERS + 1)), "every part came up"


def test_material_as_printed() -> None:
    lone = "3k5/9/9/9/9/9/9/9/9/5K3 w"
    for letter, square_fen in (("A", "4A1K2"), ("B", "2B2K3"), ("N", "1N3K3"), ("R", "R4K3"), ("C", "1C3K3")):
        assert _evaluation(f"3k5/9/9/9/9/9/9/9/9/{square_fen} w", 0) == _WORTH[letter]
    assert _evaluation("3k5/9/9/9/9/9/P8/9/9/5K3 w", 0) == 80
    assert _evaluation(lone, 0) == 0
