"""The explorer of openings as a part of a scene: the opening's name, the moves that were played from its position, and
those of the engine's book.

    look(positions, variant) ──> store and book are asked, in their threads ──> update() takes the answers ──> rows
    a click on a row ──> on_move(move), which is the scene's to play

The scene gives it a place (`widgets`), lets it go on each frame (`update`), and draws it (`draw`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final

import pygame

from game.library.database.explorer import ExploredPosition
from game.library.database.game_database import BoardQuestion, GameDatabase
from game.library.database.labels import Label
from game.openings.opening import Opening
from game.records.fault import Fault
from game.rules.core import Move, Position, Variant
from game.tables.books import Shares
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.explorer.rows import ExplorerRow, ExplorerRows, rows_of
from game.ui.scenes.opening_words import fitting, opening_names
from game.ui.scenes.page import measure
from game.ui.stage.faults import fault_words
from game.ui.stage.navigator import COLLECTIONS
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton

HEIGHT: Final = 148.0
"""What it has at least, if there is room."""
LEAST: Final = 104.0
"""What it needs with two moves in sight."""
_MOST: Final = 292.0
_BESIDE: Final = 118.0
"""What the list above it keeps, if it can."""
_GAP: Final = 8.0
_HEAD: Final = 36.0
_FOOT: Final = 6.0


def split(room: pygame.FRect) -> tuple[pygame.FRect, pygame.FRect]:
    """A room for a list of moves with the explorer below it: what the list keeps, and the explorer's place."""
    height = min(max(HEIGHT, room.height * 0.42), _MOST, max(LEAST, room.height - _BESIDE - _GAP))
    kept = pygame.FRect(room.left, room.top, room.width, room.height - height - _GAP)
    return kept, pygame.FRect(room.left, kept.bottom + _GAP, room.width, height)


class OpeningExplorer:
    """See the module's text."""

    def __init__(self, stage: Stage, on_move: Callable[[Move], None], on_layout: Callable[[], None]) -> None:
        """`on_layout` is called when the scene has to be laid out again."""
        self._stage = stage
        self._on_move = on_move
        self._on_layout = on_layout
        self._rect = pygame.FRect(0, 0, 0, 0)
        self._positions: Sequence[Position] = ()
        self._variant: Variant | None = None
        self._wanted: BoardQuestion | None = None
        self._asked: tuple[BoardQuestion, Future[ExploredPosition | Fault], Future[Shares]] | None = None
        self._labels: Future[list[Label] | Fault] | None = None
        self._has_games = True
        self._revision = -1
        self._found: ExploredPosition | None = None
        self._fault: Fault | None = None
        self._opening: Opening | None = None
        self._is_unnamed = False
        self._shown: tuple[ExplorerRow, ...] = ()
        self._answered: BoardQuestion | None = None  # what the rows tell of
        self._rows: ExplorerRows | None = None
        self._is_laid_out_empty = False

    # ---- asking

    @property
    def opening(self) -> Opening | None:
        """The opening of the line that is looked at."""
        return self._opening

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        if self._is_unnamed:
            return True
        return self.is_shown and any(each is not None for each in (self._wanted, self._asked, self._labels))

    @property
    def is_shown(self) -> bool:
        """Whether it has a place."""
        return bool(self._rect.height)

    def look(self, positions: Sequence[Position], variant: Variant) -> None:
        """Tell of the last of these positions; the others are those before it, from the start of the game, or of what
        is known of it. Without any: of nothing."""
        if not positions:
            self._positions, self._variant, self._wanted = (), variant, None
            self._opening, self._found, self._fault, self._is_unnamed = None, None, None, False
            self._answered = None
            self._show(())
            return
        is_same = bool(self._positions) and self._positions[-1] == positions[-1] and self._variant is variant
        self._positions, self._variant, self._is_unnamed = positions, variant, True
        if not is_same:
            self._wanted = BoardQuestion(positions[-1], variant)

    def update(self) -> None:
        """Ask the store what is to be asked, and take its answers."""
        if self._variant is None or not self._positions:
            return
        if self._is_unnamed and self._stage.services.openings.table(self._variant) is not None:
            self._is_unnamed = False
            self._opening = self._stage.services.openings.of_game(self._positions, self._variant)
        if self.is_shown and self._is_laid_out_empty is not self._is_empty:
            self._on_layout()  # it has turned out that there are collections, or moves of the book, or neither
        if self.is_shown:
            self._ask(self._stage.services.database, self._positions[-1], self._variant)

    def _ask(self, database: GameDatabase, position: Position, variant: Variant) -> None:
        if self._revision != database.revision:
            self._revision, self._labels = database.revision, database.labels()
            self._wanted = BoardQuestion(position, variant)
        if self._asked is None and self._wanted is not None:
            board, self._wanted = self._wanted, None
            book = self._stage.services.books.moves(board.position, board.variant)
            self._asked = board, database.explore(board), book
        if self._asked is not None and self._asked[1].done() and self._asked[2].done():
            (board, found, book), self._asked = self._asked, None
            if self._wanted is None and board.position == position:
                self._take(board, found.result(), book.result())
        if self._labels is not None and self._labels.done():
            labels, self._labels = self._labels.result(), None
            self._has_games = isinstance(labels, Fault) or any(label.games for label in labels)

    def _take(self, board: BoardQuestion, answer: ExploredPosition | Fault, book: Shares) -> None:
        self._answered = board
        self._fault = answer if isinstance(answer, Fault) else None
        self._found = None if isinstance(answer, Fault) else answer
        moves = self._found.moves if self._found is not None else ()
        self._show(rows_of(self._stage.t, moves, book, board.position, board.variant))

    def _play(self, move: Move) -> None:
        """A row was clicked: until the next answer is there they may still tell of the position before."""
        answered = self._answered
        if answered is not None and (answered.variant, answered.position) == (self._variant, self._positions[-1]):
            self._on_move(move)

    def _show(self, rows: tuple[ExplorerRow, ...]) -> None:
        self._shown = rows
        if self._rows is not None:
            self._rows.show(rows)

    @property
    def _is_empty(self) -> bool:
        """Whether there are no collections, and the book has nothing to show in their place."""
        return not self._has_games and not self._shown

    # ---- layout

    def widgets(self, rect: pygame.FRect) -> list[Widget]:
        """The moves; where there are no collections, the way to them."""
        self._rect = rect
        if not rect.height or self._variant is None:
            return []
        self._is_laid_out_empty = self._is_empty
        if self._is_laid_out_empty:
            label = self._stage.t("explorer.to_collections")
            width = measure(self._stage, label, BODY, Face.MEDIUM) + 56
            place = pygame.FRect(rect.left + 14, rect.bottom - 50, min(width, rect.width - 28), 40)
            return [Button(place, label, self._to_collections, icon="shelf", name="to_collections")]
        inside = pygame.FRect(rect.left + 4, rect.top + _HEAD, rect.width - 6, rect.height - _HEAD - _FOOT)
        rows = ExplorerRows(inside, self._stage.painter(self._variant), self._play)
        if self._rows is not None and self._rows.rows is self._shown:
            rows.take_over(self._rows)
        else:
            rows.show(self._shown)
        self._rows = rows
        return [rows]

    def button(self, place: pygame.FRect, key: str, framed: bool = False) -> SquareButton:
        """What shows and hides it, with the key that does so too."""
        tip, size = self._stage.t("explorer.tip"), 20 if framed else 18
        return SquareButton(place, "book", self.toggle, tip, framed, size, key, "explorer_button")

    def toggle(self) -> None:
        """Show it, or not; without room for it, tell so."""
        self._stage.services.preferences.change(explorer=not self._stage.settings.explorer)
        self._on_layout()
        if self._stage.settings.explorer and self._positions and not self.is_shown:
            self._stage.toasts.show(self._stage.t("explorer.no_room"), "info")

    def _to_collections(self) -> None:
        self._stage.go(COLLECTIONS, None)

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The card with its head; what is to be told where there are no rows."""
        rect, theme, t = self._rect, canvas.theme, self._stage.t
        if not rect.height:
            return
        canvas.card(rect)
        y = rect.top + _HEAD / 2 + 1
        canvas.icon("book", rect.left + 21, y, 17, theme.indigo)
        right = rect.right - 16
        games = self._found.games if self._found is not None else 0
        if games:
            right -= canvas.text(t("explorer.games", n=games), right, y, CAPTION, theme.muted, "right") + 10
        room, left = right - rect.left - 38, rect.left + 38
        names = opening_names(t, self._opening) if self._opening is not None else [t("explorer.title")]
        canvas.text(
            fitting(canvas, names, room, BODY, Face.MEDIUM) or names[-1], left, y, BODY, face=Face.MEDIUM, width=room
        )
        lines = max(1, int((rect.height - _HEAD - (56 if self._is_laid_out_empty else 8)) // 19))
        text = self._empty_text(lines)
        if text:
            canvas.paragraph(text, rect.left + 16, y + 26, rect.width - 32, CAPTION, theme.muted, 19, lines=lines)

    def _empty_text(self, lines: int) -> str:
        """What stands in the place of the moves, in this many lines."""
        t = self._stage.t
        if self._fault is not None:
            return fault_words(t, self._fault)
        if self._shown:
            return ""
        if not self._has_games:
            return t("explorer.no_collections" if lines > 1 else "explorer.no_collections_short")
        if self._found is None:
            return ""
        return t("explorer.no_moves" if self._found.games else "explorer.no_games")
