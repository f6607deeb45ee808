"""The best moves on request, from a player of its own that sits on neither side.

An engine's line of a forced win often ends before the win does, because it remembers the rest by its worth alone. Such
a line is completed: the adviser is asked again at its end, while the hint is already shown.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.match.evaluation import Score, SearchInfo
from game.match.lines import Line, read_line
from game.match.players import Chosen, Gone, Player, TurnAsked
from game.rules.core import Move, Position, RulesError, Variant

HINT_MOVES: Final = 3
"""This many of the best moves a hint names at most."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One good move: what it is worth from the view of the side to move (None where the adviser says nothing of it),
    and the line that it begins."""

    score: Score | None
    line: Line

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.line.moves[0]

    @property
    def wins(self) -> bool:
        """Whether the line is a win that can't be stopped."""
        return self.score is not None and self.score.wins


@dataclass(frozen=True, slots=True)
class Hint:
    """The move that the adviser would play, what it thought (None if it tells nothing), and the best moves: at least
    this one, at most `HINT_MOVES`, the best first."""

    move: Move
    text: str
    info: SearchInfo | None
    choices: tuple[Advice, ...]


def goes_on_winning(line: Line, info: SearchInfo) -> bool:
    """Whether the side that begins a line wins by force, by what is thought of the line's end."""
    is_its_turn = line.positions[0].turn is line.positions[-1].turn
    return (info.score if is_its_turn else -info.score).wins


class Hints:
    """Asks the adviser, and forgets question and answer as soon as the position is another one."""

    def __init__(self, variant: Variant, adviser: Player | None) -> None:
        self._variant = variant
        self._adviser = adviser
        self._position: Position | None = None
        self._turn: TurnAsked | None = None
        self._completing = False
        self.current: Hint | None = None

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

    def ask(self, turn: TurnAsked, position: Position) -> None:
        """Ask for the best move of a position; asking again while an answer is awaited changes nothing."""
        if self._adviser is not None and self._position is None:
            self._position, self._turn = position, turn
            self._completing = False
            self._adviser.ask(turn)

    def drop(self) -> None:
        """Forget the hint and the question."""
        self.current = None
        if self._adviser is not None and (self._position is not None or self._completing):
            self._position = None
            self._completing = False
            self._adviser.cancel()

    def poll(self) -> Hint | str | None:
        """The hint once it has come, a sentence on why none will come, or None."""
        if self._completing:
            self._complete()
        if self._adviser is None or self._position is None:
            return None
        for report in self._adviser.poll():
            position, self._position = self._position, None
            match report:
                case Chosen(text=text, info=info):
                    try:
                        move = self._variant.read_move(text, position)
                        position.play(move)
                    except RulesError as error:
                        return str(error)
                    self.current = Hint(move, text, info, tuple(self._choices(position, move, text, info)))
                    self._ask_on()
                    return self.current
                case Gone(message=message):
                    return message
                case _:
                    self._position = position  # an adviser has nothing else to say; the question stands
        return None

    def _ask_on(self) -> None:
        """Have the line of the best move completed if it stops short of its win."""
        self._completing = False
        if self.current is None or self._turn is None or self._adviser is None:
            return
        best = self.current.choices[0]
        if best.wins and not best.line.is_complete:
            moves = self._turn.moves + best.line.texts(self._variant)
            side = best.line.positions[-1].turn
            self._completing = True
            self._adviser.ask(dataclasses.replace(self._turn, side=side, moves=moves))

    def _complete(self) -> None:
        """Take what the adviser says of the end of the line; ends when it says nothing that helps."""
        assert self._adviser is not None, "it was asked"
        for report in self._adviser.poll():
            self._completing = False
            if not isinstance(report, Chosen) or report.info is None or self.current is None:
                continue
            best, *others = self.current.choices
            rest = read_line(self._variant, best.line.positions[-1], report.info.line or (report.text,))
            if rest.moves and goes_on_winning(best.line, report.info):
                longer = dataclasses.replace(best, line=best.line.followed_by(rest))
                self.current = dataclasses.replace(self.current, choices=(longer, *others))
                self._ask_on()

    def _choices(self, position: Position, move: Move, text: str, info: SearchInfo | None) -> Iterator[Advice]:
        """The move with its line, then the other good ones; a move stands there once."""
        line = read_line(self._variant, position, info.line if info is not None else ())
        if line.moves[:1] != (move,):
            line = read_line(self._variant, position, (text,))
        yield Advice(info.score if info is not None else None, line)
        seen = {move}
        for other in info.others if info is not None else ():
            line = read_line(self._variant, position, other.line)
            if line.moves and line.moves[0] not in seen and len(seen) < HINT_MOVES:
                seen.add(line.moves[0])
                yield Advice(other.score, line)
