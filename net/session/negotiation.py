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
from collections.abc import Callable
from dataclasses import dataclass

from net.sanitize import clean_note
from net.session import actions, events
from net.session.colour_draw import Toss, commitment
from net.session.limits import INVITE_WINDOW_S, RateLimit
from net.session.messages import Answer, Cancel, Counter, Hold, Invite, Seed, Side, Start, Terms
from net.session.outbox import Outlet, RefusedError, checked

INVITATION_S = 60.0
"""How long an invitation holds."""
MOST_HOLDS = 3
"""So often the person who was invited may have that time start again."""
STARTING_S = 10.0
"""Between the yes and the first position."""
SEND_GAP_S = INVITE_WINDOW_S + 1.0
"""From one invitation to the next; a second more than the other side insists on."""

NegotiationMessage = Invite | Answer | Cancel | Counter | Hold | Seed | Start


class Stage(enum.Enum):
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


class Negotiation:
    """One side of it. `draw_hex(n)` gives n random bytes in hexadecimal; `gate` paces our invitations to this peer."""

    def __init__(self, out: Outlet, draw_hex: Callable[[int], str], gate: RateLimit) -> None:
        self.stage = Stage.IDLE
        self.start: Start | None = None
        """The host's `Start`, at the guest, until our game has set up its position."""
        self._out = out
        self._draw_hex = draw_hex
        self._gate = gate
        self._here: Side = "host"
        self._id = ""
        self._terms = Terms("none")
        self._toss: Toss | None = None
        self._first: Side | None = None
        self._unsent: Invite | None = None
        self._deadline = math.inf
        self._holds = 0
        self._gone: deque[str] = deque(maxlen=16)

    @property
    def invitation(self) -> str:
        """The id of the invitation that lies between both; empty without one."""
        return self._id

    # --- from the wire ------------------------------------------------------------------------------------------------

    def receive(self, message: NegotiationMessage, now: float) -> None:
        """Take what the other side said; what does not belong here is complained about and changes nothing."""
        if message.id != self._id and not isinstance(message, Invite):
            self._take_late(message)
            return
        match (self.stage, message):
            case (Stage.IDLE, Invite()):
                self._be_invited(message, now)
            case (Stage.INVITING, Invite()):
                if self._unsent is not None or message.id < self._id:
                    self._over("crossed")
                    self._be_invited(message, now)
            case (Stage.INVITING, Answer(yes=True)) if self._unsent is None:
                self._prepare(now)
            case (Stage.INVITING, Answer()) if self._unsent is None:
                self._over("declined", clean_note(message.reason))
            case (Stage.INVITING, Counter()) if self._unsent is None:
                self._be_countered(message, now)
            case (Stage.INVITING, Hold()) if self._unsent is None:
                self._hold(now)
            case (_, Cancel()) if self.stage is not Stage.IDLE:
                self._over("cancelled")
            case (Stage.STARTING, Seed()):
                self._take_seed(message, now)
            case (Stage.STARTING, Start()) if self._here == "guest" and self.start is None:
                self._take_start(message, now)
            case _:
                self._wrong(message)

    def _take_late(self, message: Answer | Cancel | Counter | Hold | Seed | Start) -> None:
        if message.id not in self._gone:
            self._wrong(message)
        elif not isinstance(message, Cancel):
            self._out.say(Cancel(message.id))

    def _wrong(self, message: NegotiationMessage) -> None:
        name = type(message).__name__.lower()
        self._out.complain("wrong-state", f"{name} while {self.stage.name.lower()}")

    def _be_invited(self, invite: Invite, now: float) -> None:
        if invite.id in self._gone:
            self._wrong(invite)
            return
        self._enter(Stage.INVITED, "guest", invite.id, invite.terms, now + INVITATION_S)
        note = clean_note(invite.note)
        self._out.emit(events.Invited(self._out.table, invite.id, invite.terms, note, INVITATION_S))

    def _be_countered(self, counter: Counter, now: float) -> None:
        self._enter(Stage.INVITED, "guest", counter.id, counter.terms, now + INVITATION_S)
        self._out.emit(events.Invited(self._out.table, counter.id, counter.terms, "", INVITATION_S))

    def _take_seed(self, seed: Seed, now: float) -> None:
        toss = self._toss
        if toss is None or not (toss.commit(seed.value) if seed.step == "commit" else toss.open(seed.value)):
            self._wrong(seed)
            return
        if seed.step == "commit":
            self._out.say(Seed(self._id, "open", toss.secret))
        else:
            self._first = toss.first(self._here)
            self._propose()

    def _take_start(self, start: Start, now: float) -> None:
        if start.first != self._first:
            self._wrong(start)
            return
        self.start = start
        self._deadline = now + STARTING_S
        self._out.emit(events.Agreed(self._out.table, self._terms, self._end(start.first)))

    # --- from the game ------------------------------------------------------------------------------------------------

    def invite(self, action: actions.Invite, now: float) -> None:
        """Invite, now or when the gate opens."""
        if self.stage is not Stage.IDLE:
            raise RefusedError("not-now", f"cannot invite while {self.stage.name.lower()}")
        invite = checked(Invite(self._draw_hex(8), action.terms, clean_note(action.note)))
        assert isinstance(invite, Invite)
        self._enter(Stage.INVITING, "host", invite.id, invite.terms, math.inf)
        self._unsent = invite
        self.tick(now)

    def answer(self, action: actions.AnswerInvitation, now: float) -> None:
        """The person's answer. One to an invitation that is gone is refused."""
        self._must_be_invited(action.invitation)
        self._out.say(Answer(self._id, action.yes, clean_note(action.reason)))
        if action.yes:
            self._prepare(now)
        else:
            self._leave()

    def counter(self, action: actions.CounterInvitation, now: float) -> None:
        """The person would play by other terms."""
        self._must_be_invited(action.invitation)
        counter = checked(Counter(self._id, action.terms))
        assert isinstance(counter, Counter)
        self._out.say(counter)
        self._enter(Stage.INVITING, "host", counter.id, counter.terms, now + INVITATION_S)

    def hold(self, invitation: str, now: float) -> None:
        """The person is busy with it: the time starts again on both sides, as far as it may."""
        self._must_be_invited(invitation)
        if self._holds < MOST_HOLDS:
            self._out.say(Hold(self._id))
            self._hold(now)

    def cancel(self) -> None:
        """Take the invitation back, or break off before the game has begun."""
        if self.stage in (Stage.IDLE, Stage.INVITED):
            raise RefusedError("not-now", "there is no invitation of ours")
        self._call_off("cancelled")

    def begin(self, action: actions.Begin) -> Deal | None:
        """The game has set up its position. Gives the deal, or None where the two positions differ."""
        if self.stage is not Stage.STARTING or self._first is None:
            raise RefusedError("not-now", "no game has been agreed on")
        start = self.start
        if start is None:
            if self._here == "guest":
                raise RefusedError("not-now", "the host has not started yet")
            mine = checked(Start(self._id, self._draw_hex(16), self._first, action.start_hash, self._draw_hex(32)))
            assert isinstance(mine, Start)
            self._out.say(mine)
            start = mine
        deal = Deal(start.game, start.token, self._here, start.first, self._terms, action.start_hash)
        if action.start_hash != start.hash:
            self._over("failed", "the start positions differ")
            return None
        self._leave()
        return deal

    def _must_be_invited(self, invitation: str) -> None:
        if self.stage is not Stage.INVITED or invitation != self._id:
            raise RefusedError("not-now", "this invitation is gone")

    # --- time and the line --------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Send an invitation that had to wait; let an old one expire."""
        if self._unsent is not None and self._gate.count(now):
            self._out.say(self._unsent)
            self._unsent = None
            self._deadline = now + INVITATION_S
        if now >= self._deadline:
            self._call_off("failed" if self.stage is Stage.STARTING else "expired")

    def cut(self) -> None:
        """The line is gone, and the invitation with it."""
        if self.stage is not Stage.IDLE:
            self._over("cancelled", "the line broke")

    # --- what changes -------------------------------------------------------------------------------------------------

    def _hold(self, now: float) -> None:
        if self._holds < MOST_HOLDS:
            self._holds += 1
            self._deadline = now + INVITATION_S
            self._out.emit(events.InvitationHeld(self._out.table, INVITATION_S))

    def _prepare(self, now: float) -> None:
        """Both want to play: draw for the first move, or see whose it is."""
        self._enter(Stage.STARTING, self._here, self._id, self._terms, now + STARTING_S)
        if self._terms.colour == "random":
            self._toss = Toss(self._draw_hex(32))
            self._out.say(Seed(self._id, "commit", commitment(self._toss.secret)))
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
        answer = Answer(self._id, False, code) if self.stage is Stage.INVITED else Cancel(self._id)
        if self._unsent is None:
            self._out.say(answer)
        self._over(code)

    def _over(self, code: str, reason: str = "") -> None:
        self._leave()
        self._out.emit(events.InvitationOver(self._out.table, code, reason))

    def _leave(self) -> None:
        self._enter(Stage.IDLE, "host", "", Terms("none"), math.inf)

    def _enter(self, stage: Stage, here: Side, number: str, terms: Terms, deadline: float) -> None:
        if self._id and self._id != number:
            self._gone.append(self._id)
        self._holds = 0
        self.stage, self._here, self._id, self._terms, self._deadline = stage, here, number, terms, deadline
        self._toss = self._first = self.start = self._unsent = None
