"""LAN play as scenes and commands know it: the network thread and the discovery of `net`, tables, matches, files.

    lobby, commands ──> LanPlay ──> net.session.service (who plays with whom), net.discovery.discovery (who is there)
                           └──> a Match for every game that begins, is resumed or watched

    contacts       whom we have to do with          seating      makes the matches
    invitations    how a game comes about           returning    takes interrupted ones up again

Everything is polled from the frame by `update`; nothing waits but `resume` and `discard` for a file, `look` for many,
and `close` for a goodbye.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from game.lan.compared import ComparedPeople
from game.lan.contacts import Contact, Contacts
from game.lan.interrupted import InterruptedGames
from game.lan.invitations import HOLD, Invitations
from game.lan.key_file import kept_key, own_key
from game.lan.key_keeper import KeyKeeper
from game.lan.names import usual_name
from game.lan.people import shown_acquaintances, shown_people
from game.lan.privacy import Privacy
from game.lan.recent import RecentPeople
from game.lan.recognition import Recognition
from game.lan.returning import Returning
from game.lan.rewatching import Rewatching
from game.lan.seating import LanSeating
from game.lan.table import LanTable
from game.lan.views import BlockedPerson, GameTerms, Invitation, LineState, Person, RecentPerson, Seated, SuspendedGame
from game.match.autosave import local_now
from game.match.players import Player, PlayerKind
from game.storage.folders import Folders
from game.storage.notice import Notice
from game.storage.version import VERSION
from net.address import DEFAULT_PORT, BadAddressError, parse_address
from net.discovery.beacons import DISCOVERY_PORT, Card, Status
from net.discovery.diagnosis import NetworkHint, Observation, RefusedCounts, hints
from net.discovery.discovery import Discovery
from net.discovery.peer_table import DiscoveredPeer
from net.sanitize import clean_name
from net.session import actions, ending
from net.session import events as wire
from net.session.game_session import FALSE_END, UNSIGNED
from net.session.messages import PROTOCOL_FIRST, PROTOCOL_LAST
from net.session.server import OTHER_KEY, Identity
from net.session.service import MOST_EVENTS, Service
from net.trust.instance import new_instance
from net.trust.keys import PrivateKey

log = logging.getLogger(__name__)

CAPABILITIES: Final = ("watch", "resume", HOLD)
_LAST_EVENTS: Final = (wire.Proved, wire.Ended, wire.EndAcknowledged, wire.TicketChanged)
"""What is still kept of a game when the network is closed."""
_QUIET_LEAVING: Final = ("left-here", "over", "closed")


def _admit(contact: Contact) -> str | None:
    """A computer that hosts answers everybody itself."""
    return None


class LanPlay:
    """See `views.Lan`, which this is.

    `name` is the person's; an empty one is replaced. `new_player` makes our player of a new or resumed game of a
    variant, by default a person at this screen. `seats` is how many games may be played at a time. `records` is where
    records go, by default to the person's own. `port` and `discovery_port` are those of the network; `hosts` the
    addresses to listen on.
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
        self._port = port
        self._wished_port = self._opened_port = 0
        self._discovery_port = discovery_port
        self._hosts = hosts
        self._key: PrivateKey | None = None
        self._instance = secrets.token_hex(16)  # until the key is known
        self._files: ThreadPoolExecutor | None = None
        self._in_lobby = False
        self._offered = ""
        self._status: tuple[Status, str] | None = None
        self._has_failed = False
        self._peers: tuple[DiscoveredPeer, ...] = ()
        self._people: tuple[Person, ...] = ()
        self._people_at = 0.0
        self._acquaintances = RecentPeople(folders.lan / "people.json", local_now)
        self._contacts = Contacts(seats, waits_beside=new_player is not None)
        compared = ComparedPeople(folders.lan / "compared.json", local_now)
        self._recognition = Recognition(self._contacts, self._acquaintances, compared)
        self._privacy = Privacy(self._contacts, self._acquaintances, folders, now)
        refusal = self._privacy.refusal if new_player is None else _admit
        self._invitations = Invitations(
            self._contacts, now, refusal, self._recognition.standing, self._recognition.pinned
        )
        self._seating = LanSeating(
            self._contacts, self._invitations, folders, self._acquaintances, new_player, records, now, self._note_left
        )
        kind = PlayerKind.HUMAN if new_player is None else PlayerKind.ENGINE
        store = InterruptedGames(folders, kind, records, lambda: self._key or kept_key(folders.lan))
        self._rewatching = Rewatching(self._contacts, now)
        self._returning = Returning(self._contacts, self._seating, store, now, tells=kind is PlayerKind.HUMAN)
        self.keys = KeyKeeper(folders.lan, lambda: self.is_open and not self._is_idle, self._change_key)
        """One's own key, to be kept elsewhere or brought from there."""
        self.set_name(name)

    # --- open and closed ----------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether it listens and looks for people."""
        return self._contacts.service is not None

    def open(self) -> None:
        """Listen, announce, look for people. Does nothing when it is open."""
        if self.is_open:
            return
        self._files = self._seating.files = ThreadPoolExecutor(1, thread_name_prefix="lan-files")
        self._opened_port = self._wished_port
        key, notices = own_key(self._folders.lan, self._key)
        self._key = key
        self._contacts.pass_on(*notices)
        self._recognition.own = key.public
        # what said goodbye is not believed again for a while, so each opening has an id of its own
        self._instance = new_instance(key.public)
        self.set_name(self._wished)
        me = Identity(self._instance, self._name, VERSION, CAPABILITIES)
        service = self._contacts.service = Service(me, self._wished_port or self._port, self._hosts, key)
        service.start()
        if service.port:
            versions = PROTOCOL_FIRST, PROTOCOL_LAST
            card = Card(key.public, self._instance, self._name, service.port, Status.AWAY, "", *versions)
            self._contacts.discovery = Discovery(card, key, port=self._discovery_port)
            self._contacts.discovery.set_lobby(self._in_lobby)
            if self._wished_port not in (0, service.port):
                self._contacts.tell("lan-port-taken", port=str(self._wished_port), used=str(service.port))
        self._privacy.tell_network()
        self._status = None
        self._returning.note_change()

    def close(self) -> None:
        """Say goodbye and end. Unfinished games are kept."""
        contacts = self._contacts
        if contacts.service is None:
            self._returning.close()
            return
        for contact in contacts.all.values():
            if isinstance(contact.table, LanTable) and not contact.table.is_left:
                contact.table.say_last_words()
        if contacts.discovery is not None:
            contacts.discovery.close()
        contacts.service.close()
        for event in contacts.service.poll(MOST_EVENTS):
            known = contacts.all.get(event.table) if isinstance(event, _LAST_EVENTS) else None
            if known is not None and known.table is not None:
                known.table.take(event)
        for contact in contacts.all.values():
            if contact.table is not None:
                contact.table.line = LineState.GONE
        self._seating.hear_out()
        self._returning.close()
        if self._files is not None:
            self._files.shutdown(wait=True)
        contacts.service = contacts.discovery = None
        contacts.all.clear()
        self._rewatching.close()
        self._files = self._seating.files = None
        self._people = ()
        self._has_failed = False

    def _change_key(self, key: PrivateKey) -> None:
        self._key = key
        if self.is_open:
            self.close()
            self.open()

    def enter_lobby(self, yes: bool) -> None:
        """In the lobby people are announced to each other every second, elsewhere every five."""
        if yes and self._wished_port != self._opened_port and self.is_open and self._is_idle:
            self.close()
            self.open()
        self._in_lobby = yes
        if self._contacts.discovery is not None:
            self._contacts.discovery.set_lobby(yes)

    def set_name(self, name: str) -> None:
        """Be known by another name; without one, by what this computer calls the person."""
        self._wished = name
        self._name = self._seating.name = clean_name(name) or usual_name(self._instance)
        if self._contacts.service is not None:
            self._contacts.service.set_name(self._name)
        if self._contacts.discovery is not None:
            self._contacts.discovery.set_name(self._name)

    def set_port(self, port: int) -> None:
        """Listen on this TCP port, 0 = the usual one; where it is open already from the next coming into the lobby on,
        and not while anything goes on."""
        self._wished_port = port

    @property
    def _is_idle(self) -> bool:
        """Whether nobody has anything to do with this program now but those who are waited for."""
        return all(contact.farewell is not None for contact in self._contacts.all.values())

    def offer(self, game: str) -> None:
        """Say in everybody's lobby what is played here: a variant's or a game's name, or nothing."""
        self._offered = game

    # --- each frame ---------------------------------------------------------------------------------------------------

    def update(self) -> Sequence[Seated]:
        """Each frame, also while it is closed: take what came in; the games to sit down at."""
        if self._contacts.service is None or self._files is None:
            self._returning.poll()
            return ()
        for event in self._contacts.service.poll():
            self._take(event)
        for contact in list(self._contacts.all.values()):
            self._seating.tend(contact)
        self._seating.tend_gone()
        self._returning.update()
        self._rewatching.update()
        self._recognition.update()
        self._announce()
        if self._has_failed:
            self.close()
        return self._seating.take_seated()

    def _announce(self) -> None:
        status = self._present_status()
        if status != self._status and self._contacts.discovery is not None:
            self._status = status
            self._contacts.discovery.set_status(*status)

    def _present_status(self) -> tuple[Status, str]:
        if self._contacts.has_seat:
            is_free = self._in_lobby and not self._privacy.admission.is_quiet
            return (Status.FREE if is_free else Status.AWAY), self._offered
        playing = self._contacts.playing
        open_ones = [table for table in playing if table.terms.watchers]
        status = Status.OPEN if open_ones else Status.PLAYING
        return status, (open_ones or playing)[0].terms.variant

    # --- who is there -------------------------------------------------------------------------------------------------

    @property
    def port(self) -> int:
        """The TCP port at which this program can be reached; 0 while it can't."""
        return self._contacts.service.port if self._contacts.service is not None else 0

    @property
    def address(self) -> str | None:
        """Our own address to tell others, without the port."""
        seen = self.observe()
        return seen.address if seen is not None else None

    @property
    def people(self) -> tuple[Person, ...]:
        """Who is on the network, free ones first; the same object until it changes."""
        if self._contacts.discovery is None:
            return ()
        now, peers = time.monotonic(), self._contacts.peers
        if peers is not self._peers or (peers and now - self._people_at >= 1.0):
            self._peers, self._people_at = peers, now
            self._people = shown_people(peers, now, self._privacy.blocked_as, self._recognition.standing)
        return self._people

    @property
    def recent(self) -> tuple[RecentPerson, ...]:
        """Whom one has played with, the last first."""
        known, peers = self._acquaintances.people, self._contacts.peers
        return shown_acquaintances(known, peers, self._recognition.standing)

    @property
    def key(self) -> str:
        """One's own public key; empty before the network was first opened."""
        return self._recognition.own

    def confirm(self, instance: str, yes: bool) -> None:
        """Somebody of `people` is really who they say, their seal was compared by voice; or it is taken back."""
        peer = self._contacts.peer(instance)
        if peer is not None:
            self._recognition.confirm(peer, yes)
            self._people_at = 0.0

    def observe(self) -> Observation | None:
        """What is seen of the network, for the diagnosis page; None while closed."""
        return self._contacts.discovery.observe() if self._contacts.discovery is not None else None

    def hints(self) -> tuple[NetworkHint, ...]:
        """What may be wrong with the network, the gravest first."""
        seen = self.observe()
        if seen is None:
            return ()
        known, privacy = self._recognition, self._privacy
        return hints(
            seen, RefusedCounts(known.false_lines, privacy.refused, known.false_words, privacy.refused_watchers)
        )

    def take_notices(self) -> tuple[Notice, ...]:
        """What has to be told since the last call."""
        return self._contacts.take_notices()

    # --- invitations --------------------------------------------------------------------------------------------------

    @property
    def invitations(self) -> tuple[Invitation, ...]:
        """All invitations that wait for an answer, received ones first."""
        return self._invitations.shown()

    def invite(self, instance: str, terms: GameTerms, note: str = "") -> None:
        """Invite somebody of `people`. What becomes of it is told by `invitations`, `take_notices` or `update`."""
        self._invitations.invite(instance, terms, note)

    def invite_address(self, address: str, terms: GameTerms, note: str = "") -> str | None:
        """Invite whoever is at `IP:port` or `[v6]:port`; None, or the code of why the text is not an address."""
        self.open()
        return self._invitations.invite_address(address, terms, note)

    def answer(self, invitation: str, yes: bool, reason: str = "") -> None:
        """Accept or refuse a received invitation; `reason` goes with a refusal."""
        self._invitations.answer(invitation, yes, reason)

    def counter(self, invitation: str, terms: GameTerms) -> None:
        """Answer a received invitation with other terms."""
        self._invitations.counter(invitation, terms)

    def hold(self, invitation: str) -> None:
        """The person is busy with the terms of a received invitation."""
        self._invitations.hold(invitation)

    def cancel(self, invitation: str) -> None:
        """Take a sent invitation back."""
        self._invitations.cancel(invitation)

    def watch(self, instance: str) -> None:
        """Ask to watch the game of somebody whose presence is OPEN."""
        self._invitations.watch(instance)

    # --- left alone ---------------------------------------------------------------------------------------------------

    def set_quiet(self, yes: bool) -> None:
        """Whether the person does not want to be disturbed."""
        self._privacy.admission.is_quiet = yes

    @property
    def blocked(self) -> tuple[BlockedPerson, ...]:
        """From whom nothing is heard, the last one first."""
        return self._privacy.people

    def block(self, instance: str) -> None:
        """Hear nothing more from somebody of `people`."""
        peer = self._contacts.peer(instance)
        if peer is not None:
            self._privacy.block_peer(peer)
            self._after_blocking()

    def block_sender(self, invitation: str) -> None:
        """Decline a received invitation and block whoever sent it."""
        contact = self._invitations.sender(invitation)
        if contact is not None:
            self._privacy.block_contact(contact)
            self._invitations.answer(invitation, False, "")
            self._after_blocking()

    def unblock(self, blocked: str) -> None:
        """Hear from somebody of `blocked` again."""
        self._privacy.unblock(blocked)
        self._people_at = 0.0

    def _after_blocking(self) -> None:
        """What else the blocked have asked is declined too."""
        self._people_at = 0.0
        for invitation in self._invitations.shown():
            contact = self._invitations.sender(invitation.id)
            if contact is not None and self._privacy.is_blocked_contact(contact):
                self._invitations.answer(invitation.id, False, "")

    # --- interrupted games --------------------------------------------------------------------------------------------

    @property
    def suspended(self) -> tuple[SuspendedGame, ...]:
        """LAN games that can be taken up again, as far as `update` has found them."""
        return self._returning.suspended

    def look(self) -> None:
        """Look for LAN games that can be taken up again, and wait for it; for those who can."""
        self._returning.look()

    def suspended_with(self, peer: str) -> tuple[SuspendedGame, ...]:
        """Those of them that were played with whoever has this name or is at this address. Waits for the files."""
        self.look()
        try:
            address = str(parse_address(peer))
        except BadAddressError:
            return tuple(game for game in self.suspended if game.peer.casefold() == peer.casefold())
        return tuple(game for game in self.suspended if address in game.addresses)

    def resume(self, game: str) -> None:
        """Take up a suspended game; the other side may come back as well at any time."""
        self.open()
        self._returning.resume(game)

    def discard(self, game: str) -> None:
        """Give a suspended game up."""
        self._returning.discard(game)

    def _note_left(self) -> None:
        self._returning.note_change()

    # --- from the wire ------------------------------------------------------------------------------------------------

    def _take(self, event: wire.WireEvent) -> None:
        match event:
            case wire.Listening(port=port, why=why):
                if port == 0:
                    self._contacts.tell("lan-deaf", why=why)
            case wire.NetworkFailed(why=why):
                self._contacts.tell("lan-failed", why=why)
                self._has_failed = True
            case wire.TableEvent():
                self._take_at_table(event)

    def _take_at_table(self, event: wire.TableEvent) -> None:
        contact = self._contacts.all.get(event.table)
        if contact is None:
            if not isinstance(event, wire.Joined):
                return
            contact = self._contacts.all[event.table] = Contact(event.table, event.peer.name, event.peer.address)
        match event:
            case wire.Joined(peer=peer):
                self._join(contact, peer)
            case wire.Invited():
                self._invitations.receive(contact, event)
            case wire.InvitationOver(code=code, reason=reason):
                self._invitations.end(contact, code, reason)
            case wire.InvitationHeld(seconds=seconds):
                self._invitations.held(contact, seconds)
            case wire.Agreed(terms=terms):
                self._seating.set_up(contact, terms)
            case wire.Started(ticket=ticket):
                self._seating.begin(contact, ticket)
            case wire.WatchedState():
                self._seating.watch(contact, event)
            case wire.Complaint(code=code, text=text, by=by):
                self._hear_complaint(contact, code, text, by)
                if contact.table is not None:
                    contact.table.take(event)
            case wire.Refused(action=action, code=code, why=why):
                log.info("%s at table %d was refused: %s (%s)", action, event.table, why, code)
                if not self._invitations.refused(contact, action) and contact.table is not None:
                    contact.table.take(event)
            case wire.Left():
                self._be_left(contact, event)
            case wire.Ended(reason=ending.UNKNOWN) if isinstance(contact.table, LanTable):
                self._contacts.tell("lan-game-unknown", name=contact.name)
                contact.table.take(event)
            case _ if contact.farewell is not None:
                self._returning.say_farewell(contact, event)
            case _ if contact.table is not None:
                contact.table.take(event)
            case _:
                pass

    def _join(self, contact: Contact, peer: wire.Peer) -> None:
        self._recognition.join(contact, peer)
        if contact.wanted is not None:
            self._contacts.do(contact, contact.wanted)
            contact.wanted = None

    def _hear_complaint(self, contact: Contact, code: str, text: str, by: str) -> None:
        log.info("complaint by %s about %s: %s (%s)", by, contact.name, text, code)
        if by == "here" and code in (UNSIGNED, FALSE_END):
            self._recognition.false_words += 1
        if by == "here" and code == "not-open" and self._privacy.is_blocked_contact(contact):
            self._privacy.refused_watchers += 1
        if by == "there" and code == "not-open" and self._rewatching.is_looked_for(contact):
            self._contacts.do(contact, actions.Leave())  # perhaps its player comes back to it in a moment
        elif by == "there" and code == "not-open" and contact.table is None:
            self._contacts.tell("lan-not-open", name=contact.name)
            self._contacts.do(contact, actions.Leave())

    def _be_left(self, contact: Contact, event: wire.Left) -> None:
        """The table is gone; but somebody with several addresses may be reached by another one."""
        del self._contacts.all[contact.number]
        if self._rewatching.lost(contact, event.code):
            return
        quiet = event.code in _QUIET_LEAVING
        if not contact.joined and not quiet and contact.others and contact.table is None:
            contact.address = contact.others.pop(0)
            self._contacts.dial(contact)
            return
        offer, contact.offer = contact.offer, None
        if contact.table is not None:
            contact.table.take(event)
        if isinstance(contact.table, LanTable):
            self._seating.see_off(contact)
        if event.code == OTHER_KEY:
            self._recognition.missed(contact)
        elif not contact.joined and not quiet and contact.table is None:
            code = {"version": "lan-version", "self": "lan-self"}.get(event.code, "lan-unreachable")
            self._contacts.tell(code, name=contact.name, why=event.why)
        elif offer is not None and not quiet:
            self._contacts.tell("lan-gone", name=contact.name)
        if contact.table is not None or contact.farewell is not None:  # a stranger makes nobody look at the disk
            self._returning.note_change()
