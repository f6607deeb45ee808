"""Reversi files: GGF and transcripts, read and written."""

from __future__ import annotations

import pytest

from game.records.fault import Fault
from game.records.formats import FORMS, open_data, open_text
from game.records.native import Reading
from game.records.record import Record, RecordError, SeatInfo
from game.records.reversi.ggf import write, write_transcript
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.handicaps import handicapped
from game.rules.registry import variant
from game.rules.reversi.variants import REVERSI

SHORTEST = "e6f4e3f6g5d6e7f5c5"
NBOARD = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5];)"
)
FULL = "OOOOOOOO " * 7 + "OOOOOOX-"
PASSED = f"(;GM[Othello]PB[a]PW[b]RE[-64.000]BO[8 {FULL} *]{{}};)"


def readings(text: str) -> list[Reading]:
    found = list(open_text(text).readings())
    assert all(isinstance(each, Reading) for each in found)
    return [each for each in found if isinstance(each, Reading)]


def game_of(moves: str) -> Game:
    game = Game(REVERSI)
    for at in range(0, len(moves), 2):
        game.play_text(moves[at : at + 2])
    return game


def test_a_file_of_another_program() -> None:
    (reading,) = readings(NBOARD)
    assert reading.problem is None
    assert reading.record.variant == "reversi"
    assert [seat.name for seat in reading.record.seats] == ["./mEdax", "chris"]
    assert reading.game.texts() == ("f5", "f6", "d3", "c5")
    assert reading.record.result is None
    assert reading.record.event == "NBoard"
    assert reading.record.date == "2014-02-21"
    assert len(list(open_data(f"{NBOARD}\n{NBOARD}".encode()).readings())) == 2


def test_the_time_stands_behind_the_evaluation() -> None:
    told = NBOARD.replace("B[F5", "B[f5/-2.50/7.25", 1)
    (reading,) = readings(told)
    assert [move.used_s for move in reading.record.moves][:2] == [7.25, 0.0]


def test_a_bad_move_is_named_with_its_line_in_a_file_of_many_games() -> None:
    first, second = readings("(;GM[Othello]\nPB[a]\nB[F5]\n;)\n(;GM[Othello]\nB[F5]\nW[A1];)")
    assert first.problem is None
    assert second.problem is not None
    assert second.problem.where == "game 2, move 2, line 7"


def test_written_and_read_again() -> None:
    game = game_of(SHORTEST)
    record = Record.from_game(game, (SeatInfo("human", "A [b];"), SeatInfo("engine")), times_s=[1.5], date="2026-01-02")
    text = write([record, record]).decode()
    assert "RE[+64.000]" in text
    assert "B[E6//1.500]W[F4]" in text
    first, second = readings(text)
    assert first.problem is None
    assert first.game.moves == second.game.moves == game.moves
    assert [move.used_s for move in first.record.moves] == [1.5] + [0.0] * (game.ply - 1)
    assert first.record.result == record.result
    assert first.record.seats[0].name == "A b"


@pytest.mark.parametrize("termination", [Termination.RESIGNATION, Termination.TIME, Termination.AGREEMENT])
def test_ends_at_the_table(termination: Termination) -> None:
    winner = None if termination is Termination.AGREEMENT else Side.SECOND
    game = Game(REVERSI, handicapped(variant("reversi"), "corner", Side.SECOND))
    seats = SeatInfo("human", "a"), SeatInfo("human", "b")
    record = Record.from_game(game, seats, outcome=Outcome(winner, termination))
    (reading,) = readings(write([record]).decode())
    assert reading.problem is None
    assert reading.record.result == record.result
    assert reading.game.start == game.start


def test_a_game_given_up_has_no_result() -> None:
    seats = SeatInfo("human", "a"), SeatInfo("human", "b")
    record = Record.from_game(game_of("f5d6"), seats, outcome=Outcome(None, Termination.ABANDONED))
    text = write([record]).decode()
    assert "RE[?]" in text
    (reading,) = readings(text)
    assert reading.record.result is None


@pytest.mark.parametrize("moves", ["B[PA]W[H8]", "W[H8]"])
def test_passes_told_or_not(moves: str) -> None:
    (reading,) = readings(PASSED.format(moves))
    assert reading.game.texts() == ("pass", "h8")
    assert reading.problem is None
    (reading,) = readings(PASSED.format(moves).replace("-64", "+2"))
    assert reading.problem is None
    assert reading.record.result is not None
    assert reading.record.result.winner == "black"
    assert [note.code for note in reading.notes] == ["ended-otherwise"]
    assert "RE[+2" in write([reading.record]).decode()


def test_transcripts() -> None:
    game = game_of(SHORTEST)
    record = Record.from_game(game, (SeatInfo("human"), SeatInfo("human")))
    assert write_transcript([record]) == f"{SHORTEST}\n".encode()
    for text in (SHORTEST, SHORTEST.upper(), "1. e6 2. f4 3. e3 4. f6 5. g5 6. d6 7. e7 8. f5 9. c5"):
        (reading,) = readings(text)
        assert reading.record.variant == "reversi"
        assert reading.game.texts() == game.texts()
    (reading,) = readings("f5d6c3d3a1")
    assert reading.game.texts() == ("f5", "d6", "c3", "d3")
    assert "a1 is illegal" in str(reading.problem)
    assert readings("h8h7g8g7f8")[0].record.variant == "gomoku-freestyle"


def test_a_transcript_can_not_tell_another_start() -> None:
    game = Game(REVERSI, handicapped(REVERSI, "corner", Side.FIRST))
    with pytest.raises(RecordError) as caught:
        write_transcript([Record.from_game(game, (SeatInfo("human"), SeatInfo("human")))])
    assert caught.value.fault == Fault("other-start")


def test_positions_are_recognised() -> None:
    (reading,) = readings(REVERSI.write_position(game_of(SHORTEST[:8]).position))
    assert reading.record.variant == "reversi"


def test_what_cannot_be_read_or_written() -> None:
    small = NBOARD.replace("BO[8 ", "BO[6 ")
    (found,) = open_text(small).readings()
    assert isinstance(found, Fault)
    assert str(found) == "game 1, BO: there is no board of '6' lines for this game"
    with pytest.raises(RecordError):
        list(open_text("(;GM[Othello]").readings())
    other = Record.from_game(Game(variant("xiangqi")), (SeatInfo("human"), SeatInfo("human")))
    with pytest.raises(RecordError):
        write([other])
    assert [form.name for form in FORMS["reversi"]] == ["ggf", "sgf", "pgn-othello", "transcript", "qiguan", "link"]
