"""What endgame tables say of a position, in words."""

from __future__ import annotations

from game.match.evaluation import Cp
from game.rules.core import Side, Variant
from game.ui.scenes.analysis.lines import AnalysedPosition
from game.ui.stage.language import Language


def tabled_words(t: Language, variant: Variant, found: AnalysedPosition) -> str:
    """Who wins, or that it is drawn; empty where the tables say nothing. Tables know nothing of draws by counting
    moves: a win of theirs is told only while the search sees its side ahead, too."""
    if found.tabled is None:
        return ""
    if not found.tabled:
        return t("analysis.drawn_by_tables")
    winner = Side.FIRST if found.tabled > 0 else Side.SECOND
    score = found.lines[0].score
    if (score if winner is Side.FIRST else -score) <= Cp(0):
        return ""
    return t("analysis.won_by_tables", side=t(f"common.{variant.side_names[winner]}"))
