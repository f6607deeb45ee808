"""The engines' opening books, asked for people: legal moves whose shares make one, or nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.games import GAMES
from game.rules.registry import VARIANTS, variant
from game.tables.books import OpeningBooks


@pytest.fixture
def books() -> Iterator[OpeningBooks]:
    found = OpeningBooks()
    yield found
    found.close()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_book_plays_legal_moves(books: OpeningBooks, name: str) -> None:
    rules, seen = variant(name), 0
    position = rules.start()
    for _ in range(4):
        shares = books.moves(position, rules).result()
        assert set(shares) <= set(position.legal_moves())
        assert not shares or sum(shares.values()) == pytest.approx(1.0)
        seen += len(shares)
        position = position.play(max(shares, key=lambda move: shares[move]) if shares else position.legal_moves()[0])
    game = GAMES[rules.game]
    assert bool(seen) == (bool(game.book) and rules.game != "gomoku")


def test_the_book_of_gomoku_answers_beside_the_first_stone(books: OpeningBooks) -> None:
    rules = variant("gomoku-freestyle")
    position = rules.start()
    for text in ("h8", "h9"):
        position = position.play(rules.read_move(text, position))
        shares = books.moves(position, rules).result()
        if shares:
            assert len(set(shares.values())) == 1
            break
    else:
        pytest.fail("the book knows neither of the first two moves")


def test_what_no_engine_plays_has_no_book(books: OpeningBooks) -> None:
    rules = variant("gomoku-freestyle")
    assert not books.moves(rules.start(opening="swap2"), rules).result()
    over = rules.start()
    for text in ("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"):
        over = over.play(rules.read_move(text, over))
    assert not books.moves(over, rules).result()
