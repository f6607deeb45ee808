"""Black played by the proof: it answers whatever White does, within the plies that it promised."""

from __future__ import annotations

import random
from threading import Event

import pytest
from engine_helpers import job_of, think
from test_gomoku_verify import SAMPLE

from ai.api import Limit
from ai.common.book import BookError
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import BLACK, WHITE, read_move
from ai.gomoku.proof import file as proofs
from ai.gomoku.proof.file import ProofBook, load_proof, read_proof
from ai.gomoku.proof.player import ProofPlayer
from ai.gomoku.proof.symmetry import SIZE, SQUARES, canonical
from ai.gomoku.proof.windows import WindowBoard, squares_of
from ai.score import Cp, Mate


@pytest.fixture(scope="module")
def book() -> ProofBook:
    """A part of a proof."""
    return read_proof(SAMPLE.read_bytes())


def _cells(moves: list[int]) -> bytes:
    cells = bytearray(SQUARES)
    for ply, square in enumerate(moves):
        cells[square] = ply % 2 + 1
    return bytes(cells)


def _proven_start(book: ProofBook) -> list[int]:
    """Four stones after which the proof has the win: the middle, White's first reply, Black's move, White's second."""
    player = ProofPlayer(book)
    for first in range(SQUARES):
        answer = player.move([SQUARES // 2, first]) if first != SQUARES // 2 else None
        for second in range(SQUARES) if answer is not None else ():
            moves = [SQUARES // 2, first, answer.square, second] if answer is not None else []
            found = player.move(moves)
            if found is not None and found.plies:
                return moves
    raise AssertionError("the sample proves nothing")


def test_black_wins_whatever_white_does_and_in_time(book: ProofBook) -> None:
    player = ProofPlayer(book)
    start = _proven_start(book)
    chance = random.Random(4)
    for game in range(12):
        moves = list(start)
        found = player.move(moves)
        assert found is not None
        left = found.plies
        while True:
            assert found is not None, moves
            assert 0 < found.plies <= left, moves
            left = found.plies - 2
            board = WindowBoard(_cells(moves))
            assert not board.taken >> found.square & 1
            if board.makes_five(found.square, BLACK):
                break
            board.place(found.square, BLACK)
            moves.append(found.square)
            # White stops what it can, or makes a four, or plays anywhere
            stops = squares_of(board.fives(BLACK))
            own = [square for square in range(SQUARES) if board.white_rows(3) >> square & ~board.taken >> square & 1]
            empty = squares_of(((1 << SQUARES) - 1) & ~board.taken)
            near = [square for square in empty if any(abs(square - each) in (1, 14, 15, 16) for each in moves)]
            moves.append(chance.choice((stops if game % 3 else []) or own or (near if game % 2 else empty)))
            if board.makes_five(moves[-1], WHITE):
                raise AssertionError(f"White makes five: {moves}")
            found = player.move(moves)


def test_every_reply_is_answered_where_another_position_is_played(book: ProofBook) -> None:
    """After a reply that only a link answers, also on squares where White has stones in the position that it names."""
    player = ProofPlayer(book)
    start = _proven_start(book)
    assert book.entry(canonical(_cells(start))[0]) is None
    found = player.move(start)
    assert found is not None
    for reply in range(SQUARES):
        if reply not in (*start, found.square):
            answer = player.move([*start, found.square, reply])
            assert answer is not None
            assert 0 < answer.plies <= found.plies - 2


def test_it_knows_its_limits(book: ProofBook) -> None:
    player = ProofPlayer(book)
    first = player.move([])
    assert first is not None
    assert (first.square, first.plies) == (SQUARES // 2, 0)
    assert player.move([SQUARES // 2]) is None, "White is to move"
    assert player.move([0, 1]) is None
    assert player.move([5, 6, 5, 7]) is None
    start = _proven_start(book)
    on_the_way = player.move(start[:2])
    assert on_the_way is not None
    assert on_the_way.plies == 0, "it is not proven, and not given out as proven"


def test_the_engine_plays_by_it(book: ProofBook, monkeypatch: pytest.MonkeyPatch) -> None:
    start = _proven_start(book)
    expected = ProofPlayer(book).move(start)
    assert expected is not None
    monkeypatch.setattr("ai.gomoku.searcher.load_proof", lambda: book)
    names = [f"{'abcdefghijklmno'[square % SIZE]}{square // SIZE + 1}" for square in start]
    job = job_of(" ".join(names))
    played = think(PatternEngine(0, book=1, table_mb=1), job, Limit(nodes=50))
    assert read_move(played.move, SIZE) == expected.square
    assert played.info.score == Mate(expected.plies)
    on_the_way = think(PatternEngine(0, book=1, table_mb=1), job_of(" ".join(names[:2])), Limit(nodes=50))
    known = ProofPlayer(book).move(start[:2])
    assert known is not None
    assert (read_move(on_the_way.move, SIZE), on_the_way.info.score) == (known.square, Cp(0))
    without = think(PatternEngine(0, table_mb=1), job, Limit(nodes=50))
    assert without.info.score != Mate(expected.plies)


def test_the_file_is_read_while_white_thinks_about_the_first_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Event()

    def load() -> None:
        read.set()
        raise BookError("nobody is told of it yet")

    monkeypatch.setattr("ai.gomoku.searcher.load_proof", load)
    think(PatternEngine(0, table_mb=1), job_of(""), Limit(nodes=50))
    assert not read.wait(0.2), "without the book"
    assert think(PatternEngine(0, book=1, table_mb=1), job_of(""), Limit(nodes=50)).move == "h8"
    assert read.wait(10)


def test_what_is_damaged_and_a_python_without_lzma_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    content = SAMPLE.read_bytes()
    with pytest.raises(BookError, match="damaged"):
        read_proof(content[:-9])
    monkeypatch.setattr(proofs, "lzma", None)
    with pytest.raises(BookError, match="without LZMA"):
        read_proof(content)


def test_what_we_ship_is_a_proof() -> None:
    shipped = load_proof()
    assert shipped is not None
    assert proofs.FILE.stat().st_size <= proofs.MOST_BYTES
    assert any(entry.plies for entry in shipped.entries.values())
    form, _ = canonical(_cells([SQUARES // 2, 0]))
    assert shipped.entry(form) is not None
