"""One TCP connection without its socket: frames, heartbeat and limits. Bytes in, messages out, and the other way.

Time is given from outside, in seconds that only grow. Whatever comes in, nothing here raises: a connection that can't
go on has `closing` set, its last bytes (an error, a bye) still lie in `unsent`, and the socket is closed once they are
out.

    opened ── hello within 3 s ──> open ── ping after 1 s of silence, unstable after 2.5 s, lost after 5 s ──> closing
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from net.session.limits import (
    CHAT_WINDOW_S,
    CHATS,
    MOST_UNSENT,
    PLAYER_MESSAGES,
    RATE_WINDOW_S,
    SENDER_SHARE,
    WATCHER_MESSAGES,
    RateLimit,
)
from net.session.messages import (
    FRAME_LIMIT,
    AckMessage,
    BadMessageError,
    ByeMessage,
    ChatMessage,
    ClockMessage,
    ErrorMessage,
    FrameReader,
    HelloMessage,
    Message,
    MoveMessage,
    PingMessage,
    PongMessage,
    StartMessage,
    StateMessage,
    SyncMessage,
    UnknownKindError,
    WatchersMessage,
    decode,
    encode,
)

HELLO_S = 3.0
"""The handshake is done after this many seconds, and any frame that has begun is whole."""
PING_S = 1.0
UNSTABLE_S = 2.5
LOST_S = 5.0
_MOST_LISTS = 10
"""Lists of watchers within `RATE_WINDOW_S`: whoever comes to watch and goes again and again delays no move."""
_CHAT_SEND_WINDOW_S = CHAT_WINDOW_S + LOST_S
"""A line that is alive stalls for less than `LOST_S`, so chats sent at this pace never arrive too fast."""

_PROMPTED: dict[type, type] = {
    StartMessage: AckMessage,
    MoveMessage: AckMessage,
    PingMessage: PongMessage,
    SyncMessage: StateMessage,
}
"""What one message makes the other side say; such an answer is not counted against it."""
_MOST_KINDS = 16
"""Unknown kinds of messages that are answered on one connection."""
_HURRIED = (HelloMessage, PingMessage, PongMessage, AckMessage, ErrorMessage, ByeMessage)
"""What is sent at once, whatever waits."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Why a connection ends. `offence`: the other side broke a limit or the protocol, and its address has to wait."""

    code: str
    text: str
    offence: bool = False


class Connection:
    """See the module's text. `now` is the time at which the connection stands."""

    def __init__(self, now: float) -> None:
        self.closing: Closing | None = None
        self.rtt_s: float | None = None
        self.clock: Callable[[float], ClockMessage | None] | None = None
        """What goes along with heartbeats."""
        self._reader = FrameReader()
        self._open = False
        self._since = now
        self._now = now
        self._heard = now
        self._pinged = now
        self._frame_since: float | None = None
        self._is_greeted = False
        self._unknown: set[str] = set()
        self._pings = 0
        self._ping_sent: dict[int, float] = {}
        self._rate = RateLimit(PLAYER_MESSAGES, RATE_WINDOW_S)
        self._chats = RateLimit(CHATS, CHAT_WINDOW_S)
        self._due: dict[type, int] = {}
        self._send_rate = RateLimit(int(PLAYER_MESSAGES * SENDER_SHARE), RATE_WINDOW_S)
        self._send_chats = RateLimit(CHATS, _CHAT_SEND_WINDOW_S)
        self._waiting: deque[Message] = deque()
        self._waiting_chats: deque[Message] = deque()
        self._waiting_list: WatchersMessage | None = None  # of watchers: only the last one matters
        self._send_lists = RateLimit(_MOST_LISTS, RATE_WINDOW_S)
        self.unsent = bytearray()
        """Bytes for the socket; who sends some removes them from the front."""

    # --- what comes in ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> list[Message]:
        """The messages that these bytes complete; heartbeats are answered here and come out only with a clock."""
        if self.closing is not None:
            return []
        self._reader.feed(data)
        messages: list[Message] = []
        try:
            while self.closing is None and (frame := self._reader.next()) is not None:
                self._frame_since = None
                self._read(frame, messages, now)
        except BadMessageError as error:
            self.fail("bad-message", str(error), now)
        if self._reader.is_inside:
            self._frame_since = now if self._frame_since is None else self._frame_since
        return messages

    def _read(self, frame: bytes, messages: list[Message], now: float) -> None:
        try:
            message = decode(frame)
        except UnknownKindError as error:
            if not self._is_greeted:  # the first word is a hello, in every release
                raise
            if self._is_within_rate(now):
                self._heard = now
                self._shrug(str(error), now)
            return
        if self._within_limits(message, now):
            self._heard = now
            self._take(message, messages, now)

    def _shrug(self, kind: str, now: float) -> None:
        """A later release says something that is not known here. It is told once, and otherwise nothing happens."""
        if kind not in self._unknown and len(self._unknown) < _MOST_KINDS:
            self._unknown.add(kind)
            self.send(ErrorMessage("unknown-kind", kind), now)

    def _take(self, message: Message, messages: list[Message], now: float) -> None:
        match message:
            case PingMessage(number=number):
                self.send(PongMessage(number, self._clock(now)), now)
            case PongMessage(number=number):
                sent = self._ping_sent.pop(number, None)
                if sent is not None:
                    self.rtt_s = max(0.0, now - sent)
            case _:
                self._is_greeted = self._is_greeted or isinstance(message, HelloMessage)
                messages.append(message)
        if isinstance(message, PingMessage | PongMessage) and message.clock is not None and self._open:
            messages.append(message)

    def _clock(self, now: float) -> ClockMessage | None:
        return self.clock(now) if self.clock is not None else None

    def _within_limits(self, message: Message, now: float) -> bool:
        kind = type(message)
        if self._due.get(kind, 0) > 0:
            self._due[kind] -= 1
        elif not self._is_within_rate(now):
            return False
        if isinstance(message, ChatMessage) and not self._chats.count(now):
            self.fail("too-fast", f"more than {CHATS} lines of chat in {CHAT_WINDOW_S:.0f} s", now)
            return False
        return True

    def _is_within_rate(self, now: float) -> bool:
        if self._rate.count(now):
            return True
        self.fail("too-fast", f"more than {self._rate.limit} messages in {RATE_WINDOW_S:.0f} s", now)
        return False

    # --- what goes out ------------------------------------------------------------------------------------------------

    def send(self, message: Message, now: float) -> None:
        """Say something, at once or as soon as the other side's limits allow. Nothing goes out after the end."""
        if self.closing is not None:
            return
        if isinstance(message, _HURRIED):
            if not isinstance(message, AckMessage | PongMessage):
                self._send_rate.count(now)
            self._write(message)
        elif isinstance(message, ChatMessage):
            self._waiting_chats.append(message)
        elif isinstance(message, WatchersMessage):
            self._waiting_list = message
        else:
            self._waiting.append(message)
        self._pump(now)

    def _pump(self, now: float) -> None:
        """Send what waits, as far as the limits of the other side allow."""
        while self._waiting and self._send_rate.count(now):
            self._write(self._waiting.popleft())
        while self._waiting_chats and max(self._send_chats.free_at(now), self._send_rate.free_at(now)) <= now:
            self._send_chats.count(now)
            self._send_rate.count(now)
            self._write(self._waiting_chats.popleft())
        waits = self._waiting_list
        if waits is not None and max(self._send_lists.free_at(now), self._send_rate.free_at(now)) <= now:
            self._send_lists.count(now)
            self._send_rate.count(now)
            self._waiting_list = None
            self._write(waits)

    def _write(self, message: Message) -> None:
        answer = _PROMPTED.get(type(message))
        if answer is not None:
            self._due[answer] = self._due.get(answer, 0) + 1
        self.unsent += encode(message)
        if len(self.unsent) > MOST_UNSENT:
            self.unsent.clear()
            self.closing = Closing("not-reading", f"more than {MOST_UNSENT // 1024} KB wait to be read", offence=True)

    # --- its life -----------------------------------------------------------------------------------------------------

    @property
    def is_unstable(self) -> bool:
        """Whether nothing has been heard for so long that the person should know; as of the last `tick`."""
        return self._open and self._now - self._heard >= UNSTABLE_S

    def open(self, now: float) -> None:
        """The handshake is done: longer frames are welcome, silence is asked about."""
        self._open = True
        self._reader.limit = FRAME_LIMIT
        self._heard = now

    def watch_only(self) -> None:
        """The other side only watches, so it has less to say."""
        self._rate = RateLimit(WATCHER_MESSAGES, RATE_WINDOW_S)

    def excuse(self, now: float) -> None:
        """Nobody reads this socket now, so the other side's silence proves nothing."""
        self._heard = now
        self._frame_since = None

    def tick(self, now: float) -> None:
        """Let time pass: pings, the end of a silent or slow connection, what waited for the limits."""
        self._now = now
        if self.closing is not None:
            return
        if not self._open and now - self._since >= HELLO_S:
            # perhaps the line and not the person is slow, so the address need not wait
            self.fail("no-hello", f"no handshake within {HELLO_S:.0f} s", now, offence=False)
        elif self._frame_since is not None and now - self._frame_since >= HELLO_S:
            self.fail("too-slow", f"a message took more than {HELLO_S:.0f} s", now, offence=False)
        elif self._open and now - self._heard >= LOST_S:
            self.closing = Closing("silent", f"nothing was heard for {LOST_S:.0f} s")
        else:
            self._ask(now)
            self._pump(now)

    def _ask(self, now: float) -> None:
        if self._open and now - max(self._heard, self._pinged) >= PING_S:
            self._pings += 1
            self._ping_sent = dict(list(self._ping_sent.items())[-8:])
            self._ping_sent[self._pings] = now
            self._pinged = now
            self.send(PingMessage(self._pings, self._clock(now)), now)

    def fail(self, code: str, text: str, now: float, *, offence: bool = True) -> None:
        """End the connection with an error, by the other side's fault unless `offence` is False."""
        if self.closing is None:
            self.send(ErrorMessage(code, text[:300]), now)
            self.closing = Closing(code, text, offence)

    def close(self, code: str, text: str, now: float) -> None:
        """End the connection in peace."""
        self.send(ByeMessage(code, text[:300]), now)
        self.finish(code, text)

    def finish(self, code: str, text: str) -> None:
        """End the connection without a further word: the last one has been said."""
        if self.closing is None:
            self.closing = Closing(code, text)

    def lost(self, text: str) -> None:
        """The socket has ended; nothing more goes out."""
        self.unsent.clear()
        self.finish("lost", text)
