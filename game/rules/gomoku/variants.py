"""Gomoku's variants: freestyle, standard and renju, and the two of caro.

- **Freestyle**: five or more in an unbroken row win, for both.
- **Standard**: exactly five win, for both; six or more count for nothing.
- **Renju**: White wins with five or more, Black with exactly five; what Black may not do is in
  `game.rules.gomoku.renju`. A forbidden move can be played and loses. Either side may pass (the word move `pass`); two
  passes one after the other are a draw agreed upon. Black with nothing but forbidden points left has no legal move
listed, but may pass.
- **Caro**, the game of Vietnam as Gomocup's managers judge it (Piskvork 8.3, rule 8): five or more win, for both, but
  not exactly five between two stones of the other side; the edge of the board closes nothing. **Caro exact** (rule 9):
  six or more count for nothing.
- A full board is a draw.

Black is FIRST, unless colours were exchanged by an opening rule (`game.rules.gomoku.openings`), with which each variant
can begin. Square 0 is `a1`, row 0 the bottom row. The texts of points and stones are in `game.rules.gomoku.text`; a
whole position is

    <rows of stones> <side to move: b or w> [<opening> | swapped] [pass | pass pass | <point of a forbidden move>]

where the last field says of the last move what the stones can't: that it was a pass (the second one in a row ends the
game), or that Black lost by a forbidden move there. `<opening>` (`pro`, `long-pro`, `swap`, `swap2`, or `swap2-more`
once two more stones were asked for) stands there as long as the opening lasts, `swapped` from then on where SECOND has
Black.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.core import (
    FREE_OPENING,
    PASS,
    Board,
    Move,
    Outcome,
    Position,
    Refusal,
    RulesError,
    Side,
    Square,
    Termination,
    UnreadableMoveError,
    UnreadablePositionError,
)
from game.rules.gomoku import openings as gomoku_openings
from game.rules.gomoku import renju
from game.rules.gomoku.openings import CHOICES, OPENINGS, SCRIPTS
from game.rules.gomoku.position import SWAPPED, GomokuPosition, placements
from game.rules.gomoku.rows import RowRule, long_rows, winning_row, wins
from game.rules.gomoku.text import EMPTY, name_of, read_point, read_stones, split_game, stone

BOARD_SIZES: Final = tuple(range(5, 23))
"""The lines of the boards that can be played on; games on those that are not on offer (`GomokuVariant.sizes`) begin
with a position that somebody has given."""


@dataclass(frozen=True, slots=True)
class GomokuVariant:
    """One of the rules as a `Variant`."""

    name: str
    rule: RowRule
    game: str = "gomoku"
    sizes: tuple[int, ...] = (15, 19, 20)
    openings: tuple[str, ...] = OPENINGS
    side_names: tuple[str, str] = ("black", "white")
    has_check: bool = False

    @property
    def has_forbidden(self) -> bool:
        """In renju."""
        return self.rule is RowRule.RENJU

    def square_name(self, square: Square, board: Board) -> str:
        """The point as `h8`."""
        return name_of(square, board)

    def native(self, text: str) -> str:
        """In capitals, as `H8`."""
        return text.upper()

    def start(self, size: int | None = None, opening: str = FREE_OPENING) -> GomokuPosition:
        """The empty board, 15x15 by default. Raises ValueError for a size or an opening rule that is not on offer."""
        if size is None:
            size = self.sizes[0]
        if size not in self.sizes:
            raise ValueError(f"{self.name} has no board of size {size}, only {', '.join(map(str, self.sizes))}")
        if opening not in self.openings:
            raise ValueError(f"{self.name} has no opening rule {opening[:40]!r}, only {', '.join(self.openings)}")
        script = None if opening == FREE_OPENING else opening
        return GomokuPosition(self.rule, Board(size, size), bytes(size * size), script=script)

    def read_position(self, text: str) -> GomokuPosition:
        """The position of a text as described at the top of the module, or after a game such as `h8h9j9` played from
        the empty 15x15 board. Raises UnreadablePositionError where the text can't be read or no game leads there.

        Without passes the stones must alternate: as many black as white ones with Black to move, one more with White to
        move. In renju every pass leaves out a stone, so any numbers can stand on the board. A row that ends the game
        must come from the last move.
        """
        moves = split_game(text)
        return self._replay(moves, text) if moves else _Reading(self, text).position()

    def write_position(self, position: Position) -> str:
        """The text described at the top of the module."""
        return str(position)

    def read_move(self, text: str, position: Position) -> Move:
        """A point as `h8` or `H8`, `pass` in renju, and a choice of an opening (`black`, `white`, `more`). Raises
        UnreadableMoveError.

        Whether the move is legal is not looked at.
        """
        if text.lower() in CHOICES:
            return CHOICES[text.lower()]
        if text.lower() == PASS.word:
            if self.rule is not RowRule.RENJU:
                raise UnreadableMoveError(text, f"there is no passing in {self.name}", Refusal("no-pass"))
            return PASS
        return placements(position.board)[read_point(text, position.board)]

    def write_move(self, move: Move, position: Position) -> str:
        """The point as `h8`, or the word of a pass or a choice."""
        return move.word or name_of(move.path[0], position.board)

    def notations(self, move: Move, position: Position) -> Mapping[str, str]:
        """Empty: Gomoku has one notation."""
        return {}

    def outcome(self, positions: Sequence[Position], moves: Sequence[Move]) -> Outcome | None:
        """What the last position decides; Gomoku judges no history."""
        return positions[-1].outcome()

    def _replay(self, moves: list[str], text: str) -> GomokuPosition:
        position = self.start()
        for number, move in enumerate(moves, start=1):
            try:
                position = position.play(self.read_move(move, position))
            except RulesError as error:
                raise UnreadablePositionError(text, f"move {number}: {error}") from error
        return position


class _Reading:
    """One text on its way to a position: its fields, and the checks that a game can lead there."""

    def __init__(self, variant: GomokuVariant, text: str) -> None:
        self.variant, self.rule, self.text = variant, variant.rule, text
        fields = text.split()
        if len(fields) < 2 or fields[1] not in ("b", "w"):
            raise self._unreadable("it needs rows of stones and the side to move, b or w")
        self.cells, size = read_stones(fields[0], BOARD_SIZES, text)
        self.board = Board(size, size)
        self.colour = Side.FIRST if fields[1] == "b" else Side.SECOND
        self.mover = self.colour.other
        self.script, self.swapped, rest = self._opening(fields[2:])
        self.passes, self.foul = self._last_move(rest)

    def position(self) -> GomokuPosition:
        """The position; raises UnreadablePositionError where no game leads there."""
        self._check_counts()
        self._check_opening()
        turn = self._player(self.colour)
        if self.script is not None:
            turn = SCRIPTS[self.script][self._stones()].actor
        return GomokuPosition(
            self.rule, self.board, self.cells, turn, self.passes, self.foul, self._plies(), self._ending(),
            self.script, self.swapped,
        )  # fmt: skip

    def _opening(self, fields: list[str]) -> tuple[str | None, bool, list[str]]:
        """The opening script, whether colours are exchanged, and the fields after that."""
        if fields and fields[0] in SCRIPTS:
            if len(fields) > 1:
                raise self._unreadable("nothing follows an opening")
            return fields[0], False, []
        swapped = bool(fields) and fields[0] == SWAPPED
        return None, swapped, fields[1:] if swapped else fields

    def _check_opening(self) -> None:
        if self.script is not None and not gomoku_openings.leads_to(self.script, self.cells, self.board):
            raise self._unreadable(f"the opening {self.script} never stands like this")
        if self.script is not None and self.colour != self._stones() % 2:
            raise self._unreadable("in an opening black and white stones alternate")
        if self.swapped and self._stones() < 3:
            raise self._unreadable("no colours are exchanged before there are three stones")

    def _last_move(self, fields: list[str]) -> tuple[int, Square | None]:
        """The passes just made and the point of a forbidden move, out of the fields after the side to move."""
        if not fields:
            return 0, None
        if self.rule is not RowRule.RENJU:
            raise self._unreadable(f"in {self.variant.name} nothing follows the side to move but an opening")
        if fields in (["pass"], ["pass", "pass"]):
            return len(fields), None
        if len(fields) > 1:
            raise self._unreadable("after the side to move come one or two passes, or the point of a forbidden move")
        try:
            return 0, read_point(fields[0], self.board)
        except UnreadableMoveError as error:
            raise UnreadablePositionError(self.text, f"its last field: {error}") from error

    def _check_counts(self) -> None:
        black, white = (self.cells.count(stone(side)) for side in Side)
        alternate = self.rule is not RowRule.RENJU or self.script is not None
        if alternate and black - white != self.colour:
            expected = "as many black stones as white"
            if self.colour is Side.SECOND:
                expected = "one black stone more than white"
            side = self.variant.side_names[self.colour]
            code = "stones-even" if self.colour is Side.FIRST else "stones-odd"
            why = f"with {side} to move there must be {expected}: {black} black, {white} white"
            raise self._unreadable(why, Refusal(code, {"black": str(black), "white": str(white)}))
        # The move before the passes was a stone, unless the game began with them.
        last_side = self.mover if self.passes % 2 == 0 else self.colour
        began_with_passes = black == white == 0 and last_side is Side.SECOND
        if self.cells.count(stone(last_side)) == 0 and not began_with_passes:
            colour = self.variant.side_names[last_side]
            why = f"{colour} has no stone, but made a move before"
            raise self._unreadable(why, Refusal("no-stone", {"colour": colour}))

    def _plies(self) -> int:
        """The fewest moves that lead here, passes and choices counted."""
        plies = {side: self.cells.count(stone(side)) for side in Side}
        for back in range(self.passes):
            plies[self.mover if back == 0 else self.colour] += 1
        white = max(plies[Side.SECOND], plies[Side.FIRST] - self.colour)
        return 2 * white + self.colour + (self.swapped or self.script == gomoku_openings.SWAP2_MORE)

    def _stones(self) -> int:
        return len(self.cells) - self.cells.count(EMPTY)

    def _player(self, colour: Side) -> Side:
        """Who has a colour."""
        return colour.other if self.swapped else colour

    def _ending(self) -> Outcome | None:
        if self.foul is not None:
            return self._foul_ending(self.foul)
        rows = self._deciding_rows(self.cells)
        if rows:
            return self._five_ending(rows)
        if EMPTY not in self.cells:
            return Outcome(None, Termination.FULL_BOARD)
        return Outcome(None, Termination.AGREEMENT) if self.passes == 2 else None

    def _deciding_rows(self, cells: bytes) -> list[tuple[Square, ...]]:
        """Rows that don't stand on the board of a game that goes on: wins of either side, in renju overlines too."""
        return [
            row
            for side in Side
            for row in long_rows(cells, self.board, side)
            if wins(self.rule, cells, self.board, row) or self.rule is RowRule.RENJU
        ]

    def _five_ending(self, rows: list[tuple[Square, ...]]) -> Outcome:
        """The win of the side that moved last, by one stone that made all rows at once."""
        if self.passes:
            raise self._unreadable("a row that ends the game stands before the pass")
        for square in sorted(set.intersection(*map(set, rows))):
            if self.cells[square] == stone(self.mover) and not self._deciding_rows(self._without(square)):
                row = winning_row(self.rule, self.cells, self.board, square)
                if row:
                    return Outcome(self._player(self.mover), Termination.FIVE, row)
                why = "Black has six or more in a row: name the forbidden move after the side to move"
                raise self._unreadable(why, Refusal("rows"))
        raise self._unreadable("the rows that end the game can't all come from the last move", Refusal("rows"))

    def _foul_ending(self, square: Square) -> Outcome:
        name = name_of(square, self.board)
        if self.colour is not Side.SECOND or self.cells[square] != stone(Side.FIRST):
            raise self._unreadable(f"the last move on {name} was not Black's")
        before = self._without(square)
        if self._deciding_rows(before):
            raise self._unreadable(f"the game had ended before the move on {name}")
        if winning_row(self.rule, self.cells, self.board, square) or not renju.foul(before, self.board.rows, square):
            raise self._unreadable(f"{name} is no forbidden move there")
        return Outcome(self._player(Side.SECOND), Termination.FORBIDDEN_MOVE, (square,))

    def _without(self, square: Square) -> bytes:
        return self.cells[:square] + bytes((EMPTY,)) + self.cells[square + 1 :]

    def _unreadable(self, why: str, refusal: Refusal | None = None) -> UnreadablePositionError:
        return UnreadablePositionError(self.text, why, refusal)


FREESTYLE: Final = GomokuVariant("gomoku-freestyle", RowRule.FREESTYLE)
STANDARD: Final = GomokuVariant("gomoku-standard", RowRule.STANDARD)
RENJU: Final = GomokuVariant("gomoku-renju", RowRule.RENJU)
CARO: Final = GomokuVariant("gomoku-caro", RowRule.CARO)
CARO_EXACT: Final = GomokuVariant("gomoku-caro-exact", RowRule.CARO_EXACT)
"""Played by the engine in other windows (Gomocup protocol); ours does not offer them."""
