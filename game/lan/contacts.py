"""Whom this program has to do with now: the tables of the network thread, and what each of them is for."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.lan.chat import TableChat
from game.lan.interrupted import InterruptedGame
from game.lan.table import LanTable
from game.lan.views import Direction, GameTerms
from game.lan.watching import WatchedTable
from game.storage.notice import Notice
from net.address import Address
from net.discovery.discovery import Discovery
from net.discovery.peer_table import DiscoveredPeer
from net.session import actions
from net.session.service import Service


@dataclass
class ContactInvitation:
    """An invitation that lies between this program and one other. `wire_id` is empty for one that was sent here,
    `before` what had been proposed here, of one that was countered."""

    id: str
    direction: Direction
    terms: GameTerms
    note: str
    changed: bool
    good_until: float
    wire_id: str = ""
    before: GameTerms | None = None


@dataclass(eq=False)
class Contact:
    """One table of the network thread. `name` is what to show, `peer` what was said in the hello."""

    number: int
    name: str
    address: str
    others: list[str] = field(default_factory=list)
    """Further addresses to try."""
    instance: str = ""
    peer: str = ""
    key: str = ""
    """What they have proved to hold, once there is a line; before that what whoever answers has to prove, if known."""
    joined: bool = False
    capabilities: tuple[str, ...] = ()
    wanted: actions.TableAction | None = None
    """What to do as soon as the line stands."""
    offer: ContactInvitation | None = None
    crossed: GameTerms | None = None
    """What was offered here when both invited each other."""
    overtaken: GameTerms | None = None
    """What was offered here before the present invitation came: countered by it, or crossed."""
    table: LanTable | WatchedTable | None = None
    chat: TableChat | None = None
    farewell: InterruptedGame | None = None
    """A game that is over, of which the other side has still to hear."""


class Contacts:
    """All contacts, the network that they are reached by, and what has to be told about them. `seats` is how many games
    may be played at a time. `waits_beside`: somebody who is away takes no seat, for the computer can wait for them
    while it plays others."""

    def __init__(self, seats: int, *, waits_beside: bool = False) -> None:
        self.service: Service | None = None
        self.discovery: Discovery | None = None
        self.all: dict[int, Contact] = {}
        self._seats = seats
        self._waits_beside = waits_beside
        self._notices: list[Notice] = []

    # --- the network --------------------------------------------------------------------------------------------------

    def do(self, contact: Contact, action: actions.TableAction) -> None:
        """Do something at a contact's table; nothing while there is no network."""
        if self.service is not None:
            self.service.do(contact.number, action)

    def dial(self, contact: Contact) -> None:
        """Open a table with whoever is at the contact's address."""
        if self.service is not None:
            contact.number = self.service.connect(contact.address, contact.key)
            self.all[contact.number] = contact

    def restore(self, contact: Contact, game: InterruptedGame, end: actions.DeclareEnd | None = None) -> None:
        """Open a table for a game that was interrupted, or for its `end`, which the other side may not know."""
        if self.service is not None:
            contact.number = self.service.restore(game.ticket, game.plies, end)
            self.all[contact.number] = contact

    @property
    def peers(self) -> tuple[DiscoveredPeer, ...]:
        """Who is on the network; the same object until it changes."""
        return self.discovery.peers if self.discovery is not None else ()

    def peer(self, instance: str) -> DiscoveredPeer | None:
        """Somebody on the network."""
        return next((peer for peer in self.peers if peer.instance == instance), None)

    def with_instance(self, instance: str) -> Contact | None:
        """The contact to somebody, if there is one."""
        return next((contact for contact in self.all.values() if contact.instance == instance), None)

    # --- the games ----------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> list[LanTable]:
        """The tables at which a game goes on, and that take a seat."""
        tables = [contact.table for contact in self.all.values() if isinstance(contact.table, LanTable)]
        return [table for table in tables if not table.is_over and (table.is_here or not self._waits_beside)]

    @property
    def has_seat(self) -> bool:
        """Whether another game may begin."""
        return len(self.playing) < self._seats

    # --- notices ------------------------------------------------------------------------------------------------------

    def tell(self, code: str, **values: str) -> None:
        """The person has to know."""
        self._notices.append(Notice(code, values))

    def pass_on(self, *notices: Notice) -> None:
        """The person has to know what others have found."""
        self._notices.extend(notices)

    def take_notices(self) -> tuple[Notice, ...]:
        """What has to be told since the last call."""
        notices, self._notices = tuple(self._notices), []
        return notices


def addresses_of(peer: DiscoveredPeer) -> list[str]:
    """Where somebody can be dialled, the best first."""
    return [str(Address(address, peer.port)) for address in peer.addresses]
