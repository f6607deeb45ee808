"""The numbers of the network of Xiangqi's evaluation: `network.npz` beside this file, made by `ai.xiangqi.training`.

version   int, FORMAT
about     text: how they were made, as JSON
rows      int16, the rows of the features and the biases of an accumulator, in INPUT_ONE-ths
stages    int16, the weights of the stages, in OUTPUT_ONE-ths
biases    int32 (OUTPUTS,), those of the stages, in INPUT_ONE-ths of OUTPUT_ONE-ths
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.kept import kept
from ai.common.weights import ArraySpec, read_arrays, write_arrays
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


_WANTED: Final = {
    "rows": ArraySpec((net.STAGES,), net.LARGEST_INPUT),
    "stages": ArraySpec((net.STAGE_BIASES - net.STAGES,), net.LARGEST_OUTPUT),
    "biases": ArraySpec((net.OUTPUTS,), 1 << 28, np.int32),
}


def read_network(file: Path = FILE) -> Network:
    """The network of a file. Raises EngineError (see `ai.common.weights`)."""
    return Network(**read_arrays(file, "Xiangqi", FORMAT, _WANTED, "network"))


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
    write_arrays(file, FORMAT, network._asdict(), about)
