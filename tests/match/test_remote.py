"""A player at the other end of a wire fits the walls: requests with consent, own times, a resignation, telling."""

import pytest
from sitting import FIRST, SECOND, Puppet, Sitting, kinds, only

from game.match import events as happened
from game.match.clock import TimeControl
from game.match.events import Request, RequestKind
from game.match.match import MatchError
from game.match.players import Chosen, PlayerKind, Replied, Reply, RequestReport, Resigned
from game.rules.core import Outcome, Termination


@pytest.fixture
def remote() -> Puppet:
    return Puppet(PlayerKind.REMOTE, Reply.LATER)


@pytest.fixture
def sitting(remote: Puppet) -> Sitting:
    sitting = Sitting(second=remote, control=TimeControl(60, 0))
    sitting.exchange(remote, "h8", "h9")
    return sitting


def test_it_hears_of_every_event_after_it_happened(sitting: Sitting, remote: Puppet) -> None:
    assert kinds(remote.told) == ["MovePlayed", "MovePlayed"]
    sitting.match.resign()
    assert only(remote.told, happened.GameEnded).outcome == Outcome(SECOND, Termination.RESIGNATION)


def test_the_time_that_the_mover_measured_counts(sitting: Sitting, remote: Puppet) -> None:
    sitting.play("j8")
    sitting.time.now += 5
    remote.say(Chosen("j9", used_s=4.5))
    assert only(sitting.match.update(), happened.MovePlayed).used_s == 4.5
    assert sitting.match.clock.left_s(SECOND) == 55.5


def test_nothing_requested_takes_effect_before_the_reply(sitting: Sitting, remote: Puppet) -> None:
    match = sitting.match
    match.undo()
    request = only(match.update(), happened.RequestMade).request
    assert request == Request(RequestKind.TAKE_BACK, FIRST, plies=2)
    assert remote.considered == [request]
    assert sitting.texts() == ["h8", "h9"]
    assert match.requests.to_answer is None, "the other side has to answer, not this person"
    with pytest.raises(MatchError):
        match.requests.answer(RequestKind.TAKE_BACK, True)
    with pytest.raises(MatchError) as caught:
        match.undo()
    assert caught.value.refusal.code == "already-asked"
    remote.say(Replied(RequestKind.TAKE_BACK, False))
    assert kinds(match.update()) == ["RequestDeclined"]
    assert sitting.texts() == ["h8", "h9"]
    match.undo()
    remote.say(Replied(RequestKind.TAKE_BACK, True))
    assert kinds(match.update()) == ["RequestMade", "RequestGranted", "MovesUndone"]
    assert sitting.texts() == []
    assert not match.can_redo, "there is no redo over the wire"


def test_a_request_lapses_with_the_next_move(sitting: Sitting, remote: Puppet) -> None:
    sitting.match.undo()
    sitting.play("j8")
    remote.say(Replied(RequestKind.TAKE_BACK, True))
    assert sitting.match.update() == []
    assert sitting.texts() == ["h8", "h9", "j8"]


@pytest.mark.parametrize("yes", [True, False])
def test_the_person_answers_the_remotes_request(sitting: Sitting, remote: Puppet, yes: bool) -> None:
    match = sitting.match
    remote.say(RequestReport(RequestKind.TAKE_BACK, 1))
    request = only(match.update(), happened.RequestMade).request
    assert request == Request(RequestKind.TAKE_BACK, SECOND, plies=1, at_screen=False)
    assert match.requests.to_answer == request
    assert sitting.texts() == ["h8", "h9"]
    remote.say(RequestReport(RequestKind.TAKE_BACK, 1))
    assert match.update() == [], "asking twice is asking once"
    match.requests.answer(RequestKind.TAKE_BACK, yes)
    match.update()
    assert sitting.texts() == (["h8"] if yes else ["h8", "h9"])
    assert kinds(remote.told)[-2:] == (["RequestGranted", "MovesUndone"] if yes else ["RequestMade", "RequestDeclined"])
    assert (remote.turn is not None) is yes


@pytest.mark.parametrize("plies", [-1, 0, 3, 10_000])
def test_senseless_requests_are_declined_unseen(sitting: Sitting, remote: Puppet, plies: int) -> None:
    remote.say(RequestReport(RequestKind.TAKE_BACK, plies))
    assert kinds(sitting.match.update()) == ["RequestDeclined"]
    assert sitting.match.requests.to_answer is None


def test_take_backs_forbidden_hold_for_the_remote_too(remote: Puppet) -> None:
    sitting = Sitting(second=remote, take_backs=False)
    sitting.exchange(remote, "h8", "h9")
    remote.say(RequestReport(RequestKind.TAKE_BACK, 1))
    assert kinds(sitting.match.update()) == ["RequestDeclined"]


def test_crossing_draw_offers_agree(sitting: Sitting, remote: Puppet) -> None:
    sitting.match.offer_draw()
    remote.say(RequestReport(RequestKind.DRAW))
    assert kinds(sitting.match.update()) == ["RequestMade", "RequestGranted", "GameEnded"]
    assert sitting.match.outcome == Outcome(None, Termination.AGREEMENT)


def test_restart_and_pause_need_consent(sitting: Sitting, remote: Puppet) -> None:
    match = sitting.match
    match.pause()
    match.update()
    assert not match.is_paused
    remote.say(Replied(RequestKind.PAUSE, True))
    match.update()
    assert match.is_paused
    remote.say(RequestReport(RequestKind.PAUSE))
    assert kinds(match.update()) == ["RequestDeclined"]
    match.resume()
    remote.say(RequestReport(RequestKind.RESTART))
    match.update()
    match.requests.answer(RequestKind.RESTART, True)
    assert match.ply == 0


def test_it_may_resign_at_any_time(sitting: Sitting, remote: Puppet) -> None:
    remote.say(Resigned())
    sitting.match.update()
    assert sitting.match.outcome == Outcome(FIRST, Termination.RESIGNATION)
    remote.say(Resigned(), RequestReport(RequestKind.DRAW))
    assert kinds(sitting.match.update()) == ["RequestDeclined"]


def test_moves_out_of_turn_change_nothing(sitting: Sitting, remote: Puppet) -> None:
    remote.say("j8")
    assert sitting.match.update() == []
    assert sitting.texts() == ["h8", "h9"]
