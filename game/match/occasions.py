"""When an opponent has something to say: the beginning, a slip or a fine move of the person, and the end.

A computer's opinion comes with each of its moves. Where its chances to win rise much from one of its moves to its next,
the person's move between them was a slip; where they fall although it was not losing, and the move was not the one that
it expected, the person has found something that it had not seen. Nobody thinks any longer for it.
"""

from __future__ import annotations

import enum
from typing import Final

from game.match import events as happened
from game.match.evaluation import SearchInfo
from game.match.events import MatchEvent
from game.match.judgement import judgement_of, scale_of
from game.match.lines import read_line
from game.match.match import Match
from game.match.players import PlayerKind
from game.rules.core import Move, Position, Side, Termination

SLIP: Final = 0.25
"""So much of the chances to win a slip gives away ..."""
FINE: Final = 0.2
"""... and so much a fine move takes back."""
_WON: Final = 0.8
"""Whoever stood better than this is given nothing that counts; whoever stood worse than its opposite takes nothing."""
_FIRST_PLY: Final = 6
"""Before it opinions are guesses."""
_SHALLOW: Final = 1
"""An opinion of no more plies is none."""


class Occasion(enum.StrEnum):
    """Something that is worth a word, from the view of the opponent; the texts are those of the language files."""

    START = "start"
    BLUNDER = "blunder"
    BRILLIANCY = "brilliancy"
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


def opponent_in(match: Match) -> Side | None:
    """The side of the computer that one person here plays against; None where there is no such pair."""
    kinds = [match.seat(side).player.kind for side in Side]
    if kinds.count(PlayerKind.ENGINE) != 1 or kinds.count(PlayerKind.HUMAN) != 1:
        return None
    return Side(kinds.index(PlayerKind.ENGINE))


class OccasionWatch:
    """Follows one match. Where a word about a move would be a help (a game for the ladder) only beginning and end are
    worth one."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._scale = scale_of(match.variant.game)
        self._chance: float | None = None
        self._expected: Move | None = None
        self._answered: Move | None = None

    def note(self, event: MatchEvent) -> Occasion | None:
        """What an event gives occasion to."""
        side = opponent_in(self._match)
        match event:
            case happened.Restarted():
                self._forget()
                return Occasion.START if side is not None else None
            case happened.MovesUndone() | happened.MovesRedone() | happened.PlayerChanged():
                self._forget()
            case happened.MovePlayed() if side is event.side:
                return self._moved(event, side)
            case happened.MovePlayed():
                self._answered = event.move
            case happened.GameEnded(outcome=outcome) if side is not None:
                if outcome.termination is not Termination.ABANDONED:
                    return _end(side, outcome.winner)
            case _:
                pass
        return None

    def _forget(self) -> None:
        self._chance = self._expected = self._answered = None

    def _moved(self, event: happened.MovePlayed, side: Side) -> Occasion | None:
        before, expected, answered = self._chance, self._expected, self._answered
        self._forget()
        if event.info is None or event.info.depth <= _SHALLOW:
            return None
        self._chance = judgement_of(event.info, side, self._scale).chance(side)
        self._expected = self._reply_to(event.before, event.info)
        if before is None or answered is None or event.ply < _FIRST_PLY or self._match.attempt is not None:
            return None
        if self._chance - before >= SLIP and before < _WON:
            return Occasion.BLUNDER
        if before - self._chance >= FINE and before > 1 - _WON and answered != expected:
            return Occasion.BRILLIANCY
        return None

    def _reply_to(self, before: Position, info: SearchInfo) -> Move | None:
        """What the computer thinks that the person will play now."""
        line = read_line(self._match.variant, before, info.line[:2])
        return line.moves[1] if len(line.moves) > 1 else None


def _end(side: Side, winner: Side | None) -> Occasion:
    if winner is None:
        return Occasion.DRAWN
    return Occasion.WON if winner is side else Occasion.LOST
