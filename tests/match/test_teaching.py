"""A bad move is judged before the computer answers and offered back with its reason; a good one costs no time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sitting import FIRST, Puppet, Time, kinds, only

from ai.api import Score, SearchInfo
from game.match.autosave import Autosave
from game.match.clock import MatchClock, TimeControl
from game.match.evaluation import Cp, Mate
from game.match.events import MoveOffered
from game.match.judgement import Mark
from game.match.lesson import MoveLesson, Reason
from game.match.match import Match, Seat
from game.match.players import Gone, Human, PlayerKind, TurnAsked
from game.match.saved_match import resume, unfinished
from game.match.teaching import JUDGED_S, LONGEST_S
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice
from game.tables.preparing import Preparing
from game.tables.tables import Tables

Opinion = tuple[Score, str]


class Oracle:
    """A judge that knows positions by the last move (`-` for none), and says nothing while it `waits`."""

    def __init__(self, says: dict[str, Opinion], *, ready: bool = True, waits: bool = False) -> None:
        self.says = says
        self.is_ready = ready
        self.waits = waits
        self.asked: list[tuple[tuple[str, ...], float]] = []
        self._open: TurnAsked | None = None

    def ask(self, turn: TurnAsked, time_s: float) -> None:
        self.asked.append((turn.moves, time_s))
        self._open = turn

    def poll(self) -> SearchInfo | Gone | None:
        if self._open is None or self.waits:
            return None
        turn, self._open = self._open, None
        said = self.says.get(turn.moves[-1] if turn.moves else "-")
        if said is None:
            return Gone("nothing is known")
        return SearchInfo(8, 1000, 0.5, said[0], tuple(said[1].split()))

    def cancel(self) -> None:
        self._open = None


class Lessons:
    """A person against a puppet, with a judge."""

    def __init__(self, says: dict[str, Opinion], name: str, start: str = "", **more: object) -> None:
        options = {"kind": PlayerKind.ENGINE, "take_backs": True, "ready": True, "waits": False, "log": None} | more
        rules = variant(name)
        self.time = Time()
        self.puppet = Puppet(options["kind"])  # type: ignore[arg-type]  # as it was passed on
        self.judge = Oracle(says, ready=bool(options["ready"]), waits=bool(options["waits"]))
        game = Game(rules, rules.read_position(start) if start else None)
        human, puppet = Seat(Human(), "Ada"), Seat(self.puppet)
        seats = (human, puppet) if game.turn is FIRST else (puppet, human)
        clock = MatchClock(TimeControl(60, 0), self.time)
        log = options["log"]
        assert log is None or isinstance(log, Autosave)
        self.match = Match(game, seats, clock, take_backs=bool(options["take_backs"]), log=log)
        self.match.teaching.judge_with(self.judge)
        self.match.teaching.enabled = True
        self.match.update()

    def play(self, text: str, frames: int = 4) -> list[str]:
        self.time.now += 1
        self.match.submit(self.match.turn, self.match.variant.read_move(text, self.match.position))
        return [name for _ in range(frames) for name in kinds(self.match.update())]

    @property
    def lesson(self) -> MoveLesson:
        assert self.match.teaching.offer is not None
        return self.match.teaching.offer.lesson


ROOK = "5k3/8r/9/9/9/9/9/9/9/R2K5 w - - 0 1"
ROOK_SAYS = {"-": (Cp(0), "a0a1"), "a0a8": (Cp(900), "i8a8"), "a0a1": (Cp(0), "i8i7")}


def _rook(**more: object) -> Lessons:
    return Lessons(ROOK_SAYS, "xiangqi", ROOK, **more)


def test_a_lost_piece_is_offered_back_before_the_computer_is_asked() -> None:
    table = _rook()
    assert table.judge.asked == [((), JUDGED_S)]  # while the person thinks
    assert table.play("a0a8") == ["MovePlayed", "MoveOffered"]
    offer = table.match.teaching.offer
    assert offer is not None
    assert offer.lesson == MoveLesson(Reason.LOST, lost=(("rook", 1),))
    assert offer.mark is Mark.BLUNDER
    assert offer.answer.texts(table.match.variant) == ("i8a8",)
    assert offer.better.texts(table.match.variant) == ("a0a1",)
    assert offer.ply == 1
    table.time.now += 30
    assert kinds(table.match.update()) == []
    assert table.puppet.asked == []
    assert table.match.clock.left_s(table.match.turn) == 60.0  # nobody's time runs meanwhile
    assert table.match.teaching.offered_back == 1


def test_taken_back_it_is_the_persons_turn_again_and_the_same_move_is_let_pass() -> None:
    table = _rook()
    table.play("a0a8")
    table.match.undo()
    assert "MovesUndone" in kinds(table.match.update())
    assert table.match.teaching.offer is None
    assert table.match.may_move
    assert table.puppet.asked == []
    assert table.play("a0a8") == ["MovePlayed"]
    assert len(table.puppet.asked) == 1
    assert table.match.teaching.offered_back == 1


def test_kept_it_is_answered() -> None:
    table = _rook()
    table.play("a0a8")
    table.match.teaching.keep()
    table.match.update()
    assert [turn.moves for turn in table.puppet.asked] == [("a0a8",)]


def test_the_best_move_is_not_even_judged() -> None:
    table = _rook()
    table.play("a0a1", frames=1)
    assert len(table.puppet.asked) == 1
    assert len(table.judge.asked) == 1


@pytest.mark.parametrize(
    ("before", "after", "offered"),
    [
        (Cp(0), Cp(100), False),  # an inaccuracy
        (Cp(0), Cp(250), True),
        (Cp(-3000), Cp(5000), False),  # lost before
        (Cp(5000), Cp(-2000), False),  # still won
        (Mate(5), Cp(-2000), False),  # a win missed, but won all the same
        (Mate(5), Cp(0), True),
        (Cp(0), Mate(4), True),
        (Mate(-6), Mate(4), False),
    ],
)
def test_what_is_bad_enough(before: Score, after: Score, offered: bool) -> None:
    table = Lessons({"-": (before, "a0a1"), "a0a8": (after, "i8a8")}, "xiangqi", ROOK)
    table.play("a0a8")
    assert (table.match.teaching.offer is not None) is offered
    assert bool(table.puppet.asked) is not offered


def test_men_count_for_more_in_draughts() -> None:
    says = {"-": (Cp(0), "31-26"), "32-28": (Cp(100), "23x32")}
    table = Lessons(says, "draughts-international", "W:W31,32,47:B23,1,2")
    table.play("32-28")
    assert table.lesson == MoveLesson(Reason.LOST, lost=(("man", 1),))


def test_what_was_won_for_it_is_told_and_what_is_even_is_not() -> None:
    # the rook takes a soldier that is guarded by the other rook
    start = "5k3/9/9/p7r/9/9/9/9/9/R2K5 w - - 0 1"
    table = Lessons({"-": (Cp(0), "a0a1"), "a0a6": (Cp(800), "i6a6")}, "xiangqi", start)
    table.play("a0a6")
    assert table.lesson == MoveLesson(Reason.LOST, lost=(("rook", 1),), won=(("soldier", 1),))
    # rook for rook, and worse for other reasons
    start = "5k3/9/9/r7r/9/9/9/9/9/R2K5 w - - 0 1"
    table = Lessons({"-": (Cp(0), "d0d1"), "a0a6": (Cp(800), "i6a6")}, "xiangqi", start)
    table.play("a0a6")
    assert table.lesson == MoveLesson(Reason.WORSE, worth=800)


def test_a_threat_that_was_not_answered() -> None:
    start = "5k3/R7r/9/9/9/9/9/9/9/3K5 w - - 0 1"
    table = Lessons({"-": (Cp(0), "a8i8"), "d0d1": (Cp(900), "i8a8")}, "xiangqi", start)
    table.play("d0d1")
    assert table.lesson == MoveLesson(Reason.LOST, lost=(("rook", 1),), is_old=True)


def _gomoku(says: dict[str, Opinion], moves: str) -> Lessons:
    rules = variant("gomoku-freestyle")
    position = rules.start()
    for text in moves.split():
        position = position.play(rules.read_move(text, position))
    return Lessons(says, rules.name, rules.write_position(position))


def test_a_win_allowed_and_a_win_missed() -> None:
    # White has an open three, Black plays in a corner
    moves = "h8 d4 h9 d5 k2 d6"
    says: dict[str, Opinion] = {"-": (Cp(0), "d7"), "o15": (Mate(3), "d7 d8 d3")}
    table = _gomoku(says, moves)
    table.play("o15")
    assert table.lesson == MoveLesson(Reason.LOSES, 3, is_old=True)
    assert table.match.teaching.offer is not None
    assert table.match.teaching.offer.mark is Mark.ALLOWED_WIN
    # Black has an open four and plays in a corner
    says = {"-": (Mate(1), "h12"), "o15": (Cp(0), "h12")}
    table = _gomoku(says, "h8 d4 h9 d5 h10 a1 h11 a15")
    table.play("o15")
    assert table.lesson == MoveLesson(Reason.MISSED, 1)


def test_a_threat_to_gain_and_simply_a_worse_move_in_gomoku_and_reversi() -> None:
    says: dict[str, Opinion] = {"-": (Cp(0), "d7"), "o15": (Cp(700), "d7")}
    table = _gomoku(says, "h8 d4 h9 d5 k2 d6")
    table.play("o15")
    assert table.lesson == MoveLesson(Reason.THREAT, is_old=True)
    rules = variant("reversi")
    first, second, *_ = (rules.write_move(move, rules.start()) for move in rules.start().legal_moves())
    table = Lessons({"-": (Cp(300), first), second: (Cp(300), "")}, "reversi")
    table.play(second)
    assert table.lesson == MoveLesson(Reason.WORSE, worth=600)


def test_a_judge_that_says_nothing_is_not_waited_for() -> None:
    table = _rook(waits=True)
    table.play("a0a8")
    assert table.match.teaching.is_judging
    assert table.puppet.asked == []
    table.time.now += LONGEST_S + 0.01
    table.match.update()
    assert len(table.puppet.asked) == 1
    failing = Lessons({"-": (Cp(0), "a0a1")}, "xiangqi", ROOK)  # knows nothing of the position after the move
    failing.play("a0a8")
    assert len(failing.puppet.asked) == 1


@pytest.mark.parametrize("how", [{"ready": False}, {"kind": PlayerKind.REMOTE}, {"take_backs": False}])
def test_where_nobody_teaches(how: dict[str, object]) -> None:
    table = _rook(**how)
    table.play("a0a8")
    assert table.match.teaching.offer is None
    assert len(table.puppet.asked) == 1


def test_switched_off_in_its_midst_the_move_stands() -> None:
    table = _rook()
    table.play("a0a8")
    table.match.teaching.enabled = False
    table.match.update()
    assert table.match.teaching.offer is None
    assert len(table.puppet.asked) == 1


def test_what_is_offered_can_be_resigned_or_paused_upon() -> None:
    table = _rook()
    table.play("a0a8")
    table.match.pause()
    table.match.update()
    table.match.resume()
    assert table.match.teaching.offer is not None
    table.match.resign()
    assert "GameEnded" in kinds(table.match.update())
    assert table.match.teaching.offer is None


def test_a_game_taken_up_again_knows_how_many_moves_were_offered_back(tmp_path: Path) -> None:
    folders = find_folders({"QIGUAN_DATA": str(tmp_path)})
    table = _rook(log=Autosave(folders))
    table.play("a0a8")
    table.match.close()
    (saved,), _ = unfinished(folders)
    again = resume(saved, folders, lambda side, seat: Human())
    assert again.teaching.offered_back == 1
    again.resign()
    again.undo()  # from here on there is another journal
    again.close()
    (saved,), _ = unfinished(folders)
    again = resume(saved, folders, lambda side, seat: Human())
    assert again.teaching.offered_back == 1
    again.restart()
    again.update()
    assert again.teaching.offered_back == 0
    again.close()


def test_leaving_the_table_drops_the_question() -> None:
    table = _rook(waits=True)
    table.play("a0a8")
    table.match.close()
    table.judge.waits = False
    assert table.judge.poll() is None


def test_the_event_carries_the_offer() -> None:
    table = _rook()
    table.time.now += 1
    table.match.submit(FIRST, table.match.variant.read_move("a0a8", table.match.position))
    events = [event for _ in range(3) for event in table.match.update()]
    assert only(events, MoveOffered).offer is table.match.teaching.offer


def test_at_the_tables_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(find_folders({"QIGUAN_DATA": str(tmp_path)}), random.Random(1))
    alone = tables.new_match("gomoku", LevelChoice(level="first-steps"), "Ada")
    assert alone.teaching.is_possible
    monkeypatch.setattr(Preparing, "is_prepared", lambda self, level: False)
    assert not alone.teaching.is_prepared
    monkeypatch.setattr(Preparing, "is_prepared", lambda self, level: True)
    assert alone.teaching.is_prepared
    assert not tables.new_match("gomoku", LevelChoice(mode="two"), "Ada").teaching.is_possible
    assert not tables.new_match("gomoku", LevelChoice(level="first-steps", undo=False), "Ada").teaching.is_possible
    tables.close()
