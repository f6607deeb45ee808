"""What a proof search has written out is there again when it goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ai.gomoku.proof.file import ProofLink, key_of, read_proof
from ai.gomoku.proof.maker import ProofMaker
from ai.gomoku.proof.written import WrittenPosition, WrittenPositions

SAMPLE = Path(__file__).parent.parent / "data" / "gomoku" / "sample.proof"


def _position() -> WrittenPosition:
    """A proven position of the sample with a zone."""
    book = read_proof(SAMPLE.read_bytes())
    key, shared = next(iter(book.shared.items()))
    entry = book.entries[key]
    wins = tuple((book.wins[number], turn) for number, turn in entry.wins)
    return WrittenPosition(shared.form, entry.move, entry.plies, wins, entry.links, shared.zone)


def _written(path: Path) -> list[WrittenPosition]:
    positions = WrittenPositions(path)
    positions.close()
    return positions.all()


def _holds(path: Path, form: bytes) -> bool:
    positions = WrittenPositions(path)
    positions.close()
    return ProofMaker(lambda form: None, None, print, positions).holds(form)


def test_one_that_is_written_again_comes_last(tmp_path: Path) -> None:
    path = tmp_path / "written.jsonl"
    first = _position()
    second = replace(first, form=bytes(reversed(first.form)))
    positions = WrittenPositions(path)
    for position in (first, second, first):
        positions.add(position)
    positions.close()
    assert positions.all() == _written(path) == [second, first]


def test_it_is_kept_until_it_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "written.jsonl"
    position = _position()
    positions = WrittenPositions(path)
    positions.add(position)
    positions.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"form":"0000')  # ended in the middle of a line
    assert _written(path) == [position]
    assert _holds(path, position.form)
    positions = WrittenPositions(path)
    positions.drop(key_of(position.form))
    positions.close()
    assert _written(path) == []
    assert not _holds(path, position.form)


def test_what_leans_on_something_unknown_is_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "written.jsonl"
    position = _position()
    leaning = WrittenPosition(
        position.form, position.move, position.plies, position.wins, (ProofLink(0, b"nobody", 0),), position.zone
    )
    positions = WrittenPositions(path)
    positions.add(leaning)
    positions.close()
    assert not _holds(path, position.form)


def test_what_leans_on_a_position_without_a_zone_is_not_taken_over(tmp_path: Path) -> None:
    book = read_proof(SAMPLE.read_bytes())
    unnamed = next(key for key, entry in book.entries.items() if entry.plies and key not in book.shared)
    positions = WrittenPositions(tmp_path / "written.jsonl")
    position, form = _position(), bytes(224) + b"\1"
    for key, reply in ((unnamed, 1), (next(iter(book.shared)), 2)):
        link = ProofLink(reply, key, 0)
        positions.add(WrittenPosition(form, position.move, position.plies, position.wins, (link,), position.zone))
        assert ProofMaker(lambda form: None, book, print, positions).holds(form) is (key != unnamed)
    positions.close()


def test_a_line_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "written.jsonl"
    path.write_text('{"form": 7}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        WrittenPositions(path)
