"""An invitation over whatever is open: who, the terms row by row, how long it is good; and the form to change them."""

from __future__ import annotations

from typing import Final

import pygame

from game.lan.views import GameTerms, Invitation, Lan, RecentPerson, Standing
from game.rules.core import Side
from game.ui.games.registry import SHOWN
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, TITLE
from game.ui.scenes.lobby.parts import Link
from game.ui.scenes.lobby.terms import TermsForm, chosen_terms, from_other_side, is_open, playable, terms_table
from game.ui.scenes.page import measure
from game.ui.scenes.people import (
    BARS_WIDTH,
    delay_text,
    draw_bars,
    draw_countdown,
    draw_known,
    short_person,
    strength,
    with_name,
)
from game.ui.scenes.pictures import draw_emblem
from game.ui.stage.language import Language
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button

INVITATION_S: Final = 60.0
"""How long an invitation is good, as the protocol has it."""

_RUNNING_OUT_S: Final = 30.0
_ROW = 46.0
_FOOT = 28.0
"""For what is seldom wanted, under the buttons."""


def find_invitation(lan: Lan, name: str) -> Invitation | None:
    """The invitation with this id, as it is now; None once it is gone."""
    return next((each for each in lan.invitations if each.id == name), None)


def results_words(t: Language, recent: RecentPerson) -> str:
    """Games won, lost and, if there were any, drawn."""
    words = t("lan.results", won=recent.won, lost=recent.lost)
    return f"{words} · {t('lan.drawn', n=recent.drawn)}" if recent.drawn else words


def recent_with(lan: Lan, name: str, address: str) -> RecentPerson | None:
    """Whether one has played with whoever this is: by the name, and among several of that name by the address."""
    found = [each for each in lan.recent if each.name == name]
    return next((each for each in found if each.address == address), found[0] if found else None)


class _OverLan(Overlay):
    """A box over another scene that belongs to a received invitation and goes when the invitation is gone."""

    def __init__(
        self, stage: Stage, lan: Lan, invitation: Invitation, size: tuple[float, float], by_itself: bool = False
    ) -> None:
        super().__init__(size, by_itself)
        self._stage = stage
        self._lan = lan
        self.invitation = invitation

    def update(self, dt: float) -> None:
        """Follow the invitation."""
        super().update(dt)
        now = find_invitation(self._lan, self.invitation.id)
        if now is None:
            self.close()
        elif now != self.invitation:
            again = now.terms != self.invitation.terms
            self.invitation = now
            if again:
                self.layout()


class InvitationOverlay(_OverLan):
    """Accept, change the terms, decline. Escape leaves it unanswered: it waits in the lobby.

    Decline has the focus, so that a key that was meant for something else starts no game.
    """

    def __init__(self, stage: Stage, lan: Lan, invitation: Invitation) -> None:
        super().__init__(stage, lan, invitation, (512.0, 0.0), by_itself=True)

    def layout(self) -> None:
        """The height follows the sentence that goes with it."""
        t = self._stage.t
        self._box.height = 112 + 5 * _ROW + 2 + (56 if self.invitation.note else 28) + 48 + 24 + _FOOT
        box = self._centre()
        width = (box.width - 64 - 24) / 3
        top = box.bottom - 72 - _FOOT
        places = [pygame.FRect(box.left + 32 + i * (width + 12), top, width, 48) for i in range(3)]
        block = Link(self._stage, 0, box.bottom - 24, t("lan.block_sender"), "ban", self._block, "block")
        block.rect.centerx = box.centerx
        self.widgets.replace(
            [
                Button(places[0], t("lan.accept"), self._accept, "primary", "check", name="accept"),
                Button(places[1], t("lan.change"), self._change, icon="sliders", name="change"),
                Button(places[2], t("lan.decline"), self._decline, icon="cross", name="decline"),
                block,
            ],
            first="decline",
            show=True,
        )

    def _accept(self) -> None:
        self.close()
        self._lan.answer(self.invitation.id, True)

    def _decline(self) -> None:
        self.close()
        self._lan.answer(self.invitation.id, False)

    def _block(self) -> None:
        self.close()
        self._lan.block_sender(self.invitation.id)
        stage = self._stage
        stage.toasts.show(stage.t("lan.blocked_now", name=short_person(stage, self.invitation.name, 200)), "ban")

    def _change(self) -> None:
        self.close()
        self._stage.open(CounterOverlay(self._stage, self._lan, self.invitation))

    def draw_scene(self, canvas: Canvas) -> None:
        """Who, the ring, the terms, the sentence."""
        super().draw_scene(canvas)
        t, box, theme, invitation = self._stage.t, self._box, canvas.theme, self.invitation
        draw_known(canvas, invitation.name, invitation.key, invitation.standing, box.left + 62, box.top + 60, 60)
        x = box.left + 104
        room = box.width - 104 - 92
        key = "lan.counters" if invitation.changed else "lan.invites"
        whole = t(key, name=invitation.name)
        size = TITLE if measure(self._stage, whole, TITLE, Face.TITLE) <= room - 1 else HEADING
        title = with_name(self._stage, key, invitation.name, room, size, Face.TITLE)
        canvas.text(title, x, box.top + 48, size, face=Face.TITLE, width=room)
        person = next((p for p in self._lan.people if p.label == invitation.name), None)
        delay = person.round_trip_s if person else None
        draw_bars(canvas, x, box.top + 80, strength(delay))
        words = [delay_text(t, delay)] if delay is not None else [invitation.address]
        recent = recent_with(self._lan, invitation.name, invitation.address)
        words.append(results_words(t, recent) if recent else t("lan.first_game"))
        is_other = invitation.standing is Standing.OTHER
        line, ink = (t("lan.standing_other_line"), theme.red) if is_other else (" · ".join(words), theme.muted)
        canvas.text(line, x + BARS_WIDTH + 12, box.top + 80, CAPTION, ink, width=room)
        draw_countdown(canvas, box.right - 48, box.top + 48, invitation.left_s, INVITATION_S)
        self._draw_terms(canvas, pygame.FRect(box.left + 32, box.top + 112, box.width - 64, 5 * _ROW + 2))
        if invitation.note:
            note = t("lan.quoted", text=invitation.note)
            canvas.text(note, box.centerx, box.bottom - 100 - _FOOT, BODY, theme.muted, "centre", width=box.width - 64)

    def _draw_terms(self, canvas: Canvas, rect: pygame.FRect) -> None:
        theme = canvas.theme
        terms = from_other_side(self.invitation.terms)
        canvas.rounded(rect, 12, theme.inset, theme.line if theme.is_contrast else None, 2)
        table = terms_table(self._stage.t, terms)
        before = self.invitation.before
        wished = terms_table(self._stage.t, before) if before is not None else table
        across = max(canvas.text_width(name) for name, _ in table) + 24
        for i, (name, value) in enumerate(table):
            y = rect.top + 1 + _ROW * (i + 0.5)
            room = rect.width - 48 - across - (32 if i == 1 else 0)
            is_changed = value != wished[i][1]
            if is_changed:  # told by the bar and by the words, not by the tint alone
                ground = pygame.FRect(rect.left + 6, y - _ROW / 2 + 2, rect.width - 12, _ROW - 4)
                canvas.rounded(ground, 8, theme.gold_tint, theme.gold_ink if theme.is_contrast else None, 1.5)
                canvas.rounded(pygame.FRect(ground.left, ground.top + 4, 3, ground.height - 8), 1.5, theme.gold_ink)
                was = self._stage.t("lan.instead_of", value=wished[i][1])
                canvas.text(was, rect.left + 24 + across, y + 11, CAPTION, theme.gold_ink, width=room)
            canvas.text(name, rect.left + 24, y, BODY, theme.muted)
            canvas.text(
                value, rect.left + 24 + across, y - (9 if is_changed else 0), BODY, face=Face.MEDIUM, width=room
            )
            if i + 1 < len(table):
                canvas.hairline(rect.left + 24, y + _ROW / 2, rect.width - 48)
        y = rect.top + 1 + _ROW * 1.5
        sides = {"first": (Side.FIRST,), "second": (Side.SECOND,)}.get(terms.colour, (Side.SECOND, Side.FIRST))
        if is_open(terms):
            sides = (Side.SECOND, Side.FIRST)
        rules = SHOWN.get(terms.variant)
        if rules is not None:
            for i, side in enumerate(sides):
                draw_emblem(canvas, rules, side, rect.right - 38 - 14 * i, y, 24)


class CounterOverlay(_OverLan):
    """The terms of a received invitation as a form; sending them asks the other side in return."""

    def __init__(self, stage: Stage, lan: Lan, invitation: Invitation) -> None:
        super().__init__(stage, lan, invitation, (560.0, 88 + TermsForm.height(14) + 28 + 48 + 24))
        self.terms: GameTerms = playable(from_other_side(invitation.terms), chosen_terms(stage.settings))
        """As the person here would like it, the colour being their own."""
        self._form: TermsForm | None = None
        lan.hold(invitation.id)

    def layout(self) -> None:
        """The form above two buttons."""
        t, box = self._stage.t, self._centre()
        area = pygame.FRect(box.left + 32, box.top + 88, box.width - 64, 0)
        self._form = TermsForm(self._stage, area, 14, self.terms, self._changed, self.layout)
        width = (box.width - 64 - 12) / 2
        send = pygame.FRect(box.left + 32, box.bottom - 72, width, 48)
        self.widgets.replace(
            [
                *self._form.widgets(),
                Button(send, t("lan.send_terms"), self._send, "primary", "send", name="send"),
                Button(send.move(width + 12, 0), t("common.cancel"), self.back, name="cancel"),
            ],
            first="game",
            show=True,
        )

    def _changed(self, terms: GameTerms) -> None:
        if self.invitation.left_s < _RUNNING_OUT_S:
            self._lan.hold(self.invitation.id)
        self.terms = terms
        self.layout()

    def _send(self) -> None:
        self.close()
        self._lan.counter(self.invitation.id, self.terms)

    def back(self) -> None:
        """Back to the invitation as it was."""
        self.close()
        self._stage.open(InvitationOverlay(self._stage, self._lan, self.invitation))

    def draw_scene(self, canvas: Canvas) -> None:
        """Title, ring and the form's names."""
        assert self._form is not None, "the stack lays a scene out before it is drawn"
        super().draw_scene(canvas)
        t, box, invitation = self._stage.t, self._box, self.invitation
        draw_known(canvas, invitation.name, invitation.key, invitation.standing, box.left + 54, box.top + 46, 44)
        room = box.width - 88 - 88
        canvas.text(t("lan.counter_title"), box.left + 88, box.top + 36, HEADING, face=Face.MEDIUM, width=room)
        line = with_name(self._stage, "lan.counter_line", invitation.name, room, CAPTION)
        canvas.text(line, box.left + 88, box.top + 60, CAPTION, canvas.theme.muted, width=room)
        draw_countdown(canvas, box.right - 48, box.top + 46, invitation.left_s, INVITATION_S)
        self._form.draw(canvas)
