"""One's key as a file: kept elsewhere, or brought from there, under a passphrase."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from game.lan.views import Lan
from game.storage.notice import Notice
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.scenes.people import seal_words
from game.ui.stage.faults import reasons_worded
from game.ui.stage.overlays import Dialog, DialogAnswer, Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.field import TextField

_WIDTH, _HEIGHT = 620.0, 372.0
_LONGEST: Final = {"path": 1024, "passphrase": 200}
_STEP = 76.0
_DONE: Final = ("lan-key-saved", "lan-key-taken")


class KeyFileDialog(Overlay):
    """File and passphrase, to save into or to read from. A key is taken only after a question that shows its seal."""

    def __init__(self, stage: Stage, lan: Lan) -> None:
        super().__init__((_WIDTH, _HEIGHT))
        self._stage = stage
        self._lan = lan
        self._said: Notice | None = None
        self._fields = {name: self._field(name) for name in _LONGEST}
        self._fields["passphrase"].is_secret = True

    def _field(self, name: str) -> TextField:
        return TextField(
            pygame.FRect(0, 0, 0, 0), "", "", lambda text: self._changed(), _LONGEST[name], None, name=name
        )

    def layout(self) -> None:
        """Fields under each other, then the buttons. The fields stay the same ones, so that typing goes on."""
        t, box = self._stage.t, self._centre()
        widgets: list[Widget] = []
        for index, (name, field) in enumerate(self._fields.items()):
            field.rect = pygame.FRect(box.left + 24, box.top + 122 + index * _STEP, box.width - 48, 40)
            field.placeholder = t(f"lan.key_{name}_example")
            widgets.append(field)
        top, width = box.bottom - 24 - 44, (box.width - 48 - 24) / 3
        places = [pygame.FRect(box.left + 24 + index * (width + 12), top, width, 44) for index in range(3)]
        save = Button(places[0], t("lan.key_save"), self._save, name="save")
        load = Button(places[1], t("lan.key_load"), self._look, name="load")
        close = Button(places[2], t("common.close"), self.close, name="close")
        save.enabled = load.enabled = bool(self._path)
        self.widgets.replace([*widgets, save, load, close], first="path")

    @property
    def _path(self) -> str:
        text = self._fields["path"].text.strip()
        return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text

    @property
    def _typed(self) -> tuple[Path, str]:
        return Path(self._path).expanduser(), self._fields["passphrase"].text

    def _changed(self) -> None:
        self._said = None
        self.layout()

    # ---- acting

    def _save(self) -> None:
        self._said = self._lan.keys.save(*self._typed)

    def _look(self) -> None:
        found = self._lan.keys.look(*self._typed)
        if isinstance(found, Notice):
            self._said = found
            return
        t = self._stage.t
        here = seal_words(t, self._lan.key) if self._lan.key else "-"
        text = t("lan.key_replace_text", there=seal_words(t, found), here=here)
        answers = (
            DialogAnswer(t("lan.key_replace_yes"), self._take, "primary"),
            DialogAnswer(t("common.cancel"), lambda: None),
        )
        self._stage.open(Dialog(t("lan.key_replace_title"), text, answers))

    def _take(self) -> None:
        self._said = self._lan.keys.take(*self._typed)

    # ---- events and drawing

    def handle(self, event: pygame.event.Event) -> bool:
        """A dropped file is the key's."""
        if event.type == pygame.DROPFILE:
            field = self._fields["path"]
            field.text = event.file[: _LONGEST["path"]]
            field.caret = len(field.text)
            self._changed()
            return True
        return super().handle(event)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, the fields' names, and what came of it."""
        super().draw_scene(canvas)
        t, box, theme = self._stage.t, self._box, canvas.theme
        across = box.width - 48
        canvas.text(t("lan.key_title"), box.left + 24, box.top + 38, HEADING, face=Face.MEDIUM, width=across)
        canvas.paragraph(t("lan.key_line"), box.left + 24, box.top + 66, across, CAPTION, theme.muted, 20, lines=1)
        for name, field in self._fields.items():
            canvas.text(t(f"lan.key_{name}"), field.rect.left + 2, field.rect.top - 14, CAPTION, theme.muted)
        if self._said is not None:
            ink = theme.jade if self._said.code in _DONE else theme.red
            words = t(f"notice.{self._said.code}", **reasons_worded(t, self._said.values))
            canvas.paragraph(words, box.left + 24, box.top + 258, across, CAPTION, ink, 20, lines=2)
