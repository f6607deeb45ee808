"""Bringing games in: from files and copied texts into the library, one after the other, with what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from game.records import formats
from game.records.collection import Source
from game.records.encoding import decode
from game.records.fault import Fault, fault, fault_of_system
from game.records.native import Reading
from game.records.pgn import LONGEST_FILE
from game.records.record import RecordError

_MOST_TOLD = 1_000


@dataclass(slots=True)
class Bringing:
    """One import, as the window follows it: written by the library's thread, read by the window's.

    `done` of `of` games have been looked at (`of` is 0 while the files are still being read). The games are told by
    their keys in the library: `added` are new, `known` were there already; `first` is the first of either. `partly`
    says of which games only the moves before a damage were kept, `failed` what could not be read at all, both by file,
    game and move.
    """

    name: str
    done: int = 0
    of: int = 0
    added: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    partly: list[Fault] = field(default_factory=list)
    failed: list[Fault] = field(default_factory=list)
    variations: int = 0
    first: str | None = None
    is_over: bool = False
    is_cancelled: bool = False

    def cancel(self) -> None:
        """Stop after the game in progress; what was brought in stays."""
        self.is_cancelled = True

    def tell(self, told: list[Fault], file: str, what: Fault) -> None:
        """Note what went wrong with a file (empty for a text), up to a limit."""
        if len(told) < _MOST_TOLD:
            told.append(what.at(file=file) if file else what)


def read_file(path: Path) -> Source:
    """The games in a file, yet to be played through. Raises RecordError, also where the file can't be read."""
    try:
        if path.is_dir():
            raise RecordError(fault("folder"))
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise RecordError(fault_of_system(error)) from error
    return formats.open_data(data, path.name)


def read_text(text: str) -> Source:
    """The games in a copied text. Raises RecordError."""
    if len(text) > LONGEST_FILE:
        raise RecordError(fault("too-long", size=len(text), most=LONGEST_FILE))
    return formats.open_text(decode(text.encode("utf-8", "replace")))


def bring(
    bringing: Bringing,
    sources: Sequence[tuple[str, Callable[[], Source]]],
    keep: Callable[[Reading], tuple[str, bool]],
    is_stopped: Callable[[], bool],
) -> None:
    """Read all sources (name, and what opens it) and keep their games. `keep` gives a game's key and whether it is new;
    it raises OSError where it can't be written, which ends the import."""
    opened: list[tuple[str, Source]] = []
    for name, opener in sources:
        if bringing.is_cancelled or is_stopped():
            return
        try:
            opened.append((name, opener()))
        except RecordError as error:
            bringing.tell(bringing.failed, name, error.fault)
    bringing.of = sum(len(source.written) for _, source in opened)
    for name, source in opened:
        bringing.variations += source.variations
        try:
            for found in source.readings():
                if bringing.is_cancelled or is_stopped():
                    return
                _take(bringing, name, found, keep)
                bringing.done += 1
        except RecordError as error:
            bringing.tell(bringing.failed, name, error.fault)
        except OSError as error:
            bringing.tell(bringing.failed, "", fault_of_system(error))
            return


def _take(bringing: Bringing, name: str, found: Reading | Fault, keep: Callable[[Reading], tuple[str, bool]]) -> None:
    if isinstance(found, Fault):
        bringing.tell(bringing.failed, name, found)
        return
    if not found.record.moves and found.game.start == found.game.variant.start(found.game.start.board.rows):
        why = found.problem or fault("no-moves").at(game=bringing.done + 1)
        bringing.tell(bringing.failed, name, why)
        return
    if found.problem is not None:
        bringing.tell(bringing.partly, name, found.problem)
    key, is_new = keep(found)
    (bringing.added if is_new else bringing.known).append(key)
    bringing.first = bringing.first or key
