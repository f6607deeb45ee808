"""What both sides of a table sign, so that the game can be proved to others later: a chain of hashes, one for each ply.

    first link     game, terms, who begins, position, and of both sides their key, what they call themselves, their date
    next link      the link before, epoch, number, text, position, who moved, the time used and left
    link of an end the link after its last ply, who won, why, epoch and ply

A signature (Ed25519, `net.trust.keys`) is made over a link. Each link covers the one before it, so one signature is
good for the whole game up to there: the last one of each side is all that has to be kept. A ply that was taken back is
in no link; what is played in its place has a later epoch, so that no signature of before fits it. A link is the SHA-256
of JSON, written here alone, and belongs to protocol 4: another protocol has another `_CHAIN`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from net.session.messages import DateText, FinalMessage, Hex16, Hex32, Name, Ply, PlyNumber, PositionHash, Side, Terms
from net.trust.keys import PrivateKey, Purpose, is_signed

_CHAIN: Final = "qiguan game 1"
_SIGNATURE: Final = r"^([0-9a-f]{128})?\Z"


class SignedSeat(msgspec.Struct, frozen=True):
    """One side, as it has told of itself: the key that it has proved, what it calls itself, and its date."""

    key: Hex32
    name: Name
    date: DateText


class SignedCard(msgspec.Struct, frozen=True):
    """What a game is, before its first ply."""

    game: Hex16
    terms: Terms
    first: Side
    hash: PositionHash
    host: SignedSeat
    guest: SignedSeat

    def seat(self, side: Side) -> SignedSeat:
        """Who sits on a side."""
        return self.host if side == "host" else self.guest


class SideSignature(msgspec.Struct, frozen=True):
    """The last signature of one side: over the link after `ply` plies, and that over the end. Empty: none."""

    ply: PlyNumber = 0
    moves: Annotated[str, Meta(pattern=_SIGNATURE, max_length=128)] = ""
    end: Annotated[str, Meta(pattern=_SIGNATURE, max_length=128)] = ""


class SignedGame(msgspec.Struct, frozen=True):
    """A game with its signatures. `final` None: it was broken off."""

    card: SignedCard
    plies: tuple[Ply, ...]
    host: SideSignature
    guest: SideSignature
    final: FinalMessage | None = None

    def of(self, side: Side) -> SideSignature:
        """The signatures of a side."""
        return self.host if side == "host" else self.guest


def first_link(card: SignedCard) -> bytes:
    """The link before the first ply."""
    return _hashed(_CHAIN, card)


def next_link(before: bytes, number: int, ply: Ply) -> bytes:
    """The link after a ply, which has this number in the game."""
    return _hashed(before.hex(), ply.epoch, number, ply.text, ply.hash, ply.by, ply.used_ms, ply.left_ms)


def end_link(before: bytes, final: FinalMessage) -> bytes:
    """What is signed of an end; `before` is the link after its last ply."""
    return _hashed(before.hex(), "end", final.winner, final.reason, final.epoch, final.ply)


def _hashed(*said: object) -> bytes:
    return hashlib.sha256(msgspec.json.encode(said)).digest()


def links_of(card: SignedCard, plies: Sequence[Ply]) -> list[bytes]:
    """All links of a game, the first one included."""
    links = [first_link(card)]
    for number, ply in enumerate(plies, 1):
        links.append(next_link(links[-1], number, ply))
    return links


def sign_link(key: PrivateKey, link: bytes) -> str:
    """A signature over the link after a ply, 128 hexadecimal digits."""
    return key.sign(Purpose.MOVE, link).hex()


def sign_end(key: PrivateKey, link: bytes) -> str:
    """A signature over the link of an end."""
    return key.sign(Purpose.END, link).hex()


def is_link_signed(public: str, link: bytes, signature: str) -> bool:
    """Whether the owner of a key has signed a game up to the ply with this link."""
    return bool(signature) and is_signed(public, Purpose.MOVE, bytes.fromhex(signature), link)


def is_end_signed(public: str, link: bytes, signature: str) -> bool:
    """Whether the owner of a key has signed an end."""
    return bool(signature) and is_signed(public, Purpose.END, bytes.fromhex(signature), link)


def signed_game(card: SignedCard, plies: Sequence[Ply], own: PrivateKey | None = None) -> SignedGame:
    """A game that was broken off, with the last signature of each side that is among the plies; our own goes over all
    of them, if the card has our key."""
    links = links_of(card, plies)
    found: dict[Side, SideSignature] = {"host": SideSignature(), "guest": SideSignature()}
    for number, ply in enumerate(plies, 1):
        if ply.signature:
            found[ply.by] = SideSignature(number, ply.signature)
    for side in found:
        if own is not None and own.public == card.seat(side).key:
            found[side] = SideSignature(len(plies), sign_link(own, links[-1]))
    return SignedGame(card, tuple(plies), found["host"], found["guest"])


def with_kept(game: SignedGame, side: Side, kept: SideSignature) -> SignedGame:
    """The game with a signature of a side that was kept, if it is good and goes over more than what is there."""
    if kept.ply <= game.of(side).ply:
        return game
    host, guest = (kept, game.guest) if side == "host" else (game.host, kept)
    signed = msgspec.structs.replace(game, host=host, guest=guest)
    return signed if signed_up_to(signed, side) == kept.ply else game


def with_end(game: SignedGame, final: FinalMessage, signatures: Mapping[Side, str]) -> SignedGame:
    """The game with its end, and what each side has signed of that; empty: nothing."""
    host = msgspec.structs.replace(game.host, end=signatures["host"])
    guest = msgspec.structs.replace(game.guest, end=signatures["guest"])
    return msgspec.structs.replace(game, host=host, guest=guest, final=final)


def signed_up_to(game: SignedGame, side: Side) -> int:
    """How many plies a side has signed; -1 where one of its signatures is not good. 0 also without any."""
    links, said, key = links_of(game.card, game.plies), game.of(side), game.card.seat(side).key
    if said.ply > len(game.plies):
        return -1
    if said.moves and not is_link_signed(key, links[said.ply], said.moves):
        return -1
    if not said.end:
        return said.ply if said.moves else 0
    final = game.final
    if final is None or final.ply > len(game.plies):
        return -1
    is_good = is_end_signed(key, end_link(links[final.ply], final), said.end)
    return max(said.ply if said.moves else 0, final.ply) if is_good else -1
