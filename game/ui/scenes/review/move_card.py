"""The card of the move that is looked at: what is to be said of it, the better line, and what was played."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.match.judgement import Mark
from game.match.lines import Line
from game.match.match import Match
from game.match.review import Review
from game.ui.board.marks import draw_mark
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.review.words import chip_of, line_names, move_name, sentence, standing
from game.ui.stage.language import Language


@dataclass(frozen=True, slots=True)
class MoveWords:
    """What the card says: the move's mark and name, a sentence, the line with what it is worth, and the move that was
    played instead with what that was worth (empty where nothing is wrong with it)."""

    mark: Mark | None
    name: str
    says: str
    chip: str
    line: tuple[str, ...]
    played_chip: str
    played: str


def move_words(t: Language, match: Match, review: Review, ply: int, line: Line | None) -> MoveWords:
    """The words for a move; `line` is the better one where something is wrong with it, else the one that goes on."""
    found, judged = review.finding(ply), review.judgement(ply)
    name = t("review.move", n=ply, move=move_name(t, match, ply)) if ply else t("match.not_started")
    names = line_names(t, match, line) if line is not None else ()
    if found is not None:
        chips = chip_of(t, found.before, found.side), chip_of(t, found.after, found.side)
        return MoveWords(
            found.mark,
            name,
            sentence(t, match, found, review.motive(ply)),
            chips[0],
            names,
            chips[1],
            move_name(t, match, ply),
        )
    if judged is None:
        return MoveWords(None, name, t("review.not_yet"), "", (), "", "")
    chip = chip_of(t, judged, match.game.at(ply).turn)
    return MoveWords(None, name, standing(t, match, judged), chip, names, "", "")


def draw_move_card(canvas: Canvas, rect: pygame.FRect, words: MoveWords, step: int, t: Language) -> None:
    """Title row, the line, the move that was played. `step` moves of the line are on the board."""
    canvas.card(rect, 1)
    x, y = rect.left + 16, rect.top + 23
    if words.mark is not None:
        draw_mark(canvas, words.mark, x + 9, y, 9)
        x += 28
    x += canvas.text(words.name, x, y, BODY, face=Face.MEDIUM) + 14
    canvas.hairline(rect.left + 16, rect.top + 43, rect.width - 32)
    fits = x + canvas.text_width(words.says, CAPTION) <= rect.right - 12
    says = words.says if fits or words.mark is None else t(f"review.{words.mark}")
    canvas.text(says, x, y, CAPTION, canvas.theme.muted, width=rect.right - 12 - x)
    top = pygame.FRect(rect.left + 8, rect.top + 49, rect.width - 16, 28)
    if words.chip:
        _draw_line(canvas, top, words.chip, words.line, step)
    if words.played:
        _draw_played(canvas, top.move(0, 29), words, t("review.played"))


def _draw_line(canvas: Canvas, row: pygame.FRect, chip: str, names: tuple[str, ...], step: int) -> None:
    """What the line is worth, then its moves as far as they fit, the one that was shown last set off."""
    theme, middle = canvas.theme, row.centery
    canvas.rounded(row, ROW_RADIUS, theme.jade_tint, theme.jade if theme.is_contrast else None, 1.5)
    x = _draw_chip(canvas, row, chip, is_best=True)
    first = max(0, step - 3)
    for number, name in enumerate(names[first:], start=first + 1):
        face = Face.MEDIUM if number == max(1, step) else Face.REGULAR
        if x + canvas.text_width(name, BODY, face) > row.right - 8:
            break
        ink = theme.jade if number == step else theme.ink if number < step or not step else theme.muted
        x += canvas.text(name, x, middle, BODY, ink, face=face) + 9


def _draw_played(canvas: Canvas, row: pygame.FRect, words: MoveWords, says: str) -> None:
    x = _draw_chip(canvas, row, words.played_chip, is_best=False)
    canvas.text(words.played, x, row.centery, BODY)
    canvas.text(says, row.right - 8, row.centery, CAPTION, canvas.theme.red, "right")


def _draw_chip(canvas: Canvas, row: pygame.FRect, text: str, is_best: bool) -> float:
    """Returns where the text after it begins."""
    theme = canvas.theme
    width = max(64.0, canvas.text_width(text, CAPTION, Face.MEDIUM) + 16)
    plate = pygame.FRect(row.left + 8, row.centery - 10, width, 20)
    canvas.rounded(plate, 6, theme.jade if is_best else theme.inset, None if is_best else theme.line, 1)
    ink = theme.on_jade if is_best else theme.ink
    canvas.text(text, plate.centerx, row.centery, CAPTION, ink, "centre", Face.MEDIUM)
    return plate.right + 12
