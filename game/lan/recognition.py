"""Who somebody is, as far as keys tell: what the person has to hear of, and what was refused since the start."""

from __future__ import annotations

from typing import Final

from game.lan.compared import ComparedPeople
from game.lan.contacts import Contact, Contacts
from game.lan.recent import RecentPeople
from game.lan.views import Standing
from game.storage.folders import FolderError
from game.storage.notice import Notice
from game.storage.reasons import reason_of
from net.discovery.peer_table import DiscoveredPeer
from net.session.events import Peer
from net.trust.instance import is_instance_of

_MOST_TOLD_OF: Final = 256


class Recognition:
    """See the module's text. `own` is the public key of this installation, empty before it is known."""

    def __init__(self, contacts: Contacts, acquaintances: RecentPeople, compared: ComparedPeople) -> None:
        self.own = ""
        self.false_lines = 0
        """Lines at whose other end was somebody else than they said, or than was called."""
        self._moved: set[str] = set()
        """Addresses where somebody else than one had played with has answered."""
        self.false_words = 0
        """Moves and ends that were not signed by who sat there, or not true."""
        self._contacts = contacts
        self._acquaintances = acquaintances
        self._compared = compared
        self._peers: tuple[DiscoveredPeer, ...] = ()
        self._told_of: set[tuple[str, str]] = set()
        """Names and keys of which something was told: once is enough, however often they come."""

    def join(self, contact: Contact, peer: Peer) -> None:
        """A line stands. Only the owner of a key bears its instances, so nobody gets the label of somebody listed, or
        what is meant for them, by saying their id."""
        is_own_instance = is_instance_of(peer.instance, peer.key)
        if not is_own_instance:
            self.false_lines += 1
        found = self._contacts.peer(peer.instance) if is_own_instance else None
        contact.joined, contact.peer, contact.key = True, peer.name, peer.key
        contact.instance = peer.instance if is_own_instance else ""
        contact.capabilities = peer.capabilities
        contact.name = found.label if found is not None else self._label(peer)
        self._tell_if_other(peer.name, peer.key)

    def missed(self, contact: Contact) -> None:
        """Somebody else has answered a call to a contact. Of an address that was typed they may be meant all the same:
        the next call there is for anybody."""
        self.false_lines += 1
        if contact.instance:
            self._contacts.tell("lan-somebody-else", name=contact.name)
            return
        self._moved.add(contact.address)
        names = (each.name for each in self._acquaintances.people if each.key == contact.key)
        self._contacts.tell("lan-address-moved", address=contact.address, name=next(names, contact.name))

    def pinned(self, address: str) -> str:
        """Whose key is meant by an address: that of the one whom one has last played with there, if anybody's."""
        known = (each.key for each in self._acquaintances.people if each.address == address and each.key)
        return "" if address in self._moved else next(known, "")

    def update(self) -> None:
        """Each frame: look at who has come."""
        peers = self._contacts.peers
        if peers is self._peers:
            return
        self._peers = peers
        for peer in peers:
            if peer.key == self.own:
                self._tell_once("lan-same-key", peer.label, peer.key, address=peer.addresses[0])
            else:
                self._tell_if_other(peer.name, peer.key)

    def standing(self, name: str, key: str) -> Standing:
        """What is known of somebody's key."""
        if key == self.own:
            return Standing.OWN
        if self._compared.has(key):
            return Standing.COMPARED
        if self._is_other(name, key):
            return Standing.OTHER
        is_met = any(each.key == key for each in self._acquaintances.people if key)
        return Standing.MET if is_met else Standing.NEW

    def confirm(self, peer: DiscoveredPeer, yes: bool) -> None:
        """The person has compared somebody's seal, or takes it back."""
        try:
            if yes:
                self._compared.add(peer.key, peer.name)
            else:
                self._compared.remove(peer.key)
        except FolderError as error:
            self._contacts.pass_on(error.notice)
        except OSError as error:
            self._contacts.pass_on(Notice("lan-compared-unsaved", {"why": reason_of(error)}))

    def _is_other(self, name: str, key: str) -> bool:
        """Whether this name is known with another key, and this key not at all under it."""
        if self._compared.has(key) or not name:
            return False
        return self._compared.is_other(name, key) or self._acquaintances.is_other(name, key)

    def _label(self, peer: Peer) -> str:
        """The name of somebody who is not listed, with a suffix if somebody listed with another key is shown by it."""
        taken = {each.label.casefold() for each in self._contacts.peers if each.key != peer.key}
        label, number = peer.name, 2
        while label.casefold() in taken:
            label = f"{peer.name} ({number})"
            number += 1
        return label

    def _tell_if_other(self, name: str, key: str) -> None:
        if self._is_other(name, key):
            self._tell_once("lan-other-key", name, key)

    def _tell_once(self, code: str, name: str, key: str, **values: str) -> None:
        if (name, key) in self._told_of:
            return
        if len(self._told_of) >= _MOST_TOLD_OF:
            self._told_of.clear()
        self._told_of.add((name, key))
        self._contacts.tell(code, name=name, **values)
