"""Files of fitted weights, `weights.npz` of a game: arrays by their names, and

version    int, the game's FORMAT
about      text: how they were made, as JSON
"""

from __future__ import annotations

import json
import shlex
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError


def read_arrays(
    file: Path, game: str, version: int, wanted: Mapping[str, tuple[int, int]]
) -> dict[str, NDArray[np.int16]]:
    """The arrays of a file by name. `wanted` gives for each how many weights it has twice, int16 (2, n), and the
    largest that one may be. Raises EngineError, one sentence, for a file that is missing, damaged or of another
    format."""
    try:
        with np.load(file, allow_pickle=False) as held:
            if int(held["version"]) != version:
                raise ValueError(f"format {int(held['version'])} instead of {version}")
            return {name: _checked(held[name], length, largest) for name, (length, largest) in wanted.items()}
    except KeyError as error:
        raise EngineError(f"cannot read the weights of the {game} engine: {file} lacks {error}") from error
    except (OSError, ValueError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        raise EngineError(f"cannot read the weights of the {game} engine: {file}: {error}") from error


def _checked(array: NDArray[Any], length: int, largest: int) -> NDArray[np.int16]:
    if array.dtype != np.int16 or array.shape != (2, length):
        raise ValueError(f"{array.dtype}{array.shape} instead of int16(2, {length})")
    if int(np.abs(array.astype(np.int32)).max()) > largest:
        raise ValueError(f"weights beyond {largest}")
    return array


def read_about(file: Path) -> dict[str, Any]:
    """How the weights were made. Raises OSError, ValueError and KeyError for what is no file of weights."""
    with np.load(file, allow_pickle=False) as held:
        about: dict[str, Any] = json.loads(str(held["about"]))
    return about


def told_command(module: str, arguments: Sequence[str]) -> str:
    """The command that makes weights as their `about` tells it, files by their names alone: folders are those of one
    machine."""
    return shlex.join(["python", "-m", module, *(Path(word).name or word for word in arguments)])


def write_arrays(file: Path, version: int, arrays: Mapping[str, NDArray[Any]], about: Mapping[str, Any]) -> None:
    """Write weights. The same ones give the same bytes. Raises OSError."""
    told = np.array(json.dumps(about, ensure_ascii=False))
    with file.open("wb") as out:  # numpy would add an ending to the name
        np.savez_compressed(out, version=np.array(version), about=told, **arrays)  # type: ignore[arg-type]  # its stubs
