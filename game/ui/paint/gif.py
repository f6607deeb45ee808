"""Writes animated GIFs: a palette, and pictures of which only what has changed is told.

Written here because the window library only reads them, and Pillow, which writes them, would add some ten megabytes to
every package for this alone. Source: Graphics Interchange Format, Version 89a (CompuServe, 1990), with the block of
Netscape 2.0 that makes it go round.
"""

from __future__ import annotations

import struct
from typing import Final

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Colours by row, column and red, green, blue."""
_Indices = NDArray[np.uint8]

_COLOURS: Final = 255
_UNCHANGED: Final = 255
"""The index that leaves what stood there before."""
_BITS: Final = 8
_MOST_CODES: Final = 4096
_STEPS: Final = 32
"""Colours are told apart by this many steps of red, of green and of blue."""


class GifWriter:
    """An animation of pictures of one size. The first one gives most of the palette, `others` may add to it; it needs
    no screen and may be used in any thread."""

    def __init__(self, first: Pixels, *others: Pixels) -> None:
        """`others` are pictures, or parts of pictures, with colours that the first does not have."""
        height, width = first.shape[:2]
        samples = np.concatenate([each.reshape(-1, 3) for each in (first, *others)])
        self._palette = palette_of(samples)
        self._nearest = _nearest_to(self._palette)
        self._last: _Indices | None = None
        self._parts = [
            b"GIF89a", struct.pack("<HHBBB", width, height, 0xF7, 0, 0),
            self._palette.tobytes().ljust(3 * (_COLOURS + 1), b"\0"),
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
        ]  # fmt: skip

    def add(self, picture: Pixels, shown_s: float) -> None:
        """Add a picture that is shown this long, in hundredths of a second."""
        indices = self._nearest[_bins(picture)]
        top, left, told = 0, 0, indices
        if self._last is not None:
            changed = indices != self._last
            rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
            if not len(rows):
                rows = columns = np.array([0])
            top, left = int(rows[0]), int(columns[0])
            part = (slice(top, int(rows[-1]) + 1), slice(left, int(columns[-1]) + 1))
            told = np.where(changed[part], indices[part], np.uint8(_UNCHANGED))
        self._last = indices
        height, width = told.shape
        hundredths = min(max(round(shown_s * 100), 2), 0xFFFF)
        self._parts += [
            b"\x21\xf9\x04" + struct.pack("<BHBB", 0x05, hundredths, _UNCHANGED, 0),  # it stays, with what is clear
            b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0),
            bytes((_BITS,)), _in_blocks(deflated(told.tobytes())), b"\0",
        ]  # fmt: skip

    def data(self) -> bytes:
        """The file."""
        return b"".join((*self._parts, b"\x3b"))


def deflated(indices: bytes) -> bytes:
    """Indices of eight bits by the variant of Lempel, Ziv and Welch that GIF has: codes of 9 to 12 bits, the lowest bit
    first, started again when all 4,096 are given out."""
    clear, end = 1 << _BITS, (1 << _BITS) + 1
    out = bytearray()
    held, bits, width = clear, _BITS + 1, _BITS + 1  # the first code is the one that clears
    codes: dict[int, int] = {}
    following, prefix = end + 1, -1
    for index in indices:
        if prefix < 0:
            prefix = index
            continue
        key = prefix << _BITS | index
        code = codes.get(key)
        if code is not None:
            prefix = code
            continue
        held |= prefix << bits
        bits += width
        while bits >= 8:
            out.append(held & 0xFF)
            held >>= 8
            bits -= 8
        prefix = index
        if following < _MOST_CODES:
            codes[key] = following
            if following == 1 << width:
                width += 1
            following += 1
        else:
            held |= clear << bits
            bits += width
            codes.clear()
            following, width = end + 1, _BITS + 1
    for code in (prefix, end) if prefix >= 0 else (end,):
        held |= code << bits
        bits += width
        if code != end and following == 1 << width and width < 12:
            width += 1  # whoever reads it has learnt one more code by now
    out += held.to_bytes((bits + 7) // 8, "little")
    return bytes(out)


def palette_of(samples: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """At most 255 colours for pixels (n by 3), by median cut (Heckbert, 1982): the box with the widest spread of
    colours is halved at the middle of its pixels."""
    bins, counts = np.unique(_bins(samples), return_counts=True)
    colours = _colours_of(bins)
    boxes = [np.arange(len(bins))]
    worth = [_spread(colours, counts, boxes[0])]
    while len(boxes) < _COLOURS:
        widest = int(np.argmax(worth))
        if worth[widest] <= 0:
            break
        box = boxes.pop(widest)
        worth.pop(widest)
        channel = int(np.argmax(np.ptp(colours[box], axis=0)))
        box = box[np.argsort(colours[box, channel], kind="stable")]
        halves = np.cumsum(counts[box])
        middle = min(max(int(np.searchsorted(halves, halves[-1] / 2)), 1), len(box) - 1)
        for part in (box[:middle], box[middle:]):
            boxes.append(part)
            worth.append(_spread(colours, counts, part))
    means = [np.average(colours[box], axis=0, weights=counts[box]) for box in boxes]
    return np.array(np.round(means), np.uint8)


def _spread(colours: NDArray[np.float64], counts: NDArray[np.int64], box: NDArray[np.int64]) -> float:
    """How much a box would gain by being halved: its extent, more for many pixels, yet not in their number, for a few
    pixels of a piece tell more than thousands of a board."""
    return float(np.ptp(colours[box], axis=0).max()) * float(counts[box].sum()) ** 0.25 if len(box) > 1 else 0.0


def _bins(pixels: Pixels) -> NDArray[np.int64]:
    """The bin of each colour, 0 to 32,767."""
    steps = (pixels >> 3).astype(np.int64)
    bins: NDArray[np.int64] = (steps[..., 0] * _STEPS + steps[..., 1]) * _STEPS + steps[..., 2]
    return bins


def _colours_of(bins: NDArray[np.int64]) -> NDArray[np.float64]:
    """The colour in the middle of each bin."""
    steps = np.stack((bins // _STEPS**2, bins // _STEPS % _STEPS, bins % _STEPS), axis=-1)
    return (steps * 8.0 + 3.5).astype(np.float64)


def _nearest_to(palette: NDArray[np.uint8]) -> _Indices:
    """The nearest colour of a palette by bin."""
    colours, own = _colours_of(np.arange(_STEPS**3)), palette.astype(np.float64)
    lengths = (own**2).sum(1)
    nearest: _Indices = np.argmin(lengths - 2 * colours @ own.T, axis=1).astype(np.uint8)
    return nearest


def _in_blocks(data: bytes) -> bytes:
    """Data in blocks of at most 255 bytes, each behind its length."""
    parts = (data[at : at + 255] for at in range(0, len(data), 255))
    return b"".join(bytes((len(part),)) + part for part in parts)
