"""Calling the other side of a broken game again: when, where, and for how long. No sockets; time is given."""

from __future__ import annotations

from dataclasses import dataclass

from net.session.session import TableSession

REDIAL_FIRST_S = 0.25
REDIAL_MOST_S = 2.0
REDIAL_SLOW_AFTER = 450
REDIAL_SLOW_S = 15.0
"""After this many calls in vain, a quarter of an hour, the next ones are that far apart: the other side calls too."""
REDIAL_OTHER_S = 1.0
"""The side that had been dialled waits a little before it dials itself."""
LINGER_S = 60.0
"""A finished game without a connection is kept this long, in case the other side missed the end."""


@dataclass(frozen=True, slots=True)
class Dial:
    """A wish to connect: for a new table, or to come back to one. Given up after `patience_s`."""

    table: int
    address: str
    patience_s: float


@dataclass(slots=True)
class _Redial:
    at: float  # of the next call, or of the one that is being made
    delay_s: float = REDIAL_FIRST_S
    tries: int = 0
    is_trying: bool = False


class Redials:
    """The calls that the tables of one program want to make."""

    def __init__(self) -> None:
        self.dials: list[Dial] = []
        """The wishes that nobody has taken away."""
        self._redials: dict[int, _Redial] = {}
        self._we_dialled: set[int] = set()
        self._lingering: dict[int, float] = {}

    def take_dials(self) -> list[Dial]:
        """The wishes, for whoever has the sockets."""
        dials, self.dials = self.dials, []
        return dials

    def call(self, table: int, address: str, patience_s: float) -> None:
        """A new table begins with a call of ours."""
        self._we_dialled.add(table)
        self.dials.append(Dial(table, address, patience_s))

    def begin(self, table: int, now: float) -> None:
        """Look for the other side of a table at once."""
        self._redials[table] = _Redial(now)

    def found(self, table: int, *, by_us: bool) -> None:
        """The line of a table stands again; who dialled it calls first the next time."""
        self._redials.pop(table, None)
        (self._we_dialled.add if by_us else self._we_dialled.discard)(table)

    def forget(self, table: int) -> None:
        """A table is gone."""
        self.has_line(table)
        self._redials.pop(table, None)
        self._we_dialled.discard(table)

    def has_line(self, table: int) -> None:
        """A table has a line, or needs none."""
        self._lingering.pop(table, None)

    def look_for(self, session: TableSession, now: float) -> bool:
        """Call for a table without a line where it is time to. Whether its game is over and nobody is waited for any
        more."""
        table, game_session = session.table, session.game_session
        if game_session is None:
            self.has_line(table)
            return False
        lingers = game_session.state.finish.is_over and not session.is_farewell
        if lingers and now - self._lingering.setdefault(table, now) >= LINGER_S:
            return True
        if game_session.state.wants_line and session.addresses:
            first = REDIAL_FIRST_S if table in self._we_dialled else REDIAL_OTHER_S
            redial = self._redials.setdefault(table, _Redial(now + first))
            if not redial.is_trying and now >= redial.at:
                redial.is_trying = True
                # from call to call, not from its failure: a line that swallows calls answers one every 2 s too
                redial.at = now
                address = session.addresses[redial.tries % len(session.addresses)]
                self.dials.append(Dial(table, address, REDIAL_MOST_S))
                redial.tries += 1
        return False

    def try_again(self, table: int, now: float) -> None:
        """A call was in vain."""
        redial = self._redials.get(table)
        if redial is not None:
            redial.is_trying = False
            redial.at = max(now, redial.at + redial.delay_s)
            slow = redial.tries >= REDIAL_SLOW_AFTER
            redial.delay_s = REDIAL_SLOW_S if slow else min(redial.delay_s * 2, REDIAL_MOST_S)
