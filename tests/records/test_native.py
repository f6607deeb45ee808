"""Our own format: what is written is read again, and what is damaged is named and costs only what comes after it."""

import json
import random
from typing import Any

import pytest

from game.records.control import TimeControl
from game.records.native import LONGEST_FILE, VERSION, read, write
from game.records.record import Record, RecordError, Result, SeatInfo, clean_name, outcome_of
from game.records.tree import GameNode
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import VARIANTS, variant

SEATS = (SeatInfo("human", "林小舟"), SeatInfo("engine", "", "depth:5"))
BLACK_WINS = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]


def played(name: str, *texts: str) -> Game:
    game = Game(variant(name))
    for text in texts:
        game.play_text(text)
    return game


def document(**changes: Any) -> dict[str, Any]:
    """A good file of a game that Black won, as JSON, with changes; a change to None leaves the field out."""
    record = Record.from_game(played("gomoku-freestyle", *BLACK_WINS), SEATS, times_s=[1.5] * 9, date="2024-05-01")
    whole = {**json.loads(write(record)), **changes}
    return {name: value for name, value in whole.items() if value is not None}


def reading(**changes: Any) -> Any:
    return read(json.dumps(document(**changes)).encode())


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_come_back(name: str) -> None:
    chance = random.Random(3)
    for _ in range(10):
        game = Game(variant(name), variant(name).start(chance.choice(variant(name).sizes)))
        for _ in range(chance.randrange(40)):
            if game.outcome is None:
                game.play(chance.choice(game.position.legal_moves()))
        times = [chance.randrange(100_000) / 1000 for _ in range(game.ply)]
        record = Record.from_game(game, SEATS, times_s=times, control=TimeControl(600, 5), date="2024-05-01T21:40:00Z")
        back = read(write(record))
        assert back.problem is None
        assert back.record == record
        assert back.game.moves == game.moves
        assert back.game.position == game.position
        assert back.game.outcome == game.outcome
        assert record.to_game().texts() == game.texts()
        assert [move.used_s for move in back.record.moves] == times
        assert back.record.size == game.start.board.rows


def test_the_winner_is_told_by_the_colour_that_they_have_in_the_end() -> None:
    """After a swap the one who began has the white stones."""
    rules = variant("gomoku-freestyle")
    game = Game(rules, rules.start(15, "swap"))
    for text in ("h8", "h9", "j10", "black"):
        game.play_text(text)
    outcome = Outcome(Side.FIRST, Termination.RESIGNATION)
    record = Record.from_game(game, SEATS, outcome=outcome)
    assert record.result == Result("white", Termination.RESIGNATION)
    back = read(write(record))
    assert back.problem is None
    assert outcome_of(back.record, back.game) == outcome


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (Outcome(Side.SECOND, Termination.RESIGNATION), Result("white", Termination.RESIGNATION)),
        (Outcome(Side.FIRST, Termination.TIME), Result("black", Termination.TIME)),
        (Outcome(None, Termination.AGREEMENT), Result(None, Termination.AGREEMENT)),
        (None, None),
    ],
)
def test_ends_declared_at_the_table_come_back(outcome: Outcome | None, result: Result | None) -> None:
    game = played("gomoku-standard", "h8", "h9")
    record = Record.from_game(game, SEATS, outcome=outcome)
    assert record.result == result
    back = read(write(record))
    assert back.problem is None
    assert outcome_of(back.record, back.game) == outcome


def test_the_rules_decide_the_result_where_they_can() -> None:
    game = played("gomoku-freestyle", *BLACK_WINS)
    record = Record.from_game(game, SEATS, outcome=Outcome(Side.SECOND, Termination.TIME))
    assert record.result == Result("black", Termination.FIVE)
    assert outcome_of(record, game) == game.outcome


def test_moves_taken_back_are_not_in_the_record() -> None:
    game = played("gomoku-freestyle", "h8", "h9", "j8")
    game.undo(1)
    record = Record.from_game(game, SEATS, times_s=[1, 2])
    assert record.moves == (GameNode("h8", 1), GameNode("h9", 2))


def test_unknown_times_are_zero() -> None:
    record = Record.from_game(played("gomoku-freestyle", "h8", "h9"), SEATS, times_s=[2.5])
    assert [move.used_s for move in record.moves] == [2.5, 0.0]


@pytest.mark.parametrize(
    ("index", "move"), [(3, "a1"), (0, "zz"), (8, "q99"), (5, ""), (4, None), (2, ["h8", -1]), (1, [["h8"]]), (7, {})]
)
def test_what_comes_before_the_first_bad_move_is_kept(index: int, move: Any) -> None:
    moves = document()["moves"]
    moves[index] = [move, 1.0] if isinstance(move, str) else move
    back = reading(moves=moves)
    assert back.problem is not None
    assert back.problem.where == f"move {index + 1}"
    assert str(back.problem).startswith(f"move {index + 1}: ")
    assert [each.text for each in back.record.moves] == BLACK_WINS[:index]
    assert list(back.game.texts()) == BLACK_WINS[:index]
    assert back.record.result is None, "the result belonged to the moves that are gone"


def test_moves_after_the_end_are_refused_and_the_result_stands() -> None:
    back = reading(moves=[*document()["moves"], ["o15", 1.0]])
    assert back.problem.where == "move 10"
    assert len(back.record.moves) == 9
    assert back.record.result == Result("black", Termination.FIVE)


@pytest.mark.parametrize(
    "result",
    [
        {"winner": "white", "termination": "five"},
        {"winner": None, "termination": "full-board"},
    ],
)
def test_a_result_against_the_rules_is_put_right(result: Any) -> None:
    back = reading(result=result)
    assert back.problem.where == "result"
    assert back.record.result == Result("black", Termination.FIVE)
    assert len(back.record.moves) == 9


def test_what_people_agreed_on_stands_against_the_board() -> None:
    back = reading(result={"winner": "white", "termination": "resignation"})
    assert back.problem is None
    assert back.record.result == Result("white", Termination.RESIGNATION)
    assert outcome_of(back.record, back.game) == Outcome(Side.SECOND, Termination.RESIGNATION)
    assert [str(note) for note in back.notes] == ["move 9: the moves end the game differently: five"]


@pytest.mark.parametrize(
    ("result", "where"),
    [
        ({"winner": "black", "termination": "five"}, "result"),
        ({"winner": "green", "termination": "time"}, "result.winner"),
    ],
)
def test_a_result_that_the_moves_do_not_show_is_dropped(result: Any, where: str) -> None:
    back = reading(moves=document()["moves"][:4], result=result)
    assert back.problem.where == where
    assert back.record.result is None
    assert len(back.record.moves) == 4


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"variant": "gomoku-magic"}, "variant"),
        ({"variant": 5}, ".variant"),
        ({"start": "nonsense"}, "start"),
        ({"start": None}, ""),
        ({"format": "sgf"}, ".format"),
        ({"version": VERSION + 1}, "version"),
        ({"version": 0}, ".version"),
        ({"seats": [{"kind": "ghost"}, {"kind": "human"}]}, ".seats[0].kind"),
        ({"seats": []}, ".seats"),
        ({"moves": 7}, ".moves"),
        ({"result": {"winner": None, "termination": "magic"}}, ".result.termination"),
        ({"control": {"base_s": -5}}, ".control"),
    ],
)
def test_what_cannot_be_used_at_all_is_named(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(RecordError) as caught:
        reading(**changes)
    assert caught.value.fault.where == where.removeprefix(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{",
        b"(;GM[4])",
        b"[" * 100_000,
        b'{"format":' * 50_000,
        b" " * (LONGEST_FILE + 1),
    ],
)
def test_no_game_file(data: bytes) -> None:
    with pytest.raises(RecordError):
        read(data)


def test_a_size_that_does_not_fit_is_named_and_the_game_kept() -> None:
    back = reading(size=19)
    assert back.problem.where == "size"
    assert len(back.record.moves) == 9


def test_later_fields_are_passed_over() -> None:
    assert reading(comments=["nice"], size=None).problem is None


def test_every_cut_and_every_flipped_byte_is_an_error_or_a_reading() -> None:
    data = write(Record.from_game(played("gomoku-renju", "h8", "h9", "pass"), SEATS, control=TimeControl(60, 0)))
    readings = 0
    chance = random.Random(1)
    for position in range(len(data)):
        flipped = bytearray(data)
        flipped[position] ^= 1 << chance.randrange(8)
        for damaged in (data[:position], bytes(flipped)):
            try:
                back = read(damaged)
            except RecordError:
                continue
            readings += 1
            assert len(back.record.moves) == back.game.ply
    assert readings > 20


def test_names_lose_what_no_window_should_show() -> None:
    assert clean_name("  Ada\n\tLovelace \x1b[31m") == "AdaLovelace [31m"
    assert clean_name("a\u202eb\u200bc") == "abc"
    assert clean_name("林小舟") == "林小舟"
    assert len(clean_name("x" * 500)) == 64
    back = reading(seats=[{"kind": "human", "name": "Eve\u202e\n"}, {"kind": "human"}])
    assert back.record.seats[0].name == "Eve"


def test_time_controls_have_bounds() -> None:
    for base_s, increment_s in ((0, 0), (0.5, 0), (100_000, 0), (60, -1), (60, 4000), (float("nan"), 0)):
        with pytest.raises(ValueError, match="is not between"):
            TimeControl(base_s, increment_s)
