"""Another game with somebody elsewhere: an invitation to the other side, and what becomes of it."""

from __future__ import annotations

import math

import pygame

from game.lan.views import Direction, Invitation, Lan, LineState
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BODY
from game.ui.scenes.match.chat import ChatPanel, draw_badge
from game.ui.scenes.match.lan_panel import LanPanel
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.field import TextField


class Again:
    """The part of the result that belongs to a LAN table. `lan` tells what becomes of the invitation."""

    def __init__(self, stage: Stage, company: LanPanel, lan: Lan) -> None:
        self._stage = stage
        self._lan = lan
        self.company = company

    @property
    def invitation(self) -> Invitation | None:
        """The invitation to another game that the other side has not answered yet."""
        name = self.company.table.peer
        sent = (each for each in self._lan.invitations if each.direction is Direction.SENT)
        return next((each for each in sent if each.name == name), None)

    @property
    def can_invite(self) -> bool:
        """Whether the other side can be asked for another game now."""
        table = self.company.table
        return not table.is_watched and table.line is not LineState.GONE and self.invitation is None

    def invite(self, swapped: bool) -> None:
        """Ask for another game, with sides swapped on request."""
        if self.can_invite:
            self.company.table.invite_again(swapped)

    def take_back(self) -> None:
        """Take the invitation back."""
        if self.invitation is not None:
            self._lan.cancel(self.invitation.id)

    def label(self) -> str:
        """What the large button says."""
        t, invitation = self._stage.t, self.invitation
        if invitation is not None:
            return t("lan.rematch_waiting", name=self.company.peer, n=math.ceil(max(0.0, invitation.left_s)))
        if self.company.table.line is LineState.GONE:
            return t("lan.rematch_gone", name=self.company.peer)
        return t("result.rematch")

    def open_chat(self, rect: pygame.FRect) -> None:
        """Show the talk in the place of the panel."""
        self._stage.open(ChatOverlay(self._stage, self.company, rect))


class TalkButton(Button):
    """Opens the chat; the number of unread lines stands at its corner."""

    def __init__(self, rect: pygame.FRect, label: str, company: LanPanel, on_click: Action) -> None:
        super().__init__(rect, label, on_click, icon="chat", size=BODY, name="chat")
        self._company = company

    def draw(self, canvas: Canvas) -> None:
        """The button and the mark of what is unread."""
        super().draw(canvas)
        if self._company.unread():
            draw_badge(canvas, self.rect.right - 14, self.rect.top + 6, self._company.unread())


class ChatOverlay(Overlay):
    """The talk over the result; Escape leaves the field, then closes, as does a press beside it."""

    closes_beside = True

    def __init__(self, stage: Stage, company: LanPanel, rect: pygame.FRect) -> None:
        super().__init__()
        self._stage = stage
        self._box = rect
        self._panel = ChatPanel(stage, company.table, company.chat.game)
        self._could_speak = self._panel.can_speak

    def layout(self) -> None:
        """The card where the result's panel is; a smaller window closes it, as the panel lies elsewhere then."""
        if self._box.right > self.size[0] or self._box.bottom > self.size[1]:
            self.close()
        widgets: list[Widget] = self._panel.widgets(self._box)
        self.widgets.replace(widgets, first="chat_field")

    def back(self) -> None:
        """Leave a field that holds something, then the chat."""
        field = self.widgets.focus
        if isinstance(field, TextField) and field.text:
            self.widgets.focus_on("send", show=True)
        else:
            self.close()

    def update(self, dt: float) -> None:
        """Follow what is said."""
        super().update(dt)
        self._panel.update(self._stage.stack.top is self)
        if self._panel.can_speak != self._could_speak:
            self._could_speak = self._panel.can_speak
            self.layout()

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim and card."""
        canvas.scrim(0.44 * self.entered)
        self._panel.draw(canvas)
