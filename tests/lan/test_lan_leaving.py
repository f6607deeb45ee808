"""The other side leaves at once after the end: the game is counted and put away all the same, on both sides."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lan_helpers import FIVE, TERMS, Player, begin, exchange, players, pump, settle

from game.lan.contacts import Contacts
from game.lan.interrupted import InterruptedGames
from game.lan.recent import RecentPeople
from game.lan.views import LineState
from game.match.autosave import local_now
from game.match.events import RequestKind
from game.storage.notice import Notice
from net.session import events as wire


def results(player: Player) -> list[tuple[int, int, int]]:
    """What the list of people on the disk says: won, lost and drawn with each."""
    path = player.folders.lan / "people.json"
    return [(each.won, each.lost, each.drawn) for each in RecentPeople(path, local_now).people]


def play_out(anna: Player, bo: Player) -> None:
    """Anna makes five, and both programs know that it is the end."""
    exchange([anna, bo], *FIVE[:-1])
    anna.play(FIVE[-1])
    pump([anna, bo], lambda: anna.table.has_ended)


@pytest.mark.parametrize("leaves", ["table", "program", "match, then program"])
@pytest.mark.parametrize("waits_s", [0.0, 0.2])
def test_the_winner_leaves_at_once(tmp_path: Path, leaves: str, waits_s: float) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        play_out(anna, bo)
        if leaves == "table":
            anna.table.leave()
            anna.match.close()
            anna.seated.clear()
        elif leaves == "program":
            anna.lan.close()
        else:
            anna.match.close()
            anna.seated.clear()
            anna.lan.close()
        time.sleep(waits_s)  # all that was said comes in one frame
        settle([bo] if leaves != "table" else [anna, bo])
        for player, result in ((anna, (1, 0, 0)), (bo, (0, 1, 0))):
            pump([bo], lambda player=player, result=result: results(player) == [result])  # type: ignore[misc]
            assert len(player.records()) == 1
        bo.table.leave()
        come_back_until_all_is_put_away([anna, bo])


def come_back_until_all_is_put_away(two: list[Player]) -> None:
    """Whoever has gone without hearing that the other has the end keeps it until the next start."""
    for player in two:
        for seated in player.seated:
            seated.match.close()
        player.seated.clear()
    back = [
        player if player.lan.is_open else Player(player.name, player.folders.lan.parents[1], player.lan._discovery_port)
        for player in two
    ]
    for player in back:
        player.lan.enter_lobby(True)
        player.lan.open()
    try:
        pump(back, lambda: [player.kept_files() for player in back] == [[], []], 20)
    finally:
        for player in back:
            player.lan.close()


def test_the_program_ends_before_a_frame_has_seen_the_end(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        exchange([anna, bo], "h8", "h9")
        anna.match.offer_draw()
        pump([anna, bo], lambda: bo.match.requests.to_answer is not None)
        bo.match.requests.answer(RequestKind.DRAW, True)
        for _ in range(100):  # Anna's program stands still
            bo.frame()
            time.sleep(0.002)
        pump([anna, bo], lambda: bo.table.has_ended)
        for player in (anna, bo):
            player.lan.close()
            assert results(player) == [(0, 0, 1)]
        come_back_until_all_is_put_away([anna, bo])


def test_a_rematch_forgets_no_result(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        for number in (1, 2):
            # whoever has invited waits before inviting again
            if number == 1:
                begin(anna, bo)
            else:
                begin(bo, anna, replace(TERMS, colour="second"))
            play_out(anna, bo)
            pump([anna, bo], lambda number=number: results(anna) == [(number, 0, 0)])  # type: ignore[misc]
            pump([anna, bo], lambda number=number: results(bo) == [(0, number, 0)])  # type: ignore[misc]
        pump([anna, bo], lambda: anna.kept_files() == bo.kept_files() == [])


# --- strangers --------------------------------------------------------------------------------------------------------


class Looks:
    """Counts how often the disk is searched for interrupted games."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._look = InterruptedGames.look
        monkeypatch.setattr(InterruptedGames, "look", lambda store: self._counted(store))

    def _counted(self, store: InterruptedGames) -> Any:
        self.count += 1
        return self._look(store)


def test_strangers_who_come_and_go_make_nobody_look_at_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        exchange([anna, bo], "h8", "h9")
        settle([anna, bo])
        looks = Looks(monkeypatch)
        for number in range(1000, 1030):  # the network thread would make them come more slowly
            bo.lan._take(wire.Joined(number, wire.Peer(f"{number:032x}", "Somebody", "1", (), "10.0.0.9")))
            bo.frame()
            bo.lan._take(wire.Left(number, "left", ""))
            bo.frame()
        settle([anna, bo])
        assert looks.count == 0
        anna.table.leave()
        anna.match.close()
        anna.seated.clear()
        pump([anna, bo], lambda: looks.count == 1)


# --- the next start ---------------------------------------------------------------------------------------------------


def test_an_interrupted_game_is_told_of_once(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        exchange([anna, bo], "h8", "h9")
        anna.drop()
        fresh = Player("Anna", tmp_path / "Anna", anna.lan._discovery_port)
        pump([fresh], lambda: len(fresh.lan.suspended) == 1)  # the menu looks, though the network is not used yet
        assert tuple(fresh.notices) == (Notice("lan-suspended", {"name": "Bo"}),)
        fresh.lan.open()
        settle([fresh, bo], 0.1)
        assert len(fresh.notices) == 1
        fresh.lan.close()
        computer = Player("Anna", tmp_path / "Anna", anna.lan._discovery_port, new_player=lambda variant: None)
        assert computer.suspended == ()
        assert computer.lan.take_notices() == ()


def test_whoever_is_away_takes_a_seat_at_a_person_and_none_at_a_house_player(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        house = Contacts(1, waits_beside=True)
        house.all = anna.lan._contacts.all
        assert not anna.lan._contacts.has_seat
        assert not house.has_seat
        bo.table.leave()
        bo.match.close()
        bo.seated.clear()
        pump([anna, bo], lambda: anna.table.line is LineState.DOWN)
        assert not anna.lan._contacts.has_seat
        assert house.has_seat
