"""What a page of the rules is: a position, what is to be done in it, and how the other side answers.

The texts of a page stand in the language files: `learn_<game>.<name>_title`, `_text` (the rule), `_task` and `_done`
(what is said when the task is done). Goals ask the rules; none of them knows a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.rules.core import Position, Side, Square, Termination, Variant, must_pass
from game.rules.game import Game
from game.ui.games.near import wins_at_once


class Goal(Protocol):
    """What a page asks for."""

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether the last move, of either side, has brought it about; `person` is the side that learns."""
        ...


@dataclass(frozen=True, slots=True)
class AnyMove:
    """Any legal move will do: the page only wants to be tried."""

    def is_reached(self, game: Game, person: Side) -> bool:
        """After the person's first move."""
        return game.ply > 0


@dataclass(frozen=True, slots=True)
class Plays:
    """One of these moves, in the variant's own text."""

    moves: tuple[str, ...]

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether the person has just played one of them."""
        return _mover(game) is person and game.texts()[-1] in self.moves


@dataclass(frozen=True, slots=True)
class Takes:
    """A move that takes this many pieces at once, all of a `kind` where one is named."""

    count: int = 1
    kind: str = ""

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether the person has just taken them."""
        if _mover(game) is not person:
            return False
        stood, taken = game.positions[-2].pieces(), game.moves[-1].captured
        return len(taken) >= self.count and (not self.kind or all(stood[at].kind == self.kind for at in taken))


@dataclass(frozen=True, slots=True)
class TurnsOver:
    """A move after which this many pieces of the other side are the person's."""

    count: int

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether the person has just made it."""
        if _mover(game) is not person:
            return False
        stood, stands = game.positions[-2].pieces(), game.position.pieces()
        turned = sum(square in stands and stands[square].side is not piece.side for square, piece in stood.items())
        return turned >= self.count


@dataclass(frozen=True, slots=True)
class LeavesNothing:
    """The other side can do nothing but pass."""

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether the person has just seen to that."""
        return _mover(game) is person and must_pass(game.position)


@dataclass(frozen=True, slots=True)
class Arrives:
    """A piece of this kind moves to a square, which goes by its name."""

    kind: str
    square: str

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether the person has just brought it there."""
        target = game.moves[-1].target
        if _mover(game) is not person or target is None:
            return False
        there = game.position.pieces().get(target)
        is_named = game.variant.square_name(target, game.position.board) == self.square
        return is_named and there is not None and there.kind == self.kind


@dataclass(frozen=True, slots=True)
class Promotes:
    """A piece becomes another kind by moving."""

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether one of the person's pieces has just done so."""
        path = game.moves[-1].path
        if _mover(game) is not person or len(path) < 2:
            return False
        return game.positions[-2].pieces()[path[0]] != game.position.pieces()[path[-1]]


@dataclass(frozen=True, slots=True)
class Parries:
    """The other side could win with its next move, and no longer can."""

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether the person has just seen to that."""
        return _mover(game) is person and game.outcome is None and wins_at_once(game.position) is None


@dataclass(frozen=True, slots=True)
class Ends:
    """The game ends in this way: won by the person, lost (`won` False) or drawn (None)."""

    termination: Termination
    won: bool | None = True

    def is_reached(self, game: Game, person: Side) -> bool:
        """Whether it has ended so."""
        outcome = game.outcome
        winner = None if self.won is None else (person if self.won else person.other)
        return outcome is not None and (outcome.termination, outcome.winner) == (self.termination, winner)


@dataclass(frozen=True, slots=True)
class IsRefused:
    """The person tries what may not be played, and is told why: squares by their names, in the order of the clicks, and
    the refusal's code."""

    squares: tuple[str, ...]
    code: str

    def is_reached(self, game: Game, person: Side) -> bool:
        """Never by a move that could be played."""
        return False


@dataclass(frozen=True, slots=True)
class LessonPage:
    """One page. `start` is the text of its position (empty: the game's own start), whose side to move is the person.

    `show` are the person's moves that reach the goal. `answers` are the moves with which the other side answers, the
    first legal one each time, then whatever it can; None = the page is about a single move, and another one than was
    asked for is taken back. With `defends` the other side wins where it can and stops what would win at once.
    `chosen` is the square of a piece that is picked up already, so that its legal moves are seen.
    """

    name: str
    variant: str
    start: str
    goal: Goal
    show: tuple[str, ...] = ()
    answers: tuple[str, ...] | None = None
    defends: bool = False
    chosen: str = ""


def mark_of(game: str, page: LessonPage) -> str:
    """What is kept in the settings once the page's task has been done."""
    return f"{game}.{page.name}"


def square_of(variant: Variant, position: Position, name: str) -> Square:
    """The square of a name. Raises ValueError where the board has none of that name."""
    board = position.board
    for square in map(Square, range(board.squares)):
        if name and variant.square_name(square, board) == name:
            return square
    raise ValueError(f"{variant.name} has no square {name!r}")


def _mover(game: Game) -> Side:
    """Who made the last move."""
    return game.positions[-2].turn
