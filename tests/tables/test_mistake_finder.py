"""Mistakes are found in reviews that are looked at, and in the background while nobody wants the engine."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date
from pathlib import Path

import pytest
from reviewing import Oracle, played, review_of

from game.library.summary import Summary
from game.match.evaluation import Cp, Mate
from game.match.match import Match
from game.match.recorded import match_of
from game.match.review import Review
from game.progress.exercises import Exercises
from game.records import native
from game.records.fault import Fault
from game.records.native import Reading
from game.records.record import Record, SeatInfo
from game.storage.folders import Folders, find_folders
from game.tables.mistake_finder import MistakeFinder

MOVES = "h8 b3 i8 b1 j8 c1"
PERSON, ENGINE = SeatInfo("human", "Lin"), SeatInfo("engine", "", "advanced")
GUEST = SeatInfo("human", "Wu")


def reading(*seats: SeatInfo) -> Reading:
    """A game of the library in which FIRST misses a win."""
    return native.read(native.write(Record.from_game(played(MOVES), (seats[0], seats[1]))))


class House:
    """A finder, its library and its engine."""

    def __init__(self, folders: Folders) -> None:
        self.exercises = Exercises(folders)
        self.games: dict[str, Reading | Fault] = {}
        self.is_prepared = True
        self.oracles: list[Oracle] = []
        self.finder = MistakeFinder(
            self.exercises, self.review, self.read, lambda: "Lin", lambda: date(2026, 11, 23)
        )  # fmt: skip

    def review(self, match: Match) -> Review | None:
        if not self.is_prepared:
            return None
        self.oracles.append(Oracle({2: (Mate(9), "j9 a2 k9"), 3: (Cp(0), "b2")}))
        return review_of(match.game, self.oracles[-1])

    def read(self, key: str) -> Future[Reading | Fault]:
        found: Future[Reading | Fault] = Future()
        found.set_result(self.games.get(key, Fault("io", {"why": "gone"})))
        return found

    def frames(self, count: int = 60, is_free: bool = True) -> None:
        for _ in range(count):
            self.finder.update(is_free)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(find_folders({"QIGUAN_DATA": str(tmp_path)}))


def test_games_that_wait_are_looked_through_one_after_the_other(house: House) -> None:
    house.games = {"one": reading(PERSON, ENGINE), "two": reading(ENGINE, PERSON), "three": reading(PERSON, GUEST)}
    house.exercises.want(["one", "gone", "two", "three"])
    house.frames(120)
    assert house.exercises.waiting == ()
    assert all(house.exercises.is_seen(key) for key in ("one", "gone", "two", "three"))
    # the third game has the mistake of the first once more
    assert [(each.game, each.ply) for each in house.exercises.all] == [("three", 2), ("two", 1)]
    assert {each.found for each in house.exercises.all} <= {"2026-11-23"}
    assert house.finder.found == len(house.exercises.all)
    assert not house.finder.is_looking
    exactly = {key: house.exercises.accuracy(key) for key in house.games}
    assert all(each is not None and 0 < each < 100 for each in exactly.values())
    assert exactly["one"] == exactly["three"], "the same moves by the same side"
    assert house.exercises.accuracy("gone") is None


def test_a_game_between_others_is_no_business_of_the_person(house: House) -> None:
    house.games = {"one": reading(GUEST, GUEST), "two": reading(ENGINE, ENGINE)}
    house.exercises.want(["one", "two"])
    house.frames()
    assert (house.exercises.all, house.exercises.waiting, house.oracles) == ((), (), [])


def test_it_leaves_off_as_soon_as_somebody_wants_the_engine(house: House) -> None:
    house.games = {"one": reading(PERSON, ENGINE)}
    house.exercises.want(["one"])
    house.frames(4)
    assert house.finder.is_looking
    assert house.finder.progress is not None
    house.frames(1, is_free=False)
    assert not house.finder.is_looking
    assert house.oracles[0].cancelled
    asked = len(house.oracles[0].asked)
    house.frames(20, is_free=False)
    assert len(house.oracles[0].asked) == asked
    assert house.exercises.waiting == ("one",)
    house.frames()
    assert house.exercises.is_seen("one")
    assert len(house.exercises.all) == 1


def test_nothing_is_lost_when_it_is_killed_in_the_middle(house: House, tmp_path: Path) -> None:
    house.games = {"one": reading(PERSON, ENGINE)}
    house.exercises.want(["one"])
    house.frames(4)
    again = House(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    again.games = house.games
    again.frames()
    assert len(again.exercises.all) == 1


def test_it_waits_for_the_engine(house: House) -> None:
    house.games = {"one": reading(PERSON, ENGINE)}
    house.exercises.want(["one"])
    house.is_prepared = False
    house.frames(20)
    assert house.exercises.waiting == ("one",)
    house.is_prepared = True
    house.frames()
    assert len(house.exercises.all) == 1


def test_a_review_that_is_looked_at_brings_its_mistakes(house: House) -> None:
    match = match_of(reading(PERSON, ENGINE))
    review = house.review(match)
    assert review is not None
    house.finder.follow(review, match, "one")
    house.finder.follow(review, match, "one")
    house.frames(3, is_free=False)
    assert house.exercises.all == ()
    while not review.is_over:
        review.update()
    house.frames(2, is_free=False)
    assert [each.game for each in house.exercises.all] == ["one"]
    assert house.exercises.is_seen("one")


def test_a_review_left_early_brings_what_it_had_found(house: House) -> None:
    match = match_of(reading(PERSON, ENGINE))
    review = house.review(match)
    assert review is not None
    house.finder.follow(review, match, "one")
    while not review.findings:
        review.update()
    review.cancel()
    house.frames(1, is_free=False)
    assert len(house.exercises.all) == 1
    assert not house.exercises.is_seen("one") or review.progress[0] == review.progress[1]


def test_looking_back_takes_the_newest_own_games(house: House) -> None:
    def told(date_: str, *seats: SeatInfo) -> Summary:
        return Summary(variant="gomoku-freestyle", seats=(seats[0], seats[1]), date=date_, moves=9)

    games = [
        ("old", told("2025-01-01", PERSON, ENGINE)),
        ("new", told("2026-01-01", ENGINE, PERSON)),
        ("theirs", told("2026-02-01", GUEST, GUEST)),
        ("torn", Summary()),
        ("seen", told("2026-03-01", PERSON, ENGINE)),
    ]
    house.exercises.saw("seen")
    assert house.finder.look_back(games) == 2
    assert house.exercises.waiting == ("new", "old")
    assert house.finder.look_back(games) == 0


def test_it_ends_with_the_program(house: House) -> None:
    house.games = {"one": reading(PERSON, ENGINE)}
    house.exercises.want(["one"])
    house.frames(4)
    house.finder.close()
    assert house.oracles[0].cancelled
    assert house.exercises.waiting == ("one",)
