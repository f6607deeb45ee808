"""Records that both sides have signed: what they prove, and that a change is told."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, repeat
from pathlib import Path

import pytest
from lan_helpers import FIVE, TERMS, Player, begin, exchange, players, pump
from msgspec import convert
from msgspec.structs import replace as with_fields

from game.lan.signing import ProofKind, RecordProof, check_proof, check_reading, with_proof
from game.lan.views import LineState
from game.library.library import Library
from game.match.events import RequestKind
from game.records import native
from game.records.edited import with_tree
from game.records.native import Reading
from game.records.record import Record, RecordError, Result
from game.records.tree import GameNode
from game.rules.core import Termination
from net.session import ending, presence
from net.session import events as wire
from net.session.messages import FinalMessage, Ply
from net.session.signed_game import SideSignature, SignedCard, SignedGame
from net.trust.seal import seal_of

TIMED = replace(TERMS, base_s=300, increment_s=2)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo") as made:
        begin(*made, TIMED)
        yield made


def files(player: Player) -> list[Path]:
    return sorted(player.folders.records.glob("*.qiguan")) if player.folders.records.exists() else []


def proof(player: Player) -> RecordProof:
    """What the one record of somebody proves."""
    (file,) = files(player)
    found = check_reading(native.read(file.read_bytes()))
    assert found is not None
    return found


def is_signed(player: Player) -> bool:
    found = files(player)
    check = check_reading(native.read(found[0].read_bytes())) if found else None
    return check is not None and check.kind is ProofKind.SIGNED


def finish(two: list[Player]) -> bytes:
    """Play to the end, and give Anna's record."""
    exchange(two, *FIVE)
    pump(two, lambda: all(map(is_signed, two)), 20)
    return files(two[0])[0].read_bytes()


def test_a_game_played_out_is_signed_by_both_on_both_sides(two: list[Player]) -> None:
    anna, bo = two
    finish(two)
    assert proof(anna) == proof(bo)
    first, second = proof(anna).sides
    assert (first.name, first.key, second.name, second.key) == ("Anna", anna.lan.key, "Bo", bo.lan.key)
    assert seal_of(first.key) != seal_of(second.key)
    assert (first.plies, second.plies) == (9, 9)
    records = [native.read(files(player)[0].read_bytes()).record for player in two]
    assert records[0].tree == records[1].tree, "both say the same times, too"


def resign(two: list[Player]) -> None:
    two[1].match.resign()


def agree(two: list[Player]) -> None:
    two[0].match.offer_draw()
    pump(two, lambda: two[1].match.requests.open)
    two[1].match.requests.answer(RequestKind.DRAW, True)


def run_out(two: list[Player]) -> None:
    mover = next(player for player in two if player.match.may_move)
    mover.match.clock.set_left(mover.match.turn, 0.01)


def make_five(two: list[Player]) -> None:
    exchange(two, "a1", "h10", "b1", "j10", "c1", "k10", "d1", "l10", "e1")


def be_claimed(two: list[Player]) -> None:
    """Bo is gone, Anna claims the game, and Bo hears of it when he comes back."""
    anna, bo = two
    bo.drop()
    pump([anna], lambda: anna.table.line is LineState.OVERDUE)
    anna.table.claim()
    pump([anna], lambda: anna.match.outcome is not None)
    two[1] = back = Player("Bo", bo.folders.lan.parents[1], bo.lan._discovery_port)
    back.lan.open()
    back.lan.resume(back.suspended[0].id)


def agree_to_no_result(two: list[Player]) -> None:
    """One program finds that the games do not fit, and both persons let it be."""
    for player in two:
        player.table.remote.take(wire.EndClaimed(0, "none", ending.DISAGREEMENT, 3))
    pump(two, lambda: all(player.match.requests.to_answer for player in two))
    for player in two:
        player.match.requests.answer(RequestKind.NO_RESULT, True)


@pytest.mark.parametrize(
    ("end", "termination", "winner"),
    [
        (make_five, Termination.FIVE, "black"),
        (resign, Termination.RESIGNATION, "black"),
        (agree, Termination.AGREEMENT, None),
        (run_out, Termination.TIME, "black"),
        (be_claimed, Termination.ABANDONED, "black"),
        (agree_to_no_result, Termination.ABANDONED, None),
    ],
)
def test_whatever_ends_a_game_both_records_prove_it(
    two: list[Player],
    end: Callable[[list[Player]], None],
    termination: Termination,
    winner: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "COME_BACK_S", 0.3)
    exchange(two, "h8", "h9", "j8")
    if end is make_five:
        exchange(two, "o15")
    end(two)
    pump(two, lambda: all(map(is_signed, two)), 20)
    for player in two:
        (record,) = player.records()
        assert record.result == Result(winner, termination)
    pump(two, lambda: [player.kept_files() for player in two] == [[], []])
    for player in two[1:]:
        player.lan.close()


def test_take_backs_and_a_beginning_again_keep_the_chain(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8", "h9", "j8", "j9")
    bo.match.undo()
    pump(two, lambda: anna.match.requests.open)
    anna.match.requests.answer(RequestKind.TAKE_BACK, True)
    pump(two, lambda: anna.match.ply == bo.match.ply == 3)
    exchange(two, "k9", "k8")
    anna.match.restart()
    pump(two, lambda: bo.match.requests.open)
    bo.match.requests.answer(RequestKind.RESTART, True)
    pump(two, lambda: anna.match.ply == bo.match.ply == 0)
    exchange(two, *FIVE[:4])
    bo.match.undo()
    pump(two, lambda: anna.match.requests.open)
    anna.match.requests.answer(RequestKind.TAKE_BACK, True)
    pump(two, lambda: anna.match.ply == bo.match.ply == 3)
    exchange(two, *FIVE[3:])
    pump(two, lambda: all(map(is_signed, two)), 20)
    (record,) = anna.records()
    assert [move.text for move in record.moves] == FIVE
    epochs = [ply[4] for ply in json.loads(record.proof)["plies"]]
    assert epochs == [2, 2, 2, 3, 3, 3, 3, 3, 3]


def test_a_side_that_was_killed_goes_on_with_the_chain(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as made:
        anna, bo = made
        begin(anna, bo, TIMED)
        exchange(made, *FIVE[:3])
        for dead in (bo, anna):
            dead.drop()
            back = Player(dead.name, tmp_path / dead.name, dead.lan._discovery_port)
            made[made.index(dead)] = back
            back.lan.enter_lobby(True)
            back.lan.open()
            (game,) = back.suspended
            back.lan.resume(game.id)
            pump(made, lambda back=back: back.seated and back.table.is_here)  # type: ignore[misc]
            exchange(made, FIVE[made[0].match.ply])
        exchange(made, *FIVE[5:])
        pump(made, lambda: all(map(is_signed, made)), 20)
        assert proof(made[0]).sides[0].plies == 9


def test_a_game_that_was_given_up_is_proved_as_far_as_both_have_signed(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8", "h9", "j8")
    for player in two:
        player.table.leave()
        player.match.close()
    pump(two, lambda: anna.suspended and bo.suspended)
    for player, signed in ((anna, (3, 2)), (bo, (3, 3))):
        player.lan.discard(player.suspended[0].id)
        found = proof(player)
        assert found.kind is ProofKind.PARTLY
        assert tuple(side.plies for side in found.sides) == signed
        assert not any(side.has_signed_end for side in found.sides)


def test_clocks_that_differ_by_years_keep_nobody_from_signing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each record has its own side's date, and both are signed by both."""
    dates = chain((datetime(1999, 12, 31, tzinfo=UTC),), repeat(datetime(2031, 1, 1, tzinfo=UTC)))
    monkeypatch.setattr("game.lan.signing.local_now", lambda: next(dates))
    with players(tmp_path, "Anna", "Bo") as two:
        begin(*two, TIMED)
        finish(two)
        assert [player.records()[0].date[:4] for player in two] == ["2031", "1999"]
        assert [proof(player).kind for player in two] == [ProofKind.SIGNED, ProofKind.SIGNED]


def test_a_signature_that_is_there_is_not_lost_when_the_end_is_said_again(two: list[Player]) -> None:
    """A program that starts again says its end alone, and the other side may have put the game away."""
    record = native.read(finish(two)).record
    proof = json.loads(record.proof)
    plies = tuple(
        Ply(move.text, hash_, by, used_ms, left_ms, epoch)
        for move, (hash_, by, used_ms, left_ms, epoch) in zip(record.moves, proof["plies"], strict=True)
    )
    card, final = convert(proof["card"], SignedCard), convert(proof["final"], FinalMessage)
    host = convert(proof["host"], SideSignature)
    again = with_proof(record, SignedGame(card, plies, host, SideSignature(), final), "host")
    found = check_proof(again)
    assert found is not None
    assert found.kind is ProofKind.SIGNED


def test_what_is_edited_right_after_the_end_and_the_last_signatures_are_both_kept(two: list[Player]) -> None:
    exchange(two, *FIVE)
    tables = [player.table for player in two]
    pump(two, lambda: all(table.written_key for table in tables), 20)
    library = Library(two[0].folders)
    key = tables[0].written_key
    reading = library.read(key).result()
    assert isinstance(reading, Reading)
    keeper = library.edit(key, False, reading.record)
    tree = reading.record.tree
    for name in ("o15", "o14", "o13"):
        tree, _ = tree.add(2, GameNode(name))
        keeper.keep(with_tree(reading.record, tree))
        pump(two, lambda: keeper.is_kept, 20)
    pump(two, lambda: all(map(is_signed, two)), 20)
    keeper.keep(with_tree(reading.record, tree.replace(0, GameNode(comments=("good",)))))
    library.close()
    record = native.read(files(two[0])[0].read_bytes()).record
    assert (is_signed(two[0]), record.tree.variations, record.comment) == (True, 3, "good")
    assert len(files(two[0])) == 1, "all in the one record"


# --- changed ----------------------------------------------------------------------------------------------------------


def kind_of(data: bytes) -> ProofKind | None:
    """What is told of a file; None where it can't be read at all."""
    try:
        found = check_reading(native.read(data))
    except RecordError:
        return None
    return found.kind if found is not None else ProofKind.PARTLY  # a proof that is gone is missed by everybody


def test_not_one_byte_of_a_signed_record_can_be_another(two: list[Player]) -> None:
    data = finish(two)
    draw = random.Random(18)
    for at in draw.sample(range(len(data)), 600):
        spoilt = bytearray(data)
        spoilt[at] = draw.choice([byte for byte in (spoilt[at] ^ 1, spoilt[at] ^ 32, ord("0")) if byte != spoilt[at]])
        assert kind_of(bytes(spoilt)) is not ProofKind.SIGNED, (at, bytes(spoilt[max(0, at - 20) : at + 20]))


def changed(record: Record, **fields: object) -> ProofKind:
    found = check_proof(with_fields(record, **fields))
    assert found is not None
    return found.kind


def test_whatever_was_signed_is_told_when_it_is_changed(two: list[Player]) -> None:
    record = native.read(finish(two)).record
    tree = record.tree
    assert check_proof(record) is not None
    seats = record.seats
    for fields in (
        {"result": Result("white", Termination.FIVE)},
        {"result": None},
        {"seats": (seats[1], seats[0])},
        {"seats": (with_fields(seats[0], name="Anne"), seats[1])},
        {"date": "2026-01-01T00:00:00+00:00"},
        {"control": None},
        {"variant": "gomoku-standard"},
        {"tree": tree.timed([9.5])},
        {"tree": tree.remove(9)},
        {"tree": tree.replace(2, with_fields(tree.nodes[2], text="o15"))},
    ):
        assert changed(record, **fields) is ProofKind.CHANGED, fields


def test_what_is_said_beside_the_moves_changes_no_signature(two: list[Player]) -> None:
    record = native.read(finish(two)).record
    said = with_fields(record.tree.nodes[3], comments=("well played",), glyphs=(1,))
    tree, _ = record.tree.replace(3, said).add(2, with_fields(said, text="o15", comments=()))
    edited = with_fields(record, tree=tree)
    assert kind_of(native.write(edited)) is ProofKind.SIGNED
    main, _ = tree.make_main(tree.children(2)[1])
    assert kind_of(native.write(with_fields(record, tree=main))) is ProofKind.CHANGED
