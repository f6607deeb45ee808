"""A dialog that asks for the name of a collection or a tag."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button
from game.ui.widgets.field import TextField

LONGEST_NAME: Final = 80
_WIDTH, _HEIGHT = 480.0, 212.0


class NameDialog(Overlay):
    """A field with the name as it is; the first key that is typed takes its place."""

    def __init__(
        self, stage: Stage, title: str, name: str, taken: Collection[str], on_name: Callable[[str], None]
    ) -> None:
        """`taken` are the names that others have. `on_name` gets the new one, not empty and without spaces around."""
        super().__init__((_WIDTH, _HEIGHT))
        self._stage = stage
        self._title = title
        self._before = name
        self._taken = {each.casefold() for each in taken} - {name.casefold()}
        self._on_name = on_name
        self._keep_button: Button | None = None
        self._field = TextField(
            pygame.FRect(0, 0, 0, 0), name, stage.t("collections.name"), lambda text: self._changed(), LONGEST_NAME,
            self._keep, name="name",
        )  # fmt: skip
        self._field.select_all()

    def layout(self) -> None:
        """The field, and under it the buttons."""
        t, box = self._stage.t, self._centre()
        self._field.rect = pygame.FRect(box.left + 24, box.top + 66, box.width - 48, 42)
        width = (box.width - 48 - 12) / 2
        left, top = box.left + 24, box.bottom - 24 - 44
        keep = self._keep_button = Button(
            pygame.FRect(left, top, width, 44), t("common.ok"), self._keep, "primary", name="keep"
        )
        cancel = Button(pygame.FRect(left + width + 12, top, width, 44), t("common.cancel"), self.close, name="cancel")
        self.widgets.replace([self._field, keep, cancel], first="name")
        self._changed()

    @property
    def _name(self) -> str:
        return " ".join(self._field.text.split())

    @property
    def _is_taken(self) -> bool:
        return self._name.casefold() in self._taken

    def _changed(self) -> None:
        if self._keep_button is not None:
            self._keep_button.enabled = bool(self._name) and not self._is_taken

    def _keep(self) -> None:
        if self._name and not self._is_taken:
            self.close()
            if self._name != self._before:
                self._on_name(self._name)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, title, and whether the name is taken."""
        super().draw_scene(canvas)
        t, box = self._stage.t, self._box
        canvas.text(self._title, box.left + 24, box.top + 38, HEADING, face=Face.MEDIUM, width=box.width - 48)
        if self._is_taken:
            y = self._field.rect.bottom + 16
            canvas.text(t("collections.name_taken"), box.left + 26, y, CAPTION, canvas.theme.red, width=box.width - 52)
