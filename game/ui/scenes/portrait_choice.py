"""The portrait beside the person's name: which one it is, and the buttons by which one that was won is chosen."""

from __future__ import annotations

from typing import Final

import pygame

from game.progress.arcade.presents import Present, presents
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.scenes.names import level_name
from game.ui.scenes.people import ground_of
from game.ui.scenes.presents import how_to_win
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Pressable

SIDE: Final = 52.0
_GAP: Final = 14.0
OWN_GROUND: Final = (44, 102, 80)
"""The disc of whoever sits at this screen: jade, wherever it is shown."""


def own_portrait(stage: Stage) -> str | None:
    """The level whose portrait the person wears; None where none was chosen, or it was not won here."""
    chosen, results = stage.settings.portrait, stage.services.tables.results
    found = next((each for each in presents(GAMES) if each.level == chosen), None)
    return chosen if found is not None and found.is_given(results) else None


def draw_person(canvas: Canvas, portrait: str | None, name: str, x: float, y: float, diameter: float) -> None:
    """The person's portrait, or the first character of their name, centred on x, y."""
    if portrait is not None:
        canvas.portrait(portrait, x, y, diameter)
    else:
        canvas.initial(name, x, y, diameter, OWN_GROUND)


def draw_named(canvas: Canvas, stage: Stage, name: str, x: float, y: float, diameter: float) -> None:
    """Whoever has that name in a game: the person as everywhere else, others by the disc of their name."""
    if name == stage.settings.name.strip():
        draw_person(canvas, own_portrait(stage), name, x, y, diameter)
    else:
        canvas.initial(name, x, y, diameter, ground_of(name))


class PortraitButton(Pressable):
    """One portrait; those that are still to be won are faded and have a lock. Without a present it is the person's
    initial."""

    def __init__(self, rect: pygame.FRect, present: Present | None, name: str, on_press: Action) -> None:
        super().__init__(rect, on_press, f"portrait-{present.level if present is not None else 'none'}")
        self._present = present
        self._person = name
        self.is_open = self.is_chosen = False

    def draw(self, canvas: Canvas) -> None:
        """The portrait, ringed in red where it is the one that is worn."""
        theme, rect, present = canvas.theme, self.rect, self._present
        diameter = rect.width - 8
        if present is None:
            canvas.initial(self._person, rect.centerx, rect.centery, diameter, OWN_GROUND)
        elif self.is_open:
            canvas.portrait(present.level, rect.centerx, rect.centery, diameter)
        else:
            canvas.faded_portrait(present.level, rect.centerx, rect.centery, diameter)
            x, y = rect.right - 10, rect.bottom - 10
            canvas.circle(x, y, 10, theme.card)
            canvas.icon("lock", x, y, 15, theme.muted)
        if self.is_chosen:
            canvas.circle(rect.centerx, rect.centery, diameter / 2 + 2, theme.red, 2.5)
        elif self.hover_share > 0:
            canvas.circle(rect.centerx, rect.centery, diameter / 2 + 2, theme.edge, 1.5)
        if self.focused:
            canvas.focus_ring(rect.inflate(-4, -4), rect.width / 2)


def portrait_buttons(stage: Stage, left: float, top: float) -> list[PortraitButton]:
    """The person's initial and all portraits, side by side; one that is locked says how it is won."""
    results, worn, t = stage.services.tables.results, own_portrait(stage), stage.t
    name = stage.settings.name.strip() or t("common.you")
    made = []
    for n, present in enumerate((None, *presents(GAMES))):
        place = pygame.FRect(left + n * (SIDE + _GAP), top, SIDE, SIDE)
        is_open = present is None or present.is_given(results)
        button = PortraitButton(place, present, name, _chooser(stage, present, is_open))
        button.is_open, button.is_chosen = is_open, worn == (present.level if present is not None else None)
        button.tooltip = t("settings.portrait_none") if present is None else level_name(t, present.level)
        if present is not None and not is_open:
            button.tooltip = how_to_win(t, present.stages)
        made.append(button)
    return made


def _chooser(stage: Stage, present: Present | None, is_open: bool) -> Action:
    def choose() -> None:
        if present is not None and not is_open:
            stage.toasts.show(how_to_win(stage.t, present.stages), "lock")
            return
        stage.services.preferences.change(portrait=present.level if present is not None else "")

    return choose
