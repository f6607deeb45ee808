"""Xiangqi by the World Xiangqi Rules 2018, which are the Asian ones, and by simple rules of repetition.

Red is FIRST. The board has 9 columns and 10 rows, `a0` (square 0) is Red's left corner. A position is a FEN
(`game.rules.xiangqi.fen`), a move two squares such as `h2e2`; Chinese notation, WXF and ICCS are read too. How the
pieces move is in `game.rules.xiangqi.board`; a side with no legal move loses, mated or not.

What depends on the history, in the order in which it is asked for:

- **Repetition**: the third occurrence of a position with the same side to move since the start that was given ends the
  game, judged by `game.rules.xiangqi.repetition`. By the simple rules (`game.rules.xiangqi.simple_repetition`) the
  fourth one is a draw, or may not be brought about.
- **Move limit**: a draw after 60 moves of each side without a capture; of each side's checks in them only ten count.
- **No attackers**: a draw when neither side has a piece left that can cross the river.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    Termination,
    UnreadableMoveError,
)
from game.rules.xiangqi.board import ATTACKERS, EMPTY, Step, is_safe, kind_of, square_name
from game.rules.xiangqi.fen import read_fen
from game.rules.xiangqi.notation import read_notation, write_chinese, write_wxf
from game.rules.xiangqi.position import XiangqiPosition, position_of, step_move
from game.rules.xiangqi.refusal import REFUSALS
from game.rules.xiangqi.repetition import judge
from game.rules.xiangqi.simple_repetition import judge_simply, simple_position_of
from game.rules.xiangqi.text import read_coordinates, write_iccs, write_step

START: Final = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

MOVE_LIMIT: Final = 120
"""After this many plies without a capture the game is drawn; checks beyond `COUNTED_CHECKS` are not among them."""

COUNTED_CHECKS: Final = 10
"""This many checks of each side count towards the move limit."""


@dataclass(frozen=True, slots=True)
class XiangqiVariant:
    """The rules of Xiangqi as a `Variant`; `is_simple` are those of `game.rules.xiangqi.simple_repetition`."""

    name: str
    is_simple: bool = False
    game: str = "xiangqi"
    sizes: tuple[int, ...] = (10,)
    openings: tuple[str, ...] = (FREE_OPENING,)
    side_names: tuple[str, str] = ("red", "black")
    has_check: bool = True
    has_forbidden: bool = False

    def square_name(self, square: Square, board: Board) -> str:
        """The point as `h2`."""
        return square_name(square)

    def native(self, text: str) -> str:
        """The text itself: other notations of moves go by their names."""
        return text

    def start(self, size: int | None = None, opening: str = FREE_OPENING) -> XiangqiPosition:
        """The start position. Raises ValueError for a size other than 10, the number of rows, and for opening rules."""
        if size not in (None, *self.sizes):
            raise ValueError(f"{self.name} has no board of size {size}, only {self.sizes[0]}")
        if opening not in self.openings:
            raise ValueError(f"{self.name} has no opening rule {opening[:40]!r}")
        return self.read_position(START)

    def read_position(self, text: str) -> XiangqiPosition:
        """The position of a FEN. Raises UnreadablePositionError, also for positions that can't come about."""
        cells, turn, quiet, ply = read_fen(text)
        return (simple_position_of if self.is_simple else position_of)(cells, turn, ply, quiet)

    def write_position(self, position: Position) -> str:
        """The FEN."""
        return str(position)

    def read_move(self, text: str, position: Position) -> Move:
        """The move of a text in coordinates (`h2e2`, `H2-E2`, `h10g8`), Chinese notation or WXF.

        It need not be legal. Raises UnreadableMoveError, also for notation that several moves fit, and
        IllegalMoveError for notation that no piece can follow.
        """
        text, own = text.strip(), _own(position)
        step = read_coordinates(text) or self._look_up(text, own)
        return step_move(step, own.cells[step[1]] != EMPTY)

    def write_move(self, move: Move, position: Position) -> str:
        """The move as `h2e2`."""
        return write_step(_step(move))

    def notations(self, move: Move, position: Position) -> Mapping[str, str]:
        """A legal move as `chinese` (simplified), `chinese-traditional`, `wxf` and `iccs`."""
        cells, step = _own(position).cells, _step(move)
        return {
            "chinese": write_chinese(cells, step),
            "chinese-traditional": write_chinese(cells, step, traditional=True),
            "wxf": write_wxf(cells, step),
            "iccs": write_iccs(step),
        }

    def outcome(self, positions: Sequence[Position], moves: Sequence[Move]) -> Outcome | None:
        """Mate, stalemate, a repetition, the move limit, or no attackers left."""
        last = _own(positions[-1])
        repetition = judge_simply if self.is_simple else judge
        decided = last.outcome() or repetition(cast(Sequence[XiangqiPosition], positions), moves)
        if decided is not None:
            return decided
        uncounted = sum(max(0, checks - COUNTED_CHECKS) for checks in last.checks)
        if last.quiet - uncounted >= MOVE_LIMIT:
            return Outcome(None, Termination.MOVE_LIMIT)
        if not any(kind_of(value) in ATTACKERS for value in last.cells):
            return Outcome(None, Termination.NO_ATTACKERS)
        return None

    def _look_up(self, text: str, position: XiangqiPosition) -> Step:
        # a move that only its repetition forbids is read, and refused with this reason when it is played
        cells, turn = position.cells, position.turn
        found = read_notation(cells, turn, text, lambda step: is_safe(cells, step, turn, position.in_check))
        if found is None:
            why = "a move is two squares such as h2e2, or in notation such as 炮二平五 or C2=5"
            raise UnreadableMoveError(text, why)
        if len(found) > 1:
            refusal = Refusal("several-fit", {"moves": ", ".join(map(write_step, found))})
            raise UnreadableMoveError(text, f"{' and '.join(map(write_step, found))} fit it", refusal)
        if not found:
            refusal = Refusal("no-such-move")
            raise IllegalMoveError(text[:20], str(position), refusal, REFUSALS[refusal.code])
        return found[0]


XIANGQI: Final = XiangqiVariant("xiangqi")
SIMPLE: Final = XiangqiVariant("xiangqi-simple", is_simple=True)


def _own(position: Position) -> XiangqiPosition:
    """The position as one of Xiangqi's, which the caller owes."""
    assert isinstance(position, XiangqiPosition)
    return position


def _step(move: Move) -> Step:
    origin, target = move.path
    return origin, target
