"""A game gone through by an engine: judgements from one side's view, what they make of each move, doubts, the end."""

from __future__ import annotations

import pytest
from at_once import AtOnce
from reviewing import Oracle, Says, finished, played, review_of
from sitting import BLACK_WINS, FIRST, SECOND

from ai.api import Limit
from game.match.evaluation import Cp, Mate, Repetition, Score
from game.match.judgement import Judgement, Mark, mark_of, scale_of
from game.match.review import Review, seconds_for
from game.rules.core import Side
from game.rules.registry import GAMES, variant

QUIET = "h8 h9 i9 g7"
WON = " ".join(BLACK_WINS)
SLIP: dict[int, Says] = {1: (Cp(0), "h10"), 2: (Cp(300), "i9"), 3: (Cp(-300), "g7"), 4: (Cp(300), "a1")}
"""By what the second of the quiet moves is a blunder."""

MISSES = "a1 a2 b1 b2 c1 c2 o15 o14 o13"
MISSED: dict[int, Says] = {7: (Cp(10), "d2"), 6: (Mate(3), "d1"), 5: (Mate(-6), "c3"), 8: (Cp(0), "m1")}
"""By what the seventh move misses a win."""


def won(side: int, plies: int = 5) -> Judgement:
    return Judgement(Mate(plies if side == FIRST else -plies), ("h8",))


def seen(score: Score, line: tuple[str, ...]) -> Judgement:
    """What is made of an opinion in Gomoku."""
    return Judgement(score, line, scale_of("gomoku"))


def test_every_position_is_asked_from_the_last_one_back() -> None:
    oracle = Oracle()
    review = finished(played(QUIET), oracle)
    assert [ply for ply, _ in oracle.asked] == [4, 3, 2, 1, 0]
    assert {limit for _, limit in oracle.asked} == {Limit(depth=9, time_s=0.5, lines=2)}
    assert review.progress == (5, 5)
    assert review.is_over
    assert review.findings == ()


def test_scores_are_turned_to_the_first_sides_view() -> None:
    review = finished(played(QUIET), Oracle({3: (Cp(120), "g7"), 4: (Cp(-30), "j10"), 2: (Mate(-4), "a1")}))
    assert review.judgement(3) == seen(Cp(-120), ("g7",))
    assert review.judgement(4) == seen(Cp(-30), ("j10",))
    assert review.judgement(2) == seen(Mate(-4), ("a1",))
    assert review.judgement(2).value == -1
    assert review.judgement(3).score(SECOND) == Cp(120)
    assert review.judgement(2).score(FIRST) == Mate(-4)
    assert -0.5 < review.judgement(3).value < 0


def test_a_repetition_that_decides_is_turned_too() -> None:
    losing = Repetition(-4)
    review = finished(played(QUIET), Oracle({3: (losing, "g7"), 4: (losing, "j10")}))
    assert review.judgement(3).score(SECOND) == review.judgement(4).score(FIRST) == losing
    assert review.judgement(3).score(FIRST) == Repetition(4)
    assert review.judgement(3).value > 0.99


def test_a_position_that_has_ended_the_game_is_not_asked() -> None:
    oracle = Oracle()
    review = finished(played(WON), oracle)
    assert max(ply for ply, _ in oracle.asked) == 8
    assert review.judgement(9) == Judgement(-Mate(0))
    assert review.judgement(9).plies == 0


def test_who_had_only_one_move_is_judged_by_what_comes_of_it() -> None:
    oracle = Oracle({1: (Mate(5), "h9 i9 g7"), 2: (Mate(-4), "i9 g7")})
    oracle.forced = {2, 4}
    review = finished(played(QUIET), oracle)
    assert review.judgement(2) == seen(Mate(-4), ("i9", "g7"))
    assert [ply for ply, _ in oracle.asked] == [4, 3, 2, 1, 0, 0]
    assert 2 not in {found.ply for found in review.findings}


@pytest.mark.parametrize(
    ("before", "after", "side", "mark"),
    [
        (won(FIRST), Judgement(Cp(100)), FIRST, Mark.MISSED_WIN),
        (won(FIRST), won(SECOND), FIRST, Mark.MISSED_WIN),
        (won(FIRST), won(FIRST, 9), FIRST, None),
        (won(SECOND), Judgement(Cp(0)), SECOND, Mark.MISSED_WIN),
        (won(SECOND), Judgement(Cp(0)), FIRST, None),
        (Judgement(Cp(0)), won(SECOND), FIRST, Mark.ALLOWED_WIN),
        (Judgement(Cp(0)), won(FIRST), SECOND, Mark.ALLOWED_WIN),
        (won(SECOND), won(SECOND), FIRST, None),
        (Judgement(Cp(0)), Judgement(Cp(-400)), FIRST, Mark.BLUNDER),
        (Judgement(Cp(0)), Judgement(Cp(400)), SECOND, Mark.BLUNDER),
        (Judgement(Cp(0)), Judgement(Cp(400)), FIRST, None),
        (Judgement(Cp(0)), Judgement(Cp(-200)), FIRST, Mark.MISTAKE),
        (Judgement(Cp(0)), Judgement(Cp(-110)), FIRST, Mark.INACCURACY),
        (Judgement(Cp(0)), Judgement(Cp(-50)), FIRST, None),
        (Judgement(Cp(2500)), Judgement(Cp(1800)), FIRST, None),
        (won(FIRST), Judgement(Cp(2500)), FIRST, None),  # it wins that way as well
        (Judgement(Cp(-1800)), won(SECOND), FIRST, None),  # it was lost anyhow
    ],
)
def test_what_is_said_of_a_move(before: Judgement, after: Judgement, side: int, mark: Mark | None) -> None:
    assert mark_of(before, after, FIRST if side == FIRST else SECOND) == mark


def test_a_missed_win_comes_with_the_win_that_was_there() -> None:
    oracle = Oracle({1: (Mate(-6), "h9"), 2: (Mate(5), "j9 k9 j8 k8 j7"), 3: (Cp(-50), "g7")})
    (found,) = finished(played(QUIET), oracle).findings
    assert (found.ply, found.mark, found.side) == (3, Mark.MISSED_WIN, FIRST)
    assert found.before.plies == 5
    names = [found.better.positions[0].board.column(move.path[0]) for move in found.better.moves]
    assert names == [9, 10, 9, 10, 9]
    assert found.better.positions[0] == played(QUIET).at(2)


def test_the_line_of_a_missed_win_is_completed_in_the_end() -> None:
    game = played(MISSES)
    oracle = Oracle(MISSED)
    oracle.ends = {"d1": (Mate(-2), "m2"), "m2": (Mate(1), "e1")}
    review = finished(game, oracle)
    found = review.finding(7)
    assert found is not None
    assert found.mark is Mark.MISSED_WIN
    assert found.better.texts(game.variant) == ("d1", "m2", "e1")
    assert found.better.is_complete
    oracle = Oracle(oracle.says)
    oracle.ends = {"d1": (Cp(50), "m2")}
    found = finished(game, oracle).finding(7)
    assert found is not None
    assert found.better.texts(game.variant) == ("d1",), "what does not win is not the rest of a win"


def test_a_doubted_win_is_thought_about_longer_before_it_counts_as_missed() -> None:
    oracle = Oracle({1: (Mate(-10), "h9"), 2: (Mate(9), "j9 k9"), 3: [(Cp(-50), "g7"), (Mate(-8), "g7")]})
    review = finished(played(QUIET), oracle)
    assert [ply for ply, _ in oracle.asked] == [4, 3, 2, 3, 1, 0]
    assert oracle.asked[3][1].time_s == pytest.approx(4 * oracle.asked[0][1].time_s)
    assert review.findings == (), "the other way wins as well"


def test_a_move_is_not_blamed_where_every_move_loses() -> None:
    oracle = Oracle({1: [(Cp(-40), "h10"), (Mate(-6), "h10")], 2: (Mate(5), "i9")})
    review = finished(played(QUIET), oracle)
    assert [ply for ply, _ in oracle.asked].count(1) == 2
    assert review.findings == ()


def test_an_allowed_win_where_another_move_holds() -> None:
    oracle = Oracle({1: (Cp(-40), "h10"), 2: (Mate(5), "i9")})
    (found,) = finished(played(QUIET), oracle).findings
    assert (found.ply, found.mark, found.side) == (2, Mark.ALLOWED_WIN, SECOND)
    assert found.after.plies == 5


def test_the_engines_own_move_is_never_blamed() -> None:
    oracle = Oracle({0: (Cp(300), "h8 h9"), 1: (Cp(300), "h10"), 2: (Mate(3), "i9")})
    review = finished(played(QUIET), oracle)
    assert [found.ply for found in review.findings] == [2], "1. h8 is what the engine would play, h9 is not"


def test_what_looks_bad_is_thought_about_longer_before_it_is_called_so() -> None:
    oracle = Oracle(SLIP)
    (found,) = finished(played(QUIET), oracle).findings
    assert (found.ply, found.mark) == (2, Mark.BLUNDER)
    assert [ply for ply, _ in oracle.asked] == [4, 3, 2, 1, 2, 1, 0], "what comes of it first, then what else there was"
    assert [limit.time_s for _, limit in oracle.asked] == pytest.approx([0.5, 0.5, 0.5, 0.5, 2, 2, 0.5])


@pytest.mark.parametrize(
    ("says", "looks"),
    [
        ({2: [(Cp(300), "i9"), (Cp(20), "i9")]}, [4, 3, 2, 1, 2, 0]),  # it was not so bad
        ({1: [(Cp(0), "h10"), (Cp(-280), "h10")]}, [4, 3, 2, 1, 2, 1, 0]),  # nothing was better
    ],
)
def test_what_does_not_hold_at_a_second_look_is_not_called_bad(says: dict[int, Says], looks: list[int]) -> None:
    oracle = Oracle({**SLIP, **says})
    review = finished(played(QUIET), oracle)
    assert [ply for ply, _ in oracle.asked] == looks
    assert review.findings == ()
    assert review.appraisal(2) is not None


def test_nothing_is_said_of_a_move_that_is_looked_at_again() -> None:
    oracle = Oracle(SLIP)
    review = review_of(played(QUIET), oracle)
    told = []
    while not review.is_over:
        review.update()
        told.append((len(oracle.asked), review.finding(2) is not None, review.appraisal(2) is not None))
    assert [(finding, appraisal) for asked, finding, appraisal in told if asked < 7] == [(False, False)] * 6
    assert told[-1][1:] == (True, True)


def test_a_second_look_that_fails_leaves_what_the_first_has_seen() -> None:
    oracle = Oracle({**SLIP, 2: [(Cp(300), "i9"), "no"]})
    review = finished(played(QUIET), oracle)
    assert [found.ply for found in review.findings] == [2]
    assert review.failed == ""


def test_it_ends_at_once_when_cancelled() -> None:
    oracle = Oracle()
    review = review_of(played(QUIET), oracle)
    review.update()
    review.update()
    assert review.progress == (1, 5)
    oracle.holds = True
    review.update()
    review.cancel()
    review.update()
    assert len(oracle.cancelled) == 1
    assert review.is_over
    assert len(oracle.asked) == 2
    assert review.judgement(4) is not None, "what was found stays"


def held(review: Review) -> Review:
    """Gone on until nothing but what its thread holds is missing."""
    for _ in range(50):
        review.update()
    return review


def test_a_motive_is_waited_for_and_then_told() -> None:
    """And looked for again where the line of a missed win was completed meanwhile."""
    oracle, reasoning = Oracle(MISSED), AtOnce()
    oracle.ends = {"d1": (Mate(-2), "m2"), "m2": (Mate(1), "e1")}
    reasoning.holds = True
    review = held(review_of(played(MISSES), oracle, reasoning))
    assert len(reasoning.held) == 1, "one at a time"
    revision = review.revision
    found = review.finding(7)
    assert found is not None
    assert len(found.better.moves) == 3
    assert (review.motive(7), review.is_over) == (None, False)
    reasoning.let_go()
    review.update()
    assert (review.motive(7), review.is_over) == (None, False), "what was found is that of the line as it was"
    review.update()
    motive = review.motive(7)
    assert review.is_over
    assert motive is not None
    assert motive.is_missed
    assert review.revision > revision


def test_a_review_that_is_left_takes_no_motive_any_more() -> None:
    reasoning = AtOnce()
    reasoning.holds = True
    review = held(review_of(played(MISSES), Oracle(MISSED), reasoning))
    review.cancel()
    assert review.is_over
    reasoning.let_go()
    review.update()
    assert review.motive(7) is None


def test_what_the_engine_remembers_goes_with_the_end() -> None:
    review = finished(played(QUIET), Oracle())
    assert review._analyst._engine is None  # looks inside: it is tens of megabytes


def test_a_position_that_cannot_be_judged_is_left_out() -> None:
    review = finished(played(QUIET), Oracle({3: "no"}))
    assert review.failed == ""
    assert [ply for ply, judgement in enumerate(review.judgements) if judgement is None] == [3]


def test_an_engine_that_fails_again_and_again_is_not_asked_any_more() -> None:
    oracle = Oracle(dict.fromkeys(range(9), "the engine failed: it is on fire"))
    review = finished(played(WON), oracle)
    assert review.failed == "the engine failed: it is on fire"
    assert len(oracle.asked) == 3


def test_failures_with_answers_between_them_end_nothing() -> None:
    """Only an engine that can't judge one position after the other is given up."""
    review = finished(played(WON), Oracle(dict.fromkeys((1, 2, 4, 5, 7), "no")))
    assert review.failed == ""
    assert [ply for ply, judgement in enumerate(review.judgements) if judgement is None] == [1, 2, 4, 5, 7]


def test_a_long_game_takes_less_time_for_each_position() -> None:
    assert [seconds_for(positions) for positions in (4, 200, 1000)] == [0.5, 0.2, 0.12]


def test_what_is_played_on_later_does_not_concern_it() -> None:
    game = played(QUIET)
    review = review_of(game, Oracle())
    game.undo(3)
    while not review.is_over:
        review.update()
    assert len(review.judgements) == 5


def test_two_men_decide_more_in_draughts_than_two_discs_in_reversi() -> None:
    values = {game: Judgement(Cp(200), scale=scale_of(game)).value for game in GAMES}
    assert values["draughts"] > values["gomoku"] > values["reversi"] > 0
    assert values["draughts"] > values["xiangqi"] > values["reversi"]


@pytest.mark.parametrize("game", GAMES)
def test_chances_rise_with_the_evaluation_and_make_one(game: str) -> None:
    curve = scale_of(game)
    told = [curve.odds(evaluation) for evaluation in (-1_000_000, -900, -100, 0, 100, 900, 1_000_000)]
    assert all(abs(odds.win + odds.draw + odds.loss - 1) < 1e-9 for odds in told)
    assert [odds.expected for odds in told] == sorted(odds.expected for odds in told)
    assert (told[0].win, told[3].expected, told[-1].win) == (0, 0.5, 1)
    assert told[2].win == pytest.approx(told[4].loss)
    assert (told[3].draw > 0) is (game != "gomoku"), "a board of Gomoku is hardly ever full"


def test_a_side_sees_its_own_odds() -> None:
    judged = Judgement(Cp(150), ("a",), scale_of("xiangqi"))
    first, second = (judged.odds(side) for side in Side)
    assert (first.win, first.draw) == pytest.approx((second.loss, second.draw))
    assert first.expected == pytest.approx(judged.chance(Side.FIRST))


def test_what_is_the_same_but_for_a_turn_of_the_board_is_not_worse() -> None:
    """All first moves of Reversi are one, whatever an engine thinks of them at different depths."""
    oracle = Oracle({0: (Cp(900), "d3"), 1: (Cp(900), "d6"), 2: (Cp(0), "c3")})
    review = finished(played("f5 d6", "reversi"), oracle)
    assert review.finding(1) is None
    oracle = Oracle({0: (Cp(0), "f5"), 1: (Cp(900), "d6"), 2: (Cp(900), "c3")})
    found = finished(played("f5 f4", "reversi"), oracle).finding(2)
    assert found is not None
    assert found.better.texts(variant("reversi")) == ("d6",)
