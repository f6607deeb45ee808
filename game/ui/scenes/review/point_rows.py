"""The rows of the turning points in words: kept, because a long game has many and each judgement may bring but one
more."""

from __future__ import annotations

from typing import Final

from game.match.match import Match
from game.match.review import Finding, Review
from game.rules.motive import Motive
from game.ui.scenes.motive_words import motive_name
from game.ui.scenes.pictures import emblem_mark
from game.ui.scenes.review.turning_points import TurningPoint
from game.ui.scenes.review.words import first_name, move_name, sentence
from game.ui.stage.stage import Stage


class PointRows:
    """The rows of a game's review."""

    def __init__(self, stage: Stage, match: Match) -> None:
        self._stage: Final = stage
        self._match: Final = match
        self._kept: dict[int, tuple[Finding, Motive | None, TurningPoint]] = {}

    def forget(self) -> None:
        """The language or the notation may be another one."""
        self._kept.clear()

    def of(self, review: Review) -> list[TurningPoint]:
        """A row for each finding."""
        return [self._row(found, review.motive(found.ply)) for found in review.findings]

    def _row(self, found: Finding, motive: Motive | None) -> TurningPoint:
        kept = self._kept.get(found.ply)
        if kept is not None and kept[0] is found and kept[1] is motive:
            return kept[2]
        t, match = self._stage.t, self._match
        name, better = move_name(t, match, found.ply), t("review.better", move=first_name(t, match, found.better))
        mark = emblem_mark(match.variant, match.game.at(found.ply - 1).colour_to_move, 16)
        brief = t(f"review.{found.mark}") if motive is None else motive_name(t, match.variant.game, motive.code)
        says = brief if motive is None else sentence(t, match, found, motive)
        row = TurningPoint(found.ply, name, mark, found.mark, says, brief, better)
        self._kept[found.ply] = (found, motive, row)
        return row
