"""Another program's game, file, arguments and name, tried out before they are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from game.storage.settings import OtherEngine
from game.tables.opponents import EngineTrial
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.stage.language import Language
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Segment, Segmented
from game.ui.widgets.field import TextField

_WIDTH, _HEIGHT = 620.0, 412.0
_FIELDS: Final = ("path", "arguments", "name")
_LONGEST: Final = {"path": 1024, "arguments": 1024, "name": 40}
_STEP = 76.0
_GAME = 104.0


class EngineDialog(Overlay):
    """The game and three fields. To keep them is to try them first; what does not answer can be kept all the same."""

    def __init__(self, stage: Stage, engine: OtherEngine, on_keep: Callable[[OtherEngine], None]) -> None:
        """`engine` is what the fields begin with; `on_keep` gets it as it was tried out, under the name that was typed,
        or else the one that the program or its file has."""
        super().__init__((_WIDTH, _HEIGHT))
        self._stage = stage
        self._before = engine
        self._game = engine.game
        self._on_keep = on_keep
        self._tried: OtherEngine | None = None
        self._keeps = False
        self._fields = {name: self._field(name, getattr(engine, name).strip()) for name in _FIELDS}

    def _field(self, name: str, text: str) -> TextField:
        return TextField(
            pygame.FRect(0, 0, 0, 0), text, "", lambda text: self._changed(), _LONGEST[name], self._keep, name=name
        )

    def layout(self) -> None:
        """Fields under each other, then the buttons. The fields stay the same ones, so that typing goes on."""
        t, box = self._stage.t, self._centre()
        widgets: list[Widget] = []
        games = self._stage.services.tables.externals.games
        if len(games) > 1:
            width = _GAME * len(games)
            place = pygame.FRect(box.right - 24 - width, box.top + 18, width, 40)
            choices = [Segment(game, t(f"common.{game}")) for game in games]
            widgets.append(Segmented(place, choices, self._game, self._choose_game, name="game"))
        for index, name in enumerate(_FIELDS):
            field = self._fields[name]
            field.rect = pygame.FRect(box.left + 24, box.top + 92 + index * _STEP, box.width - 48, 40)
            field.placeholder = t(f"engines.{name}_example")
            widgets.append(field)
        top, width = box.bottom - 24 - 44, (box.width - 48 - 24) / 3
        places = [pygame.FRect(box.left + 24 + index * (width + 12), top, width, 44) for index in range(3)]
        keep = Button(places[0], self._keep_label(), self._keep, "primary", name="keep")
        try_out = Button(places[1], t("engines.try"), self._try, name="try")
        cancel = Button(places[2], t("common.cancel"), self.close, name="cancel")
        keep.enabled = try_out.enabled = bool(self._typed("path"))
        self.widgets.replace([*widgets, keep, try_out, cancel], first="path")

    def _keep_label(self) -> str:
        trial = self._trial
        anyway = trial is not None and trial.fault is not None
        return self._stage.t("engines.keep_anyway" if anyway else "engines.keep")

    # ---- what is typed, and what came of it

    def _typed(self, name: str) -> str:
        text = self._fields[name].text.strip()
        quoted = name == "path" and len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
        return text[1:-1].strip() if quoted else text  # a path that was copied with its quotation marks

    @property
    def _engine(self) -> OtherEngine:
        path = self._typed("path")
        name = self._typed("name") or Path(path).stem[:40] or "?"
        return self._before.with_(game=self._game, path=path, arguments=self._typed("arguments"), name=name)

    @property
    def _trial(self) -> EngineTrial | None:
        """The trial of what stands in the fields now."""
        trial = self._stage.services.tables.externals.trial
        return trial if trial is not None and self._tried is not None and trial.engine is self._tried else None

    def _choose_game(self, game: object) -> None:
        self._game = str(game)
        self._changed()

    def _changed(self) -> None:
        self._tried, self._keeps = None, False
        self.layout()

    def _try(self) -> None:
        if self._typed("path"):
            self._tried = self._engine
            self._stage.services.tables.externals.try_out(self._tried)
            self.layout()

    def _keep(self) -> None:
        """Keep it if it answers; if it was tried already, keep it whatever it answered."""
        trial = self._trial
        if trial is not None and trial.done:
            self._take(trial)
        elif self._typed("path"):
            self._keeps = True
            if trial is None:
                self._try()

    def _take(self, trial: EngineTrial) -> None:
        name = self._typed("name") or trial.name[:40] or trial.engine.name
        self.close()
        self._on_keep(trial.engine.with_(name=name))

    def update(self, dt: float) -> None:
        """Go on once the program has answered."""
        super().update(dt)
        trial = self._trial
        if trial is not None and trial.done and self._keeps:
            self._keeps = False
            if trial.fault is None:
                self._take(trial)
            else:
                self.layout()

    # ---- events and drawing

    def handle(self, event: pygame.event.Event) -> bool:
        """A dropped file is the program's."""
        if event.type == pygame.DROPFILE:
            self._fields["path"].text = event.file[: _LONGEST["path"]]
            self._fields["path"].caret = len(self._fields["path"].text)
            self._changed()
            return True
        return super().handle(event)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, the fields' names, and what the program answers."""
        t, box, theme = self._stage.t, self._box, canvas.theme
        super().draw_scene(canvas)
        canvas.text(t("engines.other"), box.left + 24, box.top + 38, HEADING, face=Face.MEDIUM)
        for name, field in self._fields.items():
            canvas.text(t(f"engines.{name}"), field.rect.left + 2, field.rect.top - 14, CAPTION, theme.muted)
        trial = self._trial
        words = trial_words(t, trial) if trial is not None else t("engines.hint")
        ink = theme.muted if trial is None or not trial.done else theme.gold_ink if trial.fault else theme.jade
        canvas.paragraph(words, box.left + 24, box.top + 310, box.width - 48, CAPTION, ink, 20, lines=2)


def trial_words(t: Language, trial: EngineTrial) -> str:
    """What came of trying out a program, in one sentence."""
    if trial.fault is not None:
        return t(f"notice.{trial.fault.code}", **trial.fault.values)
    if not trial.done:
        return t("engines.asking")
    if not trial.name:
        return t("engines.nameless")
    return t("engines.answers", name=f"{trial.name} {trial.version}".strip())
