"""The person's standing: which results count, that each counts once, and that it lasts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from sitting import BLACK_WINS, FIRST, SECOND, Puppet, Sitting

from ai.levels import SCALES
from game.match.clock import MatchClock
from game.match.match import Match
from game.match.players import Chosen, Human, Player, TurnAsked
from game.match.saved_match import resume, unfinished
from game.progress.rating import PlayerRatings, RatedAutosave
from game.rules.core import Side
from game.rules.game import Game
from game.rules.gomoku.variants import FREESTYLE
from game.storage.folders import Folders, find_folders
from game.storage.settings import LevelChoice
from game.tables.tables import Tables

SCALE = SCALES["gomoku"]


class Computer(Puppet):
    """A computer of a level, moved by the test."""

    def __init__(self, level: str | None = "adaptive:300") -> None:
        super().__init__()
        self.level = level


class Oracle(Player):
    """An adviser that always names the same point."""

    kind = Puppet().kind

    def __init__(self) -> None:
        self._asked = False

    def ask(self, turn: TurnAsked) -> None:
        self._asked = True

    def cancel(self) -> None:
        self._asked = False

    def poll(self) -> list[Chosen]:
        asked, self._asked = self._asked, False
        return [Chosen("o15")] if asked else []

    def consider(self, request: object) -> object:  # type: ignore[override]  # nobody asks it
        raise AssertionError


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


@pytest.fixture
def standings(folders: Folders) -> PlayerRatings:
    return PlayerRatings(folders)


@pytest.fixture
def table(folders: Folders, standings: PlayerRatings) -> Iterator[Sitting]:
    """The person plays Black against a computer of 300."""
    sitting = Sitting(second=Computer(), log=RatedAutosave(folders, standings), adviser=Oracle())
    yield sitting
    sitting.match.close()


def computer(match: Match, side: Side = SECOND) -> Puppet:
    player = match.seat(side).player
    assert isinstance(player, Puppet)
    return player


def play(sitting: Sitting, *texts: str) -> None:
    """Moves of both sides in turn."""
    for text in texts:
        if sitting.match.turn is SECOND:
            computer(sitting.match).say(text)
            sitting.match.update()
        else:
            sitting.play(text)


def games(standings: PlayerRatings) -> int:
    standing = standings.of("gomoku")
    assert standing is not None
    return standing.games


def rating(standings: PlayerRatings) -> float:
    standing = standings.of("gomoku")
    assert standing is not None
    return standing.rating


def test_somebody_new_stands_near_the_weakest(standings: PlayerRatings, folders: Folders) -> None:
    assert SCALE.weakest < rating(standings) < (SCALE.weakest + SCALE.strongest) / 2
    assert games(standings) == 0
    assert standings.of("tiddlywinks") is None
    assert not (folders.data / "standing.json").exists()


def test_a_win_raises_and_a_loss_lowers(standings: PlayerRatings) -> None:
    start = rating(standings)
    standings.count("gomoku", "a", 300, 1.0)
    won = rating(standings)
    standings.count("gomoku", "b", 300, 0.0)
    assert start < won
    assert rating(standings) < won
    assert games(standings) == 2
    # a win against somebody much weaker moves nothing, one against somebody stronger much
    now = rating(standings)
    standings.count("gomoku", "c", round(now) - 800, 1.0)
    assert rating(standings) == pytest.approx(now, abs=2)
    standings.count("gomoku", "d", round(now) + 800, 1.0)
    assert rating(standings) > now + 30


def kept(folders: Folders, **held: object) -> PlayerRatings:
    """Ratings whose file holds this."""
    folders.data.mkdir(parents=True, exist_ok=True)
    (folders.data / "standing.json").write_text(json.dumps({"version": 1, **held}))
    return PlayerRatings(folders)


def test_a_rating_from_before_deviations_were_kept_goes_on(folders: Folders) -> None:
    middle = (SCALE.weakest + SCALE.strongest) // 2
    moved = []
    for games_before in (0, 3, 30, 300):
        standings = kept(folders, standings={"gomoku": {"rating": middle, "games": games_before}})
        assert rating(standings) == middle
        change = standings.count("gomoku", "next", middle, 1.0)
        assert change is not None
        assert change.before is not None
        assert games(standings) == games_before + 1
        moved.append(rating(standings) - middle)
        assert change.now.spread < change.before.spread <= 250
    assert moved == sorted(moved, reverse=True)
    assert moved[0] == pytest.approx(118.5, abs=0.1)  # by hand: 250 points of deviation, nothing else known
    assert moved[-1] < 15


def test_the_first_opponent_is_where_a_rating_begins(standings: PlayerRatings) -> None:
    assert standings.measured("gomoku") is None
    change = standings.count("gomoku", "a", 900, 0.5)
    assert change is not None
    assert change.before is None
    assert change.now.rating == pytest.approx(900)
    assert 150 < change.now.spread < 250


def test_an_opponent_who_is_not_well_known_tells_less(folders: Folders) -> None:
    spreads = []
    for deviation in (0.0, 60.0, 300.0):
        standings = kept(folders)
        change = standings.count("gomoku", "a", 600, 1.0, deviation)
        assert change is not None
        spreads.append(change.now.spread)
    assert spreads == sorted(spreads)
    assert spreads[2] > spreads[0] + 15


def test_after_a_rest_a_rating_is_less_sure(folders: Folders) -> None:
    days = iter([date(2026, 1, 1)] * 2)
    standings = PlayerRatings(folders, lambda: next(days))
    change = standings.count("gomoku", "a", 600, 1.0)
    assert change is not None
    later = PlayerRatings(folders, lambda: date(2027, 1, 1)).measured("gomoku")
    assert later is not None
    assert later.rating == change.now.rating
    assert later.spread > change.now.spread + 3
    earlier = PlayerRatings(folders, lambda: date(2020, 1, 1)).measured("gomoku")  # a clock that was set back
    assert earlier is not None
    assert earlier.spread == pytest.approx(change.now.spread)


def test_the_curve_has_a_point_for_each_game_and_keeps_the_last(folders: Folders) -> None:
    points = [{"day": "2026-01-01", "rating": number, "deviation": 60} for number in range(400)]
    held = {"rating": 500, "games": 400, "deviation": 60.0, "curve": points}
    standings = kept(folders, version=2, standings={"gomoku": held})
    change = standings.count("gomoku", "a", 500, 1.0)
    assert change is not None
    assert len(change.now.curve) == 400
    assert [point.rating for point in change.now.curve[:2]] == [1, 2]
    assert change.now.curve[-1].rating == pytest.approx(change.now.rating, abs=0.05)
    assert change.now.games == 401


def test_a_day_that_is_none_is_passed_over(folders: Folders) -> None:
    point = {"day": "yesterday", "rating": 1, "deviation": 60}
    standings = kept(folders, version=2, standings={"gomoku": {"rating": 500, "deviation": 60.0, "curve": [point]}})
    held = standings.measured("gomoku")
    assert held is not None
    assert held.spread == 60


def test_five_moves_tell_nothing_and_six_do(folders: Folders, standings: PlayerRatings) -> None:
    for plies, counted in ((5, 0), (6, 1)):
        sitting = Sitting(second=Computer(), log=RatedAutosave(folders, standings))
        play(sitting, *BLACK_WINS[:plies])
        sitting.match.resign(FIRST)
        sitting.match.update()
        sitting.match.close()
        assert games(standings) == counted


def test_the_five_hundred_last_games_that_count_no_more_are_remembered(folders: Folders) -> None:
    standings = kept(folders, spent=[f"spent {number}" for number in range(500)])
    standings.spend("another")
    standings.spend("another")
    assert [standings.is_spent(name) for name in ("spent 0", "spent 1", "another")] == [False, True, True]
    standings.count("gomoku", "counted", 300, 1.0)
    assert [standings.is_spent(name) for name in ("spent 1", "spent 2", "counted")] == [False, True, True]


def test_it_finds_a_strength_and_stays_on_the_scale(standings: PlayerRatings, monkeypatch: pytest.MonkeyPatch) -> None:
    # hundreds of games: what is written need not reach the disk
    monkeypatch.setattr("game.storage.json_store.write_safely", Path.write_bytes)
    true = (SCALE.weakest + SCALE.strongest) // 2
    for number in range(120):
        opponent = round(rating(standings))
        share = 1 / (1 + 10 ** ((opponent - true) / 400))
        won = (number * 0.618) % 1 < share
        standings.count("gomoku", str(number), opponent, float(won))
    assert rating(standings) == pytest.approx(true, abs=120)
    for number in range(300):
        standings.count("gomoku", f"w{number}", SCALE.strongest + 300, 1.0)
    assert rating(standings) == SCALE.strongest
    for number in range(400):
        standings.count("gomoku", f"l{number}", SCALE.weakest - 300, 0.0)
    assert rating(standings) == SCALE.weakest


def test_a_game_played_to_its_end_counts_once(table: Sitting, standings: PlayerRatings, folders: Folders) -> None:
    before = rating(standings)
    play(table, *BLACK_WINS)
    assert games(standings) == 1
    assert rating(standings) > before
    # taken back and won again it is still the same game
    table.match.undo()
    table.match.update()
    play(table, "e1")
    assert table.match.outcome is not None
    assert games(standings) == 1
    assert PlayerRatings(folders).of("gomoku") == standings.of("gomoku")  # after a restart


def test_a_new_beginning_is_a_new_game(table: Sitting, standings: PlayerRatings) -> None:
    play(table, *BLACK_WINS)
    table.match.restart()
    table.match.update()
    play(table, *BLACK_WINS)
    assert games(standings) == 2
    table.match.restart()
    table.match.update()
    play(table, *BLACK_WINS[:6])
    table.match.resign()
    table.match.update()
    assert games(standings) == 3


def test_help_in_the_game_before_does_not_matter(table: Sitting, standings: PlayerRatings) -> None:
    play(table, *BLACK_WINS[:6])
    table.match.ask_hint()
    table.match.update()
    table.match.restart()
    table.match.update()
    play(table, *BLACK_WINS)
    assert games(standings) == 1


@pytest.mark.parametrize("help_taken", ["hint", "undo", "level", "person"])
def test_with_help_it_does_not_count(
    table: Sitting, standings: PlayerRatings, folders: Folders, help_taken: str
) -> None:
    play(table, *BLACK_WINS[:6])
    match table, help_taken:
        case _, "hint":
            table.match.ask_hint()
            table.match.update()
        case _, "undo":
            table.match.undo()
            table.match.update()
            play(table, *BLACK_WINS[4:6])
        case _, "level":
            table.match.change_player(SECOND, Computer("adaptive:100"))
        case _, "person":
            table.match.change_player(SECOND, Human())
    if help_taken == "person":
        table.play(*BLACK_WINS[6:])
    else:
        play(table, *BLACK_WINS[6:])
    assert table.match.outcome is not None
    assert games(standings) == 0


def test_a_pushed_piece_is_no_help(standings: PlayerRatings, folders: Folders) -> None:
    log = RatedAutosave(folders, standings)
    table = Sitting(second=Computer(), log=log)
    table.match.nudges.enabled = True
    table.play("b1")
    target = table.move("a1").target
    assert target is not None
    table.match.nudges.push(target)
    table.match.update()
    table.match.close()
    (saved,), _ = unfinished(folders)  # also once it was left
    assert saved.moves == ("a1",)
    log = RatedAutosave(folders, standings)
    table.match = resume(saved, folders, lambda side, _: Human() if side is FIRST else Computer(), log=log)
    table.match.update()
    play(table, *BLACK_WINS[1:])
    assert games(standings) == 1
    table.match.close()


def test_a_level_changed_before_the_first_move_counts(table: Sitting, standings: PlayerRatings) -> None:
    table.match.change_player(SECOND, Computer("adaptive:100"))
    play(table, *BLACK_WINS)
    assert games(standings) == 1


def test_a_level_changed_after_a_hint_for_the_first_move_makes_up_for_nothing(
    table: Sitting, standings: PlayerRatings
) -> None:
    table.match.update()
    table.match.ask_hint()
    table.match.update()
    assert table.match.ply == 0
    table.match.change_player(SECOND, Computer("adaptive:100"))
    play(table, *BLACK_WINS)
    assert table.match.outcome is not None
    assert games(standings) == 0


@pytest.mark.parametrize(("level", "counts"), [("adaptive:300", 1), ("depth:4", 0), ("external:x", 0), (None, 0)])
def test_only_opponents_of_known_strength_count(
    folders: Folders, standings: PlayerRatings, level: str | None, counts: int
) -> None:
    sitting = Sitting(second=Computer(level), log=RatedAutosave(folders, standings))
    play(sitting, *BLACK_WINS)
    sitting.match.close()
    assert games(standings) == counts


def test_games_without_meaning_do_not_count(folders: Folders, standings: PlayerRatings) -> None:
    # two people; given up without a result; over before it has begun
    people = Sitting(log=RatedAutosave(folders, standings))
    people.play(*BLACK_WINS)
    given_up = Sitting(second=Computer(), log=RatedAutosave(folders, standings))
    play(given_up, *BLACK_WINS[:8])
    given_up.match.abandon()
    short = Sitting(second=Computer(), log=RatedAutosave(folders, standings))
    play(short, *BLACK_WINS[:2])
    short.match.resign()
    begun_later = Sitting(second=Computer(), log=RatedAutosave(folders, standings, counts=False))
    play(begun_later, *BLACK_WINS)
    for sitting in (people, given_up, short, begun_later):
        sitting.match.update()
        sitting.match.close()
    assert games(standings) == 0


def again(folders: Folders, standings: PlayerRatings) -> Sitting:
    """The program was started again, and its only game is taken up again."""
    (saved,), _ = unfinished(folders)
    sitting = Sitting()
    sitting.match = resume(
        saved,
        folders,
        lambda side, seat: Computer(seat.level) if seat.kind == "engine" else Human(),
        log=RatedAutosave(folders, standings),
    )
    return sitting


@pytest.mark.parametrize(("before", "counts"), [("", 1), ("hint", 0), ("undo", 0), ("undo, untold", 0)])
def test_a_game_taken_up_after_a_restart(
    table: Sitting, standings: PlayerRatings, folders: Folders, before: str, counts: int
) -> None:
    play(table, *BLACK_WINS[:6])
    if before == "hint":
        table.match.ask_hint()
        table.match.update()
    elif before.startswith("undo"):
        table.match.undo()
        table.match.update()
        play(table, *BLACK_WINS[4:6])
    table.match.close()
    if before.endswith("untold"):  # the ratings could not be written when it was taken back, but the journal was
        (folders.data / "standing.json").unlink()
    later = PlayerRatings(folders)
    sitting = again(folders, later)
    play(sitting, *BLACK_WINS[6:])
    assert sitting.match.outcome is not None
    sitting.match.close()
    assert games(later) == counts


def test_a_file_that_holds_nonsense_is_set_aside_and_told(folders: Folders) -> None:
    path = folders.data / "standing.json"
    path.parent.mkdir(parents=True)
    nonsense = (b"{", b"[]", b'{"standings": {"gomoku": {"rating": "high"}}}', b'{"standings": {"x": {"rating": NaN}}}')
    for content in nonsense:
        path.write_bytes(content)
        standings = PlayerRatings(folders)
        assert games(standings) == 0
        assert [notice.code for notice in standings.take_notices()] == ["standing-damaged"]
        assert standings.take_notices() == []
        assert not path.exists()
    standings.count("gomoku", "a", 300, 1.0)
    assert games(PlayerRatings(folders)) == 1


def test_a_folder_that_refuses_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    standings = PlayerRatings(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    standings.take_notices()
    standings.count("gomoku", "a", 300, 1.0)
    assert standings.take_notices()
    assert games(standings) == 0 or rating(standings) > 0


def test_a_game_that_did_not_begin_evenly_does_not_count(folders: Folders, standings: PlayerRatings) -> None:
    for start, counted in ((FREESTYLE.read_position("o15o13"), 0), (None, 1)):
        sitting = Sitting(second=Computer())
        seats = (sitting.match.seat(Side.FIRST), sitting.match.seat(SECOND))
        log = RatedAutosave(folders, standings)
        sitting.match = Match(Game(FREESTYLE, start), seats, MatchClock(None, sitting.time), log=log)
        sitting.match.update()
        play(sitting, *BLACK_WINS)
        assert sitting.match.outcome is not None
        assert games(standings) == counted
        sitting.match.close()


def test_a_handicap_is_given_by_the_computer_or_by_who_begins(folders: Folders) -> None:
    tables = Tables(folders, random.Random(1))
    horses = LevelChoice(level="first-steps", handicap="horses")
    try:
        for choice, giver in (
            (horses, SECOND),
            (horses.with_(side="second"), Side.FIRST),
            (horses.with_(mode="two"), Side.FIRST),
            (horses.with_(mode="watch", second_level="first-steps"), Side.FIRST),
        ):
            match = tables.new_match("xiangqi", choice, "Ada")
            kinds = [(piece.side, piece.kind) for piece in match.position.pieces().values()]
            assert kinds.count((giver, "horse")) == 0
            assert kinds.count((giver.other, "horse")) == 2
            again = tables.rematch(match, swapped=False)
            assert again.position == match.position
            swapped = tables.rematch(match, swapped=True)
            assert swapped.position != match.position
            assert len(swapped.position.pieces()) == 30
            match.close()
            again.close()
            swapped.close()
        stones = tables.new_match("gomoku", LevelChoice(mode="two", handicap="stones", size=19), "Ada")
        assert (len(stones.position.pieces()), stones.turn, stones.position.board.rows) == (4, Side.FIRST, 19)
        stones.close()
        opened = tables.new_match("gomoku", LevelChoice(mode="two", handicap="stones", opening="swap2"), "Ada")
        assert opened.position == opened.variant.start(None, "swap2")
        opened.close()
        even = tables.new_match("gomoku", horses, "Ada")  # where there is none
        assert even.position == even.variant.start()
        even.close()
    finally:
        tables.close()


def test_computers_play_another_game_at_the_pace_that_was_chosen(folders: Folders) -> None:
    tables = Tables(folders, random.Random(1))
    try:
        match = tables.new_match("gomoku", LevelChoice(mode="watch", level="first-steps", second_level="beginner"), "")
        match.pace_s += 3.0
        again = tables.rematch(match, swapped=True)
        assert again.pace_s == match.pace_s
        again.close()
        match.close()
    finally:
        tables.close()


def test_the_adaptive_opponent_is_as_strong_as_the_person(folders: Folders) -> None:
    tables = Tables(folders, random.Random(1))
    try:
        shown = tables.opponent("gomoku", "adaptive")
        assert shown.name == "adaptive"
        assert shown in tables.opponents("gomoku")
        match = tables.new_match("gomoku", LevelChoice(level="adaptive"), "Ada")
        name = match.seat(SECOND).player.level
        assert name is not None
        strength = int(name.removeprefix("adaptive:"))
        assert shown.rating == strength + 400
        match.close()
        for number in range(5):
            tables._standings.count("gomoku", str(number), strength, 1.0)
        stronger = tables.opponent("gomoku", "adaptive").rating
        assert stronger is not None
        assert stronger > strength + 400
        assert tables._known("gomoku", "adaptive:99999") == "adaptive"  # saved before the scale was measured again
        # another game follows at once, and a saved one keeps its opponent
        again = tables.rematch(match, swapped=False)
        assert again.seat(SECOND).player.level == f"adaptive:{stronger - 400}"
        again.close()
    finally:
        tables.close()
