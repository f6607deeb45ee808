"""Moves that are tried from a position that was set up: the board at the left, beside it the list of the variations.

It lies over the scene in which the position is laid out, and goes back to it: as it was, or with the position that is
shown (`on_lay_out`). What was tried is a draft from its first move on, as on the analysis board, which can go on with
it, and stands in the library once it is saved.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

import pygame

from game.records.analysed import AnalysedGame
from game.records.branches import Branches
from game.records.record import Record
from game.records.tree import GameTree
from game.records.tree_cursor import TreeCursor
from game.rules.core import Outcome, Position, Variant
from game.ui.paint.canvas import Canvas
from game.ui.scenes.analysis.keeping import KeptAnalysis
from game.ui.scenes.explorer.panel import LEAST, split
from game.ui.scenes.keyed import Act
from game.ui.scenes.library.remark import remark_height
from game.ui.scenes.names import game_title
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, is_compact
from game.ui.scenes.study import TALLEST, place_card
from game.ui.scenes.variations.scene import TreeBoardScene
from game.ui.scenes.variations.ways import PositionWays
from game.ui.stage.navigator import ANALYSIS
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import ActionButton, Button

_LEAST: Final = 318.0
"""What stands beside the board needs so much room, as where the position is laid out."""
_WIDEST: Final = 420.0
_ACTS: Final = 52.0
_GAP: Final = 8.0
_LIST: Final = 130.0
"""The list keeps so much before there is room for the explorer."""


def _local_now() -> datetime:
    return datetime.now().astimezone()


class TriedMovesScene(TreeBoardScene):
    """The tree of a position that was laid out by hand."""

    scope = "setup_moves"
    early = TreeBoardScene.early | {"save", "copy_game", "copy_position"}

    def __init__(
        self, stage: Stage, analysed: AnalysedGame, on_lay_out: Callable[[Position], None], draft: str = ""
    ) -> None:
        """`analysed` is the position, perhaps with what was tried before and is kept as a draft of that key."""
        self.variant: Variant = analysed.game.variant
        super().__init__(stage, self.variant, analysed.game.start)
        self.analysed = analysed
        """The position with all that was tried, to come back to."""
        self._on_lay_out = on_lay_out
        self._area = self._box = pygame.FRect(0, 0, 0, 0)
        self._grow(Branches(analysed.game), TreeCursor.at(analysed.record.tree, analysed.index))
        self.keeping = KeptAnalysis(stage, analysed, _local_now, draft)
        """Where it is kept."""
        self._ways = PositionWays(self)
        self._show()

    # ---- what is on the board

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.editing.position.unclaimed()

    @property
    def record(self) -> Record:
        """The position with its tree as it is kept."""
        return self.keeping.record

    def _standing(self) -> tuple[Position, Outcome | None]:
        """What is on the board, and how the game has ended there."""
        position = self.position
        return position, position.outcome()

    def _keep(self) -> None:
        """Keep the tree."""
        self.keeping.keep(self.editing.cursor.tree)

    # ---- ways on

    def lay_out_here(self) -> None:
        """Lay out the shown position, to change it by hand."""
        self._on_lay_out(self.position)
        self.close()

    def analyse(self) -> None:
        """Lay all of it onto the analysis board, which gives back what it adds."""
        self.stage.go(ANALYSIS, self._with_tree(self.editing.take_over))

    def _with_tree(self, keep: Callable[[GameTree], None] | None) -> AnalysedGame:
        return AnalysedGame(self.record, self.analysed.game, self.editing.cursor.index, keep)

    # ---- layout

    def layout(self) -> None:
        """The card with the board; beside it list, words, explorer, and what can be done."""
        compact = is_compact(self.size)
        area = self._area = body(self.size, TALLEST)
        self.board.painter = self.stage.painter(self.variant)
        aspect = self.board.painter.frame.aspect
        self._box, self.board.rect, beside = place_card(area, aspect, 16.0 if compact else 24.0, _LEAST, _WIDEST)
        height = 40.0 if compact else 44.0
        low = pygame.FRect(beside.left, beside.bottom - height, beside.width, height)
        acts = pygame.FRect(beside.left, low.top - _GAP - _ACTS, beside.width, _ACTS)
        says = self._says_something or self._tree.comments.is_writing
        said = remark_height(self.size[1]) if says else 0.0
        words = pygame.FRect(beside.left, acts.top - _GAP - said, beside.width, said)
        room = pygame.FRect(beside.left, beside.top, beside.width, words.top - (_GAP if said else 0.0) - beside.top)
        explorer = pygame.FRect(0, 0, 0, 0)
        if self.stage.settings.explorer and room.height >= _LIST + LEAST + _GAP:
            room, explorer = split(room)
        written = self._lay_out_words(words)
        moves = self._moves = self._tree.lay_out(room, 124.0)
        self.keeping.tell(moves)
        book = pygame.FRect(room.right - 114, room.top + 6, 32, 32)
        self.widgets.replace(
            [
                self.board,
                back_button(self.stage, area, self.size, self.close),
                moves,
                self._explorer.button(book, self.key_of("explorer")),
                *self._tree.buttons(room.right - 6, room.top),
                *self._explorer.widgets(explorer),
                *written,
                *self._small_acts(acts),
                *self._low(low),
            ],
            first="board",
        )

    def _small_acts(self, row: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        acts = (
            ("pieces", t("setup.lay_out"), self.lay_out_here, "lay_out_here"),
            ("flip", t("match.flip"), self._ways.flip, "flip"),
            ("copy", t("setup.copy"), self._ways.copy_position, "copy_position"),
            ("save", t("setup.save"), self._ways.save, "save"),
            ("pulse", t("keys.analyse"), self.analyse, "analyse"),
            ("search", t("setup.find"), self._ways.find_position, "find_position"),
        )
        width = row.width / len(acts)
        found: list[Widget] = []
        for index, (icon, label, act, name) in enumerate(acts):
            place = pygame.FRect(row.left + index * width, row.top, width, row.height)
            button = ActionButton(place, icon, label, act, name)
            button.tooltip, button.shortcut = t(f"keys.{name}"), self.key_of(name)
            found.append(button)
        return found

    def _low(self, row: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        steps = pygame.FRect(row.left, row.top, 4 * 38.0, row.height)
        box = pygame.FRect(steps.right + 10, row.top, row.right - steps.right - 10, row.height)
        play = Button(box, t("setup.play"), self._ways.choose_side, "primary", "play", name="play_on")
        play.shortcut, play.enabled = self.key_of("play_on"), self._ways.can_play_on
        self._play_button = play
        return [*self.step_buttons(steps, len(self.editing.cursor.line), with_labels=False), play]

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        return {
            **self.tree_acts(),
            **self._ways.acts(),
            "analyse": self.analyse,
            "lay_out_here": self.lay_out_here,
        }

    @property
    def is_busy(self) -> bool:
        """Whether the explorer awaits an answer."""
        return self._explorer.is_busy

    def update(self, dt: float) -> None:
        """Let list and explorer follow."""
        self._tree.update()
        self._explorer.update()
        if self._moves is not None:
            self.keeping.tell(self._moves)
        self._play_button.enabled = self._ways.can_play_on
        super().update(dt)

    def left(self) -> None:
        """The scene has gone: what was tried is there when one comes back to the position."""
        super().left()
        self.analysed = self._with_tree(None)

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header and card; the widgets come on top."""
        t = self.stage.t
        self.stage.draw_backdrop(canvas, 0.55)
        draw_header(canvas, self._area, self.size, t("setup.moves_title"), game_title(t, self.variant))
        canvas.card(self._box, 2)
        self._explorer.draw(canvas)
        hints = ((self.key_of("lay_out_here"), t("keys.lay_out_here")), (self.key_of("comment"), t("keys.comment")))
        draw_footer(canvas, self.stage, self._area.left, self.size, hints)
