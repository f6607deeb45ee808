"""Handicaps: what is given, to whom, and that such a start is told from an even one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.core import Board, Side, Square
from game.rules.game import Game
from game.rules.handicaps import NO_HANDICAP, handicapped, handicaps_of, is_even_start, usual_giver, with_sides_swapped
from game.rules.registry import VARIANTS, variant

GIVEN = [
    (rules.name, handicap, giver)
    for rules in VARIANTS.values()
    for handicap in handicaps_of(rules.game)[1:]
    if rules.game in ("xiangqi", "draughts")
    for giver in Side
]
OFF = {"horse": 1, "horses": 2, "rook": 1, "one": 1, "two": 2, "three": 3}


@pytest.mark.parametrize(("name", "handicap", "giver"), GIVEN)
def test_the_giver_alone_goes_without(name: str, handicap: str, giver: Side) -> None:
    rules = variant(name)
    start, even = handicapped(rules, handicap, giver), rules.start()
    gone = {square: piece for square, piece in even.pieces().items() if square not in start.pieces()}
    assert len(gone) == OFF[handicap]
    assert {piece.side for piece in gone.values()} == {giver}
    assert all(start.pieces()[square] == piece for square, piece in even.pieces().items() if square not in gone)
    assert {square // even.board.columns for square in gone} == {0 if giver is Side.FIRST else even.board.rows - 1}
    assert start.turn is Side.FIRST
    assert not is_even_start(rules, start)
    assert with_sides_swapped(rules, start) == handicapped(rules, handicap, giver.other)
    assert with_sides_swapped(rules, even) == even
    assert rules.read_position(rules.write_position(start)) == start
    assert start.key == rules.read_position(rules.write_position(start)).key
    game = Game(rules, start)
    assert game.outcome is None
    game.play(start.legal_moves()[0])


def test_xiangqi_takes_off_what_is_customary() -> None:
    rules = variant("xiangqi")
    names = {"horse": ["b0"], "horses": ["b0", "h0"], "rook": ["a0"]}
    for handicap, squares in names.items():
        start = handicapped(rules, handicap, Side.FIRST)
        gone = set(rules.start().pieces()) - set(start.pieces())
        assert sorted(rules.square_name(Square(at), start.board) for at in gone) == squares
    black = set(rules.start().pieces()) - set(handicapped(rules, "horse", Side.SECOND).pieces())
    assert [rules.square_name(Square(at), rules.start().board) for at in black] == ["h9"]


@pytest.mark.parametrize("giver", Side)
@pytest.mark.parametrize(("handicap", "count"), [("stone", 1), ("stones", 2)])
@pytest.mark.parametrize("name", ["gomoku-freestyle", "gomoku-standard", "gomoku-renju"])
def test_stones_in_the_middle_are_ahead_of_those_in_corners(name: str, handicap: str, count: int, giver: Side) -> None:
    rules = variant(name)
    for size in rules.sizes:
        start = handicapped(rules, handicap, giver, size)
        board = start.board
        central = [p.side for at, p in start.pieces().items() if 0 < board.column(at) < size - 1]
        corners = [p.side for at, p in start.pieces().items() if board.column(at) in (0, size - 1)]
        assert central == [giver.other] * count
        assert set(corners) == {giver}
        assert start.turn is giver.other
        assert rules.read_position(rules.write_position(start)) == start
        assert not is_even_start(rules, start)
        assert with_sides_swapped(rules, start) == handicapped(rules, handicap, giver.other, size)


@pytest.mark.parametrize("giver", Side)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_corners_in_reversi(count: int, giver: Side) -> None:
    rules = variant("reversi")
    start = handicapped(rules, handicaps_of("reversi")[count], giver)
    given = {square: piece for square, piece in start.pieces().items() if square not in rules.start().pieces()}
    corners = [rules.square_name(square, start.board) for square in given]
    assert sorted(corners) == sorted(["a1", "h8", "h1", "a8"][:count])
    assert {piece.side for piece in given.values()} == {giver.other}
    assert start.turn is giver
    assert rules.read_position(rules.write_position(start)) == start
    assert not is_even_start(rules, start)
    assert with_sides_swapped(rules, start) == handicapped(rules, handicaps_of("reversi")[count], giver.other)


def test_who_gives_where_nobody_is_the_stronger_one() -> None:
    assert [usual_giver(game) for game in ("gomoku", "xiangqi", "reversi")] == [Side.SECOND, Side.FIRST, Side.SECOND]


def test_a_game_without_handicaps_offers_none() -> None:
    assert handicaps_of("tiddlywinks") == (NO_HANDICAP,)
    assert handicapped(variant("gomoku-renju"), NO_HANDICAP, Side.FIRST) == variant("gomoku-renju").start()
    with pytest.raises(KeyError):
        handicapped(variant("xiangqi"), "queen", Side.FIRST)


def test_a_board_of_a_size_that_is_not_on_offer_is_neither_even_nor_a_handicap() -> None:
    rules = variant("gomoku-freestyle")
    odd = replace(rules.start(), board=Board(13, 13), cells=bytes(13 * 13))
    assert 13 not in rules.sizes
    assert not is_even_start(rules, odd)
    assert with_sides_swapped(rules, odd) is odd


@pytest.mark.parametrize("name", VARIANTS)
def test_a_usual_start_is_even(name: str) -> None:
    rules = variant(name)
    for size in rules.sizes:
        for opening in rules.openings:
            assert is_even_start(rules, rules.start(size, opening))
    start = rules.start()
    assert not is_even_start(rules, start.play(start.legal_moves()[0]))
