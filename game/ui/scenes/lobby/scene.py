"""The lobby: who is on the network, what one would like to play with them, and what is under way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import pygame

from game.lan.views import GameTerms, Person, SuspendedGame, received
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING
from game.ui.scenes.lobby.empty import draw_nobody, draw_nothing_lately
from game.ui.scenes.lobby.invitations import InvitationOverlay, find_invitation
from game.ui.scenes.lobby.lists import LobbyActs, LobbyLists
from game.ui.scenes.lobby.parts import ConnectBox, Link, OwnCard, is_starting
from game.ui.scenes.lobby.privacy import PrivacyOverlay
from game.ui.scenes.lobby.rows import RowList
from game.ui.scenes.lobby.seals import OwnSeal, SealsOverlay
from game.ui.scenes.lobby.terms import ROW, TermsForm, as_choice, chosen_terms
from game.ui.scenes.menu import local_now
from game.ui.scenes.page import (
    back_button,
    body,
    draw_chip,
    draw_footer,
    draw_header,
    footer_y,
    header_top,
    is_compact,
    measure,
)
from game.ui.scenes.people import draw_spinner
from game.ui.stage import clipboard
from game.ui.stage.navigator import DIAGNOSIS, SETTINGS, SETTINGS_PAGE
from game.ui.stage.overlays import Dialog, DialogAnswer, ListEntry, Popup
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import SquareButton
from game.ui.widgets.field import TextField

_TALLEST = 660.0
_LONGEST_NOTE: Final = 80
_WAITING = 58.0
"""The height of an invitation's row."""
_LEAST_LATELY: Final = 44.0
"""So much of the games of late must be seen under their title, or the card is left out."""

_TURNS_S: Final = 20.0
"""How long after the last input one sees ring and waves go on as people are looked for; then the window sleeps."""

_LOOK_AGAIN_S = 0.5
"""How often it is looked at what changes seldom and takes a while to find out: the network, the games of late."""


@dataclass(frozen=True, slots=True)
class LobbyFrame:
    """Rectangles in units. `waiting` is None while no invitation is under way, `invitations` how many there are;
    `lately` is None where invitations leave no room for it; `title` is the height of a card's title row, `pad` its
    inner margin."""

    area: pygame.FRect
    people: pygame.FRect
    connect: pygame.FRect
    terms: pygame.FRect
    waiting: pygame.FRect | None
    lately: pygame.FRect | None
    title: float
    pad: float
    gap: float
    invitations: int

    @classmethod
    def fit(cls, size: tuple[float, float], waiting: int) -> LobbyFrame:
        """The frame for a window of that size with this many invitations under way (two are seen at once)."""
        area = body(size, _TALLEST)
        compact = is_compact(size)
        between, gap, title = (12.0, 8.0, 44.0) if compact else (16.0, 12.0, 52.0)
        pad = 24.0 if area.width >= 1000 else 20.0
        across = (area.width - between - 8) / 2
        foot = 124.0 if compact else 152.0
        people = pygame.FRect(area.left, area.top, across, area.height - foot - between)
        connect = pygame.FRect(area.left, area.bottom - foot, across, foot)
        left = area.right - across
        height = title + 12 + TermsForm.height(gap) + gap + ROW + (12 if compact else 20)
        terms = pygame.FRect(left, area.top, across, height)
        top = terms.bottom + between
        box = None
        if waiting:
            box = pygame.FRect(left, top, across, _WAITING * min(waiting, 2) + 12)
            top = box.bottom + between
        lately: pygame.FRect | None = pygame.FRect(left, top, across, area.bottom - top)
        if box is not None and area.bottom - top < title + _LEAST_LATELY:  # a title over nothing helps nobody
            box.height = min(_WAITING * waiting + 12, area.bottom - box.top)
            lately = None
        return cls(area, people, connect, terms, box, lately, title, pad, gap, waiting)

    def under_title(self, card: pygame.FRect) -> pygame.FRect:
        """The part of a card below its title row."""
        return pygame.FRect(
            card.left + self.pad, card.top + self.title, card.width - 2 * self.pad, card.height - self.title - 8
        )


class Lobby(Scene):
    """Opens the LAN when it appears. Invitations over any scene, games to sit down at and notices are the porter's."""

    def __init__(self, stage: Stage, now: Callable[[], datetime] = local_now) -> None:
        super().__init__()
        self._stage = stage
        lan = self._lan = stage.services.lan
        acts = LobbyActs(
            self._invite,
            self._more,
            self._unblock,
            lan.watch,
            self._use_address,
            self._look,
            lan.cancel,
            lan.resume,
            self._ask_to_discard,
        )
        self._lists = LobbyLists(stage, lan, acts, now)
        self._connect = ConnectBox(stage, self._invite_address)
        self._note = ""
        self._frame = LobbyFrame.fit((1280, 800), 0)
        self._form: TermsForm | None = None
        self._people: RowList | None = None
        self._waiting: RowList | None = None
        self._lately: RowList | None = None
        self._link: Link | None = None
        self._shown: object = None
        self._own: object = None
        self._hints = 0
        self._address: str | None = None
        self._looked_s = 0.0
        self._turns_s = _TURNS_S
        self._at_s = 0.0
        self._port = stage.settings.port
        lan.open()
        lan.enter_lobby(True)

    def left(self) -> None:
        """Out of the lobby one is announced less often, but can still be invited."""
        self._lan.enter_lobby(False)

    def uncovered(self) -> None:
        """The name, or the port, may have been changed meanwhile."""
        if self._port != self._stage.settings.port:
            self._port = self._stage.settings.port
            self._lan.enter_lobby(True)
        self.layout()

    # ---- layout

    def layout(self) -> None:
        """People and the field at the left; terms, invitations and the games of late at the right."""
        lan = self._lan
        frame = self._frame = LobbyFrame.fit(self.size, len(lan.invitations))
        compact = is_compact(self.size)
        self._hints, self._address = len(lan.hints()), lan.address
        people = RowList(frame.under_title(frame.people), 68.0 if compact else 76.0, "people")
        lately = waiting = None
        if frame.lately is not None:
            lately = RowList(frame.under_title(frame.lately), 60.0, "lately", 36.0)
        if frame.waiting is not None:
            inside = frame.waiting.inflate(-2 * frame.pad, -12)
            waiting = RowList(inside, _WAITING, "waiting", 36.0)
        for new, old in ((people, self._people), (lately, self._lately), (waiting, self._waiting)):
            if new is not None and old is not None:
                new.copy_place(old)
        self._people, self._lately, self._waiting = people, lately, waiting
        self._shown = None
        self._show_rows()
        self._show_lately()
        widgets: list[Widget] = [people, *self._connect_widgets(frame, compact), *self._terms_widgets(frame)]
        widgets += [waiting] if waiting else []
        widgets += [*([lately] if lately else []), *self._header_widgets(frame)]
        self.widgets.replace(widgets, first="people")  # also while it is empty: whoever appears can be invited by Enter

    def _header_widgets(self, frame: LobbyFrame) -> list[Widget]:
        t, area = self._stage.t, frame.area
        middle = header_top(self.size, area.top) + 24
        stage, quiet = self._stage, self._stage.settings.quiet
        place = pygame.FRect(area.right - 48, middle - 24, 48, 48)
        gear = SquareButton(place, "gear", lambda: stage.go(SETTINGS), t("common.settings"), True, name="settings")
        place, icon = place.move(-56, 0), "bell_off" if quiet else "bell"
        bell = SquareButton(place, icon, self._open_privacy, t("lan.privacy"), True, name="privacy")
        bell.on = quiet
        own = OwnCard(self._stage, bell.rect.left - 12, middle, self._lan, self._choose_name)
        used = max(measure(stage, t("lan.title"), DISPLAY, Face.TITLE), measure(stage, t("lan.subtitle"), BODY))
        seals: list[Widget] = []
        if self._lan.key:
            seal = OwnSeal(stage, area.left + 74 + used + 24, middle, self._lan.key, self._open_seal)
            seals = [seal] if seal.rect.right + 16 <= own.rect.left else []
        return [*seals, own, bell, gear, back_button(self._stage, area, self.size, self.close)]

    def _open_seal(self) -> None:
        self._stage.open(SealsOverlay(self._stage, self._lan, None))

    def _open_privacy(self) -> None:
        self._stage.open(PrivacyOverlay(self._stage, self._lan))

    def _connect_widgets(self, frame: LobbyFrame, compact: bool) -> list[Widget]:
        card, t = frame.connect, self._stage.t
        top, height = (36.0, 42.0) if compact else (48.0, 48.0)
        row = pygame.FRect(card.left + frame.pad, card.top + top, card.width - 2 * frame.pad, height)
        y = card.bottom - (22 if compact else 28)
        text = t("lan.to_check", n=self._hints) if self._hints else t("lan.see_nobody")
        icon = "warning" if self._hints else "pulse"
        self._link = Link(self._stage, card.left + frame.pad, y, text, icon, self._diagnose, "diagnosis")
        return [*self._connect.widgets(row), self._link]

    def _terms_widgets(self, frame: LobbyFrame) -> list[Widget]:
        card, t = frame.terms, self._stage.t
        area = pygame.FRect(card.left + frame.pad, card.top + frame.title + 12, card.width - 2 * frame.pad, 0)
        terms = chosen_terms(self._stage.settings)
        form = self._form = TermsForm(self._stage, area, frame.gap, terms, self._terms_changed, self.layout)
        top = area.top + TermsForm.height(frame.gap) + frame.gap
        place = pygame.FRect(area.left + form.label_width, top, area.width - form.label_width, ROW)
        note = TextField(place, self._note, t("lan.word_empty"), self._note_changed, _LONGEST_NOTE, name="note")
        return [*form.widgets(), note]

    # ---- acting

    def _choose_name(self) -> None:
        self._stage.go(SETTINGS_PAGE, "name", "field")

    def _diagnose(self) -> None:
        self._stage.go(DIAGNOSIS, self._lan)

    @property
    def terms(self) -> GameTerms:
        """What an invitation from here proposes."""
        return chosen_terms(self._stage.settings)

    def _terms_changed(self, terms: GameTerms) -> None:
        self._stage.services.preferences.change(lan=as_choice(terms))
        self.layout()

    def _note_changed(self, text: str) -> None:
        self._note = text

    def _invite(self, instance: str) -> None:
        self._lan.invite(instance, self.terms, self._note.strip())

    def _more(self, person: Person) -> None:
        """What else can be done about somebody."""
        assert self._people is not None, "its button was pressed"
        t = self._stage.t
        compare = ListEntry(t("lan.compare"), lambda: self._compare(person), "check", enabled=bool(person.key))
        entries = [
            compare,
            ListEntry(t("lan.block"), lambda: self._block(person), "ban"),
            ListEntry(t("lan.copy_address"), lambda: self._copy(person.address), "copy", enabled=bool(person.address)),
        ]
        self._stage.open(Popup(self._people.button(person.instance, 1).rect, entries))

    def _compare(self, person: Person) -> None:
        self._stage.open(SealsOverlay(self._stage, self._lan, person))

    def _block(self, person: Person) -> None:
        self._lan.block(person.instance)
        self._stage.toasts.show(self._stage.t("lan.blocked_now", name=person.label), "ban")

    def _unblock(self, blocked: str) -> None:
        self._lan.unblock(blocked)

    def _copy(self, address: str) -> None:
        why = clipboard.put(address)
        t = self._stage.t
        self._stage.toasts.show(t("library.copy_failed", why=why) if why else t("lan.copied", address=address), "copy")

    def _invite_address(self, address: str) -> str | None:
        return self._lan.invite_address(address, self.terms, self._note.strip())

    def _use_address(self, address: str) -> None:
        self._connect.text = address
        self._connect.error = ""
        self.layout()
        self.widgets.focus_on("address")

    def _look(self, name: str) -> None:
        invitation = find_invitation(self._lan, name)
        if invitation is not None:
            self._stage.open(InvitationOverlay(self._stage, self._lan, invitation))

    def _ask_to_discard(self, game: SuspendedGame) -> None:
        t = self._stage.t
        answers = (
            DialogAnswer(t("lan.discard_yes"), lambda: self._lan.discard(game.id), "primary"),
            DialogAnswer(t("menu.discard_no"), lambda: None),
        )
        self._stage.open(Dialog(t("lan.discard_title", name=game.peer), t("lan.discard_text"), answers))

    def back(self) -> None:
        """Leave a field, then the lobby."""
        if self.text_field() is not None:
            self.widgets.focus_on("people" if self._people and self._people.focusable else "back", show=True)
        else:
            self.close()

    def handle(self, event: pygame.event.Event) -> bool:
        """Whoever does something sees again that people are looked for."""
        self._turns_s = _TURNS_S
        return super().handle(event)

    # ---- frame

    def update(self, dt: float) -> None:
        """Follow the LAN."""
        self._at_s += min(dt, self._turns_s)
        self._turns_s = max(0.0, self._turns_s - dt)
        self._looked_s += dt
        if len(self._lan.invitations) != self._frame.invitations:
            self.layout()
        else:
            self._show_rows()
        if self._looked_s >= _LOOK_AGAIN_S:
            self._looked_s = 0.0
            self._look_again()
        if self._link is not None:
            self._link.visible = not self._connect.error
        super().update(dt)

    def _look_again(self) -> None:
        """Follow what changes seldom."""
        own = (self._lan.address, self._lan.port, is_starting(self._lan))
        if own != self._own or len(self._lan.hints()) != self._hints:
            self._own = own
            self.layout()
        else:
            self._show_lately()

    def _show_rows(self) -> None:
        """Give people and invitations their rows again when something in them has changed."""
        lan = self._lan
        asked = tuple((each.id, each.direction, each.name, each.terms) for each in lan.invitations)
        shown = (lan.people, asked)
        if shown == self._shown:
            return
        self._shown = shown
        if self._people:
            self._people.show(self._lists.people())
        if self._waiting:
            self._waiting.show(self._lists.waiting())

    def _show_lately(self) -> None:
        if self._lately:
            self._lately.show(self._lists.lately())

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, cards, what can be read by others."""
        stage, t, frame, theme = self._stage, self._stage.t, self._frame, canvas.theme
        stage.draw_backdrop(canvas, 0.6)
        heads = ("own-seal", "own")
        own = next((widget.rect.left for widget in self.widgets.widgets if widget.name in heads), frame.area.right)
        head = pygame.FRect(frame.area.left, frame.area.top, own - 20 - frame.area.left, frame.area.height)
        draw_header(canvas, head, self.size, t("lan.title"), t("lan.subtitle"))
        self._draw_people(canvas)
        self._draw_connect(canvas)
        self._draw_terms(canvas)
        if frame.waiting is not None:
            asked = bool(received(self._lan))
            canvas.card(frame.waiting, 2, border=theme.red if asked else None, border_width=2.0 if asked else 1.0)
        self._draw_lately(canvas)
        draw_footer(canvas, self._stage, frame.area.left, self.size)
        y = footer_y(self.size)
        width = canvas.text(t("lan.sealed"), frame.area.right, y, CAPTION, theme.muted, "right")
        canvas.icon("lock", frame.area.right - width - 16, y, 18, theme.muted)

    def _title(self, canvas: Canvas, card: pygame.FRect, text: str) -> float:
        """A card with its title row; gives x behind the title."""
        frame = self._frame
        canvas.card(card, 1)
        y = card.top + frame.title / 2 + 2
        width = canvas.text(text, card.left + frame.pad, y, HEADING, face=Face.MEDIUM)
        canvas.hairline(card.left + frame.pad, card.top + frame.title, card.width - 2 * frame.pad)
        return card.left + frame.pad + width

    def _draw_people(self, canvas: Canvas) -> None:
        t, frame, theme, lan = self._stage.t, self._frame, canvas.theme, self._lan
        card = frame.people
        x = self._title(canvas, card, t("lan.people"))
        y = card.top + frame.title / 2 + 2
        if lan.people:
            draw_chip(canvas, x + 16, y, str(len(lan.people)), theme.jade_tint, theme.jade)
        right = card.right - frame.pad
        if self._address is None and not lan.people and not is_starting(self._lan):
            canvas.text(t("lan.no_network"), right, y, CAPTION, theme.gold_ink, "right")
        else:
            still = self._stage.settings.reduced_motion
            draw_spinner(canvas, right - 9, y, 0.0 if still else self._at_s, theme.jade)
            canvas.text(t("lan.searching"), right - 26, y, CAPTION, theme.muted, "right")
        if not lan.people:
            still = self._stage.settings.reduced_motion
            name = self._stage.settings.name.strip() or t("common.you")
            draw_nobody(canvas, self._stage, frame.under_title(card), name, None if still else self._at_s)

    def _draw_connect(self, canvas: Canvas) -> None:
        t, frame = self._stage.t, self._frame
        card = frame.connect
        canvas.card(card, 1)
        compact = is_compact(self.size)
        left = card.left + frame.pad
        canvas.text(t("lan.by_address"), left, card.top + (20 if compact else 28), BODY, face=Face.MEDIUM)
        y = card.bottom - (22 if compact else 28)
        if self._connect.draw_error(canvas, left, y, card.width - 2 * frame.pad):
            return
        text = t("lan.own_port", port=self._lan.port)
        used = self._link.rect.right if self._link else left
        if self._lan.port and used + 24 + measure(self._stage, text, CAPTION) < card.right - frame.pad:
            canvas.text(text, card.right - frame.pad, y, CAPTION, canvas.theme.muted, "right")

    def _draw_terms(self, canvas: Canvas) -> None:
        assert self._form is not None, "the stack lays a scene out before it is drawn"
        t, frame, theme = self._stage.t, self._frame, canvas.theme
        card = frame.terms
        x = self._title(canvas, card, t("lan.my_terms"))
        room = card.right - frame.pad - x - 24
        line = t("lan.my_terms_line")
        if canvas.text_width(line, CAPTION) <= room:
            canvas.text(line, card.right - frame.pad, card.top + frame.title / 2 + 3, CAPTION, theme.muted, "right")
        self._form.draw(canvas)
        y = card.top + frame.title + 12 + TermsForm.height(frame.gap) + frame.gap + ROW / 2
        canvas.text(t("lan.word"), card.left + frame.pad, y, BODY, face=Face.MEDIUM)

    def _draw_lately(self, canvas: Canvas) -> None:
        t, frame = self._stage.t, self._frame
        card = frame.lately
        if card is None:
            return
        self._title(canvas, card, t("lan.lately"))
        if self._lately is not None and not self._lately.rows:
            draw_nothing_lately(canvas, t, frame.under_title(card))
