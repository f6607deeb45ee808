"""The winning-lines engine: its tables, its two plies, its opening and its pace."""

from __future__ import annotations

import numpy as np
import pytest
from engine_helpers import VARIANTS, job_of, think

from ai.api import Limit
from ai.classic.engine import LinesEngine
from ai.classic.lines import LINE_VALUES, LineCounts, lines_of_board, lines_through


@pytest.mark.parametrize(("size", "lines"), [(15, 572), (19, 1020), (20, 1152)])
def test_the_number_of_winning_lines(size: int, lines: int) -> None:
    """572 on 15x15, as the report says; in general 2 n (n - 4) + 2 (n - 4)^2."""
    assert lines_of_board(size).shape == (lines, 5)
    assert lines == 2 * size * (size - 4) + 2 * (size - 4) ** 2
    assert len(lines_through(size)[0]) == 3
    assert len(lines_through(size)[size * (size // 2) + size // 2]) == 20


def test_counts_scores_and_gains_follow_the_stones() -> None:
    board = LineCounts(15)
    centre = 7 * 15 + 7
    board.place(centre, 0)
    assert board.score(0) == 20 * LINE_VALUES[1]
    assert board.score(1) == 0
    gain = board.gains(0)[centre + 1]
    board.place(centre + 1, 0)
    assert board.score(0) == 20 * LINE_VALUES[1] + gain
    board.place(centre + 2, 1)  # kills every line through it
    board.lift(centre + 2, 1)
    board.lift(centre + 1, 0)
    board.lift(centre, 0)
    assert not board.stones.any()
    assert np.all(board.gains(1) >= 3 * LINE_VALUES[1])


def test_lines_with_stones_of_both_are_dead() -> None:
    board = LineCounts(15)
    for square, side in ((0, 0), (1, 0), (2, 0), (3, 0), (4, 1)):
        board.place(square, side)
    row = next(index for index, line in enumerate(lines_of_board(15)) if list(line) == [0, 1, 2, 3, 4])
    assert list(board.stones[:, row]) == [4, 1]
    assert board.score(0) < LINE_VALUES[4]


@pytest.mark.parametrize("variant_name", VARIANTS)
def test_it_says_what_it_thinks(variant_name: str) -> None:
    engine = LinesEngine()
    engine.load()
    for moves in ("", "h8", "h8 h9 i9 g7 g9 f9 i8 j7 i10 i7 h7", "h8 j10 i8 h10 g9 f8 j9 k9"):
        infos: list = []
        result = think(engine, job_of(moves, variant_name), Limit(depth=2), infos)
        assert infos == [result.info]
        assert result.info.line == (result.move,)


def test_it_begins_in_the_centre_and_varies_by_seed() -> None:
    assert think(LinesEngine(), job_of(""), Limit(depth=2)).move == "h8"
    assert think(LinesEngine(), job_of("", size=19), Limit(depth=2)).move == "j10"
    answers = {think(LinesEngine(seed), job_of("h8"), Limit(depth=2)).move for seed in range(20)}
    assert 1 < len(answers) <= 8
    assert len({think(LinesEngine(7), job_of("h8"), Limit(depth=2)).move for _ in range(3)}) == 1
