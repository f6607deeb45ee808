"""The numbers of the network of the evaluation: `network.npz` beside this file, made by `ai.gomoku.training`. What
every file of weights has (`ai.common.weights`), `about` by rule, and for each rule, for black and white to look:

    {rule}-shapes    int16 (2, 256 * CHANNELS)   what a shape adds, the own pattern in its low bits; in POINT_ONE-ths
    {rule}-biases    int16 (2, CHANNELS)         what the channels of a point begin with
    {rule}-hidden    int16 (2, HIDDEN * BOTH)    the weights of the sums in the hidden units, in WEIGHT_ONE-ths
    {rule}-begins    int16 (2, HIDDEN)           what the units begin with, in WEIGHT_ONE-ths
    {rule}-outputs   int16 (2, BUCKETS * (HIDDEN + BOTH))    for each bucket the weights of units, in WEIGHT_ONE-ths,
                                                 and of sums, in fourths of those
    {rule}-worths    int16 (2, BUCKETS)          what a bucket is worth, in units of the evaluation
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.kept import kept
from ai.common.weights import ArraySpec, read_arrays, write_arrays
from ai.gomoku import network_layout as net
from ai.gomoku.weights import FITTED, fitted_as
from game.rules.gomoku.rows import RowRule

FILE: Final = Path(__file__).with_name("network.npz")
FORMAT: Final = 1
LARGEST_OUTPUT: Final = 8 * net.WEIGHT_ONE - 1
LARGEST_WORTH: Final = 2_000


class LineNetwork(NamedTuple):
    """The numbers of one rule; see the module's text."""

    shapes: NDArray[np.int16]
    biases: NDArray[np.int16]
    hidden: NDArray[np.int16]
    begins: NDArray[np.int16]
    outputs: NDArray[np.int16]
    worths: NDArray[np.int16]


_WANTED: Final = {
    "shapes": ArraySpec((2, 256 * net.CHANNELS), net.LARGEST_SHAPE),
    "biases": ArraySpec((2, net.CHANNELS), net.LARGEST_SHAPE),
    "hidden": ArraySpec((2, net.HIDDEN * net.BOTH), net.LARGEST_WEIGHT),
    "begins": ArraySpec((2, net.HIDDEN), LARGEST_OUTPUT),
    "outputs": ArraySpec((2, net.BUCKETS * (net.HIDDEN + net.BOTH)), LARGEST_OUTPUT),
    "worths": ArraySpec((2, net.BUCKETS), LARGEST_WORTH),
}


def read_networks(file: Path = FILE) -> dict[RowRule, LineNetwork]:
    """The network of every fitted rule. Raises EngineError (see `ai.common.weights`)."""
    wanted = {f"{rule.name.lower()}-{part}": each for rule in FITTED for part, each in _WANTED.items()}
    held = read_arrays(file, "Gomoku", FORMAT, wanted, "networks")
    return {rule: LineNetwork(*(held[f"{rule.name.lower()}-{part}"] for part in _WANTED)) for rule in FITTED}


def no_network() -> LineNetwork:
    """One that corrects nothing."""
    return LineNetwork(*(np.zeros(each.shape, each.kind) for each in _WANTED.values()))


@kept
def network_of(rule: RowRule) -> NDArray[np.int16]:
    """The engine's network of a rule as the kernels take it; not to be written to. Raises EngineError (see
    read_networks)."""
    return for_kernels(read_networks()[fitted_as(rule)])


def for_kernels(network: LineNetwork) -> NDArray[np.int16]:
    """A network as it lies in the kernels' arrays: int16[NETWORK_SIZE]."""
    shapes = network.shapes.reshape(2, 256, net.CHANNELS)
    codes = np.arange(256)
    swapped = (codes << 4 | codes >> 4) & 255
    both = np.concatenate([shapes[0], shapes[1, swapped]], axis=1)
    half = 1 << net.SUM_SHIFT - 1  # so that the kernels round
    parts = [both.reshape(-1), network.biases.reshape(-1) + half]
    for side in range(2):
        hidden = network.hidden[side].reshape(net.HIDDEN, 2, net.CHANNELS)
        outputs = network.outputs[side].reshape(net.BUCKETS, net.HIDDEN + net.BOTH).copy()
        if side == 1:  # the file has the numbers of the side to move first, the kernels black's
            hidden = hidden[:, ::-1]
            outputs[:, net.HIDDEN :] = np.roll(outputs[:, net.HIDDEN :], net.CHANNELS, axis=1)
        parts += [hidden.reshape(-1), network.begins[side], outputs.reshape(-1), network.worths[side]]
    in_use = any(part.any() for part in network)
    return np.concatenate([*parts, [in_use]]).astype(np.int16)


def write_networks(file: Path, networks: Mapping[RowRule, LineNetwork], about: Mapping[str, Any]) -> None:
    """Write the network of every fitted rule, and for each how it was made. Raises OSError."""
    arrays: dict[str, NDArray[np.int16]] = {}
    for rule, each in networks.items():
        arrays |= {f"{rule.name.lower()}-{part}": array for part, array in each._asdict().items()}
    write_arrays(file, FORMAT, arrays, about)
