"""Autosave: what is played is on disk, what was interrupted comes back as it stood, what is over leaves a record."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sitting import BLACK_WINS, FIRST, SECOND, Puppet, Sitting, Time, kinds, only

from game.match import events as happened
from game.match.autosave import Autosave
from game.match.clock import TimeControl
from game.match.match import Match
from game.match.match_record import match_record
from game.match.players import Human, Player, PlayerKind
from game.match.saved_match import GameTakenError, SavedMatch, recover, resume, unfinished
from game.records import native
from game.records.record import Record, SeatInfo
from game.rules.core import Side, Termination
from game.storage.folders import Folders, find_folders


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path / "mine")})


class Wall:
    """The wall clock: a minute passes at every look."""

    def __init__(self) -> None:
        self.now = datetime(2024, 5, 1, 21, 40, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


class Level(Puppet):
    """An engine of a level."""

    def __init__(self, level: str = "expert") -> None:
        super().__init__()
        self.level = level


def sit(folders: Folders, second: Player | None = None, **options: Any) -> Sitting:
    return Sitting(second=second, log=Autosave(folders, Wall()), **options)


def player(side: Side, seat: SeatInfo) -> Player:
    return Human() if seat.kind == "human" else Level(seat.level or "")


def journals(folders: Folders) -> list[Path]:
    return sorted(folders.saves.glob("*.journal")) if folders.saves.exists() else []


def records(folders: Folders) -> list[Record]:
    files = sorted(folders.records.glob("*.qiguan")) if folders.records.exists() else []
    readings = [native.read(file.read_bytes()) for file in files]
    assert all(reading.problem is None for reading in readings)
    return [reading.record for reading in readings]


def the_one(folders: Folders) -> SavedMatch:
    games, notices = unfinished(folders)
    assert notices == []
    (game,) = games
    return game


def drop(sitting: Sitting) -> None:
    """Leave the match as a killed process does: nothing is written any more, the lock goes."""
    log = sitting.match._log
    assert isinstance(log, Autosave)
    log._disk.shutdown(wait=True)
    assert log._file is not None
    log._file.close()
    log._file = None


def standing(match: Match) -> object:
    """All of a match that must come back."""
    clock = match.clock
    return (
        match.variant.name, match.position, [played.text for played in match.line], match.game.can_redo,
        match.sheet.kept_texts, clock.all_times_s, [clock.used_s(side) for side in Side],
        [clock.left_s(side) for side in Side], clock.control, match.take_backs, match.pace_s,
        [(match.seat(side).name, match.seat(side).player.kind, match.seat(side).player.level) for side in Side],
    )  # fmt: skip


def test_an_interrupted_game_stands_as_it_stood(folders: Folders) -> None:
    engine = Level("intermediate")
    sitting = sit(folders, engine, name="gomoku-renju", control=TimeControl(600, 5), pace_s=0.25)
    sitting.exchange(engine, "h8", "h9")
    sitting.exchange(engine, "j8", "j9")
    sitting.exchange(engine, "k8", "k9")
    sitting.match.undo()
    sitting.match.change_player(SECOND, Level("expert"), "Lin")
    sitting.match.update()
    sitting.time.now += 7
    sitting.match.update()  # more than five seconds: the clock is noted
    before = standing(sitting.match)
    drop(sitting)

    saved = the_one(folders)
    assert (saved.variant, saved.ply, saved.turn) == ("gomoku-renju", 4, FIRST)
    assert saved.seats == (SeatInfo("human", "Ada"), SeatInfo("engine", "Lin", "expert"))
    assert saved.moves == ("h8", "h9", "j8", "j9")
    assert saved.saved.utcoffset() is not None
    assert saved.saved > datetime(2024, 5, 1, 21, 40, tzinfo=UTC)

    time = Time()
    match = resume(saved, folders, player, now=time, log=Autosave(folders, Wall()))
    assert standing(match) == before
    assert match.clock.move_s == 7.0
    assert match.clock.used_s(FIRST) == 2.0 + 7.0
    assert not match.clock.is_running
    assert match.may_move
    match.update()
    time.now += 3
    assert match.clock.move_s == 10.0, "the move in progress goes on with the time it has used"
    match.redo()
    assert [played.text for played in match.line] == ["h8", "h9", "j8", "j9", "k8", "k9"]
    match.close()


def test_it_can_be_interrupted_again_and_again(folders: Folders) -> None:
    sitting = sit(folders)
    moves = ["h8", "h9", "j8", "j9", "k8"]
    sitting.play(moves[0])
    drop(sitting)
    for number, text in enumerate(moves[1:], start=2):
        match = resume(the_one(folders), folders, player)
        match.update()
        match.submit(match.turn, match.variant.read_move(text, match.position))
        match.close()
        assert the_one(folders).moves == tuple(moves[:number])
    assert len(journals(folders)) == 1


def test_leaving_keeps_the_game_for_later(folders: Folders) -> None:
    sitting = sit(folders)
    sitting.play("h8")
    sitting.time.now += 3
    sitting.match.close()
    match = resume(the_one(folders), folders, player)
    assert match.clock.move_s == pytest.approx(3.0, abs=0.01)
    match.close()


def test_a_game_without_a_move_leaves_nothing(folders: Folders) -> None:
    sitting = sit(folders, Level())
    sitting.match.update()
    sitting.match.change_player(SECOND, Level("beginner"))
    sitting.time.now += 60
    sitting.match.update()
    sitting.match.close()
    resigned = sit(folders)
    resigned.match.resign()
    resigned.match.close()
    assert unfinished(folders) == ([], [])
    assert records(folders) == []


def test_a_finished_game_leaves_a_record_and_nothing_to_continue(folders: Folders) -> None:
    sitting = sit(folders, control=TimeControl(300, 2))
    sitting.play(*BLACK_WINS)
    sitting.match.close()
    assert unfinished(folders) == ([], [])
    assert journals(folders) == []
    (record,) = records(folders)
    assert [move.text for move in record.moves] == BLACK_WINS
    assert [move.used_s for move in record.moves] == [1.0] * 9
    assert record == match_record(sitting.match, record.date)
    assert record.date.startswith("2024-05-01T21:4")
    assert record.control == TimeControl(300, 2)
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == ("black", Termination.FIVE)


def test_a_declared_end_is_in_the_record(folders: Folders) -> None:
    sitting = sit(folders, Level())
    sitting.play("h8")
    sitting.match.resign()
    sitting.match.close()
    (record,) = records(folders)
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == ("white", Termination.RESIGNATION)
    assert record.seats[1] == SeatInfo("engine", "Bo", "expert")


def test_an_abandoned_game_leaves_nothing(folders: Folders) -> None:
    sitting = sit(folders)
    sitting.play("h8")
    sitting.match.abandon()
    sitting.match.close()
    assert unfinished(folders) == ([], [])
    assert journals(folders) == []
    assert records(folders) == []


def test_a_restart_drops_the_old_game_and_saves_the_new_one(folders: Folders) -> None:
    sitting = sit(folders)
    sitting.play("h8", "h9")
    sitting.match.restart()
    sitting.play("a1")
    sitting.match.close()
    assert the_one(folders).moves == ("a1",)


def test_a_finished_game_that_goes_on_can_be_continued_and_keeps_one_record(folders: Folders) -> None:
    sitting = sit(folders)
    sitting.play(*BLACK_WINS)
    sitting.match.undo()
    before = standing(sitting.match)
    sitting.match.update()
    drop(sitting)
    match = resume(the_one(folders), folders, player, now=Time())
    assert standing(match) == before
    assert match.game.can_redo == 1
    assert len(records(folders)) == 1
    match.redo()
    match.close()
    assert unfinished(folders) == ([], [])
    assert len(records(folders)) == 1, "it is still the same game"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"version":1', b'"version":99'),
        (b'"date":', b'"headers":{"Site":"Amsterdam"},"date":'),
        (b'"date":', b'"event":"a club evening","date":'),
        (b'"name":"Ada"', b'"name":"Ada L."'),
    ],
)
def test_a_record_that_says_something_else_is_not_written_over_by_a_second_end(
    folders: Folders, old: bytes, new: bytes
) -> None:
    sitting = sit(folders)
    sitting.play(*BLACK_WINS)
    sitting.match.undo()
    sitting.match.update()
    drop(sitting)
    (path,) = folders.records.iterdir()
    assert old in path.read_bytes()
    path.write_bytes(said := path.read_bytes().replace(old, new))
    match = resume(the_one(folders), folders, player, now=Time())
    match.redo()
    match.close()
    kept = {each.name: each.read_bytes() for each in folders.records.iterdir()}
    assert kept[f"{path.stem}-2{path.suffix}"] == said
    assert [move.text for move in native.read(kept[path.name]).record.moves] == BLACK_WINS


def test_the_epoch_is_the_same_before_and_after_an_interruption(folders: Folders) -> None:
    """With moves to redo, in the journal that saw them taken back and in the next one, which repeats it."""
    sitting = sit(folders)
    log = sitting.match._log
    assert isinstance(log, Autosave)
    sitting.play(*BLACK_WINS[:3])
    sitting.match.undo()
    sitting.match.redo()
    sitting.match.update()
    assert log.epoch == (1, 2)
    drop(sitting)
    match = resume(the_one(folders), folders, player, now=sitting.time, log=(again := Autosave(folders, Wall())))
    assert again.epoch == (1, 2)
    sitting.match = match
    sitting.play(*BLACK_WINS[3:])
    match.undo()  # the game goes on after its end, in another journal
    match.update()
    assert again.epoch == (2, 8)
    drop(sitting)
    last = Autosave(folders, Wall())
    resume(the_one(folders), folders, player, log=last).close()
    assert last.epoch == (2, 8)


def test_a_program_killed_right_at_the_end_writes_the_record_at_its_next_start(folders: Folders) -> None:
    sitting = sit(folders)
    sitting.play(*BLACK_WINS[:-1])
    drop(sitting)
    match = resume(the_one(folders), folders, player)
    log = match._log
    assert isinstance(log, Autosave)
    log._disk.shutdown(wait=True)  # what comes after this never reaches the disk, as if the thread had died
    with pytest.raises(RuntimeError):
        match.submit(FIRST, match.variant.read_move(BLACK_WINS[-1], match.position))
    assert log._file is not None
    log._file.close()
    assert unfinished(folders) == ([], [])
    (record,) = records(folders)
    assert len(record.moves) == 9
    assert record.result is not None
    assert journals(folders) == []
    assert unfinished(folders) == ([], [])
    assert len(records(folders)) == 1


def test_cut_anywhere_the_game_comes_back_to_the_last_whole_line(folders: Folders, tmp_path: Path) -> None:
    engine = Level()
    sitting = sit(folders, engine, control=TimeControl(60, 1))
    sitting.exchange(engine, "h8", "h9")
    sitting.exchange(engine, "j8", "j9")
    sitting.match.undo()
    sitting.match.redo()
    sitting.match.close()
    (path,) = journals(folders)
    data = path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]
    plies = [0, 0, 1, 2, 3, 4, 2, 4, 4]  # after this many lines: the header, four moves, undo, redo, the clock
    assert len(ends) == len(plies) - 1
    near = {cut for end in (0, *ends) for cut in range(end - 3, end + 4) if 0 <= cut < len(data)}
    for cut in sorted(near | set(range(0, len(data), 11))):
        for file in folders.saves.iterdir():
            file.unlink()
        path.write_bytes(data[:cut])
        games, notices = unfinished(folders)
        lines = sum(end <= cut for end in ends)
        assert [game.ply for game in games] == ([plies[lines]] if lines else [])
        whole = cut == 0 or cut in ends
        code = "save-damaged" if lines else "save-lost"
        assert [notice.code for notice in notices] == ([] if whole else [code])
        if not whole:
            assert Path(notices[0].values["aside"]).read_bytes() == data[:cut]
        if cut % 40 == 0 and games:
            match = resume(games[0], folders, player)
            assert match.ply == plies[lines]
            match.close()


def test_a_damaged_file_is_no_obstacle_to_the_other_games(folders: Folders) -> None:
    for _ in range(2):
        sitting = sit(folders)
        sitting.play("h8")
        sitting.match.close()
    victim = journals(folders)[0]
    victim.write_bytes(os.urandom(300))
    games, notices = unfinished(folders)
    assert len(games) == 1
    assert [notice.code for notice in notices] == ["save-lost"]
    assert not victim.exists()
    assert unfinished(folders)[1] == []


def test_two_windows_keep_two_games(folders: Folders) -> None:
    one, two = sit(folders), sit(folders)
    one.play("h8")
    two.play("a1", "a2")
    assert len(journals(folders)) == 2
    assert unfinished(folders) == ([], []), "both are being played"
    drop(one)
    saved = the_one(folders)
    assert saved.moves == ("h8",)
    match = resume(saved, folders, player)
    assert unfinished(folders) == ([], [])
    with pytest.raises(GameTakenError) as caught:
        resume(saved, folders, player)
    assert caught.value.notice.code == "save-taken"
    match.abandon()
    match.close()
    with pytest.raises(GameTakenError):
        resume(saved, folders, player)
    two.play("a3")
    two.match.close()
    assert the_one(folders).moves == ("a1", "a2", "a3")


def test_a_player_that_cannot_be_made_leaves_the_game_to_be_continued(folders: Folders) -> None:
    sitting = sit(folders)
    sitting.play("h8")
    sitting.match.close()

    def nobody(side: Side, seat: SeatInfo) -> Player:
        raise LookupError(seat.name)

    with pytest.raises(LookupError):
        resume(the_one(folders), folders, nobody)
    assert the_one(folders).moves == ("h8",)


def test_computers_are_continued_paused(folders: Folders) -> None:
    first = Level()
    sitting = Sitting(first, Level(), log=Autosave(folders, Wall()))
    sitting.match.update()
    first.say("h8")
    sitting.match.update()
    sitting.match.close()
    match = resume(the_one(folders), folders, player)
    assert match.is_watched
    assert match.is_paused
    match.close()


def test_the_last_saved_game_comes_first(folders: Folders) -> None:
    wall = Wall()
    for text in ("h8", "a1", "b2"):
        sitting = Sitting(log=Autosave(folders, wall))
        sitting.play(text)
        sitting.match.close()
    games, _ = unfinished(folders)
    assert [game.moves for game in games] == [("b2",), ("a1",), ("h8",)]


def test_without_a_folder_the_game_is_played_unsaved_and_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    folders = find_folders({"QIGUAN_DATA": str(tmp_path / "file")})
    assert unfinished(folders) == ([], [])
    sitting = sit(folders)
    events = sitting.play(*BLACK_WINS)
    sitting.match.close()
    told = only(events, happened.Told)
    assert told.notice.code == "autosave-failed"
    assert kinds(events).count("MovePlayed") == 9


def test_a_disk_that_was_full_for_a_while_costs_nothing(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = sit(folders)
    sitting.play("h8", "h9")

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.match.journal.os.write", full)
    told = only(sitting.play("j8", "j9"), happened.Told)
    assert told.notice.values["why"] == "the disk is full"
    monkeypatch.undo()
    events = sitting.play("k8")
    assert "Told" not in kinds(events)
    sitting.match.close()
    assert the_one(folders).moves == ("h8", "h9", "j8", "j9", "k8")


def test_a_game_that_ends_while_no_journal_can_be_written_leaves_its_record_alone(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = sit(folders)
    sitting.play("h8", "h9")

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.match.journal.os.write", full)
    sitting.play("j8")
    sitting.match.resign(FIRST)
    sitting.match.update()
    sitting.match.close()
    assert journals(folders) == [], "the one that ends before the game would be offered to be continued"
    (record,) = records(folders)
    assert len(record.moves) == 3


def test_a_name_full_of_control_characters_is_saved_clean(folders: Folders) -> None:
    sitting = sit(folders)
    sitting.match.change_player(SECOND, Human(), "Eve\u202e\n" + "x" * 5000)
    sitting.play("h8")
    sitting.match.close()
    assert the_one(folders).seats[1].name == "Eve" + "x" * 61


def test_a_time_that_is_none_is_no_obstacle(folders: Folders) -> None:
    class Broken(Wall):
        def __call__(self) -> datetime:
            return datetime(9999, 12, 31, 23, 59, tzinfo=UTC)

    sitting = Sitting(log=Autosave(folders, Broken()))
    sitting.play("h8")
    sitting.match.close()
    assert the_one(folders).ply == 1


CHILD = """
import sys
from game.match.autosave import Autosave
from game.match.clock import MatchClock, TimeControl
from game.match.match import Match, Seat
from game.match.players import Human
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import find_folders

game = Game(variant("gomoku-freestyle"))
match = Match(game, (Seat(Human(), "Ada"), Seat(Human(), "Bo")), MatchClock(TimeControl(600, 0)),
              log=Autosave(find_folders()))
number = 0
while True:
    match.update()
    number += 1
    if number % 7 == 0:
        match.undo()
    else:
        moves = match.position.legal_moves()
        match.submit(match.turn, moves[number * 37 % len(moves)])
    print(*(played.text for played in match.line), flush=True)
    if match.outcome is not None:
        match.restart()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
@pytest.mark.parametrize("lines", [1, 2, 8, 30, 61])
def test_kill_9_loses_no_move(folders: Folders, tmp_path: Path, lines: int) -> None:
    environment = {**os.environ, "QIGUAN_DATA": str(tmp_path / "mine")}
    root = Path(__file__).parents[2]
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD], cwd=root, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        for _ in range(lines):
            last = child.stdout.readline().split()
            assert last, "the child plays"
        assert unfinished(folders) == ([], []), "the child holds its game"
        os.kill(child.pid, signal.SIGKILL)
        rest = [line.split() for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    finally:
        child.kill()
        child.wait()
    states = [last, *rest]
    games, notices = unfinished(folders)
    assert all(notice.code == "save-damaged" for notice in notices)
    # the child may have been killed between the journal and its print, or at the end of a game
    saved = games[0].moves if games else ()
    known = states[-1]
    after = len(saved) >= len(known) and list(saved[: len(known)]) == known
    undone = list(saved) == known[:-1]
    assert after or undone or not saved
    if games:
        match = resume(games[0], folders, player)
        assert [played.text for played in match.line] == list(saved)
        assert match.seat(FIRST).name == "Ada"
        assert match.seat(FIRST).player.kind is PlayerKind.HUMAN
        assert match.clock.control == TimeControl(600, 0)
        match.close()


def test_recover_on_a_file_that_is_not_there(tmp_path: Path) -> None:
    game, notice = recover(tmp_path / "none.journal")
    assert game is None
    assert notice is not None
    assert notice.code == "save-unreadable"
