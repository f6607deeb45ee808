"""The transposition table: what goes in comes out, what is worth most stays, what must be forgotten is."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest

from ai.api import Clock, Limit

pytestmark = pytest.mark.usefixtures("kernels")


def test_what_is_stored_is_found_again() -> None:
    from ai.common import table

    entries = np.zeros(2 * 1024, np.int64)
    chance = random.Random(3)
    for _ in range(200):
        key = chance.getrandbits(64) - (1 << 63)
        move, bound, depth = chance.randrange(1 << 16), chance.randint(1, 3), chance.randrange(256)
        score, static = (chance.randint(-32768, 32767) for _ in range(2))
        table.store(entries, key, move, bound, depth, chance.randrange(64), score, static)
        data = table.probe(entries, key)
        assert (table.move_of(data), table.bound_of(data), table.depth_of(data)) == (move, bound, depth)
        assert (table.score_of(data), table.static_of(data)) == (score, static)
        assert table.probe(entries, key ^ (1 << 40)) == 0


def test_a_torn_entry_is_not_believed() -> None:
    from ai.common import table

    entries = np.zeros(2 * 1024, np.int64)
    table.store(entries, 8, 1, table.EXACT, 3, 1, 5, 0)
    place = int(np.flatnonzero(entries)[0])
    entries[place + 1] ^= 1 << 33
    assert table.probe(entries, 8) == 0


def test_deep_entries_outlive_shallow_ones_until_they_are_old() -> None:
    from ai.common import table

    def keys_after(generation: int) -> set[int]:
        entries = np.zeros(2 * 1024, np.int64)
        for index in range(4):
            table.store(entries, index << 32, 1, table.LOWER, 20, 1, 0, 0)
        for index in range(4, 12):
            table.store(entries, index << 32, 1, table.LOWER, 2 + index % 2, generation, 0, 0)
        return {index for index in range(12) if table.probe(entries, index << 32)}

    assert len(keys_after(1) & {0, 1, 2, 3}) == 3
    assert not keys_after(9) & {0, 1, 2, 3}


def test_a_position_keeps_its_move_and_its_deep_entry() -> None:
    from ai.common import table

    entries = np.zeros(2 * 1024, np.int64)
    table.store(entries, 5, 77, table.LOWER, 9, 1, 3, 0)
    table.store(entries, 5, 0, table.UPPER, 8, 1, -4, 0)
    assert table.move_of(table.probe(entries, 5)) == 77
    table.store(entries, 5, 12, table.UPPER, 1, 1, -4, 0)
    assert table.depth_of(table.probe(entries, 5)) == 8
    table.store(entries, 5, 12, table.UPPER, 1, 2, -4, 0)
    assert table.move_of(table.probe(entries, 5)) == 12


def test_memory_is_kept_between_searches_in_time_and_emptied_otherwise() -> None:
    from ai.common.table import TableMemory

    memory = TableMemory(1)

    def leftovers(limit: Limit, about: str = "renju") -> int:
        entries, _ = memory.begin(limit, about)
        found = int(np.count_nonzero(entries))
        entries[:] = 1
        return found

    assert leftovers(Limit(time_s=1.0)) == 0
    size = leftovers(Limit(clock=Clock(9.0)))
    assert size == 2 * (1 << 20) // 16
    assert leftovers(Limit()) == size
    assert leftovers(Limit(depth=50, time_s=1.0)) == size
    assert leftovers(Limit(time_s=1.0), "freestyle") == 0
    assert leftovers(Limit(depth=5), "freestyle") == 0
    assert leftovers(Limit(time_s=1.0), "freestyle") == 0
    assert leftovers(Limit(nodes=100)) == 0
    assert leftovers(Limit(nodes=100)) == 0


def test_each_search_has_a_generation_of_its_own_and_lines_of_four_entries() -> None:
    from ai.common.table import TableMemory

    memory = TableMemory(1)
    first, generation = memory.begin(Limit(time_s=1.0), "a")
    second, later = memory.begin(Limit(time_s=1.0), "a")
    assert generation != later
    assert first.ctypes.data % 64 == 0
    assert second.shape == first.shape


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads how Linux counts pages")
def test_touched_memory_is_there_before_the_first_search() -> None:
    from ai.common.table import TableMemory

    def taken_kb() -> int:
        """What this process has of the machine's memory."""
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0])

    before_kb = taken_kb()
    lazy = TableMemory(64)
    lazy.begin(Limit(time_s=1.0), "one")
    assert taken_kb() - before_kb < 32 * 1024, "only what is written to"
    eager = TableMemory(64)
    eager.touch()
    assert taken_kb() - before_kb > 60 * 1024
    assert not eager.begin(Limit(time_s=1.0), "one")[0].any()
