"""Who somebody is, as far as keys tell: what the person has to hear of, and what was refused since the start."""

from __future__ import annotations

from typing import Final

from game.lan.contacts import Contact, Contacts
from game.lan.recent import RecentPeople
from net.discovery.peer_table import DiscoveredPeer
from net.session.events import Peer
from net.trust.instance import is_instance_of

_MOST_TOLD_OF: Final = 256


class Recognition:
    """See the module's text. `own` is the public key of this installation, empty before it is known."""

    def __init__(self, contacts: Contacts, acquaintances: RecentPeople) -> None:
        self.own = ""
        self.false_lines = 0
        """Lines at whose other end was somebody else than they said, or than was called."""
        self._contacts = contacts
        self._acquaintances = acquaintances
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
        """Somebody else has answered a call to a contact."""
        self.false_lines += 1
        self._contacts.tell("lan-somebody-else", name=contact.name)

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

    def _label(self, peer: Peer) -> str:
        """The name of somebody who is not listed, with a suffix if somebody listed with another key is shown by it."""
        taken = {each.label.casefold() for each in self._contacts.peers if each.key != peer.key}
        label, number = peer.name, 2
        while label.casefold() in taken:
            label = f"{peer.name} ({number})"
            number += 1
        return label

    def _tell_if_other(self, name: str, key: str) -> None:
        if self._acquaintances.is_other(name, key):
            self._tell_once("lan-other-key", name, key)

    def _tell_once(self, code: str, name: str, key: str, **values: str) -> None:
        if (name, key) in self._told_of:
            return
        if len(self._told_of) >= _MOST_TOLD_OF:
            self._told_of.clear()
        self._told_of.add((name, key))
        self._contacts.tell(code, name=name, **values)
