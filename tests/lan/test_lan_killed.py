"""A program is killed at the worst moments, starts again, and the game goes on: no move lost, doubled or different."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lan_helpers import FIRST, FIVE, SECOND, TERMS, Player, begin, exchange, free_port, players, pump, settle
from patience import PATIENCE_S

from game.lan import interrupted
from game.lan.views import LineState
from game.match.events import RequestKind
from game.rules.core import Outcome, Termination

ROOT = Path(__file__).parents[2]
TIMED = dataclasses.replace(TERMS, base_s=300, increment_s=5)


class Pair:
    """Anna and Bo at a table; each can be killed and started again."""

    def __init__(self, two: list[Player], tmp_path: Path) -> None:
        self.two = two
        self.folder = tmp_path
        self.udp = two[0].lan._discovery_port

    @property
    def anna(self) -> Player:
        return self.two[0]

    @property
    def bo(self) -> Player:
        return self.two[1]

    def kill(self, player: Player) -> None:
        player.drop()
        player.is_stopped = True  # type: ignore[attr-defined]

    def start_again(self, player: Player) -> Player:
        """The program starts, offers the game, and the person takes it up."""
        fresh = Player(player.name, self.folder / player.name, self.udp)
        self.two[self.two.index(player)] = fresh
        fresh.lan.enter_lobby(True)
        fresh.lan.open()
        (game,) = fresh.suspended
        assert game.peer in ("Anna", "Bo")
        fresh.lan.resume(game.id)
        pump([fresh], lambda: fresh.seated)
        return fresh

    def await_line(self) -> None:
        pump(self.two, lambda: all(p.table.line is LineState.CONNECTED for p in self.two))

    def same(self, *texts: str) -> None:
        """Both come to the same game, with these moves."""
        pump(self.two, lambda: self.anna.texts() == self.bo.texts() == list(texts))
        assert self.anna.match.position == self.bo.match.position


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with players(tmp_path, "Anna", "Bo") as two:
        begin(*two, TIMED)
        yield Pair(two, tmp_path)


def frames(player: Player, count: int = 20) -> None:
    for _ in range(count):
        player.frame()
        time.sleep(0.002)


@pytest.mark.parametrize("plies", [0, 1, 2, 3])
@pytest.mark.parametrize("who", [0, 1])
def test_a_killed_program_finds_its_game(pair: Pair, plies: int, who: int) -> None:
    exchange(pair.two, *["h8", "h9", "j8", "j9"][:plies])
    pair.kill(pair.two[who])
    other = pair.two[1 - who]
    pump([other], lambda: other.table.line is LineState.DOWN)
    fresh = pair.start_again(pair.two[who])
    assert fresh.match.ply == plies
    assert fresh.match.seat(FIRST).name == "Anna"
    assert fresh.match.clock.control == other.match.clock.control
    pair.await_line()
    exchange(pair.two, *["h8", "h9", "j8", "j9", "k8"][plies:])
    pair.same("h8", "h9", "j8", "j9", "k8")
    assert pair.anna.match.clock.times_s == pytest.approx(pair.bo.match.clock.times_s, abs=0.002)


def test_both_are_killed(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9", "j8")
    for player in list(pair.two):
        pair.kill(player)
    for player in list(pair.two):
        pair.start_again(player)
    pair.await_line()
    exchange(pair.two, "j9")


def test_killed_between_the_move_and_its_sending(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9")
    pair.anna.play("j8")  # written, but no frame sends it any more
    pair.kill(pair.anna)
    pair.start_again(pair.anna)
    pair.await_line()
    pair.same("h8", "h9", "j8")
    exchange(pair.two, "j9")


def test_killed_between_taking_a_move_and_acknowledging_it(pair: Pair) -> None:
    exchange(pair.two, "h8")
    pair.bo.play("h9")
    frames(pair.bo)
    for _ in range(200):  # Anna's match plays it, and she dies before the next frame
        pair.anna.seated += pair.anna.lan.update()
        pair.anna.match.update()
        if pair.anna.match.ply == 2:
            break
        time.sleep(0.002)
    assert pair.anna.match.ply == 2
    pair.kill(pair.anna)
    pair.start_again(pair.anna)
    pair.await_line()
    pair.same("h8", "h9")
    exchange(pair.two, "j8", "j9")


def test_killed_right_after_saying_yes_to_a_take_back(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9")
    pair.anna.match.undo()
    pump(pair.two, lambda: pair.bo.match.requests.to_answer is not None)
    pair.bo.match.requests.answer(RequestKind.TAKE_BACK, True)  # in Bo's journal, and said to nobody
    pair.kill(pair.bo)
    fresh = pair.start_again(pair.bo)
    assert fresh.texts() == []
    pair.await_line()
    pair.same()
    exchange(pair.two, "a1", "b1", "c1")


def test_killed_right_after_hearing_the_yes_to_a_restart(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9", "j8")
    pair.anna.match.restart()
    pump(pair.two, lambda: pair.bo.match.requests.to_answer is not None)
    pair.bo.match.requests.answer(RequestKind.RESTART, True)
    frames(pair.bo)
    for _ in range(200):
        pair.anna.lan.update()
        pair.anna.match.update()
        if pair.anna.match.ply == 0:
            break
        time.sleep(0.002)
    pair.kill(pair.anna)  # the ticket still knows the old epoch, the journal the new one
    pair.start_again(pair.anna)
    pair.await_line()
    pair.same()
    exchange(pair.two, "a1", "b1", "c1")


def test_killed_while_the_answer_was_on_its_way(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9")
    pair.anna.match.undo()
    pump(pair.two, lambda: pair.bo.match.requests.to_answer is not None)
    settle(pair.two, 0.05)
    pair.kill(pair.anna)
    pair.bo.match.requests.answer(RequestKind.TAKE_BACK, True)
    frames(pair.bo)
    pair.start_again(pair.anna)
    pair.await_line()
    pair.same()
    exchange(pair.two, "a1", "b1")


def test_the_talk_is_there_again_and_goes_with_the_game(pair: Pair) -> None:
    exchange(pair.two, "h8")
    pair.anna.table.say("Good luck!")
    pump(pair.two, lambda: pair.bo.talk)
    pair.bo.table.say("祝你好运")
    pump(pair.two, lambda: len(pair.anna.talk) == 2)
    settle(pair.two, 0.1)
    pair.kill(pair.anna)
    (path,) = pair.anna.folders.lan.glob("*.chat")
    path.write_bytes(path.read_bytes() + b'{"who": "Mallory"}\n\xff\xfe\n{"who":"Bo","te')
    fresh = pair.start_again(pair.anna)
    assert fresh.talk == [("Anna", "Good luck!"), ("Bo", "祝你好运")]
    assert fresh.table.unread == 0
    pair.await_line()
    fresh.table.say("Back")
    pump(pair.two, lambda: pair.bo.talk[-1] == ("Anna", "Back"))
    pair.bo.match.resign()
    pump(pair.two, lambda: pair.anna.kept_files() == pair.bo.kept_files() == [])
    assert len(fresh.talk) == 3, "it stays in sight"


def test_a_pause_lasts_over_the_start(pair: Pair) -> None:
    exchange(pair.two, "h8")
    pair.anna.match.pause()
    pump(pair.two, lambda: pair.bo.match.requests.to_answer is not None)
    pair.bo.match.requests.answer(RequestKind.PAUSE, True)
    pump(pair.two, lambda: pair.anna.match.is_paused)
    settle(pair.two, 0.1)
    pair.kill(pair.anna)
    fresh = pair.start_again(pair.anna)
    assert fresh.match.is_paused
    pair.await_line()
    fresh.match.resume()
    pump(pair.two, lambda: not pair.bo.match.is_paused)
    exchange(pair.two, "h9")


def test_the_last_move_reaches_the_other_side_though_its_mover_died(pair: Pair) -> None:
    exchange(pair.two, *FIVE[:-1])
    pair.anna.play(FIVE[-1])
    assert pair.anna.match.outcome is not None
    pair.kill(pair.anna)
    assert pair.bo.match.outcome is None
    fresh = Player("Anna", pair.folder / "Anna", pair.udp)
    pair.two[0] = fresh
    fresh.lan.open()
    assert fresh.suspended == (), "the game is over; it need not be taken up"
    pump(pair.two, lambda: pair.bo.match.outcome is not None, 8.0)
    pump(pair.two, lambda: fresh.kept_files() == [])
    settle(pair.two, 0.2)
    assert pair.bo.texts() == FIVE
    assert pair.bo.match.outcome is not None
    assert pair.bo.match.outcome.termination is Termination.FIVE
    for player in pair.two:
        (record,) = player.records()
        assert [move.text for move in record.moves] == FIVE


def test_a_resignation_is_heard_though_its_sayer_died(pair: Pair) -> None:
    exchange(pair.two, "h8")
    pair.bo.match.resign()
    pair.kill(pair.bo)
    fresh = Player("Bo", pair.folder / "Bo", pair.udp)
    pair.two[1] = fresh
    fresh.lan.open()
    pump(pair.two, lambda: pair.anna.match.outcome is not None, 8.0)
    assert pair.anna.match.outcome == Outcome(FIRST, Termination.RESIGNATION)


def test_leaving_keeps_the_game_for_both(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9")
    anna, bo = pair.two
    anna.table.leave()
    anna.match.close()
    anna.is_stopped = True  # type: ignore[attr-defined]
    pump([anna, bo], lambda: bo.table.line is LineState.DOWN)
    assert "left" in bo.notes
    pump([anna], lambda: anna.suspended)
    (game,) = anna.suspended
    assert (game.peer, game.variant, game.person, game.ply) == ("Bo", "gomoku-freestyle", FIRST, 2)
    assert bo.suspended == (), "it lies open at the table here"
    anna.lan.resume(game.id)
    pump([anna], lambda: len(anna.seated) == 2)
    anna.is_stopped = False  # type: ignore[attr-defined]
    pair.await_line()
    exchange(pair.two, "j8", "j9")


def test_a_game_can_be_given_up(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9")
    pair.kill(pair.anna)
    fresh = Player("Anna", pair.folder / "Anna", pair.udp)
    (game,) = fresh.suspended
    fresh.lan.discard(game.id)
    assert fresh.suspended == ()
    assert fresh.kept_files() == []
    (record,) = fresh.records()
    assert [move.text for move in record.moves] == ["h8", "h9"]


def test_a_person_is_not_replaced_by_the_computer(pair: Pair) -> None:
    exchange(pair.two, "h8", "h9")
    pair.kill(pair.anna)
    computer = Player("Anna", pair.folder / "Anna", pair.udp, new_player=lambda variant: None)
    assert computer.suspended == ()


@pytest.mark.parametrize("damage", ["ticket", "slot", "journal"])
def test_damaged_files_cost_at_most_the_game(pair: Pair, damage: str) -> None:
    exchange(pair.two, "h8", "h9", "j8")
    settle(pair.two, 0.1)
    pair.kill(pair.anna)
    folder = pair.anna.folders.lan
    (ticket,), (journal,) = folder.glob("*.ticket"), folder.glob("*.journal")
    if damage == "ticket":
        ticket.write_bytes(b"\0" * 100)
    elif damage == "slot":
        data = bytearray(ticket.read_bytes())
        number = interrupted.ticket_file._newest(ticket)[0]
        data[(number % 2) * 8192 + 30] ^= 1
        ticket.write_bytes(bytes(data))
    else:
        journal.write_bytes(journal.read_bytes()[:-5])
    fresh = Player("Anna", pair.folder / "Anna", pair.udp)
    games = fresh.suspended
    if damage == "ticket":
        assert games == ()
        assert len(fresh.records()) == 1, "what was played is kept"
    else:
        assert [game.ply for game in games] == [3 if damage == "slot" else 2]
    if damage == "journal":  # her own move is gone, though Bo has heard of it: both agree to no result
        pair.start_again(pair.anna)
        for player in (pair.bo, pair.anna):
            pump(pair.two, lambda player=player: player.match.requests.to_answer)  # type: ignore[misc]
            player.match.requests.answer(RequestKind.NO_RESULT, True)
        pump(pair.two, lambda: pair.anna.table.has_ended and pair.bo.table.has_ended)
        pump(pair.two, lambda: "no_result" in pair.anna.notes and "no_result" in pair.bo.notes)
        assert pair.anna.match.outcome == pair.bo.match.outcome == Outcome(None, Termination.ABANDONED)
        assert [len(player.records()) for player in pair.two] == [1, 1]


def test_a_ticket_of_a_stranger_opens_nothing(pair: Pair, tmp_path: Path) -> None:
    """Whoever knows the game's number but not its secret is not let to the table."""
    exchange(pair.two, "h8", "h9")
    settle(pair.two, 0.1)
    pair.kill(pair.anna)
    anna = pair.anna
    (ticket_path,) = anna.folders.lan.glob("*.ticket")
    ticket = interrupted.ticket_file.read(ticket_path)
    assert ticket is not None
    interrupted.ticket_file.TicketFile(ticket_path).write(type(ticket)(**{**_fields(ticket), "token": "0" * 64}))
    mallory = pair.start_again(anna)
    settle(pair.two, 1.5)
    assert mallory.table.line is not LineState.CONNECTED
    assert pair.bo.table.line is not LineState.CONNECTED


def _fields(ticket: object) -> dict[str, object]:
    return {name: getattr(ticket, name) for name in ticket.__struct_fields__}  # type: ignore[attr-defined]


# --- a real process ---------------------------------------------------------------------------------------------------

CHILD = """
import json, sys, time
sys.path[:0] = [{root!r}, {root!r} + "/tests/lan"]
from pathlib import Path
from lan_helpers import Player
player = Player("Bo", Path({folder!r}), {udp})
player.lan.enter_lobby(True)
player.lan.open()
for game in player.suspended:
    player.lan.resume(game.id)
moves = {moves!r}
told = None
while True:
    player.frame()
    for invitation in player.lan.invitations:
        player.lan.answer(invitation.id, True)
    if player.seated and player.match.may_move and player.match.ply // 2 < len(moves):
        player.play(moves[player.match.ply // 2])
    now = [player.texts(), str(player.match.outcome)] if player.seated else []
    if now != told:
        told = now
        print(json.dumps(now), flush=True)
    time.sleep(0.003)
"""


def child(folder: Path, udp: int, moves: list[str]) -> subprocess.Popen[str]:
    """Bo's program: sits down, plays its moves, says what it sees."""
    code = CHILD.format(root=str(ROOT), folder=str(folder), udp=udp, moves=moves)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_real_process_is_killed_in_the_middle_of_the_game(tmp_path: Path) -> None:
    udp = free_port()
    anna = Player("Anna", tmp_path / "Anna", udp)
    bo = child(tmp_path / "Bo", udp, ["h9", "j9", "k9", "l9"])
    processes = [bo]
    try:
        anna.lan.enter_lobby(True)
        anna.lan.open()
        pump([anna], lambda: anna.lan.people)
        anna.lan.invite(anna.lan.people[0].instance, TIMED)
        pump([anna], lambda: anna.seated)
        for number, text in enumerate(["h8", "j8", "k8"]):
            anna.play(text)
            if number < 2:
                pump([anna], lambda number=number: anna.match.ply == 2 * number + 2)  # type: ignore[misc]
        # the third move is on its way
        os.kill(bo.pid, signal.SIGKILL)
        bo.wait(PATIENCE_S)
        bo = child(tmp_path / "Bo", udp, ["h9", "j9", "k9", "l9"])
        processes.append(bo)
        pump([anna], lambda: anna.match.ply == 6)
        anna.play("l8")
        pump([anna], lambda: anna.match.ply == 8)
        assert anna.texts() == ["h8", "h9", "j8", "j9", "k8", "k9", "l8", "l9"]
        assert bo.stdout is not None
        seen = [[]]
        while len(seen[0]) < 8:
            seen = json.loads(bo.stdout.readline()) or [[]]
        assert seen[0] == anna.texts()
        assert anna.match.person is SECOND.other
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
            process.wait(PATIENCE_S)
            assert process.stdout is not None
            process.stdout.close()
        for seated in anna.seated:
            seated.match.close()
        anna.lan.close()


def test_a_game_counts_for_both_after_a_restart(pair: Pair) -> None:
    """By another name and from another port than it was begun with, and not a second time after the next restart."""
    exchange(pair.two, *FIVE[:4])
    pair.kill(pair.bo)
    pair.start_again(pair.bo).lan.set_name("Robert")
    pair.await_line()
    exchange(pair.two, *FIVE[4:])
    pump(pair.two, lambda: pair.anna.table.has_ended and pair.bo.table.has_ended)
    pump(pair.two, lambda: [each.won for each in pair.anna.lan.recent] == [1])
    pump(pair.two, lambda: [each.lost for each in pair.bo.lan.recent] == [1])


def test_a_game_that_ended_just_before_a_kill_counts_at_the_next_start(pair: Pair) -> None:
    exchange(pair.two, *FIVE[:-1])
    pair.anna.play(FIVE[-1])
    assert [each.won for each in pair.anna.lan.recent] == [0]
    pair.kill(pair.anna)
    for _ in range(2):
        fresh = Player("Anna", pair.folder / "Anna", pair.udp)
        fresh.lan.open()
        pump([fresh], lambda: [each.won for each in fresh.lan.recent] == [1])  # noqa: B023 - used at once
        settle([fresh], 0.2)
        assert [each.won for each in fresh.lan.recent] == [1]
        fresh.drop()
