"""What an engine is asked for its signature (`ai.bench.signatures`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ai.api import Job


class Searches(NamedTuple):
    """The positions, the depth of the first searches, and the engine's options."""

    jobs: Sequence[Job]
    depth: int
    options: Mapping[str, int] = MappingProxyType({})
