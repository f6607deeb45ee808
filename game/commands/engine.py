"""`engine`: the engine of a game on standard input and output, for other programs' windows (`ai.protocols`)."""

from __future__ import annotations

from ai.protocols.conversation import SpeakOptions
from ai.protocols.doors import GAMES, speak
from game.version import VERSION

__all__ = ["GAMES", "main"]


def main(game: str, threads: int | None = None, hash_mb: int | None = None) -> int:
    """Speak the protocol of a game of `GAMES` until the end of the input: 0. None leaves threads and the table's size
    to the engine."""
    return speak(game, SpeakOptions(VERSION, threads, hash_mb))
