"""The fitted weights of the evaluation: `weights.npz` beside this file, made by `ai.gomoku.fitting`.

    version               int, FORMAT
    about                 text: how they were made, as JSON; for each rule the records of self-play, what the fit was
                          asked for and what it reached
    {rule}-values         int16 (2, MIXTURES): for black and white, what an empty point is worth to the side, by the
                          mixture of what a stone there makes on the four lines
    {rule}-threats        int16 (2, 1 << THREAT_BITS): for black and white to move, what the threats on the board are
                          worth (ai.gomoku.layout.THREATS)

A **mixture** is four line patterns in no order. Units are those of the search: UNITS of them multiply the odds of
winning by e.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.gomoku import layout as at
from game.rules.gomoku.rows import Rule

FILE: Final = Path(__file__).with_name("weights.npz")
FORMAT: Final = 1
UNITS: Final = 340
"""Units of the evaluation in which the odds of winning grow e-fold. Where a position's score is `s`, the side to move
gets 1 / (1 + exp(-s / UNITS)) points on average. The margins of the search are set for this scale."""
LARGEST_VALUE: Final = 2047
"""What the tables hold for a point."""
LARGEST_THREATS: Final = 8_000
"""Together with the points the score must stay below that of a forced win."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one rule; see the module's text."""

    values: NDArray[np.int16]
    threats: NDArray[np.int16]


@cache
def mixtures() -> NDArray[np.int32]:
    """All mixtures, four line patterns each, falling: int32[MIXTURES, 4]. The first is of nothing at all."""
    found = sorted(tuple(reversed(each)) for each in combinations_with_replacement(range(at.FIVE + 1), 4))
    return np.array(found, np.int32)


@cache
def mixture_of_pattern() -> NDArray[np.int16]:
    """The mixture that each pattern is: int16[PATTERNS]. What no line makes counts as nothing."""
    patterns = np.arange(at.PATTERNS, dtype=np.int32)
    lines = np.stack([(patterns >> (4 * direction)) & 15 for direction in range(4)])
    lines[lines > at.FIVE] = at.NOTHING
    return np.searchsorted(_code(mixtures().T), _code(np.sort(lines, axis=0)[::-1])).astype(np.int16)


def _code(lines: NDArray[np.int32]) -> NDArray[np.int32]:
    """Four falling line patterns as one number, in the order of the mixtures."""
    places = np.array([4096, 256, 16, 1], np.int32)
    return places @ lines


def read_weights(file: Path = FILE) -> dict[Rule, Weights]:
    """The weights of every rule. Raises EngineError, one sentence, for a file that is missing, damaged or of another
    format."""
    try:
        with np.load(file, allow_pickle=False) as held:
            if int(held["version"]) != FORMAT:
                raise ValueError(f"format {int(held['version'])} instead of {FORMAT}")
            return {
                rule: Weights(
                    _checked(held[f"{rule.name.lower()}-values"], len(mixtures()), LARGEST_VALUE),
                    _checked(held[f"{rule.name.lower()}-threats"], 1 << at.THREAT_BITS, LARGEST_THREATS),
                )
                for rule in Rule
            }
    except KeyError as error:
        raise EngineError(f"cannot read the weights of the Gomoku engine: {file} lacks {error}") from error
    except (OSError, ValueError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        raise EngineError(f"cannot read the weights of the Gomoku engine: {file}: {error}") from error


@cache
def weights_of(rule: Rule) -> Weights:
    """The engine's weights of a rule. Raises EngineError (see read_weights)."""
    return read_weights()[rule]


def _checked(array: NDArray[Any], length: int, largest: int) -> NDArray[np.int16]:
    if array.dtype != np.int16 or array.shape != (2, length):
        raise ValueError(f"{array.dtype}{array.shape} instead of int16(2, {length})")
    if int(np.abs(array.astype(np.int32)).max()) > largest:
        raise ValueError(f"weights beyond {largest}")
    return array


def read_about(file: Path = FILE) -> dict[str, Any]:
    """How the weights were made, by rule. Raises OSError, ValueError and KeyError for what is no file of weights."""
    with np.load(file, allow_pickle=False) as held:
        about: dict[str, Any] = json.loads(str(held["about"]))
    return about


def write_weights(file: Path, weights: Mapping[Rule, Weights], about: Mapping[str, Any]) -> None:
    """Write the weights of every rule. The same weights give the same bytes. Raises OSError."""
    arrays: dict[str, NDArray[Any]] = {
        "version": np.array(FORMAT),
        "about": np.array(json.dumps(about, ensure_ascii=False)),
    }
    for rule, each in weights.items():
        arrays[f"{rule.name.lower()}-values"] = each.values
        arrays[f"{rule.name.lower()}-threats"] = each.threats
    with file.open("wb") as out:  # numpy would add an ending to the name
        np.savez_compressed(out, **arrays)  # type: ignore[arg-type]  # numpy's stubs take the names for its own options
