"""How a game gets the name of its opening: by its positions, so that transpositions and mirrored boards have one name.

Where the positions of a game have several names, the one counts that needs the most moves, and among those the last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.openings.opening import Opening, OpeningLine, read_openings
from game.position_keys import keys_of, moves_of
from game.rules.core import Position, RulesError, Variant
from game.rules.registry import VARIANTS
from game.storage.paths import assets_folder


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """An opening, and how many moves a game must have made to be called so."""

    opening: Opening
    depth: int


@dataclass(frozen=True, slots=True)
class OpeningTable:
    """The openings of a variant by the keys of positions (`game.position_keys`), and by code; `plies` is after how many
    moves the last of them stands."""

    by_key: Mapping[int, NamedPosition]
    by_code: Mapping[str, Opening]
    plies: int

    def of_keys(self, keys: NDArray[np.int64]) -> Opening | None:
        """The opening of a game by the keys of its positions, from its start; None where it has no name."""
        found: NamedPosition | None = None
        for key in keys[: self.plies + 1].tolist():
            named = self.by_key.get(key)
            if named is not None and (found is None or named.depth >= found.depth):
                found = named
        return found.opening if found is not None else None

    def of_game(self, positions: Sequence[Position], variant: Variant) -> Opening | None:
        """The opening of a game by its positions, from its start; None where it has no name."""
        return self.of_keys(keys_of(positions[: self.plies + 1], variant)) if self.by_key else None


def openings_of(variant: Variant) -> OpeningTable:
    """The named openings of a variant. Made at the first call, which takes up to half a second."""
    return _table(moves_of(variant))


def name_by_keys(variant: Variant, keys: NDArray[np.int64]) -> str:
    """The code of a game's opening by the keys of its positions; empty where it has no name."""
    opening = openings_of(variant).of_keys(keys)
    return opening.code if opening is not None else ""


def opening_called(variant: Variant, code: str) -> Opening | None:
    """The opening of a variant that has a code; None if there is none."""
    return _by_code(moves_of(variant)).get(code)


@cache
def _by_code(name: str) -> Mapping[str, Opening]:
    return {line.opening.code: line.opening for line in lines_of(VARIANTS[name])}


def codes_called(text: str) -> list[str]:
    """The codes of all openings whose name has a text in it, in either language, large letters as small ones."""
    wanted = text.casefold()
    found = {
        line.opening.code: None
        for variant in VARIANTS.values()
        for line in lines_of(variant)
        if wanted in line.opening.chinese or wanted in line.opening.english.casefold()
    }
    return list(found)


def openings_digest() -> bytes:
    """Another one whenever an opening is named otherwise than before."""
    digest = blake2b(digest_size=16)
    for path in sorted((assets_folder() / "openings").glob("*.txt")):
        digest.update(path.read_bytes())
    return digest.digest()


def lines_of(variant: Variant) -> tuple[OpeningLine, ...]:
    """The lines that define a variant's openings."""
    path = _file_of(variant)
    return _read(path) if path is not None else ()


@cache
def _read(path: Path) -> tuple[OpeningLine, ...]:
    return read_openings(path)


def _file_of(variant: Variant) -> Path | None:
    folder = assets_folder() / "openings"
    paths = (folder / f"{name}.txt" for name in (variant.name, variant.game))
    return next((path for path in paths if path.is_file()), None)


@cache
def _table(name: str) -> OpeningTable:
    variant = VARIANTS[name]
    lines = lines_of(variant)
    if not lines:
        return OpeningTable({}, {}, 0)
    known: dict[tuple[str, ...], Position | None] = {(): variant.start()}
    positions: list[Position] = []
    named: list[NamedPosition] = []
    plies = 0
    for line in lines:
        for moves in line.sequences():
            position = after(variant, moves, known)
            if position is not None:
                positions.append(position)
                named.append(NamedPosition(line.opening, line.depth))
                plies = max(plies, len(moves))
    by_key: dict[int, NamedPosition] = {}
    for key, each in zip(keys_of(positions, variant).tolist(), named, strict=True):
        there = by_key.get(key)
        if there is None or there.depth < each.depth:
            by_key[key] = each
    return OpeningTable(by_key, _by_code(name), plies)


def after(variant: Variant, moves: tuple[str, ...], known: dict[tuple[str, ...], Position | None]) -> Position | None:
    """The position after moves from the start, None where one of them can't be made; `known` has and takes those on the
    way."""
    if moves not in known:
        before = after(variant, moves[:-1], known)
        try:
            known[moves] = before.play(variant.read_move(moves[-1], before)) if before is not None else None
        except RulesError:
            known[moves] = None  # a move that need not be made bars the way of another
    return known[moves]
