"""The ladder: stars and points, what opens a rung, runs and places, the file; leaving makes nothing forgotten."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from arcade_helpers import ALL, LOWEST, TODAY, Computer, come_back, computer, play_on, sit_down, won
from sitting import BLACK_WINS, FIRST, SECOND, Sitting

from game.match.attempt import Attempt, AttemptNote, Star
from game.match.match import Match
from game.progress.arcade.ladder import ladder, rung
from game.progress.arcade.results import PLACES, ArcadeResults
from game.progress.rating import PlayerRatings
from game.rules.gomoku.variants import FREESTYLE
from game.rules.registry import VARIANTS
from game.storage.folders import Folders, find_folders
from game.tables.tables import Tables


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


@pytest.fixture
def results(folders: Folders) -> ArcadeResults:
    return ArcadeResults(folders, lambda: TODAY)


@pytest.fixture
def table(folders: Folders, results: ArcadeResults) -> Iterator[Sitting]:
    """The person plays Black on the lowest rung of Gomoku."""
    sitting = sit_down(folders, results)
    yield sitting
    sitting.match.close()


def test_a_draw_earns_nothing_and_ends_nothing(table: Sitting, results: ArcadeResults) -> None:
    results.win(LOWEST, "before", ALL, 10.0, 20, "Ada")
    before = results.run("gomoku")
    assert before is not None
    table.exchange(computer(table.match), "h8", "h9")
    table.match.offer_draw()
    table.match.update()
    assert table.match.outcome is not None
    assert table.match.outcome.winner is None
    after = results.run("gomoku")
    assert after is not None
    assert (after.id, after.rungs, after.pending) == (before.id, before.rungs, "")
    assert attempt_of(table.match).earned is None


def test_only_the_persons_own_time_counts() -> None:
    attempt = Attempt(LOWEST.note())
    for used_s in (3.0, 4.0):
        attempt.play(attempt.person, used_s)
        attempt.play(attempt.person.other, 1000.0)
    attempt.take_back(attempt.person.other, 500.0)
    assert attempt.spent_s == 7.0
    attempt.take_back(attempt.person, 2.0)
    assert attempt.spent_s == 9.0, "what was thought about a move that is taken back"


def attempt_of(match: Match) -> Attempt:
    assert match.attempt is not None
    return match.attempt


# ---- rungs, stars and points


@pytest.mark.parametrize("game", sorted({each.game for each in VARIANTS.values()}))
def test_every_level_of_a_game_is_a_rung_with_a_clock_and_the_sides_take_turns(game: str) -> None:
    rungs = ladder(game)
    assert [each.number for each in rungs] == list(range(1, len(rungs) + 1))
    assert [each.control.base_s for each in rungs] == sorted(each.control.base_s for each in rungs)
    assert all(0 < each.target_s < each.control.base_s for each in rungs)
    assert [each.person for each in rungs[:2]] == [FIRST, SECOND][: len(rungs)]
    assert all(rung(game, each.level) is each for each in rungs)


def test_points_reward_the_rung_the_stars_and_the_time_left() -> None:
    third = ladder("gomoku")[2]
    half = third.target_s / 2
    assert third.points(ALL, half) == 3 * (400 + 50)
    assert third.points({Star.WON}, 2 * third.target_s) == 300
    assert third.points((), 0.0) == 0
    assert third.points(ALL, 0.0) == third.most_points


def test_a_star_more_is_always_worth_more_than_time() -> None:
    late = LOWEST.points(ALL - {Star.NO_HINT}, 0.0)
    assert LOWEST.points(ALL, LOWEST.target_s) >= late


# ---- a game


def test_a_win_without_help_in_time_earns_all_stars(table: Sitting, results: ArcadeResults) -> None:
    play_on(table, BLACK_WINS)
    earned = attempt_of(table.match).earned
    assert earned is not None
    assert (earned.stars, earned.is_best, earned.place) == (ALL, True, 1)
    assert earned.points == LOWEST.points(ALL, 5.0)
    best = results.bests("gomoku")["first-steps"]
    assert (best.fastest_s, best.fewest_moves, best.date) == (5.0, 5, "2026-11-22")
    (place,) = results.places("gomoku")
    assert (place.name, place.total, place.rungs) == ("Ada", earned.points, 1)


def test_a_hint_costs_its_star_as_soon_as_it_is_asked_for(table: Sitting) -> None:
    table.match.update()
    table.match.ask_hint()
    assert Star.NO_HINT not in attempt_of(table.match).open_stars(table.match.clock)
    play_on(table, BLACK_WINS)
    earned = attempt_of(table.match).earned
    assert earned is not None
    assert earned.stars == ALL - {Star.NO_HINT}


def test_a_take_back_costs_its_star_and_gives_no_time_back(table: Sitting) -> None:
    attempt, match = attempt_of(table.match), table.match
    play_on(table, BLACK_WINS[:2])
    match.update()
    table.time.now += 30  # of thinking about a move that is never made
    match.undo()
    assert attempt.open_stars(match.clock) == ALL - {Star.NO_UNDO}
    assert attempt.own_s(match.clock) == pytest.approx(31)
    match.update()
    play_on(table, BLACK_WINS)
    assert attempt.own_s(match.clock) == pytest.approx(36)
    assert attempt.earned is not None
    assert attempt.earned.stars == ALL - {Star.NO_UNDO}


def test_thinking_beyond_the_target_costs_the_star_for_time(table: Sitting) -> None:
    table.match.update()
    table.time.now += LOWEST.target_s + 1
    assert attempt_of(table.match).open_stars(table.match.clock) == ALL - {Star.IN_TIME}


def test_nobody_hurries_the_opponent(table: Sitting) -> None:
    table.play("a1")
    table.match.update()
    table.match.move_now()
    assert computer(table.match).hurried == 0


def test_a_draw_earns_nothing(table: Sitting, results: ArcadeResults) -> None:
    play_on(table, BLACK_WINS[:4])
    table.match.offer_draw()
    assert table.match.outcome is not None
    assert (attempt_of(table.match).earned, dict(results.bests("gomoku"))) == (None, {})


def test_another_opponent_in_the_middle_counts_for_nothing(table: Sitting, results: ArcadeResults) -> None:
    play_on(table, BLACK_WINS[:2])
    table.match.change_player(SECOND, Computer())
    play_on(table, BLACK_WINS[2:])
    assert (attempt_of(table.match).earned, dict(results.bests("gomoku"))) == (None, {})


def test_a_win_after_a_loss_was_taken_back_lacks_a_star(table: Sitting, results: ArcadeResults) -> None:
    play_on(table, BLACK_WINS[:2])
    table.match.resign()
    table.match.update()
    table.match.undo()
    table.match.update()
    play_on(table, BLACK_WINS)
    assert results.bests("gomoku")["first-steps"].stars == ALL - {Star.NO_UNDO}


# ---- leaving and coming back


def test_leaving_forgets_no_hint_no_take_back_and_no_time(folders: Folders, results: ArcadeResults) -> None:
    table = sit_down(folders, results)
    table.match.update()
    table.match.ask_hint()
    table.match.update()
    play_on(table, BLACK_WINS[:2])
    table.match.update()
    table.time.now += 20
    table.match.undo()
    table.match.update()
    play_on(table, BLACK_WINS[:2])
    table.match.update()
    table.time.now += 3
    own_s = attempt_of(table.match).own_s(table.match.clock)
    table.match.close()

    match = come_back(folders, results)
    attempt = attempt_of(match)
    assert (attempt.rung, attempt.person, attempt.target_s) == ("first-steps", FIRST, LOWEST.target_s)
    assert attempt.open_stars(match.clock) == {Star.WON, Star.IN_TIME}
    # the journal notes the running move now and then only, so up to that much may be missing
    assert own_s - 21 <= attempt.own_s(match.clock) <= own_s
    assert attempt.own_s(match.clock) >= 5
    match.close()


def test_a_hint_in_the_middle_is_in_the_journal_at_once(folders: Folders, results: ArcadeResults) -> None:
    table = sit_down(folders, results)
    play_on(table, BLACK_WINS[:2])
    table.match.update()
    table.match.ask_hint()
    table.match.close()
    match = come_back(folders, results)
    assert Star.NO_HINT not in attempt_of(match).open_stars(match.clock)
    match.close()


def test_who_was_changed_stays_changed(folders: Folders, results: ArcadeResults) -> None:
    table = sit_down(folders, results)
    play_on(table, BLACK_WINS[:2])
    table.match.change_player(SECOND, Computer())
    table.match.close()
    match = come_back(folders, results)
    assert attempt_of(match).open_stars(match.clock) == frozenset()
    match.close()


def test_a_game_that_goes_on_after_its_end_keeps_what_was_used(folders: Folders, results: ArcadeResults) -> None:
    table = sit_down(folders, results)
    play_on(table, BLACK_WINS[:4])
    table.time.now += 20
    table.match.resign()
    table.match.update()
    table.match.undo()
    table.match.update()
    own_s = attempt_of(table.match).own_s(table.match.clock)
    table.match.close()
    match = come_back(folders, results)
    attempt = attempt_of(match)
    assert attempt.open_stars(match.clock) == ALL - {Star.NO_UNDO}
    assert own_s == pytest.approx(22)
    assert attempt.own_s(match.clock) == pytest.approx(own_s)
    match.close()


def test_beginning_anew_counts_as_a_loss(table: Sitting, results: ArcadeResults) -> None:
    won(results, LOWEST, "before")
    play_on(table, BLACK_WINS[:2])
    table.match.ask_hint()
    table.match.restart()
    table.match.update()
    assert results.run("gomoku") is None
    play_on(table, BLACK_WINS)
    earned = attempt_of(table.match).earned
    assert earned is not None
    assert (earned.stars, earned.rungs) == (ALL, 1)


# ---- rungs open, runs and places


def test_a_rung_opens_when_the_one_below_was_won(results: ArcadeResults) -> None:
    rungs = ladder("gomoku")
    assert [results.is_open(each) for each in rungs[:3]] == [True, False, False]
    assert results.next_rung("gomoku") is rungs[0]
    won(results, rungs[0], "one")
    assert [results.is_open(each) for each in rungs[:3]] == [True, True, False]
    assert results.next_rung("gomoku") is rungs[1]
    assert not results.is_open(ladder("xiangqi")[1])


def test_a_rung_that_was_won_stays_open_whatever_is_built_in_below_it(results: ArcadeResults) -> None:
    rungs = ladder("gomoku")
    won(results, rungs[3], "one")
    assert [results.is_open(each) for each in rungs[:6]] == [True, False, False, True, True, False]
    assert results.next_rung("gomoku") is rungs[0]


def test_ends_that_have_a_name_are_settled_once_they_are_written(results: ArcadeResults, folders: Folders) -> None:
    first = ladder("gomoku")[0]
    results.win(first, "one", ALL, 10.0, 20, "Ada", end="one.0")
    for number in range(18):
        results.begin("gomoku", f"drawn {number}")
        results.draw("gomoku", f"drawn {number}", end=f"drawn {number}.0")
    results.begin("gomoku", "unnamed")
    results.draw("gomoku", "unnamed")
    results.begin("gomoku", "lost")
    results.lose("gomoku", "lost", end="lost.0")
    again = ArcadeResults(folders, lambda: TODAY)
    assert all(again.is_settled("gomoku", name) for name in ("one.0", "drawn 0.0", "drawn 17.0", "lost.0"))
    assert not any(again.is_settled("gomoku", name) for name in ("", "two.0", "unnamed"))
    assert not again.is_settled("xiangqi", "one.0")
    again.win(first, "two", ALL, 10.0, 20, "Ada", end="two.0")
    settled = [results.is_settled("gomoku", name) for name in ("one.0", "drawn 0.0", "two.0")]
    assert settled == [False, True, True], "the twenty last ones are remembered, also here"


def test_the_best_stays_and_the_fastest_is_counted_by_itself(results: ArcadeResults) -> None:
    won(results, LOWEST, "one", 40.0)
    earned = results.win(LOWEST, "two", frozenset({Star.WON}), 9.0, 12, "Ada")
    best = results.bests("gomoku")["first-steps"]
    assert not earned.is_best
    assert (best.stars, best.points, best.fastest_s, best.fewest_moves) == (ALL, LOWEST.points(ALL, 40.0), 9.0, 12)
    assert results.stars("gomoku") == 4


def test_a_better_game_that_was_slower_leaves_the_fastest(results: ArcadeResults) -> None:
    results.win(LOWEST, "one", frozenset({Star.WON}), 9.0, 12, "Ada")
    assert results.win(LOWEST, "two", ALL, 40.0, 20, "Ada").is_best
    best = results.bests("gomoku")["first-steps"]
    assert (best.stars, best.points, best.fastest_s, best.fewest_moves) == (ALL, LOWEST.points(ALL, 40.0), 9.0, 12)


def test_a_run_adds_up_what_is_won_and_counts_a_rung_once(results: ArcadeResults) -> None:
    first, second = ladder("gomoku")[:2]
    one = won(results, first, "one")
    assert won(results, first, "two") == one
    assert won(results, second, "three") == one + second.points(ALL, 10.0)
    assert len(results.places("gomoku")) == 1


def test_a_loss_ends_a_run_and_a_draw_does_not(results: ArcadeResults) -> None:
    first, second = ladder("gomoku")[:2]
    one = won(results, first, "one")
    results.begin("gomoku", "drawn")
    results.draw("gomoku", "drawn")
    assert results.run("gomoku") is not None
    results.begin("gomoku", "lost")
    assert results.lose("gomoku", "lost") == one
    assert results.run("gomoku") is None
    assert won(results, second, "next") == second.points(ALL, 10.0)
    assert sorted(each.total for each in results.places("gomoku")) == sorted([one, second.points(ALL, 10.0)])


def test_a_game_left_for_another_one_ends_the_run(results: ArcadeResults) -> None:
    first, second = ladder("gomoku")[:2]
    won(results, first, "one")
    results.begin("gomoku", "left")
    results.begin("gomoku", "left")  # taken up again
    assert results.run("gomoku") is not None
    results.begin("gomoku", "other")
    assert results.run("gomoku") is None
    # what was left may still be won, for the rung's sake
    other = results.win(second, "other", ALL, 1.0, 20, "Ada")
    left = results.win(second, "left", ALL, 0.5, 20, "Ada")
    assert left.total == other.total


def test_the_top_of_the_ladder_ends_the_run(results: ArcadeResults) -> None:
    for each in ladder("gomoku"):
        won(results, each, each.level)
    assert results.run("gomoku") is None
    assert results.next_rung("gomoku") is None
    assert results.places("gomoku")[0].rungs == len(ladder("gomoku"))


def test_only_ten_runs_are_kept(results: ArcadeResults) -> None:
    for n in range(PLACES + 2):
        won(results, LOWEST, f"{n}", float(n))
        results.begin("gomoku", "lost")
        results.lose("gomoku", "lost")
    places = results.places("gomoku")
    assert len(places) == PLACES
    assert [each.total for each in places] == sorted((each.total for each in places), reverse=True)
    earned = results.win(LOWEST, "poor", frozenset({Star.WON}), 300.0, 20, "Ada")
    assert earned.place is None


# ---- the file


def test_results_last_and_two_windows_see_each_other(folders: Folders, results: ArcadeResults) -> None:
    other = ArcadeResults(folders, lambda: TODAY)
    won(results, LOWEST, "one")
    xiangqi = ladder("xiangqi")[0]
    won(other, xiangqi, "two")
    again = ArcadeResults(folders, lambda: TODAY)
    assert again.bests("gomoku") == results.bests("gomoku")
    assert set(again.bests("xiangqi")) == {xiangqi.level}


def test_a_run_goes_on_in_another_window(folders: Folders, results: ArcadeResults) -> None:
    """Each act goes by what the file holds now, not by what was held here."""
    first, second = ladder("gomoku")[:2]
    windows = [ArcadeResults(folders, lambda: TODAY) for _ in range(5)]
    one = won(results, first, "one")
    windows[0].begin("gomoku", "drawn")
    windows[1].draw("gomoku", "drawn")
    windows[2].go_on("gomoku", "next")
    run = ArcadeResults(folders, lambda: TODAY).run("gomoku")
    assert run is not None
    assert run.pending == "next"
    earned = windows[3].win(second, "next", ALL, 10.0, 20, "Ada")
    assert (earned.total, earned.rungs) == (one + second.points(ALL, 10.0), 2)
    results.begin("gomoku", "last")
    assert windows[4].lose("gomoku", "last") == earned.total


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b'{"ladders": {"gomoku": {"bests": 3}}}'])
def test_a_damaged_file_is_kept_aside_and_told_of(folders: Folders, data: bytes) -> None:
    folders.data.mkdir(parents=True, exist_ok=True)
    (folders.data / "arcade.json").write_bytes(data)
    results = ArcadeResults(folders, lambda: TODAY)
    (notice,) = results.take_notices()
    assert notice.code == "arcade-damaged"
    assert Path(notice.values["aside"]).read_bytes() == data
    won(results, LOWEST, "one")
    assert set(ArcadeResults(folders, lambda: TODAY).bests("gomoku")) == {"first-steps"}
    assert results.take_notices() == []


# ---- tables


def test_a_table_for_a_rung_has_its_side_and_clock_and_is_taken_up_again(folders: Folders) -> None:
    tables = Tables(folders, random.Random(1))
    try:
        second = ladder("gomoku")[1]
        match = tables.new_attempt(second, "Ada")
        assert match.clock.control == second.control
        assert match.seat(FIRST).player.level == second.level
        assert (match.person, match.seat(SECOND).name) == (SECOND, "Ada")
        match.close()
        match = tables.new_attempt(LOWEST, "Ada")
        match.update()
        match.submit(FIRST, FREESTYLE.read_move("h8", match.position))
        match.close()
        tables.look_for_saved()
        back = tables.resume()
        assert back is not None
        assert attempt_of(back).rung == LOWEST.level
        standing = PlayerRatings(folders)
        assert standing.is_spent(next(folders.saves.glob("*.journal")).name.rpartition(".")[0].rpartition(".")[0])
        back.close()
    finally:
        tables.close()


def test_giving_up_the_game_that_could_be_continued_ends_the_run(folders: Folders) -> None:
    tables = Tables(folders, random.Random(1))
    try:
        won(tables.results, LOWEST, "before")
        match = tables.new_attempt(LOWEST, "Ada")
        match.update()
        match.submit(FIRST, FREESTYLE.read_move("h8", match.position))
        match.close()
        tables.look_for_saved()
        assert tables.results.run("gomoku") is not None
        tables.discard_saved()
        assert tables.results.run("gomoku") is None
    finally:
        tables.close()


def test_a_journal_without_a_target_is_damaged() -> None:
    # the strip of the match shows the time as a share of it
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"rung":"expert","person":0,"target_s":0}', type=AttemptNote)
