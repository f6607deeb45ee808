"""A third program watches: the clocks that it shows, a line that is cut, and who is told of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from lan_helpers import FIRST, SECOND, TERMS, Player, begin, exchange, instance_of, players, pump, settle

from game.lan.views import LineState
from game.lan.watching import WatchedTable

OPEN = dataclasses.replace(TERMS, base_s=300, watchers=True)


@pytest.fixture
def three(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo", "Wen") as found:
        anna, bo, _ = found
        begin(anna, bo, OPEN)
        exchange([anna, bo], "h8", "h9")
        yield found


def watch(three: list[Player]) -> WatchedTable:
    anna, _, wen = three
    pump(three, lambda: any(person.label == "Anna" and person.game for person in wen.lan.people))
    wen.lan.watch(instance_of(wen, anna))
    pump(three, lambda: wen.seated and wen.match.ply == anna.match.ply)
    table = wen.seated[-1].table
    assert isinstance(table, WatchedTable)
    return table


def left(player: Player) -> float:
    found = player.match.clock.left_s(player.match.turn)
    assert found is not None
    return found


def cut(player: Player) -> None:
    """Every line of this program breaks."""
    service = player.lan._contacts.service
    assert service is not None
    hall = service._server
    service._command(lambda now: [hall.lost(link, "cut", now) for link in list(hall.links)] and None)


def test_who_watches_sees_the_clock_of_the_running_move(three: list[Player]) -> None:
    anna, _, wen = three
    anna.match.clock.correct(100.0)
    settle(three, 0.2)
    watch(three)
    pump(three, lambda: abs(left(wen) - left(anna)) < 0.5 and left(wen) < 201.0)
    anna.match.clock.correct(200.0)
    pump(three, lambda: abs(left(wen) - left(anna)) < 0.5 and left(wen) < 101.0)
    exchange(three[:2], "j8")
    pump(three, lambda: wen.match.ply == 3)
    first, second = (wen.match.clock.left_s(side) for side in (FIRST, SECOND))
    assert first is not None
    assert second is not None
    assert first < 101.0
    assert second > 101.0


def test_both_players_are_told_who_watches(three: list[Player]) -> None:
    anna, bo, _ = three
    table = watch(three)
    pump(three, lambda: anna.table.watchers == bo.table.watchers == table.watchers == ("Wen",))
    table.leave()
    pump(three, lambda: anna.table.watchers == bo.table.watchers == ())
    for player in (anna, bo):
        told = [note for note in player.notes if "watcher" in note]
        assert (told[0], told[-1]) == ("watcher_came", "watcher_left")


def test_a_cut_line_is_dialled_again_and_nothing_is_missed(three: list[Player]) -> None:
    anna, bo, wen = three
    table = watch(three)
    cut(wen)
    pump([wen], lambda: table.line is LineState.DOWN)
    assert 0 < table.back_in_s <= 60
    exchange([anna, bo], "j8", "j9")
    pump(three, lambda: table.line is LineState.CONNECTED)
    pump(three, lambda: wen.texts() == ["h8", "h9", "j8", "j9"])
    exchange([anna, bo], "k8")
    pump(three, lambda: wen.match.ply == 5)
    assert len(wen.seated) == 1, "it is the same table"
    pump(three, lambda: anna.table.watchers == ("Wen",))


def test_a_game_that_is_left_while_the_line_is_cut_is_not_dialled_again(three: list[Player]) -> None:
    anna, _, wen = three
    table = watch(three)
    cut(wen)
    pump([wen], lambda: table.line is LineState.DOWN)
    table.leave()
    settle(three, 1.0)
    assert table.line is LineState.GONE
    assert anna.table.watchers == ()


def test_a_table_that_its_player_has_left_is_not_looked_for(three: list[Player]) -> None:
    anna, _, wen = three
    table = watch(three)
    anna.table.leave()
    pump(three, lambda: table.line is LineState.GONE)
    settle(three, 1.0)
    assert table.line is LineState.GONE
    assert wen.notices == []


def test_who_has_looked_long_enough_does_not_begin_again_at_another_address(
    three: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, wen = three
    table = watch(three)
    (contact,) = wen.lan._contacts.all.values()
    contact.others = ["127.0.0.1:9"]  # a computer has several addresses
    monkeypatch.setattr("game.lan.rewatching.COME_BACK_S", 1.0)
    sought: list[float] = []
    look_for = table.look_for

    def note(seconds: float) -> None:
        sought.append(seconds)
        look_for(seconds)

    monkeypatch.setattr(table, "look_for", note)
    anna.drop()
    pump([wen], lambda: table.line is LineState.GONE)
    settle([wen], 0.5)
    assert (table.line, sought) == (LineState.GONE, [1.0])


def test_a_game_that_is_found_and_lost_within_a_frame_is_looked_for_again(three: list[Player]) -> None:
    _, _, wen = three
    table = watch(three)
    (contact,) = wen.lan._contacts.all.values()
    cut(wen)
    pump([wen], lambda: table.line is LineState.DOWN)
    table.line = LineState.CONNECTED
    assert wen.lan._rewatching.lost(contact, "cut")
    assert table.line is LineState.DOWN
    pump(three, lambda: table.line is LineState.CONNECTED)
