"""Who plays in the arena: a level of the game, an engine of the house with options and limits of one's own, or another
program that speaks the game's protocol.

expert                                   a named level, also depth:N and seconds:N
patterns                                 an engine as it is made by default; a second a move
patterns:nodes=20000,seed=3              limits: depth, nodes, seconds, clock=SECONDS+INCREMENT
patterns:seconds=0.5,table_mb=64         everything else is an option of the engine, a whole number
patterns:seconds=0.5,processor_time=1    ... such as to count the time of the processor, which others use, too
    external:/usr/games/pbrain-x,seconds=1   another program, here a Gomocup one; arguments may follow it after blanks
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ai.api import Clock, Engine, Limit
from ai.engines import ENGINES
from ai.level import Level
from ai.levels import LevelError, level
from ai.protocols.external_process import Command
from ai.protocols.registry import PROTOCOLS, ExternalLevel

_DEFAULT_LIMIT = Limit(time_s=1.0)
_EXTERNAL = "external"


class ArenaPlayer(Protocol):
    """One side of a match. It is sent to another process, so it must be a value that can be pickled."""

    @property
    def name(self) -> str:
        """What it is called in tables; different for different players."""
        ...

    @property
    def limit(self) -> Limit:
        """The limit of its moves; a clock is for the whole game."""
        ...

    def new_engine(self, seed: int) -> Engine:
        """A fresh engine for one game."""
        ...


@dataclass(frozen=True, slots=True)
class Seeded:
    """A player whose engine has the same seed in every game."""

    level: Level
    seed: int

    @property
    def name(self) -> str:
        """As the player was written."""
        return self.level.name

    @property
    def limit(self) -> Limit:
        """The limit of the level."""
        return self.level.limit

    def new_engine(self, seed: int) -> Engine:
        """The level's engine with its own seed, whatever is asked for."""
        return self.level.new_engine(self.seed)


class PlayerError(ValueError):
    """The text names no player of the game. `str(error)` is one sentence for a person."""


def player(game: str, text: str) -> ArenaPlayer:
    """The player that a text names, as described above. Raises PlayerError."""
    engine, _, options = text.partition(":")
    if engine == _EXTERNAL:
        return _external(game, text, options)
    if engine in ENGINES:
        return _engine(game, text, engine, options)
    try:
        return level(game, text)
    except LevelError as error:
        raise PlayerError(f"{error}, or an engine: {', '.join(ENGINES)}, external:PATH") from error


def _external(game: str, text: str, options: str) -> ArenaPlayer:
    if game not in PROTOCOLS:
        raise PlayerError(f"{text[:80]!r}: no other program can play {game} here")
    path, *parts = options.split(",")
    limit = Limit()
    for part in parts:
        key, _, value = part.partition("=")
        if key not in _LIMITS:
            raise PlayerError(f"{text[:80]!r}: a program takes the limits {', '.join(_LIMITS)} only")
        limit = _LIMITS[key](limit, value, text)
    try:
        command = tuple(shlex.split(path, posix=os.name == "posix"))
    except ValueError as error:
        raise PlayerError(f"{text[:80]!r}: {error}") from error
    if not command or not Path(command[0]).is_file():
        raise PlayerError(f"{text[:80]!r}: there is no such program")
    name = ",".join([Path(command[0]).name, *parts])
    # its folder becomes the program's own, so the path must not depend on ours
    whole = Command(str(Path(command[0]).absolute()), command[1:])
    return ExternalLevel(name, game, whole, _DEFAULT_LIMIT if limit == Limit() else limit)


def _engine(game: str, text: str, engine: str, options: str) -> ArenaPlayer:
    limit, numbers = Limit(), {}
    for option in filter(None, options.split(",")):
        key, _, value = option.partition("=")
        if key in _LIMITS:
            limit = _LIMITS[key](limit, value, text)
        else:
            numbers[key] = _whole(value, text)
    seed = numbers.pop("seed", None)
    chosen = Level(text, game, _DEFAULT_LIMIT if limit == Limit() else limit, ENGINES[engine], numbers)
    try:
        chosen.new_engine()
    except TypeError as error:  # what Python says of an argument that the engine does not take
        raise PlayerError(f"{text[:80]!r}: the engine {engine} does not take these options: {error}") from error
    return chosen if seed is None else Seeded(chosen, seed)


def _depth(limit: Limit, value: str, text: str) -> Limit:
    return replace(limit, depth=_positive(_whole(value, text), text))


def _nodes(limit: Limit, value: str, text: str) -> Limit:
    return replace(limit, nodes=_positive(_whole(value, text), text))


def _seconds(limit: Limit, value: str, text: str) -> Limit:
    return replace(limit, time_s=_number(value, text))


def _clock(limit: Limit, value: str, text: str) -> Limit:
    left, plus, increment = value.partition("+")
    return replace(limit, clock=Clock(_number(left, text), _number(increment, text) if plus else 0.0))


_LIMITS: dict[str, Callable[[Limit, str, str], Limit]] = {
    "depth": _depth,
    "nodes": _nodes,
    "seconds": _seconds,
    "clock": _clock,
}


def _whole(value: str, text: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise PlayerError(f"{text[:80]!r}: {value[:20]!r} is no whole number") from None


def _positive(number: int, text: str) -> int:
    if number < 1:
        raise PlayerError(f"{text[:80]!r}: a limit is 1 at least")
    return number


def _number(value: str, text: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0.001 <= number <= 100_000:  # also refuses nan
        raise PlayerError(f"{text[:80]!r}: {value[:20]!r} is no number of seconds from 0.001 to 100000")
    return number
