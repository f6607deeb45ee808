"""The opening books of draughts: their files, how they are made and who plays from them; first moves that vary."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from engine_helpers import legal_texts, think

from ai.api import Job, Limit
from ai.common.book import BookError
from ai.draughts import book as books
from ai.draughts import bookmaker, searcher
from ai.draughts.board import VARIANTS as KERNEL_VARIANTS
from ai.draughts.book import DraughtsBook, load_book, path_of
from ai.draughts.engine import DraughtsEngine
from ai.draughts.notation import setup_after, write_fen
from ai.positions import start_text

NAME = "draughts-international"
START = Job(NAME, start_text(NAME))


@pytest.fixture(scope="module", autouse=True)
def fen() -> str:
    DraughtsEngine().load()
    return write_fen(setup_after(START))


@pytest.fixture
def small_book(fen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "load_book", lambda name: DraughtsBook({fen: {"32-28": 100, "31-26": 100}}))


def test_a_book_comes_back_from_its_text(fen: str) -> None:
    book = DraughtsBook({fen: {"32-28": 255, "33-29": 40}})
    again = DraughtsBook.from_text("# a remark\n\n" + book.to_text())
    assert again.entries == book.entries
    assert again.to_text() == book.to_text()


@pytest.mark.parametrize("line", ["W:W1:B50", "W:W1:B50 32-28", "W:W1:B50 32-28:0", "W:W1:B50 3228:9", "x 32-28:9"])
def test_a_damaged_book_is_refused(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BookError, match="line 2"):
        DraughtsBook.from_text("# remark\n" + line)
    monkeypatch.setattr(books, "_FOLDER", tmp_path)
    path_of("some").write_bytes(b"\xff")
    with pytest.raises(BookError, match=r"some\.book"):
        load_book.__wrapped__("some")
    assert load_book.__wrapped__("other") is None


def test_chance_follows_the_weights_and_only_legal_moves_are_chosen(fen: str) -> None:
    book = DraughtsBook({fen: {"32-28": 200, "33-29": 50}})
    chance = random.Random(1)
    legal = legal_texts(START)
    chosen = [book.choose(fen, legal, chance) for _ in range(500)]
    assert 320 < chosen.count("32-28") < 470
    assert set(chosen) == {"32-28", "33-29"}
    assert book.choose(fen, ["33-29"], chance) == "33-29"
    assert book.choose(fen, [], chance) is None
    assert book.choose("W:W1:B2", legal, chance) is None


def test_the_shipped_books_are_sound(fen: str) -> None:
    """Every move in them is legal; they open games in several ways."""
    assert path_of(NAME).is_file()
    for name in KERNEL_VARIANTS:
        book = load_book(name)
        if book is None:
            continue
        for position, moves in book.entries.items():
            setup = setup_after(Job(name, position))
            assert write_fen(setup) == position
            assert set(moves) <= legal_texts(Job(name, position))
        assert len(book.entries[write_fen(setup_after(Job(name, start_text(name))))]) > 1


def test_a_book_is_made_by_searching(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [NAME, "--positions", "3", "--nodes", "800", "--moves", "3", "--slack", "60"]
    files = [tmp_path / "one", tmp_path / "new" / "two"]
    for file in files:
        assert bookmaker.main([*given, "--out", str(file)]) == 0
    made = [DraughtsBook.from_text(file.read_text(encoding="utf-8")).to_text() for file in files]
    assert made[0] == made[1]
    assert made[0].count("\n") == 3
    assert bookmaker.main([*given, "--out", "/dev/null/nowhere/book"]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.usefixtures("small_book")
def test_engines_play_from_the_book_by_their_seed() -> None:
    answers = {seed: think(DraughtsEngine(seed, table_mb=1, book=1), START, Limit(nodes=500)) for seed in range(12)}
    assert {answer.move for answer in answers.values()} == {"32-28", "31-26"}
    assert all(answer.info.nodes == 0 for answer in answers.values())
    assert think(DraughtsEngine(3, table_mb=1, book=1), START, Limit(nodes=500)).move == answers[3].move
    # a hint or a review wants to know why, and beyond the book there is the search
    assert think(DraughtsEngine(3, table_mb=1, book=1), START, Limit(nodes=500, lines=2)).info.nodes > 0
    later = Job(NAME, START.start, ("34-30",))
    assert think(DraughtsEngine(3, table_mb=1, book=1), later, Limit(nodes=500)).info.nodes > 0
    assert think(DraughtsEngine(3, table_mb=1), START, Limit(nodes=500)).info.nodes > 0


def test_a_book_that_cannot_be_read_is_done_without(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str) -> DraughtsBook:
        raise BookError("the book is damaged")

    monkeypatch.setattr(searcher, "load_book", fail)
    assert think(DraughtsEngine(0, table_mb=1, book=1), START, Limit(nodes=500)).info.nodes > 0
    assert "damaged" in caplog.text


def test_variety_chooses_among_moves_that_are_hardly_worse() -> None:
    varied = {think(DraughtsEngine(seed, table_mb=1, variety=20), START, Limit(depth=3)).move for seed in range(10)}
    assert len(varied) > 1
    assert len({think(DraughtsEngine(seed, table_mb=1), START, Limit(depth=3)).move for seed in range(4)}) == 1
    result = think(DraughtsEngine(1, table_mb=1, variety=20), START, Limit(depth=3))
    assert result.move == result.info.line[0]
    assert result.info.others == ()
