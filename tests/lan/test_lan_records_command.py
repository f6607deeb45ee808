"""What `records` tells of a game that both sides have signed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lan_helpers import FIVE, TERMS, begin, exchange, players, pump

from game.commands.records import RecordsOptions, main
from game.lan.signing import check_proof
from game.records import native
from net.trust.seal import seal_of


def test_a_signed_game_is_told_with_seals_and_a_change_in_a_sentence(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna = two[0]
        begin(*two, TERMS)
        exchange(two, *FIVE)
        pump(two, lambda: any(check_proof(record) and b'"end":"' in record.proof for record in anna.records()), 20)
        (file,) = anna.folders.records.glob("*.qiguan")
        key = anna.lan.key
    capfdbinary.readouterr()
    assert main(RecordsOptions((str(file),))) == 0
    told, wrong = capfdbinary.readouterr()
    assert wrong == b""
    signed = json.loads(told)["signed"]
    assert (signed["state"], signed["plies"]) == ("both", 9)
    assert signed["sides"][0] == {
        "name": "Anna",
        "key": key,
        "seal": " ".join(seal_of(key).words),
        "characters": seal_of(key).characters,
        "plies": 9,
        "end": True,
    }
    file.write_bytes(file.read_bytes().replace(b'"name":"Anna","level"', b'"name":"Anne","level"'))
    assert native.read(file.read_bytes()).record.seats[0].name == "Anne"
    assert main(RecordsOptions((str(file),))) == 0
    told, wrong = capfdbinary.readouterr()
    assert json.loads(told)["signed"]["state"] == "changed"
    assert b"changed since it was signed" in wrong
