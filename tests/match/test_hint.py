"""What a hint holds: the best moves with what they are worth, and lines that the rules have followed."""

from __future__ import annotations

from sitting import BLACK_WINS, Puppet, Sitting, only

from ai.api import Choice
from game.match import events as happened
from game.match.evaluation import Cp, Mate, Score, SearchInfo
from game.match.hint import HINT_MOVES, Hint
from game.match.players import Chosen


def hint_of(text: str, info: SearchInfo | None, before: str = "h8 h9") -> Hint | None:
    adviser = Puppet()
    sitting = Sitting(adviser=adviser)
    sitting.play(*before.split())
    sitting.match.ask_hint()
    adviser.say(Chosen(text, info=info))
    sitting.match.update()
    return sitting.match.hints.current


def info(line: str, *others: tuple[Score, str], score: Score | None = None) -> SearchInfo:
    choices = tuple(Choice(each, tuple(moves.split())) for each, moves in others)
    return SearchInfo(9, 5000, 0.5, score or Cp(80), tuple(line.split()), choices)


def texts(hint: Hint | None) -> list[str]:
    """The lines of a hint's choices, as texts."""
    assert hint is not None
    rules = Sitting().match.variant
    return [
        " ".join(
            rules.write_move(move, position)
            for move, position in zip(advice.line.moves, advice.line.positions, strict=False)
        )
        for advice in hint.choices
    ]


def test_the_best_moves_come_with_scores_and_lines() -> None:
    hint = hint_of("i9", info("i9 g7 j10", (Cp(40), "i8 g8"), (Cp(-10), "h7")))
    assert texts(hint) == ["i9 g7 j10", "i8 g8", "h7"]
    assert hint is not None
    assert [advice.score for advice in hint.choices] == [Cp(80), Cp(40), Cp(-10)]
    assert hint.move == hint.choices[0].move
    assert not hint.choices[0].wins


def test_an_adviser_that_names_one_move_alone_is_enough() -> None:
    assert texts(hint_of("i9", info("i9 g7"))) == ["i9 g7"]
    assert texts(hint_of("i9", None)) == ["i9"]
    assert texts(hint_of("i9", info(""))) == ["i9"]


def test_a_line_that_begins_otherwise_than_the_move_is_not_the_moves() -> None:
    assert texts(hint_of("i9", info("g7 i9", (Cp(1), "i9 g7")))) == ["i9"]


def test_lines_end_where_the_rules_do_not_follow() -> None:
    hint = hint_of("i9", info("i9 h8 g7", (Cp(1), "h8"), (Cp(1), "nonsense"), (Cp(1), "j10 j10")))
    assert texts(hint) == ["i9", "j10"]


def test_a_line_ends_with_the_game() -> None:
    hint = hint_of("e1", info("e1 e2", score=Mate(1)), "a1 a2 b1 b2 c1 c2 d1 d2")
    assert texts(hint) == ["e1"]
    assert hint is not None
    assert hint.choices[0].wins


def test_no_more_moves_than_can_be_told_apart() -> None:
    others = [(Cp(1), text) for text in ("i9", "j9", "k9", "l9", "m9")]
    assert texts(hint_of("i9", info("i9", *others))) == ["i9", "j9", "k9"][:HINT_MOVES]


def test_the_line_of_a_forced_win_is_completed_behind_the_hint() -> None:
    adviser = Puppet()
    sitting = Sitting(adviser=adviser)
    sitting.play("a1", "a3", "b1", "b3", "c1", "c3", "o15", "o13")
    sitting.match.ask_hint()
    adviser.say(Chosen("d1", info=info("d1", score=Mate(3))))
    assert only(sitting.match.update(), happened.HintReady).text == "d1"
    assert texts(sitting.match.hints.current) == ["d1"]
    assert adviser.asked[-1].moves[-2:] == ("o13", "d1")
    assert not sitting.match.hints.is_pending
    adviser.say(Chosen("e1", info=info("e1", score=Mate(-2))))
    assert sitting.match.update() == [], "the hint was told of already"
    assert texts(sitting.match.hints.current) == ["d1 e1"]
    adviser.say(Chosen("o1", info=info("o1", score=Cp(40))))
    sitting.match.update()
    assert texts(sitting.match.hints.current) == ["d1 e1"], "what does not win is not the rest of a win"
    assert len(adviser.asked) == 3, "and nothing more is asked"
    sitting.play("d1")
    assert sitting.match.hints.current is None


def test_a_win_to_its_end_is_not_asked_about_and_a_move_ends_the_asking() -> None:
    adviser = Puppet()
    sitting = Sitting(adviser=adviser)
    sitting.play(*BLACK_WINS[:8])
    sitting.match.ask_hint()
    adviser.say(Chosen("e1", info=info("e1", score=Mate(1))))
    sitting.match.update()
    assert len(adviser.asked) == 1
    sitting.play("o1")
    sitting.match.ask_hint()
    adviser.say(Chosen("o2", info=info("o2", score=Mate(9))))
    sitting.match.update()
    assert adviser.turn is not None
    sitting.play("o2")
    assert adviser.turn is None, "nobody is asked any more"
