"""Draughts on 10x10 and its relatives on 8x8, over the same code.

| | international | fifteen men | Brazilian | Russian | English |
|---|---|---|---|---|---|
| men capture backwards | yes | yes | yes | yes | no |
| kings fly | yes | yes | yes | yes | no |
| which capture | most pieces | most pieces | most pieces | any, to its end | any, to its end |
| crowned while capturing | only where it ends | same | same | at once | ends the move |

A side with no piece or no move loses. Sources: FMJD Official Rules for international draughts with Annex 1 (draws); the
rules of the sections 64 (Russian, Brazilian) and of the World Checkers and Draughts Federation (English). A draw, in
moves of each side:

- all: the third occurrence of a position with the same side to move;
- international, fifteen men: 25 moves with kings only and nothing taken; 16 with three pieces, a king among them,
  against a lone king; 5 with two or one;
- Brazilian: 20 moves with kings only; 5 with one or two kings, or a king and a man, against one or two kings as listed
  in `_brazilian_ending`;
- Russian (the rules of the game of the FMJD's section 64, fmjd64.org/rules-of-the-game, articles 7.2.3 to 7.2.8):
  15 moves with kings only (7.2.5); 15 with three kings or more against a lone king (7.2.4); 5 with three pieces, a king
  among them, against a lone king on the main road, a1 to h8 (7.2.7); 5 with two or one against a lone king (7.2.8);
  with kings on both sides and unchanged material 30 with 4 or 5 pieces in all, 60 with 6 or 7 (7.2.6);
- English: 40 moves in which no man moved and nothing was taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, cast

from game.rules.core import (
    FREE_OPENING,
    Board,
    IllegalMoveError,
    Move,
    Outcome,
    Position,
    Refusal,
    Square,
    UnreadableMoveError,
)
from game.rules.draughts.board import BLACK, Crowning, Ruleset
from game.rules.draughts.draws import DrawRules, EndingRule, SideMaterial, drawn
from game.rules.draughts.fen import read_fen
from game.rules.draughts.moves import IndexedMove, distinct
from game.rules.draughts.position import DraughtsPosition, position_of
from game.rules.draughts.refusal import REFUSALS, refusal_of
from game.rules.draughts.text import named, native_text, read_short, read_squares, write_step

_NO_NOTATIONS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DraughtsVariant:
    """One kind of draughts as a `Variant`. `start_text` is the PDN FEN of the start."""

    name: str
    rules: Ruleset
    draws: DrawRules
    start_text: str
    algebraic: bool = False
    """Whether its players name squares `c3` instead of by numbers."""
    game: str = "draughts"
    openings: tuple[str, ...] = (FREE_OPENING,)
    has_check: bool = False
    has_forbidden: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        """The one size of the board."""
        return (self.rules.rows,)

    @property
    def side_names(self) -> tuple[str, str]:
        """White moves first, in English draughts Black."""
        return ("black", "white") if self.rules.first == BLACK else ("white", "black")

    def square_name(self, square: Square, board: Board) -> str:
        """The number of a dark square as `28`; light squares have no name and give an empty text."""
        index = self.rules.index_of(square)
        return "" if index is None else str(index + 1)

    def native(self, text: str) -> str:
        """Squares by numbers and captures as `32×23`, or `c3-d4` and `c3:e5` where squares have letters."""
        return native_text(text, self.rules, self.algebraic)

    def start(self, size: int | None = None, opening: str = FREE_OPENING) -> DraughtsPosition:
        """The start position. Raises ValueError for another size and for opening rules."""
        if size not in (None, *self.sizes):
            raise ValueError(f"{self.name} has no board of size {size}, only {self.sizes[0]}")
        if opening not in self.openings:
            raise ValueError(f"{self.name} has no opening rule {opening[:40]!r}")
        return self.read_position(self.start_text)

    def read_position(self, text: str) -> DraughtsPosition:
        """The position of a PDN FEN. Raises UnreadablePositionError."""
        cells, colour = read_fen(text, self.rules)
        return position_of(self.rules, cells, colour)

    def write_position(self, position: Position) -> str:
        """The PDN FEN."""
        return str(position)

    def read_move(self, text: str, position: Position) -> Move:
        """The legal move of a text such as `32-28`, `32x23` or `47x38x24x13x36`.

        Raises UnreadableMoveError for what is not a move text and for one that several captures fit, IllegalMoveError
        for one that none fits.
        """
        own = _own(position)
        squares = read_squares(text.strip(), self.rules)
        if squares is not None and len(squares) == 2:
            quiet = own.quiet_step(*squares)
            if quiet is not None:  # most moves are, and need not be looked for among all
                return own.move_of(quiet)
        short = None if squares is not None else read_short(text.strip(), own.legal_steps, self.rules)
        if short is not None and len(distinct(short)) == 1:
            return self._named(short[0], own)
        if squares is None:
            raise UnreadableMoveError(text, "a move is squares such as 32-28, or 32x23 for a capture")
        found = distinct(named(own.legal_steps, squares, self.rules))
        if len(found) > 1:
            ways = [write_step(step, found, self.rules) for step in found]
            refusal = Refusal("several-fit", {"moves": ", ".join(ways)})
            raise UnreadableMoveError(text, f"{' and '.join(ways)} fit it", refusal)
        if not found:
            path = tuple(map(self.rules.square_of, squares))
            refusal = refusal_of(self.rules, own.cells, self.rules.colour_of(own.turn), own.captures, path)
            why = REFUSALS[refusal.code].format(**refusal.values)
            raise IllegalMoveError(text.strip(), str(own), refusal, why)
        return self._named(found[0], own)

    def write_move(self, move: Move, position: Position) -> str:
        """The move as `32-28` or `32x23`, with its whole way where several captures share both ends."""
        own = _own(position)
        step = own.step(move)
        if step is None:  # for a message about a move that is not legal
            return move.word or own.path_text(move.path)
        return write_step(step, own.distinct_steps if step.taken else (), self.rules)

    def notations(self, move: Move, position: Position) -> Mapping[str, str]:
        """Empty: one notation serves all."""
        return _NO_NOTATIONS

    def outcome(self, positions: Sequence[Position], moves: Sequence[Move]) -> Outcome | None:
        """No piece, no move, or a draw by the history; a win comes first."""
        last = _own(positions[-1])
        return last.outcome() or drawn(self.draws, cast(Sequence[DraughtsPosition], positions), moves)

    def _named(self, step: IndexedMove, position: DraughtsPosition) -> Move:
        """The move among the legal ones that a step by any way is."""
        same = (step.origin, step.target, step.taken, step.crowned)
        for each in position.distinct_steps:
            if (each.origin, each.target, each.taken, each.crowned) == same:
                return position.move_of(each)
        raise AssertionError("a legal step has its move")


def _own(position: Position) -> DraughtsPosition:
    """The position as one of draughts, which the caller owes."""
    assert isinstance(position, DraughtsPosition)
    return position


def _up_to(pieces: int, strong: SideMaterial, weak: SideMaterial) -> bool:
    return weak.is_lone_king and strong.kings >= 1 and strong.pieces <= pieces


def _brazilian_ending(strong: SideMaterial, weak: SideMaterial) -> bool:
    """Two kings against two, one, or a king and a man; one king against one, or a king and a man."""
    if strong.men or not 1 <= strong.kings <= 2:
        return False
    return (weak.men, weak.kings) in {(0, 1), (1, 1)} or (strong.kings == 2 and (weak.men, weak.kings) == (0, 2))


def _kings_on_both_sides(least: int, most: int, one: SideMaterial, other: SideMaterial) -> bool:
    return one.kings >= 1 and other.kings >= 1 and least <= one.pieces + other.pieces <= most


_INTERNATIONAL_DRAWS: Final = DrawRules(
    kings_only=50,
    endings=(
        # three pieces may become two: the sixteen moves go on, and the limit that comes first counts
        EndingRule(lambda strong, weak: _up_to(3, strong, weak), 32, restarts=False),
        EndingRule(lambda strong, weak: _up_to(2, strong, weak), 10, restarts=False),
    ),
)
_BRAZILIAN_DRAWS: Final = DrawRules(kings_only=40, endings=(EndingRule(_brazilian_ending, 10, restarts=True),))
_MAIN_ROAD: Final = frozenset((3, 7, 10, 14, 17, 21, 24, 28))
"""The indices of the squares from h8 to a1."""
_RUSSIAN_DRAWS: Final = DrawRules(
    kings_only=30,
    endings=(
        EndingRule(lambda strong, weak: weak.is_lone_king and strong.kings >= 3 and not strong.men, 30, True),
        # three kings, two and a man, a king and two men: the article names them in one breath, and leaves open what a
        # king does that leaves the road; where it comes back, the five moves begin again
        EndingRule(lambda strong, weak: _up_to(3, strong, weak) and strong.pieces == 3, 10, False, _MAIN_ROAD),
        EndingRule(lambda one, other: _kings_on_both_sides(2, 3, one, other), 10, True),
        EndingRule(lambda one, other: _kings_on_both_sides(4, 5, one, other), 60, True),
        EndingRule(lambda one, other: _kings_on_both_sides(6, 7, one, other), 120, True),
    ),
)
_ENGLISH_DRAWS: Final = DrawRules(quiet=80)


def _international(rows: int, men: int) -> Ruleset:
    return Ruleset(rows, men, True, True, True, Crowning.AT_END)


INTERNATIONAL: Final = DraughtsVariant(
    "draughts-international", _international(10, 20), _INTERNATIONAL_DRAWS, "W:W31-50:B1-20"
)
FIFTEEN: Final = DraughtsVariant("draughts-fifteen", _international(10, 15), _INTERNATIONAL_DRAWS, "W:W36-50:B1-15")
BRAZILIAN: Final = DraughtsVariant(
    "draughts-brazilian", _international(8, 12), _BRAZILIAN_DRAWS, "W:W21-32:B1-12", algebraic=True
)
RUSSIAN: Final = DraughtsVariant(
    "draughts-russian",
    Ruleset(8, 12, False, True, True, Crowning.IN_PASSING),
    _RUSSIAN_DRAWS,
    "W:W21-32:B1-12",
    algebraic=True,
)
ENGLISH: Final = DraughtsVariant(
    "draughts-english",
    Ruleset(8, 12, False, False, False, Crowning.ENDS_MOVE, BLACK),
    _ENGLISH_DRAWS,
    "B:W21-32:B1-12",
)
