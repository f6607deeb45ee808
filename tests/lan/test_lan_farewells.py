"""A game that is over for one side alone: its record is written at once, and the other side hears whenever it comes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from lan_helpers import FIVE, Player, begin, exchange, players, pump, settle

from game.lan import interrupted
from game.lan.interrupted import InterruptedGames
from game.lan.signing import ProofKind, check_proof
from game.lan.views import LineState
from game.match import match_record


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Player]]:
    """Anna and Bo, both killed: Bo before Anna's winning move, Anna right after it and before its record was written.
    It had been their fourth cut."""
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo)
        exchange(two, *FIVE[:-1])
        settle(two, 0.1)
        bo.drop()
        with monkeypatch.context() as patched:
            patched.setattr(match_record, "write_safely", _fail)
            anna.play(FIVE[-1])
            anna.drop()
        (path,) = anna.folders.lan.glob("*.ticket")
        ticket = interrupted.ticket_file.read(path)
        assert ticket is not None
        interrupted.ticket_file.TicketFile(path).write(msgspec.structs.replace(ticket, cuts=4))
        assert anna.records() == []
        for player in two:
            player.lan.close()
        yield two
        for player in two:
            for seated in player.seated:
                seated.match.close()


def _fail(path: Path, data: bytes) -> None:
    raise OSError("killed")


def again(two: list[Player], number: int) -> Player:
    """One of them starts again."""
    old = two[number]
    two[number] = fresh = Player(old.name, old.folders.lan.parents[1], old.lan._discovery_port)
    fresh.lan.enter_lobby(True)
    fresh.lan.open()
    return fresh


def test_the_record_is_there_at_the_next_start_and_the_other_side_may_come_later(killed: list[Player]) -> None:
    anna = again(killed, 0)
    pump([anna], anna.records)
    assert [move.text for move in anna.records()[0].moves] == FIVE
    settle([anna], 1.0)  # nobody is waited for after the fourth cut, but whoever comes is heard
    assert {".journal", ".ticket"} <= set(anna.kept_files())
    bo = again(killed, 1)
    (game,) = bo.suspended
    bo.lan.resume(game.id)
    pump(killed, lambda: bo.seated and bo.match.outcome is not None)
    pump(killed, lambda: anna.kept_files() == [])
    assert len(anna.records()) == 1
    anna.lan.close()
    bo.lan.close()


def test_a_record_that_was_deleted_does_not_come_back(killed: list[Player]) -> None:
    anna = again(killed, 0)
    pump([anna], anna.records)
    anna.lan.close()
    (path,) = anna.folders.records.glob("*.qiguan")
    path.unlink()
    anna = again(killed, 0)
    assert anna.suspended == ()
    assert anna.records() == []
    anna.lan.close()


def test_an_end_that_is_told_when_the_other_side_has_left_is_told_again_in_the_same_run(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo)
        exchange(two, *FIVE[:-1])
        bo.drop()
        pump([anna], lambda: anna.table.line is not LineState.CONNECTED)
        anna.play(FIVE[-1])
        settle([anna], 0.1)
        anna.table.leave()
        anna.match.close()
        anna.seated.clear()
        bo = again(two, 1)
        (game,) = bo.suspended
        bo.lan.resume(game.id)
        pump(two, lambda: bo.seated and bo.match.outcome is not None)
        pump(two, lambda: anna.kept_files() == [])


def proves(player: Player) -> ProofKind | None:
    found = check_proof(player.records()[0]) if player.records() else None
    return found.kind if found is not None else None


def test_who_has_settled_answers_for_the_end_until_the_other_side_has_it_too(tmp_path: Path) -> None:
    """Bo resigns and is killed before the answer is on his disk; Anna has it all, and is killed as well."""
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo)
        exchange(two, "h8", "h9", "j8")
        settle(two, 0.1)
        bo.match.resign()
        bo.frame()
        pump([bo], lambda: not bo.table.remote._outbox)  # it is said; what Anna says is not seen any more
        pump([anna], lambda: proves(anna) is ProofKind.SIGNED)
        settle([anna], 0.1)
        assert {".journal", ".ticket"} <= set(anna.kept_files())
        assert proves(bo) is not ProofKind.SIGNED
        for player in two:
            player.drop()
        for number in (0, 1):
            again(two, number)
        pump(two, lambda: [player.kept_files() for player in two] == [[], []])
        assert [proves(player) for player in two] == [ProofKind.SIGNED] * 2
        for player in two:
            player.lan.close()


def test_many_kept_games_are_read_in_another_thread(killed: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    look = InterruptedGames.look

    def noted(store: InterruptedGames) -> Any:
        threads.append(threading.current_thread().name)
        return look(store)

    monkeypatch.setattr(InterruptedGames, "look", noted)
    bo = killed[1] = Player("Bo", killed[1].folders.lan.parents[1], killed[1].lan._discovery_port)
    pump([bo], lambda: bo.lan.suspended)  # as in the menu, before the network is used
    bo.lan.open()
    settle([bo], 0.1)
    assert threads
    assert threading.current_thread().name not in threads
    bo.lan.close()


def test_games_that_have_not_changed_are_not_read_again(killed: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    bo = Player("Bo", killed[1].folders.lan.parents[1], killed[1].lan._discovery_port)
    found = bo.suspended
    assert len(found) == 1
    monkeypatch.setattr(interrupted, "open_journal", lambda path: pytest.fail("it was read"))
    assert bo.suspended == found
