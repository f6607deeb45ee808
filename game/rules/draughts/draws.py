"""When a game of draughts is drawn: what the history decides.

Every rule looks back from the last position as far as it must and no further, so a long game costs no more than a
short one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.rules.core import Move, Outcome, Termination
from game.rules.draughts.board import BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, Cells, is_king
from game.rules.draughts.position import DraughtsPosition


@dataclass(frozen=True, slots=True)
class SideMaterial:
    """The pieces of one side."""

    men: int
    kings: int

    @property
    def pieces(self) -> int:
        """Men and kings."""
        return self.men + self.kings

    @property
    def is_lone_king(self) -> bool:
        """One king and nothing else."""
        return self.kings == 1 and self.men == 0


Ending = Callable[[SideMaterial, SideMaterial], bool]
"""Whether the material of two sides, the stronger first, is of a kind of ending."""


@dataclass(frozen=True, slots=True)
class EndingRule:
    """A draw after this many plies in an ending. They are counted from the move that made it and begin again when the
    material changes, if `restarts`; else only when another kind of ending has come, and what is allowed stays so.

    With a `road`, the indices of its squares, it is an ending only while the weaker side, a lone king, stands on it."""

    is_ending: Ending
    plies: int
    restarts: bool
    road: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The draws of one variant beside the threefold repetition: after this many plies in a row in which only kings
    moved and nothing was taken (`kings_only`), in which no man moved and nothing was taken (`quiet`: the same, but
    named a move limit), and in endings."""

    kings_only: int | None = None
    quiet: int | None = None
    endings: tuple[EndingRule, ...] = ()


def drawn(rules: DrawRules, positions: Sequence[DraughtsPosition], moves: Sequence[Move]) -> Outcome | None:
    """Whether the last position is a draw by its history."""
    quiet = _quiet_plies(positions, moves)
    last = positions[-1]
    end = len(positions) - 1
    if sum(positions[at] == last for at in range(end, end - 1 - quiet, -2)) >= 3:
        return Outcome(None, Termination.REPETITION)
    for ending in rules.endings:
        if _plies_in(ending, positions) >= ending.plies:
            return Outcome(None, Termination.FEW_PIECES)
    if rules.kings_only is not None and quiet >= rules.kings_only:
        return Outcome(None, Termination.KINGS_ONLY)
    if rules.quiet is not None and quiet >= rules.quiet:
        return Outcome(None, Termination.MOVE_LIMIT)
    return None


def _quiet_plies(positions: Sequence[DraughtsPosition], moves: Sequence[Move]) -> int:
    """How many of the last moves were kings' and took nothing: no position before them can come again."""
    count = 0
    for move, before in zip(reversed(moves), reversed(positions[:-1]), strict=False):
        origin = before.rules.index_of(move.path[0])
        if move.captured or origin is None or not is_king(before.cells[origin]):
            break
        count += 1
    return count


def _plies_in(rule: EndingRule, positions: Sequence[DraughtsPosition]) -> int:
    """For how many plies the ending has lasted; -1 where the last position is none."""
    lasted = -1
    last = _material(positions[-1].cells)
    for position in reversed(positions):
        material = _material(position.cells)
        if lasted >= rule.plies or not _is(rule, position.cells, material) or (rule.restarts and material != last):
            break
        lasted += 1
    return lasted


def _is(rule: EndingRule, cells: Cells, material: tuple[SideMaterial, SideMaterial]) -> bool:
    white, black = material
    weak_king = BLACK_KING if rule.is_ending(white, black) else WHITE_KING if rule.is_ending(black, white) else None
    return weak_king is not None and (not rule.road or cells.index(weak_king) in rule.road)


def _material(cells: Cells) -> tuple[SideMaterial, SideMaterial]:
    count = cells.count
    return SideMaterial(count(WHITE_MAN), count(WHITE_KING)), SideMaterial(count(BLACK_MAN), count(BLACK_KING))
