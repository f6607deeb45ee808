"""The talk at one table, each line said once: numbered, and said again where a break of the line may have lost it."""

from __future__ import annotations

from collections import deque

from net.sanitize import clean_chat
from net.session.messages import ChatMessage
from net.session.outbox import Outbox

_KEPT = 20
"""Lines that are said again when the line was broken."""


class ChatHistory:
    """Both sides number their own lines. `sent` and `received` are the newest numbers; a ticket keeps them."""

    def __init__(self, out: Outbox) -> None:
        self.sent = 0
        self.received = 0
        self._out = out
        self._kept: deque[ChatMessage] = deque(maxlen=_KEPT)

    def say(self, text: str) -> ChatMessage:
        """Say a line, and keep it."""
        self.sent += 1
        chat = ChatMessage(self.sent, text)
        self._kept.append(chat)
        self._out.say(chat)
        return chat

    def hear(self, chat: ChatMessage) -> str:
        """A line of the other side, cleaned; empty for one that was heard before, or of which nothing is left."""
        if chat.number <= self.received:
            return ""
        self.received = chat.number
        return clean_chat(chat.text)

    def repeat(self, after: int) -> None:
        """The other side is back and has seen the lines up to this number."""
        self.sent = max(self.sent, after)
        for chat in self._kept:
            if chat.number > after:
                self._out.say(chat)
