"""Discovery over real sockets on loopback: how fast people appear and go, floods, and a port that is not ours."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from neighbour import Neighbour
from patience import SOON_S, until, when_calm
from speaker import Speaker

from net.bench.discovery import ROUND_S
from net.discovery.announcer import GROUP_GAP_S
from net.discovery.beacons import GROUP_V4, LONGEST_DATAGRAM, Card, Kind, Status, decode
from net.discovery.diagnosis import HintCode, LinkState, hints
from net.discovery.discovery import Discovery
from net.discovery.interfaces import Interface, InterfaceKind, look
from net.discovery.peer_table import GONE_AFTER_S, HeardBeacon
from net.trust.instance import new_instance
from net.trust.keys import new_key

ON_LOOPBACK = [interface for interface in look() if interface.kind is InterfaceKind.LOOPBACK]
pytestmark = pytest.mark.skipif(not ON_LOOPBACK, reason="this machine has no loopback interface")


def loopback() -> list[Interface]:
    return ON_LOOPBACK


def discover(
    name: str, port: int, look: Callable[[], Sequence[Interface]] = loopback, year: float = 2026.0
) -> Discovery:
    """Somebody with a key of their own, whose clock shows this year."""
    key = new_key()
    card = Card(key.public, new_instance(key.public), name, 40_000)
    return Discovery(card, key, port=port, look=look, wall=lambda: (year - 1970) * 31_556_952)


@pytest.fixture
def port() -> int:
    """A UDP port that nobody uses now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def anna(port: int) -> Iterator[Discovery]:
    discovery = discover("Anna", port)
    yield discovery
    discovery.close()


def wait_until(holds: Callable[[], object]) -> float:
    """Seconds until `holds()`; fails after two minutes."""
    start = time.monotonic()
    until(holds)
    return time.monotonic() - start


def rounds_between_processes(port: int, rounds: int) -> tuple[list[float], list[float], list[float]]:
    """Seconds until the one who is there sees the one who comes, until that one sees it, and until a bye is seen."""
    seen, sees, gone = [], [], []
    with Neighbour(port, loopback=True) as there, Neighbour(port, loopback=True) as comes:
        there.ask("open There", "opened")
        there.say("lobby")
        for _ in range(rounds):
            opened = comes.ask("open Comes", "opened")
            seen.append(there.sees("Comes").at - opened)
            sees.append(comes.sees("There").at - opened)
            closing, closed = comes.ask("close", "closed")
            assert closed - closing < 0.1
            gone.append(there.sees().at - closing)
            time.sleep(max(0.0, opened + ROUND_S - time.monotonic()))
    return seen, sees, gone


@when_calm
def test_two_processes_find_each_other_at_once_and_a_clean_exit_is_seen_at_once(port: int) -> None:
    seen, sees, gone = rounds_between_processes(port, 6)
    # the middle of six: now and then a busy machine lets one of them wait
    assert sorted(seen)[3] < 0.3
    assert sorted(sees)[3] < 0.3
    assert sorted(gone)[3] < 0.1


@pytest.mark.slow
def test_ninety_nine_of_a_hundred_find_each_other_at_once(port: int) -> None:
    seen, sees, gone = rounds_between_processes(port, 200)
    assert sorted(seen + sees)[int(0.99 * 400)] < 0.3
    assert sorted(gone)[int(0.99 * 200)] < 0.1


@when_calm
def test_a_newcomer_that_repeats_its_hi_is_asked_for_its_proof_again(port: int, anna: Discovery) -> None:
    """The question may have got lost, or the answer; outside the lobby the next word comes after 5 s."""
    wait_until(lambda: anna.state is not LinkState.STARTING)
    bert = Speaker("Bert")
    questions: list[int] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ears:
        ears.bind(("127.0.0.1", 0))
        ears.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        ears.settimeout(SOON_S)
        for said in (1, 2):
            ears.sendto(bert.says(Kind.HI, "127.0.0.1", said), (GROUP_V4, port))
            while len(questions) < said:
                heard = decode(ears.recv(LONGEST_DATAGRAM))
                questions += [heard.token] if heard.kind is Kind.HI else []
            time.sleep(GROUP_GAP_S)
    assert len(set(questions)) == 2


@pytest.mark.parametrize("in_lobby", [True, False])
@when_calm
def test_a_killed_program_is_gone_after_four_seconds_and_not_before_three(port: int, in_lobby: bool) -> None:
    """Outside the lobby it spoke every 5 s only: it must be held until then by asking, and gone no later."""
    with Neighbour(port, loopback=True) as there, Neighbour(port, loopback=True) as killed:
        there.ask("open There", "opened")
        there.say("lobby")
        killed.ask("open Killed", "opened")
        if in_lobby:
            killed.say("lobby")
        there.sees("Killed")
        time.sleep(0.6)
        at = killed.kill()
        gone = there.sees().at - at
    assert GONE_AFTER_S - 2.5 < gone < 4.0


@when_calm
def test_a_peer_outside_the_lobby_does_not_flicker(port: int, anna: Discovery) -> None:
    bert = discover("Bert", port)
    try:
        anna.set_lobby(True)
        wait_until(lambda: anna.peers)
        first_heard = anna.peers[0].first_heard
        end = time.monotonic() + 4.6  # longer than silence is borne
        while time.monotonic() < end:
            assert [peer.first_heard for peer in anna.peers] == [first_heard]
            time.sleep(0.01)
        assert anna.peers[0].round_trip_s is not None
        assert anna.peers[0].round_trip_s < 0.05
    finally:
        bert.close()


@when_calm
def test_a_change_of_status_or_name_is_seen_within_half_a_second(port: int, anna: Discovery) -> None:
    bert = discover("Bert", port)
    try:
        wait_until(lambda: anna.peers)
        since = anna.peers[0].status_since
        bert.set_status(Status.OPEN, "gomoku-renju")
        assert wait_until(lambda: anna.peers[0].status is Status.OPEN) < 0.5
        assert anna.peers[0].game == "gomoku-renju"
        assert anna.peers[0].status_since > since
        bert.set_name("Anna")
        assert wait_until(lambda: anna.peers[0].name == "Anna") < 0.5
        assert anna.peers[0].label == "Anna (2)"
    finally:
        bert.close()


def test_twelve_on_one_machine_all_see_each_other(port: int) -> None:
    everybody = [discover(f"P{number}", port) for number in range(12)]
    try:
        for one in everybody:
            one.set_lobby(True)
        wait_until(lambda: all(len(one.peers) == 11 for one in everybody))
    finally:
        for one in everybody:
            one.close()


def test_a_port_that_a_stranger_keeps_is_a_state_and_people_are_found_all_the_same(port: int) -> None:
    stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    stranger.bind(("0.0.0.0", port))
    first = second = None
    try:
        first = discover("First", port)
        wait_until(lambda: first.state is LinkState.PORT_TAKEN)
        assert HintCode.PORT_TAKEN in [hint.code for hint in hints(first.observe())]
        stranger.close()
        wait_until(lambda: first.state is LinkState.NO_NETWORK)  # only loopback here; the port is ours now
        second = discover("Second", port)
        wait_until(lambda: first.peers and second.peers)
    finally:
        stranger.close()
        for one in (first, second):
            if one is not None:
                one.close()


@when_calm
def test_one_whose_port_is_taken_finds_others_by_asking(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where a stranger keeps the port while the neighbours' machines are free."""
    free = discover("Free", port)
    try:
        wait_until(lambda: free.state is not LinkState.STARTING)
        bind = socket.socket.bind

        def refusing(self: socket.socket, address: tuple[object, ...]) -> None:
            if address[1] == port:
                raise OSError(98, "Address already in use")
            bind(self, address)  # type: ignore[arg-type]  # handed on as it came

        monkeypatch.setattr("net.discovery.multicast.socket.socket.bind", refusing, raising=True)
        blocked = discover("Blocked", port)
        try:
            wait_until(lambda: blocked.state is LinkState.PORT_TAKEN)
            assert wait_until(lambda: free.peers and blocked.peers) < 1.0
        finally:
            blocked.close()
    finally:
        free.close()


def test_clocks_that_differ_by_years_keep_nobody_apart(port: int) -> None:
    everybody = [discover(f"{year:.0f}", port, year=year) for year in (1960.0, 1999.0, 2026.0, 2400.0)]
    try:
        wait_until(lambda: all(len(one.peers) == 3 for one in everybody))
        everybody[0].set_name("renamed")
        wait_until(lambda: all("renamed" in [peer.name for peer in one.peers] for one in everybody[1:]))
        everybody[3].close()
        wait_until(lambda: all(len(one.peers) == 2 for one in everybody[:3]))
    finally:
        for one in everybody:
            one.close()


def test_an_older_program_is_told_of_and_not_listed(port: int, anna: Discovery) -> None:
    old = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        wait_until(lambda: anna.state is not LinkState.STARTING)
        old.bind(("127.0.0.1", 0))
        old.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        old.sendto(b"QGN\x01" + bytes((1, 0, 0, 1, 0, 2)) + b"\x0a" * 16 + b"\x6a\x2f" + bytes(6), (GROUP_V4, port))
        wait_until(lambda: anna.observe().older == ("127.0.0.1",))
        assert HintCode.OLDER_PROGRAM in [hint.code for hint in hints(anna.observe())]
        assert anna.peers == ()
    finally:
        old.close()


def test_no_network_at_all_is_a_state(port: int) -> None:
    discovery = discover("Alone", port, lambda: ())
    try:
        wait_until(lambda: discovery.state is LinkState.NO_NETWORK)
        assert [hint.code for hint in hints(discovery.observe())] == [HintCode.NO_NETWORK]
        assert discovery.observe().address is None
    finally:
        discovery.close()
    assert discovery.state is LinkState.CLOSED


@when_calm
def test_an_interface_that_comes_is_used_within_a_second(port: int, anna: Discovery) -> None:
    here: list[Interface] = []
    bert = discover("Bert", port, lambda: tuple(here))
    try:
        wait_until(lambda: bert.state is LinkState.NO_NETWORK)
        assert not anna.peers
        here.extend(ON_LOOPBACK)
        assert wait_until(lambda: anna.peers and bert.peers) < 1.5
    finally:
        bert.close()


def test_a_fault_of_ours_is_a_state_not_a_traceback(port: int) -> None:
    def broken() -> tuple[Interface, ...]:
        raise RuntimeError("the cupboard is bare")

    discovery = discover("Faulty", port, broken)
    wait_until(lambda: discovery.state is LinkState.FAILED)
    (hint,) = hints(discovery.observe())
    assert hint.code is HintCode.FAILED
    assert hint.values == {"error": "RuntimeError: the cupboard is bare"}
    discovery.set_lobby(True)
    discovery.set_name("still no harm")
    discovery.close()


def test_closing_twice_and_speaking_afterwards_does_no_harm(port: int) -> None:
    discovery = discover("Anna", port)
    start = time.monotonic()
    discovery.close()
    discovery.close()
    assert time.monotonic() - start < SOON_S
    discovery.set_status(Status.AWAY)
    assert discovery.peers == ()
    assert discovery.state is LinkState.CLOSED


@when_calm
def test_a_flood_costs_little_and_loses_nobody(port: int, anna: Discovery) -> None:
    """Valid datagrams of thousands of invented people, and rubbish, as fast as one process can send them."""
    bert = discover("Bert", port)
    flooder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        anna.set_lobby(True)
        wait_until(lambda: anna.peers)
        flooder.bind(("127.0.0.1", 0))
        flooder.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        noise = [Speaker(f"Nobody {number}").says(Kind.HI, "127.0.0.1") for number in range(200)] + [b"\xff" * 5000]
        sent = 0
        end = time.monotonic() + 4.5  # longer than silence is borne
        while time.monotonic() < end:
            for _ in range(100):
                flooder.sendto(noise[sent % len(noise)], (GROUP_V4, port))
                sent += 1
            assert "Bert" in [peer.name for peer in anna.peers]
            time.sleep(0.005)
        seen = anna.observe()
        assert sent > 10_000
        assert seen.is_flooded
        assert sum(seen.counts.values()) < 0.5 * sent  # most was never read ...
        assert seen.counts[HeardBeacon.UNPROVED] < 600  # ... and of what was, few signatures were looked at
        assert [peer.name for peer in anna.peers] == ["Bert"]  # nobody else has answered
        assert HintCode.FLOOD in [hint.code for hint in hints(seen)]
    finally:
        flooder.close()
        bert.close()
