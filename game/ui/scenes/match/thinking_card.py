"""The timer overlay of the computer: seconds, depth, speed, evaluation and the best line, fresh each frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.match.evaluation import Cp, Mate, Repetition, moves_to_win
from game.ui.paint.canvas import Canvas
from game.ui.paint.pen import circle_points
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.match.layout import FOLDED
from game.ui.stage.language import Language

if TYPE_CHECKING:
    from game.match.evaluation import Score, SearchInfo

_SPINNER_S = 1.1
_EVEN = Cp(40)
"""A score closer to 0 than this is called even, in hundredths."""


@dataclass(frozen=True, slots=True)
class ExpectedMove:
    """One move of the best line: its text, and the colours of the disc and of the number on it (None: nobody's)."""

    text: str
    colours: tuple[Colour, Colour] | None


@dataclass(frozen=True, slots=True)
class ThinkingView:
    """What the card shows: the search that runs or the last one. `elapsed_s` is the time of this move, `share` how much
    of its limit is used (0..1); `mover` is the thinking colour's name; `was_silent` tells that the last move came
    without figures, as some programs from outside have none."""

    title: str
    is_running: bool
    elapsed_s: float
    share: float
    info: SearchInfo | None
    line: Sequence[ExpectedMove]
    mover: str
    was_silent: bool = False


def thousands(t: Language, number: float) -> str:
    """A large number as people say it: 186 万 in Chinese, 1.9 M or 12 k in English."""
    if t.is_chinese:
        return f"{number / 10000:.{int(number < 99_950)}f} 万" if number >= 10_000 else f"{number:.0f}"
    if number >= 1_000_000:
        return f"{number / 1_000_000:.1f} M"
    return f"{number / 1000:.0f} k" if number >= 10_000 else f"{number:.0f}"


def verdict(t: Language, score: Score, mover: str) -> str:
    """What a score of the mover's view says in words."""
    if isinstance(score, Mate):
        return t("match.wins_in" if score.wins else "match.loses_in", side=mover, n=moves_to_win(score.plies))
    if isinstance(score, Repetition):
        return t("match.wins_by_repetition" if score.plies > 0 else "match.loses_by_repetition", side=mover)
    if abs(score) < _EVEN:
        return t("match.even")
    return t("match.better" if score > Cp(0) else "match.worse", side=mover)


def chip_text(t: Language, score: Score) -> str:
    """A score in a few words: a number of units with its sign, or in how many moves the mover wins or loses, or that it
    does so by repetition."""
    if isinstance(score, Mate):
        return t("match.chip_win" if score.wins else "match.chip_loss", n=moves_to_win(score.plies))
    if isinstance(score, Repetition):
        return t("match.chip_repetition_win" if score.plies > 0 else "match.chip_repetition_loss")
    return str(score).replace("-", "−")  # the sign of numbers, as wide as a plus


def draw_thinking_card(
    canvas: Canvas, rect: pygame.FRect, view: ThinkingView, t: Language, button_width: float, is_covered: bool
) -> None:
    """Three rows: what is going on, the figures, the best line; of a folded card the first one. `button_width` is kept
    free at the upper right. Where a bubble covers the first row (`is_covered`) it is left out: no letters look out."""
    canvas.card(rect, 1)
    folded = rect.height <= FOLDED
    if not is_covered:
        _draw_progress(canvas, rect, view, t, button_width, folded)
    if folded:
        return
    if view.info is None:
        key = "figures_soon" if view.is_running else "moved_silently" if view.was_silent else "no_figures"
        says = t(f"match.{key}")
        canvas.text(says, rect.left + 16, rect.top + 70, CAPTION, canvas.theme.muted, width=rect.width - 32)
        return
    _draw_figures(canvas, rect, view.info, view.mover, t)
    _draw_line(canvas, rect, view.line, t)


def _draw_progress(
    canvas: Canvas, rect: pygame.FRect, view: ThinkingView, t: Language, button_width: float, folded: bool
) -> None:
    theme = canvas.theme
    x = rect.left + 16
    top = rect.top + 22
    if view.is_running:
        _draw_spinner(canvas, x + 11, top, view.elapsed_s)
    else:
        canvas.icon("clock", x + 11, top, 18, theme.muted)
    x_text = x + 32
    room = rect.right - 12 - x_text if not view.is_running else None
    x_text += canvas.text(view.title, x_text, top, BODY, face=Face.MEDIUM, width=room) + 10
    told = view.is_running or (view.info is not None and not folded)
    seconds = t("match.seconds", n=f"{view.elapsed_s:.1f}") if told else ""
    x_text += canvas.text(seconds, x_text, top, BODY, theme.red if view.is_running else theme.muted, face=Face.MEDIUM)
    bar = pygame.FRect(x_text + 16, top - 3, rect.right - 16 - button_width - 12 - x_text - 16, 6)
    if view.is_running and bar.width > 24:
        canvas.rounded(bar, 3, theme.inset, theme.line, 1)
        done = pygame.FRect(bar.left, bar.top, max(6.0, bar.width * min(1.0, view.share)), 6)
        canvas.rounded(done, 3, theme.red)


def _draw_figures(canvas: Canvas, rect: pygame.FRect, info: SearchInfo, mover: str, t: Language) -> None:
    speed = info.nodes / info.time_s if info.time_s > 0 else 0.0
    figures = [(0, t("common.plies", n=info.depth), t("match.depth")), (1, thousands(t, speed), t("match.speed"))]
    if info.is_known:
        figures = [(0, t("match.book"), t("match.book_line"))]
    if not info.is_known or isinstance(info.score, Mate):
        figures.append((2, chip_text(t, info.score), verdict(t, info.score, mover)))
    step = (rect.width - 32) / 3.8
    ends = [rect.left + 16 + column * step - 8 for column, _, _ in figures[1:]] + [rect.right - 12]
    for (column, value, label), end in zip(figures, ends, strict=True):
        x = rect.left + 16 + column * step
        room = end - x
        canvas.text(value, x, rect.top + 60, HEADING, face=Face.MEDIUM, width=room)
        canvas.text(label, x, rect.top + 82, CAPTION, canvas.theme.muted, width=room)


def _draw_line(canvas: Canvas, rect: pygame.FRect, line: Sequence[ExpectedMove], t: Language) -> None:
    theme = canvas.theme
    middle = rect.top + 114
    label = t("match.line")
    canvas.text(label, rect.left + 16, middle, CAPTION, theme.muted)
    x = rect.left + 16 + canvas.text_width(label, CAPTION) + 10
    for number, move in enumerate(line, start=1):
        width = 38 + canvas.text_width(move.text, CAPTION, Face.MEDIUM)
        if x + width > rect.right - 12:
            break
        canvas.rounded(pygame.FRect(x, middle - 12, width, 24), 12, theme.inset, theme.line, 1)
        ground, ink = move.colours or (theme.plate, theme.on_plate)
        canvas.circle(x + 13, middle, 9, ground)
        canvas.circle(x + 13, middle, 9, theme.edge, stroke=1)
        canvas.text(str(number), x + 13, middle, 11, ink, "centre", Face.MEDIUM)
        canvas.text(move.text, x + 28, middle, CAPTION, face=Face.MEDIUM)
        x += width + 8


def _draw_spinner(canvas: Canvas, x: float, y: float, elapsed_s: float) -> None:
    """An arc on a ring, one turn in 1.1 seconds."""
    canvas.circle(x, y, 8, canvas.theme.line, stroke=2.5)
    # sixteen places are enough for the eye and keep the cache of drawn lines small
    turn = math.floor(elapsed_s / _SPINNER_S * 16) % 16 / 16 * 360
    canvas.line(circle_points(x, y, 8, turn - 90, turn + 50), 2.5, canvas.theme.red)
