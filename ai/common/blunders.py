"""An engine that now and then does not see what is on the board, as people do: it thinks about the position as it is
seen, and plays as well as it can there. What is overlooked each game says for itself (`Sight`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ai.api import Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.relay import RelayFlag
from ai.positions import allows


class Sight(Protocol):
    """What somebody sees of a game's positions."""

    def seen(self, job: Job) -> Job | None:
        """The position as it is seen, None where nothing is overlooked. Equal seeds overlook the same."""
        ...


class OversightEngine:
    """Another engine that overlooks things."""

    def __init__(self, inner: Engine, sight: Sight) -> None:
        self._inner = inner
        self._sight = sight

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
        seen = self._sight.seen(job)
        if seen is not None:
            try:
                result = self._inner.search(seen, limit, stop.next(), report)
            except EngineError:
                pass  # as it is seen the game is over, or can't be
            else:
                if allows(job, result.move):
                    return result
        return self._inner.search(job, limit, stop.next(), report)
