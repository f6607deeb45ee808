"""Sits people down: makes the match of a game that has been agreed upon, is taken up again, or is watched."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Final

from game.lan import chat, interrupted
from game.lan.chat import TableChat
from game.lan.contacts import Contact, Contacts
from game.lan.interrupted import InterruptedGame
from game.lan.invitations import Invitations
from game.lan.recent import RecentPeople, host_of
from game.lan.signing import signed_date
from game.lan.table import LanTable, TableServices
from game.lan.terms import BadTermsError, control_of, from_wire, start_of
from game.lan.ticket_file import SUFFIX, TicketFile
from game.lan.views import Seated
from game.lan.watching import WatchedTable
from game.match.autosave import Autosave, local_now
from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human, Player, PlayerKind
from game.match.remote import position_hash
from game.match.saved_match import resume
from game.records.record import SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.storage.folders import FolderError, Folders
from net.session import actions
from net.session import events as wire
from net.session.messages import Terms
from net.session.ticket import Ticket

log = logging.getLogger(__name__)

_MOST_LEFT: Final = 64
"""Tables whose other side has gone and whose match has still to hear of it."""


class LanSeating:
    """The matches of all contacts. `new_player` makes our player for a variant; None: a person at this screen.
    `left` is told when a table was left, `files` writes what must not hold up a frame while the network is open."""

    def __init__(
        self,
        contacts: Contacts,
        invitations: Invitations,
        folders: Folders,
        people: RecentPeople,
        new_player: Callable[[str], Player] | None,
        records: Path | None,
        now: Callable[[], float],
        left: Callable[[], None],
    ) -> None:
        self.name = ""
        self.files: Executor | None = None
        self._contacts = contacts
        self._invitations = invitations
        self._folders = folders
        self._people = people
        self._new_player = new_player
        self._records = records
        self._now = now
        self._left = left
        self._seated: list[Seated] = []
        self._gone: list[Contact] = []

    def take_seated(self) -> list[Seated]:
        """The games to sit down at since the last call."""
        seated, self._seated = self._seated, []
        return seated

    # --- a new game ---------------------------------------------------------------------------------------------------

    def set_up(self, contact: Contact, wire_terms: Terms) -> None:
        """Both have said yes: set up the position."""
        contact.offer = None
        try:
            terms = from_wire(wire_terms)
        except BadTermsError:
            terms = None
        if terms is None or not self._contacts.has_seat:
            self._contacts.do(contact, actions.CancelInvitation())
            return
        if isinstance(contact.table, LanTable):
            contact.table.remote.flush()  # the end of the game before goes over the wire ahead of the next one
        _, start = start_of(terms)
        self._contacts.do(contact, actions.Begin(position_hash(start.key), signed_date()))

    def begin(self, contact: Contact, ticket: Ticket) -> None:
        """The game has begun."""
        if isinstance(contact.table, LanTable):
            contact.table.retire()
            self.tend(contact)
        terms = from_wire(ticket.terms)  # they are those of `set_up`
        rules, start = start_of(terms)
        side = interrupted.here(ticket)
        table = LanTable(self._desk(contact), contact.name, self.name, side, terms, self._chat(contact))
        own, other = Seat(self._own_player(rules.name), self.name), Seat(table.remote, contact.name)
        journal = self._journal()
        match = Match(
            Game(rules, start),
            (own, other) if side is Side.FIRST else (other, own),
            MatchClock(control_of(terms), self._now, returns_time=False),
            take_backs=terms.take_backs,
            log=journal,
        )
        journal.begin(match)
        table.seat(match, journal, self._ticket_file(journal), ticket)
        self._chat(contact).keep_in(self._folders.lan / f"{journal.id}{chat.SUFFIX}")
        contact.table = table
        reach = ticket.addresses[-1] if ticket.addresses else contact.address
        name, host = contact.peer or contact.name, host_of(contact.address)
        self._people.met(name, host, reach, terms.variant, ticket.game, contact.key)
        self._save_people()
        self.tend(contact)
        self._seated.append(Seated(match, table))
        if not self._contacts.has_seat:
            self._invitations.turn_others_away(contact)

    # --- an interrupted game ------------------------------------------------------------------------------------------

    def restore(self, game: InterruptedGame) -> None:
        """Sit down again. Raises GameTakenError where another window plays the game, BadTermsError where it is not on
        offer here any more."""
        ticket = game.ticket
        terms = from_wire(ticket.terms)
        address = ticket.addresses[-1] if ticket.addresses else ""
        contact = Contact(0, ticket.peer_name, address, peer=ticket.peer_name, key=ticket.peer_key, joined=True)
        side, talk = interrupted.here(ticket), self._chat(contact)
        talk.take_up(self._folders.lan / f"{game.id}{chat.SUFFIX}")
        table = LanTable(self._desk(contact), ticket.peer_name, self.name, side, terms, talk)
        journal = self._journal()

        def player_for(_: Side, seat: SeatInfo) -> Player:
            return table.remote if seat.kind == PlayerKind.REMOTE.value else self._own_player(terms.variant)

        paused = ticket.pauses % 2 == 1
        match = resume(
            game.saved, self._folders, player_for, paused=paused, now=self._now, log=journal,
            returns_time=False,
        )  # fmt: skip
        contact.table = table
        self._contacts.restore(contact, game)
        table.seat(match, journal, self._ticket_file(journal), ticket, waits=True)
        self._seated.append(Seated(match, table))

    # --- somebody else's game -----------------------------------------------------------------------------------------

    def watch(self, contact: Contact, event: wire.WatchedState) -> None:
        """The first word of a game that is watched, a change in it, or the next one at the same table."""
        table = contact.table
        if isinstance(table, LanTable):
            return
        if table is not None and not table.is_over:
            table.take(event)
            return
        try:
            table = WatchedTable(self._desk(contact), event, self._chat(contact), self._now)
        except BadTermsError as error:
            log.info("the game of %s can't be watched: %s", contact.name, error)
            self._contacts.tell("lan-watch-failed", name=contact.name)
            self._contacts.do(contact, actions.Leave())
            return
        contact.table = table
        self._seated.append(Seated(table.match, table))

    # --- each frame ---------------------------------------------------------------------------------------------------

    def tend(self, contact: Contact) -> None:
        """Keep what has to be kept of a contact's game."""
        table = contact.table
        if isinstance(table, LanTable):
            if table.update() and self.files is not None:
                self.files.submit(table.sync)
            if table.take_finished():
                self._count(contact, table)
        elif table is not None:
            table.update()
        if isinstance(table, WatchedTable) and table.feed.broken and not table.is_left:
            self._contacts.tell("lan-watch-failed", name=contact.name)
            log.warning("a watched game can't be followed: %s", table.feed.broken)
            table.leave()

    def see_off(self, contact: Contact) -> None:
        """The other side has gone: what came last is kept as soon as the match has heard of it."""
        self._gone.append(contact)
        del self._gone[:-_MOST_LEFT]

    def tend_gone(self) -> None:
        """Keep what has to be kept of the games whose other side has gone."""
        for contact in list(self._gone):
            self.tend(contact)
            if isinstance(contact.table, LanTable) and contact.table.is_done:
                self._gone.remove(contact)

    def hear_out(self) -> None:
        """The network is down: keep what was said of the games' ends."""
        for contact in [*self._contacts.all.values(), *self._gone]:
            if isinstance(contact.table, LanTable):
                contact.table.hear_out()
                self.tend(contact)
        self._gone.clear()

    def _count(self, contact: Contact, table: LanTable) -> None:
        """A finished game goes to the recent people."""
        outcome = table.match.outcome
        if outcome is not None and table.match.ply:
            name = contact.peer or contact.name
            self._count_result(outcome, table.side, table.game, name, contact.address, contact.key)

    def count_kept(self, game: InterruptedGame) -> None:
        """A game that was over before the program ended, and perhaps not counted any more."""
        ticket = game.ticket
        if game.ending is not None and game.view.ply:
            address = ticket.addresses[-1] if ticket.addresses else ""
            side = interrupted.here(ticket)
            self._count_result(game.ending, side, ticket.game, ticket.peer_name, address, ticket.peer_key)

    def _count_result(self, outcome: Outcome, side: Side, game: str, name: str, address: str, key: str) -> None:
        result = _result(outcome, side)
        if result is not None and self._people.played(game, name, host_of(address), result, key):
            self._save_people()

    def _save_people(self) -> None:
        if self.files is not None:
            self.files.submit(_save, self._people)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _desk(self, contact: Contact) -> TableServices:
        return TableServices(
            send=partial(self._contacts.do, contact),
            now=self._now,
            invite=partial(self._invitations.invite_contact, contact),
            left=self._left,
        )

    def _chat(self, contact: Contact) -> TableChat:
        if contact.chat is None:
            contact.chat = TableChat(local_now)
        return contact.chat

    def _journal(self) -> Autosave:
        return Autosave(self._folders, shared=True, records=self._records)

    def _ticket_file(self, journal: Autosave) -> TicketFile:
        return TicketFile(self._folders.lan / f"{journal.id}{SUFFIX}")

    def _own_player(self, variant: str) -> Player:
        return Human() if self._new_player is None else self._new_player(variant)


def _result(outcome: Outcome, side: Side) -> str | None:
    """A game as the list of people counts it; None for one without a result."""
    if outcome.winner is None:
        return None if outcome.termination is Termination.ABANDONED else "drawn"
    return "won" if outcome.winner is side else "lost"


def _save(people: RecentPeople) -> None:
    try:
        people.save()
    except (OSError, FolderError) as error:
        log.warning("the list of people can't be saved: %s", error)
