"""What a move sounds like, in time with what is seen of it: captures on the way and discs that turn rise in pitch."""

from __future__ import annotations

from typing import Final

from game.rules.core import Move, Position, Square
from game.ui.board.motion import DROP_S, SLIDE_S, TURN_AFTER_S, TURN_S, turned_by
from game.ui.sound.sets import Heard, rising

_THREAT_STEP: Final = 2
_DOUBLE_THREAT_STEP: Final = 4


def sounds_of(move: Move, before: Position, after: Position, touch: str, still: bool = False) -> tuple[Heard, ...]:
    """The sounds of a move that led from one position to the other, where `touch` is the sound of a piece put down.
    A check is heard before anything else. `still`: nothing moves, so all that happens is heard as one."""
    if after.is_check():
        return (Heard("check"),)
    if move.captured:
        return rising("capture", 1 if still else len(move.captured), 0.0, SLIDE_S)
    if len(move.path) == 1:
        return _placed(move, before, after, touch, still)
    return (Heard(touch if move.path else "wood"),)


def _placed(move: Move, before: Position, after: Position, touch: str, still: bool) -> tuple[Heard, ...]:
    """A piece put down: higher where it threatens to win, and followed by those that it turns over, ring by ring."""
    turned = turned_by(before, after, move.path[0])
    if turned and not still:
        rings = max(away for _, away in turned)
        return (Heard(touch), *rising("turn", rings, DROP_S + TURN_S / 2, TURN_AFTER_S))
    wins = wins_threatened(move, before, after)
    step = 0 if not wins else _THREAT_STEP if wins == 1 else _DOUBLE_THREAT_STEP
    return (Heard(touch, step=step),)


def wins_threatened(move: Move, before: Position, after: Position) -> int:
    """On how many squares a piece put down threatens to win at once; of a disc that turns others over that is not
    told."""
    if len(move.path) != 1 or after.is_stopped() or turned_by(before, after, move.path[0]):
        return 0
    return sum(after.threats().values())


def sounds_of_row(line: tuple[Square, ...], every_s: float, touch: str, still: bool = False) -> tuple[Heard, ...]:
    """The squares that decided a game being marked one after the other, and the strings at their end."""
    marked = () if still else rising(touch, len(line), every_s, every_s)
    return (*marked, Heard("win", every_s * (len(marked) + 1) if marked else 0.0))
