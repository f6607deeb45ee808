"""What a move of Xiangqi chases, by the World Xiangqi Rules 2018.

A move chases a piece if its side threatens to win it afterwards and did not before: by the piece that moved, by one
whose way it opened, or because it took the protection away. Generals and soldiers may threaten as they like; generals
and soldiers before the river are never chased.

A capture wins a piece

- if a horse or cannon takes a rook, or an advisor or elephant takes a rook, cannon or horse: protected or not;
- otherwise if nothing may take back. Among pieces of one kind that is an offer to exchange as long as the target could
  as well take its attacker: a pinned piece can't, nor a horse that is hobbled on its way.

A capture that exposes the own general threatens nothing, and a piece that may not take back because its general would
be in check protects nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from game.rules.core import Side
from game.rules.xiangqi_board import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    GENERAL,
    HORSE,
    ROOK,
    SOLDIER,
    Cells,
    Step,
    after_step,
    attackers,
    general_square,
    is_across,
    is_safe,
    kind_of,
    side_of,
    targets,
)

_STRONGER: Final = {
    HORSE: frozenset((ROOK,)),
    CANNON: frozenset((ROOK,)),
    ADVISOR: frozenset((ROOK, CANNON, HORSE)),
    ELEPHANT: frozenset((ROOK, CANNON, HORSE)),
}
"""What a kind wins by taking it, whatever takes back."""


def chased(before: Cells, after: Cells, side: Side) -> set[int]:
    """The squares of the pieces that the side chases by its move from one board to the other, without a capture."""
    return newly(_threatened, before, after, side)


def newly(threatened: Callable[[Cells, Side], set[int]], before: Cells, after: Cells, side: Side) -> set[int]:
    """What the side threatens on the second board and did not on the first."""
    found = threatened(after, side)
    return found - threatened(before, side) if found else found


def attacks(cells: Cells, side: Side) -> Iterator[tuple[int, list[int]]]:
    """The square of each piece of the side that can chase, with those in its reach that hold what can be chased.
    Generals and soldiers chase nothing; generals and soldiers before the river are never chased."""
    for origin, value in enumerate(cells):
        if value and side_of(value) is side and kind_of(value) not in (GENERAL, SOLDIER):
            victims = [target for target in targets(cells, origin) if _can_be_chased(cells, target)]
            if victims:
                yield origin, victims


def _threatened(cells: Cells, side: Side) -> set[int]:
    """The squares of the opponent's pieces that the side would win if it were to move."""
    found: set[int] = set()
    for origin, victims in attacks(cells, side):
        found.update(at for at in victims if at not in found and _wins(cells, (origin, at), side))
    return found


def _can_be_chased(cells: Cells, square: int) -> bool:
    value = cells[square]
    kind = kind_of(value)
    if kind == SOLDIER:
        return is_across(side_of(value), square)
    return bool(kind) and kind != GENERAL


def _wins(cells: Cells, capture: Step, side: Side) -> bool:
    origin, target = capture
    kind, taken = kind_of(cells[origin]), kind_of(cells[target])
    if exposes(cells, capture, side):
        return False
    if taken in _STRONGER.get(kind, ()):
        return True
    if kind == taken and origin in targets(cells, target) and not exposes(cells, (target, origin), side.other):
        return False
    after = after_step(cells, capture)
    return not any(is_safe(after, (at, target), side.other) for at in attackers(after, target, side.other))


def exposes(cells: Cells, step: Step, side: Side) -> bool:
    """Whether a step opens the side's own general to a piece that does not attack it already.

    A check that stands already is left out of account: what is threatened beside it was threatened before.
    """
    after = after_step(cells, step)
    now = set(attackers(after, general_square(after, side), side.other))
    return bool(now) and not now <= set(attackers(cells, general_square(cells, side), side.other))
