"""The list of a tree in a scene, and what is done there: folding, writing, glyphs, the menu of a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

import pygame

from game.ui.scenes.keyed import Act
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.list import TreeActs, VariationList
from game.ui.scenes.variations.listing import TreeListing
from game.ui.scenes.variations.menus import open_glyphs, open_move_menu
from game.ui.scenes.variations.writing import CommentWriting
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget, WidgetGroup
from game.ui.widgets.buttons import SquareButton


class TreeScene(Protocol):
    """The scene around the list."""

    @property
    def stage(self) -> Stage:
        """The stage."""
        ...

    @property
    def widgets(self) -> WidgetGroup:
        """All widgets."""
        ...

    def show_node(self, index: int) -> None:
        """Show the position after a move of the tree."""
        ...

    def acts(self) -> Mapping[str, Act]:
        """What the keys do now."""
        ...

    def key_of(self, action: str) -> str:
        """What is told as the key of an action."""
        ...

    def layout(self) -> None:
        """Lay everything out again."""
        ...


class TreePanel:
    """The list and the comment of one tree."""

    def __init__(self, scene: TreeScene, editing: TreeEditing) -> None:
        self._scene = scene
        self._editing = editing
        self.listing: Final = TreeListing(scene.stage, editing.branches)
        self.comments: Final = CommentWriting(scene.stage, editing, scene.layout)

    def lay_out(self, rect: pygame.FRect, title_room: float) -> VariationList:
        """The list for that place, with so much room in its title row for buttons."""
        moves = self.listing.lay_out(rect, TreeActs(self._scene.show_node, self.fold_at, self.open_menu_at))
        moves.title_room = title_room
        self.listing.refresh(self._editing.cursor)
        return moves

    def buttons(self, right: float, top: float) -> list[Widget]:
        """In the title row of the list, up to `right`: what is said of the move, and all else that can be done with
        it."""
        t, key_of = self._scene.stage.t, self._scene.key_of
        chat, more = (pygame.FRect(right - 36 * n + 4, top + 6, 32, 32) for n in (2, 1))
        return [
            SquareButton(
                chat, "chat", self.write_comment, t("keys.comment"), False, 18, key_of("comment"), "comment_button"
            ),
            SquareButton(more, "more", self.open_menu, t("tree.more"), False, 18, "", "tree_menu"),
        ]

    def acts(self) -> dict[str, Act]:
        """What the keys do here, beside the edits."""
        cursor = self._editing.cursor
        acts: dict[str, Act] = {"comment": self.write_comment}
        if cursor.ply:
            acts["glyphs"] = self.open_glyphs
        if cursor.branch:
            acts["fold"] = self.fold
        if cursor.tree.variations:
            acts["fold_all"] = self.fold_all
        return acts

    def update(self) -> None:
        """Writing ends where something else has the keyboard."""
        if self.comments.is_writing and self._scene.widgets.focus is not self.comments.field:
            self.comments.finish()

    def write_comment(self) -> None:
        """Say something of the shown move."""
        self.comments.begin()
        self._scene.widgets.focus_on("comment")

    # ---- folding

    def fold_at(self, node: int) -> None:
        """Fold the variation that begins with a node, or unfold it."""
        self.listing.fold(node)
        self.listing.refresh(self._editing.cursor)

    def fold(self) -> None:
        """Fold the variation in which one stands, or unfold it: one stands at its beginning then."""
        branch = self._editing.cursor.branch
        self._scene.show_node(branch)
        self.fold_at(branch)

    def fold_all(self) -> None:
        """Fold all variations beside the main line, or unfold all: one stands on the main line then."""
        cursor = self._editing.cursor
        main = len(cursor.tree.main_line)
        way = [index for index in cursor.line[: cursor.ply] if index <= main]
        self._scene.show_node(way[-1] if way else 0)
        self.listing.fold_all(node for ply in range(main) for node in cursor.tree.children(ply)[1:])
        self.listing.refresh(self._editing.cursor)

    # ---- lists

    def open_menu_at(self, node: int, place: pygame.FRect) -> None:
        """What can be done with a move, beside a place."""
        self._scene.show_node(node)
        open_move_menu(self._scene.stage, place, self._scene.acts(), self._scene.key_of)

    def open_menu(self) -> None:
        """What can be done with the shown move."""
        open_move_menu(self._scene.stage, self._menu_place, self._scene.acts(), self._scene.key_of)

    def open_glyphs(self) -> None:
        """All glyphs, to be put at the shown move."""
        there = self._editing.cursor.node.glyphs
        open_glyphs(self._scene.stage, self._menu_place, there, self._editing.judge)

    @property
    def _menu_place(self) -> pygame.FRect:
        return next(each.rect for each in self._scene.widgets.widgets if each.name == "tree_menu")
