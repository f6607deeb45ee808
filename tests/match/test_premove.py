"""A move chosen ahead: what can be meant, when it is played, and when it is dropped."""

from __future__ import annotations

from operator import attrgetter

import pytest
from sitting import FIRST, Puppet, Sitting, kinds, only

from game.match.clock import TimeControl
from game.match.events import MovePlayed, PremoveDropped
from game.match.match import MatchError
from game.match.players import Human, PlayerKind
from game.match.premove import Foresight, Premove
from game.rules.core import Position, Square
from game.rules.registry import variant


def _path(sitting: Sitting, *names: str) -> tuple[Square, ...]:
    board = sitting.match.position.board
    squares = {sitting.match.variant.square_name(Square(i), board): Square(i) for i in range(board.squares)}
    return tuple(squares[name] for name in names)


def _after(name: str, moves: str) -> Position:
    rules = variant(name)
    position = rules.start()
    for text in moves.split():
        position = position.play(rules.read_move(text, position))
    return position


def test_a_stone_chosen_ahead_is_played_when_the_computer_has_answered() -> None:
    puppet = Puppet()
    sitting = Sitting(Human(), puppet, control=TimeControl(60, 0))
    sitting.play("h8")
    sitting.match.premoves.choose(_path(sitting, "i9"))
    assert sitting.match.premoves.current == Premove(FIRST, _path(sitting, "i9"))
    sitting.time.now += 3
    puppet.say("h9")
    events = sitting.match.update()
    assert sitting.texts() == ["h8", "h9", "i9"]
    played = [event for event in events if isinstance(event, MovePlayed)]
    assert played[-1].side is FIRST
    assert played[-1].used_s == 0.0
    assert sitting.match.clock.left_s(FIRST) == 59.0
    assert sitting.match.premoves.current is None
    assert len(puppet.asked) == 2


def test_a_point_that_the_computer_takes_drops_the_premove() -> None:
    puppet = Puppet()
    sitting = Sitting(Human(), puppet)
    sitting.play("h8")
    sitting.match.premoves.choose(_path(sitting, "h9"))
    puppet.say("h9")
    assert only(sitting.match.update(), PremoveDropped).path == _path(sitting, "h9")
    assert sitting.match.may_move
    assert sitting.match.premoves.current is None


def test_it_works_over_the_lan_and_tells_the_other_side() -> None:
    puppet = Puppet(PlayerKind.REMOTE)
    sitting = Sitting(puppet, Human())
    sitting.match.update()
    sitting.match.premoves.choose(_path(sitting, "h9"))
    puppet.say("h8")
    sitting.match.update()
    assert sitting.texts() == ["h8", "h9"]
    assert kinds(puppet.told).count("MovePlayed") == 2


@pytest.mark.parametrize("what", ["undo", "pause", "resign", "restart", "premoves.drop"])
def test_it_is_forgotten_when_the_course_changes(what: str) -> None:
    puppet = Puppet()
    sitting = Sitting(Human(), puppet)
    sitting.play("h8")
    sitting.match.premoves.choose(_path(sitting, "i9"))
    attrgetter(what)(sitting.match)()
    assert sitting.match.premoves.current is None


def test_only_who_waits_for_somebody_else_can_choose_ahead() -> None:
    alone = Sitting(Human(), Human())
    alone.play("h8")
    with pytest.raises(MatchError):
        alone.match.premoves.choose(_path(alone, "i9"))
    sitting = Sitting(Human(), Puppet())
    with pytest.raises(MatchError):
        sitting.match.premoves.choose(_path(sitting, "i9"))  # it is the person's turn
    sitting.play("h8")
    with pytest.raises(MatchError):
        sitting.match.premoves.choose(_path(sitting, "h8"))  # a stone stands there for ever


def test_what_can_be_meant_is_found_out_once_in_a_position() -> None:
    puppet = Puppet()
    sitting = Sitting(Human(), puppet)
    assert sitting.match.premoves.foresight is None
    sitting.play("h8")
    first = sitting.match.premoves.foresight
    assert first is not None
    assert sitting.match.premoves.foresight is first
    puppet.say("h9")
    sitting.match.update()
    sitting.play("i9")
    second = sitting.match.premoves.foresight
    assert second is not None
    assert first.places - second.places == set(_path(sitting, "h9", "i9"))


def test_ways_are_those_that_some_answer_allows() -> None:
    foresight = Foresight(_after("xiangqi", "h2e2"), FIRST)
    square = variant("xiangqi").start().board.square
    assert square(2, 2) in foresight.ways[square(1, 0)]
    assert square(3, 1) not in foresight.ways[square(1, 0)]  # an elephant stands in the horse's way, whatever is played
    assert not foresight.places


def test_a_piece_can_be_meant_to_take_back_where_an_own_one_stands() -> None:
    # Black's cannon can take the horse in the corner, and then only the rook can take it
    square = variant("xiangqi").start().board.square
    assert Foresight(_after("xiangqi", "a3a4"), FIRST).allows((square(8, 0), square(7, 0)))
    assert not Foresight(_after("xiangqi", "h2e2"), FIRST).allows((square(8, 0), square(7, 0)))


def test_a_piece_is_not_sent_to_where_it_stands_though_a_capture_leads_round_to_it() -> None:
    rules = variant("draughts-english")
    position = rules.read_position("W:W6,14,15,7,32:BK2")
    king = next(square for square, piece in position.pieces().items() if piece.side is position.colour(FIRST))
    after = position.play(rules.read_move("32-28", position))
    assert any(way[0] == way[-1] == king for way in after.ways()), "it can go round"
    foresight = Foresight(position, FIRST)
    assert len(foresight.ways[king]) == 3
    assert not foresight.allows((king, king))


def test_a_capture_is_meant_by_its_ends_where_that_tells_it() -> None:
    rules = variant("draughts-english")
    single = rules.read_position("B:B3:W8,16,15")
    (forced,) = [move for move in single.legal_moves() if len(move.captured) == 2]
    assert Premove(FIRST, (forced.path[0], forced.path[-1])).move(single) == forced
    assert Premove(FIRST, (forced.path[0], forced.path[1])).move(single) == forced
    # two ways round to one square take different men: their ends do not tell which, where they land first does
    double = rules.read_position("B:B3:W8,7,16,15")
    left, right = double.legal_moves()
    assert Premove(FIRST, (left.path[0], left.path[-1])).move(double) is None
    assert {Premove(FIRST, way.path[:2]).move(double) for way in (left, right)} == {left, right}
