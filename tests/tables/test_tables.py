"""What is on the table when one sits down: seats, clock, board, and whose game it is, by each of the ways there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import pytest
from patience import until

from ai.level import Level
from ai.levels import LevelError, levels_for
from ai.runtime.warmup import Warmup, WarmupState
from ai.runtime.worker import Worker
from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import TurnAsked
from game.match.recorded import Absent
from game.match.teaching import Teaching
from game.progress.rating import PlayerRatings
from game.records.control import TimeControl
from game.records.record import SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import GAMES, variant
from game.storage.folders import Folders, find_folders
from game.storage.settings import LevelChoice
from game.tables.advisers import LateJudge
from game.tables.opponents import Readiness
from game.tables.tables import WATCH_PACE_S, Tables

FIRST, SECOND = Side.FIRST, Side.SECOND
HERE, SIMPLE = SeatInfo("human", "Lin"), SeatInfo("engine", "", "first-steps")
BEGUN = ("h8", "a1", "i8", "b1", "j8", "c1")


class Prepared:
    """Tables whose engines stand where the test has put them; nothing is compiled here."""

    def __init__(self, folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
        self.state = WarmupState(ready=True)
        monkeypatch.setattr(Warmup, "start", lambda _: None)
        monkeypatch.setattr(Warmup, "want", lambda *_: None)
        monkeypatch.setattr(Warmup, "poll", lambda _: self.state)
        self.folders = folders
        self.tables = Tables(folders, random.Random(1))

    def leave(self, match: Match) -> None:
        """Leave a game after another move of the person's."""
        match.update()
        match.submit(match.turn, match.position.legal_moves()[0])
        match.update()
        self.tables.leave(match)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


@pytest.fixture
def prepared(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> Iterator[Prepared]:
    made = Prepared(folders, monkeypatch)
    yield made
    made.tables.close()


@pytest.fixture
def tables(prepared: Prepared) -> Tables:
    return prepared.tables


def seated(match: Match) -> list[tuple[str, str | None]]:
    """Name and level on both sides."""
    return [(match.seat(side).name, match.seat(side).player.level) for side in Side]


def played(
    *seats: SeatInfo,
    moves: Sequence[str] = BEGUN,
    control: TimeControl | None = None,
) -> Match:
    """A game of freestyle that was given up: its sides have thought 1, 2, 3 ... seconds."""
    game = Game(variant("gomoku-freestyle"))
    for move in moves:
        game.play_text(move)
    clock = MatchClock(control)
    clock.replay([game.at(ply).turn for ply in range(game.ply)], [ply + 1.0 for ply in range(game.ply)])
    first, second = (Seat(Absent(seat), seat.name) for seat in seats)
    outcome = Outcome(FIRST, Termination.RESIGNATION)
    return Match(game, (first, second), clock, take_backs=False, paused=True, outcome=outcome)


@pytest.mark.parametrize(
    ("choice", "seats", "person"),
    [
        (LevelChoice(level="beginner"), [("Lin", None), ("", "beginner")], FIRST),
        (LevelChoice(level="beginner", side="second"), [("", "beginner"), ("Lin", None)], SECOND),
        (LevelChoice(level="nobody"), [("Lin", None), ("", "first-steps")], FIRST),
        (LevelChoice(mode="two", side="second"), [("", None), ("", None)], FIRST),
        (
            LevelChoice(mode="watch", level="first-steps", second_level="beginner"),
            [("", "first-steps"), ("", "beginner")],
            None,
        ),
        (
            LevelChoice(mode="watch", level="first-steps", second_level="beginner", side="second"),
            [("", "beginner"), ("", "first-steps")],
            None,
        ),
    ],
)
def test_who_sits_where(
    tables: Tables, choice: LevelChoice, seats: list[tuple[str, str | None]], person: Side | None
) -> None:
    match = tables.new_match("gomoku", choice, "Lin")
    assert (seated(match), match.person) == (seats, person)
    is_watched = choice.mode == "watch"
    assert match.pace_s == (WATCH_PACE_S if is_watched else 0.0)
    assert match.hints.is_open is not is_watched
    match.close()


def test_a_side_by_chance_is_either(tables: Tables) -> None:
    sides = []
    for _ in range(40):
        match = tables.new_match("gomoku", LevelChoice(level="first-steps", side="random"), "Lin")
        sides.append(match.person)
        match.close()
    assert 8 < sides.count(FIRST) < 32


@pytest.mark.parametrize(
    ("choice", "name", "rows", "control", "take_backs"),
    [
        (LevelChoice(mode="two"), "gomoku-freestyle", 15, None, True),
        (LevelChoice(mode="two", increment_s=5), "gomoku-freestyle", 15, None, True),
        (LevelChoice(mode="two", base_s=600, increment_s=5, undo=False), "gomoku-freestyle", 15, (600, 5), False),
        (LevelChoice(mode="two", variant="gomoku-renju", base_s=60), "gomoku-renju", 15, (60, 0), True),
        (LevelChoice(mode="two", variant="gomoku-standard", size=19), "gomoku-standard", 19, None, True),
        (LevelChoice(mode="two", size=12), "gomoku-freestyle", 15, None, True),
        (LevelChoice(mode="two", variant="xiangqi"), "gomoku-freestyle", 15, None, True),
        (LevelChoice(mode="two", variant="gomoku-of-old"), "gomoku-freestyle", 15, None, True),
    ],
)
def test_what_was_chosen_lies_on_the_table_and_what_does_not_fit_falls_back(
    tables: Tables, choice: LevelChoice, name: str, rows: int, control: tuple[int, int] | None, take_backs: bool
) -> None:
    match = tables.new_match("gomoku", choice, "Lin")
    found = match.clock.control
    assert (match.variant.name, match.position.board.rows, match.take_backs) == (name, rows, take_backs)
    assert (found and (found.base_s, found.increment_s)) == control
    match.close()


def test_another_game_on_the_same_terms(tables: Tables) -> None:
    choice = LevelChoice(level="beginner", variant="gomoku-renju", base_s=300, increment_s=3, undo=False)
    match = tables.new_match("gomoku", choice, "Lin")
    for swapped in (False, True):
        again = tables.rematch(match, swapped)
        assert seated(again) == (list(reversed(seated(match))) if swapped else seated(match))
        assert again.variant is match.variant
        assert again.clock.control == match.clock.control
        assert again.take_backs is False
        again.close()
    match.close()


def test_a_game_that_begins_with_a_line_is_played_without_a_clock_and_does_not_count(
    prepared: Prepared, folders: Folders
) -> None:
    ended = played(HERE, SIMPLE, control=TimeControl(600, 5))
    choice, journals = LevelChoice(level="first-steps"), set[Path]()
    for match, counts in (
        (prepared.tables.play_from(ended, 4), False),
        (prepared.tables.play_on(ended, 4, FIRST, choice, "Ada"), False),
        (prepared.tables.play_position(ended.variant, ended.game.at(4), FIRST, "first-steps", "Ada"), False),
        (prepared.tables.new_match("gomoku", choice, "Lin"), True),
    ):
        assert match.clock.control is None
        assert match.take_backs
        prepared.leave(match)
        (journal,) = set(folders.saves.glob("*.journal")) - journals
        journals.add(journal)
        game = journal.name.removesuffix(".journal").rpartition(".")[0]
        assert PlayerRatings(folders).is_spent(game) is not counts


def test_a_line_is_played_on_with_the_times_of_its_moves(tables: Tables) -> None:
    ended = played(HERE, SIMPLE)
    for match in (tables.play_from(ended, 5), tables.play_on(ended, 5, FIRST, LevelChoice(), "Ada")):
        assert match.game.texts() == ended.game.texts()[:5]
        assert match.clock.times_s == (1.0, 2.0, 3.0, 4.0, 5.0)
        assert [match.clock.used_s(side) for side in Side] == [9.0, 6.0]
        assert match.outcome is None
        match.close()


def test_who_plays_a_line_again(prepared: Prepared) -> None:
    """Those who played it; in the place of somebody elsewhere the strongest computer that can play."""
    prepared.state = WarmupState(failed="no compiler")
    strongest = [each.name for each in levels_for("gomoku") if each.is_light][-1]
    for seats, expected in (
        ((HERE, SIMPLE), [("Lin", None), ("", "first-steps")]),
        ((SIMPLE, HERE), [("", "first-steps"), ("Lin", None)]),
        ((SeatInfo("remote", "Bo"), HERE), [("", strongest), ("Lin", None)]),
    ):
        again = prepared.tables.play_from(played(*seats), 5)
        assert seated(again) == expected
        again.close()


@pytest.mark.parametrize(
    ("first", "second", "person", "expected"),
    [
        (HERE, SIMPLE, FIRST, [("Ada", None), ("", "first-steps")]),
        (HERE, SIMPLE, SECOND, [("", "first-steps"), ("Ada", None)]),  # it changes sides
        (SIMPLE, SeatInfo("engine", "", "intermediate"), FIRST, [("Ada", None), ("", "intermediate")]),
        (SIMPLE, SeatInfo("engine", "", "intermediate"), SECOND, [("", "first-steps"), ("Ada", None)]),
        (HERE, HERE, FIRST, [("Ada", None), ("", "beginner")]),
        (HERE, SIMPLE, None, [("", None), ("", None)]),
    ],
)
def test_a_record_is_played_on_against_its_computer_else_the_one_that_was_chosen(
    tables: Tables, first: SeatInfo, second: SeatInfo, person: Side | None, expected: list[tuple[str, str | None]]
) -> None:
    match = tables.play_on(played(first, second), 3, person, LevelChoice(level="beginner"), "Ada")
    assert seated(match) == expected
    match.close()


def test_a_position_is_played_from_by_the_level_or_the_strongest_that_can(prepared: Prepared) -> None:
    start = played(HERE, HERE).game.at(4)
    rules = variant("gomoku-freestyle")
    light = [each.name for each in levels_for("gomoku") if each.is_light][-1]
    for state, level, expected in (
        (WarmupState(ready=True), "master", "master"),
        (WarmupState(failed="no compiler"), "master", light),
        (WarmupState(failed="no compiler"), "beginner", "beginner"),
        (WarmupState(failed="no compiler"), "external:Pela", "external:Pela"),
    ):
        prepared.state = state
        match = prepared.tables.play_position(rules, start, SECOND, level, "Ada")
        assert seated(match) == [("", expected), ("Ada", None)]
        assert (match.position, match.ply) == (start, 0)
        match.close()


def test_another_level_takes_a_seat(tables: Tables) -> None:
    match = tables.new_match("gomoku", LevelChoice(level="first-steps"), "Lin")
    tables.change_level(match, SECOND, "beginner")
    assert seated(match) == [("Lin", None), ("", "beginner")]
    with pytest.raises(LevelError):
        tables.change_level(match, SECOND, "nobody")
    match.close()


def test_a_review_wants_moves_and_its_engine(prepared: Prepared) -> None:
    ended = played(HERE, SIMPLE)
    assert prepared.tables.review(played(HERE, SIMPLE, moves=())) is None
    for state in (WarmupState(running=True), WarmupState(failed="no compiler")):
        prepared.state = state
        assert prepared.tables.review(ended) is None
    prepared.state = WarmupState(ready=True)
    review = prepared.tables.review(ended)
    assert review is not None
    assert review.progress == (0, ended.ply + 1)


def test_one_judge_is_kept_and_let_go_for_another_game(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its memory is large, and what it has seen helps it with the next position."""
    judges, made, asked = list[LateJudge](), list[str](), list[str]()

    class Judge:
        def __init__(self, level: Level, *_: object) -> None:
            self.game = level.game
            made.append(level.game)

        def ask(self, *_: object) -> None:
            asked.append(self.game)

    monkeypatch.setattr(Teaching, "judge_with", lambda _, judge: judges.append(judge))
    monkeypatch.setattr("game.tables.tables.Analyst", Judge)
    for game in ("gomoku", "gomoku", "reversi", "gomoku"):
        tables.new_match(game, LevelChoice(mode="two"), "Lin").close()
    assert made == [], "not before somebody asks"
    turn = cast(TurnAsked, None)
    for judge in judges:
        for _ in range(2):
            judge.ask(turn, 0.1)
    assert made == ["gomoku", "reversi", "gomoku"]
    assert asked == ["gomoku"] * 4 + ["reversi"] * 2 + ["gomoku"] * 2


def test_all_computers_think_in_one_room(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Counted(Worker):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr("game.tables.tables.Worker", Counted)
    for _ in range(2):
        match = tables.new_match("gomoku", LevelChoice(mode="watch", level="first-steps", second_level="beginner"), "")
        match.close()
    assert len(made) == 1


@pytest.mark.parametrize(
    ("choice", "level", "person"),
    [
        (LevelChoice(level="first-steps"), "first-steps", FIRST),
        (LevelChoice(level="first-steps", side="second"), "first-steps", SECOND),
        (LevelChoice(mode="two"), None, None),
    ],
)
def test_the_game_that_continue_takes_up(
    prepared: Prepared, choice: LevelChoice, level: str | None, person: Side | None
) -> None:
    tables = prepared.tables
    assert (tables.saved_game(), tables.resume()) == (None, None)
    prepared.leave(tables.new_match("gomoku", LevelChoice(mode="two", variant="gomoku-renju"), "Lin"))
    match = tables.new_match("reversi", choice, "Lin")
    until(lambda: match.person == match.turn, match.update)
    prepared.leave(match)
    saved = tables.saved_game()
    assert saved is not None
    assert (saved.variant, saved.level, saved.person) == ("reversi", level, person)
    assert (saved.position, saved.ply) == (match.position, match.ply)
    assert saved.readiness is Readiness.READY
    assert not saved.is_attempt
    again = tables.resume()
    assert again is not None
    assert seated(again) == seated(match)
    assert again.game.texts() == match.game.texts()
    again.close()
    tables.discard_saved()
    left = tables.saved_game()
    assert left is not None
    assert left.variant == "gomoku-renju", "the newest alone was given up"


def test_a_saved_game_waits_for_its_computer(prepared: Prepared) -> None:
    match = prepared.tables.new_match("reversi", LevelChoice(mode="two"), "Lin")
    match.update()
    match.change_player(SECOND, Absent(SeatInfo("engine", "", "master")))
    prepared.leave(match)
    for state, readiness in (
        (WarmupState(ready=True), Readiness.READY),
        (WarmupState(running=True), Readiness.PREPARING),
        (WarmupState(failed="no compiler"), Readiness.FAILED),
    ):
        prepared.state = state
        saved = prepared.tables.saved_game()
        assert saved is not None
        assert saved.readiness is readiness


def test_a_game_that_another_window_plays_is_told_of_and_not_offered(prepared: Prepared, folders: Folders) -> None:
    prepared.leave(prepared.tables.new_match("gomoku", LevelChoice(mode="two"), "Lin"))
    other = Tables(folders, random.Random(2))
    taken = other.resume()
    assert taken is not None
    assert prepared.tables.saved_game() is not None
    assert prepared.tables.resume() is None
    assert [notice.code for notice in prepared.tables.take_notices()] == ["save-taken"]
    assert prepared.tables.take_notices() == []
    assert prepared.tables.saved_game() is None
    taken.close()
    other.close()


def test_a_game_with_somebody_elsewhere_is_not_continued_here(prepared: Prepared) -> None:
    match = prepared.tables.new_match("gomoku", LevelChoice(mode="two"), "Lin")
    match.update()
    match.change_player(SECOND, Absent(SeatInfo("remote", "Bo")))
    prepared.leave(match)
    assert prepared.tables.saved_game() is None
    assert prepared.tables.take_notices() == []


def test_levels_stand_weakest_first_then_the_adaptive_one(tables: Tables) -> None:
    for game in GAMES:
        found = tables.opponents(game)
        assert [each.name for each in found] == [*(each.name for each in levels_for(game)), "adaptive"]
        shown = [each.rating for each in found[:-1] if each.rating is not None]
        assert shown == sorted(shown)
        assert shown[0] == 400, "Elo has no zero"
        assert {each.name: (each.depth, each.seconds) for each in found[:-1]} == {
            each.name: (each.limit.depth, each.limit.time_s) for each in levels_for(game)
        }
