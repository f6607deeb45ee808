"""The variations of a game in its review: their list and what is said of the shown move, in the place of the turning
points. The tree is the one of the scene beneath, which keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.records.tree_cursor import TreeCursor
from game.ui.scenes.keyed import Act
from game.ui.scenes.library.remark import Remark
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.list import VariationList
from game.ui.scenes.variations.panel import TreePanel, TreeScene
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import SquareButton

_GAP: Final = 8.0
_SAID: Final = 50.0
"""The height of the words: two lines."""
_TITLE_ROOM: Final = 124.0
_ROOMY: Final = 170.0
"""In a lower place there are words only while they are written: the list has their beginnings."""


class ReviewTree:
    """List, words and keys of the tree, while they are shown."""

    def __init__(self, scene: TreeScene, editing: TreeEditing, tell_kept: Callable[[VariationList], None]) -> None:
        """`tell_kept` says in a list how the edits are kept."""
        self.editing: Final = editing
        self._tell_kept = tell_kept
        self.is_shown = False
        """Whether the list stands in the place of the turning points."""
        self._scene = scene
        self._panel = TreePanel(scene, editing)
        self._moves: VariationList | None = None
        self._remark: Remark | None = None
        self._seen: TreeCursor = editing.cursor
        self._place = pygame.FRect(0, 0, 0, 0)
        self._tells = False

    @property
    def is_writing(self) -> bool:
        """Whether a comment is being written."""
        return self._panel.comments.is_writing

    @property
    def node_beside(self) -> int:
        """Where one stands in a variation; 0 on the main line."""
        cursor = self.editing.cursor
        return cursor.index if cursor.index > len(cursor.tree.main_line) else 0

    def stand_at(self, ply: int) -> None:
        """Stand on the main line after this many moves, where the review stands."""
        if self.editing.cursor.index != ply:
            self.editing.show(ply)
        self._seen = self.editing.cursor
        self._refresh()

    def has_moved(self) -> bool:
        """Whether tree or place are others since this was asked, by an edit or a click in the list."""
        if self.editing.cursor is self._seen:
            return False
        self._seen = self.editing.cursor
        self._refresh()
        return True

    def finish_writing(self) -> None:
        """Nothing more is written."""
        self._panel.comments.finish()

    def acts(self) -> dict[str, Act]:
        """What the keys do with the tree."""
        return {**self.editing.acts(), **self._panel.acts()}

    def update(self) -> None:
        """Writing ends where something else has the keyboard; the list says how the edits are kept."""
        self._panel.update()
        if self._moves is not None:
            self._tell_kept(self._moves)

    @property
    def _has_words(self) -> bool:
        """Whether there are words to be shown below the list, and room for them."""
        node = self.editing.cursor.node
        return self.is_writing or (self._place.height >= _ROOMY and bool(node.comments or node.before))

    @property
    def is_laid_out(self) -> bool:
        """Whether words have their place, or the list has it, as it should be where one stands."""
        return self._tells == self._has_words

    def lay_out(self, rect: pygame.FRect, toggle: SquareButton) -> list[Widget]:
        """The list with its buttons, beside them the one that brings the turning points back; words below it."""
        self._place = rect
        self._tells = is_told = self._has_words
        words = pygame.FRect(rect.left, rect.bottom - _SAID, rect.width, _SAID if is_told else 0.0)
        room = pygame.FRect(rect)
        room.height -= words.height + _GAP if is_told else 0.0
        field = self._panel.comments.lay_out(words)
        shows = is_told and field is None
        self._remark = Remark(self._scene.stage, words, self._panel.write_comment) if shows else None
        self._moves = self._panel.lay_out(room, _TITLE_ROOM)
        toggle.rect = pygame.FRect(room.right - 114, room.top + 6, 32, 32)
        self._refresh()
        told = [each for each in (self._remark, field) if each is not None]
        return [self._moves, toggle, *self._panel.buttons(room.right - 6, room.top), *told]

    def _refresh(self) -> None:
        cursor = self.editing.cursor
        if self._moves is not None:
            self._panel.listing.unfold(cursor)
            self._panel.listing.refresh(cursor)
        if self._remark is not None:
            self._remark.tell("", "\n".join(filter(None, (*cursor.node.before, cursor.node.comment))))
