"""What is wrong with a move, by what changes hands after it and by what was threatened before."""

from __future__ import annotations

import pytest

from game.match.evaluation import Cp, Mate, Score
from game.match.judgement import Judgement
from game.match.lesson import MoveLesson, Reason, exchanged, lesson_of
from game.match.lines import LONGEST, Line, read_line
from game.rules.core import Move, Position
from game.rules.registry import variant

XIANGQI = variant("xiangqi")
EVEN = Judgement(Cp(0))


def made(fen: str, text: str, *answer: str) -> tuple[Position, Move, Line]:
    """The position of a text, a move in it, and the line that answers the move."""
    before = XIANGQI.read_position(fen)
    move = XIANGQI.read_move(text, before)
    line = read_line(XIANGQI, before.play(move), answer)
    assert len(line.moves) == len(answer), "the whole answer can be played"
    return before, move, line


LOOSE = "3k5/9/9/9/3r5/9/9/9/R8/5K3 w"
GUARDED = "3k5/9/9/9/3r5/9/9/9/R8/3R1K3 w"
CAPTURE = "3k5/9/9/9/3n5/9/9/R8/3R5/5K3 w"


@pytest.mark.parametrize(
    ("fen", "text", "answer", "lost", "won"),
    [
        (LOOSE, "a1d1", ("d5d1",), (("rook", 1),), ()),
        (LOOSE, "a1a2", ("d5d1",), (), ()),
        (GUARDED, "a1d1", ("d5d1", "d0d1"), (), ()),  # taken back at once
        (CAPTURE, "d1d5", (), (), (("horse", 1),)),
        ("3k5/9/9/9/3n5/3r5/9/9/3R5/5K3 w", "d1d4", ("d9e9",), (), (("rook", 1),)),
        # a rook for a horse
        ("3k5/3r5/9/9/3n5/9/9/9/3R5/5K3 w", "d1d5", ("d8d5",), (("rook", 1),), (("horse", 1),)),
    ],
)
def test_what_changes_hands(
    fen: str, text: str, answer: tuple[str, ...], lost: tuple[tuple[str, int], ...], won: tuple[tuple[str, int], ...]
) -> None:
    assert exchanged(*made(fen, text, *answer)) == (lost, won)


def test_the_answer_is_followed_until_something_is_lost_and_eight_plies_far() -> None:
    wait = ("d9d8", "f0f1", "d8d9", "f1f0")
    # what is lost in the answer's seventh ply is seen, what is lost later is not
    fen = "3k5/9/9/9/8r/9/9/9/R8/5K3 w"
    early = made(fen, "a1a2", *wait, "d9d8", "a2i2", "i5i2")
    assert exchanged(*early) == ((("rook", 1),), ())
    late = made(fen, "a1a2", *wait, *wait, "i5h5", "a2h2", "h5h2")
    assert exchanged(*late) == ((), ())


@pytest.mark.parametrize(
    ("scores", "lesson"),
    [
        ((Cp(0), -Mate(4)), MoveLesson(Reason.LOSES, 4)),
        ((Mate(3), -Mate(4)), MoveLesson(Reason.LOSES, 4)),
        ((Mate(3), Cp(0)), MoveLesson(Reason.MISSED, 3)),
        ((Cp(150), Cp(-250)), MoveLesson(Reason.LOST, lost=(("rook", 1),))),
    ],
)
def test_the_gravest_is_told(scores: tuple[Score, Score], lesson: MoveLesson) -> None:
    before, move, answer = made(LOOSE, "a1d1", "d5d1")
    judged = (Judgement(scores[0]), Judgement(scores[1]))
    assert lesson_of(before, move, judged, answer) == lesson


def test_what_was_threatened_before_is_told_as_such() -> None:
    fen = "3k5/9/9/9/r8/9/9/9/R8/5K3 w"  # each rook attacks the other
    before, move, answer = made(fen, "f0f1", "a5a1")
    assert lesson_of(before, move, (EVEN, Judgement(Cp(-900))), answer) == MoveLesson(
        Reason.LOST, lost=(("rook", 1),), is_old=True
    )
    assert lesson_of(before, move, (EVEN, Judgement(-Mate(2))), answer) == MoveLesson(Reason.LOSES, 2, is_old=True)
    gomoku = variant("gomoku-freestyle")
    threes = gomoku.start()
    for text in ("h8", "a1", "i8", "a3", "j8"):  # Black threatens to make a straight four
        threes = threes.play(gomoku.read_move(text, threes))
    idle = gomoku.read_move("a5", threes)
    reply = read_line(gomoku, threes.play(idle), ("g8",))
    assert lesson_of(threes, idle, (EVEN, EVEN), reply) == MoveLesson(Reason.THREAT, is_old=True)


def test_where_nothing_changes_hands_the_difference_counts_for_the_side_that_moved() -> None:
    before, move, answer = made("3k5/9/9/9/8r/9/9/9/R8/5K3 w", "a1a2", "d9d8")
    judged = (Judgement(Cp(120)), Judgement(Cp(-30)))
    assert lesson_of(before, move, judged, answer) == MoveLesson(Reason.WORSE, worth=150)
    after = before.play(move)
    reply = XIANGQI.read_move("d9d8", after)
    theirs = (Judgement(Cp(-120)), Judgement(Cp(30)))
    assert lesson_of(after, reply, theirs, Line((after.play(reply),), ())) == MoveLesson(Reason.WORSE, worth=150)


def test_a_line_is_read_as_far_as_the_rules_follow_it() -> None:
    rules = variant("gomoku-freestyle")
    line = read_line(rules, rules.start(), ("h8", "h9", "h8", "i9"))
    assert (line.texts(rules), len(line.positions)) == (("h8", "h9"), 3)
    assert not line.is_complete
    won = read_line(rules, rules.start(), ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2"))
    assert (len(won.moves), won.is_complete) == (9, True), "nothing is played after the end"
    both = line.followed_by(read_line(rules, line.positions[-1], ("a1", "a2")))
    assert both.texts(rules) == ("h8", "h9", "a1", "a2")
    assert len(both.positions) == 5
    long = Line(line.positions[:1] * (LONGEST + 1), line.moves[:1] * LONGEST)
    assert long.is_complete
    assert not Line(long.positions[1:], long.moves[1:]).is_complete
