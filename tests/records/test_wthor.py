"""The base WTHOR: games with names from the files beside them, passes that nobody tells, results in discs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from binary_records import wtb, wthor_head, wthor_names

from game.library.importing import read_file
from game.records import formats
from game.records.collection import collect
from game.records.native import Reading
from game.records.record import RecordError
from game.rules.core import PASS, must_pass
from game.rules.game import Game
from game.rules.reversi.variants import REVERSI

SHORTEST = "e6f4e3f6g5d6e7f5c5"
"""Black wins with all discs."""
PLAYERS = wthor_names(["(unknown)", "Ralle Paul", "Torcia Éric"], 20)
TOURNAMENTS = wthor_names(["Championnat de France"], 26)


def folder(path: Path, games: bytes) -> Path:
    (path / "WTHOR.JOU").write_bytes(PLAYERS)
    (path / "WTHOR.TRN").write_bytes(TOURNAMENTS)
    (path / "WTH_1989.wtb").write_bytes(games)
    return path / "WTH_1989.wtb"


def test_names_come_from_the_files_beside(tmp_path: Path) -> None:
    games = wtb([(0, 1, 2, 64, 40, SHORTEST), (0, 2, 7, 30, 32, "f5d6")], depth=24)
    first, second = collect(read_file(folder(tmp_path, games))).games
    record = first.record
    assert first.problem is None
    assert [seat.name for seat in record.seats] == ["Ralle Paul", "Torcia Éric"]
    assert (record.event, record.date) == ("Championnat de France", "1989")
    assert [node.text for node in record.moves] == [SHORTEST[at : at + 2] for at in range(0, len(SHORTEST), 2)]
    assert record.result is not None
    assert record.result.winner == "black"
    assert record.headers["TheoreticalResult"] == "40-24"
    assert record.headers["TheoreticalDepth"] == "24"
    assert [seat.name for seat in second.record.seats] == ["Torcia Éric", "#7"]
    assert second.record.result is not None
    assert second.record.result.winner == "white"
    assert second.record.headers["Result"] == "30-34"


def test_without_those_files_numbers_stand_for_names() -> None:
    (reading,) = collect(formats.open_data(wtb([(3, 1, 2, 32, 0, "f5")]))).games
    assert [seat.name for seat in reading.record.seats] == ["#1", "#2"]
    assert reading.record.event == "#3"
    assert "TheoreticalResult" not in reading.record.headers
    assert reading.record.result is not None
    assert reading.record.result.winner is None


def test_a_pass_is_made_where_it_must_be() -> None:
    chance, game = random.Random(1), Game(REVERSI)
    while game.outcome is None:
        game.play(PASS if must_pass(game.position) else chance.choice(game.position.legal_moves()))
    assert PASS in game.moves[:-1]
    moves = "".join(text for text in game.texts() if text != PASS.word)
    (reading,) = collect(formats.open_data(wtb([(0, 0, 0, 20, 0, moves)]))).games
    assert reading.problem is None
    assert reading.game.texts() == game.texts()


def test_a_square_that_is_none_ends_the_game_and_is_named() -> None:
    data = bytearray(wtb([(0, 0, 0, 20, 0, "f5d6c3")]))
    data[16 + 8 + 1] = 99
    (reading,) = collect(formats.open_data(bytes(data))).games
    assert reading.game.texts() == ("f5",)
    assert reading.problem is not None
    assert {"game": "1", "move": "2"}.items() <= dict(reading.problem.places).items()


def test_files_of_names_alone_and_other_boards_are_told() -> None:
    for data in (PLAYERS, TOURNAMENTS, wthor_head()):
        with pytest.raises(RecordError, match="no game in this WTHOR file"):
            formats.open_data(data)
    with pytest.raises(RecordError, match="10"):
        formats.open_data(wtb([(0, 0, 0, 20, 0, "f5")], lines=10))


def test_other_files_beside_are_no_names(tmp_path: Path) -> None:
    path = folder(tmp_path, wtb([(0, 1, 2, 32, 0, "f5")]))
    (tmp_path / "WTHOR.JOU").write_bytes(TOURNAMENTS)
    (tmp_path / "WTHOR.TRN").write_bytes(b"hello")
    (reading,) = collect(read_file(path)).games
    assert isinstance(reading, Reading)
    assert [seat.name for seat in reading.record.seats] == ["#1", "#2"]
    assert reading.record.event == "#0"
