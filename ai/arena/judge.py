"""What the arena asks a game: who may move, whether a move is one, when it is over.

A game's judge lies in its own folder under `ai` (engines know nothing of the table's rules) and is entered in
`ai.arena.games`. Tests hold each judge against `game.rules`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winning side (0 = the side that begins the game, 1 = the other, None = a draw) and why, in
    the words of the referee (`five`, `full-board`, `checkmate`)."""

    winner: int | None
    reason: str


class IllegalMoveError(Exception):
    """The move can't be read or is none here. One sentence that names the move."""


class Judge(Protocol):
    """The rules over one game as it is played."""

    @property
    def turn(self) -> int:
        """The side to move, 0 or 1."""
        ...

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        ...

    def play(self, move: str) -> None:
        """Make a move given as text. Raises IllegalMoveError, which changes nothing."""
        ...

    def random_move(self, chance: random.Random) -> str:
        """A move for a random opening: legal, not plainly absurd. The game must go on."""
        ...

    def key(self) -> str:
        """Equal for positions that are the same up to the symmetries of the board and its rules."""
        ...


@dataclass(frozen=True, slots=True)
class GameKind:
    """One game for the arena.

    `variants` are its variants, the one for ladders first. `start` gives the text of a variant's start position,
    `judge` a judge over a game of a variant from a start position (raises EngineError where the text can't be read or
    the game is over in it). After `most_plies` moves without an end a game is a draw. A random opening has
    `opening_plies` moves, at least and at most.
    """

    variants: tuple[str, ...]
    start: Callable[[str], str]
    judge: Callable[[str, str], Judge]
    most_plies: int
    opening_plies: tuple[int, int]
