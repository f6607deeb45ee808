"""Invitations: sent, received, countered, crossed, and how each of them ends."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from typing import Final

from game.lan.contacts import Contact, ContactInvitation, Contacts, addresses_of
from game.lan.signing import signed_date
from game.lan.terms import REASONS, BadTermsError, from_wire, mirrored, to_wire
from game.lan.views import Direction, GameTerms, Invitation, Standing
from net.address import BadAddressError, parse_address
from net.session import actions
from net.session import events as wire
from net.session.negotiation import INVITATION_S

log = logging.getLogger(__name__)

HOLD: Final = "hold"
"""What a program says in its hello that lets the time of an invitation start again."""
_MISSED_S: Final = 2.0
"""Taken back so shortly before its end, an invitation has run out over there."""
_TOLD_REASONS: Final = {
    "busy": "lan-busy",
    "not-offered": "lan-not-offered",
    "quiet": "lan-quiet",
    "later": "lan-later",
}


class Invitations:
    """The invitations of all contacts. `refusal` tells why somebody's invitation is refused unasked, or None,
    `standing` what is known of a name with a key, `pinned` whose key is meant by an address."""

    def __init__(
        self,
        contacts: Contacts,
        now: Callable[[], float],
        refusal: Callable[[Contact], str | None],
        standing: Callable[[str, str], Standing],
        pinned: Callable[[str], str],
    ) -> None:
        self._contacts = contacts
        self._refusal = refusal
        self._standing = standing
        self._pinned = pinned
        self._now = now
        self._last = 0

    def shown(self) -> tuple[Invitation, ...]:
        """All that wait for an answer, received ones first."""
        now = self._now()
        found = [
            Invitation(
                offer.id, offer.direction, contact.name, contact.address, offer.terms, offer.note, offer.changed,
                max(0.0, offer.good_until - now), offer.before,
                contact.key,
                self._standing(contact.peer or contact.name, contact.key),
            )
            for contact in self._contacts.all.values() if (offer := contact.offer) is not None
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda each: each.direction is Direction.SENT))

    # --- from here ----------------------------------------------------------------------------------------------------

    def invite(self, instance: str, terms: GameTerms, note: str) -> None:
        """Invite somebody on the network."""
        peer = self._contacts.peer(instance)
        if peer is None:
            self._contacts.tell("lan-nobody")
            return
        standing = self._contacts.with_instance(instance)
        if standing is None:
            self._dial(peer.label, instance, addresses_of(peer), terms, note, peer.key)
        elif standing.joined:
            self.invite_contact(standing, terms, note)

    def invite_address(self, address: str, terms: GameTerms, note: str) -> str | None:
        """Invite whom one has played with at an address, else whoever is there; None, or the code of why it is none."""
        try:
            parsed = str(parse_address(address))
        except BadAddressError:
            return "bad-address"
        self._dial(parsed, "", [parsed], terms, note, self._pinned(parsed))
        return None

    def invite_contact(self, contact: Contact, terms: GameTerms, note: str = "") -> None:
        """Invite somebody to whom a line stands; nothing if an invitation lies there already."""
        if contact.offer is None:
            contact.offer = self._new_offer(Direction.SENT, terms, note)
            self._contacts.do(contact, actions.Invite(to_wire(terms), note))

    def watch(self, instance: str) -> None:
        """Ask to watch somebody's game."""
        peer = self._contacts.peer(instance)
        if peer is None:
            self._contacts.tell("lan-nobody")
        else:
            first, *others = addresses_of(peer)
            self._contacts.dial(Contact(0, peer.label, first, others, key=peer.key, wanted=actions.Watch()))

    def answer(self, invitation: str, yes: bool, reason: str) -> None:
        """Accept or refuse a received one."""
        contact, offer = self._find(invitation, Direction.RECEIVED)
        if contact is not None and offer is not None:
            contact.offer = None
            self._contacts.do(contact, actions.AnswerInvitation(offer.wire_id, yes, reason, signed_date()))

    def counter(self, invitation: str, terms: GameTerms) -> None:
        """Answer a received one with other terms."""
        contact, offer = self._find(invitation, Direction.RECEIVED)
        if contact is not None and offer is not None:
            contact.offer = self._new_offer(Direction.SENT, terms, "", changed=True)
            self._contacts.do(contact, actions.CounterInvitation(offer.wire_id, to_wire(terms)))

    def hold(self, invitation: str) -> None:
        """The person is busy with a received one."""
        contact, offer = self._find(invitation, Direction.RECEIVED)
        if contact is not None and offer is not None and HOLD in contact.capabilities:
            self._contacts.do(contact, actions.HoldInvitation(offer.wire_id))

    def cancel(self, invitation: str) -> None:
        """Take a sent one back."""
        contact, _ = self._find(invitation, Direction.SENT)
        if contact is not None:
            self._withdraw(contact)

    def turn_others_away(self, playing: Contact) -> None:
        """A game begins, and nobody else can be played with meanwhile."""
        for contact in list(self._contacts.all.values()):
            if contact is playing or contact.offer is None:
                continue
            if contact.offer.direction is Direction.RECEIVED:
                self.answer(contact.offer.id, False, "busy")
            else:
                self._withdraw(contact)

    def sender(self, invitation: str) -> Contact | None:
        """Who sent a received one."""
        return self._find(invitation, Direction.RECEIVED)[0]

    def _withdraw(self, contact: Contact) -> None:
        contact.offer = contact.wanted = None
        if contact.joined:
            self._contacts.do(contact, actions.CancelInvitation())
        if contact.table is None:
            self._contacts.do(contact, actions.Leave())

    def _dial(self, name: str, instance: str, addresses: list[str], terms: GameTerms, note: str, key: str = "") -> None:
        offer = self._new_offer(Direction.SENT, terms, note)
        wanted = actions.Invite(to_wire(terms), note)
        first, *others = addresses
        self._contacts.dial(Contact(0, name, first, others, instance, key=key, wanted=wanted, offer=offer))

    def _new_offer(
        self, direction: Direction, terms: GameTerms, note: str, *, changed: bool = False
    ) -> ContactInvitation:
        self._last += 1
        return ContactInvitation(str(self._last), direction, terms, note, changed, self._now() + INVITATION_S)

    def _find(self, invitation: str, direction: Direction) -> tuple[Contact | None, ContactInvitation | None]:
        for contact in self._contacts.all.values():
            offer = contact.offer
            if offer is not None and offer.id == invitation and offer.direction is direction:
                return contact, offer
        return None, None

    # --- from the wire ------------------------------------------------------------------------------------------------

    def receive(self, contact: Contact, event: wire.Invited) -> None:
        """Somebody invites, or would play by other terms. What can't be played nobody is asked about."""
        crossed, contact.crossed = contact.crossed, None
        sent, contact.offer = contact.offer, None
        changed = sent is not None and sent.direction is Direction.SENT
        contact.overtaken = sent.terms if sent is not None and changed else None
        try:
            terms = from_wire(event.terms)
        except BadTermsError as error:
            log.info("an invitation from %s was declined: %s", contact.name, error)
            self._contacts.do(contact, actions.AnswerInvitation(event.invitation, False, error.code))
            return
        if not self._contacts.has_seat:
            self._contacts.do(contact, actions.AnswerInvitation(event.invitation, False, "busy"))
            return
        why = None if changed or crossed is not None else self._refusal(contact)
        if why is not None:
            log.info(
                "an invitation from %s at %s was refused unasked: %s", contact.name, contact.address, why or "blocked"
            )
            self._contacts.do(contact, actions.AnswerInvitation(event.invitation, False, why))
            return
        offer = self._new_offer(Direction.RECEIVED, terms, event.note, changed=changed)
        offer.wire_id = event.invitation
        offer.before = contact.overtaken if crossed is None else None
        offer.good_until = self._now() + event.seconds
        contact.offer = offer
        if crossed is not None:
            self._accept_if_same(offer, crossed)

    def end(self, contact: Contact, code: str, reason: str) -> None:
        """An invitation is gone; where nothing else is wanted of this contact, so is the contact."""
        offer, contact.offer = contact.offer, None
        if code == "crossed":
            contact.crossed = offer.terms if offer is not None else None
        elif offer is not None:
            self._tell_of_end(contact.name, offer, code, reason)
            if offer.direction is Direction.SENT and contact.table is None:
                self._contacts.do(contact, actions.Leave())

    def held(self, contact: Contact, seconds: float) -> None:
        """An invitation is good for longer."""
        if contact.offer is not None:
            contact.offer.good_until = self._now() + seconds

    def refused(self, contact: Contact, action: str) -> bool:
        """The network thread could not do an action. Whether it was one of an invitation."""
        offer, overtaken = contact.offer, contact.overtaken
        if action == "Invite" and offer is not None and offer.direction is Direction.RECEIVED:
            # theirs came while ours was on its way to the network thread
            contact.overtaken = None
            if overtaken is not None:
                self._accept_if_same(offer, overtaken)
            return True
        if action in ("Invite", "AnswerInvitation", "CounterInvitation"):
            contact.offer = None
            self._contacts.tell("lan-not-begun", name=contact.name)
            return True
        return False

    def _accept_if_same(self, offer: ContactInvitation, ours: GameTerms) -> None:
        """Both have invited: who asked for the same game need not be asked again."""
        offer.changed = False
        if dataclasses.replace(offer.terms, colour=mirrored(offer.terms.colour)) == ours:
            self.answer(offer.id, True, "")

    def _tell_of_end(self, name: str, offer: ContactInvitation, code: str, reason: str) -> None:
        received = offer.direction is Direction.RECEIVED
        if received and code == "cancelled" and self._now() >= offer.good_until - _MISSED_S:
            code = "expired"  # their clock was a little faster
        tell = self._contacts.tell
        match code:
            case "declined" if reason == "expired":
                tell("lan-expired", name=name)
            case "declined" if reason in REASONS:
                tell(_TOLD_REASONS.get(reason, "lan-terms-refused"), name=name)
            case "declined" if reason:
                tell("lan-declined-because", name=name, why=reason)
            case "declined":
                tell("lan-declined", name=name)
            case "expired":
                tell("lan-missed" if received else "lan-expired", name=name)
            case "cancelled":
                tell("lan-cancelled", name=name)
            case _:
                tell("lan-not-begun", name=name)
