"""Terms as the wire has them, and who is who among the people: by tables, without a line."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from game.lan.people import instance_of, shown_people
from game.lan.recent import Acquaintance, RecentPeople, host_of
from game.lan.terms import BadTermsError, control_of, from_wire, mirrored, start_of, to_wire
from game.lan.views import GameTerms, Standing
from game.records.control import TimeControl
from game.rules.registry import VARIANTS, variant
from net.discovery.beacons import Status
from net.discovery.peer_table import DiscoveredPeer
from net.session.messages import Terms

TERMS = GameTerms("gomoku-renju", 15)


@pytest.mark.parametrize(
    "terms",
    [
        *(GameTerms(name, size) for name, rules in VARIANTS.items() for size in rules.sizes),
        replace(TERMS, base_s=1),
        replace(TERMS, base_s=86_400, increment_s=3_600),
        replace(TERMS, base_s=600, increment_s=5, colour="first", take_backs=False, watchers=True),
        replace(TERMS, colour="second", opening="swap2"),
    ],
)
def test_terms_come_back_as_they_were(terms: GameTerms) -> None:
    assert from_wire(to_wire(terms)) == terms
    rules, start = start_of(terms)
    assert (rules.name, start.board.rows) == (terms.variant, terms.size)
    assert start == rules.start(terms.size, terms.opening)
    assert control_of(terms) == (TimeControl(terms.base_s, terms.increment_s) if terms.base_s else None)


def test_a_clock_is_told_in_thousandths_and_no_clock_as_nothing() -> None:
    timed = to_wire(replace(TERMS, base_s=90, increment_s=2))
    assert (timed.base_ms, timed.increment_ms) == (90_000, 2_000)
    assert (to_wire(TERMS).base_ms, to_wire(TERMS).increment_ms) == (0, 0)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (replace(TERMS, variant="tiddlywinks"), "unknown-variant"),
        (replace(TERMS, size=13), "bad-size"),
        (replace(TERMS, opening="pie"), "bad-opening"),
        (replace(TERMS, increment_s=5), "bad-clock"),
        (replace(TERMS, base_s=86_401), "bad-clock"),
        (replace(TERMS, base_s=60, increment_s=3_601), "bad-clock"),
        (replace(TERMS, base_s=60, increment_s=-1), "bad-clock"),
    ],
)
def test_what_nobody_could_play_by_is_neither_said_nor_believed(terms: GameTerms, code: str) -> None:
    with pytest.raises(BadTermsError) as caught:
        to_wire(terms)
    assert caught.value.code == code
    heard = Terms(
        terms.variant,
        {"size": terms.size, "opening": terms.opening},
        (terms.base_s or 0) * 1000,
        terms.increment_s * 1000,
    )
    with pytest.raises(BadTermsError) as caught:
        from_wire(heard)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("heard", "code"),
    [
        (Terms("gomoku-renju", {"size": 15, "komi": 7}), "unknown-option"),
        (Terms("gomoku-renju", {"size": "15"}), "bad-size"),
        (Terms("gomoku-renju", {"size": True}), "bad-size"),
        (Terms("gomoku-renju", {"size": 15, "opening": 2}), "bad-opening"),
        (Terms("gomoku-renju", {"size": 15}, 60_500), "bad-clock"),
        (Terms("gomoku-renju", {"size": 15}, 60_000, 500), "bad-clock"),
    ],
)
def test_what_only_a_wire_can_say_is_refused_by_its_code(heard: Terms, code: str) -> None:
    with pytest.raises(BadTermsError) as caught:
        from_wire(heard)
    assert caught.value.code == code


def test_a_size_that_is_not_said_is_the_usual_one() -> None:
    assert from_wire(Terms("gomoku-freestyle", {})).size == variant("gomoku-freestyle").sizes[0]


def test_a_wish_is_the_other_one_over_there() -> None:
    assert [mirrored(wish) for wish in ("first", "second", "random")] == ["second", "first", "random"]


# ---- people


def peer(
    name: str, *addresses: str, status: Status = Status.FREE, label: str = "", since: float = 10.0
) -> DiscoveredPeer:
    return DiscoveredPeer(
        f"of {label or name}",
        f"id of {label or name}",
        name,
        label or name,
        addresses,
        2000,
        status,
        "",
        True,
        5.0,
        since,
        0.02,
    )


def test_the_free_come_first_then_by_name_and_the_blocked_last() -> None:
    peers = [
        peer("Zoe", "10.0.0.1"),
        peer("Bo", "10.0.0.2", status=Status.PLAYING),
        peer("anna", "fe80::1", status=Status.OPEN),
        peer("Al", "10.0.0.4", status=Status.AWAY),
        peer("abe", "10.0.0.5"),
        peer("Eve", "10.0.0.6"),
        peer("Nobody"),
    ]
    shown = shown_people(peers, 12.5, lambda each: "entry" if each.name == "Eve" else "", lambda *_: Standing.MET)
    assert [each.label for each in shown] == ["abe", "Nobody", "Zoe", "anna", "Bo", "Al", "Eve"]
    told = {each.label: each for each in shown}
    assert (told["Zoe"].address, told["Zoe"].since_s, told["Zoe"].round_trip_s) == ("10.0.0.1:2000", 2.5, 0.02)
    assert told["anna"].address == "[fe80::1]:2000"
    assert (told["Nobody"].address, told["Eve"].blocked, told["Zoe"].blocked) == ("", "entry", "")
    assert shown_people([peer("Zoe", since=20.0)], 12.5, lambda _: "", lambda *_: Standing.NEW)[0].since_s == 0.0


def known(name: str, host: str) -> Acquaintance:
    return Acquaintance(name, host, f"{host}:1", "xiangqi", "")


def test_somebody_is_known_again_by_name_and_host_or_by_a_name_of_one_alone() -> None:
    bo = known("Bo", "10.0.0.2")
    there, elsewhere, other = (
        peer("Bo", "10.0.0.2", label="Bo 1"),
        peer("Bo", "10.0.0.9", label="Bo 2"),
        peer("Al", "x"),
    )
    assert instance_of(bo, [bo], [other, elsewhere, there]) == there.instance
    assert instance_of(bo, [bo], [other, elsewhere]) == elsewhere.instance
    assert instance_of(bo, [bo, known("Bo", "10.0.0.3")], [elsewhere]) is None, "it may be the other one"
    assert instance_of(bo, [bo], [elsewhere, peer("Bo", "10.0.0.8", label="Bo 3")]) is None
    assert instance_of(bo, [bo], [other]) is None


def test_hosts_are_addresses_without_their_port() -> None:
    assert [host_of(text) for text in ("10.0.0.2:27184", "[fe80::1%2]:5", "10.0.0.2", "nowhere at all")] == [
        "10.0.0.2", "fe80::1%2", "10.0.0.2", "nowhere at all",
    ]  # fmt: skip


def test_results_count_for_whoever_began_the_game_and_the_last_stands_first(tmp_path: Path) -> None:
    now = [datetime(2026, 5, 9, 21, 40, tzinfo=UTC)]
    people = RecentPeople(tmp_path / "recent.json", lambda: now[0])
    people.met("Bo", "10.0.0.2", "10.0.0.2:1", "xiangqi", "one")
    now[0] += timedelta(minutes=5)
    people.met("Al", "10.0.0.3", "10.0.0.3:1", "reversi", "two")
    assert [each.name for each in people.people] == ["Al", "Bo"]
    now[0] += timedelta(minutes=5)
    assert people.played("one", "Another Name", "10.9.9.9", "won")
    first, second = people.people
    assert (first.name, first.won, first.lost, first.drawn) == ("Bo", 1, 0, 0)
    assert (first.playing, first.counted, first.last) == ((), ("one",), "2026-05-09T21:50:00+00:00")
    assert (second.name, second.playing, second.last) == ("Al", ("two",), "2026-05-09T21:45:00+00:00")
    assert not people.played("one", "Bo", "10.0.0.2", "won"), "once"
    assert people.played("of an earlier release", "Al", "10.0.0.77", "drawn")
    assert (people.people[0].name, people.people[0].drawn) == ("Al", 1)
    assert not people.played("unknown", "Cy", "10.0.0.3", "lost")
    people.save()
    assert RecentPeople(tmp_path / "recent.json", lambda: now[0]).people == people.people
