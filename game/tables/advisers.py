"""Who gives hints and who judges moves at a table: engines that are settled when they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.match.evaluation import SearchInfo
from game.match.events import Request
from game.match.players import Analyst, EnginePlayer, Gone, Player, PlayerKind, Reply, Report, TurnAsked


class Adviser(Player):
    """Gives hints; who that is, is settled again at each question: a strong level as soon as there is one."""

    kind = PlayerKind.ENGINE

    def __init__(self, choose: Callable[[], EnginePlayer]) -> None:
        """`choose` makes whoever answers the next question."""
        self._choose = choose
        self._now: EnginePlayer | None = None

    @property
    def thinking(self) -> SearchInfo | None:
        """The newest progress of whoever was asked."""
        return self._now.thinking if self._now else None

    def ask(self, turn: TurnAsked) -> None:
        """Choose somebody and ask."""
        self.cancel()
        self._now = self._choose()
        self._now.ask(turn)

    def cancel(self) -> None:
        """The question does not hold any more."""
        if self._now:
            self._now.cancel()
        self._now = None

    def poll(self) -> Sequence[Report]:
        """The answer once it has come; whoever gave it is released with all that it remembers."""
        reports = self._now.poll() if self._now else ()
        if reports:
            self._now = None
        return reports

    def consider(self, request: Request) -> Reply:
        """Nobody asks an adviser for anything."""
        return Reply.NO


class LateJudge:
    """Judges a person's moves; its engine is made with the first question and not before it is prepared."""

    def __init__(self, make: Callable[[], Analyst], is_ready: Callable[[], bool]) -> None:
        """`make` gives the engine, `is_ready` tells whether it is prepared."""
        self._make = make
        self._is_ready = is_ready
        self._analyst: Analyst | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the engine is prepared."""
        return self._is_ready()

    def ask(self, turn: TurnAsked, time_s: float) -> None:
        """Have a position thought about."""
        if self._analyst is None:
            self._analyst = self._make()
        self._analyst.ask(turn, time_s)

    def poll(self) -> SearchInfo | Gone | None:
        """What the engine thinks."""
        return self._analyst.poll() if self._analyst is not None else None

    def cancel(self) -> None:
        """Drop the question."""
        if self._analyst is not None:
            self._analyst.cancel()
