"""The opening book: its file, its symmetries, its making, and what stands in the ones we ship."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from engine_helpers import job_of, think
from win_checker import TooManyError, WinChecker

from ai.api import Limit
from ai.common.book import BookError
from ai.common.control import new_control
from ai.gomoku import book as books
from ai.gomoku.board import new_arrays, place_all, square_of, tables_of
from ai.gomoku.book import SIZE, GomokuBook, canonical_key, entry_of, load_book
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import BLACK, Stones, read_move, write_move
from game.rules.gomoku.rows import RowRule

WHITE = 1 - BLACK
CENTRE = 7 * SIZE + 7


def _points(text: str) -> dict[int, int]:
    return {read_move(move, SIZE): ply % 2 for ply, move in enumerate(text.split())}


def _turned(square: int, quarter: int, mirror: bool) -> int:
    row, column = divmod(square, SIZE)
    for _ in range(quarter):
        row, column = column, SIZE - 1 - row
    return row * SIZE + (SIZE - 1 - column if mirror else column)


def _book(*lines: tuple[str, str]) -> GomokuBook:
    entries: dict[bytes, list[int]] = {}
    for moves, move in lines:
        points = _points(moves)
        key, square = entry_of(points, len(points) % 2, read_move(move, SIZE))
        entries.setdefault(key, []).append(square)
    return GomokuBook(RowRule.FREESTYLE, entries)


def test_a_move_is_found_in_every_image_of_its_position() -> None:
    moves, move = "h8 h9 i9 j7 g7 k8", "f6"
    book = _book((moves, move))
    for quarter in range(4):
        for mirror in (False, True):
            turned = {_turned(square, quarter, mirror): side for square, side in _points(moves).items()}
            assert book.moves(turned, BLACK) == [_turned(read_move(move, SIZE), quarter, mirror)]
    assert book.moves(_points(moves), WHITE) == []
    assert book.moves(_points(moves[:-3]), WHITE) == []


def test_where_the_position_is_symmetrical_all_images_of_a_move_are_offered() -> None:
    book = _book(("h8", "i9"), ("h8", "h9"))
    found = {write_move(square, SIZE) for square in book.moves({CENTRE: BLACK}, WHITE)}
    assert found == {"g7", "g9", "i7", "i9", "h7", "h9", "g8", "i8"}


def test_a_book_survives_its_file() -> None:
    book = _book(("h8", "i9"), ("h8", "h9"), ("h8 h9", "i9"), ("h8 h9 i9 g7", "i7"))
    again = GomokuBook.from_bytes(book.to_bytes())
    assert again.to_bytes() == book.to_bytes()
    assert len(again) == 4
    assert again.rule is RowRule.FREESTYLE
    assert again.moves(_points("h8 h9"), BLACK) == book.moves(_points("h8 h9"), BLACK) != []


def test_damaged_files_are_refused_in_a_sentence() -> None:
    content = _book(("h8", "i9"), ("h8 h9", "i9")).to_bytes()
    with pytest.raises(BookError, match="no opening book"):
        GomokuBook.from_bytes(b"")
    with pytest.raises(BookError, match="no opening book"):
        GomokuBook.from_bytes(b"X" + content[1:])
    for length in range(8, len(content)):
        with pytest.raises(BookError, match="not whole"):
            GomokuBook.from_bytes(content[:length])
    for place in range(18, len(content)):
        with pytest.raises(BookError, match="damaged"):
            GomokuBook.from_bytes(content[:place] + bytes((content[place] ^ 4,)) + content[place + 1 :])
    with pytest.raises(BookError, match="rule 9"):
        GomokuBook.from_bytes(content[:8] + b"\x09" + content[9:])
    with pytest.raises(BookError, match="board of 16"):
        GomokuBook.from_bytes(content[:9] + b"\x10" + content[10:])
    with pytest.raises(BookError, match="square 225 of a board of 15"):
        GomokuBook.from_bytes(GomokuBook(RowRule.FREESTYLE, {bytes(6): (225,)}).to_bytes())


def test_a_book_that_is_not_there_or_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "FOLDER", tmp_path)
    load_book.cache_clear()
    try:
        assert load_book(RowRule.FREESTYLE) is None
        load_book.cache_clear()
        (tmp_path / "freestyle.book").write_bytes(b"QGBOOK1\nrubbish")
        with pytest.raises(BookError, match=r"freestyle\.book: the opening book is not whole"):
            load_book(RowRule.FREESTYLE)
    finally:
        load_book.cache_clear()


@pytest.mark.parametrize("rule", [RowRule.FREESTYLE, RowRule.STANDARD])
def test_the_books_we_ship_can_be_played_from(rule: RowRule) -> None:
    """From the first stone on, whatever White answers: every move lies on an empty point, and Black's second is
    always known after a reply next to the first."""
    book = load_book(rule)
    assert book is not None
    assert len(books.path_of(rule).read_bytes()) < 120_000
    replies = book.moves({CENTRE: BLACK}, WHITE)
    assert len(replies) > 4
    chance = random.Random(1)
    known = 0
    for reply in replies:
        second = book.moves({CENTRE: BLACK, reply: WHITE}, BLACK)
        assert second
        for _ in range(20):
            points = {CENTRE: BLACK, reply: WHITE, chance.choice(second): BLACK}
            while len(points) < 12:
                if len(points) % 2 == 0:
                    moves = book.moves(points, BLACK)
                    if not moves:
                        break
                    known += 1
                    assert not points.keys() & set(moves)
                    points[chance.choice(moves)] = BLACK
                else:
                    points[chance.choice([each for each in range(SIZE**2) if each not in points])] = WHITE
    assert known > 2


@pytest.mark.usefixtures("kernels")
def test_the_engine_plays_from_the_book_if_it_may() -> None:
    limit = Limit(depth=2, nodes=2000)
    assert think(PatternEngine(book=1), job_of("h8 h9"), limit).move in ("g9", "i9"), "mirror images"
    replies = {think(PatternEngine(seed, book=1), job_of("h8"), limit).move for seed in range(30)}
    assert replies == {"g7", "g9", "i7", "i9", "h7", "h9", "g8", "i8"}
    found = think(PatternEngine(book=1), job_of("h8 h9"), limit)
    assert found.info.nodes == 0
    # more lines are wished for, a rule or a board without a book, or the option is off: it thinks
    assert think(PatternEngine(book=1), job_of("h8 h9"), Limit(depth=2, lines=2)).info.nodes
    assert think(PatternEngine(book=1), job_of("h8 h9", "gomoku-renju"), limit).info.nodes
    assert think(PatternEngine(book=1), job_of("h8 h9", size=19), limit).info.nodes
    assert think(PatternEngine(), job_of("h8 h9"), limit).info.nodes


@pytest.mark.usefixtures("kernels")
def test_the_engine_plays_on_without_a_damaged_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(books, "FOLDER", tmp_path)
    (tmp_path / "standard.book").write_bytes(b"rubbish")
    load_book.cache_clear()
    try:
        assert think(PatternEngine(book=1), job_of("h8 h9", "gomoku-standard"), Limit(depth=2)).info.nodes
        assert [record.getMessage() for record in caplog.records] == [
            "playing without a book: standard.book: it is no opening book of this version"
        ]
    finally:
        load_book.cache_clear()


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize(("rule", "name"), [(RowRule.FREESTYLE, "freestyle"), (RowRule.STANDARD, "standard")])
def test_a_proof_wins_against_any_reply(rule: RowRule, name: str) -> None:
    """The moves of a proof, and the solver's where it knows none, followed by the rules of `game` alone."""
    from ai.gomoku.proof_memory import new_memory
    from ai.gomoku.prover import Proof, SolverOracle
    from ai.gomoku.solver import win_by_threats

    points = _points("h8 h9 i9 a1")
    proof = Proof(SolverOracle(rule), points, frozenset(), seed=0, most_stones=36)
    assert proof.run(2_000_000)
    moves = proof.moves()
    memory = new_memory(8)

    def strategy(cells: bytes, side: int) -> int:
        if cells in moves:
            return moves[cells]
        arrays = new_arrays(tables_of(rule), SIZE, new_control(), np.zeros(2048, np.int64))
        place_all(arrays, Stones(rule, SIZE, 0, {square: cell - 1 for square, cell in enumerate(cells) if cell}))
        assert win_by_threats(arrays, memory, side, 100_000)
        return square_of(int(memory.line[0]), SIZE)

    chance = random.Random(2)
    start = bytes(points.get(square, -1) + 1 for square in range(SIZE**2))
    checked = 0
    for _ in range(12):
        cells = start
        while cells in moves:
            cells = cells[: moves[cells]] + b"\x01" + cells[moves[cells] + 1 :]
            reply = chance.choice([square for square, cell in enumerate(cells) if not cell])
            cells = cells[:reply] + b"\x02" + cells[reply + 1 :]
        try:
            WinChecker(rule, SIZE, strategy, 12).check(cells, BLACK)
            checked += 1
        except TooManyError:
            continue
    assert checked > 3


@pytest.mark.slow
@pytest.mark.usefixtures("kernels")
def test_the_maker_goes_on_where_it_was_broken_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ai.gomoku import bookmaker

    work, out = tmp_path / "work.jsonl", tmp_path / "out.book"
    options = ["--work", str(work), "--out", str(out), "--jobs", "1", "--nodes", "20000", "--rounds", "1"]
    assert bookmaker.main([*options, "--most", "2"]) == 0
    first = work.read_text(encoding="utf-8")
    assert len(first.splitlines()) == 2
    assert bookmaker.main([*options, "--most", "1"]) == 0
    second = work.read_text(encoding="utf-8")
    assert second.startswith(first)
    assert len({json.loads(line)["key"] for line in second.splitlines()}) == 3
    assert len(GomokuBook.from_bytes(out.read_bytes())) >= 4
    capsys.readouterr()
    work.write_text(second + "rubbish\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        bookmaker.main(options)
    assert ended.value.code == 1
    assert "line 4" in capsys.readouterr().err


def test_questions_come_once_a_symmetry_class_and_the_nearest_first() -> None:
    from ai.gomoku.bookmaker import positions

    found = positions("h8")
    assert len(found) == 35
    assert len({key for _, key, _ in found}) == 35
    assert all(canonical_key(dict(points), BLACK) == key for _, key, points in found)
    near = min(found)
    assert near[0] == 1
