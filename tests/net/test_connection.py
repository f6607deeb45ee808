"""One connection without a socket: heartbeat, limits, slow and greedy peers; time is the test's own."""

from __future__ import annotations

import random
import struct

import pytest
from frames import GAME, HELLO, MESSAGES, any_frame, spoil

from net.session import limits
from net.session.connection import HELLO_S, LOST_S, PING_S, UNSTABLE_S, Connection
from net.session.limits import (
    CHATS,
    MOST_ACCEPTS,
    MOST_CONNECTIONS,
    MOST_UNSENT,
    PLAYER_MESSAGES,
    RATE_WINDOW_S,
    WATCHER_MESSAGES,
    Doorkeeper,
    RateLimit,
)
from net.session.messages import (
    HELLO_LIMIT,
    AckMessage,
    ByeMessage,
    CancelMessage,
    ChatMessage,
    ErrorMessage,
    FrameReader,
    Message,
    MoveMessage,
    PingMessage,
    PongMessage,
    WatchersMessage,
    decode,
    encode,
)

CANCEL = CancelMessage("0" * 16)


def said(connection: Connection) -> list[Message]:
    """What the connection has to send; taken away."""
    reader = FrameReader(1 << 20)
    reader.feed(bytes(connection.unsent))
    del connection.unsent[:]
    found = []
    while (frame := reader.next()) is not None:
        found.append(decode(frame))
    return found


def opened(now: float = 0.0) -> Connection:
    connection = Connection(now)
    assert connection.receive(encode(HELLO), now) == [HELLO]
    connection.open(now)
    return connection


def code(connection: Connection) -> str:
    return connection.closing.code if connection.closing is not None else ""


# --- heartbeat --------------------------------------------------------------------------------------------------------


def test_silence_is_asked_about_then_shown_then_ended() -> None:
    connection = opened()
    seen: list[tuple[float, Message]] = []
    unstable_at = None
    for step in range(60):
        now = step / 10
        connection.tick(now)
        seen += [(now, message) for message in said(connection)]
        if connection.is_unstable and unstable_at is None:
            unstable_at = now
        if connection.closing is not None:
            break
    assert [type(message) for _, message in seen[:4]] == [PingMessage] * 4
    assert seen[0][0] == PING_S
    assert unstable_at == UNSTABLE_S
    assert code(connection) == "silent"
    assert now == LOST_S
    assert not connection.closing.offence  # closing was just looked at


def test_an_answer_tells_how_long_it_took() -> None:
    connection = opened()
    connection.tick(1.0)
    (ping,) = said(connection)
    assert isinstance(ping, PingMessage)
    assert connection.receive(encode(PongMessage(ping.number)), 1.25) == []
    assert connection.rtt_s == pytest.approx(0.25)
    connection.tick(3.0)
    assert not connection.is_unstable


def test_a_pong_that_nobody_asked_for_tells_nothing() -> None:
    connection = opened()
    connection.receive(encode(PongMessage(99)), 0.5)
    assert connection.rtt_s is None


def test_pings_are_answered_here() -> None:
    connection = opened()
    assert connection.receive(encode(PingMessage(5)), 0.5) == []
    assert said(connection) == [PongMessage(5)]


def test_trickling_bytes_are_no_word() -> None:
    connection = opened()
    frame = struct.pack(">I", 60_000)
    for step in range(100):
        now = step / 10
        connection.tick(now)
        if connection.closing is not None:
            break
        connection.receive(frame[step : step + 1] or b" ", now)
    assert code(connection) == "too-slow"
    assert now <= HELLO_S + 0.2


def test_without_hello_it_ends() -> None:
    connection = Connection(10.0)
    connection.tick(10.0 + HELLO_S - 0.1)
    assert connection.closing is None
    connection.tick(10.0 + HELLO_S)
    assert code(connection) == "no-hello"
    assert [type(message) for message in said(connection)] == [ErrorMessage]


def test_nobody_is_blamed_while_we_do_not_read() -> None:
    connection = opened()
    for step in range(200):
        connection.excuse(step / 10)
        connection.tick(step / 10)
    assert connection.closing is None


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_hundred_messages_in_twenty_seconds_and_no_more() -> None:
    connection = opened()  # the hello was the first
    for number in range(PLAYER_MESSAGES - 1):
        assert connection.receive(encode(CANCEL), number * 0.01) == [CANCEL]
    assert connection.receive(encode(CANCEL), 2.0) == []
    assert code(connection) == "too-fast"
    assert connection.closing.offence  # code has looked
    assert [type(message) for message in said(connection)] == [ErrorMessage]
    assert connection.receive(encode(CANCEL), 30.0) == [], "nothing is heard after the end"


def test_a_lively_table_is_within_the_limits() -> None:
    connection = opened()
    for number in range(1000):
        assert connection.receive(encode(CANCEL), 1.0 + number * 0.21) == [CANCEL]
    assert connection.closing is None


def test_watchers_have_less_to_say() -> None:
    connection = opened()
    connection.watch_only()
    for number in range(WATCHER_MESSAGES):
        connection.receive(encode(CANCEL), number * 0.01)
    assert connection.closing is None
    connection.receive(encode(CANCEL), 1.0)
    assert code(connection) == "too-fast"


def test_four_lines_of_chat_in_ten_seconds() -> None:
    connection = opened()
    for number in range(CHATS):
        connection.receive(encode(ChatMessage(number, "hi")), 1.0)
    assert connection.closing is None
    connection.receive(encode(ChatMessage(9, "hi")), 10.9)
    assert code(connection) == "too-fast"


def test_answers_to_our_own_messages_are_not_counted() -> None:
    connection = opened()
    for ply in range(1, 300):
        connection.send(MoveMessage(GAME, 0, ply, "h8", "00", 0), ply * 0.3)
        said(connection)
        ack = AckMessage(GAME, 0, ply, "00")
        assert connection.receive(encode(ack), ply * 0.3) == [ack]
    assert connection.closing is None
    for _ in range(PLAYER_MESSAGES + 1):
        connection.receive(encode(AckMessage(GAME, 0, 1, "00")), 90.1)
    assert code(connection) == "too-fast", "acknowledgements of nothing are"


def test_what_we_send_keeps_within_the_limits_of_the_other_side() -> None:
    """Whoever is quick waits, and is not thrown out: moves, talk, even when the line lets all go at once."""
    sender, receiver = opened(), opened()
    sent = 0
    for step in range(1200):
        now = step / 10
        if step < 600 and step % 2 == 0:
            sender.send(MoveMessage(GAME, 0, 1 + step, "h8", "00", 0), now)
            sender.send(ChatMessage(step, "hi"), now)
            sent += 2
        sender.tick(now)
        if step % 40 == 0:  # the line stalls for four seconds
            receiver.receive(bytes(sender.unsent), now)
            del sender.unsent[:]
            assert receiver.closing is None
            sender.excuse(now)
            receiver.excuse(now)


def test_who_comes_to_watch_and_goes_again_and_again_delays_no_move() -> None:
    """The last list is told in the end, and a move at once whatever was told before."""
    connection = opened()
    for step in range(2 * PLAYER_MESSAGES):
        connection.send(WatchersMessage((f"Wen {step}",)), step / 100)
    said(connection)
    move = MoveMessage(GAME, 0, 1, "h8", "00", 0)
    connection.send(move, 3.0)
    assert move in said(connection)
    for step in range(30, 250):
        connection.excuse(step / 10)
        connection.tick(step / 10)
    lists = [message for message in said(connection) if isinstance(message, WatchersMessage)]
    assert lists == [WatchersMessage((f"Wen {2 * PLAYER_MESSAGES - 1}",))]


def test_a_move_overtakes_no_move() -> None:
    connection = opened()
    moves: list[Message] = [MoveMessage(GAME, 0, ply, "h8", "00", 0) for ply in range(1, 200)]
    for move in moves:
        connection.send(move, 0.0)
    found = []
    for step in range(1000):
        connection.excuse(step / 10)
        connection.tick(step / 10)
        found += [message for message in said(connection) if isinstance(message, MoveMessage)]
    assert found == moves


def test_who_does_not_read_is_let_go() -> None:
    connection = opened()
    chat = ChatMessage(1, "x" * 300)
    now = 0.0
    while connection.closing is None:
        now += 4.0
        connection.excuse(now)
        connection.send(chat, now)
        assert len(connection.unsent) <= MOST_UNSENT + 1000
        assert now < 20_000
    assert code(connection) == "not-reading"
    assert not connection.unsent


# --- frames -----------------------------------------------------------------------------------------------------------


def test_long_frames_are_for_those_who_have_said_hello() -> None:
    connection = Connection(0.0)
    connection.receive(struct.pack(">I", HELLO_LIMIT + 1), 0.0)
    assert code(connection) == "bad-message"
    connection = opened()
    connection.receive(struct.pack(">I", HELLO_LIMIT + 1), 0.0)
    assert connection.closing is None


def raw(text: bytes) -> bytes:
    return struct.pack(">I", len(text)) + text


def test_a_kind_of_a_later_release_is_answered_once_and_harms_nobody() -> None:
    connection = opened()
    frames = raw(b'{"type":"telepathy","to":"Ben"}') * 3 + raw(b'{"type":"levitate"}') + encode(CANCEL)
    assert connection.receive(frames, 0.0) == [CANCEL]
    assert said(connection) == [ErrorMessage("unknown-kind", "telepathy"), ErrorMessage("unknown-kind", "levitate")]
    assert connection.closing is None


def test_kinds_of_a_later_release_are_counted_like_all_that_is_said() -> None:
    connection = opened()
    for number in range(PLAYER_MESSAGES + 1):
        connection.receive(raw(b'{"type":"new-%d"}' % number), 0.0)
    assert code(connection) == "too-fast"
    errors = [message for message in said(connection) if isinstance(message, ErrorMessage)]
    assert len(errors) < PLAYER_MESSAGES / 2, "the answers stay within the other side's limits"


def test_a_kind_of_a_later_release_right_behind_its_hello_is_heard() -> None:
    connection = Connection(0.0)
    assert connection.receive(encode(HELLO) + raw(b'{"type":"telepathy"}'), 0.0) == [HELLO]
    assert connection.closing is None


def test_the_first_word_is_a_hello_in_every_release() -> None:
    connection = Connection(0.0)
    connection.receive(raw(b'{"type":"telepathy"}'), 0.0)
    assert code(connection) == "bad-message"


def test_what_came_before_the_rubbish_still_counts() -> None:
    connection = opened()
    assert connection.receive(encode(CANCEL) + b"\xff\xff\xff\xff", 0.0) == [CANCEL]
    assert code(connection) == "bad-message"


def test_the_end_is_said_once_and_nothing_after_it() -> None:
    connection = opened()
    connection.close("left", "", 1.0)
    connection.send(CANCEL, 1.0)
    connection.fail("again", "", 1.0)
    connection.lost("gone")
    assert code(connection) == "left"
    connection = opened()
    connection.close("left", "", 1.0)
    assert said(connection) == [ByeMessage("left")]


def test_memory_stays_bounded_under_a_flood() -> None:
    connection = opened()
    flood = encode(PingMessage(1)) * 20_000
    for start in range(0, len(flood), 65_536):
        connection.receive(flood[start : start + 65_536], 0.0)
    assert code(connection) == "too-fast"
    assert len(connection.unsent) < 10_000


def fuzz(seed: int, frames: int) -> None:
    draw = random.Random(seed)
    now = 0.0
    connection = opened(now)
    for _ in range(frames):
        now += draw.choice((0.0, 0.3))
        frame = any_frame(draw)
        data = spoil(draw, frame) if draw.random() < 0.7 else frame
        for message in connection.receive(data, now):
            assert type(message) in map(type, MESSAGES)
        connection.tick(now)
        if connection.closing is not None:
            connection = opened(now)


def test_spoiled_frames_end_a_connection_and_nothing_else() -> None:
    fuzz(5, 10_000)


@pytest.mark.slow
def test_a_million_spoiled_frames() -> None:
    fuzz(6, 1_000_000)


# --- who may connect --------------------------------------------------------------------------------------------------


def test_a_rate_limit_opens_again() -> None:
    limit = RateLimit(2, 10.0)
    assert limit.count(0.0)
    assert limit.count(5.0)
    assert not limit.count(9.9)
    assert limit.free_at(9.9) == 10.0
    assert limit.count(10.0)
    assert not limit.count(14.9)
    assert limit.count(15.0)


def test_five_connections_from_one_address() -> None:
    door = Doorkeeper()
    for _ in range(MOST_CONNECTIONS):
        assert door.enter("10.0.0.1", 0.0) == ""
    assert door.enter("10.0.0.1", 0.0) == "too-many-connections"
    assert door.enter("10.0.0.2", 0.0) == ""
    door.leave("10.0.0.1")
    assert door.enter("10.0.0.1", 0.0) == ""


def test_who_broke_a_limit_waits_and_longer_each_time() -> None:
    door = Doorkeeper()
    door.punish("10.0.0.1", 0.0)
    assert door.enter("10.0.0.1", limits.PENALTY_S - 0.1) == "wait"
    assert door.enter("10.0.0.2", 0.0) == ""
    assert door.enter("10.0.0.1", limits.PENALTY_S) == ""
    door.punish("10.0.0.1", 4.0)
    assert door.enter("10.0.0.1", 4.0 + 2 * limits.PENALTY_S - 0.1) == "wait"
    door.punish("10.0.0.1", 1000.0)
    assert door.enter("10.0.0.1", 1000.0 + limits.PENALTY_S) == "", "a minute later all is forgiven"


def test_connecting_again_and_again_has_a_limit() -> None:
    door = Doorkeeper()
    results = []
    for number in range(MOST_ACCEPTS + 5):
        results.append(door.enter("10.0.0.1", number * 0.01))
        if not results[-1]:
            door.leave("10.0.0.1")
    assert results == [""] * MOST_ACCEPTS + ["wait"] * 5
    assert door.enter("10.0.0.1", RATE_WINDOW_S + 1) == ""


def test_addresses_invented_by_the_thousand_fill_no_memory() -> None:
    door = Doorkeeper()
    for number in range(5000):
        address = f"10.0.{number // 256}.{number % 256}"
        if not door.enter(address, number * 0.001):
            door.leave(address)
        door.punish(address, number * 0.01)
    assert len(door._accepts) <= 1024
    assert len(door._penalties) <= 2048
