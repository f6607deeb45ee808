"""What the person has reached on the ladders: the best of each rung, the run that goes on, the ten best runs. One file.

A run is what is won without a loss in between; each rung counts once in it, with the most points. A draw earns nothing
and ends nothing. A game that is given up for another one counts as lost, so that nobody can leave a lost game in time.

An end has a name (`Autosave.part_id`), which is written with what came of it: a program that is killed before it has
put the journal away hears of the same end again at its next start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Final

import msgspec

from game.match.attempt import Earned, Star
from game.progress.arcade.ladder import Rung, ladder
from game.records.record import clean_name
from game.records.tree import LONGEST_S
from game.storage.folders import Folders
from game.storage.json_store import JsonStore
from game.storage.notice import Notice

VERSION: Final = 1
PLACES: Final = 10
_SETTLED_KEPT: Final = 20
"""How many ends are remembered as settled: those whose journals could still be there."""

_Points = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
_Text = Annotated[str, msgspec.Meta(max_length=64)]


class Best(msgspec.Struct, frozen=True):
    """The best that was reached on a rung: stars, points and day (ISO 8601) of the game with the most points, and the
    shortest own time and the fewest own moves of any game that was won there."""

    stars: frozenset[Star]
    points: _Points
    date: _Text
    fastest_s: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_S)]
    fewest_moves: _Count


class ArcadeRun(msgspec.Struct, frozen=True):
    """The run that goes on: the points of its rungs by their levels, and the game in which the next one is being tried.
    `id` is the game with which it began."""

    id: _Text
    rungs: dict[str, _Points]
    pending: _Text = ""

    @property
    def total(self) -> int:
        """Its points."""
        return sum(self.rungs.values())


class RunPlace(msgspec.Struct, frozen=True):
    """A run among the best: its name and day are those of its last rung."""

    run: _Text
    name: _Text
    total: _Points
    rungs: _Count
    date: _Text


class _Ladder(msgspec.Struct, frozen=True):
    bests: dict[str, Best] = {}
    run: ArcadeRun | None = None
    places: tuple[RunPlace, ...] = ()
    settled: tuple[_Text, ...] = ()


class _ArcadeFile(msgspec.Struct, frozen=True):
    version: int = VERSION
    ladders: dict[str, _Ladder] = {}


class ArcadeResults:
    """The person's results on all ladders. Nothing here raises: what goes wrong with the file goes to the notices."""

    def __init__(self, folders: Folders, today: Callable[[], date]) -> None:
        """`today` tells the day."""
        self._file = JsonStore(folders, "arcade", _ArcadeFile)
        self._today = today

    # ---- what was reached

    def bests(self, game: str) -> Mapping[str, Best]:
        """The best on each rung that has been won, by the rungs' levels."""
        return self._of(game).bests

    def run(self, game: str) -> ArcadeRun | None:
        """The run that goes on."""
        return self._of(game).run

    def places(self, game: str) -> tuple[RunPlace, ...]:
        """The best runs, at most ten; the one that goes on is among them."""
        return self._of(game).places

    def stars(self, game: str) -> int:
        """How many stars the best games of all rungs have together."""
        bests = self.bests(game)
        return sum(len(bests[each.level].stars) for each in ladder(game) if each.level in bests)

    def is_open(self, rung: Rung) -> bool:
        """Whether a rung may be tried: the lowest, one that was won before, and the one above such a one."""
        bests = self.bests(rung.game)
        below = ladder(rung.game)[rung.number - 2].level if rung.number > 1 else ""
        return rung.number == 1 or rung.level in bests or below in bests

    def has_won(self, game: str, number: int) -> bool:
        """Whether the rung of that number was ever won."""
        bests = self.bests(game)
        return any(each.number == number and each.level in bests for each in ladder(game))

    def next_rung(self, game: str) -> Rung | None:
        """The lowest open rung that was never won; None if there is none (any more)."""
        bests = self.bests(game)
        return next((each for each in ladder(game) if each.level not in bests and self.is_open(each)), None)

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._file.take_notices()

    # ---- what happens

    def begin(self, game: str, game_id: str) -> None:
        """The first move of a game for the ladder was made: another one that was open has been given up by that."""
        self._file.load()
        run = self.run(game)
        if run is None or run.pending == game_id:
            return
        if run.pending:
            self._change(game, run=None)
        else:
            self._change(game, run=msgspec.structs.replace(run, pending=game_id))

    def is_settled(self, game: str, end: str) -> bool:
        """Whether what this end has brought is written."""
        self._file.load()
        return end in self._of(game).settled

    def go_on(self, game: str, game_id: str) -> None:
        """A game for the ladder is taken up again whose first move may have been the last thing before a kill."""
        self._file.load()
        run = self.run(game)
        if run is not None and not run.pending:
            self._change(game, run=msgspec.structs.replace(run, pending=game_id))

    def lose(self, game: str, game_id: str, end: str = "") -> int | None:
        """A game for the ladder was lost, or given up (without an end); the points of the run that ends by it, None if
        none does."""
        self._file.load()
        run = self.run(game)
        if run is None or run.pending != game_id:
            return None
        self._change(game, end, run=None)
        return run.total

    def draw(self, game: str, game_id: str, end: str = "") -> None:
        """A game for the ladder was drawn."""
        self._file.load()
        run = self.run(game)
        if run is not None and run.pending == game_id:
            self._change(game, end, run=msgspec.structs.replace(run, pending=""))

    def win(
        self, rung: Rung, game_id: str, stars: frozenset[Star], own_s: float, moves: int, name: str, end: str = ""
    ) -> Earned:
        """A rung was won with these stars, in this many seconds and moves of one's own, by somebody of this name."""
        self._file.load()
        game, day = rung.game, self._today().isoformat()
        points = rung.points(stars, own_s)
        before = self.bests(game).get(rung.level)
        fastest, fewest = min(own_s, LONGEST_S), moves
        if before is not None:
            fastest, fewest = min(fastest, before.fastest_s), min(fewest, before.fewest_moves)
        is_best = before is None or points > before.points
        if before is None or points > before.points:
            best = Best(stars, points, day, fastest, fewest)
        else:
            best = msgspec.structs.replace(before, fastest_s=fastest, fewest_moves=fewest)
        changes: dict[str, Any] = {"bests": {**self.bests(game), rung.level: best}}
        run = self.run(game)
        place = None
        if run is None or run.pending == game_id:
            won = dict(run.rungs) if run is not None else {}
            won[rung.level] = max(points, won.get(rung.level, 0))
            run = ArcadeRun(run.id if run is not None else game_id, won)
            places, place = self._placed(game, RunPlace(run.id, clean_name(name)[:64], run.total, len(won), day))
            is_over = len(won) == rung.of  # nothing is left to be won in it
            changes |= {"run": None if is_over else run, "places": places}
        self._change(game, end, **changes)
        return Earned(stars, points, is_best, run.total, len(run.rungs), place, before is None)

    def _placed(self, game: str, new: RunPlace) -> tuple[tuple[RunPlace, ...], int | None]:
        """The best runs with this one, and its place from 1 on."""
        others = [each for each in self.places(game) if each.run != new.run]
        places = sorted([*others, new], key=lambda each: each.total, reverse=True)[:PLACES]
        return tuple(places), places.index(new) + 1 if new in places else None

    def _of(self, game: str) -> _Ladder:
        return self._file.held.ladders.get(game, _Ladder())

    def _change(self, game: str, end: str = "", **changes: Any) -> None:
        """Change what is held of a game's ladder; `end` is the end that brings it about, if one does."""
        held = self._of(game)
        if end:
            changes["settled"] = (*held.settled, end)[-_SETTLED_KEPT:]
        changed = msgspec.structs.replace(held, **changes)
        self._file.keep(_ArcadeFile(VERSION, {**self._file.held.ladders, game: changed}))
