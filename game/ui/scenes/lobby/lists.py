"""What the lists of the lobby say: the people nearby, the invitations under way, the games and people of late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import pygame

from game.lan.views import Direction, Invitation, Lan, Person, PersonPresence, RecentPerson, SuspendedGame
from game.rules.registry import VARIANTS
from game.ui.games.registry import SHOWN
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.lobby.invitations import INVITATION_S, results_words
from game.ui.scenes.lobby.rows import ListRow, RowButton
from game.ui.scenes.lobby.terms import from_other_side, terms_lines
from game.ui.scenes.names import moment_of
from game.ui.scenes.page import draw_chip, measure
from game.ui.scenes.people import (
    BARS_WIDTH,
    delay_text,
    draw_bars,
    draw_countdown,
    draw_known,
    draw_presence,
    draw_standing,
    presence_ink,
    presence_words,
    strength,
    variant_words,
    with_name,
)
from game.ui.scenes.pictures import Pictures, around_pieces
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Kind

_MORE = 32.0
"""The width of the button with what else can be done."""
_NARROW = 330.0
"""Below this many units at the left of the buttons a row puts the delay under its bars ..."""
_NARROWEST = 290.0
"""... and below this many it leaves the figure out."""


@dataclass(frozen=True, slots=True)
class LobbyActs:
    """What the rows' buttons do: given a person or their instance, an address, the id of an invitation, of a game or of
    somebody blocked."""

    invite: Callable[[str], None]
    more: Callable[[Person], None]
    unblock: Callable[[str], None]
    watch: Callable[[str], None]
    use_address: Callable[[str], None]
    look: Callable[[str], None]
    cancel: Callable[[str], None]
    resume: Callable[[str], None]
    discard: Callable[[SuspendedGame], None]


class LobbyLists:
    """Makes the rows. `now` gives the moment by which times are told."""

    def __init__(self, stage: Stage, lan: Lan, acts: LobbyActs, now: Callable[[], datetime]) -> None:
        self._stage = stage
        self._lan = lan
        self._acts = acts
        self._now = now
        self._pictures = Pictures(stage)

    def _width(self, *labels: str, icon: bool = False) -> float:
        """The width of a button that any of these labels fit on."""
        widest = max(measure(self._stage, label, BODY, Face.MEDIUM) for label in labels)
        return max(84.0, widest + 28 + (28 if icon else 0))

    # ---- people

    def people(self) -> list[ListRow]:
        """Everybody on the network; the first one who is free has the red button."""
        t = self._stage.t
        width = self._width(t("lan.invite"), t("lan.invited"), t("lan.unblock"))
        width = max(width, self._width(t("lan.watch"), icon=True))
        welcome = (p for p in self._lan.people if p.presence is PersonPresence.FREE and p.compatible and not p.blocked)
        free = next((p.instance for p in welcome), "")
        return [self._person(person, person.instance == free, width) for person in self._lan.people]

    def _person(self, person: Person, first: bool, width: float) -> ListRow:
        t, acts = self._stage.t, self._acts
        asked = any(
            each.direction is Direction.SENT and each.name == person.label and each.address == person.address
            for each in self._lan.invitations
        )
        if person.blocked:
            button = RowButton(t("lan.unblock"), lambda: acts.unblock(person.blocked), width=width)
        elif person.presence in (PersonPresence.PLAYING, PersonPresence.OPEN):
            enabled = person.presence is PersonPresence.OPEN and person.compatible
            button = RowButton(t("lan.watch"), lambda: acts.watch(person.instance), "secondary", "eye", enabled, width)
        elif asked:
            button = RowButton(t("lan.invited"), lambda: None, enabled=False, width=width)
        else:
            kind: Kind = "primary" if first else "secondary"
            button = RowButton(
                t("lan.invite"), lambda: acts.invite(person.instance), kind, "", person.compatible, width
            )
        more = RowButton("", lambda: acts.more(person), "ghost", "more", width=_MORE)
        buttons = (button,) if person.blocked else (button, more)
        return ListRow(person.instance, lambda canvas, rect: self._draw_person(canvas, rect, person), buttons)

    def _draw_person(self, canvas: Canvas, rect: pygame.FRect, person: Person) -> None:
        t, theme = self._stage.t, canvas.theme
        narrow = rect.width < _NARROW
        diameter = 40.0 if narrow else 48.0
        y = rect.centery
        draw_known(canvas, person.label, person.key, person.standing, rect.left + diameter / 2, y, diameter)
        x = rect.left + diameter + 16
        delay = delay_text(t, person.round_trip_s)
        bars = rect.right - 80
        if rect.width < _NARROWEST:
            bars = rect.right - BARS_WIDTH - 2
            draw_bars(canvas, bars, y, strength(person.round_trip_s))
        elif narrow:
            draw_bars(canvas, rect.right - BARS_WIDTH - 4, y - 12, strength(person.round_trip_s))
            canvas.text(delay, rect.right - 4, y + 14, CAPTION, theme.muted, "right")
            bars = rect.right - max(BARS_WIDTH, canvas.text_width(delay, CAPTION)) - 4
        else:
            draw_bars(canvas, bars, y, strength(person.round_trip_s))
            canvas.text(delay, bars + BARS_WIDTH + 10, y, CAPTION, theme.muted)
        room = bars - 16 - x
        words = presence_words(t, person)
        if person.presence is PersonPresence.AWAY:  # for how long is said where the name leaves room for it
            whole = canvas.text_width(person.label, HEADING, Face.MEDIUM) + 30 + canvas.text_width(words, CAPTION)
            words = words if whole <= room else t("lan.away")
        words_width = canvas.text_width(words, CAPTION)
        name_width = canvas.text_width(person.label, HEADING, Face.MEDIUM)
        used = canvas.text(person.label, x, y - 12, HEADING, face=Face.MEDIUM, width=max(24, room - words_width - 30))
        left = room - words_width - 30 - name_width - 10
        if person.key and left > 18:
            marked = draw_standing(canvas, t, x + used + 10, y - 12, person.standing, left)
            used += marked + 10 if marked else 0
        draw_presence(canvas, x + used + 19, y - 12, person.presence)
        canvas.text(words, x + used + 30, y - 12, CAPTION, presence_ink(canvas, person.presence))
        lines = self._person_lines(person)
        line = next((each for each in lines if canvas.text_width(each, CAPTION) <= room), lines[-1])
        canvas.text(line, x, y + 14, CAPTION, theme.muted, width=room)

    def _person_lines(self, person: Person) -> tuple[str, ...]:
        """What is known of somebody, the fullest first, to be drawn where it fits."""
        t = self._stage.t
        if person.blocked:
            return (t("lan.blocked_line"), t("lan.blocked"))
        if not person.compatible:
            return (t("lan.other_version"), t("lan.other_version_short"))
        game = variant_words(t, person.game) if person.game else ""
        rules = t(f"common.{person.game}") if person.game in VARIANTS else game
        if person.presence is PersonPresence.OPEN:
            return (game, rules) if game else (t("lan.playing"),)
        if person.presence is PersonPresence.PLAYING:
            closed = t("lan.closed_table")
            return tuple(t("common.list_separator").join(filter(None, (each, closed))) for each in (game, rules, ""))
        wishes = [t("lan.would_play", game=each) for each in (game, rules)] if game else [t("lan.any_game")]
        recent = next((each for each in self._lan.recent if each.instance == person.instance), None)
        if recent is None:
            return tuple(wishes)
        return (*(f"{wish} · {results_words(t, recent)}" for wish in wishes), *wishes)

    # ---- invitations

    def waiting(self) -> list[ListRow]:
        """The invitations under way, received ones first."""
        return [self._invitation(each) for each in self._lan.invitations]

    def _invitation(self, invitation: Invitation) -> ListRow:
        t, acts = self._stage.t, self._acts
        width = self._width(t("common.cancel"), t("lan.look"))
        if invitation.direction is Direction.RECEIVED:
            button = RowButton(t("lan.look"), lambda: acts.look(invitation.id), "primary", width=width)
        else:
            button = RowButton(t("common.cancel"), lambda: acts.cancel(invitation.id), width=width)
        key = invitation.id
        return ListRow(key, lambda canvas, rect: self._draw_invitation(canvas, rect, key), (button,))

    def _draw_invitation(self, canvas: Canvas, rect: pygame.FRect, key: str) -> None:
        # looked up at each drawing: the seconds run
        invitation = next((each for each in self._lan.invitations if each.id == key), None)
        if invitation is None:
            return
        t, y = self._stage.t, rect.centery
        received = invitation.direction is Direction.RECEIVED
        draw_known(canvas, invitation.name, invitation.key, invitation.standing, rect.left + 20, y, 40)
        ring = rect.right - 22
        draw_countdown(canvas, ring, y, invitation.left_s, INVITATION_S, 15)
        x = rect.left + 56
        room = ring - 30 - x
        key = ("lan.counters" if invitation.changed else "lan.invites") if received else "lan.waiting_for"
        title = with_name(self._stage, key, invitation.name, room, BODY, Face.MEDIUM)
        canvas.text(title, x, y - 10, BODY, face=Face.MEDIUM, width=room)
        terms = from_other_side(invitation.terms) if received else invitation.terms
        full, short = terms_lines(t, terms)
        line = full if canvas.text_width(full, CAPTION) <= room else short
        canvas.text(line, x, y + 11, CAPTION, canvas.theme.muted, width=room)

    # ---- of late

    def lately(self) -> list[ListRow]:
        """Games to take up again, then the people one has played with."""
        suspended = [self._suspended(each) for each in self._lan.suspended]
        return suspended + [self._recent(each, i) for i, each in enumerate(self._lan.recent)]

    def _suspended(self, game: SuspendedGame) -> ListRow:
        t, acts = self._stage.t, self._acts
        buttons = (
            RowButton("", lambda: acts.discard(game), icon="cross", width=40.0),
            RowButton(t("lan.resume"), lambda: acts.resume(game.id), "jade", width=self._late_width()),
        )
        return ListRow(f"game {game.id}", lambda canvas, rect: self._draw_suspended(canvas, rect, game), buttons)

    def _late_width(self) -> float:
        t = self._stage.t
        return self._width(t("lan.resume"), t("lan.invite_again"), t("lan.use_address"))

    def _draw_suspended(self, canvas: Canvas, rect: pygame.FRect, game: SuspendedGame) -> None:
        t, y, theme = self._stage.t, rect.centery, canvas.theme
        side = 44.0
        board = pygame.FRect(rect.left - 2, y - side / 2, side, side)
        if game.variant in SHOWN:
            region = around_pieces(game.position)
            picture = self._pictures.board(SHOWN[game.variant], game.position, board.size, region)
            canvas.picture(picture, board, 6)
            if theme.is_contrast:
                canvas.rounded(board, 6, None, theme.line, 2)
        x = rect.left + 56
        room = rect.right - x
        chip = t("lan.unfinished")
        chip_width = measure(self._stage, chip, CAPTION, Face.MEDIUM) + 24
        with_chip = room > chip_width + 90
        name_room = room - (chip_width + 12 if with_chip else 0)
        width = canvas.text(game.peer, x, y - 10, BODY, face=Face.MEDIUM, width=name_room)
        if with_chip:
            draw_chip(canvas, x + width + 10, y - 10, chip, theme.gold_tint, theme.gold_ink)
        turn = "lan.your_turn" if game.position.turn is game.person else "lan.their_turn"
        words = [t(turn, n=game.ply + 1), moment_of(t, game.saved_at, self._now())]
        line = " · ".join(filter(None, [variant_words(t, game.variant), *words]))
        if canvas.text_width(line, CAPTION) > room:
            line = " · ".join(filter(None, words))
        if canvas.text_width(line, CAPTION) > room:
            line = words[0]
        canvas.text(line, x, y + 12, CAPTION, theme.muted, width=room)

    def _recent(self, recent: RecentPerson, index: int) -> ListRow:
        t, acts, width = self._stage.t, self._acts, self._late_width()
        if recent.instance is not None:
            instance = recent.instance
            button = RowButton(t("lan.invite_again"), lambda: acts.invite(instance), width=width)
        else:
            known = bool(recent.address)
            button = RowButton(
                t("lan.use_address"), lambda: acts.use_address(recent.address), "secondary", "", known, width
            )
        key = f"person {index} {recent.name}"
        return ListRow(key, lambda canvas, rect: self._draw_recent(canvas, rect, recent), (button,))

    def _draw_recent(self, canvas: Canvas, rect: pygame.FRect, recent: RecentPerson) -> None:
        t, y, theme = self._stage.t, rect.centery, canvas.theme
        draw_known(canvas, recent.name, recent.key, recent.standing, rect.left + 20, y, 40)
        x = rect.left + 56
        results = results_words(t, recent)
        when = " · ".join(filter(None, (moment_of(t, recent.last, self._now()), variant_words(t, recent.variant))))
        wide = rect.width - 56 > canvas.text_width(results, BODY) + 220
        if wide:
            middle = rect.right - 16 - canvas.text_width(results, BODY)
            canvas.text(results, middle, y, BODY)
            room = middle - 16 - x
        else:
            room = rect.right - x
            when = f"{results} · {when}"
        canvas.text(recent.name, x, y - 10, BODY, face=Face.MEDIUM, width=room)
        if canvas.text_width(when, CAPTION) > room:
            when = results if not wide else when.split(" · ")[0]
        canvas.text(when, x, y + 11, CAPTION, theme.muted, width=room)
