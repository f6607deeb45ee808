"""The fitted weights of the evaluation: `weights.npz` beside this file, made by `ai.gomoku.fitting`. What every
file of weights has (`ai.common.weights`), `about` by rule: the records of self-play, what the fit was asked for and
what it reached; and

    {rule}-values         int16 (2, MIXTURES): for black and white, what an empty point is worth to the side, by the
                          mixture of what a stone there makes on the four lines
    {rule}-threats        int16 (2, 1 << THREAT_BITS): for black and white to move, what the threats on the board are
                          worth (ai.gomoku.layout.THREATS)

A **mixture** is four line patterns in no order. Units are those of the search: UNITS of them multiply the odds of
winning by e.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.common.weights import ArraySpec, read_arrays, write_arrays
from ai.gomoku import layout as at
from game.rules.gomoku.rows import RowRule

FILE: Final = Path(__file__).with_name("weights.npz")
FORMAT: Final = 1
FITTED: Final = (RowRule.FREESTYLE, RowRule.STANDARD, RowRule.RENJU)
"""The rules that have weights of their own; caro is judged by those of the rule with the same rows."""
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


def read_weights(file: Path = FILE) -> dict[RowRule, Weights]:
    """The weights of every fitted rule. Raises EngineError (see `ai.common.weights`)."""
    bounds = {
        "values": ArraySpec((2, len(mixtures())), LARGEST_VALUE),
        "threats": ArraySpec((2, 1 << at.THREAT_BITS), LARGEST_THREATS),
    }
    wanted = {f"{rule.name.lower()}-{part}": bound for rule in FITTED for part, bound in bounds.items()}
    held = read_arrays(file, "Gomoku", FORMAT, wanted)
    return {rule: Weights(*(held[f"{rule.name.lower()}-{part}"] for part in bounds)) for rule in FITTED}


@cache
def weights_of(rule: RowRule) -> Weights:
    """The engine's weights of a rule. Raises EngineError (see read_weights)."""
    return read_weights()[fitted_as(rule)]


def fitted_as(rule: RowRule) -> RowRule:
    """The rule by whose games a rule's weights were fitted."""
    return {RowRule.CARO: RowRule.FREESTYLE, RowRule.CARO_EXACT: RowRule.STANDARD}.get(rule, rule)


def write_weights(file: Path, weights: Mapping[RowRule, Weights], about: Mapping[str, Any]) -> None:
    """Write the weights of every fitted rule, and for each how they were made. Raises OSError."""
    arrays = {}
    for rule, each in weights.items():
        arrays[f"{rule.name.lower()}-values"] = each.values
        arrays[f"{rule.name.lower()}-threats"] = each.threats
    write_arrays(file, FORMAT, arrays, about)
