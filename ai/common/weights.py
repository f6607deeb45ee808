"""Files of numbers that were learnt, `weights.npz`, `policy.npz`, `network.npz` of a game: arrays by their names, and

version    int, the game's FORMAT
about      text: how they were made, as JSON
"""

from __future__ import annotations

import hashlib
import json
import shlex
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tokenize import TokenError
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile, is_zipfile

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError

UNREADABLE: Final = (
    *(OSError, EOFError, BadZipFile, zlib.error),
    *(KeyError, ValueError, TypeError, OverflowError, RuntimeError, MemoryError),
    *(SyntaxError, TokenError),
)
"""What numpy raises, sooner or later, for a file of arrays that is missing, damaged or something else: RuntimeError
where damage makes it look encrypted or compressed in another way; the last two where the header of an array, which is
a Python literal, is none any more."""


class ArraySpec(NamedTuple):
    """What an array of a file must be: its shape, the largest that a number in it may be, and its type."""

    shape: tuple[int, ...]
    largest: int
    kind: type[np.signedinteger[Any]] = np.int16


def read_arrays(
    file: Path, game: str, version: int, wanted: Mapping[str, ArraySpec], what: str = "weights", may_lack: bool = False
) -> dict[str, NDArray[Any]]:
    """The arrays of a file by name, those that are `wanted`; with `may_lack` only those of them that the file has.
    Raises EngineError, one sentence, for a file that is missing, damaged or of another format: "cannot read the `what`
    of the `game` engine"."""
    refusal = f"cannot read the {what} of the {game} engine: {file}"
    try:
        with file.open("rb") as opened:
            if not is_zipfile(opened):
                raise ValueError("no file of arrays, or a damaged one")
            opened.seek(0)
            with np.load(opened, allow_pickle=False) as held:
                if int(held["version"]) != version:
                    raise ValueError(f"format {int(held['version'])} instead of {version}")
                lacking = [name for name in wanted if name not in held]
                if lacking and not may_lack:
                    raise EngineError(f"{refusal} lacks {lacking[0]}")
                return {name: _checked(name, held[name], each) for name, each in wanted.items() if name in held}
    except KeyError as error:
        raise EngineError(f"{refusal} lacks its version") from error
    except UNREADABLE as error:
        raise EngineError(f"{refusal}: {error}") from error


def _checked(name: str, array: object, wanted: ArraySpec) -> NDArray[Any]:
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name}: no array")
    if array.dtype != wanted.kind or array.shape != wanted.shape:
        raise ValueError(f"{name}: {array.dtype}{array.shape} instead of {np.dtype(wanted.kind)}{wanted.shape}")
    if int(np.abs(array.astype(np.int64)).max(initial=0)) > wanted.largest:
        raise ValueError(f"{name}: weights beyond {wanted.largest}")
    return array


def read_about(file: Path) -> dict[str, Any]:
    """How the weights were made. Raises what is UNREADABLE for what is no file of weights."""
    with np.load(file, allow_pickle=False) as held:
        about: dict[str, Any] = json.loads(str(held["about"]))
    return about


def told_command(module: str, arguments: Sequence[str]) -> str:
    """The command that makes weights as their `about` tells it, files by their names alone: folders are those of one
    machine."""
    return shlex.join(["python", "-m", module, *(Path(word).name or word for word in arguments)])


def digest_of(files: Iterable[Path]) -> str:
    """Which files of games weights were learnt from, as their `about` tells it: of their bytes, in this order. Raises
    OSError."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def write_arrays(file: Path, version: int, arrays: Mapping[str, NDArray[Any]], about: Mapping[str, Any]) -> None:
    """Write weights. The same ones give the same bytes. Raises OSError."""
    told = np.array(json.dumps(about, ensure_ascii=False))
    with file.open("wb") as out:  # numpy would add an ending to the name
        np.savez_compressed(out, version=np.array(version), about=told, **arrays)  # type: ignore[arg-type]  # its stubs
