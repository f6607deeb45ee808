"""How a game comes about, step by step: invitations, their answers, the draw for colours."""

from __future__ import annotations

import msgspec
import pytest
from tables import FIXED, RANDOM, Table, hold, kinds, one

from net.session import actions, events
from net.session.colour_draw import ColourDraw, commitment
from net.session.events import WireEvent
from net.session.messages import HoldMessage, InviteMessage, SeedMessage
from net.session.negotiation import INVITATION_S, MOST_HOLDS, STARTING_S
from net.session.session import SessionState as S


def test_a_line_ends_in_the_lobby_of_both() -> None:
    table = Table()
    table.anna.connect(table.ben)
    assert table.session(0).state is S.CONNECT
    table.dial()
    assert table.session(0).state is S.HELLO
    table.settle(0.1)
    assert table.state() == (S.LOBBY, S.LOBBY)
    anna, ben = table.look()
    assert one(anna, events.Joined).peer.name == "Ben"
    assert one(ben, events.Joined).peer.name == "Anna"
    assert one(ben, events.Joined).peer.address == "10.0.0.1"


def test_nobody_there() -> None:
    table = Table()
    table.blocked = True
    table.anna.connect(table.ben)
    table.settle(0.1)
    assert one(table.look()[0], events.Left).code == "unreachable"
    assert table.anna.server.session(99) is None


def test_lobby_talk_is_cleaned() -> None:
    table = Table().meet()
    table.act(table.anna, actions.Say("hi \x1b[31m\u202eBem" + "\u0300" * 300))
    assert one(table.look()[1], events.ChatArrived).text == "hi Bem" + "\u0300" * 3


def test_an_invitation_says_its_terms_and_is_accepted() -> None:
    table = Table().meet()
    table.anna.act(actions.Invite(FIXED, "come \u202eon"))
    table.obey_all()
    assert table.session(0).state is S.INVITING
    table.settle(0.1)
    anna, ben = table.look()
    invited = one(ben, events.Invited)
    assert (invited.terms, invited.note, invited.seconds) == (FIXED, "come on", INVITATION_S)
    assert one(anna, events.Agreed).first == "here"
    assert one(ben, events.Agreed).first == "there"
    first, second = one(anna, events.Started).ticket, one(ben, events.Started).ticket
    assert (first.game, first.token, first.start_hash) == (second.game, second.token, second.start_hash)
    assert (first.here, second.here) == ("host", "guest")
    assert table.state() == (S.PLAYING, S.PLAYING)


def test_no_with_a_reason() -> None:
    table = Table(accept=False).meet()
    table.act(table.anna, actions.Invite(FIXED))
    over = one(table.look()[0], events.InvitationOver)
    assert over.code == "declined"
    assert table.state() == (S.LOBBY, S.LOBBY)


def test_other_terms_turn_the_invitation_round() -> None:
    table = Table().meet()
    hold(table.ben)
    table.act(table.anna, actions.Invite(FIXED))
    invited = one(table.look()[1], events.Invited)
    other = msgspec.structs.replace(FIXED, base_ms=60_000)
    table.act(table.ben, actions.CounterInvitation(invited.invitation, other))
    assert one(table.look()[0], events.Invited).terms == other
    assert table.state() == (S.PLAYING, S.PLAYING)
    assert table.game_session(1).state.here == "host", "whose terms are accepted is the host"
    assert table.game_session(0).state.ticket.terms == other
    assert table.game_session(1).state.ticket.first == "host", "the colour is the wish of the one who sent the terms"


def test_an_invitation_expires_on_both_sides() -> None:
    table = Table().meet()
    hold(table.ben)
    table.act(table.anna, actions.Invite(FIXED))
    invited = one(table.look()[1], events.Invited)
    table.settle(INVITATION_S + 1)
    anna, ben = table.look()
    assert one(anna, events.InvitationOver).code in ("expired", "declined")
    assert one(ben, events.InvitationOver).code in ("expired", "cancelled")
    table.act(table.ben, actions.AnswerInvitation(invited.invitation, True))
    assert one(table.look()[1], events.Refused).action == "AnswerInvitation"
    assert table.state() == (S.LOBBY, S.LOBBY)


def test_the_time_begins_anew_while_the_invited_is_busy_with_it_but_not_for_ever() -> None:
    table = Table().meet()
    hold(table.ben)
    table.act(table.anna, actions.Invite(FIXED))
    invited = one(table.look()[1], events.Invited)
    for number in range(MOST_HOLDS + 1):
        table.settle(INVITATION_S - 10)
        table.act(table.ben, actions.HoldInvitation(invited.invitation))
        for seen in table.look():
            held = [event for event in seen if isinstance(event, events.InvitationHeld)]
            assert held == ([events.InvitationHeld(held[0].table, INVITATION_S)] if number < MOST_HOLDS else [])
        assert table.state() == (S.INVITING, S.INVITED)
    table.inject(0, HoldMessage(invited.invitation))  # nor for somebody who says it all the same
    table.settle(11.0)
    assert table.state() == (S.LOBBY, S.LOBBY)
    table.act(table.ben, actions.HoldInvitation(invited.invitation))
    assert one(table.look()[1], events.Refused).action == "HoldInvitation"


def test_a_yes_that_crosses_a_cancel_comes_to_nothing() -> None:
    table = Table().meet()
    hold(table.ben)
    table.act(table.anna, actions.Invite(FIXED))
    invited = one(table.look()[1], events.Invited)
    table.anna.act(actions.CancelInvitation())
    table.ben.act(actions.AnswerInvitation(invited.invitation, True))
    table.obey_all()
    assert table.session(1).state is S.STARTING
    table.settle(0.1)
    assert table.state() == (S.LOBBY, S.LOBBY)
    assert one(table.look()[1], events.InvitationOver).code == "cancelled"


def test_a_cancel_that_crosses_the_start_comes_to_nothing() -> None:
    table = Table().meet()
    hold(table.ben)
    table.act(table.anna, actions.Invite(FIXED))
    invited = one(table.look()[1], events.Invited)
    table.ben.act(actions.AnswerInvitation(invited.invitation, True))
    table.obey_all()
    table.carry(0)  # the yes arrives, Anna begins
    while table.anna.poll() or table.anna.obey():
        pass
    assert table.session(0).state is S.PLAYING
    table.ben.act(actions.CancelInvitation())
    table.settle(0.1)
    assert table.state() == (S.LOBBY, S.LOBBY)
    assert one(table.look()[0], events.Ended).reason == "cancelled"


@pytest.mark.parametrize("seed", range(6))
def test_of_two_invitations_that_cross_one_stands(seed: int) -> None:
    table = Table(seed).meet()
    table.anna.act(actions.Invite(msgspec.structs.replace(FIXED, base_ms=1000)))
    table.ben.act(actions.Invite(msgspec.structs.replace(FIXED, base_ms=2000)))
    table.obey_all()
    assert table.state() == (S.INVITING, S.INVITING)
    table.settle(0.1)
    assert table.state() == (S.PLAYING, S.PLAYING)
    assert table.game_session(0).state.ticket.terms == table.game_session(1).state.ticket.terms
    anna, ben = table.look()
    assert one([*anna, *ben], events.InvitationOver).code == "crossed"
    ids = {each.invitation: each.terms for each in [*anna, *ben] if isinstance(each, events.Invited)}
    (stands,) = ids
    dropped = table.session(0)._negotiation._gone + table.session(1)._negotiation._gone
    assert all(stands <= other for other in dropped), "the smaller id, by which every release goes"


def test_an_invitation_that_is_gone_does_not_come_again() -> None:
    """Its sender may have said it twice across a cancel; another one has another id."""
    table = Table(accept=False).meet()
    invite = InviteMessage("0123456789abcdef", FIXED)
    table.inject(1, invite)
    assert table.state()[1] is S.LOBBY, "declined"
    table.look()
    for again, seen in ((invite, events.Complaint), (msgspec.structs.replace(invite, id="f" * 16), events.Invited)):
        table.settle(12.0)  # or the invitations would come too fast
        table.inject(1, again)
        assert seen is type(table.look()[1][0])


def test_a_second_invitation_waits_until_it_is_welcome() -> None:
    table = Table(accept=False).meet()
    for _ in range(3):
        table.act(table.anna, actions.Invite(FIXED), 12.0)
    anna, ben = table.look()
    assert kinds(anna) == ["InvitationOver"] * 3
    assert kinds(ben) == ["Invited"] * 3
    assert table.state() == (S.LOBBY, S.LOBBY)


def test_who_does_not_set_up_the_game_is_not_waited_for() -> None:
    table = Table().meet()
    see = table.anna.player.see
    table.anna.player.see = lambda event: None if isinstance(event, events.Agreed) else see(event)
    table.act(table.anna, actions.Invite(FIXED), STARTING_S + 1)
    assert table.state() == (S.LOBBY, S.LOBBY)
    assert one(table.look()[0], events.InvitationOver).code == "failed"


def test_different_start_positions_are_no_game() -> None:
    table = Table().meet()
    see = table.ben.player.see

    def begin_wrongly(event: WireEvent) -> None:
        if isinstance(event, events.Agreed):
            table.ben.act(actions.Begin("ff"))
        else:
            see(event)

    table.ben.player.see = begin_wrongly  # a program with other rules
    table.act(table.anna, actions.Invite(FIXED), 0.2)
    anna, ben = table.look()
    assert one(ben, events.InvitationOver).code == "failed"
    assert one(anna, events.Ended).winner == "none"


def test_neither_side_alone_draws_the_colour() -> None:
    firsts = []
    for seed in range(40):
        table = Table(seed).start(RANDOM)
        assert table.game_session(0).state.ticket.first == table.game_session(1).state.ticket.first
        assert table.anna.player.here_first is not table.ben.player.here_first
        firsts.append(table.anna.player.here_first)
    assert 8 <= sum(firsts) <= 32


def test_who_mirrors_the_commitment_has_no_part_in_the_draw() -> None:
    """Else both secrets would be one, and whoever opens first would have drawn alone."""
    draw = ColourDraw("ab" * 32)
    assert not draw.commit(commitment("ab" * 32))
    assert draw.commit(commitment("cd" * 32))
    assert not draw.commit(commitment("ef" * 32)), "a second thought"
    assert not draw.open("ef" * 32)
    assert draw.open("cd" * 32)
    other = ColourDraw("cd" * 32)
    assert other.commit(commitment("ab" * 32))
    assert other.open("ab" * 32)
    assert draw.first("host") == other.first("guest")


def test_a_forged_draw_is_noticed() -> None:
    table = Table().meet()
    table.anna.act(actions.Invite(RANDOM))
    table.obey_all()
    table.carry(1)
    while table.ben.poll() or table.ben.obey():
        pass
    table.carry(0)  # Anna has the yes and Ben's commitment, and opens
    table.obey_all()
    invitation = table.session(0)._negotiation.invitation
    table.inject(0, SeedMessage(invitation, "open", "e" * 64))
    assert any(isinstance(event, events.Complaint) for event in table.look()[0])
