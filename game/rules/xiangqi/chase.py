"""What a move of Xiangqi chases, by the World Xiangqi Rules 2018.

A move chases a piece if its side threatens to win it afterwards by an attack that the move has made: by the piece that
moved, or by one whose way it opened. An attack is one piece on another: a second attacker is a new attack, and a piece
that is attacked already by one that does not let go of it is not attacked again. Generals and soldiers may threaten as
they like; generals and soldiers before the river are never chased.

A capture wins a piece

- if a horse or cannon takes a rook, or an advisor or elephant takes a rook, cannon or horse: protected or not;
- otherwise if nothing may take back. Among pieces of one kind that is an offer to exchange as long as the target could
  as well take its attacker: a pinned piece can't, nor a horse that is hobbled on its way.

A capture that exposes one's own general threatens nothing, and a piece that may not take back because its general would
be in check protects nothing.

A move can also make an attack that stands already a threat, by taking away what protects the piece or what pins its
attacker: it undermines. That is less than a chase. Diagrams 39 to 41 of the rules have a rook that may not leave its
place for a horse beside it: each way to hide it from its chaser leaves the horse without protection, and the rook's
side does no wrong. In the appendix on perpetual chase a soldier leaves a horse without protection again and again, in
front of a rook that does not stir: there nobody else does wrong, and the soldier's side has to change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from game.rules.core import Side
from game.rules.xiangqi.board import (
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


def chased(before: Cells, step: Step, side: Side) -> set[int]:
    """The squares of the pieces that the side chases by a step, which captures nothing."""
    return _threatened_by(before, step, side, _is_no_attack)


def undermined(before: Cells, step: Step, side: Side) -> set[int]:
    """The squares of the pieces that the side threatens to win after a step, which captures nothing, by an attacker
    that threatened nothing of the kind before: all that are `chased`, and those whose attack stood already."""
    return _threatened_by(before, step, side, _is_no_threat)


def newly(threatened: Callable[[Cells, Side], set[int]], before: Cells, step: Step, side: Side) -> set[int]:
    """What the side threatens after a step and did not before, whichever piece it is that threatens it."""
    found = threatened(after_step(before, step), side)
    return found - threatened(before, side) if found else found


def attacks(cells: Cells, side: Side) -> Iterator[tuple[int, list[int]]]:
    """The square of each piece of the side that can chase, with those in its reach that hold what can be chased.
    Generals and soldiers chase nothing; generals and soldiers before the river are never chased."""
    for origin, value in enumerate(cells):
        if value and side_of(value) is side and kind_of(value) not in (GENERAL, SOLDIER):
            victims = [target for target in targets(cells, origin) if _can_be_chased(cells, target)]
            if victims:
                yield origin, victims


def _threatened_by(before: Cells, step: Step, side: Side, was_none: Callable[[Cells, Step, Side], bool]) -> set[int]:
    """The squares of the opponent's pieces that the side would win after a step by a capture that was none before."""
    after = after_step(before, step)
    found: set[int] = set()
    for origin, victims in attacks(after, side):
        came_from = step[0] if origin == step[1] else origin
        found.update(
            at
            for at in victims
            if at not in found and was_none(before, (came_from, at), side) and _wins(after, (origin, at), side)
        )
    return found


def _is_no_attack(cells: Cells, capture: Step, side: Side) -> bool:
    return capture[1] not in targets(cells, capture[0])


def _is_no_threat(cells: Cells, capture: Step, side: Side) -> bool:
    return _is_no_attack(cells, capture, side) or not _wins(cells, capture, side)


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
