"""The signatures of a game with somebody elsewhere in its record: put there, and held against what the record says.

    "proof": {"card": {...},
              "plies": [["00ff...", "host", 2500, 597500, 0], ...],    position, mover, ms used and left, epoch
              "host": {"ply": 30, "moves": "...", "end": "..."}, "guest": {...},
              "final": {"winner": "host", "reason": "resignation", "epoch": 0, "ply": 30}}

The moves themselves stand in the record alone. Signed are moves, times, result, names, date, variant, start and time
control; comments and variations that are added later are nobody's signature.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

import msgspec

from game.lan.terms import BadTermsError, control_of, from_wire, start_of
from game.match.autosave import local_now
from game.match.remote import outcome_of
from game.records import native
from game.records.native import Reading
from game.records.record import Record, RecordError, SeatInfo, clean_name, result_of
from game.records.tree import LONGEST_S
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from net.session import events as wire
from net.session.messages import Count, FinalMessage, Milliseconds, Ply, PositionHash
from net.session.messages import Side as TableSide
from net.session.signed_game import SideSignature, SignedCard, SignedGame, signed_up_to

_NO_RESULT: Final = Outcome(None, Termination.ABANDONED)


class ProofKind(enum.Enum):
    """What the signatures of a record prove."""

    SIGNED = enum.auto()
    """Both sides have signed all moves and the end."""
    PARTLY = enum.auto()
    """Both have signed some moves, or all of them and only one the end."""
    ONE_KEY = enum.auto()
    """Both sides have the same key, so nobody has signed for anybody else."""
    CHANGED = enum.auto()
    """The record says something else than what was signed, or a signature is none."""


@dataclass(frozen=True, slots=True)
class SignedSide:
    """Who has signed for a side: the name said, the public key, up to which ply, and whether the end."""

    name: str
    key: str
    plies: int
    has_signed_end: bool


@dataclass(frozen=True, slots=True)
class RecordProof:
    """What was found of a record's signatures. `sides` are FIRST's and SECOND's; none where nobody can be named.
    `length` is the number of moves."""

    kind: ProofKind
    sides: tuple[SignedSide, ...] = ()
    length: int = 0

    @property
    def plies(self) -> int:
        """The moves that both have signed."""
        return min((side.plies for side in self.sides), default=0)


class _SignedPly(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    hash: PositionHash
    by: TableSide
    used_ms: Milliseconds
    left_ms: Milliseconds | None
    epoch: Count


class _Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: SignedCard
    plies: tuple[_SignedPly, ...]
    host: SideSignature
    guest: SideSignature
    final: FinalMessage | None = None


_CHANGED: Final = RecordProof(ProofKind.CHANGED)


def signed_date() -> str:
    """The date and time of a game by this computer's clock, as its record has it."""
    return local_now().isoformat(timespec="seconds")


def with_proof(record: Record, game: SignedGame, here: TableSide) -> Record:
    """The record of a game that was signed, as the side `here` keeps it: with the times, names and date that both have
    signed. An end that the two saw differently is not told as signed."""
    card = game.card
    if [move.text for move in record.moves] != [ply.text for ply in game.plies]:
        return record
    final: FinalMessage | None = game.final
    host, guest = game.host, game.guest
    if final is not None and record.result != result_of(record.replay()[0], _outcome(card, final)):
        final, host, guest = None, _without_end(host), _without_end(guest)
    plies = tuple(_SignedPly(ply.hash, ply.by, ply.used_ms, ply.left_ms, ply.epoch) for ply in game.plies)
    proof = _with_signatures_of(record, _Proof(card, plies, host, guest, final))
    seats = [SeatInfo(record.seats[side].kind, _name(card, side), record.seats[side].level) for side in Side]
    proved = msgspec.structs.replace(
        record,
        seats=(seats[0], seats[1]),
        tree=record.tree.timed([_used_s(ply.used_ms) for ply in game.plies]),
        date=card.seat(here).date or record.date,
        proof=msgspec.json.encode(proof),
    )
    return native.read(native.write(proved)).record  # numbers as every later reading has them


def _with_signatures_of(record: Record, proof: _Proof) -> _Proof:
    """A proof with what the record has already of the same game: a program that starts again says the end again, and
    may not hear the other side's signature of it a second time."""
    try:
        before = msgspec.json.decode(record.proof, type=_Proof) if record.proof else None
    except (ValueError, RecursionError):
        before = None
    if before is None or (before.card, before.plies, before.final) != (proof.card, proof.plies, proof.final):
        return proof
    host, guest = (
        new if new.end or not old.end else old for new, old in ((proof.host, before.host), (proof.guest, before.guest))
    )
    return msgspec.structs.replace(proof, host=host, guest=guest)


def check_proof(record: Record) -> RecordProof | None:
    """What the signatures of a record prove; None for one that has none. Never raises."""
    if not record.proof:
        return None
    try:
        proof = msgspec.json.decode(record.proof, type=_Proof)
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
        return _CHANGED
    card = proof.card
    if msgspec.json.encode(proof) != record.proof:  # what nobody has signed stands in it, or a name is another
        return _CHANGED
    if len(proof.plies) != len(record.moves):
        return _CHANGED
    plies = tuple(
        Ply(move.text, ply.hash, ply.by, ply.used_ms, ply.left_ms, ply.epoch)
        for move, ply in zip(record.moves, proof.plies, strict=True)
    )
    game = SignedGame(card, plies, proof.host, proof.guest, proof.final)
    signed = [signed_up_to(game, _side(card, side)) for side in Side]
    if min(signed) < 0 or not _fits(record, proof):
        return _CHANGED
    sides = tuple(
        SignedSide(_name(card, side), card.seat(_side(card, side)).key, signed[side], _has_signed_end(game, side))
        for side in Side
    )
    if sides[0].key == sides[1].key:
        return RecordProof(ProofKind.ONE_KEY, sides, len(plies))
    is_whole = min(signed) == len(plies) and all(side.has_signed_end for side in sides)
    return RecordProof(ProofKind.SIGNED if is_whole else ProofKind.PARTLY, sides, len(plies))


def check_reading(reading: Reading) -> RecordProof | None:
    """The same of a record just read, of which not a byte may be another than we would write."""
    found = check_proof(reading.record)
    if found is None:
        return None
    return found if reading.problem is None and reading.is_exact else _CHANGED


# --- the parts of a card ----------------------------------------------------------------------------------------------


def _side(card: SignedCard, side: Side) -> TableSide:
    return "host" if (side is Side.FIRST) is (card.first == "host") else "guest"


def _name(card: SignedCard, side: Side) -> str:
    return clean_name(card.seat(_side(card, side)).name)


def _used_s(used_ms: int) -> float:
    return round(min(used_ms / 1000, LONGEST_S), 3)


def _without_end(signature: SideSignature) -> SideSignature:
    return msgspec.structs.replace(signature, end="")


def _has_signed_end(game: SignedGame, side: Side) -> bool:
    return game.final is not None and bool(game.of(_side(game.card, side)).end)


def _outcome(card: SignedCard, final: FinalMessage) -> Outcome:
    host = Side.FIRST if card.first == "host" else Side.SECOND
    results: dict[str, wire.Result] = {"host": "here", "guest": "there", "draw": "draw", "none": "none"}
    return outcome_of(results[final.winner], final.reason, host)


def _fits(record: Record, proof: _Proof) -> bool:
    """Whether the record says what was signed."""
    card = proof.card
    try:
        terms = from_wire(card.terms)
        rules, start = start_of(terms)
        played, problem = record.replay()
    except (BadTermsError, RecordError):
        return False
    seats = [record.seats[side].name == _name(card, side) for side in Side]
    dates = {card.host.date, card.guest.date}
    return (
        problem is None
        and (record.variant, record.start) == (rules.name, rules.write_position(start))
        and record.control == control_of(terms)
        and all(seats)
        and (record.date in dates or "" in dates)
        and [move.used_s for move in record.moves] == [_used_s(ply.used_ms) for ply in proof.plies]
        and _is_in_order(card, played, proof.plies)
        and _has_its_result(record, played, proof)
    )


def _is_in_order(card: SignedCard, played: Game, plies: tuple[_SignedPly, ...]) -> bool:
    """Whether each move is its mover's."""
    return all(ply.by == _side(card, played.at(number).turn) for number, ply in enumerate(plies))


def _has_its_result(record: Record, played: Game, proof: _Proof) -> bool:
    """Whether the result is the signed one. Where no end is signed anything may stand there: it is told as unsigned."""
    final = proof.final
    if final is None:
        return not (proof.host.end or proof.guest.end)
    return final.ply == len(proof.plies) and record.result == result_of(played, _outcome(proof.card, final))
