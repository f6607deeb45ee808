"""What another program tells of its search in MESSAGE lines, as far as it can be read.

No form is laid down. Read are the numbers with a name before them, as most programs and ours have them (`message`), and
the form of Rapfi and of who follows it, in which several moves are numbered:

    MESSAGE depth 7-12 multipv 2 ev 12 n 12K n/ms 49 tm 250 pv H9 I9
    MESSAGE (2) 12 | 7-12 | H9 I9
    MESSAGE Depth 7-12 | Eval 31 | Time 250ms | H8 I9

Which edge the rows of names are counted from is the program's affair (in Rapfi's, of a file of settings), and need not
be that from which its numbers count them: the stones on the board tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from ai.api import Choice, SearchInfo
from ai.gomoku.notation import Stones, read_move, write_move
from ai.score import Cp, Mate, Score

_DEPTH: Final = re.compile(r"\b(?:depth|dep|d)\W{0,2}\s*(\d{1,3})(?:-\d+)?\b", re.IGNORECASE)
_NODES: Final = re.compile(r"\b(?:nodes?|n)\W{0,2}\s*(\d{1,15})([kKmM]?)\b", re.IGNORECASE)
_SCORE: Final = re.compile(r"\b(?:ev|eval|evaluation|score|val)\W{0,2}?\s*([+-]?)(M?)(\d{1,7})\b", re.IGNORECASE)
_LINE: Final = re.compile(r"(?:\bpv\b\W?|\|)((?:\s+(?:\d{1,2},\d{1,2}|[a-z]\d{1,2})\b)+)", re.IGNORECASE)
_RANK: Final = re.compile(r"\bmultipv\s+(\d{1,3})\b", re.IGNORECASE)
_NUMBERED: Final = re.compile(
    r"MESSAGE\s+\((\d{1,3})\)\s+([+-]?)(M?)(\d{1,7})\s+\|\s+(\d{1,3})-\d+\s+\|", re.IGNORECASE
)
_TIMES: Final = {"": 1, "k": 1000, "m": 1_000_000}


@dataclass(frozen=True, slots=True)
class HeardLine:
    """One MESSAGE about a search: which of the best moves it tells of (1 the first, 0 where it is not numbered), and
    what it says; None and nothing where it says nothing."""

    rank: int
    depth: int | None
    nodes: int | None
    score: Score | None
    moves: tuple[str, ...]


class RowNames:
    """Which row a program means by a name: learnt from what it says, and kept for its later searches."""

    def __init__(self) -> None:
        self._is_turned = False

    def read(self, points: list[tuple[int, int]], stones: Stones) -> tuple[str, ...]:
        """The moves of a line as points by column and row, counted as it was meant last; the other way, if that can't
        be played and this can."""
        texts, others = (_free(points, stones, turned) for turned in (self._is_turned, not self._is_turned))
        if len(texts) < len(points) == len(others):
            self._is_turned = not self._is_turned
            return others
        return texts

    def learn(self, told: str, answer: str, stones: Stones) -> None:
        """It told of a best move last and answered with this one."""
        mirrored = stones.size - 1 - read_move(told, stones.size) // stones.size
        if (
            told
            != answer
            == write_move(mirrored * stones.size + read_move(told, stones.size) % stones.size, stones.size)
        ):
            self._is_turned = not self._is_turned


def _free(points: list[tuple[int, int]], stones: Stones, is_turned: bool) -> tuple[str, ...]:
    """The moves up to the first that is not on a free point."""
    squares = list[int]()
    for column, row in points:
        square = (stones.size - 1 - row if is_turned else row) * stones.size + column
        if square in stones.points or square in squares:
            break
        squares.append(square)
    return tuple(write_move(square, stones.size) for square in squares)


class HeardSearch:
    """What has been heard of one search for some of the best moves. A program numbers them in the order in which it
    looks at them: the best is the one with the highest score, once it has told of all."""

    def __init__(self, stones: Stones, lines: int, names: RowNames) -> None:
        self._stones = stones
        self._lines = lines
        self._names = names
        self._telling: dict[int, Choice] = {}
        self._told: tuple[Choice, ...] = ()

    def take(self, line: str, before: SearchInfo, time_s: float) -> SearchInfo | None:
        """The progress after a MESSAGE, `before` being that before it; None if it tells nothing new of the search."""
        heard = read_message(line, self._stones, self._names)
        if heard is None or (heard.rank > 1 and self._lines == 1):
            return None
        now = replace(
            before,
            depth=before.depth if heard.depth is None else heard.depth,
            nodes=before.nodes if heard.nodes is None else heard.nodes,
            time_s=time_s,
        )
        if self._lines > 1 and heard.rank and heard.score is not None and heard.moves:
            return self._ranked(heard.rank, Choice(heard.score, heard.moves), now)
        if self._told or self._telling:  # the best again, which stands among the numbered ones
            return None if heard.nodes is None else replace(before, nodes=heard.nodes, time_s=time_s)
        return replace(now, score=heard.score or before.score, line=heard.moves or before.line)

    def _ranked(self, rank: int, choice: Choice, now: SearchInfo) -> SearchInfo | None:
        """Who is told of as the first begins anew: those before are complete then."""
        if rank == 1 and self._telling:
            self._complete()
        self._telling[rank] = choice
        if rank >= self._lines:
            self._complete()
        shown = self._told or tuple(self._telling[each] for each in sorted(self._telling))
        return replace(now, score=shown[0].score, line=shown[0].line, others=shown[1:])

    def _complete(self) -> None:
        best: dict[str, Choice] = {}
        for each in (*sorted(self._telling.values(), key=lambda each: each.score, reverse=True), *self._told):
            best.setdefault(each.line[0], each)  # a move that is told of twice has not been looked at twice
        self._told, self._telling = tuple(best.values())[: self._lines], {}


def read_message(line: str, stones: Stones, names: RowNames) -> HeardLine | None:
    """What a MESSAGE tells of a search; None if it tells nothing of one."""
    numbered, moves = _NUMBERED.match(line), _read_moves(line, stones, names)
    if numbered:
        return HeardLine(int(numbered[1]), int(numbered[5]), None, _score(*numbered.group(2, 3, 4)), moves)
    depth, nodes, score, rank = (part.search(line) for part in (_DEPTH, _NODES, _SCORE, _RANK))
    if not (depth or score):
        return None
    return HeardLine(
        int(rank[1]) if rank else 0,
        int(depth[1]) if depth else None,
        int(nodes[1]) * _TIMES[nodes[2].lower()] if nodes else None,
        _score(*score.group(1, 2, 3)) if score else None,
        moves,
    )


def _read_moves(line: str, stones: Stones, names: RowNames) -> tuple[str, ...]:
    found = _LINE.search(line)
    points = [_pair(point) for point in found[1].split()] if found else []
    points = [(x, y) for x, y in points if x < stones.size and 0 <= y < stones.size]
    is_named = found is not None and "," not in found[1]
    return names.read(points, stones) if is_named else _free(points, stones, is_turned=False)


def _pair(point: str) -> tuple[int, int]:
    """Column and row of `7,8` or `H9`."""
    if "," in point:
        column, _, row = point.partition(",")
        return int(column), int(row)
    return ord(point[0].lower()) - ord("a"), int(point[1:]) - 1


def _score(sign: str, mate: str, digits: str) -> Score:
    number = int(digits) * (-1 if sign == "-" else 1)
    return Mate(number) if mate and number else Cp(number)
