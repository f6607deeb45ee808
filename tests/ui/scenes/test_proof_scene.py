"""The proof as a scene: it answers, says what is proven and what is not, and shows how a reply loses."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import click, click_on, make_stage, picture, settle, widget
from looking import faults, read

from ai.gomoku.proof.file import read_proof
from ai.gomoku.proof.shown import ShownProof
from game.rules.core import Side
from game.tables.proofs import ProofShelf
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.proof.scene import ProofScene
from game.ui.stage.navigator import PROOF
from game.ui.stage.stage import Stage

WINDOW = (1280, 800)
SAMPLE = Path(__file__).parents[2] / "data" / "gomoku" / "sample.proof"
"""A part of a proof: something after h8 a1."""
SIZES = (((960, 640), 1.0), ((1280, 800), 1.0), ((1280, 800), 2.0), ((1920, 1080), 1.5))


class Room:
    """A stage with the scene on it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, sample: bool = True) -> None:
        proof = ShownProof(read_proof(SAMPLE.read_bytes())) if sample else None
        monkeypatch.setattr(ProofShelf, "of", lambda self, game: proof)
        self.stage: Stage = make_stage(WINDOW)
        self.scene = ProofScene(self.stage, "gomoku")
        self.stage.open(self.scene)
        picture(self.stage, WINDOW)

    def click(self, name: str) -> None:
        """Place White's stone, and wait for the answer."""
        square = self.scene.game.variant.read_move(name, self.scene.game.position).target
        assert square is not None
        click(self.stage, self.scene.board.square_rect(square).center)
        settle(self.stage, 2)

    @property
    def texts(self) -> str:
        return " ".join(text for text, _ in read(self.stage, WINDOW, self.scene).drawn)


def test_it_answers_tells_what_is_open_and_keeps_to_its_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(monkeypatch)
    scene = room.scene
    assert scene.game.texts() == ("h8",)
    assert not scene.is_closed
    assert "0 of 224 first replies proven" in room.texts
    assert "0 of 224 replies are proven to lose" in room.texts
    assert not widget(scene, "show").enabled
    room.click("a1")
    assert scene.game.ply == 3, "the proof has answered, though it is not proven"
    lost = scene.looked.lost
    assert 0 < len(lost) < 222
    assert scene.board.annotations.settled == {
        scene.game.variant.read_move(text, scene.game.position).target for text in lost
    }
    room.click(min(lost))
    assert scene.game.ply == 5
    assert scene.looked.plies > 0
    assert len(scene.looked.lost) == scene.looked.replies == 220, "every reply loses now"
    assert "You lose, whatever you play" in room.texts
    assert scene.board.annotations.settled == frozenset()
    left = scene.looked.plies
    click_on(room.stage, "show")
    settle(room.stage, 40)
    assert scene.game.outcome is not None
    assert scene.game.outcome.winner is Side.FIRST
    assert scene.game.ply <= 5 + left
    assert "as the proof said" in room.texts
    click_on(room.stage, "undo")
    assert scene.game.outcome is None
    assert scene.game.turn is Side.SECOND
    click_on(room.stage, "again")
    assert scene.game.texts() == ("h8",)


def test_what_it_does_not_know_it_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(monkeypatch)
    room.click("i9")
    assert room.scene.game.ply == 2
    assert room.scene.looked.answer == ""
    assert "The proof does not cover this reply yet" in room.texts
    room.click("a1")
    assert room.scene.game.ply == 2, "it is Black's turn"
    click_on(room.stage, "undo")
    assert room.scene.game.ply == 1


def test_without_a_proof_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(monkeypatch, sample=False)
    assert "missing or damaged" in room.texts
    room.click("a1")
    assert room.scene.game.ply == 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_cut_off_or_overlaps(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProofShelf, "of", lambda self, game: ShownProof(read_proof(SAMPLE.read_bytes())))
    found = []
    for window, scale in SIZES:
        stage = make_stage(window, language=language, scale=scale)
        scene = ProofScene(stage, "gomoku")
        stage.open(scene)
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []


def test_a_game_without_a_proof_has_none() -> None:
    proofs = ProofShelf()
    assert proofs.offers("gomoku")
    assert not proofs.offers("reversi")
    assert proofs.of("reversi") is None
    shipped = proofs.of("gomoku")
    assert shipped is not None
    (first, replies), (pairs, all_pairs) = shipped.shares()
    assert 0 <= first <= replies == 224
    assert first * 222 <= pairs <= all_pairs == 224 * 222
    assert shipped.positions > 0


def test_the_levels_lead_to_it_where_there_is_one() -> None:
    stage = make_stage(WINDOW)
    scene = LevelSelect(stage, "gomoku")
    stage.open(scene)
    assert "proof" in scene.acts()
    click_on(stage, "proof")
    assert stage.went == [(PROOF, "gomoku")]
    other = LevelSelect(stage, "xiangqi")
    stage.open(other)
    assert "proof" not in other.acts()
    assert all(each.name != "proof" for each in other.widgets.widgets)


@pytest.mark.parametrize(("scale", "has_words"), [(1.0, True), (2.0, False)])
def test_its_button_among_the_levels_has_words_where_there_is_room(scale: float, has_words: bool) -> None:
    stage = make_stage(WINDOW, scale=scale)
    scene = LevelSelect(stage, "gomoku")
    stage.open(scene)
    reader = read(stage, WINDOW, scene)
    assert (stage.t("proof.title") in [text for text, _ in reader.drawn]) is has_words
    assert widget(scene, "proof").tooltip == stage.t("proof.open_help")
