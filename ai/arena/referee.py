"""The referee of the arena: a game between engines by the rules of the table, whichever game it is. What an engine says
of the end counts for nothing."""

from __future__ import annotations

from dataclasses import dataclass

from ai.api import EngineError
from ai.positions import rules_of
from game.rules.core import Move, Position, RulesError
from game.rules.game import Game


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winning side (0 = the side that begins the game, 1 = the other, None = a draw) and why, in
    the words of the rules (`five`, `full-board`, `checkmate`)."""

    winner: int | None
    reason: str


class Referee:
    """The rules over one game as it is played."""

    def __init__(self, variant: str, start: str) -> None:
        """A game from the text of a position on. Raises EngineError for an unknown variant, a text that can't be read,
        or a position in which the game is over."""
        self._rules = rules_of(variant)
        try:
            self._game = Game(self._rules, self._rules.read_position(start))
        except RulesError as error:
            raise EngineError(str(error)) from error
        if self._game.outcome is not None:
            raise EngineError(f"the game is over in the start position {start[:80]!r}")

    @property
    def position(self) -> Position:
        """What stands on the board."""
        return self._game.position

    @property
    def turn(self) -> int:
        """The side to move, 0 or 1."""
        return int(self._game.turn)

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        outcome = self._game.outcome
        if outcome is None:
            return None
        return Ending(None if outcome.winner is None else int(outcome.winner), outcome.termination.value)

    def text(self, move: Move) -> str:
        """A move of the position as text."""
        return self._rules.write_move(move, self._game.position)

    def play(self, move: str) -> str:
        """Make a move given as text, and give it as the rules write it. Raises RulesError (of `game.rules`) for one
        that can't be read or made, which changes nothing."""
        read = self._rules.read_move(move, self._game.position)
        text = self.text(read)
        self._game.play(read)
        return text
