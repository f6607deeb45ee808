"""A search that is stopped from another thread: before it begins, while it runs, and with the searches after it."""

from __future__ import annotations

import time

from protocol_helpers import QuickEngine

from ai.api import Job, Limit, SearchInfo
from ai.protocols.engine_session import RunningSearch, StopToken
from game.rules.gomoku.variants import FREESTYLE

JOB = Job("gomoku-freestyle", FREESTYLE.write_position(FREESTYLE.start()), ())


def running(thinks_s: float = 5.0) -> tuple[RunningSearch, list[SearchInfo]]:
    heard: list[SearchInfo] = []
    return RunningSearch(QuickEngine(thinks_s), time.monotonic(), heard.append), heard


def test_one_that_was_stopped_before_it_began_ends_at_once() -> None:
    search, heard = running()
    assert not search.is_stopped
    search.stop()
    assert search.is_stopped
    assert search.search(JOB, Limit()).stopped
    assert search.search(JOB, Limit(), quiet=True).stopped, "and so do all later ones"
    assert len(heard) == 1, "the quiet one told nothing"


def test_a_token_ends_one_search_and_not_the_next() -> None:
    search, _ = running(0.0)
    token = StopToken()
    token.give()
    given_s = token.given_s
    assert given_s is not None
    assert search.search(JOB, Limit(), until=token).stopped
    assert not search.search(JOB, Limit()).stopped
    token.give()
    assert token.given_s == given_s, "when it was given first"
