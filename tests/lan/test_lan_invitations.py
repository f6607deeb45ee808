"""From seeing each other to sitting down: invitations with all their ends, and whom the lobby shows."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from lan_helpers import FIRST, SECOND, TERMS, Player, begin, instance_of, players, pump, settle

from game.lan.views import Direction, GameTerms, LineState, PersonPresence
from game.match.clock import TimeControl
from net.session import negotiation


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo") as made:
        yield made


def invite(anna: Player, bo: Player, terms: GameTerms = TERMS, note: str = "") -> None:
    anna.lan.invite(instance_of(anna, bo), terms, note)
    pump([anna, bo], lambda: bo.lan.invitations)


def codes(player: Player) -> list[str]:
    return [notice.code for notice in player.notices]


def test_a_yes_seats_both_with_the_terms_that_were_offered(two: list[Player]) -> None:
    anna, bo = two
    terms = GameTerms("gomoku-renju", 15, 300, 5, "second", take_backs=False)
    invite(anna, bo, terms, "a game of renju?")
    (sent,) = anna.lan.invitations
    received = bo.received
    assert (sent.direction, sent.name, sent.terms, sent.note) == (Direction.SENT, "Bo", terms, "a game of renju?")
    assert (received.direction, received.name, received.terms) == (Direction.RECEIVED, "Anna", terms)
    assert received.note == "a game of renju?"
    assert 0 < received.left_s <= 60
    bo.lan.answer(received.id, True)
    pump(two, lambda: anna.seated and bo.seated)
    assert anna.lan.invitations == bo.lan.invitations == ()
    for player, side in ((anna, SECOND), (bo, FIRST)):
        match = player.match
        assert player.table.side is side
        assert match.person is side
        assert (match.variant.name, match.position.board.columns, match.take_backs) == ("gomoku-renju", 15, False)
        assert match.clock.control == TimeControl(300, 5)
        assert [match.seat(s).name for s in (FIRST, SECOND)] == ["Bo", "Anna"]
        assert player.table.line is LineState.CONNECTED
        assert not match.can_hint, "nobody helps in a game with a person"
    assert (anna.table.peer, bo.table.peer) == ("Bo", "Anna")


def test_the_random_colour_is_the_same_on_both_sides(two: list[Player]) -> None:
    anna, bo = two
    begin(anna, bo, dataclasses.replace(TERMS, colour="random"))
    assert {anna.table.side, bo.table.side} == {FIRST, SECOND}


def test_a_refusal_is_told_and_changes_nothing(two: list[Player]) -> None:
    anna, bo = two
    invite(anna, bo)
    bo.lan.answer(bo.received.id, False)
    pump(two, lambda: anna.notices)
    assert codes(anna) == ["lan-declined"]
    assert anna.notices[0].values == {"name": "Bo"}
    assert anna.lan.invitations == bo.lan.invitations == ()
    assert not anna.seated
    assert not bo.notices


def test_a_counter_offer_goes_back_to_the_one_who_invited(two: list[Player]) -> None:
    anna, bo = two
    invite(anna, bo)
    other = dataclasses.replace(TERMS, size=19, base_s=60)
    bo.lan.counter(bo.received.id, other)
    pump(two, lambda: [i for i in anna.lan.invitations if i.direction is Direction.RECEIVED])
    assert anna.received.changed
    assert anna.received.terms == other
    assert bo.received.direction is Direction.SENT
    anna.lan.answer(anna.received.id, True)
    pump(two, lambda: anna.seated and bo.seated)
    assert bo.match.position.board.columns == 19
    assert bo.table.side is FIRST, "the wish for a colour was Bo's this time"


def test_a_counter_offer_shows_what_was_changed_and_its_time_begins_anew_while_one_edits(two: list[Player]) -> None:
    anna, bo = two
    invite(anna, bo)
    assert bo.received.before is None
    settle(two, 0.5)
    left = bo.received.left_s, anna.lan.invitations[0].left_s
    bo.lan.hold(bo.received.id)
    pump(two, lambda: bo.received.left_s > left[0] and anna.lan.invitations[0].left_s > left[1])
    bo.lan.counter(bo.received.id, dataclasses.replace(TERMS, colour="second", base_s=300))
    pump(two, lambda: anna.lan.invitations and anna.lan.invitations[0].direction is Direction.RECEIVED)
    assert anna.received.changed
    assert anna.received.before == TERMS


def test_an_invitation_can_be_taken_back(two: list[Player]) -> None:
    anna, bo = two
    invite(anna, bo)
    received = bo.received
    anna.lan.cancel(anna.received.id)
    pump(two, lambda: not bo.lan.invitations)
    assert codes(bo) == ["lan-cancelled"]
    bo.lan.answer(received.id, True)
    settle(two)
    assert not anna.seated
    assert not bo.seated


def test_nobody_answers(two: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(negotiation, "INVITATION_S", 0.3)
    anna, bo = two
    invite(anna, bo)
    pump(two, lambda: anna.notices and bo.notices)
    assert codes(anna) == ["lan-expired"]
    assert codes(bo) == ["lan-missed"]
    assert anna.lan.invitations == bo.lan.invitations == ()


def test_both_invite_each_other_to_the_same_game(two: list[Player]) -> None:
    anna, bo = two
    anna.lan.invite(instance_of(anna, bo), TERMS)
    pump(two, lambda: bo.lan.invitations)
    bo.lan.answer(bo.received.id, True)
    pump(two, lambda: anna.seated and bo.seated)
    anna.match.resign()
    pump(two, lambda: bo.match.outcome and anna.table.has_ended)
    anna.table.invite_again(swapped=True)
    bo.table.invite_again(swapped=True)
    pump(two, lambda: len(anna.seated) == len(bo.seated) == 2, 15.0)
    assert anna.table.side is SECOND
    assert bo.table.side is FIRST


def test_an_address_leads_to_the_same_place(two: list[Player]) -> None:
    anna, bo = two
    assert anna.lan.invite_address("not an address", TERMS) == "bad-address"
    assert anna.lan.invite_address(f"127.0.0.1:{bo.lan.port}", TERMS) is None
    pump(two, lambda: bo.lan.invitations)
    assert bo.received.name == "Anna"
    assert anna.received.name == "Bo", "once the line stands the name is known"


def test_nobody_at_the_address(two: list[Player]) -> None:
    anna, _ = two
    assert anna.lan.invite_address("127.0.0.1:1", TERMS) is None
    pump(two, lambda: anna.notices)
    assert codes(anna) == ["lan-unreachable"]
    assert anna.lan.invitations == ()


def test_one_address_of_several_is_enough(two: list[Player]) -> None:
    anna, bo = two
    anna.lan._invitations._dial("Bo", "", ["127.0.0.1:1", f"127.0.0.1:{bo.lan.port}"], TERMS, "")
    pump(two, lambda: bo.lan.invitations)
    assert anna.notices == []


def test_the_program_itself_is_no_opponent(two: list[Player]) -> None:
    anna, _ = two
    anna.lan.invite_address(f"127.0.0.1:{anna.lan.port}", TERMS)
    pump(two, lambda: anna.notices)
    assert codes(anna) == ["lan-self"]


def test_somebody_who_plays_turns_others_away(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo", "Cleo") as three:
        anna, bo, cleo = three
        cleo.lan.invite(instance_of(cleo, bo), TERMS)
        pump(three, lambda: bo.lan.invitations)
        begun = bo.received.id
        anna.lan.invite(instance_of(anna, bo), TERMS)
        pump(three, lambda: len(bo.lan.invitations) == 2)
        bo.lan.answer(begun, True)
        pump(three, lambda: cleo.seated and bo.seated and anna.notices)
        assert codes(anna) == ["lan-busy"]
        anna.lan.invite(instance_of(anna, cleo), TERMS)
        pump(three, lambda: len(anna.notices) == 2)
        assert codes(anna) == ["lan-busy", "lan-busy"]
        pump(three, lambda: all(person.presence is PersonPresence.PLAYING for person in anna.lan.people))
        assert [person.game for person in anna.lan.people] == ["gomoku-freestyle"] * 2


def test_presence_follows_what_is_done(two: list[Player]) -> None:
    anna, bo = two
    pump(two, lambda: bo.lan.people[0].presence is PersonPresence.FREE)
    anna.lan.enter_lobby(False)
    pump(two, lambda: bo.lan.people[0].presence is PersonPresence.AWAY)
    anna.lan.enter_lobby(True)
    anna.lan.set_name("Annabel")
    pump(two, lambda: [person.label for person in bo.lan.people] == ["Annabel"])
    anna.lan.invite(instance_of(anna, bo), TERMS)
    pump(two, lambda: bo.lan.invitations)
    assert bo.received.name == "Annabel"
    begun = anna.lan.people
    assert anna.lan.people is begun
    anna.lan.close()
    pump([bo], lambda: not bo.lan.people, 1.0)


def test_recent_people_and_their_results(two: list[Player]) -> None:
    anna, bo = two
    begin(anna, bo)
    anna.play("h8")
    pump(two, lambda: bo.match.ply == 1)
    bo.match.resign()
    pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
    settle(two, 0.1)
    (recent,) = anna.lan.recent
    assert (recent.name, recent.variant, recent.won, recent.lost, recent.drawn) == ("Bo", "gomoku-freestyle", 1, 0, 0)
    assert recent.instance == instance_of(anna, bo)
    assert recent.address.rpartition(":")[2] == str(bo.lan.port), "at one of the addresses of this machine"
    (recent,) = bo.lan.recent
    assert (recent.won, recent.lost) == (0, 1)
    again = Player("Anna", anna.folders.data.parent, 0)
    assert [(each.name, each.won, each.instance) for each in again.lan.recent] == [("Bo", 1, None)]
