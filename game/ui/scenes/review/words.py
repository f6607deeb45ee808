"""What a review says in words: of a move, of a position, of how far it has come."""

from __future__ import annotations

from collections import Counter

from game.match.evaluation import Cp, Mate, moves_to_win
from game.match.judgement import Judgement, Mark
from game.match.lines import Line
from game.match.match import Match
from game.match.review import Finding, Review
from game.records.tree import RecordedScore
from game.rules.core import Side
from game.rules.motive import Motive
from game.ui.board.marks import draw_mark
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CAPTION
from game.ui.scenes.match.thinking_card import chip_text, verdict
from game.ui.scenes.motive_words import motive_sentence
from game.ui.scenes.notation import move_words
from game.ui.scenes.result.words import side_name
from game.ui.stage.language import Language


def move_name(t: Language, match: Match, ply: int) -> str:
    """The move with that number (from 1) in the game's notation."""
    move, before = match.game.moves[ply - 1], match.game.at(ply - 1)
    return move_words(t, match.variant, move, before)


def line_names(t: Language, match: Match, line: Line) -> tuple[str, ...]:
    """The moves of a line."""
    return tuple(
        move_words(t, match.variant, move, position) for move, position in zip(line.moves, line.positions, strict=False)
    )


def first_name(t: Language, match: Match, line: Line) -> str:
    """The first move of a line that is not empty."""
    return move_words(t, match.variant, line.moves[0], line.positions[0])


def chip_of(t: Language, judgement: Judgement, side: Side) -> str:
    """How a position stands for a side, on a chip."""
    if judgement.winner is not None and judgement.plies == 0:
        return t("review.won" if judgement.winner is side else "review.lost")
    return chip_text(t, judgement.score(side))


def sentence(t: Language, match: Match, finding: Finding, motive: Motive | None = None) -> str:
    """What is wrong with a move, in one sentence: by its motive where that is known."""
    other = side_name(t, match, finding.side.other)
    if motive is not None:
        return motive_sentence(t, match.variant, motive, finding.better, finding.reply, other)
    before, after = finding.before, finding.after
    if finding.mark is Mark.MISSED_WIN:
        lost = after.winner is not None
        return t("review.misses_and_loses" if lost else "review.misses", n=moves_to_win(before.plies), other=other)
    if finding.mark is Mark.ALLOWED_WIN:
        return t("review.allows", n=moves_to_win(after.plies), other=other) if after.plies else t("review.loses")
    return t(f"review.says_{finding.mark}")


def recorded(judgement: Judgement | None, first: Side) -> RecordedScore | None:
    """A judgement as files keep it, from the view of the colour that begins, which `first` has; None where the game is
    over, or nothing is known."""
    if judgement is None or not judgement.line:
        return None
    score = judgement.score(first)
    if isinstance(score, Mate):
        moves = moves_to_win(score.plies)
        return RecordedScore(mate=moves if score.wins else -moves)
    return RecordedScore(value=score.number(0) / 100) if isinstance(score, Cp) else None


def standing(t: Language, match: Match, judgement: Judgement) -> str:
    """How a position stands, in words, by whom it is better for."""
    side = Side.FIRST
    if judgement.winner is not None:
        side = judgement.winner
        if judgement.plies == 0:
            return t("result.side_wins", side=side_name(t, match, side))
    elif judgement.for_first < Cp(0):
        side = Side.SECOND
    return verdict(t, judgement.score(side), side_name(t, match, side))


def progress_text(t: Language, review: Review) -> str:
    """How far the review has come, or why it ended early."""
    if review.failed:
        return t("review.failed")
    done, of = review.progress
    return t("review.progress", n=done, of=of) if not review.is_over else ""


def draw_legend(canvas: Canvas, t: Language, review: Review, right: float, y: float, room: float) -> float:
    """The marks that were found with their numbers, ending at `right`; with their names where there is room. Returns
    the width drawn."""
    counts = Counter(found.mark for found in review.findings)
    present = [mark for mark in Mark if counts[mark]]
    named = [f"{t(f'review.{mark}')} {counts[mark]}" for mark in present]
    numbers = [str(counts[mark]) for mark in present]
    texts = named if sum(canvas.text_width(text, CAPTION) + 34 for text in named) <= room else numbers
    gap = 18.0 if texts is named else 10.0
    widths = [16 + canvas.text_width(text, CAPTION) + gap for text in texts]
    x = right - sum(widths) + gap
    for mark, text, width in zip(present, texts, widths, strict=True):
        draw_mark(canvas, mark, x + 6, y, 6)
        canvas.text(text, x + 16, y, CAPTION, canvas.theme.muted)
        x += width
    return sum(widths)
