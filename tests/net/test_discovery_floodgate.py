"""The limits on datagrams."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.discovery.rate_limiter import ADDRESS_LIMIT, SOURCE_LIMIT, DatagramLimits, KeyedRateLimiter, TokenBucket

steps = st.lists(st.tuples(st.integers(0, 3), st.floats(0, 0.4)), max_size=300)


@given(steps)
def test_no_key_gets_more_than_its_limit_through_in_any_second(steps: list[tuple[int, float]]) -> None:
    limiter = KeyedRateLimiter(5)
    now = 100.0
    passed: dict[int, list[float]] = {}
    for key, pause in steps:
        now += pause
        recent = [at for at in passed.get(key, []) if now - at < 1.0]
        lets_through = limiter.lets_through(key, now)
        assert lets_through == (len(recent) < 5)
        if lets_through:
            passed.setdefault(key, []).append(now)


def test_more_keys_than_there_is_room_for_are_refused_until_some_fall_silent() -> None:
    limiter = KeyedRateLimiter(1, most_keys=3)
    assert [limiter.lets_through(key, 0.0) for key in "abcd"] == [True, True, True, False]
    assert limiter.lets_through("d", 0.9) is False
    assert limiter.lets_through("d", 1.0) is True


def test_for_some_there_is_always_room_and_the_limit_holds_for_them_too() -> None:
    limiter = KeyedRateLimiter(1, most_keys=3)
    for key in "abc":
        limiter.lets_through(key, 0.0)
    assert limiter.lets_through("d", 0.0, make_room=True) is True
    assert limiter.lets_through("d", 0.5, make_room=True) is False


def test_one_source_gets_ten_a_second() -> None:
    gate = DatagramLimits()
    assert sum(gate.lets_through("10.0.0.1", 5, False, n / 1000) for n in range(999)) == SOURCE_LIMIT
    assert sum(gate.lets_through("10.0.0.1", 5, False, 1 + n / 1000) for n in range(999)) == SOURCE_LIMIT


def test_many_sources_at_one_address_are_limited_together_and_leave_the_known_alone() -> None:
    gate = DatagramLimits()
    assert sum(gate.lets_through("10.0.0.1", port, False, 0.5) for port in range(400)) == ADDRESS_LIMIT
    assert gate.lets_through("10.0.0.1", 50_000, True, 0.5)
    assert gate.lets_through("10.0.0.2", 7, False, 0.5)


def test_the_known_pass_however_many_addresses_are_invented() -> None:
    gate = DatagramLimits()
    passed = sum(gate.lets_through(f"10.{n >> 8}.{n & 255}.1", 5, False, 0.5) for n in range(5_000))
    assert passed == 512
    assert gate.lets_through("10.99.0.1", 50_000, True, 0.5)


def test_a_budget_gives_its_burst_and_then_its_rate() -> None:
    budget = TokenBucket(rate=100.0, burst=20)
    assert budget.left(1000.0) == 20
    budget.spend(20)
    assert budget.left(1000.0) == 0
    assert budget.left(1000.1) == 10
    assert budget.left(2000.0) == 20
