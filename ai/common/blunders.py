"""An engine that now and then does not see what is on the board, as people do: it thinks about the position as it is
seen, and plays as well as it can there. What is overlooked each game says for itself (`BlunderModel`)."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable

from ai.api import Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.relay import RelayFlag
from ai.positions import allows


class BlunderModel(ABC):
    """What somebody sees of a game's positions. What was once overlooked stays so: chance is drawn from the seed and
    the thing itself."""

    def __init__(self, seed: int, percent: int) -> None:
        """`percent` is how often something of weight 1 is overlooked; equal seeds overlook the same."""
        self._seed = seed
        self._percent = percent

    @abstractmethod
    def seen(self, job: Job) -> Job | None:
        """The position as it is seen, None where nothing is overlooked. Raises EngineError for a job that can't be
        read."""

    def overlooks(self, thing: str, weight: float) -> bool:
        """Whether something is overlooked that is this many times as likely to be as something of weight 1."""
        chance = random.Random(f"oversight {self._seed} {thing}").random()
        return 100 * chance < self._percent * weight


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
                result = self._inner.search(seen, limit, stop.next(), report)
            except EngineError:
                pass  # as it is seen the game is over, or can't be
            else:
                if allows(job, result.move):
                    return result
        return self._inner.search(job, limit, stop.next(), report)
