"""The page of other programs: those that can be played against, whether each answers, and adding one."""

from __future__ import annotations

from typing import Final

import pygame

from game.storage.settings import OtherEngine
from game.tables.opponents import EngineTrial
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.lobby.rows import ListRow, RowButton, RowList
from game.ui.scenes.page import measure
from game.ui.scenes.pictures import Pictures
from game.ui.scenes.settings.engine_dialog import EngineDialog, trial_words
from game.ui.scenes.settings.page import ROW, SettingsPage, draw_rows, toggle_in
from game.ui.stage.overlays import Dialog, DialogAnswer
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Toggle

_ROW = 72.0
_FOOT = 56.0
MOST_PROGRAMS: Final = 20
_SQUARE = 40.0


class EnginesPage(SettingsPage):
    """A list with what each program last answered, and a button to add one. A file that is dropped here is taken for
    a program to add."""

    name = "engines"
    icon = "chip"

    def __init__(self, stage: Stage, pictures: Pictures) -> None:
        super().__init__(stage, pictures)
        self._list: RowList | None = None
        self._trials: dict[OtherEngine, EngineTrial] = {}

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """The list, and the button below it."""
        engines = self.stage.settings.engines
        label = self.stage.t("engines.add")
        width = measure(self.stage, label, BODY, Face.MEDIUM) + 68
        add = Button(
            pygame.FRect(area.left, area.bottom - 44, width, 44), label, self._add, "primary", "plus", name="add"
        )
        add.enabled = len(engines) < MOST_PROGRAMS
        top = area.top + 56
        below = self._ponder_row(area)
        made = RowList(pygame.FRect(area.left, top, area.width, below.top - 8 - top), _ROW, "programs", _SQUARE)
        if self._list is not None:
            made.copy_place(self._list)
        self._list = made
        made.show([self._row(index, each) for index, each in enumerate(engines)])
        toggle = toggle_in(below, self.stage.settings.ponder, self.change("ponder"), "ponder")
        return [made, toggle, add]

    @staticmethod
    def _ponder_row(area: pygame.FRect) -> pygame.FRect:
        """Above the foot: whether the computer thinks on the person's time."""
        return pygame.FRect(area.left, area.bottom - _FOOT - ROW, area.width, ROW)

    def _row(self, index: int, engine: OtherEngine) -> ListRow:
        t = self.stage.t
        buttons = (
            RowButton(t("engines.try"), lambda: self._try(engine), width=self._width(t("engines.try"))),
            RowButton(t("engines.edit"), lambda: self._edit(engine), width=self._width(t("engines.edit"))),
            RowButton("", lambda: self._remove(engine), icon="cross", width=_SQUARE),
        )
        return ListRow(
            f"{index} {engine.game} {engine.name}", lambda canvas, rect: self._draw(canvas, rect, engine), buttons
        )

    def _width(self, label: str) -> float:
        return measure(self.stage, label, BODY, Face.MEDIUM) + 32

    # ---- acting

    def _try(self, engine: OtherEngine) -> None:
        self.stage.services.tables.externals.try_out(engine)

    def _add(self, path: str = "") -> None:
        blank = OtherEngine(name="", path=path)
        self.stage.open(EngineDialog(self.stage, blank, lambda engine: self._keep(None, engine)))

    def _edit(self, engine: OtherEngine) -> None:
        self.stage.open(EngineDialog(self.stage, engine, lambda changed: self._keep(engine, changed)))

    def _keep(self, before: OtherEngine | None, engine: OtherEngine) -> None:
        """Put an engine in the place of what it was before, or at the end, under a name that is its own."""
        engines = list(self.stage.settings.engines)
        names = {each.name for each in engines if each.game == engine.game and each != before}
        own = engine.with_(name=free_name(engine.name, names))
        trial = self.stage.services.tables.externals.trial
        if trial is not None and trial.engine.with_(name=engine.name) == engine:
            self._trials[own] = trial
        if before in engines:
            engines[engines.index(before)] = own
        else:
            engines.append(own)
        self.stage.services.preferences.change(engines=tuple(engines))

    def _remove(self, engine: OtherEngine) -> None:
        t = self.stage.t

        def remove() -> None:
            self.stage.services.preferences.change(
                engines=tuple(each for each in self.stage.settings.engines if each != engine)
            )

        answers = (
            DialogAnswer(t("engines.remove_yes"), remove, "primary"),
            DialogAnswer(t("common.cancel"), lambda: None),
        )
        self.stage.open(Dialog(t("engines.remove", name=engine.name), t("engines.remove_text"), answers))

    def drop(self, path: str) -> bool:
        """A file dropped on the window is a program to add."""
        self._add(path)
        return True

    def update(self) -> None:
        """Note what the program that is being tried out has answered."""
        trial = self.stage.services.tables.externals.trial
        if trial is not None:
            self._trials[trial.engine] = trial

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """What this is about, and the list's emptiness if it is empty."""
        t, area, muted = self.stage.t, self.area, canvas.theme.muted
        canvas.paragraph(t("engines.about"), area.left, area.top + 10, area.width, CAPTION, muted, 21, lines=2)
        row = self._ponder_row(area)
        draw_rows(canvas, [row], [(t("engines.ponder"), t("engines.ponder_line"))], row.width - Toggle.WIDTH - 20)
        assert self._list is not None, "the page is drawn after its widgets were made"
        box = self._list.rect
        if not self._list.rows:
            canvas.icon("chip", box.centerx, box.centery - 40, 56, canvas.theme.edge)
            canvas.text(t("engines.none"), box.centerx, box.centery + 16, BODY, muted, "centre")
        x = area.left + measure(self.stage, t("engines.add"), BODY, Face.MEDIUM) + 84
        canvas.text(t("engines.drop"), x, area.bottom - 22, CAPTION, muted, width=area.right - x)

    def _draw(self, canvas: Canvas, rect: pygame.FRect, engine: OtherEngine) -> None:
        t, theme = self.stage.t, canvas.theme
        canvas.portrait("external", rect.left + 24, rect.centery, 44)
        x = rect.left + 60
        room = rect.right - x
        about = f"{t(f'common.{engine.game}')} · {t('levels.seconds_a_move', n=engine.seconds)}"
        taken = canvas.text_width(about, CAPTION) + 16
        canvas.text(engine.name, x, rect.centery - 13, BODY, face=Face.MEDIUM, width=room - taken)
        canvas.text(about, rect.right, rect.centery - 13, CAPTION, theme.muted, "right")
        trial = self._trials.get(engine)
        if trial is None:
            words, ink = _shortened(canvas, f"{engine.path} {engine.arguments}".strip(), room), theme.muted
        else:
            words = trial_words(t, trial)
            ink = theme.gold_ink if trial.fault else theme.jade if trial.done else theme.muted
        canvas.text(words, x, rect.centery + 12, CAPTION, ink, width=room)


def free_name(name: str, taken: set[str]) -> str:
    """The name, with a number after it if others have it."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name[:36]} {number}"
    return free


def _shortened(canvas: Canvas, text: str, room: float) -> str:
    """A path's end, which tells more than its beginning."""
    if canvas.text_width(text, CAPTION) <= room:
        return text
    while text and canvas.text_width(f"...{text}", CAPTION) > room:
        text = text[max(1, len(text) // 20) :]
    return f"...{text}"
