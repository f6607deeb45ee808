"""Who may reach one: "do not disturb", the port that others connect to, and the people from whom nothing is heard."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

import pygame

from game.lan.views import USUAL_PORT, BlockedPerson, Lan
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.lobby.key_file_dialog import KeyFileDialog
from game.ui.scenes.lobby.parts import Link
from game.ui.scenes.lobby.rows import ListRow, RowButton, RowList
from game.ui.scenes.menu import local_now
from game.ui.scenes.names import moment_of
from game.ui.scenes.page import measure
from game.ui.scenes.people import draw_person
from game.ui.scenes.settings.page import draw_rows, toggle_in
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button
from game.ui.widgets.field import TextField

_WIDTH, _HEIGHT = 640.0, 548.0
_PAD: Final = 32.0
_TOP: Final = 72.0
_ROW: Final = 72.0
_PORT_ACROSS: Final = 112.0
LEAST_PORT: Final = 1024
"""Lower ones are the system's own."""
MOST_PORT: Final = 65_535


def port_of(text: str) -> int | None:
    """The port that a text names, 0 for none; None for a text that can't be one."""
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal()):
        return None
    port = int(text)
    return port if LEAST_PORT <= port <= MOST_PORT else None


class PrivacyOverlay(Overlay):
    """What is changed here takes effect at once, another port when the lobby is seen again."""

    def __init__(self, stage: Stage, lan: Lan, now: Callable[[], datetime] = local_now) -> None:
        super().__init__((_WIDTH, _HEIGHT))
        self._stage = stage
        self._lan = lan
        port = stage.settings.port
        self._field = TextField(
            pygame.FRect(0, 0, 0, 0), str(port) if port else "", "", self._type_port, 5, self.close, name="port"
        )
        self._is_wrong = False
        self._shown: tuple[BlockedPerson, ...] = ()
        self._list: RowList | None = None
        self._now = now

    # ---- layout

    def layout(self) -> None:
        """Two rows, the list, and a button to close."""
        t, box = self._stage.t, self._box
        box.height = min(_HEIGHT, self.size[1] - 32)
        self._centre()
        quiet, port = self._rows()
        toggle = toggle_in(quiet, self._stage.settings.quiet, self._be_quiet, "quiet")
        self._field.rect = pygame.FRect(port.right - _PORT_ACROSS, port.centery - 21, _PORT_ACROSS, 42)
        self._field.placeholder = str(USUAL_PORT)
        top = port.bottom + 52
        people = RowList(pygame.FRect(port.left, top, port.width, box.bottom - 84 - top), 56.0, "blocked", 36.0)
        if self._list is not None:
            people.copy_place(self._list)
        self._list = people
        self._show()
        label = t("common.close")
        width = max(120.0, measure(self._stage, label, BODY, Face.MEDIUM) + 48)
        close = pygame.FRect(box.right - _PAD - width, box.bottom - 68, width, 44)
        key = Link(self._stage, box.left + _PAD, close.centery, t("lan.key_file"), "save", self._move_key, "key-file")
        self.widgets.replace(
            [toggle, self._field, people, key, Button(close, label, self.close, name="close")], first="quiet", show=True
        )

    def _rows(self) -> list[pygame.FRect]:
        box = self._box
        return [pygame.FRect(box.left + _PAD, box.top + _TOP + i * _ROW, box.width - 2 * _PAD, _ROW) for i in range(2)]

    def _show(self) -> None:
        """The people as they are now."""
        assert self._list is not None, "the scene has been laid out"
        self._shown = self._lan.blocked
        t = self._stage.t
        width = measure(self._stage, t("lan.unblock"), BODY, Face.MEDIUM) + 32
        self._list.show([self._person(each, width) for each in self._shown])

    def _person(self, person: BlockedPerson, width: float) -> ListRow:
        def draw(canvas: Canvas, rect: pygame.FRect) -> None:
            draw_person(canvas, person.name, rect.left + 20, rect.centery, 36)
            x, room = rect.left + 52, rect.width - 52
            canvas.text(person.name, x, rect.centery - 10, BODY, face=Face.MEDIUM, width=room)
            line = " · ".join(filter(None, (person.address, moment_of(self._stage.t, person.since, self._now()))))
            canvas.text(line, x, rect.centery + 11, CAPTION, canvas.theme.muted, width=room)

        button = RowButton(self._stage.t("lan.unblock"), lambda: self._lan.unblock(person.id), width=width)
        return ListRow(person.id, draw, (button,))

    # ---- acting

    def _move_key(self) -> None:
        self.close()
        self._stage.open(KeyFileDialog(self._stage, self._lan))

    def _be_quiet(self, yes: bool) -> None:
        self._stage.services.preferences.change(quiet=yes)

    def _type_port(self, text: str) -> None:
        port = port_of(text.strip())
        self._is_wrong = port is None
        if port is not None:
            self._stage.services.preferences.change(port=port)

    def update(self, dt: float) -> None:
        """Follow the list."""
        super().update(dt)
        if self._lan.blocked != self._shown:
            self._show()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Box, title, what each row is about, and an empty list's line."""
        t, box, theme = self._stage.t, self._box, canvas.theme
        super().draw_scene(canvas)
        left, across = box.left + _PAD, box.width - 2 * _PAD
        canvas.text(t("lan.privacy"), left, box.top + 42, HEADING, face=Face.MEDIUM, width=across)
        port_line = t("lan.port_wrong" if self._is_wrong else "lan.port_line", least=LEAST_PORT, most=MOST_PORT)
        texts = [(t("lan.quiet"), t("lan.quiet_line")), (t("lan.port"), port_line)]
        draw_rows(canvas, self._rows(), texts, across - _PORT_ACROSS - 20)
        assert self._list is not None, "the stack lays a scene out before it is drawn"
        y = self._list.rect.top - 24
        canvas.text(t("lan.blocked_people"), left, y, BODY, face=Face.MEDIUM)
        if not self._shown:
            canvas.paragraph(t("lan.nobody_blocked"), left, self._list.rect.top + 14, across, BODY, theme.muted, 23)
