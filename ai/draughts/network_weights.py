"""The numbers of the networks of draughts' evaluation: `network.npz` beside this file, made by `ai.draughts.training`.

version            int, FORMAT
about              text: how they were made, as JSON, by variant
VARIANT-rows       int16, the rows of the features as White sees them (own man, other man, own king, other king, on each
                   bit of the board) and the biases of an accumulator, in INPUT_ONE-ths
VARIANT-outputs    int16, the weights of the stages, in OUTPUT_ONE-ths
VARIANT-biases     int32, those of the stages, in HELD_ONE-ths of OUTPUT_ONE-ths, and what a whole of the output is
                   worth in hundredths of a man
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.kept import kept
from ai.common.weights import ArraySpec, read_arrays, write_arrays
from ai.draughts import layout as at
from ai.draughts import network_layout as net
from ai.draughts.board import VARIANTS, DraughtsArrays, KernelVariant, bit_of
from ai.draughts.patterns import SAME

FILE: Final = Path(__file__).with_name("network.npz")
FORMAT: Final = 1


class PieceNetwork(NamedTuple):
    """The arrays of a variant in the file."""

    rows: NDArray[np.int16]
    outputs: NDArray[np.int16]
    biases: NDArray[np.int32]


NO_NETWORK: Final = PieceNetwork(
    np.zeros((net.FEATURES + 1) * net.WIDTH, np.int16),
    np.zeros(at.STAGES * net.BOTH, np.int16),
    np.zeros(at.STAGES + 1, np.int32),
)
"""A network that corrects nothing."""
_WANTED: Final = {
    "rows": ArraySpec(NO_NETWORK.rows.shape, net.LARGEST_INPUT),
    "outputs": ArraySpec(NO_NETWORK.outputs.shape, net.LARGEST_OUTPUT),
    "biases": ArraySpec(NO_NETWORK.biases.shape, 1 << 28, np.int32),
}


def turned(variant: KernelVariant) -> NDArray[np.int64]:
    """For each feature as White sees it (kind * 64 + bit) the one that it is for Black: the other side's, on the board
    turned round; 0 for bits that are no squares. int64[FEATURES]."""
    out = np.zeros((4, 64), np.int64)
    bits = [bit_of(square, variant.columns) for square in range(1, variant.rows * variant.columns + 1)]
    for kind in range(4):
        out[kind, bits] = 64 * (kind ^ 1) + np.array(bits[::-1])
    return out.reshape(-1)


def read_networks(file: Path = FILE) -> dict[str, PieceNetwork]:
    """The networks of a file by variant; what it lacks has none. Raises EngineError (see `ai.common.weights`)."""
    wanted = {f"{name}-{part}": each for name in VARIANTS for part, each in _WANTED.items()}
    held = read_arrays(file, "draughts", FORMAT, wanted, "networks", may_lack=True)
    networks = {}
    for name in VARIANTS:
        lacks = [part for part in _WANTED if f"{name}-{part}" not in held]
        if not lacks:
            networks[name] = PieceNetwork(*(held[f"{name}-{part}"] for part in _WANTED))
        elif len(lacks) < len(_WANTED):
            raise EngineError(f"cannot read the networks of the draughts engine: {file} lacks {name}-{lacks[0]}")
    return networks


@kept
def shipped_networks() -> dict[str, PieceNetwork]:
    """The engine's own networks. Raises EngineError (see read_networks)."""
    return read_networks()


def network_of(name: str) -> PieceNetwork:
    """The engine's own network of a variant. Raises EngineError (see read_networks)."""
    return shipped_networks().get(SAME.get(name, name), NO_NETWORK)


def lay_out(arrays: DraughtsArrays, network: PieceNetwork, variant: KernelVariant) -> None:
    """Put a network into the arrays of a search. What its table holds was judged without it."""
    rows = network.rows.reshape(net.FEATURES + 1, net.WIDTH)
    both = np.stack((rows[:-1], rows[turned(variant)]), axis=1)
    arrays.network[: net.OUTPUTS] = both.reshape(-1)
    arrays.network[net.OUTPUTS :] = network.outputs
    arrays.sums[:] = np.tile(rows[-1], 2)
    arrays.words[at.SEEN : at.SEEN + 3] = 0
    arrays.state[at.NETWORK_UNITS] = network.biases[-1]
    arrays.state[at.STAGE_BIASES : at.STAGE_BIASES + at.STAGES] = network.biases[:-1]


def write_networks(file: Path, networks: Mapping[str, PieceNetwork], about: Mapping[str, Any]) -> None:
    """Write networks by variant. The same ones give the same bytes. Raises OSError."""
    parts = {f"{name}-{part}": array for name, each in networks.items() for part, array in each._asdict().items()}
    write_arrays(file, FORMAT, parts, about)
