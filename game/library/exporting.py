"""Exports games: into files of the kinds that other programs read, and as text for the clipboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from game.records import link, native
from game.records.descriptor import Form
from game.records.fault import Fault, fault_of_system
from game.records.formats import NATIVE, form_of
from game.records.record import Record, RecordError, SeatInfo
from game.records.saying import unsaid
from game.rules.registry import VARIANTS
from game.storage.atomic_file import read_at_most, write_safely

_EXTERNAL: Final = "external:"
"""The levels of other programs begin with this."""


@dataclass(slots=True)
class GameExport:
    """One export, as the window follows it: `done` of `of` games, the files written, what went wrong, and how much of
    what the games say their form could not tell, by the codes of `game.records.saying`."""

    of: int
    done: int = 0
    files: list[Path] = field(default_factory=list)
    failed: list[Fault] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)
    is_over: bool = False


def named(record: Record) -> Record:
    """A record for other programs: computers have the names of their levels, which other files have no place for;
    other programs have their own."""

    def seat(info: SeatInfo) -> SeatInfo:
        if info.name or info.kind != "engine" or not info.level:
            return info
        other = info.level.removeprefix(_EXTERNAL)
        return SeatInfo(info.kind, other if other != info.level else f"Qiguan {info.level}", info.level)

    first, second = record.seats
    return msgspec.structs.replace(record, seats=(seat(first), seat(second)))


def lost_in(record: Record, form: Form) -> Counter[str]:
    """What of a game a form can't tell, by code, with how often."""
    return Counter({told.code: int(told.values.get("count", 1)) for told in unsaid(record, form.says)})


def text_of(record: Record, form: str = "") -> str:
    """A game as text in a form of that name, by default the usual one of its game. Raises RecordError."""
    return form_of(record, form).write([named(record)]).decode()


def files_for(path: Path, records: Iterable[Record], forms: Mapping[str, str]) -> list[tuple[Path, Form, list[Record]]]:
    """Which records go into which file, where the person has asked for `path` and for a form by each game. The file's
    ending is the form's; several games of one kind share a file where the form has room for them, else, and for games
    of different kinds, the files' names are told apart."""
    by_game: dict[str, list[Record]] = {}
    for record in records:
        by_game.setdefault(VARIANTS[record.variant].game, []).append(record)
    found: list[tuple[Path, Form, list[Record]]] = []
    for game, those in by_game.items():
        form = form_of(those[0], forms.get(game, ""))
        stem = path.name.removesuffix(form.extension) + (f"-{game}" if len(by_game) > 1 else "")
        if form.holds_many or len(those) == 1:
            found.append((path.with_name(stem + form.extension), form, those))
        else:
            found += [(path.with_name(f"{stem}-{n}{form.extension}"), form, [each]) for n, each in enumerate(those, 1)]
    return found


def export_games(game_export: GameExport, path: Path, sources: Sequence[Path], forms: Mapping[str, str]) -> None:
    """Write the games of our own files `sources`. What can't be read or written is among what went wrong."""
    write_games(game_export, path, _records_of(game_export, sources), forms)


def _records_of(game_export: GameExport, sources: Iterable[Path]) -> Iterator[Record]:
    for source in sources:
        try:
            yield native.read(read_at_most(source, native.LONGEST_FILE + 1)).record
        except RecordError as error:
            game_export.failed.append(error.fault.at(file=source.name))
            game_export.done += 1
        except OSError as error:
            game_export.failed.append(fault_of_system(error).at(file=source.name))
            game_export.done += 1


def write_games(game_export: GameExport, path: Path, games: Iterable[Record], forms: Mapping[str, str]) -> None:
    """Write games into the file of that path, or into several (`files_for`). What can't be written is among what went
    wrong."""
    records: list[Record] = []
    for record in games:
        records.append(record)
        game_export.done += 1
    for target, form, those in files_for(path, records, forms):
        try:
            is_ours = form.name in (NATIVE, link.NAME)
            write_safely(target, form.write(those if is_ours else [named(each) for each in those]))
            game_export.files.append(target)
            for each in those:
                game_export.lost += lost_in(each, form)
        except RecordError as error:
            game_export.failed.append(error.fault.at(file=target.name))
        except OSError as error:
            game_export.failed.append(fault_of_system(error).at(file=target))
