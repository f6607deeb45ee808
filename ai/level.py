"""What a level is: a name that a person chooses, and the engine, its options and the limit of a move behind it.

Imports neither numba nor numpy: the level select is drawn before any engine is loaded. Each game lists its levels in
its own folder (`ai.gomoku.levels`); `ai.levels` finds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ai.api import Engine, Limit
from ai.engine_kind import EngineKind

MAX_DEPTH = 40
MAX_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Rating:
    """Measured strength in Elo, 0 for the game's weakest level, and the half width of its 95 % interval against the
    average of all players that were measured together."""

    elo: int
    error: int


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent: its name (`beginner`, `depth:6`), the game, the limit of a move, and which engine plays.

    `kind` is its engine, `options` what that is made with. `rating` is None while it is not measured.
    """

    name: str
    game: str
    limit: Limit
    kind: EngineKind
    options: Mapping[str, int] = field(default_factory=dict)
    rating: Rating | None = None

    @property
    def engine(self) -> str:
        """The engine's name."""
        return self.kind.name

    @property
    def needs_kernels(self) -> bool:
        """Whether the level can play only once the kernels are compiled."""
        return self.kind.needs_kernels

    @property
    def is_light(self) -> bool:
        """Whether it looks at so little that it can play before its kernels are compiled (`ai.runtime.interpreter`)."""
        return self.kind.is_light(self.limit)

    @property
    def ponders(self) -> bool:
        """Whether it can use the other side's time."""
        return self.kind.ponders

    def attentive(self) -> Level:
        """The same without oversights, book and chance: who advises sees everything and thinks for itself."""
        left_out = ("oversight", "foresight", "missed", "book", "variety")
        return replace(self, options={name: value for name, value in self.options.items() if name not in left_out})

    def new_engine(self, seed: int = 0) -> Engine:
        """A fresh engine for one seat. Light: the work is done by its `load`. Equal seeds play equal games as long as
        the limit is not one of time."""
        return self.kind.make(seed, self.options)
