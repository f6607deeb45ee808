"""Lines that break, programs that are killed, people who only watch."""

from __future__ import annotations

import pytest
from tables import FIXED, Table, hold, kinds, one
from test_releases import frames
from test_session_chaos import Chaos
from world import START, Node

from net.session import actions, events
from net.session.messages import (
    ByeMessage,
    CancelMessage,
    ChatMessage,
    EndMessage,
    FinalMessage,
    MoveMessage,
    ResignMessage,
)
from net.session.presence import COME_BACK_LATER_S, COME_BACK_S, CUTS_ALLOWED, LinePresence
from net.session.session import SessionState as S
from net.session.ticket import BadTicketError, read_ticket, write_ticket

# --- the line ---------------------------------------------------------------------------------------------------------


def test_a_cut_line_is_redialled_and_the_game_goes_on() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    table.cut(table.cables[0])
    table.settle(0.02)
    assert table.state() == (S.SUSPENDED, S.SUSPENDED)
    down = one(table.look()[0], events.LineDown)
    assert down.seconds == COME_BACK_S
    start = table.now
    table.settle(1.0)
    assert table.state() == (S.PLAYING, S.PLAYING)
    assert table.anna.dialled[-1] - start <= 0.35
    anna, ben = table.look()
    assert kinds(anna) == kinds(ben) == ["LineUp"]
    table.play("m3")
    assert table.ben.player.moves == ["m1", "m2", "m3"]


def test_redialling_slows_down_to_two_seconds() -> None:
    table = Table().start()
    table.blocked = True
    table.cut(table.cables[0])
    table.anna.dialled.clear()
    start = table.now
    table.settle(20.0)
    gaps = [b - a for a, b in zip([start, *table.anna.dialled], table.anna.dialled, strict=False)]
    assert gaps[:4] == pytest.approx([0.25, 0.25, 0.5, 1.0], abs=0.11)
    assert gaps[5:] == pytest.approx([2.0] * len(gaps[5:]), abs=0.11)


def test_every_address_of_the_other_side_is_called() -> None:
    table = Table().start()
    table.blocked = True
    table.cut(table.cables[0])
    server, now, called = table.anna.server, table.now, []
    server.also_at(99, ["10.9.9.9:27183"])
    known = table.session(0).addresses
    for _ in range(50):
        now += 0.1
        server.tick(now)
        for dial in server.redials.take_dials():
            called.append(dial.address)
            server.dial_failed(dial.table, "nobody", now)
    assert len(known) == 2
    assert called[:4] == [*known, *known]


def test_a_move_made_while_the_line_is_down_arrives() -> None:
    table = Table().start()
    table.cut(table.cables[0])
    table.settle(0.02)
    table.anna.player.play("m1")
    table.settle(2.0)
    assert table.ben.player.moves == ["m1"]


def test_who_stays_away_can_be_claimed_against_after_a_minute() -> None:
    table = Table().start()
    table.blocked = True
    table.cut(table.cables[0])
    table.settle(10.0)
    table.act(table.anna, actions.ClaimEnd())
    assert one(table.look()[0], events.Refused).action == "ClaimEnd"
    table.settle(COME_BACK_S)
    one(table.look()[0], events.Overdue)
    table.act(table.anna, actions.ClaimEnd())
    ended = one(table.look()[0], events.Ended)
    assert (ended.winner, ended.reason, ended.confirmed) == ("here", "absence", False)
    table.blocked = False
    table.settle(5.0)
    assert table.ben.player.final == events.Ended(1, "there", "absence", 0, True)
    assert table.anna.player.final == events.Ended(99, "here", "absence", 0, True)


def test_waiting_on_is_rewarded() -> None:
    table = Table().start()
    table.play("m1")
    table.blocked = True
    table.cut(table.cables[0])
    table.settle(COME_BACK_S * 3)
    table.blocked = False
    table.settle(3.0)
    assert table.state() == (S.PLAYING, S.PLAYING)
    assert table.anna.player.moves == table.ben.player.moves == ["m1"]


def test_three_cuts_are_forgiven() -> None:
    table = Table().start()
    for number in range(CUTS_ALLOWED + 1):
        table.cut(table.cables[0])
        table.settle(0.02)
        down = one(table.look()[0], events.LineDown)
        assert down.seconds == (COME_BACK_S if number < CUTS_ALLOWED else COME_BACK_LATER_S)
        table.settle(3.0)
        table.look()
    assert table.game_session(0).state.current_ticket().cuts == CUTS_ALLOWED + 1


def test_after_the_fourth_cut_there_is_still_time_to_come_back() -> None:
    table = Table().start()
    table.play("m1", "m2")
    for _ in range(CUTS_ALLOWED):
        table.cut(table.cables[0])
        table.settle(3.0)
    table.blocked = True
    table.cut(table.cables[0])
    table.settle(COME_BACK_LATER_S - 1.0)
    table.look()
    table.act(table.anna, actions.ClaimEnd())
    assert one(table.look()[0], events.Refused).action == "ClaimEnd"
    table.settle(1.5)
    table.act(table.anna, actions.ClaimEnd())
    table.blocked = False
    table.settle(5.0)
    assert (table.anna.player.final, table.ben.player.final) == (
        events.Ended(99, "here", "absence", 2, True),
        events.Ended(1, "there", "absence", 2, True),
    )


def test_nobody_wins_by_pulling_the_own_plug() -> None:
    table = Table().start()
    table.play("m1", "m2")
    for _ in range(CUTS_ALLOWED + 1):
        table.cut(table.cables[0])
        table.settle(3.0)
    table.inject(1, EndMessage(table.game, FinalMessage("host", "absence", 0, 2)))
    assert one(table.look()[1], events.Ended).winner == "none"


def test_a_crash_makes_absence_credible_once() -> None:
    presence = LinePresence(0, restored=True)
    presence.come_back(100.0)
    assert presence.was_away, "for how long nobody knows"
    presence.cut(200.0, counts=True)
    presence.come_back(203.0)
    assert not presence.was_away


def test_absence_is_not_believed_by_one_who_was_there() -> None:
    table = Table().start()
    table.cut(table.cables[0])
    table.settle(3.0)
    table.look()
    table.inject(1, EndMessage(table.game, FinalMessage("host", "absence", 0, 0)))
    assert one(table.look()[1], events.Ended).winner == "none"


def test_a_killed_program_comes_back_to_its_game() -> None:
    table = Table().start()
    table.play("m1", "m2", "m3")
    table.kill(table.ben)
    table.settle(7.0)
    assert table.session(0).state is S.SUSPENDED
    table.ben.restore()
    table.settle(3.0)
    assert table.session(0).state is table.session(1).state is S.PLAYING
    table.play("m4", "m5")
    assert table.anna.player.moves == table.ben.player.moves == ["m1", "m2", "m3", "m4", "m5"]


def test_both_are_killed_and_come_back() -> None:
    table = Table().start()
    table.play("m1", "m2", "m3")
    for node in table.nodes:
        table.kill(node)
    for node in table.nodes:
        node.restore()
    table.settle(3.0)
    table.play("m4")
    assert table.anna.player.moves == table.ben.player.moves == ["m1", "m2", "m3", "m4"]


def test_leaving_keeps_the_game_for_both() -> None:
    table = Table().start()
    table.play("m1")
    table.act(table.ben, actions.Leave(), 1.0)
    assert one(table.look()[0], events.LineDown).why == "saved"
    assert table.ben.server.session(1) is None
    table.ben.restore()
    table.settle(5.0)
    assert table.session(0).state is S.PLAYING
    table.play("m2")
    assert table.anna.player.moves == ["m1", "m2"]


def test_leaving_the_lobby_is_seen() -> None:
    table = Table().meet()
    table.act(table.ben, actions.Leave())
    anna, ben = table.look()
    assert one(anna, events.Left).code == "left"
    assert one(ben, events.Left).code == "left-here"
    assert not table.cables


def test_a_goodbye_after_the_game_ends_the_table() -> None:
    table = Table().start()
    table.anna.player.end("there", "resignation")
    table.settle(0.1)
    table.inject(1, ByeMessage("left"))
    assert one(table.look()[1], events.Left).code == "left"


def test_nothing_said_is_lost_when_the_line_is_cut() -> None:
    table = Table().start()
    for number in range(6):
        table.anna.act(actions.Say(f"line {number}"))
        table.obey_all()
        if number % 2 == 0:
            table.cut(table.cables[0])
        table.settle(3.0)
    table.settle(30.0)
    assert table.ben.player.chats == [f"line {number}" for number in range(6)]


def test_an_old_line_of_talk_is_not_heard_twice() -> None:
    table = Table().meet()
    table.inject(1, ChatMessage(5, "five"))
    table.inject(1, ChatMessage(5, "five"))
    table.inject(1, ChatMessage(4, "four"))
    assert table.ben.player.chats == ["five"]


def test_after_a_cut_only_those_lines_are_said_again_that_were_not_heard() -> None:
    """Each of them once, in their order, and with the numbers that they had."""
    table = Table().start()
    for number in (1, 2):
        table.act(table.anna, actions.Say(f"heard {number}"))
    said = bytearray()

    def noted(data: bytes) -> bytes:
        said.extend(data)
        return data

    table.anna.accent = noted
    table.blocked = True
    table.cut(table.cables[0])
    for number in (3, 4):
        table.act(table.anna, actions.Say(f"lost {number}"))
    table.blocked = False
    table.settle(5.0)
    lines = [(fields["number"], fields["text"]) for fields in frames(bytes(said)) if fields["type"] == "chat"]
    assert lines == [(3, "lost 3"), (4, "lost 4")]
    assert table.ben.player.chats == ["heard 1", "heard 2", "lost 3", "lost 4"]


def test_a_program_that_was_killed_goes_on_with_lines_that_are_heard() -> None:
    """Its ticket on disk may be from before its last lines; the other side says how many it has heard."""
    table = Table().start()
    old = table.anna.disk.ticket
    for number in (1, 2, 3):
        table.act(table.anna, actions.Say(f"line {number}"))
    table.kill(table.anna)
    table.anna.disk.ticket = old
    table.anna.restore()
    table.settle(5.0)
    table.act(table.anna, actions.Say("back again"))
    assert table.ben.player.chats == ["line 1", "line 2", "line 3", "back again"]


def test_a_finished_game_without_a_line_is_forgotten_after_a_while() -> None:
    table = Table().start()
    table.anna.player.end("there", "resignation")
    table.settle(0.1)
    table.blocked = True
    table.cut(table.cables[0])
    table.settle(61.0)
    anna, ben = table.look()
    assert one(anna, events.Left).code == one(ben, events.Left).code == "over"
    assert table.anna.server.session(99) is None


def test_an_invitation_does_not_survive_the_line() -> None:
    table = Table().meet()
    hold(table.ben)
    table.act(table.anna, actions.Invite(FIXED))
    table.look()
    table.cut(table.cables[0])
    table.settle(0.1)
    anna, ben = table.look()
    assert kinds(anna) == kinds(ben) == ["InvitationOver", "Left"]


# --- watching ---------------------------------------------------------------------------------------------------------


def test_a_watcher_sees_moves_take_backs_and_the_end() -> None:
    table = Table().start()
    table.play("m1", "m2")
    watcher = Node(table, "Wen", "10.0.0.9", table.ben.disk.__class__())
    table.nodes = (*table.nodes, watcher)  # three at one table
    watcher.connect(table.ben)
    table.settle(0.1)
    watcher.act(actions.Watch())
    table.settle(0.1)
    state = one(watcher.player.seen, events.WatchedState)
    assert [ply.text for ply in state.plies] == ["m1", "m2"]
    assert (state.setting.host, state.setting.guest, state.setting.hash) == ("Anna", "Ben", START)
    session = watcher.server.session(99)
    assert session is not None
    assert session.state is S.WATCHING
    table.play("m3")
    assert one(watcher.player.seen, events.WatchedMove).move == "m3"
    table.act(table.anna, actions.Ask("take-back", 1))
    table.ben.player.answer(next(iter(table.ben.player.requests)), True)
    table.settle(0.1)
    states = [event for event in watcher.player.seen if isinstance(event, events.WatchedState)]
    assert [ply.text for ply in states[-1].plies] == ["m1", "m2"]
    for action in (actions.Say("hi"), actions.Invite(FIXED), actions.Resign()):
        before = len(watcher.player.seen)
        watcher.act(action)
        table.settle(0.05)
        assert kinds(watcher.player.seen[before:]) == ["Refused"]
    table.anna.player.end("there", "resignation")
    table.settle(0.1)
    last = [event for event in watcher.player.seen if isinstance(event, events.WatchedState)][-1]
    assert last.final is not None
    assert last.final.reason == "resignation"
    watcher.act(actions.Leave())
    table.settle(0.1)
    assert one(table.ben.player.seen, events.WatcherLeft).watchers == ()


# --- tickets ----------------------------------------------------------------------------------------------------------


def test_a_ticket_goes_round_and_rubbish_is_refused() -> None:
    table = Table().start()
    ticket = read_ticket(table.ben.disk.ticket)
    assert read_ticket(write_ticket(ticket)) == ticket
    for text in ("", "{}", "[]", write_ticket(ticket).replace('"turn":0', '"turn":-1'), "\ud800", "[" * 100_000):
        with pytest.raises(BadTicketError):
            read_ticket(text)


def test_messages_in_the_wrong_state_change_nothing() -> None:
    table = Table().meet()
    for message in (CancelMessage("0" * 16), MoveMessage("0" * 32, 0, 1, "h8", "00", 0), ResignMessage("0" * 32, 0, 0)):
        table.inject(1, message)
    assert kinds(table.look()[1]) == ["Complaint"] * 3
    assert table.state() == (S.LOBBY, S.LOBBY)
    table.act(table.anna, actions.Resign())
    assert one(table.look()[0], events.Refused).code == "not-now"


def test_the_chaos_of_the_other_test_can_fail() -> None:
    """A move that is lost on purpose is found by the same check that the random games use."""
    chaos = Chaos(3)
    chaos.world.nodes[0].player.moves.append("only here")
    with pytest.raises(AssertionError):
        chaos.check()
