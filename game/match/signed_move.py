"""A move of a game with somebody elsewhere as both sides sign it: the numbers that must not change by a rounding."""

from __future__ import annotations

from typing import Annotated

import msgspec


class SignedMove(msgspec.Struct, frozen=True, array_like=True):
    """The epoch in which it was played, the time used and left as the mover told it (None: no clock), and the signature
    if it came from elsewhere; our own can be made again."""

    epoch: Annotated[int, msgspec.Meta(ge=0)]
    used_ms: Annotated[int, msgspec.Meta(ge=0)]
    left_ms: Annotated[int, msgspec.Meta(ge=0)] | None = None
    signature: str = ""
