"""A dialog with the analyses that were not saved: to go on with one, or to delete one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import pygame

from game.library.drafts import KEPT_DAYS, MOST, Drafts, FoundDraft
from game.rules.core import Side
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.library.words import date_words
from game.ui.scenes.names import game_title, seat_name
from game.ui.scenes.notation import move_words
from game.ui.scenes.pictures import draw_emblem
from game.ui.stage.language import Language
from game.ui.stage.overlays import Dialog, DialogAnswer, Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button
from game.ui.widgets.selected_rows import SelectedRows

_WIDTH, _HEIGHT = 600.0, 520.0
_ROW: Final = 56.0
_NAMED_MOVES: Final = 8
"""An analysis of no game is called by so many of its first moves."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft and its words; `is_here`: it is the one on the board."""

    draft: FoundDraft
    name: str
    told: str
    moves: str
    date: str
    is_here: bool


def draft_row(t: Language, draft: FoundDraft, here: str, now: datetime) -> DraftRow:
    """The words of a draft; `here` is the key of the one on the board."""
    record, game = draft.reading.record, draft.reading.game
    edited = datetime.fromtimestamp(draft.edited_s).astimezone()
    players = [seat_name(t, seat) for seat in record.seats]
    told = record.event
    if any(players):
        told = t("library.names", first=players[0] or "?", second=players[1] or "?")
    elif not told:
        played = enumerate(game.moves[:_NAMED_MOVES])
        told = " ".join(move_words(t, game.variant, move, game.at(ply)) for ply, move in played)
    moves, is_here = t("common.moves", n=game.made), draft.key == here
    date = t("analysis.on_board") if is_here else date_words(t, edited.isoformat(timespec="seconds"), now)
    return DraftRow(draft, game_title(t, game.variant), told, moves, date, is_here)


class DraftList(SelectedRows[DraftRow]):
    """Enter or a double click opens a draft, Del deletes it."""

    row_height = _ROW
    wheel_step = 2 * _ROW
    may_be_none = False

    def __init__(
        self,
        rect: pygame.FRect,
        on_change: Callable[[], None],
        on_open: Callable[[DraftRow], None],
        on_delete: Callable[[DraftRow], None],
    ) -> None:
        super().__init__(rect, "drafts", on_change, several=False)
        self._on_open = on_open
        self._on_delete = on_delete

    def show(self, rows: Sequence[DraftRow], like: DraftList) -> None:
        """Take rows; one stands and looks where one did in the list before."""
        self.rows = rows
        self.focusable = bool(rows)
        self._current = self._anchor = min(like._current, max(0, len(rows) - 1))
        self.selected = {self._key_of(rows[self._current])} if rows else set()
        self._scroll_to(like._scroll)
        self._on_change()

    def _key_of(self, row: DraftRow) -> str:
        return row.draft.key

    def _open(self, row: DraftRow) -> None:
        self._on_open(row)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_DELETE and self.rows:
            self._on_delete(self.rows[self._current])
            return True
        return super()._handle_key(event)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        """Emblem, game and how it is called; moves and date at the right."""
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index)
        draw_emblem(canvas, row.draft.reading.game.variant, Side.FIRST, place.left + 26, place.centery, 24.0)
        left, right = place.left + 50, place.right - 14
        upper, lower = place.centery - 11, place.centery + 11
        room = right - left - 16 - max(canvas.text_width(row.moves, CAPTION), canvas.text_width(row.date, CAPTION))
        canvas.text(row.name, left, upper, BODY, face=Face.MEDIUM, width=room)
        canvas.text(row.told, left, lower, CAPTION, theme.muted, width=room)
        canvas.text(row.moves, right, upper, CAPTION, theme.muted, "right")
        canvas.text(row.date, right, lower, CAPTION, theme.jade if row.is_here else theme.muted, "right")


class DraftsDialog(Overlay):
    """The newest draft first. The one on the board can't be deleted from here: it is being edited."""

    def __init__(self, stage: Stage, drafts: Drafts, here: str, on_open: Callable[[FoundDraft], None]) -> None:
        """`here` is the key of the draft on the board, empty for none."""
        super().__init__()
        self._stage = stage
        self._drafts = drafts
        self._here = here
        self._on_open = on_open
        self._found: Future[tuple[FoundDraft, ...]] | None = drafts.listed()
        self._rows: list[DraftRow] = []
        self._list = self._new_list(pygame.FRect(0, 0, 0, 0))
        self._open_button: Button | None = None
        self._delete_button: Button | None = None

    def _new_list(self, rect: pygame.FRect) -> DraftList:
        return DraftList(rect, self._changed, self._open, self._ask_delete)

    def layout(self) -> None:
        """The list, and below it what can be done with the chosen draft."""
        self._box.size = min(_WIDTH, self.size[0] - 32), min(_HEIGHT, self.size[1] - 32)
        t, box = self._stage.t, self._centre()
        left, width, low = box.left + 24, box.width - 48, box.bottom - 24 - 44
        shown = self._new_list(pygame.FRect(left, box.top + 82, width, low - 16 - box.top - 82))
        share = (width - 24) / 3
        places = [pygame.FRect(left + n * (share + 12), low, share, 44) for n in range(3)]
        delete = Button(places[0], t("library.delete"), self._ask_delete_chosen, icon="bin", name="delete")
        delete.shortcut = "Del"
        done = Button(places[1], t("common.close"), self.close, name="close")
        go_on = Button(places[2], t("library.open"), self._open_chosen, "primary", name="open")
        self._delete_button, self._open_button = delete, go_on
        before, self._list = self._list, shown
        shown.show(self._rows, before)
        self.widgets.replace([shown, delete, done, go_on], first="drafts")

    @property
    def _chosen(self) -> DraftRow | None:
        return next(iter(self._list.chosen), None)

    def _changed(self) -> None:
        if self._open_button is not None and self._delete_button is not None:
            chosen = self._chosen
            self._open_button.enabled = chosen is not None
            self._delete_button.enabled = chosen is not None and not chosen.is_here

    def _open_chosen(self) -> None:
        if self._chosen is not None:
            self._open(self._chosen)

    def _open(self, row: DraftRow) -> None:
        self.close()
        self._on_open(row.draft)

    def _ask_delete_chosen(self) -> None:
        if self._chosen is not None:
            self._ask_delete(self._chosen)

    def _ask_delete(self, row: DraftRow) -> None:
        if row.is_here:
            return

        def delete() -> None:
            self._drafts.drop(row.draft.key)
            self._show([each for each in self._rows if each is not row])

        t = self._stage.t
        answers = (
            DialogAnswer(t("collections.delete_yes"), delete, "primary"),
            DialogAnswer(t("collections.delete_no"), lambda: None),
        )
        text = t("analysis.delete_text", name=row.name, moves=row.moves)
        self._stage.open(Dialog(t("analysis.delete_title"), text, answers))

    @property
    def is_busy(self) -> bool:
        """Whether the drafts are still being read."""
        return self._found is not None

    def update(self, dt: float) -> None:
        """Show the drafts as soon as they are read."""
        super().update(dt)
        if self._found is not None and self._found.done():
            found, self._found = self._found.result(), None
            now = datetime.now().astimezone()
            self._show([draft_row(self._stage.t, each, self._here, now) for each in found])

    def _show(self, rows: list[DraftRow]) -> None:
        self._rows = rows
        self.layout()
        if not rows:
            self.widgets.focus_on("close")

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, title, and how long drafts are kept, or that there are no drafts."""
        super().draw_scene(canvas)
        t, box, theme = self._stage.t, self._box, canvas.theme
        canvas.text(t("analysis.drafts"), box.left + 24, box.top + 38, HEADING, face=Face.MEDIUM)
        kept = t("analysis.drafts_kept", n=MOST, days=KEPT_DAYS)
        canvas.text(kept, box.left + 24, box.top + 62, CAPTION, theme.muted, width=box.width - 48)
        if not self._rows and not self.is_busy:
            room = self._list.rect
            canvas.text(t("analysis.no_drafts"), room.centerx, room.centery, BODY, theme.muted, "centre")
