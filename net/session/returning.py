"""Coming back to the table of a broken game: who may, who decides, and what is said where nobody sits there.

    who dialled   what is said after both hellos            who takes the connection when
    the guest     guest's Resume, host's Resume             the host at the first, the guest at the second
    the host      host's Resume, guest's, host's again      the host at the second, the guest at the third

Where nobody sits at that game, the error says whether somebody may yet: `not-back` where the game is kept on disk (or
that is not known so soon after the start), `unknown-game` where it is gone. The second, if it comes from the person who
had it, the holder of the same key, lets a game be forgotten that is over here or never began there. One that goes on
is not ended by the other side's word alone: it waits.

Who comes back shows the key of the one who left (`net.session.sealed_line`), and knows the token.

So the host decides, and `turn` (counted by the host) tells the guest which of several connections is the newest:
however two redials cross, both sides end on the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from net.session.ending import UNKNOWN, other
from net.session.game_session import REPLACED
from net.session.link import SessionLink, link_of
from net.session.messages import ResumeMessage
from net.session.redials import Redials
from net.session.resume_authentication import is_proved, make_proof
from net.session.session import TableSession
from net.session.spectators import Spectators

_MOST_TURNS = 2**31 - 2


class Returns:
    """Those who come back, here and there. `sessions` and `links` are the server's own."""

    def __init__(
        self,
        sessions: Mapping[int, TableSession],
        links: Sequence[SessionLink],
        redials: Redials,
        spectators: Spectators,
    ) -> None:
        self.kept: frozenset[str] | None = None
        """The games that lie on disk here, though nobody may sit at them; None while that is not known."""
        self._left: set[str] = set()
        self._sessions = sessions
        self._links = links
        self._redials = redials
        self._spectators = spectators

    def discard(self, game: str) -> None:
        """A game that lay on disk here was given up."""
        self.kept = (self.kept or frozenset()) - {game}
        self._left.discard(game)

    def leave(self, session: TableSession) -> None:
        """A table is closed: its game may be kept."""
        game_session = session.game_session
        if game_session is not None:
            (self._left.add if game_session.state.wants_line else self._left.discard)(game_session.state.game)

    def at_game(self, game: str) -> TableSession | None:
        """The table of a game."""
        for session in self._sessions.values():
            if session.game_session is not None and session.game_session.state.game == game:
                return session
        return None

    def turn_away(self, link: SessionLink, game: str, now: float) -> None:
        """Nobody sits at the game that somebody comes back for."""
        if self.kept is None or game in self.kept or game in self._left:
            link.connection.fail("not-back", "nobody sits at this game now", now, offence=False)
        else:
            link.connection.fail(UNKNOWN, "this game is not known here", now, offence=False)

    def hear_turned_away(self, link: SessionLink, code: str, now: float) -> None:
        """Nobody sits there at the game that we have come back for."""
        session = link.comes_back_to
        if session is None or link.hello is None or code not in ("not-back", UNKNOWN):
            return
        if code == UNKNOWN and _is_theirs(link, session):
            session.be_disowned(now)
        else:
            session.not_back()

    def say_resume(self, link: SessionLink, session: TableSession, now: float) -> None:
        """Say where this side of a game is, with its proof."""
        hello, game_session = link.hello, session.game_session
        said = session.as_resume("0" * 64)
        if hello is None or game_session is None or said is None:
            return
        proof = make_proof(game_session.state.ticket.token, game_session.state.here, link.nonce, hello.nonce, said)
        link.has_resumed = True
        resume = session.as_resume(proof)
        if resume is not None:
            link.connection.send(resume, now)

    def hear_resume(self, link: SessionLink, theirs: ResumeMessage, now: float) -> None:
        """Somebody says that they have come back to a game, and where they are."""
        session = self.at_game(theirs.game)
        game_session = session.game_session if session is not None else None
        if session is None or game_session is None or link.hello is None:
            self.turn_away(link, theirs.game, now)
            return
        there = other(game_session.state.here)
        proved = is_proved(game_session.state.ticket.token, there, link.hello.nonce, link.nonce, theirs)
        has_key = _is_theirs(link, session) or not game_session.state.ticket.peer_key
        if not proved or not has_key or theirs.turn > _MOST_TURNS:
            link.connection.fail("not-proved", "this is somebody else's place", now)
        elif game_session.state.here == "host":
            game_session.state.turn = max(game_session.state.turn, theirs.turn) + 1
            self._take_back(link, session, theirs, now)
        elif not link.has_resumed:
            self.say_resume(link, session, now)
        elif theirs.turn > game_session.state.turn:
            game_session.state.turn = theirs.turn
            self._take_back(link, session, theirs, now)
        else:
            link.connection.close(REPLACED, "there is a newer connection", now)

    def _take_back(self, link: SessionLink, session: TableSession, theirs: ResumeMessage, now: float) -> None:
        """The link is the session's from now on."""
        old = link_of(self._links, session)
        if old is not None:
            old.session = None
            old.connection.close(REPLACED, "there is a newer connection", now)
        link.session = session
        if session.game_session is not None and session.game_session.state.here == "host":
            self.say_resume(link, session, now)
            for other_one in self._links:
                # calls of ours that nobody has answered are not needed any more
                if other_one.comes_back_to is session and other_one.session is None:
                    other_one.connection.close(REPLACED, "there is a newer connection", now)
        self._redials.found(session.table, by_us=bool(link.dialled))
        link.connection.clock = session.clock
        session.returned(theirs, link.peer, link.addresses, now)
        self._spectators.repeat(session)


def _is_theirs(link: SessionLink, session: TableSession) -> bool:
    """Whether a line is that of the person with whom a session's game is played: the key is the same."""
    game_session = session.game_session
    if game_session is None:
        return False
    return link.key == game_session.state.ticket.peer_key
