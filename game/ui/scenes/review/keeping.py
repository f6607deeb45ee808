"""What of a review can be kept: a line beside the game, a position as an exercise, all that was judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.match.lines import Line
from game.match.match import Match
from game.match.review import Finding, Review
from game.rules.core import Side
from game.ui.scenes.exercises.keeping import keep_position
from game.ui.scenes.review.words import recorded
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.words import CLASS_GLYPHS, GLYPHS
from game.ui.stage.stage import Stage

_KEPT_MOVES: Final = 16
"""The most moves of a line that go into an exercise."""


@dataclass(frozen=True, slots=True)
class ReviewKeeping:
    """At one place of the game: after `ply` moves, from where `line` goes on."""

    stage: Stage
    review: Review
    match: Match
    study: TreeEditing | None
    line: Line | None
    ply: int

    @property
    def has_line(self) -> bool:
        """Whether the line can become a variation: beside a move that was played."""
        return self.study is not None and self.line is not None and 0 <= self.ply < self.match.ply

    def keep_line(self, found: Finding | None) -> None:
        """Let the line be a variation of the game, and the played move have the glyph for what was `found` of it."""
        if self.study is not None and self.line is not None and self.has_line:
            self.study.keep_line(self.ply, self.line, GLYPHS.get(found.mark, 0) if found is not None else 0)
            self.stage.toasts.show(self.stage.t("tree.line_kept"), "info")

    def keep_exercise(self, key: str) -> None:
        """Keep the position as an exercise; `key` is the game's in the library."""
        game, line = self.match.game, self.line
        texts = line.texts(game.variant)[:_KEPT_MOVES] if line is not None else ()
        keep_position(self.stage, game.variant, game.at(self.ply), key, self.ply, texts)

    @property
    def has_review(self) -> bool:
        """Whether what was found can be kept with the game."""
        return self.study is not None and self.review.is_over and bool(self.review.appraisals)

    def keep_review(self) -> None:
        """Keep the classes of all moves as glyphs, and the evaluations, with the game."""
        if self.study is None or not self.has_review:
            return
        colour, review = self.match.position.colour(Side.FIRST), self.review
        judged = {
            each.ply: (CLASS_GLYPHS.get(each.kind, 0), recorded(review.judgement(each.ply), colour))
            for each in review.appraisals
        }
        self.study.keep_judgements(judged)
        self.stage.toasts.show(self.stage.t("review.kept"), "info")
