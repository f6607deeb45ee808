"""Chance among the best moves: only those that are hardly worse, and none where an end is forced."""

from __future__ import annotations

import random

import pytest

from ai.api import Choice, Clock, Limit, SearchInfo, SearchResult
from ai.common.variety import LINES, may_vary, vary
from ai.score import Cp, Mate, Score


def found(*scores: Score) -> SearchResult:
    """The best moves `a`, `b` ... with these scores."""
    choices = [Choice(score, (letter, "reply")) for letter, score in zip("abcdefg", scores, strict=False)]
    info = SearchInfo(5, 100, 0.5, choices[0].score, choices[0].line, tuple(choices[1:]))
    return SearchResult("a", info)


def chosen(result: SearchResult, slack: int) -> dict[str, SearchResult]:
    """What comes of many tries, by the move."""
    return {each.move: each for each in (vary(result, slack, random.Random(seed)) for seed in range(60))}


@pytest.mark.parametrize(
    ("scores", "slack", "moves"),
    [
        ((Cp(30), Cp(10), Cp(9), Cp(-50)), 20, "ab"),
        ((Cp(30), Cp(10), Cp(9)), 0, "a"),
        ((Cp(-30), Cp(-30), Cp(-40)), 10, "abc"),
        ((Cp(30), Mate(-4)), 20_000, "a"),
        ((Mate(5), Mate(5), Mate(7)), 100, "a"),
        ((Mate(-6), Mate(-6)), 100, "a"),
    ],
)
def test_among_what_is_hardly_worse(scores: tuple[Score, ...], slack: int, moves: str) -> None:
    assert "".join(sorted(chosen(found(*scores), slack))) == moves


def test_what_is_told_is_the_chosen_moves_own() -> None:
    result = chosen(found(Cp(30), Cp(25)), 10)["b"]
    assert (result.info.score, result.info.line, result.info.others) == (Cp(25), ("b", "reply"), ())
    assert (result.info.depth, result.info.nodes) == (5, 100)


def test_only_a_search_for_one_move_that_no_clock_ends_may_vary() -> None:
    assert may_vary(Limit(depth=4))
    assert may_vary(Limit(nodes=1000))
    assert not may_vary(Limit(depth=4, lines=LINES))
    assert not may_vary(Limit(time_s=1.0))
    assert not may_vary(Limit(clock=Clock(60.0)))
