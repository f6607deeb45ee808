"""Our draughts engine at one end of a DamExchange line.

Either end may be the initiator, who asks for the games; we are it where games are wished for, with colours in turn.
What the other end says wrongly is answered by a C message that says why, beginning with `error:`; a move that is not
legal ends the game as well, since its sender waits for our reply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ai.api import SearchResult
from ai.protocols.conversation import Dialect, SpeakOptions
from ai.protocols.dxp.game import DxpGame
from ai.protocols.dxp.message import (
    ACCEPTED,
    BACK_ACCEPTED,
    BACK_DECLINED,
    NOT_THIS_GAME,
    OTHER_VERSION,
    UNKNOWN,
    VERSION,
    DxpAnswer,
    DxpBack,
    DxpBackAnswer,
    DxpChat,
    DxpEnd,
    DxpError,
    DxpMessage,
    DxpMove,
    DxpRequest,
    read_message,
    write_message,
)
from ai.protocols.dxp.squares import COLOURS
from ai.protocols.engine_session import EngineSession, RunningSearch, SearchTask
from ai.protocols.external_process import clean_name
from ai.protocols.network_play import NetworkPlay
from ai.protocols.strength import strength_name, within

_MOST_ERRORS: Final = 100
"""Whoever says more than this wrongly is left."""


@dataclass(frozen=True, slots=True)
class DxpLine:
    """What the conversation needs of the line: `say` sends a message, `hang_up` ends the line. `tell` takes a game
    that is over, `chat` what the other end says to people."""

    say: Callable[[str], None]
    hang_up: Callable[[], None]
    tell: Callable[[DxpGame], None]
    chat: Callable[[str], None]


class DxpProtocol(Dialect):
    """The conversation's state: the game, who has said that it is over, the games to come."""

    def __init__(self, line: DxpLine, engine_session: EngineSession, options: SpeakOptions, wish: NetworkPlay) -> None:
        """Where games are wished for, the first is asked for at once."""
        self._line = line
        self._engine_session = engine_session
        self._options = options
        self._level = options.level
        self._wish = wish
        self._asked: DxpRequest | None = None
        self._game: DxpGame | None = None
        self._is_ending = self._is_thinking = False
        self._errors = self.finished = 0
        """`finished` games have come to an end."""
        self._prepare()
        if wish.games:
            self._ask()

    # --- lines ------------------------------------------------------------------------------------------------------

    def is_end(self, line: str) -> bool:
        """No message: the line itself ends."""
        return False

    def is_urgent(self, line: str) -> bool:
        """The end of the game, which ends a search, and what is said to people."""
        return line[:1] in ("E", "C")

    def is_stop(self, line: str) -> bool:
        """No message asks for a move at once."""
        return False

    def waits(self, done: int, of: int) -> bool:
        """The other end has no ear for how far the compiler is; its clock is not ours."""
        return False

    def take(self, line: str) -> SearchTask | None:
        """Obey a message; what needs thought comes back as a search task."""
        try:
            message = read_message(line)
            match message:
                case DxpRequest():
                    return self._requested(message)
                case DxpAnswer():
                    return self._answered(message)
                case DxpMove():
                    return self._moved(message)
                case DxpEnd():
                    self._ended(message)
                case DxpBack():
                    return self._back(message)
                case DxpBackAnswer():
                    raise DxpError("nobody here has asked to go back")
                case DxpChat():
                    self._line.chat(message.text)
        except DxpError as error:
            self._complain(str(error))
        return None

    def part(self) -> None:
        """The line has ended: so has the game, without a result."""
        if self._game is not None:
            self._close(self._game)

    def _say(self, message: DxpMessage) -> None:
        self._line.say(write_message(message))

    def _complain(self, why: str) -> None:
        self._errors += 1
        self._say(DxpChat(f"error: {why}"))
        self._line.chat(f"(to the other end) error: {why}")
        if self._errors >= _MOST_ERRORS:
            self._line.hang_up()

    def _prepare(self) -> None:
        options = {}
        if self._options.threads is not None:
            options["threads"] = self._options.threads
        if self._options.hash_mb is not None:
            options["table_mb"] = self._options.hash_mb
        self._engine_session.prepare(options, self._level)

    # --- games begin and end ----------------------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        named = "" if self._level is None else f" {strength_name(self._level)}"
        return f"Qiguan {self._options.version}{named}"

    def _ask(self) -> None:
        """Ask for a game, with the colours in turn; the first one we begin."""
        colour = COLOURS[(self.finished + 1) % 2]
        self._asked = DxpRequest(self._name, colour, self._wish.minutes, self._wish.moves)
        self._say(self._asked)

    def _requested(self, request: DxpRequest) -> SearchTask | None:
        try:
            if self._game is not None:
                raise DxpError("a game is being played")
            if self._wish.games:
                raise DxpError("it is we who ask for the games")
            if request.version != VERSION:
                self._say(DxpAnswer(self._name, OTHER_VERSION))
                return None
            self._game = DxpGame(request, clean_name(request.name), is_ours=False)
        except DxpError:
            self._say(DxpAnswer(self._name, NOT_THIS_GAME))
            raise
        self._say(DxpAnswer(self._name, ACCEPTED))
        return self._go_on(self._game)

    def _answered(self, answer: DxpAnswer) -> SearchTask | None:
        if self._asked is None:
            raise DxpError("nobody here has asked for a game")
        asked, self._asked = self._asked, None
        peer = clean_name(answer.name)
        if answer.code != ACCEPTED:
            self._line.chat(f"{peer or 'the other end'} does not want the game (code {answer.code})")
            self._line.hang_up()
            return None
        self._game = DxpGame(asked, peer, is_ours=True)
        return self._go_on(self._game)

    def _ended(self, message: DxpEnd) -> None:
        game = self._game
        if game is None:
            raise DxpError("there is no game to end")
        if not self._is_ending:  # else it confirms what we have said
            game.end(message.reason, is_ours=False)
            self._say(DxpEnd(is_last=message.is_last or self._is_last))
        self._close(game)
        if message.is_last or (self._wish.games and self.finished >= self._wish.games):
            self._line.hang_up()
        elif self._wish.games:
            self._ask()

    @property
    def _is_last(self) -> bool:
        """Whether this is the last game that we wish for."""
        return bool(self._wish.games) and self.finished + 1 >= self._wish.games

    def _end(self, game: DxpGame, reason: int) -> None:
        """End the game, which is ours to move in."""
        self._is_ending = True
        game.end(reason, is_ours=True)
        self._say(DxpEnd(reason, self._is_last))

    def _close(self, game: DxpGame) -> None:
        """The game is over for both."""
        self._game, self._is_ending = None, False
        if self._is_thinking:
            self._engine_session.stop()
        if game.result is not None:
            self.finished += 1
        self._line.tell(game)

    # --- moves ------------------------------------------------------------------------------------------------------

    def _moved(self, message: DxpMove) -> SearchTask | None:
        game = self._game
        if game is None or self._is_ending:
            raise DxpError("there is no game to move in")
        if game.is_ours:
            raise DxpError("it is not your move")
        try:
            game.hear(message)
        except DxpError as error:
            self._complain(str(error))
            self._end(game, UNKNOWN)
            return None
        return self._go_on(game)

    def _back(self, message: DxpBack) -> SearchTask | None:
        game = self._game
        try:
            if game is None or self._is_ending:
                raise DxpError("there is no game to go back in")
            game.go_back(message)
        except DxpError:
            self._say(DxpBackAnswer(BACK_DECLINED))
            raise
        self._say(DxpBackAnswer(BACK_ACCEPTED))
        return self._go_on(game)

    def _go_on(self, game: DxpGame) -> SearchTask | None:
        """What is to be done now that the other end has spoken: nothing where it is its move, else end the game or
        think."""
        if not game.is_ours and not game.is_over:
            return None
        reason = game.reason_to_end()
        if reason is not None:
            self._end(game, reason)
            return None
        return self._think(game)

    def _think(self, game: DxpGame) -> SearchTask:
        job, budget, level = game.job, game.budget, self._level

        def think(thought: RunningSearch) -> tuple[SearchResult, float]:
            result = thought.search(job, within(budget.limit(thought.waited_s), level))
            return result, thought.waited_s

        def tell(answer: tuple[SearchResult, float]) -> None:
            self._is_thinking = False
            if self._game is game:  # the other end may have ended it meanwhile
                result, seconds = answer
                self._say(game.play(result.move, seconds))

        def fail(why: str) -> None:
            self._is_thinking = False
            if self._game is game:
                self._complain(why)
                self._end(game, UNKNOWN)

        self._is_thinking = True
        return SearchTask(think, tell, fail)
