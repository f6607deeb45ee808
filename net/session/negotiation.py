"""How a game comes about: invitation, answer, the draw for colours, start.

    stage      what may come                        what follows
    IDLE       Invite                               INVITED
    INVITING   Answer yes | no, Counter, Cancel     STARTING | IDLE, INVITED, IDLE
               Hold                                 INVITING, the time starts again
               Invite (they cross)                  the smaller id stands
    INVITED    Cancel                               IDLE
    STARTING   Seed, Start (from the host), Cancel  the game begins | IDLE

Whoever's terms are accepted is the host: it names the game and makes the token by which both can come back. Answers to
an invitation that is gone are answered with a cancel, so nobody waits in vain.
"""

from __future__ import annotations

import enum
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from net.sanitize import clean_note
from net.session import actions, events
from net.session.chat_history import ChatHistory
from net.session.colour_draw import ColourDraw, commitment
from net.session.limits import INVITE_WINDOW_S, RateLimit
from net.session.messages import (
    AnswerMessage,
    CancelMessage,
    CounterMessage,
    HoldMessage,
    InviteMessage,
    NegotiationMessage,
    SeedMessage,
    Side,
    StartMessage,
    Terms,
)
from net.session.outbox import Outbox, RefusedError, checked
from net.session.signed_game import SignedCard, SignedSeat
from net.session.ticket import Ticket

INVITATION_S = 60.0
"""How long an invitation holds."""
MOST_HOLDS = 3
"""So often the person who was invited may have that time start again."""
STARTING_S = 10.0
"""Between the yes and the first position."""
SEND_GAP_S = INVITE_WINDOW_S + 1.0
"""From one invitation to the next; a second more than the other side insists on."""


class NegotiationStage(enum.Enum):
    """Where a negotiation stands."""

    IDLE = enum.auto()
    INVITING = enum.auto()
    INVITED = enum.auto()
    STARTING = enum.auto()


@dataclass(frozen=True, slots=True)
class Deal:
    """A game that both have agreed to and set up."""

    game: str
    token: str
    here: Side
    first: Side
    terms: Terms
    start_hash: str
    introductions: dict[Side, tuple[str, str]]
    """What each side calls itself, and its date."""

    def _card(self, own_key: str, peer_key: str) -> SignedCard | None:
        if not own_key or not peer_key:
            return None
        keys = (own_key, peer_key) if self.here == "host" else (peer_key, own_key)
        host, guest = self.introductions.get("host", ("", "")), self.introductions.get("guest", ("", ""))
        seats = SignedSeat(keys[0], *host), SignedSeat(keys[1], *guest)
        return SignedCard(self.game, self.terms, self.first, self.start_hash, *seats)

    def ticket(self, peer: events.Peer | None, addresses: Sequence[str], chat: ChatHistory, own_key: str) -> Ticket:
        """The place at the table of whoever begins this game, with this key."""
        return Ticket(
            game=self.game,
            token=self.token,
            here=self.here,
            first=self.first,
            terms=self.terms,
            start_hash=self.start_hash,
            peer_instance=peer.instance if peer is not None else "0" * 32,
            peer_name=peer.name if peer is not None else "",
            addresses=tuple(addresses),
            chat_sent=chat.sent,
            chat_received=chat.received,
            peer_key=peer.key if peer is not None else "",
            card=self._card(own_key, peer.key if peer is not None else ""),
        )


class Negotiation:
    """One side of it. `draw_hex(n)` gives n random bytes in hexadecimal; `gate` paces our invitations to this peer;
    `name` is what we call ourselves."""

    def __init__(self, out: Outbox, draw_hex: Callable[[int], str], gate: RateLimit, name: str) -> None:
        self.stage = NegotiationStage.IDLE
        self.start: StartMessage | None = None
        """The host's `StartMessage`, at the guest, until our game has set up its position."""
        self._out = out
        self._draw_hex = draw_hex
        self._gate = gate
        self._here: Side = "host"
        self._id = ""
        self._terms = Terms("none")
        self._colour_draw: ColourDraw | None = None
        self._first: Side | None = None
        self._unsent: InviteMessage | None = None
        self._deadline = math.inf
        self._holds = 0
        self._gone: deque[str] = deque(maxlen=16)
        self._name = name
        self._introductions: dict[Side, tuple[str, str]] = {}

    @property
    def invitation(self) -> str:
        """The id of the invitation that lies between both; empty without one."""
        return self._id

    # --- from the wire ------------------------------------------------------------------------------------------------

    def receive(self, message: NegotiationMessage, now: float) -> None:
        """Take what the other side said; what does not belong here is complained about and changes nothing."""
        if message.id != self._id and not isinstance(message, InviteMessage):
            self._take_late(message)
            return
        match (self.stage, message):
            case (NegotiationStage.IDLE, InviteMessage()):
                self._be_invited(message, now)
            case (NegotiationStage.INVITING, InviteMessage()):
                if self._unsent is not None or message.id < self._id:
                    self._over("crossed")
                    self._be_invited(message, now)
            case (NegotiationStage.INVITING, AnswerMessage(yes=True)) if self._unsent is None:
                self._prepare(now)
                self._introductions["guest"] = message.name, message.date
            case (NegotiationStage.INVITING, AnswerMessage()) if self._unsent is None:
                self._over("declined", clean_note(message.reason))
            case (NegotiationStage.INVITING, CounterMessage()) if self._unsent is None:
                self._be_countered(message, now)
            case (NegotiationStage.INVITING, HoldMessage()) if self._unsent is None:
                self._hold(now)
            case (_, CancelMessage()) if self.stage is not NegotiationStage.IDLE:
                self._over("cancelled")
            case (NegotiationStage.STARTING, SeedMessage()):
                self._take_seed(message, now)
            case (NegotiationStage.STARTING, StartMessage()) if self._here == "guest" and self.start is None:
                self._take_start(message, now)
            case _:
                self._wrong(message)

    def _take_late(self, message: NegotiationMessage) -> None:
        if message.id not in self._gone:
            self._wrong(message)
        elif not isinstance(message, CancelMessage):
            self._out.say(CancelMessage(message.id))

    def _wrong(self, message: NegotiationMessage) -> None:
        name = type(message).__name__.lower()
        self._out.complain("wrong-state", f"{name} while {self.stage.name.lower()}")

    def _be_invited(self, invite: InviteMessage, now: float) -> None:
        if invite.id in self._gone:
            self._wrong(invite)
            return
        self._enter(NegotiationStage.INVITED, "guest", invite.id, invite.terms, now + INVITATION_S)
        note = clean_note(invite.note)
        self._out.emit(events.Invited(self._out.table, invite.id, invite.terms, note, INVITATION_S))

    def _be_countered(self, counter: CounterMessage, now: float) -> None:
        self._enter(NegotiationStage.INVITED, "guest", counter.id, counter.terms, now + INVITATION_S)
        self._out.emit(events.Invited(self._out.table, counter.id, counter.terms, "", INVITATION_S))

    def _take_seed(self, seed: SeedMessage, now: float) -> None:
        colour_draw = self._colour_draw
        if colour_draw is None or not (
            colour_draw.commit(seed.value) if seed.step == "commit" else colour_draw.open(seed.value)
        ):
            self._wrong(seed)
            return
        if seed.step == "commit":
            self._out.say(SeedMessage(self._id, "open", colour_draw.secret))
        else:
            self._first = colour_draw.first(self._here)
            self._propose()

    def _take_start(self, start: StartMessage, now: float) -> None:
        if start.first != self._first:
            self._wrong(start)
            return
        self.start = start
        self._introductions["host"] = start.name, start.date
        self._deadline = now + STARTING_S
        self._out.emit(events.Agreed(self._out.table, self._terms, self._end(start.first)))

    # --- from the game ------------------------------------------------------------------------------------------------

    def invite(self, action: actions.Invite, now: float) -> None:
        """Invite, now or when the gate opens."""
        if self.stage is not NegotiationStage.IDLE:
            raise RefusedError("not-now", f"cannot invite while {self.stage.name.lower()}")
        invite = checked(InviteMessage(self._draw_hex(8), action.terms, clean_note(action.note)))
        assert isinstance(invite, InviteMessage)
        self._enter(NegotiationStage.INVITING, "host", invite.id, invite.terms, math.inf)
        self._unsent = invite
        self.tick(now)

    def answer(self, action: actions.AnswerInvitation, now: float) -> None:
        """The person's answer. One to an invitation that is gone is refused."""
        self._must_be_invited(action.invitation)
        name, date = (self._name, action.date) if action.yes else ("", "")
        self._out.say(checked(AnswerMessage(self._id, action.yes, clean_note(action.reason), name, date)))
        if action.yes:
            self._prepare(now)
            self._introductions["guest"] = name, date
        else:
            self._leave()

    def counter(self, action: actions.CounterInvitation, now: float) -> None:
        """The person would play by other terms."""
        self._must_be_invited(action.invitation)
        counter = checked(CounterMessage(self._id, action.terms))
        assert isinstance(counter, CounterMessage)
        self._out.say(counter)
        self._enter(NegotiationStage.INVITING, "host", counter.id, counter.terms, now + INVITATION_S)

    def hold(self, invitation: str, now: float) -> None:
        """The person is busy with it: the time starts again on both sides, as far as it may."""
        self._must_be_invited(invitation)
        if self._holds < MOST_HOLDS:
            self._out.say(HoldMessage(self._id))
            self._hold(now)

    def cancel(self) -> None:
        """Take the invitation back, or break off before the game has begun."""
        if self.stage in (NegotiationStage.IDLE, NegotiationStage.INVITED):
            raise RefusedError("not-now", "there is no invitation of ours")
        self._call_off("cancelled")

    def begin(self, action: actions.Begin) -> Deal | None:
        """The game has set up its position. Gives the deal, or None where the two positions differ."""
        if self.stage is not NegotiationStage.STARTING or self._first is None:
            raise RefusedError("not-now", "no game has been agreed on")
        start = self.start
        if start is None:
            if self._here == "guest":
                raise RefusedError("not-now", "the host has not started yet")
            game, token = self._draw_hex(16), self._draw_hex(32)
            mine = checked(StartMessage(self._id, game, self._first, action.start_hash, token, self._name, action.date))
            assert isinstance(mine, StartMessage)
            self._out.say(mine)
            start = mine
            self._introductions["host"] = mine.name, mine.date
        introductions = dict(self._introductions)
        deal = Deal(start.game, start.token, self._here, start.first, self._terms, action.start_hash, introductions)
        if action.start_hash != start.hash:
            self._over("failed", "the start positions differ")
            return None
        self._leave()
        return deal

    def _must_be_invited(self, invitation: str) -> None:
        if self.stage is not NegotiationStage.INVITED or invitation != self._id:
            raise RefusedError("not-now", "this invitation is gone")

    # --- time and the line --------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Send an invitation that had to wait; let an old one expire."""
        if self._unsent is not None and self._gate.count(now):
            self._out.say(self._unsent)
            self._unsent = None
            self._deadline = now + INVITATION_S
        if now >= self._deadline:
            self._call_off("failed" if self.stage is NegotiationStage.STARTING else "expired")

    def cut(self) -> None:
        """The line is gone, and the invitation with it."""
        if self.stage is not NegotiationStage.IDLE:
            self._over("cancelled", "the line broke")

    # --- what changes -------------------------------------------------------------------------------------------------

    def _hold(self, now: float) -> None:
        if self._holds < MOST_HOLDS:
            self._holds += 1
            self._deadline = now + INVITATION_S
            self._out.emit(events.InvitationHeld(self._out.table, INVITATION_S))

    def _prepare(self, now: float) -> None:
        """Both want to play: draw for the first move, or see whose it is."""
        self._enter(NegotiationStage.STARTING, self._here, self._id, self._terms, now + STARTING_S)
        if self._terms.colour == "random":
            self._colour_draw = ColourDraw(self._draw_hex(32))
            self._out.say(SeedMessage(self._id, "commit", commitment(self._colour_draw.secret)))
        else:
            self._first = "host" if self._terms.colour == "first" else "guest"
            self._propose()

    def _propose(self) -> None:
        """The host's game sets up its position; the guest's does when the host has started."""
        if self._here == "host" and self._first is not None:
            self._out.emit(events.Agreed(self._out.table, self._terms, self._end(self._first)))

    def _end(self, side: Side) -> events.End:
        return "here" if side == self._here else "there"

    def _call_off(self, code: str) -> None:
        answer = (
            AnswerMessage(self._id, False, code) if self.stage is NegotiationStage.INVITED else CancelMessage(self._id)
        )
        if self._unsent is None:
            self._out.say(answer)
        self._over(code)

    def _over(self, code: str, reason: str = "") -> None:
        self._leave()
        self._out.emit(events.InvitationOver(self._out.table, code, reason))

    def _leave(self) -> None:
        self._enter(NegotiationStage.IDLE, "host", "", Terms("none"), math.inf)

    def _enter(self, stage: NegotiationStage, here: Side, number: str, terms: Terms, deadline: float) -> None:
        if self._id and self._id != number:
            self._gone.append(self._id)
        self._holds = 0
        self.stage, self._here, self._id, self._terms, self._deadline = stage, here, number, terms, deadline
        self._colour_draw = self._first = self.start = self._unsent = None
        self._introductions = {}
