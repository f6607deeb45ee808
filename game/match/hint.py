"""One best move on request, from a player of its own that sits on neither side."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.players import Chosen, Gone, Player, SearchInfo, Turn
from game.rules.core import Move, Position, RulesError, Variant


@dataclass(frozen=True, slots=True)
class Hint:
    """The move that the adviser would play, and what it thought (None if it tells nothing)."""

    move: Move
    text: str
    info: SearchInfo | None


class HintDesk:
    """Asks the adviser, and forgets question and answer as soon as the position is another one."""

    def __init__(self, variant: Variant, adviser: Player | None) -> None:
        self._variant = variant
        self._adviser = adviser
        self._position: Position | None = None
        self.hint: Hint | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is somebody to ask."""
        return self._adviser is not None

    @property
    def is_pending(self) -> bool:
        """Whether an answer is awaited."""
        return self._position is not None

    @property
    def thinking(self) -> SearchInfo | None:
        """The adviser's newest progress."""
        return None if self._adviser is None else self._adviser.thinking

    def ask(self, turn: Turn, position: Position) -> None:
        """Ask for the best move of a position; asking again while an answer is awaited changes nothing."""
        if self._adviser is not None and self._position is None:
            self._position = position
            self._adviser.ask(turn)

    def drop(self) -> None:
        """Forget the hint and the question."""
        self.hint = None
        if self._adviser is not None and self._position is not None:
            self._position = None
            self._adviser.cancel()

    def poll(self) -> Hint | str | None:
        """The hint once it has come, a sentence on why none will come, or None."""
        if self._adviser is None or self._position is None:
            return None
        for report in self._adviser.poll():
            position, self._position = self._position, None
            match report:
                case Chosen(text=text, info=info):
                    try:
                        move = self._variant.read_move(text, position)
                    except RulesError as error:
                        return str(error)
                    self.hint = Hint(move, text, info)
                    return self.hint
                case Gone(message=message):
                    return message
                case _:
                    self._position = position  # an adviser has nothing else to say; the question stands
        return None
