"""The computer in an opening by rule: balanced stones as the one who proposes, a colour as the one who chooses.

Everything is decided by what an engine says of the position after, White to move: close to nothing is balanced. Three
stones come from a list that was judged before (`ai.gomoku.threes`); what the list does not know, and the two more
stones of swap2, are found by trying points near the stones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ai.api import Engine, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.relay import RelayFlag
from ai.gomoku.notation import BLACK, Stones, read_job, write_move
from ai.gomoku.opening_rules import OpeningTask, Task, read_opening
from ai.gomoku.threes import completion
from ai.score import Cp, Score
from game.rules.gomoku.openings import BLACK_WORD, MORE_WORD, WHITE_WORD

Search = Callable[[Job, Limit], SearchResult]
"""One search of an engine, to its end."""

_Points = tuple[str, ...]

PROBE_NODES = 20_000
"""What is spent on one point that is tried."""
CLEAR = Cp(25)
"""From so much on a side stands clearly better: then swap2's chooser takes it. Below
that the two more stones ask the other player."""
_PROBES = 24
"""How many points or pairs are tried at most."""
_SHARE = 0.8
"""The part of a move's time in which points are tried."""
_CLOCK_PART = 20
"""The part of a clock that a decision may take at most."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """A point, or a pair, and how White stands after it."""

    points: _Points
    score: Score


class Swapper:
    """Decides in openings by the searches of one engine. The limit is that of one decision, which begins when this is
    made; `seed` chooses among what is as good as each other. Jobs are plain ones: stones without an opening rule.

    All answers are SearchResults; their scores are those of the player who decides, before the other has answered.
    """

    def __init__(self, search: Search, limit: Limit, seed: int = 0) -> None:
        self._search = search
        self._limit = limit
        self._seed = seed
        self._began_s = time.monotonic()
        self._nodes = 0
        self._stopped = False

    def propose(self, job: Job) -> SearchResult:
        """The next of the three stones that the other player will judge; the job has two at most."""
        stones = read_job(job)
        chance = self._chance(stones)
        known = completion(stones, chance)
        if known:
            return self._result(known[0], Cp(0), known)
        near = _near(stones, 3) or _texts(stones, _empty(stones))
        if len(stones.points) < 2:
            return self._result(chance.choice(near), Cp(0))
        return self._most_balanced(job, [(point,) for point in near], chance)

    def add(self, job: Job) -> SearchResult:
        """The next of the two more stones; the job has three or four."""
        stones = read_job(job)
        near = _near(stones, 3)
        if len(stones.points) > 3:
            choices: list[_Points] = [(point,) for point in near]
        else:
            choices = [(white, black) for white in near for black in near if white != black]
        return self._most_balanced(job, choices, self._chance(stones))

    def choose(self, job: Job, may_add: bool) -> SearchResult:
        """`black` or `white`, or `more` where two more stones may be asked for; White is to move in the job."""
        found = self._search(job, self._limit)
        self._nodes += found.info.nodes
        self._stopped = found.stopped
        score = found.info.score
        if may_add and abs(score) < CLEAR:
            return self._result(MORE_WORD, Cp(0), depth=found.info.depth)
        word = WHITE_WORD if score >= Cp(0) else BLACK_WORD
        return self._result(word, abs(score), (word, *found.info.line), found.info.depth)

    def outside(self, job: Job, lines: int) -> SearchResult:
        """Black's second stone outside the central square of this many lines: the best near it for Black."""
        stones = read_job(job)
        first = next(square for square, side in stones.points.items() if side == BLACK)
        reach = (lines + 1) // 2
        allowed = range(reach, reach + 2)
        points = _texts(stones, (at for at in _empty(stones) if _distance(at, first, stones.size) in allowed))
        best = min(self._tried(job, [(point,) for point in points], self._chance(stones)), key=_for_white)
        return self._result(best.points[0], -best.score, best.points)

    def centre(self, job: Job) -> SearchResult:
        """The point in the middle, or one of the four on an even board."""
        size = read_job(job).size
        return self._result(write_move(size // 2 * size + size // 2, size), Cp(0))

    def _most_balanced(self, job: Job, choices: list[_Points], chance: random.Random) -> SearchResult:
        best = min(self._tried(job, choices, chance), key=lambda judged: abs(judged.score))
        return self._result(best.points[0], -abs(best.score), best.points)

    def _tried(self, job: Job, choices: list[_Points], chance: random.Random) -> Iterator[_Judged]:
        """Some of the choices with White's score after them; one at least, then as many as the time allows. White is
        to move after all of them."""
        nodes = PROBE_NODES if self._limit.nodes is None else min(PROBE_NODES, self._limit.nodes)
        time_s = self._time_s
        for number, points in enumerate(chance.sample(choices, min(_PROBES, len(choices)))):
            left_s = None if time_s is None else _SHARE * time_s - self._spent_s
            if number and (self._stopped or (left_s is not None and left_s <= 0)):
                return
            limit = Limit(self._limit.depth, nodes, None if left_s is None else max(0.01, left_s))
            found = self._search(replace(job, moves=(*job.moves, *points)), limit)
            self._nodes += found.info.nodes
            self._stopped = found.stopped
            if number == 0 or not found.stopped:
                yield _Judged(points, found.info.score)

    @property
    def _time_s(self) -> float | None:
        """The time for this decision; None = as long as its nodes take."""
        clock = self._limit.clock
        times = [self._limit.time_s, None if clock is None else clock.left_s / _CLOCK_PART + clock.increment_s]
        return min((time_s for time_s in times if time_s is not None), default=None)

    @property
    def _spent_s(self) -> float:
        return time.monotonic() - self._began_s

    def _chance(self, stones: Stones) -> random.Random:
        return random.Random(f"{self._seed} {stones.rule} {sorted(stones.points.items())}")

    def _result(self, move: str, score: Score, line: Sequence[str] = (), depth: int = 0) -> SearchResult:
        info = SearchInfo(depth, self._nodes, self._spent_s, score, tuple(line) or (move,))
        return SearchResult(move, info, self._stopped)


class SwappingEngine:
    """Another engine that knows opening rules as well: it is only ever asked about ordinary positions."""

    def __init__(self, inner: Engine, seed: int = 0) -> None:
        self._inner = inner
        self._seed = seed

    def load(self) -> None:
        """Prepare the other engine."""
        self._inner.load()

    def new_stop_flag(self) -> StopFlag:
        """A flag that hands on to the other engine's."""
        self._inner.load()
        return RelayFlag(self._inner)

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The other engine's answer in ordinary play; in an opening the stone or the choice that its rule asks for.
        Raises EngineError as the other engine does, and for an opening that can't be read."""
        assert isinstance(stop, RelayFlag), "the flag is one of new_stop_flag"
        asked = read_opening(job)
        if asked.task is Task.PLAY:
            return self._inner.search(asked.job, limit, stop.next(), report)

        def search(plain: Job, part: Limit) -> SearchResult:
            return self._inner.search(plain, part, stop.next(), _unheard)

        result = decide(asked, Swapper(search, limit, self._seed))
        report(result.info)
        return result


def decide(asked: OpeningTask, swapper: Swapper) -> SearchResult:
    """The stone or the choice that an opening rule asks for. Raises ValueError for ordinary play."""
    match asked.task:
        case Task.PROPOSE:
            return swapper.propose(asked.job)
        case Task.ADD:
            return swapper.add(asked.job)
        case Task.CHOOSE | Task.CHOOSE_OR_MORE:
            return swapper.choose(asked.job, asked.task is Task.CHOOSE_OR_MORE)
        case Task.OUTSIDE:
            return swapper.outside(asked.job, asked.lines)
        case Task.CENTRE:
            return swapper.centre(asked.job)
        case Task.PLAY:
            raise ValueError("there is nothing to decide in ordinary play")


def _unheard(info: SearchInfo) -> None:
    """The progress of one probe says nothing of the decision."""


def _for_white(judged: _Judged) -> Score:
    return judged.score


def _empty(stones: Stones) -> Iterator[int]:
    return (square for square in range(stones.size**2) if square not in stones.points)


def _near(stones: Stones, reach: int) -> list[str]:
    """The empty points within this many rows and columns of a stone."""
    size = stones.size
    near = (at for at in _empty(stones) if any(_distance(at, stone, size) <= reach for stone in stones.points))
    return _texts(stones, near)


def _texts(stones: Stones, squares: Iterator[int]) -> list[str]:
    return [write_move(square, stones.size) for square in squares]


def _distance(square: int, other: int, size: int) -> int:
    """In rows or columns, whichever is more."""
    return max(abs(square % size - other % size), abs(square // size - other // size))
