"""How strong our engine plays behind a protocol: as well as it can, or at one of the levels of the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from ai.api import Engine, Limit
from ai.engine_kind import EngineKind
from ai.level import Level
from ai.levels import level, levels_for

_Number = TypeVar("_Number", int, float)

FULL: Final = "full"
"""The word for no level: all that the engine can, within the limits that the protocol grants."""


def strength_names(game: str) -> tuple[str, ...]:
    """The words for how strong a game's engine may play, `FULL` first and then the named levels, weakest first."""
    return (FULL, *(each.name for each in levels_for(game)))


def read_strength(game: str, text: str) -> Level | None:
    """The level that a text names, as `ai.levels.level` reads it; None for `FULL`. Raises LevelError."""
    name = text.strip().lower()
    return None if name == FULL else level(game, name)


def strength_name(chosen: Level | None) -> str:
    """The word for a level or for none."""
    return FULL if chosen is None else chosen.name


def make_engine(engine: EngineKind, seed: int, options: Mapping[str, int], chosen: Level | None) -> Engine:
    """The engine of a level, else this one with its options. A level has its own options; only where it
    leaves open how many threads think, these decide. The tables of one that thinks by the clock have their memory once
    it is loaded, so that its first search is worth as much as all others."""
    if chosen is None:
        return engine.make(seed, {**options, "touch": 1})
    named = dict(chosen.options)
    if chosen.ponders and chosen.limit.time_s is not None:
        named["touch"] = 1
    if "threads" in named and "threads" in options:
        named["threads"] = options["threads"]
    return chosen.kind.make(seed, named)


def within(limit: Limit, chosen: Level | None) -> Limit:
    """A limit with that of a level beside it: whichever comes first."""
    if chosen is None:
        return limit
    return replace(
        limit,
        depth=_least(limit.depth, chosen.limit.depth),
        nodes=_least(limit.nodes, chosen.limit.nodes),
        time_s=_least(limit.time_s, chosen.limit.time_s),
    )


def may_ponder(chosen: Level | None) -> bool:
    """Whether more time makes it stronger: a level that counts plies or positions gets no more of them."""
    return chosen is None or (chosen.ponders and chosen.limit.nodes is None and chosen.limit.time_s is not None)


def _least(one: _Number | None, other: _Number | None) -> _Number | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def progress_text(done: int, of: int) -> str:
    """How far the compiling of the engine is, for whoever waits for it."""
    parts = f" (part {done} of {of})" if of else ""
    return f"compiling the engine for this machine, once{parts}"
