"""What the person wants to be left alone by: blocked people, and the rate and manner in which others may ask."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from game.lan.admission import Admission
from game.lan.blocked import BlockedPeople, plain
from game.lan.contacts import Contact, Contacts
from game.lan.recent import RecentPeople, host_of
from game.lan.table import LanTable
from game.lan.views import BlockedPerson
from game.match.autosave import local_now
from game.storage.folders import FolderError, Folders
from game.storage.notice import Notice
from game.storage.reasons import reason_of
from net.discovery.peer_table import DiscoveredPeer

log = logging.getLogger(__name__)

_LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})


class Privacy:
    """Of a person at this screen; a computer that hosts answers everybody."""

    def __init__(
        self, contacts: Contacts, acquaintances: RecentPeople, folders: Folders, now: Callable[[], float]
    ) -> None:
        self.admission = Admission(now)
        self.refused_watchers = 0
        """Blocked people who wanted to watch."""
        self.refused = 0
        """Invitations of blocked people since the start."""
        self._contacts = contacts
        self._acquaintances = acquaintances
        self._blocked = BlockedPeople(folders.lan / "blocked.json", local_now)

    def refusal(self, contact: Contact) -> str | None:
        """Why an invitation of somebody is refused unasked, as the wire has it; None: the person is asked."""
        host, blocked = host_of(contact.address), self.is_blocked_contact(contact)
        self.refused += blocked
        if isinstance(contact.table, LanTable) and not blocked:
            return None  # another game with whom one has just played
        known = self._contacts.peer(contact.instance) is not None or any(
            each.key == contact.key if each.key else (each.name, each.host) == (contact.peer, host)
            for each in self._acquaintances.people
        )
        return self.admission.refusal(host, is_known=known, is_blocked=blocked)

    # --- blocked people -----------------------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[BlockedPerson, ...]:
        """Who is blocked, the last one first."""
        return tuple(
            BlockedPerson(each.id, each.name, each.hosts[0] if each.hosts else "", each.since)
            for each in self._blocked.people
        )

    def blocked_as(self, peer: DiscoveredPeer) -> str:
        """The entry of somebody on the network who is blocked, or nothing."""
        return self._entry(peer.name, peer.addresses, peer.key)

    def is_blocked_contact(self, contact: Contact) -> bool:
        """Whether somebody who has come here is blocked."""
        return bool(self._entry(contact.peer, self._hosts_of(contact), contact.key))

    def block_peer(self, peer: DiscoveredPeer) -> None:
        """Hear nothing more from somebody on the network."""
        self._blocked.add(peer.name, peer.addresses, peer.key)
        self._keep()

    def block_contact(self, contact: Contact) -> None:
        """Hear nothing more from somebody who has come here."""
        self._blocked.add(contact.peer or contact.name, self._hosts_of(contact), contact.key)
        self._keep()

    def unblock(self, entry: str) -> None:
        """Hear from somebody again."""
        self._blocked.remove(entry)
        self._keep()

    def tell_network(self) -> None:
        """The blocked don't watch either: say so to the network, once it is open and at each change."""
        if self._contacts.service is not None:
            self._contacts.service.turn_away(self._blocked.hosts - self._own_hosts(), self._blocked.keys)

    def _entry(self, name: str, hosts: Iterable[str], key: str = "") -> str:
        if not self._blocked.people:
            return ""
        found = self._blocked.find(name, hosts, self._own_hosts(), key)
        return found.id if found is not None else ""

    def _hosts_of(self, contact: Contact) -> tuple[str, ...]:
        peer = self._contacts.peer(contact.instance)
        return (host_of(contact.address), *(peer.addresses if peer is not None else ()))

    def _own_hosts(self) -> frozenset[str]:
        """The addresses of this computer, that tell nobody apart."""
        discovery = self._contacts.discovery
        paths = discovery.observe().paths if discovery is not None else ()
        return _LOOPBACK | {plain(path.address) for path in paths}

    def _keep(self) -> None:
        self.tell_network()
        try:
            self._blocked.save()
        except FolderError as error:
            self._contacts.pass_on(error.notice)
        except OSError as error:
            self._contacts.pass_on(Notice("lan-blocked-unsaved", {"why": reason_of(error)}))
