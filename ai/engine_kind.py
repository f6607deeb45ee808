"""What an engine is before it is made. Light: its modules are named, and imported when they are needed."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ai.api import Engine, Limit


def resolve(reference: str) -> Any:
    """What `module:name` names; the module is imported now."""
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)


@dataclass(frozen=True, slots=True)
class EngineKind:
    """One engine. A value that can be sent to another process.

    `engine` refers to its class, as `module:name`, which is made from a seed and its options. `kernels` names the
    module that compiles its kernels (`count()`, `compile_kernels()`), empty where it has none; `compiled_last`: after
    those of all others, as few levels play with it. `blunders` refers to a `BlunderModel` (`ai.common.blunders`): with
    it the engine takes the options `oversight` and `missed`, in percent, and `foresight`, in plies. `around` refers to
    an engine that is put around it, with the seed. `ponders`: it can use the other side's time (what it remembers of a
    search serves the next). `light` is the most depth, and the most nodes, with which it answers within a second where
    its kernels are interpreted (`ai.runtime.interpreter`).
    """

    name: str
    engine: str
    kernels: str = ""
    compiled_last: bool = False
    blunders: str = ""
    around: str = ""
    ponders: bool = False
    light: Limit | None = None

    @property
    def needs_kernels(self) -> bool:
        """Whether it plays only once kernels are compiled."""
        return bool(self.kernels)

    def is_light(self, limit: Limit) -> bool:
        """Whether a search within a limit takes a second at most where the kernels are interpreted."""
        if self.light is None:
            return False
        return _within(limit.depth, self.light.depth) or _within(limit.nodes, self.light.nodes)

    def make(self, seed: int, options: Mapping[str, int]) -> Engine:
        """The engine; the work is done by its `load`. Raises TypeError for an option that it does not take."""
        given = dict(options)
        sight = [given.pop(name, 0) if self.blunders else 0 for name in ("oversight", "foresight", "missed")]
        engine: Engine = resolve(self.engine)(seed, **given)
        if any(sight):
            from ai.common.blunders import BlunderingEngine  # most games are played without

            engine = BlunderingEngine(engine, resolve(self.blunders)(seed, *sight))
        return resolve(self.around)(engine, seed) if self.around else engine


def _within(given: int | None, most: int | None) -> bool:
    return given is not None and most is not None and given <= most
