"""One side comes back to a game of which the other side's program knows nothing, or nothing yet."""

from __future__ import annotations

import pytest
from tables import FIXED, Table, kinds, one
from world import Node

from net.session import actions, events
from net.session.presence import COME_BACK_S
from net.session.session import SessionState as S


def start_afresh(node: Node) -> None:
    """The program starts again, and nobody has taken up any game yet."""
    fresh = Node(node.world, node.name, node.address, node.disk, node.protocol)
    node.__dict__.update(fresh.__dict__)
    node.player.act = node.act


def lose(node: Node) -> None:
    """The program is killed before its disk has anything, and starts again."""
    node.world.kill(node)
    node.disk.ticket = ""
    start_afresh(node)


def test_a_game_without_a_move_that_is_gone_over_there_ends_without_a_result() -> None:
    table = Table().start()
    table.look()
    lose(table.ben)
    table.settle(4.0)
    ended = one(table.look()[0], events.Ended)
    assert (ended.winner, ended.reason, ended.ply, ended.confirmed) == ("none", "unknown-game", 0, True)
    table.settle(COME_BACK_S + 1.0)
    table.act(table.anna, actions.ClaimEnd())
    assert "Overdue" not in kinds(table.look()[0])
    assert table.anna.player.over == ("none", "unknown-game")


@pytest.mark.parametrize("plies", [1, 2])
def test_who_knows_no_game_any_more_does_not_end_it_and_it_may_be_claimed(plies: int) -> None:
    """Else whoever is about to lose would say so."""
    table = Table().start()
    table.play(*["m1", "m2"][:plies])
    table.look()
    lose(table.ben)
    table.settle(COME_BACK_S + 1.0)
    seen = table.look()[0]
    assert kinds(seen) == ["LineDown", "NotBack", "Overdue"]
    assert not one(seen, events.NotBack).is_known
    table.act(table.anna, actions.ClaimEnd())
    table.settle(16.0)
    last = [event for event in table.look()[0] if isinstance(event, events.Ended)][-1]
    assert (last.winner, last.reason, last.ply, last.confirmed) == ("here", "absence", plies, True)
    assert table.anna.disk.confirmed, "nothing is kept for who has forgotten it"


def test_a_game_of_our_moves_alone_is_not_ended_by_who_has_had_one_of_them() -> None:
    """Our program was killed too, and its journal tells nothing of the other side."""
    table = Table().start()
    table.play("m1")
    table.look()
    table.kill(table.anna)
    lose(table.ben)
    table.anna.restore()
    table.marks[0] = 0
    table.settle(COME_BACK_S + 1.0)
    assert kinds(table.look()[0]) == ["NotBack", "Overdue"]
    assert table.session(0).state is S.SUSPENDED


def test_a_game_of_which_no_move_has_reached_the_other_side_ends_without_a_result() -> None:
    table = Table().start()
    table.blocked = True
    table.cut(table.cables[0])
    table.play("m1")
    table.look()
    table.kill(table.anna)
    lose(table.ben)
    table.blocked = False
    table.anna.restore()
    table.marks[0] = 0
    table.settle(4.0)
    assert one(table.look()[0], events.Ended).reason == "unknown-game"


def test_who_comes_back_after_all_plays_on() -> None:
    """The game was not found at first: another folder, a disk that was not there."""
    table = Table().start()
    table.play("m1", "m2")
    kept = table.ben.disk.ticket
    lose(table.ben)
    table.settle(5.0)
    table.ben.disk.ticket = kept
    table.ben.restore()
    table.settle(4.0)
    assert table.state() == (S.PLAYING, S.PLAYING)
    table.play("m3")
    assert table.anna.player.moves == table.ben.player.moves == ["m1", "m2", "m3"]


def test_a_game_that_was_given_up_over_there_is_told_as_such() -> None:
    table = Table().start()
    table.play("m1", "m2")
    game = table.game
    table.look()
    table.act(table.ben, actions.Leave())
    table.settle(5.0)
    table.ben.server.discard(game)
    table.settle(5.0)
    seen = table.look()[0]
    assert kinds(seen) == ["LineDown", "NotBack", "NotBack"]
    assert [event.is_known for event in seen if isinstance(event, events.NotBack)] == [True, False]
    assert table.session(0).state is S.SUSPENDED


def test_a_game_that_is_kept_over_there_waits_and_the_person_is_told() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    table.kill(table.ben)
    start_afresh(table.ben)
    table.settle(20.0)
    assert kinds(table.look()[0]) == ["LineDown", "NotBack"]
    table.ben.restore()
    table.settle(4.0)
    assert table.state() == (S.PLAYING, S.PLAYING)
    table.play("m3", "m4")
    assert table.anna.player.moves == table.ben.player.moves == ["m1", "m2", "m3", "m4"]


def test_a_program_that_has_not_looked_yet_does_not_say_that_it_knows_nothing() -> None:
    table = Table().start()
    table.kill(table.ben)
    start_afresh(table.ben)
    table.ben.server._returns.kept = None
    table.settle(5.0)
    assert kinds(table.look()[0]) == ["LineDown", "NotBack"]


@pytest.mark.parametrize("plies", [0, 2])
def test_somebody_else_can_not_end_a_game(plies: int) -> None:
    """Whoever has the name and the address that the person had, but not the key."""
    table = Table().start()
    table.play(*["m1", "m2"][:plies])
    table.look()
    lose(table.ben)
    table.ben.key = "e" * 64
    table.settle(5.0)
    seen = table.look()[0]
    assert kinds(seen) == ["LineDown", "NotBack"]
    assert one(seen, events.NotBack).is_known, "of the person's own program nothing has been heard"
    assert table.session(0).state is S.SUSPENDED


def test_who_gave_the_game_up_in_the_same_run_need_not_have_kept_the_name() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.ben.server.set_name("Benedict")
    game = table.game
    table.act(table.ben, actions.Leave())
    table.ben.server.discard(game)
    table.settle(5.0)
    assert not one(table.look()[0], events.NotBack).is_known


def test_nobody_wins_a_game_that_never_began_over_there() -> None:
    """The host has opened the table; the guest's program died before it had the news, and does not start again."""
    table = Table().meet()
    begin = table.ben.player.see
    table.ben.player.see = lambda event: (  # type: ignore[method-assign]
        None if isinstance(event, events.Agreed) else begin(event)
    )
    table.act(table.anna, actions.Invite(FIXED), 0.2)
    assert table.anna.player.is_playing
    table.look()
    table.kill(table.ben)
    table.settle(COME_BACK_S + 6.0)
    one(table.look()[0], events.Overdue)
    table.act(table.anna, actions.ClaimEnd())
    assert one(table.look()[0], events.Ended).winner == "none"


def test_an_end_that_the_other_side_has_forgotten_counts_as_told() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.blocked = True
    table.cut(table.cables[0])
    table.settle(0.02)
    table.anna.player.end("there", "resignation")
    table.settle(0.1)
    lose(table.ben)
    table.blocked = False
    table.settle(4.0)
    last = [event for event in table.look()[0] if isinstance(event, events.Ended)][-1]
    assert (last.winner, last.reason, last.confirmed) == ("there", "resignation", True)
    assert table.anna.disk.confirmed
