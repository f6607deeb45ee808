"""What is wrong with a move, for somebody who learns: why it is bad, the answer that shows it, better play instead."""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass
from typing import Final

from game.match.judgement import Judgement, Mark
from game.match.lines import Line
from game.rules.core import Move, Position, Side

_EXCHANGE: Final = 7
"""This many plies of the answer are followed to see what is captured."""


class Reason(enum.StrEnum):
    """What is wrong with a move; the texts are those of the language files."""

    LOSES = "loses"
    MISSED = "missed"
    LOST = "lost"
    THREAT = "threat"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class MoveLesson:
    """Why a move is bad. `plies` to the forced end (LOSES, MISSED); `lost` and `won` are the pieces that change hands,
    by kind and number (LOST); `worth` is what a better move is worth more, in hundredths of the game's unit (WORSE).
    `is_old`: the answer was threatened before the move already."""

    reason: Reason
    plies: int = 0
    lost: tuple[tuple[str, int], ...] = ()
    won: tuple[tuple[str, int], ...] = ()
    worth: int = 0
    is_old: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that is offered back: the `ply` that it made, why, the answer from the position after it, and better play
    from the position before it."""

    ply: int
    side: Side
    move: Move
    mark: Mark
    lesson: MoveLesson
    answer: Line
    better: Line


def lesson_of(before: Position, move: Move, judged: tuple[Judgement, Judgement], answer: Line) -> MoveLesson:
    """What is wrong with a move made in the position `before`: by the judgements before and after it and the best
    answer to it."""
    side = before.turn
    reply = answer.moves[0] if answer.moves else None
    is_old = reply is not None and not before.threats().keys().isdisjoint({*reply.path[-1:], *reply.captured})
    if judged[1].winner is side.other:
        return MoveLesson(Reason.LOSES, judged[1].plies, is_old=is_old)
    if judged[0].winner is side:
        return MoveLesson(Reason.MISSED, judged[0].plies)
    lost, won = exchanged(before, move, answer)
    if lost:
        return MoveLesson(Reason.LOST, lost=lost, won=won, is_old=is_old)
    if is_old:
        return MoveLesson(Reason.THREAT, is_old=True)
    stood, stands = (each.score(side).number(0) for each in judged)
    return MoveLesson(Reason.WORSE, worth=stood - stands)


Pieces = tuple[tuple[str, int], ...]


def exchanged(before: Position, move: Move, answer: Line) -> tuple[Pieces, Pieces]:
    """The pieces that the side to move loses by a move and the answer to it, and those that it wins, by kind and
    number; what is on both sides is left out. The answer is followed until something is lost and not taken back at
    once."""
    own = before.colour(before.turn)
    balance: Counter[str] = Counter()  # above 0: lost
    positions, moves = (before, *answer.positions), (move, *answer.moves)
    for nth, (position, made) in enumerate(zip(positions, moves, strict=False)):
        pieces = position.pieces()
        for square in made.captured:
            balance[pieces[square].kind] += 1 if pieces[square].side is own else -1
        is_theirs = nth % 2 == 1
        goes_on = nth + 1 < len(moves) and bool(moves[nth + 1].captured)
        if (is_theirs and not goes_on and any(count > 0 for count in balance.values())) or nth == _EXCHANGE:
            break
    lost = tuple((kind, count) for kind, count in balance.items() if count > 0)
    won = tuple((kind, -count) for kind, count in balance.items() if count < 0)
    return lost, won
