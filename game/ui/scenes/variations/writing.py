"""Writing a comment at the shown move: a field in the place of the box that shows what is said."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.paint.theme import CAPTION
from game.ui.scenes.page import measure
from game.ui.scenes.variations.editing import LONGEST_COMMENT, TreeEditing
from game.ui.stage.stage import Stage
from game.ui.widgets.area import TextArea


class CommentWriting:
    """Every letter is an edit at once, so that nothing typed is lost; those of one writing are undone together."""

    def __init__(self, stage: Stage, editing: TreeEditing, lay_out: Callable[[], None]) -> None:
        """`lay_out` lays the scene out, which asks for the field."""
        self._stage = stage
        self._editing = editing
        self._lay_out = lay_out
        self.is_writing = False
        self.field: TextArea | None = None

    def begin(self) -> None:
        """Write at the shown move."""
        if not self.is_writing:
            self.is_writing = True
            self._lay_out()

    def finish(self) -> None:
        """Nothing more is written."""
        if self.is_writing:
            self.is_writing, self.field = False, None
            self._lay_out()

    def lay_out(self, rect: pygame.FRect) -> TextArea | None:
        """The field for that place while one writes; what an input method is composing stays."""
        if not self.is_writing:
            return None
        before, t = self.field, self._stage.t

        def measured(text: str) -> float:
            return measure(self._stage, text, CAPTION)

        said = self._editing.cursor.node.comment
        placeholder, write = t("tree.comment_here"), self._editing.comment
        self.field = TextArea(rect, said, placeholder, write, LONGEST_COMMENT, self.finish, measured, "comment")
        if before is not None:
            self.field.caret = min(before.caret, len(said))
        return self.field
