"""The games of the mill as they are read for teaching the evaluation: files of `ai.draughts.selfplay`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.weights import UNREADABLE, read_about


class Games(NamedTuple):
    """The positions of games, one after another: the arrays of `ai.draughts.selfplay`."""

    positions: NDArray[np.uint64]
    sides: NDArray[np.uint8]
    scores: NDArray[np.int16]
    results: NDArray[np.int8]
    games: NDArray[np.int32]


_KINDS: Final = dict(zip(Games._fields, (np.uint64, np.uint8, np.int16, np.int8, np.int32), strict=True))


def read_games(path: Path, name: str) -> tuple[Games, dict[str, Any]]:
    """The games of a file, and what the mill tells about them. Raises EngineError, one sentence, for what are no games
    of the variant."""
    try:
        about = read_about(path)
        with np.load(path, allow_pickle=False) as file:
            games = Games(*(file[key] for key in Games._fields))
        if about["variant"] != name:
            raise ValueError(f"these are games of {about['variant']}")
        count = len(games.positions)
        arrays: dict[str, NDArray[Any]] = games._asdict()
        for key, array in arrays.items():
            kind, shape = _KINDS[key], (count, 3) if key == "positions" else (count,)
            if array.dtype != kind or array.shape != shape:
                raise ValueError(f"{key} are {array.dtype}{array.shape} instead of {np.dtype(kind)}{shape}")
        if not count or games.sides.max() > 1:
            raise ValueError("there are no positions in it" if not count else "sides are 0 and 1")
    except UNREADABLE as error:
        raise EngineError(f"{path} can't be used: {error}") from error
    return games, about


def joined(files: Sequence[Games]) -> Games:
    """The games of one file or more, numbered on from one to the next."""
    parts, first = [], 0
    for each in files:
        parts.append(each._replace(games=each.games + np.int32(first)))
        first = int(parts[-1].games.max()) + 1
    return Games(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
