"""Whom the person can play against: levels and other programs, and how far they are prepared."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from game.storage.notice import Notice
from game.storage.settings import OtherEngine


class Readiness(enum.Enum):
    """Whether an opponent can be played: now, soon (still being prepared), or not on this machine."""

    READY = enum.auto()
    PREPARING = enum.auto()
    FAILED = enum.auto()


@dataclass(frozen=True, slots=True)
class Opponent:
    """One level of a game as the level select shows it: its limit in plies or seconds a move, its measured rating (None
    while it is not measured), whether it can play, and how many steps of its preparation are done, of how many (None:
    that is not known, or it needs none)."""

    name: str
    depth: int | None
    seconds: float | None
    rating: int | None
    readiness: Readiness
    steps: tuple[int, int] | None = None


ADAPTIVE: Final = "adaptive"
"""The level that follows the person's results; a match knows it with its strength, `adaptive:640`."""

CLASSIC: Final = "classic"
"""The level of the source document's engine; `classic:N` looks this many plies ahead."""

EXTERNAL: Final = "external:"
"""What the level names of other programs begin with; the program's name in the settings follows."""


@dataclass(frozen=True, slots=True)
class EngineTrial:
    """Another program being tried out: whether that is done, what it says of itself (empty: nothing), and what went
    wrong."""

    engine: OtherEngine
    done: bool = False
    name: str = ""
    version: str = ""
    fault: Notice | None = None


@dataclass(frozen=True, slots=True)
class Preparation:
    """How far the engines have been prepared: steps done and of how many; `failed` is one sentence or None."""

    done: int
    of: int
    running: bool
    failed: str | None = None
