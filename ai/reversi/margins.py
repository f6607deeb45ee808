"""How far a shallow search must lie outside the window before a deep one is given up (`ai.reversi.search`, step 5).

`margins.json` holds what `ai.reversi.probcut` has measured: by phase of the game and depth the standard deviation of
what lies between the deep search and the shallow one, in hundredths of a disc.
"""

from __future__ import annotations

import json
import logging
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.reversi import layout as at

_log = logging.getLogger(__name__)
FILE: Final = "margins.json"
_CONFIDENCE: Final = 1.4
"""The number of standard deviations that are believed."""


@cache
def margins() -> NDArray[np.int16]:
    """What the kernels take. All 0, so that nothing is given up, where the file can't be read: a warning is in the log
    then."""
    try:
        deviations = json.loads(files("ai.reversi").joinpath(FILE).read_text("utf-8"))["deviations"]
        return margins_of({int(phase): list(map(float, by_depth)) for phase, by_depth in deviations.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        _log.warning("the margins of Reversi can't be read: %s", error)
        return none()


def none() -> NDArray[np.int16]:
    """Margins with which nothing is given up."""
    return np.zeros(at.PROBED_PHASES * at.PROBED, np.int16)


def margins_of(deviations: dict[int, list[float]]) -> NDArray[np.int16]:
    """Margins by the deviations of some phases, from depth PROBED_FROM on; other phases and depths take the nearest.
    Raises ValueError for what is not like that."""
    if not deviations or not all(deviations.values()):
        raise ValueError("no deviations")
    out = np.zeros((at.PROBED_PHASES, at.PROBED))
    for phase in range(at.PROBED_PHASES):
        by_depth = deviations[min(deviations, key=lambda each: (abs(each - phase), each))]
        for depth in range(at.PROBED_FROM, at.PROBED):
            out[phase, depth] = _CONFIDENCE * by_depth[min(depth - at.PROBED_FROM, len(by_depth) - 1)]
    return np.rint(out).astype(np.int16).reshape(-1)
