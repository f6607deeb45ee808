"""What a side must keep to come back to its game after a crash, beside the moves themselves."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from net.session.messages import Count, Hex16, Hex32, Name, PlyNumber, PositionHash, Side, Terms
from net.session.pending_requests import PendingRequest
from net.session.signed_game import SideSignature, SignedCard


class BadTicketError(Exception):
    """The text is not a ticket; one sentence why."""


class Ticket(msgspec.Struct, frozen=True):
    """One side's place at one table. `token` is a secret: who comes back shows that they know it, beside
    their key.

    `addresses` are where the other side may be reached, `base` is the ply at which the epoch began, `turn` counts the
    connections of the game, `cuts` how often the line was cut, `pauses` the pauses and their ends, `peer_key` the other
    side's key, empty in the tickets of releases that had none, `card` what both sides sign of the game: one of a
    release that did not sign goes on unsigned. `signed` is our last signature of a move, which stays when the key is
    lost; `is_shared` tells whether the other side has had a move of the game on its disk. What another release has
    written beside is ignored.
    """

    game: Hex16
    token: Hex32
    here: Side
    first: Side
    terms: Terms
    start_hash: PositionHash
    peer_instance: Hex16
    peer_name: Name
    addresses: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=4)]
    epoch: Count = 0
    base: PlyNumber = 0
    turn: Count = 0
    cuts: Count = 0
    pauses: Count = 0
    next_request: Count = 1
    chat_sent: Count = 0
    chat_received: Count = 0
    unanswered: Annotated[tuple[PendingRequest, ...], Meta(max_length=8)] = ()
    peer_key: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z", max_length=64)] = ""
    card: SignedCard | None = None
    signed: SideSignature = SideSignature()
    is_shared: bool = False


_DECODER = msgspec.json.Decoder(Ticket)


def write_ticket(ticket: Ticket) -> str:
    """The ticket as one line of JSON."""
    return msgspec.json.encode(ticket).decode()


def read_ticket(text: str) -> Ticket:
    """The ticket that a text holds. Raises BadTicketError."""
    try:
        return _DECODER.decode(text.encode())
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadTicketError(f"not a ticket: {error}") from error
