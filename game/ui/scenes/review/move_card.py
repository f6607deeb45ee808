"""The card of the move that is looked at: what it was, why, the better line with what it is worth, and what was played.

The unit for people is the chance to win; the engine's own stands on the chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.match.judgement import Judgement, Mark
from game.match.lines import Line
from game.match.match import Match
from game.match.review import Review
from game.rules.core import Side
from game.ui.board.marks import draw_mark
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.review.words import chip_of, line_names, move_name, sentence, standing
from game.ui.scenes.variations.words import CLASS_GLYPHS, sign_of
from game.ui.stage.language import Language

HEIGHT: Final = 152.0
_REASON: Final = pygame.FRect(8, 46, -16, 34)
"""Where the sentence stands: from the left and top of the card, its width less, its height."""
_BUTTON: Final = 78.0
_LINE: Final = 29.0


@dataclass(frozen=True, slots=True)
class MoveWords:
    """What the card says: the move's mark (or the sign of a good one) and name, its class, the chances of its side, a
    sentence, the odds where nothing is wrong, the line with what it is worth, and the move that was played instead with
    what that was worth, and the answer to it (empty where nothing is wrong with it)."""

    mark: Mark | None = None
    sign: str = ""
    name: str = ""
    kind: str = ""
    chance: str = ""
    says: str = ""
    odds: str = ""
    chip: str = ""
    line_chance: str = ""
    line: tuple[str, ...] = ()
    played_chip: str = ""
    played_chance: str = ""
    played: tuple[str, ...] = ()


def chance_text(t: Language, judgement: Judgement, side: Side) -> str:
    """The chance of a side to win, in whole per cent; what is not certain is never told as 0 or 100."""
    return t("review.chance", n=_percent(judgement, side))


def _percent(judgement: Judgement, side: Side) -> int:
    found = round(100 * judgement.chance(side))
    return found if judgement.winner is not None else min(99, max(1, found))


def odds_text(t: Language, judgement: Judgement) -> str:
    """What may become of a position, in whole per cent, in a game that knows draws; empty where it is decided."""
    odds = judgement.odds(Side.FIRST)
    if judgement.winner is not None or odds.draw < 0.005:
        return ""
    first, drawn = round(100 * odds.win), round(100 * odds.draw)
    return t("review.odds", first=first, drawn=drawn, second=100 - first - drawn)


def move_words(t: Language, match: Match, review: Review, ply: int, line: Line | None) -> MoveWords:
    """The words for a move; `line` is the better one where something is wrong with it, else the one that goes on."""
    found, judged = review.finding(ply), review.judgement(ply)
    name = t("review.move", n=ply, move=move_name(t, match, ply)) if ply else t("match.not_started")
    names = line_names(t, match, line) if line is not None else ()
    if found is not None:
        before, after, side = found.before, found.after, found.side
        return MoveWords(
            mark=found.mark,
            name=name,
            kind=t(f"review.{found.mark}"),
            chance=t("review.chance_change", n=_percent(before, side), m=_percent(after, side)),
            says=sentence(t, match, found, review.motive(ply)),
            chip=chip_of(t, before, side),
            line_chance=chance_text(t, before, side),
            line=names,
            played_chip=chip_of(t, after, side),
            played_chance=chance_text(t, after, side),
            played=(move_name(t, match, ply), *line_names(t, match, found.reply)),
        )
    if judged is None:
        return MoveWords(name=name, says=t("review.not_yet"))
    turn = match.game.at(ply).turn
    is_end = ply == match.game.ply and match.game.outcome is not None  # nothing follows that would be worth something
    appraisal = review.appraisal(ply) if ply else None
    glyph = CLASS_GLYPHS.get(appraisal.kind, 0) if appraisal is not None else 0
    return MoveWords(
        sign=sign_of(glyph) if glyph else "",
        name=name,
        kind=t(f"review.{appraisal.kind}") if appraisal is not None and not appraisal.kind.is_bad else "",
        chance=chance_text(t, judged, match.game.at(ply - 1).turn if ply else turn),
        says=standing(t, match, judged),
        odds=odds_text(t, judged),
        chip="" if is_end else chip_of(t, judged, turn),
        line_chance=chance_text(t, judged, turn),
        line=names,
    )


def reason_button(card: pygame.FRect) -> pygame.FRect:
    """Where the button that shows the reason lies."""
    strip = _reason_place(card)
    return pygame.FRect(strip.right - _BUTTON - 4, strip.top + 4, _BUTTON, strip.height - 8)


def _reason_place(card: pygame.FRect) -> pygame.FRect:
    r = _REASON
    return pygame.FRect(card.left + r.left, card.top + r.top, card.width + r.width, r.height)


def draw_move_card(canvas: Canvas, rect: pygame.FRect, words: MoveWords, step: int, t: Language) -> None:
    """Title row, the reason, the line, the move that was played. `step` moves of the line are on the board."""
    theme = canvas.theme
    canvas.card(rect, 1)
    x, y, right = rect.left + 16, rect.top + 23, rect.right - 16
    if words.mark is not None:
        draw_mark(canvas, words.mark, x + 9, y, 9)
        x += 28
    elif words.sign:
        x += canvas.text(words.sign, x, y, BODY, theme.jade, face=Face.MEDIUM) + 8
    x += canvas.text(words.name, x, y, BODY, face=Face.MEDIUM) + 14
    if words.chance and x + canvas.text_width(words.chance, CAPTION) <= right:
        right -= canvas.text(words.chance, right, y, CAPTION, theme.muted, "right") + 14
    if words.kind and x + canvas.text_width(words.kind, CAPTION) <= right:
        ink = theme.red if words.mark is not None else theme.jade
        canvas.text(words.kind, x, y, CAPTION, ink, face=Face.MEDIUM)
    canvas.hairline(rect.left + 16, rect.top + 42, rect.width - 32)
    _draw_reason(canvas, _reason_place(rect), words)
    top = pygame.FRect(rect.left + 8, rect.top + 86, rect.width - 16, _LINE - 1)
    if words.chip:
        _draw_line(canvas, top, words, step)
    if words.played:
        _draw_played(canvas, top.move(0, _LINE), words, t("review.played"))


def _draw_reason(canvas: Canvas, strip: pygame.FRect, words: MoveWords) -> None:
    """The sentence: on a red ground what is wrong, else how the position stands."""
    theme, room = canvas.theme, strip.width - 16
    if words.mark is not None:
        canvas.rounded(strip, ROW_RADIUS, theme.red_tint, theme.red if theme.is_contrast else None, 1.5)
        room -= _BUTTON + 8
    if words.odds and canvas.text_width(words.says, BODY) + 24 + canvas.text_width(words.odds, CAPTION) <= room:
        canvas.text(words.odds, strip.right - 8, strip.centery, CAPTION, theme.muted, "right")
    face = Face.MEDIUM if words.mark is not None else Face.REGULAR
    ink = theme.ink if words.mark is not None else theme.muted
    if canvas.text_width(words.says, BODY, face) <= room:
        canvas.text(words.says, strip.left + 8, strip.centery, BODY, ink, face=face)
    else:
        lines = 2 if canvas.text_width(words.says, CAPTION, Face.REGULAR) > room else 1
        middle = strip.centery - (8 if lines == 2 else 0)
        canvas.paragraph(words.says, strip.left + 8, middle, room, CAPTION, ink, 16, lines=lines)


def _draw_line(canvas: Canvas, row: pygame.FRect, words: MoveWords, step: int) -> None:
    """What the line is worth, then its moves as far as they fit, the one that was shown last set off."""
    theme, middle, names = canvas.theme, row.centery, words.line
    canvas.rounded(row, ROW_RADIUS, theme.jade_tint, theme.jade if theme.is_contrast else None, 1.5)
    x = _draw_chip(canvas, row, words.chip, words.line_chance, is_best=True)
    first = max(0, step - 3)
    for number, name in enumerate(names[first:], start=first + 1):
        face = Face.MEDIUM if number == max(1, step) else Face.REGULAR
        if x + canvas.text_width(name, BODY, face) > row.right - 8:
            break
        ink = theme.jade if number == step else theme.ink if number < step or not step else theme.muted
        x += canvas.text(name, x, middle, BODY, ink, face=face) + 9


def _draw_played(canvas: Canvas, row: pygame.FRect, words: MoveWords, says: str) -> None:
    x = _draw_chip(canvas, row, words.played_chip, words.played_chance, is_best=False)
    right = row.right - 8 - canvas.text(says, row.right - 8, row.centery, CAPTION, canvas.theme.red, "right") - 8
    for nth, name in enumerate(words.played):
        if x + canvas.text_width(name, BODY, Face.REGULAR) > right:
            break
        x += canvas.text(name, x, row.centery, BODY, canvas.theme.muted if nth else canvas.theme.ink) + 9


def _draw_chip(canvas: Canvas, row: pygame.FRect, text: str, chance: str, is_best: bool) -> float:
    """The engine's unit on a chip, the chance beside it. Returns where the text after them begins."""
    theme = canvas.theme
    width = max(64.0, canvas.text_width(text, CAPTION, Face.MEDIUM) + 16)
    plate = pygame.FRect(row.left + 8, row.centery - 10, width, 20)
    canvas.rounded(plate, 6, theme.jade if is_best else theme.inset, None if is_best else theme.line, 1)
    ink = theme.on_jade if is_best else theme.ink
    canvas.text(text, plate.centerx, row.centery, CAPTION, ink, "centre", Face.MEDIUM)
    canvas.text(chance, plate.right + 44, row.centery, CAPTION, theme.muted, "right")
    return plate.right + 54
