"""A game over the wire, step by step: what each message does, and what it must not do."""

from __future__ import annotations

import msgspec
import pytest
from tables import FIXED, Table, kinds, one
from world import hash_after

from net.session import actions, events
from net.session.messages import (
    AckMessage,
    EndMessage,
    FinalMessage,
    Kind,
    MoveMessage,
    Ply,
    ReplyMessage,
    RequestMessage,
    ResignMessage,
    StateMessage,
    SyncMessage,
    UnpauseMessage,
)
from net.session.move_log import MoveLog
from net.session.session import SessionState as S

# --- moves ------------------------------------------------------------------------------------------------------------


def test_moves_are_acknowledged_once_they_are_on_disk() -> None:
    table = Table().start()
    table.anna.player.play("m1")
    table.obey_all()
    table.carry(1)
    came_at = table.now
    assert one(list(table.ben.events), events.MoveArrived).ply == 1
    table.carry(0)
    assert not any(isinstance(event, events.MoveConfirmed) for event in table.anna.events), "not on disk yet"
    table.ben.poll()
    assert table.ben.disk.moves == ["m1"]
    table.settle(0.02)
    anna, ben = table.look()
    assert one(anna, events.MoveConfirmed) == events.MoveConfirmed(99, 0, 1)
    arrived = one(ben, events.MoveArrived)
    assert (arrived.text, arrived.used_s, arrived.left_s) == ("m1", 1.5, 290.0)
    assert arrived.at_s == came_at, "when the network had it, not when the game looked"


def test_the_same_move_again_is_acknowledged_again() -> None:
    table = Table().start()
    table.play("m1")
    table.look()
    move = MoveMessage(table.game, 0, 1, "m1", hash_after(["m1"]), 1500, 290_000)
    table.inject(1, move)
    assert table.ben.player.moves == ["m1"]
    assert table.look() == ([], [])
    assert table.state() == (S.PLAYING, S.PLAYING)


def test_another_move_for_the_same_ply_is_a_disagreement_that_overwrites_nothing() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    table.inject(1, MoveMessage(table.game, 0, 1, "m7", hash_after(["m7"]), 1500, 290_000))
    anna, ben = table.look()
    assert kinds(ben) == ["Resynchronising", "Resynchronised"]
    assert anna == []
    assert table.ben.player.moves == ["m1", "m2"]
    table.play("m3")
    assert table.ben.player.moves == ["m1", "m2", "m3"]


@pytest.mark.parametrize("epoch", [0, 1])
def test_a_gap_is_seen_at_once(epoch: int) -> None:
    table = Table().start()
    table.inject(1, MoveMessage(table.game, epoch, 3, "m9", "00", 0, None))
    assert kinds(table.look()[1]) == ["Resynchronising", "Resynchronised"]
    table.play("m1", "m2")
    assert table.ben.player.moves == ["m1", "m2"]


def test_a_wrong_hash_is_seen_within_one_ply_and_a_right_one_goes_on() -> None:
    """Anna's board was wrong for a moment: one resynchronisation, and the game goes on."""
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    player = table.ben.player
    player.corrupt = True
    table.anna.player.play("m3")
    table.obey_all()
    table.carry(1)
    table.ben.poll()
    player.corrupt = False
    table.settle(0.1)
    assert kinds(table.look()[1])[:3] == ["MoveArrived", "Resynchronising", "Resynchronised"]
    assert player.moves == table.anna.player.moves == ["m1", "m2", "m3"]


def test_a_desync_that_stays_ends_without_a_result() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    table.ben.player.corrupt = True
    table.anna.player.play("m3")
    table.settle(0.2)
    anna, ben = table.look()
    for seen in (anna, ben):
        ended = one(seen, events.Ended)
        assert (ended.winner, ended.reason, ended.confirmed) == ("none", "disagreement", True)
        assert ended.ply == 2
    assert table.state() == (S.ENDED, S.ENDED)
    assert table.ben.player.moves == ["m1", "m2"], "what was verified stays"


def test_an_illegal_move_changes_nothing_and_ends_the_game() -> None:
    table = Table().start()
    table.act(table.anna, actions.Play(0, 1, "m1", "ffff", 1.0))
    table.settle(0.2)
    assert table.ben.player.moves == []
    assert one(table.look()[1], events.Ended).winner == "none"


def test_whose_ply_it_is_not_is_refused_by_the_rules() -> None:
    table = Table().start()
    table.act(table.ben, actions.Play(0, 1, "m1", hash_after(["m1"]), 1.0))
    assert table.anna.player.moves == []
    assert "Resynchronising" in kinds(table.look()[0])


def test_moves_in_a_row_are_fine_where_the_rules_want_them() -> None:
    """An opening where one side sets three stones: the wire does not count turns."""
    table = Table().start()
    for ply in (1, 2, 3):
        table.anna.act(actions.Play(0, ply, f"s{ply}", f"0{ply}", 1.0))
    table.obey_all()
    table.carry(1)
    for ply in (1, 2, 3):
        arrived = [event for event in table.ben.events if isinstance(event, events.MoveArrived)]
        assert [event.ply for event in arrived] == [ply], "one after the other"
        table.ben.events.clear()
        table.ben.act(actions.AcceptMove(0, ply, f"0{ply}"))
        table.obey_all()
    assert [ply.text for ply in table.game_session(1).state.plies] == ["s1", "s2", "s3"]


def test_out_of_step_and_stale_moves() -> None:
    table = Table().start()
    table.act(table.anna, actions.Play(0, 5, "m1", "00", 1.0))
    assert one(table.look()[0], events.Refused).code == "out-of-step"
    table.act(table.anna, actions.Play(3, 1, "m1", "00", 1.0))
    assert table.look()[0] == [], "overtaken, and the event that overtook it is on its way"
    assert table.game_session(0).state.plies == ()


@pytest.mark.parametrize("text", ["", "x" * 65, "h8\n", "\x1b[31m"])
def test_values_that_fit_no_message_are_refused_here(text: str) -> None:
    table = Table().start()
    table.act(table.anna, actions.Play(0, 1, text, "00", 1.0))
    assert one(table.look()[0], events.Refused).code == "bad-value"
    assert table.game_session(0).state.plies == ()


def test_a_game_that_no_frame_can_hold_ends_without_a_result() -> None:
    table = Table().start()
    text = "長" * 64
    ply = Ply(text, "0" * 16, "host", 1, None)
    move_log = table.game_session(0).state.move_log
    while move_log.has_room(ply):
        move_log.add(ply)
    table.act(table.anna, actions.Play(0, len(move_log) + 1, text, "0" * 16, 0.001))
    ended = one(table.look()[0], events.Ended)
    assert (ended.winner, ended.reason) == ("none", "too-long")


def test_plies_taken_back_make_room_for_others() -> None:
    ply = Ply("長" * 64, "0" * 16, "host", 1, None)
    move_log = MoveLog("0" * 16)
    while move_log.has_room(ply):
        move_log.add(ply)
    move_log.go_back(len(move_log) - 1)
    assert move_log.has_room(ply)
    move_log.add(ply)
    assert not move_log.has_room(ply)


# --- requests ---------------------------------------------------------------------------------------------------------


def test_a_take_back_begins_an_epoch_on_both_sides() -> None:
    table = Table().start()
    table.play("m1", "m2", "m3")
    table.look()
    table.act(table.anna, actions.Ask("take-back", 1))
    requested = one(table.look()[1], events.Requested)
    assert (requested.kind, requested.plies, requested.ply) == ("take-back", 1, 3)
    assert table.state() == (S.REQUEST_OPEN, S.REQUEST_OPEN)
    table.ben.player.answer(requested.request, True)
    table.settle(0.05)
    answered = one(table.look()[0], events.RequestAnswered)
    assert (answered.yes, answered.epoch, answered.to_ply) == (True, 1, 2)
    assert table.anna.player.moves == table.ben.player.moves == ["m1", "m2"]
    table.play("m4")
    assert table.ben.player.moves == ["m1", "m2", "m4"]


def test_no_is_no() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    table.act(table.anna, actions.Ask("restart"))
    table.ben.player.answer(one(table.look()[1], events.Requested).request, False)
    table.settle(0.05)
    assert not one(table.look()[0], events.RequestAnswered).yes
    assert table.game_session(0).state.epoch == 0
    assert table.state() == (S.PLAYING, S.PLAYING)


def test_a_request_lapses_with_the_next_move() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.act(table.anna, actions.Ask("draw"))
    table.play("m3")
    assert table.state() == (S.PLAYING, S.PLAYING)
    table.look()
    table.act(table.ben, actions.AnswerRequest(1, True))
    assert one(table.look()[1], events.Refused).action == "AnswerRequest"
    table.act(table.anna, actions.Ask("draw"))
    assert one(table.look()[1], events.Requested).ply == 3


def test_a_late_move_does_not_land_on_the_position_before_the_take_back() -> None:
    """Anna asks, moves all the same, and Ben's yes crosses her move: the yes counts."""
    table = Table().start()
    table.play("m1", "m2")
    table.act(table.anna, actions.Ask("take-back", 2))
    requested = one(table.look()[1], events.Requested)
    table.anna.player.play("late")
    table.ben.player.answer(requested.request, True)
    table.settle(0.1)
    assert table.anna.player.moves == table.ben.player.moves == []
    assert table.game_session(0).state.epoch == table.game_session(1).state.epoch == 1
    assert "Resynchronising" not in kinds(table.look()[0])


def test_what_was_played_after_a_yes_that_was_lost_on_the_way_arrives() -> None:
    """Anna comes back an epoch behind, with more moves of the old one than there are in the new one."""
    table = Table().start()
    table.play("m1", "m2", "m3", "m4")
    table.act(table.anna, actions.Ask("take-back", 3))
    requested = one(table.look()[1], events.Requested)
    table.blocked = True
    table.cut(table.cables[0])
    table.ben.player.answer(requested.request, True)
    table.ben.player.play("after the yes")
    table.settle(0.1)
    assert table.anna.player.moves == ["m1", "m2", "m3", "m4"]
    table.blocked = False
    table.settle(5.0)
    assert table.anna.player.moves == table.ben.player.moves == ["m1", "after the yes"]
    assert table.game_session(0).state.epoch == table.game_session(1).state.epoch == 1
    assert "Resynchronising" not in kinds(table.look()[0])


def test_a_yes_to_a_draw_crosses_a_move() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.anna.player.ask("draw", 0)
    table.settle(0.05)
    requested = one(table.look()[1], events.Requested)
    table.anna.player.play("late")
    table.ben.player.answer(requested.request, True)
    table.settle(0.1)
    for node in table.nodes:
        assert node.player.final == events.Ended(node.table, "draw", "agreement", 2, True)


def test_two_draw_offers_that_cross_are_an_agreement() -> None:
    table = Table().start()
    table.anna.player.ask("draw", 0)
    table.ben.player.ask("draw", 0)
    table.settle(0.1)
    for node in table.nodes:
        assert node.player.final == events.Ended(node.table, "draw", "agreement", 0, True)


@pytest.mark.parametrize(("of_anna", "of_ben"), [("take-back", "restart"), ("draw", "take-back"), ("pause", "draw")])
def test_of_other_requests_that_cross_the_hosts_stands(of_anna: str, of_ben: str) -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    table.anna.act(actions.Ask(of_anna, 1))  # one of the kinds
    table.ben.act(actions.Ask(of_ben, 1))  # one of the kinds
    table.settle(0.05)
    anna, ben = table.look()
    assert anna == []
    assert one(ben, events.Requested).kind == of_anna
    refused = one(ben, events.RequestAnswered)
    assert (refused.kind, refused.yes) == (of_ben, False)


def test_senseless_requests_are_declined_unseen() -> None:
    table = Table().start(msgspec.structs.replace(FIXED, take_backs=False))
    table.play("m1")
    table.look()
    for number, request in enumerate(
        [
            RequestMessage(table.game, 1, "take-back", 0, 1, 1),
            RequestMessage(table.game, 2, "draw", 0, 0),
            RequestMessage(table.game, 3, "draw", 1, 1),
            RequestMessage(table.game, 4, "take-back", 0, 1, 500),
        ]
    ):
        table.inject(1, request)
        # Anna's program is surprised at the answers, for it has asked for nothing
        assert kinds(table.look()[1]) == ["Complaint"], number
    assert table.session(1).state is S.PLAYING
    table.act(table.anna, actions.Ask("take-back", 1))
    assert one(table.look()[0], events.Refused).code == "not-now"


def test_a_request_asked_twice_is_asked_once() -> None:
    table = Table().start()
    table.act(table.anna, actions.Ask("draw"))
    table.act(table.anna, actions.Ask("draw"))
    anna, ben = table.look()
    assert one(anna, events.Refused).code == "asked-already"
    one(ben, events.Requested)
    table.act(table.ben, actions.Ask("pause"))
    assert one(table.look()[1], events.Refused).code == "asked-already", "answer first"


@pytest.mark.parametrize("kind", ["take-back", "draw", "restart", "pause"])
def test_after_a_no_the_same_is_not_put_to_the_person_again_before_the_next_move(kind: Kind) -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    table.act(table.anna, actions.Ask(kind, 1))
    table.ben.player.answer(one(table.look()[1], events.Requested).request, False)
    table.settle(0.05)
    table.look()
    for _ in range(3):
        table.act(table.anna, actions.Ask(kind, 1))
        anna, ben = table.look()
        assert not one(anna, events.RequestAnswered).yes
        assert ben == [], "the person asked sees nothing of it"
    assert table.state() == (S.PLAYING, S.PLAYING)
    other: Kind = "pause" if kind == "draw" else "draw"
    table.act(table.anna, actions.Ask(other))
    assert one(table.look()[1], events.Requested).kind == other
    table.play("m3")
    table.look()
    table.act(table.anna, actions.Ask(kind, 1))
    assert one(table.look()[1], events.Requested).kind == kind


def test_who_asks_for_what_they_refused_can_be_asked_again() -> None:
    """Ben said no to a draw and then offers one himself: Anna's next offer crosses his and is an agreement."""
    table = Table().start()
    table.act(table.anna, actions.Ask("draw"))
    table.ben.player.answer(one(table.look()[1], events.Requested).request, False)
    table.settle(0.05)
    for node in (table.ben, table.anna):
        node.player.ask("draw", 0)
    table.settle(0.1)
    for node in table.nodes:
        assert node.player.final == events.Ended(node.table, "draw", "agreement", 0, True)


@pytest.mark.parametrize("kind", ["draw", "pause"])
def test_who_asks_is_open_to_the_same_question(kind: Kind) -> None:
    """Each refuses the other's request in turn, and the first may ask once more."""
    table = Table().start()
    for number in (0, 1, 0):
        table.act(table.nodes[number], actions.Ask(kind))
        requested = one(table.look()[1 - number], events.Requested)
        assert requested.kind == kind
        table.nodes[1 - number].player.answer(requested.request, False)
        table.settle(0.05)
        table.look()


def test_an_answer_to_nothing_is_complained_about() -> None:
    table = Table().start()
    table.inject(0, ReplyMessage(table.game, 5, True))
    assert kinds(table.look()[0]) == ["Complaint"]
    assert table.game_session(0).state.epoch == 0


def test_pauses_need_consent_and_their_end_does_not() -> None:
    table = Table().start()
    table.act(table.anna, actions.Ask("pause"))
    table.ben.player.answer(one(table.look()[1], events.Requested).request, True)
    table.settle(0.05)
    assert table.anna.player.paused
    assert table.ben.player.paused
    table.inject(0, UnpauseMessage(table.game, 7))
    assert "Complaint" in kinds(table.look()[0])
    assert table.game_session(0).state.is_paused
    for node in table.nodes:  # both at once
        node.player.paused = False
        node.act(actions.EndPause())
    table.settle(0.05)
    assert not table.game_session(0).state.is_paused
    assert not table.game_session(1).state.is_paused
    assert table.look() == ([], [])
    table.act(table.anna, actions.EndPause())
    assert one(table.look()[0], events.Refused).code == "not-now"


def test_nobody_is_paused_without_having_been_asked() -> None:
    table = Table().start()
    table.inject(1, UnpauseMessage(table.game, 1))
    assert not table.game_session(1).state.is_paused
    assert kinds(table.look()[1]) == ["Complaint"]


# --- the end ----------------------------------------------------------------------------------------------------------


def test_resigning_needs_no_consent_and_is_confirmed() -> None:
    table = Table().start()
    table.play("m1")
    table.anna.player.over = ("there", "resignation")
    table.act(table.anna, actions.Resign())
    assert table.anna.player.final == events.Ended(99, "there", "resignation", 1, True)
    assert table.ben.player.final == events.Ended(1, "here", "resignation", 1, True)


def test_an_end_is_confirmed_when_it_is_on_disk_and_not_before() -> None:
    table = Table().start()
    table.anna.player.end("there", "resignation")
    table.obey_all()
    table.carry(1)
    table.carry(0)
    assert not any(isinstance(event, events.Ended) for event in table.anna.events)
    table.settle(0.05)
    assert table.ben.disk.over == ("here", "resignation")
    assert one(table.look()[0], events.Ended).confirmed


def test_both_resign_at_once() -> None:
    table = Table().start()
    for node in table.nodes:
        node.player.end("there", "resignation")
    table.settle(0.1)
    assert table.anna.player.over == ("there", "resignation"), "the host's counts"
    assert table.ben.player.over == ("here", "resignation")


def test_an_end_by_the_rules_is_said_by_both() -> None:
    table = Table().start()
    for number in range(30):
        table.play(f"m{number}")
    finals = [node.player.final for node in table.nodes]
    assert all(final is not None and final.confirmed and final.reason == "five" for final in finals)
    assert [node.player.over for node in table.nodes] == [("there", "five"), ("here", "five")]


def test_a_claim_that_is_not_true_gives_no_win() -> None:
    table = Table().start()
    table.inject(1, EndMessage(table.game, FinalMessage("host", "five", 0, 0)))
    ben = table.look()[1]
    assert one(ben, events.EndClaimed) == events.EndClaimed(1, "there", "five", 0)
    assert one(ben, events.Ended).winner == "none"


@pytest.mark.parametrize(
    "message",
    [
        EndMessage("", FinalMessage("host", "resignation", 0, 0)),
        EndMessage("", FinalMessage("draw", "agreement", 0, 0)),
        EndMessage("", FinalMessage("host", "absence", 0, 0)),
    ],
)
def test_what_one_side_can_not_have_said_is_not_believed(message: EndMessage) -> None:
    table = Table().start()
    table.inject(1, EndMessage(table.game, message.final))
    ended = one(table.look()[1], events.Ended)
    assert ended.winner == "none"


def test_nobody_confirms() -> None:
    table = Table().start()
    table.ben.alive = False  # frozen, but the line stands
    table.anna.player.end("there", "resignation")
    table.settle(8.0)
    assert one(table.look()[0], events.Ended).confirmed is False
    table.ben.alive = True
    table.settle(10.0)
    final = table.anna.player.final
    assert final is not None
    assert final.confirmed
    assert table.ben.player.over == ("here", "resignation")


def test_late_messages_after_the_end_change_nothing() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.anna.player.end("there", "resignation")
    table.settle(0.1)
    table.look()
    game = table.game
    for message in (
        MoveMessage(game, 0, 3, "m3", "00", 0),
        AckMessage(game, 0, 2, "00"),
        SyncMessage(game, 0, 2, "00"),
        StateMessage(game, 0, ()),
        RequestMessage(game, 9, "restart", 0, 2),
        ResignMessage(game, 0, 2),
        EndMessage(game, FinalMessage("none", "disagreement", 0, 0)),
    ):
        table.inject(1, message)
    assert kinds(table.look()[1]) == ["Complaint"], "from Anna, who has not asked for a restart"
    assert table.ben.player.over == ("here", "resignation")
    assert len(table.game_session(1).state.plies) == 2


def test_a_rematch_with_swapped_sides() -> None:
    table = Table().start()
    table.anna.player.end("there", "resignation")
    table.settle(12.0)
    old = table.game
    table.look()
    table.act(table.ben, actions.Invite(FIXED), 0.2)
    assert table.state() == (S.PLAYING, S.PLAYING)
    assert table.game != old
    assert table.game_session(1).state.here == "host"
    assert table.ben.player.here_first
    table.play("r1", "r2")
    assert table.anna.player.moves == ["r1", "r2"]
    table.look()
    table.inject(0, ResignMessage(old, 0, 0))
    assert table.look()[0] == [], "of the game before"
