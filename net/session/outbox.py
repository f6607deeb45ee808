"""Where the parts of a session put what they have to say: messages for the wire, events for the game."""

from __future__ import annotations

from net.session.events import Complaint, WireEvent
from net.session.messages import BadMessageError, ErrorMessage, Message, decode, encode


class RefusedError(Exception):
    """An action of the game can't be done now; nothing has changed. `code` is for the window, the text for a log."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


class Outbox:
    """One session's messages and events until somebody fetches them. Without a line, messages are dropped: what matters
    of them is said again when the line is back."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.has_line = False
        self.wrong = 0
        """Messages that had no business to come, on the present line."""
        self.messages: list[Message] = []
        self.events: list[WireEvent] = []

    def say(self, message: Message) -> None:
        """Send a message, if there is a line."""
        if self.has_line:
            self.messages.append(message)

    def emit(self, event: WireEvent) -> None:
        """Tell the game."""
        self.events.append(event)

    def complain(self, code: str, text: str) -> None:
        """The other side said something that it must not say here. It changes nothing but is counted."""
        self.wrong += 1
        self.say(ErrorMessage(code, text[:300]))
        self.emit(Complaint(self.table, code, text[:300], "here"))


def checked(message: Message) -> Message:
    """The message as the other side will read it. Raises RefusedError where the game gave values that do not fit."""
    try:
        return decode(encode(message)[4:])
    except (BadMessageError, ValueError) as error:
        raise RefusedError("bad-value", str(error)) from error
