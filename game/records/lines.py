"""Many games of moves alone, each on a line of its own, as programs write them by the thousand:

    f5d6c3d3c4f4f6f3e6e7
    h8 h9 i9 g7 i10

A game in several lines has no move twice on the same point, or numbers before its moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final

from game.records.collection import RecordSource
from game.records.lazy_games import LazyGames
from game.records.native import Reading
from game.records.written import WrittenGame

_FIRST: Final = 8
"""So many lines tell which game it is."""
_FEWEST: Final = 2
"""A line with fewer moves may be a part of a game that has one move a line."""
_LONGEST: Final = 2_000
_NUMBERED: Final = re.compile(r"\s*[0-9]+\s?[.)]")
_SHOWN: Final = 40

Bare = Callable[[str], RecordSource | None]
"""Reads a text that is nothing but a game's moves: see `GameRecords.bare`."""


def source_of_lines(text: str, bares: Iterable[Bare]) -> RecordSource | None:
    """The games of a text that has one on each line; None where the first lines are not all games of one kind.

    Where they may be several, it is the first one in which half of them play through: few texts are Reversi by chance,
    most of Reversi could be Gomoku.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line and not line.isspace()]
    first = [line for _, line in lines[:_FIRST]]
    if len(first) < 2 or any(_NUMBERED.match(line) or len(line) > _LONGEST for line in first):
        return None
    found: list[tuple[int, Bare, RecordSource]] = []
    for bare in bares:
        sources = [source for source in map(bare, first) if source is not None and _is_game(source)]
        if len(sources) == len(first):
            found.append((sum(map(_is_whole, sources)), bare, sources[0]))
    if not found:
        return None
    likely = (each for each in found if 2 * each[0] >= len(first))
    _, bare, source = next(likely, None) or max(found, key=lambda each: each[0])

    def make(index: int) -> WrittenGame:
        return _written(bare, *lines[index])

    return RecordSource(source.what, LazyGames(len(lines), make), source.read)


def _is_game(source: RecordSource) -> bool:
    return len(source.written[0].moves) >= _FEWEST


def _is_whole(source: RecordSource) -> bool:
    return all(isinstance(each, Reading) and each.problem is None for each in islice(source.readings(), 1))


def _written(bare: Bare, number: int, line: str) -> WrittenGame:
    source = bare(line)
    if source is None:  # which words it has is told when they are refused as a move
        game = WrittenGame(number)
        game.add(line.strip()[:_SHOWN], number)
        return game
    game = source.written[0]
    game.line = number
    for node in game.nodes:
        node.line = number
    return game
