"""An end that both have said: nobody forgets it before the other side has it on its disk, with its signature."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import world
from tables import Table
from world import Node

from net.session import actions
from net.session.ending import RESIGNATION, without_result
from net.session.finish import Finish
from net.session.messages import EndMessage, FinalMessage, KeptMessage
from net.session.outbox import Outbox
from net.session.redials import LINGER_S
from net.session.session import SessionState as S

LENGTH = 4


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "GAME_LENGTH", LENGTH)


def one_ply_before_the_end() -> Table:
    table = Table().start()
    table.play("m1", "m2", "m3")
    return table


def play_out(node: Node) -> None:
    node.player.play("m4")


def resign(node: Node) -> None:
    node.player.end("there", "resignation")


End = Callable[[Node], None]
ENDS: dict[End, int] = {play_out: LENGTH, resign: LENGTH - 1}
"""Ways for Ben to end the game, with its length then."""


def whole(end: End) -> list[int | bool]:
    """Both have signed all moves, and the end."""
    return [ENDS[end], ENDS[end], True, True]


def steps(table: Table) -> Iterator[None]:
    """What happens from now on, bit by bit: one command, one delivery or one event at a time."""
    while True:
        moved = False
        for number, node in enumerate(table.nodes):
            for step in (node.obey, lambda number=number: carried(table, number), node.poll):
                if node.alive and step():
                    moved = True
                    yield
        if not moved:
            return


def carried(table: Table, end: int) -> bool:
    return any(table.deliver(cable, end) for cable in list(table.cables))


def kill(table: Table, node: Node) -> None:
    """What flies is lost."""
    node.alive = False
    for cable in list(table.cables):
        table.cut(cable)


def ended(end: End) -> Table:
    """Ben has just ended the game."""
    table = one_ply_before_the_end()
    end(table.ben)
    return table


def moments(end: End) -> Iterator[Table]:
    """A table broken off at each moment of its end, one after the other."""
    most = sum(1 for _ in steps(ended(end)))
    assert most > 10, "there is something to be broken off"
    for count in range(most + 1):
        table = ended(end)
        happening = steps(table)
        for _ in range(count):
            next(happening)
        yield table


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("who", [(0,), (1,), (0, 1)], ids=["Anna", "Ben", "both"])
def test_whoever_is_killed_at_whatever_moment_of_the_end_both_hold_a_whole_proof(
    end: End, who: tuple[int, ...]
) -> None:
    for moment, table in enumerate(moments(end)):
        for number in who:
            kill(table, table.nodes[number])
        for number in who:
            table.nodes[number].restore()
        table.settle(4.0)
        for node in table.nodes:
            assert (node.disk.signed, node.disk.acknowledged) == (whole(end), True), (moment, node.name)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("leaves", [0, 1])
def test_whoever_leaves_in_the_middle_of_the_end_is_heard_when_it_comes_back(leaves: int, end: End) -> None:
    for moment, table in enumerate(moments(end)):
        node, other = table.nodes[leaves], table.nodes[1 - leaves]
        node.server.act(node.table, actions.Leave(), table.now)
        table.settle(1.0)
        kill(table, node)
        node.restore()
        table.settle(4.0)
        if not other.disk.acknowledged:  # it heard the goodbye and closed the table: the next start takes it up
            kill(table, other)
            other.restore()
            table.settle(4.0)
        for each in table.nodes:
            assert (each.disk.signed, each.disk.acknowledged) == (whole(end), True), (moment, each.name)


def test_who_has_settled_says_the_end_again_after_a_kill() -> None:
    """The fault that was seen: Anna has both signatures, is killed, and Ben asks for hers."""
    table = ended(play_out)
    table.obey_all()
    table.carry(0)  # the move and Ben's end
    while table.anna.poll():
        pass
    while table.anna.obey():
        pass
    while table.anna.poll():
        pass
    assert table.anna.disk.signed == whole(play_out)
    assert table.anna.disk.confirmed
    assert table.ben.disk.signed != whole(play_out)
    kill(table, table.anna)
    table.anna.restore()
    table.settle(4.0)
    assert table.ben.disk.signed == whole(play_out)
    assert table.anna.disk.acknowledged
    assert table.ben.disk.acknowledged


def test_that_an_end_is_kept_is_told_after_the_end_itself() -> None:
    """Else the other side would forget a game whose end it has not heard."""
    out = Outbox(1)
    out.has_line = True
    finish = Finish(out, "0" * 32, "host", lambda final: "", lambda: None)
    final = FinalMessage("host", RESIGNATION, 0, 3)
    finish.hear(final, without_result(0, 3), drew=False, was_away=False)
    finish.keep()
    assert list(out.messages) == []
    finish.declare(final, 0.0)
    assert [type(message) for message in out.messages] == [EndMessage, KeptMessage]


def test_what_is_said_too_early_puts_nothing_away() -> None:
    """Whoever says in the middle of the game that it has the end finds that nobody keeps it for them: no more."""
    table = one_ply_before_the_end()
    table.inject(0, KeptMessage(table.game))
    assert table.state() == (S.PLAYING, S.PLAYING)
    assert not table.anna.disk.acknowledged
    table.play("m4")
    table.settle(0.1)
    assert table.anna.disk.signed == whole(play_out)


def test_an_end_is_said_for_a_bounded_time() -> None:
    """Ben is gone for good: Anna's table closes, and what she keeps is for the next start."""
    table = ended(play_out)
    happening = steps(table)
    while not table.anna.disk.confirmed:
        next(happening)
    kill(table, table.ben)
    table.settle(LINGER_S + 5.0)
    assert table.anna.server.session(table.anna.table) is None
    assert not table.anna.disk.acknowledged


def test_a_side_that_has_put_the_end_away_is_asked_no_more() -> None:
    table = ended(play_out)
    happening = steps(table)
    while not table.ben.disk.acknowledged:
        next(happening)
    kill(table, table.anna)
    kill(table, table.ben)
    table.anna.disk.acknowledged = False  # it died before it had noted that
    for node in table.nodes:
        node.restore()
    table.settle(4.0)
    assert table.anna.disk.acknowledged
    assert table.anna.disk.signed[:2] == [LENGTH, LENGTH]
