"""`challenge`: the computer here plays somebody on the LAN, without a window; the other side of `host`.

Each game is told in one line on standard output (`lan_games`).
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.commands.lan_games import (
    BUSY_PACE_S,
    EngineGame,
    Stopper,
    complain,
    is_terminal,
    progress_to,
    ready_engine,
    tell,
)
from game.lan.play import LanPlay
from game.lan.table import LanTable
from game.lan.terms import Colour
from game.lan.views import Direction, GameTerms, LineState, Person, PersonPresence, SuspendedGame
from game.rules import registry
from game.rules.core import FREE_OPENING
from game.storage.folders import find_folders
from game.storage.notice import Notice

FIND_S: Final = 10.0
"""How long somebody is looked for by name."""
AGREE_S: Final = 75.0
"""From the invitation to the first move: an invitation holds a minute."""
RETURN_S: Final = 8.0
"""How long somebody is looked for with whom a game was broken off."""
CLAIM_S: Final = 90.0
"""How long a game is claimed: longer than the time to come back."""


@dataclass(frozen=True, slots=True)
class ChallengeOptions:
    """What was asked for. `peer` is a name or an address; `variant` None = the game's usual one, `size` None = the
    variant's usual board, `opening` one of its opening rules. With the colour `random` it is drawn for the first game
    and alternates from then on."""

    game: str
    peer: str
    level: str
    name: str
    variant: str | None = None
    size: int | None = None
    opening: str = FREE_OPENING
    games: int = 1
    colour: Colour = "random"
    records: Path | None = None


_ADDRESS_LIKE: Final = re.compile(r"\[|.*:\d")
"""What was meant for an address, and is looked for on the network under no name."""

_SENTENCES: Final = {
    "lan-unreachable": "{name} can't be reached: {why}",
    "lan-address-moved": "somebody else than {name} has answered at {address}",
    "lan-somebody-else": "somebody else than {name} has answered",
    "lan-version": "{name} has another version of the program ({why})",
    "lan-gone": "{name} has left",
    "lan-declined": "{name} declines",
    "lan-declined-because": "{name} declines: {why}",
    "lan-busy": "{name} is playing already",
    "lan-not-offered": "{name} does not play this",
    "lan-terms-refused": "{name} can't play by these terms",
    "lan-expired": "{name} has not answered",
    "lan-cancelled": "{name} takes the invitation back",
    "lan-not-begun": "the game with {name} could not begin",
    "lan-game-old-key": "the game with {name} was begun with another key than the one that is used now",
    "lan-game-unknown": "{name} no longer knows the game: it ends without a result",
}


def _sentence(notice: Notice) -> str:
    """A notice in words, for standard error; a rare one as it stands."""
    sentence = _SENTENCES.get(notice.code)
    return str(notice) if sentence is None else sentence.format(**notice.values)


class _FailedError(Exception):
    """It could not be done; one sentence."""


def terms_of(options: ChallengeOptions) -> GameTerms:
    """The terms of the games. Raises ValueError, with a sentence for a person, for what is not on offer."""
    rules = registry.variants_of(options.game)[0] if options.variant is None else registry.variant(options.variant)
    if rules.game != options.game:
        raise ValueError(f"{rules.name} is not a variant of {options.game}")
    size = rules.sizes[0] if options.size is None else options.size
    if size not in rules.sizes:
        raise ValueError(f"{rules.name} has no board of size {size}; it has {', '.join(map(str, rules.sizes))}")
    if options.opening not in rules.openings:
        raise ValueError(f"{rules.name} has no opening rule {options.opening[:40]}; it has {', '.join(rules.openings)}")
    return GameTerms(rules.name, size, colour=options.colour, opening=options.opening)


def main(options: ChallengeOptions) -> int:
    """Play this many games: 0 when all were finished; 1, after a line on standard error, when nobody was found, the
    invitation was refused or a game was broken off."""
    stopper = Stopper()
    show = progress_to(is_terminal())
    try:
        show(f"preparing {options.level} ...")
        house = ready_engine(options.game, options.level)
    except KeyboardInterrupt:
        return 1
    if house is None:
        return 1
    stopper.at_once = False
    lan = LanPlay(find_folders(), options.name, new_player=house.new_player, records=options.records, port=0)
    lan.enter_lobby(True)
    lan.open()
    challenger = _Challenger(lan, options, stopper)
    try:
        for number in range(options.games):
            challenger.play(number)
    except _FailedError as error:
        complain(str(error))
        return 1
    finally:
        lan.close()  # before the match, which hears of its end until then
        challenger.leave()
    return 0


class _Challenger:
    """The way from a name to finished games."""

    def __init__(self, lan: LanPlay, options: ChallengeOptions, stopper: Stopper) -> None:
        self._lan = lan
        self._options = options
        self._terms = terms_of(options)
        self._stopper = stopper
        self._show = progress_to(is_terminal())
        self._game: EngineGame | None = None

    def play(self, number: int) -> None:
        """One game, from the invitation to its line. Raises _FailedError."""
        previous = self._game
        if previous is not None:
            previous.table.invite_again(swapped=self._options.colour == "random")
            self._await_game(previous)
        elif not self._take_up():
            self._invite()
            self._await_game(None)
        game = self._game
        assert game is not None
        self._show(f"game {number + 1} of {self._options.games}: {self._terms.variant} with {game.table.peer}")
        while not game.is_finished:
            self._step()
            if game.match.outcome is None and game.table.line in (LineState.OVERDUE, LineState.GONE):
                raise _FailedError(f"{game.table.peer} has gone; the game is kept")
        self._tell(game)
        if not game.has_result:
            raise _FailedError(f"the game with {game.table.peer} ended without a result")

    @staticmethod
    def _tell(game: EngineGame) -> None:
        """A game is over. Raises _FailedError where nobody wants to know."""
        game.match.close()
        if not tell(game.line()):
            raise _FailedError("nobody reads the results")

    def leave(self) -> None:
        """Leave the table, once the network is closed."""
        if self._game is not None:
            self._game.match.close()

    def _take_up(self) -> bool:
        """Go on with a game that was broken off with the same peer, where both still have it."""
        terms = (self._terms.variant, self._terms.size, self._terms.opening)
        kept = [
            game
            for game in self._lan.suspended_with(self._options.peer)
            if (game.variant, game.position.board.rows, game.opening) == terms
        ]
        if not kept:
            return False
        self._show(f"taking up the game with {kept[0].peer} ...")
        self._lan.resume(kept[0].id)
        until = time.monotonic() + RETURN_S
        while time.monotonic() < until:
            self._step()
            if self._game is not None and self._game.table.is_here:
                break
        game = self._game
        if game is not None and game.table.is_unknown_there and self._claim(game):
            self._game = None
        elif game is None or not game.table.is_here:
            if game is not None:
                game.table.leave()
                game.match.close()
                self._game = None
            self._set_aside(kept[0], "can't be taken up again")
        for other in kept[1:]:
            self._set_aside(other, "is older than the one that goes on" if self._game else "can't be taken up again")
        return self._game is not None

    def _claim(self, game: EngineGame) -> bool:
        """A game that the other side's program knows no more is ours once the time to come back to it is over, as for
        anybody else at a table. Whether that was so: else they have come back, or the claim came to nothing."""
        self._show(f"{game.table.peer} does not know the game any more; it is claimed in a moment ...")
        until = time.monotonic() + CLAIM_S
        while not game.table.is_here and time.monotonic() < until:
            self._step()
            if game.is_finished:
                self._tell(game)
                return True
            game.table.claim()
        return False

    def _set_aside(self, game: SuspendedGame, why: str) -> None:
        """Nobody comes back to this game: what was played of it becomes a record."""
        self._lan.discard(game.id)
        complain(f"the game with {game.peer} that was broken off at move {game.ply} {why}; a record of it is kept")

    def _invite(self) -> None:
        if self._lan.invite_address(self._options.peer, self._terms) is not None:  # no address, so it is a name
            if _ADDRESS_LIKE.match(self._options.peer):
                raise _FailedError(f"{self._options.peer} is no address: write it as 192.168.1.40:27183")
            self._lan.invite(self._find(self._options.peer).instance, self._terms)

    def _find(self, name: str) -> Person:
        self._show(f"looking for {name} ...")
        until = time.monotonic() + FIND_S
        wanted = name.casefold()
        busy = False
        while time.monotonic() < until:
            self._step()
            for person in self._lan.people:
                if person.label.casefold() == wanted and person.presence in (PersonPresence.FREE, PersonPresence.AWAY):
                    return person
                busy = busy or person.label.casefold() == wanted
        raise _FailedError(f"{name} is playing already" if busy else f"nobody called {name} was found on the network")

    def _await_game(self, previous: EngineGame | None) -> None:
        until = time.monotonic() + AGREE_S
        while self._game is previous:
            if time.monotonic() >= until:
                raise _FailedError(f"{self._options.peer} does not answer")
            notices = self._step()
            if self._game is not previous:
                return
            if notices:
                raise _FailedError(notices[-1])
            if previous is not None and previous.table.line is LineState.GONE:
                raise _FailedError(f"{previous.table.peer} has left")

    def _step(self) -> list[str]:
        """A turn of the loop; what had to be told. Raises _FailedError when the program is asked to end."""
        if self._stopper.is_asked:
            raise _FailedError("stopped")
        for seated in self._lan.update():
            if isinstance(seated.table, LanTable):
                self._game = EngineGame(seated.match, seated.table)
        for invitation in self._lan.invitations:
            if invitation.direction is Direction.RECEIVED:
                wanted, theirs = self._terms, invitation.terms
                same = (theirs.variant, theirs.size, theirs.opening) == (wanted.variant, wanted.size, wanted.opening)
                self._lan.answer(invitation.id, invitation.changed and same, "busy")
        if self._game is not None:
            self._game.update()
        notices = [_sentence(notice) for notice in self._lan.take_notices()]
        for notice in notices:
            self._show(notice)
        time.sleep(BUSY_PACE_S)
        return notices
