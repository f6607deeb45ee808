"""Why a move of draughts is refused: a code for each reason, and the sentence that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from game.rules.core import Refusal, Square
from game.rules.draughts.board import EMPTY, Cells, Ruleset, colour_at, forward, is_king
from game.rules.draughts.moves import IndexedMove, legal_captures, quiet_steps
from game.rules.draughts.text import turns

REFUSALS: Final = MappingProxyType(
    {
        "not-a-step": "a move is one step of one piece, with its captures",
        "light-square": "that is a light square; only the dark ones are played on",
        "no-piece": "there is no piece on {square}",
        "not-your-piece": "the piece on {square} does not belong to the side to move",
        "own-piece": "a piece of the same side stands on {square}",
        "occupied-square": "a piece stands on {square}",
        "must-capture": "a capture must be played: {move}",
        "must-take-most": "{count} must be taken: {move}",
        "must-go-on": "the capture goes on: {move}",
        "way-of-capture": "the piece on {square} does not capture that way: {move}",
        "piece-stuck": "the piece on {square} has no move",
        "man-back": "a man does not move back",
        "man-step": "a man moves one square diagonally forward",
        "king-step": "a king moves one square diagonally",
        "king-way": "a king moves along free diagonals",
        "wrong-capture": "it does not capture what stands there",
        "game-over": "the game is over",
    }
)
"""Every code of a `Refusal` of draughts with its English sentence; what stands in braces is among its values."""


def refusal_of(
    rules: Ruleset, cells: Cells, colour: int, captures: Sequence[IndexedMove], path: tuple[Square, ...]
) -> Refusal:
    """Why no legal move begins with these squares of the house. `captures` are all captures of the side to move."""
    if not path:
        return Refusal("not-a-step")
    indices = []
    for each in path:
        index = rules.index_of(each)
        if index is None:
            return Refusal("light-square")
        indices.append(index)
    origin = indices[0]
    square = {"square": str(origin + 1)}
    if cells[origin] == EMPTY:
        return Refusal("no-piece", square)
    if colour_at(cells[origin]) != colour:
        return Refusal("not-your-piece", square)
    if captures:
        return _about_captures(rules, captures, indices, square)
    mine = [step for step in quiet_steps(rules, cells, colour) if step.origin == origin]
    if not mine:
        everything = next(quiet_steps(rules, cells, colour), None)
        return Refusal("piece-stuck", square) if everything else Refusal("game-over")
    if len(indices) != 2:
        return Refusal("not-a-step")
    return _about_step(rules, cells, colour, origin, indices[1])


def _about_captures(
    rules: Ruleset, captures: Sequence[IndexedMove], indices: Sequence[int], square: dict[str, str]
) -> Refusal:
    """A capture is due, and this is none that may be played."""
    legal = legal_captures(rules, tuple(captures))
    here = [step for step in legal if step.origin == indices[0]]
    if not here:
        example = _text(rules, legal[0])
        if any(step.origin == indices[0] for step in captures):
            return Refusal("must-take-most", {"count": str(len(legal[0].taken)), "move": example})
        return Refusal("must-capture", {"move": example})
    example = _text(rules, here[0])
    begun = [step for step in captures if step.route[: len(indices)] == tuple(indices)]
    if any(len(step.route) > len(indices) for step in begun) and begun[0] in legal:
        return Refusal("must-go-on", {"move": _text(rules, begun[0])})
    if begun:
        return Refusal("must-take-most", {"count": str(len(here[0].taken)), "move": example})
    if any((step.origin, step.target) == (indices[0], indices[-1]) for step in here):
        return Refusal("wrong-capture")
    return Refusal("way-of-capture", {**square, "move": example})


def _about_step(rules: Ruleset, cells: Cells, colour: int, origin: int, target: int) -> Refusal:
    """Nothing can be captured, and the piece can't go to the target."""
    if cells[target] != EMPTY:
        code = "own-piece" if colour_at(cells[target]) == colour else "occupied-square"
        return Refusal(code, {"square": str(target + 1)})
    if is_king(cells[origin]):
        return Refusal("king-way" if rules.kings_fly else "king-step")
    backward = [way for way in range(4) if way not in forward(colour)]
    if any(target in rules.rays[origin][way][:1] for way in backward):
        return Refusal("man-back")
    return Refusal("man-step")


def _text(rules: Ruleset, step: IndexedMove) -> str:
    """The whole way of a capture as numbers."""
    return "x".join(str(index + 1) for index in turns(step, rules))
