"""The games of files, for scripts: a JSON line for each game, in the order of the files.

    {"file": "a.pgn", "game": "xiangqi", "variant": "xiangqi", "plies": 73, "result": "1-0", "comments": 4,
     "variations": 2, "cut": null}

`plies` are the moves of the main line that were kept: passes and choices of an opening rule do not count, a capture of
several pieces is one. `result` is as recorded: `1-0` (the side that moved first has won), `0-1`,
`1/2-1/2`, or `*`. `comments` counts the texts with words, `variations` the lines beside the main line, at any depth.
`cut` says why the main line ends before the file's does.

A game with somebody elsewhere has `signed`, too, which tells what its signatures prove:

    {"state": "both", "plies": 30, "sides": [{"name": "Anna", "key": "0a1b...", "seal": "pine jade moon hare",
     "characters": "松玉月兔", "plies": 30, "end": true}, ...]}

The state is `both` (signed by both sides: moves, times, names, date, result), `partly` (moves as far as `plies`),
`one-key` (both sides have one key), or `changed` (since it was signed), which is a line on standard error, too.

With `--tree` a line has the moves, too, flat as in our own form: `"tree": [{"ply": 0}, {"ply": 1, "move": "h2e2",
"glyphs": [1]}]`. With `--export FORMAT` the games are written in that form instead of lines.

What can't be read is a line on standard error, with file, game, move and line as far as there are such; the exit code
is 0 all the same. So is what a form can't say of a game that is written in it. In the place of a file there may be a
game as a link (`game.records.link`), or `-` for standard input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from game.library.importing import companion
from game.records import formats, native
from game.records.collection import LONGEST_FILE
from game.records.fault import Fault, fault, fault_of_system
from game.records.link import is_link
from game.records.native import Reading
from game.records.parts import open_parts
from game.records.record import Record, RecordError, Result
from game.records.saying import unsaid
from game.rules.core import Side, Termination
from game.rules.game import Game
from game.storage.atomic_file import open_to_read

FORMATS: Final = tuple(dict.fromkeys(form.name for forms in formats.FORMS.values() for form in forms))
"""The forms that can be written, by name."""

STANDARD_INPUT: Final = "-"
"""The name that stands for it."""


@dataclass(frozen=True)
class RecordsOptions:
    """What was asked for: the files by their names, the form to write (None: lines of JSON), and whether the lines have
    the moves."""

    files: tuple[str, ...]
    export: str | None = None
    tree: bool = False


def main(options: RecordsOptions) -> int:
    """Report all games on standard output. 0, also where a file can't be read or nobody reads on; 1 without a standard
    output."""
    if sys.stdout is None:
        return 1
    try:
        write_all(options, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it closes it
    except OSError as error:
        _tell("", fault_of_system(error))
        return 1
    except KeyboardInterrupt:
        return 1
    return 0


def write_all(options: RecordsOptions, sink: BinaryIO) -> None:
    """Write what was asked for; OSErrors of the sink pass through."""
    is_first = True
    for file in options.files:
        for found in _readings(file):
            if isinstance(found, Fault):
                _tell(file, found)
                continue
            for told in (found.problem, *found.lost):
                if told is not None:
                    _tell(file, told)
            if options.export is None:
                sink.write(msgspec.json.encode(described(file, found, options.tree)) + b"\n")
                continue
            try:
                data = _written(file, found.record, options.export)
            except RecordError as error:
                _tell(file, error.fault)
                continue
            sink.write(data if is_first or options.export == formats.NATIVE else b"\n" + data)
            is_first = False


def _readings(file: str) -> Iterator[Reading | Fault]:
    try:
        if is_link(file):
            yield from formats.open_text(file).readings()
        elif file == STANDARD_INPUT and sys.stdin is not None:
            yield from formats.open_data(sys.stdin.buffer.read(LONGEST_FILE + 1)).readings()
        else:
            yield from _readings_of(Path(file))
    except RecordError as error:
        yield error.fault
    except OSError as error:
        yield fault_of_system(error)


def _readings_of(path: Path) -> Iterator[Reading | Fault]:
    if path.is_dir():
        raise RecordError(fault("folder"))
    try:
        opened = open_to_read(path)
    except ValueError as error:  # a null character in the name
        raise RecordError(fault("system", why=error)) from error
    with opened as file:
        number = 1
        for part in open_parts(file, path.name, partial(companion, path)):
            yield from part.source.readings(number)
            number += len(part.source.written)


def _written(file: str, record: Record, name: str) -> bytes:
    form = formats.form_named(record, name)
    for told in unsaid(record, form.says):
        _tell(file, told)
    return form.write([record])


def described(file: str, reading: Reading, with_tree: bool = False) -> dict[str, Any]:
    """What is said about a game in a line."""
    record, tree = reading.record, reading.record.tree
    told: dict[str, Any] = {
        "file": file.encode("utf-8", "replace").decode(),
        "game": reading.game.variant.game,
        "variant": record.variant,
        "plies": reading.game.made,
        "result": result_text(record.result, reading.game),
        "comments": sum(len(node.comments) + len(node.before) for node in tree.nodes),
        "variations": tree.variations,
        "cut": str(reading.problem) if reading.is_cut and reading.problem is not None else None,
    }
    if record.proof:
        told["signed"] = _signed(file, reading)
    if with_tree:
        told["start"] = record.start
        told["headers"] = record.headers
        told["tree"] = native.tree_nodes(tree)
    return told


def _signed(file: str, reading: Reading) -> dict[str, Any]:
    """What the signatures of a game prove."""
    from game.lan.signing import ProofKind, check_reading  # it brings the wire along, which few records need
    from game.lan.views import seal_of

    states = {ProofKind.SIGNED: "both", ProofKind.PARTLY: "partly", ProofKind.ONE_KEY: "one-key"}
    proof = check_reading(reading)
    assert proof is not None, "there are signatures"
    if proof.kind is ProofKind.CHANGED:
        _tell(file, fault("invalid", why="the game was changed since it was signed, or a signature is not genuine"))
    sides = []
    for side in proof.sides:
        seal = seal_of(side.key)
        sides.append(
            {
                "name": side.name,
                "key": side.key,
                "seal": " ".join(seal.words),
                "characters": seal.characters,
                "plies": side.plies,
                "end": side.has_signed_end,
            }
        )
    return {"state": states.get(proof.kind, "changed"), "plies": proof.plies, "sides": sides}


def result_text(result: Result | None, game: Game) -> str:
    """A result as PGN has it, `1-0` for the side that moved first, whose colour an opening rule may have exchanged."""
    if result is None or (result.winner is None and result.termination is Termination.ABANDONED):
        return "*"
    if result.winner is None:
        return "1/2-1/2"
    first = game.position.colour(Side.FIRST)
    return "1-0" if result.winner == game.variant.side_names[first] else "0-1"


def _tell(file: str, told: Fault) -> None:
    if sys.stderr is not None:
        name = file.encode("utf-8", "replace").decode()
        where = "".join(each if each.isprintable() else repr(each)[1:-1] for each in name)  # a line stays one
        sys.stderr.write(": ".join(filter(None, ("qiguan records", where, str(told)))) + "\n")
