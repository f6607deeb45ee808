"""Coming back: games that were interrupted, ends that were not heard, and people who are at another address now."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from typing import Final

from game.lan import interrupted
from game.lan.contacts import Contact, Contacts, addresses_of
from game.lan.interrupted import InterruptedGame, InterruptedGames
from game.lan.seating import LanSeating
from game.lan.table import LanTable
from game.lan.terms import BadTermsError
from game.lan.views import LineState, SuspendedGame
from game.match.saved_match import GameTakenError
from game.rules.core import Outcome, Side, Termination
from game.storage.notice import Notice
from net.discovery.peer_table import DiscoveredPeer
from net.session import actions, ending
from net.session import events as wire

_SEARCH_EVERY_S: Final = 0.5
MOST_FAREWELLS: Final = 32
"""Finished games of which the other side may not know the end that are listened for at a time, the last ones first."""
_Found = tuple[list[InterruptedGame], list[Notice], frozenset[str]]


class Returning:
    """The interrupted games of one kind of player, looked for in a thread of their own: there may be thousands."""

    def __init__(
        self, contacts: Contacts, seating: LanSeating, store: InterruptedGames, now: Callable[[], float], *, tells: bool
    ):
        """`tells`: the person is told of an interrupted game, once."""
        self._contacts = contacts
        self._seating = seating
        self._store = store
        self._now = now
        self._kept: list[InterruptedGame] = []
        self._look_again = True
        self._has_told = not tells
        self._reader: Executor | None = None
        self._looking: Future[_Found] | None = None
        self._searched_at = 0.0

    def note_change(self) -> None:
        """What can be taken up may have changed."""
        self._look_again = True

    def look(self) -> None:
        """Look for interrupted games now, and wait until it is done."""
        self._settle()
        self._look_again = False
        self._note(_find(self._store))

    def poll(self) -> None:
        """Take what was found, and look again in the background when something has changed."""
        if self._looking is not None and self._looking.done():
            looking, self._looking = self._looking, None
            self._note(looking.result())
        elif self._look_again and self._looking is None:
            self._look_again = False
            if self._reader is None:
                self._reader = ThreadPoolExecutor(1, thread_name_prefix="lan-kept")
            self._looking = self._reader.submit(_find, self._store)

    def update(self) -> None:
        """Each frame while the network is open: `poll`, and look for those who were lost."""
        self.poll()
        if self._now() - self._searched_at >= _SEARCH_EVERY_S:
            self._searched_at = self._now()
            self._look_for_the_lost()

    def close(self) -> None:
        """Let what is being read end."""
        self._settle()
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.shutdown(wait=True)
        self._look_again = True

    def _settle(self) -> None:
        """Whoever looks in the background has one journal after the other open: let that end."""
        if self._looking is not None:
            wait([self._looking])
            self._looking = None
            self._look_again = True

    def _note(self, found: _Found) -> None:
        self._kept, notices, known = found
        if self._contacts.service is not None:
            self._contacts.service.keep(known)
        self._contacts.pass_on(*notices)
        for game in self._kept:
            self._seating.count_kept(game)
        waiting = self.suspended
        if waiting and not self._has_told:
            self._contacts.tell("lan-suspended", name=waiting[0].peer)
        self._has_told = True
        self._say_farewells()

    # --- games --------------------------------------------------------------------------------------------------------

    @property
    def suspended(self) -> tuple[SuspendedGame, ...]:
        """Games that can be taken up again, as of the last look."""
        return tuple(game.view for game in self._kept if game.ending is None)

    def resume(self, name: str) -> None:
        """Take up a game, or tell why not."""
        game = self._store.find(name)
        if game is None and self._looking is not None:  # it may lie open just there
            self._settle()
            game = self._store.find(name)
        if game is None or game.ending is not None:
            self._contacts.tell("save-taken", file=name)
            return
        if not self._store.is_ours(game):
            self._contacts.tell("lan-game-old-key", name=game.view.peer)
            return
        try:
            self._seating.restore(game)
        except GameTakenError as error:
            self._contacts.pass_on(error.notice)
        except BadTermsError as error:
            self._contacts.tell("save-unreadable", file=name, why=str(error))
        self.note_change()

    def discard(self, name: str) -> None:
        """Give a game up."""
        self._settle()
        game = next((each for each in self._kept if each.id == name), None)
        self._store.discard(name)
        if game is not None and self._contacts.service is not None:
            self._contacts.service.discard(game.ticket.game)
        self._kept = [game for game in self._kept if game.id != name]
        self.note_change()

    # --- ends that were not heard -------------------------------------------------------------------------------------

    def _say_farewells(self) -> None:
        """Be there for those who may not know yet how their game ended. They may come at any time, so each is waited
        for as long as the program runs."""
        contacts = self._contacts.all.values()
        waited_for = {each.farewell.id for each in contacts if each.farewell is not None}
        waited_for |= {each.table.kept_as for each in contacts if isinstance(each.table, LanTable)}
        over = [(game, game.ending) for game in self._kept if game.ending is not None and self._store.is_ours(game)]
        for game, outcome in over[:MOST_FAREWELLS]:
            if game.id not in waited_for and self._contacts.service is not None:
                name, addresses = game.ticket.peer_name, game.ticket.addresses
                contact = Contact(0, name, addresses[-1] if addresses else "", peer=name, joined=True, farewell=game)
                contact.key = game.ticket.peer_key
                self._contacts.restore(contact, game, _wire_end(outcome, interrupted.here(game.ticket)))

    def say_farewell(self, contact: Contact, event: wire.WireEvent) -> None:
        """What has come from somebody who may not know yet."""
        game = contact.farewell
        if game is None:
            return
        match event:
            case wire.Proved(game=signed):
                self._store.prove(game.id, signed, game.ticket.here)
            case wire.Ended(winner=winner, reason=reason):
                self._contacts.do(contact, actions.DeclareEnd(winner, reason))
                if event.confirmed:  # with a proof, which came before
                    self._contacts.do(contact, actions.AcknowledgeEnd())
            case wire.EndAcknowledged():
                self._store.discard(game.id)
                self._contacts.do(contact, actions.Leave())
            case _:
                pass

    # --- people -------------------------------------------------------------------------------------------------------

    def _look_for_the_lost(self) -> None:
        """Somebody whose line is down may have come back at another address: whoever has that key is tried."""
        service, peers = self._contacts.service, self._contacts.peers
        for contact in self._contacts.all.values():
            waits = isinstance(contact.table, LanTable) and contact.table.line in (LineState.DOWN, LineState.OVERDUE)
            if service is not None and (waits or contact.farewell is not None):
                there = [peer for peer in peers if _is_there(peer, contact)]
                found = [address for peer in there for address in addresses_of(peer)]
                if found:
                    service.also_at(contact.number, found[:3])


def _is_there(peer: DiscoveredPeer, contact: Contact) -> bool:
    """Whether a peer is who is waited for; of games of earlier releases only the name is known."""
    return peer.key == contact.key if contact.key else bool(peer.name) and peer.name == contact.peer


def _find(store: InterruptedGames) -> _Found:
    return *store.look(), store.games()


def _wire_end(outcome: Outcome, side: Side) -> actions.DeclareEnd:
    if outcome.termination is Termination.ABANDONED and outcome.winner is None:
        return actions.DeclareEnd("none", ending.DISAGREEMENT)
    absent = outcome.termination is Termination.ABANDONED
    reason = ending.ABSENCE if absent else outcome.termination.value
    if outcome.winner is None:
        return actions.DeclareEnd("draw", reason)
    return actions.DeclareEnd("here" if outcome.winner is side else "there", reason)
