"""Values of early positions of 6x6, which take long to find: `python -m ai.reversi.six.bookmaker` wrote them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np

from ai.common.book import BookError
from ai.common.weights import UNREADABLE

FILE: Final = Path(__file__).with_name("values.npz")


def read_values(file: Path = FILE) -> dict[int, int]:
    """By the number of a position and all that are the same by symmetry (`solver.key_of_all`): by how many discs the
    side to move wins; empty where there is no file. Raises BookError for one that can't be read."""
    try:
        with np.load(file) as held:
            return dict(zip(held["keys"].tolist(), held["values"].tolist(), strict=True))
    except FileNotFoundError:
        return {}
    except UNREADABLE as error:
        raise BookError(f"{file.name}: {error}") from error


def write_values(file: Path, values: Mapping[int, int], about: Mapping[str, str | int | float]) -> None:
    """Write them, with what is said about how they were made; the file stands as a whole or not at all."""
    keys = np.array(sorted(values), np.int64)
    new = file.with_name(f"{file.name}.{os.getpid()}.new")  # two programs may keep values at a time
    with new.open("wb") as out:
        np.savez_compressed(
            out, keys=keys, values=np.array([values[key] for key in keys.tolist()], np.int8), about=json.dumps(about)
        )
    new.replace(file)
