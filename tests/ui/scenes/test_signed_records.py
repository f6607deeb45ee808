"""What library and replay say of games that both sides have signed, cut off before their end, or changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from fakes import click_on, settle
from library_shelf import Shelf
from looking import faults, read

from game.lan.signing import ProofKind, check_proof, with_proof
from game.match.remote import position_hash
from game.records import native
from game.records.record import Record, SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.ui.scenes import people
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.library.signed import SignaturesOverlay
from game.ui.scenes.people import seal_lines
from net.session.messages import FinalMessage, Ply, Terms
from net.session.signed_game import (
    SideSignature,
    SignedCard,
    SignedGame,
    SignedSeat,
    end_link,
    links_of,
    sign_end,
    sign_link,
)
from net.trust.keys import PrivateKey, new_key
from net.trust.seal import WORDS, KeySeal

MOVES = ("h8", "h9", "j8")


def signed_record(by: Sequence[int] = (3, 3), *, ended: Sequence[bool] = (True, True), one_key: bool = False) -> Record:
    """A game that Anna has lost by resigning, signed by both up to these plies."""
    anna = new_key()
    keys: list[PrivateKey] = [anna, anna if one_key else new_key()]
    game = Game(variant("gomoku-freestyle"))
    plies = []
    for number, text in enumerate(MOVES):
        game.play_text(text)
        plies.append(Ply(text, position_hash(game.position.key), ("host", "guest")[number % 2], 1500, None))
    date = "2026-11-23T05:00:00+08:00"
    seats = [SignedSeat(key.public, name, date) for key, name in zip(keys, ("Anna", "小明"), strict=True)]
    terms, start = Terms("gomoku-freestyle", {"size": 15}), position_hash(game.start.key)
    card = SignedCard("0" * 32, terms, "host", start, *seats)
    links, final = links_of(card, plies), FinalMessage("guest", "resignation", 0, 3)
    signatures = [
        SideSignature(
            ply, sign_link(key, links[ply]) if ply else "", sign_end(key, end_link(links[3], final)) if end else ""
        )
        for key, ply, end in zip(keys, by, ended, strict=True)
    ]
    outcome = Outcome(Side.SECOND, Termination.RESIGNATION)
    record = Record.from_game(game, (SeatInfo("human", "Anna"), SeatInfo("remote", "小明")), outcome=outcome)
    return with_proof(record, SignedGame(card, tuple(plies), *signatures, final), "host")


def changed(record: Record) -> Record:
    return msgspec.structs.replace(record, seats=(record.seats[0], SeatInfo("remote", "小王")))


CASES = [
    (signed_record(), ProofKind.SIGNED, "both"),
    (signed_record(ended=(True, False)), ProofKind.PARTLY, "moves"),
    (signed_record((3, 2), ended=(False, False)), ProofKind.PARTLY, "up_to"),
    (signed_record((3, 0), ended=(False, False)), ProofKind.PARTLY, "alone"),
    (signed_record(one_key=True), ProofKind.ONE_KEY, "one_key"),
    (changed(signed_record()), ProofKind.CHANGED, "changed"),
]


@pytest.mark.parametrize(("record", "kind", "key"), CASES)
def test_each_kind_is_told_in_both_languages_with_its_seals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: Record, kind: ProofKind, key: str
) -> None:
    widest = KeySeal("松风竹月", tuple(sorted(WORDS, key=len)[-4:]), True)
    monkeypatch.setattr(people, "seal_of", lambda key: widest)
    proof = check_proof(record)
    assert proof is not None
    assert proof.kind is kind
    for number, window in enumerate(((960, 640), (1280, 800), (1920, 1080))):
        shelf = Shelf(tmp_path / str(number), window, language=("en", "zh")[number % 2])
        stage = shelf.stage
        scene = ReplayScene(stage, native.read(native.write(record)), "x.qiguan")
        stage.open(scene)
        settle(stage, 0.2)
        assert not [each for each in faults(stage, window, scene) if "'moves'" not in each], "but for its title row"
        click_on(stage, "signatures")
        overlay = stage.stack.top
        assert isinstance(overlay, SignaturesOverlay)
        settle(stage, 0.2)
        words = [text for text, _ in read(stage, window, overlay).drawn]
        assert stage.t(f"signed.{key}", n=proof.plies) in words
        for side in proof.sides:
            assert set(seal_lines(stage.t, side.key)) <= set(words)
        assert not faults(stage, window, overlay)
