"""The opening book of Xiangqi: its file, mirror images, how it is made and who plays from it."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping
from typing import cast

import pytest
from engine_helpers import think

from ai.api import Choice, Engine, Job, Limit, SearchInfo, SearchResult
from ai.arena.growing import BookPlan, settle, weigh
from ai.common.book import BookError
from ai.score import Cp, Mate
from ai.xiangqi import book as books
from ai.xiangqi import bookmaker
from ai.xiangqi.book import XiangqiBook, canonical, entry_of, mirror_move
from ai.xiangqi.bookmaker import make_book
from ai.xiangqi.engine import XiangqiEngine
from ai.xiangqi.notation import VARIANT, XiangqiSetup, read_fen, read_move, write_move
from ai.xiangqi.outlook import board_of, current, moves_of
from game.rules.xiangqi.variants import START

SETUP = read_fen(START)


def legal_moves(setup: XiangqiSetup) -> list[int]:
    return moves_of(board_of(setup), setup.turn)


def book_of(moves: dict[str, int]) -> XiangqiBook:
    """A book that knows the start position."""
    entries: dict[bytes, dict[int, int]] = {}
    for text, weight in moves.items():
        key, move = entry_of(SETUP, read_move(text))
        entries.setdefault(key, {})[move] = weight
    return XiangqiBook(entries)


def test_a_book_comes_back_from_its_bytes() -> None:
    book = book_of({"h2e2": 255, "c3c4": 40})
    again = XiangqiBook.from_bytes(book.to_bytes())
    assert again.moves(SETUP) == book.moves(SETUP)
    assert again.to_bytes() == book.to_bytes()
    assert len(again) == 1


def test_mirrored_positions_are_one() -> None:
    left, right = (current(SETUP, [read_move(move)]) for move in ("b2e2", "h2e2"))
    assert canonical(left)[0] == canonical(right)[0]
    key, move = entry_of(left, read_move("b9c7"))
    book = XiangqiBook({key: {move: 9}})
    assert {write_move(each): weight for each, weight in book.moves(left).items()} == {"b9c7": 9}
    assert {write_move(each): weight for each, weight in book.moves(right).items()} == {"h9g7": 9}
    assert mirror_move(mirror_move(move)) == move
    assert book.moves(SETUP) == {}


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda content: b"", "no opening book"),
        (lambda content: b"QGBOOK1\n" + content[8:], "no opening book"),
        (lambda content: content[:12], "not whole"),
        (lambda content: content[:-1], "not whole"),
        (lambda content: content + b"x", "not whole"),
        (lambda content: content[:-1] + bytes((content[-1] ^ 1,)), "damaged"),
    ],
)
def test_a_damaged_book_is_refused(damage: object, why: str) -> None:
    assert callable(damage)
    with pytest.raises(BookError, match=why):
        XiangqiBook.from_bytes(damage(book_of({"h2e2": 255}).to_bytes()))


@pytest.mark.parametrize(("move", "weight"), [(95, 1), (1 | 90 << 7, 1), (1 | 2 << 7, 0)])
def test_moves_that_are_none_are_refused(move: int, weight: int) -> None:
    with pytest.raises(BookError, match="plays from"):
        XiangqiBook.from_bytes(XiangqiBook({b"12345678": {move: weight}}).to_bytes())


def test_chance_follows_the_weights_and_only_legal_moves_are_chosen() -> None:
    book = book_of({"h2e2": 200, "c3c4": 50})
    chance = random.Random(1)
    legal = moves_of(board_of(SETUP), SETUP.turn)
    chosen = [write_move(book.choose(SETUP, legal, chance) or 0) for _ in range(500)]
    assert 320 < chosen.count("h2e2") < 470
    assert set(chosen) == {"h2e2", "c3c4"}
    assert book.choose(SETUP, [read_move("c3c4")], chance) == read_move("c3c4")
    assert book.choose(SETUP, [], chance) is None


def test_the_shipped_book_is_sound() -> None:
    """Every move that can be reached by it is legal; it opens games in several ways."""
    book = books.load_book()
    if book is None:
        pytest.fail("the book is missing")
    seen, waiting = 0, [SETUP]
    while waiting and seen < 60:
        setup = waiting.pop(0)
        moves = book.moves(setup)
        seen += bool(moves)
        assert set(moves) <= set(moves_of(board_of(setup), setup.turn))
        waiting += [current(setup, [move]) for move in moves]
    assert len(book.moves(SETUP)) > 1
    assert seen > 30


def test_what_is_kept_of_a_search() -> None:
    def choice(move: str, centi: int = 0, win_in: int | None = None) -> Choice:
        return Choice(Cp(centi) if win_in is None else Mate(win_in), (move,))

    plan = BookPlan(slack=20, half=10)
    assert weigh([choice("h2e2", 30), choice("c3c4", 20), choice("a0a1", 5)], plan) == {"h2e2": 255, "c3c4": 128}
    assert weigh([choice("h2e2", 400)], plan) == {}
    assert weigh([choice("h2e2", 0, 3)], plan) == {}
    assert weigh([], plan) == {}


def test_a_book_is_made_by_searching() -> None:
    engine = XiangqiEngine(table_mb=1)
    engine.load()
    plan = BookPlan(positions=4, nodes=1500, moves=3, slack=40, plies=4)
    made = [list(make_book(engine, plan, 0))[-1] for _ in range(2)]
    assert made[0].to_bytes() == made[1].to_bytes()
    assert len(made[0]) == 4
    assert set(made[0].moves(SETUP)) <= set(moves_of(board_of(SETUP), SETUP.turn))
    settled = list(make_book(engine, plan, 1500))[-1]
    assert settled.moves(SETUP).keys() <= made[0].moves(SETUP).keys()
    assert 0 < len(settled) <= 4


def test_moves_are_judged_by_where_their_lines_end() -> None:
    """The book plays a or b, a is answered by c; after a and c it stands well, after b badly."""
    ends = {("a", "c"): 5, ("b",): 90, ("d",): 0}

    class Told:
        new_stop_flag = staticmethod(lambda: None)

        def search(self, job: Job, *_: object) -> SearchResult:
            return SearchResult("", SearchInfo(1, 1, 0.0, Cp(ends[job.moves])), False)

    known: dict[Hashable, tuple[Job, Mapping[str, int]]] = {
        (): (Job("v", "s"), {"a": 9, "b": 255, "d": 9}),
        ("a",): (Job("v", "s", ("a",)), {"c": 255}),
        ("e",): (Job("v", "s", ("e",)), {"f": 255}),
    }
    plan = BookPlan(slack=20, half=5)
    settled = settle(cast("Engine", Told()), Job("v", "s"), lambda job: job.moves, known, plan, 10)
    # after a and c it is a's side that moves and has 5
    assert {job.moves: weights for job, weights in settled} == {(): {"a": 255, "d": 128}, ("a",): {"c": 255}}


def test_the_command_tells_where_it_cannot_write(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--positions", "1", "--nodes", "200", "--out", "/dev/null/nowhere/book"]
    assert bookmaker.main(arguments) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_engines_play_from_the_book_by_their_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.xiangqi.searcher.load_book", lambda: book_of({"h2e2": 100, "c3c4": 100}))
    job = Job(VARIANT, START)
    answers = {seed: think(XiangqiEngine(seed, table_mb=1, book=1), job, Limit(nodes=500)) for seed in range(12)}
    assert {answer.move for answer in answers.values()} == {"h2e2", "c3c4"}
    assert all(answer.info.nodes == 0 for answer in answers.values())
    assert think(XiangqiEngine(3, table_mb=1, book=1), job, Limit(nodes=500)).move == answers[3].move
    # a hint or a review wants to know why, and beyond the book there is the search
    assert think(XiangqiEngine(3, table_mb=1, book=1), job, Limit(nodes=500, lines=2)).info.nodes > 0
    assert think(XiangqiEngine(3, table_mb=1, book=1), Job(VARIANT, START, ("a3a4",)), Limit(nodes=500)).info.nodes > 0
    assert think(XiangqiEngine(3, table_mb=1), job, Limit(nodes=500)).info.nodes > 0


def test_a_book_that_cannot_be_read_is_done_without(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> XiangqiBook:
        raise BookError("xiangqi.book: the opening book is damaged")

    monkeypatch.setattr("ai.xiangqi.searcher.load_book", fail)
    assert think(XiangqiEngine(0, table_mb=1, book=1), Job(VARIANT, START), Limit(nodes=500)).info.nodes > 0
    assert "damaged" in caplog.text


def test_variety_chooses_among_moves_that_are_hardly_worse() -> None:
    job = Job(VARIANT, START)
    varied = {think(XiangqiEngine(seed, table_mb=1, variety=40), job, Limit(depth=3)).move for seed in range(10)}
    assert len(varied) > 1
    assert len({think(XiangqiEngine(seed, table_mb=1), job, Limit(depth=3)).move for seed in range(4)}) == 1
    result = think(XiangqiEngine(1, table_mb=1, variety=40), job, Limit(depth=3))
    assert result.move == result.info.line[0]
    assert result.info.others == ()
