"""Exercises: what becomes one, how it is kept, when it comes back, and which moves solve it."""

from __future__ import annotations

from pathlib import Path

import pytest
from reviewing import Oracle, finished, played

from ai.api import SearchInfo
from game.match.evaluation import Cp, Mate, Score
from game.match.players import Gone, TurnAsked
from game.progress import exercises as exercises_module
from game.progress.exercise_trial import NEARLY, ExerciseState, ExerciseTrial
from game.progress.exercises import Exercise, Exercises, tallies_of
from game.progress.mistakes import mistakes_of, person_in
from game.progress.spaced_repetition import AGAIN_S, DAY_S, Recall
from game.records.record import SeatInfo
from game.rules.core import Side
from game.rules.registry import variant
from game.storage.folders import Folders, find_folders

NOW_S = 1_790_000_000.0
RULES = variant("gomoku-freestyle")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


def exercise(moves: str = "h8 h9 i9 g7", **values: object) -> Exercise:
    """An exercise at the end of these moves."""
    position = RULES.write_position(played(moves).position)
    told = {"line": ("j10", "g10"), "played": "a1", "kind": "blunder", "lost": 0.4, "game": "one", "ply": 4} | values
    return Exercise(variant=RULES.name, position=position, **told)  # type: ignore[arg-type]  # the test's own words


# ---- what is kept


def test_what_is_added_is_there_after_a_restart(folders: Folders) -> None:
    held = Exercises(folders)
    assert held.add([exercise(), exercise("h8")]) == 2
    assert Exercises(folders).all == held.all == (exercise(), exercise("h8"))
    assert held.add([exercise()]) == 0


def test_an_answer_is_on_the_disk_at_once_and_decides_when_it_comes_back(folders: Folders) -> None:
    held = Exercises(folders)
    held.add([exercise(), exercise("h8")])
    first, second = held.all
    held.answer(first.id, Recall.GOOD, NOW_S)
    held.answer(second.id, Recall.AGAIN, NOW_S)
    again = Exercises(folders)
    good, bad = again.all
    assert (good.solved, good.missed, good.due) == (1, 0, NOW_S + 2 * DAY_S)
    assert (bad.solved, bad.missed, bad.due) == (0, 1, NOW_S + AGAIN_S)
    assert again.due(NOW_S) == ()
    assert again.due(NOW_S + AGAIN_S) == (bad,)
    assert again.due(NOW_S + 3 * DAY_S) == (bad, good)
    assert again.due(NOW_S + 3 * DAY_S, "xiangqi") == ()
    assert again.answer("nobody", Recall.GOOD, NOW_S) is None


def test_what_is_due_comes_before_what_is_new_and_the_gravest_first(folders: Folders) -> None:
    held = Exercises(folders)
    held.add([exercise("h8", lost=0.2), exercise("a1", lost=0.6), exercise("b1", lost=0.3)])
    held.answer(held.all[2].id, Recall.AGAIN, NOW_S)
    assert [each.lost for each in held.due(NOW_S + DAY_S)] == [0.3, 0.6, 0.2]


def test_a_mistake_made_again_is_due_at_once(folders: Folders) -> None:
    held = Exercises(folders)
    held.add([exercise()])
    held.answer(exercise().id, Recall.GOOD, NOW_S)
    held.add([exercise(game="one")])
    assert held.due(NOW_S) == ()  # it is the same game, looked through once more
    held.add([exercise(game="two", played="b2", ply=6)])
    (due,) = held.due(NOW_S)
    assert (due.game, due.played, due.ply, due.solved) == ("two", "b2", 6, 1)
    assert due.memory is not None


def test_one_that_is_given_up_can_be_had_back(folders: Folders) -> None:
    held = Exercises(folders)
    held.add([exercise(), exercise("h8")])
    gone = held.remove(exercise().id)
    assert gone == exercise()
    assert Exercises(folders).all == (exercise("h8"),)
    assert held.remove(exercise().id) is None
    held.put_back(exercise())
    assert set(Exercises(folders).all) == {exercise(), exercise("h8")}


def test_those_known_best_make_room(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises_module, "MOST", 3)
    held = Exercises(folders)
    held.add([exercise("h8"), exercise("a1"), exercise("b1")])
    held.answer(exercise("a1").id, Recall.EASY, NOW_S)
    held.answer(exercise("b1").id, Recall.GOOD, NOW_S)
    held.add([exercise("c1")])
    assert [each.position for each in held.all] == [exercise(m).position for m in ("h8", "b1", "c1")]


def test_games_wait_and_are_looked_through_once(folders: Folders) -> None:
    held = Exercises(folders)
    assert held.want(["a", "b", "a"]) == 2
    assert held.want(["b", "c"]) == 1
    held.saw("a")
    again = Exercises(folders)
    assert again.waiting == ("b", "c")
    assert again.is_seen("a")
    assert again.want(["a"]) == 0
    again.stop_waiting()
    assert Exercises(folders).waiting == ()


def test_how_exactly_was_played_is_kept_with_the_game(folders: Folders) -> None:
    held = Exercises(folders)
    held.saw("a", 81.26)
    held.saw("b")
    held.saw("a")  # looked through again, without a word about it
    again = Exercises(folders)
    assert (again.accuracy("a"), again.accuracy("b"), again.accuracy("c")) == (81.3, None, None)
    again.saw("a", 90.0)
    assert Exercises(folders).accuracy("a") == 90.0


def test_a_damaged_file_is_kept_aside(folders: Folders) -> None:
    held = Exercises(folders)
    held.add([exercise()])
    file = folders.data / "exercises.json"
    file.write_bytes(file.read_bytes()[:-40])
    again = Exercises(folders)
    assert again.all == ()
    assert [notice.code for notice in again.take_notices()] == ["exercises-damaged"]
    again.add([exercise("h8")])
    assert Exercises(folders).all == (exercise("h8"),)
    assert [each for each in folders.data.iterdir() if "damaged" in each.name]


def test_what_another_window_has_added_stays(folders: Folders) -> None:
    one, other = Exercises(folders), Exercises(folders)
    one.add([exercise()])
    other.add([exercise("h8")])
    assert set(Exercises(folders).all) == {exercise(), exercise("h8")}


def test_what_no_version_can_play_is_not_asked_for() -> None:
    assert exercise().is_readable
    assert exercise(line=()).is_readable
    assert not exercise(line=("h8",)).is_readable  # a stone lies there
    assert not Exercise(variant="gomoku-on-the-moon", position="x").is_readable
    assert not Exercise(variant=RULES.name, position="x").is_readable
    assert not exercise("a1 b1 a2 b2 a3 b3 a4 b4 a5").is_readable  # it is over


def test_the_tallies_count_mistakes_by_motive() -> None:
    known = exercise("a1", kind="mistake", motive="key-point", solved=3, missed=1)
    tallies = tallies_of([exercise(), exercise("h8"), known, exercise("b1", played="", kind="")])
    told = [(tally.game, tally.motive, tally.count, tally.share) for tally in tallies]
    assert told == [("", "blunder", 2, None), ("gomoku", "key-point", 1, 0.75)]


# ---- what becomes one


def test_the_person_is_whoever_sits_here_alone_or_bears_the_name() -> None:
    human, engine = SeatInfo("human", "Lin"), SeatInfo("engine", "", "advanced")
    assert person_in((human, engine)) is Side.FIRST
    assert person_in((engine, human)) is Side.SECOND
    assert person_in((human, SeatInfo("human", "Wu"))) is None
    assert person_in((SeatInfo("human", "Wu"), human), "Lin") is Side.SECOND
    assert person_in((human, human), "Lin") is None
    assert person_in((engine, engine), "Lin") is None


def test_serious_mistakes_of_one_side_become_exercises() -> None:
    lost = {5: (Cp(-2000), "c1"), 6: (Cp(2000), "k8")}  # for SECOND, as it then stays
    # SECOND lets FIRST win with its first move, FIRST misses that with its second, SECOND errs again
    game = played("h8 b3 i8 b1 j8 c1")
    oracle = Oracle({0: (Cp(0), "h8"), 2: (Mate(9), "j9 a2 k9"), 3: (Cp(0), "b2"), 4: (Cp(2000), "k8")} | lost)
    review = finished(game, oracle)
    found = mistakes_of(game, review, Side.FIRST, "key", "2026-11-23")
    assert [(each.ply, each.played, each.kind, each.line[0]) for each in found] == [(2, "i8", "missed-win", "j9")]
    (only,) = found
    assert (only.game, only.found, only.variant) == ("key", "2026-11-23", RULES.name)
    assert 0.3 < only.lost <= 0.5
    assert RULES.read_position(only.position).key == game.at(2).key
    assert only.motive == review.motive(3).code  # type: ignore[union-attr]  # it has one
    other = mistakes_of(game, review, Side.SECOND)
    assert [(each.ply, each.kind) for each in other] == [(1, "allowed-win"), (3, "blunder")]


# ---- how it is solved


class Judge:
    """Answers each question with the score that stands for its last move, from the view of the side to move."""

    def __init__(self, before: Score, after: dict[str, Score], line: str = "j10") -> None:
        self.is_ready = True
        self.before, self.after, self.line = before, after, line
        self.asked: list[TurnAsked] = []
        self.answer: SearchInfo | Gone | None = None

    def ask(self, turn: TurnAsked, time_s: float) -> None:
        self.asked.append(turn)
        score = self.after.get(turn.moves[-1]) if turn.moves else self.before
        line = () if turn.moves else (self.line,)
        self.answer = Gone("no") if score is None else SearchInfo(8, 1000, 0.1, score, line)

    def poll(self) -> SearchInfo | Gone | None:
        answer, self.answer = self.answer, None
        return answer

    def cancel(self) -> None:
        self.answer = None


def tried(trial: ExerciseTrial, text: str) -> ExerciseState:
    """What comes of a move."""
    trial.play(trial.rules.read_move(text, trial.start))
    for _ in range(4):
        trial.update()
    return trial.state


def test_the_best_move_solves_and_the_mistake_misses_without_the_engine() -> None:
    trial = ExerciseTrial(exercise(), None)
    assert trial.may_move == {Side.FIRST}
    assert tried(trial, "a1") is ExerciseState.WRONG
    assert trial.lost == 0.4
    assert trial.may_move == frozenset()
    trial.take_back()
    assert tried(trial, "b1") is ExerciseState.UNKNOWN  # nobody can tell, so it costs nothing
    trial.take_back()
    assert tried(trial, "j10") is ExerciseState.SOLVED
    assert trial.recall is Recall.AGAIN
    fresh = ExerciseTrial(exercise(), None)
    assert tried(fresh, "j10") is ExerciseState.SOLVED
    assert fresh.recall is Recall.GOOD


def test_a_move_that_is_nearly_as_good_solves() -> None:
    # scores after a move are SECOND's, who is then to move
    judge = Judge(Cp(100), {"b1": Cp(-98), "c1": Cp(900), "d1": None})  # type: ignore[dict-item]  # d1: it fails
    trial = ExerciseTrial(exercise(), judge)
    assert tried(trial, "c1") is ExerciseState.WRONG
    assert trial.lost is not None
    assert trial.lost > NEARLY
    trial.take_back()
    assert tried(trial, "d1") is ExerciseState.UNKNOWN
    trial.take_back()
    assert tried(trial, "b1") is ExerciseState.SOLVED
    assert trial.lost is not None
    assert trial.lost <= NEARLY
    assert [turn.moves for turn in judge.asked] == [(), ("c1",), ("d1",), ("b1",)]  # the position once


def test_a_win_kept_is_as_good_as_a_shorter_one() -> None:
    judge = Judge(Mate(3), {"b1": Mate(-9), "c1": Cp(-100)})
    assert tried(ExerciseTrial(exercise(), judge), "b1") is ExerciseState.SOLVED
    assert tried(ExerciseTrial(exercise(), judge), "c1") is ExerciseState.WRONG


def test_a_move_that_wins_by_the_rules_solves() -> None:
    four = exercise("a1 b2 a2 b3 a3 b4 a4 b6", line=("h8",), played="c1")
    assert tried(ExerciseTrial(four, None), "a5") is ExerciseState.SOLVED


def test_a_kept_position_gets_its_line_from_the_engine() -> None:
    trial = ExerciseTrial(exercise(line=(), played=""), Judge(Cp(0), {}))
    assert trial.hint() is None
    trial.show()
    assert trial.state is ExerciseState.OPEN
    trial.update()  # asks
    trial.update()  # hears
    assert [RULES.write_move(move, trial.start) for move in trial.line.moves] == ["j10"]
    assert trial.hint() == trial.line.moves[0]
    assert trial.recall is Recall.AGAIN


def test_showing_the_line_counts_as_missed() -> None:
    trial = ExerciseTrial(exercise(), None)
    trial.show()
    assert (trial.state, trial.recall, trial.is_over) == (ExerciseState.SHOWN, Recall.AGAIN, True)
    assert trial.hint() is None


def test_nobody_is_asked_after_the_end() -> None:
    judge = Judge(Cp(0), {})
    trial = ExerciseTrial(exercise(), judge)
    trial.look()
    assert judge.answer is not None
    trial.close()
    assert judge.answer is None
