"""Small parts of the lobby: a link, the card of oneself, the field to connect by address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.lan.views import Lan, LinkState
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.page import measure
from game.ui.scenes.portrait_choice import draw_person, own_portrait
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Pressable, Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.field import TextField

LONGEST_ADDRESS: Final = 64
"""An IPv6 address with its zone and a port in brackets is shorter."""


def is_starting(lan: Lan) -> bool:
    """Whether it is being looked for the network just now, so that nothing can be said of it."""
    seen = lan.observe()
    return seen is not None and seen.state is LinkState.STARTING


class Link(Pressable):
    """Underlined words that lead somewhere, with an icon before them."""

    def __init__(self, stage: Stage, x: float, y: float, text: str, icon: str, on_click: Action, name: str) -> None:
        """x is its left edge, y its middle."""
        width = 24 + measure(stage, text, CAPTION)
        super().__init__(pygame.FRect(x, y - 14, width + 4, 28), on_click, name)
        self.icon = icon
        self._text = text

    def draw(self, canvas: Canvas) -> None:
        """Icon, words, the line under them."""
        theme = canvas.theme
        if self.focused:
            canvas.rounded(self.rect.inflate(8, 4), ROW_RADIUS, None, theme.indigo, 2.0)
        warns = self.icon == "warning"
        canvas.icon(self.icon, self.rect.left + 9, self.rect.centery, 18, theme.gold_ink if warns else theme.indigo)
        ink = theme.ink if self.hovered else theme.indigo
        x = self.rect.left + 24
        width = canvas.text(self._text, x, self.rect.centery, CAPTION, ink)
        canvas.hairline(x, self.rect.centery + 9, width, ink)


class OwnCard(Pressable):
    """Oneself as the others see one: name, address and port. A press leads to where the name is chosen."""

    def __init__(self, stage: Stage, right: float, middle: float, lan: Lan, on_click: Action) -> None:
        """`right` is its right edge, `middle` the y of its middle."""
        t = stage.t
        self._name, self._portrait = stage.settings.name.strip(), own_portrait(stage)
        self._title = self._name or t("lan.choose_name")
        address = lan.address
        starting = is_starting(lan)
        if stage.settings.quiet:
            self._line = t("lan.quiet")
        elif address is None:
            self._line = t("lan.starting" if starting else "lan.no_network")
        elif lan.port == 0:
            self._line = t("lan.not_reachable", address=address)
        else:
            self._line = with_port(address, lan.port)
        widest = max(measure(stage, self._title, BODY, Face.MEDIUM), measure(stage, self._line, CAPTION) + 16)
        width = 60 + min(widest, 260.0) + 12
        super().__init__(pygame.FRect(right - width, middle - 26, width, 52), on_click, "own")
        self._online = address is not None and lan.port > 0
        self._icon = "bell_off" if stage.settings.quiet else "" if self._online or starting else "warning"
        self.tooltip = t("lan.name_help")

    def draw(self, canvas: Canvas) -> None:
        """Disc, name, and whether and where one can be reached."""
        theme, rect = canvas.theme, self.rect
        if self.hover_share > 0:
            canvas.rounded(rect, 14, theme.hover)
        if self.focused:
            canvas.focus_ring(rect, 14)
        if self._name:
            draw_person(canvas, self._portrait, self._name, rect.left + 28, rect.centery, 40)
        else:
            canvas.circle(rect.left + 28, rect.centery, 20, theme.line)
            canvas.icon("user", rect.left + 28, rect.centery, 22, theme.ink if not theme.is_contrast else theme.card)
        x, room = rect.left + 60, rect.width - 72
        canvas.text(self._title, x, rect.centery - 10, BODY, face=Face.MEDIUM, width=room)
        if self._icon:
            canvas.icon(self._icon, x + 5, rect.centery + 11, 15, theme.gold_ink)
        else:
            ink = theme.jade if self._online else theme.muted
            canvas.circle(x + 5, rect.centery + 12, 4.5, ink, stroke=0 if self._online else 1.7)
        canvas.text(self._line, x + 16, rect.centery + 12, CAPTION, theme.muted, width=room - 16)


def with_port(address: str, port: int) -> str:
    """An address and a port as one types them to connect."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


class ConnectBox:
    """A field for an address and its button. Text and error outlive a layout."""

    def __init__(self, stage: Stage, connect: Callable[[str], str | None]) -> None:
        """`connect` gives None, or the code of why the text is not an address."""
        self._stage = stage
        self._connect = connect
        self.text = ""
        self.error = ""

    def widgets(self, rect: pygame.FRect) -> list[Widget]:
        """Field and button side by side in a row of that height."""
        t = self._stage.t
        across = max(104.0, measure(self._stage, t("lan.connect"), BODY, Face.MEDIUM) + 60)
        place = pygame.FRect(rect.left, rect.top, rect.width - across - 12, rect.height)
        field = TextField(
            place, self.text, t("lan.address_example"), self._typed, LONGEST_ADDRESS, self._go, "address", "link"
        )
        button = pygame.FRect(rect.right - across, rect.top, across, rect.height)
        return [field, Button(button, t("lan.connect"), self._go, icon="play", name="connect")]

    def _typed(self, text: str) -> None:
        self.text = text
        self.error = ""

    def _go(self) -> None:
        text = self.text.strip()
        t = self._stage.t
        code = self._connect(text) if text else "empty"
        if code is None:
            self.error = ""
            self._stage.toasts.show(t("lan.connecting", address=text), "link")
        else:
            key = f"lan.address_{code}"
            self.error = t(key if t.has(key) else "lan.address_wrong")
            self._stage.sounds.play("refused")

    def draw_error(self, canvas: Canvas, x: float, y: float, width: float) -> bool:
        """What was wrong with the address, in one line; False if nothing was."""
        if not self.error:
            return False
        canvas.icon("warning", x + 9, y, 18, canvas.theme.red)
        canvas.text(self.error, x + 24, y, CAPTION, canvas.theme.red, width=width - 24)
        return True
