"""How exactly a side has played, and the phases of a game."""

from __future__ import annotations

import pytest
from reviewing import played

from game.match.accuracy import accuracy_of, move_accuracy
from game.match.move_class import Appraisal, MoveClass
from game.match.phase import Phase, phase_of
from game.rules.core import Side
from game.rules.registry import GAMES, variant

MOVE = played("h8").moves[0]


def moves(*chances: float) -> list[Appraisal]:
    """A game by the chances of FIRST after each move, from even."""
    found = []
    for nth, (before, after) in enumerate(zip((0.5, *chances), chances, strict=False)):
        side = Side(nth % 2)
        own = (before, after) if side is Side.FIRST else (1 - before, 1 - after)
        found.append(Appraisal(nth + 1, side, MOVE, MoveClass.GOOD, *own))
    return found


def test_who_gives_nothing_away_is_exact() -> None:
    steady = moves(0.5, 0.5, 0.5, 0.5)
    exact = accuracy_of(steady, [Phase.OPENING] * 4, Side.FIRST)
    assert exact is not None
    assert exact.whole == pytest.approx(100, abs=0.01)
    assert exact.phases == {Phase.OPENING: exact.whole}
    assert accuracy_of(steady[:1], [Phase.OPENING], Side.SECOND) is None


def test_the_more_is_lost_the_less_exact() -> None:
    # the published curve: 3 % lost is 87, 10 % is 64, 50 % is 9
    assert [round(move_accuracy(lost)) for lost in (0.0, 0.03, 0.1, 0.5, 1.0)] == [100, 87, 64, 9, 0]
    assert move_accuracy(-0.2) == 100


def test_one_blunder_weighs_on_its_side_and_phase_alone() -> None:
    game = moves(0.5, 0.5, 0.1, 0.1, 0.1, 0.1)
    phases = [Phase.OPENING] * 2 + [Phase.MIDDLE] * 2 + [Phase.ENDING] * 2
    first, second = (accuracy_of(game, phases, side) for side in Side)
    assert first is not None
    assert second is not None
    assert first.whole < 50 < second.whole
    assert first.phases[Phase.MIDDLE] < 20
    assert first.phases[Phase.OPENING] == first.phases[Phase.ENDING] == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize(
    ("name", "share", "phase"),
    [
        ("reversi", 0.0, Phase.OPENING),
        ("xiangqi", 0.0, Phase.OPENING),
        ("draughts-international", 0.0, Phase.OPENING),
        ("gomoku-freestyle", 0.0, Phase.OPENING),
    ],
)
def test_a_game_begins_with_the_opening(name: str, share: float, phase: Phase) -> None:
    rules = variant(name)
    assert phase_of(rules.game, rules.start(), rules.start()) is phase


def test_pieces_that_go_or_come_bring_the_next_phase() -> None:
    xiangqi = variant("xiangqi")
    start = xiangqi.start()
    middle = xiangqi.read_position("r1bakab1r/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w")
    ending = xiangqi.read_position("3ak4/9/9/9/4p4/9/9/9/4A4/3RK4 w")
    assert [phase_of("xiangqi", start, each) for each in (middle, ending)] == [Phase.OPENING, Phase.ENDING]
    fewer = xiangqi.read_position("2bakab1r/9/2n4c1/p3p1p1p/9/9/P1P1P3P/7C1/9/2BAKAB1R w")
    assert phase_of("xiangqi", start, fewer) is Phase.MIDDLE
    reversi = variant("reversi")
    discs = "X" * 30 + "O" * 18 + "-" * 16
    text = discs[:64] + " X"
    assert phase_of("reversi", reversi.start(), reversi.read_position(text)) is Phase.ENDING


def test_phases_follow_each_other_in_every_game() -> None:
    for rules in GAMES.values():
        first, second = rules.phases
        assert 0 < min(first, second) < max(first, second) < 1
        assert (first < second) is rules.counts_singly, rules.name
