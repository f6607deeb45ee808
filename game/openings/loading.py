"""The named openings for a window: made in a thread, since the first of them take some frames, and so does what makes
them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from game.rules.core import Position, Variant

if TYPE_CHECKING:  # what takes a while to come in
    from game.openings.naming import OpeningTable
    from game.openings.opening import Opening


class OpeningNames:
    """Each variant's openings, from some frames after they were first asked for."""

    def __init__(self) -> None:
        self._tables: dict[str, Future[OpeningTable]] = {}
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="openings")

    def table(self, variant: Variant) -> OpeningTable | None:
        """The openings of a variant; None as long as they are being made."""
        if variant.name not in self._tables:
            self._tables[variant.name] = self._maker.submit(_make, variant)
        made = self._tables[variant.name]
        return made.result() if made.done() else None

    def of_game(self, positions: Sequence[Position], variant: Variant) -> Opening | None:
        """The opening of a game by its positions, from its start; None where it has no name, or none yet."""
        table = self.table(variant)
        return table.of_game(positions, variant) if table is not None else None

    def close(self) -> None:
        """Make no more."""
        self._maker.shutdown(wait=True, cancel_futures=True)


def _make(variant: Variant) -> OpeningTable:
    from game.openings.naming import openings_of

    return openings_of(variant)
