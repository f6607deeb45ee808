"""The verifier: it believes the proof that we ship, and finds what is wrong in others."""

from __future__ import annotations

import ast
import hashlib
import json
import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from ai.gomoku import verify as verifier
from ai.gomoku.notation import WHITE
from ai.gomoku.proof.file import FILE, MAGIC, ProofBook, ProofEntry, ProofLink, read_proof, write_proof
from ai.gomoku.proof.symmetry import SQUARES
from ai.gomoku.verify.__main__ import main
from ai.gomoku.verify.walk import Answered, verify

SAMPLE = Path(__file__).parent.parent / "data" / "gomoku" / "sample.proof"
"""Some positions after h8 a1; `python -m ai.gomoku.proof` made it."""


@pytest.fixture(scope="module")
def content() -> bytes:
    """A proof that holds."""
    return SAMPLE.read_bytes()


def _changed(content: bytes, **changes: object) -> bytes:
    book = read_proof(content)
    parts = {"wins": list(book.wins), "entries": dict(book.entries), "shared": dict(book.shared), **changes}
    return write_proof(ProofBook({"made": "changed"}, **parts))  # type: ignore[arg-type]


def _faults(content: bytes) -> str:
    return "\n".join(verify(content).faults)


def test_it_shares_no_code_with_the_engine() -> None:
    files = list(Path(verifier.__file__).parent.glob("*.py"))
    assert len(files) > 3
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        modules |= {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
        ours = {each for each in modules if each.split(".")[0] in ("ai", "game", "net")}
        assert not {each for each in ours if not each.startswith(f"{verifier.__name__}.")}, file.name


def test_a_proof_that_holds(content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    verdict = verify(content)
    assert verdict.faults == []
    assert verdict.positions == len(read_proof(content)) > 3
    first, second, third = verdict.lost
    assert first == 0, "the sample does not close a first reply"
    assert 0 < second < 4 * 222, "of the four corners"
    assert third >= second * 220
    assert main([str(SAMPLE)]) == 0
    said = capsys.readouterr().out
    assert "the others are not proven" in said
    assert "so Black wins" not in said


def test_a_missing_reply_is_found(content: bytes) -> None:
    """Without one of the positions that others lead to."""
    book = read_proof(content)
    found = 0
    for key, entry in book.entries.items():
        if entry.plies and key not in book.shared and found < 2:
            fewer = {each: other for each, other in book.entries.items() if each != key}
            found += "nothing answers" in _faults(_changed(content, entries=fewer))
    assert found


def test_what_was_found_before_hides_no_fault(content: bytes) -> None:
    """As where a proof is checked again after part of it was left out."""
    answered: Answered = {}
    verdict = verify(content, answered=answered)
    assert answered
    assert verify(content, answered=answered) == verdict
    book = read_proof(content)
    for key in [key for key, entry in book.entries.items() if entry.wins][:3]:
        entry = book.entries[key]
        changed = _changed(content, entries={**book.entries, key: replace(entry, wins=entry.wins[:-1])})
        assert verify(changed, answered=answered) == verify(changed) != verdict


def _linking(book: ProofBook) -> tuple[bytes, ProofEntry]:
    return next((key, entry) for key, entry in book.entries.items() if entry.links)


def test_a_link_to_what_does_not_answer_is_found(content: bytes) -> None:
    book = read_proof(content)
    key, entry = _linking(book)
    first, *others = entry.links
    for wrong in (
        replace(first, symmetry=(first.symmetry + 1) % 8),
        replace(first, reply=book.entries[first.key].move),
        replace(first, reply=SQUARES // 2),
    ):
        links = (wrong, *(link for link in others if link.reply != wrong.reply))
        said = _faults(_changed(content, entries={**book.entries, key: replace(entry, links=links)}))
        assert "a link" in said


def test_a_link_to_something_else_is_found(content: bytes) -> None:
    book = read_proof(content)
    key, shared = next(iter(book.shared.items()))
    form = shared.form
    stone = form.index(WHITE + 1)
    for wrong in (form[::-1], form[:stone] + bytes(1) + form[stone + 1 :]):
        changed = _changed(content, shared={**book.shared, key: replace(shared, form=wrong)})
        assert "not the position that a link names" in _faults(changed)
    smaller = replace(shared, zone=shared.zone & (shared.zone - 1))
    assert "more squares matter" in _faults(_changed(content, shared={**book.shared, key: smaller}))
    open_one = replace(book.entries[key], plies=0, wins=())
    assert "not proven" in _faults(_changed(content, entries={**book.entries, key: open_one}))


def test_a_link_that_leans_on_itself_is_found(content: bytes) -> None:
    book = read_proof(content)
    key = next(iter(book.shared))
    entry = book.entries[key]
    reply = next(each for each in range(SQUARES) if not book.shared[key].form[each] and each != entry.move)
    circle = replace(entry, links=(*entry.links, ProofLink(reply, key, 0)))
    assert "a link can't answer" in _faults(_changed(content, entries={**book.entries, key: circle}))


def test_a_win_that_is_missing_is_found(content: bytes) -> None:
    book = read_proof(content)
    for key, entry in list(book.entries.items())[:4]:
        if entry.wins:
            fewer = replace(entry, wins=entry.wins[:-1])
            assert "nothing answers" in _faults(_changed(content, entries={**book.entries, key: fewer}))


def test_a_wrong_win_is_found(content: bytes) -> None:
    """Every move of one win changed to another square."""
    book = read_proof(content)
    number = max(range(len(book.wins)), key=lambda each: len(book.wins[each]))
    win = book.wins[number]
    found = 0
    places = [at for at, byte in enumerate(win) if byte < 225][:6]
    for at in places:
        wrong = win[:at] + bytes(((win[at] + 16) % 225,)) + win[at + 1 :]
        wins = [*book.wins[:number], wrong, *book.wins[number + 1 :]]
        found += bool(_faults(_changed(content, wins=wins)))
    assert found == len(places)


def test_a_flipped_coordinate_is_found(content: bytes) -> None:
    book = read_proof(content)
    for key, entry in list(book.entries.items())[:2]:
        row, column = divmod(entry.move, 15)
        flipped = replace(entry, move=row * 15 + 14 - column)
        if flipped != entry:
            assert _faults(_changed(content, entries={**book.entries, key: flipped}))
    key, entry = next((key, entry) for key, entry in book.entries.items() if entry.wins)
    turned = replace(entry, wins=tuple((win, (turn + 1) % 8) for win, turn in entry.wins))
    assert _faults(_changed(content, entries={**book.entries, key: turned}))


def test_plies_that_are_too_few_are_found(content: bytes) -> None:
    book = read_proof(content)
    key, entry = max(book.entries.items(), key=lambda each: each[1].plies)
    fewer = replace(entry, plies=entry.plies - 2)
    assert "it may take" in _faults(_changed(content, entries={**book.entries, key: fewer}))


def test_what_stands_later_answers_nothing(content: bytes) -> None:
    """Positions that others lead to, put behind all others."""
    book = read_proof(content)
    found = 0
    for key in [key for key, entry in book.entries.items() if entry.plies and key not in book.shared]:
        later = {each: entry for each, entry in book.entries.items() if each != key} | {key: book.entries[key]}
        found += "nothing answers" in _faults(_changed(content, entries=later))
    assert found


def test_what_stands_there_twice_is_found(content: bytes) -> None:
    start = len(MAGIC) + 4 + int.from_bytes(content[8:12], "little")
    body = bytearray(lzma.decompress(content[start + 32 :]))
    lengths = int.from_bytes(body[:4], "little")
    at = 4 + 2 * lengths + sum(map(len, read_proof(content).wins)) + 4
    body[at + 6 : at + 12] = body[at : at + 6]
    head = content[12:start]
    twice = content[:start] + hashlib.sha256(head + body).digest() + lzma.compress(bytes(body))
    assert "stands there twice" in _faults(twice)


def test_what_is_open_is_not_called_proven(content: bytes) -> None:
    """A position on the way, given out as proven."""
    book = read_proof(content)
    key, entry = next((key, entry) for key, entry in book.entries.items() if not entry.plies)
    claimed = replace(entry, plies=99)
    assert "nothing answers" in _faults(_changed(content, entries={**book.entries, key: claimed}))


def test_what_nothing_leads_to_is_found(content: bytes) -> None:
    book = read_proof(content)
    assert "never reached" in _faults(_changed(content, entries={**book.entries, b"\x00" * 6: ProofEntry(3, 5, ())}))
    assert "never used" in _faults(_changed(content, wins=[*book.wins, b"\x00\xff"]))


def test_a_file_that_is_not_whole_is_found(content: bytes) -> None:
    assert "no proof" in _faults(b"")
    assert "no proof" in _faults(b"X" + content[1:])
    assert "cut short" in _faults(content[:-9])
    assert "follows" in _faults(content + b"more")
    start = len(MAGIC) + 4 + int.from_bytes(content[8:12], "little")
    wrong = bytearray(content)
    wrong[start] ^= 1
    assert "checksum" in _faults(bytes(wrong))
    head = content[12:start].replace(b'"size": 15', b'"size": 16')
    assert "another rule or board" in _faults(_sealed(head, content, start))
    fewer = json.loads(content[12:start])
    fewer["positions"] += 1
    assert "the file says positions" in _faults(_sealed(json.dumps(fewer).encode(), content, start))


def _sealed(head: bytes, content: bytes, start: int) -> bytes:
    """A file with another head and a checksum that fits it."""
    body = lzma.decompress(content[start + 32 :])
    check = hashlib.sha256(head + body).digest()
    return MAGIC + len(head).to_bytes(4, "little") + head + check + content[start + 32 :]


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.proof")]) == 2
    assert "none.proof" in capsys.readouterr().err
    (tmp_path / "bad.proof").write_bytes(b"bad")
    assert main([str(tmp_path / "bad.proof")]) == 1


@pytest.mark.slow
def test_the_proof_that_we_ship_holds() -> None:
    verdict = verify(FILE.read_bytes())
    assert verdict.faults == []
    assert verdict.positions > 0
