"""What LAN play keeps on disk: tickets in two slots, the people one has met, and talk that does not grow for ever."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from game.lan import ticket_file
from game.lan.chat import MOST_LINES, TableChat
from game.lan.people import instance_of
from game.lan.recent import MOST_PEOPLE, Acquaintance, RecentPeople
from game.lan.ticket_file import TicketFile
from net.discovery.beacons import Status
from net.discovery.peer_table import DiscoveredPeer
from net.session.messages import Terms
from net.session.ticket import Ticket

TICKET = Ticket(
    game="1" * 32, token="2" * 64, here="host", first="guest", terms=Terms("gomoku-renju", {"size": 15}),
    start_hash="0" * 16, peer_instance="3" * 32, peer_name="林", addresses=("192.168.1.4:27183",),
)  # fmt: skip


def wall() -> datetime:
    return datetime(2026, 1, 2, 20, 15, tzinfo=UTC)


def with_turn(turn: int) -> Ticket:
    return msgspec.structs.replace(TICKET, turn=turn)


# --- tickets ----------------------------------------------------------------------------------------------------------


def test_the_last_ticket_is_read_also_by_another_program(tmp_path: Path) -> None:
    path = tmp_path / "a.ticket"
    file = TicketFile(path)
    for turn in range(5):
        file.write(with_turn(turn))
        file.sync()
        assert ticket_file.read(path) == with_turn(turn)
    TicketFile(path).write(with_turn(7))
    assert ticket_file.read(path) == with_turn(7)
    assert path.stat().st_size <= 2 * 8192


def test_however_often_a_ticket_changes_its_file_does_not_grow(tmp_path: Path) -> None:
    file = TicketFile(tmp_path / "a.ticket")
    for turn in range(500):
        file.write(with_turn(turn))
    assert file.path.stat().st_size <= 2 * 8192


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_half_written_slot_leaves_the_ticket_before(tmp_path: Path, turn: int) -> None:
    path = tmp_path / "a.ticket"
    file = TicketFile(path)
    for number in range(turn + 1):
        file.write(with_turn(number))
    start = (ticket_file._newest(path)[0] % 2) * 8192
    data = bytearray(path.read_bytes())
    data[start + 40 : start + 60] = b"\0" * 20
    path.write_bytes(bytes(data))
    assert ticket_file.read(path) == with_turn(max(0, turn - 1))
    TicketFile(path).write(with_turn(9))
    assert ticket_file.read(path) == with_turn(9)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"x" * 20_000, b"00000000 \n", b"\xff" * 9000, b"{}\n", b"d9d37cb8 1 {}\n"]
)
def test_what_is_no_ticket_is_none(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.ticket"
    path.write_bytes(data)
    assert ticket_file.read(path) is None
    TicketFile(path).write(TICKET)
    assert ticket_file.read(path) == TICKET


def test_no_file_is_no_ticket(tmp_path: Path) -> None:
    file = TicketFile(tmp_path / "none.ticket")
    assert ticket_file.read(file.path) is None
    file.sync()
    file.remove()


def test_a_ticket_that_fits_no_slot_is_not_kept(tmp_path: Path) -> None:
    file = TicketFile(tmp_path / "a.ticket")
    options: dict[str, bool | int | str] = {f"option{n}": "漢" * 40 for n in range(16)}
    file.write(TICKET)
    huge = msgspec.structs.replace(TICKET, terms=Terms("x", options), addresses=tuple("y" * 80 for _ in range(90)))
    with pytest.raises(OSError):
        file.write(huge)
    assert ticket_file.read(file.path) == TICKET


# --- people -----------------------------------------------------------------------------------------------------------


def test_people_are_remembered_the_last_first(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    people = RecentPeople(path, wall)
    people.met("Bo", "10.0.0.2", "10.0.0.2:1", "gomoku-renju", "g1")
    people.met("Cleo", "10.0.0.3", "10.0.0.3:1", "gomoku-renju", "g2")
    people.played("g1", "Bo", "10.0.0.2", "won")
    people.met("Bo", "10.0.0.2", "10.0.0.2:7", "gomoku-standard", "g3")
    people.played("g3", "Bo", "10.0.0.2", "drawn")
    people.played("g4", "Nobody", "10.0.0.9", "lost")
    people.save()
    again = RecentPeople(path, wall).people
    assert [(each.name, each.address, each.variant, each.won, each.lost, each.drawn) for each in again] == [
        ("Bo", "10.0.0.2:7", "gomoku-standard", 1, 0, 1),
        ("Cleo", "10.0.0.3:1", "gomoku-renju", 0, 0, 0),
    ]
    assert again[0].last == "2026-01-02T20:15:00+00:00"
    assert (again[0].playing, again[0].counted) == ((), ("g1", "g3")), "what was counted is not under way any more"
    assert (again[1].playing, again[1].counted) == (("g2",), ())


def test_a_game_counts_once_and_for_the_one_who_began_it(tmp_path: Path) -> None:
    """Whatever name and address they have by its end; both sides may be started again in between."""
    path = tmp_path / "people.json"
    people = RecentPeople(path, wall)
    people.met("Bo", "10.0.0.2", "10.0.0.2:1", "gomoku-renju", "g1")
    people.met("Bo", "10.0.0.7", "10.0.0.7:1", "gomoku-renju", "g2")
    people.save()
    people = RecentPeople(path, wall)
    assert people.played("g1", "Robert", "fe80::7%eth0", "won")
    people.save()
    people = RecentPeople(path, wall)
    assert not people.played("g1", "Bo", "10.0.0.7", "won"), "it was counted before"
    assert [(each.host, each.won) for each in people.people] == [("10.0.0.2", 1), ("10.0.0.7", 0)]


def test_a_game_begun_by_an_earlier_release_counts_for_the_name(tmp_path: Path) -> None:
    people = RecentPeople(tmp_path / "people.json", wall)
    people.met("Bo", "10.0.0.2", "10.0.0.2:1", "gomoku-renju", "g1")
    assert people.played("g0", "Bo", "fe80::2%eth0", "drawn")
    assert (people.people[0].drawn, people.people[0].playing) == (1, ("g1",))
    assert not people.played("g9", "Nobody", "10.0.0.9", "lost")


def test_an_end_that_is_told_again_after_many_other_games_does_not_count_twice(tmp_path: Path) -> None:
    people = RecentPeople(tmp_path / "people.json", wall)
    for number in range(40):
        people.met("Bo", "10.0.0.2", "10.0.0.2:1", "gomoku-renju", f"g{number}")
        assert people.played(f"g{number}", "Bo", "10.0.0.2", "won")
    assert not people.played("g0", "Bo", "10.0.0.2", "won"), "each look at the kept games tells it"
    assert people.people[0].won == 40


def test_somebody_who_moved_is_recognised_by_a_name_that_only_one_bears() -> None:
    bo = Acquaintance("Bo", "10.0.0.2", "10.0.0.2:1", "gomoku-renju", "")
    peers = [
        DiscoveredPeer("of Bo", "id of Bo", "Bo", "Bo", ("10.0.0.77",), 1, Status.FREE, "", True, 0.0, 0.0, None),
    ]
    assert instance_of(bo, [bo], peers) == "id of Bo"
    assert instance_of(msgspec.structs.replace(bo, key="of Bo"), [bo], peers) == "id of Bo"
    assert instance_of(msgspec.structs.replace(bo, key="of another Bo"), [bo], peers) is None
    twin = msgspec.structs.replace(bo, host="10.0.0.9")
    assert instance_of(bo, [bo, twin], peers) is None, "it may be either"


def test_only_so_many_are_remembered(tmp_path: Path) -> None:
    people = RecentPeople(tmp_path / "people.json", wall)
    for number in range(MOST_PEOPLE + 20):
        people.met(f"P{number}", "h", "a", "v", f"g{number}")
    assert len(people.people) == MOST_PEOPLE
    assert people.people[0].name == f"P{MOST_PEOPLE + 19}"


@pytest.mark.parametrize("data", [b"", b"nonsense", b"{}", b"\xff\xfe", b"[" * 5000, b"[1, 2"])
def test_a_damaged_file_is_set_aside(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "people.json"
    path.write_bytes(data)
    people = RecentPeople(path, wall)
    assert people.people == ()
    assert [aside.read_bytes() for aside in tmp_path.glob("*damaged*")] == [data]
    people.met("Bo", "h", "a", "v", "g")
    people.save()
    assert len(RecentPeople(path, wall).people) == 1


def test_entries_that_can_not_be_read_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    good = {"name": "Bo", "host": "h", "address": "a", "variant": "v", "last": "2026"}
    path.write_text(json.dumps([good, 5, {**good, "name": "x" * 101}, {**good, "won": -1}, {**good, "name": "Cleo"}]))
    assert [each.name for each in RecentPeople(path, wall).people] == ["Bo", "Cleo"]


# --- talk -------------------------------------------------------------------------------------------------------------


def test_talk_keeps_its_last_lines() -> None:
    chat = TableChat(wall)
    for number in range(MOST_LINES + 5):
        chat.say("Bo", str(number), mine=number % 2 == 0)
    assert len(chat.lines) == MOST_LINES
    assert chat.lines[-1].text == str(MOST_LINES + 4)
    assert chat.unread == (MOST_LINES + 5) // 2
    chat.note("line_down", who="Bo")
    assert (chat.lines[-1].text, chat.lines[-1].note, chat.lines[-1].at) == ("lan.note_line_down", True, "20:15")
    chat.read()
    assert chat.unread == 0
    assert chat.lines is chat.lines


def test_a_file_holds_the_talk_of_its_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.chat"
    for text in ("of another game", "of this one"):
        talk = TableChat(wall)
        talk.say("Ada", text, mine=True)
        talk.keep_in(path)
    again = TableChat(wall)
    again.take_up(path)
    assert [each.text for each in again.lines] == ["of this one"]


def test_talk_is_kept_with_its_game_and_no_longer_than_the_newest_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.chat"
    talk = TableChat(wall)
    talk.say("Ada", "before the game", mine=True)
    talk.keep_in(path)
    for number in range(MOST_LINES):
        talk.say("Bo", f"{number}", mine=False)
    assert len(talk.lines) == MOST_LINES
    assert talk.lines[0].text == "0"
    with path.open("ab") as file:
        file.write(b'{"who": 3}\n\xff\n')
    again = TableChat(wall)
    again.take_up(path)
    assert again.lines == talk.lines, "damage is passed over"
    again.forget(path)
    assert not path.exists()
    again.say("Bo", "bye", mine=False)
    assert not path.exists()
