"""What is said about one seal beside the book, and the seals that are nearest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.progress.seals.album import Print, SealAlbum
from game.progress.seals.seal import Seal
from game.rules.core import Position, RulesError, Variant
from game.rules.registry import variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal_print import blind_print, seal_print
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, ROW_RADIUS, TITLE
from game.ui.scenes.album.book import draw_bar, paper_colour, uninked
from game.ui.scenes.arcade.words import day
from game.ui.scenes.names import level_name
from game.ui.scenes.pictures import Pictures, around_pieces, read_position
from game.ui.stage.language import Language

BUTTON: Final = 44.0
_PAD: Final = 24.0
_LEAST_VALUE: Final = 80.0
"""Where what a fact is called leaves less for its value, the value stands alone."""


def position_of(told: Print) -> tuple[Variant, Position] | None:
    """The last position of the game that has won a seal; None where the file tells none that can be read."""
    if not told.position:
        return None
    try:
        rules = variant(told.variant)
        return rules, read_position(rules, told.position)
    except RulesError:
        return None


def facts(t: Language, told: Print) -> list[tuple[str, str]]:
    """What is known of how a seal was won, as rows of a name and a value."""
    rows = [(t("seals.earned"), day(t, told.day, with_year=False))]
    if told.opponent:
        is_level = t.has(f"common.{told.opponent.partition(':')[0]}")
        rows.append((t("seals.opponent"), level_name(t, told.opponent) if is_level else told.opponent))
    if told.moves:
        rows.append((t("seals.moves"), t("common.moves", n=told.moves)))
    return rows


def draw_seal_card(
    canvas: Canvas,
    t: Language,
    rect: pygame.FRect,
    seal: Seal,
    album: SealAlbum,
    pictures: Pictures,
    foot: float = BUTTON + 12,
) -> None:
    """The card: the print, what it is for, and how it was won or how far it has come. The `foot` is left to buttons."""
    theme, told = canvas.theme, album.prints.get(seal.name)
    canvas.card(rect, 2)
    low = rect.height < 340
    side = 84.0 if low else 128.0
    x, y = rect.centerx, rect.top + 12 + side / 2
    pixels = canvas.px(side)
    if told is not None:
        picture = seal_print(canvas.fonts, pixels, seal.mark)
        if theme.is_dark:  # what is cut out of the red shows the paper
            canvas.rounded(
                pygame.FRect(x - side / 2 - 3, y - side / 2 - 3, side + 6, side + 6), 14, paper_colour(canvas)
            )
    else:
        picture = blind_print(canvas.fonts, pixels, seal.mark, theme.card, True, uninked(theme))
    canvas.lay(picture, (canvas.px(x) - pixels // 2, canvas.px(y) - pixels // 2))
    y = rect.top + side + (30 if low else 34)
    size = TITLE if canvas.text_width(t(f"seals.{seal.name}"), TITLE, Face.TITLE) <= rect.width - 2 * _PAD else HEADING
    canvas.text(t(f"seals.{seal.name}"), x, y, size, align="centre", face=Face.TITLE, width=rect.width - 2 * _PAD)
    y += 28
    how = canvas.wrapped(t(f"seals.{seal.name}_how"), rect.width - 2 * _PAD, BODY)[:3]
    for line in how:
        canvas.text(line, x, y, BODY, theme.muted, "centre")
        y += 21
    area = pygame.FRect(rect.left + _PAD, y + 2, rect.width - 2 * _PAD, rect.bottom - _PAD - foot - y)
    if told is not None:
        _draw_facts(canvas, t, area, told, pictures)
    elif seal.goal > 1:
        reached = album.progress(seal)
        canvas.text(f"{reached}/{seal.goal}", area.right, area.top + 14, BODY, align="right", face=Face.MEDIUM)
        draw_bar(
            canvas, pygame.FRect(area.left, area.top + 11, area.width - 60, 6), reached / seal.goal, is_on_paper=False
        )


def _draw_facts(canvas: Canvas, t: Language, area: pygame.FRect, told: Print, pictures: Pictures) -> None:
    shown, left = position_of(told), area.left
    side = min(112.0, area.height, area.width * 0.42)
    if shown is not None and side >= 60:
        rules, position = shown
        picture = pictures.board(rules, position, (side, side), around_pieces(position))
        canvas.picture(picture, pygame.FRect(left, area.top, side, side), ROW_RADIUS)
        left += side + 16
    rows = facts(t, told)
    step = min(36.0, max(22.0, area.height / max(1, len(rows))))
    labels = max(canvas.text_width(name, CAPTION) for name, _ in rows) + 12
    is_wide = area.right - left - labels >= _LEAST_VALUE
    for i, (name, value) in enumerate(rows):
        y = area.top + step * (i + 0.5)
        if y > area.bottom:
            break
        if is_wide:
            canvas.text(name, left, y, CAPTION, canvas.theme.muted)
            canvas.text(value, left + labels, y, BODY, face=Face.MEDIUM, width=area.right - left - labels)
        else:
            canvas.text(value, left, y, CAPTION, face=Face.MEDIUM, width=area.right - left)


def draw_nearest(canvas: Canvas, t: Language, rect: pygame.FRect, album: SealAlbum, seals: Sequence[Seal]) -> None:
    """The seals that lack least, with their characters uninked; where none is left, that the album is full."""
    theme = canvas.theme
    canvas.card(rect, 1)
    left, right = rect.left + _PAD, rect.right - _PAD
    canvas.text(t("seals.nearest" if seals else "seals.full"), left, rect.top + 26, HEADING, face=Face.MEDIUM)
    canvas.hairline(left, rect.top + 50, rect.width - 2 * _PAD)
    if not seals:
        canvas.paragraph(t("seals.full_line"), left, rect.top + 66, rect.width - 2 * _PAD, BODY, theme.muted)
    step = (rect.height - 58) / max(1, len(seals))
    side = min(44.0, step - 8)
    for i, seal in enumerate(seals):
        y = rect.top + 54 + step * (i + 0.5)
        picture = blind_print(canvas.fonts, canvas.px(side), seal.mark, theme.card, True, uninked(theme))
        canvas.lay(picture, (canvas.px(left), canvas.px(y - side / 2)))
        x, reached = left + side + 16, album.progress(seal)
        told = canvas.text(f"{reached}/{seal.goal}", right, y - 10, CAPTION, theme.gold_ink, "right", Face.MEDIUM)
        canvas.text(t(f"seals.{seal.name}"), x, y - 10, BODY, face=Face.MEDIUM, width=right - told - 10 - x)
        draw_bar(canvas, pygame.FRect(x, y + 8, right - x, 6), reached / seal.goal, is_on_paper=False)
