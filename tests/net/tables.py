"""A table from the first hello to the goodbye, driven step by step, and what both sides see of it."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from world import TERMS, Node, World

from net.session import actions, events
from net.session.ending import RESIGNATION, other
from net.session.events import WireEvent
from net.session.messages import EndMessage, FinalMessage, Message, MoveMessage, Ply, ResignMessage, Terms, encode
from net.session.session_state import SessionState as S
from net.session.signed_game import end_link, sign_end, sign_link

E = TypeVar("E", bound=WireEvent)

FIXED = TERMS
_ASIDE = (events.Latency, events.TicketChanged, events.LineUnstable, events.EndAcknowledged)
RANDOM = Terms("invented", {}, 0, 0, "random")


class Table(World):
    """Two who have met, and what they see since the last look."""

    def __init__(self, seed: int = 1, *, accept: bool = True) -> None:
        super().__init__(seed)
        self.anna, self.ben = self.nodes
        self.marks = [0, 0]
        for node in self.nodes:
            node.player.accept_invitations = accept

    def meet(self) -> Table:
        self.anna.connect(self.ben)
        self.settle(0.1)
        self.look()
        return self

    def start(self, terms: Terms = FIXED) -> Table:
        self.begin(terms)
        self.look()
        return self

    def look(self) -> tuple[list[WireEvent], list[WireEvent]]:
        """What each has seen since the last look, without what only says how the line is or goes to the disk."""
        found = []
        for number, node in enumerate(self.nodes):
            seen = node.player.seen
            found.append([event for event in seen[self.marks[number] :] if not isinstance(event, _ASIDE)])
            self.marks[number] = len(seen)
        return found[0], found[1]

    def act(self, node: Node, action: actions.TableAction, seconds: float = 0.05) -> None:
        node.act(action)
        self.settle(seconds)

    def play(self, *texts: str) -> None:
        for text in texts:
            (self.anna if self.anna.player.my_turn else self.ben).player.play(text)
            self.settle(0.02)

    def inject(self, who: int, message: Message) -> None:
        """A message that the other side's program would not send; what it says of moves and ends is signed by it."""
        message = self.signed(1 - who, message)
        self.nodes[who].server.receive(self.cables[-1].links[who], encode(message), self.now)
        self.nodes[who].collect()
        self.settle(0.02)

    def signed(self, by: int, message: Message) -> Message:
        """What somebody says, signed by the chain of whom it is said to."""
        if self.session(1 - by).game_session is None:
            return message
        if not isinstance(message, MoveMessage | EndMessage | ResignMessage) or message.signature:
            return message
        state, key = self.game_session(1 - by).state, self.nodes[by].secret
        there = other(state.here)
        if isinstance(message, MoveMessage):
            ply = Ply(message.text, message.hash, there, message.used_ms, message.left_ms, message.epoch)
            return msgspec.structs.replace(message, signature=sign_link(key, state.move_log.link_after(ply)))
        final = (
            FinalMessage(state.here, RESIGNATION, message.epoch, message.ply)
            if isinstance(message, ResignMessage)
            else message.final
        )
        ply_number = min(final.ply, len(state.move_log))
        return msgspec.structs.replace(
            message, signature=sign_end(key, end_link(state.move_log.link_at(ply_number), final))
        )

    def state(self) -> tuple[S, S]:
        return self.session(0).state, self.session(1).state

    @property
    def game(self) -> str:
        return self.game_session(0).state.game


def one(seen: list[WireEvent], kind: type[E]) -> E:
    found = [event for event in seen if isinstance(event, kind)]
    assert len(found) == 1, seen
    return found[0]


def kinds(seen: list[WireEvent]) -> list[str]:
    return [type(event).__name__ for event in seen]


def hold(node: Node) -> None:
    """The person lets invitations lie."""
    see = node.player.see
    node.player.see = lambda event: (  # a person who does not answer
        node.player.seen.append(event) if isinstance(event, events.Invited) else see(event)
    )
