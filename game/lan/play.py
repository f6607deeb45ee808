"""LAN play as scenes and commands know it: the network thread and the discovery of `net`, tables, matches, files.

    lobby, commands ──> LanPlay ──> net.service (who plays with whom), net.discovery (who is there)
                           └──> a Match for every game that begins, is resumed or watched

Everything is polled from the frame by `update`; nothing waits but `close`, for fractions of a second.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from game.folders import FolderError, Folders
from game.lan import kept
from game.lan.chat import ChatLog
from game.lan.kept import KeptGame
from game.lan.people import shown_people
from game.lan.recent import RecentPeople
from game.lan.table import Desk, GameTable
from game.lan.terms import REASONS, BadTermsError, control_of, from_wire, mirrored, start_of, to_wire
from game.lan.ticketfile import SUFFIX, TicketFile
from game.lan.views import (
    Direction,
    GameTerms,
    Invitation,
    LineState,
    Person,
    RecentPerson,
    Seated,
    SuspendedGame,
)
from game.lan.watching import WatchedTable
from game.match.autosave import Autosave, GameTakenError, local_now, resume
from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human, Player, PlayerKind
from game.match.remote import position_hash
from game.notice import Notice
from game.records.record import SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.version import VERSION
from net import actions, ending
from net import events as wire
from net.address import DEFAULT_PORT, Address, BadAddressError, parse_address
from net.beacons import DISCOVERY_PORT, Card, Status
from net.cleaning import clean_name
from net.diagnosis import Hint, Observation, hints
from net.discovery import Discovery
from net.hall import Identity
from net.messages import PROTOCOL_FIRST, PROTOCOL_LAST, Terms
from net.roster import Peer
from net.service import Service
from net.ticket import Ticket

log = logging.getLogger(__name__)

USUAL_PORT: Final = DEFAULT_PORT
"""The TCP port that is tried first."""

CAPABILITIES: Final = ("watch", "resume")
_MISSED_S: Final = 2.0
_SEARCH_EVERY_S: Final = 0.5
_QUIET_LEAVING: Final = ("left-here", "over", "closed")
_TOLD_REASONS: Final = {"busy": "lan-busy", "not-offered": "lan-not-offered"}


@dataclass
class _Offer:
    """An invitation that lies between this program and one other. `wire_id` is empty for one that was sent here."""

    id: str
    direction: Direction
    terms: GameTerms
    note: str
    changed: bool
    good_until: float
    wire_id: str = ""


@dataclass(eq=False)
class _Contact:
    """One table of the network thread and what it is for."""

    number: int
    name: str
    address: str
    others: list[str] = field(default_factory=list)
    """Further addresses to try."""
    instance: str = ""
    peer: str = ""
    """The name as it was said in the hello; `name` is what to show."""
    joined: bool = False
    wanted: actions.Action | None = None
    """What to do as soon as the line stands."""
    offer: _Offer | None = None
    crossed: GameTerms | None = None
    """What was offered here when both invited each other."""
    overtaken: GameTerms | None = None
    """What was offered here before the present invitation came: countered by it, or crossed."""
    table: GameTable | WatchedTable | None = None
    chat: ChatLog | None = None
    farewell: KeptGame | None = None
    """A game that is over, of which the other side has still to hear."""


class LanPlay:
    """See `views.Lan`, which this is.

    `name` is the person's. `new_player` makes the own player of a new or resumed game of a variant, by default a person
    at this screen. `seats` is how many games may be played at a time. `records` is where records go, by default to the
    person's own. `port` and `discovery_port` are those of the network; `hosts` the addresses to listen on.
    """

    def __init__(
        self,
        folders: Folders,
        name: str,
        *,
        new_player: Callable[[str], Player] | None = None,
        seats: int = 1,
        records: Path | None = None,
        port: int = DEFAULT_PORT,
        discovery_port: int = DISCOVERY_PORT,
        hosts: tuple[str, ...] = ("0.0.0.0", "::"),
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._folders = folders
        self._name = clean_name(name)
        self._new_player = new_player
        self._seats = seats
        self._records = records
        self._wanted_port = port
        self._discovery_port = discovery_port
        self._hosts = hosts
        self._now = now
        self._instance = secrets.token_hex(16)
        self._service: Service | None = None
        self._discovery: Discovery | None = None
        self._files: ThreadPoolExecutor | None = None
        self._in_lobby = False
        self._offered = ""
        self._status: tuple[Status, str] | None = None
        self._contacts: dict[int, _Contact] = {}
        self._next_offer = 0
        self._seated: list[Seated] = []
        self._notices: list[Notice] = []
        self._recent: RecentPeople | None = None
        self._kept: list[KeptGame] = []
        self._look_again = True
        self._has_failed = False
        self._peers: tuple[Peer, ...] = ()
        self._searched_at = 0.0
        self._people: tuple[Person, ...] = ()
        self._people_at = 0.0
        self._counted: set[GameTable] = set()

    # --- open and closed ----------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether it listens and looks for people."""
        return self._service is not None

    def open(self) -> None:
        """Listen, announce, look for people. Does nothing when it is open."""
        if self._service is not None:
            return
        self._files = ThreadPoolExecutor(1, thread_name_prefix="lan-files")
        me = Identity(self._instance, self._name, VERSION, CAPABILITIES)
        self._service = Service(me, self._wanted_port, self._hosts)
        self._service.start()
        if self._service.port:
            card = Card(self._instance, self._name, self._service.port, Status.AWAY, "", PROTOCOL_FIRST, PROTOCOL_LAST)
            self._discovery = Discovery(card, port=self._discovery_port)
            self._discovery.set_lobby(self._in_lobby)
        self._status = None
        self._look_for_kept()
        self._say_farewells()

    def close(self) -> None:
        """Say goodbye and end. Unfinished games are kept."""
        if self._service is None:
            return
        for contact in self._contacts.values():
            if isinstance(contact.table, GameTable) and not contact.table.is_left:
                contact.table.remote.flush()
        if self._discovery is not None:
            self._discovery.close()
        self._service.close()
        for contact in self._contacts.values():
            if contact.table is not None:
                contact.table.line = LineState.GONE
                contact.table.update()
        if self._files is not None:
            self._files.shutdown(wait=True)
        self._service = self._discovery = self._files = None
        self._contacts.clear()
        self._people = ()
        self._look_again, self._has_failed = True, False
        # a beacon's id that said goodbye is not believed again for a while
        self._instance = secrets.token_hex(16)

    def enter_lobby(self, yes: bool) -> None:
        """In the lobby people are announced to each other every second, elsewhere every five."""
        self._in_lobby = yes
        if self._discovery is not None:
            self._discovery.set_lobby(yes)

    def set_name(self, name: str) -> None:
        """Be known by another name."""
        self._name = clean_name(name)
        if self._service is not None:
            self._service.set_name(self._name)
        if self._discovery is not None:
            self._discovery.set_name(self._name)

    def offer(self, game: str) -> None:
        """Say in everybody's lobby what is played here: a variant's or a game's name, or nothing."""
        self._offered = game

    # --- each frame ---------------------------------------------------------------------------------------------------

    def update(self) -> Sequence[Seated]:
        """Each frame: take what came in; the games to sit down at."""
        if self._service is None:
            return ()
        for event in self._service.poll():
            self._take(event)
        for contact in list(self._contacts.values()):
            self._tend(contact)
        self._look_for_the_lost()
        if self._has_failed:
            self.close()
        if self._look_again:
            self._look_for_kept()
        self._announce()
        seated, self._seated = self._seated, []
        return seated

    def _tend(self, contact: _Contact) -> None:
        table = contact.table
        if table is None:
            return
        if table.update() and self._files is not None and isinstance(table, GameTable):
            self._files.submit(table.sync)
        if isinstance(table, GameTable):
            self._count(contact, table)
        elif table.feed.broken and not table.is_left:
            self._tell("lan-watch-failed", name=contact.name)
            log.warning("a watched game can't be followed: %s", table.feed.broken)
            table.leave()

    def _look_for_the_lost(self) -> None:
        """Somebody whose line is down may have come back at another address: whoever has that name is tried."""
        if self._discovery is None or self._service is None or self._now() - self._searched_at < _SEARCH_EVERY_S:
            return
        self._searched_at = self._now()
        peers = self._discovery.peers
        for contact in self._contacts.values():
            waits = isinstance(contact.table, GameTable) and contact.table.line in (LineState.DOWN, LineState.OVERDUE)
            if waits or contact.farewell is not None:
                found = [address for peer in peers if peer.name == contact.peer for address in self._addresses_of(peer)]
                if found:
                    self._service.also_at(contact.number, found[:3])

    def _announce(self) -> None:
        if self._discovery is None:
            return
        status = self._present_status()
        if status != self._status:
            self._status = status
            self._discovery.set_status(*status)

    def _present_status(self) -> tuple[Status, str]:
        playing = [
            contact.table
            for contact in self._contacts.values()
            if isinstance(contact.table, GameTable) and not contact.table.is_over
        ]
        if len(playing) >= self._seats:
            open_ones = [table for table in playing if table.terms.watchers]
            table = (open_ones or playing)[0]
            return (Status.OPEN if open_ones else Status.PLAYING), table.terms.variant
        return (Status.FREE if self._in_lobby else Status.AWAY), self._offered

    # --- who is there -------------------------------------------------------------------------------------------------

    @property
    def port(self) -> int:
        """The TCP port at which this program can be reached; 0 while it can't."""
        return self._service.port if self._service is not None else 0

    @property
    def address(self) -> str | None:
        """The own address to tell others, without the port."""
        seen = self.observe()
        return seen.address if seen is not None else None

    @property
    def people(self) -> tuple[Person, ...]:
        """Who is on the network, free ones first; the same object until it changes."""
        if self._discovery is None:
            return ()
        now, peers = time.monotonic(), self._discovery.peers
        if peers is not self._peers or (peers and now - self._people_at >= 1.0):
            self._peers, self._people_at = peers, now
            self._people = shown_people(peers, now)
        return self._people

    @property
    def recent(self) -> tuple[RecentPerson, ...]:
        """Whom one has played with, the last first."""
        peers = self._discovery.peers if self._discovery is not None else ()
        return tuple(
            RecentPerson(
                each.name, each.address, each.variant, each.last, each.won, each.lost, each.drawn,
                next((p.instance for p in peers if p.name == each.name and each.host in p.addresses), None),
            )
            for each in self._acquaintances.people
        )  # fmt: skip

    @property
    def _acquaintances(self) -> RecentPeople:
        if self._recent is None:
            self._recent = RecentPeople(self._folders.lan / "people.json", local_now)
        return self._recent

    def observe(self) -> Observation | None:
        """What is seen of the network, for the diagnosis page; None while closed."""
        return self._discovery.observe() if self._discovery is not None else None

    def hints(self) -> tuple[Hint, ...]:
        """What may be wrong with the network, the gravest first."""
        seen = self.observe()
        return hints(seen) if seen is not None else ()

    def take_notices(self) -> tuple[Notice, ...]:
        """What has to be told since the last call."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def _tell(self, code: str, **values: str) -> None:
        self._notices.append(Notice(code, values))

    # --- invitations: from here ---------------------------------------------------------------------------------------

    @property
    def invitations(self) -> tuple[Invitation, ...]:
        """All invitations that wait for an answer, received ones first."""
        now = self._now()
        found = [
            Invitation(
                offer.id, offer.direction, contact.name, contact.address, offer.terms, offer.note, offer.changed,
                max(0.0, offer.good_until - now),
            )
            for contact in self._contacts.values() if (offer := contact.offer) is not None
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda each: each.direction is Direction.SENT))

    def invite(self, instance: str, terms: GameTerms, note: str = "") -> None:
        """Invite somebody of `people`. What becomes of it is told by `invitations`, `take_notices` or `update`."""
        peer = self._peer(instance)
        if peer is None:
            self._tell("lan-nobody")
            return
        standing = next((each for each in self._contacts.values() if each.instance == instance), None)
        if standing is None:
            self._dial(peer.label, peer.instance, self._addresses_of(peer), terms, note)
        elif standing.joined:
            self._invite(standing, terms, note)

    def invite_address(self, address: str, terms: GameTerms, note: str = "") -> str | None:
        """Invite whoever is at `IP:port` or `[v6]:port`; None, or the code of why the text is no address."""
        try:
            parsed = parse_address(address)
        except BadAddressError:
            return "bad-address"
        self._dial(str(parsed), "", [str(parsed)], terms, note)
        return None

    def watch(self, instance: str) -> None:
        """Ask to watch the game of somebody whose presence is OPEN."""
        peer = self._peer(instance)
        if peer is None:
            self._tell("lan-nobody")
        else:
            self._dial(peer.label, "", self._addresses_of(peer), None, "")

    def answer(self, invitation: str, yes: bool, reason: str = "") -> None:
        """Accept or refuse a received invitation; `reason` goes with a refusal."""
        contact = self._with_offer(invitation, Direction.RECEIVED)
        if contact is None or contact.offer is None:
            return
        offer, contact.offer = contact.offer, None
        self._do(contact, actions.AnswerInvitation(offer.wire_id, yes, reason))

    def counter(self, invitation: str, terms: GameTerms) -> None:
        """Answer a received invitation with other terms."""
        contact = self._with_offer(invitation, Direction.RECEIVED)
        if contact is None or contact.offer is None:
            return
        wire_id = contact.offer.wire_id
        contact.offer = self._new_offer(Direction.SENT, terms, "", changed=True)
        self._do(contact, actions.CounterInvitation(wire_id, to_wire(terms)))

    def cancel(self, invitation: str) -> None:
        """Take a sent invitation back."""
        contact = self._with_offer(invitation, Direction.SENT)
        if contact is not None:
            self._withdraw(contact)

    def _withdraw(self, contact: _Contact) -> None:
        contact.offer = None
        contact.wanted = None
        if contact.joined:
            self._do(contact, actions.CancelInvitation())
        if contact.table is None:
            self._do(contact, actions.Leave())

    def _invite(self, contact: _Contact, terms: GameTerms, note: str) -> None:
        if contact.offer is not None:
            return  # one lies there already
        contact.offer = self._new_offer(Direction.SENT, terms, note)
        self._do(contact, actions.Invite(to_wire(terms), note))

    def _dial(self, name: str, instance: str, addresses: list[str], terms: GameTerms | None, note: str) -> None:
        """Connect to somebody, to invite or, without terms, to watch."""
        self.open()
        if self._service is None or not addresses:
            return
        contact = _Contact(0, name, addresses[0], addresses[1:], instance, wanted=actions.Watch())
        if terms is not None:
            contact.offer = self._new_offer(Direction.SENT, terms, note)
            contact.wanted = actions.Invite(to_wire(terms), note)
        contact.number = self._service.connect(contact.address)
        self._contacts[contact.number] = contact

    def _new_offer(self, direction: Direction, terms: GameTerms, note: str, *, changed: bool = False) -> _Offer:
        self._next_offer += 1
        return _Offer(str(self._next_offer), direction, terms, note, changed, self._now() + 60.0)

    def _with_offer(self, invitation: str, direction: Direction) -> _Contact | None:
        for contact in self._contacts.values():
            offer = contact.offer
            if offer is not None and offer.id == invitation and offer.direction is direction:
                return contact
        return None

    def _peer(self, instance: str) -> Peer | None:
        peers = self._discovery.peers if self._discovery is not None else ()
        return next((peer for peer in peers if peer.instance == instance), None)

    @staticmethod
    def _addresses_of(peer: Peer) -> list[str]:
        return [str(Address(address, peer.port)) for address in peer.addresses]

    def _do(self, contact: _Contact, action: actions.Action) -> None:
        if self._service is not None:
            self._service.do(contact.number, action)

    # --- from the wire ------------------------------------------------------------------------------------------------

    def _take(self, event: wire.Event) -> None:
        match event:
            case wire.Listening(port=port, why=why):
                if port == 0:
                    self._tell("lan-deaf", why=why)
            case wire.NetworkFailed(why=why):
                self._tell("lan-failed", why=why)
                self._has_failed = True
            case _:
                self._take_at_table(event)

    def _take_at_table(self, event: wire.TableEvent) -> None:
        contact = self._contacts.get(event.table)
        if contact is None:
            if not isinstance(event, wire.Joined):
                return
            contact = self._contacts[event.table] = _Contact(event.table, event.peer.name, event.peer.address)
        match event:
            case wire.Joined(peer=peer):
                self._join(contact, peer)
            case wire.Invited():
                self._be_invited(contact, event)
            case wire.InvitationOver(code=code, reason=reason):
                self._end_offer(contact, code, reason)
            case wire.Agreed(terms=terms):
                self._set_up(contact, terms)
            case wire.Started(ticket=ticket):
                self._sit_down(contact, ticket)
            case wire.WatchedState():
                self._see(contact, event)
            case wire.Complaint(code=code, text=text, by=by):
                self._hear_complaint(contact, code, text, by)
            case wire.Refused(action=action, code=code, why=why):
                log.info("%s at table %d was refused: %s (%s)", action, event.table, why, code)
                self._hear_refusal(contact, event)
            case wire.Left(code=code, why=why):
                self._be_left(contact, event)
            case _ if contact.farewell is not None:
                self._say_farewell(contact, event)
            case _ if contact.table is not None:
                contact.table.take(event)
            case _:
                pass

    def _join(self, contact: _Contact, peer: wire.Peer) -> None:
        contact.joined = True
        contact.instance = peer.instance
        found = self._peer(peer.instance)
        contact.name = found.label if found is not None else peer.name
        contact.peer = peer.name
        if contact.wanted is not None:
            self._do(contact, contact.wanted)
            contact.wanted = None

    def _be_invited(self, contact: _Contact, event: wire.Invited) -> None:
        crossed, contact.crossed = contact.crossed, None
        sent, contact.offer = contact.offer, None
        changed = sent is not None and sent.direction is Direction.SENT
        contact.overtaken = sent.terms if sent is not None and changed else None
        try:
            terms = from_wire(event.terms)
        except BadTermsError as error:
            log.info("an invitation from %s was declined: %s", contact.name, error)
            self._do(contact, actions.AnswerInvitation(event.invitation, False, error.code))
            return
        if not self._has_seat:
            self._do(contact, actions.AnswerInvitation(event.invitation, False, "busy"))
            return
        offer = self._new_offer(Direction.RECEIVED, terms, event.note, changed=changed)
        offer.wire_id = event.invitation
        offer.good_until = self._now() + event.seconds
        contact.offer = offer
        if crossed is not None:
            self._accept_if_same(offer, crossed)

    def _accept_if_same(self, offer: _Offer, ours: GameTerms) -> None:
        """Both have invited: who asked for the same game need not be asked again."""
        offer.changed = False
        if _same_game(ours, offer.terms):
            self.answer(offer.id, True)

    @property
    def _has_seat(self) -> bool:
        tables = [each.table for each in self._contacts.values() if isinstance(each.table, GameTable)]
        return sum(not table.is_over for table in tables) < self._seats

    def _end_offer(self, contact: _Contact, code: str, reason: str) -> None:
        offer, contact.offer = contact.offer, None
        if code == "crossed":
            contact.crossed = offer.terms if offer is not None else None
            return
        if offer is not None:
            self._tell_of_end(contact, offer, code, reason)
        if offer is not None and offer.direction is Direction.SENT and contact.table is None:
            self._do(contact, actions.Leave())

    def _tell_of_end(self, contact: _Contact, offer: _Offer, code: str, reason: str) -> None:
        name = contact.name
        if (
            offer.direction is Direction.RECEIVED
            and code == "cancelled"
            and self._now() >= offer.good_until - _MISSED_S
        ):
            code = "expired"  # their clock was a little faster
        match code:
            case "declined" if reason == "expired":
                self._tell("lan-expired", name=name)
            case "declined" if reason in REASONS:
                self._tell(_TOLD_REASONS.get(reason, "lan-terms-refused"), name=name)
            case "declined" if reason:
                self._tell("lan-declined-because", name=name, why=reason)
            case "declined":
                self._tell("lan-declined", name=name)
            case "expired" if offer.direction is Direction.SENT:
                self._tell("lan-expired", name=name)
            case "expired":
                self._tell("lan-missed", name=name)
            case "cancelled":
                self._tell("lan-cancelled", name=name)
            case _:
                self._tell("lan-not-begun", name=name)

    def _hear_complaint(self, contact: _Contact, code: str, text: str, by: str) -> None:
        log.info("complaint by %s about %s: %s (%s)", by, contact.name, text, code)
        if by == "there" and code == "not-open" and contact.table is None:
            self._tell("lan-not-open", name=contact.name)
            self._do(contact, actions.Leave())

    def _hear_refusal(self, contact: _Contact, event: wire.Refused) -> None:
        offer, overtaken = contact.offer, contact.overtaken
        if event.action == "Invite" and offer is not None and offer.direction is Direction.RECEIVED:
            # theirs came while ours was on its way to the network thread
            contact.overtaken = None
            if overtaken is not None:
                self._accept_if_same(offer, overtaken)
        elif event.action in ("Invite", "AnswerInvitation", "CounterInvitation"):
            contact.offer = None
            self._tell("lan-not-begun", name=contact.name)
        elif isinstance(contact.table, GameTable):
            contact.table.take(event)

    def _be_left(self, contact: _Contact, event: wire.Left) -> None:
        if not contact.joined and contact.others and contact.wanted is not None and self._service is not None:
            # somebody with several addresses may be reached by another one
            del self._contacts[contact.number]
            contact.address = contact.others.pop(0)
            contact.number = self._service.connect(contact.address)
            self._contacts[contact.number] = contact
            return
        del self._contacts[contact.number]
        offer, contact.offer = contact.offer, None
        if contact.table is not None:
            contact.table.take(event)
            contact.table.update()
        if not contact.joined and contact.farewell is None and contact.table is None:
            code = {"version": "lan-version", "self": "lan-self"}.get(event.code, "lan-unreachable")
            self._tell(code, name=contact.name, why=event.why)
        elif offer is not None and event.code not in _QUIET_LEAVING:
            self._tell("lan-gone", name=contact.name)
        self._look_again = True

    # --- games --------------------------------------------------------------------------------------------------------

    def _set_up(self, contact: _Contact, wire_terms: Terms) -> None:
        """Both have said yes: set up the position."""
        try:
            terms = from_wire(wire_terms)
        except BadTermsError:
            terms = None
        if terms is None or not self._has_seat:
            self._do(contact, actions.CancelInvitation())
            contact.offer = None
            return
        contact.offer = None
        _, start = start_of(terms)
        self._do(contact, actions.Begin(position_hash(start.key)))

    def _sit_down(self, contact: _Contact, ticket: Ticket) -> None:
        """The game has begun."""
        terms = from_wire(ticket.terms)  # it was agreed upon by us
        rules, start = start_of(terms)
        side = kept.here(ticket)
        chat = contact.chat or ChatLog(local_now)
        contact.chat = chat
        if isinstance(contact.table, GameTable):
            contact.table.retire()
        table = GameTable(self._desk(contact), contact.name, self._name, side, terms, chat)
        own = Seat(self._own_player(rules.name), self._name)
        other = Seat(table.remote, contact.name)
        journal = Autosave(self._folders, shared=True, records=self._records)
        match = Match(
            Game(rules, start),
            (own, other) if side is Side.FIRST else (other, own),
            MatchClock(control_of(terms), self._now),
            take_backs=terms.take_backs,
            log=journal,
        )
        journal.begin(match)
        table.seat(match, journal, self._ticket_file(journal), ticket)
        contact.table = table
        self._acquaintances.met(contact.name, _host(contact.address), self._reach(contact, ticket), terms.variant)
        self._save_people()
        self._tend(contact)
        self._seated.append(Seated(match, table))
        if not self._has_seat:
            self._turn_others_away(contact)

    def _ticket_file(self, journal: Autosave) -> TicketFile:
        return TicketFile(self._folders.lan / f"{journal.id}{SUFFIX}")

    @staticmethod
    def _reach(contact: _Contact, ticket: Ticket) -> str:
        return ticket.addresses[-1] if ticket.addresses else contact.address

    def _own_player(self, variant: str) -> Player:
        return Human() if self._new_player is None else self._new_player(variant)

    def _turn_others_away(self, playing: _Contact) -> None:
        for contact in list(self._contacts.values()):
            if contact is playing or contact.offer is None:
                continue
            if contact.offer.direction is Direction.RECEIVED:
                self.answer(contact.offer.id, False, "busy")
            else:
                self._withdraw(contact)

    def _desk(self, contact: _Contact) -> Desk:
        return Desk(
            send=partial(self._do, contact),
            now=self._now,
            invite=lambda terms: self._invite(contact, terms, ""),
            left=self._note_left,
        )

    def _note_left(self) -> None:
        self._look_again = True

    def _see(self, contact: _Contact, event: wire.WatchedState) -> None:
        """The first word of a game that is watched, or a change in it."""
        table = contact.table
        if isinstance(table, WatchedTable) and not table.is_over:
            table.take(event)
            return
        if isinstance(table, GameTable):
            return
        chat = contact.chat or ChatLog(local_now)
        contact.chat = chat
        try:
            table = WatchedTable(self._desk(contact), event, chat, self._now)
        except BadTermsError as error:
            log.info("the game of %s can't be watched: %s", contact.name, error)
            self._tell("lan-watch-failed", name=contact.name)
            self._do(contact, actions.Leave())
            return
        contact.table = table
        self._seated.append(Seated(table.match, table))

    def _count(self, contact: _Contact, table: GameTable) -> None:
        """Once a game is over, its result goes to the recent people."""
        if table in self._counted or not table.has_ended or not table.remote.is_idle:
            return
        outcome = table.match.outcome
        if outcome is None:
            return
        self._counted.add(table)
        result = _result(outcome, table.side)
        if result is not None and table.match.ply:
            self._acquaintances.played(contact.name, _host(contact.address), result)
            self._save_people()

    def _save_people(self) -> None:
        if self._files is not None:
            self._files.submit(_save, self._acquaintances)

    # --- games that were interrupted ----------------------------------------------------------------------------------

    @property
    def suspended(self) -> tuple[SuspendedGame, ...]:
        """LAN games that can be taken up again."""
        if self._look_again:
            self._look_for_kept()
        return tuple(game.view for game in self._kept if game.ending is None)

    def resume(self, game: str) -> None:
        """Take up a suspended game; the other side may come back as well at any time."""
        self.open()
        found = next((each for each in self._kept if each.id == game and each.ending is None), None)
        if found is None or self._service is None:
            self._tell("save-taken", file=game)
            return
        try:
            self._restore(found)
        except GameTakenError as error:
            self._notices.append(error.notice)
        self._look_again = True

    def discard(self, game: str) -> None:
        """Give a suspended game up."""
        kept.discard(self._folders, game)
        self._look_again = True

    def _restore(self, game: KeptGame) -> None:
        assert self._service is not None
        ticket = game.ticket
        terms = from_wire(ticket.terms)
        side = kept.here(ticket)
        address = ticket.addresses[-1] if ticket.addresses else ""
        contact = _Contact(0, ticket.peer_name, address, peer=ticket.peer_name, joined=True)
        contact.chat = ChatLog(local_now)
        table = GameTable(self._desk(contact), ticket.peer_name, self._name, side, terms, contact.chat)
        journal = Autosave(self._folders, shared=True, records=self._records)

        def player_for(seat_side: Side, seat: SeatInfo) -> Player:
            return self._own_player(terms.variant) if PlayerKind(seat.kind) is not PlayerKind.REMOTE else table.remote

        match = resume(game.saved, self._folders, player_for, paused=ticket.pauses % 2 == 1, now=self._now, log=journal)
        # the journal is ours now; it may have gone on since we looked
        ticket = kept.raised(ticket, *journal.epoch)
        contact.number = self._service.restore(ticket, kept.plies_of(match.game, match.clock, ticket))
        contact.table = table
        self._contacts[contact.number] = contact
        table.seat(match, journal, self._ticket_file(journal), ticket, waits=True)
        self._seated.append(Seated(match, table))

    def _look_for_kept(self) -> None:
        """A person's games are not taken up by the computer, nor the other way round."""
        self._look_again = False
        games, notices = kept.kept_games(self._folders)
        kind = PlayerKind.HUMAN if self._new_player is None else PlayerKind.ENGINE
        self._kept = [game for game in games if game.saved.seats[game.view.person].kind == kind.value]
        self._notices.extend(notices)

    def _say_farewells(self) -> None:
        """Tell those who may not know yet how their game ended."""
        for game in self._kept:
            if game.ending is not None and self._service is not None:
                address = game.ticket.addresses[-1] if game.ticket.addresses else ""
                name = game.ticket.peer_name
                contact = _Contact(0, name, address, peer=name, joined=True, farewell=game)
                contact.number = self._service.restore(game.ticket, game.plies)
                self._contacts[contact.number] = contact

    def _say_farewell(self, contact: _Contact, event: wire.Event) -> None:
        game = contact.farewell
        if game is None or game.ending is None:
            return
        match event:
            case wire.LineUp():
                winner, reason = _wire_end(game.ending, kept.here(game.ticket))
                self._do(contact, actions.DeclareEnd(winner, reason))
            case wire.Ended(confirmed=True):
                kept.discard(self._folders, game.id)
                self._do(contact, actions.Leave())
            case wire.Overdue():
                self._do(contact, actions.Leave())
            case _:
                pass


def _same_game(ours: GameTerms, theirs: GameTerms) -> bool:
    """Whether two invitations that crossed ask for the same game."""
    return to_wire(ours) == to_wire(
        GameTerms(
            theirs.variant, theirs.size, theirs.base_s, theirs.increment_s, mirrored(theirs.colour),
            theirs.take_backs, theirs.watchers,
        )
    )  # fmt: skip


def _result(outcome: Outcome, side: Side) -> str | None:
    """A game as the list of people counts it; None for one without a result."""
    if outcome.winner is None:
        return None if outcome.termination is Termination.ABANDONED else "drawn"
    return "won" if outcome.winner is side else "lost"


def _wire_end(outcome: Outcome, side: Side) -> tuple[wire.Result, str]:
    if outcome.termination is Termination.ABANDONED:
        if outcome.winner is None:
            return "none", ending.DISAGREEMENT
        return ("here" if outcome.winner is side else "there"), ending.ABSENCE
    if outcome.winner is None:
        return "draw", outcome.termination.value
    return ("here" if outcome.winner is side else "there"), outcome.termination.value


def _host(address: str) -> str:
    """The address without its port."""
    try:
        return parse_address(address).host
    except BadAddressError:
        return address


def _save(people: RecentPeople) -> None:
    try:
        people.save()
    except (OSError, FolderError) as error:
        log.warning("the list of people can't be saved: %s", error)
