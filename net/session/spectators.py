"""Those who watch games here: who is let in, what they are told, and who is told of them. No sockets, no clock."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from net.session import events
from net.session.events import WireEvent
from net.session.link import SessionLink
from net.session.messages import MOST_NAMES, Message, StateMessage, WatchersMessage, WatchMessage
from net.session.session import TableSession

MOST_WATCHERS = 8


class Spectators:
    """The watchers among the links of a server. `links` and `events` are the server's own lists."""

    def __init__(self, links: list[SessionLink], told: list[WireEvent]) -> None:
        self._links = links
        self._events = told

    def watchers(self, table: TableSession) -> list[SessionLink]:
        """The links that watch a table."""
        return [link for link in self._links if link.watches is table]

    def let_in(
        self, link: SessionLink, session: TableSession, watch: WatchMessage, tables: Iterable[TableSession], now: float
    ) -> None:
        """Somebody wants to watch a game, or any; whose line was cut a moment ago takes the old one's place."""
        for table in tables:
            game_session = table.game_session
            if game_session is None or not table.is_open_to_watchers or watch.game not in ("", game_session.state.game):
                continue
            before = [old for old in self.watchers(table) if _is_same(old, link)]
            if len(self.watchers(table)) - len(before) >= MOST_WATCHERS:
                continue
            for old in before:
                old.watches = None
                old.connection.close("replaced", "there is a newer connection", now)
            session.watched_game = game_session.state.game
            link.watches = table
            link.connection.clock = table.clock
            link.connection.watch_only()
            link.connection.send(_as_told(game_session.state.shown(), table, now), now)
            if not before:
                self.tell(table, link, now, came=True)
            else:
                self.spread(table, now)
            return
        session.out.complain("not-open", "there is no game open to watchers")

    def tell(self, table: TableSession, link: SessionLink, now: float, *, came: bool) -> None:
        """Somebody has come or gone: our player is told, the other one, and whoever watches."""
        names = tuple(each.peer.name for each in self.watchers(table))
        event = events.WatcherCame if came else events.WatcherLeft
        self._events.append(event(table.table, link.peer.name, names))
        table.say_watchers(names)
        self.spread(table, now)

    def spread(self, table: TableSession, now: float) -> None:
        """Tell those who watch here of all who do, also at the other player's side."""
        names = (*(each.peer.name for each in self.watchers(table)), *table.watchers_there)
        for link in self.watchers(table):
            link.connection.send(WatchersMessage(names[:MOST_NAMES]), now)

    def repeat(self, table: TableSession) -> None:
        """The line to the other player stands again: who watches here now."""
        table.say_watchers(tuple(each.peer.name for each in self.watchers(table)))

    def feed(self, table: TableSession, now: float) -> None:
        """Tell watchers what has happened at a table."""
        game_session = table.game_session
        if game_session is None or not game_session.state.feed:
            return
        feed, game_session.state.feed = game_session.state.feed, []
        for link in self.watchers(table):
            if not table.is_open_to_watchers:
                link.connection.close("not-open", "the next game is not open to watchers", now)
            for message in feed:
                link.connection.send(_as_told(message, table, now), now)

    def close(self, table: TableSession, now: float) -> None:
        """A table is gone."""
        for link in self.watchers(table):
            link.connection.close("over", "the table is closed", now)


def _as_told(message: Message, table: TableSession, now: float) -> Message:
    """A game as a watcher is told of it: with its clock."""
    if isinstance(message, StateMessage):
        return msgspec.structs.replace(message, clock=table.clock(now))
    return message


def _is_same(one: SessionLink, other: SessionLink) -> bool:
    """Whether two links come from the same run of the same person's program."""
    if one.hello is None or other.hello is None or one is other:
        return False
    return (one.hello.instance, one.key) == (other.hello.instance, other.key)
