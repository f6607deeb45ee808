"""Tables are made once, and again after nobody needed them."""

from __future__ import annotations

import weakref

import numpy as np
import pytest
from engine_helpers import think
from numpy.typing import NDArray

from ai.api import Job, Limit
from ai.common.kept import forget_tables, kept
from ai.levels import level
from game.rules.registry import variant


@kept
def squares(count: int) -> NDArray[np.int64]:
    return np.arange(count) ** 2


def test_a_table_is_made_once_until_it_is_given_back() -> None:
    first = squares(7)
    assert squares(7) is first
    held = weakref.ref(first)
    forget_tables()
    assert held() is first, "who holds it goes on with it"
    assert squares(7) is not first
    del first
    assert held() is None


@pytest.mark.parametrize("name", ["gomoku-freestyle", "xiangqi", "draughts-international", "reversi"])
def test_an_engine_plays_on_after_tables_were_given_back(name: str) -> None:
    rules = variant(name)
    job = Job(name, str(rules.start()))
    engine = level(rules.game, "expert").new_engine(3)
    first = think(engine, job, Limit(nodes=500))
    forget_tables()
    again = think(engine, job, Limit(nodes=500))
    assert (again.move, again.info.nodes) == (first.move, first.info.nodes)
