"""Iterative deepening, the same for every game: progress reported, the end kept in time, depth after depth.

An engine's search makes an `IterativeDeepening`, and hands `run` a function that decides on a move. Meanwhile a thread
of its own (the ticker) reports and stops the kernels when the time is up. In the decision the engine notes what it
finds, and has `deepen` search its root deeper and deeper.

    def search(self, job, limit, stop, report):
        deepening = IterativeDeepening(limit, kernel_flag(stop), report, moves_ahead=30)
        return deepening.run(lambda: self._decide(deepening))

    def _decide(self, deepening):
        deepening.note(0, Cp(0), moves[:1])           # something to answer with if it is stopped at once
        deepening.deepen(root, most_depth=64)         # root: ai.common.iterative_deepening.Root
        return deepening.info.line[0]
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from ai.api import Choice, Limit, SearchInfo, SearchResult
from ai.common.control import NODE_LIMIT, NODES, SELDEPTH, STOP, TIME_UP, KernelStopFlag
from ai.common.timing import MoveTimer
from ai.score import Cp, Mate, Score

_REPORT_EVERY_S: Final = 0.25
_SHORTEST_WAIT_S: Final = 0.001
_BEYOND: Final = 2
"""A shorter win than the one that is seen is looked for until the search is this many plies deeper than that win is
long: what is pruned and reduced on the way hides it no longer ..."""
_WORTH_LOOKING: Final = 8
_FEW: Final = 20_000
"""... as long as that takes few positions, or no more than this many times those that the first win took: of 120 mates
of Xiangqi ten were seen longer than they are at first, and all of these found in less than four times."""
_UNLIMITED: Final = int(np.iinfo(np.int64).max)
_AFTER_ALL: Final = 20_000
"""This many positions, some hundredths of a second, are looked at even if the time was over before anything was."""


@dataclass(frozen=True, slots=True)
class Found:
    """What searching the root to one depth gave: the best line with its score from the side to move. `complete` is
    False if the search was cut short: then the line is the best of what was searched."""

    score: Score
    line: tuple[str, ...]
    complete: bool = True


class Root(Protocol):
    """The root of an engine's search, which keeps its moves in the order of how good they were."""

    def search(self, depth: int, rank: int) -> Found | None:
        """Search the root to a depth, leaving out the first `rank` of its moves; brings the best of the others to
        place `rank` and gives it. None if there is no other move, or if it was stopped before anything was found."""
        ...


class IterativeDeepening:
    """One search from its start to its answer. `info` is the newest progress noted."""

    def __init__(
        self,
        limit: Limit,
        stop: KernelStopFlag,
        report: Callable[[SearchInfo], None],
        *,
        moves_ahead: int,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`moves_ahead`: how many own moves the game will probably still take (for `Limit.clock`); `clock`: what all
        times are told by, in seconds."""
        self._clock = clock
        self._start_s = clock()
        self.limit = limit
        self.stop = stop
        self.timer = MoveTimer(limit, moves_ahead)
        self.info = SearchInfo(0, 0, 0.0, Cp(0))
        self.tabled: int | None = None
        """What endgame tables say of the position (`SearchInfo.tabled`)."""
        self._report = report
        self._lock = threading.Lock()
        self._controls = [stop.control]
        self.set_node_limit()

    def run(self, decide: Callable[[], str]) -> SearchResult:
        """Decide on a move while the ticker reports and keeps the time."""
        done = threading.Event()
        ticker = threading.Thread(target=self._tick, args=(done,), name="engine-ticker", daemon=True)
        ticker.start()
        try:
            move = decide()
        finally:
            done.set()
            ticker.join()
        return SearchResult(move, self._newest(), self.stop.is_set())

    # --- time, nodes, progress --------------------------------------------------------------------------------------

    @property
    def elapsed_s(self) -> float:
        """Seconds since the search began."""
        return self._clock() - self._start_s

    @property
    def nodes(self) -> int:
        """Positions visited so far, by all threads."""
        return int(sum(control[NODES] for control in self._controls))

    def count_also(self, control: NDArray[np.int64]) -> None:
        """Count the nodes of another thread's control array, too."""
        self._controls.append(control)

    def set_node_limit(self, more: int | None = None) -> bool:
        """Let the first thread visit `more` positions from now on, though never more in all than the search's limit;
        whether it may search at all. None: up to the search's limit. Clears a stop that came from an earlier limit."""
        control = self.stop.control
        limit = _UNLIMITED if self.limit.nodes is None else self.limit.nodes
        if more is not None:
            limit = min(limit, int(control[NODES]) + more)
        control[NODE_LIMIT] = limit
        return self.stop.may_go_on() and bool(control[NODES] < limit)

    def note(self, depth: int, score: Score, line: Sequence[str], others: Sequence[Choice] = ()) -> None:
        """Keep this as the newest progress and report it."""
        self.info = SearchInfo(depth, 0, 0.0, score, tuple(line), tuple(others), tabled=self.tabled)
        self._tell()

    def _newest(self) -> SearchInfo:
        farthest = max(int(control[SELDEPTH]) for control in self._controls)
        return replace(self.info, nodes=self.nodes, time_s=self.elapsed_s, seldepth=farthest)

    def _tell(self) -> None:
        with self._lock:
            self._report(self._newest())

    def _tick(self, done: threading.Event) -> None:
        """In a thread of its own: report while a kernel runs, and stop it when the time is up."""
        most_s = self.timer.most_s
        waited_s = 0.0
        while True:
            wait_s = _REPORT_EVERY_S - waited_s
            if most_s is not None:
                # the time of the processor passes at the most as many times as fast as there are threads
                left_s = (most_s - self.elapsed_s) / len(self._controls)
                wait_s = min(wait_s, max(_SHORTEST_WAIT_S, left_s))
            if done.wait(wait_s):
                return
            if most_s is not None and self.elapsed_s >= most_s:
                self.stop.end_in_time()
                return
            waited_s += wait_s
            if waited_s >= _REPORT_EVERY_S:
                waited_s = 0.0
                self._tell()

    # --- depth after depth ------------------------------------------------------------------------------------------

    def deepen(self, root: Root, most_depth: int) -> None:
        """Search the root deeper and deeper until the limit, the stop flag, or a forced end of all lines asked for. A
        win is no end as long as a shorter one may be found soon.

        What is best so far stays noted: a depth that was cut short counts with what it found.
        """
        most_nodes: int | None = None
        for depth in range(1, min(self.limit.depth or most_depth, most_depth) + 1):
            lines: list[Found] = []
            for rank in range(max(1, self.limit.lines)):
                found = root.search(depth, rank)
                if depth == 1 and not rank and (found is None or not found.complete):
                    found = self._after_all(root) or found
                if found is None or (rank and not found.complete):
                    break
                lines.append(found)
                if not found.complete:
                    break
            if not lines:
                return
            best = max(lines, key=lambda each: each.score)  # the first of equals
            self._note_depth(depth, best, [each for each in lines if each is not best])
            if not best.complete or self.stop.control[STOP]:
                return
            ends = [each.score.plies for each in lines if isinstance(each.score, Mate)]
            if len(ends) == len(lines):
                if most_nodes is None:
                    most_nodes = max(_FEW, _WORTH_LOOKING * self.nodes)
                longest = max(ends)
                if longest <= 1 or depth >= longest + _BEYOND or self.nodes >= most_nodes:
                    return
            if not self.timer.goes_on(self.elapsed_s, best.line[0], best.score):
                return

    def _after_all(self, root: Root) -> Found | None:
        """One ply deep, where the time was over before so much was done, as on a machine that stood still: better a
        little late than a move that nobody has looked at."""
        control = self.stop.control
        if not control[TIME_UP]:
            return None
        control[TIME_UP] = 0
        found = root.search(1, 0) if self.set_node_limit(_AFTER_ALL) else None
        self.stop.end_in_time()
        return found

    def _note_depth(self, depth: int, best: Found, others: list[Found]) -> None:
        """Note what a depth has found; where it was cut short, moves of the depth before fill the places behind. A win
        stays until a shorter one is found."""
        known = self.info.score
        if known.wins and self.limit.lines <= 1 and not (best.complete and best.score > known):
            best = Found(known, self.info.line)
        others.sort(key=lambda each: each.score, reverse=True)
        choices = [Choice(each.score, each.line) for each in others]
        seen = {best.line[0], *(each.line[0] for each in others)}
        before = (Choice(self.info.score, self.info.line), *self.info.others) if self.info.depth else ()
        choices += [choice for choice in before if choice.line[0] not in seen]
        self.note(depth, best.score, best.line, choices[: self.limit.lines - 1])


def aspiration_window(search: Callable[[int, int], int | None], centre: int, width: int, most: int) -> int | None:
    """Search with a narrow window about an expected score, and wider where the score falls outside; gives the score.

    `search` takes alpha and beta and gives a score within them, or a bound outside (fail-soft), or None when stopped.
    `centre` and `width` are in the engine's units; -`most` and `most` lie beyond every score.
    """
    alpha, beta = centre - width, centre + width
    while True:
        alpha, beta = max(alpha, -most), min(beta, most)
        score = search(alpha, beta)
        if score is None or alpha < score < beta:
            return score
        width *= 3
        reach = width if 8 * width < most else 2 * most
        if score <= alpha > -most:
            alpha, beta = score - reach, (alpha + beta) // 2 + 1
        elif score >= beta < most:
            beta = score + reach
        else:
            return score
