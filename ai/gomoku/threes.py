"""Three stones, black, white, black, after which neither colour stands better: what the one who opens by swap places.

`python -m ai.gomoku.threes` finds them again with our engine: it tries random stones, looks again longer at those that
seem balanced, and prints what remains so.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from ai.api import Job, Limit
from ai.gomoku.notation import BLACK, WHITE, Stones, read_move, write_move
from game.rules.gomoku.rows import RowRule

_SIZE = 15
"""The lists are for this board; on a larger one the stones keep their place as seen from the middle."""
_WAYS = 8

THREES: dict[RowRule, tuple[str, ...]] = {
    RowRule.FREESTYLE: (
        "k7 k12 h9",
        "l6 j3 l10",
        "h7 k6 l6",
        "g9 h4 e6",
        "e6 d7 h4",
        "h8 g12 k7",
        "l5 k5 m3",
        "j9 d9 g10",
        "i7 m7 g10",
        "f5 i8 e8",
        "i7 k10 g6",
        "d6 g3 f10",
    ),
    RowRule.STANDARD: (
        "e4 h5 l7",
        "j6 m6 f3",
        "k5 l6 g6",
        "e10 f6 g9",
        "j12 k10 k6",
        "j12 i8 l11",
        "h8 c4 d8",
        "h8 e4 d6",
        "g8 i7 c7",
        "e10 j11 i8",
        "c13 e13 g9",
        "l10 l12 i8",
    ),
    RowRule.RENJU: (
        "d9 h3 f5",
        "e13 f11 h12",
        "h7 h13 k10",
        "i10 i5 g9",
        "e5 g9 d8",
        "g9 k9 k5",
        "h11 c5 f8",
        "e8 h4 d11",
        "f7 g10 j7",
        "e5 d8 d10",
        "l9 l11 h10",
        "c9 g6 f9",
    ),
}
"""For each rule: the stones in their order, as the program finds them by default."""


def completion(stones: Stones, chance: random.Random) -> tuple[str, ...]:
    """The stones that are missing to three balanced ones, out of those that begin with what is on the board; empty if
    there are none."""
    found = [rest for three in _all_views(stones) if (rest := _rest(three, stones.points)) is not None]
    return tuple(write_move(square, stones.size) for square in chance.choice(found)) if found else ()


def _all_views(stones: Stones) -> Iterator[tuple[int, ...]]:
    """Every three of the rule, turned and mirrored in all ways."""
    for text in THREES.get(stones.rule, ()):
        squares = [read_move(point, _SIZE) for point in text.split()]
        for way in range(_WAYS):
            seen = [_seen(square, way, stones.size // 2) for square in squares]
            if all(0 <= each < stones.size for point in seen for each in point):  # on a small board not all of them
                yield tuple(y * stones.size + x for x, y in seen)


def _seen(square: int, way: int, middle: int) -> tuple[int, int]:
    """Column and row of a point of the list, looked at from one of the eight sides, on a board with this middle."""
    x, y = square % _SIZE - _SIZE // 2, square // _SIZE - _SIZE // 2
    x, y = -x if way & 1 else x, -y if way & 2 else y
    x, y = (y, x) if way & 4 else (x, y)
    return x + middle, y + middle


def _rest(three: tuple[int, ...], points: dict[int, int]) -> tuple[int, ...] | None:
    """The stones of the three that are not on the board, black and white in turn; None if others stand there."""
    colours = dict(zip(three, (BLACK, WHITE, BLACK), strict=True))
    if any(colours.get(square) != side for square, side in points.items()):
        return None
    white = [square for square in three if colours[square] == WHITE and square not in points]
    black = [square for square in three if colours[square] == BLACK and square not in points]
    first, second = (black, white) if len(points) % 2 == 0 else (white, black)
    return tuple(square for pair in zip(first, [*second, -1], strict=False) for square in pair if square >= 0)


# --- finding them ----------------------------------------------------------------------------------------------------

_FIRST_LOOK = 20_000
_FIRST_CENTI = 30
_LOOK = 150_000
_CENTI = 12
_MARGIN = 2
"""No stone stands nearer to the edge."""
_TOGETHER = 4
"""Each stone has another within this many rows and columns."""


def find(rule: RowRule, wanted: int, seed: int) -> Iterator[tuple[str, int]]:
    """Balanced stones with White's score after the second look, in hundredths of an open two."""
    from ai.gomoku.engine import PatternEngine
    from ai.gomoku.notation import RULES

    engine = PatternEngine(seed)
    variant = next(name for name, each in RULES.items() if each is rule)
    start = "/".join([str(_SIZE)] * _SIZE) + " b"
    chance = random.Random(f"{seed} {rule}")

    def judge(points: tuple[str, ...], nodes: int) -> int:
        job = Job(variant, start, points)
        score = engine.search(job, Limit(nodes=nodes), engine.new_stop_flag(), lambda info: None).info.score
        return score.within(10_000)

    found = 0
    while found < wanted:
        points = _random_three(chance)
        if points and abs(judge(points, _FIRST_LOOK)) <= _FIRST_CENTI:
            centi = judge(points, _LOOK)
            if abs(centi) <= _CENTI:
                found += 1
                yield " ".join(points), centi


def _random_three(chance: random.Random) -> tuple[str, ...]:
    """Three points, or none where chance put them too far from each other."""
    lines = range(_MARGIN, _SIZE - _MARGIN)
    stones = [(chance.choice(lines), chance.choice(lines)) for _ in range(3)]
    for x, y in stones:
        if sorted(max(abs(x - a), abs(y - b)) for a, b in stones)[1] not in range(1, _TOGETHER + 1):
            return ()
    return tuple(write_move(y * _SIZE + x, _SIZE) for x, y in stones)


def main() -> int:
    """Print balanced stones for each rule. Gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.threes", description="Find balanced openings for swap.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wanted", type=int, default=12, help="how many for each rule")
    options = parser.parse_args()
    for rule in THREES:
        for text, centi in find(rule, options.wanted, options.seed):
            sys.stdout.write(f"{rule.name.lower()} {text} {centi:+}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
