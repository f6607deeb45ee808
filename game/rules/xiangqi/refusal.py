"""Why a move of Xiangqi is refused: a code for each reason, and the sentence that goes with it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from game.rules.core import Move, Refusal, Side
from game.rules.xiangqi.board import (
    ADVISOR,
    BOARD,
    CANNON,
    ELEPHANT,
    ELEPHANT_STEPS,
    EMPTY,
    GENERAL,
    HORSE,
    LEAPS,
    RAYS,
    ROOK,
    Cells,
    after_step,
    attackers,
    column_of,
    general_square,
    is_across,
    is_checked,
    is_safe,
    kind_of,
    reaches,
    row_for,
    side_of,
    square_name,
    targets,
)

_SQUARES: Final = BOARD.squares

REFUSALS: Final = MappingProxyType(
    {
        "off-board": "{square} is off the board",
        "not-a-step": "a move is one step of one piece, with its captures",
        "no-piece": "there is no piece on {square}",
        "not-your-piece": "the piece on {square} does not belong to the side to move",
        "own-piece": "a piece of the same side stands on {square}",
        "wrong-capture": "what it captures is not on {square}",
        "general-step": "the general moves one point along a line",
        "general-palace": "the general may not leave the palace",
        "advisor-step": "the advisor moves one point diagonally",
        "advisor-palace": "the advisor may not leave the palace",
        "elephant-step": "the elephant moves two points diagonally",
        "elephant-river": "the elephant may not cross the river",
        "elephant-eye": "the piece on {square} blocks the elephant's eye",
        "horse-step": "the horse moves one point along a line, then one diagonally outwards",
        "horse-leg": "the piece on {square} hobbles the horse",
        "rook-step": "the rook moves along lines",
        "rook-blocked": "the piece on {square} is in the rook's way",
        "cannon-step": "the cannon moves along lines",
        "cannon-blocked": "without capturing, the cannon can't go past the piece on {square}",
        "cannon-no-screen": "the cannon captures over exactly one piece, and there is none between",
        "cannon-screens": "the cannon captures over exactly one piece, and there are {count} between",
        "soldier-step": "the soldier moves one point along a line",
        "soldier-back": "a soldier never goes back",
        "soldier-river": "a soldier moves sideways only after crossing the river",
        "generals-face": "the generals would face each other on an open file",
        "still-in-check": "the general would still be in check from {square}",
        "into-check": "the piece on {square} would give check to the mover's general",
        "perpetual-check": "it would repeat the position for the fourth time by perpetual check",
        "perpetual-chase": "it would repeat the position for the fourth time by perpetual chase",
        "piece-stuck": "the piece on {square} has no legal move",
        "no-such-move": "no legal move fits it",
        "game-over": "the game is over",
    }
)
"""Every code of a `Refusal` of Xiangqi with its English sentence; what stands in braces is among its values."""


def is_legal(cells: Cells, turn: Side, move: Move, in_check: bool) -> bool:
    """Whether a move can be played: whether there is no `refusal_of` it, told sooner."""
    if move.word or len(move.path) != 2:
        return False
    origin, target = move.path
    if not (0 <= origin < _SQUARES and 0 <= target < _SQUARES):
        return False
    value = cells[origin]
    if value == EMPTY or value >> 3 != turn or move.captured != ((target,) if cells[target] else ()):
        return False
    return reaches(cells, origin, target) and is_safe(cells, (origin, target), turn, in_check)


def refusal_of(cells: Cells, turn: Side, move: Move, is_begun: bool = False) -> Refusal | None:
    """Why a move can't be played, None where it can.

    With `is_begun` only the squares count: they may be the beginning of a move, what it captures follows from them.
    """
    if move.word or not 1 <= len(move.path) <= 2 or (len(move.path) == 1 and not is_begun):
        return Refusal("not-a-step")
    for square in move.path:
        if not 0 <= square < _SQUARES:
            return Refusal("off-board", {"square": str(square)})
    origin = move.path[0]
    if cells[origin] == EMPTY:
        return _about("no-piece", origin)
    if side_of(cells[origin]) is not turn:
        return _about("not-your-piece", origin)
    if len(move.path) == 1:
        return _why_stuck(cells, turn, origin)
    target = move.path[1]
    if not is_begun and move.captured != ((target,) if cells[target] else ()):
        return _about("wrong-capture", target) if move.captured else Refusal("not-a-step")
    return _why_not(cells, turn, origin, target)


def _about(code: str, square: int) -> Refusal:
    return Refusal(code, {"square": square_name(square)})


def _why_stuck(cells: Cells, turn: Side, origin: int) -> Refusal | None:
    """Why the piece on a square can't move at all; None where it can."""
    reasons = [_why_unsafe(cells, turn, origin, target) for target in targets(cells, origin)]
    if None in reasons:
        return None
    if not any(is_safe(cells, (at, to), turn) for at, to in _all_steps(cells, turn)):
        return Refusal("game-over")
    # of a piece that could move as such, what its general has against it tells more
    return next((reason for reason in reasons if reason), _about("piece-stuck", origin))


def _all_steps(cells: Cells, turn: Side) -> list[tuple[int, int]]:
    own = [at for at, value in enumerate(cells) if value and side_of(value) is turn]
    return [(at, to) for at in own for to in targets(cells, at)]


def _why_not(cells: Cells, turn: Side, origin: int, target: int) -> Refusal | None:
    if reaches(cells, origin, target):
        return _why_unsafe(cells, turn, origin, target)
    if cells[target] and side_of(cells[target]) is turn:
        return _about("own-piece", target)
    kind = kind_of(cells[origin])
    if kind == GENERAL:
        return Refusal("general-palace" if _distance(origin, target) == (0, 1) else "general-step")
    if kind == ADVISOR:
        return Refusal("advisor-palace" if _distance(origin, target) == (1, 1) else "advisor-step")
    if kind == ELEPHANT:
        return _why_no_elephant(turn, origin, target)
    if kind == HORSE:
        leg = next((leg for leg, to in LEAPS[origin] if to == target), None)
        return Refusal("horse-step") if leg is None else _about("horse-leg", leg)
    if kind in (ROOK, CANNON):
        return _why_no_line(cells, kind, origin, target)
    return _why_no_soldier(turn, origin, target)


def _distance(origin: int, target: int) -> tuple[int, int]:
    """The smaller and the larger of the distances in columns and rows."""
    columns = abs(column_of(origin) - column_of(target))
    rows = abs(origin // 9 - target // 9)
    return min(columns, rows), max(columns, rows)


def _why_no_elephant(turn: Side, origin: int, target: int) -> Refusal:
    if _distance(origin, target) != (2, 2):
        return Refusal("elephant-step")
    if is_across(turn, target):
        return Refusal("elephant-river")
    return _about("elephant-eye", next(eye for eye, to in ELEPHANT_STEPS[turn][origin] if to == target))


def _why_no_line(cells: Cells, kind: int, origin: int, target: int) -> Refusal:
    name = "rook" if kind == ROOK else "cannon"
    ray = next((ray for ray in RAYS[origin] if target in ray), None)
    if ray is None:
        return Refusal(f"{name}-step")
    between = [at for at in ray[: ray.index(target)] if cells[at]]
    if kind == CANNON and cells[target]:
        return Refusal("cannon-screens", {"count": str(len(between))}) if between else Refusal("cannon-no-screen")
    return _about(f"{name}-blocked", between[0])


def _why_no_soldier(turn: Side, origin: int, target: int) -> Refusal:
    if row_for(turn, target) < row_for(turn, origin):
        return Refusal("soldier-back")
    return Refusal("soldier-river" if _distance(origin, target) == (0, 1) else "soldier-step")


def _why_unsafe(cells: Cells, turn: Side, origin: int, target: int) -> Refusal | None:
    """What the mover's general has against a step that the piece can make."""
    if is_safe(cells, (origin, target), turn):
        return None
    after = after_step(cells, (origin, target))
    general = general_square(after, turn)
    found = sorted(attackers(after, general, turn.other))
    if kind_of(after[found[0]]) == GENERAL or kind_of(after[found[-1]]) == GENERAL:
        return Refusal("generals-face")
    if is_checked(cells, turn):
        return _about("still-in-check", found[0])
    return _about("into-check", found[0])
