"""The log of a run as JSON lines: what is played in the first, a game in each other, written as each game ends.

A run that was broken off goes on from its log; it may then play more games than was meant at first, for the schedule
of more games begins with that of fewer.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from ai.arena.matches import RoundRobin
from ai.arena.play import Played


class LogError(Exception):
    """The log can't be used. One sentence for a person."""


class _Head(msgspec.Struct, frozen=True, tag="match"):
    """What is played. Games of another run do not belong to it."""

    game: str
    variant: str
    players: tuple[str, ...]
    limits: tuple[str, ...]
    seed: int
    neighbours: bool
    openings: str
    adaptive: bool = False


class Log:
    """An open log. Close it in the end."""

    def __init__(self, path: Path, plan: RoundRobin, go_on: bool) -> None:
        """Begin a log, or with `go_on` go on with one that is there; `played` holds its games then.

        Raises LogError: a log is there and `go_on` is not set, it is one of another run, or can't be read or written.
        """
        self.played: list[Played] = []
        """The games that the log held when it was opened, without void ones."""
        head = _head(plan)
        try:
            held = path.read_bytes() if path.exists() else b""
            if held and not go_on:
                raise LogError(f"{path} holds a run already: --continue goes on with it")
            whole = held[: held.rfind(b"\n") + 1]  # the last line may be torn
            if whole:
                self.played = _read(path, whole.splitlines(), head)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("ab")
            self._file.truncate(len(whole))
            if not whole:
                self._write(msgspec.json.encode(head))
        except OSError as error:
            raise LogError(f"cannot use the log: {error}") from error

    def add(self, played: Played) -> None:
        """Write a game; it is on disk when this returns."""
        self._write(msgspec.json.encode(played))

    def close(self) -> None:
        """End the log."""
        self._file.close()

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _head(plan: RoundRobin) -> _Head:
    text = "\n".join(" ".join(opening) for opening in plan.openings)
    return _Head(
        game=plan.game,
        variant=plan.variant,
        players=tuple(player.name for player in plan.players),
        limits=tuple(str(player.limit) for player in plan.players),
        seed=plan.seed,
        neighbours=plan.neighbours,
        openings=hashlib.sha256(text.encode()).hexdigest()[:16],
        adaptive=plan.bar is not None,
    )


def _read(path: Path, lines: Sequence[bytes], head: _Head) -> list[Played]:
    try:
        held = msgspec.json.decode(lines[0], type=_Head)
        games = [msgspec.json.decode(line, type=Played) for line in lines[1:]]
    except msgspec.DecodeError as error:
        raise LogError(f"{path} is no log of a match: {error}") from error
    for name in _Head.__struct_fields__:
        if getattr(held, name) != getattr(head, name):
            raise LogError(f"{path} is the log of another run: its {name} differ")
    return [game for game in games if not game.void]
