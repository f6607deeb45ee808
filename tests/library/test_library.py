"""The library: what is listed, damage that is shown, games brought in and given out, thrown away and had back."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from patience import until

from game.library import index
from game.library.exporting import text_of
from game.library.library import Library, LibraryEntry
from game.library.summary import read_header, read_validated
from game.records import native
from game.records.draughts import pdn
from game.records.fault import Fault
from game.records.gomoku import sgf
from game.records.native import Reading
from game.records.record import Record, SeatInfo
from game.records.xiangqi import dhtmlxq, pgn
from game.rules.core import Outcome, Side, Termination, must_pass
from game.rules.game import Game
from game.rules.gomoku.variants import FREESTYLE
from game.rules.registry import variant
from game.storage.folders import Folders, find_folders

SEATS = (SeatInfo("human", "Lin"), SeatInfo("engine", "", "expert"))
LOST = Outcome(Side.SECOND, Termination.RESIGNATION)


def record(name: str, *moves: str, date: str = "2026-11-21", outcome: Outcome | None = LOST) -> Record:
    game = Game(variant(name))
    for move in moves:
        game.play_text(move)
    return Record.from_game(game, SEATS, date=date, outcome=outcome)


GOMOKU = record("gomoku-renju", "h8", "h9", "i9", date="2026-11-21T21:40:00+08:00")
XIANGQI = record("xiangqi", "h2e2", "h9g7")
DRAUGHTS = record("draughts-russian", "22-17", "9-13")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    folders = find_folders({"QIGUAN_DATA": str(tmp_path / "data")})
    folders.records.mkdir(parents=True)
    for number, each in enumerate((GOMOKU, XIANGQI, DRAUGHTS)):
        (folders.records / f"{number}.qiguan").write_bytes(native.write(each))
    return folders


@pytest.fixture
def library(folders: Folders) -> Iterator[Library]:
    library = Library(folders)
    look(library)
    yield library
    library.close()


def look(library: Library) -> None:
    library.look()
    until(lambda: not library.is_looking)


def listed(library: Library) -> dict[str, LibraryEntry]:
    return {entry.key: entry for entry in library.entries}


def all_checked(library: Library) -> bool:
    return all(entry.summary.checked for entry in library.entries)


def test_games_are_listed_with_what_is_known_of_them(library: Library) -> None:
    until(lambda: all_checked(library))
    entries = listed(library)
    assert set(entries) == {"0.qiguan", "1.qiguan", "2.qiguan"}
    told = entries["0.qiguan"].summary
    assert (told.variant, told.game, told.moves) == ("gomoku-renju", "gomoku", 3)
    assert (told.winner, told.termination, told.date) == (1, "resignation", "2026-11-21T21:40:00+08:00")
    assert told.seats == SEATS
    assert told.problem is None
    assert library.entries is library.entries


def test_colours_that_were_exchanged_are_known_once_the_game_was_played(library: Library, folders: Folders) -> None:
    rules = variant("gomoku-renju")
    game = Game(rules, rules.start(15, "swap"))
    for move in ("h8", "h9", "i9", "black", "a1"):
        game.play_text(move)
    swapped = Record.from_game(game, SEATS, outcome=Outcome(Side.FIRST, Termination.RESIGNATION))
    (folders.records / "swap.qiguan").write_bytes(native.write(swapped))
    look(library)
    until(lambda: all_checked(library))
    told = listed(library)["swap.qiguan"].summary
    assert (told.winner, told.first_colour) == (0, 1), "FIRST has won with white"


def test_a_file_that_was_changed_is_read_anew_though_it_is_as_long(library: Library, folders: Folders) -> None:
    path = folders.records / "0.qiguan"
    assert listed(library)["0.qiguan"].summary.date.startswith("2026-11-21")
    state = path.stat()
    path.write_bytes(path.read_bytes().replace(b"2026-11-21", b"2025-12-24"))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns + 1_000_000_000))
    assert path.stat().st_size == state.st_size
    look(library)
    assert listed(library)["0.qiguan"].summary.date.startswith("2025-12-24")


def test_damage_is_shown_and_never_raises(library: Library, folders: Folders) -> None:
    data = native.write(GOMOKU)
    (folders.records / "torn.qiguan").write_bytes(data[:90])
    (folders.records / "empty.qiguan").touch()
    (folders.records / "illegal.qiguan").write_bytes(data.replace(b'"i9"', b'"h9"'))
    (folders.records / "chess.qiguan").write_bytes(data.replace(b"gomoku-renju", b"chess"))
    (folders.records / "folder.qiguan").mkdir()
    look(library)
    until(lambda: all_checked(library))
    entries = listed(library)
    assert len(entries) == 8
    assert entries["torn.qiguan"].summary.problem.code == "no-game-file"
    assert not entries["torn.qiguan"].summary.is_readable
    assert entries["chess.qiguan"].summary.problem.values["variant"] == "chess"
    illegal = entries["illegal.qiguan"].summary
    assert str(illegal.problem) == "move 3: h9 is illegal: there is a stone on h9 already"
    assert (illegal.is_readable, illegal.moves) == (True, 2)
    assert entries["folder.qiguan"].summary.problem == Fault("folder")
    assert isinstance(library.read("torn.qiguan").result(), Fault)
    assert library.read("gone.qiguan").result() == Fault("missing")
    reading = library.read("illegal.qiguan").result()
    assert isinstance(reading, Reading)
    assert reading.game.ply == 2


def test_what_is_wrong_is_known_again_and_an_older_index_is_passed_over(
    library: Library, folders: Folders, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folders.records / "illegal.qiguan").write_bytes(native.write(GOMOKU).replace(b'"i9"', b'"h9"'))
    look(library)
    until(lambda: all_checked(library))
    before = {key: entry.summary for key, entry in listed(library).items()}
    assert before["illegal.qiguan"].problem.refusal.code == "occupied"
    library.close()
    known = index.load(folders.cache / "library.json")
    assert {key: each.summary for key, each in known.items()} == before
    old = b'{"version": 1, "files": {"0.qiguan": [1, 2, {"problem": "a sentence"}]}}'
    (folders.cache / "library.json").write_bytes(old)
    assert index.load(folders.cache / "library.json") == {}
    index.save(folders.cache / "library.json", known)
    assert index.load(folders.cache / "library.json") == known
    monkeypatch.setattr(index, "openings_digest", lambda: b"the openings of the next release")
    assert index.load(folders.cache / "library.json") == {}
    assert caplog.text == ""


def test_a_second_look_reads_only_what_is_new(library: Library, folders: Folders, monkeypatch: object) -> None:
    until(lambda: all_checked(library))
    library.close()
    read: list[str] = []
    again = Library(folders)
    (folders.records / "3.qiguan").write_bytes(native.write(XIANGQI))
    original = Path.open

    def spy(path: Path, *arguments: object, **options: object) -> object:
        read.append(path.name)
        return original(path, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", spy)  # type: ignore[attr-defined]
    look(again)
    until(lambda: all_checked(again))
    again.close()
    assert {name for name in read if name.endswith(".qiguan")} == {"3.qiguan"}
    (folders.cache / "library.json").write_bytes(b"{damaged")
    lost = Library(folders)
    look(lost)
    assert len(lost.entries) == 4
    lost.close()


def test_what_a_kill_left_half_written_goes_once_it_is_old(library: Library, folders: Folders) -> None:
    old, young, own = (folders.records / name for name in (".a.qiguan.x1.new", ".b.qiguan.x2.new", "c.new"))
    for file in (old, young, own):
        file.write_bytes(b"{")
    for file in (old, own):
        os.utime(file, (1_000_000, 1_000_000))
    look(library)
    assert [file.exists() for file in (old, young, own)] == [False, True, True]
    assert len(library.entries) == 3


@pytest.mark.parametrize(("colour", "used_s"), [("black", (23.0, 40.0)), ("white", (39.0, 24.0))])
def test_the_times_of_moves_are_those_of_who_made_them(colour: str, used_s: tuple[float, float]) -> None:
    """With exchanged colours nobody moves by turns: one lays three stones, the other chooses, and White goes on."""
    rules = variant("gomoku-freestyle")
    game = Game(rules, rules.start(15, "swap"))
    for move in ("h8", "h9", "j10", colour, "i8", "i9"):
        game.play_text(move)
    written = native.write(Record.from_game(game, SEATS, times_s=[1.0, 2.0, 4.0, 8.0, 16.0, 32.0], outcome=LOST))
    assert read_validated(written).used_s == used_s


def test_moves_without_a_time_are_not_counted_among_the_timed() -> None:
    game = Game(variant("reversi"))
    for move in ("d3", "c3", "c4", "e3", "c2"):
        game.play_text(move)
    written = native.write(Record.from_game(game, SEATS, times_s=[0.0, 0.0, 0.0, 2.5, 4.0], outcome=LOST))
    for read in (read_header, read_validated):
        assert (read(written).used_s, read(written).timed) == ((4.0, 2.5), (1, 1))


def test_games_are_deleted_and_had_back(library: Library, folders: Folders) -> None:
    before = listed(library)
    deleted = library.delete(["0.qiguan", "1.qiguan", "no such.qiguan"])
    assert set(listed(library)) == {"2.qiguan"}
    look(library)
    assert set(listed(library)) == {"2.qiguan"}
    assert not (folders.records / "0.qiguan").exists()
    library.restore(deleted)
    assert set(listed(library)) == set(before)
    look(library)
    assert {key: entry.modified_ns for key, entry in listed(library).items()} == {
        key: entry.modified_ns for key, entry in before.items()
    }
    old = folders.data / "deleted" / "old.qiguan"
    old.write_bytes(b"")
    os.utime(old, (0, 0))
    look(library)
    assert not old.exists(), "what was deleted long ago is thrown away"


def test_an_old_game_is_kept_for_a_month_from_the_day_it_was_deleted(library: Library, folders: Folders) -> None:
    os.utime(folders.records / "0.qiguan", (0, 0))
    look(library)
    deleted = library.delete(["0.qiguan"])
    look(library)
    assert (folders.data / "deleted" / "0.qiguan").exists()
    library.restore(deleted)
    look(library)
    assert listed(library)["0.qiguan"].modified_ns == 0


def test_what_can_not_be_moved_is_said_and_stays(library: Library, folders: Folders) -> None:
    (folders.data / "deleted").write_text("a file in the way")
    library.delete(["0.qiguan"])
    until(lambda: "0.qiguan" in listed(library))
    (notice,) = library.take_notices()
    assert notice.code == "library-unmoved"


def test_many_games_are_brought_in_once_and_damage_is_told(library: Library, tmp_path: Path) -> None:
    games = [record("xiangqi", "h2e2", reply, date=f"2025-01-0{n}") for n, reply in enumerate(("h9g7", "b9c7"), 1)]
    text = pgn.write(games).decode()
    file = tmp_path / "games.pgn"
    file.write_bytes((text + '\n[Game "Chess"]\n1. e4 *\n\n[Red "甲"]\n1. 炮二平五 炮2平9 0-1\n').encode("gb18030"))
    game_import = library.bring_in([file, tmp_path / "missing.sgf"])
    until(lambda: game_import.is_over)
    assert (len(game_import.added), game_import.known, game_import.done, game_import.of) == (3, [], 4, 4)
    assert [str(each) for each in game_import.failed] == [
        "missing.sgf: there is no such file or folder",
        "games.pgn, game 3, tag Game: 'Chess' is a different game from xiangqi",
    ]
    (partly,) = game_import.partly
    assert str(partly).startswith("games.pgn, game 4, move 1, line ")
    assert game_import.first in game_import.added
    assert set(game_import.added) < set(listed(library))
    again = library.bring_in([file])
    until(lambda: again.is_over)
    assert (again.added, len(again.known)) == ([], 3)


def test_a_game_that_stands_twice_in_a_file_is_brought_in_once(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "twins.pgn"
    file.write_bytes(pgn.write([record("xiangqi", "b2e2", "h9g7")] * 2))
    game_import = library.bring_in([file])
    until(lambda: game_import.is_over)
    assert len(game_import.added) == 1
    assert game_import.known == game_import.added


def test_passes_and_choices_of_an_opening_are_no_moves() -> None:
    reversi = Game(variant("reversi"))
    rng = random.Random(1)
    while not must_pass(reversi.position):
        reversi.play(rng.choice(reversi.position.legal_moves()))
    reversi.play_text("pass")
    swap = Game(FREESTYLE, FREESTYLE.start(15, "swap2"))
    for text in ("h8", "i9", "j8", "more", "h9", "h10", "black"):
        swap.play_text(text)
    for game, made in ((reversi, reversi.ply - 1), (swap, 5)):
        written = Record.from_game(game, SEATS)
        assert read_header(native.write(written)).moves == read_validated(native.write(written)).moves == made


def test_a_copied_text_and_a_file_of_the_library_itself(library: Library, folders: Folders) -> None:
    game_import = library.bring_text("4k4/9/9/9/9/9/9/R8/9/5K3 b - - 0 1")
    until(lambda: game_import.is_over)
    (key,) = game_import.added
    assert listed(library)[key].summary.moves == 0
    own = library.bring_in([folders.records / "0.qiguan"])
    until(lambda: own.is_over)
    assert (own.first, own.added, own.failed) == ("0.qiguan", [], [])
    nothing = library.bring_text("no game")
    until(lambda: nothing.is_over)
    assert [each.code for each in nothing.failed] == ["no-game"]
    empty = library.bring_text('[Game "Chinese Chess"]\n*')
    until(lambda: empty.is_over)
    assert empty.failed == [Fault("no-moves").at(game=1)]


def test_an_import_can_be_stopped(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "many.pgn"
    games = [record("xiangqi", "h2e2", "h9g7", date=f"{1900 + n}-01-01") for n in range(100)]
    file.write_bytes(pgn.write(games))
    game_import = library.bring_in([file])
    until(lambda: game_import.done > 2)
    game_import.cancel()
    until(lambda: game_import.is_over)
    assert 0 < len(game_import.added) < 100


def test_other_programs_are_given_out_under_their_own_names() -> None:
    against = (SeatInfo("human", "Ada", None), SeatInfo("engine", "", "external:Pela"))
    text = text_of(msgspec.structs.replace(record("gomoku-freestyle", "h8"), seats=against))
    assert "PW[Pela]" in text


def test_games_are_given_out_by_kind(library: Library, tmp_path: Path) -> None:
    game_export = library.give(["0.qiguan", "1.qiguan", "2.qiguan"], tmp_path / "mine", {"xiangqi": "pgn-wxf"})
    until(lambda: game_export.is_over)
    assert game_export.failed == []
    assert sorted(path.name for path in game_export.files) == [
        "mine-draughts.pdn",
        "mine-gomoku.sgf",
        "mine-xiangqi.pgn",
    ]
    (reading,) = sgf.read((tmp_path / "mine-gomoku.sgf").read_bytes()).games
    assert reading.record.seats[1].name == "Qiguan expert"
    assert b"C2=5" in (tmp_path / "mine-xiangqi.pgn").read_bytes()
    two = library.give(["0.qiguan", "0.qiguan"], tmp_path / "own.qiguan", {"gomoku": "qiguan"})
    until(lambda: two.is_over)
    assert [path.name for path in two.files] == ["own-1.qiguan", "own-2.qiguan"]
    nowhere = library.give(["0.qiguan", "gone.qiguan"], tmp_path / "no folder" / "x.sgf", {})
    until(lambda: nowhere.is_over)
    assert nowhere.files == []
    assert len(nowhere.failed) == 2


def damaged(chance: random.Random, kinds: list[bytes]) -> bytes:
    """One of the files with some bytes lost, doubled, or replaced."""
    data = bytearray(chance.choice(kinds))
    for _ in range(chance.randrange(1, 6)):
        at, length = chance.randrange(len(data) + 1), chance.randrange(40)
        action = chance.randrange(4)
        if action == 0:
            del data[at : at + length]
        elif action == 1:
            data[at:at] = data[at : at + length]
        elif action == 2:
            data[at : at + length] = chance.randbytes(length)
        else:
            data[at:at] = chance.choice([b"[", b"(", b"{", b'"', b"\\", b"]", b")", b"}", b"\0", b"\xff\xfe", b"1-0"])
    return bytes(data)


@pytest.mark.slow
def test_a_thousand_damaged_files_of_all_kinds_are_opened(
    library: Library, folders: Folders, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chance = random.Random(7)
    gomoku = [record("gomoku-freestyle", "h8", "h9", "i9", date=f"2020-01-{n:02}") for n in range(1, 10)]
    xiangqi = [record("xiangqi", "h2e2", "h9g7", "h0g2", date=f"2020-01-{n:02}") for n in range(1, 10)]
    draughts = [record("draughts-russian", "22-17", "9-13", date=f"2020-01-{n:02}") for n in range(1, 10)]
    movelist = "[DhtmlXQ][DhtmlXQ_movelist]7747706279677967[/DhtmlXQ_movelist][/DhtmlXQ]"
    kinds = {
        ".sgf": [sgf.write(gomoku)],
        ".pgn": [pgn.write(xiangqi, "chinese"), pgn.write(xiangqi, "wxf").decode().encode("gb18030")],
        ".pdn": [pdn.write(draughts)],
        ".txt": [movelist.encode(), movelist.replace("]", "]\n").encode("big5")],
        ".qiguan": [native.write(each) for each in (GOMOKU, XIANGQI, DRAUGHTS)],
    }
    assert dhtmlxq.read(kinds[".txt"][0]).games
    paths = []
    for number in range(1000):
        extension = chance.choice(list(kinds))
        path = tmp_path / f"{number}{extension}"
        path.write_bytes(damaged(chance, kinds[extension]))
        paths.append(path)
    game_import = library.bring_in(paths)
    until(lambda: game_import.is_over)
    assert game_import.done == game_import.of
    assert len(game_import.added) + len(game_import.known) + len(game_import.failed) >= 1000
    for number, path in enumerate(each for each in paths if each.suffix == ".qiguan"):
        (folders.records / f"damaged {number}.qiguan").write_bytes(path.read_bytes())
    look(library)
    until(lambda: all_checked(library))
    for entry in library.entries:
        found = library.read(entry.key).result()
        assert isinstance(found, Reading | Fault)
        assert (isinstance(found, Fault) or found.problem is not None) == (entry.summary.problem is not None)
    assert not [each for each in caplog.records if each.exc_info], "a job ended in a traceback"


@pytest.mark.skipif(os.name == "nt", reason="there are no named pipes in folders")
def test_what_is_no_file_is_not_waited_for(library: Library, folders: Folders, tmp_path: Path) -> None:
    os.mkfifo(folders.records / "pipe.qiguan")
    os.mkfifo(tmp_path / "pipe.sgf")
    (folders.records / "loop.qiguan").symlink_to("loop.qiguan")
    look(library)
    until(lambda: all_checked(library))
    assert "loop.qiguan" not in listed(library)
    told = listed(library)["pipe.qiguan"].summary
    assert (told.is_readable, told.problem.code) == (False, "system")
    game_import = library.bring_in([tmp_path / "pipe.sgf"])
    until(lambda: game_import.is_over)
    assert [each.code for each in game_import.failed] == ["system"]
    game_export = library.give(["pipe.qiguan"], tmp_path / "mine", {})
    until(lambda: game_export.is_over)
    assert len(game_export.failed) == 1


def test_a_library_that_was_lost_in_the_middle_of_a_file_is_still_a_library(folders: Folders) -> None:
    """Numbers, texts and lists where others belong."""
    document = msgspec.json.decode(native.write(GOMOKU))
    for number, (field, value) in enumerate(
        [("moves", 5), ("moves", [["h8"], ["h9", -1]]), ("seats", []), ("date", 7), ("result", "won"), ("start", None)]
    ):
        (folders.records / f"odd{number}.qiguan").write_bytes(msgspec.json.encode({**document, field: value}))
    library = Library(folders)
    look(library)
    until(lambda: all_checked(library))
    odd = [entry.summary for entry in library.entries if entry.key.startswith("odd")]
    assert len(odd) == 6
    assert all(each.problem for each in odd)
    library.close()
