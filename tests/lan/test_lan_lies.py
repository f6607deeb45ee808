"""The other side lies: illegal moves, wrong hashes, senseless terms, false ends. It changes no game."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from lan_helpers import FIRST, FIVE, SECOND, TERMS, Player, begin, exchange, instance_of, players, pump, settle
from patience import when_calm

from game.lan.signing import ProofKind, check_proof
from game.lan.terms import BadTermsError, from_wire, mirrored, to_wire
from game.lan.views import GameTerms
from game.match.events import RequestKind
from game.match.remote import position_hash
from game.rules import registry
from game.rules.core import Outcome, Termination, Variant
from net.session import actions
from net.session.messages import Terms

NO_RESULT = Outcome(None, Termination.ABANDONED)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Mallory") as made:
        begin(*made, dataclasses.replace(TERMS, base_s=300))
        yield made


def tell(player: Player, action: actions.TableAction) -> None:
    """Let a program say what its match never would."""
    settle([player], 0.05)  # what it had to say is said
    (contact,) = player.lan._contacts.all.values()
    player.lan._contacts.do(contact, action)


# --- moves ------------------------------------------------------------------------------------------------------------


def answer_no_result(anna: Player, yes: bool) -> None:
    """What Anna says when she is asked whether the game is to end without a result."""
    pump([anna], lambda: anna.match.requests.to_answer is not None)
    assert anna.match.requests.to_answer is not None
    assert anna.match.requests.to_answer.kind is RequestKind.NO_RESULT
    anna.match.requests.answer(RequestKind.NO_RESULT, yes)


@pytest.mark.parametrize("text", ["h8", "z99", "pass", "\U0001f600", "h8h9", "x" * 64])
def test_an_illegal_move_is_refused_and_ends_without_a_result_if_that_is_agreed(two: list[Player], text: str) -> None:
    anna, mallory = two
    exchange(two, "h8")
    tell(mallory, actions.Play(0, 2, text, "0123456789abcdef", 0.1, 299.0))
    pump(two, lambda: anna.match.requests.to_answer)
    assert anna.match.outcome is None
    answer_no_result(anna, True)
    pump(two, lambda: mallory.match.requests.to_answer)
    answer_no_result(mallory, True)
    pump(two, lambda: "no_result" in anna.notes)
    assert anna.texts() == ["h8"]
    assert anna.match.outcome == NO_RESULT
    assert "checking" in anna.notes
    assert "no_result" in anna.notes
    (record,) = anna.records()
    assert [move.text for move in record.moves] == ["h8"]
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == (None, Termination.ABANDONED)


@pytest.mark.parametrize("hash_", ["0", "f" * 16, "f" * 32, "0" * 31 + "1"])
def test_a_wrong_hash_is_refused_before_the_move_is_shown(two: list[Player], hash_: str) -> None:
    anna, mallory = two
    exchange(two, "h8")
    tell(mallory, actions.Play(0, 2, "h9", hash_, 0.1, 299.0))
    pump(two, lambda: anna.match.requests.to_answer)
    assert anna.texts() == ["h8"]
    assert anna.match.outcome is None


def test_a_hash_that_was_garbled_once_costs_no_game(two: list[Player]) -> None:
    """One wrong acknowledgement, and both compare; what fits goes on."""
    anna, mallory = two
    exchange(two, "h8")
    anna_session = _session(anna)
    anna_session.game_session._disagree(time.monotonic())  # as a garbled hash would have it
    settle(two, 0.3)
    assert anna.match.outcome is None
    assert anna.notes == ["checking", "checked"]
    assert not anna.match.clock.is_held
    exchange(two, "h9", "j8")
    assert mallory.texts() == ["h8", "h9", "j8"]


def _session(player: Player) -> Any:
    service = player.lan._contacts.service
    assert service is not None
    (session,) = service._server._sessions.values()
    return session


def test_moves_out_of_turn_or_from_the_future_change_nothing(two: list[Player]) -> None:
    anna, mallory = two
    position = anna.match.position
    move = anna.match.variant.read_move("h8", position)
    right = position_hash(position.play(move).key)
    tell(mallory, actions.Play(0, 1, "h8", right, 0.0, 300.0))  # Anna's move, made by Mallory
    settle(two, 0.3)
    assert anna.texts() == []
    assert anna.match.outcome is None or anna.match.outcome == NO_RESULT


def test_negative_and_enormous_times_do_not_break_the_clock(two: list[Player]) -> None:
    anna, mallory = two
    exchange(two, "h8")
    position = anna.match.position
    right = position_hash(position.play(anna.match.variant.read_move("h9", position)).key)
    tell(mallory, actions.Play(0, 2, "h9", right, 86_400.0 * 6, 86_400.0 * 6))
    pump(two, lambda: anna.match.ply == 2)
    assert anna.match.clock.times_s[1] == 86_400.0 * 6, "whoever says that it took longer has itself to blame"
    assert anna.match.clock.left_s(SECOND) == 0.0


@when_calm
def test_thinking_for_free_is_charged_when_the_credit_is_used_up(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Mallory") as two:
        begin(*two, dataclasses.replace(TERMS, base_s=300))
        anna, mallory = two
        exchange(two, "h8")
        settle(two, 1.4)
        position = anna.match.position
        right = position_hash(position.play(anna.match.variant.read_move("h9", position)).key)
        tell(mallory, actions.Play(0, 2, "h9", right, 0.0, 300.0))
        pump(two, lambda: anna.match.ply == 2)
        assert 0.3 < anna.match.clock.times_s[1] < 0.7, "at most a second of delay is believed"


# --- ends and requests ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("winner", "reason"), [("here", "five"), ("draw", "full-board"), ("here", "time")])
def test_a_false_end_ends_nothing(two: list[Player], winner: Any, reason: str) -> None:
    """Else whoever is about to lose could make an end of it."""
    anna, mallory = two
    exchange(two, "h8", "h9")
    tell(mallory, actions.DeclareEnd(winner, reason))
    pump(two, lambda: "end_refused" in anna.notes)
    settle(two, 0.1)
    assert anna.match.outcome is None
    anna.play("j8")
    settle(two, 0.1)
    anna.match.clock.set_left(SECOND, 0.01)
    pump(two, lambda: anna.match.outcome is not None)
    assert anna.match.outcome == Outcome(FIRST, Termination.TIME), "and the clock of the liar runs on"


def test_whoever_has_lost_on_time_does_not_undo_it_by_seeing_no_result(two: list[Player]) -> None:
    anna, mallory = two
    exchange(two, "h8")
    anna.match.clock.set_left(SECOND, 0.01)
    pump([anna], lambda: anna.match.outcome is not None)
    tell(mallory, actions.DeclareEnd("none", "disagreement"))
    pump(two, lambda: "end_denied" in anna.notes)
    settle(two, 0.2)
    assert anna.match.outcome == Outcome(FIRST, Termination.TIME)
    assert not has_signed_a_void(two)
    (record,) = anna.records()
    assert record.result is not None
    assert record.result.termination is Termination.TIME
    proof = check_proof(record)
    assert proof is not None
    assert proof.kind is ProofKind.PARTLY


@pytest.mark.parametrize(("winner", "reason"), [("here", "resignation"), ("draw", "agreement"), ("here", "absence")])
def test_nobody_resigns_agrees_or_is_absent_for_somebody_else(two: list[Player], winner: Any, reason: str) -> None:
    anna, mallory = two
    exchange(two, "h8")
    tell(mallory, actions.DeclareEnd(winner, reason))
    answer_no_result(anna, False)
    pump(two, lambda: "no_result_declined_here" in anna.notes)
    settle(two, 0.1)
    assert anna.match.outcome is None


def test_whoever_owns_up_to_a_fallen_flag_has_lost(two: list[Player]) -> None:
    anna, mallory = two
    exchange(two, "h8")
    tell(mallory, actions.DeclareEnd("there", "time"))
    pump(two, lambda: anna.table.has_ended)
    settle(two, 0.1)
    assert anna.match.outcome == Outcome(FIRST, Termination.TIME)


def test_a_verified_end_stands_whatever_the_other_side_says(two: list[Player]) -> None:
    anna, mallory = two
    exchange(two, "a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2")
    anna.play("e1")
    tell(mallory, actions.DeclareEnd("none", "whatever"))
    pump(two, lambda: anna.table.has_ended)
    settle(two, 0.2)
    assert anna.match.outcome is not None
    assert anna.match.outcome.termination is Termination.FIVE
    (record,) = anna.records()
    assert record.result is not None
    assert record.result.termination is Termination.FIVE


def has_signed_a_void(two: list[Player]) -> bool:
    """Whether Mallory holds Anna's signature under an end without a result."""
    _, mallory = two
    state = _session(mallory).game_session.state
    final, signature = state._end_there
    return bool(signature) and final is not None and final.winner == "none"


@pytest.mark.parametrize(
    "lie",
    [
        actions.DeclareEnd("none", "disagreement"),
        actions.DeclareEnd("none", "too-long"),
        actions.DeclareEnd("here", "resignation"),
        actions.DeclareEnd("here", "absence"),
        actions.DeclareEnd("draw", "agreement"),
        actions.Play(0, 4, "z99", "0123456789abcdef", 0.1, 299.0),
    ],
    ids=str,
)
def test_nobody_makes_an_end_of_a_lost_game_alone(two: list[Player], lie: actions.TableAction) -> None:
    """Anna says no, and the game goes on, for her at least; she has signed nothing else."""
    anna, _ = two
    exchange(two, "h8", "h9", "j8")
    tell(two[1], lie)
    answer_no_result(anna, False)
    settle(two, 0.1)
    tell(two[1], lie)  # and again: she is asked once
    settle(two, 0.2)
    assert anna.match.requests.to_answer is None
    assert anna.match.outcome is None
    assert not anna.match.clock.is_held
    assert not has_signed_a_void(two)


@pytest.mark.parametrize("lie", [("none", "disagreement"), ("here", "time"), ("draw", "full-board")])
def test_nobody_undoes_an_end_by_telling_another(two: list[Player], lie: tuple[Any, str]) -> None:
    """Mallory has lost by five, and says something else: her program learns that Anna stands by what she saw."""
    anna, mallory = two
    exchange(two, *FIVE[:-1])
    tell(mallory, actions.DeclareEnd(*lie))
    anna.play(FIVE[-1])
    pump(two, lambda: "end_denied" in anna.notes or anna.match.requests.to_answer)
    settle(two, 0.2)
    assert anna.match.outcome is not None
    assert anna.match.outcome.termination is Termination.FIVE
    assert not has_signed_a_void(two)


def test_an_answer_to_nothing_does_nothing(two: list[Player]) -> None:
    anna, mallory = two
    exchange(two, "h8", "h9")
    for number in (0, 1, 99):
        tell(mallory, actions.AnswerRequest(number, True))
    settle(two, 0.2)
    exchange(two, "j8")
    assert anna.texts() == ["h8", "h9", "j8"]


@pytest.mark.parametrize("kind", ["take-back", "restart", "draw", "pause"])
def test_a_flood_of_requests_asks_once(two: list[Player], kind: Any) -> None:
    anna, mallory = two
    exchange(two, "h8", "h9")
    for _ in range(10):
        tell(mallory, actions.Ask(kind, 1))
    settle(two, 0.2)
    assert [request.kind for request in anna.match.requests.open] == [RequestKind(kind)]
    anna.match.requests.answer(RequestKind(kind), False)
    settle(two, 0.2)
    exchange(two, "j8")


# --- invitations ------------------------------------------------------------------------------------------------------

HOSTILE = [
    (Terms("tic-tac-toe"), "unknown-variant"),
    (Terms("gomoku-freestyle", {"size": 14}), "bad-size"),
    (Terms("gomoku-freestyle", {"size": -1}), "bad-size"),
    (Terms("gomoku-freestyle", {"size": True}), "bad-size"),
    (Terms("gomoku-freestyle", {"size": "15"}), "bad-size"),
    (Terms("gomoku-freestyle", {"size": 15, "handicap": 9}), "unknown-option"),
    (Terms("gomoku-freestyle", {"size": 15}, 1), "bad-clock"),
    (Terms("gomoku-freestyle", {"size": 15}, 1500), "bad-clock"),
    (Terms("gomoku-freestyle", {"size": 15}, 0, 5000), "bad-clock"),
    (Terms("gomoku-freestyle", {"size": 15}, 60_000, 1), "bad-clock"),
]


@pytest.mark.parametrize(("terms", "code"), HOSTILE)
def test_senseless_terms_have_a_reason(terms: Terms, code: str) -> None:
    with pytest.raises(BadTermsError) as caught:
        from_wire(terms)
    assert caught.value.code == code


@pytest.mark.parametrize(("terms", "code"), HOSTILE[:2])
def test_senseless_invitations_bother_nobody(tmp_path: Path, terms: Terms, code: str) -> None:
    with players(tmp_path, "Anna", "Mallory") as two:
        anna, mallory = two
        mallory.lan.invite(instance_of(mallory, anna), TERMS)
        (contact,) = mallory.lan._contacts.all.values()
        contact.wanted = actions.Invite(terms, "play!")
        pump(two, lambda: mallory.notices)
        assert [notice.code for notice in mallory.notices] == ["lan-terms-refused"]
        assert anna.lan.invitations == ()
        assert anna.notices == []


@pytest.mark.parametrize(
    "terms",
    [
        GameTerms("gomoku-renju", 15),
        GameTerms("gomoku-freestyle", 19, 86_400, 3_600, "second", take_backs=False, watchers=True),
        GameTerms("gomoku-standard", 15, 1, 0, "first"),
    ],
)
def test_terms_come_back_as_they_went(terms: GameTerms) -> None:
    assert from_wire(to_wire(terms)) == terms


@pytest.mark.parametrize(
    "terms",
    [
        GameTerms("gomoku-renju", 21),
        GameTerms("go", 19),
        GameTerms("gomoku-freestyle", 15, 0),
        GameTerms("gomoku-freestyle", 15, 86_401),
        GameTerms("gomoku-freestyle", 15, 60, -1),
        GameTerms("gomoku-freestyle", 15, None, 5),
    ],
)
def test_nobody_offers_what_can_not_be_played(terms: GameTerms) -> None:
    with pytest.raises(BadTermsError):
        to_wire(terms)


def test_an_option_that_was_left_out_is_the_usual_one() -> None:
    assert from_wire(Terms("gomoku-freestyle")).size == registry.variant("gomoku-freestyle").sizes[0]


def test_wishes_are_mirrored() -> None:
    assert [mirrored("first"), mirrored("second"), mirrored("random")] == ["second", "first", "random"]


# --- names and talk ---------------------------------------------------------------------------------------------------


def test_hostile_names_are_harmless(tmp_path: Path) -> None:
    name = "\u202eannA\x1b[2J" + "a" + "\u0301" * 300 + "x" * 5000
    with players(tmp_path, "Bo", "Cleo") as two:
        bo, cleo = two
        cleo.lan.set_name(name)
        pump(two, lambda: bo.lan.people[0].label != "Cleo")
        cleo.lan.invite_address(f"127.0.0.1:{bo.lan.port}", TERMS, name)
        pump(two, lambda: bo.lan.invitations)
        invitation = bo.received
        for text in (bo.lan.people[0].label, invitation.name, invitation.note):
            assert len(text) <= 160
            assert "\u202e" not in text
            assert "\x1b" not in text
            assert text.count("\u0301") <= 3
        bo.lan.answer(invitation.id, True)
        pump(two, lambda: bo.seated and cleo.seated)
        exchange(two, "h8")
        bo.match.resign()
        pump(two, bo.records)
        assert bo.records()[0].moves
        assert len(bo.lan.recent[0].name) <= 64


# --- a game that comes later ------------------------------------------------------------------------------------------


class _Renamed:
    """The rules of freestyle under another name, as a game that is added later would be."""

    name = "later-game"
    game = "later"

    def __init__(self, rules: Variant) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> object:
        return getattr(self._rules, name)


def test_a_variant_that_is_added_later_plays_over_the_lan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later: Any = _Renamed(registry.variant("gomoku-freestyle"))
    variants: Mapping[str, Variant] = MappingProxyType({**registry.VARIANTS, "later-game": later})
    monkeypatch.setattr(registry, "VARIANTS", variants)
    with players(tmp_path, "Anna", "Bo") as two:
        begin(*two, GameTerms("later-game", 19, colour="first"))
        exchange(two, "a1", "s19", "b1")
        assert two[1].match.variant.name == "later-game"
        assert two[1].match.position.board.columns == 19
        two[0].match.resign()
        pump(two, lambda: two[1].match.outcome is not None)
