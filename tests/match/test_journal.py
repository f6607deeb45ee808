"""The journal's lines: cut, damaged or shuffled in any way, everything up to the first bad line stands."""

import os
import random
import sys
import zlib
from pathlib import Path

import msgspec
import pytest

from game.match.journal import (
    ClockLine,
    EndLine,
    Header,
    JournalFile,
    Line,
    MoveLine,
    NewerJournalError,
    RedoLine,
    SeatLine,
    UndoLine,
    open_journal,
    read_replayed,
)
from game.records.control import TimeControl
from game.records.record import SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant

RENJU = variant("gomoku-renju")
HEADER = Header(
    at=1.0, version=1, id="game", started="2024-05-01T21:40:00+08:00", variant="gomoku-renju",
    start=RENJU.write_position(RENJU.start()), seats=(SeatInfo("human", "林小舟"), SeatInfo("engine", "", "expert")),
    control=TimeControl(600, 5),
)  # fmt: skip
LINES: list[Line] = [
    HEADER,
    MoveLine(at=2.0, text="h8", used_s=1.5),
    MoveLine(at=3.0, text="h9", used_s=0.25),
    ClockLine(at=4.0, move_s=5.0),
    MoveLine(at=5.0, text="pass", used_s=6.0),
    UndoLine(at=6.0, plies=2),
    RedoLine(at=7.0, plies=1),
    SeatLine(at=8.0, side=Side.SECOND, seat=SeatInfo("human", "Bo")),
    ClockLine(at=9.0, move_s=2.0),
]


def written(path: Path, *lines: Line) -> bytes:
    file = JournalFile.create(path)
    file.append(*lines)
    file.close()
    return path.read_bytes()


def fingerprint(data: bytes) -> object:
    """What a journal tells, to compare with what another tells."""
    replayed = read_replayed(data)
    if replayed is None:
        return None
    game = replayed.game
    return game.texts(), game.can_redo, replayed.times_s, replayed.move_s, replayed.seats, replayed.outcome, replayed.at


def test_the_replayed_is_told_as_it_happened(tmp_path: Path) -> None:
    data = written(tmp_path / "a.journal", *LINES)
    replayed = read_replayed(data)
    assert replayed is not None
    assert replayed.header == HEADER
    assert replayed.game.texts() == ("h8", "h9")
    assert replayed.game.can_redo == 1
    assert replayed.times_s == [1.5, 0.25, 6.0]
    assert replayed.move_s == 2.0
    assert replayed.seats == [HEADER.seats[0], SeatInfo("human", "Bo")]
    assert replayed.ending is None
    assert (replayed.at, replayed.length) == (9.0, len(data))


def test_a_redo_is_in_the_epoch_of_the_take_back(tmp_path: Path) -> None:
    """The network counts take-backs by it, and a game that was taken up again must count as the other side does."""
    lines = written(tmp_path / "a.journal", *LINES).splitlines(keepends=True)
    told = [read_replayed(b"".join(lines[: count + 1])) for count in range(len(lines))]
    assert [(replayed.epoch, replayed.base) for replayed in told if replayed is not None] == [(0, 0)] * 5 + [(1, 1)] * 4


def test_cut_at_any_byte_all_whole_lines_stand(tmp_path: Path) -> None:
    data = written(tmp_path / "a.journal", *LINES)
    ends = [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]
    assert len(ends) == len(LINES)
    expected = [None, *(fingerprint(data[:end]) for end in ends)]
    assert len({repr(each) for each in expected}) == len(LINES) + 1, "each line must change the story"
    for cut in range(len(data) + 1):
        whole = sum(end <= cut for end in ends)
        assert fingerprint(data[:cut]) == expected[whole]
        replayed = read_replayed(data[:cut])
        assert (0 if replayed is None else replayed.length) == ([0, *ends])[whole]


def test_any_damaged_byte_ends_the_replayed_before_its_line(tmp_path: Path) -> None:
    data = written(tmp_path / "a.journal", *LINES)
    ends = [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]
    chance = random.Random(5)
    for position in range(len(data)):
        damaged = bytearray(data)
        damaged[position] ^= chance.randrange(1, 256)
        good = sum(end <= position for end in ends)
        assert fingerprint(bytes(damaged)) == (fingerprint(data[: ends[good - 1]]) if good else None)


def test_missing_doubled_and_swapped_lines_are_seen(tmp_path: Path) -> None:
    lines = written(tmp_path / "a.journal", *LINES).splitlines(keepends=True)
    until_third = fingerprint(b"".join(lines[:3]))
    assert fingerprint(b"".join(lines[:3] + lines[4:])) == until_third
    assert fingerprint(b"".join([*lines[:3], lines[2], *lines[3:]])) == until_third
    assert fingerprint(b"".join([*lines[:3], lines[4], lines[3], *lines[5:]])) == until_third
    assert fingerprint(b"".join(lines[1:])) is None


@pytest.mark.parametrize(
    "line",
    [
        MoveLine(at=1, text="h8", used_s=0),
        MoveLine(at=1, text="zz", used_s=0),
        MoveLine(at=1, text="a1", used_s=-1),
        MoveLine(at=1, text="", used_s=0),
        UndoLine(at=1, plies=3),
        UndoLine(at=1, plies=-1),
        RedoLine(at=1, plies=1),
        HEADER,
    ],
)
def test_lines_that_the_game_refuses_end_the_replayed(tmp_path: Path, line: Line) -> None:
    data = written(tmp_path / "a.journal", *LINES[:3], line, MoveLine(at=9, text="a1", used_s=0))
    assert fingerprint(data) == fingerprint(written(tmp_path / "b.journal", *LINES[:3]))


def test_nothing_comes_after_the_end(tmp_path: Path) -> None:
    end = EndLine(at=4, winner=Side.SECOND, termination=Termination.RESIGNATION)
    replayed = read_replayed(written(tmp_path / "a.journal", *LINES[:3], end, LINES[4]))
    assert replayed is not None
    assert replayed.ending == Outcome(Side.SECOND, Termination.RESIGNATION)
    assert replayed.game.ply == 2


def test_a_game_that_its_last_move_ended_is_over_without_a_line_that_says_so(tmp_path: Path) -> None:
    passes = [MoveLine(at=2, text="pass", used_s=0), MoveLine(at=3, text="pass", used_s=0)]
    replayed = read_replayed(written(tmp_path / "a.journal", HEADER, *passes))
    assert replayed is not None
    assert replayed.ending is not None


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n" * 100, os.urandom(500), b"00000000 {}\n", b"x" * 100_000, b"[" * 9999]
)
def test_what_is_no_journal_tells_nothing(data: bytes) -> None:
    assert read_replayed(data) is None


def test_a_deeply_nested_line_with_a_good_checksum_is_only_a_bad_line(tmp_path: Path) -> None:
    deep = b"[" * 100_000
    assert read_replayed(b"%08x %b\n" % (zlib.crc32(deep), deep)) is None


@pytest.mark.parametrize("field", ["variant", "start"])
def test_a_game_that_this_program_does_not_know_is_kept_aside(tmp_path: Path, field: str) -> None:
    path = tmp_path / "a.journal"
    data = written(path, msgspec.structs.replace(HEADER, **{field: "unheard-of"}), LINES[1])
    opened, notice = open_journal(path)
    assert opened is None
    assert notice is not None
    assert notice.code == "save-lost"
    (aside,) = tmp_path.iterdir()
    assert aside.read_bytes() == data
    assert notice.values["aside"] == str(aside)


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    data = written(path, msgspec.structs.replace(HEADER, version=2), LINES[1])
    with pytest.raises(NewerJournalError):
        read_replayed(data)
    opened, notice = open_journal(path)
    assert opened is None
    assert notice is not None
    assert notice.code == "save-newer"
    assert path.read_bytes() == data


def test_a_damaged_journal_is_kept_and_mended(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    data = written(path, *LINES)
    path.write_bytes(data[:-10])
    opened, notice = open_journal(path)
    assert opened is not None
    assert notice is not None
    assert notice.code == "save-damaged"
    assert Path(notice.values["aside"]).read_bytes() == data[:-10]
    opened.file.append(MoveLine(at=10, text="a1", used_s=1))
    opened.file.close()
    again, notice = open_journal(path)
    assert notice is None, "it is told only once"
    assert again is not None
    assert again.replayed.game.texts() == ("h8", "h9", "a1")
    again.file.close()


def test_where_the_damaged_one_cannot_be_kept_nothing_is_cut_before_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.journal"
    data = written(path, *LINES) + b"half a li"
    path.write_bytes(data)
    monkeypatch.setattr("game.match.journal.copy_aside", lambda path, data: None)
    opened, _ = open_journal(path)
    assert opened is not None
    assert path.read_bytes() == data
    opened.file.append(MoveLine(at=10, text="a1", used_s=1))
    opened.file.close()
    replayed = read_replayed(path.read_bytes())
    assert replayed is not None
    assert replayed.length == path.stat().st_size
    assert replayed.game.texts() == ("h8", "h9", "a1")


def test_only_one_holds_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    file = JournalFile.create(path)
    file.append(*LINES[:3])
    assert open_journal(path) == (None, None)
    with pytest.raises(OSError):
        JournalFile.create(path)
    file.close()
    file.close()
    opened, _ = open_journal(path)
    assert opened is not None
    opened.file.close()


def test_an_empty_journal_is_removed_when_nobody_comes_for_it(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    path.touch()
    assert open_journal(path) == (None, None)
    assert path.exists(), "somebody may be about to write its first line"
    os.utime(path, (1.0, 1.0))
    assert open_journal(path) == (None, None)
    assert not path.exists()


def test_what_cannot_be_opened_is_a_notice(tmp_path: Path) -> None:
    (tmp_path / "a.journal").mkdir()
    opened, notice = open_journal(tmp_path / "a.journal")
    assert opened is None
    assert notice is not None
    assert notice.code == "save-unreadable"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a device that is full")
def test_a_failed_write_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.journal"
    file = JournalFile.create(path)
    file.append(*LINES[:3])
    before = path.read_bytes()
    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        if descriptor == file.descriptor:
            real(descriptor, bytes(data)[:10])
            raise OSError(28, "No space left on device")
        return real(descriptor, data)

    monkeypatch.setattr("game.match.journal.os.write", full)
    with pytest.raises(OSError, match="No space"):
        file.append(LINES[3])
    assert path.read_bytes() == before
    monkeypatch.undo()
    file.append(LINES[3])
    file.close()
    assert fingerprint(path.read_bytes()) == fingerprint(written(tmp_path / "b.journal", *LINES[:4]))


def test_a_journal_that_somebody_else_removed_first_is_gone_all_the_same(tmp_path: Path) -> None:
    file = JournalFile.create(tmp_path / "game.journal")
    file.path.unlink()
    file.delete()
    assert not file.path.exists()


def test_a_game_that_went_on_where_the_rules_of_today_see_an_end_is_given_back_whole(tmp_path: Path) -> None:
    rules = variant("xiangqi")
    start = rules.write_position(rules.start())
    header = msgspec.structs.replace(HEADER, variant="xiangqi", start=start)
    game, texts = Game(rules), list[str]()
    while game.outcome is None:  # rooks to and fro, until that is a repetition
        texts.append(("a0a1", "a9a8", "a1a0", "a8a9")[game.ply % 4])
        game.play_text(texts[-1])
    texts.append("b0c2" if game.turn is Side.FIRST else "b9c7")
    data = written(tmp_path / "a.journal", header, *(MoveLine(at=2, text=text, used_s=1) for text in texts))
    replayed = read_replayed(data)
    assert replayed is not None
    assert (replayed.length, replayed.game.texts()) == (len(data), tuple(texts))
    assert replayed.ending is None


def test_a_journal_in_which_a_later_release_has_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    data = written(path, *LINES)
    later = b'{"type":"arrow","at":10.0,"from":"h8"}'
    path.write_bytes(data + b"%08x %b\n" % (checksum_after(data, later), later))
    data = path.read_bytes()
    opened, notice = open_journal(path)
    assert opened is None
    assert notice is not None
    assert notice.code == "save-newer"
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (data, [path])


def checksum_after(data: bytes, line: bytes) -> int:
    """The checksum of a line that follows the lines of a journal."""
    checksum = 0
    for raw in (*data.splitlines(), b"12345678 " + line):
        checksum = zlib.crc32(raw[9:], checksum)
    return checksum
