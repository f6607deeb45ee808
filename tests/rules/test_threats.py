"""What the other side threatens: verdicts of an independent program, brute force, and positions made by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.rules.core import Position, Side, Square
from game.rules.gomoku.renju import foul
from game.rules.gomoku.rows import RowRule, winning_row
from game.rules.gomoku.text import EMPTY, stone
from game.rules.gomoku.threats import threats
from game.rules.registry import VARIANTS

DATA = Path(__file__).parents[1] / "data" / "gomoku" / "defend.json"


def _played(variant: str, moves: str, size: int = 15) -> Position:
    rules = VARIANTS[variant]
    position: Position = rules.start(size)
    for text in moves.split():
        position = position.play(rules.read_move(text, position))
    return position


def _defend() -> list[dict[str, Any]]:
    held = json.loads(DATA.read_text(encoding="utf-8"))["positions"]
    return [each for each in held if each["threat_plies"] == 3]


@pytest.mark.parametrize("position", _defend(), ids=lambda each: str(each["id"]))
def test_a_win_in_two_stones_is_seen(position: dict[str, Any]) -> None:
    size = position["size"]
    column, row = position["threat_move"]
    moves = " ".join(f"{chr(97 + x)}{y + 1}" for x, y in position["moves"])
    assert _played(f"gomoku-{position['rule']}", moves, size).threats()[Square(row * size + column)] is False


def _wins(rule: RowRule, cells: bytes, colour: Side, about: int = 112, far: int = 7) -> set[int]:
    """The points no farther from one than that where a stone makes a winning row; at first all."""
    board = VARIANTS["gomoku-freestyle"].start(15).board
    own = bytes((stone(colour),))
    return {
        at
        for at, cell in enumerate(cells)
        if cell == EMPTY
        and max(abs(at // 15 - about // 15), abs(at % 15 - about % 15)) <= far
        and winning_row(rule, cells[:at] + own + cells[at + 1 :], board, Square(at))
    }


@pytest.mark.parametrize("rule", list(RowRule))
def test_threats_are_those_that_brute_force_finds(rule: RowRule) -> None:
    chance = random.Random(rule.value)
    board = VARIANTS["gomoku-freestyle"].start(15).board
    seen = {True: 0, False: 0}
    for _ in range(3):
        squares = [row * 15 + column for row in range(5, 11) for column in range(5, 11)]
        chance.shuffle(squares)
        cells = bytearray(225)
        for ply, at in enumerate(squares[:16]):
            cells[at] = stone(Side(ply % 2))
        for colour in Side:
            position = bytes(cells)
            own = bytes((stone(colour),))
            now = _wins(rule, position, colour)
            expected = dict.fromkeys(now, True)
            for at in {at for at, cell in enumerate(cells) if cell == EMPTY} - now:
                black = rule is RowRule.RENJU and colour is Side.FIRST
                new = _wins(rule, position[:at] + own + position[at + 1 :], colour, at, 4) - now
                if len(new) > 1 and not (black and foul(position, 15, at)):
                    expected[at] = False
            found = threats(rule, position, board, colour)
            assert {at: found[Square(at)] for at in expected} == expected
            # beyond these only points that make one win more, on a line with one that is there already
            assert all(now for at in found if at not in expected)
            for at_once in found.values():
                seen[at_once] += 1
    assert seen[False] > 1


def test_gomoku_has_no_threats_in_an_opening_and_after_the_end() -> None:
    free = VARIANTS["gomoku-freestyle"]
    over = _played("gomoku-freestyle", "h8 a1 i8 b1 j8 c1 k8 d1 l8")
    assert over.outcome() is not None
    assert not over.threats()
    assert not free.start(15, "swap2").threats()
    before = _played("gomoku-freestyle", "h8 a1 i8 b1 j8 c1 k8 d1")
    assert {free.square_name(at, before.board): now for at, now in before.threats().items()} == {"e1": True}


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        # the rook on a9 can take the horse on a5, which nothing guards
        ("3k5/r8/9/9/9/9/9/9/9/4K4 w - - 0 1", {}),
        ("3k5/r8/9/9/N8/9/9/9/9/4K4 w - - 0 1", {"a5": False}),
        # guarded by a soldier behind it a horse is not won by a rook
        ("3k5/r8/9/9/9/N8/P8/9/9/4K4 w - - 0 1", {}),
        # a rook guarded is won by a horse
        ("3k5/9/9/1n7/9/R8/9/R8/9/4K4 w - - 0 1", {"a4": False}),
        # two rooks mate on the last rows
        ("3k5/9/9/9/9/9/9/1r7/r8/5K3 w - - 0 1", {"f0": True}),
    ],
)
def test_threats_of_xiangqi(fen: str, expected: dict[str, bool]) -> None:
    rules = VARIANTS["xiangqi"]
    position = rules.read_position(fen)
    assert {rules.square_name(at, position.board): now for at, now in position.threats().items()} == expected


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("W:W28:B3", {}),
        ("W:W28,32:B3,23", {}),  # guarded from behind
        ("W:W28:B3,23", {28: True}),
        ("W:W28,40:B3,23", {28: False}),
        # two can be taken or one: only the two are in danger
        ("W:W28,38,31,50:B3,23,26", {28: False, 38: False}),
    ],
)
def test_threats_of_draughts(fen: str, expected: dict[int, bool]) -> None:
    rules = VARIANTS["draughts-international"]
    position = rules.read_position(fen)
    found = {int(rules.square_name(at, position.board)): now for at, now in position.threats().items()}
    assert found == expected
