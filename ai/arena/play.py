"""One game between two engines, from its opening to its end by the rules."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from ai.api import Closable, Engine, EngineError, Job, Limit, SearchResult, StopFlag
from ai.arena.games import game_kind
from ai.arena.players import ArenaPlayer
from ai.arena.referee import Ending, Referee
from ai.common.kernel_engine import KernelEngine
from game.rules.core import RulesError

FAULT, TIME, PLY_LIMIT = "fault", "time", "ply-limit"
"""Ends that are none by the rules: an engine's fault (crash, illegal move, silence), a flag fallen, a game too long."""

_PATIENCE_S = 300.0
"""How long an engine without a limit of time may think about one move."""
_TIMED_PATIENCE_S = 10.0
"""How far an engine with a limit of time may pass it before it is asked to stop; the game is lost then."""
_BUSY = 20
"""How many times as long one may take who counts the time of the processor (`processor_time`): others use it, too."""
_GRACE_S = 5.0
"""How long an engine may take to obey a stop. After that it is left alone in its thread."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: its number in the schedule, the opening (start position and moves), who plays side 0 and
    side 1, and the seed of both engines."""

    number: int
    game: str
    variant: str
    start: str
    opening: tuple[str, ...]
    players: tuple[ArenaPlayer, ArenaPlayer]
    seed: int


@dataclass(slots=True)
class Spent:
    """What one side used in a game: its own moves (none of the opening), seconds in all and for the longest move,
    the most by which a move passed its limit of time, and positions visited."""

    moves: int = 0
    total_s: float = 0.0
    longest_s: float = 0.0
    over_s: float = 0.0
    nodes: int = 0

    def add(self, limit: Limit, elapsed_s: float, nodes: int) -> None:
        """Count one move."""
        self.moves += 1
        self.nodes += nodes
        self.total_s += elapsed_s
        self.longest_s = max(self.longest_s, elapsed_s)
        if limit.time_s is not None:
            self.over_s = max(self.over_s, elapsed_s - limit.time_s)

    def join(self, other: Spent) -> None:
        """Add what was used in another game."""
        self.moves += other.moves
        self.nodes += other.nodes
        self.total_s += other.total_s
        self.longest_s = max(self.longest_s, other.longest_s)
        self.over_s = max(self.over_s, other.over_s)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the names of side 0 and side 1, the winner (None = draw) and why it ended, all moves with those
    of the opening, and what each side used. `message` tells what went wrong when the reason is a fault.

    `void`: the process that played it died, so nobody knows who is to blame; it counts for nothing.
    """

    number: int
    variant: str
    names: tuple[str, str]
    winner: int | None
    reason: str
    message: str = ""
    start: str = ""
    opening: int = 0
    moves: tuple[str, ...] = ()
    seed: int = 0
    spent: tuple[Spent, Spent] = field(default_factory=lambda: (Spent(), Spent()))
    void: bool = False

    def points(self, side: int) -> float:
        """What the side got: 1 for a win, a half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == side)


def play_game(fixture: Fixture) -> Played:
    """Play a game to its end. Whatever an engine does, the game comes to an end: a crash, an illegal move or a silence
    loses it, with the message kept. Raises EngineError or RulesError for an invalid opening."""
    kind = game_kind(fixture.game)
    referee = Referee(fixture.variant, fixture.start)
    moves = [referee.play(move) for move in fixture.opening]
    seats = [_Seat(side, fixture.players[side]) for side in (0, 1)]
    ending, message = referee.ending, ""
    try:
        for seat in seats:
            seat.load(fixture.seed)
        while ending is None:
            job = Job(fixture.variant, fixture.start, tuple(moves))
            ending = seats[referee.turn].move(job, referee, moves) or referee.ending
            if ending is None and len(moves) >= kind.most_plies:
                ending = Ending(None, PLY_LIMIT)
    except _FaultError as fault:
        ending, message = Ending(1 - fault.side, FAULT), str(fault)
    finally:
        for seat in seats:
            seat.close()
    return Played(
        number=fixture.number,
        variant=fixture.variant,
        names=(fixture.players[0].name, fixture.players[1].name),
        winner=ending.winner,
        reason=ending.reason,
        message=message,
        start=fixture.start,
        opening=len(fixture.opening),
        moves=tuple(moves),
        seed=fixture.seed,
        spent=(seats[0].spent, seats[1].spent),
    )


def _counts_processor_time(engine: Engine | None) -> bool:
    return isinstance(engine, KernelEngine) and engine.counts_processor_time


class _FaultError(Exception):
    """The engine of a side failed; the text says how."""

    def __init__(self, side: int, text: str) -> None:
        super().__init__(text)
        self.side = side


class _Seat:
    """One side of a game: its engine, what it used, and its clock where it has one."""

    def __init__(self, side: int, player: ArenaPlayer) -> None:
        self.spent = Spent()
        self._side = side
        self._name = player.name
        self._player = player
        self._limit = player.limit
        self._engine: Engine | None = None

    def load(self, seed: int) -> None:
        """Make the engine ready; no clock counts that. Raises _FaultError."""

        def make() -> None:
            self._engine = self._player.new_engine(seed)
            self._engine.load()

        self._guard(make, _PATIENCE_S)

    def move(self, job: Job, referee: Referee, moves: list[str]) -> Ending | None:
        """Let the engine move; the ending if its flag has fallen. Raises _FaultError."""
        result, elapsed_s = self._think(job)
        self.spent.add(self._limit, elapsed_s, result.info.nodes)
        clock = self._limit.clock
        if clock:
            left_s = clock.left_s - elapsed_s
            if left_s < 0:
                return Ending(1 - self._side, TIME)
            self._limit = replace(self._limit, clock=replace(clock, left_s=left_s + clock.increment_s))
        try:
            moves.append(referee.play(result.move))
        except RulesError as error:
            raise self._fault(str(error)) from error
        return None

    def close(self) -> None:
        """End the engine where that takes more than forgetting it: another program is a process."""
        engine: object = self._engine
        if isinstance(engine, Closable):
            with suppress(_FaultError):  # the game is over
                self._guard(engine.close, _GRACE_S)

    def _think(self, job: Job) -> tuple[SearchResult, float]:
        """The engine's answer and the seconds that it took."""
        answers: list[tuple[SearchResult, float]] = []
        engine = self._engine
        assert engine is not None, "load comes first"
        flags: list[StopFlag] = []

        def search() -> None:
            flags.append(engine.new_stop_flag())
            start_s = time.perf_counter()
            result = engine.search(job, self._limit, flags[0], lambda info: None)
            passed_s = time.perf_counter() - start_s
            answers.append((result, result.info.time_s if _counts_processor_time(engine) else passed_s))

        def stop() -> None:
            for flag in flags:
                flag.set()

        self._guard(search, self._patience_s(), stop)
        return answers[0]

    def _patience_s(self) -> float:
        bounds = [self._limit.time_s, self._limit.clock.left_s if self._limit.clock else None]
        timed = [bound for bound in bounds if bound is not None]
        if not timed:
            return _PATIENCE_S
        slower = _BUSY if _counts_processor_time(self._engine) else 1
        return slower * min(timed) + _TIMED_PATIENCE_S

    def _guard(
        self, action: Callable[[], object], patience_s: float, stop: Callable[[], object] = lambda: None
    ) -> None:
        """Have the engine do something in a thread of its own. Raises _FaultError if it fails or takes too long; a
        thread that does not even end after `stop` is left behind, for nothing can end it."""
        failures: list[Exception] = []

        def run() -> None:
            try:
                action()
            except Exception as error:  # an engine under test may fail in any way: the game is lost with what it said
                failures.append(error)

        thread = threading.Thread(target=run, name="arena-engine", daemon=True)
        thread.start()
        thread.join(patience_s)
        if thread.is_alive():
            stop()
            thread.join(_GRACE_S)
            silent = "and did not stop" if thread.is_alive() else "and had to be stopped"
            raise self._fault(f"no answer in {patience_s:.0f} s {silent}")
        if failures:
            error = failures[0]
            raise self._fault(str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}")

    def _fault(self, text: str) -> _FaultError:
        return _FaultError(self._side, f"{self._name}: {text}")
