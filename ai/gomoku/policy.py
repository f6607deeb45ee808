"""Where a search looks first: `policy.npz` beside this file, made by `ai.gomoku.policy_fitting`. What every file of
weights has (`ai.common.weights`), `about` by rule: the games, and what the fit reached; and

    {rule}-own      int16 (2, MIXTURES): for black and white to move, what an empty point gains by the mixture of what
                    the side's own stone makes there
    {rule}-other    int16 (2, MIXTURES): likewise by the mixture of what the other side's stone would make

The odds of playing one point and not another grow e-fold with each UNIT by which the sum of both is higher.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.common.weights import ArraySpec, read_arrays, write_arrays
from ai.gomoku.weights import FITTED, fitted_as, mixtures
from game.rules.gomoku.rows import RowRule

FILE: Final = Path(__file__).with_name("policy.npz")
FORMAT: Final = 1
UNIT: Final = 64
LARGEST: Final = 1_500
"""So that the sum and what the search has learnt stay apart from the value of the move that is tried first."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The weights of one rule; see the module's text."""

    own: NDArray[np.int16]
    other: NDArray[np.int16]


def read_policies(file: Path = FILE) -> dict[RowRule, Policy]:
    """Those of every fitted rule. Raises EngineError (see `ai.common.weights`)."""
    bound = ArraySpec((2, len(mixtures())), LARGEST)
    wanted = {f"{rule.name.lower()}-{part}": bound for rule in FITTED for part in ("own", "other")}
    held = read_arrays(file, "Gomoku", FORMAT, wanted, "policies")
    return {rule: Policy(held[f"{rule.name.lower()}-own"], held[f"{rule.name.lower()}-other"]) for rule in FITTED}


@cache
def policy_of(rule: RowRule) -> Policy:
    """The engine's policy by a rule. Raises EngineError (see read_policies)."""
    return read_policies()[fitted_as(rule)]


def write_policies(file: Path, policies: Mapping[RowRule, Policy], about: Mapping[str, Any]) -> None:
    """Write the policies of every fitted rule, and for each how it was made. Raises OSError."""
    arrays = {}
    for rule, each in policies.items():
        arrays[f"{rule.name.lower()}-own"] = each.own
        arrays[f"{rule.name.lower()}-other"] = each.other
    write_arrays(file, FORMAT, arrays, about)
