"""People who watch: the clock that they join with, lines that break, and who is told of them."""

from __future__ import annotations

import pytest
from tables import Table, one
from world import Disk, Node

from net.session import actions, events
from net.session.spectators import MOST_WATCHERS


def add(table: Table, name: str, address: str) -> Node:
    """One more program."""
    node = Node(table, name, address, Disk())
    table.nodes = (*table.nodes, node)  # type: ignore[assignment]  # more than two at one table
    return node


def watch(table: Table, watcher: Node, player: Node) -> None:
    watcher.connect(player)
    table.settle(0.1)
    watcher.act(actions.Watch())
    table.settle(0.1)


def last(node: Node, kind: type) -> events.WireEvent:
    return [event for event in node.player.seen if isinstance(event, kind)][-1]


@pytest.fixture
def table() -> Table:
    table = Table().start()
    table.play("m1", "m2")
    return table


def test_a_watcher_joins_with_the_clock_of_the_running_move(table: Table) -> None:
    table.ben.player.tell_clock(table.now - 40.0, 30.0)
    table.settle(0.1)
    watcher = add(table, "Wen", "10.0.0.9")
    watch(table, watcher, table.ben)
    clock = one(watcher.player.seen, events.WatchedState).clock
    assert clock is not None
    assert (clock.ply, clock.runs) == (2, True)
    assert clock.used_s == pytest.approx(70.3, abs=0.3)
    assert clock.left_s == (pytest.approx(290 - 40.3, abs=0.3), 280.0)


def test_the_clock_goes_along_with_every_heartbeat(table: Table) -> None:
    watcher = add(table, "Wen", "10.0.0.9")
    watch(table, watcher, table.ben)
    table.ben.player.tell_clock(table.now, 30.0)
    table.anna.player.tell_clock(table.now, 31.0)
    table.settle(5.0)
    for node, began_s in ((watcher, 30.0), (table.anna, 30.0), (table.ben, 31.0)):
        told = [event for event in node.player.seen if isinstance(event, events.ClockTold)]
        assert len(told) >= 3
        assert told[-1].used_s == pytest.approx(began_s + 4.5, abs=0.7)
        assert told[-1].at_s == pytest.approx(table.now, abs=1.2)


def test_a_clock_of_another_position_is_not_told(table: Table) -> None:
    table.ben.player.tell_clock(table.now)
    table.settle(0.1)
    table.play("m3")
    before = len(table.anna.player.seen)
    table.settle(4.0)
    told = [event for event in table.anna.player.seen[before:] if isinstance(event, events.ClockTold)]
    assert {event.ply for event in told} <= {3}


def test_a_clock_that_stands_is_told_standing(table: Table) -> None:
    table.ben.player.tell_clock(table.now, 12.0, runs=False)
    table.settle(6.0)
    told = last(table.anna, events.ClockTold)
    assert isinstance(told, events.ClockTold)
    assert (told.used_s, told.runs) == (12.0, False)


def test_who_watches_is_told_on_both_sides(table: Table) -> None:
    watcher = add(table, "Wen", "10.0.0.9")
    watch(table, watcher, table.ben)
    assert one(table.ben.player.seen, events.WatcherCame).watchers == ("Wen",)
    assert one(table.anna.player.seen, events.WatchersThere).watchers == ("Wen",)
    table.act(watcher, actions.Leave(), 0.2)
    there = last(table.anna, events.WatchersThere)
    assert isinstance(there, events.WatchersThere)
    assert there.watchers == ()


def test_those_who_watch_know_of_each_other_also_at_the_other_side(table: Table) -> None:
    here, there = add(table, "Wen", "10.0.0.9"), add(table, "Eva", "10.0.0.8")
    watch(table, here, table.ben)
    watch(table, there, table.anna)
    table.settle(0.2)
    for node, other in ((here, "Eva"), (there, "Wen")):
        told = last(node, events.WatchersThere)
        assert isinstance(told, events.WatchersThere)
        assert set(told.watchers) == {node.name, other}


def test_who_watches_is_told_again_after_a_cut_between_the_players(table: Table) -> None:
    watcher = add(table, "Wen", "10.0.0.9")
    table.cut(table.cables[0])
    watch(table, watcher, table.ben)
    table.settle(3.0)
    assert one(table.anna.player.seen, events.WatchersThere).watchers == ("Wen",)


def test_who_has_gone_while_the_line_between_the_players_was_cut_watches_no_longer(table: Table) -> None:
    watcher = add(table, "Wen", "10.0.0.9")
    watch(table, watcher, table.ben)
    assert one(table.anna.player.seen, events.WatchersThere).watchers == ("Wen",)
    table.cut(table.cables[0])
    watcher.act(actions.Leave())
    table.settle(3.0)
    there = last(table.anna, events.WatchersThere)
    assert isinstance(there, events.WatchersThere)
    assert there.watchers == ()


def test_one_who_dials_again_takes_the_place_of_the_old_line(table: Table) -> None:
    """The other end of a cut cable notices it only after five seconds."""
    watcher = add(table, "Wen", "10.0.0.9")
    watch(table, watcher, table.ben)
    cable = table.cables[-1]
    table.cables.remove(cable)  # nothing passes any more; only the watcher's end knows
    watcher.server.lost(cable.links[0], "cut", table.now)
    watcher.collect()
    watch(table, watcher, table.ben)
    assert len(table.ben.server._spectators.watchers(table.session(1))) == 1
    came = [event for event in table.ben.player.seen if isinstance(event, events.WatcherCame)]
    assert [event.watchers for event in came] == [("Wen",)]
    table.settle(10.0)
    assert not [event for event in table.ben.player.seen if isinstance(event, events.WatcherLeft)]


def test_nobody_takes_the_place_of_a_watcher_by_saying_that_it_is_them(table: Table) -> None:
    watcher, thief = add(table, "Wen", "10.0.0.9"), add(table, "Wen", "10.0.0.8")
    thief.server.me, thief.key = watcher.server.me, "e" * 64
    watch(table, watcher, table.ben)
    watch(table, thief, table.ben)
    assert len(table.ben.server._spectators.watchers(table.session(1))) == 2


def test_a_full_spectators_still_lets_back_who_was_cut_off(table: Table) -> None:
    watchers = [add(table, f"W{number}", f"10.0.1.{number}") for number in range(MOST_WATCHERS)]
    for watcher in watchers:
        watch(table, watcher, table.ben)
    cable = table.cables[-1]
    table.cables.remove(cable)
    watchers[-1].server.lost(cable.links[0], "cut", table.now)
    watchers[-1].collect()
    watch(table, watchers[-1], table.ben)
    assert not [event for event in watchers[-1].player.seen if isinstance(event, events.Complaint)]
