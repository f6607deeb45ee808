"""What moves sound like: chains that rise, threats that are higher, and one sound where nothing moves."""

from __future__ import annotations

from game.rules.core import Square
from game.rules.game import Game
from game.rules.registry import variant
from game.ui.board.heard import sounds_of, sounds_of_row
from game.ui.sound.sets import Heard


def heard(name: str, moves: str, start: str = "", touch: str = "stone", still: bool = False) -> tuple[Heard, ...]:
    """What the last of some moves sounds like."""
    rules = variant(name)
    game = Game(rules, rules.read_position(start) if start else None)
    for text in moves.split():
        game.play(rules.read_move(text, game.position))
    return sounds_of(game.moves[-1], game.positions[-2], game.positions[-1], touch, still)


def test_captures_on_a_way_rise_one_by_one() -> None:
    start, way = "W:W36,47,44:B31,32,24,18,20,9", "36x38"
    chain = heard("draughts-international", way, start, "wood")
    assert [each.name for each in chain] == ["capture"] * len(chain)
    assert len(chain) == 2
    assert [each.step for each in chain] == [0, 1]
    assert chain[0].after_s == 0.0 < chain[1].after_s
    assert heard("draughts-international", way, start, "wood", still=True) == (Heard("capture"),)


def test_discs_turn_ring_by_ring() -> None:
    start = "------------------XO--X--XXOOOO---XOOOX---XXO--X----X--------X-- X"
    chain = heard("reversi", "e3", start, "disc")
    assert chain[0] == Heard("disc")
    rings = chain[1:]
    assert {each.name for each in rings} == {"turn"}
    assert [each.step for each in rings] == list(range(len(rings)))
    assert len(rings) > 1
    assert heard("reversi", "e3", start, "disc", still=True) == (Heard("disc"),)


def test_a_four_is_higher_and_one_that_is_open_higher_still() -> None:
    assert heard("gomoku-freestyle", "h8 a1 i8") == (Heard("stone"),)
    closed = heard("gomoku-freestyle", "h8 g8 i8 a1 j8 a3 k8")
    open_four = heard("gomoku-freestyle", "h8 a15 i8 a1 j8 a3 k8")
    assert 0 < closed[0].step < open_four[0].step


def test_a_check_is_heard_before_anything_else() -> None:
    assert heard("xiangqi", "e1d1", "3k5/9/9/9/9/9/9/9/4R4/5K3 w", "wood") == (Heard("check"),)
    assert heard("xiangqi", "h2e2", touch="wood") == (Heard("wood"),)


def test_a_row_rises_to_the_strings() -> None:
    row = sounds_of_row(tuple(map(Square, range(5))), 0.12, "stone")
    assert [each.name for each in row] == ["stone"] * 5 + ["win"]
    assert [each.after_s for each in row] == sorted(each.after_s for each in row)
    assert sounds_of_row((), 0.12, "wood") == (Heard("win"),)
    assert sounds_of_row(tuple(map(Square, range(5))), 0.12, "stone", still=True) == (Heard("win"),)
