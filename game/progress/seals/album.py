"""The album of seals: which were won, by which game, and what is counted for the others. One file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Final

import msgspec

from game.progress.seals.facts import Fact, FinishedGame
from game.progress.seals.seal import SEALS, Seal
from game.progress.seals.tally import Tally
from game.storage.folders import Folders
from game.storage.json_store import JsonStore
from game.storage.notice import Notice

VERSION: Final = 1
_SETTLED_KEPT: Final = 20
"""How many of the last games are remembered that have counted: those that may end again."""
_Text = Annotated[str, msgspec.Meta(max_length=128)]


class Print(msgspec.Struct, frozen=True):
    """A seal that was won: the day as YYYY-MM-DD, and of the game that won it (where one has) the key in the library,
    the opponent, the last position as text, by the rules of that variant, and the number of moves."""

    day: _Text
    game: _Text = ""
    opponent: _Text = ""
    variant: _Text = ""
    position: Annotated[str, msgspec.Meta(max_length=4096)] = ""
    moves: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    is_seen: bool = False


class _SealsFile(msgspec.Struct, frozen=True):
    version: int = VERSION
    prints: dict[str, Print] = {}
    tally: Tally = Tally()
    settled: tuple[_Text, ...] = ()


class SealAlbum:
    """The person's seals. Nothing here raises: what goes wrong with the file goes to the notices."""

    def __init__(self, folders: Folders, today: Callable[[], date]) -> None:
        """`today` tells the day."""
        self._file = JsonStore(folders, "seals", _SealsFile)
        self._today = today
        self._won_by: dict[str, tuple[Seal, ...]] = {}

    @property
    def prints(self) -> Mapping[str, Print]:
        """The seals that were won, by their names. Names that a later release knows are among them."""
        return self._file.held.prints

    @property
    def won(self) -> int:
        """How many of the seals there are were won."""
        return sum(each.name in self.prints for each in SEALS)

    @property
    def days_running(self) -> int:
        """On how many days without a gap the person has been here, up to today or yesterday."""
        return self._file.held.tally.days_until(self._today())

    def today(self) -> str:
        """The day as facts tell it."""
        return self._today().isoformat()

    def progress(self, seal: Seal) -> int:
        """How far the person has come towards a seal, up to its goal."""
        return seal.goal if seal.name in self.prints else seal.progress(self._file.held.tally)

    def nearest(self, count: int) -> tuple[Seal, ...]:
        """The seals that are not won yet and nearest to it, of those that are counted first; at most this many."""
        open_ = [each for each in SEALS if each.name not in self.prints]
        return tuple(sorted(open_, key=lambda each: -self.progress(each) / each.goal)[:count])

    def note(self, fact: Fact, game_id: str = "") -> tuple[Seal, ...]:
        """Count a fact and keep what it wins; the seals that are new. The end of a game with a name (`Autosave.id`)
        counts once: who notes it again hears what it has won, if nobody has asked for that yet."""
        held = self._file.load()
        if game_id and game_id in held.settled:
            return self._won_by.pop(game_id, ())
        tally = held.tally.after(fact)
        new = tuple(each for each in SEALS if each.name not in held.prints and each.is_won_by(tally, fact))
        made = {each.name: _print(fact) for each in new}
        settled = (*held.settled, game_id)[-_SETTLED_KEPT:] if game_id else held.settled
        self._file.keep(_SealsFile(VERSION, {**held.prints, **made}, tally, settled))
        return new

    def settle(self, fact: Fact, game_id: str) -> None:
        """Count the end of a game before its journal is put away; who notes it then hears what it has won."""
        if game_id not in self._file.load().settled:
            self._won_by[game_id] = self.note(fact, game_id)

    def see(self) -> tuple[str, ...]:
        """The album is opened: the names of the seals that were not seen in it yet. Next time they were."""
        new = tuple(name for name, each in self.prints.items() if not each.is_seen)
        if new:
            held = self._file.load()
            seen = {name: msgspec.structs.replace(each, is_seen=True) for name, each in held.prints.items()}
            self._file.keep(msgspec.structs.replace(held, prints=seen))
        return new

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._file.take_notices()


def _print(fact: Fact) -> Print:
    if not isinstance(fact, FinishedGame):
        return Print(fact.day)
    rules, position = fact.game.variant, fact.game.position
    text = rules.write_position(position)
    return Print(fact.day, fact.key, fact.opponent[:64], rules.name, text, fact.game.ply)
