"""Other programs as opponents: those that the settings name, by level names `external:NAME`, and trying one out."""

from __future__ import annotations

import shlex
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ai.api import Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.levels import LevelError
from ai.protocols.external_process import Command, ProgramError
from ai.protocols.registry import PROTOCOLS, ExternalLevel, ask_who
from game.storage.notice import Notice
from game.storage.settings import OtherEngine
from game.tables.opponents import EXTERNAL, EngineTrial, Opponent, Readiness


class ExternalEngines:
    """The programs that the settings name now."""

    def __init__(self, engines: Callable[[], Sequence[OtherEngine]]) -> None:
        """`engines` gives what the settings say."""
        self._engines = engines
        self._lock = threading.Lock()
        self._trial: EngineTrial | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose protocols are spoken here."""
        return tuple(PROTOCOLS)

    def opponents(self, game: str) -> tuple[Opponent, ...]:
        """The programs for a game, in the order of the settings."""
        return tuple(_opponent(each) for each in self._engines() if each.game == game and game in PROTOCOLS)

    def opponent(self, game: str, level: str) -> Opponent:
        """A program by its level name. Raises LevelError for one that the settings do not name."""
        found = next((each for each in self.opponents(game) if each.name == level), None)
        if found is None:
            raise LevelError(f"{level.removeprefix(EXTERNAL)!r} is not among the other programs")
        return found

    def level(self, game: str, level: str) -> ExternalLevel | BrokenLevel:
        """A program by its level name, to be seated; one that is gone, or can't be started, fails once it is asked."""
        name = level.removeprefix(EXTERNAL)
        found = next((each for each in self._engines() if (each.game, each.name) == (game, name)), None)
        if found is None or game not in PROTOCOLS:
            return BrokenLevel(level, _gone(level))
        try:
            return ExternalLevel(level, game, _command(found), Limit(time_s=float(found.seconds)))
        except ProgramError as error:
            return BrokenLevel(level, error)

    def try_out(self, engine: OtherEngine) -> None:
        """Start a program in the background and ask it who it is; `trial` tells how that goes."""
        trial = EngineTrial(engine)
        with self._lock:
            self._trial = trial
        threading.Thread(target=self._ask, args=(trial,), name="engine-trial", daemon=True).start()

    @property
    def trial(self) -> EngineTrial | None:
        """The newest trial, running or done."""
        with self._lock:
            return self._trial

    def _ask(self, trial: EngineTrial) -> None:
        engine = trial.engine
        try:
            about = ask_who(engine.game, _command(engine))
            done = EngineTrial(engine, True, about.name, about.version)
        except EngineError as error:
            done = EngineTrial(engine, True, fault=Notice(error.code, error.values))
        with self._lock:
            if self._trial is trial:
                self._trial = done


@dataclass(frozen=True, slots=True)
class BrokenLevel:
    """A program that can't be started, because of `error`: a saved game names it and the settings do not any more, or
    its arguments can't be read."""

    name: str
    error: ProgramError
    limit: Limit = field(default_factory=Limit)
    ponders: ClassVar[bool] = False

    def new_engine(self, seed: int = 0) -> Engine:
        """An engine that says why it does not play."""
        return _BrokenEngine(self.error)


class _BrokenEngine:
    def __init__(self, error: ProgramError) -> None:
        self._error = error

    def load(self) -> None:
        raise self._error.with_traceback(None)  # the same one each time: its traceback would grow

    def new_stop_flag(self) -> threading.Event:
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        raise AssertionError("it can't be loaded")


def _gone(level: str) -> ProgramError:
    name = level.removeprefix(EXTERNAL)
    return ProgramError("gone", f"{name} is not among the programs in the settings any more", name=name)


def _opponent(engine: OtherEngine) -> Opponent:
    return Opponent(f"{EXTERNAL}{engine.name}", None, float(engine.seconds), None, Readiness.READY)


def _command(engine: OtherEngine) -> Command:
    """Raises EngineError for arguments with an open quotation."""
    try:
        arguments = shlex.split(engine.arguments, posix=sys.platform != "win32")
    except ValueError as error:
        raise ProgramError(
            "arguments", f"the arguments of {engine.name} can't be read ({error})", name=engine.name
        ) from error
    return Command(engine.path, tuple(arguments), engine.name)
