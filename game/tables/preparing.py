"""What the computer's levels need before they can play: compiled kernels, or a child that interprets them meanwhile."""

from __future__ import annotations

import contextlib

from ai.level import Level
from ai.runtime.interpreter import Interpreter, InterpreterGoneError
from ai.runtime.meanwhile import MeanwhileLevel
from ai.runtime.warmup import Warmup
from game.match.players import Seatable
from game.storage.notice import Notice
from game.tables.opponents import Preparation, Readiness


class Preparing:
    """Has the kernels compiled in the background, and says who can play by now."""

    def __init__(self) -> None:
        self._warmup = Warmup()
        self._interpreter = Interpreter()

    def notices(self) -> list[Notice]:
        """What has to be told once."""
        if self._warmup.is_kept:
            return []
        return [Notice("kernels-nowhere" if self._warmup.poll().failed else "kernels-not-kept")]

    def start(self) -> None:
        """Begin to compile what is missing."""
        self._warmup.start()

    def update(self) -> None:
        """From time to time: end the child that interprets once all is compiled."""
        if self._warmup.poll().ready:
            self._interpreter.rest()

    def state(self) -> Preparation:
        """How far it is with all levels."""
        state = self._warmup.poll()
        return Preparation(state.done, state.of, state.running, state.failed)

    def steps(self, level: Level) -> tuple[int, int] | None:
        """How many steps are done for a level, of how many; None if it needs none, or that is not known."""
        return self._warmup.poll().steps.get(level.engine)

    def expect(self, level: Level, engine: str) -> None:
        """Somebody is about to play against a level: prepare this engine before all others, and have the level play
        meanwhile if it can."""
        self._warmup.want(engine)
        if self.plays_meanwhile(level):
            with contextlib.suppress(InterpreterGoneError):  # it is tried again when it is to move, and told
                self._interpreter.start()

    def is_prepared(self, level: Level) -> bool:
        """Whether nothing is left to be done for a level."""
        return not level.needs_kernels or self._warmup.poll().is_ready(level.engine)

    def readiness(self, level: Level) -> Readiness:
        """Whether a level can play now, prepared or meanwhile."""
        if level.is_light or self.is_prepared(level):
            return Readiness.READY
        # the worker could still compile in its thread, but the window would stutter and the clock run for ten seconds
        return Readiness.FAILED if self._warmup.poll().failed else Readiness.PREPARING

    def plays_meanwhile(self, level: Level) -> bool:
        """Whether a level plays interpreted for now."""
        return level.is_light and not self.is_prepared(level)

    def seatable(self, level: Level) -> Seatable:
        """The level, or what plays in its name until it is prepared."""
        if not self.plays_meanwhile(level):
            return level
        return MeanwhileLevel(level, self._interpreter, lambda: self.is_prepared(level))

    def close(self) -> None:
        """End the children."""
        self._warmup.close()
        self._interpreter.close()
