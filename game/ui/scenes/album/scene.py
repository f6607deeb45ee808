"""The album as a scene: look at a seal by mouse or arrow keys, and at the game that has won it."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import Final

import pygame

from game.progress.seals.seal import SEALS, Seal
from game.records.fault import Fault
from game.records.native import Reading
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.album.book import BookFrame, SealCell, draw_book, halves
from game.ui.scenes.album.card import BUTTON, draw_nearest, draw_seal_card
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, footer_y, header_top, measure
from game.ui.scenes.pictures import Pictures
from game.ui.scenes.sharing.steps import Picture, SharingSteps
from game.ui.stage.navigator import REPLAY
from game.ui.stage.overlays import Popup
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget, approach
from game.ui.widgets.buttons import Button, SquareButton

_TALLEST: Final = 700.0
_BESIDE: Final = 312.0
_GAP: Final = 16.0
_NEAREST: Final = 3
_NEAREST_HEIGHT: Final = 224.0
_LEAST_CARD: Final = 330.0
_STAMP_S: Final = 0.22
_SHARE_LIST: Final = 300.0
_SHARED: Final = (380.0, 400.0)
"""The picture of a seal that is shared, in units."""


class AlbumScene(Scene):
    """Arrows and the mouse choose a seal; those that are new are stamped into the book when it is opened."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self._album = stage.services.seals
        self._pictures = Pictures(stage)
        self._halves = halves()
        self._sharing = SharingSteps(stage)
        self._new = self._album.see()
        self._fall = 0.0 if self._new and not stage.settings.reduced_motion else 1.0
        won = [each for each in SEALS if each.name in self._album.prints]
        newest = max(won, key=lambda each: self._album.prints[each.name].day, default=SEALS[0])
        self._chosen: Seal = next((each for each in SEALS if each.name in self._new), newest)
        self._asked: tuple[str, Future[Reading | Fault]] | None = None
        self._area = self._card = self._near = pygame.FRect(0, 0, 0, 0)
        self._book = BookFrame(self._area, 1)

    @property
    def is_busy(self) -> bool:
        """While a game is being read, a seal comes down, or a picture is put on the clipboard."""
        return self._asked is not None or self._fall < 1.0 or self._sharing.is_busy

    @property
    def chosen(self) -> Seal:
        """The seal that is looked at."""
        return self._chosen

    # ---- layout

    def layout(self) -> None:
        """The book, the card of the chosen seal, and the nearest ones below it where there is room."""
        area = self._area = body(self.size, _TALLEST)
        beside = _BESIDE if area.width >= 1100 else 268.0
        rows = (len(self._halves) + 1) // 2
        self._book = BookFrame(pygame.FRect(area.left, area.top, area.width - beside - _GAP, area.height), rows)
        self._card = pygame.FRect(area.right - beside, area.top, beside, area.height)
        self._near = pygame.FRect(0, 0, 0, 0)
        if area.height - _NEAREST_HEIGHT - _GAP >= _LEAST_CARD:
            self._card.height = area.height - _NEAREST_HEIGHT - _GAP
            self._near = pygame.FRect(self._card.left, self._card.bottom + _GAP, beside, _NEAREST_HEIGHT)
        cells: list[Widget] = [
            self._cell(seal, self._book.place(number, at))
            for number, (_, seals) in enumerate(self._halves)
            for at, seal in enumerate(seals)
        ]
        back = back_button(self._stage, area, self.size, self.close)
        self.widgets.replace([*cells, *self._card_buttons(), back], first=f"seal-{self._chosen.name}")
        self._mark()

    def _cell(self, seal: Seal, place: pygame.FRect) -> SealCell:
        title = self._stage.t(f"seals.{seal.name}")
        return SealCell(place, seal, title, lambda: self._choose(seal), is_named=self._book.shows_names)

    def _card_buttons(self) -> list[Widget]:
        """For a seal that was won: to the game that has won it, and a picture of it to be shared."""
        card, t = self._card, self._stage.t
        told = self._album.prints.get(self._chosen.name)
        foot = pygame.FRect(card.left + 24, card.bottom - 20 - BUTTON, card.width - 48, BUTTON)
        if told is None:
            return []
        share, label = foot.copy(), t("library.share")
        open_list = partial(self._open_sharing, share)
        if not told.game:
            return [Button(share, label, open_list, icon="send", name="share")]
        show, word = (measure(self._stage, t(key), BODY, Face.MEDIUM) + 60 for key in ("seals.show", "library.share"))
        has_room = show + 8 + word <= foot.width
        share.width = word if has_room else BUTTON
        share.right = foot.right
        foot.width -= share.width + 8
        return [
            Button(foot, t("seals.show"), self._show_game, "primary", "play", name="show"),
            Button(share, label, open_list, icon="send", name="share")
            if has_room
            else SquareButton(share, "send", open_list, label, True, name="share"),
        ]

    # ---- acting

    def _open_sharing(self, beside: pygame.FRect) -> None:
        entries = self._sharing.picture_entries("seal", self.picture)
        self._stage.open(Popup(beside, entries, _SHARE_LIST))

    def picture(self) -> Picture:
        """The card of the chosen seal, to be shared."""
        stage, (width, height) = self._stage, _SHARED
        surface = pygame.Surface((round(width * stage.scale), round(height * stage.scale)))
        canvas = stage.canvas(surface)
        stage.draw_backdrop(canvas)
        card = pygame.FRect(16, 16, width - 32, height - 32)
        draw_seal_card(canvas, stage.t, card, self._chosen, self._album, self._pictures, 0.0)
        return Picture(surface, stage.t(f"seals.{self._chosen.name}"))

    def _choose(self, seal: Seal) -> None:
        if seal is not self._chosen:
            self._chosen = seal
            self.layout()

    def _show_game(self) -> None:
        """Open the game that has won the seal, once it is read."""
        told = self._album.prints.get(self._chosen.name)
        if told is not None and told.game and self._asked is None:
            self._asked = told.game, self._stage.services.library.read(told.game)

    def update(self, dt: float) -> None:
        """The seal under the keyboard is looked at; new ones come down; a game that was read is opened."""
        super().update(dt)
        self._sharing.update()
        focus = self.widgets.focus
        if isinstance(focus, SealCell):
            self._choose(focus.seal)
        if self._fall < 1.0 and self.entered >= 1.0:
            if not self._fall:
                self._stage.sounds.play("stamp")
            self._fall = approach(self._fall, 1.0, dt, _STAMP_S)
            self._mark()
        if self._asked is not None and self._asked[1].done():
            (key, reading), self._asked = self._asked, None
            found = reading.result()
            if isinstance(found, Reading):
                self._stage.go(REPLAY, found, key)
            else:
                self._stage.toasts.show(self._stage.t("seals.gone"))

    def _mark(self) -> None:
        """Tell each seal of the book how it stands."""
        near = self._album.nearest(_NEAREST)
        for widget in self.widgets.widgets:
            if isinstance(widget, SealCell):
                seal = widget.seal
                widget.is_won, widget.is_near = seal.name in self._album.prints, seal in near
                widget.is_chosen, widget.progress = seal is self._chosen, self._album.progress(seal)
                widget.fall = self._fall if seal.name in self._new else 1.0

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the book, both cards, key hints."""
        t, area = self._stage.t, self._area
        self._stage.draw_backdrop(canvas, 0.55)
        won, of = self._album.won, len(SEALS)
        room = pygame.FRect(area.left, area.top, area.width * 0.5, area.height)
        draw_header(canvas, room, self.size, t("seals.title"), t("seals.line", n=won, of=of))
        self._draw_progress(canvas, won, of)
        labels = [(i, self._group_name(group)) for i, (group, _) in enumerate(self._halves) if group]
        draw_book(canvas, self._book, labels, t.is_chinese)
        draw_seal_card(canvas, t, self._card, self._chosen, self._album, self._pictures)
        if self._near.height:
            draw_nearest(canvas, t, self._near, self._album, self._album.nearest(_NEAREST))
        draw_footer(canvas, self._stage, area.left, self.size, [(t("seals.arrows"), t("seals.choose"))])
        note = t("seals.keepsake")
        if canvas.text_width(note, CAPTION) < area.width - 420:
            canvas.text(note, area.right, footer_y(self.size), CAPTION, canvas.theme.muted, "right")

    def _group_name(self, group: str) -> str:
        key = f"seals.{group}"
        return self._stage.t(key if self._stage.t.has(key) else f"common.{group}")

    def _draw_progress(self, canvas: Canvas, won: int, of: int) -> None:
        """At the right of the header: how many seals were won, and the days running."""
        t, theme, area = self._stage.t, canvas.theme, self._area
        top = header_top(self.size, area.top)
        right = area.right
        right -= canvas.text(f"{won} / {of}", right, top + 14, BODY, align="right", face=Face.MEDIUM) + 12
        bar = pygame.FRect(0, top + 10, min(400.0, area.width * 0.3), 8)
        bar.right = right
        canvas.rounded(bar, 4, theme.inset, theme.line, 1)
        if won:
            canvas.rounded(pygame.FRect(bar.left, bar.top, max(8.0, bar.width * won / of), 8), 4, theme.red)
        days = self._album.days_running
        text = t("seals.streak", n=days) if days else t("seals.no_streak")
        canvas.text(text, area.right, top + 42, CAPTION, theme.muted, "right", width=bar.width + 60)
