"""What is certain of a position without a forced win in sight, in words: what endgame tables say, and how a game of
points ends that is solved."""

from __future__ import annotations

from game.match.evaluation import Cp
from game.rules.core import Outcome, Side, Variant
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


def solved_words(t: Language, variant: Variant, end: Outcome) -> str:
    """How the game ends if nobody gives anything away."""
    fewer, more = sorted(end.score or (0, 0))
    if end.winner is None:
        return t("analysis.solved_drawn", n=more, m=fewer)
    return t("analysis.solved", side=t(f"common.{variant.side_names[end.winner]}"), n=more, m=fewer)
