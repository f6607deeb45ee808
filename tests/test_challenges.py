"""The challenges that come with the program: legal, solved by their solutions, kept with their stars."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from ai.api import Job, Limit
from ai.engines import ENGINES
from ai.levels import levels_for
from ai.reversi.puzzles import EndingFinder
from ai.score import Mate
from game.progress.challenges import SETS, Challenge, ChallengeStep, Stars, challenges_of, set_for, set_of_day
from game.rules.core import PASS, Position, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import Folders, find_folders
from game.storage.paths import assets_folder

SETS_OF_ALL = tuple(name for sets in SETS.values() for name in sets)
_KING = 3


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


def solutions(game: Game, step: ChallengeStep, turn: int = 1) -> Iterator[tuple[Game, int]]:
    """The game after each line of a solution and how many moves of the person it took; all moves must be legal."""
    ply = game.ply
    position = game.position
    for text in step.also:
        assert game.variant.read_move(text, position) in position.legal_moves(), text
    for text, then in step.on.items():
        game.play(game.variant.read_move(text, position))
        if then is None:
            yield game, turn
        else:
            game.play(game.variant.read_move(then[0], game.position))
            assert game.outcome is None
            yield from solutions(game, then[1], turn + 1)
        game.undo(game.ply - ply)


def material(position: Position, side: Side) -> int:
    """By how many men a side is ahead, a king counted as three."""
    pieces = position.pieces().values()
    return sum((1 if piece.kind == "man" else _KING) * (1 if piece.side is side else -1) for piece in pieces)


def begin(name: str, challenge: Challenge) -> Game:
    rules = variant(challenges_of(name).variant)
    return Game(rules, rules.read_position(challenge.start))


@pytest.mark.parametrize("name", SETS_OF_ALL)
def test_every_solution_is_legal_and_wins(name: str) -> None:
    held = challenges_of(name)
    kind = variant(held.variant).game
    assert name in (kind, held.variant)
    for challenge in held.challenges:
        game = begin(name, challenge)
        person, before = game.turn, game.position
        assert len(challenge.solution.on) == 1, challenge.start
        assert challenge.solution.also == []
        lengths = []
        for solved, turns in solutions(game, challenge.solution):
            lengths.append(turns)
            outcome = solved.outcome
            if kind == "reversi" and outcome is None:
                continue  # proved below
            if kind == "draughts" and outcome is None:
                assert material(solved.position, person) - material(before, person) >= 2, challenge.start
                assert not any(move.captured for move in solved.position.legal_moves()), challenge.start
                continue
            assert outcome is not None, challenge.start
            assert outcome.winner is person
            wins = {
                "gomoku": {Termination.FIVE},
                "xiangqi": {Termination.CHECKMATE, Termination.STALEMATE},
                "reversi": {Termination.DISC_COUNT},
            }
            assert outcome.termination in wins.get(kind, {Termination.NO_MOVES, Termination.NO_PIECES})
        assert lengths[0] == challenge.moves


@pytest.mark.parametrize("name", SETS_OF_ALL)
def test_there_are_enough_all_different_and_graded(name: str) -> None:
    challenges = challenges_of(name).challenges
    assert len(challenges) >= (60 if name in SETS else 36)
    assert len({each.id for each in challenges}) == len(challenges)
    grades = [each.grade for each in challenges]
    assert grades == sorted(grades)
    assert set(grades) == set(range(1, 7))


def test_each_day_another_game_has_its_turn_and_of_a_game_each_set() -> None:
    day = date(2026, 11, 21)
    turns = [set_of_day(day + timedelta(days=number)) for number in range(len(SETS) * 4)]
    game_of = {name: game for game, sets in SETS.items() for name in sets}
    for start in range(len(turns) - len(SETS)):
        assert {game_of[name] for name in turns[start : start + len(SETS)]} == set(SETS)
    assert set(turns) == set(SETS_OF_ALL)


@pytest.mark.parametrize("name", SETS_OF_ALL)
def test_each_day_has_a_challenge_and_none_comes_again_before_all_have_come(name: str) -> None:
    held = challenges_of(name)
    count = len(held.challenges)
    first = date(2026, 11, 21)
    first -= timedelta(days=first.toordinal() % count)
    days = [held.of_day(first + timedelta(days=day)) for day in range(count)]
    assert sorted(days) == list(range(count))
    assert held.of_day(first) == held.of_day(date.fromordinal(first.toordinal()))
    turns = len(SETS) * next(len(sets) for sets in SETS.values() if name in sets)
    in_menu = {held.of_day(first + timedelta(days=turns * day)) for day in range(2 * count)}
    assert len(in_menu) == count, "where each set has its turn now and then, all are shown in the end"


def wins(position: Position) -> bool:
    """Whether the side to move wins a game of Reversi, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is position.turn
    moves = position.legal_moves() or (PASS,)
    return any(not draws_at_least(position.play(move)) for move in moves)


def draws_at_least(position: Position) -> bool:
    """Whether the side to move does not lose."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is not position.turn.other
    moves = position.legal_moves() or (PASS,)
    return any(not wins(position.play(move)) for move in moves)


def test_short_endings_have_one_move_that_wins() -> None:
    rules = variant("reversi")
    short = [each for each in challenges_of("reversi").challenges if each.start.count("-") == 6]
    for challenge in short[:4]:
        position = rules.read_position(challenge.start)
        found = [move for move in position.legal_moves() if not draws_at_least(position.play(move))]
        assert [rules.write_move(move, position) for move in found] == list(challenge.solution.on)


def endings(job: Job, step: ChallengeStep) -> Iterator[tuple[Job, ChallengeStep]]:
    """Each position of a solution in which the person is to move."""
    yield job, step
    for move, then in step.on.items():
        if then is not None:
            yield from endings(Job(job.variant, job.start, (*job.moves, move, then[0])), then[1])


@pytest.mark.slow
def test_every_step_of_an_ending_names_the_moves_that_win_and_no_others() -> None:
    engine = ENGINES["reversi"].make(1, {"table_mb": 16})
    asked = 0
    for challenge in challenges_of("reversi").challenges:
        for job, step in endings(Job("reversi", challenge.start), challenge.solution):
            info = engine.search(job, Limit(depth=64, lines=64), engine.new_stop_flag(), lambda info: None).info
            results = {info.line[0]: info.score.centi, **{each.line[0]: each.score.centi for each in info.others}}
            assert {move for move, result in results.items() if result > 0} == {*step.on, *step.also}, job
            asked += 1
    assert asked > 3 * 60


@pytest.mark.slow
def test_the_maker_proves_every_ending_again() -> None:
    finder = EndingFinder(1)
    for each in json.loads((assets_folder() / "challenges" / "reversi.json").read_bytes())["challenges"]:
        again = finder.prove(each["start"])
        assert (again.solution.plain(), again.moves, again.nodes) == (each["solution"], each["moves"], each["nodes"])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SETS_OF_ALL if name != "reversi"])
def test_the_engine_finds_the_same_first_move_and_no_second_one(name: str) -> None:
    held = challenges_of(name)
    kind = variant(held.variant).game
    engine = ENGINES[levels_for(kind)[-1].engine].make(1, {"table_mb": 16})
    for challenge in held.challenges:
        job = Job(held.variant, challenge.start)
        info = engine.search(job, Limit(nodes=200_000, lines=2), engine.new_stop_flag(), lambda info: None).info
        assert info.line[0] in challenge.solution.on, challenge.start
        second = info.others[0].score
        assert not second.wins, challenge.start
        if kind == "draughts":
            assert isinstance(info.score, Mate) or info.score.within(3000) - second.within(3000) > 100, challenge.start
        else:
            assert info.score.wins, challenge.start


def test_in_renju_both_colours_are_to_move() -> None:
    turns = [each.start[-1] for each in challenges_of("gomoku-renju").challenges]
    assert min(turns.count("b"), turns.count("w")) >= 15


def test_stars_of_a_game_are_those_of_all_its_sets(folders: Folders) -> None:
    stars = Stars(folders)
    stars.earn("draughts", challenges_of("draughts").challenges[0].id, 3)
    stars.earn("draughts-russian", challenges_of("draughts-russian").challenges[5].id, 1)
    count = sum(len(challenges_of(name).challenges) for name in SETS["draughts"])
    assert stars.of_game("draughts") == (2, count, 4)
    assert stars.of_game("chess") is None
    assert set_for("draughts", "draughts-russian") == "draughts-russian"
    assert {set_for("draughts", "draughts-fifteen"), set_for("draughts", None)} == {"draughts"}


def test_stars_are_kept_by_the_position_whatever_else_changes() -> None:
    """Under another name those that somebody has earned would be lost."""
    one = Challenge("8/8/8/8/8/8/8/8 b", 3, 1, ChallengeStep({}))
    assert one.id == "a779eeba171b"
    assert msgspec.structs.replace(one, moves=5, grade=2).id == one.id
    assert msgspec.structs.replace(one, start="8/8/8/8/8/8/8/8 w").id != one.id


def test_the_best_stars_stay(folders: Folders) -> None:
    stars = Stars(folders)
    stars.earn("gomoku", "a", 2)
    stars.earn("gomoku", "a", 1)
    stars.earn("xiangqi", "b", 1)
    Stars(folders).earn("xiangqi", "b", 3)  # another window
    stars.earn("gomoku", "c", 3)
    again = Stars(folders)
    assert (again.of("gomoku"), again.of("xiangqi"), again.of("draughts")) == ({"a": 2, "c": 3}, {"b": 3}, {})
    assert again.take_notices() == []


@pytest.mark.parametrize("content", [b"{", b'{"stars": {"gomoku": {"a": 9}}}', b"\xff", b"[" * 5000])
def test_a_damaged_file_is_kept_aside(folders: Folders, content: bytes) -> None:
    folders.data.mkdir(parents=True, exist_ok=True)
    file = folders.data / "challenges.json"
    file.write_bytes(content)
    stars = Stars(folders)
    assert [notice.code for notice in stars.take_notices()] == ["challenges-damaged"]
    assert [each.read_bytes() for each in folders.data.glob("challenges.json.damaged-*")] == [content]
    stars.earn("gomoku", "a", 3)
    assert Stars(folders).of("gomoku") == {"a": 3}


def test_a_folder_that_cannot_be_written_to_is_told(folders: Folders) -> None:
    folders.data.parent.mkdir(parents=True, exist_ok=True)
    folders.data.rmdir() if folders.data.is_dir() else None
    folders.data.write_text("no folder")
    stars = Stars(folders)
    stars.earn("gomoku", "a", 3)
    assert "folder-unwritable" in {notice.code for notice in stars.take_notices()}
    assert stars.of("gomoku") == {"a": 3}
