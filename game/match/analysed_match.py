"""A game at the table as something to be analysed."""

from __future__ import annotations

from game.match.match import Match
from game.match.match_record import match_record
from game.records.analysed import AnalysedGame


def analysed_match(match: Match, ply: int) -> AnalysedGame:
    """What was played in a match, begun after this many moves."""
    return AnalysedGame(match_record(match), match.game, min(max(0, ply), match.ply))
