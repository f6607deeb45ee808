"""Exercises "find the better move": the mistakes of the person's own games, and positions that they have kept.

All lie in one file of the person's own, with what is known of how well each is remembered (`spaced_repetition`), the
games whose mistakes are still to be looked for, those in which that was done, and how exactly the person has played
these. It is written as a whole after each answer, so nothing is lost by a kill.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec

from game.match.lines import read_line
from game.progress.spaced_repetition import Memory, Recall, due_s, first_memory
from game.rules.core import RulesError
from game.rules.registry import VARIANTS
from game.storage.folders import Folders
from game.storage.json_store import JsonStore
from game.storage.notice import Notice

VERSION: Final = 1
MOST: Final = 2000
"""The most exercises that are kept; beyond that those that are known best make room."""
_GAMES_KEPT: Final = 4000
"""The most games that are remembered as looked through."""
_LONGEST_FILE: Final = 8 << 20
_KNOWN_DAYS: Final = 21.0
"""What is remembered for this long counts as learnt, as Anki calls its mature cards."""

_Text = Annotated[str, msgspec.Meta(max_length=4096)]
_Count = Annotated[int, msgspec.Meta(ge=0)]


class Exercise(msgspec.Struct, frozen=True, kw_only=True):
    """A position (as text, by a variant's name) whose side to move is to find a move.

    `line` begins with the best move that is known, and is empty where the engine is to tell when it is asked; `played`
    is the mistake, empty for a position that the person has kept. `kind` is what is wrong with it in the words of a
    review, `motive` why, where that is known; `lost` the share of the chances to win that it gave away, 0 to 1. `game`
    is its game's key in the library and `ply` the moves played there before it. `memory` is None until it is first
    solved or missed; `due` are seconds since 1970.
    """

    variant: _Text
    position: _Text
    line: tuple[_Text, ...] = ()
    played: _Text = ""
    kind: _Text = ""
    motive: _Text = ""
    lost: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    game: _Text = ""
    ply: _Count = 0
    found: _Text = ""
    memory: Memory | None = None
    due: float = 0.0
    solved: _Count = 0
    missed: _Count = 0

    @property
    def id(self) -> str:
        """What tells it from all others: a position of a variant is one exercise, however often it was missed."""
        return hashlib.sha256(f"{self.variant}\n{self.position}".encode()).hexdigest()[:16]

    @property
    def is_mistake(self) -> bool:
        """Whether it comes from a mistake of the person's, and not from their choice."""
        return bool(self.played)

    @property
    def is_known(self) -> bool:
        """Whether it is remembered for weeks by now."""
        return self.memory is not None and self.memory.stability >= _KNOWN_DAYS

    @property
    def game_name(self) -> str:
        """The game that it belongs to; empty for a variant that this version does not know."""
        rules = VARIANTS.get(self.variant)
        return rules.game if rules is not None else ""

    @property
    def is_readable(self) -> bool:
        """Whether this version can play it."""
        rules = VARIANTS.get(self.variant)
        if rules is None:
            return False
        try:
            position = rules.read_position(self.position)
        except RulesError:
            return False
        return position.outcome() is None and len(read_line(rules, position, self.line[:1]).moves) == len(self.line[:1])


@dataclass(frozen=True, slots=True)
class MotiveTally:
    """How the person does with mistakes of one kind: by the motive of a game, or by what is wrong with the move (`game`
    is empty then); how many there are, how many of them are known by now, and how often they were solved at once or
    missed."""

    game: str
    motive: str
    count: int
    known: int
    solved: int
    missed: int

    @property
    def share(self) -> float | None:
        """How many of the tries succeeded, 0 to 1; None before the first."""
        tries = self.solved + self.missed
        return self.solved / tries if tries else None


def tallies_of(exercises: Iterable[Exercise]) -> tuple[MotiveTally, ...]:
    """One for each motive of the mistakes among them (else what is wrong with the move), the most frequent first."""
    found: dict[tuple[str, str], MotiveTally] = {}
    for each in exercises:
        if not each.is_mistake:
            continue
        name = (each.game_name, each.motive) if each.motive else ("", each.kind)
        before = found.get(name, MotiveTally(*name, 0, 0, 0, 0))
        known = before.known + each.is_known
        found[name] = MotiveTally(
            *name, before.count + 1, known, before.solved + each.solved, before.missed + each.missed
        )
    return tuple(sorted(found.values(), key=lambda tally: (-tally.count, tally.game, tally.motive)))


class _ExercisesFile(msgspec.Struct, frozen=True):
    version: int = VERSION
    exercises: tuple[Exercise, ...] = ()
    waiting: tuple[_Text, ...] = ()
    seen: tuple[_Text, ...] = ()
    accuracies: dict[_Text, Annotated[float, msgspec.Meta(ge=0, le=100)]] = {}


class Exercises:
    """All exercises of the person. Nothing here raises: what goes wrong with the file goes to the notices."""

    def __init__(self, folders: Folders) -> None:
        self._file = JsonStore(folders, "exercises", _ExercisesFile, longest=_LONGEST_FILE)
        self.revision = 0
        """Rises with every change."""

    @property
    def all(self) -> tuple[Exercise, ...]:
        """Every one, the newest last."""
        return self._file.held.exercises

    def get(self, key: str) -> Exercise | None:
        """One by its id."""
        return next((each for each in self.all if each.id == key), None)

    def due(self, now_s: float, game: str = "") -> tuple[Exercise, ...]:
        """Those to be asked for now, of one game or of all: first what is longest overdue, then what is new, the
        gravest first."""
        due = [each for each in self.all if each.due <= now_s and (not game or each.game_name == game)]
        return tuple(sorted(due, key=lambda each: (each.memory is None, each.due, -each.lost)))

    def add(self, exercises: Sequence[Exercise]) -> int:
        """Keep new ones, and return how many were not there before. One that is there already and was missed again in
        another game is due at once."""
        held = {each.id: each for each in self._file.load().exercises}
        before = dict(held)
        for each in exercises:
            old = held.get(each.id)
            if old is None:
                held[each.id] = each
            elif each.is_mistake and each.game != old.game:
                changes = {"played": each.played, "kind": each.kind, "motive": each.motive, "lost": each.lost}
                held[each.id] = msgspec.structs.replace(
                    old, **changes, game=each.game, ply=each.ply, found=each.found, due=min(old.due, each.due)
                )
        if held != before:
            self._keep(exercises=_fewer(held.values()))
        return len(held) - len(before)

    def answer(self, key: str, recall: Recall, now_s: float) -> Exercise | None:
        """An exercise has been tried: it comes back when it would be forgotten. None for one that is gone."""
        exercises = list(self._file.load().exercises)
        place = next((n for n, each in enumerate(exercises) if each.id == key), None)
        if place is None:
            return None
        old = exercises[place]
        memory = first_memory(recall, now_s) if old.memory is None else old.memory.after(recall, now_s)
        knew = recall is not Recall.AGAIN
        exercises[place] = msgspec.structs.replace(
            old, memory=memory, due=due_s(memory, recall), solved=old.solved + knew, missed=old.missed + (not knew)
        )
        self._keep(exercises=tuple(exercises))
        return exercises[place]

    def remove(self, key: str) -> Exercise | None:
        """Give one up, and return it for `put_back`."""
        exercises = self._file.load().exercises
        gone = next((each for each in exercises if each.id == key), None)
        if gone is not None:
            self._keep(exercises=tuple(each for each in exercises if each.id != key))
        return gone

    def put_back(self, exercise: Exercise) -> None:
        """Take one back that was given up, with all that was known of it."""
        others = [each for each in self._file.load().exercises if each.id != exercise.id]
        self._keep(exercises=(*others, exercise))

    # ---- games whose mistakes are looked for

    @property
    def waiting(self) -> tuple[str, ...]:
        """The library's keys of the games that are still to be looked through, the next one first."""
        return self._file.held.waiting

    def is_seen(self, game: str) -> bool:
        """Whether a game has been looked through."""
        return game in self._file.held.seen

    def want(self, games: Sequence[str]) -> int:
        """Have these looked through, and return how many of them were not before."""
        held = self._file.load()
        known = {*held.waiting, *held.seen}
        new = tuple(dict.fromkeys(key for key in games if key not in known))
        if new:
            self._keep(waiting=(*held.waiting, *new))
        return len(new)

    def saw(self, game: str, accuracy: float | None = None) -> None:
        """A game has been looked through, or can't be; `accuracy` tells how exactly the person has played it."""
        held = self._file.load()
        if game in held.seen and game not in held.waiting and accuracy is None:
            return
        seen = (*(each for each in held.seen if each != game), game)[-_GAMES_KEPT:]
        accuracies = held.accuracies if accuracy is None else {**held.accuracies, game: round(accuracy, 1)}
        kept = set(seen)
        self._keep(
            waiting=tuple(each for each in held.waiting if each != game), seen=seen,
            accuracies={key: value for key, value in accuracies.items() if key in kept},
        )  # fmt: skip

    def accuracy(self, game: str) -> float | None:
        """How exactly the person has played a game that was looked through, 0 to 100; None where that is not known."""
        return self._file.held.accuracies.get(game)

    def stop_waiting(self) -> None:
        """Look through no more games."""
        self._file.load()
        if self.waiting:
            self._keep(waiting=())

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._file.take_notices()

    def _keep(self, **changes: tuple[Exercise, ...] | tuple[str, ...] | dict[str, float]) -> None:
        self._file.keep(msgspec.structs.replace(self._file.held, version=VERSION, **changes))
        self.revision += 1


def _fewer(exercises: Iterable[Exercise]) -> tuple[Exercise, ...]:
    """At most `MOST` of them: those that are known best make room."""
    all_ = tuple(exercises)
    if len(all_) <= MOST:
        return all_
    best = sorted(all_, key=lambda each: each.memory.stability if each.memory is not None else 0.0, reverse=True)
    gone = {each.id for each in best[: len(all_) - MOST]}
    return tuple(each for each in all_ if each.id not in gone)
