"""A game in ten seconds, for whoever opens it for the first time: some shots, each with a sentence and real moves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shot:
    """Moves between spaces, from a position whose text is `start`; empty: the game goes on where the shot before has
    left it, or begins."""

    moves: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """The shots of a game's variant. What is said at each stands in the language files: `story.GAME_1` and so on."""

    variant: str
    shots: tuple[Shot, ...]
