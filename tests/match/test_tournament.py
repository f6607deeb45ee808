"""Tournaments of computers: the schedule, how they stand, stopping and going on, what is kept."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from contesting import Hall, plan_of

from ai.api import Limit
from ai.arena.openings import balanced_file
from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human
from game.progress.win_draw_loss import WinDrawLoss
from game.records import native
from game.rules.core import Side, Termination
from game.rules.game import Game
from game.rules.registry import VARIANTS
from game.storage.folders import find_folders
from game.storage.settings import OtherEngine
from game.tables.tables import Tables
from game.tournament.host import PlayerPresence
from game.tournament.plan import MOST_PLAYERS, balanced_openings, begun, schedule, variants_for
from game.tournament.standings import TournamentStandings, time_left_s
from game.tournament.state import PlayedGame, StateError, TournamentFault, read_state, write_state


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def played(number: int, winner: int | None, used_s: tuple[float, float] = (1.0, 1.0)) -> PlayedGame:
    return PlayedGame(number=number, winner=winner, end="five", plies=9, used_s=used_s, record="")


# ---- the schedule


def test_every_pair_meets_equally_often_with_both_colours_in_each_opening() -> None:
    openings = ("h8 h9", "h8 i9", "h8 g7")
    plan = plan_of("a", "b", "c", "d", games=4, openings=openings, seed=3)
    pairings = schedule(plan)
    assert [each.number for each in pairings] == list(range(plan.of)) == list(range(24))
    assert Counter(each.players for each in pairings) == {
        (one, other): 2 for one in range(4) for other in range(4) if one != other
    }
    for one, other in zip(pairings[::2], pairings[1::2], strict=True):
        assert one.players == other.players[::-1]
        assert (one.opening, one.seed) == (other.opening, other.seed)
    first_round = pairings[:12]
    assert len({each.players for each in first_round}) == 12, "everybody meets everybody before anybody meets again"
    assert len({each.opening for each in pairings}) == 2
    assert schedule(plan) == pairings
    assert schedule(plan_of("a", "b", "c", "d", games=4, openings=openings, seed=4)) != pairings


@pytest.mark.parametrize("name", sorted(name for name in VARIANTS if variants_for(VARIANTS[name].game)))
def test_balanced_openings_can_be_played_by_the_rules(name: str) -> None:
    rules = VARIANTS[name]
    found = balanced_openings(rules, 5, seed=1)
    assert len(set(found)) == (5 if balanced_file(rules.game, name).is_file() else 0)
    assert balanced_openings(rules, 5, seed=1) == found
    everyone = balanced_openings(rules, 1000, seed=1)
    assert set(found) <= set(everyone)
    assert all(begun(rules, each.split()) is not None for each in everyone)


# ---- how they stand


def test_the_crosstable_counts_wins_draws_and_losses() -> None:
    plan = plan_of("a", "b", "c")
    pairings = schedule(plan)
    # a-b, b-a, a-c, c-a, b-c, c-b
    standing = TournamentStandings(
        plan, pairings, [played(0, 0), played(1, None), played(2, 1), played(3, 1), played(4, 0)]
    )
    assert standing.score(0, 1) == WinDrawLoss(1, 1, 0)
    assert standing.score(1, 0) == WinDrawLoss(0, 1, 1)
    assert standing.score(0, 2) == WinDrawLoss(1, 0, 1)
    assert standing.total(0) == WinDrawLoss(2, 1, 1)
    assert standing.total(0).points == 2.5
    assert [plan.players[place] for place in standing.order] == ["a", "b", "c"]


def test_the_order_goes_by_the_share_of_points_then_by_points_then_as_planned() -> None:
    plan = plan_of("a", "b", "c", "d", games=4)
    pairings = schedule(plan)
    number = {pairing.players: pairing.number for pairing in pairings[:12]}
    # d: 1 of 1; b and c: 2 of 3; a: nothing of 3
    won = [(3, 0), (1, 0), (2, 0), (1, 2), (2, 1)]
    games = [played(number[pair], 0) for pair in won] + [played(pairings[12].number, None)]
    assert pairings[12].players == (0, 1)
    standing = TournamentStandings(plan, pairings, games)
    assert [standing.total(place).points for place in range(4)] == [0.5, 2.5, 2.0, 1.0]
    assert [standing.total(place).games for place in range(4)] == [4, 4, 3, 1]
    assert standing.order == (3, 2, 1, 0)
    assert TournamentStandings(plan, pairings, []).order == (0, 1, 2, 3)
    equal = [played(number[0, 1], None), played(number[2, 3], None), played(number[3, 2], None)]
    assert TournamentStandings(plan, pairings, equal).order == (2, 3, 0, 1)


def test_elo_is_against_the_average_with_error_bars() -> None:
    plan = plan_of("a", "b", games=20)
    pairings = schedule(plan)
    # 15 of 20 points: 400 log10(3) = 190.8 apart
    games = [played(n, 0 if (n % 2 == 0) is (n < 15) else 1) for n in range(20)]
    won = sum(game.winner == pairings[game.number].players.index(0) for game in games)
    standing = TournamentStandings(plan, pairings, games)
    strengths = standing.strengths
    assert strengths is not None
    assert won == 15
    assert strengths[0].elo == pytest.approx(95.4, abs=0.1)
    assert strengths[1].elo == pytest.approx(-95.4, abs=0.1)
    # the difference has the standard error 400/ln(10) / sqrt(20 * 3/4 * 1/4) = 89.7, of 95 % 175.8; half of it each
    assert strengths[0].error == pytest.approx(87.9, abs=0.1)
    assert not standing.is_one_sided


def test_elo_needs_games_that_connect_all() -> None:
    plan = plan_of("a", "b", "c")
    pairings = schedule(plan)
    assert TournamentStandings(plan, pairings, [played(0, 0)]).strengths is None
    swept = TournamentStandings(plan, pairings, [played(0, 0), played(2, 0), played(4, 0)])
    assert swept.is_one_sided
    assert swept.strengths is not None
    assert sum(each.elo for each in swept.strengths) == pytest.approx(0, abs=1e-6)


def test_the_time_left_goes_by_who_thinks_how_long() -> None:
    plan = plan_of("quick", "slow", "new")
    pairings = schedule(plan)
    assert time_left_s(pairings, [], 0) is None
    one = [played(0, 0, (1.0, 9.0))]
    # still: slow-quick 10, twice quick-new 1 + 5, twice slow-new 9 + 5
    assert time_left_s(pairings, one, 0) == pytest.approx(10 + 2 * 6 + 2 * 14)
    assert time_left_s(pairings, one, 4) == pytest.approx(10 + 2 * 6 + 2 * 14 - 4)
    assert time_left_s(pairings, one, 400) == pytest.approx(2 * 6 + 2 * 14), "a long game takes nothing from the others"
    assert time_left_s(pairings, [played(n, 0) for n in range(plan.of)], 0) == 0


# ---- playing


def test_a_tournament_is_played_and_its_games_are_kept(hall: Hall) -> None:
    run = hall.new("strong", "weak", games=4, openings=("h8", "i9"), seed=5)
    hall.until(lambda: run.is_over)
    assert not run.is_running
    assert run.match is None
    assert run.standing.total(0) == WinDrawLoss(4, 0, 0)
    assert all(player.closed for player in hall.house.players)
    hall.tournaments.close()
    files = sorted(hall.folders.records.glob("*.qiguan"))
    assert [file.name for file in files] == sorted(game.record for game in run.state.played)
    for file, pairing in zip(files, run.pairings, strict=True):
        reading = native.read(file.read_bytes())
        assert reading.problem is None
        record = reading.record
        assert [seat.level for seat in record.seats] == [run.state.plan.players[place] for place in pairing.players]
        assert record.moves[0].text == pairing.opening[0]
        assert record.result is not None
        assert record.event == f"Qiguan tournament 20260509-214000, game {pairing.number + 1} of 4"
        assert record.date.startswith("2026-05-09")
    seeds = {pairing.number: pairing.seed for pairing in run.pairings}
    assert [seed for _, _, seed in hall.house.seated[::2]] == [seeds[n] for n in range(4)]


def test_it_goes_on_after_the_program_was_ended_with_the_broken_off_game_anew(hall: Hall) -> None:
    run = hall.new("strong", "weak", games=4)
    hall.until(lambda: len(run.state.played) == 1 and run.match is not None and run.match.ply == 4)
    again = hall.again()
    (state,) = again.states
    assert len(state.played) == 1
    run = again.open(state.id)
    assert not run.is_running, "it waits to be continued"
    assert again.running is None
    assert again.start(run)
    assert again.running is run
    hall.until(lambda: run.match is not None)
    assert run.match is not None
    assert run.match.ply == 0
    hall.until(lambda: run.is_over)
    assert sorted(game.number for game in run.state.played) == [0, 1, 2, 3]
    hall.again()
    assert hall.tournaments.states == (run.state,)


def test_how_they_stand_is_counted_again_with_each_game_and_the_time_left_goes_down(hall: Hall) -> None:
    run = hall.new("strong", "weak", games=4)
    assert (run.time_left_s, run.standing.total(0).games) == (None, 0)
    hall.until(lambda: len(run.state.played) == 1)
    first = run.standing
    assert run.standing is first, "it is asked for each frame"
    assert first.total(0).games == 1
    (game,) = run.state.played
    run.match = None
    assert run.time_left_s == pytest.approx(3 * sum(game.used_s))
    run.match = match = Match(Game(run.state.plan.rules), (Seat(Human()), Seat(Human())), clock := MatchClock())
    clock.replay([Side.FIRST], [sum(game.used_s) / 2])
    assert run.time_left_s == pytest.approx(2.5 * sum(game.used_s))
    match.close()


def test_stopping_and_being_held(hall: Hall) -> None:
    run = hall.new("strong", "weak", games=4)
    hall.until(lambda: run.match is not None and run.match.ply == 3)
    match = run.match
    assert match is not None
    hall.tournaments.hold(True)
    for _ in range(20):
        hall.tournaments.update()
    assert match.is_paused
    assert (run.match, match.ply) == (match, 3)
    hall.tournaments.hold(False)
    hall.until(lambda: match.ply == 5)
    run.stop()
    assert run.match is None
    for _ in range(20):
        hall.tournaments.update()
    assert not run.state.played
    assert all(player.closed for player in hall.house.players)
    hall.tournaments.hold(True)
    assert hall.tournaments.start(run)
    hall.tournaments.update()
    assert run.match is None, "what was held before it began begins later"
    hall.tournaments.hold(False)
    hall.until(lambda: run.is_over)


def test_one_that_is_made_while_an_engine_is_wanted_elsewhere_waits_too(hall: Hall) -> None:
    hall.tournaments.hold(True)
    run = hall.new("strong", "weak")
    for _ in range(20):
        hall.tournaments.update()
    assert (run.is_held, run.match) == (True, None)
    hall.tournaments.hold(False)
    hall.until(lambda: run.is_over)


def test_an_engine_that_breaks_down_forfeits_the_game_with_the_reason(hall: Hall) -> None:
    run = hall.new("weak", "external:broken")
    hall.until(lambda: run.is_over)
    assert run.standing.total(0) == WinDrawLoss(2, 0, 0)
    game = run.state.played[0]
    assert (game.end, game.winner) == ("fault", 0)
    assert game.fault == TournamentFault(
        "the program has ended unexpectedly", "crashed", {"name": "Pela", "why": "signal 11"}
    )
    hall.again()
    (state,) = hall.tournaments.states
    assert state.played == run.state.played
    record = native.read((hall.folders.records / game.record).read_bytes()).record
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == ("black", Termination.ABANDONED)


def test_a_game_that_becomes_too_long_is_a_draw(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.tournament.run._most_plies", lambda game: 6)
    run = hall.new("weak", "weak-too")
    hall.until(lambda: run.is_over)
    hall.tournaments.close()
    assert [(game.winner, game.end, game.plies) for game in run.state.played] == [(None, "ply-limit", 6)] * 2
    record = native.read((hall.folders.records / run.state.played[0].record).read_bytes()).record
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == (None, Termination.AGREEMENT)


def test_who_is_not_prepared_is_waited_for_and_who_is_gone_is_told_of(hall: Hall) -> None:
    hall.house.away["weak"] = PlayerPresence.PREPARING
    run = hall.new("strong", "weak")
    for _ in range(5):
        hall.tournaments.update()
    assert (run.match, run.waits_for, run.missing()) == (None, "weak", None)
    hall.house.away["weak"] = PlayerPresence.GONE
    assert run.missing() == "weak"
    hall.tournaments.update()
    assert not run.is_running, "nobody forfeits games by having gone"
    assert hall.tournaments.states[0].played == ()
    hall.house.away.clear()
    assert hall.tournaments.start(run)
    hall.until(lambda: run.is_over)
    assert (run.waits_for, run.missing()) == (None, None)


def test_one_tournament_is_played_at_a_time_here_and_in_other_windows(hall: Hall, tmp_path: Path) -> None:
    one = hall.new("slow", "weak")
    other = hall.new("strong", "weak")
    assert (one.is_running, other.is_running) == (False, True)
    window = Hall(tmp_path)
    theirs = window.tournaments.open(other.state.id)
    assert not window.tournaments.start(theirs)
    assert [notice.code for notice in window.tournaments.take_notices()] == ["tournament-taken"]
    hall.until(lambda: other.is_over)
    hall.tournaments.close()
    assert window.tournaments.start(theirs)
    assert theirs.is_over, "what the other window has played counts here too"


def test_what_is_stopped_here_can_be_played_in_another_window(hall: Hall, tmp_path: Path) -> None:
    run = hall.new("strong", "weak")
    assert hall.tournaments.progress == (0, 2)
    hall.until(lambda: len(run.state.played) == 1)
    assert hall.tournaments.progress == (1, 2)
    run.stop()
    assert hall.tournaments.progress is None
    window = Hall(tmp_path)
    theirs = window.tournaments.open(run.state.id)
    assert window.tournaments.start(theirs)
    window.until(lambda: theirs.is_over)
    window.tournaments.close()


def test_the_fixed_time_reaches_the_players(hall: Hall) -> None:
    run = hall.new("strong", "weak", seconds=0.5)
    hall.until(lambda: run.is_over)
    assert {seconds for _, seconds, _ in hall.house.seated} == {0.5}


# ---- files


def test_deleting_can_be_undone(hall: Hall) -> None:
    run = hall.new("strong", "weak")
    hall.until(lambda: len(run.state.played) == 1)
    id = run.state.id
    deleted = hall.tournaments.delete(id)
    assert deleted is not None
    assert hall.tournaments.delete(id) is None
    assert (hall.tournaments.states, hall.tournaments.running) == ((), None)
    assert hall.again().states == ()
    hall.tournaments.restore(deleted)
    assert [state.id for state in hall.again().states] == [id]
    run = hall.tournaments.open(id)
    assert hall.tournaments.start(run)
    hall.until(lambda: run.is_over)


def test_two_of_the_same_second_have_different_files(hall: Hall) -> None:
    ids = {hall.new("strong", "weak").state.id for _ in range(3)}
    assert len(ids) == 3
    assert {state.id for state in hall.again().states} == ids


def test_the_newest_stands_first(hall: Hall) -> None:
    ids = [hall.tournaments.new(plan_of("strong", "weak")).state.id for _ in range(3)]
    assert [state.id for state in hall.tournaments.states] == ids[::-1]
    assert [state.id for state in hall.again().states] == ids[::-1]


def test_what_was_deleted_is_thrown_away_after_a_month(hall: Hall) -> None:
    deleted = [hall.tournaments.new(plan_of("strong", "weak")).state.id for _ in range(2)]
    hall.again()
    long_ago = time.time() - 400 * 86_400
    for id in deleted:
        os.utime(hall.folders.data / "tournaments" / f"{id}.json", (long_ago, long_ago))
        hall.tournaments.delete(id)
    hall.again()
    hall.again()
    folder = hall.folders.data / "tournaments" / "deleted"
    assert {file.stem for file in folder.glob("*.json")} == set(deleted), "the month begins when it is deleted"
    for id, days in zip(deleted, (29, 31), strict=True):
        then = time.time() - days * 86_400
        os.utime(folder / f"{id}.json", (then, then))
    hall.again()
    assert [file.stem for file in folder.glob("*.json")] == deleted[:1]


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"gomoku-freestyle"', '"go"'),
        lambda text: text.replace('"weak"', '"strong"'),
        lambda text: text.replace('"games":2', '"games":3'),
        lambda text: text.replace('"number":0', '"number":9'),
        lambda text: text.replace('"five"', '"six"'),
        lambda text: "[" * 100_000,
        lambda text: "",
    ],
)
def test_a_damaged_file_is_kept_aside_and_told_of(hall: Hall, damage: object) -> None:
    assert callable(damage)
    run = hall.new("strong", "weak")
    hall.until(lambda: run.is_over)
    hall.tournaments.close()
    (path,) = (hall.folders.data / "tournaments").glob("*.json")
    before = path.read_text()
    path.write_text(damage(before))
    assert path.read_text() != before
    assert hall.again().states == ()
    (notice,) = hall.tournaments.take_notices()
    assert notice.code == "tournament-damaged"
    assert Path(notice.values["aside"]).exists()
    assert not path.exists()


def test_openings_that_can_not_be_played_are_found_before_the_first_game(hall: Hall) -> None:
    run = hall.tournaments.new(plan_of("strong", "weak", openings=("h8 h8",)))
    assert not hall.tournaments.start(run)
    assert [notice.code for notice in hall.tournaments.take_notices()] == ["tournament-damaged"]
    assert not run.is_running
    assert hall.tournaments.states == ()


def test_a_file_of_a_newer_version_is_left_alone(hall: Hall) -> None:
    run = hall.new("strong", "weak")
    hall.tournaments.close()
    (path,) = (hall.folders.data / "tournaments").glob("*.json")
    path.write_text(path.read_text().replace('"version":1', '"version":2'))
    assert hall.again().states == ()
    assert [notice.code for notice in hall.tournaments.take_notices()] == ["tournament-newer"]
    assert path.exists()
    assert run.state.played == ()


def test_a_folder_that_cannot_be_written_is_told_of_and_the_games_go_on(hall: Hall) -> None:
    hall.folders.data.mkdir(parents=True)
    (hall.folders.data / "tournaments").write_text("in the way")
    run = hall.new("strong", "weak")
    hall.until(lambda: run.is_over)
    hall.again()
    codes = {notice.code for notice in run._store.take_notices()}
    assert codes == {"folder-unwritable"}


def test_a_state_survives_its_file(hall: Hall) -> None:
    players = tuple(f"depth:{n}" for n in range(1, MOST_PLAYERS + 1))
    state = hall.tournaments.new(plan_of(*players, games=6, seconds=2.5, seed=99)).state
    assert read_state(write_state(state)) == state
    with pytest.raises(StateError):
        read_state(b"null")
    assert Side.FIRST == 0, "a winner of 0 is who played FIRST"


# ---- the players of the program


def test_levels_of_the_house_and_programs_sit_down_with_their_own_or_the_fixed_time(tmp_path: Path) -> None:
    engines = (OtherEngine(name="Pela", path="/a/pela", seconds=3),)
    tables = Tables(find_folders({"QIGUAN_DATA": str(tmp_path)}), random.Random(1), engines=lambda: engines)
    try:
        assert tables.presence("gomoku", "first-steps") is PlayerPresence.HERE
        assert tables.presence("gomoku", "external:Pela") is PlayerPresence.HERE
        assert tables.presence("gomoku", "external:Rapfi") is PlayerPresence.GONE
        assert tables.presence("gomoku", "nobody") is PlayerPresence.GONE
        own = tables.contestant("gomoku", "first-steps", None, 1)
        assert (own.level, own._limit, own._ponders) == ("first-steps", Limit(depth=2), False)
        for name in ("first-steps", "external:Pela"):
            assert tables.contestant("gomoku", name, 0.2, 1)._limit == Limit(time_s=0.2)
        assert tables.contestant("gomoku", "external:Pela", None, 1)._limit == Limit(time_s=3.0)
        assert tables.contestant("gomoku", "external:Rapfi", 0.2, 1).level == "external:Rapfi"
    finally:
        tables.close()
