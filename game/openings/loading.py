"""The named openings for a window: made in a thread, since the first of them take some frames."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from game.openings.naming import OpeningTable, openings_of
from game.openings.opening import Opening
from game.position_keys import moves_of
from game.rules.core import Position, Variant


class OpeningNames:
    """Each variant's openings, from some frames after they were first asked for."""

    def __init__(self) -> None:
        self._tables: dict[str, Future[OpeningTable]] = {}
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="openings")

    def table(self, variant: Variant) -> OpeningTable | None:
        """The openings of a variant; None as long as they are being made."""
        name = moves_of(variant)
        if name not in self._tables:
            self._tables[name] = self._maker.submit(openings_of, variant)
        made = self._tables[name]
        return made.result() if made.done() else None

    def of_game(self, positions: Sequence[Position], variant: Variant) -> Opening | None:
        """The opening of a game by its positions, from its start; None where it has no name, or none yet."""
        table = self.table(variant)
        return table.of_game(positions, variant) if table is not None else None

    def close(self) -> None:
        """Make no more."""
        self._maker.shutdown(wait=True, cancel_futures=True)
