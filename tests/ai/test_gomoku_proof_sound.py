"""What a proof search gives out holds: the verifier has a look before the file is replaced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from test_gomoku_proof_trees import cells_of

from ai.gomoku.notation import BLACK, WHITE, read_move
from ai.gomoku.proof.extraction import Extractor
from ai.gomoku.proof.file import ProofBook, ProofEntry, key_of, read_proof, write_proof
from ai.gomoku.proof.maker import ProofMaker
from ai.gomoku.proof.sound import sound_proof
from ai.gomoku.proof.symmetry import SIZE, SQUARES, after_stone, canonical, square_of_image
from ai.gomoku.verify.walk import verify

SAMPLE = Path(__file__).parent.parent / "data" / "gomoku" / "sample.proof"
START = cells_of("h8")
CORNER = cells_of("h8 a1")


@pytest.fixture(scope="module")
def sample() -> ProofBook:
    """A proof that holds, of some positions after h8 a1."""
    return read_proof(SAMPLE.read_bytes())


def _given_out(book: ProofBook) -> tuple[ProofBook, list[str]]:
    """What is written of a proof whose positions are taken over as they are, and what was said."""
    said: list[str] = []
    maker = ProofMaker(lambda form: None, book, said.append)
    form, symmetry = canonical(CORNER)
    maker.add_open(CORNER, square_of_image(book.entries[key_of(form)].move, symmetry))
    given, content = sound_proof(maker, START, "a test", said.append)
    assert verify(content).faults == []
    assert write_proof(given) == content
    return given, said


def _proven(book: ProofBook) -> set[bytes]:
    return {key for key, entry in book.entries.items() if entry.plies}


def _replaced(book: ProofBook, key: bytes, entry: ProofEntry, zone: int) -> ProofBook:
    """A proof with another entry and zone at a key."""
    shared = {**book.shared, key: replace(book.shared[key], zone=zone)}
    return ProofBook(book.head, book.wins, {**book.entries, key: entry}, shared)


def test_what_holds_is_given_out_as_it_is(sample: ProofBook) -> None:
    given, said = _given_out(sample)
    assert _proven(given) == _proven(sample)
    assert said == []


@pytest.mark.parametrize("flaw", ["win", "plies", "move"])
def test_a_position_that_does_not_hold_is_open(sample: ProofBook, flaw: str) -> None:
    """A missing win, too few plies, a move on a stone."""
    key, shared = next((each, shared) for each, shared in sample.shared.items() if sample.entries[each].wins)
    entry = sample.entries[key]
    planted = {
        "win": replace(entry, wins=entry.wins[:-1]),
        "plies": replace(entry, plies=entry.plies - 2),
        "move": replace(entry, move=read_move("h8", SIZE)),
    }[flaw]
    changed = _replaced(sample, key, planted, shared.zone)
    assert verify(write_proof(changed)).faults
    given, said = _given_out(changed)
    assert key not in _proven(given)
    assert "do not hold" in said[0]
    assert all(link.key != key for each in given.entries.values() for link in each.links)


def test_a_position_with_too_small_a_zone_answers_nothing(sample: ProofBook) -> None:
    key = next(iter(sample.shared))
    changed = _replaced(sample, key, sample.entries[key], 0)
    verdict = verify(write_proof(changed))
    assert "more squares matter than it says" in verdict.faults[0]
    assert key in verdict.unsound
    given, said = _given_out(changed)
    assert key not in _proven(given)
    assert "do not hold" in said[0]


def test_what_is_written_out_later_changes_nothing(sample: ProofBook) -> None:
    """A position that a win answered, proven by moves of its own: it stands later, and so answers no reply of it."""
    extractor = Extractor()
    maker = ProofMaker(extractor.first_move, sample, lambda line: None)
    form, symmetry = canonical(CORNER)
    maker.add_open(CORNER, square_of_image(sample.entries[key_of(form)].move, symmetry))
    key, won = next((key, shared.form) for key, shared in sample.shared.items() if sample.entries[key].wins)
    after = after_stone(won, sample.entries[key].move, BLACK)
    linked = {link.reply for link in sample.entries[key].links}
    replies = (reply for reply in range(SQUARES) if not after[reply] and reply not in linked)
    positions = (after_stone(after, reply, WHITE) for reply in replies)
    assert any(not maker.holds(canonical(below)[0]) and maker.prove(below) for below in positions)
    book, content = sound_proof(maker, START, "a test", pytest.fail)
    assert _proven(book) == _proven(sample)
    assert verify(content).faults == []


def test_the_verifier_names_what_leans_on_a_fault(sample: ProofBook) -> None:
    """A proven position without its wins, and those above it that are proven by it."""
    leaning = 0
    won = [key for key, entry in sample.entries.items() if entry.plies and entry.wins]
    for key in won[:3]:
        changed = {**sample.entries, key: replace(sample.entries[key], wins=())}
        verdict = verify(write_proof(ProofBook(sample.head, sample.wins, changed, sample.shared)))
        assert key in verdict.unsound
        assert verdict.unsound <= _proven(sample)
        leaning += len(verdict.unsound) > 1
    assert leaning
    assert verify(SAMPLE.read_bytes()).unsound == frozenset()
