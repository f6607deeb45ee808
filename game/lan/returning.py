"""Coming back: games that were interrupted, ends that were not heard, and people who are at another address now."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from typing import Final

from game.folders import Folders
from game.lan import kept
from game.lan.contacts import Contact, Contacts, addresses_of
from game.lan.kept import KeptGame
from game.lan.seating import Seating
from game.lan.table import GameTable
from game.lan.terms import BadTermsError
from game.lan.views import LineState, SuspendedGame
from game.match.autosave import GameTakenError
from game.match.players import PlayerKind
from game.notice import Notice
from game.rules.core import Outcome, Side, Termination
from net import actions, ending
from net import events as wire

_SEARCH_EVERY_S: Final = 0.5
_Found = tuple[list[KeptGame], list[Notice]]


class Returning:
    """The interrupted games of one kind of player: a person's are not taken up by the computer, nor the other way
    round. `files` reads in the background while the network is open."""

    def __init__(
        self, contacts: Contacts, seating: Seating, folders: Folders, kind: PlayerKind, now: Callable[[], float]
    ) -> None:
        self._contacts = contacts
        self._seating = seating
        self._folders = folders
        self._kind = kind
        self._now = now
        self._kept: list[KeptGame] = []
        self._look_again = True
        self._has_told = kind is not PlayerKind.HUMAN
        self._looking: Future[_Found] | None = None
        self._searched_at = 0.0

    def note_change(self) -> None:
        """What can be taken up may have changed."""
        self._look_again = True

    def look(self) -> None:
        """Look for interrupted games, now. Reads their journals, which takes some milliseconds each."""
        self._settle()
        self._look_again = False
        self._note(kept.kept_games(self._folders))

    def update(self, files: Executor) -> None:
        """Each frame: look again in the background when something has changed, and for those who were lost."""
        if self._looking is not None and self._looking.done():
            looking, self._looking = self._looking, None
            self._note(looking.result())
        elif self._look_again and self._looking is None:
            self._look_again = False
            self._looking = files.submit(kept.kept_games, self._folders)
        if self._now() - self._searched_at >= _SEARCH_EVERY_S:
            self._searched_at = self._now()
            self._look_for_the_lost()

    def _settle(self) -> None:
        """Whoever looks in the background has one journal after the other open: let that end."""
        if self._looking is not None:
            wait([self._looking])
            self._looking = None

    def _note(self, found: _Found) -> None:
        games, notices = found
        self._kept = [game for game in games if game.saved.seats[game.view.person].kind == self._kind.value]
        self._contacts.pass_on(*notices)
        waiting = self.suspended
        if waiting and not self._has_told:
            self._contacts.tell("lan-suspended", name=waiting[0].peer)
        self._has_told = True

    # --- games --------------------------------------------------------------------------------------------------------

    @property
    def suspended(self) -> tuple[SuspendedGame, ...]:
        """Games that can be taken up again, as of the last look."""
        return tuple(game.view for game in self._kept if game.ending is None)

    def resume(self, name: str) -> None:
        """Take up a game, or tell why not."""
        self.look()
        game = next((each for each in self._kept if each.id == name and each.ending is None), None)
        if game is None:
            self._contacts.tell("save-taken", file=name)
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
        kept.discard(self._folders, name)
        self.look()

    # --- ends that were not heard -------------------------------------------------------------------------------------

    def say_farewells(self) -> None:
        """Tell those who may not know yet how their game ended."""
        for game in self._kept:
            if game.ending is not None:
                name, addresses = game.ticket.peer_name, game.ticket.addresses
                contact = Contact(0, name, addresses[-1] if addresses else "", peer=name, joined=True, farewell=game)
                self._contacts.restore(contact, game)

    def say_farewell(self, contact: Contact, event: wire.Event) -> None:
        """What has come from somebody who may not know yet."""
        game = contact.farewell
        if game is None or game.ending is None:
            return
        match event:
            case wire.LineUp():
                winner, reason = _wire_end(game.ending, kept.here(game.ticket))
                self._contacts.do(contact, actions.DeclareEnd(winner, reason))
            case wire.Ended(confirmed=True):
                kept.discard(self._folders, game.id)
                self._contacts.do(contact, actions.Leave())
            case wire.Overdue():
                self._contacts.do(contact, actions.Leave())
            case _:
                pass

    # --- people -------------------------------------------------------------------------------------------------------

    def _look_for_the_lost(self) -> None:
        """Somebody whose line is down may have come back at another address: whoever has that name is tried."""
        service, peers = self._contacts.service, self._contacts.peers
        for contact in self._contacts.all.values():
            waits = isinstance(contact.table, GameTable) and contact.table.line in (LineState.DOWN, LineState.OVERDUE)
            if service is not None and (waits or contact.farewell is not None):
                namesakes = [peer for peer in peers if peer.name and peer.name == contact.peer]
                found = [address for peer in namesakes for address in addresses_of(peer)]
                if found:
                    service.also_at(contact.number, found[:3])


def _wire_end(outcome: Outcome, side: Side) -> tuple[wire.Result, str]:
    if outcome.termination is Termination.ABANDONED and outcome.winner is None:
        return "none", ending.DISAGREEMENT
    absent = outcome.termination is Termination.ABANDONED
    reason = ending.ABSENCE if absent else outcome.termination.value
    if outcome.winner is None:
        return "draw", reason
    return ("here" if outcome.winner is side else "there"), reason
