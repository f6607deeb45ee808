"""Solved boards: what moves come to is found in a thread, by the real solver, and another question ends the search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import until

from ai.common.book import BookError
from ai.reversi.six import shown
from ai.reversi.six.book import read_values
from ai.reversi.six.position import SixPosition
from ai.reversi.six.values import SixSolver
from game.rules.core import PASS, must_pass
from game.rules.game import Game
from game.rules.registry import GAMES
from game.tables.solutions import Solutions

LATE = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 a3"
"""Moves of a game of best play; White wins it by four."""
EARLY = ["c2", "d2", "e2"]
"""No move is known here, and to find them takes minutes."""


@pytest.fixture
def solutions(tmp_path: Path) -> Iterator[Solutions]:
    made = Solutions(tmp_path / "cache")
    yield made
    made.close()


def test_each_legal_move_has_a_value_and_the_best_keeps_it(solutions: Solutions) -> None:
    rules = GAMES["reversi"].solved
    assert rules is not None
    game = Game(rules)
    for text in LATE.split():
        if must_pass(game.position):
            game.play(PASS)
        game.play_text(text)
    look = solutions.values("reversi", game.texts())
    until(lambda: look.is_done)
    assert set(look.values) == {rules.write_move(move, game.position) for move in game.position.legal_moves()}
    assert (max(look.values.values()), look.has_failed) == (-4, False)
    best = solutions.best("reversi", game.texts())
    until(lambda: best.is_done)
    assert best.worth == -4
    assert look.values[best.best] == -4


def test_the_next_question_ends_the_one_before(solutions: Solutions) -> None:
    late = solutions.values("reversi", LATE.split())
    until(lambda: late.is_done)
    early = solutions.values("reversi", EARLY)
    again = solutions.values("reversi", LATE.split())
    until(lambda: again.is_done)
    assert again.values == late.values
    assert not early.is_done
    left = solutions.values("reversi", EARLY)
    solutions.rest()
    once_more = solutions.best("reversi", LATE.split())
    until(lambda: once_more.is_done)
    assert not left.is_done


def test_which_games_have_one(solutions: Solutions) -> None:
    assert [game for game in GAMES if solutions.offers(game)] == ["reversi"]
    assert [game for game in GAMES if GAMES[game].solved is not None] == ["reversi"]


def test_a_fault_of_the_solver_is_told(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And the next question is answered all the same."""

    def fails(*given: object) -> None:
        raise RuntimeError("out of luck")

    late = solutions.values("reversi", LATE.split())
    until(lambda: late.is_done)
    with monkeypatch.context() as broken:
        broken.setattr(shown.ShownSix, "values", fails)
        look = solutions.values("reversi", LATE.split())
        until(lambda: look.is_done)
    assert look.has_failed
    assert "out of luck" in caplog.text
    again = solutions.values("reversi", LATE.split())
    until(lambda: again.is_done)
    assert (again.values, again.has_failed) == (late.values, False)


def test_damaged_values_are_told(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged() -> dict[int, int]:
        raise BookError("values.npz: no zip")

    monkeypatch.setattr(shown, "read_values", damaged)
    look = solutions.values("reversi", LATE.split())
    until(lambda: look.is_done)
    assert look.has_failed
    assert "values.npz" in caplog.text


def test_what_took_long_is_kept_for_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = LATE.split()[:12]  # twenty squares are empty
    first = Solutions(tmp_path)
    look = first.values("reversi", moves)
    until(lambda: look.is_done)
    first.close()

    def refuse(solver: SixSolver, position: SixPosition) -> int:
        raise AssertionError("it was solved before")

    monkeypatch.setattr(SixSolver, "_solve", refuse)
    second = Solutions(tmp_path)
    again = second.values("reversi", moves)
    until(lambda: again.is_done)
    second.close()
    assert again.values == look.values


def test_a_damaged_file_of_what_was_found_is_begun_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "reversi-six.npz").write_bytes(b"no zip")
    solutions = Solutions(tmp_path)
    look = solutions.values("reversi", LATE.split()[:12])
    until(lambda: look.is_done)
    solutions.close()
    assert not look.has_failed
    assert "left out" in caplog.text
    assert len(read_values(tmp_path / "reversi-six.npz")) > len(read_values())


def test_where_nothing_can_be_written_it_is_found_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    solutions = Solutions(tmp_path / "file" / "cache")
    look = solutions.values("reversi", LATE.split()[:12])
    until(lambda: look.is_done)
    solutions.close()
    assert len(look.values) > 1
    assert "not kept" in caplog.text
