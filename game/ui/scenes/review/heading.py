"""What is drawn over the review's widgets: the header, and the card of the graph."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.match.match import Match
from game.match.review import Review
from game.rules.core import Side
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.opening_words import fitting
from game.ui.scenes.result.words import side_name
from game.ui.scenes.review.accuracy_rows import ROW, AccuracyRow, draw_accuracy
from game.ui.scenes.review.layout import ReviewPlaces
from game.ui.scenes.review.reviewed import Reviewed
from game.ui.scenes.review.words import draw_legend, progress_text
from game.ui.stage.language import Language


def draw_header(
    canvas: Canvas, rect: pygame.FRect, t: Language, scene: Reviewed, review: Review, called: Sequence[str]
) -> None:
    """Who played; how far the review is, then the game and what its opening is called."""
    match = scene.match
    names = t("review.names", first=scene.player_name(Side.FIRST), second=scene.player_name(Side.SECOND))
    room = rect.width - 56 - (88 if scene.study is None else 168)
    title = f"{t('review.title')} · {names}"
    if canvas.text_width(title, HEADING, Face.MEDIUM) > room:
        title = t("review.title")
    canvas.text(title, rect.left + 56, rect.top + 11, HEADING, face=Face.MEDIUM, width=room)
    detail = progress_text(t, review)
    if not detail:
        detail = f"{t(f'common.{match.variant.game}')} · {t('common.moves', n=match.game.made)}"
        detail = fitting(canvas, [f"{detail} · {each}" for each in called], room, CAPTION) or detail
    canvas.text(detail, rect.left + 56, rect.top + 31, CAPTION, canvas.theme.muted, width=room)


def draw_course(
    canvas: Canvas, place: ReviewPlaces, t: Language, match: Match, review: Review, accuracy: tuple[AccuracyRow, ...]
) -> None:
    """The card under the graph, with what the marks mean; accuracy below the graph, or in a low panel in the title."""
    rect = place.course
    canvas.card(rect, 1)
    title = t("review.chances", side=side_name(t, match, Side.FIRST))
    if place.panel_is_low and accuracy:
        told = (t("review.accuracy_of", name=row.name, n=round(row.whole)) for row in accuracy)
        title = " · ".join(told)
    width = canvas.text(title, rect.left + 16, rect.top + 21, BODY, face=Face.MEDIUM)
    draw_legend(canvas, t, review, rect.right - 16, rect.top + 21, rect.width - 32 - width - 16)
    if not place.panel_is_low:
        bottom = pygame.FRect(rect.left + 16, place.graph.bottom + 6, rect.width - 32, 2 * ROW)
        draw_accuracy(canvas, bottom, accuracy, t)
