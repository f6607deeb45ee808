"""How glyphs and evaluations of a record are written in the window."""

from __future__ import annotations

from typing import Final

from game.match.judgement import Mark
from game.match.move_class import MoveClass
from game.records.glyphs import SIGNS
from game.records.tree import RecordedScore
from game.ui.paint.surfaces import Colour
from game.ui.paint.theme import Theme

JUDGEMENTS: Final = (1, 2, 3, 4, 5, 6)
"""The glyphs that judge a move."""
STANDINGS: Final = (10, 13, 14, 15, 16, 17, 18, 19)
"""Those that say how a position stands."""
OTHERS: Final = (7, 22, 32, 36, 40, 44, 132, 138, 140, 146)

_IN_OUR_FONT: Final = {14: "+=", 15: "=+", 17: "−/+", 16: "+/−", 22: "⊙", 32: "D", 132: "→←", 138: "T", 140: "Δ"}
"""Signs that the window's font lacks, by others in use for the same."""

MARKS: Final = {2: Mark.MISTAKE, 4: Mark.BLUNDER, 6: Mark.INACCURACY}
"""The shapes that stand for a glyph on the board."""
GLYPHS: Final = {Mark.MISSED_WIN: 4, Mark.ALLOWED_WIN: 4, **{mark: glyph for glyph, mark in MARKS.items()}}
"""The glyph for what a review finds."""
CLASS_GLYPHS: Final = {
    MoveClass.BRILLIANT: 3,
    MoveClass.ONLY: 7,
    **{MoveClass(mark.value): glyph for mark, glyph in GLYPHS.items()},
}
"""The glyph for a class of moves that has one."""


def sign_of(glyph: int) -> str:
    """The sign of a glyph; its number where it has none."""
    return _IN_OUR_FONT.get(glyph) or SIGNS.get(glyph, f"${glyph}")


def signs_of(glyphs: tuple[int, ...]) -> str:
    """The signs of a move, with spaces between them."""
    return " ".join(map(sign_of, glyphs))


def ink_of(glyphs: tuple[int, ...], theme: Theme) -> Colour:
    """The colour of a move's signs: that of the first one that judges it."""
    first = next((each for each in glyphs if each in JUDGEMENTS), 0)
    inks = {1: theme.jade, 3: theme.jade, 2: theme.red, 4: theme.red, 5: theme.indigo, 6: theme.gold_ink}
    return inks.get(first, theme.muted)


def score_text(score: RecordedScore) -> str:
    """An evaluation in the game's unit with its sign, or in how many moves somebody is mated (`#3`, `#−3`)."""
    if score.mate is not None:
        return f"#{score.mate}".replace("-", "−")
    return f"{score.value or 0.0:+.1f}".replace("-", "−")
