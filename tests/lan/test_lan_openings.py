"""Games over the LAN that begin by an opening rule: both sides agree upon who acts and who has which colour."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from lan_helpers import FIRST, SECOND, TERMS, Player, begin, exchange, players, pump, settle

from game.lan.terms import BadTermsError, from_wire, to_wire
from game.lan.views import GameTerms, LineState
from game.rules.core import OutOfTurnError, Side, Termination
from net.session.messages import Terms

SWAP2 = dataclasses.replace(TERMS, opening="swap2")
THREE = ["h8", "h9", "j10"]


def test_swap2_is_played_to_its_end_and_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, SWAP2)
        for text in THREE:  # quicker than the other side says yes to each
            assert anna.match.may_move
            anna.play(text)
        pump(two, lambda: bo.match.ply == 3)
        assert bo.match.may_move
        assert not anna.match.may_move
        exchange(two, "more", "a1", "b1", "white")
        for player in two:
            assert player.match.turn is FIRST
            assert player.match.position.colour(SECOND) is Side.FIRST
        exchange(two, "a2", "h7", "b2", "h10", "c2", "h11", "d2", "c3", "e2")
        pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
        settle(two, 0.2)
        for player in two:
            assert player.match.outcome is not None
            assert (player.match.outcome.winner, player.match.outcome.termination) == (FIRST, Termination.FIVE)
            (record,) = player.records()
            assert record.start.endswith(" b swap2")
            assert record.result is not None
            assert record.result.winner == "white"
        invited: list[GameTerms] = []
        monkeypatch.setattr(anna.table, "_desk", dataclasses.replace(anna.table._desk, invite=invited.append))
        anna.table.invite_again(swapped=True)
        assert invited == [dataclasses.replace(SWAP2, colour="second")]


def test_a_choice_can_be_taken_back_and_only_the_chooser_chooses(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, dataclasses.replace(SWAP2, opening="swap"))
        exchange(two, *THREE)
        with pytest.raises(OutOfTurnError):
            anna.match.submit(FIRST, anna.match.variant.read_move("white", anna.match.position))
        exchange(two, "black", "a1")
        bo.match.undo()
        pump(two, lambda: anna.match.requests.to_answer is not None)
        request = anna.match.requests.to_answer
        assert request is not None
        assert request.plies == 2  # back to where Bo acted last: the choice
        anna.match.requests.answer(request.kind, True)
        pump(two, lambda: anna.match.ply == bo.match.ply == 3)
        exchange(two, "white", "a1")
        assert anna.match.position == bo.match.position
        assert bo.match.position.colour(SECOND) is SECOND


def test_a_broken_line_in_the_opening_brings_all_stones(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, SWAP2)
        exchange(two, "h8")
        bo.drop()
        bo.is_stopped = True  # type: ignore[attr-defined]  # a killed program
        anna.play("h9")
        pump([anna], lambda: anna.table.line is LineState.DOWN)
        anna.play("j10")
        again = Player("Bo", tmp_path / "Bo", anna.lan._discovery_port)
        two[1] = again
        again.lan.enter_lobby(True)
        again.lan.open()
        (kept,) = again.suspended
        assert kept.opening == "swap2"
        again.lan.resume(kept.id)
        pump(two, lambda: again.seated and again.match.ply == 3, 20.0)
        assert again.match.may_move
        exchange(two, "black", "a1")
        assert again.match.position == anna.match.position


def test_a_free_opening_is_not_said_so_that_older_programs_understand() -> None:
    assert to_wire(TERMS).options == {"size": 15}
    assert to_wire(SWAP2).options == {"size": 15, "opening": "swap2"}
    assert from_wire(to_wire(SWAP2)) == SWAP2
    assert from_wire(to_wire(TERMS)) == TERMS
    for bad in ("swap3", "swap2-more", "", 7, True):
        with pytest.raises(BadTermsError) as caught:
            from_wire(Terms("gomoku-freestyle", {"size": 15, "opening": bad}))
        assert caught.value.code == "bad-opening"
    with pytest.raises(BadTermsError):
        to_wire(dataclasses.replace(TERMS, opening="swap3"))
