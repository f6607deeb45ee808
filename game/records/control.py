"""The time that each side is given."""

from __future__ import annotations

from typing import Annotated

import msgspec


class TimeControl(msgspec.Struct, frozen=True):
    """Seconds for the whole game of each side, and seconds added after each of its moves."""

    base_s: Annotated[float, msgspec.Meta(gt=0, le=86_400)]
    increment_s: Annotated[float, msgspec.Meta(ge=0, le=3_600)] = 0.0
