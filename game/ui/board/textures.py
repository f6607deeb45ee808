"""The stuff that boards are made of, computed: wood with rings and fibres, stone, paper. Arrays as in `surfaces`.

A whole board of it takes some tens of milliseconds, so it is made in steps; a piece of it with `at_once`.
"""

from __future__ import annotations

import numpy as np

from game.ui.paint.kept import Steps
from game.ui.paint.surfaces import (
    Colour,
    Field,
    ValueNoise,
    bands,
    mix_in_steps,
    noise_in_steps,
    shifted_in_steps,
    tinted_in_steps,
)

_RING_STRENGTHS = 400
_LATEWOOD = 0.82
"""The share of a ring over which it darkens slowly; in the rest it turns bright again."""


def wood(
    width: int,
    height: int,
    bright: Colour,
    dark: Colour,
    seed: int,
    rings: int = 16,
    warp: float = 0.05,
    strength: float = 1.0,
) -> Steps[Field]:
    """A plank with upright rings: `warp` bends them, `strength` says how dark the darkest fibres get. H x W x 3."""
    rng = np.random.default_rng(seed)
    fibres = max(2, width // 2)
    bend = ValueNoise(height, width, 2, 4, rng)
    ripple = ValueNoise(height, width, 5, 14, rng)
    long = ValueNoise(height, width, 6, fibres, rng)
    short = ValueNoise(height, width, 20, fibres, rng)
    tone = ValueNoise(height, width, 2, 4, rng)
    strengths = np.random.default_rng(seed + 1).random(_RING_STRENGTHS, dtype=np.float32)
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    share = np.empty((height, width), np.float32)
    yield
    for band in bands(height, width):
        across = x * (1 + np.float32(0.10) * y[band])
        across += np.float32(warp) * bend.rows(band)
        across += np.float32(warp * 0.22) * ripple.rows(band)
        across *= rings
        ring = np.floor(across)
        within = across - ring
        each = strengths.take(ring.astype(np.int32), mode="wrap")
        grain = np.minimum(within / np.float32(_LATEWOOD), (1 - within) / np.float32(1 - _LATEWOOD))
        grain *= grain * (np.float32(0.30) + np.float32(0.80) * each)
        fibre = long.rows(band) * np.float32(0.55)
        fibre += short.rows(band) * np.float32(0.45)
        yield
        part = share[band]
        part[...] = np.float32(0.36) * grain + np.float32(0.24) * fibre + np.float32(0.26) * tone.rows(band)
        part *= np.float32(strength)
        np.clip(part, 0, 1, out=part)
        yield
    return (yield from mix_in_steps(bright, dark, share))


def stone_slab(width: int, height: int, base: Colour, seed: int, roughness: float = 7.0) -> Steps[Field]:
    """Cut stone: clouds, patches and a fine grain around one colour, up or down by about `roughness`. H x W x 3."""
    rng = np.random.default_rng(seed)
    broad = yield from noise_in_steps(height, width, 5, 5, rng)
    patches = yield from noise_in_steps(height, width, 22, 22, rng)
    fine = yield from noise_in_steps(height, width, max(2, height // 2), max(2, width // 2), rng)
    clouds = np.empty((height, width), np.float32)
    for band in bands(height, width):
        part = (broad[band] - 0.5) * 2 + (patches[band] - 0.5)
        part += (fine[band] - 0.5) * 0.8
        np.multiply(part, np.float32(roughness), out=clouds[band])
        yield
    return (yield from shifted_in_steps(base, clouds))


def rice_paper(width: int, height: int, base: Colour, seed: int, roughness: float = 4.0) -> Steps[Field]:
    """Paper with a soft tooth, faint clouds and scattered fibres. H x W x 3."""
    rng = np.random.default_rng(seed)
    tooth = yield from noise_in_steps(height, width, max(2, height // 2), max(2, width // 2), rng)
    clouds = yield from noise_in_steps(height, width, 4, 5, rng)
    fine = yield from noise_in_steps(height, width, max(2, height // 3), max(2, width // 30), rng)
    for band in bands(height, width):
        part = (tooth[band] - 0.5) * roughness
        part += (clouds[band] - 0.5) * (roughness * 1.6)
        part += (fine[band] - 0.5) * (roughness * 0.6)
        tooth[band] = part
        yield
    paper = yield from shifted_in_steps(base, tooth)
    for _ in range(width * height // 5200):
        length = int(rng.integers(6, 16))
        xs = int(rng.integers(0, max(1, width - 18))) + np.arange(length)
        ys = int(rng.integers(0, max(1, height - 8))) + 4 + (rng.uniform(-0.35, 0.35) * np.arange(length)).astype(int)
        paper[np.clip(ys, 0, height - 1), np.clip(xs, 0, width - 1)] -= 5
    return paper


def bamboo(width: int, height: int, bright: Colour, dark: Colour, seed: int, strips: int = 11) -> Steps[Field]:
    """Strips of split bamboo side by side, each of its own tone, with fine fibres and its nodes at other heights.
    H x W x 3."""
    rng = np.random.default_rng(seed)
    fibres = yield from noise_in_steps(height, width, 5, max(2, width // 2), rng)
    cloud = yield from noise_in_steps(height, width, 6, strips * 2, rng)
    yield
    across = np.linspace(0, strips, width, endpoint=False, dtype=np.float32)
    nth = across.astype(np.int32)
    within = across - nth
    tone = rng.uniform(0.0, 0.34, strips).astype(np.float32)[nth]
    tone += np.float32(0.10) * (2 * within - 1) ** 2  # the strips are a little round
    share = np.empty((height, width), np.float32)
    for band in bands(height, width):
        share[band] = np.float32(0.34) * fibres[band] + np.float32(0.16) * cloud[band] + tone[None, :]
        yield
    gap = np.float32(strips / width)  # a pixel's width of a strip
    seam = np.clip(1.6 - np.minimum(within, 1 - within) / gap, 0, 1)
    y = np.arange(height, dtype=np.float32)[:, None]
    nodes = rng.uniform(0, 0.5, strips)
    heights = [((nodes + apart) * height).astype(np.float32)[nth][None, :] for apart in (0.0, 0.5)]
    for band in bands(height, width):
        part = share[band]
        part += np.float32(0.5) * seam[None, :]
        for at in heights:
            away = (y[band] - at) * np.float32(640 / height)
            node = np.float32(0.42) * np.exp(-((away / 2.2) ** 2))
            part += node - np.float32(0.20) * np.exp(-(((away + 6) / 3) ** 2))
        np.clip(part, 0, 1, out=part)
        yield
    return (yield from mix_in_steps(bright, dark, share))


def damask(width: int, height: int, base: Colour, seed: int, repeat: float = 0.125) -> Steps[Field]:
    """Silk with a woven pattern of lozenges that shows by its gleam alone; `repeat` is the pattern's width by the
    cloth's. H x W x 3."""
    rng = np.random.default_rng(seed)
    long = yield from noise_in_steps(height, width, max(2, height // 2), max(2, width // 24), rng)
    cross = yield from noise_in_steps(height, width, max(2, height // 24), max(2, width // 2), rng)
    clouds = yield from noise_in_steps(height, width, 3, 4, rng)
    step = np.float32(width * repeat)
    x = np.arange(width, dtype=np.float32)[None, :] / step
    y = np.arange(height, dtype=np.float32)[:, None] / step
    across, down = abs(x - np.floor(x) - 0.5), abs(y - np.floor(y) - 0.5)
    share = np.empty((height, width), np.float32)
    for band in bands(height, width):
        threads = long[band] - 0.5
        threads += (cross[band] - 0.5) * 0.7
        away = abs(across + down[band] - 0.5)  # from the lozenges' sides
        pattern = np.clip(1.5 - away * 18, 0, 1) + 0.8 * np.clip(1.4 - (across + down[band]) * 9, 0, 1)
        share[band] = 1 + 0.055 * threads + 0.05 * (clouds[band] - 0.5) + 0.035 * pattern
        yield
    return (yield from tinted_in_steps(base, share))


def lit(stuff: Steps[Field]) -> Steps[Field]:
    """The stuff under the lamp."""
    field = yield from stuff
    yield
    return (yield from under_lamp(field))


def under_lamp(field: Field, amount: float = 0.045) -> Steps[Field]:
    """The field, which is taken for it, under the one lamp at the upper left: a little brighter there, darker at the
    lower right."""
    height, width = field.shape[:2]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.float32(0.75 * amount)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :] * np.float32(0.45 * amount)
    for band in bands(height, width):
        field[band] *= (1 - (x + y[band]))[..., None]
        yield
    return field
