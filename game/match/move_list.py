"""The moves of a match as the window lists them: text, time and the engine's opinion of each, made once per change."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.clock import MatchClock
from game.match.evaluation import Score
from game.rules.core import Move, Side
from game.rules.game import Game


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One line of the move list. `score` is what the engine that moved thought, from its own view; else None."""

    move: Move
    text: str
    side: Side
    used_s: float
    score: Score | None = None


class ListedMoves:
    """Texts and scores of all moves of a game, those that a redo would bring back included, as the clock keeps them."""

    def __init__(self, game: Game) -> None:
        undone = game.can_redo
        game.redo(undone)
        self._texts = list(game.texts())
        self.sides = tuple(game.at(ply).turn for ply in range(game.ply))
        """Who made each move, at the time when this list was made."""
        game.undo(undone)
        self._scores: list[Score | None] = [None] * len(self._texts)
        self.played: tuple[PlayedMove, ...] = ()
        """The moves up to the present; the same object until `refresh`."""

    def texts(self, plies: int) -> tuple[str, ...]:
        """The texts of the first moves."""
        return tuple(self._texts[:plies])

    def add(self, ply: int, text: str, score: Score | None) -> None:
        """Note the move with this index; what was to be redone from there on is dropped."""
        self._texts[ply:] = [text]
        self._scores[ply:] = [score]

    def refresh(self, game: Game, clock: MatchClock) -> None:
        """Follow the game and its clock after a change."""
        times = clock.times_s
        self.played = tuple(
            PlayedMove(move, self._texts[ply], game.at(ply).turn, times[ply], self._scores[ply])
            for ply, move in enumerate(game.moves)
        )
