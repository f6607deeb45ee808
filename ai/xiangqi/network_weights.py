"""The numbers of the network of Xiangqi's evaluation: `network.npz` beside this file, made by `ai.xiangqi.training`.

version   int, FORMAT
about     text: how they were made, as JSON
rows      int16, the rows of the features and the biases of an accumulator, in INPUT_ONE-ths
stages    int16, the weights of the stages, in OUTPUT_ONE-ths
biases    int32 (OUTPUTS,), those of the stages, in INPUT_ONE-ths of OUTPUT_ONE-ths
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.kept import kept
from ai.xiangqi import network_layout as net

FILE: Final = Path(__file__).with_name("network.npz")
FORMAT: Final = 1
_HALF: Final = 14
"""Bits of a bias's low half: that of a 16-bit number with room for its sign."""


class Network(NamedTuple):
    """The arrays of the file."""

    rows: NDArray[np.int16]
    stages: NDArray[np.int16]
    biases: NDArray[np.int32]


_SHAPES: Final = Network(
    np.zeros(net.STAGES, np.int16), np.zeros(net.STAGE_BIASES - net.STAGES, np.int16), np.zeros(net.OUTPUTS, np.int32)
)
_LARGEST: Final = (net.LARGEST_INPUT, net.LARGEST_OUTPUT, 1 << 28)


def read_network(file: Path = FILE) -> Network:
    """The network of a file. Raises EngineError, one sentence, for a file that is missing, damaged or of another
    format."""
    try:
        with np.load(file, allow_pickle=False) as held:
            if int(held["version"]) != FORMAT:
                raise ValueError(f"format {int(held['version'])} instead of {FORMAT}")
            network = Network(*(held[name] for name in Network._fields))
    except KeyError as error:
        raise EngineError(f"cannot read the network of the Xiangqi engine: {file} lacks {error}") from error
    except (OSError, ValueError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        raise EngineError(f"cannot read the network of the Xiangqi engine: {file}: {error}") from error
    arrays: dict[str, NDArray[Any]] = network._asdict()
    wanted: dict[str, NDArray[Any]] = _SHAPES._asdict()
    for (name, array), shape, most in zip(arrays.items(), wanted.values(), _LARGEST, strict=True):
        if array.dtype != shape.dtype or array.shape != shape.shape or np.abs(array.astype(np.int64)).max() > most:
            raise EngineError(
                f"cannot read the network of the Xiangqi engine: {file}: {name} are not those of a network"
            )
    return network


def for_kernels(network: Network) -> NDArray[np.int16]:
    """The network as it lies in the kernels' arrays: int16[NETWORK_SIZE]."""
    halves = np.stack((network.biases & ((1 << _HALF) - 1), network.biases >> _HALF), axis=1).reshape(-1)
    return np.concatenate((network.rows, network.stages, halves.astype(np.int16)))


@kept
def shipped_network() -> NDArray[np.int16]:
    """The engine's own network as the kernels take it; not to be written to. Raises EngineError (see read_network)."""
    return for_kernels(read_network())


def write_network(file: Path, network: Network, about: Mapping[str, Any]) -> None:
    """Write a network. The same one gives the same bytes. Raises OSError."""
    told = np.array(json.dumps(about, ensure_ascii=False))
    with file.open("wb") as out:
        np.savez_compressed(out, version=np.array(FORMAT), about=told, **network._asdict())
