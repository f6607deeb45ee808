"""A table with somebody elsewhere: what `views.Table` promises, and what has to be kept on disk beside the match."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from game.lan import chat
from game.lan.chat import TableChat
from game.lan.signing import with_proof
from game.lan.terms import Colour, mirrored
from game.lan.ticket_file import TicketFile
from game.lan.views import ChatLine, GameTerms, LineState
from game.match import events as happened
from game.match.autosave import Autosave
from game.match.events import MatchEvent, Request
from game.match.match import Match
from game.match.remote import RemotePlayer
from game.rules.core import Side, Termination
from net.session import actions, ending
from net.session import events as wire
from net.session.game_session import FALSE_END
from net.session.limits import CHAT_WINDOW_S, CHATS, RateLimit
from net.session.messages import Side as TableSide
from net.session.presence import allowance_s
from net.session.ticket import Ticket

log = logging.getLogger(__name__)

_LEFT_BY_BYE: Final = ("saved", "closing", "left", "closed")
"""Codes of a goodbye: the line was not cut, somebody went."""
_LAST_WORDS: Final = 8
"""Turns of a match that suffice for the end of its game."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """What a table needs of the LAN: `send` takes its actions, `now` is its clock, `invite` asks the same person for
    another game, `left` is told when the table is left."""

    send: Callable[[actions.TableAction], None]
    now: Callable[[], float]
    invite: Callable[[GameTerms], None]
    left: Callable[[], None]


class LanTable:
    """A game with somebody elsewhere. `side` is ours."""

    is_watched = False

    def __init__(
        self, desk: TableServices, peer: str, own_name: str, side: Side, terms: GameTerms, talk: TableChat
    ) -> None:
        self.peer = peer
        self.side = side
        self.terms = terms
        self.line = LineState.CONNECTED
        self.round_trip_s: float | None = None
        self._watchers: tuple[str, ...] = ()
        self._watchers_there: tuple[str, ...] = ()
        self.remote = RemotePlayer(side.other, desk.send, self._note)
        self.game = ""
        """The game's id on the wire."""
        self.has_ended = False
        """Whether the end has been told on the wire: both know it, or one side is out of reach."""
        self.is_unknown_there = False
        """Whether the other side's program has said, since the line went down, that it knows no such game."""
        self._desk = desk
        self._names = (own_name, peer) if side is Side.FIRST else (peer, own_name)
        self._chat = talk
        self._say_rate = RateLimit(CHATS, CHAT_WINDOW_S)
        self._ticket_file: TicketFile | None = None
        self._ticket: Ticket | None = None  # one that has to be written
        self._match: Match | None = None
        self._log: Autosave | None = None
        self._here: TableSide = "host"
        self._back_by = 0.0
        self._settled = False  # both have said the same end ...
        self._has_told_kept = False  # ... and it is on the disk here,
        self._is_kept_there = False  # ... and there
        self._put_away = False
        self._is_counted = False
        self._left = False

    def seat(self, match: Match, journal: Autosave, file: TicketFile, ticket: Ticket, *, waits: bool = False) -> None:
        """The match that is played here, its journal, the ticket and its file, and whether the line to the other side
        is still to come."""
        self._match, self._log, self._ticket_file, self._ticket = match, journal, file, ticket
        self.game, self._here = ticket.game, ticket.here
        self.remote.sit(match.clock, lambda: journal.is_safe, match.ply, ticket.epoch)
        if waits:
            self.line = LineState.DOWN
            self._back_by = self._desk.now() + allowance_s(ticket.cuts)
            self.remote.wait_for_line()

    def retire(self) -> None:
        """Another game begins at this table, so the other side knows that this one is over; what has still to be said
        of it would be taken for that other game."""
        self.remote.fall_silent()
        self.has_ended = self._settled = self._is_kept_there = self._left = True
        self._conclude()

    @property
    def match(self) -> Match:
        """The match that is played here."""
        assert self._match is not None
        return self._match

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or the table was left."""
        return self._left or self.match.outcome is not None

    @property
    def is_here(self) -> bool:
        """Whether the other side is at the table now."""
        return self.line in (LineState.CONNECTED, LineState.UNSTABLE)

    @property
    def is_left(self) -> bool:
        """Whether the table was left from here."""
        return self._left

    @property
    def is_on_disk(self) -> bool:
        """Whether everything that happened is on disk."""
        return self._log is None or self._log.is_safe

    @property
    def is_put_away(self) -> bool:
        """Whether both sides have the end on their disks, so that nothing is kept for the other any more."""
        return self._put_away

    @property
    def kept_as(self) -> str:
        """The name of the game among the kept ones."""
        return "" if self._log is None else self._log.id

    @property
    def record(self) -> Path | None:
        """The file of the game's record once the game is over."""
        return None if self._log is None else self._log.record

    @property
    def record_key(self) -> str:
        """The key of the game in the library once it is over; empty where it is not kept."""
        return "" if self.record is None else self.record.name

    @property
    def written_key(self) -> str:
        """The same once that file is written; signatures may still be put into it."""
        return self.record_key if self.is_on_disk else ""

    # --- views.Table --------------------------------------------------------------------------------------------------

    @property
    def back_in_s(self) -> float:
        """While the line is down: for how many seconds the other side may still come back."""
        return max(0.0, self._back_by - self._desk.now()) if self.line is LineState.DOWN else 0.0

    @property
    def chat(self) -> Sequence[ChatLine]:
        """What was said."""
        return self._chat.lines

    @property
    def watchers(self) -> tuple[str, ...]:
        """Who watches, at our side and at the other."""
        return self._watchers + self._watchers_there

    @property
    def unread(self) -> int:
        """Lines of the other side that were not read yet."""
        return self._chat.unread

    def read(self) -> None:
        """Everything said has been seen."""
        self._chat.read()

    def say(self, text: str) -> str | None:
        """Say something; None, or the code of why not."""
        text = " ".join(text.split())
        if not text:
            return "empty"
        if self.line is LineState.GONE:
            return "gone"
        if not self._say_rate.count(self._desk.now()):
            return "too-fast"
        self._desk.send(actions.Say(text))
        self._chat.say(self._names[self.side], text, mine=True)
        return None

    def claim(self) -> None:
        """Claim the game of somebody who is overdue; before that it does nothing."""
        if self.line is LineState.OVERDUE:
            self._desk.send(actions.ClaimEnd())

    def invite_again(self, swapped: bool) -> None:
        """After the end: invite the other side to another game."""
        if not self.is_over or self.line is LineState.GONE:
            return
        colour: Colour = "first" if self.side is Side.FIRST else "second"
        self._desk.invite(replace(self.terms, colour=mirrored(colour) if swapped else colour))

    def leave(self) -> None:
        """Leave the table; an unfinished game is kept on both sides."""
        if self._left:
            return
        self._left = True
        self.say_last_words()
        self._desk.send(actions.Leave())
        self.line = LineState.GONE
        self._desk.left()

    def say_last_words(self) -> None:
        """The line is about to be closed from here: say what has waited for the disk."""
        self.remote.flush()
        self._tell_kept()

    # --- from the wire ------------------------------------------------------------------------------------------------

    def take(self, event: wire.WireEvent) -> None:
        """Something has come for this table."""
        match event:
            case wire.TicketChanged(ticket=ticket):
                self._ticket = ticket
            case wire.Proved(game=game) if self._log is not None:
                self._log.amend(partial(with_proof, game=game, here=self._here))
            case wire.ChatArrived(text=text):
                self._chat.say(self.peer, text, mine=False)
            case wire.LineDown(why=why, seconds=seconds):
                self.line = LineState.DOWN
                self.is_unknown_there = False
                self._back_by = self._desk.now() + seconds
                self._chat.note("left" if why in _LEFT_BY_BYE else "line_down", who=self.peer)
            case wire.LineUp():
                if self.line is not LineState.CONNECTED:
                    self._chat.note("line_up", who=self.peer)
                self.line = LineState.CONNECTED
            case wire.LineUnstable(unstable=unstable):
                if self.line in (LineState.CONNECTED, LineState.UNSTABLE):
                    self.line = LineState.UNSTABLE if unstable else LineState.CONNECTED
            case wire.NotBack(is_known=is_known):
                self.is_unknown_there = not is_known
                self._chat.note("not_back" if is_known else "not_known", who=self.peer)
            case wire.Overdue():
                self.line = LineState.OVERDUE
                self._chat.note("overdue", who=self.peer)
            case wire.Latency(rtt_s=rtt_s):
                self.round_trip_s = rtt_s
            case wire.WatcherCame(name=name, watchers=watchers):
                self._watchers = watchers
                self._chat.note("watcher_came", who=name)
            case wire.WatcherLeft(name=name, watchers=watchers):
                self._watchers = watchers
                self._chat.note("watcher_left", who=name)
            case wire.WatchersThere(watchers=watchers):
                before, self._watchers_there = Counter(self._watchers_there), watchers
                for name in (Counter(watchers) - before).elements():
                    self._chat.note("watcher_came", who=name)
                for name in (before - Counter(watchers)).elements():
                    self._chat.note("watcher_left", who=name)
            case wire.Resynchronising():
                self._chat.note("checking")
            case wire.Complaint(code=code, by="here") if code == FALSE_END:
                self._chat.note("end_refused", who=self.peer)
            case wire.Resynchronised():
                self._chat.note("checked")
            case wire.Ended():
                self._take_end(event)
            case wire.EndAcknowledged():
                self._is_kept_there = True
            case wire.Left():
                self.line = LineState.GONE
                if not self._left:
                    self._chat.note("left", who=self.peer)
            case _:
                pass
        self.remote.take(event)

    def _take_end(self, event: wire.Ended) -> None:
        self.has_ended = True
        self._settled = self._settled or event.confirmed
        if event.denied:
            self._chat.note("end_denied", who=self.peer)
        elif not event.confirmed:
            self._chat.note("end_unconfirmed", who=self.peer)
        elif event.reason == ending.UNKNOWN:
            self._chat.note("unknown_game", who=self.peer)
            self.line = LineState.GONE
        elif event.winner == "none":
            self._chat.note("no_result", who=self.peer)

    def update(self) -> bool:
        """Each frame: keep what has to be kept. Whether the disk has to be waited for (`sync`)."""
        if self._match is None or not self._is_heard:
            return False
        if self._match.outcome is not None:
            self._tell_kept()
            self._conclude()
        file, ticket = self._ticket_file, self._ticket
        if file is None or ticket is None or self._put_away or not self.remote.is_idle:
            return False
        self._ticket = None
        try:
            file.write(ticket)
        except OSError as error:
            log.warning("the ticket of a game can't be kept: %s", error)
            return False
        return True

    def take_finished(self) -> bool:
        """Once, when the game is over and the wire has told of it: True."""
        if self._is_counted or not self.has_ended or not self._is_heard or self.match.outcome is None:
            return False
        self._is_counted = True
        return True

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be kept or counted once the other side has gone."""
        if not self._is_heard:
            return False
        return not self.has_ended or self.match.outcome is None or self._is_counted

    def hear_out(self) -> None:
        """The network is down: let the match hear what was said of its end."""
        for _ in range(_LAST_WORDS):
            if self._match is None or not self.has_ended or self._is_heard:
                return
            self._match.update()

    @property
    def _is_heard(self) -> bool:
        """Whether the match has heard of everything that came in, or was left and hears nothing any more."""
        return self.remote.is_idle or (self._log is not None and self._log.is_closed)

    def sync(self) -> None:
        """Wait for the disk; for a thread that may. Never raises."""
        try:
            if self._ticket_file is not None:
                self._ticket_file.sync()
        except OSError as error:
            log.warning("the ticket of a game can't be kept: %s", error)

    def _tell_kept(self) -> None:
        """The end that both have said, and its signatures, are on the disk here: the other side may forget the game."""
        if self._settled and not self._has_told_kept and self._is_heard and self.is_on_disk:
            self._has_told_kept = True
            self._desk.send(actions.AcknowledgeEnd())

    def _conclude(self) -> None:
        """Both sides have the end on their disks. Until then the journal stays, to tell the other side if it comes
        back."""
        journal, file = self._log, self._ticket_file
        if self._put_away or not self._is_kept_there or not self._settled or journal is None or file is None:
            return
        self._put_away = True
        try:
            file.remove()
        except OSError as error:
            log.warning("the ticket of a game can't be removed: %s", error)
        self._chat.forget(file.path.with_suffix(chat.SUFFIX))
        journal.conclude()

    # --- from the match -----------------------------------------------------------------------------------------------

    def _note(self, event: MatchEvent) -> None:
        """What happens at the table is told between the lines of talk."""
        match event:
            case happened.RequestGranted(request=request):
                self._note_answer(request, "agreed")
            case happened.RequestDeclined(request=request):
                self._note_answer(request, "declined")
            case happened.RequestLapsed():
                self._chat.note("request_lapsed")
            case happened.Resumed():
                self._chat.note("resumed")
            case happened.GameEnded(outcome=outcome):
                if outcome.termination is Termination.ABANDONED and outcome.winner is not None:
                    key = "claimed_here" if outcome.winner is self.side else "claimed"
                    self._chat.note(key, who=self.peer)
            case _:
                pass

    def _note_answer(self, request: Request, answer: str) -> None:
        """One's own answer is told to oneself as such, not as somebody's."""
        here = "_here" if request.by is not self.side else ""
        self._chat.note(f"{request.kind.replace('-', '_')}_{answer}{here}", who=self._names[request.by.other])
