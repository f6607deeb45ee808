"""What stands at the right of a tournament while no game is being played: who comes next, or who has won."""

from __future__ import annotations

from typing import Final

import pygame

from game.tournament.run import TournamentRun
from game.tournament.standings import TournamentStandings
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, HEADING, TITLE
from game.ui.scenes.library.words import face_of, readable_level
from game.ui.scenes.tournament.words import player_names, points_text
from game.ui.stage.language import Language

_PLACES: Final = 3
"""This many are named at the end."""


def draw_next(canvas: Canvas, t: Language, rect: pygame.FRect, run: TournamentRun, missing: str | None) -> None:
    """The players of the next game, and why they do not play yet. `missing` is one who can't play any more."""
    pairing = run.next_pairing
    if pairing is None or (run.is_running and run.waits_for is None):
        return
    y = rect.centery - 60
    for step, place in ((-40, pairing.players[0]), (40, pairing.players[1])):
        canvas.portrait(face_of(run.state.plan.players[place]), rect.centerx + step, y, 64)
    line, at = "", y + 64
    if run.waits_for is not None:
        line = t("tournament.waits", name=readable_level(t, run.waits_for))
    elif run.state.played or missing is not None:
        canvas.text(t("tournament.stopped_title"), rect.centerx, at, HEADING, align="centre", face=Face.MEDIUM)
        at += 32
        line = t("tournament.stopped_line", n=pairing.number + 1)
        if missing is not None:
            line = t("tournament.missing", name=readable_level(t, missing))
    if line:
        canvas.paragraph(line, rect.centerx, at, rect.width - 48, BODY, canvas.theme.muted, 23, align="centre")


def draw_winner(canvas: Canvas, t: Language, rect: pygame.FRect, standing: TournamentStandings) -> None:
    """The first places; all who share the first one stand in the same row."""
    theme, order = canvas.theme, standing.order
    names, levels = player_names(t, standing.plan), standing.plan.players
    best = standing.total(order[0])
    first = [place for place in order if standing.total(place).points == best.points]
    y = rect.centery - (100 if len(order) > 2 else 70)
    step = min(112.0, (rect.width - 112) / (len(first) - 1)) if len(first) > 1 else 0.0
    size = 104.0 if len(first) == 1 else max(44.0, min(84.0, step))
    for index, place in enumerate(first):
        x = rect.centerx + (index - (len(first) - 1) / 2) * step
        canvas.portrait(face_of(levels[place]), x, y, size)
    canvas.icon("crown", rect.centerx, y - size / 2 - 20, 30, theme.gold_ink if theme.is_contrast else theme.gold)
    if len(first) == 1:
        title = t("tournament.winner_title", name=names[first[0]])
    else:
        title = t("tournament.shared_title", names=t("common.enumeration").join(names[place] for place in first))
    at = y + size / 2 + 34
    for text in canvas.wrapped(title, rect.width - 40, TITLE, Face.TITLE)[:2]:
        canvas.text(text, rect.centerx, at, TITLE, None, "centre", Face.TITLE, width=rect.width - 32)
        at += 32
    line = t("tournament.winner_line", points=points_text(best.points), games=best.games)
    canvas.text(line, rect.centerx, at - 2, BODY, theme.muted, "centre")
    at += 40
    for place in order[len(first) : _PLACES]:
        total = standing.total(place)
        canvas.portrait(face_of(levels[place]), rect.left + 47, at, 30)
        canvas.text(names[place], rect.left + 72, at, BODY, width=rect.width - 150)
        points = f"{points_text(total.points)}/{total.games}"
        canvas.text(points, rect.right - 32, at, BODY, align="right", face=Face.MEDIUM)
        at += 40
