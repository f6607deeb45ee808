"""Positions and moves as DamExchange writes them: White is W, Black (zwart) is Z; squares count from 1.

A position is a letter for each of the 50 squares, `w` and `z` men, `W` and `Z` kings, `e` empty. A move is its origin,
its target and the squares captured, whose order means nothing.
"""

from __future__ import annotations

from typing import Final

from ai.api import EngineError
from ai.protocols.dxp.message import DxpError, DxpMove
from ai.protocols.hub.position import read_position
from game.rules.core import Move, Side
from game.rules.draughts.position import DraughtsPosition

VARIANT: Final = "draughts-international"
"""What is played: the board has 50 squares."""
COLOURS: Final = "WZ"
"""The colours by their numbers in the rules."""
_TO_HUB: Final = str.maketrans("zZ", "bB")


def read_start(start: tuple[str, str]) -> str:
    """The text of a position, given as who begins and what stands on the squares. Raises DxpError."""
    try:
        return read_position("".join(start).translate(_TO_HUB), VARIANT)
    except EngineError as error:
        raise DxpError(str(error)) from error


def side_of(position: DraughtsPosition, colour: str) -> Side:
    """The side that has a colour."""
    return position.rules.side_of(COLOURS.index(colour))


def find_move(position: DraughtsPosition, message: DxpMove) -> Move:
    """The legal move that a message names. Raises DxpError."""
    for move in position.legal_moves():
        step = position.step(move)
        if step is None or (step.origin + 1, step.target + 1) != (message.origin, message.target):
            continue
        if sorted(step.taken) == sorted(square - 1 for square in message.captured):
            return move
    text = "x".join(map(str, (message.origin, message.target, *message.captured)))
    if not message.captured:
        text = f"{message.origin}-{message.target}"
    raise DxpError(f"{text} is not legal")


def told_move(position: DraughtsPosition, move: Move, seconds: float) -> DxpMove:
    """A legal move as it is told."""
    step = position.step(move)
    assert step is not None, "the move is legal"
    captured = tuple(sorted(square + 1 for square in step.taken))
    return DxpMove(round(seconds), step.origin + 1, step.target + 1, captured)
