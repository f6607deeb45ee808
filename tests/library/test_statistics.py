"""The person's own results, counted from summaries of games."""

from __future__ import annotations

import msgspec

from game.library.statistics import PEOPLE, accuracies_of, results_of
from game.library.summary import Summary
from game.progress.win_draw_loss import WinDrawLoss
from game.records.record import SeatInfo

PERSON, LEVEL, OTHER = SeatInfo("human", "Lin"), SeatInfo("engine", "", "expert"), SeatInfo("remote", "Bo")
WON, DRAWN, LOST = WinDrawLoss(1, 0, 0), WinDrawLoss(0, 1, 0), WinDrawLoss(0, 0, 1)


def told(
    *seats: SeatInfo, winner: int | None, first_colour: int = 0, termination: str = "resignation", date: str = ""
) -> Summary:
    first, second = seats
    return Summary(
        variant="gomoku-freestyle",
        seats=(first, second),
        winner=winner,
        first_colour=first_colour,
        termination=termination,
        date=date,
    )


def test_results_by_colour_follow_colours_that_were_exchanged() -> None:
    """Who began has the other colour after a swap, and a win with it counts there; whichever seat the person has."""
    for seats, seat in (((PERSON, LEVEL), 0), ((LEVEL, PERSON), 1)):
        for first_colour in (0, 1):
            results = results_of([told(*seats, winner=seat, first_colour=first_colour)])["gomoku"]
            colour = seat if first_colour == 0 else 1 - seat
            assert results.by_colour == {colour: WON}
            assert results.total == WON


def test_results_are_counted_from_the_persons_view() -> None:
    games = [
        told(PERSON, LEVEL, winner=0, date="2026-11-21T21:40:00+08:00"),
        told(LEVEL, PERSON, winner=0, date="2026-11-02"),
        told(OTHER, PERSON, winner=None, termination="agreement", date="2026-10-30"),
    ]
    results = results_of(games)["gomoku"]
    assert results.total == WinDrawLoss(1, 1, 1)
    assert results.by_opponent == {"expert": WinDrawLoss(1, 0, 1), PEOPLE: DRAWN}
    assert results.by_month == {"2026-11": WinDrawLoss(1, 0, 1), "2026-10": DRAWN}
    assert results.by_colour == {0: WON, 1: WinDrawLoss(0, 1, 1)}


def test_a_month_counts_where_the_date_tells_one() -> None:
    games = [told(PERSON, LEVEL, winner=0, date=date) for date in ("1982-05", "1982-05-31", "1982", "")]
    results = results_of(games)["gomoku"]
    assert results.total == WinDrawLoss(4, 0, 0)
    assert results.by_month == {"1982-05": WinDrawLoss(2, 0, 0)}


def test_a_month_knows_how_long_a_move_took() -> None:
    """Of the person's own moves alone, whichever seat they had, and of those whose time was noted."""
    partly = msgspec.structs.replace(
        told(PERSON, LEVEL, winner=0, date="2026-09-03"), moves=80, used_s=(12.0, 3.0), timed=(4, 1)
    )
    timed = [
        partly,
        msgspec.structs.replace(
            told(PERSON, LEVEL, winner=0, date="2026-11-21"), moves=5, used_s=(30.0, 99.0), timed=(3, 2)
        ),
        msgspec.structs.replace(
            told(LEVEL, PERSON, winner=0, date="2026-11-02"), moves=5, used_s=(99.0, 10.0), timed=(3, 2)
        ),
        told(PERSON, LEVEL, winner=0, date="2026-11-03"),
        told(PERSON, LEVEL, winner=0, date="2026-10-03"),
    ]
    found = results_of(timed)["gomoku"].seconds_by_month
    assert {month: mean.value for month, mean in found.items()} == {"2026-11": 40 / 5, "2026-09": 12 / 4}


def test_a_month_knows_how_exactly_was_played() -> None:
    dates = ("2026-11-21", "2026-11-02", "2026-10-30", "2026-11-05", "1982")
    games = [(key, told(PERSON, LEVEL, winner=0, date=date)) for key, date in zip("abcde", dates, strict=True)]
    found = accuracies_of(games, {"a": 80.0, "b": 91.0, "c": 70.0, "e": 99.0}.get)
    assert {month: mean.value for month, mean in found["gomoku"].items()} == {"2026-11": 85.5, "2026-10": 70.0}


def test_games_are_counted_apart() -> None:
    games = [
        told(PERSON, LEVEL, winner=0),
        msgspec.structs.replace(told(PERSON, LEVEL, winner=1), variant="reversi"),
        msgspec.structs.replace(told(PERSON, LEVEL, winner=1), variant="tiddlywinks"),
    ]
    assert {game: results.total for game, results in results_of(games).items()} == {"gomoku": WON, "reversi": LOST}


def test_what_does_not_count() -> None:
    """Unfinished and abandoned games, games of two people at this screen, and of two computers."""
    games = [
        told(PERSON, LEVEL, winner=None, termination=""),
        told(PERSON, LEVEL, winner=None, termination="abandoned"),
        told(PERSON, PERSON, winner=0),
        told(LEVEL, LEVEL, winner=0),
    ]
    assert results_of(games) == {}


def test_an_adaptive_level_is_one_opponent_whatever_its_strength() -> None:
    games = [told(PERSON, SeatInfo("engine", "", f"adaptive:{elo}"), winner=1) for elo in (1200, 1400)]
    assert results_of(games)["gomoku"].by_opponent == {"adaptive": LOST + LOST}
