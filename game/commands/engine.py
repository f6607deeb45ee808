"""`engine`: the engine of a game on standard input and output, for other programs' windows (`ai.protocols`)."""

from __future__ import annotations

from ai.protocols.conversation import SpeakOptions
from ai.protocols.registry import PROTOCOLS
from ai.protocols.speak import speak
from ai.protocols.strength import read_strength
from game.storage.version import VERSION

__all__ = ["PROTOCOLS", "options_of", "speak"]


def options_of(game: str, threads: int | None, hash_mb: int | None, level: str | None) -> SpeakOptions:
    """What is said about the engine of a game of `PROTOCOLS`; None leaves threads and the table's size to the engine,
    and has it play as well as it can. Raises ValueError, one sentence, for a level that there is not."""
    return SpeakOptions(VERSION, threads, hash_mb, None if level is None else read_strength(game, level))
