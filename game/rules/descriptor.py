"""What the rules say about a game beside its variants: what can be laid out, what can be given, what is customary.

Each game has one `GameRules` in its own folder, and `game.rules.registry` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from game.rules.core import Board, Position, Side, Variant
from game.rules.feat import Feat
from game.rules.laid_out import LaidOut
from game.rules.motive import MotiveFinder, no_motive
from game.rules.symmetry import Permutation, no_symmetry
from game.rules.win_curve import USUAL_CURVE, WinCurve

Clock = tuple[int | None, int]
"""Seconds for the game (None = no limit) and for each move."""
Handicap = Callable[[Position, Side], Position]
"""Gives the start of a game in which that side gives something, out of the even start."""

USUAL_CLOCKS: Final[tuple[Clock, ...]] = ((None, 0), (300, 0), (600, 5), (900, 10))


def _never_decides(variant: Variant, laid: LaidOut) -> Side | None:
    return None


def _is_never(text: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class GameRules:
    """One game.

    `variants` stand in the order of a menu, the usual one first. `kinds` are the kinds of pieces that can be laid out,
    the same for both sides, and `write_laid_out` gives the text that the variant reads (ValueError for pieces of
    another game). `needs_both_sides`: a side without pieces has lost, and no rule says so before it is to move.
    `turn_by_count` tells the side to move where the number of the pieces decides it.

    `handicaps` go by name; where nobody is known to be the stronger side, `usual_giver` gives them. `clocks` are on
    offer for a game; `arcade_minutes` are those of the lowest and the highest rung of the ladder, for games of some 20
    to 50 moves a side.

    `win_curve` tells what an evaluation means: the chances to win, draw and lose.

    `counts_singly`: moves are numbered one by one (what is placed), not in rounds of both sides. `is_moves`: whether a
    text that `read_position` takes is a line of moves. `symmetries` are the turns and reflections of the board that
    leave the game as it is. `cells` is a quick way to what `board_cells` gives, where a game has one.
    `moved_as` names, for a variant that differs from another one in how games end alone, that other one.
    `phases` bound opening, middle game and ending: where pieces are placed, the shares of the board that are full then,
    else the shares of the first pieces that are left. `motives` tells why a move was bad; its codes are texts of the
    window (`motive_GAME.CODE`). `feats` are what one can be proud of in a game that is over, four or eight of them.
    `solved` is the game on a board so small that it is solved, which is looked at and not on offer as a variant.
    """

    name: str
    variants: tuple[Variant, ...]
    kinds: tuple[str, ...]
    write_laid_out: Callable[[Variant, LaidOut], str]
    needs_both_sides: bool = False
    turn_by_count: Callable[[Variant, LaidOut], Side | None] = _never_decides
    handicaps: Mapping[str, Handicap] = field(default_factory=dict)
    usual_giver: Side = Side.FIRST
    clocks: tuple[Clock, ...] = USUAL_CLOCKS
    arcade_minutes: tuple[int, int] = (4, 10)
    win_curve: WinCurve = USUAL_CURVE
    counts_singly: bool = False
    is_moves: Callable[[str], bool] = _is_never
    symmetries: Callable[[Board], tuple[Permutation, ...]] = no_symmetry
    cells: Callable[[Position], bytes] | None = None
    moved_as: Mapping[str, str] = field(default_factory=dict)
    phases: tuple[float, float] = (0.85, 0.5)
    motives: MotiveFinder = no_motive
    feats: tuple[Feat, ...] = ()
    solved: Variant | None = None

    def board_cells(self, position: Position) -> bytes:
        """What stands on each square of the board: 0 for nothing, else a number less than 16 for each kind of piece of
        each colour, always the same."""
        if self.cells is not None:
            return self.cells(position)
        cells = bytearray(position.board.squares)
        for square, piece in position.pieces().items():
            cells[square] = 1 + 2 * self.kinds.index(piece.kind) + piece.side
        return bytes(cells)
