"""An engine that now and then does not see what is on the board, as people do, nor what comes in the end of giving
something up: it thinks about the position as it is seen, and plays as well as it can there. What is overlooked, and
what lies too far ahead, each game says for itself (`BlunderModel`)."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ai.api import Choice, Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.relay import RelayFlag
from ai.positions import allows
from ai.score import Score

_PLAIN: Final = 20
"""What is plain to see is overlooked so much less often, in percent: never by who overlooks no more than that."""


class BlunderModel(ABC):
    """What somebody sees of a game's positions. What was once overlooked stays so: chance is drawn from the seed and
    the thing itself."""

    def __init__(self, seed: int, percent: int, foresight: int = 0, missed: int = 0) -> None:
        """`percent` is how often something of weight 1 is overlooked; equal seeds overlook the same. `foresight` is how
        many plies beyond a move are seen that costs something or forces an answer, 0 for all. `missed` is how often, in
        percent, nobody thinks of an attack that the position does not ask for."""
        self._seed = seed
        self._percent = percent
        self._foresight = foresight
        self._missed = missed

    @property
    def considered(self) -> int:
        """The number of the best moves among which one is looked for that is not shunned."""
        return 4

    @abstractmethod
    def seen(self, job: Job) -> Job | None:
        """The position as it is seen, None where nothing is overlooked. Raises EngineError for a job that can't be
        read."""

    def shuns(self, job: Job, move: str, score: Score) -> bool:
        """Whether a move that may be played gives something up, and what it is good for by the engine's `score` is not
        seen. Raises EngineError for a job that can't be read."""
        return False

    def overlooks(self, thing: str, weight: float, plain: bool = False) -> bool:
        """Whether something is overlooked that is this many times as likely to be as something of weight 1. What is
        `plain` a child sees, if it knows the game at all."""
        return 100 * self._chance(f"oversight {self._seed} {thing}") < self._percent * weight - (_PLAIN if plain else 0)

    def misses(self, attack: str) -> bool:
        """Whether an attack is not thought of."""
        return 100 * self._chance(f"missed {self._seed} {attack}") < self._missed

    @staticmethod
    def _chance(thing: str) -> float:
        return random.Random(thing).random()


class BlunderingEngine:
    """Another engine that overlooks things."""

    def __init__(self, inner: Engine, model: BlunderModel) -> None:
        self._inner = inner
        self._model = model

    def load(self) -> None:
        """Prepare the other engine."""
        self._inner.load()

    def new_stop_flag(self) -> StopFlag:
        """A flag that hands on to the other engine's."""
        return RelayFlag(self._inner)

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The other engine's answer to what is seen of the position. If that can't be played (a second look shows
        why), its answer to the whole position. Raises EngineError as it does."""
        assert isinstance(stop, RelayFlag), "the flag is one of new_stop_flag"
        seen = self._model.seen(job)
        if seen is not None:
            try:
                result = self._search(seen, limit, stop, report)
            except EngineError:
                pass  # as it is seen the game is over, or can't be
            else:
                if allows(job, result.move):
                    return result
        return self._search(job, limit, stop, report)

    def _search(self, job: Job, limit: Limit, stop: RelayFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move of which all is seen that it is good for; where there is none, or it loses, the best of all."""
        result = self._inner.search(job, limit, stop.next(), report)
        if limit.lines > 1 or not self._model.shuns(job, result.move, result.info.score):
            return result
        best = self._inner.search(job, replace(limit, lines=self._model.considered), stop.next(), report).info
        for each in (Choice(best.score, best.line), *best.others):
            if (-each.score).wins:
                break
            if each.line and not self._model.shuns(job, each.line[0], each.score):
                info = replace(result.info, score=each.score, line=each.line)
                return replace(result, move=each.line[0], info=info)
        return result
