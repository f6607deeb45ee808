"""The mistakes that a review has found in a game of the person's, as exercises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.match.judgement import Mark
from game.match.review import Review
from game.progress.exercises import Exercise
from game.records.record import SeatInfo
from game.rules.core import Side
from game.rules.game import Game

_TOO_SMALL: Final = frozenset({Mark.INACCURACY})
"""What costs so little teaches little."""
_LONGEST_LINE: Final = 16
"""The most moves of the better line that are kept."""
_FEWEST_MOVES: Final = 3
"""Where there is less to choose from there is nothing to find."""


def person_in(seats: Sequence[SeatInfo], name: str = "") -> Side | None:
    """Which of two people or computers is the person: the only one at this screen, or the only one of their name. None
    where that can't be told."""
    kinds = [seat.kind for seat in seats]
    if kinds.count("human") == 1:
        return Side(kinds.index("human"))
    named = [side for side in Side if seats[side].kind == "human" and name and seats[side].name.strip() == name]
    return named[0] if len(named) == 1 else None


def mistakes_of(game: Game, review: Review, side: Side, key: str = "", day: str = "") -> list[Exercise]:
    """An exercise for each serious mistake of a side that the review of a game has found. `key` is the game's in the
    library, `day` when this was found."""
    found = []
    rules = game.variant
    for finding in review.findings:
        before = game.at(finding.ply - 1)
        if finding.side is not side or finding.mark in _TOO_SMALL or before.opening is not None:
            continue
        line = finding.better.texts(rules)[:_LONGEST_LINE]
        if not finding.move.path or not line or len(before.legal_moves()) < _FEWEST_MOVES:
            continue
        lost = finding.before.chance(side) - finding.after.chance(side)
        motive = review.motive(finding.ply)
        found.append(
            Exercise(
                variant=rules.name, position=rules.write_position(before.unclaimed()), line=line,
                played=rules.write_move(finding.move, before), kind=finding.mark.value,
                motive=motive.code if motive is not None else "",
                lost=round(min(max(0.0, lost), 1.0), 3), game=key, ply=finding.ply - 1, found=day,
            )
        )  # fmt: skip
    return [each for each in found if each.is_readable]
